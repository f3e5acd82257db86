"""An open record of a client.

It has the text, in step with the client's, and its diagnostics.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from referee.engine.record.findings import Finding
from referee.engine.state.script import Place
from referee.inputs import formats, log
from referee.lsp import showing
from referee.lsp.showing import View
from referee.parsers.notation.encodings import MAX_BYTES, TextError
from referee.parsers.notation.reader import split_lines
from referee.play.editing.document import TYPED, Document

SLICE = 0.03
"""Seconds of judging in the background before the client is answered."""
BETWEEN = 0.001
"""Seconds for the client between two slices."""
SHOWN_EVERY = 12
"""Slices between two publications of preliminary findings."""
_CERTAIN = frozenset({"vassal", "solitaire", "json", "mail"})
"""Forms that cannot be mistaken for notation, under any file name."""


class OpenDocument:
    """An open file, with the diagnostics shown by its client."""

    def __init__(
        self,
        uri: str,
        version: int,
        text: str,
        encoding: str,
        publish: Callable[[OpenDocument], None],
        done: Callable[[], None],
    ) -> None:
        self.uri, self.version, self.encoding = uri, version, encoding
        self.publish, self.done = publish, done
        self.diagnostics: list[lsp.Diagnostic] = []
        self.large = len(text) > MAX_BYTES
        """Whether the text exceeds the limit; it is not kept then."""
        self.document = Document("" if self.large else text, name=uri, options=_options(uri))
        self._task: asyncio.Task[None] | None = None
        self.foreign = self._other_form()
        """The reason why this is no record in notation, or ""."""
        self._begin()

    @property
    def view(self) -> View:
        """The text in the client's columns."""
        return View(self.uri, self.document.lines, self.encoding)

    # ------------------------------------------------------------ the text

    def change(self, version: int, changes: list[lsp.TextDocumentContentChangeEvent]) -> None:
        """Take over an edit, and judge the changed line at once."""
        self.close()
        self.version = version
        first = 0
        for one in changes:
            if not isinstance(one, lsp.TextDocumentContentChangePartial):
                self.large, first = len(one.text) > MAX_BYTES, 0
                self.document.set_text("" if self.large else one.text)
            elif not self.large:
                first = self._part(one)
        self.foreign = self._other_form()
        if first and not self.foreign and self.document.judged >= first - 1:
            try:
                self.document.judge(first, units=TYPED, seconds=SLICE)
            except Exception as error:  # a fault of ours goes into the log; what was typed stays
                log.event("fault", uri=self.uri, line=first, error=repr(error))
        self._begin()

    def _part(self, one: lsp.TextDocumentContentChangePartial) -> int:
        """One change of a part of the text; its first line."""
        lines = self.document.lines
        start, end = one.range.start, one.range.end
        first, last = min(start.line, len(lines) - 1), min(end.line, len(lines) - 1)
        head = lines[first][: showing.to_column(lines[first], start.character, self.encoding) - 1]
        tail = lines[last][showing.to_column(lines[last], end.character, self.encoding) - 1 :]
        if start.line > first:  # after the last line: a new one
            head += "\n"
        new = split_lines(head + one.text + (tail if end.line == last else ""))
        self.document.change(first + 1, last + 1, new)
        self._shift(last, len(new) - (last - first + 1))
        return first + 1

    def _shift(self, line: int, by: int) -> None:
        """Move the shown diagnostics of later lines along with them."""
        if by:
            for d in self.diagnostics:
                if d.range.start.line > line:
                    d.range = lsp.Range(
                        lsp.Position(d.range.start.line + by, d.range.start.character),
                        lsp.Position(d.range.end.line + by, d.range.end.character),
                    )

    def _other_form(self) -> str:
        """The reason why this is no record in notation, or ""."""
        if self.large:
            return "This file is too large to be judged while it is open."
        data = self.document.text.encode("utf-8", "replace")
        own = self.uri.casefold().endswith(".lgn")
        known = [f for f in formats.FORMATS if f.name != "notation" and (not own or f.name in _CERTAIN)]
        try:
            form = next((f for f in known if f.recognises(data)), None) if self.document.text.strip() else None
        except TextError:
            form = None
        if form is None:
            return ""
        return (
            f"This is {form.title}, no record in the notation: “referee check” judges it, and "
            "“referee convert” makes a record of it that can be edited here."
        )

    # ------------------------------------------------------------ judging

    def _begin(self) -> None:
        """Show the first findings, and judge the rest in the background."""
        self._show()
        if not self.foreign:
            self._task = asyncio.get_running_loop().create_task(self._rest())

    async def _rest(self) -> None:
        """Judge the rest, a slice at a time."""
        slices = 0
        try:
            while not self.document.judge(seconds=SLICE):
                slices += 1
                if slices % SHOWN_EVERY == 0:
                    self._show()
                await asyncio.sleep(BETWEEN)
        except Exception as error:
            log.event("fault", uri=self.uri, error=repr(error))
            message = "The referee itself failed here; what stands below is not judged."
            place = Place(min(self.document.judged + 1, len(self.document.lines)), 1, 2)
            self._show(Finding("unsupported", "referee", message, place))
            return
        self._show()
        self.done()

    def _show(self, fault: Finding | None = None) -> None:
        """Publish the findings, with earlier ones of lines not judged yet."""
        if self.foreign:
            found = [showing.plain(self.foreign)]
        else:
            document = self.document
            findings = [*document.findings, *([fault] if fault is not None else [])]
            found = [self.view.diagnostic(f, document) for f in findings]
            if fault is None and document.judged < len(document.lines):
                known = {(d.range.start.line, d.message) for d in found}
                found += [
                    d
                    for d in self.diagnostics
                    if document.judged <= d.range.start.line < len(document.lines)
                    and (d.range.start.line, d.message) not in known
                    and not (isinstance(d.data, dict) and d.data.get("kind") == "unreadable")
                ]
        self.diagnostics = found
        self.publish(self)

    def close(self) -> None:
        """Judge no further."""
        if self._task is not None:
            self._task.cancel()
            self._task = None


def _options(uri: str) -> tuple[str, ...]:
    """The readings that the club's settings switch for a file."""
    from referee.club import settings

    path = to_fs_path(uri)
    if path is None or not uri.startswith("file:"):
        return ()
    try:
        return tuple(settings.find(Path(path)).options)
    except (settings.SettingsError, OSError):
        return ()
