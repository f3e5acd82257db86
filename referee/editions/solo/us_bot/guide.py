"""The guide of the US Bot: the answer that is due at each question of its side (13.3, 13.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from referee.editions.awakening import optional
from referee.editions.base.events.steps import opposite
from referee.editions.base.events.steps.cells import SADR, number_named
from referee.editions.solo.capabilities import in_play
from referee.editions.solo.flowchart.chart import Situation, guidance
from referee.editions.solo.flowchart.guide import SoloGuide, event_of
from referee.editions.solo.options import COMPETENT, RESOLVES
from referee.editions.solo.us_bot import homeland
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.instructions import EVENTS, options_of, the_most
from referee.editions.solo.us_bot.priorities import PRIORITIES, alike, by_alert_priorities, stop
from referee.editions.solo.us_bot.sheet import TOGETHER, Plan, decide, invasion_origins, march, reassessment_possible
from referee.engine import queries as q
from referee.engine.ask import AIMS, Ask, Field, Purpose
from referee.engine.board import Board
from referee.engine.cause import UsedFor, events_of
from referee.engine.data import TRACK
from referee.engine.guidance import Guidance
from referee.engine.journal import Journal
from referee.engine.play import Play
from referee.engine.tables.probe import ProbeTable

PLAN = "us bot"
"""The plan's note of what is due with the card."""
POSSIBLE = "us bot: Reassessment"
"""In a play's plan: whether a Reassessment was possible when its two cards were put down, before US Election."""
FIRST = "first"
FROM_THE_TRACK = 2
"""Troops that a Deploy takes from the track."""


def situation(play: Play, card: int) -> Situation:
    """What the flowcharts look at when a card is played, while it still lies in the hand."""
    b = play.board
    ops = b.cards[card].ops if card in b.cards else 0
    others = None if b.hand_us is None else max(0, b.hand_us - 1)
    return Situation(b, "US", play, card, ops, b.reserves("US"), others)


class GuideOf(SoloGuide):
    """The guide of the US Bot."""

    def answer(self, play: Play, ask: Ask) -> Guidance | None:
        """The answer that is due; None where the side is free, or nothing says."""
        if ask.field == Field.CAPABILITY:
            return None  # it is drawn at random
        if ask.field == Field.USE:
            if horse_due(play.board):
                why = "the Action Phase begins with Low Prestige, so the US Bot turns in the Strong Horse first"
                play.table.remark("illegal", "option 1", why, ())
            return use_of_card(play, ask)
        if ask.field == Field.ORDER:
            return order(play, ask)
        if play.here.name == homeland.NAME:
            return homeland.guided(play, ask) or by_standing_rules(_so_far(play), ask)
        if play.here.card is None and play.here.name == "op" and isinstance(play.cause[-1], UsedFor):
            return operation(play, ask, play.cause[-1].name)
        return choice(play, ask)

    def together(self, board: Board, hand: tuple[int, ...]) -> int:
        """Both cards of a Reassessment where it is possible and they make six with the Reserves, else one (13.4.2)."""
        known = [board.cards[n].ops for n in hand[:2] if n in board.cards]
        if len(known) < 2 or board.played or sum(known) + board.reserves("US") < TOGETHER:
            return 1
        plan = decide(situation(Play(board, Journal(), ProbeTable([]), side="US"), hand[0]))
        return 2 if plan.may_reassess and not plan.alerting else 1

    def more(self, play: Play, ask: Ask, so_far: int) -> bool | None:
        """Whether a list goes on: what an event lets the Bot do, it does to the full, recorded or not (13.4.2)."""
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
    """Whether the Bot turns its Strong Horse in: a US Action Phase begins with Low Prestige (option 1)."""
    begins = board.side == "US" and board.stage == "action" and board.played == 0
    return begins and q.prestige_band(board) == "low" and optional.kept(board, "strong_horse")


# -------------------------------------------------------------------- the card


def use_of_card(play: Play, ask: Ask) -> Guidance | None:
    """What a card is used for (13.4.1, 13.4.2)."""
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
    """Whether two cards may be put together for a Reassessment at this moment (13.4.6)."""
    return bool(cards) and reassessment_possible(replace(situation(play, cards[0]), others=1))


