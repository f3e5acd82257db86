"""One play and its ruling in sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.engine.explaining.referee import JudgedStep, Judgement
from referee.engine.judging.grounds import POSITIONS, Ground, Nearness
from referee.engine.law.rolls import Roll
from referee.engine.record.findings import Edit, Finding
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.journal import Change, Kind
from referee.engine.state.script import line_at, notation_text, notation_texts
from referee.engine.state.words import capital, listed, numbered, plural, sentence, stopped, the_side
from referee.reports import bbcode, data, describe, grounds, markdown, rewriting, rolls, trails, wording
from referee.reports.columns import printable, wrap
from referee.rules import rulebook
from referee.rules.library import Ruling

MOST_CHANGES = 12
"""Most changes of the board named singly."""
PART = re.compile(
    r"(?:(.+?):)?((?:message|step|save|entry) \d{1,9})(?::(\d{1,9}))?(?::\d+)?:?", re.DOTALL | re.IGNORECASE
)
"""A place in a record's source, as in thread.mbox:message 2:12:24."""
_ACTION = re.compile(r"a(\d{1,9})", re.ASCII | re.IGNORECASE)
_LINE = re.compile(r"(?:line )?(\d{1,9})", re.ASCII | re.IGNORECASE)
UNFITTING = "not everything on the line fits it"
"""Message for an outcome without a result.

The reason is a die without a roll, a refused event or a superfluous name.
"""
UNDO = "With --on-violation undo it is taken back."


class NoAnswer(Exception):
    """A line without anything to ask about.

    The message is a sentence for the user.
    """


def names_a_line(place: str) -> bool:
    """Whether words name a line of a record."""
    return any(form.fullmatch(place) for form in (_ACTION, _LINE, PART))


def line_named(verdict: Judgement, place: str) -> int:
    """The line at a place: an action, a source's part, a line."""
    if (match := _ACTION.fullmatch(place)) is not None:
        name = f"a{int(match[1])}"
        step = next((s for s in verdict.steps if s.id == name), None)
        if step is None:
            raise NoAnswer(f"there is no action {name}; {plural(verdict.actions, 'action')} of the record were judged")
        return step.action.place.line
    if (match := PART.fullmatch(place)) is not None:
        at = line_at(verdict.record.lines, match[2], int(match[3] or 0))
        if at is None:
            raise NoAnswer(f"no line of the record comes from {match[2]}" + f", line {match[3]}" * bool(match[3]))
        return at
    match = _LINE.fullmatch(place)
    number = int(match[1]) if match else 0
    if not 1 <= number <= len(verdict.record.lines):
        raise NoAnswer(f"there is no line {number}; the record has {plural(len(verdict.record.lines), 'line')}")
    return number


class SentenceList(NamedTuple):
    """Sentences of one sort, under a heading."""

    title: str
    sentences: list[str]


