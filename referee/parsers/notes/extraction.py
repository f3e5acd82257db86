"""The lines of notation in a text.

They are the readable ones, and unreadable ones of clear intention. A sentence that happens to begin with a side or a
number is none. A wrapped line is put together again where it cannot be read alone and can be read with the next; words
beside a play become its remark.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, islice, pairwise
from typing import NamedTuple

from referee.engine.state.names import Names
from referee.engine.state.script import Action, Origin
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation import lines, words
from referee.parsers.notation.cursor import FIRST_SIDES, Cursor
from referee.parsers.notation.mending import USE_AFTER
from referee.parsers.notation.tags import TAG_LINE, TAGS
from referee.parsers.notation.tokens import plain_signs, split_comment, tokenize_line, write
from referee.parsers.notes.marks import MarkedPiece
from referee.parsers.prose.blocks import SourceLine
from referee.parsers.prose.mentions import Mention

MOST_JOINED = 8
"""Most lines that one line of notation may be wrapped into."""
MOST_READ = 1_500_000
"""Most characters to read, repetitions included; long games need a fifth."""
TOO_MUCH = "so much of this looks like notation that only the beginning was looked into"
WRAPPED = 50
"""Fewest characters of a wrapped line."""
_SIDES = "|".join(sorted(map(re.escape, FIRST_SIDES), key=len, reverse=True))
_MAY_BEGIN = re.compile(
    rf"\s*+(?:\+|(?:{_SIDES})(?![^\W\d_])|board\b|set\b|setup\b|set-up\b|end\b|deals?\b|draws?\b|turn|phase\b|"
    r"resolves?\b|no\s+plots?\b|\d{1,3}\b)",
    re.IGNORECASE,
)
_BEGINNING = re.compile(
    rf"(?P<more>\+\s*+)?(?:(?P<side>{_SIDES})(?![^\W\d_])[\s:,.#-]*)?(?:(?:card|plays?|no|nr)\b[\s:.#]*)?"
    r"(?:#?(?P<card>\d{1,3}|\?)(?!\w)[\s:,–+-]*(?:(?-i:R)\b\s*)?)?",
    re.IGNORECASE,
)
"""A side and a card, as far as present."""
_SIGN = re.compile(r"\[[1-6?][1-6? ,]*\]|=>|->|→|⇒|\w\s*>\s*\w|\w#\d|:[sa]+\b|\s/\s")
_STATED = re.compile(r"\s*(?:board|set|setup|set-up)\s*:", re.IGNORECASE)
_SET_UP = re.compile(r"\s*set-?up\s*:", re.IGNORECASE)
_GOES_ON = re.compile(r"=>|⇒|->|→|>|/\s|,|\[|#\d|:\s")
_BOUNDARY = re.compile(
    r"(?<=[.!?)\]\w])\s+(?=\()|(?<=[.!?])\s+(?=[^\W_])|\s+(?:--?|–|—)\s+|(?<=[\w\]])\s*(?=[!?]{1,2}(?:\s|$))"
)
_LED = re.compile(r"[^:;\[\]=>#]{1,60}?:\s+(?=\S)")
_WORD = re.compile(r"[^\W\d_][\w-]*")
_POSITIONS = frozenset({"setup", "board", "set", "check"})
"""Kinds of lines with a position."""


class LineContent(NamedTuple):
    """The content of a line of notation.

    ``kind`` is that of its action, or tag, comment, more (it continues) or broken; of an unread sentence that looks
    like a play or a position, it is play or position.
    """

    kind: str
    key: str = ""
    """Canonical form without comment, equal for lines of one meaning."""
    side: str = ""
    cards: tuple[int, ...] = ()
    problem: str = ""
    """Reason against reading it, or ""."""


@dataclass(slots=True)
class FoundLine:
    """A line of notation, as found."""

    text: str
    content: LineContent
    number: int
    shift: int
    level: int
    at: int
    """First and last piece of the text that it covers."""
    upto: int

    @property
    def play(self) -> bool:
        """Whether it plays a card."""
        return bool(self.content.cards) and not self.is_mention

    @property
    def is_mention(self) -> bool:
        """Whether it is an unread sentence about a play or position."""
        return self.content.kind in ("play", "position")


def is_set_up(pieces: Iterable[MarkedPiece]) -> bool:
    """Whether a text begins with the statement of a position."""
    return any(_SET_UP.match(piece.text) for piece in pieces)


def read(text: str, names: Names) -> LineContent:
    """A line of notation, broken if unreadable."""
    body, _ = split_comment(text)
    problem = faults.UNKNOWN_LINE.message
    if _MAY_BEGIN.match(plain_signs(body)) is not None:
        try:
            tokens = tokenize_line(body)
            found = lines.read(Cursor(tokens, 1, len(body), names), body.strip())
        except LineError as error:
            problem = error.message
        else:
            of_play = (found.side, found.cards) if isinstance(found, Action) else ()
            return LineContent(found.kind if isinstance(found, Action) else "more", write(tokens), *of_play)
    plain = plain_signs(body).strip()
    _, side, card, _ = _parts_of_beginning(plain)
    cards = (int(card) if card.isdigit() else 0,) if side and card else ()
    return LineContent("broken", " ".join(plain.casefold().split()), side if cards else "", cards, problem)


def _parts_of_beginning(body: str) -> tuple[bool, str, str, str]:
    """Parts of a line's beginning: plus, side, card, and rest."""
    found = _BEGINNING.match(body)
    assert found is not None  # it may be empty
    side = FIRST_SIDES.get((found["side"] or "").casefold(), "")
    return bool(found["more"]), side, found["card"] or "", body[found.end() :]


