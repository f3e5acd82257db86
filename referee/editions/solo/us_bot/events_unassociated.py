"""The Event Instructions Table of the US Bot, Unassociated cards of The Awakening: 200 to 240 (236 stands with card 117).

Card 184 is the Jihadist's; its event has the US take a card.
"""

from __future__ import annotations

from referee.editions.awakening import state
from referee.editions.awakening.events import cards_205_210 as second
from referee.editions.awakening.events import cards_220_231 as third
from referee.editions.awakening.events.cards_200_204 import (
    AFRICA,
    ALERT,
    ALIGNMENT,
    CADRE,
    CELLS,
    MILITIA,
    POSTURE,
    RESERVES,
)
from referee.editions.awakening.events.steps import AWAKENING, REACTION, at_war, marked
from referee.editions.awakening.state import space, table
from referee.editions.solo.chart import highest, lowest, those
from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.choose import Found, by_alert_priorities
from referee.editions.solo.us_bot.events_awakening import from_the_bottom, militia_can_come
from referee.editions.solo.us_bot.events_base import us_card
from referee.editions.solo.us_bot.instructions import (
    CHOICES,
    ENTRY,
    HAS_CELL,
    HIGHEST_RESOURCES,
    IS_ADVERSARY,
    IS_NEUTRAL,
    LISTS,
    MOST_BEYOND,
    Choice,
    column,
    countries,
    due,
    lead,
    line,
    never,
    not_ours,
    on,
    rows,
    through,
    where,
    word,
)
from referee.engine import queries as q
from referee.engine.ask import Ask, Field, Purpose
from referee.engine.board import ALLY, SOFT, US, Board
from referee.engine.data import FAIR, GOOD
from referee.engine.guidance import Guidance
from referee.engine.play import NOTHING

WOI, DISRUPT, DEPLOY_TO = column("WoI Muslim"), column("Disrupt"), column("Deploy To")
MARKERS = "13.3.5"
"""The US Bot places Awakening markers, then removes Reaction markers."""


def any_marked(board: Board, kind: str) -> bool:
    """Whether markers of a kind are on the map."""
    return bool(marked(board, kind))


# -------------------------------------------------------------------- 184 Sequestration

CONGRESS_ACTS = 152


def _fetched(s: Situation, ask: Ask) -> Guidance | None:
    """Congress Acts, else a US card of the highest value; Obama Doctrine the event itself puts first."""
    if ask.field is not Field.TAKE or 0 in s.board.discards:  # a card without a name may be one of them
        return None
    if CONGRESS_ACTS in ask.options():
        return due(184, (CONGRESS_ACTS,))
    return _any_us_card(s, ask)


_any_us_card = us_card(184)
line(
    184,
    words="the US takes Obama Doctrine, else Congress Acts, else a US-associated card of the highest value",
    source=ENTRY,
)
CHOICES[184] = _fetched

# -------------------------------------------------------------------- 200 Critical Middle


def _middle(s: Situation) -> list[str]:
    """Fair countries worth 2 or 3."""
    b = s.board
    return [n for n in b.muslim if b[n].governance == FAIR and q.resources(b, n) in (2, 3)]


def _middle_gains(s: Situation) -> bool:
    return any(s.board[n].alignment != ALLY or state.may_be_marked(s.board, n) for n in _middle(s))


line(
    200,
    words="only where a Fair country worth 2 or 3 can shift or take an Awakening marker; a shift first: an Adversary, "
    "then Neutral, by the WoI Muslim column",
    playable=_middle_gains,
    source=ENTRY,
)
CHOICES[200] = on(
    {
        Field.WHAT: word(200, ALIGNMENT, AWAKENING),
        (Field.WHERE, Purpose.TOWARD_ALLY): where(200, rows(200, IS_ADVERSARY, IS_NEUTRAL), WOI),
    }
)

# -------------------------------------------------------------------- 201 Cross Border Support, 202 Cyber Warfare

line(
    201,
    words="only to place Militia, where most Cells are beyond Troops and Militia",
    playable=lambda s: any(militia_can_come(s.board, n) for n in AFRICA if n in s.board.muslim),
    source=ENTRY,
)
CHOICES[201] = on(
    {
        Field.WHAT: word(201, MILITIA),
        (Field.WHERE, Purpose.PLACE_MILITIA): where(201, rows(201, MOST_BEYOND)),
    }
)
GREAT_POWERS = ("China", "Russia", "India")


