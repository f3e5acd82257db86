"""Results of ``referee.play.editing`` in protocol terms.

A client counts lines from 0, and columns in units of UTF-16 unless both sides agree on another encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lsprotocol import types as lsp

from referee.engine.record.findings import Finding
from referee.engine.state.script import Place
from referee.engine.state.words import capital
from referee.play.editing import outline
from referee.play.editing.document import Document
from referee.play.editing.fixes import LineFix
from referee.play.editing.formatting import LineEdit
from referee.play.editing.hints import Hint
from referee.play.editing.ordering import Completion
from referee.play.editing.reference import ReferenceEntry
from referee.reports import rewriting, wording

SOURCE = "referee"
MOST_QUOTED = 120
"""Most quoted characters of another line."""
_SEVERITY = {
    "note": lsp.DiagnosticSeverity.Information,
    "incomplete": lsp.DiagnosticSeverity.Warning,
    "unsupported": lsp.DiagnosticSeverity.Warning,
    "slip": lsp.DiagnosticSeverity.Warning,
}
_KINDS = {
    "side": lsp.CompletionItemKind.Keyword,
    "card": lsp.CompletionItemKind.Reference,
    "use": lsp.CompletionItemKind.Method,
    "country": lsp.CompletionItemKind.Value,
    "plot": lsp.CompletionItemKind.Value,
    "cells": lsp.CompletionItemKind.Unit,
    "number": lsp.CompletionItemKind.Unit,
    "dice": lsp.CompletionItemKind.Snippet,
    "statement": lsp.CompletionItemKind.Property,
    "line": lsp.CompletionItemKind.Keyword,
    "tag": lsp.CompletionItemKind.Field,
    "value": lsp.CompletionItemKind.EnumMember,
    "sign": lsp.CompletionItemKind.Operator,
}
AS_READ = f"{lsp.CodeActionKind.Source.value}.asRead"
"""The kind of the action that accepts suppositions.

