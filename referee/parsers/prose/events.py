"""The choices and dice of an event as its sentences tell them; which choice each of them is, the board says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

from referee.parsers.prose import rolls as dice
from referee.parsers.prose.claims import status
from referee.parsers.prose.operations import bracket, placed
from referee.parsers.prose.rolls import Roll, real
from referee.parsers.prose.segments import Part
from referee.parsers.prose.tokens import Token
from referee.parsers.prose.vocabulary import Vocabulary, group

MOST = 80
"""Most ways in which an event is written."""
MOST_PLACES = 4
"""Most countries of an event; a sentence that names more is talk."""
_REASON = frozenset({"is", "are", "was", "has", "isn't", "isnt", "touches", "wasn't", "stays"})
"""What stands behind a country that is no choice but a reason."""
_BLUE, _GREEN = ("blue", "awakening", "awakenings"), ("green", "reaction", "reactions")


def event(part: Part, among: Sequence[Roll], vocabulary: Vocabulary, card: int) -> list[str]:
    """The ways in which an event may be written, the fullest first; each is "event" with its choices."""
    places: list[str] = []
    options: dict[str, list[str]] = {}
    fixed: list[str] = []
    for n, sentence in enumerate(part.sentences):
        whole = placed(sentence)
        main = real([t for t in (whole[part.behind :] if n == 0 else whole) if not t.aside])
        if not main:
            continue
        fixed += [c for c in _cards(main, card) if c not in fixed]
        flipped = _flipped(main, vocabulary)
        if flipped:
            fixed.append(flipped)
        for i, t in enumerate(main):
            if t.kind == "country" and i and main[i - 1].text == "capital":
                fixed.append(f"capital {t.value}")
                continue
            if t.kind == "country" and str(t.value) not in options:
                places.append(str(t.value))
                options[str(t.value)] = _forms(main, i)
    rolled = {c: [r for r in among if r.country == c and r.label in ("", dice.TEST)] for c in places}
    if len(places) > MOST_PLACES:
        places = [c for c in places if rolled[c]][:MOST_PLACES]
    loose = [
        bracket(r.values, r.label)
        for r in among
        if r.label in (dice.PRESTIGE, dice.POSTURE) or (r.label == "" and r.country not in places)
    ]
    ways = []
    for c in places:
        thrown = " ".join(bracket(r.values, r.label) for r in rolled[c])
        plain = " ".join(bracket(r.values) for r in rolled[c])
        forms = [f"{f} {thrown}".strip() if f else "" for f in options[c]]
        if plain != thrown:
            forms.append(f"{c} {plain}")
        elif thrown and len(rolled[c]) == 1 and len(rolled[c][0].values) == 1:
            forms.append(f"{c} {bracket(rolled[c][0].values, 't')}")
        ways.append(list(dict.fromkeys([*forms, *([plain] if thrown else []), ""])))
    ranked = []
    for chosen in islice(product(*(list(enumerate(way)) for way in ways)), MOST * 4):
        entries = [*fixed, *(e for _, e in chosen if e), *loose]
        ranked.append((sum(n for n, _ in chosen), "event " + ", ".join(entries) if entries else "event"))
    made = [text for _, text in sorted(ranked, key=lambda r: r[0])][: MOST - 2]
    made += ["event " + ", ".join(fixed)] if fixed else []
    return list(dict.fromkeys([*made, "event"]))


def _forms(main: Sequence[Token], i: int) -> list[str]:
    """The entries that a country may be, the likeliest first."""
    name = str(main[i].value)
    before = [t.text for t in main[max(0, i - 4) : i]]
    behind = [t.text for t in main[i + 1 : i + 5]]
    forms: list[str] = []
    for n in range(len(before) - 1, -1, -1):
        if before[n] == ",":
            before = before[n + 1 :]
            break
    near = behind[: behind.index(",")] if "," in behind else behind
    posture = next((s[1] for w in near[:3] if (s := status(w)) is not None and s[0] == "posture"), "")
    if posture:
        forms.append(f"{name} {posture}")
    if any(w in ("cell", "sleeper", "cells", "goes") for w in before):
        forms.append(f"cell {name}")
    if any(w in _BLUE for w in (*before, *near)):
        forms.append(f"{name} awakening")
    if any(w in _GREEN for w in (*before, *near)):
        forms.append(f"{name} reaction")
    near_all = [t.text for t in main]
    if any(w in ("off", "from") for w in before):
        forms += [
            f"from {name} {w}"
            for w, said in (("reaction", _GREEN), ("awakening", _BLUE))
            if any(b in said for b in before)
        ]
    if any(w in ("neutral", "adversary", "ally") for w in near):
        forms.append(f"ally {name}")
    if any(w in ("active", "actives") for w in (*before, *near)) or "active" in near_all:
        forms.append(f"{name}:a")
    if any(w in ("sleeper", "sleepers", "cell") for w in (*before, *near)):
        forms.append(f"{name}:s")
    if "cadre" in (*before, *near):
        forms.append(f"{name} cadre")
    forms = [name, *forms] if not posture else [*forms, name]
    return ["", *forms] if behind[:1] and behind[0] in _REASON else forms


def _cards(main: Sequence[Token], card: int) -> list[str]:
    """Cards that come and go by the event."""
    made: list[str] = []
    lost = any(t.text in group("play", "lost") for t in main)
    drawn = any(t.text in group("play", "drawn") for t in main)
    numbers = [str(t.value) for t in main if t.kind == "card" and int(t.value) and int(t.value) != card]
    if numbers and lost:
        made.append("discard " + " ".join(numbers))
    elif numbers and drawn:
        made.append("take " + " ".join(numbers))
    return made


def _flipped(main: Sequence[Token], vocabulary: Vocabulary) -> str:
    if not any(t.text in ("flip", "flips", "flipped") for t in main):
        return ""
    for i in range(len(main)):
        for n in (3, 2, 1):
            words_ = " ".join(t.text for t in main[i : i + n])
            found = vocabulary.names.marker(words_)
            if found:
                return f"flip {found}"
    return ""
