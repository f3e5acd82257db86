"""The server for assistants, seen by a client of the protocol.

It is the Model Context Protocol: tools, bounds, refusals, its start and end.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.server.mcpserver import MCPServer

from referee.engine.state.words import numbered
from referee.inputs.judging import judge
from referee.inputs.records import format_text, read_text
from referee.mcp import notation
from referee.mcp.answers import LIMIT, MOST_OF_A_REFUSAL
from referee.mcp.server import FAULT, PROMPT, ToolServer
from tests.helpers.commands import referee
from tests.helpers.paths import LOGS, ROOT
from tests.helpers.sentences import SENTENCES

sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import assistants_page

pytestmark = pytest.mark.long  # each test starts a server
PAGE = assistants_page.PAGE
EVENING = (LOGS / "evening-2.lgn").read_text(encoding="utf-8")
HEAD = '[Scenario "Let\'s Roll!"]\n[Length "1 deck"]\n\n'
TOOLS = ["ask", "notation", "cards", "convert", "check", "was", "chances", "legal", "board", "explain", "bot"]
TOKEN = 4
"""Characters of a token, about."""


class Assistant:
    """A client that calls tools one after the other."""

    def __init__(self, portal: Any, client: Client) -> None:
        self._portal, self._client = portal, client

    def call(self, name: str, **arguments: Any) -> str:
        """The answer of a tool; a refusal fails the test."""
        error, text = self.raw(name, arguments)
        assert not error, text
        return text

    def refused(self, name: str, **arguments: Any) -> str:
        """The sentence in which a tool refuses."""
        error, text = self.raw(name, arguments)
        assert error, text
        assert "\n" not in text
        assert "Traceback" not in text
        assert text.isprintable()
        assert len(text) <= MOST_OF_A_REFUSAL + 1
        return text

    def raw(self, name: str, arguments: Any) -> tuple[bool, str]:
        """Whether a call is an error, and its text."""
        result = self._portal.call(partial(self._client.call_tool, name, arguments))
        (content,) = result.content
        return bool(result.is_error), str(content.text)

    def ask(self, method: str, *arguments: Any) -> Any:
        """Another request of the client."""
        return self._portal.call(partial(getattr(self._client, method), *arguments))


@contextmanager
def assistant(server: MCPServer[Any] | StdioServerParameters | None = None) -> Iterator[Assistant]:
    """A client of a server in this process, or of a program."""
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(server if server is not None else ToolServer())) as client,
    ):
        yield Assistant(portal, client)


@pytest.fixture(scope="module")
def client() -> Iterator[Assistant]:
    with assistant() as one:
        yield one


def found(answer: str) -> list[tuple[int, str, str]]:
    """Line, kind and rule of each finding in an answer of ``check``."""
    heads = re.finditer(
        r"^(\d+):\d+ [a-z ]+ \[(?:([a-z]+) )??(\d[^\]]*|(?:card|option|notation)[^\]]*)\]:", answer, re.MULTILINE
    )
    return [(int(m[1]), m[2] or "note", m[3]) for m in heads]


# ---------------------------------------------------------------- what there is


def test_every_tool_reads_only_and_all_of_them_cost_little(client: Assistant) -> None:
    tools = client.ask("list_tools").tools
    assert [t.name for t in tools] == TOOLS
    assert all(t.description and t.annotations.read_only_hint for t in tools)
    listed = json.dumps([t.model_dump(by_alias=True, exclude_none=True) for t in tools])
    assert len(listed) / TOKEN < 2_500


def test_the_prompt_is_that_of_the_page(client: Assistant) -> None:
    (prompt,) = client.ask("list_prompts").prompts
    (message,) = client.ask("get_prompt", prompt.name, {"notes": "J: bin Ladin"}).messages
    told = PROMPT.read_text(encoding="utf-8")
    assert message.content.text == f"{told.rstrip()}\n\nThe notes:\n\nJ: bin Ladin"
    assert f"````text\n{told}````" in PAGE.read_text(encoding="utf-8")
    assert len(told) / TOKEN < 1_000
    assert set(re.findall(r"`(\w+)`", told)) & set(TOOLS) >= {"notation", "cards", "convert", "check", "was", "legal"}


# ---------------------------------------------------------------- a session


def test_from_a_faulty_record_to_a_clean_one(client: Assistant) -> None:
    """A clean record from a faulty one.

    The fixes and the legal targets are enough to get there.
    """
    lines = [
        '[Scenario "Let\'s Roll!"]',
        "J 112 event => prestige 3",
        "J 113 travl Afghanistan:s > Pakistan",
        "US 43 deploy track > Pakistan 2",
        "US 20 woi Gulf States [6] => Gulf States Good",  # 6, -1 for Low Prestige, -1 for the shift to Good: 4
    ]
    first = client.call("check", record="\n".join(lines))
    assert [f for f in found(first) if f[1] != "note"] == [
        (3, "unreadable", "notation"),
        (4, "illegal", "7.3.3"),
        (5, "outcome", "7.2.1.2"),
    ]
    written = re.search(r"^3:.*Write: (J 113 .*)$", first, re.MULTILINE)
    assert written is not None
    lines[2] = written[1]
    legal = client.call("legal", record="\n".join(lines), line=3, card=43, use="deploy")
    target = re.search(r"where to .*\n +(.*)", legal)
    assert target is not None
    assert "Gulf States" in target[1]
    assert "Pakistan" not in target[1]
    lines[3] = "US 43 deploy track > Gulf States 2"
    lines[4] = "US 20 woi Gulf States [6] => Gulf States 1 aid"
    last = client.call("check", record="\n".join(lines))
    assert last.startswith("clean; 4 actions checked")
    assert all(kind == "note" for _, kind, _ in found(last))


def test_later_calls_leave_the_record_out() -> None:
    with assistant() as client:
        assert "which record?" in client.refused("check")
        client.call("check", record=EVENING)
        assert client.call("check") == client.call("check", record=EVENING)
        client.refused("check", record="\n\n")
        assert "7.3.3" in client.call("was", line=30)  # what cannot be read is not the record of the next call


def test_later_calls_give_the_lines_that_are_new() -> None:
    with assistant() as client:
        client.call("check", record=HEAD + "J 112 event\nUS hold\n")
        answer = client.call("check", changes={"5": "J 113 travel Afghanistan:s > Pakistan\nUS 43 event\n; remark"})
        assert answer.startswith("clean; 3 actions checked")
        assert "\nthe record has 7 lines now\n" in answer
        assert client.call("convert").endswith(
            "\n\n"
            + HEAD.strip()
            + "\n\nJ 112 event\n"
            + "\n".join(["J 113 travel Afghanistan:s > Pakistan", "US 43 event", "; remark"])
        )
        assert client.call("check", changes={"6": ""}).startswith("clean; 2 actions checked")
        assert client.call("check", changes={"8": "US 43 event"}).startswith("clean; 3 actions checked")
        assert "there is no line 10 to change; the record has 8" in client.refused("check", changes={"10": "x"})
        client.call("check", record="J 112 event")
        both = client.call("check", changes={"1": "", "2": "J 112 event"})
        assert both.split("\n")[:2] == ["no position to judge by; 1 action checked", "the record has 2 lines now"]
        assert "there is no line 4 to change; the record has 2" in client.refused("check", changes={"4": "x"})
        client.call("check", record="From: a@example.org\nSubject: turn\n\nJ 112 event\n")
        assert "convert this one first" in client.refused("check", changes={"1": "x"})


# ---------------------------------------------------------------- tool by tool


def test_an_evening_is_checked_in_less_than_a_thousand_tokens(client: Assistant) -> None:
    answer = client.call("check", record=EVENING)
    assert len(answer) / TOKEN < 1_000
    told, example = judge(read_text(EVENING)).findings, SENTENCES["deploy-to-a-neutral"]
    assert sorted(found(answer)) == sorted((f.place.line, f.kind, numbered(f.rule)) for f in told)
    assert f"30:22 not allowed [illegal 7.3.3]: {example.sentence}" in answer
    assert example.help in answer


def test_what_is_new_since_a_line(client: Assistant) -> None:
    assert min(n for n, _, _ in found(client.call("check", record=EVENING, since="30"))) == 30
    assert "there is no action a99" in client.refused("check", record=EVENING, since="a99")


def test_was_a_line_legal(client: Assistant) -> None:
    for line in (30, "30", "a13"):
        answer = client.call("was", line=line, record=EVENING)
        assert "\nNo. The US play was not legal." in answer
        assert "7.3.3" in answer
    assert "\nYes. The US play was legal." in client.call("was", line=14)
    assert "there is no line 99" in client.refused("was", line=99)
    assert "names no line" in client.refused("was", line="the last one")


def test_who_was_winning(client: Assistant) -> None:
    whole = client.call("chances", record=EVENING)
    assert "the flowcharts of chapters 12 and 13 do; people play better" in whole
    assert "Turning points:" in whole
    assert len(whole) / TOKEN < 1_000
    one = client.call("chances", play="a20", rollouts=4)
    assert re.search(r"By 4 rollouts: \d+ % \(± \d+\) before it, \d+ % \(± \d+\) after it\.", one)
    assert client.call("chances", play="20").split("\n")[:4] == one.split("\n")[:4]
    assert client.call("chances", play="a20", rollouts=4) == one


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"record": EVENING, "play": "a99"}, "there is no play “a99”"),
        ({"record": EVENING, "rollouts": 5}, "rollouts are made of one play"),
        ({"record": EVENING, "play": "a20", "rollouts": 51}, "“rollouts” does not fit"),
        ({"record": "setup: Pakistan Fair Neutral, rest unknown\nUS 43 woi Pakistan [6]\n"}, "Only a part"),
    ],
)
def test_what_has_no_chances_is_refused(client: Assistant, given: dict[str, Any], why: str) -> None:
    assert why in client.refused("chances", **given)


def test_what_is_possible_is_said_in_less_than_a_thousand_tokens(client: Assistant) -> None:
    answer = client.call("legal", record=EVENING)
    assert len(answer) / TOKEN < 1_000
    for use in ("Recruit", "Travel", "Jihad", "Plot"):
        assert f"\n{use}\n" in answer
    only = client.call("legal", use="woi", side="US", card=24)
    assert "War of Ideas" in only
    assert "Deploy" not in only
    assert "43 Patriot Act is out of the game" in client.call("legal", use="woi", side="US", card=43)
    assert "the uses are recruit, travel" in client.refused("legal", use="woi")
    assert "there is no card 241" in client.refused("legal", card=241)
    assert "there is no line 500" in client.refused("legal", line=500)


def test_a_position_reads_back(client: Assistant) -> None:
    block = client.call("board", record=EVENING, line=30)
    assert "setup: Pakistan Fair Neutral cadre 2 troops" in block
    assert "; record, after line 30, as played" in block
    again = client.call("board", record=block)
    assert [x for x in again.splitlines() if x[0] != ";"] == [x for x in block.splitlines() if x[0] != ";"]


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("7.3.3", "Deploy: destination must be an Ally"),
        ("card 86", "card 86 Lebanon War: value 3, Jihadist event"),
        ("Deploy: Muslim destination", "a requirement of 7.3.3"),
        ("Pakistan", "Pakistan"),
        ("outcome", "a kind of finding"),
        ("can i deploy to a neutral country", "7.3.3 Deploy: destination must be an Ally"),
        ("who chooses the cells that a disrupt removes?", "The US: Sleepers or Active Cells as it likes"),
    ],
)
def test_explained(client: Assistant, what: str, told: str) -> None:
    assert told in client.call("explain", what=what)


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("112", {112}),
        ("bin ladin", {112, 237}),
        ("Oil Price", {117, 118, 236}),
        ("price oil", {117, 118, 236}),
        ("Schroder", {75}),
        ("LEBANON WAR", {86}),
    ],
)
def test_cards_are_found(client: Assistant, words: str, numbers: set[int]) -> None:
    answer = client.call("cards", find=words)
    assert {int(m) for m in re.findall(r"^(?:Card )?(\d+) ", answer, re.MULTILINE)} == numbers


def test_one_card_says_how_its_event_is_written(client: Assistant) -> None:
    assert "J 86 event discard 60, cell Yemen t[2]" in client.call("cards", find="86")
    assert "no card has a title like “zzzz”" in client.refused("cards", find="zzzz")


def test_a_bot_plays_its_card(client: Assistant) -> None:
    position = HEAD.replace("\n\n", '\n[Options "jihadist-bot"]\n\n')
    answer = client.call("bot", record=position, cards=[112], seed=1)
    assert "The Jihadist Bot plays 112 Bin Ladin: Event. Box E1" in answer
    assert answer.endswith("Write:\n  J 112 event")
    assert answer == client.call("bot", cards=[112], seed=1)
    assert "people play both sides" in client.refused("bot", record=HEAD + "J 112 event", cards=[43])


NOTES = """Let's Roll!, 1 deck. A. = Jihadist, B. = US.

