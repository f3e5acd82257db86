"""The Event Instructions Table of the US Bot.

The words of each line, its confidence and its source are in ``data/instructions.toml``. A card in neither goes by the
standing rules of 13.3 alone: it is played whenever its precondition is met and it has an effect (13.4.2). Cards 48 to
95 belong to the Jihadist and are used for Operations; the event of card 184 has the US take a card.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.editions.awakening import state
from referee.editions.awakening.events import cards_153_163 as facebook
from referee.editions.awakening.events import cards_205_210 as erdogan
from referee.editions.awakening.events import cards_220_231 as serval
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
from referee.editions.awakening.events.steps import AWAKENING, REACTION, at_war, half, marked, troubled
from referee.editions.awakening.state import expansion, space
from referee.editions.base.events import steps
from referee.editions.solo.flowchart import measures as common
from referee.editions.solo.flowchart.chart import (
    AnswerRule,
    Chooser,
    Column,
    EventAnswers,
    Filter,
    ListRule,
    Preference,
    Shortlist,
    Situation,
    by_card,
    guidance,
    highest,
    instructions_of,
    lines_of,
    lowest,
    prefer,
    those,
)
from referee.editions.solo.flowchart.instructions import (
    countries,
    either,
    event,
    named_before,
    never,
    open_cards,
    outside_caliphate,
    spike_winner,
    top,
)
from referee.editions.solo.flowchart.measures import aligned, of_level, regime_change
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.priorities import DATA, PRIORITIES, by_alert_priorities, stop
from referee.engine.law.ask import Ask, Purpose
from referee.engine.law.guidance import Guidance, Stop, Trail
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state import queries as q
from referee.engine.state.board import ADVERSARY, ALLY, HARD, NEUTRAL, SOFT, US, Board
from referee.engine.state.data import FAIR, GOOD, ISLAMIST_RULE, POOR


def options_of(ask: Ask) -> list[Any]:
    """The legal answers, each once."""
    return list(dict.fromkeys(ask.options()))


def the_most(ask: Ask) -> Guidance | None:
    """The highest number that the event allows (13.4.2)."""
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


def rows(*preferences: tuple[str, Filter]) -> Chooser:
    """Preferences of a single line of the table."""
    made = tuple(Preference(i, *said, "medium") for i, said in enumerate(preferences, 1))
    return lambda s, names: prefer(Column(f"card {s.card}", f"card {s.card}", made), s, names)


def through(*ways: Chooser) -> Chooser:
    """Several ways, one after the other."""

    def choose(s: Situation, names: list[str]) -> Shortlist:
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
    """The due answers of a card's line, or a ``rule``."""
    if rule:
        return guidance(answers, rule, trail, drawn=drawn, readings=readings, goes_by=f"rule {rule}")
    card = f"card {s.card}"
    words = lines_of(DATA).get(s.card, {}).get("words", "the instructions")
    here = Stop(card, card, words, "", (), False)
    by = f"the line of the table for card {s.card}"
    return guidance(answers, card, (here, *trail), drawn=drawn, readings=readings, goes_by=by)


def pick(*ways: Chooser, rule: str = "", standing: str = "", candidates: Filter | None = None) -> AnswerRule:
    """Answer with a country, by the card's line or a ``rule``.

    ``standing`` is the column of the standing rules, which hold if the table has no line for the card after all.
    """

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        names = countries(s, ask) if candidates is None else candidates(s, countries(s, ask))
        if not names:
            return None
        left, trail = through(*ways)(s, names)
        other = PRIORITIES.by_column(s, standing, names)[0] if standing else []
        why = f"the {standing} column, if the table says nothing of card {s.card}"
        return due(s, left, trail, rule=rule, readings=tuple((n, why) for n in other if n not in left))

    return answer


