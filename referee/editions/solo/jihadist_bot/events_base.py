"""The Event Instructions Table of the Jihadist Bot: cards 48 to 120."""

from __future__ import annotations

from dataclasses import replace

from referee.editions.base.events.cards_109_120 import is_spike
from referee.editions.solo.jihadist_bot import lines as t
from referee.editions.solo.jihadist_bot import measures as m
from referee.editions.solo.jihadist_bot.choose import Choice
from referee.editions.solo.jihadist_bot.lines import TWO, chooses, says
from referee.editions.solo.situation import Situation
from referee.engine import queries as q
from referee.engine.ask import Ask, Field, Purpose
from referee.engine.board import ADVERSARY, ALLY, NEUTRAL, US
from referee.engine.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.guidance import Guidance

GENERAL = frozenset(
    {49, 50, 51, 52, 54, 56, 57, 58, 60, 61, 63, 64, 66, 68, 69, 71, 72, 73, 75, 76, 78, 80, 83, 86}
    | {90, 92, 95, 98, 111, 112, 115, 116, 119, 120}
)
"""Cards of which the standing rules alone say what the Bot does."""

# -------------------------------------------------------------------- 48 Adam Gadahn, 53 Madrassas


def _another_card(s: Situation) -> bool:
    """Whether the Bot holds a card besides the one that it plays."""
    have = s.board.hand("J")
    return have is None or have > 1


says(48, playable=_another_card, words="the next card of the stack goes with it: its value in rolls in the US")


@chooses(53)
def _madrassas(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.PLACE_CELL):
        return None
    return t.pick(s, ask, ask.options(), t.recruit, "by the Recruit flowchart", sure=True, rule="12.3.11")


says(53, playable=t.cells_left, words="both cards Recruit in the country that the Recruit flowchart leads to")


# -------------------------------------------------------------------- 55 Uyghur Jihad, 59 Amerithrax

says(
    55,
    playable=t.cells_left,
    otherwise=lambda s: "" if t.cells_left(s) or s.board["China"].posture else "the Test of China is an effect, too",
)
says(
    59,
    playable=lambda s: t.us_has_a_card(s) and not t.us_is_a_bot(s),
    otherwise=lambda s: "the discard is an effect, too" if t.us_has_a_card(s) and t.us_is_a_bot(s) else "",
)


# -------------------------------------------------------------------- 62 Ex-KGB, 65 HEU


@chooses(62)
def _ex_kgb(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.TOWARD_ADVERSARY):
        return None
    first = "Central Asia" if s.board["Central Asia"].alignment != ADVERSARY else "Caucasus"
    return t.due(s, ask, [first], "Central Asia while it is no Adversary, else the Caucasus")


says(62, words="CTR goes first; else Central Asia shifts; else the Caucasus takes the Posture that the US has not")


@chooses(65)
def _heu(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.SEEK_WMD):
        return None
    near = s.board["Central Asia"].governance in (POOR, ISLAMIST_RULE)
    return t.due(
        s, ask, ["Central Asia" if near else "Russia"], "Central Asia if it is Poor or under Islamist Rule, else Russia"
    ) or t.any_of(s, ask, "the only country that is left")


says(65, words="of both countries Central Asia if it is Poor or under Islamist Rule, else Russia")


# -------------------------------------------------------------------- 67, 70, 93: one Cell in each of two countries


@chooses(67, 70, 93)
def _one_each(s: Situation, ask: Ask) -> Guidance | None:
    """With a Cell for each the order is free; with one Cell alone the flowchart decides."""
    if not t.where(ask, Purpose.PLACE_CELL):
        return None
    if ask.silence is not None or len(ask.options()) < 2:
        return t.any_of(s, ask, "each country gets its Cell")
    return t.pick(s, ask, ask.options(), t.recruit_to, "the only Cell goes by the Recruit flowchart", rule="12.3.2")


says(67, 70, 93, words="if one Cell alone is left it goes by the Recruit and Travel To flowchart")


# -------------------------------------------------------------------- 74 Schengen Visas, 79 Clean Operatives


def _on_the_way(s: Situation) -> dict[str, int]:
    """Cells that this event has sent off already, by country."""
    found: dict[str, int] = {}
    for said in s.play.trails if s.play is not None else ():
        if said.address.segment == s.play.here and said.address.field is Field.FROM:  # type: ignore[union-attr]
            found[said.answer] = found.get(said.answer, 0) + 1
    return found


def _sent_to(s: Situation) -> list[str]:
    """Where this event has sent Cells already."""
    return [
        said.answer
        for said in (s.play.trails if s.play is not None else ())
        if said.address.segment == s.play.here and said.address.field is Field.TO  # type: ignore[union-attr]
    ]


