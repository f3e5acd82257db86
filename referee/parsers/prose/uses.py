"""The use of a card in sentences.

It says which sentences belong to its Operation and which to its event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from referee.parsers.prose.clauses import happened, negated
from referee.parsers.prose.tokens import Token, Words, at, texts
from referee.parsers.prose.vocabulary import group, meanings

EVENT, NO_EVENT, OPS, NO_OPS, LEFT = "event", "no event", "ops", "no ops", "left over"
UNSURE = "?"
"""The use of a player's own card for which the text has both."""


@dataclass(frozen=True, slots=True)
class Part:
    """One use of a card: where its word is and ends, and the sentences that tell of it."""

    use: str
    sentence: int = 0
    at: int = 0
    behind: int = 0
    sentences: list[list[Token]] = field(default_factory=list)

    @property
    def place(self) -> tuple[int, int]:
        """Where its word is."""
        return self.sentence, self.at

    def told_in(self, sentences: list[list[Token]]) -> Part:
        """The same use with its sentences."""
        return replace(self, sentences=sentences)


@cache
def _forms() -> dict[str, list[tuple[list[str], str]]]:
    """The words for Operations and Reserves by their first word, those of most words first."""
    found: dict[str, list[tuple[list[str], str]]] = {}
    for form, use in sorted(meanings("uses").items(), key=lambda f: -f[0].count(" ")):
        found.setdefault(form.split()[0], []).append((form.split(), use))
    return found


def _marks(found: Sequence[Words], side: str) -> Iterator[Part]:
    """All words for uses that are no aside, in order."""
    denied = group("j uses" if side == "US" else "us uses")
    for n, sentence in enumerate(found):
        low = texts(sentence)
        i = 0
        while i < len(sentence):
            t, end = sentence[i], i + 1
            if t.kind in ("word", "country", "us"):
                said = [use for use in _implied(sentence, low, i) if use not in denied]
                if t.text in ("event", "ev"):
                    said.append(NO_EVENT if negated(sentence, i) else EVENT)
                elif t.of("ops"):
                    said.append(NO_OPS if negated(sentence, i) else OPS)
                elif hit := next(((f, use) for f, use in _forms().get(low[i], ()) if low[i : i + len(f)] == f), None):
                    end = i + len(hit[0])
                    if hit[1] not in denied and (hit[1] != "plot" or _plots(sentence, i)) and not negated(sentence, i):
                        said.append(hit[1])
                yield from (Part(use, n, i, end) for use in said if not t.aside or use == NO_EVENT)
            i = end


_IMPLIED = (
    (re.compile(r"(?:my|his|her) way "), EVENT),
    (re.compile(r"\S* (?:troops?|cubes) (?:from|off) "), "deploy"),
    (re.compile(r"(?!(?:a|the) )\S* rc <country> "), "regime-change"),
    (re.compile(r"\S* (?:radicali[sz]ation|homeland-security|left over) |(?:ops?|points?) (?:over|left) "), LEFT),
    (re.compile(r"(?:<num>|its|his|her|single|all|both|those) points? (?!of |less |more |up |down |to )"), OPS),
)
"""Words that mean a use and do not name it, with the word before them."""


def _implied(sentence: Words, low: list[str], i: int) -> list[str]:
    """The uses that words mean which do not name them."""
    before = "<num>" if at(sentence, i - 1).kind == "num" else low[i - 1] if i else ""
    after = at(sentence, i + 1)
    text = f"{before} {low[i]} {'<country>' if after.kind == 'country' else after.text} "
    denied = low[i] in group("left over") and negated(sentence, i)
    return [] if denied else [use for form, use in _IMPLIED if form.match(text)]


def _plots(sentence: Words, i: int) -> bool:
    """Whether "plot" is what is done and not the marker: "plot in Pak", "my first plot"; not "one plot in KSA"."""
    before, behind = at(sentence, i - 1), at(sentence, i + 1).text
    if before.of("article"):
        return behind in ("in", "for", "at", "attempt")
    if behind in ("box", "marker", "markers", "face", "down", "card", "cards"):
        return False
    said = before.kind != "num" and before.text not in ("the", "face", "other", "of")
    return said and (
        sentence[i].text != "plots" or before.of("pronoun") or before.kind in ("sign", "") or before.of("ops")
    )


