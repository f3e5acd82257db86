"""Homeland Security: the use of leftover Operations (13.4.4)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from referee.editions.base import card_uses
from referee.editions.base.events.steps import opposite
from referee.editions.base.operations import disrupt, war_of_ideas
from referee.editions.base.operations.common import value_needed
from referee.editions.base.turn import stops
from referee.editions.solo.flowchart.chart import Situation, guidance
from referee.editions.solo.flowchart.guide import left_out
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.priorities import HOMELAND, PRIORITIES, RESERVES_FULL, stop
from referee.engine.law.ask import Ask, Field, Purpose
from referee.engine.law.guidance import Guidance, Trail
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement
from referee.engine.law.table import UNKNOWN
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import HARD, SOFT, US, Board
from referee.engine.state.cause import Usage
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import listed

NAME = "homeland"
RULE = "13.4.4"
DISRUPT, WOI, RESERVES = "disrupt", "woi", "reserves"
STEPS = (DISRUPT, WOI, RESERVES)
TITLES = {DISRUPT: "a Disrupt", WOI: "a War of Ideas"}
MOST_NAMED = 4
"""Most countries of a step in a sentence."""
LEFT = "us bot: operations left"
"""Plan key: the rest of the card."""


class HomelandStep(NamedTuple):
    """The next step: use, countries, and the way there."""

    use: str
    where: tuple[str, ...]
    trail: Trail
    in_turn: bool = False
    """Whether all countries are used in turn, without a die (9.5)."""
    spent_countries: tuple[str, ...] = ()
    """Countries equal to ``where``, but already used with this card."""

    def words(self, rules: Ruleset) -> str:
        """Words for a sentence: "a Disrupt in the United States"."""
        if len(self.where) > MOST_NAMED:
            return f"{TITLES[self.use]} in one of {len(self.where)} countries"
        return f"{TITLES[self.use]} in {listed([rules.named(n) for n in self.where], 'or')}"


AGAIN = "the Bot may stay in a country before it goes to another one that comes alike"

# -------------------------------------------------------------------- the six steps of the rule


def _soft_ones(s: Situation) -> list[str]:
    b = s.board
    if q.us_posture(b) != HARD or q.world_posture(b) >= 0:
        return []
    return [n for n in b.non_muslim if b[n].posture == SOFT and m.woi_outside(s, n)]


def _other_posture(s: Situation) -> list[str]:
    b = s.board
    open_ones = [n for n in b.non_muslim if m.woi_outside(s, n)]
    other = opposite(q.us_posture(b))
    return [n for n in open_ones if b[n].posture == other] or [n for n in open_ones if not b[n].posture]


def _takes_cadre(s: Situation, name: str) -> bool:
    """Whether a Disrupt would remove a Cadre: no Cell is there."""
    cadre = s.board[name].cadre and not disrupt.disruptable(s.board, name)
    return cadre and m.disrupt_possible(s, name)


def _room(s: Situation) -> int:
    """Return the room left in the Reserves."""
    return RESERVES_FULL - s.reserves if q.no_reserves(s.board, "US") is None else 0


ORDER: tuple[tuple[str, str, Callable[[Situation], list[str]]], ...] = (
    (DISRUPT, "Disrupt in the US", lambda s: [US] if m.disrupt_possible(s, US) else []),
    (WOI, "Hard US, Soft world: a War of Ideas in a Soft non-Muslim country", _soft_ones),
    (DISRUPT, "Disrupt in a non-Muslim country", lambda s: [n for n in s.board.non_muslim if m.disrupt_possible(s, n)]),
    (RESERVES, "add what is left to the Reserves", lambda s: [RESERVES] * (_room(s) > 0)),
    (
        DISRUPT,
        "Reserves full: take a Cadre off in a Muslim country",
        lambda s: [n for n in s.board.muslim if not _room(s) and _takes_cadre(s, n)],
    ),
    (WOI, "a War of Ideas in a non-Muslim country of the opposite Posture, else without one", _other_posture),
)
"""Steps of the rule; the first possible one comes next."""


def _affordable(s: Situation, names: list[str]) -> bool:
    """Whether each country can be the last one, within the card.

    All others have been paid for with Operations of the card.
    """
    costs = {n: value_needed(s.board, n) for n in names}
    whole = sum(costs.values())
    rest = [(s.ops - (whole - cost), cost) for cost in costs.values()]
    return all(left >= 1 and left + s.reserves >= cost for left, cost in rest)


def _in_turn(s: Situation, name: str, names: list[str]) -> bool:
    """Whether equal countries are all used, with any dice (13.4.4)."""
    b = s.board
    if len(names) < 2 or not _affordable(s, names):
        return False
    if name == HOMELAND[1]:  # each success moves World Posture by two
        return q.world_posture(b) + 2 * (len(names) - 1) < 0
    if name == HOMELAND[2]:
        return True
    # Reserves that are used make room, and adding to them comes first
    paid = sum(value_needed(b, n) for n in names) <= s.ops
    return paid and (name == HOMELAND[4] or all(b[n].posture for n in names))


def due(s: Situation, tried: Collection[str] = ()) -> HomelandStep | None:
    """The due use of ``s.ops`` Operations; None if they are lost.

    ``tried`` are the countries where the card was used for Homeland Security already.
    """
    trail: Trail = ()
    for name, (use, words, candidates) in zip(HOMELAND, ORDER, strict=True):
        left = candidates(s)
        if not left:
            trail += stop(name, RULE, words, answer="no")
            continue
        column_trail: Trail = ()
        trail += stop(name, RULE, words, answer="yes", left=() if use == RESERVES else left)
        if name in PRIORITIES.columns:
            left, column_trail = PRIORITIES.by_column(s, name, left)
        again = [n for n in left if n in tried]
        if len(again) == len(left):
            again = []
        left = [n for n in left if n not in again]
        return HomelandStep(use, tuple(left), trail + column_trail, _in_turn(s, name, left), tuple(again))
    return None


def situation(board: Board, left: int, play: Play | None = None) -> Situation:
    """Situation for the steps, with ``left`` unused Operations."""
    return Situation(board, "US", play, ops=left, reserves=board.reserves("US"))


# -------------------------------------------------------------------- carried out


RESERVES_NOT_FULL = Requirement(
    "Homeland Security: room in the Reserves",
    "6.3.3",
    "the US Reserves are full already",
    lambda b, o, c: {} if o == RESERVES and b.reserves("US") >= RESERVES_FULL else None,
)


def spend(play: Play, left: int) -> None:
    """Use the rest of a card, step by step (13.4.4)."""
    while left > 0 and not play.board.winner and due(situation(play.board, left)) is not None:
        if stops(play, NAME):
            return
        play.plan[LEFT] = left
        with play.segment(NAME, side="US", cause=Usage(NAME), rule=RULE):
            left = one_step(play, left)
    play.plan.pop(LEFT, None)


def one_step(play: Play, left: int) -> int:
    """Carry out one step and return the rest of the card."""
    b = play.board
    have = b.reserves("US")
    found = due(situation(b, left, play))
    needless = found is None or found.use == RESERVES  # Reserves are put aside without a word
    limits = (RESERVES_NOT_FULL, *card_uses.reserves_bar(b, "US"))
    use = play.ask(Field.STEP, STEPS, *limits, item=0, rule=RULE, silence=None if needless else UNKNOWN, player="US")
    if use == UNKNOWN and found is not None:
        left_out(play, NAME, RULE, left, found.words(play.board.rules), found.use, found.where)
        return 0
    if use == RESERVES:
        play.add_reserves("US", left, rule=RULE)
        return left - min(left, max(RESERVES_FULL - have, 1))
    play.spent = 0
    terms = Terms(min(3, left + have))
    if use == WOI:
        war_of_ideas.war_of_ideas(play, terms)
    elif use == DISRUPT:
        disrupt.disrupt(play, terms)
    spent = max(play.spent, 1)
    if spent > left:
        play.remove_reserves("US", spent - left, rule="13.4.5")
    return max(0, left - spent)


def after(play: Play, side: str, card_value: int, spent: int) -> None:
    """Use the rest of a card after an Operation (13.4.4)."""
    if spent < card_value:
        spend(play, card_value - spent)


def whole_card(play: Play, side: str, cards: tuple[int, ...]) -> None:
    """Use a whole card for Homeland Security."""
    card = play.board.cards.get(cards[0] if cards else 0)
    left = card.ops if card is not None else 3
    if due(situation(play.board, left)) is None:
        with play.segment(NAME, side="US", cause=Usage(NAME), rule=RULE):
            limits = card_uses.reserves_bar(play.board, "US")
            play.ask(Field.STEP, (RESERVES,), *limits, item=0, rule=RULE, player="US")
        return
    spend(play, left)


# -------------------------------------------------------------------- guided


def step_guidance(play: Play, ask: Ask) -> Guidance | None:
    """Answer to a question in a step of Homeland Security."""
    left = play.plan.get(LEFT)
    if left is None:
        return None
    before = [f for f in play.trails if f.address.segment.name == NAME and f.address.segment != play.here]
    tried = [str(f.answer) for f in before if f.address.field == Field.WHERE]
    found = due(situation(play.board, left, play), tried)
    if found is None:
        return None
    if ask.field == Field.STEP:
        return guidance((found.use,), RULE, found.trail, goes_by="Homeland Security", readings=((UNKNOWN, ""),))
    if ask.field == Field.WHERE and ask.purpose == {DISRUPT: Purpose.DISRUPT, WOI: Purpose.WAR_OF_IDEAS}.get(found.use):
        readings = tuple((n, AGAIN) for n in found.spent_countries)
        drawn = len(found.where) > 1 and not found.in_turn
        return guidance(found.where, RULE, found.trail, goes_by="Homeland Security", readings=readings, drawn=drawn)
    return None
