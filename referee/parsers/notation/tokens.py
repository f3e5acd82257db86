"""Tokens of one line, with exact places."""

from __future__ import annotations

import re
from bisect import bisect_left

from referee.engine.state.plain import plain_dataclass
from referee.parsers import faults
from referee.parsers.faults import LineError

MAX_LINE = 4000
"""Longest line that is read, in characters."""


@plain_dataclass(eq=False)
class Token:
    """A piece of a line.

    ``canon`` is its form in the formatter; ``glue`` means no space before it.
    """

    kind: str
    text: str
    column: int
    end: int
    canon: str
    glue: bool = False


_PATTERN = re.compile(  # the frequent kinds come first; no two of them begin alike but dice and words
    r"""\s*(?:
    (?P<ordinal>1st\b)
  | (?P<int>\d+)
  | (?P<dice>(?:[^\W\d_]+)?\[[^\[\]]*\])
  | (?P<word>[^\W\d_](?:[\w.'’&!/-]*[\w.!])?)
  | (?P<comma>,)
  | (?P<colon>:)
  | (?P<arrow>=+>|⇒)
  | (?P<gt>-+>|→|>)
  | (?P<hash>\#)
  | (?P<plus>\+)
  | (?P<query>\?)
  | (?P<slash>/)
  | (?P<amp>&)
  | (?P<open>\()
  | (?P<close>\))
  | (?P<dash>-+)
  | (?P<bad>\S)
    )""",
    re.VERBOSE,
)
_BRACKETS = {"[": faults.NOT_CLOSED, "]": faults.NOT_OPENED}
_GLUED = frozenset({"comma", "colon", "hash", "close"})


_TYPED = str.maketrans(
    {
        **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full-width letters, digits and signs
        **dict.fromkeys("\u00a0\u2007\u2009\u202f\u3000\u200b\u200e\u200f\u2060\ufeff\u00ad", " "),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("“”„‟«»", '"'),
        **dict.fromkeys("‘’‚‛´`", "'"),
        "×": "x",
    }
)
"""Typographic signs with their plain ones, one for one.

So the columns stay the same.
"""
# Compiled when first needed: few records have any of these.
_BULLET = r"\s*(?:[-*•·‣]+\s+|\d{1,3}[.)]\s+)(?=[A-Za-z+])"
"""Bullets of a list: ``- J 95 ...``, ``1. J 95 ...``."""
_TIGHT = r"(?i)(j|jih|jihadist|us|usa|turn|card)(\d{1,3})"
"""A word and a number without a blank between them: ``J95``, ``turn1``."""


def plain_signs(text: str) -> str:
    """The text with plain dashes, quotes, blanks and digits.

    It has the same length.
    """
    return text if text.isascii() else text.translate(_TYPED)


def tokenize(text: str, offset: int = 0) -> list[Token]:
    """Tokens of a line or part, with columns from ``offset`` (from 1).

    It is without its comment. Columns count from 1.
    """
    if len(text) > MAX_LINE:
        raise LineError(faults.LINE_TOO_LONG, 1, 2, most=MAX_LINE)
    found: list[Token] = []
    glue = False
    offset += 1
    for match in _PATTERN.finditer(plain_signs(text).rstrip()):
        kind = match.lastgroup or "bad"
        piece = match[kind]
        start, end = match.span(kind)
        if kind == "bad":
            raise LineError(_BRACKETS.get(piece, faults.MEANINGLESS), start + offset, end + offset, text=piece)
        if kind == "ordinal":
            kind = "word"
        found.append(Token(kind, piece, start + offset, end + offset, piece, glue or kind in _GLUED))
        glue = kind in ("hash", "open")
    return found


def tokenize_line(text: str, blank: int = 0) -> list[Token]:
    """Tokens of a whole line, without comment, bullet and full stop.

    One more is for a name that is not written yet, at the column ``blank``, 0 for none: a word without letters.
    """
    found = _tokenize_line(text)
    if blank:
        at = bisect_left(found, blank, key=lambda token: token.column)
        found.insert(at, Token("word", "", blank, blank, ""))
    return found


def _tokenize_line(text: str) -> list[Token]:
    if len(text) > MAX_LINE:
        return tokenize(text)
    bullet = re.match(_BULLET, plain_signs(text))
    before = bullet.end() if bullet is not None else 0
    body = text[before:].rstrip()
    if body.endswith("."):
        body = body.rstrip(". ") or body
    found = tokenize(body, before)
    first = found[0] if found else None
    if first is not None and first.kind == "word" and first.text[-1].isdigit():
        tight = re.fullmatch(_TIGHT, first.text)
        if tight is not None:
            middle = first.column + tight.end(1)
            word, number = tight.groups()
            found[:1] = [
                Token("word", word, first.column, middle, word),
                Token("int", number, middle, first.end, number),
            ]
    return found


def bare(body: str) -> str:
    """A line in plain signs, without comment, bullet and outer blanks."""
    text = plain_signs(body)
    bullet = re.match(_BULLET, text)
    return text[bullet.end() if bullet is not None else 0 :].strip()


def write(tokens: list[Token]) -> str:
    """Tokens with single spaces, where usual."""
    out = ""
    for token in tokens:
        if not token.canon:
            continue
        out += token.canon if token.glue or not out else f" {token.canon}"
    return out


def split_comment(line: str) -> tuple[str, str]:
    """A line and its comment, the semicolon included."""
    at = line.find(";") if line.isascii() else plain_signs(line).find(";")
    return (line, "") if at < 0 else (line[:at], line[at:])


_DICE = r"^([^\W\d_]*)\[([^\[\]]*)\]$"
LABELS = {
    "": "",
    "t": "t",
    "test": "t",
    "gov": "gov",
    "governance": "gov",
    "table": "table",
    "posture": "posture",
    "pos": "posture",
    "prestige": "prestige",
    "pr": "prestige",
    "reroll": "reroll",
    "pick": "pick",
    "picks": "pick",
    "picked": "pick",
    "random": "pick",
    "convergence": "convergence",
    "conv": "convergence",
    "us": "US",
    "j": "J",
}


def dice_of(token: Token) -> tuple[str, list[int | None]]:
    """Label and dice of a dice token.

    An unwritten die is None. Raises :class:`LineError`.
    """
    match = re.match(_DICE, token.text)
    if match is None:
        raise LineError(faults.NO_BRACKETS, token.column, token.end)
    label = LABELS.get(match.group(1).casefold())
    if label is None:
        raise LineError(faults.NO_LABEL, token.column, token.end, text=match.group(1)[:30])
    values: list[int | None] = []
    for piece in match.group(2).replace(",", " ").split():
        if piece == "?":
            values.append(None)
        elif piece in ("1", "2", "3", "4", "5", "6"):
            values.append(int(piece))
        else:
            raise LineError(faults.NO_DIE, token.column, token.end, text=piece[:20])
    if not values:
        raise LineError(faults.NO_DICE, token.column, token.end)
    token.canon = f"{label}[{' '.join('?' if v is None else str(v) for v in values)}]"
    return label, values
