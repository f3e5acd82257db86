"""The guide of the US Bot (13.3, 13.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.editions.awakening import optional
from referee.editions.base.events.steps import opposite
from referee.editions.base.events.steps.cells import SADR, number_named
from referee.editions.solo.capabilities import in_play
from referee.editions.solo.flowchart.chart import Situation, any_of, guidance
from referee.editions.solo.flowchart.guide import SoloGuide, event_of
from referee.editions.solo.options import COMPETENT, RESOLVES
from referee.editions.solo.us_bot import homeland
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.instructions import EVENTS, options_of, the_most
from referee.editions.solo.us_bot.priorities import PRIORITIES, alike, by_alert_priorities, stop
from referee.editions.solo.us_bot.sheet import (
    TOGETHER,
    CardPlan,
    decide,
    invasion_origins,
    march,
    reassessment_possible,
)
from referee.engine.law.ask import AIMS, Ask, Field, Purpose
from referee.engine.law.guidance import Guidance
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import Usage, events_of
from referee.engine.state.data import TRACK
from referee.engine.state.journal import Journal

PLAN = "us bot"
"""Plan key: the note of what is due with the card."""
POSSIBLE = "us bot: Reassessment"
"""Plan key: whether a Reassessment was possible at the play.

The two cards were put down before US Election.
"""
FIRST = "first"
FROM_THE_TRACK = 2
"""Troops of the track for a Deploy."""


def situation(play: Play, card: int) -> Situation:
    """The situation of a card played, still in hand."""
    b = play.board
    ops = b.cards[card].ops if card in b.cards else 0
    others = None if b.hand_us is None else max(0, b.hand_us - 1)
    return Situation(b, "US", play, card, ops, b.reserves("US"), others)


class USGuide(SoloGuide):
    """The guide of the US Bot."""

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        """The due answer, or None where the side is free."""
        if ask.field == Field.CAPABILITY:
            return None  # it is drawn at random
        if ask.field == Field.USE:
            play.remark(HORSE_TURNED_IN)
            return use_of_card(play, ask)
        if ask.field == Field.ORDER:
            return order(play, ask)
        if play.here.name == homeland.NAME:
            return homeland.step_guidance(play, ask) or by_standing_rules(_so_far(play), ask)
        if play.here.card is None and play.here.name == "op" and isinstance(play.cause[-1], Usage):
            return operation(play, ask, play.cause[-1].name)
        return choice(play, ask)

    def together(self, board: Board, hand: tuple[int, ...]) -> int:
        """Two cards for a possible Reassessment with six Operations, else one (13.4.2)."""
        known = [board.cards[n].ops for n in hand[:2] if n in board.cards]
        if len(known) < 2 or board.played or sum(known) + board.reserves("US") < TOGETHER:
            return 1
        plan = decide(situation(Play(board, Journal(board), ProbeTable([]), side="US"), hand[0]))
        return 2 if plan.may_reassess and not plan.alerting else 1

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Whether a list goes on, with events used fully (13.4.2)."""
        event = event_of(play, EVENTS)
        if event is not None and event.goes_on is not None:
            return event.goes_on(_so_far(play), ask, so_far)
        if not events_of(play.cause) or ask.purpose not in TO_THE_FULL:
            return None
        return bool(ask.options())


def _so_far(play: Play) -> Situation:
    cards = events_of(play.cause)
    return Situation(play.board, "US", play, cards[-1] if cards else 0, 3, play.board.reserves("US"))


# -------------------------------------------------------------------- the Strong Horse (optional rule 1)


def horse_due(board: Board) -> bool:
    """Whether a US Action Phase begins with Low Prestige (option 1)."""
    begins = board.side == "US" and board.stage == "action" and board.played == 0
    return begins and q.prestige_band(board) == "low" and optional.keeps_marker(board, "strong_horse")


HORSE_TURNED_IN = Requirement(
    "turn-in: the Strong Horse at Low Prestige",
    "option 1",
    "the Action Phase begins with Low Prestige, so the US Bot turns in the Strong Horse first",
    lambda b, o, c: {} if horse_due(b) else None,
)


# -------------------------------------------------------------------- the card


def use_of_card(play: Play, ask: Ask) -> Guidance | None:
    """The use of a card (13.4.1, 13.4.2)."""
    cards: tuple[int, ...] = ask.context["cards"]
    if len(cards) != 1 or cards[0] not in play.board.cards:
        play.plan[POSSIBLE] = could_reassess(play, cards)
        return None
    play.plan[CARD], play.plan[MARK] = cards[0], play.journal.mark()
    plan = play.plan[PLAN] = decide(situation(play, cards[0]))
    legal = set(ask.options())
    due = tuple(u for u in plan.uses if u in legal)
    rule = "13.4.2" if not plan.plots else "13.4.1"
    return replace(guidance(due, rule, plan.trail, drawn=False), by_box=True) if due else None