Editors do not run it when a file is saved.
"""
_ACTIONS: dict[str, str] = {
    "fix": lsp.CodeActionKind.QuickFix,
    "format": lsp.CodeActionKind.RefactorRewrite,
    "read": AS_READ,
}
_SYMBOLS = {
    "set-up": lsp.SymbolKind.Namespace,
    "turn": lsp.SymbolKind.Module,
    "phase": lsp.SymbolKind.Class,
    "play": lsp.SymbolKind.Event,
}


def _width(ch: str, encoding: str) -> int:
    if encoding == "utf-8":
        return len(ch.encode("utf-8", "surrogatepass"))
    return 2 if encoding == "utf-16" and ord(ch) > 0xFFFF else 1


def to_units(line: str, column: int, encoding: str) -> int:
    """The client's column, from 0, for a column from 1 in characters.

    A column beyond the line is its end.
    """
    front = line[: max(column - 1, 0)]
    return len(front) if front.isascii() else sum(_width(ch, encoding) for ch in front)


def to_column(line: str, units: int, encoding: str) -> int:
    """The column from 1 in characters for a client's column.

    One within a character is its beginning.
    """
    if line.isascii():
        return min(units, len(line)) + 1
    for at, ch in enumerate(line, 1):
        units -= _width(ch, encoding)
        if units < 0:
            return at
    return len(line) + 1


def plain(message: str) -> lsp.Diagnostic:
    """A message about the file as a whole."""
    first = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1))
    return lsp.Diagnostic(first, message, lsp.DiagnosticSeverity.Information, source=SOURCE)


@dataclass(frozen=True, slots=True)
class View:
    """A text in the columns of one client.

    Incoming lines and columns are counted from 1, in characters.
    """

    uri: str
    lines: Sequence[str]
    encoding: str

    # ------------------------------------------------------------ places

    def _line(self, line: int) -> str:
        return self.lines[line - 1] if 1 <= line <= len(self.lines) else ""

    def place(self, position: lsp.Position) -> tuple[int, int]:
        """Line and column of a client's position."""
        line = position.line + 1
        return line, to_column(self._line(line), position.character, self.encoding)

    def position(self, line: int, column: int) -> lsp.Position:
        """A place in the client's columns."""
        return lsp.Position(max(line - 1, 0), to_units(self._line(line), column, self.encoding))

    def span(self, line: int, first: int, last: int) -> lsp.Range:
        """Columns ``first`` to ``last`` of a line, the last one excluded."""
        return lsp.Range(self.position(line, first), self.position(line, last))

    def of_place(self, place: Place) -> lsp.Range:
        """The columns of a place."""
        return self.span(place.line, place.column, place.end)

    def whole(self, first: int, last: int) -> lsp.Range:
        """Lines ``first`` to ``last``, inclusive, without the final line end."""
        return lsp.Range(lsp.Position(first - 1, 0), self.position(last, len(self._line(last)) + 1))

    # ------------------------------------------------------------ what is shown

    def diagnostic(self, f: Finding, document: Document) -> lsp.Diagnostic:
        """A finding at its place, with its related lines."""
        lines = self.lines
        kind = "note" if f.follows else f.kind
        parts = [
            f"{capital(wording.kind(f))}: {f.message}",
            f.reason,
            f"{wording.ASSUMED}: {f.assumed}" if f.assumed else "",
            f.help,
        ]
        parts += [f"{label}: {text}" for label, text in rewriting.labelled(f, lines)]
        if found := rewriting.effect(f):
            parts.append(f"That would clear {found}.")
        if f.follows:
            parts.append("It follows from an earlier mistake and does not count.")
        related = [
            lsp.DiagnosticRelatedInformation(
                lsp.Location(self.uri, self.of_place(r.place)),
                f"{r.label} {lines[r.place.line - 1].strip()[:MOST_QUOTED]}",
            )
            for r in outline.related(document, f)
        ]
        return lsp.Diagnostic(
            range=self.of_place(f.place),
            message="\n".join(p for p in parts if p),
            severity=_SEVERITY.get(kind, lsp.DiagnosticSeverity.Error),
            code=f.rule,
            source=SOURCE,
            related_information=related or None,
            data={"kind": f.kind, "words": wording.words(f)},
        )

    def hover(self, found: ReferenceEntry, line: int, *, markdown: bool) -> lsp.Hover:
        """An entry on the text under the cursor."""
        kind = lsp.MarkupKind.Markdown if markdown else lsp.MarkupKind.PlainText
        text = found.markdown if markdown else found.text
        return lsp.Hover(lsp.MarkupContent(kind, text), self.span(line, found.first, found.last))

    def completion(self, c: Completion, line: int, *, snippets: bool, again: str) -> lsp.CompletionItem:
        """A completion.

        ``again`` is the client's command for the next one, "" for none.
        """
        text, form = c.insert, lsp.InsertTextFormat.PlainText
        if snippets and c.caret < len(c.insert):
            front, after = (_escaped(part) for part in (c.insert[: c.caret], c.insert[c.caret :]))
            text, form = f"{front}$1{after}$0", lsp.InsertTextFormat.Snippet
        return lsp.CompletionItem(
            label=c.label.strip(),
            kind=_KINDS.get(c.kind, lsp.CompletionItemKind.Text),
            detail=c.detail or None,
            documentation=c.documentation or None,
            sort_text=c.sort,
            filter_text=c.filter,
            insert_text_format=form,
            text_edit=lsp.TextEdit(self.span(line, c.first, c.last), text),
            tags=[lsp.CompletionItemTag.Deprecated] if c.forbidden else None,
            data=c.about or None,
            command=lsp.Command("What comes next", again) if again and c.insert.endswith(" ") else None,
        )

    def action(self, fix: LineFix, shown: Sequence[lsp.Diagnostic]) -> lsp.CodeAction:
        """A quick fix, with its diagnostics."""
        edits: list[Any] = [self.edit(e) for e in fix.edits]
        f = fix.finding
        at = self.of_place(f.place) if f is not None else None
        mine = [d for d in shown if f is not None and d.range == at and d.code == f.rule]
        return lsp.CodeAction(
            title=fix.title,
            kind=_ACTIONS[fix.kind],
            diagnostics=mine or None,
            is_preferred=fix.best or None,
            edit=lsp.WorkspaceEdit(changes={self.uri: edits}),
        )

    def edit(self, e: LineEdit) -> lsp.TextEdit:
        """A text edit that replaces, inserts or deletes whole lines."""
        text = "\n".join(e.lines)
        total = len(self.lines)
        if e.first > total:
            end = self.whole(total, total).end
            return lsp.TextEdit(lsp.Range(end, end), f"\n{text}")
        start = lsp.Position(e.first - 1, 0)
        if e.last < e.first:
            return lsp.TextEdit(lsp.Range(start, start), f"{text}\n")
        if e.lines:
            return lsp.TextEdit(self.whole(e.first, e.last), text)
        if e.last < total:
            return lsp.TextEdit(lsp.Range(start, lsp.Position(e.last, 0)), "")
        if e.first > 1:
            start = self.whole(e.first - 1, e.first - 1).end
        return lsp.TextEdit(lsp.Range(start, self.whole(e.last, e.last).end), "")

    def symbol(self, s: outline.Symbol) -> lsp.DocumentSymbol:
        """An entry of the outline with its children."""
        return lsp.DocumentSymbol(
            name=s.name,
            kind=_SYMBOLS[s.kind],
            range=self.whole(s.first, s.last),
            selection_range=self.of_place(s.place),
            detail=s.detail or None,
            children=[self.symbol(c) for c in s.children] or None,
        )

    def hint(self, h: Hint) -> lsp.InlayHint:
        """A result of the referee, at the end of a line."""
        return lsp.InlayHint(
            position=self.position(h.line, h.column),
            label=f"▸ {h.text}",
            tooltip="\n".join(h.more) or None,
            padding_left=True,
        )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