def _cyber(s: Situation, ask: Ask) -> Guidance | None:
    """A Posture or the Jihadist's Reserves: the two versions of the program differ in which comes first."""
    can_set = bool(not_ours(s, list(GREAT_POWERS)))
    able = [x for x, can in ((POSTURE, can_set), (RESERVES, s.board.reserves_j > 0)) if can and x in ask.options()]
    if not able:
        return None
    why = "a later version of the program takes the Reserves first"
    return due(202, able[:1], readings=tuple((x, why) for x in able[1:]))


line(
    202,
    words="only for the Jihadist's Reserves or a Posture that the US has not; the Posture first, else the Reserves",
    playable=lambda s: s.board.reserves_j > 0 or bool(not_ours(s, list(GREAT_POWERS))),
    confidence="low",
    source="two versions of one program, which differ",
)
CHOICES[202] = on({Field.WHAT: _cyber})

# -------------------------------------------------------------------- 203 Day of Rage, 204 Ebola Scare

CHOICES[203] = on({Field.WHAT: word(203, AWAKENING, rule=MARKERS)})
line(
    204,
    words="a Troop of the track; else from a country under Islamist Rule, else from an Ally without Cells",
    source=ENTRY,
)
CHOICES[204] = on(
    {
        Field.FROM: where(
            204,
            rows(
                204,
                ("under Islamist Rule", those(lambda s, n: q.islamist(s.board, n))),
                ("an Ally without Cells", those(lambda s, n: s.board[n].alignment == ALLY and not m.cells(s, n))),
            ),
        )
    }
)

# -------------------------------------------------------------------- 205 Erdoğan Effect


def _with_reaction(s: Situation, names: list[str]) -> list[str]:
    return [n for n in names if space(s.board, n).reaction]


def _erdogan_country(s: Situation, ask: Ask) -> Guidance | None:
    """Where Cells are, by the Disrupt column; else where a Reaction marker is, by WoI Muslim."""
    names = countries(s, ask)
    cells = [n for n in names if m.cells(s, n)]
    if cells:
        left, trail = through(s, cells, (DISRUPT,))
    else:
        left, trail = through(s, _with_reaction(s, names), (WOI,))
    return due(205, left, trail) if left else None


def _erdogan_thing(s: Situation, ask: Ask) -> Guidance | None:
    if ask.context.get("verb") == second.PLACE:
        return None
    if ask.item:  # Militia beside the Cells
        return due(205, (NOTHING,)) if NOTHING in ask.options() else None
    return word(205, CELLS, REACTION)(s, ask)


line(
    205,
    words="only to remove Cells, two if it can, by the Disrupt column, else a Reaction marker, by WoI Muslim",
    playable=lambda s: bool(
        [n for n in second.NEAR_TURKEY if m.cells(s, n)] or _with_reaction(s, list(second.NEAR_TURKEY))
    ),
    source=ENTRY,
)
CHOICES[205] = on(
    {
        Field.WHERE: _erdogan_country,
        Field.CHOICE: word(205, second.REMOVE),
        Field.WHAT: _erdogan_thing,
    }
)

# -------------------------------------------------------------------- 206, 210: the other side's markers

line(206, words="only with a Reaction marker on the map", playable=lambda s: any_marked(s.board, REACTION))
CHOICES[206] = on({Field.WHAT: word(206, AWAKENING, rule=MARKERS)})
line(210, words="only with a Reaction marker on the map", playable=lambda s: any_marked(s.board, REACTION))
CHOICES[210] = on({Field.WHAT: word(210, REACTION, rule=MARKERS)})

# -------------------------------------------------------------------- 207 JV / Copycat

THINGS = (ALERT, CELLS, CADRE)
"""What the US Bot would rather be rid of."""


def _copycat_targets(s: Situation) -> Found:
    """The US if anything is there, else by the Disrupt column."""
    found = [n for n in s.board.non_muslim if any(n in second.to_stop(s.board, t) for t in THINGS)]
    return ([US], ()) if US in found else through(s, found, (DISRUPT,))


def _copycat(s: Situation, ask: Ask) -> Guidance | None:
    targets, trail = _copycat_targets(s)
    if ask.field is Field.WHAT:
        best = [next(t for t in THINGS if n in second.to_stop(s.board, t)) for n in targets]
        return due(207, dict.fromkeys(best), trail, drawn=False) if best else None
    if ask.field is Field.PLOT:
        there = [x for x in ask.options() if x[0] in targets]
        plots, further = by_alert_priorities(s, there)
        return due(207, plots, (*trail, *further)) if plots else None
    if ask.field is Field.WHERE:
        thing = CADRE if ask.purpose is Purpose.REMOVE_CADRE else CELLS
        left = [n for n in targets if n in second.to_stop(s.board, thing)]
        return due(207, left, trail) if left else None
    return None