def order(play: Play, ask: Ask) -> Guidance | None:
    """US Election comes before the Operations of its card."""
    card = play.board.cards.get(ask.address.card)
    if card is None or not card.auto or FIRST not in ask.options():
        return None
    trail = stop("event", "13.4.2", "US Election comes before the Operations", sure=False)
    return guidance((FIRST,), "13.4.2", trail, goes_by=f"the instructions for card {card.number}")


# -------------------------------------------------------------------- the Operation


def operation(play: Play, ask: Ask, use: str) -> Guidance | None:
    """Where and how an Operation is carried out (13.4.3)."""
    plan: Plan | None = play.plan.get(PLAN)
    if plan is None or use not in plan.uses:
        return None
    s = _with_card(play)
    if use == "woi" and ask.field == Field.WHERE:
        return war_of_ideas(s, ask, plan)
    if use == "disrupt" and ask.field == Field.WHERE:
        left, trail = PRIORITIES.by_flowchart(s, "Disrupt", [n for n in options_of(ask) if n in s.board.muslim])
        return guidance(left, "13.4.3", trail) if left else None
    if use in ("deploy", "withdraw", "regime-change"):
        return troops(s, ask, use)
    if use == "alert" and ask.field == Field.PLOT:
        return alert(s, ask)
    return by_standing_rules(s, ask)


def _with_card(play: Play) -> Situation:
    """What the flowcharts look at while the Operation of a card is carried out."""
    card = int(play.plan.get(CARD, 0))
    b = play.board
    ops = b.cards[card].ops if card in b.cards else 3
    return Situation(b, "US", play, card, ops, b.reserves("US"))


CARD, MARK = "us bot: card", "us bot: mark"
"""The plan's notes of the card that is played, and of where the journal stood before."""


def war_of_ideas(s: Situation, ask: Ask, plan: Plan) -> Guidance | None:
    """The country of a War of Ideas: the best modifier, then the column; outside the Muslim world by its flowchart."""
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
        left, trail = PRIORITIES.by_flowchart(s, "WoI non-Muslim", [n for n in legal if n in s.board.non_muslim])
        return guidance(left, "13.4.3", trail) if left else None
    return None


def alert(s: Situation, ask: Ask) -> Guidance | None:
    """The Plot of highest priority; by resolve Competent a second one in the same country (13.4.1, 13.5)."""
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
    """Where Troops come from, where they go and how many (13.4.3, 13.4.7, 13.4.8)."""
    legal = options_of(ask)
    if ask.field == Field.TROOPS:
        return number_of_troops(s, ask, use)
    if use == "regime-change":
        if ask.field == Field.FROM:
            left, trail = invasion_origins(s)
        elif ask.field == Field.TO:
            left, trail = PRIORITIES.by_column(s, "Regime Change", legal)
        else:
            return None
    elif ask.field in (Field.FROM, Field.TO):
        found = march(s)
        places, trail = (found.origins, found.out) if ask.field == Field.FROM else (found.targets, found.to)
        left = list(places)
    else:
        return None
    left = [n for n in left if n in legal]
    return guidance(left, "13.4.3", trail) if left else None


def number_of_troops(s: Situation, ask: Ask, use: str) -> Guidance | None:
    """All that may leave a country; two from the track; six for a Regime Change."""
    legal = [n for n in options_of(ask) if isinstance(n, int)]
    if not legal:
        return None
    origin: str = ask.context["origin"]
    if use == "regime-change":
        n, sure, words = min(legal), False, "six Troops"
    elif use == "withdraw":
        n, sure, words = max(legal), False, "all Troops"
    else:
        n, sure = (min(FROM_THE_TRACK, max(legal)), False) if origin == TRACK else (max(legal), True)
        words = "two Troops from the track" if origin == TRACK else "all Troops that may leave"
    return guidance((n,), "13.4.3", stop("Troops", "13.4.3", words, left=(n,), sure=sure))


# -------------------------------------------------------------------- events and all else


def choice(play: Play, ask: Ask) -> Guidance | None:
    """What an event's instructions, else the standing rules, say of a question (13.3)."""
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
"""The column by which a country is chosen, and the rule that says so."""
TO_THE_FULL = (*COLUMN_OF, Purpose.REMOVE_CADRE)
"""What the Bot does as much of as the event allows (13.4.2)."""


