"""The Event Instructions Table of the Jihadist Bot: cards 200 to 219."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.editions.awakening import recent, state
from referee.editions.solo.jihadist_bot import lines as t
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.lines import TWO, chooses, says
from referee.editions.solo.situation import Situation
from referee.engine import queries as q
from referee.engine.ask import Ask, Field, Purpose
from referee.engine.board import US
from referee.engine.data import TRACK
from referee.engine.guidance import Guidance
from referee.engine.play import NOTHING

GENERAL = frozenset({204, 214, 216, 219})
"""Cards of which the standing rules alone say what the Bot does."""

CELL, MILITIA, ALIGNMENT, REACTION, AWAKENING = "cell", "militia", "alignment", "reaction", "awakening"
RESERVES, POSTURE, PLACE, PLOT, PRESTIGE = "reserves", "posture", "place", "plot", "prestige"

# -------------------------------------------------------------------- 200 Critical Middle


@chooses(200)
def _critical_middle(s: Situation, ask: Ask) -> Guidance | None:
    """A shift where one is possible; else Cells, first those on the Funding Track."""
    if ask.field is Field.WHAT:
        return t.thing(s, ask, ALIGNMENT, CELL, words="a shift if one is possible, else Cells", sure=True)
    if t.where(ask, Purpose.TOWARD_ADVERSARY):
        return t.shifts(s, ask)
    if ask.field is Field.NUMBER:
        return t.most(s, ask)
    if ask.field is Field.FROM:
        return _from_the_track_first(s, ask)
    return None


def _from_the_track_first(s: Situation, ask: Ask) -> Guidance | None:
    """The Funding Track, then what the Travel From flowchart leads to."""
    legal = ask.options()
    if TRACK in legal:
        return t.due(s, ask, [TRACK], "the Funding Track first", sure=True)
    here = replace(s, target=ask.context["target"])
    names = [n for n in legal if n in s.board.countries]
    others = [(n, "an earlier version of the program takes any Cell") for n in t.travel_from(here, names)[0]]
    movable = [n for n in names if m.movable(here, n)] or names
    words = "a Movable Cell by the Travel From flowchart"
    return t.pick(here, ask, movable, t.travel_from, words, readings=others)


says(
    200,
    words="a shift by the Jihad column if one is possible, else Cells, first those on the Funding Track",
    source=TWO,
)


# -------------------------------------------------------------------- 201 Cross Border Support


@chooses(201)
def _cross_border(s: Situation, ask: Ask) -> Guidance | None:
    if ask.field is Field.WHAT:
        return t.thing(s, ask, CELL, words="Cells")
    if t.where(ask, Purpose.PLACE_MILITIA):
        return t.any_of(s, ask, "nothing says where Militia would go")
    if not t.where(ask, Purpose.PLACE_CELL):
        return None
    hosts = t.caliphate_hosts(s, [n for n in ask.options() if n in ("Mali", "Nigeria")], min(3, s.board.cells_track))
    words = "Mali or Nigeria for a Caliphate" if hosts else "by the Recruit flowchart"
    return t.pick(s, ask, hosts or ask.options(), t.recruit_to, words, rule="12.3.2")


says(201, playable=t.cells_left, words="Cells, in Mali or Nigeria for a Caliphate, else by the Recruit flowchart")


# -------------------------------------------------------------------- 202 Cyber Warfare, 203 Day of Rage

CYBER = ("China", "India", "Russia")


def _to_turn(s: Situation) -> list[str]:
    return [n for n in CYBER if t.posture_can_change(s, n)]


@chooses(202)
def _cyber(s: Situation, ask: Ask) -> Guidance | None:
    if ask.field is Field.WHAT:
        wanted = [POSTURE] * bool(_to_turn(s)) + [RESERVES]
        return t.thing(s, ask, *wanted, words="a Posture if one can change, else the Reserves", sure=True)
    if t.where(ask, Purpose.CHOOSE_POSTURE):
        return t.pick(s, ask, ask.options(), t.by_posture, "by Posture", sure=True, rule="12.3.5")
    return None


says(
    202,
    playable=lambda s: s.board.reserves("US") > 0 or bool(_to_turn(s)),
    confidence="high",
    source=TWO,
    words="a Posture that can change, else the US Reserves",
)


chooses(203)(t.reaction)
says(203, words="a Reaction marker", confidence="high", source="12.3.6")


# -------------------------------------------------------------------- 205 Erdoğan Effect

NEAR_TURKEY = ("Turkey", "Serbia", "Caucasus", "Syria", "Iraq", "Iran")


@chooses(205)
def _erdogan(s: Situation, ask: Ask) -> Guidance | None:
    """Cells; without any a Reaction marker."""
    if t.where(ask):
        names = ask.options()
        if t.cells_left(s):
            narrow = [n for n in names if n in ("Turkey", "Syria", "Iraq")]
            others = [(n, "an earlier version of the program has three countries") for n in t.recruit_to(s, narrow)[0]]
            return t.pick(s, ask, names, t.recruit_to, "by the Recruit flowchart", readings=others)
        fitting = [n for n in names if state.may_be_marked(s.board, n)]
        return t.pick(s, ask, fitting, t.jihad, "by the Jihad column", rule="12.3.6")
    if ask.field is Field.CHOICE:
        return t.thing(s, ask, PLACE, words="something comes", sure=True)
    if ask.field is Field.WHAT and ask.item:
        return t.thing(s, ask, NOTHING, words="Cells alone", sure=True)
    if ask.field is Field.WHAT:
        wanted = [CELL] * t.cells_left(s) + [REACTION]
        return t.thing(s, ask, *wanted, words="Cells, else a Reaction marker", sure=True)
    return t.most(s, ask) if ask.field is Field.NUMBER and ask.silence is None else None


says(
    205,
    playable=lambda s: t.cells_left(s) or any(state.may_be_marked(s.board, n) for n in NEAR_TURKEY),
    confidence="high",
    source=TWO,
    words="up to two Cells by the Recruit flowchart; without Cells a Reaction marker",
)


# -------------------------------------------------------------------- 206, 210, 227, 228: markers

chooses(206)(t.reaction)
chooses(227, 228)(t.reaction)


def _with(s: Situation, field: str) -> list[str]:
    return [n for n in s.board.muslim if getattr(state.space(s.board, n), field)]


def _can_grow(s: Situation, field: str) -> bool:
    """Whether a Reaction marker could come where such a marker lies."""
    return any(state.may_be_marked(s.board, n) for n in _with(s, field))


says(
    206,
    playable=lambda s: _can_grow(s, AWAKENING),
    confidence="high",
    source="12.3.6: else an Awakening marker would come",
    words="a Reaction marker",
)
says(
    227,
    228,
    playable=lambda s: _can_grow(s, REACTION),
    confidence="high",
    source="12.3.6: else Awakening markers would come",
    words="Reaction markers, by the Jihad column, the second one among the neighbours",
)


@chooses(210)
def _sectarian(s: Situation, ask: Ask) -> Guidance | None:
    if ask.field is not Field.WHAT:
        return None
    return t.thing(s, ask, AWAKENING, words="an Awakening marker goes", sure=True, rule="12.3.6")


says(
    210,
    playable=lambda s: bool(_with(s, AWAKENING)),
    confidence="high",
    source="12.3.6: else a Reaction marker would go",
    words="an Awakening marker goes",
)


# -------------------------------------------------------------------- 207 JV / Copycat, 208 Kinder - Gentler


@chooses(207)
def _copycat(s: Situation, ask: Ask) -> Guidance | None:
    """In the United States: a Cell for a WMD, else a Plot 1 while Funding is below 8."""
    if ask.field is Field.WHAT:
        plot_first = not s.board.wmd_available and s.board.funding < 8
        wanted = (PLOT, CELL) if plot_first else (CELL, PLOT)
        words = "a Cell if a WMD is Available, else a Plot 1 while Funding is below 8, else a Cell"
        return t.thing(s, ask, *wanted, words=words, sure=True)
    if t.where(ask):
        return t.due(s, ask, [US], "the United States", sure=True)
    return None


says(
    207,
    words="in the United States: a Cell if a WMD is Available, else a Plot 1 while Funding is below 8, else a Cell",
    confidence="high",
    source="worked turn, play 207; two programs agree",
)
says(208, playable=lambda s: q.overstretch(s.board), confidence="medium")


# -------------------------------------------------------------------- 209 Quds Force


@chooses(209)
def _quds(s: Situation, ask: Ask) -> Guidance | None:
    return t.thing(s, ask, MILITIA, words="Militia", sure=True) if ask.field is Field.WHAT else None


def _militia_to_remove(s: Situation) -> bool:
    b = s.board
    return not q.ally(b, "Iran") and any(state.space(b, n).militia for n in b.muslim)


says(209, playable=_militia_to_remove, confidence="high", source=TWO, words="Militia, by the Jihad column")


# -------------------------------------------------------------------- 211 to 213 Smartphones


def _lately(s: Situation) -> list[str]:
    """Countries of the last cards that can take a marker; all that can where the record does not reach back."""
    b = s.board
    able = [n for n in b.muslim if state.may_be_marked(b, n)]
    return [n for n in able if not recent.all_seen(b) or n in recent.targeted(b) | recent.touched(b)]


@chooses(211, 212, 213)
def _smartphones(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask):
        return t.reaction(s, ask)
    names = [n for n in ask.options() if n in s.board.countries]
    certain = [n for n in names if n in recent.targeted(s.board)] or names
    others = [(n, "a country that a card only touched may count, too") for n in t.jihad(s, names)[0]]
    return t.pick(s, ask, certain, t.jihad, "by the Jihad column", readings=others, rule="12.3.6")


says(
    211,
    212,
    213,
    playable=lambda s: bool(_lately(s)),
    otherwise=lambda s: "" if _lately(s) else "the marker of the card is an effect, too",
    words="a Reaction marker, by the Jihad column",
)


# -------------------------------------------------------------------- 215 Abu Bakr al-Baghdadi


def _base_of_isil(s: Situation) -> list[str]:
    """Where all the Cells go; both countries where nothing tells them apart."""
    names = ["Syria", "Iraq"]
    hosts = t.caliphate_hosts(s, names, min(3, s.board.cells_track))
    return t.recruit_to(s, hosts or names)[0]


@chooses(215)
def _al_baghdadi(s: Situation, ask: Ask) -> Guidance | None:
    """All Cells from the track, in one country; then the card that lies deepest, else a Cell in Europe."""
    if ask.field is Field.WHAT:
        if s.play is not None and "card 215" not in s.play.plan:
            s.play.plan["card 215"] = _base_of_isil(s)
        home = s.play.plan["card 215"] if s.play is not None else _base_of_isil(s)
        both = ask.subject == "Syria" and len(home) > 1
        wanted = [CELL, NOTHING] if both else [CELL] if ask.subject in home else [NOTHING]
        return t.due(s, ask, wanted, "all Cells in one country, by the Recruit flowchart")
    if ask.field is Field.NUMBER:
        return t.most(s, ask, s.board.cells_track)
    if ask.field is Field.FROM:
        return t.due(s, ask, [TRACK], "from the Funding Track alone", sure=True)
    if ask.field is Field.TAKE:
        there = [n for n in s.board.discards if n in ask.options()]
        others = [(n, "in which order cards were discarded is told by the record alone") for n in there]
        words = "the card nearest the bottom of the discard pile, else a Cell in a Schengen country"
        return t.due(s, ask, there[:1] or [NOTHING], words, readings=others)
    return None


says(
    215,
    playable=t.cells_left,
    otherwise=lambda s: "" if t.cells_left(s) else "a card of the pile is an effect, too",
    words="all Cells from the track in one country; then the card that lies deepest, else a Cell in Europe",
    source=t.READ,
)


# -------------------------------------------------------------------- 217 Agitators, 218 al-Nusra Front


@chooses(217)
def _agitators(s: Situation, ask: Ask) -> Guidance | None:
    if ask.field is not Field.TAKE:
        return None
    there = [n for n in s.board.discards if n in ask.options()]
    others = [(n, "in which order cards were discarded is told by the record alone") for n in there]
    return (
        t.due(s, ask, there[:1], "the card nearest the bottom of the discard pile", readings=others) if there else None
    )


says(217, words="the card nearest the bottom of the discard pile")


def _outnumbered(s: Situation, names: Sequence[str]) -> list[str]:
    """Where Militia are more than Cells, so that they go and no Cell does."""
    b = s.board
    return [n for n in names if q.cells(b, n) and state.space(b, n).militia > q.cells(b, n)]


@chooses(218)
def _nusra(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask):
        return None
    return t.pick(
        s, ask, _outnumbered(s, ask.options()), t.jihad, "more Militia than Cells, by the Jihad column", sure=True
    )


says(
    218,
    playable=lambda s: bool(_outnumbered(s, t.at_war(s))),
    confidence="high",
    source=TWO,
    words="more Militia than Cells, by the Jihad column",
)