def _free_travel(s: Situation, ask: Ask, targets: list[str], words: str) -> Guidance | None:
    """The origin of a Cell that Travels by event, and its destination: one of ``targets``."""
    if ask.field is Field.TO:
        return t.due(s, ask, targets, words, drawn=True)
    if ask.field is not Field.FROM:
        return None
    gone = _on_the_way(s)
    first = _origins(s, targets, {})
    found = first if gone and not set(gone) & set(first) else _origins(s, targets, gone)
    if not gone and len(first) == 1:  # the other Cell may be written before it
        found = [*first, *_origins(s, targets, {first[0]: 1})]
    one_each = len(first) <= 2 and all(sum(m.fresh(s, n)) == 1 for n in first)
    rest = [n for n in ask.options() if n not in targets] or ask.options()
    drawn = len(first) > 1 and not one_each
    return t.due(s, ask, found or rest, "Movable Cells by the Travel From flowchart", drawn=drawn, rule="12.3.9")


def _origins(s: Situation, targets: list[str], leaving: dict[str, int]) -> list[str]:
    """Where the next Cell for one of ``targets`` comes from."""
    found: list[str] = []
    for target in targets:
        here = replace(s, target=target, leaving=leaving)
        fitting = [n for n in s.board.names if n != target and m.movable(here, n)]
        found += t.travel_from(here, fitting)[0] if fitting else []
    return list(dict.fromkeys(found))


def _either_first(s: Situation, ask: Ask) -> Guidance | None:
    """Of two Cells that Travel by event the Sleeper may be named first, where the other one is the last Active Cell."""
    free = ask.options()
    if ask.field is not Field.CELLS or _sent_to(s) or set(free) != {"s", "a"}:
        return None
    return Guidance(("a", "s"), "12.3.3") if s.board[ask.context["where"]].actives == 1 else None


@chooses(74)
def _schengen_visas(s: Situation, ask: Ask) -> Guidance | None:
    """Two countries by Posture (12.3.5), in the order in which the record has them."""
    been = _sent_to(s)
    if (both := _either_first(s, ask)) is not None:
        return both
    if ask.field is not Field.TO:
        fitting = [n for n in s.board.schengen if n not in been]
        return _free_travel(s, ask, t.first_of(s, fitting, max(1, 2 - len(been)), t.by_posture), "")
    words = "Schengen countries with the Posture of the US, then Unmarked ones"
    found = t.in_any_order(s, ask, been, 2, t.by_posture, words, sure=True)
    again = t.by_posture(s, list(s.board.schengen))[0]
    others = tuple((n, "both Cells may go to the same country") for n in again if n in been)
    return None if found is None else replace(found, readings=others)


@chooses(79)
def _clean_operatives(s: Situation, ask: Ask) -> Guidance | None:
    return _either_first(s, ask) or _free_travel(s, ask, [US], "the United States")


def _movable_elsewhere(s: Situation, target: str = "") -> bool:
    return any(n != target and m.movable(s, n) for n in s.board.names)


says(
    74,
    playable=_movable_elsewhere,
    words="to two Schengen countries: the Posture of the US, then Unmarked; from where Travel From leads to",
)
says(79, playable=lambda s: _movable_elsewhere(s, US), words="to the United States, from where Travel From leads to")


# -------------------------------------------------------------------- 77 Al-Jazeera


@chooses(77)
def _al_jazeera(s: Situation, ask: Ask) -> Guidance | None:
    return t.shifts(s, ask) if t.where(ask, Purpose.TOWARD_ADVERSARY) else None


says(77, words="a country that is no Adversary yet, by the Jihad column")


# -------------------------------------------------------------------- 81 Foreign Fighters, 82 Jihadist Videos


@chooses(81, 187)
def _fighters(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.PLACE_CELL):
        return None
    names = ask.options()
    if t.cells_left(s):
        hosts = t.caliphate_hosts(s, names, min(5, s.board.cells_track))
        words = "where a Caliphate would be declared, by the Recruit flowchart" if hosts else "by the Recruit flowchart"
        return t.pick(s, ask, hosts or names, t.recruit_to, words, rule="12.3.2")
    aided = [n for n in names if s.board[n].aid]
    return t.pick(s, ask, aided or [n for n in names if not s.board[n].besieged] or names, t.jihad, "with Aid first")


says(
    81,
    187,
    words="a country for a Caliphate, then the Recruit flowchart; without Cells one with Aid, by the Jihad column",
)


@chooses(82, 189)
def _videos(s: Situation, ask: Ask) -> Guidance | None:
    """The US, then the Recruit flowchart one by one; never Islamist Rule while three others are there."""
    if not t.where(ask, Purpose.PLACE_CADRE):
        return None
    named = t.named_before(ask)
    others = [n for n in (*ask.options(), *named) if s.board[n].governance != ISLAMIST_RULE]

    def choose(s: Situation, names: list[str]) -> Choice:
        return t.recruit_to(s, [n for n in names if n in others] or names)

    words = "the United States, then by the Recruit flowchart, without Islamist Rule"
    return t.in_any_order(s, ask, named, 3, choose, words, sure=True, first=(US,))


