"""Fills docs/reference/assistant-session.md: the answers of the server for assistants, and its prompt.

``python scripts/pages/assistants_page.py`` writes them; a test holds the page to what the program says. A comment before a block
names a tool with its arguments; where its record is true, that is the one before it on the page.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import anyio
from mcp_types import CallToolResult, TextContent

from referee.mcp.server import PROMPT, ToolServer

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "assistant-session.md"
RECORD = re.compile(r"```lgn\n(.*?)```\n", re.DOTALL)
_SAID = re.compile(r"(<!-- call: (\{[^\n]*\}) -->\n)~~~text\n.*?\n~~~\n", re.DOTALL)
_PROMPT = re.compile(r"````text\n.*?````", re.DOTALL)


def calls(page: str) -> list[dict[str, object]]:
    """The calls on the page, in order, each with its record."""
    found = []
    for match in _SAID.finditer(page):
        call = json.loads(match[2])
        if call.get("record"):
            call["record"] = RECORD.findall(page[: match.start()])[-1]
        found.append(call)
    return found


async def answers(page: str) -> list[str]:
    """The answers of a server to the calls."""
    server, found = ToolServer(), []
    for call in calls(page):
        result = await server.call_tool(str(call.pop("tool")), call)
        assert isinstance(result, CallToolResult)
        (content,) = result.content
        assert isinstance(content, TextContent)
        found.append(content.text)
    return found


def filled(page: str) -> str:
    """The page with the answers that the server gives."""
    each = iter(anyio.run(answers, page))
    page = _SAID.sub(lambda m: f"{m[1]}~~~text\n{next(each)}\n~~~\n", page)
    return _PROMPT.sub(lambda m: f"````text\n{PROMPT.read_text(encoding='utf-8')}````", page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
