"""Changes, rolls and causes in words for the report, beside those of :mod:`referee.reports.describe`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

from referee.engine.ask import NAMED_RESULTS
from referee.engine.board import Country
from referee.engine.data import SIDE_NAMES
from referee.engine.journal import Change, Kind
from referee.engine.rolls import PICK, Roll
from referee.engine.ruleset import Ruleset
from referee.reports import describe
from referee.rules import library

_PILES = {
    "discards": "Discard Pile",
    "removed": "out of the game",
    "lapsing": "Lapsing box",
    "lapsing_markers": "Lapsing box",
}
_NOTED = frozenset({Kind.MOVE_TROOPS, Kind.PLACE_CELLS, Kind.REMOVE_CELL, Kind.TRAVEL})
_BOOKKEEPING = frozenset({Kind.HAND, Kind.CLOCK})
_CAUSES = {"resolve": "Plots", "remove-cadre": "Cadre", "end of turn": "End of turn"}
_SILENT = frozenset({"played", "stage"})
MAX_ENUMERATED = 4
"""Most dice whose outcomes are listed one by one."""


def first_up(text: str) -> str:
    """The text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def told(c: Change, rules: Ruleset) -> tuple[str, str]:
    """A change as a sentence, and the fields that it wrote: ("6 Troops from track ...", "Troops Track 11 → 5")."""
    if c.kind is Kind.ACTIVATE:
        n = next((before - after for _, name, before, after in c.writes if name == "sleepers"), 1)
        what = f"{n} Sleepers turn" if n > 1 else "A Sleeper turns"
        return f"{what} Active in {c.subject}", ", ".join(_fields(c, False, rules))
    if c.kind in _NOTED and c.note:
        return first_up(c.note.replace(" track", " the Troops Track")), ", ".join(_fields(c, True, rules))
    if c.kind in (Kind.PLACE_PLOT, Kind.MARKER) and c.note and not describe.event_of(c):
        return f"{c.subject}: {_placed(c.note)}", ""
    if c.kind is Kind.TAG:
        return f"Backlash is put on a Plot in {c.subject}", ""
    if c.kind is Kind.LAPSE:
        gone = [w for w in _fields(c, False, rules) if "leaves" not in w]
        return f"{first_up(c.subject)}: {', '.join(gone) or 'emptied'}", ""
    if c.kind is Kind.DEAL:
        return f"Cards dealt: {c.subject}", ", ".join(_fields(c, False, rules))
    if c.kind is Kind.DRAW:
        return f"The {c.subject} side draws a card", ", ".join(_fields(c, False, rules))
    if c.kind in (Kind.AMENDMENT, Kind.CORRECTION):
        why = "not by the rules, but as the record has it" if c.kind is Kind.AMENDMENT else "put right by the players"
        where = f"{c.subject}: " if places(c) else ""
        return where + (", ".join(_fields(c, False, rules)) or c.note or c.subject), why
    if said := describe.event_of(c):
        return said, ", ".join(_fields(c, False, rules))
    if c.kind is Kind.SLEEP:
        return f"An Active Cell turns Sleeper in {c.subject}", ", ".join(_fields(c, False, rules))
    return describe.change(c, rules), ""


def _placed(note: str) -> str:
    """ "Plot 2" was placed, "Patriot Act removed" was not."""
    if note.endswith("removed"):
        return note
    return f"{note[:-11]} placed face down" if note.endswith(", face down") else f"{note} placed"


def _fields(c: Change, with_place: bool, rules: Ruleset) -> list[str]:
    """The fields of a change with before and after; piles of cards by what came and went."""
    parts: list[str] = []
    for target, name, before, after in c.writes:
        where = f"{target.name} " if isinstance(target, Country) and (with_place or target.name != c.subject) else ""
        if name in _PILES:
            old: Counter[int] = Counter(before)
            new: Counter[int] = Counter(after)
            came, went = new - old, old - new
            parts.extend(
                f"{rules.card_name(n)} {'to the ' if name != 'removed' else ''}{_PILES[name]}" for n in came.elements()
            )
            if not came:
                parts.extend(f"{rules.card_name(n)} leaves the {_PILES[name]}" for n in went.elements())
        elif name == "first_plot":
            if after is None and not any(w[1] == "discards" for w in c.writes):
                parts.append("1st Plot box is empty")
        elif said := describe.written(rules, target, name, before, after):
            parts.append(where + said)
    return parts


def bookkeeping(c: Change, rules: Ruleset) -> str | None:
    """Hands and the clock, for the folded part of a step; None for what is kept for the rules alone."""
    if c.kind not in _BOOKKEEPING:
        return None
    if c.kind is Kind.HAND:
        return next(
            (
                describe.written(rules, target, name, before, after)
                for target, name, before, after in c.writes
                if name in ("hand_j", "hand_us")
            ),
            None,
        )
    return None if all(w[1] in _SILENT for w in c.writes) and c.subject == "cards played" else first_up(c.subject)


