"""The Event Instructions Table of the US Bot, US cards of The Awakening: 121 to 163 (122 stands with card 1)."""

from __future__ import annotations

from referee.editions.awakening import state
from referee.editions.awakening.events import cards_153_163
from referee.editions.awakening.events.steps import at_war, half
from referee.editions.awakening.state import space, table
from referee.editions.solo.chart import lowest
from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.instructions import (
    CHOICES,
    ENTRY,
    ERRATA,
    HIGHEST_RESOURCES,
    IN_REGIME_CHANGE,
    IS_ADVERSARY,
    IS_NEUTRAL,
    LISTS,
    MOST_BEYOND,
    WITH_PLOTS,
    Choice,
    Goes,
    column,
    due,
    lead,
    line,
    most,
    never,
    of_level,
    on,
    rows,
    several,
    top,
    where,
    word,
)
from referee.engine import queries as q
from referee.engine.ask import Ask, Field, Purpose
from referee.engine.board import ALLY, HARD, SOFT, Board
from referee.engine.data import POOR
from referee.engine.guidance import Guidance
from referee.engine.play import NOTHING

DEPLOY_TO, WOI, DISRUPT = column("Deploy To"), column("WoI Muslim"), column("Disrupt")


def militia_can_come(board: Board, name: str) -> bool:
    """Whether an event could place Militia there."""
    return bool(table(board).militia_track) and state.may_have_militia(board, name)


def goes_on(most_of_them: int) -> Goes:
    """A list that goes on as long as it can, up to a number (13.4.2)."""
    return lambda s, ask, so_far: so_far < most_of_them and bool(ask.options())


# -------------------------------------------------------------------- 121 Advisors, 126 to 128 Reaper

line(121, words="the country by the Deploy To column")
CHOICES[121] = on({Field.WHERE: where(121, DEPLOY_TO)})

MANY = 5


def _crowded(s: Situation) -> list[str]:
    """Muslim countries with five Cells, outside Islamist Rule."""
    b = s.board
    return [n for n in b.muslim if m.cells(s, n) >= MANY and not q.islamist(b, n)]