@dataclass(slots=True)
class LineAnswer:
    """An answer in sentences, equal in all forms."""

    head: str
    """The place of the play: record, line, turn and phase."""
    line: str
    """The written play."""
    word: str
    """The answer's word: Yes, No or I cannot say."""
    sentences: list[list[str]]
    """The sentences of each paragraph: the answer, the dice, the board."""
    lists: list[SentenceList]
    """The grounds of the answer, shown after the first paragraph."""
    status: int
    number: int
    findings: list[Finding]
    lines: Sequence[str]
    """The lines of the record, for the fixes of the findings."""
    step: JudgedStep | None = None
    changes: list[str] = field(default_factory=list)
    grounds: list[Ground] = field(default_factory=list)
    """The grounds of a legal play, the nearest to a refusal first."""
    rulings: list[Ruling] = field(default_factory=list)
    """The relevant readings of the rules."""

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs, the first with the answer's word."""
        first, *others = self._bare_paragraphs() or [""]
        return [f"{self.word}. {first}".rstrip(), *others]

    def _bare_paragraphs(self) -> list[str]:
        return [" ".join(sentences) for sentences in self.sentences if sentences]

    def text(self, width: int) -> str:
        """The answer for a terminal, wrapped to its columns."""
        first, *others = self.paragraphs
        out = [self.head, f"    {self.line}", "", *wrap(first, width)]
        for title, items in self.lists:
            out += ["", *wrap(title, width), *(line for s in items for line in wrap(s, width, "  - ", "    "))]
        for paragraph in others:
            out += ["", *wrap(paragraph, width)]
        return "\n".join(out)

    def markdown(self) -> str:
        """The answer for a post or a mail."""
        line = self.line.replace("~~~", "~ ~ ~")
        first, *others = [*map(markdown.escape, self._bare_paragraphs()), ""]
        lists = [
            f"{markdown.escape(title)}\n\n" + "\n".join(f"- {markdown.escape(s)}" for s in items)
            for title, items in self.lists
        ]
        rest = "\n\n".join(filter(None, [first, *lists, *others]))
        return f"{markdown.escape(self.head)}\n\n~~~\n{line}\n~~~\n\n**{self.word}.** {rest}\n"

    def bbcode(self) -> str:
        """The answer for a forum."""
        first, *others = [*map(bbcode.escape, self._bare_paragraphs()), ""]
        lists = [
            f"{bbcode.escape(title)}\n[list]\n" + "\n".join(f"[*]{bbcode.escape(s)}" for s in items) + "\n[/list]"
            for title, items in self.lists
        ]
        rest = "\n\n".join(filter(None, [first, *lists, *others]))
        return f"{bbcode.escape(self.head)}\n[c]{bbcode.escape(self.line)}[/c]\n\n[b]{self.word}.[/b] {rest}\n"

    def data(self) -> dict[str, Any]:
        """The answer for programs."""
        step = self.step
        found = {
            "answer": {"Yes": "yes", "No": "no"}.get(self.word, "unknown"),
            "where": self.head,
            "id": step.id if step is not None else "",
            "line": self.number,
            "text": self.line,
            "paragraphs": self.paragraphs,
            "findings": [data.finding(f, self.lines) for f in self.findings],
            "rolls": [rolls.data(r) for r in step.rolls] if step is not None else [],
            "changes": self.changes,
            "grounds": [grounds.data(g) for g in self.grounds],
            "rulings": [r.data() for r in self.rulings],
        }
        if step is not None and step.trails:
            found["trails"] = trails.data(step)
        return found


def of_line(
    verdict: Judgement, name: str, line: int, club: str = "", undo: str = UNDO, *, besides: bool = True
) -> LineAnswer:
    """The answer for a line of a record.

    ``undo`` is the way to take back an illegal play; with ``besides`` its words include the requirements of every card.
    Raises :class:`NoAnswer`.
    """
    step = next((s for s in verdict.steps if line in s.action.numbers), None)
    if step is None:
        return _of_other(verdict, name, line)
    lines, own = verdict.record.lines, set(step.action.numbers)
    findings = [f for f in verdict.findings if f.place.line in own or _rewrites(f, own)]
    counted = [f for f in findings if f.counted and not f.of_spelling]
    spelt = [f for f in findings if f.of_spelling]
    following = [f for f in findings if f.follows and f.kind != "note"]
    shown = [c for c in step.changes if describe.shown(c)]
    changes = [describe.change(c, step.rules) for c in shown]
    word, first = ruled(counted, step, following, lines)
    if counted:
        actions = wording.actions_by_line(verdict.record)
        first += [s for f in counted for s in _finding(f, wording.side_of(f, actions), step.action.side, lines)]
        first += _followers(findings, lines)
    else:
        first += [_sentence(text) for f in following for text in (f.message, f.reason) if text]
    first += [s for f in spelt for s in _finding(f, "", "", lines)]
    notes = [_sentence(f.message) for f in findings if f.kind == "note" and not f.follows]
    refused = following or any(f.kind != "incomplete" for f in counted)
    held = [] if refused else grounds.of(verdict).of(verdict.steps.index(step))
    rulings = grounds.rulings(step, findings)
    first += [f"This is judged by the {club}."] * bool(club)
    place = step.action.place.line
    return LineAnswer(
        _head(name, place, f" ({step.id})" if step.id else ""),
        " ".join(map(_bare, notation_texts(lines, step.action.numbers))),
        word,
        [first, notes, *_trails(step), _dice(step, counted), _board(shown, step, counted, verdict, undo)],
        _lists(held, rulings, stated=step.action.kind in POSITIONS, besides=besides),
        1 if counted or following else 0,
        place,
        findings,
        lines,
        step,
        changes,
        held,
        rulings,
    )


