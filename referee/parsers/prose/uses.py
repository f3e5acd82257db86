"""The use of a card, with sentences for Operation and event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.parsers.prose.tokens import SentenceWord, Words, at, negated, symbols, texts
from referee.parsers.prose.vocabulary import fill_pattern, group, meanings, pattern, use_at

EVENT, NO_EVENT, OPS, LEFT = "event", "no event", "ops", "left over"
UNSURE = "?"
"""The use of a player's own card with both in its text."""


@dataclass(frozen=True, slots=True)
class CardUse:
    """One use of a card, with word and sentences."""

    use: str
    place: tuple[int, int] = (0, 0)
    """The place of its word: the sentence, and the index there."""
    end: int = 0
    sentences: Sequence[list[SentenceWord]] = ()


def _marks(found: Sequence[Words], side: str) -> Iterator[CardUse]:
    """Words for uses outside asides, in order."""
    denied = group("j uses" if side == "US" else "us uses")
    for n, sentence in enumerate(found):
        low = texts(sentence)
        end = 0
        for i, t in enumerate(sentence):
            if i < end or t.kind not in ("word", "country", "us"):
                continue
            near = f"{symbols([at(sentence, i - 1)])}{t.text} {symbols([at(sentence, i + 1)])}"
            said = [use for form, use in meanings("implied").items() if fill_pattern(form).match(near)]
            named, end = use_at(low, i)
            if named and negated(sentence, i):
                said += [NO_EVENT] * (named == EVENT)
            elif named and (named != "plot" or pattern("plots").match(near)):
                said.append(named)
            told = (use for use in said if use not in denied and (not t.aside or use == NO_EVENT))
            yield from (CardUse(use, (n, i), end) for use in told)


def parts(found: Sequence[list[SentenceWord]], side: str, *, own: bool) -> list[CardUse] | None:
    """Uses of a card in the order of happening.

    Returns None if no words name a use, and nothing if the words for it are not known here. ``own`` says whether the event of
    the card is not the other side's.
    """
    marks = [m for m in _marks(found, side) if m.use == NO_EVENT or not found[m.place[0]][m.place[1]].unreal]
    rest = next((m for m in marks if m.use == LEFT), None)
    ignored = any(m.use == NO_EVENT for m in marks)
    if rest is not None:
        found = found[: max(rest.place[0], 1)]
        marks = [m for m in marks if m.place < rest.place and m.place[0] < len(found)]
    told = [m for m in marks if m.use not in (NO_EVENT, LEFT) and not _is_idle(found[m.place[0]], m)]
    ops = next((m for m in told if m.use == OPS), None)
    event = next((m for m in told if m.use == EVENT), None)
    operation = next((m for m in told if m.use not in (OPS, EVENT)), None)
    if ops is not None and any(at(found[ops.place[0]], k).of("instead") for k in (ops.place[1] - 1, ops.end)):
        event = None  # "no target for it, so ops"
    if own and event is not None and operation is not None and (operation.place[0] or not event.place[0]):
        operation = None  # the words on an event have it
    if own and event is not None and (ops is not None or operation is not None):
        return [CardUse(UNSURE)]  # a card is played for one of them
    if operation is not None and event is not None:
        return _split([list(s) for s in found], operation, event)
    only = operation or ops or event
    if only is None:
        return [] if ignored or rest is not None else None
    made = [replace(only, sentences=found[only.place[0] * (only is not event) :])]
    return [*made, CardUse(NO_EVENT)] if operation is not None and ignored and not own else made


def _is_idle(sentence: Words, m: CardUse) -> bool:
    """Whether a sentence finds no target: "alert, nothing to alert"."""
    idle = pattern("idle").match(symbols(sentence[m.end : m.end + 10]))
    return idle is not None and meanings("uses").get(idle["use"]) == m.use


def _split(whole: list[list[SentenceWord]], operation: CardUse, event: CardUse) -> list[CardUse]:
    """Sentences of the Operation and of the event, in order."""
    (o, o_at), (e, e_at) = operation.place, event.place
    if event.place < operation.place:
        middle = [whole[e][:o_at]] if o == e else whole[e:o]
        return [replace(event, sentences=middle), replace(operation, sentences=whole[o:])]
    middle, rest = whole[o:e], whole[e:]
    if o == e:
        cut = next((k for k in range(e_at, o_at, -1) if whole[e][k].text in (",", ":", "(")), e_at)
        middle, rest = [whole[e][:cut]], [whole[e][cut:], *whole[e + 1 :]]
        event = replace(event, place=(e, e_at - cut), end=event.end - cut)
    order = [replace(operation, sentences=middle), replace(event, sentences=rest)]
    first = not {"first", "before", "beforehand"}.isdisjoint(texts(rest[0], event.place[1], event.place[1] + 3))
    return order[::-1] if first else order
