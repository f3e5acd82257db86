"""Saved games of other programs as records, tried and corrected.

Lines are tried at the board, and differences corrected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.engine.record.findings import Finding
from referee.engine.record.steps import JudgedStep
from referee.engine.record.work import A_LINE, A_TRIAL, Spent, Work
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.facts import plots
from referee.engine.state.names import Names
from referee.engine.state.script import Origin, Place, Record, Statement, Unreadable
from referee.inputs.converted import Conversion
from referee.inputs.drafting import GameDraft
from referee.inputs.preparing import setup_of
from referee.inputs.records import read_text
from referee.parsers.app import position as positions
from referee.parsers.app import record as saves
from referee.parsers.app.saves import SavedPosition, SaveError
from referee.parsers.faults import LineError
from referee.parsers.notation.encodings import TextError
from referee.parsers.notation.reader import read_line

_WEIGHTS = {"incomplete": 1, "illegal": 6, "outcome": 30, "impossible": 30, "unsupported": 60, "unreadable": 90}
"""Weights of findings against a way of writing a line."""
_DIFFERENCE = 7
"""Weight of a difference from the program, above a refusal's."""
_NEVER_LOGGED = frozenset({("incomplete", "4.9.4"), ("incomplete", "11.3.9")})
"""Rolls without dice in every log: Tests and Convergence."""
_WORK, _WORK_A_LINE, _MOST_WORK = 60_000, 300, 200_000
"""Units for trying the lines of a game: ten seconds at most.

A usual line takes 250.
"""
_A_TRY = 100
"""Units for one try, answers aside: the whole board is compared."""
_A_UNIT = 4
"""Characters of a line for one more unit, for its claims."""
_A_LINE = 4_000
"""Units for one line, in all its forms."""
_TOO_LONG = "trying them out would take too long"
_GIVEN_UP = f"from here on the lines are as the log has them: {_TOO_LONG}"
_MOST_PICKS = 8
"""Most choices by software to find in a line."""


@dataclass(slots=True)
class ImportedGame:
    """A record of a saved game, with counts."""

    text: str
    plays: int = 0
    put_right: Counter[str] = field(default_factory=Counter)
    """Number of card plays with a correction, by its reason."""
    corrections: int = 0
    findings: list[tuple[str, Finding]] = field(default_factory=list)
    """Findings on the lines, each judged by itself."""
    origins: dict[int, Origin] = field(default_factory=dict)
    """The save point of each line."""
    without_words: list[str] = field(default_factory=list)
    """Statements of a position without words in the notation."""
    unjudged_parts: list[str] = field(default_factory=list)
    """Sentences on unjudged and untried parts of the game."""


def import_game(saved: saves.SavedGame) -> ImportedGame:
    """The record of a saved game, corrected to the program's board."""
    return _Importer(saved).run()


def of_saved(saved: saves.SavedGame) -> Conversion:
    """A saved game as a converted one."""
    result = import_game(saved)
    broken = {p for problems in saved.problems.values() for p in problems}
    lines = enumerate(result.text.splitlines(), 1)
    problems = {n: line[2:] for n, line in lines if line.startswith("; ") and line[2:] in broken}
    return Conversion(
        result.text,
        problems,
        result.origins,
        lines_guessed=result.plays,
        lines_open=result.corrections,
        notes=list(result.unjudged_parts),
        line_notes=[Unreadable(Place(1, 1, 2), note, rule="referee") for note in result.unjudged_parts],
    )