def first(*preferred: Any) -> AnswerRule:
    """Answer with the first legal one of some things."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        legal = ask.options()
        found = next((p for p in preferred if p in legal), None)
        return None if found is None else due(s, (found,))

    return answer


def marker(kind: str) -> AnswerRule:
    """Answer with the first kind of marker by 13.3.5."""

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        if kind not in ask.options():
            return None
        words = "Awakening markers are placed first, then Reaction markers removed"
        return due(s, (kind,), (Stop(f"rule {MARKERS}", MARKERS, words, "", (kind,)),), rule=MARKERS)

    return answer


def several(
    n: int,
    *ways: Chooser,
    rule: str = "",
    candidates: Filter | None = None,
    again: tuple[Chooser, ...] = (),
    at_once: bool = False,
) -> AnswerRule:
    """Answer with up to ``n`` countries in any order.

    ``again`` reads preferences differently. An event that acts ``at_once`` has changed the countries named before, so that
    they have their places and are not compared again.
    """

    def answer(s: Situation, ask: Ask) -> Guidance | None:
        named = [x for x in named_before(ask) if x in s.board.countries]
        compared = [] if at_once else named
        names = [*compared, *(x for x in countries(s, ask) if x not in named)]
        fitting = candidates(s, names) if candidates is not None else names
        chosen, tied, trail = top(s, fitting, n - len(named) + len(compared), through(*ways))
        certain = [x for x in chosen if x not in named]
        if certain and tied:  # what chooses among those tied is no reason yet
            trail = top(s, fitting, len(chosen), through(*ways))[2]
        open_ = certain or [x for x in tied if x not in named]
        other = [x for part in top(s, fitting, n, through(*again))[:2] for x in part] if again else []
        readings = tuple((x, "another order of preference") for x in other if x not in named and x not in open_)
        return due(s, open_, trail, rule=rule, drawn=not certain, readings=readings)

    return answer


_BY_POSTURE = Column("Posture", "13.3.4", (Preference(1, *OPPOSITE), Preference(2, *UNMARKED)))
POSTURES = several(2, lambda s, names: prefer(_BY_POSTURE, s, names), rule="13.3.4", at_once=True)
"""Two countries: opposite Postures first, then those without one."""


def goes_on(most_of_them: int) -> ListRule:
    """Continue a list as long as possible, up to a number (13.4.2)."""
    return lambda s, ask, so_far: so_far < most_of_them and bool(ask.options())


def us_card(s: Situation, ask: Ask) -> Guidance | None:
    """The US-associated card of the highest value, or an unnamed one."""
    legal, cards = ask.options(), s.board.cards
    ours = [n for n in legal if n in cards and cards[n].side == "US"]
    if not ours:
        return None
    best_of_them = [n for n in ours if cards[n].ops == max(cards[x].ops for x in ours)]
    return due(s, [*best_of_them, *([UNKNOWN] if UNKNOWN in legal else [])])


def from_the_bottom(s: Situation, ask: Ask) -> Guidance | None:
    """The eligible card nearest the bottom of the discard pile."""
    pile, legal = s.board.discards, ask.options()
    if 0 in pile:  # a card without a name may be one of them
        return None
    found = next((n for n in pile if n in legal), None)
    return due(s, (found,)) if found is not None else None


FEWEST_CELLS = ("fewest Cells", lowest(common.cells))
LEVELS = (("Good", of_level(GOOD)), ("Fair", of_level(FAIR)), ("Poor", of_level(POOR)))


def _militia_can_come(board: Board, name: str) -> bool:
    """Whether an event could place Militia there."""
    return bool(expansion(board).militia_track) and state.may_have_militia(board, name)


# -------------------------------------------------------------------- 1 Backlash, 96 Danish Cartoons, 102 Former Soviet Union


def _tag(s: Situation, ask: Ask) -> Guidance | None:
    left, trail = by_alert_priorities(s, ask.options())
    return due(s, left, trail) if left else None


def _no_plot_left(s: Situation) -> bool:
    """Whether none of the event's Plots is Available."""
    b = s.board
    return steps.plots_left(b, steps.ANY_PLOT if q.any_islamist(b) else ("1",)) == "none"


