"""Sentences and clauses, and their words for what happened.

Negations, conditions and doubts are recognised.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from referee.parsers.prose.tokens import Token, Words, at, span, texts
from referee.parsers.prose.vocabulary import group, meanings


def sentences(found: Words) -> list[list[Token]]:
    """The words of a line, sentence by sentence, without the sign that ends one; a question tells nothing."""
    made: list[list[Token]] = []
    for ends, group_of in groupby(
        found, key=lambda t: t.kind == "sign" and t.text in (".", "!", "?", ";") and not t.aside
    ):
        words = list(group_of)
        if ends:
            if words[0].text == "?" and made and made[-1][0].text != "or":  # "or was it ops?" takes back
                made[-1:] = [told] if (told := _before_question(made[-1])) else []
        else:
            if made and _corrects(words) and (k := last_country(made[-1])) is not None:
                made[-1][k] = Token("word", made[-1][k].text)
            made.append(words)
    for clause in (c for sentence in made for c in clauses(sentence)):
        _mark(clause)
    return made


def _before_question(asked: list[Token]) -> list[Token]:
    """What a sentence tells before its question: "WoI in Yemen, lucky?", "ops: disrupt in Yemen?"."""
    cuts = [k for k, t in enumerate(asked) if t.text in (",", ":")]
    open_ = asked[cuts[-1] + 1 :] if cuts else asked
    if any(t.kind not in ("word", "sign") or t.text in meanings("uses") for t in open_):
        cuts = [k for k in cuts if asked[k].text == ":"]
    return asked[: cuts[-1]] if cuts else []


def _corrects(sentence: Words) -> bool:
    """Whether a sentence names another country in the place of the one before: "no, in Iraq", "which is not on the map"."""
    low = texts(sentence, 0, 3)
    corrected = low[:1] == ["no"] and low[1:2] in ([","], [":"]) and last_country(sentence) is not None
    return corrected or low[:2] == ["which", "isn't"] or low == ["which", "is", "not"]


def last_country(found: Words) -> int | None:
    """Where the last country of some words is."""
    return next((k for k in range(len(found) - 1, -1, -1) if found[k].kind == "country"), None)


def clauses(found: Words) -> list[list[Token]]:
    """The words of a sentence outside of brackets, then each bracket for itself."""
    inside = [list(words) for aside, words in groupby(found, key=lambda t: bool(t.aside)) if aside]
    brackets = [[t for t in words if t.text not in ("(", ")")] for words in inside]
    return [c for c in ([t for t in found if not t.aside], *brackets) if c]


def place_homeland(sentence: Words) -> None:
    """Make the United States a country where they are one, and not the side."""
    for i, t in enumerate(sentence):
        if _is_homeland(sentence, i):
            t.kind, t.name = "country", "United States"


def _is_homeland(clause: Words, i: int) -> bool:
    """Whether a word is the United States as a country, and not the side."""
    if clause[i].kind != "us":
        return False
    before, behind = at(clause, i - 1).text, at(clause, i + 1)
    if before in ("in", "to", "into", "->", "disrupt", "alert", "over", "from", "plot") or (
        before == "the" and at(clause, i - 2).text in ("in", "to", "into", "from")
    ):
        return behind.text not in ("hand", "posture", "player", "hard", "soft")
    return behind.kind == "num" and at(clause, i + 2).text in ("die", "dice")


def _mark(clause: Words) -> None:
    """Mark what was not: from the part between commas that says "would" or "if" to the end, or to a "so"."""
    lost = False
    last: Words = ()
    for piece in comma_pieces(clause):
        said = [t for t in piece if t.text not in (",", ":")]
        lost = (lost and at(said, 0).text not in ("so", "but", "then")) or any(t.of("unreal") for t in said)
        placed_here = any(t.kind in ("country", "us") for t in said)
        untold: Words = piece if lost else ()
        if at(said, 0).of("absent"):  # "no target so ops"
            turn = next((k for k, t in enumerate(piece) if t.text in ("so", "but")), 0)
            untold = untold or piece[: turn or placed_here * len(piece)]
        if len(said) > 1 and said[0].text == "or" and placed_here and last:
            untold, lost = [*last, *piece], True  # one or the other
        for t in untold:
            t.unreal = True
        last = () if untold else piece
    for before, t, behind in zip(clause, clause[1:], clause[2:], strict=False):
        if t.text == "or" and before.kind == behind.kind == "country":  # "in Iraq or Syria"
            before.unreal = t.unreal = behind.unreal = True


def comma_pieces(clause: Words) -> list[list[Token]]:
    """A clause cut after its commas and colons."""
    made: list[list[Token]] = [[]]
    for t in clause:
        made[-1].append(t)
        if t.text in (",", ":"):
            made.append([])
    return made


def main_words(sentence: Words) -> list[Token]:
    """What a sentence tells as it was, without its brackets."""
    return [t for t in sentence if not t.aside and not t.unreal]


def negated(sentence: Words, i: int) -> bool:
    """Whether the word at a place is denied: "no event", "event can't happen", "event no"."""
    piece = next((k + 1 for k in range(i - 1, -1, -1) if sentence[k].text in (",", ":")), 0)
    lead = texts(sentence, piece, i)
    if ("nobody" in lead or "nothing" in lead) and "so" not in lead and "to" not in lead:
        return True
    if lead[-2:] == ["nothing", "to"] or (sentence[i].text == "event" and "too" in texts(sentence, i - 5, i)):
        return True
    denials = group("not")
    answer = 2 * (texts(sentence, 0, 2) == ["no", ","])  # "no, 3 ops"
    before = [t.text for t in span(sentence, max(i - 5, answer), i) if t.text != "," and not t.of("article", "light")]
    behind = texts(sentence, i + 1, i + 5)
    near = [] if before[-1:] == ["wait"] else before[-2:]  # "no wait" denies what came before it
    if not denials.isdisjoint(near) or _ruled_out(behind):
        return True
    return not denials.isdisjoint(behind) and (behind[0] in denials or behind[0] in ("is", "does", "did"))


def _ruled_out(behind: Sequence[str]) -> bool:
    """Whether the words after a use say that it could not be: "is ignored", "was out of the question"."""
    said = behind[1:] if behind[:1] in (["is"], ["was"], ["were"], ["does"]) else behind
    return bool(said) and (said[0] in group("ruled out") or said[:3] == ["out", "of", "the"])


def doubtful(found: Iterable[Words]) -> bool:
    """Whether the writer takes something back or is not sure."""
    text = " ".join(t.text for s in found for t in s if t.text not in ",;")
    return any(f" {w} " in f" {text} " for w in group("doubt"))