def is_meant(text: str, names: Names) -> bool:
    """Whether an unreadable line was meant as notation.

    It begins and continues like such a line.
    """
    body = plain_signs(split_comment(text)[0]).strip()
    if _MAY_BEGIN.match(body) is None:
        return False
    if stated := _STATED.match(body):  # most of the following lines are statements
        said = [part for part in body[stated.end() :].split(",")[:60] if part.strip()]
        return sum(not read(f"board: {part}", names).problem for part in said) * 2 >= max(len(said), 1)
    more, side, card, rest = _parts_of_beginning(body)
    signs, word = _SIGN.search(body) is not None, _WORD.match(rest)
    said_use = word[0].casefold()[:30] if word is not None else ""
    used = any(_is_use(said_use, of) for of in ([side] if side else ["J", "US"]))
    if more:
        return bool(side) and (signs or used)
    if card and side:
        titled = USE_AFTER.match(rest)
        short = titled is not None and len(rest[titled.end() :].split()) < 5
        return used or ((signs or short) and _unspoken(rest))
    bare = not side and not card
    return signs and (bare or used or (not card and said_use in lines.STANDING)) and _unspoken(rest)


@lru_cache(maxsize=2000)
def _is_use(said: str, side: str) -> bool:
    """Whether a word is a use of a card, perhaps misspelt."""
    from difflib import get_close_matches

    uses = {*words.MEANINGS[side], "cancelled", "discard"}
    own = {w for w, use in (words.USES | words.OF_ONE_SIDE[side]).items() if use in uses}
    misspelt = len(said) >= 4 and said not in words.GROUPS["no_use"]
    return said in own or said in words.LEFT_OVER or (misspelt and bool(get_close_matches(said, own, 1, 0.75)))


def _unspoken(rest: str) -> bool:
    """Whether a text is notation rather than a sentence.

    It has few of the small words of sentences.
    """
    said = [w.casefold() for w in _WORD.findall(rest)]
    return sum(w in words.GROUPS["of_sentences"] for w in said) * 6 <= len(said)


# -------------------------------------------------------------------- a whole text


@dataclass(slots=True)
class Budget:
    """The remaining budget of reading.

    A text of several parts has one for all of them.
    """

    left: int = MOST_READ

    def take(self, text: str) -> bool:
        """Whether a text may be looked into."""
        self.left -= len(text) + 30
        return self.left > 0


