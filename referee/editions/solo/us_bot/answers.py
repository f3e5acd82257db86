"""Answers of the US Bot in events and at other moments: by the standing rules of 13.3, and by lines of the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.editions.base.events.steps import opposite
from referee.editions.base.events.steps.cells import SADR, number_named
from referee.editions.solo.flowchart import measures as common
from referee.editions.solo.flowchart.chart import (
    Choice,
    Chooser,
    Chosen,
    Column,
    Confidence,
    Goes,
    Keep,
    Preference,
    Situation,
    guidance,
    highest,
    lines_of,
    prefer,
    those,
)
from referee.editions.solo.flowchart.instructions import countries, named_before, top
from referee.editions.solo.flowchart.measures import aligned, regime_change
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.priorities import DATA, PRIORITIES, alike, by_alert_priorities, stop
from referee.engine import queries as q
from referee.engine.ask import AIMS, Ask, Field, Purpose
from referee.engine.board import ADVERSARY, NEUTRAL
from referee.engine.guidance import Guidance, Stop, Trail
from referee.engine.play import UNKNOWN

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


def options_of(ask: Ask) -> list[Any]:
    """The legal answers, each once."""
    return list(dict.fromkeys(ask.options()))


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


def the_most(ask: Ask) -> Guidance | None:
    """As many as the event allows (13.4.2)."""
    legal = [o for o in options_of(ask) if isinstance(o, int)]
    if not legal:
        return None
    most = (max(legal),)
    return guidance(most, "13.4.2", stop("event", "13.4.2", "as much as the event allows", left=most))


# -------------------------------------------------------------------- ways among countries (the Event Instructions Table)

Readings = tuple[tuple[Any, str], ...]
DEPLOY_TO, WOI, DISRUPT = (PRIORITIES.column(name) for name in ("Deploy To", "WoI Muslim", "Disrupt"))
WOI_OUTSIDE = PRIORITIES.flowchart("WoI non-Muslim")
MARKERS = "13.3.5"
"""The US Bot places Awakening markers, then removes Reaction markers."""


def _column(name: str, preferences: tuple[tuple[str, Keep], ...], confidence: Confidence) -> Column:
    return Column(name, name, tuple(Preference(i, *said, confidence) for i, said in enumerate(preferences, 1)))


def rows(*preferences: tuple[str, Keep]) -> Chooser:
    """Preferences that a line of the table has of its own."""
    return lambda s, names: prefer(_column(f"card {s.card}", preferences, "medium"), s, names)


def _by_posture(s: Situation, names: list[str]) -> Choice:
    column = _column("rule 13.3.4", (OPPOSITE, UNMARKED), "high")
    return prefer(Column(column.id, "13.3.4", column.rows), s, names)


def through(*ways: Chooser) -> Chooser:
    """Several ways, one after the other."""

    def choose(s: Situation, names: list[str]) -> Choice:
        left = list(names)
        trail: Trail = ()
        for way in ways:
            left, further = way(s, left)
            trail = (*trail, *further)
        return left, trail

    return choose


def lead(s: Situation, name: str) -> int:
    """Cells beyond Troops and Militia."""
    return common.cells(s, name) - common.units(s, name)


def not_ours(s: Situation, names: Iterable[str]) -> list[str]:
    """Non-Muslim countries without the Posture of the US."""
    ours = q.us_posture(s.board)
    return [n for n in names if s.board[n].posture != ours]


MOST_BEYOND = ("most Cells beyond Troops and Militia", highest(lead))
HAS_CELL = ("with a Cell", those(lambda s, n: common.cells(s, n) > 0))
IS_ADVERSARY = ("an Adversary", aligned(ADVERSARY))
IS_NEUTRAL = ("Neutral", aligned(NEUTRAL))
HIGHEST_RESOURCES = ("highest Resources", highest(m.resources))
IN_REGIME_CHANGE = ("in Regime Change", those(regime_change))
WITH_PLOTS = ("with a Plot", those(lambda s, n: bool(s.board[n].plots)))
OPPOSITE = ("with the opposite Posture of the US", those(lambda s, n: bool(s.board[n].posture and not_ours(s, [n]))))
UNMARKED = ("without a Posture", those(lambda s, n: not s.board[n].posture))

# -------------------------------------------------------------------- answers by a line of the table


def due(
    s: Situation,
    answers: Iterable[Any],
    trail: Trail = (),
    *,
    rule: str = "",
    drawn: bool | None = None,
    readings: Readings = (),
) -> Guidance:
    """The answers that the line of a card calls for, or a ``rule`` of the book."""
    if rule:
        return guidance(answers, rule, trail, drawn=drawn, readings=readings, goes_by=f"rule {rule}")
    card = f"card {s.card}"
    words = lines_of(DATA).get(s.card, {}).get("words", "the instructions")
    here = Stop(card, card, words, "", (), False)
    by = f"the line of the table for card {s.card}"
    return guidance(answers, card, (here, *trail), drawn=drawn, readings=readings, goes_by=by)


def pick(*ways: Chooser, rule: str = "", standing: str = "") -> Chosen:
    """Answer with a country; with a ``rule`` of the book no line of the table is needed for it.

    ``standing`` is the column of the standing rules, which hold if the table has no line for the card after all.
    """

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        names = countries(s, ask)
        if not names:
            return None
        left, trail = through(*ways)(s, names)
        other = PRIORITIES.by_column(s, standing, names)[0] if standing else []
        why = f"the {standing} column, if the table says nothing of card {s.card}"
        return due(s, left, trail, rule=rule, readings=tuple((n, why) for n in other if n not in left))

    return answer


def first(*preferred: Any) -> Chosen:
    """Answer with the first of some things that is legal."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        legal = ask.options()
        found = next((p for p in preferred if p in legal), None)
        return None if found is None else due(s, (found,))

    return answer


