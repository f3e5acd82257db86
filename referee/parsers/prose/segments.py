"""What a card is played for, and which sentences tell its Operation and which its event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.parsers.prose.rolls import real
from referee.parsers.prose.tokens import Token
from referee.parsers.prose.vocabulary import group, words

EVENT, NO_EVENT, LEFT = "event", "no event", "left over"
LEFT_OVER = frozenset({"radicalization", "radicalisation", "homeland-security"})
"""Words for what becomes of the rest of a card in a solitaire game."""


@dataclass(slots=True)
class Part:
    """One use of a card with the sentences that tell of it; ``marked`` is where the word for it stands in the first."""

    use: str
    sentences: list[list[Token]] = field(default_factory=list)
    marked: int = 0
    behind: int = 0
    """Where the words behind the word for the use begin."""


def negated(sentence: Sequence[Token], i: int) -> bool:
    """Whether what stands at ``i`` is said not to be: "no event", "event can't happen", "event no"."""
    before = [t for t in sentence[max(0, i - 3) : i] if t.text != ","]
    piece = next((k + 1 for k in range(i - 1, -1, -1) if sentence[k].text in (",", ":")), 0)
    if any(t.text in ("nobody", "nothing") for t in sentence[piece:i]) and not any(
        t.text in ("so", "to") for t in sentence[piece:i]
    ):
        return True
    if any(t.text == "too" for t in sentence[max(0, i - 5) : i]) and sentence[i].text == "event":
        return True
    if [t.text for t in sentence[i + 1 : i + 3]] in (["is", "ignored"], ["ignored"]):
        return True
    if before and any(t.text in group("play", "not") for t in before[-2:]):
        return True
    behind = sentence[i + 1 : i + 3]
    return (
        bool(behind)
        and behind[0].text in group("play", "not") | {"is", "does", "did"}
        and any(t.text in group("play", "not") for t in behind)
    )


@dataclass(slots=True)
class _Mark:
    use: str
    sentence: int
    at: int
    behind: int
    aside: bool


def _marks(found: Sequence[Sequence[Token]], side: str) -> list[_Mark]:
    """All words for uses, in order."""
    made: list[_Mark] = []
    forms = sorted(
        ((form.split(), use) for use, many in words()["uses"].items() for form in many), key=lambda f: -len(f[0])
    )
    mine = words()["us_only"]["uses"] if side == "US" else words()["j_only"]["uses"]
    theirs = words()["j_only"]["uses"] if side == "US" else words()["us_only"]["uses"]
    for n, sentence in enumerate(found):
        low = [t.text for t in sentence]
        if n and _only_order(sentence):
            continue
        i = 0
        while i < len(sentence):
            t = sentence[i]
            if t.kind not in ("word", "country", "us"):
                i += 1
                continue
            if (
                low[i : i + 2] == ["first", ":"]
                and 0 < i <= 3
                and not {"test", "tests", "ops", "plot", "plots"} & set(low[:i])
            ):
                made.append(_Mark(EVENT, n, i, i + 1, bool(t.aside)))
            if low[i] == "way" and i and low[i - 1] in ("my", "his", "her") and n == 0:
                made.append(_Mark(EVENT, n, i, i + 1, bool(t.aside)))
            if low[i] == "playable" and not negated(sentence, i) and n <= 1:
                made.append(_Mark(EVENT, n, i, i + 1, bool(t.aside)))
            if low[i] in LEFT_OVER and not negated(sentence, i):
                made.append(_Mark(LEFT, n, i, i + 1, bool(t.aside)))
            if (low[i] in ("over", "left") and i and low[i - 1] in ("op", "ops", "points", "point")) or low[
                i : i + 2
            ] == ["left", "over"]:
                made.append(_Mark(LEFT, n, i, i + 1, bool(t.aside)))
            if (
                low[i] == "rc"
                and i + 1 < len(sentence)
                and sentence[i + 1].kind == "country"
                and not (i and low[i - 1] in ("a", "the"))
            ):
                made.append(_Mark("regime-change", n, i, i + 1, bool(t.aside)))
            if low[i] in ("event", "ev"):
                made.append(_Mark(NO_EVENT if negated(sentence, i) else EVENT, n, i, i + 1, bool(t.aside)))
                i += 1
                continue
            if t.text in group("play", "ops"):
                made.append(_Mark("no ops" if negated(sentence, i) else "ops", n, i, i + 1, bool(t.aside)))
                i += 1
                continue
            hit = next(((f, use) for f, use in forms if low[i : i + len(f)] == f), None)
            if hit is None:
                i += 1
                continue
            form, use = hit
            real = not negated(sentence, i) and (use in mine or use not in theirs)
            if use == "jihad" and t.aside:
                real = False
            if real and use == "plot":
                real = _plotting(sentence, i, made)
            if real:
                made.append(_Mark(use, n, i, i + len(form), bool(t.aside)))
            i += len(form)
    return made


def _plotting(sentence: Sequence[Token], i: int, made: Sequence[_Mark]) -> bool:
    """Whether "plot" is what is done and not the marker: "plot in Pak", "my first plot"; not "one plot in KSA"."""
    before = sentence[i - 1] if i else None
    if before is not None and (before.kind == "num" or before.text in ("the", "face", "other", "a", "of", "1st")):
        return before.text == "1st" and not (i + 1 < len(sentence) and sentence[i + 1].text in ("box", "marker"))
    if i + 1 < len(sentence) and sentence[i + 1].text in ("box", "marker", "markers", "face", "down", "card", "cards"):
        return False
    return sentence[i].text != "plots" or (before is not None and before.text in (",", ":", "ops"))


def _only_order(sentence: Sequence[Token]) -> bool:
    """Whether a sentence says no more than what came first: "Ops first, your event after"."""
    low = {t.text for t in sentence}
    told = (
        low & group("play", "ops")
        and low & group("play", "event")
        and low & {"first", "after", "before", "then", "last"}
    )
    return bool(told) and len(sentence) <= 8 and not any(t.kind in ("country", "num") for t in sentence)


def _ordered(found: Sequence[Sequence[Token]]) -> bool:
    """Whether some sentence says that the event comes behind the Operation."""
    for sentence in found:
        if _only_order(sentence):
            low = [t.text for t in sentence]
            first = next((i for i, w in enumerate(low) if w == "first"), len(low))
            return any(w in group("play", "ops") for w in low[:first]) or "after" in low[-2:]
    return False


def parts(found: Sequence[Sequence[Token]], side: str, *, own: bool) -> list[Part] | None:
    """The uses of a card, in the order in which they happened; None if the words do not say for what it was played,
    and nothing if they say that it was played for something that has no words here.

    ``own`` says whether the event of the card is not the other side's.
    """
    marks = [m for m in _marks(found, side) if not m.aside or m.use == NO_EVENT]
    so = [m for m in marks if m.use == NO_EVENT or _so(found[m.sentence], m.at)]
    rest = next((m for m in so if m.use == LEFT), None)
    ignored = any(m.use == NO_EVENT for m in so)
    if rest is not None:
        so = [m for m in so if (m.sentence, m.at) < (rest.sentence, rest.at)]
        found = found[: max(rest.sentence, 1)]
        so = [m for m in so if m.sentence < len(found)]
    if ignored:  # it was playable, and not played
        so = [m for m in so if m.use != EVENT or found[m.sentence][m.at].text != "playable"]
    told = [m for m in so if m.use not in (NO_EVENT, "no ops", LEFT)]
    if not told:
        return [] if ignored or rest is not None else None
    head = [m for m in told if m.sentence == 0]
    uses = [m for m in told if m.use not in ("ops", EVENT)]
    ops = next((m for m in told if m.use == "ops"), None)
    event = next((m for m in told if m.use == EVENT), None)
    first_use = uses[0] if uses else None
    operation: _Mark | None = None
    if ops is not None:
        operation = next((m for m in uses if (m.sentence, m.at) >= (ops.sentence, 0)), None)
        if operation is None and first_use is not None:
            operation = first_use
        if operation is None:
            return []
    elif first_use is not None and (event is None or (first_use in head and event not in head)):
        operation = first_use
    if operation is None and event is None:
        return None
    if operation is not None and event in head and ops not in head and event is not None and ops is None:
        operation = None
    if operation is not None and event is not None:
        again = [m for m in uses if m.use == operation.use and (m.sentence, m.at) > (event.sentence, event.at)]
        if again and (operation.sentence, operation.at) < (event.sentence, event.at):
            operation = again[0]
    refused = any(m.use == NO_EVENT for m in so) and not own
    events = _event_marks(told, operation)
    if operation is not None and not events and not own and _ordered(found):
        return [*_split(found, operation, [], refused=False, own=own), Part(EVENT)]
    return _split(found, operation, events, refused=refused, own=own)


def _event_marks(told: Sequence[_Mark], operation: _Mark | None) -> list[_Mark]:
    """The mark from which on the event is told."""
    events = [m for m in told if m.use == EVENT]
    if not events:
        return []
    if operation is not None:
        later = [m for m in events if (m.sentence, m.at) > (operation.sentence, operation.at)]
        earlier = [m for m in events if m not in later]
        return [(later or earlier)[0]] if later and not earlier else [earlier[-1] if earlier else later[0]]
    return [events[0]]


def _so(sentence: Sequence[Token], at: int) -> bool:
    """Whether what stands at ``at`` is told as it was."""
    aside = bool(sentence[at].aside)
    return any(t is sentence[at] for t in real([t for t in sentence if bool(t.aside) == aside]))


def _split(
    found: Sequence[Sequence[Token]], operation: _Mark | None, events: list[_Mark], *, refused: bool, own: bool
) -> list[Part]:
    whole = [list(s) for s in found]
    made: list[Part] = []
    event = events[0] if events else None
    if operation is None:
        assert event is not None
        return [Part(EVENT, whole, event.at, event.behind)]
    if event is None:
        made.append(Part(operation.use, whole[operation.sentence :], operation.at, operation.behind))
        if operation.sentence:
            made[0].sentences = whole[operation.sentence :]
    elif (event.sentence, event.at) < (operation.sentence, operation.at):
        middle = whole[event.sentence : operation.sentence + (operation.sentence == event.sentence)]
        if operation.sentence == event.sentence:
            cut = whole[event.sentence]
            middle = [cut[: operation.at]]
        made.append(Part(EVENT, middle, event.at, event.behind))
        made.append(Part(operation.use, whole[operation.sentence :], operation.at, operation.behind))
    else:
        end = event.sentence + (operation.sentence == event.sentence)
        middle = whole[operation.sentence : max(end, operation.sentence + 1)]
        rest = whole[event.sentence :]
        if operation.sentence == event.sentence:
            cut = whole[event.sentence]
            at = next((k for k in range(event.at, operation.at, -1) if cut[k].text in (",", ":", "(")), event.at)
            middle, rest = [cut[:at]], [cut[at:], *whole[event.sentence + 1 :]]
            event = _Mark(EVENT, event.sentence, event.at - at, event.behind - at, event.aside)
        before = _first_said(rest[0], event) and not own
        op = Part(operation.use, middle, operation.at, operation.behind)
        ev = Part(EVENT, rest, event.at, event.behind)
        made += [ev, op] if before else [op, ev]
    if refused and event is None:
        made.append(Part(NO_EVENT))
    return made


def _first_said(sentence: Sequence[Token], event: _Mark) -> bool:
    """Whether the event is said to come first."""
    return any(t.text in ("first", "before", "beforehand") for t in sentence[event.at : event.at + 3])