says(
    82,
    189,
    playable=t.cells_left,
    otherwise=lambda s: "" if t.cells_left(s) else "Cadres are an effect, too",
    words="the United States, then by the Recruit flowchart; no country under Islamist Rule",
    source=TWO,
)


# -------------------------------------------------------------------- 84, 85 Leak, 87 to 89 Martyrdom Operation


@chooses(84, 85)
def _leak(s: Situation, ask: Ask) -> Guidance | None:
    return t.at_random(s, ask, "any of the markers") if ask.field is Field.FLIP else None


says(84, 85, words="the marker is drawn at random")


@chooses(87, 88, 89, 190)
def _martyrdom(s: Situation, ask: Ask) -> Guidance | None:
    if ask.field is not Field.CELLS or ask.purpose is not Purpose.REMOVE_CELL:
        return None
    return t.thing(s, ask, "a", "Sadr", "s", words="an Active Cell, then Sadr, then a Sleeper")


says(87, 88, 89, 190, playable=t.plots_left, words="an Active Cell makes way, then Sadr, then a Sleeper")


# -------------------------------------------------------------------- 91 Regional al-Qaeda, 94 The door of Itjihad


@chooses(91, 193)
def _new_bases(s: Situation, ask: Ask) -> Guidance | None:
    if t.where(ask, Purpose.PLACE_CELL):
        words = "two unmarked countries by the Recruit and Travel To column"
        return t.in_any_order(s, ask, t.named_before(ask), 2, t.recruit_column, words)
    return None


says(91, words="unmarked countries by the Recruit and Travel To column")
says(
    193,
    playable=t.cells_left,
    otherwise=lambda s: "" if t.cells_left(s) else "the Tests of both countries are an effect, too",
    words="unmarked countries by the Recruit and Travel To column",
)


@chooses(94)
def _itjihad(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.WORSEN):
        return None
    return t.pick(
        s, ask, [n for n in ask.options() if t.good_or_fair(s, n)], t.jihad, "one that can get worse", sure=True
    )


says(94, words="a country that can get worse, by the Jihad column")


# -------------------------------------------------------------------- 96 Danish Cartoons to 99 HAMAS Elected

says(
    96,
    playable=lambda s: t.plots_left(s) if q.any_islamist(s.board) else t.plots_left(s, "1"),
    otherwise=lambda s: "" if s.board["Scandinavia"].posture else "the Posture of Scandinavia is an effect, too",
    words="by the Plot column",
)
says(97, words="the top card of the stack is traded; then the flowchart with a value of 1")
says(99, playable=lambda s: s.board.prestige > 1 or t.us_has_a_card(s))


# -------------------------------------------------------------------- 100 Hizb ut-Tahrir to 103 Hizballah

says(
    100,
    playable=lambda s: q.overstretch(s.board) and s.board.funding < 9,
    confidence="high",
    source=TWO,
)
says(
    101,
    playable=lambda s: t.posture_can_change(s, "Serbia"),
    confidence="high",
    source=TWO,
)


def _soviet(s: Situation) -> bool:
    """Whether Central Asia can only lose by starting over."""
    c = s.board["Central Asia"]
    return c.governance == GOOD or c.alignment == ALLY or (c.governance == FAIR and c.alignment == NEUTRAL)


says(
    102,
    playable=_soviet,
    otherwise=lambda s: "" if s.board["Central Asia"].marked else "the Test of Central Asia is an effect, too",
)
says(
    103,
    playable=lambda s: s.board["Lebanon"].alignment != ADVERSARY and s.board["Lebanon"].governance != ISLAMIST_RULE,
    confidence="high",
    source="12.3.7, and two programs agree",
)


# -------------------------------------------------------------------- 104 to 109


def _shia_to_worsen(s: Situation) -> bool:
    return any(t.good_or_fair(s, n) for n in s.board.shia_mix)


@chooses(104, 105)
def _iran(s: Situation, ask: Ask) -> Guidance | None:
    """Good before Fair; among them the best Jihad modifier counts, since dice are rolled."""
    if not t.where(ask, Purpose.WORSEN):
        return None
    for level in (GOOD, FAIR):
        fitting = [n for n in ask.options() if s.board[n].governance == level]
        if fitting:
            return t.pick(s, ask, fitting, t.jihad_roll, "Good, then Fair", sure=True)
    return None


says(104, 105, playable=_shia_to_worsen, confidence="high", source=TWO, words="Good, then Fair, by the Jihad column")


