"""Tags: lines at the top of a record, about its game."""

from __future__ import annotations

import re

TAGS = {
    t.casefold(): t
    for t in (
        "Game",
        "Scenario",
        "Length",
        "Players",
        "US",
        "Jihadist",
        "Event",
        "Date",
        "Options",
        "Option",
        "Result",
        "Rules",
        "Notation",
        "Annotator",
    )
}
TAG_LINE = re.compile(r'^\s*\[\s*([A-Za-z][\w-]{0,40})\s+["“”„«»]([^"\r\n]{0,500}?)["“”«»]\s*\]\s*(;.*)?$')
"""A tag, with plain or typographic quotes."""
_LOOSE = r"^\s*\[?\s*([A-Za-z]+)\b\s*[:=]?\s*(.*?)\s*\]?\s*$"
_ALONE = frozenset({"scenario", "length", "players", "notation", "annotator"})
"""Tags that no other line begins with."""


def mend_tag(text: str) -> str:
    """The tag of a line without brackets or quotes, or ""."""
    match = re.match(_LOOSE, text)
    if match is None:
        return ""
    key, value = match.groups()
    name = TAGS.get(key.casefold())
    begun = text.lstrip().startswith("[")
    if name is None and begun:
        from difflib import get_close_matches

        near = get_close_matches(key.casefold(), TAGS, n=1, cutoff=0.7)
        name = TAGS[near[0]] if near else None
    value = value.strip('"“”„«» ')
    if name is None or not value or not (begun or name.casefold() in _ALONE):
        return ""
    line = f'[{name} "{value}"]'
    return line if TAG_LINE.match(line) else ""