line(
    207,
    words="in the US if anything is there, else by the Disrupt column: a Plot, else a Cell, else a Cadre",
    source=ENTRY,
)
CHOICES[207] = _copycat

# -------------------------------------------------------------------- 208 Kinder - Gentler, 209 Quds Force

line(
    208,
    words="only at Low Intensity",
    playable=lambda s: q.troops_band(s.board) == "low intensity",
    source=ENTRY,
)
line(
    209,
    words="only to remove Cells, by the Disrupt column",
    playable=lambda s: not q.islamist(s.board, "Iran") and any(m.cells(s, n) for n in s.board.muslim),
    source=ENTRY,
)
CHOICES[209] = on({Field.WHAT: word(209, CELLS)})

# -------------------------------------------------------------------- 211 to 213 Smartphones


def _smartphones(card: int) -> Choice:
    """An Awakening marker by the WoI Muslim column, among the countries that cards were certainly about."""

    def country(s: Situation, ask: Ask) -> Guidance | None:
        certain = [n for n in ask.context.get("certain", ()) if n in s.board.countries]
        legal = ask.options()
        every = [n for n in legal if n in s.board.countries]
        if not certain:  # whether any other country counts is disputed
            return None
        left, trail = through(s, certain, (WOI,))
        wider, _ = through(s, every, (WOI,))
        doubt = tuple((n, "a country that a card only touched counts too") for n in wider if n not in left)
        return due(card, left, trail, rule=MARKERS, readings=doubt)

    return on({Field.WHERE: country, Field.WHAT: word(card, AWAKENING, rule=MARKERS)})


for _card in (211, 212, 213):
    CHOICES[_card] = _smartphones(_card)

# -------------------------------------------------------------------- 217 Agitators, 218 al-Nusra Front

line(217, words="the card nearest the bottom of the discard pile", source=ENTRY)
CHOICES[217] = from_the_bottom(217)
MORE_CELLS = ("with more Cells than Militia", those(lambda s, n: m.cells(s, n) > m.militia(s, n)))


def _besieged_militia(s: Situation) -> bool:
    b = s.board
    return any(
        (c.regime_change or space(b, n).civil_war) and m.cells(s, n) > m.militia(s, n) > 0
        for n, c in b.countries.items()
        if n in b.muslim
    )


line(
    218,
    words="only where more Cells are than Militia: most beyond Troops and Militia, then the Disrupt column",
    playable=_besieged_militia,
    source=ENTRY,
)
CHOICES[218] = on({Field.WHERE: where(218, rows(218, MORE_CELLS, MOST_BEYOND), DISRUPT)})

# -------------------------------------------------------------------- 221 Fly Paper

AT_MOST = 2


def _cheapest_fronts(s: Situation) -> list[str]:
    fronts = third.fronts(s.board)
    least = min((q.resources(s.board, n) for n in fronts), default=0)
    return [n for n in fronts if q.resources(s.board, n) == least]


def _sources(s: Situation, names: list[str]) -> list[str]:
    """Countries that can give something up, without the one front to which the Cells will go."""
    fronts = _cheapest_fronts(s)
    return [n for n in names if fronts != [n]]


def _paper_limit(board: Board) -> int:
    """Two at most, three while there is a Caliphate or the track is almost empty."""
    return third.MOST_SOURCES if table(board).capital or board.cells_track < 3 else AT_MOST


def _paper_source(s: Situation, ask: Ask) -> Guidance | None:
    named = ask.context.get("named", ())
    if len(named) >= _paper_limit(s.board):
        return due(221, ())
    names = _sources(s, [n for n in countries(s, ask) if n not in named])
    left, trail = through(s, _with_reaction(s, names) or names, (DISRUPT,))
    return due(221, left, trail) if left else None


def _paper_goes_on(s: Situation, ask: Ask, so_far: int) -> bool | None:
    return so_far < _paper_limit(s.board) and bool(_sources(s, [n for n in ask.options() if n in s.board.countries]))


line(
    221,
    words="only with something outside the front to which Cells would go, the one with the lowest Resources; Reaction markers "
    "before Cells, by the Disrupt column, two unless there is a Caliphate or the track is almost empty",
    playable=lambda s: bool(_sources(s, third.with_cell_or_reaction(s.board))),
    source=ENTRY,
)
CHOICES[221] = on(
    {
        Field.FROM: _paper_source,
        Field.WHAT: word(221, REACTION, "cell"),
        Field.WHERE: where(221, rows(221, ("lowest Resources", lowest(m.resources)))),
    }
)
LISTS[221] = _paper_goes_on

