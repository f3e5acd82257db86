"""An evening in an editor.

A real client speaks with the language server over its pipes.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from random import Random
from subprocess import PIPE, Popen

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from referee.engine.state.words import capital
from referee.inputs.judging import judge_bytes
from referee.lsp import showing
from referee.lsp.open_document import OpenDocument
from referee.parsers.notation.reader import LINE_END, split_lines
from referee.reports import wording
from tests.helpers.commands import referee
from tests.helpers.paths import ROOT

RECORD = ROOT / "fixtures" / "logs" / "evening-2.lgn"
TEXT = RECORD.read_text(encoding="utf-8")
LINES = TEXT.split("\n")
DEPLOY = next(n for n, line in enumerate(LINES) if line.startswith("US 75 deploy"))
"""The line with Troops that Deploy to a Neutral country, from 0."""
TURN_1 = "\n".join(LINES[: LINES.index("turn 2")])
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
in_module = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(
    scope="module",
    config=ClientServerConfig(server_command=[sys.executable, "-m", "referee", "lsp", "--stdio"], server_env=ENV),
)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    can = client_capabilities("visual-studio-code")
    params = lsp.InitializeParams(capabilities=can, initialization_options={"again": "offer.more"})
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


class Buffer:
    """A file as an editor has it open."""

    def __init__(self, client: LanguageClient, name: str, text: str) -> None:
        self.client, self.uri, self.text, self.version = client, f"file:///games/{name}", text, 1
        item = lsp.TextDocumentItem(self.uri, "lgn", self.version, text)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    @property
    def id(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def edit(self, edits: Sequence[lsp.TextEdit]) -> None:
        """Type the edits, the last one first, as an editor does."""
        changes: list[lsp.TextDocumentContentChangeEvent] = []
        for e in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
            lines = self.lines
            start = sum(len(line) + 1 for line in lines[: e.range.start.line]) + e.range.start.character
            end = sum(len(line) + 1 for line in lines[: e.range.end.line]) + e.range.end.character
            self.text = self.text[:start] + e.new_text + self.text[end:]
            changes.append(lsp.TextDocumentContentChangePartial(text=e.new_text, range=e.range))
        self.version += 1
        params = lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(self.version, self.uri), changes)
        self.client.text_document_did_change(params)

    def write(self, line: int, text: str) -> None:
        """Put another text on a line, from 0."""
        self.edit([lsp.TextEdit(line_range(line, len(self.lines[line])), text)])

    def at(self, line: int, word: str) -> lsp.Position:
        return lsp.Position(line, self.lines[line].index(word))

    async def told(self, wanted: Callable[[list[lsp.Diagnostic]], bool]) -> list[lsp.Diagnostic]:
        """The diagnostics, once they are as they are wanted."""
        while not wanted(found := list(self.client.diagnostics.get(self.uri, ()))):
            await asyncio.wait_for(self.client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), 30)
        return found

    async def actions(self, line: int) -> list[lsp.CodeAction]:
        context = lsp.CodeActionContext(diagnostics=[])
        params = lsp.CodeActionParams(self.id, line_range(line, len(self.lines[line])), context)
        found = await self.client.text_document_code_action_async(params)
        return [a for a in found or () if isinstance(a, lsp.CodeAction)]


def line_range(line: int, end: int) -> lsp.Range:
    return lsp.Range(lsp.Position(line, 0), lsp.Position(line, end))


def keys(found: Sequence[lsp.Diagnostic]) -> list[tuple[int, int, str, str]]:
    return sorted(
        (d.range.start.line + 1, d.range.start.character + 1, str(d.code), d.message.split("\n")[0]) for d in found
    )


def expected(text: str) -> list[tuple[int, int, str, str]]:
    """The findings of ``referee check`` on a record."""
    verdict = judge_bytes(text.encode(), "record.lgn")
    return sorted(
        (f.place.line, f.place.column, f.rule, f"{capital(wording.kind(f))}: {f.message}")
        for f in verdict.findings  # type: ignore[union-attr]
    )


def edits_of(action: lsp.CodeAction, uri: str) -> Sequence[lsp.TextEdit]:
    assert action.edit is not None
    assert action.edit.changes is not None
    return action.edit.changes[uri]


# -------------------------------------------------------------------- slips of the pen


@in_module
async def test_the_record_is_written_as_it_was_read(client: LanguageClient) -> None:
    """A record as it was read, by its own action.

    No supposition is written when a file is saved.
    """
    lines = ["setup: Pakistan Fair Ally, Gulf States Fair Ally, troops track 9", "US 43 deploy track > Pakisten 2", ""]
    game = Buffer(client, "meant.lgn", "\n".join(lines))
    await game.told(lambda d: any(x.code == "notation" for x in d))
    (whole,) = [a for a in await game.actions(0) if str(a.kind).startswith("source.")]
    assert whole.title == "Write the record as it was read: 1 line changed"
    for kind, n in (("source", 1), ("source.asRead", 1), ("source.fixAll", 0), ("quickfix", 0)):
        context = lsp.CodeActionContext([], [kind])
        found = await client.text_document_code_action_async(lsp.CodeActionParams(game.id, line_range(0, 0), context))
        assert len(found or ()) == n, kind
    game.edit(edits_of(whole, game.uri))
    assert game.lines[1] == "US 43 deploy track > Pakistan 2"
    assert await game.told(lambda d: all(x.code != "notation" for x in d)) is not None
    assert not [a for a in await game.actions(0) if str(a.kind).startswith("source.")]


# -------------------------------------------------------------------- the evening


@in_module
async def test_a_whole_session(client: LanguageClient) -> None:
    wanted = expected(TEXT)
    game = Buffer(client, "evening-2.lgn", TEXT)
    found = await game.told(lambda d: keys(d) == wanted)

    mine = next(d for d in found if d.range.start.line == DEPLOY)
    assert mine.severity == lsp.DiagnosticSeverity.Error
    assert mine.source == "referee"
    assert mine.range.end.character == LINES[DEPLOY].index("Pakistan") + len("Pakistan")

    (fix,) = [a for a in await game.actions(DEPLOY) if a.kind == lsp.CodeActionKind.QuickFix]
    assert fix.is_preferred
    assert [d.code for d in fix.diagnostics or ()] == ["7.3.3"]
    game.edit(edits_of(fix, game.uri))
    assert "track > Gulf States 2" in game.lines[DEPLOY]
    found = await game.told(lambda d: all(x.code != "7.3.3" for x in d))
    above = [k for k in wanted if k[0] <= DEPLOY and k[2] != "5.3.2"]
    assert [
        k for k in keys(found) if k[0] <= DEPLOY and k[2] != "5.3.2"
    ] == above  # the note counts cards of the whole turn

    client.text_document_did_close(lsp.DidCloseTextDocumentParams(game.id))
    assert await game.told(lambda d: not d) == []


@in_module
async def test_what_may_be_written_and_what_stands_there(client: LanguageClient) -> None:
    game = Buffer(client, "turn-1.lgn", TURN_1)
    game.write(DEPLOY, "US 75 deploy track > ")
    params = lsp.CompletionParams(game.id, lsp.Position(DEPLOY, len(game.lines[DEPLOY])))
    found = await client.text_document_completion_async(params)
    assert isinstance(found, lsp.CompletionList)
    assert [i.label for i in found.items] == ["Gulf States"]

    game.write(DEPLOY, "US 75 woi Pakistan ")
    params = lsp.CompletionParams(game.id, lsp.Position(DEPLOY, len(game.lines[DEPLOY])))
    found = await client.text_document_completion_async(params)
    assert isinstance(found, lsp.CompletionList)
    dice = found.items[0]
    assert dice.insert_text_format == lsp.InsertTextFormat.Snippet
    assert isinstance(dice.text_edit, lsp.TextEdit)
    assert dice.text_edit.new_text == "[$1]$0"

    game.write(DEPLOY, "US ")
    params = lsp.CompletionParams(game.id, lsp.Position(DEPLOY, 3))
    found = await client.text_document_completion_async(params)
    assert isinstance(found, lsp.CompletionList)
    special = next(i for i in found.items if "Moro Talks" in i.label)
    assert special.command is not None
    assert special.command.command == "offer.more"
    told = await client.completion_item_resolve_async(special)
    assert isinstance(told.documentation, lsp.MarkupContent)
    assert "Philippines" in told.documentation.value

    game.write(DEPLOY, LINES[DEPLOY])  # the mistake once more: its finding is there again, and moves with its line
    await game.told(lambda d: ("7.3.3", DEPLOY) in [(x.code, x.range.start.line) for x in d])
    game.edit([lsp.TextEdit(line_range(DEPLOY, 0), "; a remark\n")])
    await game.told(lambda d: [x.range.start.line for x in d if x.code == "7.3.3"] == [DEPLOY + 1])
    game.edit([lsp.TextEdit(lsp.Range(lsp.Position(DEPLOY, 0), lsp.Position(DEPLOY + 1, 0)), "")])

    hovered = await client.text_document_hover_async(lsp.HoverParams(game.id, game.at(DEPLOY, "75")))
    assert hovered is not None
    assert isinstance(hovered.contents, lsp.MarkupContent)
    assert "Schroeder" in hovered.contents.value

    later = next(n for n, line in enumerate(LINES) if "no cells no cadre" in line)  # the finding goes back to line 28
    params = lsp.DefinitionParams(game.id, game.at(later, "no cadre"))
    places = await client.text_document_definition_async(params)
    assert isinstance(places, list)
    assert LINES[places[0].range.start.line].startswith("US 41 disrupt Afghanistan:a")


@in_module
async def test_the_outline_what_folds_and_what_the_referee_has_worked_out(client: LanguageClient) -> None:
    game = Buffer(client, "turn-1-again.lgn", TURN_1)
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(game.id))
    assert [s.name for s in symbols or ()] == ["Set-up", "Turn 1", "Turn 2"]
    end = next(n for n, line in enumerate(LINES) if line.startswith("end of turn"))
    foldings = await client.text_document_folding_range_async(lsp.FoldingRangeParams(game.id))
    assert any(f.start_line < DEPLOY < f.end_line <= end + 1 for f in foldings or ())

    params = lsp.InlayHintParams(game.id, lsp.Range(lsp.Position(end, 0), lsp.Position(end, 99)))
    (hint,) = await client.text_document_inlay_hint_async(params) or ()
    assert hint.position == lsp.Position(end, len(LINES[end]))
    assert "Prestige 2" in str(hint.label)
    assert "Funding 6" in str(hint.label)


@in_module
async def test_a_record_is_formatted_as_a_whole_and_in_part(client: LanguageClient) -> None:
    game = Buffer(
        client, "whole.lgn", '[Scenario "Let\'s Roll!"]\nj 95   recruit  afgh 3\nus 43 deploy track>gulf  2\n'
    )
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
    part = lsp.DocumentRangeFormattingParams(game.id, line_range(2, 3), options)
    assert [e.new_text for e in await client.text_document_range_formatting_async(part) or ()] == [
        "US 43 deploy track > Gulf States 2"
    ]
    game.edit(await client.text_document_formatting_async(lsp.DocumentFormattingParams(game.id, options)) or ())
    assert game.lines[1:] == ["J 95 recruit Afghanistan 3", "US 43 deploy track > Gulf States 2", ""]


@in_module
async def test_a_line_is_formatted_by_an_action(client: LanguageClient) -> None:
    game = Buffer(client, "format.lgn", '[Scenario "Let\'s Roll!"]\nj 95   recruit  afgh 3\n')
    (action,) = [a for a in await game.actions(1) if a.kind == lsp.CodeActionKind.RefactorRewrite]
    game.edit(edits_of(action, game.uri))
    assert game.lines[1] == "J 95 recruit Afghanistan 3"


@in_module
async def test_columns_are_counted_in_units_of_utf_16(client: LanguageClient) -> None:
    game = Buffer(client, "faces.lgn", '[Scenario "Let\'s Roll!"]\n; \U0001f600\nJ 95 recruit \U0001d540ran 3\n')
    found = await game.told(lambda d: any(x.range.start.line == 2 for x in d))
    mine = next(d for d in found if d.range.start.line == 2)
    assert mine.range.start.character <= len("J 95 recruit ") + 2
    game.edit([lsp.TextEdit(lsp.Range(lsp.Position(2, 13), lsp.Position(2, 18)), "Iraq")])
    assert game  # the server has replaced two units and three letters
    hovered = await client.text_document_hover_async(lsp.HoverParams(game.id, lsp.Position(2, 14)))
    assert hovered is not None
    assert isinstance(hovered.contents, lsp.MarkupContent)
    assert "Iraq" in hovered.contents.value
    assert hovered.range == lsp.Range(lsp.Position(2, 13), lsp.Position(2, 17))


@in_module
@pytest.mark.parametrize(
    ("name", "text"), [("a.json", '{"format": "labyrinth-referee record", "version": 1, "actions": []}')]
)
async def test_another_form_is_answered_with_one_sentence(client: LanguageClient, name: str, text: str) -> None:
    game = Buffer(client, name, text)
    (one,) = await game.told(bool)
    assert "no record in the notation" in one.message
    assert await client.text_document_hover_async(lsp.HoverParams(game.id, lsp.Position(0, 3))) is None
    game.write(0, "US 43 deploy")  # it becomes a record under the hand
    await game.told(lambda d: bool(d) and "no record in" not in d[0].message)


@in_module
async def test_nothing_that_is_asked_ends_the_server(client: LanguageClient) -> None:
    game = Buffer(client, "odd.lgn", "\x00\r[[[\r\n=> \u2028 x\nJ 999999 woi ][\n")
    for line, column in ((0, 0), (1, 2), (2, 99), (99, 0)):
        at = lsp.Position(line, column)
        await client.text_document_completion_async(lsp.CompletionParams(game.id, at))
        await client.text_document_hover_async(lsp.HoverParams(game.id, at))
        await client.text_document_definition_async(lsp.DefinitionParams(game.id, at))
    elsewhere = lsp.TextDocumentIdentifier("file:///games/never-opened.lgn")
    assert await client.text_document_hover_async(lsp.HoverParams(elsewhere, lsp.Position(0, 0))) is None
    assert await game.told(bool)


# -------------------------------------------------------------------- without a client


@pytest.mark.parametrize("seed", range(6))
def test_the_text_is_that_of_the_client_whatever_is_typed(seed: int) -> None:
    """The text of the client after any typing.

    Changes are within lines and over several, with signs beyond the basic plane and both ends of line.
    """
    random = Random(seed)
    encoding = ("utf-16", "utf-8", "utf-32")[seed % 3]
    text = ("\n", "\r\n")[seed % 2].join(('[Scenario "Let\'s Roll!"]', "", "J 112 event", "; \U0001f600é", "US 43", ""))

    async def typing(text: str) -> None:
        opened = OpenDocument("file:///games/x.lgn", 1, text, encoding, lambda _: None, lambda: None)
        for version in range(2, 20):
            lines = split_lines(text)
            first = random.randrange(len(lines))
            last = random.randrange(first, min(len(lines), first + 3))
            begin = random.randrange(len(lines[first]) + 1)
            end = random.randrange(begin if first == last else 0, len(lines[last]) + 1)
            new = random.choice(
                ["\n", "\r\n", "US 43", "\U0001f600", "a\nb", "", "[", "\nJ 95 recruit Afghanistan 2\n"]
            )
            where = lsp.Range(
                lsp.Position(first, showing.to_units(lines[first], begin + 1, encoding)),
                lsp.Position(last, showing.to_units(lines[last], end + 1, encoding)),
            )
            starts = [0, *(m.end() for m in LINE_END.finditer(text))]
            text = text[: starts[first] + begin] + new + text[starts[last] + end :]
            opened.change(version, [lsp.TextDocumentContentChangePartial(text=new, range=where)])
            assert opened.document.lines == split_lines(text)
        opened.close()

    asyncio.run(typing(text))


@pytest.mark.parametrize(
    ("line", "column", "encoding", "found"),
    [
        ("US 43", 4, "utf-16", 3),
        ("\U0001f600 US", 3, "utf-16", 3),
        ("\U0001f600 US", 3, "utf-32", 2),
        ("é US", 3, "utf-8", 3),
        ("US", 99, "utf-16", 2),
    ],
)
def test_columns_go_there_and_back(line: str, column: int, encoding: str, found: int) -> None:
    assert showing.to_units(line, column, encoding) == found
    assert showing.to_column(line, found, encoding) == min(column, len(line) + 1)


def _message(method: str, **more: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "method": method, **more}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


HELLO = _message("initialize", id=1, params={"processId": None, "rootUri": None, "capabilities": {}})
SHUTDOWN = _message("shutdown", id=2)
EXIT = _message("exit")


@pytest.mark.parametrize("reads", [True, False], ids=["the client reads", "the client has closed its end"])
@pytest.mark.parametrize(
    ("said", "status"),
    [
        (HELLO + SHUTDOWN + EXIT, 0),
        (HELLO + EXIT, 1),
        (HELLO + SHUTDOWN, 0),
        (HELLO, 0),
        (b"", 0),
    ],
    ids=["shutdown and exit", "exit alone", "shutdown and end of input", "end of input", "nothing"],
)
def test_a_session_ends_cleanly(said: bytes, status: int, reads: bool) -> None:
    command = [sys.executable, "-m", "referee", "lsp", "--stdio"]
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=ENV) as server:
        if not reads:
            server.stdout.close()
        server.stdin.write(said)
        server.stdin.flush()
        if EXIT not in said:
            server.stdin.close()
        assert server.wait(60) == status
        assert server.stderr.read() == b""


def test_without_its_library_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    run = referee("lsp", "--check")
    assert run.status == 2
    assert 'pipx install "labyrinth-referee[lsp]"' in run.err


@pytest.mark.long
def test_the_command_says_that_it_can_start() -> None:
    run = referee("lsp", "--check")
    assert run.out + run.err == "The language server can start.\n"
