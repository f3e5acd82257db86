"""Convert the roles and examples of docstrings to Markdown.

An extension of griffe for the API reference.
"""

from __future__ import annotations

import re
from typing import Any

import griffe


def as_markdown(text: str) -> str:
    """A docstring as Markdown.

    ``:class:`X``` is code, and a paragraph that begins with ``>>>`` a console.
    """
    text = re.sub(r":\w+:`~?(?:referee\.)?([^`]+)`", r"`\1`", text)
    out: list[str] = []
    inside = False
    for line in text.split("\n"):
        if not inside and line.lstrip().startswith(">>>"):
            out.append("```pycon")
            inside = True
        elif inside and not line.strip():
            out.append("```")
            inside = False
        out.append(line.strip() if inside and line.lstrip().startswith((">>>", "...")) else line)
    return "\n".join([*out, "```"] if inside else out).replace("::\n", ":\n")


class Docstrings(griffe.Extension):
    """Called by griffe for each object that it has read."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
