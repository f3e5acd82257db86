"""Count the keys for a game that is recorded during play.

For each play of a record this finds the shortest thing that a person can type for it, types it into the real session and
holds the line that comes out against the line of the record, claims aside. A play that the record leaves incomplete, or
that breaks a rule, is typed the way a person would have to: see ``anyway``.

    python scripts/pages/keys.py [--write] [RECORD ...]

``--write`` puts what was found into docs/examples/record-keys.txt.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.editions import rulesets
from referee.engine.law.question import USUAL, fitting
from referee.engine.state.script import Action
from referee.parsers.faults import LineError
from referee.parsers.notation import tree
from referee.parsers.notation.reader import read_text
from referee.play.recording import Book, Session, recall
from referee.play.recording.draft import Draft
from referee.play.recording.recall import RecordedAnswer

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / "fixtures" / "logs"
PAGE = ROOT / "docs" / "examples" / "record-keys.txt"
PLAYS = ("card", "hold")
MOST_ENTERS = 6
LEAST = 1
"""Letters of a word that are typed at least; 3 is what people do who do not count."""


@dataclass
class Typed:
    """A play and what was typed for it."""

    line: int
    text: str
    typed: list[str]
    how: str = ""

    @property
    def keys(self) -> int:
        """Every letter, digit and blank, and Enter after each line."""
        return sum(len(t) + 1 for t in self.typed)


def answers_of(session: Session, action: Action) -> list[RecordedAnswer] | None:
    """The answers of a line of a record, in order of questions.

    It is None if a choice is missing.
    """
    return recall.heard(session.book.game, action)


def bare(session: Session, text: str) -> str:
    """A line in canonical form without its claims."""
    action = session.book.read(text)
    assert action is not None
    for s in action.segments:
        s.claims = []
    return tree.action(session.book.game.board.rules.facts, action)


def same(session: Session, written: str, text: str) -> bool:
    """Whether two lines are the same play.

    The same answers to the same questions, and the same dice.
    """
    if bare(session, written) == bare(session, text):
        return True
    first, second = (session.book.read(t) for t in (written, text))
    assert first is not None
    assert second is not None
    said, meant = (answers_of(session, a) for a in (first, second))
    if said is None or meant is None:
        return False
    return [_told(h) for h in said] == [_told(h) for h in meant]


def _told(h: RecordedAnswer) -> tuple[str, Any]:
    return ("unknown", None) if h.unknown else (h.kind, h.value)


def words_of(session: Session, action: Action) -> list[tuple[str, bool]] | None:
    """The shortest words for a line, one question after the other.

    With each: whether Enter alone, or nothing, would do at its place. None if no words make this line.
    """
    heard = answers_of(session, action)
    if heard is None:
        return None
    number = "+".join(str(c or "x") for c in action.cards) + "+r" * action.reserves
    begins = {"card": number, "hold": "hold", "cadre": "cadre", "turn-in": "turn-in", "end": ""}.get(action.kind)
    words = [] if begins is None else [(begins, False)]
    lines = len(session.book.lines)
    if begins is not None:
        session.feed(begins)
    left = [("unknown" if h.unknown else str(h.kind), h.value) for h in heard]
    while len(session.book.lines) == lines and session.draft is not None:
        draft: Draft = session.draft
        q = session.question
        at = len(draft.given)
        passed = next(
            (i for i, g in enumerate(draft.given) if i < len(left) and g.itself and g.value != left[i][1]), None
        )
        if passed is not None and isinstance(
            left[passed][1], str
        ):  # a rule leaves one answer, and they gave another one
            word = left[passed][1][:3].lower() + "!"
            session.feed(word)
            if session.draft is None or len(session.draft.given) <= passed:
                return None
            if session.draft.given[passed].value != left[passed][1]:
                return None
            words.append((word, False))
            continue
        if q.kind == "anyway":
            session.feed("!")
            words.append(("!", False))
            left.insert(at, ("", None))
            continue
        if at >= len(left) or q.kind in ("dead", "over"):
            return None
        kind, value = left[at]
        if kind == "more" and value:  # the next word names it
            kind, value = left[at + 1]
        word, usual = _word(session, kind, value)
        if word is None:
            return None
        for part in word.split():
            if session.feed(part).wrong:
                return None
        if not word:
            session.feed("")
        words.append((word, usual))
    return words


def _word(session: Session, kind: str, value: Any) -> tuple[str | None, bool]:
    q = session.question
    if kind == "more":
        return "", True
    if kind == "unknown":
        roll = q.roll
        assert roll is not None
        session.feed("x")
        if session.noting is None:
            return "", False
        chosen = next(c.value for c in session.question.choices if roll.read(c.value) == roll.read(value))
        word = _shortest(session, chosen)
        session.feed("undo")
        return f"x {word}", False
    if kind == "dice":
        return "".join(map(str, value)), False
    usual = q.usual is not USUAL and q.usual == value
    if usual and q.skips:
        return "", True
    return "x" if value == "?" else _shortest(session, value), usual


def _shortest(session: Session, value: Any) -> str | None:
    """The shortest word for this answer to the present question.

    A ``!`` follows an answer that a rule forbids.
    """
    for choices, behind in ((session.question.choices, ""), (session.forbidden(), "!")):
        chosen = next((c for c in choices if c.value == value), None)
        if chosen is None:
            continue
        name = chosen.keys[0]
        keys = [name[:n] for n in range(1, len(name) + 1)]
        if session.question.spelt:
            keys = keys[2:]
        keys += [k for k in chosen.keys[1:] if len(k) < 4 or k[:1] in "+-"]
        keys.sort(key=len)
        keys = [k for k in keys if len(k) >= LEAST or k in chosen.keys] or keys
        more = [] if not behind else session.question.choices
        for k in keys:
            if [c.value for c in fitting([*choices, *more], k)] == [value]:
                return k + behind
    return str(value) if isinstance(value, int) else None


def typed_for(session: Session, action: Action, text: str, number: int) -> Typed:
    """The typed text of one play after the lines before it.

    The session is left as it was.
    """
    entries = len(session.book.entries)
    words = words_of(session, action)
    session.back_to(entries)
    if words is not None:
        ends = len(words)
        while ends > 1 and words[ends - 1][1]:
            ends -= 1
        ways = [words[:ends], words] if ends < len(words) else [words]
        done = [t for way in ways if (t := _tried(session, way, text, number)) is not None]
        if done:
            return min(done, key=lambda t: t.keys)
    # as it was played, whatever the referee says of it: the line itself, without its side, which the clock knows
    body = text.removeprefix(f"{session.book.game.board.side} ")
    return Typed(number, text, [f"! {body}"], "typed as notation")


def _joined(words: list[str]) -> str:
    """Words with blanks between them where they need one."""
    line = words[0]
    for word in words[1:]:
        glued = LEAST == 1 and ((line[-1].isdigit() and word[0].isalpha()) or (line[-1].isalpha() and word.isdigit()))
        line += word if glued else f" {word}"
    return line


def _tried(session: Session, words: list[tuple[str, bool]], text: str, number: int) -> Typed | None:
    """Type these words, with Enter for the rest.

    It is None if another line comes of it. The session is left as it was.
    """
    line = _joined([part for w, _ in words for part in w.split()])
    entries, lines = len(session.book.entries), len(session.book.lines)
    session.feed(line)
    typed = [line]
    while len(session.book.lines) == lines and len(typed) < MOST_ENTERS and session.question.usual is not USUAL:
        session.feed("")
        typed.append("")
    if session.waiting is not None:
        session.feed("!")
        typed.append("!")
    written = session.book.lines[lines] if len(session.book.lines) > lines else ""
    session.back_to(entries)
    if not written or not same(session, written, text):
        return None
    how = "breaks a rule or leaves something out" if "!" in "".join(typed) or "[?" in written else ""
    return Typed(number, text, typed, how)


Way = Callable[[Session, Action, str, int], Typed]
"""Finds what is done for a play of a record: the session, the play, its line, and where that stands."""


def run(
    path: str | Path, known: Sequence[Sequence[str]] = (), *, way: Way | None = None, most: int = 0
) -> tuple[list[Typed], Session]:
    """Every play of a record as typed text, and the session.

    The session goes on from the text before.

    ``known`` is what is typed for each play, where it was found before: another line that comes of it ends the program.
    ``way`` finds what is done for a play, and ``most`` plays are enough (0: all).
    """
    way = way or typed_for
    text = Path(path).read_text(encoding="utf-8")
    record = read_text(text, rulesets.names_of)
    tags = [line for line in text.splitlines() if line.startswith("[")]
    session = Session(Book("\n".join(tags) + "\n"))
    found: list[Typed] = []
    for action in record.actions:
        if action.kind in ("board", "check", "deal"):
            continue
        if action.kind in PLAYS:
            text = bare(session, action.text)
            if (known and len(found) == len(known)) or (most and len(found) == most):
                break
            if known:
                done = Typed(action.place.line, text, list(known[len(found)]))
            else:
                done = way(session, action, text, action.place.line)
            found.append(done)
            lines = done.typed
        elif action.kind == "end":
            lines = [""]
        else:
            lines = [f"! {bare(session, action.text)}"]
        before, entries = len(session.book.lines), len(session.book.entries)
        for line in lines:
            session.feed(line)
        written = session.book.lines[before] if len(session.book.lines) > before else ""
        if known and action.kind in PLAYS:
            session.back_to(entries)
            if not written or not same(session, written, bare(session, action.text)):
                raise SystemExit(
                    f"{path}:{action.place.line}: {action.text}\n  was written as: {written}\n  typed: {lines}"
                )
            session.book.push(written)
            session.back_to(len(session.book.entries))
        _claims(session, action)
    return found, session


def _claims(session: Session, action: Action) -> None:
    """Set the board to the players' claims, for the plays that follow."""
    stated = [s for seg in action.segments for s in seg.claims if s.field not in ("success", "plot")]
    if stated:
        try:
            session.book.push(f"set: {tree.statements(session.book.game.board.rules.facts, stated)}")
        except LineError:
            return


