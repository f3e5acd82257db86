"""Popular action (11.1): markers, Disengagement, Polarization, Convergence."""

from __future__ import annotations

from typing import Any

from referee.editions.awakening import changes, state
from referee.editions.awakening.queries import Queries
from referee.editions.awakening.random_country import random_muslim, there_or_near
from referee.editions.awakening.state import space
from referee.engine.law.ask import Field, Hints, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.law.rolls import Modifier
from referee.engine.state.board import ADVERSARY, ALLY, NEUTRAL, Board
from referee.engine.state.data import GOOD, GOVERNANCE_NAMES, ISLAMIST_RULE
from referee.engine.state.seams import modifies
from referee.engine.state.words import listed

# -------------------------------------------------------------------- modifiers


@modifies(Queries.WAR_OF_IDEAS_MODIFIERS, "11.1.3")
@modifies(Queries.JIHAD_MODIFIERS, "11.1.3")
def _markers(board: Board, name: str, found: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """Add 1 to the die for each Awakening, subtract for each Reaction (11.1.3)."""
    c = space(board, name)
    if c.awakening:
        found = (*found, ("Awakening", c.awakening, "11.1.3"))
    if c.reaction:
        found = (*found, ("Reaction", -c.reaction, "11.1.3"))
    return found


# -------------------------------------------------------------------- Disengagement


def disengage(play: Play, name: str, before: int) -> None:
    """Remove an Awakening at a better level, a Reaction at a worse (11.1.5)."""
    now = play[name].governance
    if now < before:
        changes.remove_marker(play, name, "awakening", before - now, rule="11.1.5")
    else:
        changes.remove_marker(play, name, "reaction", now - before, rule="11.1.5")


# -------------------------------------------------------------------- Convergence

HELD = "Convergence waits"
"""Key of the note of countries with a delayed Convergence.

They became Good or fell under Islamist Rule.
"""


def converge(play: Play, name: str) -> None:
    """Spread the movement from a Good or Islamist Rule country (11.1.8)."""
    waiting = play.board.recall(HELD)
    if waiting is not None:
        play.remember(HELD, (*waiting, (name, play[name].governance)), rule="11.1.7")
    else:
        spread(play, play[name].governance)


def _in_reach(board: Board, option: Any, c: Context) -> TestResult:
    fitting = c["fitting"]
    if option in fitting:
        return None
    if c["assumed"]:
        if option not in c["possible"]:
            return {"said": f"{board.rules.named(option)} can take no marker of Convergence now"}
        return {"said": f"no roll that fits what is written leads Convergence to {board.rules.named(option)}"}
    barred = "" if c["rolled"] in fitting else ", which cannot take the marker"
    named = board.rules.named
    where = listed([named(n) for n in fitting], "or")
    return {
        "about": (*fitting, c["rolled"], option),
        "said": f"the roll is {named(c['rolled'])}{barred}, so Convergence goes to {where}, not to {named(option)}",
    }


IN_REACH = Requirement(
    "Convergence: the country of the roll",
    "11.1.8",
    "{said}",
    _in_reach,
)


MADE = Requirement(
    "Convergence: it happens",
    "11.1.8",
    "Convergence happens here and places {marker} marker; you wrote that there was none",
    lambda b, o, c: {},
)


def spread(play: Play, governance: int) -> None:
    """Roll for a country and place the marker there or beside (11.1.8, 11.3.9).

    Where neither takes it, the roll is repeated.
    """
    b = play.board
    field, side = ("awakening", "US") if governance == GOOD else ("reaction", "J")
    possible = [n for n in b.muslim if state.may_be_marked(b, n)]
    if not possible or b.winner or play.in_sight():
        for rule, why in filter(None, [state.event_bar(b, b.muslim[0])]):
            play.table.not_due(Field.CONVERGENCE, "", None, rule, why)
        return
    if play.table.denies(Field.CONVERGENCE):
        play.remark(MADE, marker="an Awakening" if side == "US" else "a Reaction")
        return
    fitting: list[str] = []
    rolled = ""
    play.tell("Convergence", rule="11.1.8")
    while not fitting:
        rolled = random_muslim(play, side, "convergence", possible, "" if rolled else "11.1.8")
        fitting = there_or_near(b, rolled, possible)
    where = play.ask(
        Field.CONVERGENCE,
        fitting,
        IN_REACH,
        side=side,
        purpose=Purpose.PLACE_AWAKENING if side == "US" else Purpose.PLACE_REACTION,
        rule="11.1.8",
        silence=fitting[0] if len(fitting) == 1 else None,
        fitting=tuple(fitting),
        rolled=rolled,
        assumed=play.rolls[-1].assumed,
        hints=Hints(unsure=play.rolls[-1].assumed),
        possible=possible,
    )
    if where in b.countries:
        named = "An Awakening" if side == "US" else "A Reaction"
        beside = f", Adjacent to {play.named(rolled)}, which cannot take it" if where != rolled else ""
        play.tell("Convergence", f"{named} marker goes to {play.named(where)}{beside}.", rule="11.1.8")
        changes.place_marker(play, where, field, rule="11.1.8")


# -------------------------------------------------------------------- Polarization

MARKER, ALIGNMENT, LEVEL = "marker", "alignment", "governance"
PolarizationResult = tuple[str, Any]
"""Result of Polarization: a marker more, another Alignment, or another Governance."""


def census(board: Board) -> dict[str, int]:
    """Awakening less Reaction markers of each country, from a difference of two (11.1.7)."""
    found = {n: space(board, n).awakening - space(board, n).reaction for n in board.muslim}
    return {n: d for n, d in found.items() if abs(d) >= 2 and state.counted(board, n)}


def result_of(board: Board, name: str, difference: int) -> PolarizationResult | None:
    """Result for a difference of two, or of three and more (11.1.7)."""
    c = board[name]
    if abs(difference) == 2:
        more = (MARKER, "awakening" if difference > 0 else "reaction")
        return more if state.may_be_marked(board, name) else None
    toward, level = (ALLY, c.governance - 1) if difference > 0 else (ADVERSARY, c.governance + 1)
    if c.alignment != toward:
        return ALIGNMENT, NEUTRAL if c.alignment and c.alignment != NEUTRAL else toward
    return (LEVEL, level) if GOOD <= level <= ISLAMIST_RULE else None


def line_word(result: PolarizationResult) -> str:
    """A result of Polarization for a line: "awakening", "ally", "Fair"."""
    kind, value = result
    return GOVERNANCE_NAMES[value] if kind == LEVEL else str(value)


def _as_due(board: Board, option: Any, c: Context) -> TestResult:
    return None if option == c["due"] else {"brings": in_words(c["due"]), "said": in_words(option)}


def in_words(result: str) -> str:
    """A result of Polarization for a sentence: "one more Awakening", "Ally", "Fair"."""
    return f"one more {result.capitalize()}" if result in changes.KINDS else result.capitalize()


POLARIZED = Requirement(
    "Polarization: its result",
    "11.1.7",
    "{name:has} {awakening:Awakening marker} and {reaction:Reaction marker}, so Polarization brings {brings}, not {said}",
    _as_due,
    "outcome",
)


def census_words(board: Board, found: dict[str, int]) -> str:
    """Number of countries in the census, and of those with a result."""
    marked = [n for n in board.muslim if space(board, n).awakening or space(board, n).reaction]
    if not marked:
        return "No country has Awakening or Reaction markers."
    passed = [n for n in marked if not state.counted(board, n)]
    near = [n for n in marked if n not in found and n not in passed]
    rest = f"; they differ by less than 2 in {listed(near)}" if near else ""
    rest += f"; {listed(passed)} is passed over this turn" if passed else ""
    return f"Markers lie in {listed(marked)}{rest}."


def census_of_country(board: Board, name: str, difference: int, result: PolarizationResult | None) -> str:
    """Census of a country and its result, in words."""
    c = space(board, name)
    more = "Awakening" if difference > 0 else "Reaction"
    counted = f"{name}: {c.awakening} Awakening and {c.reaction} Reaction, {abs(difference)} more {more}"
    if result is None:
        closed = state.event_bar(board, name) if abs(difference) == 2 else None
        return f"{counted}; {closed[1] if closed else 'nothing is left to shift'}."
    kind, value = result
    if kind == MARKER:
        return f"{counted}: two bring one more {more} marker."
    where = f"toward {str(value).capitalize()}" if kind == ALIGNMENT else f"to {GOVERNANCE_NAMES[value]}"
    what = "Alignment" if kind == ALIGNMENT else "Governance"
    return f"{counted}: three and more shift {what} {where}."


def _note_unchanged(play: Play, name: str, rule: str, why: str) -> None:
    """Note that Polarization leaves a country unchanged, by another rule."""
    for field in (*changes.KINDS, "alignment", "governance"):
        play.table.not_due(field, name, None, rule, why)


def polarize(play: Play) -> None:
    """Carry out Polarization after a census (11.1.7).

    Good and Islamist Rule come last and together.
    """
    b = play.board
    found = census(b)
    play.tell("Polarization", census_words(b, found), rule="11.1.7")
    results = {n: r for n, d in found.items() if (r := result_of(b, n, d)) is not None}
    for name in b.muslim:
        if (passed := state.end_of_turn_bar(b, name)) is not None:
            _note_unchanged(play, name, *passed)
        elif space(b, name).civil_war:
            for field in (Field.POLARIZED, "alignment", "governance"):
                play.table.not_due(
                    field,
                    name,
                    None,
                    "11.2.5",
                    f"{play.named(name):is} in Civil War: it has Attrition and no Polarization",
                )
        elif name in found and name not in results and (closed := state.event_bar(b, name)) is not None:
            _note_unchanged(play, name, *closed)
    unasked = {
        n: _written_result(said) for n in b.muslim if n not in results and (said := _undue_result(play, n, found))
    }
    last: list[tuple[str, int]] = []
    for name, d in found.items():
        play.tell("Polarization", census_of_country(b, name, d, results.get(name)), rule="11.1.7")
    for name, due in results.items():
        kind, value = _line_result(play, name, due)
        if not _carry_out(play, name, kind, value):
            last.append((name, value))
        if b.winner:
            return
    for name, (kind, value) in unasked.items():
        if not _carry_out(play, name, kind, value):
            last.append((name, value))
        if b.winner:
            return
    together(play, last, rule="11.1.7")


def _line_result(play: Play, name: str, result: PolarizationResult) -> PolarizationResult:
    """The result for a country by the line, else by the markers."""
    c, due = space(play.board, name), line_word(result)
    said = play.ask(
        Field.POLARIZED,
        (due,),
        POLARIZED,
        subject=name,
        rule="11.1.7",
        silence=due,
        due=due,
        name=name,
        awakening=c.awakening,
        reaction=c.reaction,
    )
    return result if said == due else _written_result(said)


def _carry_out(play: Play, name: str, kind: str, value: Any) -> bool:
    """Carry out a result, or return False to delay it (11.1.7).

    Good and Islamist Rule wait for the end.
    """
    if kind == MARKER:
        changes.place_marker(play, name, value, rule="11.1.7")
    elif kind == ALIGNMENT:
        play.set_alignment(name, value, rule="11.1.7")
    elif value in (GOOD, ISLAMIST_RULE):
        return False
    else:
        play.set_governance(name, value, rule="11.1.7")
    return True


def _written_result(said: str) -> PolarizationResult:
    """A written result for a country, right or wrong."""
    if said in changes.KINDS:
        return MARKER, said
    level = next((n for n, name in GOVERNANCE_NAMES.items() if name == said), 0)
    return (LEVEL, level) if level else (ALIGNMENT, said)


def _undue_result(play: Play, name: str, found: dict[str, int]) -> str | None:
    """A written result for a country without one, or None."""
    b = play.board
    c = space(b, name)
    rule, why = (
        "11.1.7",
        f"neither kind of marker is two or more ahead in {play.named(name)}, so Polarization leaves it as it is",
    )
    if (passed := state.end_of_turn_bar(b, name)) is not None:
        rule, why = passed
    elif c.civil_war:
        return None  # the rest of the entry is for Attrition
    elif not state.counted(b, name):
        why = f"Polarization passes {name} over this turn"
    elif name in found:
        rule, why = state.event_bar(b, name) or (
            "11.1.7",
            f"Polarization has nothing left to shift in {play.named(name)}",
        )
    elif c.awakening or c.reaction:
        markers = f"{c.awakening or 'no'} Awakening and {c.reaction or 'no'} Reaction"
        why = f"{play.named(name):has} {markers}, and a lead of less than two changes nothing"
    written: str | None = play.table.beyond(Field.POLARIZED, name, rule, why)
    return written


def together(play: Play, shifts: list[tuple[str, int]], *, rule: str) -> None:
    """Turn several countries at once, then carry out Convergence (11.1.7).

    They turn Good or to Islamist Rule. The Convergences follow the order of the record, where it names the countries.
    """
    if not shifts:
        return
    play.remember(HELD, (), rule="11.1.7")
    for name in play.table.as_named([name for name, _ in shifts]):
        play.set_governance(name, dict(shifts)[name], rule=rule)
    waiting = play.board.recall(HELD) or ()
    play.remember(HELD, None, rule="11.1.7")
    for _, governance in waiting:
        with play.segment("end.converge", rule="11.1.8"):
            spread(play, governance)
