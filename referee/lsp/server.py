"""The language server: answers to a client from its open documents."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from referee import __version__
from referee.inputs import log
from referee.lsp.open_document import OpenDocument
from referee.lsp.showing import AS_READ
from referee.play.editing import completion, fixes, formatting, hints, hover, outline, reference

TRIGGERS = [" ", ">", ":", ",", "[", '"', "/", "=", "#"]
LOOK = 0.5
"""Seconds of judging for a request about the whole record."""
Answer = TypeVar("Answer")


class _Output(io.FileIO):
    """Standard output that drops text after the client's end."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            return len(data)


class Server(LanguageServer):
    """The referee as a language server."""

    def __init__(self) -> None:
        super().__init__("referee", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental)
        self.opened: dict[str, OpenDocument] = {}
        self.again = ""
        """The client's command for the next completion, "" for none."""
        self.shut_down = False
        """Whether the client has announced the end of the session."""
        self.status = 0
        """Exit status: 1 after an unannounced end of the client."""

    def serve(self) -> int:
        """Serve standard input and output until the client's end.

        Returns the exit status.
        """
        with _Output(os.dup(sys.stdout.fileno()), "wb") as output:  # the session closes it
            self.start_io(stdout=output)
        return self.status

    @property
    def encoding(self) -> str:
        """The client's unit of columns."""
        return str(getattr(self.workspace.position_encoding, "value", self.workspace.position_encoding))

    def publish(self, opened: OpenDocument) -> None:
        """Send the client the diagnostics of a record."""
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(opened.uri, list(opened.diagnostics), version=opened.version)
        )

    def judged(self) -> None:
        """Refresh the client's hints after a record is judged completely."""
        workspace = self.client_capabilities.workspace
        hints = workspace.inlay_hint if workspace is not None else None
        if hints is not None and hints.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log a fault of the server, without a trace for the client."""
        log.event("fault", error=repr(error))


def _safe(answer: Callable[[Server, OpenDocument, Any], Answer]) -> Callable[[Server, Any], Answer | None]:
    """Answer a request about an open record.

    A request that fails, or about another file, has no answer.
    """

    def safe(server: Server, params: Any) -> Answer | None:
        try:
            opened = server.opened.get(params.text_document.uri)
            return answer(server, opened, params) if opened is not None and not opened.foreign else None
        except Exception as error:
            log.event("fault", request=answer.__name__, error=repr(error))
            return None

    return safe


def make() -> Server:
    """A server with all its features."""
    server = Server()
    server.feature(lsp.INITIALIZE)(_initialize)
    server.feature(lsp.SHUTDOWN)(_shutdown)
    server.feature(lsp.EXIT)(_exit)
    server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)(_did_open)
    server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)(_did_change)
    server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)(_did_close)
    server.feature(lsp.COMPLETION_ITEM_RESOLVE)(_resolve)
    triggers = lsp.CompletionOptions(trigger_characters=TRIGGERS, resolve_provider=True)
    kinds = lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.RefactorRewrite, AS_READ])
    server.feature(lsp.TEXT_DOCUMENT_COMPLETION, triggers)(_safe(_complete))
    server.feature(lsp.TEXT_DOCUMENT_HOVER)(_safe(_hover))
    server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, kinds)(_safe(_actions))
    server.feature(lsp.TEXT_DOCUMENT_DEFINITION)(_safe(_definition))
    server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)(_safe(_symbols))
    server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)(_safe(_foldings))
    server.feature(lsp.TEXT_DOCUMENT_FORMATTING)(_safe(_format))
    server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)(_safe(_format_some))
    server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)(_safe(_hints))
    return server


def _initialize(server: Server, params: lsp.InitializeParams) -> None:
    options = params.initialization_options
    again = options.get("again") if isinstance(options, dict) else None
    server.again = again if isinstance(again, str) else ""


def _shutdown(server: Server, params: object) -> None:
    server.shut_down = True


def _exit(server: Server, params: object) -> None:
    server.status = 0 if server.shut_down else 1


# -------------------------------------------------------------------- the text


def _did_open(server: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    if (before := server.opened.pop(item.uri, None)) is not None:
        before.close()
    server.opened[item.uri] = OpenDocument(
        item.uri, item.version, item.text, server.encoding, server.publish, server.judged
    )


def _did_change(server: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    opened = server.opened.get(params.text_document.uri)
    if opened is not None:
        opened.change(params.text_document.version, list(params.content_changes))


def _did_close(server: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    opened = server.opened.pop(params.text_document.uri, None)
    if opened is not None:
        opened.close()
        opened.diagnostics = []
        server.publish(opened)


# -------------------------------------------------------------------- at a place


def _complete(server: Server, opened: OpenDocument, params: lsp.CompletionParams) -> lsp.CompletionList:
    line, column = opened.view.place(params.position)
    can = server.client_capabilities.text_document
    item = can.completion.completion_item if can is not None and can.completion is not None else None
    snippets = bool(item is not None and item.snippet_support)
    found = completion.complete(opened.document, line, column)
    items = [opened.view.completion(c, line, snippets=snippets, again=server.again) for c in found]
    return lsp.CompletionList(is_incomplete=True, items=items)


def _resolve(server: Server, item: lsp.CompletionItem) -> lsp.CompletionItem:
    """Add the text of a card or a use on demand."""
    if isinstance(item.data, str) and not item.documentation:
        what = reference.reference(item.data)
        if what is not None:
            item.documentation = lsp.MarkupContent(lsp.MarkupKind.Markdown, what.markdown)
    return item


def _hover(server: Server, opened: OpenDocument, params: lsp.HoverParams) -> lsp.Hover | None:
    line, column = opened.view.place(params.position)
    found = hover.hover(opened.document, line, column)
    can = server.client_capabilities.text_document
    forms = can.hover.content_format if can is not None and can.hover is not None else None
    markdown = forms is None or lsp.MarkupKind.Markdown in forms
    return opened.view.hover(found, line, markdown=markdown) if found is not None else None


def _actions(_: Server, opened: OpenDocument, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    only = [_kind(kind) for kind in params.context.only or ()]
    found = fixes.fixes(opened.document, params.range.start.line + 1, params.range.end.line + 1)
    if any(AS_READ.startswith(kind) for kind in only or [AS_READ]):
        opened.document.judge(seconds=LOOK)
        whole = fixes.as_read(opened.document)
        found += [whole] if whole is not None else []
    made = [opened.view.action(f, opened.diagnostics) for f in found]
    return [a for a in made if not only or any(_kind(a.kind).startswith(kind) for kind in only)]


def _kind(kind: object) -> str:
    """The name of a kind of action, also from a protocol constant."""
    return str(getattr(kind, "value", kind))


def _definition(_: Server, opened: OpenDocument, params: lsp.DefinitionParams) -> list[lsp.Location] | None:
    found = hover.definition(opened.document, *opened.view.place(params.position))
    return [lsp.Location(opened.uri, opened.view.whole(n, n)) for n in found] or None


# -------------------------------------------------------------------- the whole record


def _symbols(_: Server, opened: OpenDocument, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    opened.document.judge(seconds=LOOK)
    return [opened.view.symbol(s) for s in outline.outline(opened.document)]


def _foldings(_: Server, opened: OpenDocument, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    opened.document.judge(seconds=LOOK)
    found = outline.foldings(opened.document)
    return [lsp.FoldingRange(f.first - 1, f.last - 1, kind=lsp.FoldingRangeKind.Region) for f in found]


def _format(_: Server, opened: OpenDocument, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    return [opened.view.edit(e) for e in formatting.format_all(opened.document)]


def _format_some(_: Server, opened: OpenDocument, params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
    start, end = params.range.start, params.range.end
    last = end.line + (end.character > 0 or end.line == start.line)
    return [opened.view.edit(e) for e in formatting.format_all(opened.document, start.line + 1, last)]


def _hints(_: Server, opened: OpenDocument, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    opened.document.judge(seconds=LOOK)
    found = hints.hints(opened.document, params.range.start.line + 1, params.range.end.line + 1)
    return [opened.view.hint(h) for h in found]
