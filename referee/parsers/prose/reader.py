"""A told game as drafts: for each part of the text its sentences and the ways in which its line may be written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.parsers.prose import events, operations, standing
from referee.parsers.prose import rolls as dice
from referee.parsers.prose.blocks import Block, Reader, Said
from referee.parsers.prose.claims import claims, states
from referee.parsers.prose.rolls import Roll
from referee.parsers.prose.segments import EVENT, NO_EVENT, Part, parts
from referee.parsers.prose.vocabulary import Vocabulary, words


@dataclass(slots=True)
class Draft:
    """A part of a told game: its lines, and the line of notation in pieces, each with the ways in which it may be written.

    ``kind`` is that of the block; ``begin`` stands before the pieces. A part without pieces is not a line.
    """

    said: list[Said]
    kind: str = "talk"
    begin: str = ""
    pieces: list[list[str]] = field(default_factory=list)
    claims: list[list[str]] = field(default_factory=list)
    """What is claimed behind each piece."""
    weak: bool = False
    """Whether no word says what the card was played for: then the board must say so without any doubt."""
    others: list[Draft] = field(default_factory=list)
    """The same part as a play of either side, where no word says whose it is."""
    sure: bool = False
    """Whether only this side can play a card so: for an Operation of its own."""
    note: str = ""
    """What could not be recognised, in words."""


ONE_SIDED = frozenset(words()["us_only"]["uses"]) | frozenset(words()["j_only"]["uses"])


def drafts(
    lines: Iterable[Said], vocabulary: Vocabulary, writer: str = "", persons: Mapping[str, str] | None = None
) -> list[Draft]:
    """The drafts of a text, in order."""
    return [
        draft
        for block in Reader(vocabulary, persons, writer).read(lines)
        for draft in _drafts(block, vocabulary, writer)
    ]


def _drafts(block: Block, vocabulary: Vocabulary, writer: str) -> list[Draft]:
    draft = Draft(block.lines, block.kind)
    if block.kind == "play":
        if block.side:
            return [_play(block, draft, vocabulary)]
        for side in ("J", "US"):
            block.side = side
            draft.others.append(_play(block, Draft(block.lines, "play"), vocabulary))
        draft.note = "whose play this is was not recognised"
        return [draft]
    if block.kind == "resolve":
        draft.pieces = [standing.resolved(block)]
    elif block.kind == "end":
        draft.pieces = [standing.ended(block, writer)]
    elif block.kind == "turn" and block.number:
        draft.pieces = [[f"turn {block.number}"]]
    elif block.kind == "no plots":
        draft.pieces = [["no plots"]]
    elif block.kind == "deal":
        draft.pieces = [standing.dealt(block, writer)]
    elif block.kind == "board":
        draft.begin = "board:"
        draft.claims = [standing.board(block, vocabulary)]
        draft.pieces = [[""]] if draft.claims[0] else []
    draft.pieces = [p for p in draft.pieces if p]
    return [draft]


def _play(block: Block, draft: Draft, vocabulary: Vocabulary) -> Draft:
    numbers = block.cards
    card = numbers[0] if numbers else 0
    title = vocabulary.titles.get(card)
    own = title is None or title.side in ("", block.side)
    found = parts(block.sentences, block.side, own=own)
    if not found:
        if not card or found == [] or len(block.sentences[0]) < 3:
            draft.note = "what the card is played for was not recognised"
            draft.begin = f"{block.side} {card}" if card and not block.more else ""
            return draft
        draft.weak = True
        draft.note = "what the card is played for was not recognised"
        at = next(i for i, t in enumerate(block.sentences[0]) if t.kind == "card")
        found = [Part(EVENT, block.sentences, at, at + 1)]
    shown = str(card) if card else "?"
    if found[0].use == "reassess":
        others = [n for n in numbers[1:] if n]
        shown += f"+{others[0]}" if len(others) == 1 else "+?"
    elif found[0].use != "reserves" and _with_reserves(block):
        shown += "+R"
    draft.sure = any(p.use in ONE_SIDED for p in found) or (
        found[0].use == EVENT and title is not None and title.side == block.side
    )
    draft.begin = f"{'+ ' if block.more else ''}{block.side} {shown}"
    unsure = dice.doubtful(block.sentences)
    if unsure and len(found) > 1:
        draft.note = "the text takes back what the card was played for, or is not sure"
        return draft
    among = _shared(found)
    for part, mine in zip(found, among, strict=True):
        if unsure and part.use not in (EVENT, NO_EVENT):
            draft.pieces.append([f"{part.use} ?"] if part.use not in ("reserves", "reassess") else [part.use])
        elif unsure:
            draft.pieces.append([part.use])
        elif part.use == EVENT:
            draft.pieces.append(events.event(part, mine, vocabulary, card))
        elif part.use == NO_EVENT:
            draft.pieces.append([NO_EVENT])
        else:
            draft.pieces.append(operations.operation(part, mine))
        said = claims(part.sentences) + [f"{c} {' '.join(s)}" for c, s in states(part.sentences)]
        draft.claims.append([] if unsure else said)
    return draft


def _with_reserves(block: Block) -> bool:
    """Whether the first sentence adds Reserves to the card: "ops 2 and my 1 reserve"."""
    found = block.sentences[0]
    for i, t in enumerate(found):
        if t.text in ("reserve", "reserves", "+r") and any(
            x.text in ("and", "with", "plus", "+", "my", "his", "using") for x in found[max(0, i - 3) : i]
        ):
            return not any(x.text in ("for", "to", "into", "no") for x in found[max(0, i - 3) : i])
    return False


def _shared(found: list[Part]) -> list[list[Roll]]:
    """The dice of each part; a die told behind the event goes to a War of Ideas that has none."""
    among = [dice.rolls(part.sentences) for part in found]
    for i, part in enumerate(found):
        if part.use == "woi" and not among[i] and not operations.lone(part):
            for j in range(len(found)):
                if j != i and len(among[j]) == 1 and len(among[j][0].values) == 1 and among[j][0].label == "":
                    among[i] = [among[j].pop()]
                    break
    return among
