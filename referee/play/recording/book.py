"""The growing record.

It has its lines, the game that judges them, and the file in which it is kept.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from referee.editions import rulesets
from referee.engine.explaining import misspelt
from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.explaining.referee import first_to_act
from referee.engine.record.findings import Finding, of_reading
from referee.engine.record.steps import JudgedStep
from referee.engine.state.script import Action, Record
from referee.inputs import files, formats
from referee.inputs.judging import read_input, shown
from referee.inputs.preparing import setup_of
from referee.inputs.records import read_text
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation import fixing
from referee.parsers.notation.encodings import MAX_BYTES, TextError, decode
from referee.parsers.notation.reader import read_line
from referee.play.recording.dealer import seed_of
from referee.play.recording.draft import PlayAnswers, deal

ROLLED = re.compile(r"dice rolled by the referee: seed (\d{1,18}), di[ce]+ (\d{1,6})(?: to (\d{1,6}))?")
"""The remark that says which dice of a seed a line has."""


class BookError(Exception):
    """A failure to read or write the file as a record.

    The message is a sentence for the user.
    """


class ChangedError(BookError):
    """The file has changed on disk since it was read or saved."""


@dataclass(slots=True)
class BookEntry:
    """The lines that were written at one go.

    They can also be taken back at one go.
    """

    start: int
    """The number of lines that the record had before."""
    pushed: int = 0
    """Lines of the game."""
    joined: Action | None = None
    """The action as it was before a line went on with it."""
    blocks: int = 0
    """Lines of the set-up."""
    kind: str = ""
    """The kind of its first action, "" for a remark."""
    itself: bool = False
    """Whether it came automatically: a deal, Plots that leave no choice."""
    answered: PlayAnswers | None = None
    """The answers that it was made of."""
    loaded: bool = False
    """Whether it was there before: its answers are to be found in its line."""
    source: str | None = None
    """The line ahead that it took the place of."""


class Taken(NamedTuple):
    """An entry that was taken back."""

    lines: list[str]
    entry: BookEntry


class Book:
    """A record with its game.

    ``path`` is None for one without a file.
    """

    def __init__(self, text: str = "", path: Path | None = None) -> None:
        self.path = path
        self.seen: bytes | None = None
        """The content of the file when it was last read or saved; None without a file."""
        self.load(text)

    @classmethod
    def open(cls, path: Path) -> Book:
        """The record in a file, or an empty one for no file.

        Raises :class:`BookError`.
        """
        data = _bytes_of(path)
        if data is None:
            return cls(path=path)
        name = shown(str(path))
        if len(data) > MAX_BYTES:
            raise BookError(f"{name}: the file is too large for a record")
        form = formats.of(data)
        if form.name != "notation":
            raise BookError(f"{name}: this is {form.title}; “referee convert” turns it into a record that goes on")
        try:
            text, encoding = decode(data)
        except TextError as error:
            raise BookError(f"{name}: {error}") from None
        if encoding:
            raise BookError(f"{name}: the file is not UTF-8; “referee fmt” makes it so")
        made = cls(text, path)
        made.seen = data
        return made

    def load(self, text: str) -> None:
        """Replace the record by the lines of another text."""
        text = text.removeprefix("\ufeff")
        self.end = "\r\n" if "\r\n" in text else "\n"
        self.ahead: list[str] = []
        """The remaining lines of a record under completion."""
        try:
            self.record = read_text(text)
        except TextError as error:
            raise BookError(str(error)) from None
        self.lines = self.record.lines
        while self.lines and not self.lines[-1].strip():
            self.lines.pop()
        self.names = rulesets.names_of(self.record.tags)
        self.setup, self.wrong = setup_of(self.record)
        actions = self.record.actions
        self.blocks = [a for a in actions if a.kind == "setup"]
        self.entries: list[BookEntry] = []
        self._begin(first_to_act(actions))
        actions = [a for a in actions if a.kind != "setup"]
        dealt = seed_of(self.lines) is not None
        ends = [*(a.lines[0] - 1 for a in actions[1:]), len(self.lines)]
        for action, end in zip(actions, ends, strict=False):
            at = action.lines[0] - 1
            itself = action.kind in ("deal", "draw") and (dealt or self.lines[at].strip() == deal(self.game.journal))
            self.entries.append(BookEntry(at, 1, kind=action.kind, itself=itself, loaded=True))
            self.game.push(action)
            alone = [n for n in range(action.lines[-1], end) if self.lines[n].strip()]
            self.entries += [BookEntry(n, loaded=True) for n in alone]

    def _begin(self, first: Action | None) -> None:
        self.game = ExplainedGame(self.setup)
        self.game.set_up(self.blocks, first)

    # ------------------------------------------------------------ what stands

    @property
    def text(self) -> str:
        """The record as it is saved."""
        lines = [*self.lines, *self.ahead]
        return self.end.join(lines) + self.end if lines else ""

    def insert(self, line: int, told: Sequence[str]) -> None:
        """Put remarks below a line; they are taken back at one go."""
        lines = self.lines
        blank = lines[len("\n".join(lines).rstrip().split("\n")) :]  # after the deal of a turn
        self.load(self.end.join([*lines[:line], *told, *lines[line:]]))
        self.lines += blank
        for entry in self.entries:
            entry.itself |= line < entry.start < line + len(told)

    def set_ahead(self, number: int) -> None:
        """Go back to before a line.

        This line and the later ones are then ahead.
        """
        lines = list(self.lines)
        self.load(self.end.join(lines[: number - 1]))
        self.ahead = lines[len(self.lines) :]

    def take_ahead(self, text: str | None = None, *, answered: PlayAnswers | None = None) -> JudgedStep | None:
        """Write the next line ahead, or another ``text`` in its place.

        Raises :class:`LineError` and leaves the record as it was.
        """
        source = self.ahead[0]
        step = self.push(source if text is None else text, itself=text is None, answered=answered)
        self.entries[-1].source = self.ahead.pop(0)
        return step

    def pass_ahead(self) -> None:
        """Take over the next line ahead unchanged, even if unreadable."""
        self.entries.append(BookEntry(len(self.lines), itself=True, source=self.ahead[0]))
        self.lines.append(self.ahead.pop(0))

    @property
    def findings(self) -> list[Finding]:
        """All findings so far.

        Those of unreadable lines and of the set-up are included.
        """
        unread = [of_reading("unreadable", u) for u in self.record.unreadable if u.place.line <= len(self.lines)]
        found = [*self.wrong, *unread, *self.game.findings]
        fixing.settle(self.lines, [f for f in found if f.of_spelling])
        return sorted(found, key=lambda f: (f.place.line, f.place.column))

    def findings_on(self, step: JudgedStep) -> list[Finding]:
        """The findings on the last line, misspelt names included."""
        line = step.action.numbers[-1]
        spelt = [f for f in misspelt.of_line(step.action, step.rules, step.id) if f.place.line == line]
        fixing.settle(self.lines, spelt)
        return [*spelt, *step.findings]

    def rolled(self, seed: int) -> int:
        """The number of dice in the record from this seed."""
        found = [m for line in self.lines if ";" in line for m in ROLLED.finditer(line)]
        return max((int(m[3] or m[2]) for m in found if int(m[1]) == seed), default=0)

    # ------------------------------------------------------------ lines

    def read(self, text: str) -> Action | None:
        """A line in the form of the game; None without a verdict.

        Raises LineError.
        """
        record = Record("record")
        current = None
        if text.lstrip().startswith("+"):
            last = self.game.lines[-1].action if self.game.lines else None
            if last is None or last.kind in ("board", "check", "set"):
                raise LineError(faults.NOT_BEHIND_ITS_PLAY, 1, 2)
            current = copy.deepcopy(last)
        read_line(record, text, len(self.lines) + 1, current, self.names)
        return current or (record.actions[0] if record.actions else None)

    def push(self, text: str, *, itself: bool = False, answered: PlayAnswers | None = None) -> JudgedStep | None:
        """Append a line; its step, if it has one.

        Raises :class:`LineError` and leaves the record as it was.
        """
        text = _plain(text)
        if text.lstrip().startswith("["):
            raise LineError(faults.TAG_LATER, 1, 2)
        action = self.read(text)
        kind = action.kind if action is not None else ""
        entry = BookEntry(len(self.lines), kind=kind, itself=itself, answered=answered)
        step = None
        if action is not None and action.kind == "setup":
            if self.game.lines:
                raise LineError(faults.SETUP_LATER, 1, 6)
            self.blocks.append(action)
            self._begin(None)
            if self.game.opening:
                wrong = self.game.opening[0]
                self.blocks.pop()
                self._begin(None)
                raise LineError(faults.SETUP_REFUSED, 1, 2, why=wrong.message)
            entry.blocks = 1
        elif action is not None:
            if text.lstrip().startswith("+"):
                entry.joined = self.game.pop()
            elif not self.game.lines and self.blocks:
                self._begin(action)
            entry.pushed = 0 if entry.joined is not None else 1
            step = self.game.push(action)
        self.lines.append(text)
        self.entries.append(entry)
        return step

    def put_back(self, taken: Taken) -> None:
        """Write an entry again that was taken back."""
        was = taken.entry
        if was.source is not None:
            self.ahead.pop(0)
        for i, line in enumerate(taken.lines):
            before = len(self.entries)
            with suppress(LineError):  # a line of the file that could not be read in the first place
                if line.strip():
                    self.push(line, itself=was.itself, answered=was.answered)
                    self.entries[-1].loaded, self.entries[-1].source = was.loaded, was.source
            if len(self.entries) == before:
                self.lines.append(line)
                self.entries += [BookEntry(len(self.lines) - 1, loaded=was.loaded, source=was.source)] * (not i)
            elif i and self.entries[-1].joined is None and not self.entries[-1].blocks:
                last = self.entries.pop()
                self.entries[-1].pushed += last.pushed

    def pop(self) -> list[str]:
        """Remove the last entry and return its lines.

        Raises :class:`IndexError` on an empty record.
        """
        entry = self.entries.pop()
        taken = self.lines[entry.start :]
        del self.lines[entry.start :]
        if entry.joined is not None:
            self.game.pop()
            self.game.push(entry.joined)
        for _ in range(entry.pushed):
            self.game.pop()
        if entry.blocks:
            self.blocks.pop()
            self._begin(None)
        elif entry.pushed and not self.game.lines and self.blocks:
            self._begin(None)
        if entry.source is not None:
            self.ahead.insert(0, entry.source)
        return taken

    def take_back(self) -> list[Taken]:
        """Remove the last typed entry and the automatic lines after it.

        [] where no line was typed.

        The first of them comes first.
        """
        taken: list[Taken] = []
        while self.entries and (not taken or taken[0].entry.itself):
            entry = self.entries[-1]
            taken.insert(0, Taken(self.pop(), entry))
        if taken and not taken[0].entry.itself:
            return taken
        for one in taken:
            self.put_back(one)
        return []

    # ------------------------------------------------------------ the file

    def save(self, *, over: bool = False) -> None:
        """Write the whole file.

        Raises :class:`BookError`; ``over`` overwrites the changes of others.
        """
        if self.path is None:
            return
        if not over and _bytes_of(self.path) != self.seen:
            raise ChangedError(f"{shown(str(self.path))} was changed by somebody else since it was read")
        data = self.text.encode("utf-8")
        try:
            files.replace(self.path, data)
        except OSError as error:
            raise BookError(f"{shown(str(self.path))} cannot be written: {error.strerror or error}") from None
        self.seen = data


def _bytes_of(path: Path) -> bytes | None:
    """The bytes of a file, None where there is none. Raises :class:`BookError`."""
    if not path.exists():
        return None
    try:
        return read_input(str(path))
    except TextError as error:
        raise BookError(f"{shown(str(path))}: {error}") from None


def _plain(text: str) -> str:
    """One line without what steers a terminal or ends a line."""
    return "".join(ch if ch.isprintable() else " " for ch in text).rstrip()