def could_reassess(play: Play, cards: tuple[int, ...]) -> bool:
    """Whether two cards may join for a Reassessment now (13.4.6)."""
    return bool(cards) and reassessment_possible(replace(situation(play, cards[0]), others=1))


# -------------------------------------------------------------------- the Operation


CARD, MARK = "us bot: card", "us bot: mark"
"""Plan keys: the played card, and the journal's earlier mark."""


def operation(play: Play, ask: Ask, use: str) -> Guidance | None:
    """Countries and numbers of an Operation (13.4.3)."""
    plan: CardPlan | None = play.plan.get(PLAN)
    if plan is None or use not in plan.uses:
        return None
    card, b = int(play.plan.get(CARD, 0)), play.board
    s = Situation(b, "US", play, card, b.cards[card].ops if card in b.cards else 3, b.reserves("US"))
    if use == "woi" and ask.field == Field.WHERE:
        return war_of_ideas(s, ask, plan)
    if use == "disrupt" and ask.field == Field.WHERE:
        muslim = [n for n in options_of(ask) if n in b.muslim]
        return any_of(PRIORITIES.by_flowchart(s, "Disrupt", muslim), "13.4.3")
    if use in ("deploy", "withdraw", "regime-change"):
        return number_of_troops(ask, use) if ask.field == Field.TROOPS else troops(s, ask, use)
    if use == "alert" and ask.field == Field.PLOT:
        return alert(s, ask)
    return by_standing_rules(s, ask)


def war_of_ideas(s: Situation, ask: Ask, plan: CardPlan) -> Guidance | None:
    """The country of a War of Ideas.

    It goes by modifier and column, or by flowchart.
    """
    legal = options_of(ask)
    if "woi-muslim" in plan.ends:
        drm = {n: m.woi_drm(s, n) for n in legal if n in s.board.muslim and m.woi_possible(s, n)}
        best = max(drm.values(), default=None)
        if best is None:
            return None
        left = [n for n, by in drm.items() if by == best]
        trail = stop("U5" if best >= 0 else "U12", "13.4.3", f"the best modifier, {best:+d}", left=left)
        left, further = PRIORITIES.by_column(s, "WoI Muslim", left)
        return guidance(left, "13.4.3", trail + further)
    if "woi-non-muslim" in plan.ends:
        outside = [n for n in legal if n in s.board.non_muslim]
        return any_of(PRIORITIES.by_flowchart(s, "WoI non-Muslim", outside), "13.4.3")
    return None


def alert(s: Situation, ask: Ask) -> Guidance | None:
    """The Plot of highest priority, or the best two of a country (13.4.1, 13.5)."""
    legal = [o for o in options_of(ask) if isinstance(o, tuple)]
    left, trail = by_alert_priorities(s, legal)
    drawn = not alike(s, left)
    if len(left) == 1 and COMPETENT in in_play(s.board, RESOLVES) and ask.item == 0:  # two of a country, in any order
        second, _ = by_alert_priorities(s, [o for o in legal if o[0] == left[0][0] and o not in left])
        left = [*left, *second] if len(second) == 1 else left
        trail = tuple(t._replace(left=()) if second and set(second) - set(t.left) else t for t in trail)
        drawn = False
    return guidance(left, "13.4.1", trail, drawn=drawn) if left else None


def troops(s: Situation, ask: Ask, use: str) -> Guidance | None:
    """Origins and destinations of Troops (13.4.3, 13.4.7, 13.4.8)."""
    origin = ask.field == Field.FROM
    if not origin and ask.field != Field.TO:
        return None
    if use == "regime-change":
        left, trail = invasion_origins(s) if origin else PRIORITIES.by_column(s, "Regime Change", options_of(ask))
    else:
        found = march(s)
        left, trail = (list(found.origins), found.out) if origin else (list(found.targets), found.to)
    return any_of(([n for n in left if n in options_of(ask)], trail), "13.4.3")


def number_of_troops(ask: Ask, use: str) -> Guidance | None:
    """The number of Troops of a move.

    It is all that may leave a country, two from the track, or six for a Regime Change.
    """
    legal = [n for n in options_of(ask) if isinstance(n, int)]
    if not legal:
        return None
    n, sure, words = max(legal), False, "all Troops"
    if use == "regime-change":
        n, words = min(legal), "six Troops"
    elif use == "deploy" and ask.context["origin"] == TRACK:
        n, words = min(FROM_THE_TRACK, n), "two Troops from the track"
    elif use == "deploy":
        sure, words = True, "all Troops that may leave"
    return guidance((n,), "13.4.3", stop("Troops", "13.4.3", words, left=(n,), sure=sure))


# -------------------------------------------------------------------- events and all else


def order(play: Play, ask: Ask) -> Guidance | None:
    """The order of US Election: before its card's Operations."""
    card = play.board.cards.get(ask.address.card)
    if card is None or not card.auto or FIRST not in ask.options():
        return None
    trail = stop("event", "13.4.2", "US Election comes before the Operations", sure=False)
    return guidance((FIRST,), "13.4.2", trail, goes_by=f"the instructions for card {card.number}")


