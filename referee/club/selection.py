"""Selections of findings.

The choice is by kind and rule, or of findings new since a play, line or day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.engine.record.findings import Finding
from referee.engine.record.steps import Judgement
from referee.engine.state.words import plural
from referee.reports.columns import printable
from referee.reports.printing import RequestError
from referee.reports.wording import KINDS, tally

_RULE = re.compile(r"\d+(?:\.\d+)*(?:-\w+)?|(?:card|option)[ -]?\d+|[a-z][a-z-]*", re.ASCII)
DICE = "dice"
"""Findings that miss nothing but dice; by their kind they are incomplete."""
_OTHERS = frozenset({"notation", "mail", "file", "referee", DICE})
"""Words for the form of a record in the place of a rule."""
_PART = re.compile(r"([a-z]+) (\d{1,9})", re.ASCII)
"""The name of a part of an original: message 3, step 12."""
_SINCE = re.compile(
    r"(?P<last>last|newest)|(?P<kind>[a-z]{3,12}) (?P<number>\d{1,9})|a(?P<action>\d{1,9})|(?P<line>\d{1,9})",
    re.ASCII | re.IGNORECASE,
)


class SelectionError(RequestError):
    """Words that choose nothing that there is: a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A selection: ``select`` (None: everything) without ``ignore``, from ``since`` on."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    since: str = ""


def split(words: Iterable[str]) -> tuple[str, ...]:
    """Split options into words.

    They may come once or several times, with commas or without.
    """
    return tuple(w for given in words for part in given.split(",") if (w := " ".join(part.split())))


def parse(words: Iterable[str]) -> tuple[str, ...]:
    """Parse kinds and beginnings of rule numbers.

    Raises :class:`SelectionError` for other words.
    """
    found = []
    for word in words:
        name = word.casefold().rstrip(".")
        if (match := re.fullmatch(r"(card|option)[ -]?(\d+)", name, re.ASCII)) is not None:
            name = f"{match[1]} {match[2]}"
        if name not in KINDS and name not in _OTHERS and not _exists(name):
            raise SelectionError(
                f"“{printable(word[:40])}” is neither a kind of finding ({', '.join(KINDS)}; {DICE} for dice not noted) nor the number of a rule or a card"
            )
        found.append(name)
    return tuple(found)


def _exists(name: str) -> bool:
    if not _RULE.fullmatch(name):
        return False
    if name == "card":
        return True
    if name.startswith("card "):
        from referee.editions import rulesets

        return int(name[5:]) in rulesets.whole().cards
    from referee.rules import rulebook

    return any(is_part(number, name) for number in rulebook())


def is_part(rule: str, wanted: str) -> bool:
    """Whether a rule is the wanted one or a part of it.

    8.4.1 and 8.4.3.2 are parts of 8.4, 8.41 is not.
    """
    rule = rule.casefold()
    return rule == wanted or (rule.startswith(wanted) and rule[len(wanted)] in ".- ")


def _meant(f: Finding, words: tuple[str, ...]) -> bool:
    return any(f.kind == w or is_part(f.rule, w) or (w == DICE and f.missing_dice) for w in words)


def apply(verdict: Judgement, wanted: Selection) -> tuple[Judgement, list[str], int]:
    """Select findings of a verdict.

    Remarks on the others, and the mistakes among them.

    Raises :class:`SelectionError` for a play, line or day that the record does not have.
    """
    every, select = verdict.findings, wanted.select
    kept = [f for f in every if (select is None or _meant(f, select)) and not _meant(f, wanted.ignore)]
    shown = {id(f) for f in kept}
    gone = [f for f in every if f.counted and id(f) not in shown]
    remarks = [f"not shown and not counted (select, ignore): {', '.join(tally(gone).words)}"] if gone else []
    left_out = len(gone)
    if wanted.since:
        kept, since, early = _newer(verdict, kept, wanted.since)
        remarks.insert(0, since)
        left_out += early
    return replace(verdict, findings=kept), remarks, left_out


def _newer(verdict: Judgement, findings: list[Finding], since: str) -> tuple[list[Finding], str, int]:
    """The new findings.

    A remark on the others, and the mistakes among them.
    """
    first, words = start(verdict, since)
    early = [f for f in findings if f.counted and f.place.line < first]
    new = sum(s.action.counted and max(s.action.numbers) >= first for s in verdict.steps)
    before = f"{', '.join(tally(early).words)}, not shown" if early else "nothing wrong"
    remark = f"new since {words}: {plural(new, 'action')}; before that: {before}"
    return [f for f in findings if f.place.line >= first], remark, len(early)


def start(verdict: Judgement, since: str) -> tuple[int, str]:
    """The first line that is new, and since when in words.

    It is a play (a24), a line (line 30, 30), a day (2026-11-20), or a part of what the record was taken from (message 5,
    step 12), of which ``last`` is the last one. Raises :class:`SelectionError`.
    """
    word = " ".join(since.split())
    match = _SINCE.fullmatch(word)
    if match is None:
        return _since_day(verdict, word)
    kind = (match["kind"] or "").casefold()
    if match["last"] or kind:
        found = _since_part(verdict, kind, int(match["number"] or 0))
        if found is not None:
            return found
    if match["action"]:
        name = f"a{int(match['action'])}"
        step = next((s for s in verdict.steps if s.id == name), None)
        if step is None:
            raise SelectionError(f"there is no action {name}; the record has {plural(verdict.actions, 'action')}")
        return min(step.action.numbers), f"{name} (line {step.action.place.line})"
    if match["line"] or kind == "line":
        number, lines = int(match["line"] or match["number"]), len(verdict.record.lines)
        if not 1 <= number <= lines:
            raise SelectionError(f"there is no line {number}; the record has {plural(lines, 'line')}")
        return number, f"line {number}"
    return _since_day(verdict, word)


def _since_part(verdict: Judgement, kind: str, number: int) -> tuple[int, str] | None:
    """The first line from a part of the original.

    None if it has no parts of this kind.
    """
    lines = verdict.record.lines
    parts = [(n, at, _PART.fullmatch(at.source)) for n, at in getattr(lines, "origins", {}).items()]
    found = sorted((int(m[2]), n, at) for n, at, m in parts if m is not None and m[1] == (kind or m[1]))
    if not found:
        if kind in ("", "message"):
            raise SelectionError(
                "the record was not taken from mails; since takes a24, line 30 or a day such as 2026-11-20"
            )
        return None
    first = next((f for f in found if f[0] >= (number or found[-1][0])), None)
    if first is None:
        raise SelectionError(
            f"there is no {kind} {number} with a line of the record; the last one is {found[-1][2].source}"
        )
    at = first[2]
    return first[1], f"{at.source} ({at.about})" if at.about else at.source


def _since_day(verdict: Judgement, word: str) -> tuple[int, str]:
    """The first line on or after a day."""
    from referee.club import dates

    days = dates.days(verdict.record)
    asked = dates.parse(word, days[0].day.year if days else None)
    if asked is None:
        raise SelectionError(
            f"“{printable(word[:40])}” is no play, line or day; since takes a24, line 30, 30, message 5, last, or a day such as 2026-11-20"
        )
    if not days:
        raise SelectionError(
            "the record has no remarks with days: begin one with a day, such as “; 2026-11-20” or “; Fri 20 Nov”"
        )
    for day in days:
        if day.day >= asked:
            return day.line, f"{asked.isoformat()} (line {day.line})"
    raise SelectionError(
        f"nothing is dated {asked.isoformat()} or later; "
        f"the last day is {days[-1].day.isoformat()} (line {days[-1].line})"
    )