def by_standing_rules(s: Situation, ask: Ask) -> Guidance | None:
    """What 13.3 says of a question; None where it says nothing."""
    if ask.field == Field.US_LOSS:
        return troops_first(ask)
    if ask.field == Field.CELLS:
        return cells(ask)
    if ask.field == Field.POSTURE:
        return posture(s, ask)
    if ask.field == Field.PLOT and ask.purpose in (Purpose.BLOCK_PLOT, Purpose.TAG_PLOT):
        return plot(s, ask)
    if ask.field == Field.NUMBER and ask.purpose in TO_THE_FULL:
        return the_most(ask)
    if ask.field in (*AIMS, Field.CONVERGENCE):
        return country(s, ask)
    return None


def country(s: Situation, ask: Ask) -> Guidance | None:
    """The country that an answer names, by the column for what is done there (13.3.1, 13.3.5, 13.3.6, 13.3.8)."""
    if ask.purpose in (Purpose.CHOOSE_POSTURE, Purpose.ROLL_POSTURE):
        return country_for_posture(s, ask)
    if ask.purpose == Purpose.DISRUPT:
        legal = options_of(ask)
        left, trail = PRIORITIES.by_either(s, "Disrupt", legal)
        return guidance(left, "13.3.8", trail) if left else None
    found = COLUMN_OF.get(ask.purpose)
    if found is None or ask.silence is not None:
        return None
    column, rule = found
    legal = [n for n in options_of(ask) if n in s.board.countries]
    left, trail = PRIORITIES.by_column(s, column, legal)
    return guidance(left, rule, trail) if left else None


def country_for_posture(s: Situation, ask: Ask) -> Guidance | None:
    """A country with the opposite Posture of the US, else one without a Posture (13.3.4)."""
    legal = [n for n in options_of(ask) if n in s.board.countries]
    other = opposite(q.us_posture(s.board))
    for words, wanted in (("with the opposite Posture of the US", other), ("without a Posture", "")):
        left = [n for n in legal if s.board[n].posture == wanted]
        if left:
            return guidance(left, "13.3.4", stop("Posture", "13.3.4", words, left=left))
    return guidance(legal, "13.3.9", ()) if legal else None


def posture(s: Situation, ask: Ask) -> Guidance:
    """The Posture that the Bot sets is that of the US (13.3.4)."""
    ours = q.us_posture(s.board)
    return guidance((ours,), "13.3.4", stop("Posture", "13.3.4", "the Posture of the US", left=(ours,)))


def plot(s: Situation, ask: Ask) -> Guidance | None:
    """The Plot that an event takes off or tags, by the Alert Priorities (13.3.3)."""
    legal: list[tuple[str, int]] = [o for o in options_of(ask) if isinstance(o, tuple)]
    left, trail = by_alert_priorities(s, legal)
    return guidance(left, "13.3.3", trail, drawn=not alike(s, left)) if left else None


def cells(ask: Ask) -> Guidance | None:
    """Active Cells are Disrupted before Sleepers; Sadr, then Sleepers are removed first, as many as can be (13.3.2)."""
    legal = [o for o in options_of(ask) if isinstance(o, str)]
    if not legal:
        return None
    if ask.purpose == Purpose.DISRUPT:
        return best(legal, [(o != "cadre", o.count("a")) for o in legal], "Active Cells before Sleepers")
    if ask.purpose != Purpose.REMOVE_CELL:
        return None
    worth = [(number_named(o), o.endswith(SADR), o.removesuffix(SADR).count("s")) for o in legal]
    return best(legal, worth, "Sadr first, then Sleepers before Active Cells")


def best(legal: list[str], worth: Iterable[Any], words: str) -> Guidance:
    """The choice of pieces that is worth most; two that are worth the same are the same pieces."""
    ranked = list(worth)
    top = max(ranked)
    left = [o for o, w in zip(legal, ranked, strict=True) if w == top]
    return guidance(left, "13.3.2", stop("Cells", "13.3.2", words, left=left), drawn=False)


def troops_first(ask: Ask) -> Guidance | None:
    """Attrition takes Troop cubes before anything else (13.3.7)."""
    legal = [o for o in options_of(ask) if isinstance(o, str)]
    if not legal:
        return None
    most = max(o.split("+")[0].count("t") for o in legal)
    left = [o for o in legal if o.split("+")[0].count("t") == most]
    return guidance(left, "13.3.7", stop("Attrition", "13.3.7", "Troop cubes first", left=left), drawn=False)