SentenceFinder = Callable[[Iterable[SourceLine]], Iterator[Mention]]
"""Function that finds sentences about a play or a position."""
FinderOfTags = Callable[[Mapping[str, str]], SentenceFinder | None]
"""Function for the same, from a record's tags."""


def pick(
    pieces: Sequence[MarkedPiece], names: Names, budget: Budget, seeking: SentenceFinder | None = None
) -> list[FoundLine]:
    """Lines of notation in a text, in order.

    Those that ``seeking`` finds between them are included.
    """
    found = _Picker(pieces, names, budget).run()
    if seeking is None or not any(p.content.kind not in ("comment", "tag") for p in found):
        return found
    return sorted([*found, *_mentions(pieces, found, seeking)], key=lambda p: p.at)


def _mentions(
    pieces: Sequence[MarkedPiece], found: Sequence[FoundLine], seeking: SentenceFinder
) -> Iterator[FoundLine]:
    """Other lines that look like a play, as comments.

    Before all plays they may also look like a position.
    """
    used = {n for p in found for n in range(p.at, p.upto + 1)}
    stated = any(p.content.kind in _POSITIONS for p in found)
    first = next((p.at for p in found if p.play), 0) if not stated else 0
    own = (p if n not in used and not p.level and not p.signature else None for n, p in enumerate(pieces))
    for mention in seeking(SourceLine(p.text if p is not None else "", Origin(line=n)) for n, p in enumerate(own)):
        n = mention.source_line.origin.line
        if mention.kind == "play" or n < first:
            piece, said = pieces[n], LineContent(mention.kind, cards=tuple(sorted(mention.cards)))
            yield FoundLine(f"; {piece.text}", said, piece.number, piece.shift, 0, n, n)


