"""The choices and dice of an event in sentences.

Which choice each of them is, the board says.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

from referee.parsers.prose import rolls as dice
from referee.parsers.prose.clauses import main_words, placed
from referee.parsers.prose.operations import bracket
from referee.parsers.prose.rolls import Roll
from referee.parsers.prose.tokens import Words, at, texts
from referee.parsers.prose.uses import Part
from referee.parsers.prose.vocabulary import Vocabulary, group, state, words

MOST = 80
"""Most ways in which an event is written."""
MOST_PLACES = 4
"""Most countries of an event; a sentence that names more is talk."""


def event(part: Part, among: Sequence[Roll], vocabulary: Vocabulary, card: int) -> list[str]:
    """The ways in which an event may be written, the fullest first; each is "event" with its choices."""
    options: dict[str, list[str]] = {}
    fixed: list[str] = []
    for n, sentence in enumerate(part.sentences):
        begin = next((i + 1 for i, t in enumerate(sentence) if t.kind == "card"), part.behind) if n == 0 else 0
        main = main_words(placed(sentence)[min(begin, part.behind) if n == 0 else 0 :])
        fixed += [c for c in _cards(main, card) if c not in fixed] + _flipped(main, vocabulary)
        for i, t in enumerate(main):
            if t.kind == "country" and at(main, i - 1).text == "capital":
                fixed.append(f"capital {t.name}")
            elif t.kind == "country" and t.name not in options:
                options[t.name] = _forms(main, i)
    rolled = {c: [r for r in among if r.country == c and r.label in ("", dice.TEST)] for c in options}
    places = list(options)
    if len(places) > MOST_PLACES:
        places = [c for c in places if rolled[c]][:MOST_PLACES]
    entries = [_with_dice(c, options[c], rolled[c]) for c in places]
    loose = [
        bracket(r.values, r.label)
        for r in among
        if r.label in (dice.PRESTIGE, dice.POSTURE) or (r.label == "" and r.country not in places)
    ]
    ranked = sorted(islice(product(*map(enumerate, entries)), MOST * 4), key=lambda way: sum(n for n, _ in way))
    ways = [[*fixed, *(e for _, e in way if e), *loose] for way in ranked[: MOST - 2]]
    return list(dict.fromkeys(f"event {', '.join(way)}".rstrip() for way in (*ways, fixed, [])))


def named(part: Part) -> str:
    """The country of "event Iraq", which is a choice and no remark; "" for none."""
    behind = placed(part.sentences[0])[part.behind :] if part.sentences else []
    for i, t in enumerate(behind):
        if t.kind == "country" and texts(behind, i + 1, i + 3) in (["it", "was"], ["it", "is"]):
            return t.name
    i = at(behind, 0).text in ("in", "on", "against", "for", "at", ",")
    listed = at(behind, 0).text != "," or at(behind, i + 1).text in ("", ",", "and", "again", "too")
    return (
        at(behind, i).name if at(behind, i).kind == "country" and listed and not at(behind, i + 1).of("reason") else ""
    )


def _with_dice(country: str, forms: Sequence[str], rolled: Sequence[Roll]) -> list[str]:
    """The entries that a country may be with its dice, "" last: it may be no choice at all."""
    thrown = " ".join(bracket(r.values, r.label) for r in rolled)
    plain = " ".join(bracket(r.values) for r in rolled)
    made = [f"{form} {thrown}".strip() if form else "" for form in forms]
    if plain != thrown:
        made.append(f"{country} {plain}")
    elif thrown and len(rolled) == 1 and len(rolled[0].values) == 1:
        made.append(f"{country} {bracket(rolled[0].values, 't')}")
    return list(dict.fromkeys([*made, *([plain] if thrown else []), ""]))


def _forms(main: Words, i: int) -> list[str]:
    """The entries that a country may be, the likeliest first."""
    name = main[i].name
    before, behind = texts(main, i - 4, i), texts(main, i + 1, i + 5)
    if "," in before:
        before = before[len(before) - before[::-1].index(",") :]
    near = behind[: behind.index(",")] if "," in behind else behind
    posture = next((s[1] for w in near[:3] if (s := state(w)) is not None and s[0] == "posture"), "")
    said = {"before": {*before}, "near": {*near}, "around": {*before, *near}, "sentence": {*texts(main)}}
    choices = ((c["form"], [(place, c[place]) for place in said if place in c]) for c in words()["choice"])
    applies = (form for form, wanted in choices if all(not said[place].isdisjoint(w) for place, w in wanted))
    forms = [f"{name} {posture}"] * bool(posture) + list(dict.fromkeys(form.format(name) for form in applies))
    forms.insert(len(forms) if posture else 0, name)
    reason = bool(behind) and behind[0] in group("reason")
    return ["", *forms] if reason else forms


def _cards(main: Words, card: int) -> list[str]:
    """Cards that come and go by the event."""
    numbers = " ".join(str(t.value) for t in main if t.kind in ("card", "title") and t.value not in (0, card))
    for kind, word in (("lost", "discard"), ("drawn", "take")):
        if numbers and any(t.of(kind) for t in main):
            return [f"{word} {numbers}"]
    return []


def _flipped(main: Words, vocabulary: Vocabulary) -> list[str]:
    """The event marker that is turned over."""
    if not any(t.text in ("flip", "flips", "flipped") for t in main):
        return []
    phrases = (" ".join(texts(main, i, i + n)) for i in range(len(main)) for n in (3, 2, 1))
    return next(([f"flip {found}"] for phrase in phrases if (found := vocabulary.names.marker(phrase))), [])
