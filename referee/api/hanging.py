"""Unstated facts with influence on an answer, with each value's result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from referee.engine.judging.supposing import TriedLine
from referee.engine.judging.suppositions import size
from referee.engine.law.rolls import Modifier, Roll, describe_modifiers
from referee.engine.state import differences
from referee.engine.state.board import Board
from referee.engine.state.facts.pieces import Pieces, Track
from referee.engine.state.script import Statement
from referee.engine.state.words import capital, listed
from referee.parsers.notation.position import phrase

MOST_NAMED = 8
"""Most values of one thing in an answer."""
MOST_HANGING = 6
"""Most things in an answer on which it depends."""
_USUAL = frozenset({"governance", "alignment", "posture", "aid", "awakening", "reaction"})
"""Country facts, besides pieces, in every description of a position."""


@dataclass(frozen=True, slots=True)
class DependencyCase:
    """The result of a play under some values of one unstated fact."""

    when: str
    then: str
    states: tuple[str, ...] = ()
    """Each of these values as a set-up statement, to ask again with it."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """One unstated fact on which an answer depends."""

    about: str
    cases: tuple[DependencyCase, ...]
    decides: bool
    """Whether the answer itself depends on it, and not only the number needed."""
    of_track: bool
    """Whether it is a track, and not a fact of a country."""
    name: str = ""
    """The thing in words: "Prestige", "Pakistan"."""
    assumed: str = ""
    """The assumed value of a track when another fact is varied."""

    @property
    def words(self) -> str:
        """Its values, each with the result."""
        return "; ".join(f"{case.when}: {case.then}" for case in self.cases)


OTHER_RESULT = "another result"


class PlayResult(NamedTuple):
    """The result of a play."""

    legal: bool
    open: bool
    """Whether dice are still to be rolled."""
    words: str
    needed: str = ""
    """The number needed by its only open roll, without modifiers.

    It is "" without an open roll or with several.
    """
    modifiers: tuple[Modifier, ...] = ()
    """The modifiers of that roll."""


def play_result(tried: TriedLine) -> PlayResult:
    """Return the result of a play in a trial."""
    refused = [f for f in tried.faults if f.kind in ("illegal", "impossible")]
    if refused:
        return PlayResult(False, False, f"not allowed ({refused[0].rule})")
    if wrong := [f for f in tried.faults if f.kind == "outcome"]:
        return PlayResult(
            False, False, OTHER_RESULT if wrong[0].of_result else f"not as the rules require ({wrong[0].rule})"
        )
    rolls = [r for r in tried.attempt.play.rolls if not r.automatic and (r.dice or r.assumed)]
    words = ", ".join(map(_of_roll, rolls)) or "allowed"
    unrolled = [r for r in rolls if r.assumed and not r.moot]
    if len(unrolled) != 1 or len(rolls) > 1:
        return PlayResult(True, bool(unrolled), words)
    return PlayResult(True, True, words, unrolled[0].needed_in_full, tuple(unrolled[0].modifiers))


def _of_roll(roll: Roll) -> str:
    if not roll.assumed:
        return roll.result_words(roll.outcome)
    return f"{roll.result_words(roll.outcome)} whatever the die shows" if roll.moot else roll.against


def dependencies(board: Board, tries: list[TriedLine]) -> list[Dependency]:
    """Return the unstated facts on which a play's result depends.

    ``board`` is the assumed position.
    """
    base = play_result(tries[0])
    by_thing: dict[tuple[str, ...], dict[PlayResult, list[list[Statement]]]] = {}
    for tried in tries[1:]:
        subjects = {s.subject for s in tried.supposed}
        if len(subjects) == 1 or (
            tried.supposed and tried.supposed[0].field == "governance" and _alike(tried.supposed)
        ):
            fields = tuple(sorted({s.field for s in tried.supposed}))
            by_thing.setdefault(fields, {}).setdefault(play_result(tried), []).append(tried.supposed)
    found: dict[tuple[str, ...], Dependency] = {}
    for fields, results in sorted(by_thing.items(), key=lambda item: len(item[0])):
        counted = any(isinstance(board.rules.facts.of(s), Pieces) for given in results.values() for s in given[0])
        others = {
            r: given
            for r, given in results.items()
            if r != base and (r.legal or base.legal) and not (counted and r.words == OTHER_RESULT)
        }
        if not others or any(set(less) < set(fields) for less in found):
            continue
        one = next(iter(others.values()))[0]
        usual = all(_is_usual(board, s) for s in one)
        same = results.get(base, [])
        if not one[0].subject and len(one) == 1:  # a track always has a value
            s = one[0]
            results.setdefault(base, []).append([replace(s, value=board.rules.facts.of(s).actual(board, s))])
            same = results[base]
        shown = {r: given for r, given in results.items() if r in others}
        if same and not one[0].subject:
            shown[base] = same
        then = _apart([base, *shown])
        cases = [
            _case(board, given, then[r], [some for x, each in results.items() if x != r for some in each])
            for r, given in sorted(shown.items(), key=_least)
        ]
        decides = usual and any(r.legal != base.legal or not (base.open or r.open) for r in others)
        name = _name(board, [s for given in others.values() for some in given for s in some])
        assumed = _when(board, same[-1:]) if same and not one[0].subject else ""
        found[fields] = Dependency(", ".join(fields), tuple(cases), decides, not one[0].subject, name, assumed)
    if not base.legal and not any(h.decides for h in found.values()):
        found.update(_together(board, tries))
    return sorted(found.values(), key=lambda h: not h.decides)[:MOST_HANGING]


def _is_usual(board: Board, s: Statement) -> bool:
    """Whether a statement is of a kind found in descriptions of positions."""
    fact = board.rules.facts.of(s)
    return not isinstance(fact, Track) and (not s.subject or s.field in _USUAL or isinstance(fact, Pieces))


def _together(board: Board, tries: list[TriedLine]) -> dict[tuple[str, ...], Dependency]:
    """Return the smallest combinations of facts that make a play legal.

    Only those of which no single fact does; of several countries or tracks.
    """
    facts = board.rules.facts

    def on_tracks(tried: TriedLine) -> int:
        return sum(isinstance(facts.of(s), Track) for s in tried.supposed)

    def far_fetched(tried: TriedLine) -> tuple[int, int, int]:
        return on_tracks(tried), len(tried.supposed), size(tried.supposed)

    legal = [
        tried
        for tried in tries[1:]
        if all(_is_usual(board, s) or isinstance(facts.of(s), Track) for s in tried.supposed)
        and not any(facts.of(s).by_name for s in tried.supposed)
        and play_result(tried).legal
    ]
    by_pieces_alone = any(on_tracks(tried) == len(tried.supposed) for tried in legal)
    found = [
        tried
        for tried in legal
        if len({s.subject for s in tried.supposed}) > 1 and not (by_pieces_alone and on_tracks(tried))
    ]
    if not found:
        return {}
    least = min(found, key=far_fetched)
    said = ", ".join(differences.as_written(board, least.supposed))
    places = dict.fromkeys(s.subject for s in least.supposed)
    each = [_stated(board, [s for s in least.supposed if s.subject == place]) for place in places]
    case = DependencyCase(said, play_result(least).words, (", ".join(each),) if all(each) else ())
    return {("several",): Dependency("several", (case,), True, False, _name(board, least.supposed, "and"))}


def _varying(given: Sequence[list[Statement]]) -> Statement | None:
    """The only statement that differs between suppositions, each by number, or None."""
    places = {(s.subject, s.field): s for s in given[0]}
    if any({(s.subject, s.field) for s in some} != places.keys() for some in given):
        return None
    values = {at: {repr(s.value) for some in given for s in some if (s.subject, s.field) == at} for at in places}
    differing = [s for at, s in places.items() if len(values[at]) > 1]
    return differing[0] if len(differing) == 1 and type(differing[0].value) is int else None


def _number(some: list[Statement], of: Statement) -> Any:
    """The value of suppositions for the fact of a statement, or None."""
    return next((s.value for s in some if (s.subject, s.field) == (of.subject, of.field)), None)


def _case(board: Board, given: list[list[Statement]], result: str, against: list[list[Statement]]) -> DependencyCase:
    """Return a case of these values; ``against`` are those with another result."""
    one = _varying(given)
    if one is not None and isinstance(board.rules.facts.of(one), Pieces):
        least = min(given, key=lambda some: int(_number(some, one)))
        if not any((n := _number(some, one)) is not None and n > _number(least, one) for some in against):
            return DependencyCase(
                f"{_when(board, [least])} or more", result, tuple(filter(None, [_stated(board, least)]))
            )
    states = [_stated(board, some) for some in given if len({s.subject for s in some}) == 1]
    return DependencyCase(_when(board, given), result, tuple(dict.fromkeys(filter(None, states))))


def _stated(board: Board, some: list[Statement]) -> str:
    """Return statements about one place for a set-up block; "" if unstatable."""
    try:
        said = [phrase(board.rules.facts, s) for s in some]
    except ValueError:
        return ""
    return " ".join([some[0].subject, *said]).strip()


def _name(board: Board, supposed: list[Statement], last: str = "or") -> str:
    """Return names in words.

    A track by its heading, a fact of a country by the country.
    """
    facts = board.rules.facts
    names = dict.fromkeys(s.subject or capital(facts.of(s).heading) for s in supposed)
    return listed([*names][:MOST_NAMED], last)


def _alike(supposed: Sequence[Statement]) -> bool:
    """Return whether every country has the same supposed facts."""
    by_country: dict[str, set[tuple[str, str]]] = {}
    for s in supposed:
        by_country.setdefault(s.subject, set()).add((s.field, repr(s.value)))
    return len(by_country) > 1 and len({frozenset(said) for said in by_country.values()}) == 1


def _apart(results: list[PlayResult]) -> dict[PlayResult, str]:
    """Return results in words.

    If only the modifiers of one roll differ, those that not all of them have.
    """
    if len({r.needed for r in results}) > 1 or not results[0].needed:
        return {r: r.words for r in results}
    shared = frozenset.intersection(*(frozenset(r.modifiers) for r in results))
    return {r: describe_modifiers(tuple(m for m in r.modifiers if m not in shared)) or "no modifier" for r in results}


def _least(case: tuple[PlayResult, list[list[Statement]]]) -> int:
    """Return the least value of a thing with a result, for numbers."""
    return min((s.value for given in case[1] for s in given if type(s.value) is int), default=0)


def _when(board: Board, given: list[list[Statement]]) -> str:
    """Return values of one thing in words.

    For example "Prestige 1 to 3", "Jordan, Yemen or Iraq Good Ally".
    """
    apart = [some for some in given if not _alike(some)]
    if not apart:
        one = [s for s in given[0] if s.subject == given[0][0].subject]
        return differences.as_written(board, one, {one[0].subject: "several of the other countries"})[0]
    given = sorted(apart, key=size)
    each = list(dict.fromkeys(", ".join(differences.as_written(board, some)) for some in given))
    at = _varying(given)
    numbers = [_number(some, at) for some in given] if at is not None else []
    if at is not None and len(set(numbers)) == len(each) > 1:
        values = {(at.subject, at.field): board.rules.facts.of(at).several(numbers)}
        return ", ".join(differences.as_written(board, given[0], values=values))
    places = [some[0].subject for some in given]
    states = {
        frozenset((s.subject != place and s.subject, s.field, repr(s.value)) for s in some)
        for some, place in zip(given, places, strict=True)
    }
    if len(each) == len(given) > 1 and len(states) == 1 and all(places):
        return ", ".join(differences.as_written(board, given[0], {places[0]: listed(places, "or")}))
    more = len(each) - MOST_NAMED
    return listed([*each[:MOST_NAMED], *[f"{more} more"] * (more > 0)], "or")