# -------------------------------------------------------------------- 104, 105 Iran, 108 Musharraf


def _in_reach_of_iran(s: Situation) -> list[str]:
    b = s.board
    return [n for n in dict.fromkeys((*b.shia_mix, "Iran")) if n in b.countries and common.cells(s, n)]


def _iran_target(s: Situation, ask: Ask) -> Guidance | None:
    """One Cell of Iran or a Shia-Mix country, by Disrupt column.

    The country tested matters only if it is there.
    """
    left, trail = DISRUPT(s, _in_reach_of_iran(s))
    legal = countries(s, ask)
    if not left or "Iran" in set(left) - set(legal):
        return due(s, legal, trail, drawn=False)  # a Cell of Iran goes, whichever country is tested
    return due(s, [n for n in legal if n in left], trail)


def _iran_loser(s: Situation, ask: Ask) -> Guidance | None:
    left, trail = DISRUPT(s, countries(s, ask))
    return due(s, left, trail, drawn=False) if left else None


def _musharraf(s: Situation) -> bool:
    """Whether Pakistan can gain by the event.

    It is no Ally, not Good, and not Fair and Neutral.
    """
    there = s.board["Pakistan"]
    level, side = there.governance, there.alignment
    return side != ALLY and level != GOOD and not (level == FAIR and side == NEUTRAL)


# -------------------------------------------------------------------- 117, 118, 236 Oil Price Spike


def _spike_pays(s: Situation) -> bool:
    winner, cards = spike_winner(s), s.board.cards
    ours = any(not n or (n in cards and cards[n].side == "US") for n in open_cards(s))
    return winner == "US" or (winner != "J" and ours)


# -------------------------------------------------------------------- 126 to 128 Reaper, 133 Benghazi Falls

MANY = 5


def _crowded(s: Situation, names: list[str]) -> list[str]:
    """Muslim countries with five Cells, outside Islamist Rule."""
    b = s.board
    return [n for n in names if n in b.muslim and common.cells(s, n) >= MANY and not q.islamist(b, n)]


def _libya_changes(s: Situation) -> bool:
    b = s.board
    if not space(b, "Libya").civil_war or _militia_can_come(b, "Libya"):
        return True
    return q.us_posture(b) == HARD and b["Italy"].posture != HARD


# -------------------------------------------------------------------- 143 Obama Doctrine, 144 Operation New Dawn

IN_ORDER = ("prestige", "funding", "awakening", "aid", "posture", "card")


def _doctrine(s: Situation, ask: Ask) -> Guidance | None:
    """The first effective things of the list, in any order."""
    n = 3 if s.board.cards[143].ops == 3 else 2
    taken, legal = ask.context.get("taken", ()), ask.options()
    wanted = [x for x in IN_ORDER if x in taken or x in legal][:n]
    left = [x for x in wanted if x not in taken] or [x for x in IN_ORDER if x in legal][:1]
    return due(s, left, drawn=False) if left else None


_exchange = pick(rows(IN_REGIME_CHANGE, WITH_PLOTS), standing="Deploy To")


def _new_dawn(s: Situation, ask: Ask) -> Guidance | None:
    """Both Troops in one country where it has two."""
    if not ask.item:
        return _exchange(s, ask)
    before = ask.context.get("first", "")
    return due(s, (NOTHING,)) if before in s.board.countries and s.board[before].troops >= 2 else None


# -------------------------------------------------------------------- 152 Congress Acts, 156 Gulf Union


def _congress(s: Situation) -> bool:
    b = s.board
    ruled = sum(q.islamist(b, n) for n in b.muslim)
    return ruled > 2 and q.us_posture(b) == SOFT and any(lead(s, n) > 0 for n in at_war(b))


# -------------------------------------------------------------------- 161 PRISM

ASLEEP = 5


def _sleepers(board: Board) -> int:
    return sum(c.sleepers for c in board.countries.values())


