"""The parts of a game in sentences.

They say who is in turn, and which sentences belong to one play, a resolved Plot, or the end of a turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.engine.state.script import Origin
from referee.parsers.prose.claims import deals_each
from referee.parsers.prose.clauses import sentences
from referee.parsers.prose.played import Plays, begins_play, clause_start, used
from referee.parsers.prose.tokens import MOST_IN_HAND, Token, Words, at, marker, span, texts, titles_at, tokens
from referee.parsers.prose.vocabulary import Owners, Vocabulary, meanings

MAX_LINES = 20_000
"""Most lines of a told game that are looked at."""
MAX_CHARACTERS = 500_000
_WRAPPED, _WIDEST = 66, 90
"""Where every line is short, one that has no room for the next word goes on in the next line."""
_LONGEST = 1500
"""Most characters of a line that goes on."""
_ENDING = '.!?:;"”)'
_STAMP = re.compile(
    r"\s*+(?:(?:[\[(]\d\d?[:.]\d\d(?:[:.]\d\d)?[\])]|\d\d?:\d\d(?::\d\d)?\b)[ ,–-]*+(?:<[@+]?(\w{1,24})>)?|<[@+]?(\w{1,24})> )"
)
"""The time of a line of a chat, with its writer in angles, or such a writer alone."""
_BULLET = re.compile(r"\s*(?:[-*•+]|\(?\d{1,2}[.):])\s+")


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the text, with its place.

    Also which side wrote it, if that is known.
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
    lines: list[Said] = field(default_factory=list)
    sentences: list[list[Token]] = field(default_factory=list)
    number: int = 0
    more: bool = False
    """Whether it goes on with the play before it."""
    by_heading: bool = False
    """Whether only a heading says whose play it is."""

    @property
    def cards(self) -> list[Token]:
        """The cards that it names, in order."""
        return [t for t in self.words() if t.kind == "card"]

    def words(self) -> list[Token]:
        """All its words."""
        return [t for s in self.sentences for t in s]


# -------------------------------------------------------------------- lines


def joined(lines: Iterable[Said], vocabulary: Vocabulary) -> list[tuple[list[Said], str]]:
    """The lines of a text, those that were broken in mid-sentence made one; a blank line is an empty text."""
    made: list[tuple[list[Said], str]] = []
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


def _goes_on(before: tuple[list[Said], str], text: str, vocabulary: Vocabulary) -> bool:
    """Whether a line was broken because it was full, and goes on with the one before it."""
    last = before[0][-1].text.rstrip()
    if (
        not last.strip()
        or len(before[1]) > _LONGEST
        or last[-1] in _ENDING
        or _STAMP.match(text)
        or _BULLET.match(text)
    ):
        return False
    indented = text[:1].isspace() != last[:1].isspace() and _BULLET.match(before[0][0].text) is None
    if indented or len(last) + 1 + len(text.split(maxsplit=1)[0]) <= _WRAPPED:
        return False
    found = [t for t in tokens(text[:200], vocabulary) if t.text not in ('"', "-", "*")]
    return bool(found) and found[0].kind not in ("card", "title")


@dataclass(frozen=True, slots=True)
class Heading:
    """The meaning of a short line above others.

    It says whose phase begins, which turn, or that a turn ends.
    """

    side: str = ""
    turn: int = 0
    end: bool = False
    rest: int = 0
    """How many words belong to it."""
    card: bool = False
    """Whether it announces one card."""
    speaker: bool = False
    """Whether it names the speaker of the line."""


_CLOSED = r"(?:$|(?=[=#*:.)\]_~|>\-–—] ))"
_HEADING = re.compile(
    r"(?P<lead>(?:[=#*\-_~\[(<|] )*)(?:"
    r"(?P<end>(?:the )?end of (?:the )?(?:turn|t) |end (?:turn|t) |turn end |the turn (?:ends|ended|is over) |(?:that|this|so|here) (?:was|is|ends?|ended) (?:\w+ ){0,3}turn )"
    r"(?:<(?P<ended>\d+)> )?"
    r"|(?:turn|t) <(?P<over>\d+)> (?:end|ends|over) "
    rf"|(?:turn|t) <(?P<turn>\d+)> (?:{_CLOSED}|(?=[(,] ))"
    r"|(?:(?:round|phase|impulse) <\d+> (?:[,:\-–—] )?)?"
    r"(?P<nth>(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth) )?<(?P<side>J|US)> (?:(?:player|'s|side) )?"
    r"(?:(?P<card>(?:(?:card|action|plays?|ops?) <\d+>|(?(nth)(?:card|action|play|op)|(?!))) )"
    r"|(?:<\d+>|<range>|phases?|actions?|cards?|turn|impulse|plays) )*(?:"
    rf"{_CLOSED}|(?P<all>(?:nothing|passes) |no cards? )|(?=[–\-—] )|(?=<(?:card|title)> )|(?P<comma>(?=, ))))"
)
"""A heading in words as :func:`_symbol` has them, each with a blank after it."""


def _symbol(t: Token) -> str:
    """A word as the pattern of headings knows it."""
    side = heading_side(t)
    if side:
        return f"<{side}>"
    if t.kind == "num":
        return f"<{t.value}>"
    return t.text if t.kind in ("word", "sign", "person") else f"<{t.kind}>"


def heading(found: Words) -> Heading | None:
    """What a line begins with, if that is a heading; None if it is none."""
    match = _HEADING.match("".join(f"{_symbol(t)} " for t in found))
    if match is None:
        return None
    rest = match[0].count(" ")
    if match["end"] or match["over"]:
        return Heading(turn=int(match["ended"] or match["over"] or 0), end=True, rest=rest)
    if match["turn"]:
        return Heading(turn=int(match["turn"]), rest=rest)
    if match["comma"] is not None and rest - match["lead"].count(" ") < 2:
        return None
    return Heading(match["side"], rest=len(found) if match["all"] else rest, card=match["card"] is not None)


def side_of(token: Token) -> str:
    """The side that a word names."""
    return meanings("sides").get(token.text.removesuffix("'s"), "")


def heading_side(token: Token) -> str:
    """The side that a word names at the beginning of a line, where U is the US."""
    return "US" if token.text == "u" else side_of(token)


def is_board(found: Words) -> bool:
    """Whether a line describes the board: it begins with a track and names another."""
    tracks = [i for i, t in enumerate(found) if t.text in meanings("tracks") and at(found, i + 1).kind == "num"]
    return len(tracks) > 1 and tracks[0] == 0


# -------------------------------------------------------------------- sentences


def _resolves(s: Words, behind: Words) -> bool:
    """Whether a sentence resolves a Plot: it names its number, or is short and the next one does."""
    told = s if len(s) > 5 or {"plots", "plot"}.isdisjoint(texts(s)) else [*s, *behind]
    return any(marker(told, i) for i in range(1, len(told)))


def _takes_back(s: Words, last: Block) -> bool:
    """Whether a play is told in the place of the one before it: "Facebook... no: 153 Facebook"."""
    return at(s, 0).text == "no" and (at(s, 1).text == ":" or not used(last.words()))


class Reader:
    """The reader of a text's lines, in one pass."""

    def __init__(self, vocabulary: Vocabulary, owners: Owners | None = None) -> None:
        self.vocabulary = vocabulary
        self.owners = owners or Owners()
        self.last_player = ""
        """The side of whoever was said to play last."""
        self.headed = False
        """Whether a heading says whose phase it is."""
        self.blocks: list[Block] = []
        self.side = ""
        self.fresh = True
        """Whether a heading has come since the last play."""
        self.announced = self.answered = self.speaks = False
        """Whether that heading announced one card; whether the other player speaks after a play; whether a
        line has the name of its speaker.
        """
        self.begun = 0
        """How many parts came before it."""
        self.plays = Plays(vocabulary)

    def read(self, lines: Iterable[Said]) -> list[Block]:
        """The parts of the text."""
        writer: object = None
        for said, text in joined(lines, self.vocabulary):
            where = (said[0].origin.source, said[0].side)
            if where != writer and (said[0].side if writer is None else where[0]):
                self.begin(said[0].side)
            writer = where
            if text.strip():
                self.line(said, text)
            elif self.untold():
                self.blocks[-1].lines += said  # its use comes below its heading
            else:
                self.add("talk", said, [])
        return self.blocks

    def begin(self, side: str, *, fresh: bool = True, card: bool = False) -> None:
        """What comes after a heading, or in another mail: whose phase it is, and whether one card is announced."""
        self.side, self.fresh, self.headed, self.answered = side, fresh, bool(side), False
        self.announced, self.begun = card, len(self.blocks)
        self.plays.begin(due=card)

    def untold(self) -> bool:
        """Whether a heading has the title of the one card that it announces, and no use."""
        return self.announced and self.blocks[-1].kind == "play" and not used(self.blocks[-1].words())

    def after_turn(self) -> bool:
        """Whether the text has come to what is between two turns."""
        return bool(self.blocks) and self.blocks[-1].kind in ("end", "board", "deal")

    def line(self, said: list[Said], text: str) -> None:
        """One line, or what was one before it was broken."""
        if stamp := _STAMP.match(text):
            text = f"{stamp[1] or stamp[2]}: " * bool(stamp[1] or stamp[2]) + text[stamp.end() :]
        bullet = _BULLET.match(text)
        body = text[bullet.end() :] if bullet else text
        found = tokens(body, self.vocabulary)
        if is_board(found):
            self.add("board", said, sentences(found))
            return
        last = self.blocks[-1] if self.blocks else Block("")
        head = heading(found) or self.labelled(found) or Heading()
        self.speaks = head.speaker
        rest = found[head.rest :]
        if head.speaker and (inner := heading(rest[1:])) is not None and inner.end:
            head, rest = inner, rest[1 + inner.rest :]
        if head.end:
            self.ends(said, sentences(rest), head.turn)
        elif head.turn:
            self.add("turn", said, [], number=head.turn)
            self.begin("")
            more = sentences(rest)
            if any(deals_each(s) for s in more):
                self.blocks.append(Block("deal", sentences=more))
            else:
                self.sentences([], more)
        elif head.side:
            if head.speaker and last.kind == "play" and last.side == head.side:
                self.side, self.headed = head.side, True  # the same player goes on
                self.fresh = self.answered = False
            else:
                self.begin(head.side, card=head.card)
                self.answered = head.speaker and last.kind == "play"
            more = sentences(rest[at(rest, 0).text in (":", "-", "–", "—", ")", "]") :])
            if not more and head.speaker and last.kind == "play":
                last.lines += said
            elif not more:
                self.add("talk", said, [])
            self.sentences(said, more)
        else:  # "turn 0" is none
            self.sentences(said, sentences(found))

    def labelled(self, found: Words) -> Heading | None:
        """A side or a person before what they play: "J1 Amerithrax", "US NATO", "Tom: Leak"."""
        side, number = heading_side(at(found, 0)), at(found, 1)
        if number.text in (":", "", "-", "–", "—") and (who := side or self.owners.of(at(found, 0))):
            return Heading(who, rest=1, speaker=not side and number.text == ":")
        rest = 1 + (number.is_digit and number.value <= MOST_IN_HAND)
        if not side or (rest == 1 and at(found, rest).kind == "country") or not self.titled(found, rest):
            return None
        return Heading(side, rest=rest, card=True)

    def titled(self, found: Words, i: int) -> bool:
        """Whether a whole title begins at a place."""
        return at(found, i).kind == "title" or any(t.whole for t, _ in titles_at(found, i, self.vocabulary))

    def ends(self, said: list[Said], found: list[list[Token]], turn: int) -> None:
        """The end of a turn."""
        self.add("end", said, [s for s in found if s], number=turn)
        self.begin("", fresh=False)

    def sentences(self, said: list[Said], whole: list[list[Token]]) -> None:
        """The sentences of a line, each put to what it tells of."""
        found = list(self.plays.cut(whole))
        told = list(said)
        for n, (whole_sentence, titled) in enumerate(found):
            sentence = whole_sentence
            head = heading(sentence) if n or not said else None
            if head is not None and head.end:
                self.ends(told, [sentence[head.rest :]], head.turn)
                told = []
                continue
            if head is not None and head.side and at(sentence, head.rest).text == ":":
                self.begin(head.side)
                sentence = sentence[head.rest + 1 :]
            kind = (
                "play" if titled else self.kind(sentence, found[n + 1][0] if n + 1 < len(found) else [], first=n == 0)
            )
            last = self.blocks[-1] if self.blocks else Block("")
            if kind == "play" and last.kind == "play" and not self.answered and _takes_back(sentence, last):
                last.kind = "talk"
            elif kind == "play" and self.announced and not self.fresh:
                self.only_named()
            if kind:
                self.answered = False
            elif self.answered:
                last.lines += told  # what the other player says of it tells nothing
                told = []
                continue
            goes_on = last.kind in ("play", "resolve") or self.after_turn()
            if not kind and goes_on and not (self.fresh and n == 0):
                if last.kind == "board":
                    self.add("talk", told, [sentence])
                else:
                    last.sentences.append(sentence)
                    last.lines += told
            elif not kind and last.kind == "talk" and n:
                last.sentences.append(sentence)
                continue
            elif kind == "play" and last.kind == "play" and last.sentences[-1][-1].text in ("and", "+", "&"):
                last.lines += told  # a second card goes with the one before it, as two do in a Reassessment
                last.sentences.append(sentence)
            else:
                if kind == "play":
                    self.side = self.spoken(sentence, first=n == 0)
                self.add(kind or "talk", told, [sentence], more=kind == "play" and self._more())
                self.blocks[-1].by_heading = self.headed and not self._who(sentence)
                self.fresh = self.fresh and not kind
            told = []

    def only_named(self) -> None:
        """Where a heading announced one card, one that was named without a use before the one played was none."""
        block = next((b for b in reversed(self.blocks[self.begun :]) if b.kind == "play"), None)
        if block is not None and not used(block.words()):
            block.kind = "talk"

    def spoken(self, sentence: list[Token], *, first: bool) -> str:
        """Whose play a sentence tells: by its own words, else by the heading, else by the sentence before it."""
        who = self._who(sentence)
        if self.speaks and first and who != self.side and any(t.of("mine") for t in sentence):
            who = self.side  # "Tom: my next card is Leak"
        if who:
            self.last_player = who
        elif not self.headed and (first or (sentence[0].kind == "word" and not sentence[0].of("leading"))):
            self.last_player = ""
        return who or (self.side if self.headed else self.last_player)

    def _who(self, sentence: list[Token]) -> str:
        """The side of whoever the words before the card name: "Emil plays 43", "I opened with 110", "his answer is 2"."""
        card = next((i for i, t in enumerate(sentence) if t.kind == "card"), 0)
        begin = clause_start(sentence, card)
        speaks = next((i for i, t in enumerate(sentence) if t.of("speaking")), -2)
        if side := next(filter(None, map(self.owners.of, span(sentence, speaks + 1, speaks + 2))), ""):
            return side  # "I play Leak," says Tom
        for t in (*sentence[begin:card], *sentence[:begin][::-1]):
            if (side := self.owners.of(t)) or t.of("mine", "theirs"):
                return side or (self.last_player if t.of("theirs") else "")
        after = sentence[card + 2 : card + 4] if at(sentence, card + 1).text in ("is", "was") else []
        return next((side for t in after if (side := self.owners.of(t))), "")  # "Leak was his next"

    def _more(self) -> bool:
        """Whether a play comes in mid-sentence after another, as the further card of an event does."""
        last = self.blocks[-1] if self.blocks else Block("")
        broken = bool(last.lines) and last.lines[-1].text.rstrip()[-1:].isalpha()
        said = last.sentences[-1][-1].text if last.sentences else ""
        return last.kind == "play" and not self.fresh and broken and said in ("is", "with", "then", "plays", "was")

    def kind(self, s: list[Token], behind: list[Token], *, first: bool) -> str:
        """What a sentence begins: a play, a resolved Plot, nothing of its own ("")."""
        if begins_play(s, behind, first=first):
            return "play"
        low, after_turn = texts(s), self.after_turn()
        if low[:2] == ["no", "plots"] and len(low) <= 6:
            return "" if after_turn else "no plots"
        named = len(s) > 3 and s[0].kind == "country" and low[1] == ":"  # "Pakistan: it is a 2"
        playing = (
            bool(self.blocks) and self.blocks[-1].kind == "play" and self.blocks[-1].side == "J" and not self.fresh
        )
        named = named or "plot" in low or "plots" in low or low[:2] == ["the", "other"]
        if named and not playing and not self.plays.due and not after_turn and _resolves(s, behind):
            return "resolve"
        return "deal" if ("deal" in low[:3] or deals_each(s)) and not after_turn else ""

    def add(self, kind: str, said: list[Said], found: list[list[Token]], number: int = 0, more: bool = False) -> None:
        """One part more."""
        self.blocks.append(Block(kind, self.side, list(said), list(found), number, more))