Jihadist
113 Darfur, ops, travel from Afghanistan: one to Pak, one to Somalia.
Somalia tested 1, Poor. Somalia roll 6, caught.
US
43 Patriot Act, event.
20 King Abdullah, ops, WoI in the Gulf, no idea what he rolled.
"""


def test_notes_become_a_draft_that_later_calls_go_by(client: Assistant) -> None:
    answer = client.call("convert", text=NOTES)
    assert answer.startswith("Read as a game told in sentences.\n")
    assert "\nJ 113 travel Afghanistan > Pakistan, Afghanistan > Somalia t[1] [6]\n" in answer
    assert answer.endswith("\nUS 20 woi Gulf States [?]")
    assert "3 actions checked" in client.call("check")


def test_a_file_in_another_form_is_converted_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "game.lgn.json").write_text(referee("convert", LOGS / "evening-2.lgn").out, encoding="utf-8")
    with assistant(ToolServer(tmp_path)) as client:
        answer = client.call("convert", file="game.lgn.json", limit=10_000)
        assert answer.startswith("Read as a record in JSON.\n")
        assert "US 75 deploy track > Pakistan 2 => troops track 3 / no event" in answer
        assert "form" in client.refused("convert", file="game.lgn.json", form="pdf")


# ---------------------------------------------------------------- the notation


def test_the_notation_is_the_page_of_the_documentation(client: Assistant) -> None:
    page = notation.page().read_text(encoding="utf-8")
    assert page == (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
    titles = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    contents = client.call("notation")
    for title in titles:
        assert f"- {title}\n" in f"{contents}\n"
        whole = client.call("notation", about=title, limit=40_000)
        assert whole.startswith(f"## {title}\n")


@pytest.mark.parametrize(
    ("about", "has"),
    [
        ("deploy", "`deploy FROM > TO N`"),
        ("war of ideas", "`woi COUNTRY [d]`"),
        ("travel", "`travel COUNTRY:s > COUNTRY [d]`"),
        ("regime change", "`regime-change FROM > COUNTRY N gov[d] prestige[d d d]`"),
        ("final card", "`US CARD hold` with the card"),
        ("resolve", "`J resolve Egypt#1 2 [6 3], Afghanistan#1 2 [1 5]`"),
        ("deal", "`deal J 9 US 8`"),
        ("?", "in `J 83 ?` nobody noted what card 83 was used for"),
        ("convergence", "US 152 woi Gulf States [6] convergence[3 5]"),
        ("radicalize", "`radicalize travel`"),
    ],
)
def test_a_word_of_the_notation(client: Assistant, about: str, has: str) -> None:
    answer = client.call("notation", about=about, limit=40_000)
    assert has in answer
    assert len(answer) / TOKEN <= 1_000


def test_what_the_notation_does_not_have(client: Assistant) -> None:
    assert "its sections are" in client.refused("notation", about="chess")


# ---------------------------------------------------------------- bounds

EACH: dict[str, dict[str, Any]] = {
    "ask": {"plays": ["US 43 woi Pakistan"], "position": "Pakistan Fair Neutral, US Hard, world 0"},
    "notation": {"about": "The Awakening"},
    "cards": {"find": "a"},
    "convert": {"text": EVENING},
    "check": {"record": EVENING},
    "was": {"record": EVENING, "line": 30},
    "chances": {"record": EVENING},
    "legal": {"record": EVENING},
    "board": {"record": EVENING},
    "explain": {"what": "8.4"},
    "bot": {"record": '[Scenario "Let\'s Roll!"]\n[Options "jihadist-bot"]\n', "cards": [95], "seed": 3},
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("tool", TOOLS)
def test_an_answer_is_bounded_and_says_how_to_get_the_rest(client: Assistant, tool: str) -> None:
    assert len(client.call(tool, **EACH[tool])) <= LIMIT
    whole = client.call(tool, **EACH[tool], limit=40_000)
    pages: list[str] = []
    start: int | None = 1
    while start is not None:
        answer = client.call(tool, **EACH[tool], limit=700, start=start)
        assert len(answer) <= 700
        lines = answer.split("\n")
        more = re.fullmatch(r"… \d+ more lines?: ask again with start=(\d+), or a larger limit", lines[-1])
        start = int(more[1]) if more else None
        pages += lines[:-1] if more else lines
    assert len(pages) == len(whole.split("\n"))
    if tool != "notation":  # a row of a table that is longer than a page is cut
        assert "\n".join(pages) == whole
    assert "so none from 9999 on" in client.refused(tool, **EACH[tool], start=9999)


def test_the_pages_of_a_bots_play_have_the_same_dice(client: Assistant) -> None:
    given = {k: v for k, v in EACH["bot"].items() if k != "seed"}
    for _ in range(5):
        whole = client.call("bot", **given)
        assert whole.split("\n", 1)[1] == client.call("bot", cards=given["cards"], start=2)


# ---------------------------------------------------------------- hostile arguments


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("chek", {}, "there is no tool “chek”; there are ask, notation, cards"),
        ("check", {"rec": "J 112 event"}, "check has no argument “rec”; it has record, file"),
        ("check", {"record": 3}, "the argument “record” does not fit"),
        ("check", {"record": ["J 112 event"]}, "the argument “record” does not fit"),
        ("check", {"record": None}, "the argument “record” does not fit"),
        ("check", {"record": "J 112 event", "file": "a.lgn"}, "not both"),
        ("check", {"record": "J 112 event", "limit": 1}, "the argument “limit” does not fit"),
        ("check", {"record": "J 112 event", "limit": 10**9}, "the argument “limit” does not fit"),
        ("check", {"record": "J 112 event", "start": 0}, "the argument “start” does not fit"),
        ("check", {"record": "J 112 event", "since": "x" * 101}, "the argument “since” does not fit"),
        ("check", {"record": "J 112\0event"}, "this is a binary file"),
        ("check", {"record": " \n\t\n"}, "nothing in this file but blank lines"),
        ("check", {"file": "a.lgn"}, "no folder was named"),
        ("check", {"record": "J 112 event", "changes": {"x": "y"}}, "the argument “changes” does not fit"),
        ("check", {"record": "J 112 event", "changes": {"0": "y"}}, "the argument “changes” does not fit"),
        ("check", {"record": "J 112 event", "changes": {"1": 2}}, "the argument “changes” does not fit"),
        ("check", {"record": "J 112 event", "changes": {"1": "\0"}}, "this is a binary file"),
        ("check", {"record": "J 112 event", "changes": "{" * 9000}, "the argument “changes” does not fit"),
        ("cards", {}, "the argument “find” does not fit: Field required"),
        ("cards", {"find": "\x1b[31m\0\u202e"}, "no card has a title like “·[31m··”"),
        ("cards", {"find": "9" * 90}, "the cards are 1 to 240"),
        ("explain", {"what": "\x1b]0;x\x07" * 10}, "there is nothing called"),
        ("explain", {"what": "a" * 10_000}, "the argument “what” does not fit"),
        ("was", {"record": "J 112 event", "line": {"a": 1}}, "the argument “line” does not fit"),
        ("was", {"record": "J 112 event", "line": 10**40}, "the argument “line” does not fit"),
        ("was", {"record": "J 112 event", "line": "x:" * 50}, "names no line"),
        ("legal", {"record": "J 112 event", "side": "X"}, "the argument “side” does not fit"),
        ("legal", {"record": "J 112 event", "line": -1}, "the argument “line” does not fit"),
        ("bot", {"record": "J 112 event", "cards": "[" * 5000}, "the argument “cards” does not fit"),
        ("bot", {"record": "J 112 event", "cards": [1] * 1000}, "the argument “cards” does not fit"),
        ("bot", {"record": "J 112 event", "cards": []}, "people play both sides"),
        ("convert", {"text": "x", "form": "../.."}, "the argument “form” does not fit"),
        ("convert", {"text": "a\0b", "form": "vassal"}, ""),
        ("board", {"record": "setup: Egypt Good 99 troops"}, ""),
    ],
)
def test_what_cannot_be_answered_is_refused_in_one_sentence(
    client: Assistant, tool: str, arguments: dict[str, Any], told: str
) -> None:
    answer = client.refused(tool, **arguments)
    assert told in answer
    assert FAULT not in answer


@pytest.mark.parametrize(
    "text",
    [
        "J 112 event\x1b]0;title\x07 \x1b[2J\u202e",
        '[Scenario "\x1b[31mLet\'s Roll!"]\nJ 112 event\n',
        "J " + "9" * 100_000,
        "{" * 20_000,
        '{"a":' * 20_000,
        "[" * 20_000 + "]" * 20_000,
        "(" * 50_000,
        "x" * 1_000_000,
        "\n" * 100_000 + "J 112 event",
        "J 112 event\n" * 2_000,
    ],
    ids=["control", "tag", "digits", "braces", "json", "brackets", "parentheses", "letters", "blank", "lines"],
)
def test_hostile_records_are_answered_in_bounds(client: Assistant, text: str) -> None:
    for tool in ("check", "convert", "board"):
        _, answer = client.raw(tool, {"text" if tool == "convert" else "record": text})
        assert len(answer) <= LIMIT
        assert FAULT not in answer
        assert "Traceback" not in answer
        assert all(line.isprintable() for line in answer.split("\n"))


def test_a_text_that_is_too_large_is_refused(client: Assistant) -> None:
    assert "larger than 32 MiB" in client.refused("check", record="; remark\n" * 4_000_000)


# ---------------------------------------------------------------- files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a record, links and a secret beside it.

    The links go out of it and within it.
    """
    inside = tmp_path / "games"
    (inside / "old").mkdir(parents=True)
    (tmp_path / "secret.lgn").write_text("J 112 event\n", encoding="utf-8")
    (inside / "evening.lgn").write_text(EVENING, encoding="utf-8")
    (inside / "old" / "first.lgn").write_text(HEAD + "J 112 event\n", encoding="utf-8")
    (inside / "out.lgn").symlink_to(tmp_path / "secret.lgn")
    (inside / "up").symlink_to(tmp_path)
    (inside / "again.lgn").symlink_to(inside / "evening.lgn")
    (inside / "loop.lgn").symlink_to(inside / "loop.lgn")
    (inside / "empty.lgn").write_bytes(b"")
    return inside


