"""Quick fixes: other wordings of a line, judged before they are offered.

The fix of the finding itself comes first. Every other one takes its finding away and brings no new one: the line is
judged with it, at its position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from referee.engine.law.ask import Field
from referee.engine.law.table import UNKNOWN
from referee.engine.record.findings import Finding
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.journal import Journal
from referee.engine.state.script import UNCOUNTED, Action, Segment, Statement
from referee.parsers.notation import fixing
from referee.parsers.notation.position import phrase
from referee.parsers.notation.tokens import split_comment
from referee.play.editing.document import Document
from referee.play.editing.formatting import LineEdit, format_line
from referee.play.editing.line_walk import LineWalk, judged, question_of, walk
from referee.play.recording import draft
from referee.reports import rewriting

MOST_OF_A_FINDING = 5
"""Most fixes of one finding."""
MOST_TRIED = 24
"""Most wordings that are tried for one finding."""
_NEVER_TRIED = frozenset({"note", "unreadable", "unsupported", "slip"})
_FORBIDDEN = frozenset({"illegal", "impossible"})
_EVENTS = (("/ no event", "Say that the event did not happen"), ("/ event", "Say that the event came behind it"))
Candidate = tuple[str, str]
"""A title and another wording of the line."""


@dataclass(frozen=True, slots=True)
class LineFix:
    """A change of the text that is offered."""

    title: str
    edits: tuple[LineEdit, ...]
    kind: str = "fix"
    """fix: it takes a finding away; format: it writes the line as the formatter does; read: it takes over all that was
    supposed."""
    finding: Finding | None = None
    best: bool = False
    """Whether it is the only one of its finding."""


def fixes(document: Document, line: int, last: int = 0) -> list[LineFix]:
    """The fixes for the findings on a line, or through line ``last``.

    Never raises.
    """
    last = max(line, last)
    found: list[LineFix] = []
    document.judge(last)
    for finding in document.findings:
        if line <= finding.place.line <= min(last, len(document.lines)) and not finding.follows:
            try:
                found += _of_finding(document, finding)
            except Exception:  # help while typing is no place to fail
                continue
    for number in range(max(line, 1), min(last, len(document.lines)) + 1):
        if document.lines[number - 1].strip() and (edit := format_line(document, number)) is not None:
            found.append(LineFix("Format this line", (edit,), "format"))
    return found


def as_read(document: Document) -> LineFix | None:
    """All assumptions about slips of the pen, as one change.

    None as long as not all lines are judged, or for none.
    """
    if document.stale or not (supposed := document.supposed):
        return None
    plain = fixing.together(one.edit for one in supposed)
    made = rewriting.rewrites(plain, document.lines)
    title = f"Write the record as it was read: {rewriting.as_read(supposed)}"
    return LineFix(title, tuple(LineEdit(r.first, r.last, r.lines) for r in made), "read")


def _of_finding(document: Document, finding: Finding) -> list[LineFix]:
    if finding.choices:
        return [*_own(document, finding), *_chosen(document, finding)][:MOST_OF_A_FINDING]
    own = _own(document, finding)
    tried = _tried(document, finding)
    if own:
        return [*own, *(f for f in tried if f.edits != own[0].edits)][:MOST_OF_A_FINDING]
    return [replace(tried[0], best=True)] if len(tried) == 1 else tried


def _own(document: Document, finding: Finding) -> list[LineFix]:
    """The fix that the finding itself has."""
    changes = rewriting.of(finding, document.lines)
    if not changes or finding.instead is None:
        return []
    labelled = rewriting.all_labelled(replace(finding, choices=()), document.lines)
    first = changes[0]
    if len(changes) == len(labelled) == 1 and first.lines and first.first == first.last == finding.place.line:
        title = f"Write: {_short(first.lines[0])}"
    else:
        title = "; ".join(f"{label}: {_short(text)}" for label, text in labelled[:2]) or "Leave it out"
    edits = tuple(LineEdit(c.first, c.last, c.lines) for c in changes)
    best = not finding.choices and (finding.instead.confidence != "possible" or finding.kind != "slip")
    return [LineFix(title, edits, "fix", finding, best=best)]


def _chosen(document: Document, finding: Finding) -> Iterator[LineFix]:
    """A fix for each thing that may be meant."""
    for one in finding.choices:
        changes = rewriting.rewrites(one.edits, document.lines)
        if changes and changes[0].lines:
            edits = tuple(LineEdit(c.first, c.last, c.lines) for c in changes)
            yield LineFix(f"Write: {_short(rewriting.bare(changes[0].lines[0]))}", edits, "fix", finding)


def _tried(document: Document, finding: Finding) -> list[LineFix]:
    """The other wordings that resolve the finding and bring no new one."""
    line = finding.place.line
    raw = document.lines[line - 1]
    action = document.action_on(line)
    if action is None or finding.kind in _NEVER_TRIED:
        return []
    candidates = [c for c in _candidates(document, action, finding, raw) if c[1] != raw][:MOST_TRIED]
    before = _judged(document, action, line, raw) if candidates else None
    if before is None or _of(finding) not in map(_of, before):
        return []  # it depends on other lines
    known = {_of(f) for f in before if f.counted} - {_of(finding)}
    found: dict[str, LineFix] = {}
    for title, text in candidates:
        if title in found or (after := _judged(document, action, line, text)) is None:
            continue
        if _of(finding) not in map(_of, after) and known.issuperset(_of(f) for f in after if f.counted):
            found[title] = LineFix(title, (LineEdit(line, line, (text,)),), "fix", finding)
        if len(found) >= MOST_OF_A_FINDING:
            break
    return list(found.values())


def _of(f: Finding) -> tuple[str, str]:
    """A finding on a line in any place.

    The rule may depend on the lines before.
    """
    return f.kind, f.message


def _judged(document: Document, action: Action, line: int, text: str) -> list[Finding] | None:
    lines = [(n, text if n == line else document.lines[n - 1]) for n in action.numbers]
    return judged(document, action.place.line, lines)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


# -------------------------------------------------------------------- other wordings


def _candidates(document: Document, action: Action, finding: Finding, raw: str) -> Iterator[Candidate]:
    """Other wordings of a line, the likeliest first."""
    if finding.kind == "outcome":
        yield from _claims(document, action, finding, raw)
    if action.kind == "deal" and (due := draft.deal(Journal(document.board_before(action.place.line)))):
        yield f"Write: {due}", _with_comment(due, split_comment(raw)[1])
    if finding.kind == "incomplete":
        yield from _events(document, action, raw)
    else:
        if finding.kind in _FORBIDDEN:
            yield from _other_answers(document, action, finding, raw)
            if (match := re.match(r"(\s*\w+\s+\d+)\s*\+\s*R\b", raw, re.IGNORECASE)) is not None:
                yield "Leave the Reserves out", match[1] + raw[match.end() :]
        yield from _left_out(finding, raw)


def _with_comment(text: str, comment: str) -> str:
    return f"{text}  {comment}" if comment else text


def _claims(document: Document, action: Action, finding: Finding, raw: str) -> Iterator[Candidate]:
    """The wrong statements as the board has them."""
    line = finding.place.line
    wrong: list[tuple[Statement, str]] = []
    for segment, stated in _stated(action, finding):
        with _board_at(document, action, segment, raw) as board:
            if board is None:
                return
            for s in stated:
                if s.place.line != line or s.field in ("success", "plot") or statements.holds(board, s):
                    continue
                try:
                    value = statements.make(s.field, statements.actual(board, s), s.subject)
                    wrong.append((s, phrase(board.rules.facts, value, none="no")))
                except (KeyError, ValueError):
                    continue
    if wrong:
        right = raw
        for s, said in sorted(wrong, key=lambda w: -w[0].place.column):
            right = right[: s.place.column - 1] + said + right[s.place.end - 1 :]
        yield f"Write: {_short(', '.join(f'{s.subject} {said}'.strip() for s, said in wrong))}", right


def _stated(action: Action, finding: Finding) -> Iterable[tuple[Segment | None, list[Statement]]]:
    """The claims of the finding's part, or all statements of a checkpoint."""
    if action.kind in UNCOUNTED:
        return [(None, action.statements)]
    line, column, _ = finding.place
    with_claims = [s for s in action.segments if s.claims]
    for s in with_claims:
        if any(c.place.line == line and c.place.column <= column < c.place.end for c in s.claims):
            return [(s, s.claims)]
    return [(s, s.claims) for s in with_claims]


