"""The Event Instructions Table of the Jihadist Bot: cards 220 to 240."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.editions.awakening import state
from referee.editions.solo.jihadist_bot import lines as t
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.choose import Choice, by_column
from referee.editions.solo.jihadist_bot.lines import TWO, chooses, goes_on, says
from referee.editions.solo.situation import Situation
from referee.engine import queries as q
from referee.engine.ask import Ask, Field, Purpose
from referee.engine.board import ADVERSARY, ALLY, HARD, NEUTRAL
from referee.engine.data import ISLAMIST_RULE, POOR
from referee.engine.guidance import Guidance

GENERAL = frozenset({220, 222, 225, 232, 237, 240})
"""Cards of which the standing rules alone say what the Bot does."""

CELL, ALIGNMENT, POSTURE, PRESTIGE = "cell", "alignment", "posture", "prestige"

# -------------------------------------------------------------------- 221 Fly Paper


def _fronts(s: Situation) -> list[str]:
    b = s.board
    known = {*t.at_war(s), *state.caliphate(b)}
    return [n for n in b.names if n in known]


def _front(s: Situation) -> list[str]:
    """Where the Cells go: settled before the first of them leaves."""
    if s.play is None:
        return t.recruit_to(s, _fronts(s))[0]
    if "card 221" not in s.play.plan:
        hosts = t.caliphate_hosts(s, _fronts(s), min(3, s.board.cells_track + 3))
        s.play.plan["card 221"] = t.recruit_to(s, hosts or _fronts(s))[0]
    found: list[str] = s.play.plan["card 221"]
    return found


def _senders(s: Situation, names: Sequence[str]) -> list[str]:
    """Countries that a Cell may leave for the front."""
    front = _front(s)
    return [n for n in names if (n not in front or len(front) > 1) and m.movable(s, n)]


def _by_origin(s: Situation, names: list[str]) -> Choice:
    front = _front(s)
    return by_column(replace(s, target=front[0] if len(front) == 1 else ""), t.TF, names)


@chooses(221)
def _fly_paper(s: Situation, ask: Ask) -> Guidance | None:
    """A Cell each from up to three countries, none of them the front itself."""
    if ask.field is Field.FROM:
        named = t.named_before(ask)
        fitting = _senders(s, [n for n in ask.options() if n in s.board.countries])
        found = t.first_of(s, fitting, 3 - len(named), _by_origin) if fitting else []
        others = [
            (n, "an earlier version of the program takes Cells that are not Movable, too")
            for n in ask.options()
            if n in s.board.countries and q.cells(s.board, n) and n not in _front(s)
        ]
        return t.due(s, ask, found, "Movable Cells by the Travel From column", readings=others)
    if ask.field is Field.WHAT:
        return t.thing(s, ask, CELL, words="Cells, no markers", sure=True)
    if t.where(ask, Purpose.PLACE_CELL):
        return t.due(s, ask, _front(s), "where the Recruit flowchart leads to", drawn=True, rule="12.3.2")
    return None


@goes_on(221)
def _fly_paper_goes_on(s: Situation, ask: Ask, so_far: int) -> bool | None:
    if ask.field is not Field.FROM:
        return None
    return bool(_senders(s, [n for n in ask.options() if n in s.board.countries]))


says(
    221,
    playable=lambda s: bool(_senders(s, s.board.names)),
    otherwise=lambda s: (
        ""
        if _senders(s, s.board.names) or not any(q.cells(s.board, n) for n in s.board.names if n not in _front(s))
        else "an earlier version of the program takes Cells that are not Movable, too"
    ),
    words="Cells alone, from up to three countries by the Travel From column, to where the Recruit flowchart leads",
    source=t.READ,
)


# -------------------------------------------------------------------- 223 Iranian Elections, 224 Je Suis Charlie

chooses(223)(t.reaction)
says(223, words="two Reaction markers, one Awakening marker", confidence="high", source="12.3.6")


def _world_against(s: Situation) -> bool:
    """Whether US and world are Hard, so that the US turns Soft."""
    return q.us_posture(s.board) == HARD and q.world_posture(s.board) > 0


@chooses(224)
def _charlie(s: Situation, ask: Ask) -> Guidance | None:
    if ask.field is not Field.WHAT:
        return None
    first = POSTURE if _world_against(s) else PRESTIGE
    return t.thing(s, ask, first, words="the US turns Soft if it can, else Prestige falls")


says(
    224,
    playable=lambda s: _world_against(s) or s.board.prestige > 1,
    words="the US turns Soft if it can, else Prestige falls",
)


# -------------------------------------------------------------------- 226 Operation Serval


@chooses(226)
def _serval(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.BEGIN_CIVIL_WAR):
        return None
    others = [
        (n, "12.3.2 has the Recruit flowchart, since Cells come along") for n in t.recruit_to(s, ask.options())[0]
    ]
    return t.pick(s, ask, ask.options(), t.jihad, "by the Jihad column", readings=others)


says(226, words="by the Jihad column")


# -------------------------------------------------------------------- 229 Prisoner Exchange, 230 Sellout

says(229, playable=lambda s: False, confidence="high", source=TWO, words="never")


def _sold(s: Situation) -> list[str]:
    b = s.board
    return [n for n in t.at_war(s) if q.cells(b, n) >= 2 and not state.in_caliphate(b, n)]


def _can_sink(s: Situation, name: str) -> bool:
    return s.board[name].governance != POOR or s.board[name].alignment != ADVERSARY


def _sellout(s: Situation) -> bool:
    return s.board.funding < 9 or any(_can_sink(s, n) for n in _sold(s))


@chooses(230)
def _sell_out(s: Situation, ask: Ask) -> Guidance | None:
    if ask.field is Field.WHAT:
        return t.thing(s, ask, ALIGNMENT, "governance", words="Alignment before Governance", sure=True)
    if not t.where(ask, Purpose.REMOVE_CELL):
        return None
    crowded = t.highest(lambda s, n: q.cells(s.board, n), ask.options(), s)
    others = []
    if s.board.funding == 9:
        sinking = [n for n in ask.options() if _can_sink(s, n)] or ask.options()
        others = [(n, "at Funding 9 a later version takes the Jihad column") for n in t.jihad(s, sinking)[0]]
    return t.pick(s, ask, crowded, t.chance, "most Cells", sure=s.board.funding < 9, readings=others)


says(
    230,
    playable=_sellout,
    otherwise=lambda s: "" if _sellout(s) else "the other program always plays it",
    words="the country with the most Cells; Alignment before Governance",
    source=t.READ,
)


# -------------------------------------------------------------------- 231 Siege of "Kobanigrad", 233 UN Ceasefire


def _civil_wars(s: Situation) -> list[str]:
    return [n for n in s.board.muslim if state.space(s.board, n).civil_war]


@chooses(231)
def _siege(s: Situation, ask: Ask) -> Guidance | None:
    if t.where(ask, Purpose.REMOVE_MILITIA):
        fitting = [n for n in ask.options() if state.space(s.board, n).militia]
        return t.pick(s, ask, fitting, t.jihad, "with Militia, by the Jihad column", sure=True, rule="12.3.1")
    return t.most(s, ask) if ask.field is Field.NUMBER else None


says(
    231,
    playable=lambda s: any(state.space(s.board, n).militia for n in _civil_wars(s)),
    confidence="high",
    source="12.4.1: without Militia nothing changes",
    words="Militia, by the Jihad column",
)

WINTER = 173


def _lead(s: Situation, name: str) -> int:
    """How many more Cells than Militia there are; than Troops and Militia while no marker can come."""
    against = m.tandm(s, name) if q.lapsing(s.board, WINTER) else state.space(s.board, name).militia
    return q.cells(s.board, name) - against


def _worth_a_truce(s: Situation, names: Sequence[str]) -> list[str]:
    return [n for n in names if _lead(s, n) >= 0]


@chooses(233)
def _ceasefire(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.END_CIVIL_WAR):
        return None
    fitting = _worth_a_truce(s, ask.options()) or ask.options()
    best = t.highest(_lead, fitting, s)
    choose = t.in_turn(
        ("Ally", lambda s, n: s.board[n].alignment == ALLY),
        ("Neutral", lambda s, n: s.board[n].alignment == NEUTRAL),
        then=t.chance,
    )
    return t.pick(s, ask, best, choose, "most Cells beyond Militia, Ally, Neutral")


def _wars_outside(s: Situation) -> list[str]:
    return [n for n in _civil_wars(s) if not state.in_caliphate(s.board, n)]


says(
    233,
    playable=lambda s: bool(_worth_a_truce(s, _wars_outside(s))),
    otherwise=lambda s: (
        "" if _worth_a_truce(s, _wars_outside(s)) else "an earlier version of the program always plays it"
    ),
    words="most Cells beyond Militia, then Ally, then Neutral",
)


# -------------------------------------------------------------------- 234 Free Syrian Army, 235 Qadhafi


@chooses(234)
def _free_army(s: Situation, ask: Ask) -> Guidance | None:
    return t.thing(s, ask, CELL, words="two Cells, one Militia") if ask.field is Field.WHAT else None


def _syria_pays(s: Situation) -> bool:
    c = state.space(s.board, "Syria")
    only_militia = not t.cells_left(s) and state.table(s.board).militia_track > 0
    return c.governance != ISLAMIST_RULE and c.reaction <= c.awakening and not only_militia


says(
    234,
    playable=_syria_pays,
    otherwise=lambda s: "" if _syria_pays(s) else "an earlier version of the program tests less",
    words="two Cells, one Militia",
)


def _won(s: Situation, names: Sequence[str]) -> list[str]:
    """Civil Wars that the Cells would win, the Caliphate Capital left out."""
    b = s.board
    return [n for n in names if n != state.table(b).capital and m.cells(s, n) > m.tandm(s, n)]


@chooses(235)
def _qadhafi(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.END_CIVIL_WAR):
        return None
    rich = t.highest(lambda s, n: q.resources(s.board, n), _won(s, ask.options()), s)
    return t.pick(s, ask, rich, t.chance, "a war that the Cells win, highest Resources")


says(
    235,
    playable=lambda s: bool(_won(s, _civil_wars(s))),
    otherwise=lambda s: "" if _won(s, _civil_wars(s)) else "an earlier version of the program tests less",
    words="a war that the Cells win, highest Resources",
)


# -------------------------------------------------------------------- 238 Revolution, 239 Truce


@chooses(238)
def _revolution(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.BEGIN_CIVIL_WAR):
        return None
    torn = t.highest(
        lambda s, n: state.space(s.board, n).awakening - state.space(s.board, n).reaction, ask.options(), s
    )
    rich = t.highest(lambda s, n: q.resources(s.board, n), torn, s)
    return t.pick(s, ask, rich, t.chance, "most Awakening beyond Reaction markers, highest Resources", sure=True)


says(238, words="most Awakening beyond Reaction markers, then highest Resources", source=TWO)
says(
    239, playable=lambda s: False, confidence="high", source="worked turn, play 239; two programs agree", words="never"
)