def _of_other(verdict: Judgement, name: str, line: int) -> LineAnswer:
    """The answer for a line without a play: unreadable, unjudged or empty."""
    lines = verdict.record.lines
    found = [f for f in verdict.findings if f.place.line == line and f.kind != "note"]
    if found:
        sentences = [s for f in found if f.counted for s in _finding(f, "", "", lines)] + _followers(found, lines)
        return LineAnswer(
            _head(name, line), _bare(notation_text(lines, line)), "I cannot say", [sentences], [], 1, line, found, lines
        )
    last = verdict.steps[-1].action.place.line if verdict.steps else 0
    if verdict.stopped and line > last:
        raise NoAnswer(f"line {line} was not judged: the policy is to stop at the first finding, on line {last}")
    after = [s.action.place.line for s in verdict.steps if s.action.place.line > line and s.action.counted]
    raise NoAnswer(f"line {line} is no play{f'; the next play is on line {after[0]}' if after else ''}")


def _head(name: str, line: int, id: str = "") -> str:
    return "This play:" if name == "This play" else f"{name}, line {line}{id}:"


def _rewrites(f: Finding, own: set[int]) -> bool:
    """Whether a correction of another line would write these lines differently."""
    edits = f.instead.edits if f.kind == "slip" and f.instead is not None else ()
    return any(isinstance(e, Edit) and any(e.first <= n <= e.last for n in own) for e in edits)


def _trails(step: JudgedStep) -> list[list[str]]:
    """The trails of a side without a player, a paragraph each.

    Each is a question that its flowchart answered.
    """
    return [[f"{t.who or 'The flowchart'}.", *trails.sentences(t)] for t in trails.worth_showing(step)]


def _bare(line: str) -> str:
    return " ".join(printable(rewriting.bare(line.replace("\t", " "))).split())


# ---------------------------------------------------------------- yes or no


def ruled(
    counted: list[Finding], step: JudgedStep, following: Sequence[Finding] = (), lines: Sequence[str] = ()
) -> tuple[str, list[str]]:
    """The word and the first sentence.

    ``following`` are consequences of earlier lines. Yes means no finding at all.
    """
    side, kind = step.action.side, step.action.kind
    whose = f"The {SIDE_NAMES[side]} play" if side and kind == "card" else "It"
    stated = kind in ("board", "check", "set")
    kinds = {f.kind for f in counted}
    if not counted:
        if following:
            return "I cannot say", [_because(following, whose, lines, stated=stated)]
        agrees = "The position written here agrees with the board."
        return "Yes", [agrees if kind in POSITIONS else f"{whose} was legal."]
    if kinds & {"illegal", "impossible"}:
        return "No", [f"{whose} was not legal."]
    if "unsupported" in kinds:
        return "I cannot say", ["The referee cannot judge all of this yet."]
    if "outcome" in kinds:
        if stated:
            return "No", ["The position written here does not agree with the board."]
        wrong = "the result was recorded wrongly" if any(f.of_result for f in counted) else UNFITTING
        return "No", [f"{whose} was allowed, but {wrong}."]
    if kinds == {"slip"}:
        slip = "This is a slip of the pen: no player broke a rule, but the record was written down wrongly."
        return "I cannot say", [slip]
    return "I cannot say", [f"{whose} may have been legal, but the line leaves something out."]


def _because(following: Sequence[Finding], whose: str, lines: Sequence[str], *, stated: bool) -> str:
    """The message for a line wrong only because of earlier lines."""
    causes = wording.lines_named(sorted({n for f in following for n in f.follows}), lines)
    kinds = {f.kind for f in following}
    if stated:
        what = "The position written here does not agree with the board"
    elif kinds & {"illegal", "impossible"}:
        what = f"{whose} was not legal on the board as the record has it"
    elif "outcome" in kinds:
        what = "The result of this line is not that of the board as the record has it"
    else:
        what = "As the record has the board, something is missing here"
    return f"{what}, but only because of {causes}; that is no mistake on this line."