def test_a_file_of_the_folder_is_named(folder: Path) -> None:
    with assistant(ToolServer(folder)) as client:
        assert client.call("check", file="evening.lgn") == client.call("check", record=EVENING)
        assert client.call("check", file="again.lgn").startswith("7 mistakes")
        assert client.call("check", file="old/first.lgn").startswith("clean")
        assert client.call("was", file="evening.lgn", line=30).startswith("evening.lgn, line 30 (a13):")
        assert "the file is empty" in client.refused("check", file="empty.lgn")


@pytest.mark.parametrize(
    "name",
    [
        *("../secret.lgn", "old/../../secret.lgn", "./../secret.lgn", "out.lgn", "up/secret.lgn", "loop.lgn"),
        *(".", "old", "", " ", "/etc/passwd", "//etc/passwd", "evening.lgn\0", "no.lgn", "~/x", "-", "a" * 300),
        *("..\\secret.lgn", "file:///etc/passwd", "old/../evening.lgn", "\x1b[2J"),
    ],
)
def test_nothing_outside_of_the_folder_is_opened(folder: Path, name: str) -> None:
    with assistant(ToolServer(folder)) as client:
        said = client.refused("check", file=name)
        assert "folder has no file" in said if name else "which record?" in said
        assert "root:" not in said