# -------------------------------------------------------------------- 222 Hagel, 223 Iranian Elections, 224, 226


def _hagel(s: Situation) -> bool:
    b = s.board
    return q.us_posture(b) == SOFT and (q.islamist_resources(b) > 1 or q.world_posture(b) > -2)


line(
    222,
    words="only with a Soft US, and with 2 Resources under Islamist Rule or a World that is not Soft 2 or 3",
    playable=_hagel,
    source=ENTRY,
)
CHOICES[223] = on({Field.WHAT: word(223, AWAKENING, rule=MARKERS)})


def _charlie(s: Situation) -> bool:
    b = s.board
    return bool(not_ours(s, [*b.schengen, *third.outside_schengen(b)]))


line(224, words="only with a Posture to set to that of the US", playable=_charlie, source=ENTRY)
line(226, words="where most Cells are beyond Troops and Militia, then a Neutral country", source=ENTRY)
CHOICES[226] = on({Field.WHERE: where(226, rows(226, MOST_BEYOND, IS_NEUTRAL))})

# -------------------------------------------------------------------- 227, 228 Popular Support


def _supported(s: Situation) -> bool:
    return any(state.may_be_marked(s.board, n) for n in marked(s.board, AWAKENING))


line(227, 228, words="only with an Awakening marker on the map", playable=_supported)
for _card in (227, 228):
    CHOICES[_card] = on({Field.WHAT: word(_card, AWAKENING, rule=MARKERS)})

# -------------------------------------------------------------------- 229, 230, 239: never played; 231 Kobanigrad

line(229, 239, words="not played for the event", playable=never, source=ENTRY)
line(
    230,
    words="not played: the country would get worse",
    playable=never,
    rule="13.3.6",
    confidence="high",
    source="rulebook",
)
line(231, words="only with a Cell in a Civil War", playable=lambda s: any(m.cells(s, n) for n in at_war(s.board)))
CHOICES[231] = on({Field.WHERE: where(231, rows(231, HAS_CELL), DISRUPT)})

# -------------------------------------------------------------------- 233 UN Ceasefire, 234, 235, 238


def _ceasefires(s: Situation) -> list[str]:
    b = s.board
    return [n for n in at_war(b) if not state.in_caliphate(b, n)]


def _no_more_cells(s: Situation, name: str) -> bool:
    return m.militia(s, name) >= m.cells(s, name)


def _ceasefire_helps(s: Situation) -> bool:
    found = _ceasefires(s)
    return bool(found) and (q.lapsing(s.board, 173) or any(_no_more_cells(s, n) for n in found))


line(
    233,
    words="only where Militia are at least as many as Cells, or while Arab Winter keeps markers away; most Militia beyond Cells, "
    "then an Adversary, then a Neutral country",
    playable=_ceasefire_helps,
    confidence="low",
    source="a later version of one program; the first one plays it in any Civil War",
)
CHOICES[233] = on(
    {
        Field.WHERE: where(
            233,
            rows(
                233,
                ("most Militia beyond Cells", highest(lambda s, n: m.militia(s, n) - m.cells(s, n))),
                IS_ADVERSARY,
                IS_NEUTRAL,
            ),
        )
    }
)


def _free_syrians(s: Situation) -> bool:
    c = space(s.board, "Syria")
    if c.governance == GOOD or c.awakening > c.reaction:
        return False
    return bool(table(s.board).militia_track) or not s.board.cells_track


line(
    234,
    words="only while Syria is not Good and has no more Awakening than Reaction markers, and Militia are left; two Militia",
    playable=_free_syrians,
)
CHOICES[234] = on({Field.WHAT: word(234, MILITIA)})
line(
    235,
    words="only where Troops and Militia are more than Cells; there, with the highest Resources",
    playable=lambda s: any(lead(s, n) < 0 for n in at_war(s.board)),
    source="a later version of one program; the worked turn for no Civil War",
)
CHOICES[235] = on(
    {
        Field.WHERE: where(
            235,
            rows(
                235, ("with more Troops and Militia than Cells", those(lambda s, n: lead(s, n) < 0)), HIGHEST_RESOURCES
            ),
        )
    }
)
line(238, words="most Reaction beyond Awakening markers, then the highest Resources", source=ENTRY)
CHOICES[238] = on(
    {
        Field.WHERE: where(
            238, rows(238, ("most Reaction beyond Awakening markers", lowest(m.awakening)), HIGHEST_RESOURCES)
        )
    }
)
