"""What ``referee.play.editing`` says, as a client of the protocol is told it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lsprotocol import types as lsp

from referee.engine.findings import Finding
from referee.lsp import units
from referee.play.editing import outline
from referee.play.editing.completion import Completion
from referee.play.editing.document import Document
from referee.play.editing.fixes import Fix
from referee.play.editing.formatting import Edit
from referee.play.editing.hints import Hint
from referee.play.editing.hover import Hover
from referee.reports import rewriting
from referee.reports.wording import words

SOURCE = "referee"
MOST_QUOTED = 120
"""Most characters of another line that are quoted."""
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


def diagnostic(f: Finding, document: Document, uri: str, encoding: str) -> lsp.Diagnostic:
    """A finding where it stands, with the lines that belong to it."""
    lines = document.lines
    severity = lsp.DiagnosticSeverity.Information if f.follows else _SEVERITY.get(f.kind, lsp.DiagnosticSeverity.Error)
    parts = [f.message, f.reason, f"I went on as if: {f.assumed}" if f.assumed else "", f.help]
    parts += [f"{label}: {text}" for label, text in rewriting.labelled(f, lines)]
    if found := rewriting.effect(f):
        parts.append(f"With it, {found}.")
    if f.follows:
        parts.append("It follows from an earlier mistake and does not count.")
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(uri, units.span(lines, r.place.line, r.place.column, r.place.end, encoding)),
            f"{r.label} {lines[r.place.line - 1].strip()[:MOST_QUOTED]}",
        )
        for r in outline.related(document, f)
    ]
    return lsp.Diagnostic(
        range=units.span(lines, f.place.line, f.place.column, f.place.end, encoding),
        message="\n".join(p for p in parts if p),
        severity=severity,
        code=f.rule,
        source=SOURCE,
        related_information=related or None,
        data={"kind": f.kind, "words": words(f)},
    )


def plain(message: str) -> lsp.Diagnostic:
    """Something about the file as a whole."""
    start = lsp.Position(0, 0)
    return lsp.Diagnostic(
        lsp.Range(start, lsp.Position(0, 1)), message, lsp.DiagnosticSeverity.Information, source=SOURCE
    )


def hover(found: Hover, line: int, lines: Sequence[str], encoding: str, *, markdown: bool) -> lsp.Hover:
    """What is told under the cursor."""
    kind = lsp.MarkupKind.Markdown if markdown else lsp.MarkupKind.PlainText
    text = found.markdown if markdown else found.text
    return lsp.Hover(lsp.MarkupContent(kind, text), units.span(lines, line, found.first, found.last, encoding))


def completion(
    c: Completion, line: int, lines: Sequence[str], encoding: str, *, snippets: bool, again: str
) -> lsp.CompletionItem:
    """Something that may be written; ``again`` is the client's command that asks for what comes next, "" for none."""
    text, form = c.insert, lsp.InsertTextFormat.PlainText
    if snippets and c.caret < len(c.insert):
        front, behind = (_escaped(part) for part in (c.insert[: c.caret], c.insert[c.caret :]))
        text, form = f"{front}$1{behind}$0", lsp.InsertTextFormat.Snippet
    return lsp.CompletionItem(
        label=c.label.strip(),
        kind=_KINDS.get(c.kind, lsp.CompletionItemKind.Text),
        detail=c.detail or None,
        documentation=c.documentation or None,
        sort_text=c.sort,
        filter_text=c.filter,
        insert_text_format=form,
        text_edit=lsp.TextEdit(units.span(lines, line, c.first, c.last, encoding), text),
        tags=[lsp.CompletionItemTag.Deprecated] if c.forbidden else None,
        data=c.about or None,
        command=lsp.Command("What comes next", again) if again and c.insert.endswith(" ") else None,
    )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")


def action(fix: Fix, uri: str, lines: Sequence[str], encoding: str, shown: Sequence[lsp.Diagnostic]) -> lsp.CodeAction:
    """A quick fix."""
    edits: list[Any] = [edit(e, lines, encoding) for e in fix.edits]
    f = fix.finding
    at = units.span(lines, f.place.line, f.place.column, f.place.end, encoding) if f is not None else None
    mine = [d for d in shown if f is not None and d.range == at and d.code == f.rule]
    return lsp.CodeAction(
        title=fix.title,
        kind=lsp.CodeActionKind.QuickFix if fix.kind == "fix" else lsp.CodeActionKind.RefactorRewrite,
        diagnostics=mine or None,
        is_preferred=fix.best or None,
        edit=lsp.WorkspaceEdit(changes={uri: edits}),
    )


def edit(e: Edit, lines: Sequence[str], encoding: str) -> lsp.TextEdit:
    """Lines in the place of others, put in before one, or left out with their line ends."""
    text = "\n".join(e.lines)
    if e.first > len(lines):
        end = units.whole(lines, len(lines), len(lines), encoding).end
        return lsp.TextEdit(lsp.Range(end, end), f"\n{text}")
    start = lsp.Position(e.first - 1, 0)
    if e.last < e.first:
        return lsp.TextEdit(lsp.Range(start, start), f"{text}\n")
    if e.lines:
        return lsp.TextEdit(units.whole(lines, e.first, e.last, encoding), text)
    if e.last < len(lines):
        return lsp.TextEdit(lsp.Range(start, lsp.Position(e.last, 0)), "")
    if e.first > 1:
        start = units.whole(lines, e.first - 1, e.first - 1, encoding).end
    return lsp.TextEdit(lsp.Range(start, units.whole(lines, e.last, e.last, encoding).end), "")


_SYMBOLS = {
    "set-up": lsp.SymbolKind.Namespace,
    "turn": lsp.SymbolKind.Module,
    "phase": lsp.SymbolKind.Class,
    "play": lsp.SymbolKind.Event,
}


def symbol(s: outline.Symbol, lines: Sequence[str], encoding: str) -> lsp.DocumentSymbol:
    """An entry of the outline with what is below it."""
    return lsp.DocumentSymbol(
        name=s.name,
        kind=_SYMBOLS[s.kind],
        range=units.whole(lines, s.first, s.last, encoding),
        selection_range=units.span(lines, s.place.line, s.place.column, s.place.end, encoding),
        detail=s.detail or None,
        children=[symbol(c, lines, encoding) for c in s.children] or None,
    )


def hint(h: Hint, lines: Sequence[str], encoding: str) -> lsp.InlayHint:
    """What the referee has worked out, behind a line."""
    return lsp.InlayHint(
        position=units.position(lines, h.line, h.column, encoding),
        label=f"▸ {h.text}",
        tooltip="\n".join(h.more) or None,
        padding_left=True,
    )