def test_a_pipe_in_the_folder_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe.lgn")
    with assistant(ToolServer(folder)) as client:
        said = client.refused("check", file="pipe.lgn")
        assert "it has again.lgn, empty.lgn, evening.lgn, out.lgn" in said


# ---------------------------------------------------------------- the program

HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


def program(*arguments: str | Path, given: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run the server on some bytes, to the end of its input."""
    command = [sys.executable, "-m", "referee", "mcp", *map(str, arguments)]
    return subprocess.run(command, input=given, capture_output=True, check=False, timeout=100)


def answered(given: bytes, last: int) -> tuple[dict[int, Any], int, bytes]:
    """The messages of the server by their number, to the last.

    Then its input ends.
    """
    found: dict[int, Any] = {}
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        started.stdin.write(given)
        started.stdin.flush()
        while last not in found:
            message = json.loads(started.stdout.readline())
            found[message.get("id")] = message
        _, said = started.communicate()
    return found, started.returncode, said


def messages(*each: object) -> bytes:
    return b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in each)


def calling(id: int, name: str, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def test_the_program_speaks_with_the_client_of_the_library(folder: Path) -> None:
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "referee", "mcp", "--folder", str(folder)], cwd=str(ROOT)
    )
    with assistant(command) as client:
        assert [t.name for t in client.ask("list_tools").tools] == TOOLS
        assert client.call("check", file="evening.lgn").startswith("7 mistakes")
        assert "has no file" in client.refused("check", file="../secret.lgn")


def test_it_ends_cleanly_where_its_input_ends() -> None:
    for given in (b"", messages(HELLO)):
        done = program(given=given)
        assert done.returncode == 0
        assert done.stderr == b""


@contextmanager
def started() -> Iterator[subprocess.Popen[bytes]]:
    """The server after its first answer."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-m", "referee", "mcp"], stdin=pipe, stdout=pipe, stderr=pipe) as one:
        assert one.stdin is not None
        assert one.stdout is not None
        one.stdin.write(messages(HELLO))
        one.stdin.flush()
        assert json.loads(one.stdout.readline())["result"]["serverInfo"]["name"] == "referee"
        yield one


