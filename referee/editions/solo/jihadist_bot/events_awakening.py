"""The Event Instructions Table of the Jihadist Bot: cards 164 to 199; those behind in ``events_awakening_2``."""

from __future__ import annotations

from collections.abc import Sequence

from referee.editions.awakening import state
from referee.editions.solo.jihadist_bot import lines as t
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.choose import Choice
from referee.editions.solo.jihadist_bot.lines import TWO, chooses, goes_on, says
from referee.editions.solo.situation import Situation
from referee.engine import queries as q
from referee.engine.ask import Ask, Field, Purpose
from referee.engine.board import ADVERSARY, ALLY, NEUTRAL
from referee.engine.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.guidance import Guidance
from referee.engine.play import NOTHING

GENERAL = frozenset({164, 167, 168, 170, 171, 178, 179, 180, 181, 182, 183, 184, 188, 192, 194, 199})
"""Cards of which the standing rules alone say what the Bot does."""

# -------------------------------------------------------------------- 165 Coup


def _to_overthrow(s: Situation, names: Sequence[str]) -> list[str]:
    """Countries where a Coup does the Bot good."""
    b = s.board
    return [
        n for n in names if b[n].governance != ISLAMIST_RULE and not (state.space(b, n).civil_war and b[n].besieged)
    ]


def _shaky(s: Situation) -> list[str]:
    b = s.board
    return [n for n in b.muslim if q.resources(b, n) == 1 and q.cells(b, n) >= 2]


@chooses(165)
def _coup(s: Situation, ask: Ask) -> Guidance | None:
    """Good first by one program, Poor first by the other."""
    if not t.where(ask, Purpose.BEGIN_CIVIL_WAR):
        return None
    fitting = _to_overthrow(s, ask.options()) or ask.options()
    by_level = [[n for n in fitting if s.board[n].governance == level] for level in (GOOD, FAIR, POOR)]
    found = [names for names in by_level if names]
    if not found:
        return None
    others = [(n, "the other program takes Poor before Fair before Good") for n in found[-1]]
    if not by_level[0]:
        others += [(n, "an earlier version of the program picks at random where none is Good") for n in fitting]
    return t.pick(s, ask, found[0], t.chance, "Good, then Fair, then Poor", readings=others)


says(
    165,
    playable=lambda s: bool(_to_overthrow(s, _shaky(s))),
    words="not under Islamist Rule, not in a Civil War with its regime besieged; Good, Fair, Poor",
)


# -------------------------------------------------------------------- 166 Ferguson

says(
    166,
    playable=t.us_has_a_card,
    otherwise=lambda s: "" if t.us_has_a_card(s) else "an earlier version of the program always plays it",
    words="it cancels the next card with a US event",
)


# -------------------------------------------------------------------- 169 Islamic Maghreb


def _for_money(s: Situation) -> bool:
    return s.board.funding < 8 or not t.cells_left(s)


@chooses(169)
def _maghreb(s: Situation, ask: Ask) -> Guidance | None:
    """Where Funding comes the country matters only if it doubles it."""
    if t.where(ask, Purpose.PLACE_CELL):
        twice = [n for n in ask.options() if state.space(s.board, n).civil_war or state.in_caliphate(s.board, n)]
        if _for_money(s):
            return t.due(s, ask, twice or ask.options(), "in Civil War or in the Caliphate", sure=True)
        words = "in Civil War or in the Caliphate, then by the Recruit flowchart"
        return t.pick(s, ask, twice or ask.options(), t.recruit_to, words, sure=True)
    if ask.field is Field.WHAT:
        wanted = ("funding", "cell") if _for_money(s) else ("cell", "funding")
        return t.thing(s, ask, *wanted, words="Funding while it is below 8, else Cells", sure=True)
    return None


says(
    169,
    playable=lambda s: s.board.funding < 8 or t.cells_left(s),
    otherwise=lambda s: "" if s.board.funding < 8 or t.cells_left(s) else "the Posture of Serbia is an effect, too",
    words="Funding while it is below 8, else Cells; a country in Civil War or in the Caliphate first",
    source="worked turn, play 169, for the choice; one program for the test",
)


