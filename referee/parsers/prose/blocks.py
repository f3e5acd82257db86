"""Parts of a game in sentences, with their sides.

They are a play, a resolved Plot, the end of a turn and others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.engine.state.script import Origin
from referee.parsers.prose.claims import deals_each
from referee.parsers.prose.played import PlayFinder, begins_play, clause_start, used
from referee.parsers.prose.tokens import (
    MOST_IN_HAND,
    SentenceWord,
    Words,
    at,
    marker,
    sentences,
    symbols,
    texts,
    titles_at,
    tokens,
)
from referee.parsers.prose.vocabulary import Owners, Vocabulary, meanings, pattern

MAX_LINES = 20_000
"""Most lines of a told game to read."""
MAX_CHARACTERS = 500_000
_WRAPPED, _WIDEST = 66, 90
"""Width of wrapped texts, and of their widest lines.

Where every line is short, one without room for the next word continues in the next line.
"""
_LONGEST = 1500
"""Most characters of a line that continues."""
_ENDING = '.!?:;"”)'
_STAMP = re.compile(
    r"\s*+(?:(?:[\[(]\d\d?[:.]\d\d(?:[:.]\d\d)?[\])]|\d\d?:\d\d(?::\d\d)?\b)[ ,–-]*+"
    r"(?:<[@+]?(\w{1,24})>)?|<[@+]?(\w{1,24})> )"
)
"""A chat line's time with its writer, or the writer alone.

The writer is in angle brackets.
"""
_BULLET = re.compile(r"\s*(?:[-*•+]|\(?\d{1,2}[.):])\s+")


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the text, with place and side, if known.

    The side is that of its writer.
    """

    text: str
    origin: Origin
    side: str = ""


@dataclass(slots=True)
class Block:
    """Sentences that belong together.

    ``kind`` is play, resolve, end, deal, board, turn, no plots or talk.
    """

    kind: str
    side: str = ""
    lines: list[SourceLine] = field(default_factory=list)
    sentences: list[list[SentenceWord]] = field(default_factory=list)
    number: int = 0
    more: bool = False
    """Whether it continues the play before it.

    An event's further card does so.
    """
    by_heading: bool = False
    """Whether only a heading gives its side."""

    @property
    def cards(self) -> list[SentenceWord]:
        """The cards that it names, in order."""
        return [t for t in self.words() if t.kind == "card"]

    def words(self) -> list[SentenceWord]:
        """All its words."""
        return [t for s in self.sentences for t in s]


# -------------------------------------------------------------------- lines


def unwrapped(lines: Iterable[SourceLine], vocabulary: Vocabulary) -> list[tuple[list[SourceLine], str]]:
    """Lines of a text, with broken ones joined.

    A blank line is an empty text.
    """
    made: list[tuple[list[SourceLine], str]] = []
    told = list(lines)
    wide = max((len(s.text.rstrip()) for s in told), default=0) > _WIDEST
    for said in told:
        text = said.text.rstrip()
        if text.strip() and made and not wide and _goes_on(made[-1], text, vocabulary):
            made[-1][0].append(said)
            made[-1] = made[-1][0], f"{made[-1][1]} {text.strip()}"
        else:
            made.append(([said], text))
    return made


def _goes_on(before: tuple[list[SourceLine], str], text: str, vocabulary: Vocabulary) -> bool:
    """Whether a full line was broken and continues here."""
    last = before[0][-1].text.rstrip()
    full = len(last) + 1 + len(text.split(maxsplit=1)[0]) > _WRAPPED
    if not full or len(before[1]) > _LONGEST or last[-1:] in _ENDING or _STAMP.match(text) or _BULLET.match(text):
        return False
    found = tokens(text[:200], vocabulary)
    return bool(found) and found[0].kind not in ("card", "title")


@dataclass(frozen=True, slots=True)
class ProseHeading:
    """A short line above others: a phase, a turn, its end."""

    side: str = ""
    turn: int = 0
    end: bool = False
    rest: int = 0
    """Number of its words."""
    card: bool = False
    """Whether it announces one card."""
    speaker: bool = False
    """Whether it names the speaker of the line."""


_UNFINISHED = ("is", "with", "then", "plays", "was")
_LABEL = (":", "-", "–", "—", ")", "]")
"""Signs between a heading and later words."""


def heading(found: Words) -> ProseHeading | None:
    """The heading at the beginning of a line, or None."""
    match = pattern("heading").match(symbols(found))
    if match is None:
        return None
    turn = int(match["ended"] or match["over"] or match["turn"] or 0)
    end = bool(match["end"] or match["over"])
    rest = len(found) if match["all"] else match[0].count(" ")
    side = meanings("sides").get(match["side"].removesuffix("'s"), "US") if match["side"] else ""
    return ProseHeading(side, turn, end, rest, card=match["card"] is not None)