def marker(kind: str) -> Chosen:
    """Answer with the kind of marker that 13.3.5 has first."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        if kind not in ask.options():
            return None
        words = "Awakening markers are placed first, then Reaction markers removed"
        return due(s, (kind,), (Stop(f"rule {MARKERS}", MARKERS, words, "", (kind,)),), rule=MARKERS)

    return answer


def several(
    n: int, *ways: Chooser, rule: str = "", candidates: Keep | None = None, again: tuple[Chooser, ...] = ()
) -> Chosen:
    """Answer with up to ``n`` countries in any order; ``again`` is another reading of the order of preference."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        named = [x for x in named_before(ask) if x in s.board.countries]
        names = [*named, *(x for x in countries(s, ask) if x not in named)]
        fitting = candidates(s, names) if candidates is not None else names
        chosen, tied, trail = top(s, fitting, n, through(*ways))
        certain = [x for x in chosen if x not in named]
        open_ = certain or [x for x in tied if x not in named]
        other = [x for part in top(s, fitting, n, through(*again))[:2] for x in part] if again else []
        readings = tuple((x, "another order of preference") for x in other if x not in named and x not in open_)
        return due(s, open_, trail, rule=rule, drawn=not certain and len(open_) > 1, readings=readings)

    return answer


POSTURES = several(2, _by_posture, rule="13.3.4")
"""Two countries: opposite Postures first, then those without one."""


def goes_on(most_of_them: int) -> Goes:
    """A list that goes on as long as it can, up to a number (13.4.2)."""
    return lambda s, ask, so_far: so_far < most_of_them and bool(ask.options())


def us_card(s: Situation, ask: Ask) -> Guidance | None:
    """The US-associated card of the highest value; a die decides among several, and one that is not named passes."""
    legal, cards = ask.options(), s.board.cards
    ours = [n for n in legal if n in cards and cards[n].side == "US"]
    if not ours:
        return None
    best_of_them = [n for n in ours if cards[n].ops == max(cards[x].ops for x in ours)]
    return due(s, [*best_of_them, *([UNKNOWN] if UNKNOWN in legal else [])])


def from_the_bottom(s: Situation, ask: Ask) -> Guidance | None:
    """The card nearest the bottom of the discard pile, among those that the event fetches."""
    pile, legal = s.board.discards, ask.options()
    if 0 in pile:  # a card without a name may be one of them
        return None
    found = next((n for n in pile if n in legal), None)
    return due(s, (found,)) if found is not None else None