def _wakes(s: Situation) -> dict[str, int]:
    """Half of all Sleepers, by country in Disrupt order."""
    b = s.board
    left = half(_sleepers(b))
    found: dict[str, int] = {}
    rest = [n for n in b.names if b[n].sleepers]
    while left and rest:
        chosen, tied, _ = top(s, rest, 1, DISRUPT)
        name = (chosen or tied)[0]
        found[name] = min(left, b[name].sleepers)
        left -= found[name]
        rest.remove(name)
    return found


def _prism_country(s: Situation, ask: Ask) -> Guidance | None:
    left = [n for n in _wakes(s) if n not in named_before(ask)]
    return due(s, left, drawn=False) if left else None


def _prism_cells(s: Situation, ask: Ask) -> Guidance | None:
    n = _wakes(s).get(ask.subject)
    legal = [o for o in ask.options() if len(o) == n]
    return due(s, legal, drawn=False) if legal else None


# -------------------------------------------------------------------- 162 SCAF, 163 Status Quo, 184 Sequestration


CONGRESS_ACTS = 152


# -------------------------------------------------------------------- 200 Critical Middle to 205 Erdoğan Effect


def _middle_gains(s: Situation) -> bool:
    """Whether a Fair country worth 2 or 3 can gain."""
    b = s.board
    middle = [n for n in b.muslim if b[n].governance == FAIR and q.resources(b, n) in (2, 3)]
    return any(b[n].alignment != ALLY or state.may_be_marked(b, n) for n in middle)


GREAT_POWERS = ("China", "Russia", "India")


def _cyber(s: Situation, ask: Ask) -> Guidance | None:
    """A Posture or the Jihadist's Reserves.

    Two versions of the program differ in the order.
    """
    can_set = bool(not_ours(s, GREAT_POWERS))
    able = [x for x, can in ((POSTURE, can_set), (RESERVES, s.board.reserves_j > 0)) if can and x in ask.options()]
    why = "a later version of the program takes the Reserves first"
    return due(s, able[:1], readings=tuple((x, why) for x in able[1:])) if able else None


_with_reaction = those(lambda s, n: space(s.board, n).reaction > 0)
_with_cells = those(lambda s, n: common.cells(s, n) > 0)


def _erdogan_thing(s: Situation, ask: Ask) -> Guidance | None:
    if ask.context.get("verb") == erdogan.PLACE:
        return None
    if ask.item:  # Militia beside the Cells
        return due(s, (NOTHING,)) if NOTHING in ask.options() else None
    return first(CELLS, REACTION)(s, ask)


# -------------------------------------------------------------------- 207 JV / Copycat, 211 to 213 Smartphones

THINGS = (ALERT, CELLS, CADRE)
"""Things that the US Bot removes first."""


def _copycat_targets(s: Situation) -> Shortlist:
    """The US if anything is there, else countries by Disrupt column."""
    found = [n for n in s.board.non_muslim if any(n in erdogan.to_stop(s.board, t) for t in THINGS)]
    return ([US], ()) if US in found else DISRUPT(s, found)


def _copycat_thing(s: Situation, ask: Ask) -> Guidance | None:
    targets, trail = _copycat_targets(s)
    things = [next(t for t in THINGS if n in erdogan.to_stop(s.board, t)) for n in targets]
    return due(s, dict.fromkeys(things), trail, drawn=False) if things else None


def _copycat_plot(s: Situation, ask: Ask) -> Guidance | None:
    targets, trail = _copycat_targets(s)
    plots, further = by_alert_priorities(s, [x for x in ask.options() if x[0] in targets])
    return due(s, plots, (*trail, *further)) if plots else None


def _copycat_country(s: Situation, ask: Ask) -> Guidance | None:
    targets, trail = _copycat_targets(s)
    thing = CADRE if ask.purpose is Purpose.REMOVE_CADRE else CELLS
    left = [n for n in targets if n in erdogan.to_stop(s.board, thing)]
    return due(s, left, trail) if left else None