@chooses(106, 107)
def _worsen_one(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.WORSEN):
        return None
    bad = (POOR, ISLAMIST_RULE)
    fitting = [n for n in ask.options() if s.board[n].governance not in bad]
    return t.pick(s, ask, fitting, t.jihad, "one that can get worse", sure=True, rule="12.3.7")


def _jaysh(s: Situation) -> bool:
    b = s.board
    return any(q.cells(b, n) and q.troops(b, n) and t.good_or_fair(s, n) for n in b.shia_mix)


says(
    106,
    playable=_jaysh,
    confidence="high",
    source="12.4.1: a Poor country does not worsen",
    words="by the Jihad column",
)
says(
    107,
    playable=lambda s: any(s.board[n].governance not in (POOR, ISLAMIST_RULE) for n in ("Iraq", "Turkey")),
    confidence="high",
    source="12.4.1: without such a country nothing changes",
    words="the one that is neither Poor nor under Islamist Rule, by the Jihad column",
)
says(
    108,
    playable=lambda s: s.board["Pakistan"].alignment == ALLY and t.good_or_fair(s, "Pakistan"),
    confidence="high",
    source=TWO,
)


@chooses(109)
def _tora_bora(s: Situation, ask: Ask) -> Guidance | None:
    if not t.where(ask, Purpose.REMOVE_CELL):
        return None
    crowded = t.highest(lambda s, n: q.cells(s.board, n), ask.options(), s)
    return t.pick(s, ask, crowded, t.chance, "most Cells")


says(109, words="the country with the most Cells")


# -------------------------------------------------------------------- 110 Zarqawi


@chooses(110)
def _zarqawi(s: Situation, ask: Ask) -> Guidance | None:
    """With a Plot the Plot column (12.3.4); without one the Recruit flowchart; a Caliphate that wins comes first."""
    if not t.where(ask, Purpose.PLACE_CELL):
        return None
    names = ask.options()
    hosts = t.caliphate_hosts(s, names, min(3, s.board.cells_track))
    if hosts and q.islamist_resources(s.board) >= 5:
        return t.pick(s, ask, hosts, t.recruit_to, "a Caliphate that wins at once")
    if t.plots_left(s, "2"):
        return t.pick(
            s, ask, names, t.plot_column, "by the Plot column, since a Plot comes along", sure=True, rule="12.3.4"
        )
    return t.pick(s, ask, names, t.recruit_to, "by the Recruit flowchart", sure=True, rule="12.3.2")


says(
    110,
    playable=lambda s: t.cells_left(s) or t.plots_left(s, "2"),
    confidence="high",
    source="12.4.1: without either nothing changes",
    words="by the Plot column while a Plot 2 is Available, else by the Recruit flowchart",
)


# -------------------------------------------------------------------- 113 Darfur, 114 GTMO

HIGH_PRESTIGE = ("high", "very high")

says(
    113,
    playable=lambda s: q.prestige_band(s.board) not in HIGH_PRESTIGE,
    confidence="high",
    source="12.3.7, and two programs agree",
)
says(114, playable=lambda s: q.prestige_band(s.board) != "low")

# -------------------------------------------------------------------- 117, 118, 236 Oil Price Spike


def _on_the_pile(s: Situation) -> list[int]:
    """Cards that lie open, the spikes left out; 0 for one that nobody named."""
    b = s.board
    found = [*b.discards, *b.lapsing, *b.boxed]
    return [n for n in dict.fromkeys(found) if not n or not is_spike(b, n)]


def _of_the_jihadist(s: Situation) -> list[int]:
    return [n for n in _on_the_pile(s) if not n or s.board.cards[n].side == "J"]


def _after_the_spike(s: Situation) -> str:
    return t.won_by(s, lambda b, n: 1 if q.oil_exporter(b, n) else 0)


def _spike(s: Situation) -> bool:
    winner = _after_the_spike(s)
    return winner == "J" or (winner != "US" and bool(_of_the_jihadist(s)))


def _any_card_will_do(s: Situation) -> str:
    if _after_the_spike(s) or _of_the_jihadist(s) or not _on_the_pile(s):
        return ""
    return "the other program takes any card of the pile"


@chooses(117, 118, 236)
def _take_back(s: Situation, ask: Ask) -> Guidance | None:
    if ask.field is not Field.TAKE:
        return None
    cards = s.board.cards
    named = [n for n in ask.options() if n in cards]
    mine = [n for n in named if cards[n].side == "J"]
    best = max((cards[n].ops for n in mine), default=0)
    other = [(n, "the other program takes any card of the pile") for n in named]
    return t.due(
        s,
        ask,
        [n for n in mine if cards[n].ops == best],
        "a Jihadist card of the highest value",
        drawn=True,
        readings=other,
    )


says(117, 118, 236, playable=_spike, otherwise=_any_card_will_do, words="a Jihadist card of the highest value")
