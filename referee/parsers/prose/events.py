"""The countries of an event in sentences; whether they are its choices, the board says."""

from __future__ import annotations

from collections.abc import Sequence

from referee.parsers.prose.clauses import main_words, placed
from referee.parsers.prose.operations import bracket
from referee.parsers.prose.rolls import TEST, Roll
from referee.parsers.prose.tokens import at, texts
from referee.parsers.prose.uses import Part

MOST_PLACES = 4
"""Most countries of an event; a sentence that names more is talk."""


def event(part: Part, among: Sequence[Roll]) -> list[str]:
    """The ways in which an event may be written: with its countries, and alone."""
    places: list[str] = []
    for n, sentence in enumerate(part.sentences):
        begin = next((i + 1 for i, t in enumerate(sentence) if t.kind == "card"), part.behind) if n == 0 else 0
        main = main_words(placed(sentence)[min(begin, part.behind) if n == 0 else 0 :])
        named = [t.name for i, t in enumerate(main) if t.kind == "country" and not at(main, i + 1).of("reason")]
        places += [c for c in named if c not in places]
    if not places or len(places) > MOST_PLACES:
        return ["event"]
    tested = {c: [r for r in among if r.country == c and r.label == TEST and len(r.values) == 1] for c in places}
    entries = (c + "".join(f" {bracket(r.values, TEST)}" for r in tested[c][:1]) for c in places)
    return list(dict.fromkeys([f"event {', '.join(entries)}", f"event {', '.join(places)}", "event"]))


def named(part: Part) -> str:
    """The country of "event Iraq", which is a choice and no remark; "" for none."""
    behind = placed(part.sentences[0])[part.behind :] if part.sentences else []
    i = at(behind, 0).text in ("in", "on", "against", "for", "at")
    return at(behind, i).name if at(behind, i).kind == "country" and texts(behind, i + 1, i + 2) != ["is"] else ""
