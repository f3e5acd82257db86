"""Quick fixes: other wordings of a line, each tried before it is offered.

What is offered takes its finding away and brings no other one: the line is judged with it, at its position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

from referee.engine import statements
from referee.engine.ask import Field
from referee.engine.board import Board
from referee.engine.findings import Finding
from referee.engine.journal import Journal
from referee.engine.play import UNKNOWN
from referee.engine.script import Action, Segment, Statement
from referee.parsers.notation.position import phrase
from referee.parsers.notation.tokens import split_comment
from referee.play.editing import lookout, trial
from referee.play.editing.document import Document
from referee.play.editing.formatting import Edit, format_line
from referee.play.recording import draft
from referee.reports import rewriting

MOST_OF_A_FINDING = 5
"""Most fixes of one finding."""
MOST_TRIED = 24
"""Most wordings that are tried for one finding."""
_BOARD_KINDS = frozenset({"board", "set", "setup", "check"})
_EVENTS = (("/ no event", "Say that the event did not happen"), ("/ event", "Say that the event came behind it"))


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of the text that is offered."""

    title: str
    edits: tuple[Edit, ...]
    kind: str = "fix"
    """fix: it takes a finding away; format: it only writes the line as the formatter does."""
    finding: Finding | None = None
    best: bool = False
    """Whether it is the only one of its finding."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    title: str
    text: str


def fixes(document: Document, line: int, last: int = 0) -> list[Fix]:
    """What may be changed on a line, or on the lines down to ``last``, so that a finding goes. Never raises."""
    last = max(line, last)
    found: list[Fix] = []
    document.judge(last)
    for finding in document.findings:
        if line <= finding.place.line <= min(last, len(document.lines)) and not finding.follows:
            try:
                found += of_finding(document, finding)
            except Exception:  # help while typing is no place to fail
                continue
    for number in range(max(line, 1), min(last, len(document.lines)) + 1):
        found += formatted(document, number)
    return found


def formatted(document: Document, line: int) -> list[Fix]:
    """The line as the formatter writes it, where that differs."""
    edit = format_line(document, line) if document.lines[line - 1].strip() else None
    return [Fix("Format this line", (edit,), "format")] if edit is not None else []


def of_finding(document: Document, finding: Finding) -> list[Fix]:
    """The fixes of one finding, each tried."""
    line = finding.place.line
    raw = document.lines[line - 1]
    own = _own(document, finding)
    action = document.action_on(line)
    if action is None or finding.kind in ("note", "unreadable", "unsupported", "slip"):
        return own
    found: list[Fix] = []
    candidates = [c for c in _candidates(document, action, finding, raw) if c.text != raw][:MOST_TRIED]
    if not candidates:
        return own
    before = _judged(document, action, line, raw)
    if before is None or not any(trial.same(finding, f) for f in before):
        return own  # it hangs on other lines
    others = [f for f in before if f.counted and not trial.same(finding, f)]
    for candidate in candidates:
        if any(f.title == candidate.title for f in found):
            continue
        after = _judged(document, action, line, candidate.text)
        if after is None or any(trial.same(finding, f) for f in after):
            continue
        if all(any(trial.same(f, g) for g in others) for f in after if f.counted):
            found.append(_fix(finding, line, candidate))
        if len(found) >= MOST_OF_A_FINDING:
            break
    if own:
        return [*own, *(f for f in found if f.edits != own[0].edits)][:MOST_OF_A_FINDING]
    return [Fix(f.title, f.edits, f.kind, f.finding, best=True) for f in found] if len(found) == 1 else found


def _own(document: Document, finding: Finding) -> list[Fix]:
    """The fix that the finding itself has, which is offered before all others."""
    lines = document.lines
    changes = rewriting.of(finding, lines)
    if not changes or finding.instead is None:
        return []
    told = rewriting.all_labelled(finding, lines)
    if (
        len(changes) == 1
        and changes[0].first == changes[0].last == finding.place.line
        and len(told) == 1
        and changes[0].lines
    ):
        title = f"Write: {_short(changes[0].lines[0])}"
    else:
        title = "; ".join(f"{label}: {_short(text)}" for label, text in told[:2]) or "Leave it out"
    edits = tuple(Edit(c.first, c.last, c.lines) for c in changes)
    return [Fix(title, edits, "fix", finding, best=finding.instead.confidence != "possible" or finding.kind != "slip")]


def _fix(finding: Finding, line: int, candidate: _Candidate) -> Fix:
    return Fix(candidate.title, (Edit(line, line, (candidate.text,)),), "fix", finding)


def _judged(document: Document, action: Action, line: int, text: str) -> list[Finding] | None:
    lines = [(n, text if n == line else document.lines[n - 1]) for n in action.numbers]
    return trial.judged(document, action.place.line, lines)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


# -------------------------------------------------------------------- what may be written instead


def _candidates(document: Document, action: Action, finding: Finding, raw: str) -> Iterator[_Candidate]:
    """Other wordings of a line, the likeliest first."""
    if finding.kind == "outcome":
        yield from _claims(document, action, finding, raw)
    if action.kind == "deal":
        yield from _deal(document, action, raw)
    if finding.kind == "incomplete":
        yield from _events(document, action, raw)
    if finding.kind in ("illegal", "impossible"):
        yield from _other_answers(document, action, finding, raw)
        yield from _without_reserves(raw)
    if finding.kind != "incomplete":
        yield from _left_out(finding, raw)


def _claims(document: Document, action: Action, finding: Finding, raw: str) -> Iterator[_Candidate]:
    """The statements that are wrong as the board has them; or left out."""
    line = finding.place.line
    wrong: list[tuple[Statement, str]] = []
    for segment, stated in _stated(action, finding):
        board = _board_at(document, action, segment, raw)
        if board is None:
            return
        for s in stated:
            if s.place.line != line or s.field in ("success", "plot") or statements.holds(board, s):
                continue
            try:
                value = statements.say(s.field, statements.actual(board, s), s.subject)
                wrong.append((s, re.sub(r"^0 ", "no ", phrase(board.rules.facts, value))))
            except (KeyError, ValueError):
                continue
    if not wrong:
        return
    right = raw
    for s, said in sorted(wrong, key=lambda w: -w[0].place.column):
        right = right[: s.place.column - 1] + said + right[s.place.end - 1 :]
    told = ", ".join(f"{s.subject} {said}".strip() for s, said in wrong)
    yield _Candidate(f"Write: {_short(told)}", right)


def _stated(action: Action, finding: Finding) -> list[tuple[Segment | None, list[Statement]]]:
    """The claims of the part that a finding is about, or all statements of a checkpoint."""
    if action.kind in _BOARD_KINDS:
        return [(None, action.statements)]
    at = finding.place.column
    for s in action.segments:
        if any(c.place.line == finding.place.line and c.place.column <= at < c.place.end for c in s.claims):
            return [(s, s.claims)]
    return [(s, s.claims) for s in action.segments if s.claims]


def _board_at(document: Document, action: Action, segment: Segment | None, raw: str) -> Board | None:
    """The position of which a statement speaks: in front of a checkpoint, behind its part of a play; None if not known."""
    board = document.board_before(action.place.line)
    if segment is None:
        return board
    claims = [c for c in segment.claims if c.place.line == action.place.line]
    if not claims or len(action.lines) > 1:
        return None
    arrow = raw.rfind("=>", 0, claims[0].place.column)
    front = raw[:arrow].rstrip()
    played = lookout.read([(action.place.line, front)], document.names)
    if played is None or arrow < 0:
        return None
    seen = lookout.play(played, board, Journal())
    return board if seen.over and not seen.table.unrolled else None


def _deal(document: Document, action: Action, raw: str) -> Iterator[_Candidate]:
    """The cards that the tracks give."""
    game = cast("Any", SimpleNamespace(board=document.board_before(action.place.line), journal=Journal()))
    due = draft.deal(game)
    if due:
        comment = split_comment(raw)[1]
        yield _Candidate(f"Write: {due}", f"{due}{f'  {comment}' if comment else ''}")


def _events(document: Document, action: Action, raw: str) -> Iterator[_Candidate]:
    """What a line may say of an event that it does not mention."""
    seen = lookout.play(action, document.board_before(action.place.line), Journal())
    if all(gap.field != Field.ORDER for gap in seen.table.gaps):
        return
    body, comment = split_comment(raw)
    claims = body.find("=>")
    for words, title in _EVENTS:
        yield _Candidate(title, f"{body.rstrip()} {words}{f'  {comment}' if comment else ''}")
        if claims > 0:
            yield _Candidate(
                title, f"{body[:claims].rstrip()} {words} {body[claims:].rstrip()}{f'  {comment}' if comment else ''}"
            )


def _other_answers(document: Document, action: Action, finding: Finding, raw: str) -> Iterator[_Candidate]:
    """The legal answers in the place of the one that is refused."""
    line, column, end = finding.place
    if line != action.place.line or len(action.lines) > 1 or end - 1 > len(raw):
        return
    blank = raw[: column - 1] + lookout.BLANK + raw[end - 1 :]
    read = lookout.read([(line, blank)], lookout.with_blank(document.names))
    if read is None:
        return
    gap = lookout.play(read, document.board_before(line), Journal()).table.gap
    for value in gap.legal if gap is not None else ():
        if value != UNKNOWN:
            text = f"{value[0]}#{value[1]}" if isinstance(value, tuple) else str(value)
            yield _Candidate(f"Write {text}, which is legal", raw[: column - 1] + text + raw[end - 1 :])


def _without_reserves(raw: str) -> Iterator[_Candidate]:
    match = re.match(r"(\s*\w+\s+\d+)\s*\+\s*R\b", raw, re.IGNORECASE)
    if match is not None:
        yield _Candidate("Leave the Reserves out", match[1] + raw[match.end() :])


def _left_out(finding: Finding, raw: str) -> Iterator[_Candidate]:
    """The line without what the finding underlines: dice that nothing rolled, a claim, an entry too many."""
    _, column, end = finding.place
    before, what, behind = raw[: column - 1], raw[column - 1 : end - 1], raw[end - 1 :]
    if not what.strip() or not before.strip():
        return
    short = re.sub(r"\s*(?:,|=>|/)?\s*$", "", before)
    for front in dict.fromkeys((short, before.rstrip())):
        text = front + (behind if behind[:1] in ("", ",", ";", ":") else f" {behind.lstrip()}")
        if front == short and behind.startswith(","):
            text = before + behind.lstrip(", ")
        yield _Candidate(f"Leave “{_short(what.strip())}” out", text)
