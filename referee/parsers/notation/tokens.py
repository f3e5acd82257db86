"""Tokens of one line, with exact places."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_LINE = 4000
"""Longest line that is read, in characters."""


class LineError(Exception):
    """A line that is not notation: what is wrong, where, and what would be right."""

    def __init__(self, message: str, column: int, end: int, help: str = "") -> None:
        super().__init__(message)
        self.message, self.column, self.end, self.help = message, column, end, help


@dataclass(slots=True, eq=False)
class Token:
    """A piece of a line. ``canon`` is how the formatter writes it; ``glue`` says that no space goes before it."""

    kind: str
    text: str
    column: int
    end: int
    canon: str
    glue: bool = False


_PATTERN = re.compile(  # the frequent kinds come first; no two of them begin alike but dice and words
    r"""\s*(?:
    (?P<int>\d+)
  | (?P<dice>(?:[^\W\d_]+)?\[[^\[\]]*\])
  | (?P<word>[^\W\d_](?:[\w.'’&!/-]*[\w.!])?)
  | (?P<comma>,)
  | (?P<colon>:)
  | (?P<arrow>=>|⇒)
  | (?P<gt>->|→|>)
  | (?P<hash>\#)
  | (?P<plus>\+)
  | (?P<query>\?)
  | (?P<slash>/)
  | (?P<amp>&)
  | (?P<open>\()
  | (?P<close>\))
  | (?P<bad>\S)
    )""",
    re.VERBOSE,
)
_BRACKETS = {"[": "this bracket is not closed", "]": "this bracket was not opened"}
_GLUED = frozenset({"comma", "colon", "hash", "close"})


def tokenize(text: str, offset: int = 0) -> list[Token]:
    """The tokens of a line without its comment; ``offset`` is added to every column (from 1)."""
    if len(text) > MAX_LINE:
        raise LineError(f"the line is longer than {MAX_LINE} characters", 1, 2, "break it up")
    found: list[Token] = []
    glue = False
    offset += 1
    for match in _PATTERN.finditer(text.rstrip()):
        kind = match.lastgroup or "bad"
        piece = match[kind]
        start, end = match.span(kind)
        if kind == "bad":
            message = _BRACKETS.get(piece, f"“{piece}” has no meaning here")
            raise LineError(message, start + offset, end + offset)
        found.append(Token(kind, piece, start + offset, end + offset, piece, glue or kind in _GLUED))
        glue = kind in ("hash", "open")
    return found


def split_comment(line: str) -> tuple[str, str]:
    """A line and its comment, the semicolon included."""
    at = line.find(";")
    return (line, "") if at < 0 else (line[:at], line[at:])


_DICE = re.compile(r"^([^\W\d_]*)\[([^\[\]]*)\]$")
LABELS = {
    "": "",
    "t": "t",
    "test": "t",
    "gov": "gov",
    "governance": "gov",
    "posture": "posture",
    "pos": "posture",
    "prestige": "prestige",
    "pr": "prestige",
    "reroll": "reroll",
}


def dice_of(token: Token) -> tuple[str, list[int | None]]:
    """Label and dice of a dice token; a die that was not written down is None. Raises :class:`LineError`."""
    match = _DICE.match(token.text)
    if match is None:
        raise LineError("dice stand in square brackets, such as [3] or t[2]", token.column, token.end)
    label = LABELS.get(match.group(1).casefold())
    if label is None:
        raise LineError(
            f"“{match.group(1)}” is no label for dice",
            token.column,
            token.end,
            "labels: t, gov, posture, prestige, reroll",
        )
    values: list[int | None] = []
    for piece in match.group(2).replace(",", " ").split():
        if piece == "?":
            values.append(None)
        elif piece in ("1", "2", "3", "4", "5", "6"):
            values.append(int(piece))
        else:
            raise LineError(f"“{piece[:20]}” is not a die from 1 to 6", token.column, token.end)
    if not values:
        raise LineError("there are no dice between the brackets", token.column, token.end)
    token.canon = f"{label}[{' '.join('?' if v is None else str(v) for v in values)}]"
    return label, values