def _reaper(card: int) -> Choice:
    """Two Cells of a crowded country; else a card of the Jihadist; else Cells all the same."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        return word(card, *(("cell", "card") if _crowded(s) else ("card", "cell")))(s, ask)

    crowded = ("with five Cells and not under Islamist Rule", lambda s, names: [n for n in names if n in _crowded(s)])
    return on(
        {
            Field.WHAT: answer,
            Field.WHERE: where(card, rows(card, crowded), DISRUPT),
        }
    )


line(
    *(126, 127, 128),
    words="two Cells from a country with five or more that is not under Islamist Rule, else a card of the Jihadist; if the Jihadist has none, two Cells by the Disrupt column",
)
for _card in (126, 127, 128):
    CHOICES[_card] = _reaper(_card)

# -------------------------------------------------------------------- 131 Arab Spring "Fallout", 137 FMS

line(131, 137, words="no line of its own: by the standing rules", confidence="high", source="worked turn")
CHOICES[131] = on({Field.WHERE: several(131, 2, WOI, rule="13.3.5")})
LISTS[131] = goes_on(2)

# -------------------------------------------------------------------- 132 Battle of Sirte, 133 Benghazi Falls

line(132, words="the Civil War with most Cells beyond Troops and Militia")
CHOICES[132] = on({Field.WHERE: where(132, rows(132, MOST_BEYOND), standing="Deploy To"), Field.NUMBER: most})


def _libya_changes(s: Situation) -> bool:
    b = s.board
    if not space(b, "Libya").civil_war or militia_can_come(b, "Libya"):
        return True
    return q.us_posture(b) == HARD and b["Italy"].posture != HARD


line(
    133,
    words="only if Libya would change, or Italy to the Posture of a Hard US",
    playable=_libya_changes,
)

# -------------------------------------------------------------------- 135 Delta / SEALs, 136 Factional Infighting

line(135, words="an Available WMD; without one a card of the Jihadist", source=ENTRY)
CHOICES[135] = on({Field.WHAT: word(135, "wmd", "card")})
line(
    136,
    words="the country with most Cells beyond Troops and Militia, then the Disrupt column; as many Cells as it allows",
)
CHOICES[136] = on({Field.WHERE: where(136, rows(136, MOST_BEYOND), DISRUPT, standing="Disrupt")})

# -------------------------------------------------------------------- 138, 139

line(138, words="not played for the event", playable=never, source=ENTRY)
line(139, words="only with Funding above 1", playable=lambda s: s.board.funding > 1)

# -------------------------------------------------------------------- 143 Obama Doctrine

IN_ORDER = ("prestige", "funding", "awakening", "aid", "posture", "card")


def _doctrine(s: Situation, ask: Ask) -> Guidance | None:
    """The first things of the list that change anything, in whatever order a record has them."""
    if ask.field is not Field.WHAT:
        return None
    n = 3 if s.board.cards[143].ops == 3 else 2
    taken, legal = ask.context.get("taken", ()), ask.options()
    wanted = [x for x in IN_ORDER if x in taken or x in legal][:n]
    left = [x for x in wanted if x not in taken] or [x for x in IN_ORDER if x in legal][:1]
    return due(143, left, drawn=False) if left else None


line(
    143,
    words="in this order, as far as they change anything: Prestige, Funding, an Awakening marker, Aid",
    source=ENTRY,
)
CHOICES[143] = _doctrine

# -------------------------------------------------------------------- 144 Operation New Dawn, 145 Russian Aid


def _second_exchange(s: Situation, ask: Ask) -> Guidance | None:
    """Both Troops in one country where it has two."""
    first = ask.context.get("first", "")
    if first in s.board.countries and s.board[first].troops >= 2:
        return due(144, (NOTHING,))
    return None


_exchange = where(144, rows(144, IN_REGIME_CHANGE, WITH_PLOTS), standing="Deploy To")
line(144, words="in a Regime Change country, else in one with a Plot, else in any")
CHOICES[144] = on({Field.WHERE: lambda s, ask: (_second_exchange if ask.item else _exchange)(s, ask)})
CHOICES[145] = on({Field.WHERE: where(145, DEPLOY_TO, rule="13.3.1")})

# -------------------------------------------------------------------- 147 Strike Eagle, 149, 150, 159: where

line(147, words="the country by the Disrupt column")
CHOICES[147] = on({Field.WHERE: where(147, DISRUPT)})
CHOICES[149] = on({Field.WHERE: where(149, WOI, rule="13.3.5")})
line(150, words="the Civil War with the highest Resources, then the Disrupt column")
CHOICES[150] = on({Field.WHERE: where(150, rows(150, HIGHEST_RESOURCES), DISRUPT, standing="Deploy To")})
CHOICES[159] = on({Field.WHERE: where(159, DEPLOY_TO, rule="13.3.1")})

# -------------------------------------------------------------------- 152 Congress Acts


def _lost_wars(s: Situation) -> list[str]:
    """Civil Wars with more Cells than Troops and Militia."""
    return [n for n in at_war(s.board) if lead(s, n) > 0]


def _congress(s: Situation) -> bool:
    b = s.board
    ruled = sum(q.islamist(b, n) for n in b.muslim)
    return ruled > 2 and q.us_posture(b) == SOFT and bool(_lost_wars(s))


line(
    152,
    words="only with a Soft US, three countries under Islamist Rule and a Civil War with more Cells than Troops and Militia; "
    "there, where they are most beyond them, with six Troops",
    playable=_congress,
)
CHOICES[152] = on(
    {Field.WHERE: where(152, rows(152, MOST_BEYOND), standing="Regime Change"), Field.NUMBER: word(152, 6)}
)

# -------------------------------------------------------------------- 153, 154 Facebook

for _card in (153, 154):
    CHOICES[_card] = on({Field.WHERE: several(_card, 3, WOI, rule="13.3.5")})
    LISTS[_card] = goes_on(3)

# -------------------------------------------------------------------- 156 Gulf Union, 157 Limited Deployment


def _union(s: Situation) -> bool:
    b = s.board
    return any(militia_can_come(b, n) and lead(s, n) > 0 for n in cards_153_163.in_reach(b))


def _in_one_country(s: Situation, ask: Ask) -> Guidance | None:
    """All Militia in one country."""
    if ask.context.get("named"):
        return due(156, ())
    return where(156, rows(156, MOST_BEYOND), DEPLOY_TO)(s, ask)


line(
    156,
    words="only to place Militia where more Cells are than Troops and Militia; all where they are most beyond them, "
    "then by the Deploy To column",
    playable=_union,
    source=ENTRY,
)
CHOICES[156] = on({Field.CHOICE: word(156, cards_153_163.PLACE), Field.WHERE: _in_one_country})
LISTS[156] = lambda s, ask, so_far: so_far < 1
line(157, words="the Civil War with most Cells beyond Troops and Militia, then the Deploy To column", source=ERRATA)
CHOICES[157] = on({(Field.WHERE, Purpose.MOVE_TROOPS): where(157, rows(157, MOST_BEYOND), DEPLOY_TO)})

# -------------------------------------------------------------------- 160 Operation Neptune Spear, 217 Agitators


def from_the_bottom(card: int) -> Choice:
    """The card nearest the bottom of the discard pile, among those that the event fetches."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        pile, legal = s.board.discards, ask.options()
        if 0 in pile:  # a card without a name may be one of them
            return None
        found = next((n for n in pile if n in legal), None)
        return due(card, (found,)) if found is not None else None

    return on({Field.TAKE: answer})


