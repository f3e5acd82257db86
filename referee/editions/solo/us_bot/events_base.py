"""The Event Instructions Table of the US Bot, base game: cards 1 to 47 and 96 to 120.

A card that is not here is played by the standing rules of 13.3 alone: whenever its precondition is met and it has an
effect (13.4.2). Cards 48 to 95 belong to the Jihadist and are used for Operations.
"""

from __future__ import annotations

from typing import Any

from referee.editions.base.events.cards_109_120 import is_spike
from referee.editions.solo.chart import lowest
from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.choose import by_alert_priorities
from referee.editions.solo.us_bot.instructions import (
    BOOK,
    CHOICES,
    LISTS,
    ONE,
    OPPOSITE,
    POSTURES,
    Choice,
    column,
    countries,
    due,
    flowchart,
    line,
    never,
    not_ours,
    of_level,
    on,
    rows,
    several,
    through,
    where,
)
from referee.engine import queries as q
from referee.engine.ask import Ask, Field, Purpose
from referee.engine.board import ADVERSARY, ALLY, NEUTRAL, Board
from referee.engine.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.guidance import Guidance
from referee.engine.play import UNKNOWN


def level(s: Situation, name: str) -> int:
    """The Governance of a country; 0 while it is unmarked."""
    return s.board[name].governance


def side(s: Situation, name: str) -> str:
    """The Alignment of a country."""
    return s.board[name].alignment


# -------------------------------------------------------------------- 1, 122 Backlash


def _tag(card: int) -> Choice:
    def answer(s: Situation, ask: Ask) -> Guidance | None:
        left, trail = by_alert_priorities(s, ask.options())
        return due(card, left, trail) if left else None

    return on({Field.PLOT: answer})


line(
    1, 122, words="only with Funding above 1; the Plot by the Alert Priorities", playable=lambda s: s.board.funding > 1
)
CHOICES[1], CHOICES[122] = _tag(1), _tag(122)

# -------------------------------------------------------------------- 5, 18, 32, 37, 39: never played

line(5, words="not played: Plots lie face up already", playable=never)
line(18, 32, 37, 39, words="not played for the event", playable=never)

# -------------------------------------------------------------------- 17 FSB

NORTH = ("Russia", "Central Asia")
line(
    17,
    words="only with a Cell in Russia or Central Asia",
    playable=lambda s: any(m.cells(s, n) for n in NORTH),
)

# -------------------------------------------------------------------- 19 Kemalist Republic, 20 King Abdullah

line(
    19,
    words="not while Turkey is Good: its Governance would get worse",
    playable=lambda s: level(s, "Turkey") != GOOD,
    rule="13.3.6",
    confidence="high",
    source=BOOK,
)
line(
    20,
    words="not while Jordan is Good: its Governance would get worse",
    playable=lambda s: level(s, "Jordan") != GOOD,
    rule="13.3.6",
    confidence="high",
    source=BOOK,
)

# -------------------------------------------------------------------- 29 Tony Blair


LEVELS = (("Good", of_level(GOOD)), ("Fair", of_level(FAIR)), ("Poor", of_level(POOR)))
line(
    29,
    words="War of Ideas in up to three Schengen countries that have not the Posture of the US",
    playable=lambda s: bool(not_ours(s, ["United Kingdom", *s.board.schengen])),
)
CHOICES[29] = on(
    {
        Field.WHERE: several(
            29,
            3,
            flowchart("WoI non-Muslim"),
            candidates=not_ours,
            again=(rows(29, OPPOSITE, ("fewest Cells", lowest(m.cells)), *LEVELS),),
        )
    }
)
LISTS[29] = lambda s, ask, so_far: so_far < 3 and bool(not_ours(s, countries(s, ask)))

# -------------------------------------------------------------------- 30 UN Nation Building, 38 Libyan Deal, 41 NATO

CHOICES[30] = on({Field.WHERE: where(30, column("WoI Muslim"), rule="13.3.5")})
CHOICES[38] = on({(Field.WHERE, Purpose.CHOOSE_POSTURE): several(38, 2, POSTURES, rule="13.3.4")})
CHOICES[41] = on({Field.WHERE: where(41, column("Deploy To"), rule="13.3.1")})

# -------------------------------------------------------------------- 96 Danish Cartoons, 97 Fatwa, 99 HAMAS Elected


def _no_plot_left(s: Situation) -> bool:
    """Whether the event could place no Plot: none that it allows is Available."""
    from referee.editions.base.events import steps

    b = s.board
    return steps.plots_left(b, steps.ANY_PLOT if q.any_islamist(b) else ("1",)) == "none"


line(96, words="only if no Plot could be placed", playable=_no_plot_left)
line(97, words="a trade of cards while both sides have one, then an Operation with this card")
line(99, words="not played for the event", playable=never)