def _smartphones(s: Situation, ask: Ask) -> Guidance | None:
    """A country of recent cards, by WoI Muslim column.

    Only those that the cards were certainly about count.
    """
    certain = [n for n in ask.context.get("certain", ()) if n in s.board.countries]
    if not certain:  # whether any other country counts is disputed
        return None
    left, trail = WOI(s, certain)
    wider, _ = WOI(s, [n for n in ask.options() if n in s.board.countries])
    doubt = tuple((n, "a country that a card only touched counts too") for n in wider if n not in left)
    return due(s, left, trail, rule=MARKERS, readings=doubt)


# -------------------------------------------------------------------- 218 al-Nusra Front, 221 Fly Paper


def _sources(s: Situation, names: list[str]) -> list[str]:
    """Countries with something to give, except the only front."""
    fronts = lowest(m.resources)(s, list(serval.fronts(s.board)))
    return [n for n in names if n in s.board.countries and fronts != [n]]


def _paper_limit(board: Board) -> int:
    """Limit of countries: two, or three for a larger effect.

    It is three while there is a Caliphate or the track is almost empty.
    """
    return serval.MOST_SOURCES if expansion(board).capital or board.cells_track < 3 else 2


def _paper_source(s: Situation, ask: Ask) -> Guidance | None:
    named = named_before(ask)
    if len(named) >= _paper_limit(s.board):
        return due(s, ())
    names = _sources(s, [n for n in countries(s, ask) if n not in named])
    left, trail = DISRUPT(s, _with_reaction(s, names) or names)
    return due(s, left, trail) if left else None


# -------------------------------------------------------------------- 222 Hagel to 234 Free Syrian Army


def _ceasefire_helps(s: Situation) -> bool:
    b = s.board
    found = outside_caliphate(s, at_war(b))
    return bool(found) and (q.lapsing(b, 173) or any(common.militia(s, n) >= common.cells(s, n) for n in found))


def _free_syrians(s: Situation) -> bool:
    c = space(s.board, "Syria")
    if c.governance == GOOD or c.awakening > c.reaction:
        return False
    return bool(expansion(s.board).militia_track) or not s.board.cells_track


# -------------------------------------------------------------------- the table


def _never(s: Situation) -> bool:
    """Whether the Bot plays the event: never."""
    return False


def _reaction_on_the_map(s: Situation) -> bool:
    return bool(marked(s.board, REACTION))


BY_WOI = pick(WOI, rule="13.3.5")
"""The WoI Muslim column, by 13.3.5."""
BY_DEPLOY_TO = pick(DEPLOY_TO, rule="13.3.1")
MOST_BEYOND_THEM = rows(MOST_BEYOND)