line(160, words="the card nearest the bottom of the discard pile", source=ENTRY)
CHOICES[160] = from_the_bottom(160)

# -------------------------------------------------------------------- 161 PRISM

ASLEEP = 5


def _sleepers(board: Board) -> int:
    return sum(c.sleepers for c in board.countries.values())


def _wakes(s: Situation) -> dict[str, int]:
    """Half of all Sleepers: those of the first country by the Disrupt column, then of the next."""
    b = s.board
    left = half(_sleepers(b))
    found: dict[str, int] = {}
    rest = [n for n in b.names if b[n].sleepers]
    while left and rest:
        best, tied, _ = top(s, rest, 1, DISRUPT)
        name = (best or tied)[0]
        found[name] = min(left, b[name].sleepers)
        left -= found[name]
        rest.remove(name)
    return found


def _prism_country(s: Situation, ask: Ask) -> Guidance | None:
    named = ask.context.get("named", ())
    left = [n for n in _wakes(s) if n not in named]
    return due(161, left, drawn=False) if left else None


def _prism_cells(s: Situation, ask: Ask) -> Guidance | None:
    n = _wakes(s).get(ask.subject)
    legal = [o for o in ask.options() if len(o) == n]
    return due(161, legal, drawn=False) if legal else None


line(
    161,
    words="only with a Plot or five Sleepers on the map; Plots first, else Sleepers country by country, by the Disrupt column",
    playable=lambda s: q.plots_on_map(s.board) or _sleepers(s.board) >= ASLEEP,
    source=ENTRY,
)
CHOICES[161] = on(
    {
        Field.WHAT: word(161, cards_153_163.ALERT, cards_153_163.ACTIVATE),
        Field.WHERE: _prism_country,
        Field.CELLS: _prism_cells,
    }
)

# -------------------------------------------------------------------- 162 SCAF, 163 Status Quo

FEWEST_CELLS = ("fewest Cells", lowest(m.cells))
IS_POOR = ("Poor", of_level(POOR))


def _no_ally_among(s: Situation, names: list[str]) -> bool:
    """Whether one of the candidates is no Ally yet."""
    return any(s.board[n].alignment != ALLY for n in names)


def _scaf(s: Situation) -> bool:
    return _no_ally_among(s, cards_153_163.divided(s.board))


def _status_quo(s: Situation) -> bool:
    b = s.board
    return _no_ally_among(s, [n for n in cards_153_163.held(b) if not state.in_caliphate(b, n)])


line(
    162,
    words="an Adversary, then a Neutral country; fewest Cells, Poor, then the WoI Muslim column; not for an Ally",
    playable=_scaf,
    confidence="low",
    source="the first version of one program; the later one plays it for an Ally too",
)
CHOICES[162] = on(
    {(Field.WHERE, Purpose.TOWARD_ALLY): where(162, rows(162, IS_ADVERSARY, IS_NEUTRAL, FEWEST_CELLS, IS_POOR), WOI)}
)
line(
    163,
    words="an Adversary, then a Neutral country, with the highest Resources; not for an Ally",
    playable=_status_quo,
    source="the words of the table as the author of one program reports them",
)
CHOICES[163] = on({Field.WHERE: where(163, rows(163, IS_ADVERSARY, IS_NEUTRAL, HIGHEST_RESOURCES))})