def _finding(f: Finding, side: str, who: str, lines: Sequence[str]) -> list[str]:
    """The finding, its reason, its rule, and the right way."""
    slip = f.kind == "slip"
    out = [f"This is {the_side(side)}'s mistake."] if side and side != who and not slip else []
    out.append(_sentence(f.message))
    fix = [f"{label}: “{_bare(text)}”." for label, text in rewriting.labelled(f, lines)]
    fix += [f"That would clear {found}." for found in [rewriting.effect(f)] if found]
    out += fix if slip else []  # the intention comes before the reason
    if f.reason:
        out.append(_sentence(f.reason))
    rule = rulebook().get(f.rule)
    if rule is not None:
        out.append(f"Rule {numbered(rule.number)} ({rule.title}): {_sentence(rule.summary)}")
    elif f.rule.startswith("card"):
        out.append(f"The rule is on {f.rule}.")
    further = [n for n in dict.fromkeys(map(numbered, f.also)) if n != numbered(f.rule)]
    if further:
        out.append(f"See also {listed(further)}.")
    if f.assumed:
        out.append(f"{wording.ASSUMED}: {_sentence(f.assumed, first=False)}")
    if f.help:
        out.append(_sentence(f.help))
    out += [] if slip else fix
    return out + [
        f"It goes back to line {n}, “{_bare(notation_text(lines, n))}”." for n in f.see if 1 <= n <= len(lines)
    ]


def _sentence(words: str, *, first: bool = True) -> str:
    """Words as a sentence: a capital first and one full stop."""
    words = " ".join(printable(words).split())
    return stopped(capital(words) if first else words)


def _followers(findings: list[Finding], lines: Sequence[str]) -> list[str]:
    return [
        f"Only because of {wording.lines_named(f.follows, lines)}, which does not count here: "
        f"{_sentence(f.message, first=False)}"
        for f in findings
        if f.follows
    ]


def _lists(held: list[Ground], rulings: list[Ruling], *, stated: bool, besides: bool) -> list[SentenceList]:
    """The grounds of an answer.

    Requirements of every card are included with ``besides``, or if there are no others.
    """
    own = [grounds.in_words(g) for g in held if g.near < Nearness.OTHER]
    other = " ".join(grounds.in_words(g) for g in held if g.near == Nearness.OTHER)
    rest = [f"Besides: {other}" if own else other] * (bool(other) and (besides or not own))
    why = "This is why:" if stated else "It meets these rules, what came nearest to forbidding it first:"
    met = SentenceList(why, [*own, *rest])
    read = SentenceList("Readings of the rules that bear on it:", [*map(grounds.ruling_in_words, rulings)])
    return [found for found in (met, read) if found.sentences]


# ---------------------------------------------------------------- dice and board


def roll(r: Roll) -> str:
    """A roll in a sentence; "" for one without dice."""
    if r.automatic:
        return sentence(f"{r.name}: {r.result_words(r.outcome)} without a roll")
    return "" if r.assumed or not r.dice else sentence(r.explained)


def _dice(step: JudgedStep, counted: list[Finding]) -> list[str]:
    """The rolls of a step, without those that cause a finding."""
    known = {address for f in counted for address in f.rolls}
    return [text for r in step.rolls if r.address not in known and (text := roll(r))]


def _board(changes: list[Change], step: JudgedStep, counted: list[Finding], verdict: Judgement, undo: str) -> list[str]:
    """The consequences for the board, by the rules and by the record."""
    illegal = any(f.kind in ("illegal", "impossible") for f in counted)
    if not changes:
        if step.taken_back:
            return ["What was not legal is taken back, and nothing changes on the board."]
        return ["Nothing changes on the board."] if step.action.counted else []
    if step.taken_back:
        lead = "What was not legal is taken back; on the board there remains"
    else:
        lead = "The record goes on as it was played; on the board" if illegal else "On the board"
    ruled = [_changed(c, step) for c in changes if c.kind is not Kind.AMENDMENT]
    stated = [describe.change(c, step.rules) for c in changes if c.kind is Kind.AMENDMENT]
    out = [f"{lead}: {_most(ruled)}."] if ruled else []
    out += [f"What is written is taken over all the same: {_most(stated)}."] if stated else []
    return [*out, undo] if illegal and undo and verdict.policy == "as-played" else out


def _most(sentences: list[str]) -> str:
    more = [f"and {len(sentences) - MOST_CHANGES} more changes"] * (len(sentences) > MOST_CHANGES)
    return "; ".join([*sentences[:MOST_CHANGES], *more])


def _changed(c: Change, step: JudgedStep) -> str:
    """A change with its rule; a card's movement has none."""
    words = describe.change(c, step.rules)
    return words if c.kind is Kind.CARD else f"{words} ({numbered(c.rule)})"