@contextmanager
def _board_at(document: Document, action: Action, segment: Segment | None, raw: str) -> Iterator[Board | None]:
    """The position of a statement; None if unknown.

    Before a checkpoint, after its part of a play.
    """
    board = document.board_before(action.place.line)
    if segment is None:
        yield board
        return
    claims = [c for c in segment.claims if c.place.line == action.place.line]
    arrow = raw.rfind("=>", 0, claims[0].place.column) if claims else -1
    if arrow < 0 or len(action.lines) > 1:
        yield None
        return
    played = walk([(action.place.line, raw[:arrow].rstrip())], Journal(board), document.names)
    if played is None:
        yield None
        return
    with played.here() as out:
        yield board if out.done and not played.table.lacks_dice else None


def _events(document: Document, action: Action, raw: str) -> Iterator[Candidate]:
    """Possible claims about an event that a line does not mention."""
    played = LineWalk(action, Journal(document.board_before(action.place.line)), document.names)
    with played.here():
        if all(gap.field != Field.ORDER for gap in played.table.open_questions):
            return
    body, comment = split_comment(raw)
    claims = body.find("=>")
    for words, title in _EVENTS:
        yield title, _with_comment(f"{body.rstrip()} {words}", comment)
        if claims > 0:
            yield title, _with_comment(f"{body[:claims].rstrip()} {words} {body[claims:].rstrip()}", comment)


def _other_answers(document: Document, action: Action, finding: Finding, raw: str) -> Iterator[Candidate]:
    """The legal answers in the place of the refused one."""
    line, column, end = finding.place
    if line != action.place.line or len(action.lines) > 1 or end - 1 > len(raw):
        return
    before, after = raw[: column - 1], raw[end - 1 :]
    without = f"{before}{' ' * (end - column)}{after}"
    played = walk([(line, without)], Journal(document.board_before(line)), document.names, column)
    if played is None:
        return
    with played.here() as out:
        ask = out.question.ask if out.question is not None else None
        legal = question_of(ask).legal if ask is not None else []
    for value in legal:
        if value != UNKNOWN:
            text = f"{value[0]}#{value[1]}" if isinstance(value, tuple) else str(value)
            yield f"Write {text}, which is legal", before + text + after


def _left_out(finding: Finding, raw: str) -> Iterator[Candidate]:
    """The line without the underlined part.

    Dice without a roll, a claim, an entry too many.
    """
    _, column, end = finding.place
    before, part, after = raw[: column - 1], raw[column - 1 : end - 1], raw[end - 1 :]
    if not part.strip() or not before.strip():
        return
    short = re.sub(r"\s*(?:,|=>|/)?\s*$", "", before)
    for front in dict.fromkeys((short, before.rstrip())):
        text = front + (after if after[:1] in ("", ",", ";", ":") else f" {after.lstrip()}")
        if front == short and after.startswith(","):
            text = before + after.lstrip(", ")
        yield f"Leave “{_short(part.strip())}” out", text