def choice(play: Play, ask: Ask) -> Guidance | None:
    """Answer by an event's instructions, or standing rules (13.3)."""
    s, event = _so_far(play), event_of(play, EVENTS)
    found = event.choose(s, ask) if event is not None and event.choose is not None else None
    return found if found is not None else by_standing_rules(s, ask)


# -------------------------------------------------------------------- the standing rules (13.3)

COLUMN_OF = {
    Purpose.REMOVE_CELL: ("Disrupt", "13.3.1"),
    Purpose.PLACE_MILITIA: ("Deploy To", "13.3.1"),
    Purpose.MOVE_TROOPS: ("Deploy To", "13.3.1"),
    Purpose.PLACE_AID: ("WoI Muslim", "13.3.5"),
    Purpose.PLACE_AWAKENING: ("WoI Muslim", "13.3.5"),
    Purpose.REMOVE_REACTION: ("WoI Muslim", "13.3.5"),
    Purpose.RELIEVE: ("WoI Muslim", "13.3.5"),
    Purpose.TOWARD_ALLY: ("WoI Muslim", "13.3.6"),
    Purpose.IMPROVE: ("WoI Muslim", "13.3.6"),
}
"""The column and rule of a country, by purpose."""
TO_THE_FULL = (*COLUMN_OF, Purpose.REMOVE_CADRE)
"""Purposes with as much as the event allows (13.4.2)."""


_PIECES: dict[tuple[Field, Purpose | None], tuple[Callable[[str], Any], str, str, str]] = {
    (Field.US_LOSS, None): (lambda o: o.split("+")[0].count("t"), "13.3.7", "Attrition", "Troop cubes first"),
    (Field.CELLS, Purpose.DISRUPT): (
        lambda o: (o != "cadre", o.count("a")),
        "13.3.2",
        "Cells",
        "Active Cells before Sleepers",
    ),
    (Field.CELLS, Purpose.REMOVE_CELL): (
        lambda o: (number_named(o), o.endswith(SADR), o.removesuffix(SADR).count("s")),
        "13.3.2",
        "Cells",
        "Sadr first, then Sleepers before Active Cells",
    ),
}
"""Values of pieces, with rule and words."""


def by_standing_rules(s: Situation, ask: Ask) -> Guidance | None:
    """Answer of 13.3 to a question, or None."""
    if ask.field in (Field.US_LOSS, Field.CELLS):
        known = _PIECES.get((ask.field, ask.purpose if ask.field == Field.CELLS else None))
        return _worth_most(ask, *known) if known is not None else None
    if ask.field == Field.POSTURE:
        ours = q.us_posture(s.board)
        return guidance((ours,), "13.3.4", stop("Posture", "13.3.4", "the Posture of the US", left=(ours,)))
    if ask.field == Field.PLOT and ask.purpose in (Purpose.BLOCK_PLOT, Purpose.TAG_PLOT):
        left, trail = by_alert_priorities(s, [o for o in options_of(ask) if isinstance(o, tuple)])
        return guidance(left, "13.3.3", trail, drawn=not alike(s, left)) if left else None
    if ask.field == Field.NUMBER and ask.purpose in TO_THE_FULL:
        return the_most(ask)
    return country(s, ask) if ask.field in (*AIMS, Field.CONVERGENCE) else None


def _worth_most(ask: Ask, worth: Callable[[str], Any], rule: str, name: str, words: str) -> Guidance | None:
    """The pieces of highest value.

    Two choices of equal value are the same pieces.
    """
    legal = [o for o in options_of(ask) if isinstance(o, str)]
    if not legal:
        return None
    most = max(map(worth, legal))
    left = [o for o in legal if worth(o) == most]
    return guidance(left, rule, stop(name, rule, words, left=left), drawn=False)


def country(s: Situation, ask: Ask) -> Guidance | None:
    """The answer's country, by the column for its purpose (13.3.1 to 13.3.8)."""
    if ask.purpose == Purpose.DISRUPT:
        return any_of(PRIORITIES.by_either(s, "Disrupt", options_of(ask)), "13.3.8")
    legal = [n for n in options_of(ask) if n in s.board.countries]
    if ask.purpose in (Purpose.CHOOSE_POSTURE, Purpose.ROLL_POSTURE):  # the opposite one of the US, else none (13.3.4)
        other = opposite(q.us_posture(s.board))
        for words, wanted in (("with the opposite Posture of the US", other), ("without a Posture", "")):
            if left := [n for n in legal if s.board[n].posture == wanted]:
                return guidance(left, "13.3.4", stop("Posture", "13.3.4", words, left=left))
        return guidance(legal, "13.3.9") if legal else None
    found = COLUMN_OF.get(ask.purpose)
    if found is None or ask.silence is not None:
        return None
    return any_of(PRIORITIES.by_column(s, found[0], legal), found[1])