# -------------------------------------------------------------------- 172 Al-Shabaab

ORDER = ("besieged", "cell", "reaction", "plot", "card")


@chooses(172)
def _shabaab(s: Situation, ask: Ask) -> Guidance | None:
    """Two things in a fixed order, each at the country that its own rule leads to."""
    b = s.board
    if ask.field is Field.WHAT:
        legal = [w for w in ORDER if w in ask.options()]
        left = legal[: 2 - len(ask.context["taken"])]
        words = "Besieged Regime, then a Cell, a Reaction marker, a Plot, a card"
        return t.due(s, ask, left, words, sure=True)
    if t.where(ask, Purpose.BESIEGE):
        fitting = [n for n in ask.options() if b[n].governance != ISLAMIST_RULE]
        return t.pick(s, ask, fitting, t.jihad, "by the Jihad column")
    if t.where(ask, Purpose.PLACE_PLOT):
        others = [(n, "the Plot column alone may be meant") for n in t.plot_column(s, ask.options())[0]]
        return t.pick(s, ask, ask.options(), t.plot_flowchart, "by the Plot flowchart", readings=others)
    if ask.field is Field.MARKER:
        return t.thing(s, ask, "2", "1", words="Plot 2 before Plot 1")
    if ask.field is Field.TAKE:
        return t.at_random(s, ask, "any of the cards")
    return None


says(172, words="two of: Besieged Regime, Cell, Reaction marker, Plot (2 before 1), card, in this order", source=TWO)


# -------------------------------------------------------------------- 173 Arab Winter, 175 Censorship


@chooses(173)
def _winter(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.REMOVE_AWAKENING):
        return None
    return t.in_any_order(s, ask, t.named_before(ask), 2, t.jihad, "two countries by the Jihad column", sure=True)


@goes_on(173)
def _winter_goes_on(s: Situation, ask: Ask, so_far: int) -> bool | None:
    """As many countries as the event allows (12.4.1)."""
    return bool(ask.options()) if ask.field is Field.WHERE else None


@chooses(175)
def _censorship(s: Situation, ask: Ask) -> Guidance | None:
    return t.most(s, ask) if ask.field is Field.NUMBER else None


says(173, 175, words="by the Jihad column, as many as the event allows")


# -------------------------------------------------------------------- 174 Boston Marathon, 176 Change of State

says(174, playable=lambda s: q.gwot_penalty(s.board) == 0)


def _fair_allies(s: Situation, names: Sequence[str]) -> list[str]:
    return [n for n in names if s.board[n].governance == FAIR and s.board[n].alignment == ALLY]


def _overturned(s: Situation) -> list[str]:
    b = s.board
    names = (*b.shia_mix, "Jordan", "Morocco")
    return [n for n in names if not state.space(b, n).civil_war and not b[n].regime_change]


def _worth_turning(s: Situation, names: list[str]) -> list[str]:
    """Highest Resources, then no Troops."""
    rich = t.highest(lambda s, n: q.resources(s.board, n), names, s)
    return [n for n in rich if not q.troops(s.board, n)] or rich


@chooses(176)
def _change_of_state(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.CHOOSE):
        return None
    fitting = _fair_allies(s, ask.options())
    if not fitting:
        return None
    worst = t.highest(m.modifier, fitting, s)
    others = [(n, "the other program does not look at the Jihad modifier") for n in _worth_turning(s, fitting)]
    words = "a Fair Ally: worst Jihad modifier, highest Resources, no Troops"
    return t.pick(s, ask, _worth_turning(s, worst), t.chance, words, readings=others)


says(
    176,
    playable=lambda s: bool(_fair_allies(s, _overturned(s))),
    confidence="high",
    source=TWO,
    words="a Fair Ally: worst Jihad modifier, highest Resources, no Troops",
)


# -------------------------------------------------------------------- 177 Gaza Rockets


@chooses(177)
def _rockets(s: Situation, ask: Ask) -> Guidance | None:
    return t.most(s, ask) if ask.field is Field.NUMBER else None


says(
    177,
    playable=lambda s: t.plots_left(s, "1") and s.board.funding < 9,
    confidence="high",
    source=TWO,
    words="as many Plots 1 as can be",
)