def natural(path: Path) -> float:
    """Keys of a card play with three letters of each word.

    Blanks between the words count.
    """
    global LEAST
    LEAST = 3
    try:
        found = [t.keys for t in run(path)[0] if not t.how]
    finally:
        LEAST = 1
    return sum(found) / len(found)


def table(path: Path, found: list[Typed]) -> list[str]:
    """The plays of a record with their typed text, and average keys."""
    out = [f"{path.name}"]
    for t in found:
        out.append(f"{t.keys:>4}  {' ⏎ '.join(t.typed)} ⏎".ljust(40) + f"  {t.text}")
    keys = [t.keys for t in found]
    free = [t.keys for t in found if not t.how]
    out.append(f"{sum(keys) / len(keys):.1f} keys a card play ({len(keys)} plays, the longest {max(keys)})")
    if len(free) < len(keys):
        odd = len(keys) - len(free)
        out.append(f"{sum(free) / len(free):.1f} without the {odd} that break a rule or leave something out")
    out.append(f"{natural(path):.1f} where three letters of each word are typed, with blanks between")
    return out


def typed_in(page: str) -> dict[str, list[list[str]]]:
    """The typed text on a page of this program, by record."""
    found: dict[str, list[list[str]]] = {}
    name = ""
    for line in page.splitlines():
        if line.endswith(".lgn"):
            name = line
        elif (match := re.match(r" *\d+  (.*?) ?⏎  +(?:J|US) ", line)) is not None:
            found.setdefault(name, []).append(match[1].split(" ⏎ "))
    return found


def main(arguments: list[str]) -> None:
    """Print the keys of each play, and on average."""
    paths = [Path(a) for a in arguments if not a.startswith("-")] or [LOGS / "evening-1.lgn", LOGS / "evening-2.lgn"]
    text = "\n\n".join("\n".join(table(path, run(path)[0])) for path in paths) + "\n"
    if "--write" in arguments:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main(sys.argv[1:])