def parts(found: Sequence[list[Token]], side: str, *, own: bool) -> list[Part] | None:
    """The uses of a card, in the order in which they happened; None if the words do not say for what it was played,
    and nothing if they say that it was played for something that has no words here.

    ``own`` says whether the event of the card is not the other side's.
    """
    real = [happened(s) for s in found]
    marks = [m for m in _marks(found, side) if m.use == NO_EVENT or id(found[m.sentence][m.at]) in real[m.sentence]]
    rest = next((m for m in marks if m.use == LEFT), None)
    ignored = any(m.use == NO_EVENT for m in marks)
    if rest is not None:
        found = found[: max(rest.sentence, 1)]
        marks = [m for m in marks if m.place < rest.place and m.sentence < len(found)]
    told = [m for m in marks if m.use not in (NO_EVENT, NO_OPS, LEFT) and not _is_idle(found[m.sentence], m)]
    if own and any(
        m.use == OPS and any(at(found[m.sentence], k).of("instead") for k in (m.at - 1, m.behind)) for m in told
    ):
        told = [m for m in told if m.use != EVENT]  # "no target for it, so ops"
    if not told:
        return [] if ignored or rest is not None else None
    operation, event = _operation(told, own=own), next((m for m in told if m.use == EVENT), None)
    if operation is None and (ops := next((m for m in told if m.use == OPS), None)) is not None:
        return [Part(UNSURE)] if own and event is not None else [ops.told_in([list(s) for s in found[ops.sentence :]])]
    if own and operation is not None and event is not None:
        return [Part(UNSURE)]  # a card is played for one of them
    made = _split([list(s) for s in found], operation, event)
    if own or operation is None or event is not None or not ignored:
        return made
    return [*made, Part(NO_EVENT)]


def _is_idle(sentence: Words, m: Part) -> bool:
    """Whether a sentence goes on to say that there was nothing to do so: "alert, nothing to alert"."""
    after = texts(sentence, m.behind, m.behind + 10)
    return any(
        a == ["nothing", "to"] and meanings("uses").get(use) == m.use
        for *a, use in zip(after, after[1:], after[2:], strict=False)
    )


def _operation(told: Sequence[Part], *, own: bool) -> Part | None:
    """The word for the Operation for which a card was played."""
    uses = [m for m in told if m.use not in (OPS, EVENT)]
    ops = next((m for m in told if m.use == OPS), None)
    event = next((m for m in told if m.use == EVENT), None)
    if ops is not None:
        return next((m for m in uses if m.sentence >= ops.sentence), uses[0] if uses else None)
    return uses[0] if uses and (event is None or not own or (uses[0].sentence == 0 and event.sentence)) else None


def _split(whole: list[list[Token]], operation: Part | None, event: Part | None) -> list[Part]:
    """The sentences of the Operation and those of the event, in their order."""
    if operation is None or event is None:
        only = operation or event
        assert only is not None
        return [only.told_in(whole[only.sentence * (only is operation) :])]
    together = operation.sentence == event.sentence
    if event.place < operation.place:
        middle = [whole[event.sentence][: operation.at]] if together else whole[event.sentence : operation.sentence]
        return [event.told_in(middle), operation.told_in(whole[operation.sentence :])]
    middle, rest = whole[operation.sentence : event.sentence], whole[event.sentence :]
    if together:
        cut = whole[event.sentence]
        end = next((k for k in range(event.at, operation.at, -1) if cut[k].text in (",", ":", "(")), event.at)
        middle, rest = [cut[:end]], [cut[end:], *whole[event.sentence + 1 :]]
        event = replace(event, at=event.at - end, behind=event.behind - end)
    order = [operation.told_in(middle), event.told_in(rest)]
    first = not {"first", "before", "beforehand"}.isdisjoint(texts(rest[0], event.at, event.at + 3))
    return order[::-1] if first else order