# -------------------------------------------------------------------- 185 al-Maliki


def _garrisons(s: Situation) -> list[str]:
    """Countries with Troops that are no Adversary, so that Neutral is no step toward Ally."""
    b = s.board
    return [n for n in b.names if q.troops(b, n) and b[n].alignment != ADVERSARY]


def _to_leave(s: Situation, names: Sequence[str]) -> list[str]:
    """Those without Regime Change and without the Caliphate Capital."""
    capital = state.table(s.board).capital
    return [n for n in names if not s.board[n].regime_change and n != capital]


def _ally_or_neutral(s: Situation, names: list[str]) -> Choice:
    choose = t.in_turn(
        ("Ally", lambda s, n: s.board[n].alignment == ALLY),
        ("Neutral", lambda s, n: s.board[n].alignment == NEUTRAL),
        then=t.jihad,
    )
    found: Choice = choose(s, [n for n in names if n != "Philippines"] or names)
    return found


@chooses(185)
def _maliki(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.REMOVE_TROOPS):
        return None
    wide = [n for n in _garrisons(s) if n in ask.options()] or ask.options()
    fitting = _to_leave(s, wide) or wide
    others = [(n, "the other program takes Regime Change countries, too") for n in _ally_or_neutral(s, wide)[0]]
    words = "without Regime Change and Caliphate Capital: Ally, Neutral, the Jihad column; the Philippines last"
    return t.pick(s, ask, fitting, _ally_or_neutral, words, readings=others)


says(
    185,
    playable=lambda s: bool(_to_leave(s, _garrisons(s))),
    otherwise=lambda s: (
        "the other program takes Regime Change countries, too"
        if _garrisons(s) and not _to_leave(s, _garrisons(s))
        else ""
    ),
    words="Ally, Neutral, the Jihad column; the Philippines last",
    source=t.READ,
)


# -------------------------------------------------------------------- 186 Boko Haram


@chooses(186)
def _boko_haram(s: Situation, ask: Ask) -> Guidance | None:
    """Cells in a Muslim Nigeria, else a Plot; the other way round before."""
    muslim = s.board["Nigeria"].data.muslim
    if ask.field is Field.WHAT:
        cells, plot = t.cells_left(s), t.plots_left(s, "2", "3")
        wanted = ["cell"] * cells + ["plot"] * plot
        wanted = wanted if muslim else wanted[::-1]
        words = "Cells, else a Plot" if muslim else "a Plot, else Cells, while Nigeria is no Muslim country"
        return t.thing(s, ask, *wanted, words=words, sure=muslim)
    if ask.field is Field.MARKER:
        return t.thing(s, ask, "3", "2", words="Plot 3 before Plot 2")
    if ask.field is Field.NUMBER:
        return t.most(s, ask)
    if ask.field is Field.DISCARD:
        return t.due(s, ask, [NOTHING], "the card never returns to the stack")
    return None


says(186, words="Plot 3, Plot 2 or Cells; Cells first in a Muslim Nigeria; the card does not come back", source=t.READ)


# -------------------------------------------------------------------- 191 Muslim Brotherhood


@chooses(191)
def _brotherhood(s: Situation, ask: Ask) -> Guidance | None:
    """Two more markers by the Jihad column: in two other countries, or by a later version in any, even twice."""
    if ask.field is Field.NUMBER or ask.field is Field.WHAT:
        return t.any_of(s, ask, "one marker or both")
    if not t.where(ask, Purpose.PLACE_REACTION):
        return None
    placed = tuple(ask.context["placed"])
    again = t.jihad(s, ask.options())[0]
    others = [(n, "a later version of the program may take a country again, and Egypt") for n in again]
    fitting = [n for n in ask.options() if n != "Egypt" and n not in placed]
    found = t.first_of(s, fitting, 2 - len([n for n in placed if n != "Egypt"]), t.jihad) if fitting else []
    own = ["Egypt"] if "Egypt" not in placed else []
    return t.due(s, ask, [*found, *own], "two other countries by the Jihad column", readings=others)


