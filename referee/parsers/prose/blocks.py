"""The parts of a told game: who is in turn, and which sentences tell one play, a resolved Plot, the end of a turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.engine.script import Origin
from referee.parsers.prose.tokens import Token, sentences, tokens
from referee.parsers.prose.vocabulary import Vocabulary, group, words

MAX_LINES = 20_000
"""Most lines of a told game that are looked at."""
MAX_CHARACTERS = 500_000
_WRAPPED, _WIDEST = 66, 90
"""Where every line is short, one that has no room for the next word goes on in the next line."""
_ENDING = '.!?:;"”)'


@dataclass(frozen=True, slots=True)
class Said:
    """A line of what was told: where it stands, and which side wrote it, if that is known."""

    text: str
    origin: Origin
    side: str = ""


@dataclass(slots=True)
class Block:
    """Sentences that belong together. ``kind`` is head, play, resolve, end, deal, board, turn, no plots or talk."""

    kind: str
    side: str = ""
    lines: list[Said] = field(default_factory=list)
    sentences: list[list[Token]] = field(default_factory=list)
    number: int = 0
    more: bool = False
    """Whether it goes on with the play before it."""

    @property
    def cards(self) -> list[int]:
        """The cards that it names, in order."""
        return [int(t.value) for s in self.sentences for t in s if t.kind == "card"]

    def words(self) -> list[Token]:
        """All its words."""
        return [t for s in self.sentences for t in s]


def joined(lines: Iterable[Said], vocabulary: Vocabulary) -> list[tuple[list[Said], str]]:
    """The lines of a text, those that were broken in mid-sentence made one; a blank line is an empty text."""
    made: list[tuple[list[Said], str]] = []
    told = list(lines)
    longest = max((len(s.text.rstrip()) for s in told), default=0)
    for said in told:
        text = said.text.rstrip()
        stripped = text.strip()
        if longest <= _WIDEST and made and stripped and _goes_on(made[-1], text, vocabulary):
            made[-1][0].append(said)
            made[-1] = made[-1][0], f"{made[-1][1]} {stripped}"
        else:
            made.append(([said], text))
    return made


_BULLET = re.compile(r"\s*(?:[-*•+]|\(?\d{1,2}[.):])\s+")


def _goes_on(before: tuple[list[Said], str], text: str, vocabulary: Vocabulary) -> bool:
    """Whether a line was broken because it was full, and goes on with the one before it."""
    last = before[0][-1].text.rstrip()
    if not last.strip() or len(before[0]) > 40 or len(before[1]) > 1500 or last[-1] in _ENDING:
        return False
    hanging = _BULLET.match(before[0][0].text) is not None
    if "[" in text[:12] or _BULLET.match(text) or (text[:1].isspace() != last[:1].isspace() and not hanging):
        return False
    if len(last) + 1 + len(text.split(maxsplit=1)[0]) <= _WRAPPED:
        return False
    first = next((t for t in tokens(text[:200], vocabulary) if t.text not in ('"', "-", "*")), None)
    return first is not None and first.kind != "card"


@dataclass(frozen=True, slots=True)
class Heading:
    """What a short line above others says: whose phase begins, which turn, or that a turn ends."""

    side: str = ""
    turn: int = 0
    end: bool = False
    rest: int = 0
    """How many words belong to it."""


_PHASE = frozenset({"phase", "action", "phases", "card", "cards", "turn", "impulse"})


def heading(found: list[Token]) -> Heading | None:
    """What a line begins with, if that is a heading; None if it is none."""
    i = 0
    while i < len(found) and found[i].kind == "sign" and found[i].text in "=#*-_~[(<|":
        i += 1
    start = i
    if i >= len(found):
        return None
    low = [t.text for t in found]
    if (
        low[i : i + 3] == ["end", "of", "turn"]
        or low[i : i + 2] in (["end", "turn"], ["turn", "end"])
        or low[i : i + 4] == ["end", "of", "the", "turn"]
    ):
        i = low.index("turn", i) + 1 if low[i] == "end" else i + 2
        number = int(found[i].value) if i < len(found) and found[i].kind == "num" else 0
        return Heading(turn=number, end=True, rest=i + bool(number))
    if low[i] == "turn" and i + 1 < len(found) and found[i + 1].kind == "num":
        if i + 2 < len(found) and low[i + 2] in ("end", "ends", "over"):
            return Heading(turn=int(found[i + 1].value), end=True, rest=i + 3)
        if _closed(found, i + 2) or low[i + 2] in ("(", ","):
            return Heading(turn=int(found[i + 1].value), rest=i + 2)
        return None
    if found[i].kind == "word" and re.fullmatch(r"\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth", low[i]):
        i += 1
        if i < len(found) and low[i] == "turn" and _closed(found, i + 1):
            return Heading(turn=0, rest=i + 1)
    side = side_of(found[i]) if i < len(found) else ""
    if not side:
        return None
    i += 1
    if i < len(found) and low[i] in ("player", "'s", "side"):
        i += 1
    while i < len(found) and (found[i].kind == "num" or low[i] in _PHASE):
        i += 1
    if _closed(found, i):
        return Heading(side, rest=i)
    if (
        i < len(found)
        and low[i] in ("nothing", "passes", "–", "-", "—", ",")
        and (low[i] not in (",",) or i > start + 1)
    ):
        return Heading(side, rest=len(found) if low[i] in ("nothing", "passes") else i)
    if i < len(found) and low[i] == "no" and i + 1 < len(found) and low[i + 1] in ("cards", "card"):
        return Heading(side, rest=len(found))
    if i < len(found) and (found[i].kind == "card" and i > start):
        return Heading(side, rest=i)
    return None


def _closed(found: list[Token], i: int) -> bool:
    return i >= len(found) or (found[i].kind == "sign" and found[i].text in "=#*:.)]_~|>-–—")


def side_of(token: Token) -> str:
    """The side that a word names."""
    low = token.text.removesuffix("'s")
    glued = re.fullmatch(r"(j|us|jih)\d{1,2}", low)
    if glued:
        return "US" if glued[1] == "us" else "J"
    return next((side for side in ("J", "US") if low in words()["sides"][side]), "")


_LEADING = frozenset(
    {
        "then",
        "next",
        "second",
        "and",
        "after",
        "instead",
        "my",
        "finally",
        "now",
        "first",
        "later",
        "also",
        "again",
        "that",
        "the",
        "with",
    }
)
"""Words that begin a sentence about the same player as the one before."""


class Reader:
    """Goes through the lines of a told game once."""

    def __init__(self, vocabulary: Vocabulary, persons: Mapping[str, str] | None = None, writer: str = "") -> None:
        self.vocabulary = vocabulary
        self.persons = {name.casefold(): side for name, side in (persons or {}).items()}
        self.writer = writer
        self.told = ""
        """The side of whoever was said to play last."""
        self.headed = False
        """Whether a heading says whose phase it is."""
        self.blocks: list[Block] = []
        self.side = ""
        self.fresh = True
        """Whether a heading stands between here and the last play."""

    def read(self, lines: Iterable[Said]) -> list[Block]:
        """The parts of the text."""
        writer: object = None
        for said, text in joined(lines, self.vocabulary):
            where = (said[0].origin.source, said[0].side)
            if writer is not None and where != writer and where[0]:
                self.side, self.fresh, self.headed = said[0].side, True, bool(said[0].side)
            elif writer is None and said[0].side:
                self.side, self.headed = said[0].side, True
            writer = where
            if text.strip():
                self.line(said, text)
            else:
                self.add("talk", said, [])
        return self.blocks

    def line(self, said: list[Said], text: str) -> None:
        """One line, or what was one before it was broken."""
        bullet = _BULLET.match(text)
        body = text[bullet.end() :] if bullet else text
        found = tokens(body, self.vocabulary)
        if len(body) < len(text) and found and found[0].kind not in ("card", "word", "country", "us", "title"):
            found = tokens(text, self.vocabulary)
        if is_board(found, text, ended=bool(self.blocks) and self.blocks[-1].kind in ("end", "board", "deal")):
            self.add("board", said, sentences(found))
            return
        head = heading(found)
        if head is not None:
            if head.end:
                self.add("end", said, sentences(found[head.rest :]), number=head.turn)
                self.side, self.fresh, self.headed = "", False, False
                return
            if head.turn:
                self.add("turn", said, [], number=head.turn)
                self.rest(said, found[head.rest :])
                self.side, self.fresh, self.headed = "", True, False
                return
            if head.side:
                self.side, self.fresh, self.headed = head.side, True, True
                self.add("talk", said, [])
                found = found[head.rest :]
                if found and found[0].text in (":", "-", "–", "—", ")", "]"):
                    found = found[1:]
        self.sentences(said, sentences(found))

    def rest(self, said: list[Said], found: list[Token]) -> None:
        """What stands behind a heading: perhaps how many cards were dealt."""
        if len(found) > 1:
            self.blocks.append(Block("deal", "", [], sentences(found)))

    def sentences(self, said: list[Said], found: list[list[Token]]) -> None:
        """The sentences of a line, each put to what it tells of."""
        told = list(said)
        for n, sentence in enumerate(found):
            kind = self.kind(sentence, found[n + 1] if n + 1 < len(found) else [], first=n == 0)
            if (
                kind == ""
                and self.blocks
                and self.blocks[-1].kind in ("play", "resolve", "end", "deal", "board")
                and not (self.fresh and n == 0)
            ):
                block = self.blocks[-1]
                if block.kind == "board":
                    self.add("talk", told, [sentence])
                else:
                    block.sentences.append(sentence)
                    block.lines += told
                told = []
                continue
            if kind == "" and self.blocks and self.blocks[-1].kind == "talk" and n:
                self.blocks[-1].sentences.append(sentence)
                continue
            if kind == "play" and self._pair(sentence, told):
                told = []
                continue
            if kind == "play":
                self.side = self.spoken(sentence, first=n == 0)
            more = kind == "play" and self._more()
            self.add(kind or "talk", told, [sentence], more=more)
            told = []
            if kind:
                self.fresh = False

    def spoken(self, sentence: list[Token], *, first: bool) -> str:
        """Whose play a sentence tells: by its own words, else by the heading, else by the sentence before it."""
        who = self._who(sentence)
        if who:
            self.told = who
        elif not self.headed and (first or (sentence[0].kind == "word" and sentence[0].text not in _LEADING)):
            self.told = ""
        return who or (self.side if self.headed else self.told)

    def _who(self, sentence: list[Token]) -> str:
        """The side of whoever the words before the card name: "Emil plays 43", "I opened with 110"."""
        at = next((i for i, t in enumerate(sentence) if t.kind == "card"), 0)
        for t in sentence[:at]:
            side = self.persons.get(t.text.casefold().removesuffix("'s").removesuffix("."), "")
            if side or side_of(t):
                return side or side_of(t)
            if t.text in ("i", "my") and self.writer:
                return self.writer
        return ""

    def _pair(self, sentence: list[Token], told: list[Said]) -> bool:
        """Whether a second card goes with the one before it, as two do in a Reassessment."""
        last = self.blocks[-1] if self.blocks else None
        if last is None or last.kind != "play" or last.sentences[-1][-1].text not in ("and", "+", "&"):
            return False
        last.lines += told
        last.sentences.append(sentence)
        return True

    def _more(self) -> bool:
        """Whether a play stands in mid-sentence behind another, as the further card of an event does."""
        last = next((b for b in reversed(self.blocks) if b.kind != "talk" or b.sentences), None)
        return (
            last is not None
            and last.kind == "play"
            and not self.fresh
            and bool(last.lines)
            and last.lines[-1].text.rstrip()[-1:].isalpha()
            and last.sentences[-1][-1].text in ("is", "with", "then", "plays", "was")
        )

    def kind(self, s: list[Token], behind: list[Token], *, first: bool) -> str:
        """What a sentence begins: a play, a resolved Plot, nothing of its own ("")."""
        if begins_play(s, behind, first=first):
            return "play"
        low = [t.text for t in s]
        ended = bool(self.blocks) and self.blocks[-1].kind in ("end", "board", "deal")
        if low[:2] == ["no", "plots"] and len(low) <= 6:
            return "no plots" if not ended else ""
        if "plot" in low or "plots" in low or (low[:2] == ["the", "other"]) or _told_later(s):
            playing = (
                bool(self.blocks) and self.blocks[-1].kind == "play" and self.blocks[-1].side == "J" and not self.fresh
            )
            if not playing and not ended and resolves(s, behind):
                return "resolve"
        if "deal" in low[:3] or deals_each(s):
            return "deal" if not ended else ""
        return ""

    def add(self, kind: str, said: list[Said], found: list[list[Token]], number: int = 0, more: bool = False) -> None:
        """One part more."""
        self.blocks.append(Block(kind, self.side, list(said), list(found), number, more))


def _told_later(s: list[Token]) -> bool:
    """ "Pakistan: it is a 2"."""
    return len(s) > 3 and s[0].kind == "country" and s[1].text == ":"


def begins_play(s: list[Token], behind: list[Token], *, first: bool) -> bool:
    """Whether a sentence begins with the card that is played in it, and says for what."""
    at = next((i for i, t in enumerate(s[:8]) if t.kind == "card" and not t.aside), None)
    if at is None:
        return False
    lead = s[:at]
    if any(
        t.text in group("play", "lost") or t.text in group("play", "drawn") or t.text in group("play", "unreal")
        for t in lead
    ):
        return False
    if at == 0 and first:
        return True
    if any(t.kind == "country" for t in lead) or any(t.text in ("is", "into", "by") for t in lead):
        return False
    return any(use_word(t) for t in (*s[at + 1 :], *behind)) or s[-1].text in ("and", "+", "&")


def use_word(t: Token) -> bool:
    """Whether a word says for what a card is played."""
    if t.text in group("play", "ops") or t.text in group("play", "event"):
        return True
    return any(t.text in forms for forms in words()["uses"].values())


_VALUE = frozenset({"a", "the", "plot"})


def resolves(s: list[Token], behind: list[Token]) -> bool:
    """Whether a sentence says of a Plot that it is resolved: its number is told."""
    return marker(s) is not None or (
        len(s) <= 5 and any(t.text in ("plots", "plot") for t in s) and marker(behind) is not None
    )


def marker(s: list[Token]) -> int | None:
    """The number of the Plot that a sentence turns over."""
    for i, t in enumerate(s):
        if t.kind == "num" and not t.spelled and 1 <= int(t.value) <= 3 and i and s[i - 1].text in _VALUE:
            after = s[i + 1].text if i + 1 < len(s) else ""
            if after not in group("pieces", "counted") and not (after == "" and i == 1):
                return int(t.value)
    return None


def is_board(found: list[Token], text: str, *, ended: bool) -> bool:
    """Whether a line says how the board stands."""
    if any(t.kind == "card" for t in found):
        return False
    low = [t.text for t in found]
    tracks = [
        i
        for i, w in enumerate(low[:-1])
        if w in ("prestige", "funding", "fund", "prest") and found[i + 1].kind == "num"
    ]
    if tracks and tracks[0] == 0 and len(tracks) > 1:
        return True
    indented = text[:1].isspace()
    status = [
        w for w in low if w in ("poor", "fair", "good", "hard", "soft", "ally", "neutral", "adversary", "isl", "rc")
    ]
    places = sum(t.kind == "country" for t in found)
    if indented and not ended:
        return False
    if (
        ended
        and (indented or places >= 2 or "track" in low)
        and len(status) >= 1
        and (places or "track" in low or "res" in low)
    ):
        return indented or len(status) >= places / 2
    return ended and places >= 2 and any(w in ("beginning", "start") for w in low)


def deals_each(found: list[Token]) -> bool:
    """Whether it says how many cards both were dealt: "9 cards each", "9 each", and not "one sleeper each"."""
    low = [t.text for t in found[:6]]
    for i, token in enumerate(found[:3]):
        if token.kind == "num" and (low[i + 1 : i + 2] == ["each"] or low[i + 1 : i + 3] == ["cards", "each"]):
            return True
    return False