# -------------------------------------------------------------------- 100 Hizb ut-Tahrir, 102 Former Soviet Union

line(
    100,
    words="only at Low Intensity with Funding above 1",
    playable=lambda s: q.troops_band(s.board) == "low intensity" and s.board.funding > 1,
)


def _asia_can_gain(s: Situation) -> bool:
    name = "Central Asia"
    return level(s, name) in (0, POOR, ISLAMIST_RULE) or side(s, name) == ADVERSARY


line(
    102, words="only while Central Asia is Poor, unmarked, an Adversary or under Islamist Rule", playable=_asia_can_gain
)

# -------------------------------------------------------------------- 104, 105 Iran


def _in_reach_of_iran(s: Situation) -> list[str]:
    b = s.board
    return [n for n in dict.fromkeys((*b.shia_mix, "Iran")) if n in b.countries and m.cells(s, n)]


def _iran(card: int) -> Choice:
    """One Cell of Iran or a Shia-Mix country, by the Disrupt column; which country is tested matters only if it is there."""

    def target(s: Situation, ask: Ask) -> Guidance | None:
        left, trail = through(s, _in_reach_of_iran(s), (column("Disrupt"),))
        legal = countries(s, ask)
        if not left or "Iran" in set(left) - set(legal):
            return due(card, legal, trail, drawn=False)  # a Cell of Iran goes, whichever country is tested
        return due(card, [n for n in legal if n in left], trail)

    def loser(s: Situation, ask: Ask) -> Guidance | None:
        left, trail = through(s, countries(s, ask), (column("Disrupt"),))
        return due(card, left, trail, drawn=False) if left else None

    return on({Field.WHERE: target, Field.CELL: loser})


line(
    104,
    105,
    words="only with a Cell in Iran or a Shia-Mix country; that Cell is removed, by the Disrupt column",
    playable=lambda s: bool(_in_reach_of_iran(s)),
)
CHOICES[104], CHOICES[105] = _iran(104), _iran(105)

# -------------------------------------------------------------------- 108 Musharraf, 113 Darfur, 114 GTMO


def _musharraf(s: Situation) -> bool:
    """Pakistan is no Ally, not Good, and not Fair and Neutral."""
    at, of = level(s, "Pakistan"), side(s, "Pakistan")
    return of != ALLY and at != GOOD and not (at == FAIR and of == NEUTRAL)


line(108, words="not while Pakistan is an Ally, Good, or Fair and Neutral", playable=_musharraf)
line(
    113,
    words="not with Prestige below High: Sudan would shift toward Adversary",
    playable=lambda s: q.prestige_band(s.board) in ("high", "very high"),
    rule="13.3.6",
    confidence="high",
    source=BOOK,
)
line(114, words="only with Low or Medium Prestige", playable=lambda s: q.prestige_band(s.board) in ("low", "medium"))

# -------------------------------------------------------------------- 117, 118, 236 Oil Price Spike


def _exporters(board: Board, governance: int) -> int:
    """How many oil exporters of a level there are: so many Resources a spike adds to it."""
    return sum(q.oil_exporter(board, n) and board[n].governance == governance for n in board.muslim)


def _us_would_win(board: Board) -> bool:
    return q.good_resources(board) + _exporters(board, GOOD) >= 12


def _jihadist_would_win(board: Board) -> bool:
    ruled = [n for n in board.muslim if q.islamist(board, n)]
    near = any(b in board[a].data.adjacent for a in ruled for b in ruled)
    return near and q.islamist_resources(board) + _exporters(board, ISLAMIST_RULE) >= 6


def _open_cards(board: Board) -> list[int]:
    """The cards that a spike could bring back, 0 for one without a name."""
    return [n for n in (*board.discards, *board.lapsing, *board.boxed) if not is_spike(board, n)]


def _of_the_us(board: Board, card: Any) -> bool:
    return card in board.cards and board.cards[card].side == "US"


def _spike_pays(s: Situation) -> bool:
    b = s.board
    if _us_would_win(b):
        return True
    return not _jihadist_would_win(b) and any(not n or _of_the_us(b, n) for n in _open_cards(b))


def us_card(card: int) -> Choice:
    """The US-associated card of the highest value; a die decides among several, and one that is not named passes."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        legal = ask.options()
        cards = s.board.cards
        ours = [n for n in legal if _of_the_us(s.board, n)]
        if not ours:
            return None
        best = [n for n in ours if cards[n].ops == max(cards[x].ops for x in ours)]
        return due(card, [*best, *([UNKNOWN] if UNKNOWN in legal else [])])

    return on({Field.TAKE: answer})


line(
    *(117, 118, 236),
    words="only if it wins the game, or gives no victory to the Jihadist and brings back a US-associated card of the highest value",
    playable=_spike_pays,
    source=ONE,
)
for _card in (117, 118, 236):
    CHOICES[_card] = us_card(_card)
