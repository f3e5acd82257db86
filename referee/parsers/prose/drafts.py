"""A game in sentences as drafts: sentences with their line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.parsers.prose.blocks import Block, BlockReader, SourceLine
from referee.parsers.prose.claims import claims, deal_line, end_line
from referee.parsers.prose.operations import POSTURE, chosen_country, event, operation, places, plain, rolls
from referee.parsers.prose.tokens import NOTHING, country_in, doubtful, marker, place_homeland, symbols
from referee.parsers.prose.uses import EVENT, NO_EVENT, OPS, UNSURE, parts
from referee.parsers.prose.vocabulary import Owners, Vocabulary, group, other, pattern

_TELLING = 3
"""Most sentences about a card without its use."""


@dataclass(slots=True)
class ProseDraft:
    """A part of a game in sentences.

    It has its lines, and the line of notation in pieces, each in its possible forms. ``kind`` is that of the block;
    ``begin`` comes before the pieces. A part without pieces is not a line.
    """

    source_lines: list[SourceLine]
    kind: str = "talk"
    begin: str = ""
    pieces: list[list[str]] = field(default_factory=list)
    claims: list[list[str]] = field(default_factory=list)
    """Claims after each piece."""
    others: list[ProseDraft] = field(default_factory=list)
    """The same part for either side, where it is open."""
    sure: bool = False
    """Whether only this side can play so: its Operation."""
    named_country: str = ""
    """The country named as its event's choice.

    It is kept where the rules forbid it.
    """
    rest_places: str = "?"
    """The countries named after the card, where its use is unknown."""
    rest_claims: list[str] = field(default_factory=list)
    """Claims in the rest."""
    note: str = ""
    """The unrecognised part, in words."""


def drafts(
    lines: Iterable[SourceLine], vocabulary: Vocabulary, writer: str = "", persons: Mapping[str, str] | None = None
) -> list[ProseDraft]:
    """The drafts of a text, in order."""
    owners = Owners(persons, writer)
    made: list[ProseDraft] = []
    for block in BlockReader(vocabulary, owners).read(lines):
        made.append(_draft(block, vocabulary, owners))
        if block.kind == "end" and (line := deal_line(block.sentences, owners)):
            made.append(ProseDraft([], "deal", pieces=[[line]]))
    return made


def _draft(block: Block, vocabulary: Vocabulary, owners: Owners) -> ProseDraft:
    for sentence in block.sentences:
        place_homeland(sentence)
    if block.kind == "play" and block.side:
        draft = _play(block, block.side, vocabulary)
        if draft.sure or (draft.pieces and not block.by_heading):
            return draft
        theirs = _play(block, other(block.side), vocabulary)
        return theirs if theirs.sure else draft
    draft = ProseDraft(block.lines, block.kind)
    line = ""
    match block.kind:
        case "play":
            draft.others = [_play(block, side, vocabulary) for side in ("J", "US")]
            draft.note = "whose play this is was not recognised"
        case "resolve":
            line = _resolved(block)
        case "end":
            line = end_line(block.sentences)
        case "turn" if block.number:
            line = f"turn {block.number}"
        case "no plots":
            line = "no plots"
        case "deal":
            line = deal_line(block.sentences, owners)
        case "board" if said := claims(block.sentences):
            draft.begin, draft.claims, draft.pieces = "board:", [said], [[""]]
    draft.pieces += [[line]] * bool(line)
    return draft


# -------------------------------------------------------------------- plays


def _play(block: Block, side: str, vocabulary: Vocabulary) -> ProseDraft:
    """A card play of this side."""
    draft = ProseDraft(block.lines, "play")
    named_card, *others = block.cards or [NOTHING]
    card = named_card.value or (named_card.values[0] if tuple(named_card.values) in vocabulary.copies else 0)
    shown = vocabulary.shown(named_card.value, named_card.values)
    owner = vocabulary.sides.get(card, "")
    found = parts(block.sentences, side, own=owner in ("", side))
    unsure = doubtful(block.sentences)
    if not found or found[0].use == UNSURE or (unsure and len(found) > 1):
        draft.note = "what the card is played for was not recognised"
        if not found and not unsure:
            draft.rest_places = f"? {', '.join(places(block.sentences[:_TELLING]))}".rstrip()
            draft.rest_claims = claims(block.sentences)
        draft.begin = f"{side} {shown}" if card and not block.more else ""
        return draft
    if found[0].use == "reassess":
        second = [s for t in others if (s := vocabulary.shown(t.value, t.values)) != "?"]
        shown += f"+{second[0]}" if len(second) == 1 else "+?"
    elif found[0].use != "reserves" and pattern("reserves").search(symbols(block.sentences[0])):
        shown += "+R"
    of_one_side = group("us uses") | group("j uses")
    draft.sure = any(p.use in of_one_side for p in found) or (found[0].use == EVENT and owner == side)
    draft.begin = f"{'+ ' * block.more}{side} {shown}"
    for part in found:
        if unsure or part.use == NO_EVENT:
            plain = part.use in (EVENT, NO_EVENT, OPS, "reserves", "reassess")
            draft.pieces.append([part.use if plain else f"{part.use} ?"])
        elif part.use == OPS:
            draft.pieces.append([f"{OPS} {', '.join(places(part.sentences[:1]))}".rstrip()])
        elif part.use == EVENT:
            draft.pieces.append(event(part))
            draft.named_country = draft.named_country or chosen_country(part)
        else:
            draft.pieces.append([operation(part)])
        draft.claims.append([] if unsure else claims(part.sentences))
    return draft


# -------------------------------------------------------------------- Plots


def _resolved(block: Block) -> str:
    """The line of resolved Plots, or "" where they are open."""
    made: list[str] = []
    country = "?"
    for sentence in block.sentences:
        cut = 0
        for i, t in enumerate(sentence):
            country = t.name if t.kind == "country" else country
            if value := marker(sentence, i):
                near = country_in(sentence[cut:i][::-1]) or country_in(sentence[i : i + 5]) or country
                made.append(f"{near} {value}")
                cut = i + 1
    if len(made) == 1:
        made[0] += plain(r for r in rolls(block.sentences) if r.label in ("", POSTURE))
    said = claims(block.sentences)
    after = f" => {', '.join(said)}" if said else ""
    return f"J resolve {', '.join(made)}{after}" if made else ""