@goes_on(191)
def _brotherhood_goes_on(s: Situation, ask: Ask, so_far: int) -> bool | None:
    """Both further markers are placed (12.4.1)."""
    placed: Sequence[str] = ask.context.get("placed", ())
    if ask.field is not Field.WHERE or len(placed) - ("Egypt" in placed) >= 2:
        return None
    return bool(ask.options())


says(191, words="two further countries by the Jihad column", source=t.READ)


# -------------------------------------------------------------------- 195 Taliban Resurgent, 196 Training Camps


def _strongholds(s: Situation) -> list[str]:
    b = s.board
    return [n for n in b.muslim if (state.space(b, n).civil_war or b[n].regime_change) and q.cells(b, n) >= 3]


def _can_strike(s: Situation, name: str) -> bool:
    """Whether Plots there cost Prestige."""
    return s.board[name].governance == POOR and s.board.prestige > 1 and q.troops(s.board, name) > 0


@chooses(195)
def _resurgent(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.REMOVE_CELL):
        return None
    names = ask.options()
    fitting = [n for n in names if t.good_or_fair(s, n)] or [n for n in names if _can_strike(s, n)]
    if not fitting:
        return None
    others = [(n, "the first row of the column may not count") for n in t.jihad(s, fitting)[0]]
    words = "Good or Fair, else Poor with Troops while Prestige is above 1"
    return t.pick(s, ask, fitting, t.jihad_roll, words, readings=others)


says(
    195,
    playable=lambda s: any(t.good_or_fair(s, n) or _can_strike(s, n) for n in _strongholds(s)),
    source="one program, whose text and code differ",
    words="Good or Fair, else Poor with Troops while Prestige is above 1; then the Jihad column",
)


def _camp_sites(s: Situation) -> list[str]:
    return [n for n in s.board.muslim if s.board[n].governance > GOOD]


def _needs_dice(s: Situation, name: str) -> bool:
    return not m.auto_recruit(s, name)


@chooses(196)
def _camps(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.PLACE_CELL):
        return None
    fitting = [n for n in ask.options() if _needs_dice(s, n)] or ask.options()
    others = [(n, "12.3.2 has the flowchart first") for n in t.recruit_to(s, fitting)[0]]
    words = "no Auto-Recruit country, by the Recruit and Travel To column"
    return t.pick(s, ask, fitting, t.recruit_column, words, readings=others)


says(
    196,
    playable=lambda s: any(_needs_dice(s, n) for n in _camp_sites(s)),
    otherwise=lambda s: (
        "" if any(_needs_dice(s, n) for n in _camp_sites(s)) else "a later version of the program always plays it"
    ),
    words="no Auto-Recruit country, by the Recruit and Travel To column",
    source="two programs agree, a later version of one does not",
)


# -------------------------------------------------------------------- 197 Unconfirmed, 198 US Atrocities


def _leaders(s: Situation) -> list[int]:
    from referee.editions.awakening.events.cards_191_199 import missing_leaders

    return [n for n in missing_leaders(s.board) if n in s.board.removed or 0 in s.board.removed]


@chooses(197)
def _unconfirmed(s: Situation, ask: Ask) -> Guidance | None:
    if ask.field is not Field.TAKE:
        return None
    there = [n for n in s.board.removed if n in ask.options()]
    others = [(n, "in which order cards were removed is told by the record alone") for n in there]
    return t.due(s, ask, there[-1:], "the one nearest the top of the removed cards", readings=others) if there else None


says(
    197,
    playable=lambda s: bool(_leaders(s)),
    otherwise=lambda s: "" if _leaders(s) or s.board.prestige == 1 else "the loss of Prestige is an effect, too",
    words="the leader nearest the top of the removed cards",
    source=t.READ,
)


@chooses(198)
def _atrocities(s: Situation, ask: Ask) -> Guidance | None:
    if t.where(ask, Purpose.TOWARD_ADVERSARY):
        return t.shifts(s, ask)
    if t.where(ask, Purpose.CHOOSE_POSTURE):
        return t.at_random(s, ask, "any Unmarked country")
    return None


says(198, words="a country that is no Adversary, by the Jihad column; any Unmarked country takes the other Posture")