class _Picker:
    def __init__(self, pieces: Sequence[MarkedPiece], names: Names, budget: Budget) -> None:
        self.pieces, self.names, self.budget = pieces, names, budget
        self.found: list[FoundLine] = []
        self.trusted: frozenset[int] = frozenset()
        """Blocks of typed text that are notation, by their majority."""

    def run(self) -> list[FoundLine]:
        """Lines of notation, without lone comments of the prose."""
        said, good = Counter[int](), Counter[int]()
        for piece in self.pieces:
            if piece.block and piece.text and piece.text[0] not in ";{[":
                said[piece.block] += 1
                good[piece.block] += self.read(piece.text) is not None
        self.trusted = frozenset(block for block, n in said.items() if good[block] * 2 > n)
        n = 0
        while n < len(self.pieces):
            n += self.take(n)
        return self.without_lone_comments()

    def read(self, text: str) -> LineContent | None:
        """A line of notation, or None for others or too many."""
        found = read(text, self.names) if self.budget.take(text) else None
        return found if found is not None and not found.problem else None

    def is_meant(self, text: str) -> bool:
        """Whether an unreadable line was meant as notation."""
        return self.budget.take(text) and is_meant(text, self.names)

    def keep(self, n: int, text: str, said: LineContent, size: int = 1, shift: int = 0) -> int:
        """Take a line of several pieces; return their number."""
        first = self.pieces[n]
        self.found.append(FoundLine(text, said, first.number, first.shift + shift, first.level, n, n + size - 1))
        return size

    def take(self, n: int) -> int:
        """Read a line with its wrapped rest; return their number."""
        piece = self.pieces[n]
        text = piece.text
        if not text:
            return 1
        if text[0] == "[" and (tag := TAG_LINE.match(text)):
            return self.tag(n, tag[1])
        if text[0] in ";{":
            return self.keep(n, text, LineContent("comment"))
        begins, trusted = _MAY_BEGIN.match(plain_signs(text)) is not None, piece.block in self.trusted
        if not begins and not trusted:
            return self.led(n)
        if not self.budget.take(text):
            return 1
        said = read(text, self.names)
        if said.problem and piece.signature:
            return 1
        likely = bool(said.problem) and (trusted or self.is_meant(text))
        if not said.problem or likely or (begins and len(text) >= WRAPPED):
            whole, again, size = self.joined(n, text, said, likely=likely)
            if not again.problem:
                return self.keep(n, whole, again, size)
        return self.keep(n, *(self.remark_of(text) or (text, said))) if likely else self.led(n)

    def joined(self, n: int, text: str, said: LineContent, *, likely: bool = False) -> tuple[str, LineContent, int]:
        """A line joined with its readable rest, and their number."""
        best = text, said, 1
        for size in range(1, MOST_JOINED):
            if ";" in text or not self.goes_on(n, size):
                break
            last, here = self.pieces[n + size - 1].text, self.pieces[n + size]
            rest = f"> {here.text}" if here.level > self.pieces[n].level else here.text  # a sign that quoted it
            if not best[1].problem:
                wrapped = len(last) >= WRAPPED and len(f"{last} {rest.split()[0]}") > 60
                if self.is_meant(rest) or not (wrapped or _GOES_ON.match(rest) or last.endswith((",", "/", ">"))):
                    break
            text = f"{text} {rest}"
            again = self.read(text)
            if again is not None:
                best = text, again, size + 1
            cut = self.remark_of(text) if likely and best[1].problem else None
            if cut is not None and cut[0].index("  ;") > len(self.pieces[n].text):
                return *cut, size + 1
        return best

    def goes_on(self, n: int, more: int) -> bool:
        """Whether a later line can be the rest of a wrapped one."""
        if n + more >= len(self.pieces):
            return False
        first, last, here = self.pieces[n], self.pieces[n + more - 1], self.pieces[n + more]
        if here.level != first.level and (here.level != first.level + 1 or len(last.text) < WRAPPED):
            return False
        if not here.text or here.block != first.block or here.bullet or here.signature:
            return False
        return here.number - last.number <= 1 and here.text[0] not in ";{" and self.read(here.text) is None

    def remark_of(self, text: str) -> tuple[str, LineContent] | None:
        """A line with words beside its play as a remark.

        It is None for any other line.
        """
        body, comment = split_comment(text)
        for match in islice(_BOUNDARY.finditer(body), 12):
            head, rest = body[: match.start()].rstrip(), body[match.end() :].strip()
            good = self.read(head) if rest and not _SIGN.search(rest) else None
            if good is not None:
                return f"{head.rstrip(' .!')}  ; {rest} {comment.lstrip('; ')}".rstrip(), good
        return None

    def led(self, n: int) -> int:
        """Read a play after words and colon: ``my card: US 43``."""
        piece = self.pieces[n]
        match = _LED.match(piece.text) if not piece.signature else None
        good = self.read(piece.text[match.end() :]) if match is not None else None
        if match is not None and good is not None and (good.cards or good.kind in ("more", "resolve")):
            self.keep(n, piece.text[match.end() :], good, shift=match.end())
        return 1

    def tag(self, n: int, name: str) -> int:
        """A tag that the notation knows, or one below another tag."""
        known, above = TAGS.get(name.casefold()), self.found[-1] if self.found else None
        if known or (above is not None and above.content.kind == "tag" and self.pieces[n].number - above.number <= 1):
            self.keep(n, self.pieces[n].text, LineContent("tag", (known or name).casefold()))
        return 1

    def without_lone_comments(self) -> list[FoundLine]:
        """Found lines without lone comments of the prose."""
        chains = [0, *accumulate(not self.near(*pair) for pair in pairwise(self.found))]
        found = list(zip(chains, self.found, strict=False))
        spoken = {chain for chain, p in found if p.content.kind != "comment"}
        return [p for chain, p in found if chain in spoken and (p.content.kind != "comment" or _is_comment(p.text))]

    def near(self, first: FoundLine, second: FoundLine) -> bool:
        """Whether two lines of one level are close.

        At most three blank lines, and nothing else, are between them.
        """
        between = self.pieces[first.upto + 1 : second.at]
        return second.level == first.level and second.at - first.upto <= 4 and not any(p.text for p in between)


def _is_comment(text: str) -> bool:
    if text.startswith("{"):
        return text.rstrip().endswith("}") and "}" not in text.rstrip()[:-1]
    return text[1:2] in (" ", "") or text[1:2].isalnum()
