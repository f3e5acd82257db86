"""The notation by section or word, from its documentation page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.names import plain
from referee.mcp.answers import AnswerError

_LINK = re.compile(r"\[([^\]\n]{1,200})\]\([^)\n]{1,200}\)")
_CODE = re.compile(r"`([^`\n]{1,100})`")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class NotationSection:
    """A section of the page.

    Its blocks are paragraphs, tables and examples, each a list of lines.
    """

    title: str
    blocks: tuple[tuple[str, ...], ...]

    @property
    def text(self) -> str:
        """The section in print."""
        return "\n\n".join([f"## {self.title}", *("\n".join(block) for block in self.blocks)])


def page() -> Path:
    """The path of the page, in a wheel or in docs/."""
    package = Path(__file__).resolve().parent.parent
    shipped = package / "notation.md"
    return shipped if shipped.is_file() else package.parent / "docs" / "reference" / "notation.md"


@cache
def sections() -> tuple[NotationSection, ...]:
    """The sections of the page in their order."""
    found: list[tuple[str, list[list[str]]]] = []
    inside, fresh = False, True
    for line in page().read_text(encoding="utf-8").splitlines():
        if not inside and line.startswith("#"):
            found.append((line.lstrip("#").strip(), []))
            fresh = True
            continue
        if not inside and not line.strip():
            fresh = True
            continue
        if line.startswith("```"):
            fresh, inside = fresh or not inside, not inside
        blocks = found[-1][1]
        if fresh:
            blocks.append([])
            fresh = False
        blocks[-1].append(_LINK.sub(r"\1", line))
        fresh = not inside and line.startswith("```")
    return tuple(NotationSection(title, tuple(tuple(b) for b in blocks)) for title, blocks in found)


def contents() -> str:
    """The sections in a list."""
    head = "Sections of the notation; ask for one, or for a use or a word (deploy, resolve, claim):"
    return "\n".join([head, *(f"- {s.title}" for s in sections())])


def about(asked: str) -> str:
    """A section of this name, or the passages with this word.

    Raises :class:`AnswerError`.
    """
    if not asked.strip():
        return contents()
    wanted = plain(asked)
    named = next((s for s in sections() if plain(s.title) == wanted), None)
    if named is not None:
        return named.text
    found = list(_with({_words(asked), *(w for s in sections() for b in s.blocks for w in _forms(b, wanted))}, asked))
    if found:
        return "\n\n".join(found)
    part = [s.text for s in sections() if wanted and wanted in plain(s.title)]
    if part:
        return "\n\n".join(part)
    raise AnswerError(f"the notation says nothing of this; its sections are {', '.join(s.title for s in sections())}")


def _words(text: str) -> str:
    """Words in lower case between single blanks, for whole-word comparison."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _forms(block: tuple[str, ...], title: str) -> Iterator[str]:
    """The first word of a form after its side, by table title."""
    for line in block:
        if line.startswith("|") and plain(line.split("|")[1]) == title:
            form = _CODE.search(line.split("|", 2)[2])
            words = [w for w in form[1].split() if w not in SIDE_NAMES] if form is not None else []
            yield _words(words[0] if words else "")


def _with(wanted: set[str], sign: str) -> Iterator[str]:
    """Paragraphs, rows and examples with a word or sign, under their sections."""
    wanted -= {"  "}
    quoted = "" if wanted else f"`{sign.strip()}`"

    def has(text: str) -> bool:
        words = _words(text)
        return bool(quoted and quoted in text) or any(w in words for w in wanted)

    for section in sections():
        kept = []
        for block in section.blocks:
            if block[0].startswith("|"):
                rows = [row for row in block[2:] if has(row)]
                kept += ["\n".join([*block[:2], *rows])] if rows else []
            elif block[0].startswith("```"):
                examples = [line for line in block[1:-1] if has(line)]
                kept += ["\n".join([block[0], *examples, block[-1]])] if examples else []
            elif has("\n".join(block)):
                kept.append("\n".join(block))
        if kept:
            yield "\n\n".join([f"## {section.title}", *kept])
