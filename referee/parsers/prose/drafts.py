"""A game in sentences as drafts.

Each part of the text has its sentences and the ways in which its line may be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice

from referee.parsers.prose import rolls as dice
from referee.parsers.prose.blocks import Block, Reader, Said
from referee.parsers.prose.claims import board, claims, states
from referee.parsers.prose.clauses import comma_pieces, doubtful, main_words, placed
from referee.parsers.prose.ends import dealt, ended
from referee.parsers.prose.events import MOST_PLACES, event, named
from referee.parsers.prose.operations import Told, bracket, operation
from referee.parsers.prose.rolls import Roll
from referee.parsers.prose.tokens import NOTHING, Words, at, country_in, marker, texts
from referee.parsers.prose.uses import EVENT, NO_EVENT, OPS, Part, parts
from referee.parsers.prose.vocabulary import Owners, Vocabulary, group, other

_TELLING = 3
"""How many sentences may tell of a card whose use they do not name."""


@dataclass(slots=True)
class Draft:
    """A part of a game in sentences.

    It has its lines, and the line of notation in pieces, each with the ways in which it may be written. ``kind`` is
    that of the block; ``begin`` comes before the pieces. A part without pieces is not a line.
    """

    said: list[Said]
    kind: str = "talk"
    begin: str = ""
    pieces: list[list[str]] = field(default_factory=list)
    claims: list[list[str]] = field(default_factory=list)
    """What is claimed after each piece."""
    weak: bool = False
    """Whether no word says what the card was played for: then the board must say so without any doubt."""
    others: list[Draft] = field(default_factory=list)
    """The same part as a play of either side, where no word says whose it is."""
    sure: bool = False
    """Whether only this side can play a card so: for an Operation of its own."""
    named: str = ""
    """The country that is named as the choice of its event, so that it is kept where the rules forbid it."""
    rest: str = "?"
    """What comes after the card where its use is not known: the countries that are told of it."""
    known: list[str] = field(default_factory=list)
    """What is claimed there."""
    note: str = ""
    """What could not be recognised, in words."""


def drafts(
    lines: Iterable[Said], vocabulary: Vocabulary, writer: str = "", persons: Mapping[str, str] | None = None
) -> list[Draft]:
    """The drafts of a text, in order."""
    owners = Owners(persons, writer)
    made: list[Draft] = []
    for block in Reader(vocabulary, owners).read(lines):
        made.append(_draft(block, vocabulary, owners))
        if block.kind == "end" and (line := dealt(block.sentences, owners)):
            made.append(Draft([], "deal", pieces=[line]))
    return made


def _draft(block: Block, vocabulary: Vocabulary, owners: Owners) -> Draft:
    if block.kind == "play" and block.side:
        draft = _play(block, block.side, vocabulary)
        if draft.sure or (draft.pieces and not block.by_heading):
            return draft
        theirs = _play(block, other(block.side), vocabulary)
        return theirs if theirs.sure else draft
    draft = Draft(block.lines, block.kind)
    match block.kind:
        case "play":
            draft.others = [_play(block, side, vocabulary) for side in ("J", "US")]
            draft.note = "whose play this is was not recognised"
        case "resolve":
            draft.pieces = [_resolved(block)]
        case "end":
            draft.pieces = [ended(block.sentences, owners)]
        case "turn" if block.number:
            draft.pieces = [[f"turn {block.number}"]]
        case "no plots":
            draft.pieces = [["no plots"]]
        case "deal":
            draft.pieces = [dealt(block.sentences, owners)]
        case "board":
            draft.begin = "board:"
            draft.claims = [board(block.sentences, vocabulary)]
            draft.pieces = [[""]] * bool(draft.claims[0])
    draft.pieces = [p for p in draft.pieces if p]
    return draft


# -------------------------------------------------------------------- plays


def _play(block: Block, side: str, vocabulary: Vocabulary) -> Draft:
    """A card play of this side."""
    draft = Draft(block.lines, "play")
    named_card, *others = block.cards or [NOTHING]
    card = named_card.value or (named_card.values[0] if tuple(named_card.values) in vocabulary.alike else 0)
    shown = vocabulary.shown(named_card)
    owner = vocabulary.sides.get(card, "")
    found = parts(block.sentences, side, own=owner in ("", side))
    if not found:
        draft.note = "what the card is played for was not recognised"
        if not doubtful(block.sentences):
            draft.rest = f"? {', '.join(_named_in(block.sentences))}".rstrip()
            draft.known = claims(block.sentences) + states(block.sentences)
        if not card or found == [] or len(block.sentences[0]) < 3 or owner not in ("", side):
            draft.begin = f"{side} {shown}" if card and not block.more else ""
            return draft
        draft.weak = True
        begin = next(i for i, t in enumerate(block.sentences[0]) if t.kind == "card")
        found = [Part(EVENT, 0, begin, begin + 1, block.sentences)]
    if found[0].use == "reassess":
        second = [s for s in map(vocabulary.shown, others) if s != "?"]
        shown += f"+{second[0]}" if len(second) == 1 else "+?"
    elif found[0].use != "reserves" and _adds_reserves(block.sentences[0]):
        shown += "+R"
    of_one_side = group("us uses") | group("j uses")
    draft.sure = not draft.weak and (
        any(p.use in of_one_side for p in found) or (found[0].use == EVENT and owner == side)
    )
    draft.begin = f"{'+ ' * block.more}{side} {shown}"
    unsure = doubtful(block.sentences)
    if unsure and len(found) > 1:
        draft.note = "the text takes back what the card was played for, or is not sure"
        return draft
    for part, among in zip(found, _shared(found), strict=True):
        if unsure or part.use == NO_EVENT:
            plain = part.use in (EVENT, NO_EVENT, OPS, "reserves", "reassess")
            draft.pieces.append([part.use if plain else f"{part.use} ?"])
        else:
            if part.use == OPS:
                draft.pieces.append([f"{OPS} {', '.join(_named_in(part.sentences[:1]))}".rstrip()])
            else:
                draft.pieces.append(
                    event(part, among, vocabulary, card) if part.use == EVENT else operation(part, among)
                )
            draft.named = draft.named or (named(part) if part.use == EVENT else "")
        draft.claims.append([] if unsure else claims(part.sentences) + states(part.sentences))
    return draft


def _named_in(found: Iterable[Words]) -> list[str]:
    """The countries that the first sentences of a play name as where something was; none where they name many."""
    names: dict[str, None] = {}
    for sentence in islice(found, _TELLING):
        main = placed(main_words(sentence))
        begin = next((i + 1 for i, t in enumerate(main) if t.kind == "card"), 0)
        for piece in comma_pieces(main[begin:]):
            if not any(t.of("not", "absent") for t in piece):
                names |= {
                    t.name: None
                    for i, t in enumerate(piece)
                    if t.kind == "country" and not at(piece, i + 1).of("reason")
                }
    return list(names) if len(names) <= MOST_PLACES else []


def _adds_reserves(sentence: Words) -> bool:
    """Whether a sentence adds Reserves to the card: "ops 2 and my 1 reserve"."""
    for i, t in enumerate(sentence):
        before = texts(sentence, i - 3, i)
        if t.text in ("reserve", "reserves", "+r") and not group("adding").isdisjoint(before):
            return {"for", "to", "into", "no"}.isdisjoint(before)
    return False


def _shared(found: list[Part]) -> list[list[Roll]]:
    """The dice of each part; a War of Ideas without a die takes that of the event."""
    among = [dice.rolls(part.sentences) for part in found]
    for mine, part in zip(among, found, strict=True):
        if part.use == "woi" and not mine and not Told(part, ()).lone():
            for theirs in among:
                if theirs is not mine and len(theirs) == 1 and len(theirs[0].values) == 1 and theirs[0].label == "":
                    mine.append(theirs.pop())
                    break
    return among


# -------------------------------------------------------------------- Plots


def _resolved(block: Block) -> list[str]:
    """The line of the Plots that were resolved, in the ways in which it may be written."""
    entries: list[tuple[str, int, list[Words]]] = []
    country = ""
    for sentence in map(placed, block.sentences):
        cut = 0
        for i, t in enumerate(sentence):
            country = t.name if t.kind == "country" else country
            value = marker(sentence, i)
            if not value:
                continue
            if entries and not cut:
                start = next((k for k in range(i, 0, -1) if sentence[k].text in (",", "then")), 0)
                entries[-1][2].append(sentence[:start])
            near = country_in(sentence[cut:i][::-1]) or country_in(sentence[i : i + 5])
            entries.append((near or country or "?", value, []))
            cut = i + 1
        if entries and sentence[cut:]:
            entries[-1][2].append(sentence[cut:])
    made: list[str] = []
    plain: list[str] = []
    for n, (place, value, told) in enumerate(entries):
        found = [r for r in dice.rolls(told) if r.label in ("", dice.POSTURE, dice.PRESTIGE)]
        rolled_in = {r.country for r in found if r.country}
        where = rolled_in.pop() if place == "?" and len(rolled_in) == 1 else place
        rolled = "".join(f" {bracket(r.values, r.label)}" for r in found if r.label or len(found) == 1)
        said = claims(told)
        behind = f" => {', '.join(said)}" if said else ""
        made.append(f"{where}{'#1' if n and where != '?' else ''} {value}{rolled}{behind}")
        plain.append(f"{where} {value}{rolled}{behind if n + 1 == len(entries) else ''}")
    return list(dict.fromkeys(f"J resolve {', '.join(way)}" for way in (made, plain) if way))