TABLE: dict[int | tuple[int, ...], EventAnswers] = {
    (1, 122): event(lambda s: s.board.funding > 1, plot=_tag),
    (5, 18, 32, 37, 39): event(_never),
    17: event(lambda s: any(common.cells(s, n) for n in ("Russia", "Central Asia"))),
    19: event(lambda s: s.board["Turkey"].governance != GOOD),
    20: event(lambda s: s.board["Jordan"].governance != GOOD),
    29: event(
        lambda s: bool(not_ours(s, ["United Kingdom", *s.board.schengen])),
        where=several(3, WOI_OUTSIDE, candidates=not_ours, again=(rows(OPPOSITE, FEWEST_CELLS, *LEVELS),)),
        goes_on=lambda s, ask, so_far: so_far < 3 and bool(not_ours(s, countries(s, ask))),
    ),
    30: event(where=BY_WOI),
    38: event(choose_posture=POSTURES),
    41: event(where=BY_DEPLOY_TO),
    96: event(_no_plot_left),
    99: event(_never),
    100: event(lambda s: q.troops_band(s.board) == "low intensity" and s.board.funding > 1),
    102: event(
        lambda s: (
            (asia := s.board["Central Asia"]).governance in (0, POOR, ISLAMIST_RULE) or asia.alignment == ADVERSARY
        )
    ),
    (104, 105): event(lambda s: bool(_in_reach_of_iran(s)), where=_iran_target, cell=_iran_loser),
    108: event(_musharraf),
    113: event(lambda s: q.prestige_band(s.board) in ("high", "very high")),
    114: event(lambda s: q.prestige_band(s.board) in ("low", "medium")),
    (117, 118, 236): event(_spike_pays, take=us_card),
    121: event(where=pick(DEPLOY_TO)),
    (126, 127, 128): event(
        what=lambda s, ask: first(*(("cell", "card") if _crowded(s, list(s.board.muslim)) else ("card", "cell")))(
            s, ask
        ),
        where=pick(rows(("with five Cells and not under Islamist Rule", _crowded)), DISRUPT),
    ),
    131: event(where=several(2, WOI, rule="13.3.5"), goes_on=goes_on(2)),
    132: event(where=pick(MOST_BEYOND_THEM, standing="Deploy To"), number=lambda s, ask: the_most(ask)),
    133: event(_libya_changes),
    135: event(what=first("wmd", "card")),
    136: event(where=pick(MOST_BEYOND_THEM, DISRUPT, standing="Disrupt")),
    138: event(_never),
    139: event(lambda s: s.board.funding > 1),
    143: event(what=_doctrine),
    144: event(where=_new_dawn),
    145: event(where=BY_DEPLOY_TO),
    147: event(where=pick(DISRUPT)),
    149: event(where=BY_WOI),
    150: event(where=pick(rows(HIGHEST_RESOURCES), DISRUPT, standing="Deploy To")),
    152: event(_congress, where=pick(MOST_BEYOND_THEM, standing="Regime Change"), number=first(6)),
    (153, 154): event(where=several(3, WOI, rule="13.3.5"), goes_on=goes_on(3)),
    156: event(
        lambda s: any(_militia_can_come(s.board, n) and lead(s, n) > 0 for n in facebook.in_reach(s.board)),
        choice=first(facebook.PLACE),
        where=lambda s, ask: due(s, ()) if named_before(ask) else pick(MOST_BEYOND_THEM, DEPLOY_TO)(s, ask),
        goes_on=lambda s, ask, so_far: so_far < 1,
    ),
    157: event(move_troops=pick(MOST_BEYOND_THEM, DEPLOY_TO)),
    159: event(where=BY_DEPLOY_TO),
    (160, 217): event(take=from_the_bottom),
    161: event(
        lambda s: q.plots_on_map(s.board) or _sleepers(s.board) >= ASLEEP,
        what=first(facebook.ALERT, facebook.ACTIVATE),
        where=_prism_country,
        cells=_prism_cells,
    ),
    162: event(
        lambda s: any(s.board[n].alignment != ALLY for n in facebook.divided(s.board)),
        toward_ally=pick(rows(IS_ADVERSARY, IS_NEUTRAL, FEWEST_CELLS, LEVELS[2]), WOI),
    ),
    163: event(
        lambda s: any(s.board[n].alignment != ALLY for n in outside_caliphate(s, facebook.held(s.board))),
        where=pick(rows(IS_ADVERSARY, IS_NEUTRAL, HIGHEST_RESOURCES)),
    ),
    184: event(  # a card without a name may be one of them
        take=lambda s, ask: None if 0 in s.board.discards else first(CONGRESS_ACTS)(s, ask) or us_card(s, ask)
    ),
    200: event(_middle_gains, what=first(ALIGNMENT, AWAKENING), toward_ally=pick(rows(IS_ADVERSARY, IS_NEUTRAL), WOI)),
    201: event(
        lambda s: any(_militia_can_come(s.board, n) for n in AFRICA if n in s.board.muslim),
        what=first(MILITIA),
        place_militia=pick(MOST_BEYOND_THEM),
    ),
    202: event(lambda s: s.board.reserves_j > 0 or bool(not_ours(s, GREAT_POWERS)), what=_cyber),
    203: event(what=marker(AWAKENING)),
    204: event(
        from_=pick(
            rows(
                ("under Islamist Rule", of_level(ISLAMIST_RULE)),
                (
                    "an Ally without Cells",
                    those(lambda s, n: s.board[n].alignment == ALLY and (not common.cells(s, n))),
                ),
            )
        )
    ),
    205: event(
        lambda s: (
            any(common.cells(s, n) for n in erdogan.NEAR_TURKEY) or bool(_with_reaction(s, list(erdogan.NEAR_TURKEY)))
        ),
        where=either(pick(DISRUPT, candidates=_with_cells), pick(WOI, candidates=_with_reaction)),
        choice=first(erdogan.REMOVE),
        what=_erdogan_thing,
    ),
    206: event(_reaction_on_the_map, what=marker(AWAKENING)),
    207: event(what=_copycat_thing, plot=_copycat_plot, where=_copycat_country),
    208: event(lambda s: q.troops_band(s.board) == "low intensity"),
    209: event(
        lambda s: not q.islamist(s.board, "Iran") and any(common.cells(s, n) for n in s.board.muslim), what=first(CELLS)
    ),
    210: event(_reaction_on_the_map, what=marker(REACTION)),
    (211, 212, 213): event(where=_smartphones, what=marker(AWAKENING)),
    218: event(
        lambda s: any(common.cells(s, n) > common.militia(s, n) > 0 for n in troubled(s.board)),
        where=pick(
            rows(
                ("with more Cells than Militia", those(lambda s, n: common.cells(s, n) > common.militia(s, n))),
                MOST_BEYOND,
            ),
            DISRUPT,
        ),
    ),
    221: event(
        lambda s: bool(_sources(s, list(serval.with_cell_or_reaction(s.board)))),
        from_=_paper_source,
        what=first(REACTION, "cell"),
        where=pick(rows(("lowest Resources", lowest(m.resources)))),
        goes_on=lambda s, ask, so_far: so_far < _paper_limit(s.board) and bool(_sources(s, ask.options())),
    ),
    222: event(
        lambda s: q.us_posture(s.board) == SOFT and (q.islamist_resources(s.board) > 1 or q.world_posture(s.board) > -2)
    ),
    223: event(what=marker(AWAKENING)),
    224: event(lambda s: bool(not_ours(s, [*s.board.schengen, *serval.outside_schengen(s.board)]))),
    226: event(where=pick(rows(MOST_BEYOND, IS_NEUTRAL))),
    (227, 228): event(
        lambda s: any(state.may_be_marked(s.board, n) for n in marked(s.board, AWAKENING)), what=marker(AWAKENING)
    ),
    (229, 230, 239): event(_never),
    231: event(lambda s: any(common.cells(s, n) for n in at_war(s.board)), where=pick(rows(HAS_CELL), DISRUPT)),
    233: event(
        _ceasefire_helps,
        where=pick(
            rows(
                ("most Militia beyond Cells", highest(lambda s, n: common.militia(s, n) - common.cells(s, n))),
                IS_ADVERSARY,
                IS_NEUTRAL,
            )
        ),
    ),
    234: event(_free_syrians, what=first(MILITIA)),
    235: event(
        lambda s: any(lead(s, n) < 0 for n in at_war(s.board)),
        where=never(
            pick(
                rows(("with more Troops and Militia than Cells", those(lambda s, n: lead(s, n) < 0)), HIGHEST_RESOURCES)
            ),
            "13.3.6",
            lambda s, n: lead(s, n) > 0,
            "would become a Poor Adversary: it has more Cells than Troops and Militia",
        ),
    ),
    238: event(
        where=pick(rows(("most Reaction beyond Awakening markers", lowest(common.awakening)), HIGHEST_RESOURCES))
    ),
}
EVENTS = by_card(TABLE)
INSTRUCTIONS = instructions_of(DATA, EVENTS)