def test_it_can_be_interrupted() -> None:
    with started() as one:
        one.send_signal(signal.SIGINT)
        assert one.wait(60) == -signal.SIGINT
        assert one.stderr is not None
        assert one.stderr.read() == b""


def test_it_ends_quietly_where_its_reader_went_away() -> None:
    with started() as one:
        assert one.stdin is not None
        assert one.stdout is not None
        one.stdout.close()
        one.stdin.write(messages({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}))
        one.stdin.close()
        assert one.wait(60) == 141
        assert one.stderr is not None
        assert one.stderr.read() == b""


def test_calls_are_answered_one_after_the_other() -> None:
    each = [calling(n, "check", record=HEAD + "J 112 event\n" * n) for n in range(1, 6)]
    answers, _, _ = answered(messages(HELLO, *each, calling(9, "cards", find="112")), 9)
    told = [answers[n]["result"]["content"][0]["text"] for n in sorted(answers) if n in range(1, 6)]
    assert len(told) == 5
    assert all("checked" in text for text in told)


def test_broken_messages_do_not_end_it() -> None:
    answers, status, said = answered(
        messages(
            HELLO,
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            b"this is no message\n",
            b"\xff\xfe\x00\n",
            b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "check", "arguments": {"record": '
            + b"[" * 100_000
            + b"\n",
            b'{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "check", "arguments": '
            b'{"record": "J 112 event \\ud800"}}}\n',
            calling(3, "cards", find="\x00\x1b"),
            calling(4, "check", record=HEAD + "J 112 event"),
        ),
        4,
    )
    assert status == 0
    assert b"Traceback" not in said
    assert answers[4]["result"]["content"][0]["text"].startswith("clean; 1 action checked")
    assert answers[3]["result"]["isError"]


def test_a_fault_of_the_referee_is_one_sentence(monkeypatch: pytest.MonkeyPatch, client: Assistant) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("secret")

    monkeypatch.setattr("referee.inputs.judging.judge_bytes", broken)
    assert client.refused("check", record="J 112 event") == FAULT


def test_the_command_says_what_it_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert referee("mcp", "--check").out == "The server for assistants can start.\n"
    done = referee("mcp", "--folder", tmp_path / "nowhere")
    assert (done.status, done.out) == (2, "")
    assert "there is no such folder" in done.err
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = referee("mcp")
    assert (done.status, done.out) == (2, "")
    assert (
        done.err
        == 'the server for assistants needs mcp: pipx install "labyrinth-referee[mcp]" (in the folder of the project ".[mcp]")\n'
    )


def test_nothing_of_the_game_is_loaded_before_the_first_call() -> None:
    asked = "import sys; from referee.mcp.server import ToolServer; ToolServer(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True, cwd=ROOT)
    ours = {name for name in done.stdout.split() if name.startswith("referee.")}
    assert not {name for name in ours if name.split(".")[1] in ("editions", "engine", "parsers", "play", "api", "club")}


# ---------------------------------------------------------------- the page


def test_every_answer_of_the_page_is_what_the_server_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert assistants_page.filled(page) == page, "run python scripts/pages/assistants_page.py"
    assert {call["tool"] for call in assistants_page.calls(page)} == set(TOOLS)


def test_the_session_of_the_page_ends_with_a_mistake_that_stays(client: Assistant) -> None:
    """A last record with the notes' dice and players' mistakes only."""
    records = assistants_page.RECORD.findall(PAGE.read_text(encoding="utf-8"))
    last = next(r for r in reversed(records) if "J 113" in r)
    assert format_text(last).text == last
    findings = [f for f in found(client.call("check", record=last)) if f[1] != "note"]
    assert findings == [(9, "outcome", "7.2.1.2")]