class _Importer(GameDraft):
    def __init__(self, saved: saves.SavedGame) -> None:
        self.saved = saved
        top = read_text("".join(f'[{name} "{value}"]\n' for name, value in saved.tags.items()))
        setup, _ = setup_of(top)
        if not setup.name:
            raise TextError(f"the scenario “{saved.tags['Scenario']}” of the saved game is not known here")
        super().__init__(setup, Work(min(_MOST_WORK, _WORK + _WORK_A_LINE * len(saved.drafts))))
        self.result = ImportedGame("", unjudged_parts=list(saved.unjudged_parts))
        self.lines_after: dict[int, list[str]] = {}
        self.statements_read: dict[tuple[Names, str, str], list[Statement]] = {}
        """Statements read from positions.

        Most of a position stays the same.
        """
        self.stated_for: tuple[SavedPosition | None, Names | None, list[Statement]] = (None, None, [])
        """The last position, with its statements."""
        self.uncorrectable: set[str] = set()
        """Differences from the program beyond any correction, in words."""

    def run(self) -> ImportedGame:
        drafts = self.saved.drafts
        first = next((a for d in drafts for v in d.variants if (a := self.action(v)) is not None), None)
        self.game.set_up([], first)
        self.result.plays = sum(draft.play for draft in drafts)
        for n, draft in enumerate(drafts):
            last = n + 1 == len(drafts) or drafts[n + 1].point != draft.point
            try:
                self.take(n, draft, self.saved.states.get(draft.point) if last else None)
            except Spent:  # the game cannot be used afterwards
                draft.notes.append(_GIVEN_UP)
                self.result.unjudged_parts.append(
                    f"from save {draft.point} on the lines are as the log has them: {_TOO_LONG}"
                )
                break
        self.result.text = saves.text(self.saved, self.lines_after)
        self.result.origins = saves.origins(self.saved, self.lines_after)
        return self.result

    def take(self, n: int, draft: saves.LineDraft, state: SavedPosition | None) -> None:
        """Choose the form of a line, and correct remaining differences."""
        if draft.variants:
            draft.variants[:1] = [self.best(draft.variants, state)]
        lines, reasons = self.put_right(state, draft) if state is not None else ([], [])
        if lines:
            self.lines_after[n] = lines
            if draft.play:
                self.result.corrections += 1
                self.result.put_right.update(reasons)

    def best(self, variants: list[str], state: SavedPosition | None) -> str:
        """Play the form of a line that agrees best.

        It agrees with the program's board.
        """
        found: list[tuple[int, str]] = []
        work, spent = self.game.work, self.game.work.spent
        work.a_line = A_TRIAL
        for line in variants:
            found.append(self.tried(line, state))
            if not found[-1][0] or work.spent - spent > _A_LINE:
                break
        work.a_line = A_LINE
        best = min(found, key=lambda f: f[0])[1]
        action = self.action(best)
        if action is not None:
            self.result.findings += [(best, f) for f in self.push(action).findings if f.counted]
        return best

    def tried(self, line: str, state: SavedPosition | None) -> tuple[int, str]:
        """Weight against a line, and the line with chosen picks.

        The picks are the choices by software that it needs.
        """
        for _ in range(_MOST_PICKS):
            action = self.action(line)
            if action is None:
                return 10_000, line
            self.game.work.spend(_A_TRY + len(line) // _A_UNIT)
            step = self.push(action)
            score = _score(step)
            if state is not None:
                score += _DIFFERENCE * len(self.differences(state))
            self.pop()
            ends = {f.place.end - 1 for f in step.findings if (f.kind, f.rule) == UNKNOWN_PICK}
            if not ends:
                break
            end = max(ends)
            line = f"{line[:end].rstrip()} pick[?]{line[end:]}"
        return score, line

    def differences(self, state: SavedPosition) -> list[Statement]:
        """Differences between program and board, by the program."""
        board = self.game.board
        if self.stated_for[:2] != (state, self.names):
            self.stated_for = state, self.names, self._all_of(state)
        stated = self.stated_for[2]
        wrong = [s for s in stated if not _agrees(board, s)]
        turned = {s.subject for s in wrong if s.field in _CELLS}  # one state of Cells alone would take from the other
        return [s for s in stated if s in wrong or (s.subject in turned and s.field in _CELLS)]

    def _all_of(self, state: SavedPosition) -> list[Statement]:
        try:
            return list(self.stated(positions.position_facts(state) | positions.cards(state)))
        except SaveError:
            return []

    def stated(self, said: positions.PositionFacts) -> Iterator[Statement]:
        """Parse statements; collect failures."""
        names = self.names
        for (subject, _), words in said.items():
            key = (names, subject, words)
            if key not in self.statements_read:
                self.statements_read[key] = self._statements(f"board: {subject} {words}".replace(":  ", ": "))
            yield from self.statements_read[key]

    def _statements(self, line: str) -> list[Statement]:
        record = Record("imported")
        try:
            read_line(record, line, 1, None, self.names)
        except LineError as error:
            if line not in self.result.without_words:
                self.result.without_words.append(f"{line} ({error.message})")
        return [s for action in record.actions for s in action.statements]

    def put_right(self, state: SavedPosition, draft: saves.LineDraft) -> tuple[list[str], list[str]]:
        """Lines that correct the board after a save point, with the reasons."""
        self.game.work.spend(_A_TRY)
        found = self.differences(state)
        self.uncorrectable &= {_words(s) for s in found}
        wrong = [s for s in found if _words(s) not in self.uncorrectable]
        if not wrong:
            return [], []
        line = self.correction([*wrong, *self.wmd(state, wrong)])
        self.game.work.spend(len(line) // _A_UNIT)
        action = self.action(line)
        if action is None:
            return [f"; {line}"], ["unreadable"]
        self.push(action)
        reasons = sorted({s.field for s in wrong})
        left = [s for s in self.differences(state) if _words(s) not in self.uncorrectable]
        if not left:
            return [f"; {_why(wrong, draft)}", line], reasons
        known = {_words(s) for s in found}
        if any(_words(s) not in known for s in left):  # it would break something else
            left = wrong
        self.uncorrectable |= {_words(s) for s in left}
        told = [f"; the program has what cannot lie here: {self.correction(left).removeprefix('set: ')}"]
        self.pop()
        held = [s for s in wrong if _words(s) not in self.uncorrectable]
        action = self.action(line := self.correction([*held, *self.wmd(state, held)])) if held else None
        if action is None:
            return told, reasons
        self.push(action)
        return [*told, f"; {_why(held, draft)}", line], reasons

    def wmd(self, state: SavedPosition, wrong: list[Statement]) -> Iterator[Statement]:
        """Balance WMD markers against the box and those out of the game."""
        b = self.game.board
        if not any(s.field in _WITH_WMD for s in wrong):
            return
        try:
            shown = positions.wmd(state)
        except SaveError:
            return
        more = shown - (b.wmd_available + plots.wmd_stored(b) - b.wmd_box)
        box = min(max(more, 0), b.wmd_box)
        out = min(more - box, plots.wmd_out(b))
        said = {"wmd box": b.wmd_box - box} if box else {}
        said |= {"wmd out": plots.wmd_out(b) - out} if out else {}
        yield from self.stated({("", name): f"{name} {n}" for name, n in said.items()})


_WITH_WMD = frozenset({"available", "plots", "arsenal", "wmd"})
"""Statements of the places of WMD markers."""


def _words(s: Statement) -> str:
    return f"{s.subject} {s.field} {s.value}"


_CELLS = ("sleepers", "actives")


def _agrees(board: Board, s: Statement) -> bool:
    """Whether a statement of the program agrees, or hardly differs.

    A difference without effect counts as agreement.
    """
    if statements.holds(board, s):
        return True
    if s.field == "plots" and isinstance(s.value, tuple):  # the program keeps no order of placing
        have, left = statements.actual(board, s), list(s.value)
        for value in have:
            if value != "?" and value in left:
                left.remove(value)
        return len(have) == len(s.value) and len(left) == have.count("?")
    if (
        s.field == "discards"
    ):  # the program discards the first Plot card at once; its box is cleared at the end of the turn
        return Counter(s.value) == Counter((*board.discards, *board.boxed))
    return False


_REASONS = {
    "hand J": "hands are numbers in the program: it holds another number of cards",
    "hand US": "hands are numbers in the program: it holds another number of cards",
    "discards": "the program has these cards in the discard pile",
    "removed": "the program has these cards out of the game",
    "first plot": "the program has another card in the 1st Plot box, or none (8.5.3)",
    "reserves J": "the program keeps, adds or takes off Reserves otherwise (6.3.3)",
    "reserves US": "the program keeps, adds or takes off Reserves otherwise (6.3.3)",
    "prestige": "the program reckons Prestige otherwise",
    "funding": "the program reckons Funding otherwise",
    "plots": "the program has other Plots there",
    "available": "the program has other Plots Available",
    "cadre": "the program has another Cadre",
    "marker": "the program has another marker",
}
_PIECES = frozenset({"sleepers", "actives", "troops", "militia"})


def _why(wrong: list[Statement], draft: saves.LineDraft) -> str:
    """The reason for a correction, as far as known."""
    if draft.notes and all(s.field.startswith("reserves") for s in wrong):
        return "nothing came to the Reserves: no Operation was made (6.3.1)"
    unplayed = any("no event" in line for line in draft.variants)
    if unplayed and all(s.field in ("discards", "removed") for s in wrong):
        return "the program takes an event that would change nothing for unplayable, so that its card stays (6.2.4)"
    blank = {("governance", 0), ("posture", "")}
    untested = [s.subject for s in wrong if (s.field, s.value) in blank]
    if untested:
        return f"the program makes no Test there: {', '.join(untested)} (4.9.4)"
    told = dict.fromkeys(_REASONS.get(s.field, "") for s in wrong)
    if any(s.field in _PIECES for s in wrong):
        told["the program has other pieces there"] = None
    return "; ".join(w for w in told if w) or "the program has it otherwise, and its log does not say why"


UNKNOWN_PICK = ("incomplete", "9.5")
"""The finding on an unrecorded choice by a die."""


def _score(step: JudgedStep) -> int:
    return sum(_WEIGHTS.get(f.kind, 0) for f in step.findings if (f.kind, f.rule) not in _NEVER_LOGGED)