def cause(c: Change, rules: Ruleset) -> list[str]:
    """The path from the line to the rule that acted, without the line: ["card 86", "4.9.3"]."""
    return [rules.titles.get(part, _CAUSES.get(part, part)) for part in map(str, c.cause[1:])]


def places(c: Change) -> list[str]:
    """The countries that a change touches."""
    found = [t.name for t, _, _, _ in c.writes if isinstance(t, Country)]
    return list(dict.fromkeys(found))


def requirement(name: str, rules: Ruleset) -> str:
    """What a requirement asks for, as a sentence: "The destination is an Ally."."""
    return library.requirements(rules.told).get(name, first_up(name))


# ---------------------------------------------------------------- rolls


def kind_of(r: Roll) -> str:
    """What was rolled: "War of Ideas", "Travel"."""
    return "War of Ideas" if r.kind == "war of ideas" else first_up(r.kind)


def titled(r: Roll) -> str:
    """What was rolled and where: "Jihad: Egypt"; where both sides roll, also by whom."""
    by = f", {SIDE_NAMES[r.side]}" if r.kind == "attrition" else ""
    return kind_of(r) + (f": {r.subject}" if r.subject else "") + by


def per_die(r: Roll) -> float | None:
    """Chance of one die of a roll whose dice succeed or fail each for itself."""
    if r.automatic or not isinstance(r.outcome, tuple):
        return None
    return sum(bool(r.read((d,) * r.n)[0]) for d in range(1, 7)) / 6


def odds(r: Roll) -> list[tuple[str, float]]:
    """How likely each outcome was, the best known first; for dice that stand alone, the chance of one."""
    if r.automatic or r.n > MAX_ENUMERATED:
        return []
    if r.kind == PICK:
        return r.shares
    each = per_die(r)
    if each is not None:
        return [("success with each die" if r.n > 1 else "success", each)]
    if isinstance(r.outcome, bool):
        return [("success", r.chance(bool))]
    return _distribution(r)


def _distribution(r: Roll) -> list[tuple[str, float]]:
    """Each outcome with its chance; the many sizes of a Prestige roll are drawn together as up and down."""
    if r.kind == "prestige":
        return [("up", r.chance(lambda o: o > 0)), ("down", r.chance(lambda o: o < 0))]
    if r.kind == "war of ideas":
        return [(r.told(o), r.chance(lambda came, o=o: came == o)) for o in (5, 4, 3)]  # type: ignore[misc]
    found: Counter[str] = Counter()
    throws = list(product(range(1, 7), repeat=r.n))
    for dice in throws:
        found[r.told(r.read(dice))] += 1
    return [(name, n / len(throws)) for name, n in sorted(found.items(), key=lambda item: (-item[1], item[0]))]


def told_odds(r: Roll) -> list[tuple[str, float]]:
    """The chances that stand beside a roll; of a roll for a country only that of the one that came."""
    found = odds(r)
    if r.kind not in NAMED_RESULTS:
        return found
    came = outcome(r)
    return [(name, p) for name, p in found if name == came]


def outcome(r: Roll) -> str:
    """The outcome of a roll under the name that :func:`odds` gives it."""
    if r.kind == "prestige" and isinstance(r.outcome, int):
        return "up" if r.outcome > 0 else "down"
    return r.told(r.outcome)


def successes(r: Roll) -> tuple[int, int, float] | None:
    """Tries, successes and expected successes of a roll; None where the word has no meaning."""
    if r.automatic or r.kind == PICK:
        return None
    each = per_die(r)
    if each is not None:
        return len(r.outcome), sum(map(bool, r.outcome)), each * len(r.outcome)
    if not r.successes:
        return None
    return 1, int(all(r.successes)), r.chance(lambda o: all(replace(r, outcome=o).successes))


def percent(p: float) -> str:
    """A chance in words: "33%"; never "0%" for what can happen."""
    if 0 < p < 0.005:
        return "under 1%"
    return f"{p * 100:.0f}%"


def signed(n: int) -> str:
    """ "+1", "−2"."""
    return f"{n:+d}".replace("-", "\u2212")


def side(name: str) -> str:
    """A side as an adjective."""
    return SIDE_NAMES.get(name, name)


def tone(r: Roll) -> str:
    """good, bad or plain: how an outcome is marked."""
    if r.kind == PICK:
        return "plain"
    outcome = r.outcome == 5 if r.kind == "war of ideas" and type(r.outcome) is int else r.outcome
    if isinstance(outcome, bool):
        return "good" if outcome else "bad"
    if isinstance(outcome, tuple):
        return "good" if outcome and all(outcome) else "bad" if outcome and not any(outcome) else "plain"
    return "plain"