def heading_side(token: SentenceWord) -> str:
    """The side of a line's first word; U is the US."""
    return "US" if token.text == "u" else meanings("sides").get(token.text.removesuffix("'s"), "")


# -------------------------------------------------------------------- sentences


class BlockReader:
    """The reader of a text's lines, in one pass."""

    def __init__(self, vocabulary: Vocabulary, owners: Owners | None = None) -> None:
        self.vocabulary = vocabulary
        self.owners = owners or Owners()
        self.last_player = ""
        """The side of the last named player."""
        self.headed = False
        """Whether a heading names the phase."""
        self.blocks: list[Block] = []
        self.side = ""
        self.fresh = True
        """Whether a heading is newer than the last play."""
        self.announced = self.answered = self.speaks = False
        """Whether the heading announced one card.

        The others: whether the players alternate after a play; whether a line has the name of its speaker.
        """
        self.plays = PlayFinder(vocabulary)

    @property
    def last(self) -> Block:
        """The current part of the text."""
        return self.blocks[-1] if self.blocks else Block("")

    def read(self, lines: Iterable[SourceLine]) -> list[Block]:
        """The parts of the text."""
        writer: object = None
        for said, text in unwrapped(lines, self.vocabulary):
            where = (said[0].origin.source, said[0].side)
            if where != writer and (said[0].side if writer is None else where[0]):
                self.begin(said[0].side)
            writer = where
            if text.strip():
                self.line(said, text)
            elif self.announced and self.last.kind == "play" and not used(self.last.words()):
                self.last.lines += said  # the use of the card comes below its heading
            else:
                self.add("talk", said, [])
        return self.blocks

    def begin(self, side: str, *, fresh: bool = True, card: bool = False) -> None:
        """Begin a phase or mail, by its heading.

        The heading may announce one card.
        """
        self.side, self.fresh, self.headed, self.answered = side, fresh, bool(side), False
        self.announced = card
        self.plays.begin(due=card)

    def line(self, said: list[SourceLine], text: str) -> None:
        """Read one line, or a joined one."""
        if stamp := _STAMP.match(text):
            text = f"{stamp[1] or stamp[2]}: " * bool(stamp[1] or stamp[2]) + text[stamp.end() :]
        bullet = _BULLET.match(text)
        found = tokens(text[bullet.end() :] if bullet else text, self.vocabulary)
        if pattern("board").match(symbols(found)):
            self.add("board", said, sentences(found))
            return
        head = heading(found) or self.labelled(found) or ProseHeading()
        self.speaks = head.speaker
        rest = sentences(found[head.rest + (at(found, head.rest).text in _LABEL) * (head.rest > 0) :])
        if head.end:
            self.ends(said, rest, head.turn)
        elif head.turn:
            self.add("turn", said, [], number=head.turn)
            self.begin("")
            self.sentences([], rest)
        elif head.side:
            goes_on = head.speaker and self.last.kind == "play"
            if goes_on and self.last.side == head.side:
                self.side, self.headed = head.side, True  # the same player goes on
                self.fresh = self.answered = False
            else:
                self.begin(head.side, card=head.card)
                self.answered = goes_on
            if not rest and goes_on:
                self.last.lines += said
            elif not rest:
                self.add("talk", said, [])
            self.sentences(said, rest)
        else:  # "turn 0" is none
            self.sentences(said, sentences(found) if head.rest else rest)

    def labelled(self, found: Words) -> ProseHeading | None:
        """A side or person before the play: "J1 Amerithrax", "US NATO".

        A person is "Tom: Leak".
        """
        side, number = heading_side(at(found, 0)), at(found, 1)
        if number.text in (":", "", "-", "–", "—") and (who := side or self.owners.of(at(found, 0).text)):
            return ProseHeading(who, rest=1, speaker=not side and number.text == ":")
        rest = 1 + (number.is_digit and number.value <= MOST_IN_HAND)
        titled = any(title.whole for title, _ in titles_at(found, rest, self.vocabulary))
        if not side or not titled or (rest == 1 and number.kind == "country"):
            return None
        return ProseHeading(side, rest=rest, card=True)

    def ends(self, said: list[SourceLine], found: list[list[SentenceWord]], turn: int) -> None:
        """Read the end of a turn."""
        self.add("end", said, [s for s in found if s], number=turn)
        self.begin("", fresh=False)

    def sentences(self, said: list[SourceLine], whole: list[list[SentenceWord]]) -> None:
        """Put each sentence of a line to its part."""
        found = list(self.plays.cut(whole))
        told = list(said)
        for n, (sentence, titled) in enumerate(found):
            head = heading(sentence) if n or self.speaks or not said else None
            if head is not None and head.end:
                self.ends(told, [sentence[head.rest :]], head.turn)
                told = []
                continue
            behind = found[n + 1][0] if n + 1 < len(found) else []
            kind = "play" if titled else self.kind(sentence, behind, first=n == 0)
            last, answered = self.last, self.answered
            goes_on = not kind and last.kind in ("play", "resolve", "end", "deal") and not (self.fresh and n == 0)
            second = kind == last.kind == "play" and last.words()[-1].text in ("and", "+", "&")  # of a Reassessment
            self.answered = answered and not kind
            if kind == last.kind == "play" and not answered and self.replaces(sentence, last):
                last.kind = "talk"
            if self.answered:
                last.lines += told  # the other player's words on it do not count
            elif goes_on or second:
                last.sentences.append(sentence)
                last.lines += told
            elif kind or told:
                who = self._who(sentence)
                if kind == "play":
                    self.side = self.spoken(sentence, who, first=n == 0)
                self.add(kind or "talk", told, [sentence])
                self.last.by_heading = self.headed and not who
                self.last.more = n == 0 and kind == last.kind == "play" and last.words()[-1].text in _UNFINISHED
                self.fresh = self.fresh and not kind
            told = []

    def replaces(self, s: Words, last: Block) -> bool:
        """Whether a play replaces the one before: "Facebook... no: 153 Facebook".

        A title named under a heading of one card before the one played does not count, either.
        """
        no = at(s, 0).text == "no"
        return (no and at(s, 1).text == ":") or ((no or (self.announced and not self.fresh)) and not used(last.words()))

    def spoken(self, sentence: list[SentenceWord], who: str, *, first: bool) -> str:
        """The side of a sentence, by words, heading or predecessor."""
        if self.speaks and first and who != self.side and any(t.of("mine") for t in sentence):
            who = self.side  # "Tom: my next card is Leak"
        if who:
            self.last_player = who
        elif not self.headed and (first or (sentence[0].kind == "word" and not sentence[0].of("leading"))):
            self.last_player = ""
        return who or (self.side if self.headed else self.last_player)

    def _who(self, sentence: list[SentenceWord]) -> str:
        """The side named before the card: "Emil plays 43".

        Another example is "his answer is 2".
        """
        card = next((i for i, t in enumerate(sentence) if t.kind == "card"), 0)
        begin = clause_start(sentence, card)
        speaks = next((i for i, t in enumerate(sentence) if t.of("speaking")), -2)
        if side := self.owners.of(at(sentence, speaks + 1).text):
            return side  # "I play Leak," says Tom
        for t in (*sentence[begin:card], *sentence[:begin][::-1]):
            if (side := self.owners.of(t.text)) or t.of("mine", "theirs"):
                return side or (self.last_player if t.of("theirs") else "")
        after = sentence[card + 2 : card + 4] if at(sentence, card + 1).text in ("is", "was") else []
        return next((side for t in after if (side := self.owners.of(t.text))), "")  # "Leak was his next"

    def kind(self, s: list[SentenceWord], behind: list[SentenceWord], *, first: bool) -> str:
        """The kind of part that begins with a sentence, or "".

        It is a play or a resolved Plot.
        """
        if begins_play(s, behind, first=first):
            return "play"
        low = texts(s)
        if self.last.kind in ("end", "board", "deal"):  # between two turns
            return ""
        if low[:2] == ["no", "plots"] and len(low) <= 6:
            return "no plots"
        named = len(s) > 3 and s[0].kind == "country" and low[1] == ":"  # "Pakistan: it is a 2"
        named = named or "plot" in low or "plots" in low or low[:2] == ["the", "other"]
        playing = self.last.kind == "play" and self.last.side == "J" and not self.fresh
        told = [*s, *behind] if len(s) <= 5 else s  # "Plots: Egypt first. It is a 2."
        if named and not playing and not self.plays.due and any(marker(told, i) for i in range(1, len(told))):
            return "resolve"
        return "deal" if "deal" in low[:3] or deals_each(s) else ""

    def add(self, kind: str, said: list[SourceLine], found: list[list[SentenceWord]], number: int = 0) -> None:
        """Add a part."""
        self.blocks.append(Block(kind, self.side, list(said), list(found), number))
