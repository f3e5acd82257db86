"""Chat lines: typed ones with player, and reports with dice."""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from referee.parsers.vassal.happenings import Chat

MAX_LENGTH = 4_000
"""Most characters of a line to keep."""
_TAG = re.compile(
    r"</?(?:a|b|big|body|br|center|code|div|em|font|h[1-6]|hr|html|i|img|li|ol|p|pre|s|small|span|strike|strong|sub|sup"
    r"|table|tbody|td|th|tr|tt|u|ul)(?:[\s/][^<>]*)?>",
    re.IGNORECASE,
)
_TYPED = re.compile(r"<([^<>]{1,200})> ?- ?(.*)", re.DOTALL)
_STYLE = re.compile(r"([*-])( ?)[|!?~`](?=.)")
_BLANK = re.compile(r"[\x00-\x20\x7f-\xa0\u2028\u2029]+")


class ChatLine(NamedTuple):
    """A line of chat.

    ``name`` is its player's, as the line has it.
    """

    kind: Chat
    name: str
    text: str


def tidy(text: str) -> str:
    """Text as one line of bounded length, without control characters."""
    if len(text) > MAX_LENGTH:
        text = text[:MAX_LENGTH] + "…"
    text = _BLANK.sub(" ", text).strip()
    return text if text.isprintable() else "".join(ch if ch.isprintable() else "" for ch in text)


def parse(raw: str) -> ChatLine:
    """A line, with its kind by its beginning."""
    raw = raw[: 4 * MAX_LENGTH]
    text = html.unescape(_TAG.sub(_gap, raw)) if "<" in raw or "&" in raw else raw
    typed = _TYPED.match(text)
    if typed is not None:
        return ChatLine("typed", tidy(typed[1]), tidy(typed[2]))
    text = tidy(_STYLE.sub(r"\1\2", text, count=1) if text.startswith(("*", "-")) else text)
    kind: Chat = "report" if text.startswith("*") else "system" if text.startswith("-") else "other"
    return ChatLine(kind, "", text)


def _gap(tag: re.Match[str]) -> str:
    return " " if tag[0].lower().lstrip("</").startswith(("br", "p", "div", "td", "tr", "li", "h")) else ""


class ReportedRoll(NamedTuple):
    """Dice in a report; ``values`` is empty for a bare total."""

    name: str
    values: tuple[int, ...]
    sides: int
    who: str


_DIE = re.compile(r"(?<![\w])(\d{0,3})\s?[dDwW](\d{1,4})(?!\w)")
_RESULT = re.compile(
    r"(?P<name>[^=]{1,80}?)\s*=\s*(?P<rolls>\[?\d{1,4}(?:[\s,]+\d{1,4}){0,99}\]?)\s*(?P<rest>.*)", re.DOTALL
)
_WHO = re.compile(r"[\s*]*<?([^<>*]*)>?[\s*]*\Z")
DEFAULT_SIDES = 6


def reported_roll(line: ChatLine) -> ReportedRoll | None:
    """The dice of a report; typed text never has any."""
    if line.kind != "report" or "=" not in line.text:
        return None
    found = _RESULT.match(line.text[:500].lstrip("* "))
    if found is None:
        return None
    name = found["name"].strip()
    if not _DIE.search(name) and not (line.text.startswith("**") and found["rest"].startswith("**")):
        return None
    who = _WHO.match(found["rest"])
    return button_roll(name, found["rolls"], who[1].strip() if who else "")


def has_die(name: str) -> bool:
    """Whether a button of this name rolls dice."""
    return _DIE.search(name) is not None


def button_roll(name: str, rolls: str, who: str = "") -> ReportedRoll | None:
    """The dice of a button of this name, or None."""
    numbers = [int(n) for n in re.findall(r"\d{1,4}", rolls[:1000])]
    if not numbers or 0 in numbers or not re.fullmatch(r"\s*\[?[\d\s,]+\]?\s*", rolls[:1000]):
        return None  # a button reset by a module shows no face
    button = _DIE.search(name)
    sides = int(button[2]) if button else DEFAULT_SIDES
    number = int(button[1] or 1) if button else len(numbers)
    total_alone = len(numbers) == 1 < number
    if total_alone or sides < 1 or any(not 1 <= n <= sides for n in numbers):
        return ReportedRoll(tidy(name), (), max(sides, 1), who)
    return ReportedRoll(tidy(name), tuple(numbers), sides, who)
