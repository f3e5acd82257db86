"""One play and what the rules say of it: yes or no, by which rule, what the dice gave and what changed, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.data import SIDE_NAMES
from referee.engine.findings import Edit, Finding
from referee.engine.referee import Step, Verdict
from referee.engine.rolls import Roll
from referee.engine.script import all_of, said
from referee.engine.words import numbered, sentence
from referee.reports import bbcode, data, describe, markdown, rewriting, trails, wording
from referee.reports.columns import printable, wrap
from referee.rules import chapter_of, rulebook, sort_key

MOST_CHANGES = 12
"""Changes of the board that are told one by one."""
MOST_RULES = 4
"""Rules that a legal play was held against and that are named."""
_PLAYS = (7, 8)
"""The chapters about what is done with a card; they are named first."""


class NoAnswer(Exception):
    """There is nothing on the line to be asked about: a sentence for the user."""


@dataclass(slots=True)
class Answer:
    """An answer in sentences; each form of it says the same."""

    head: str
    """Where it stands: record, line, turn and phase."""
    line: str
    """The play as it was written."""
    word: str
    """Yes, No or I cannot say."""
    paragraphs: list[list[str]]
    """Sentences: the answer itself, then the dice, then the board."""
    status: int
    step: str = ""
    number: int = 0
    findings: list[Finding] = field(default_factory=list)
    rolls: list[dict[str, Any]] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    trails: list[dict[str, Any]] = field(default_factory=list)
    lines: Sequence[str] = ()
    """The lines of the record, for the fixes of the findings."""

    @property
    def told(self) -> list[str]:
        """The paragraphs, the first with the word that answers."""
        told = [" ".join(sentences) for sentences in self.paragraphs if sentences]
        return [" ".join([f"{self.word}.", *told[:1]]), *told[1:]]

    def text(self, width: int) -> str:
        """The answer for a terminal of so many columns."""
        out = [self.head, f"    {self.line}"]
        for paragraph in self.told:
            out += ["", *wrap(paragraph, width)]
        return "\n".join(out)

    def markdown(self) -> str:
        """The answer for a post or a mail."""
        line = self.line.replace("~~~", "~ ~ ~")
        told = "\n\n".join(map(markdown.escape, self.told)).removeprefix(f"{self.word}.")
        return f"{markdown.escape(self.head)}\n\n~~~\n{line}\n~~~\n\n**{self.word}.**{told}\n"

    def bbcode(self) -> str:
        """The answer for a forum."""
        told = "\n\n".join(map(bbcode.escape, self.told)).removeprefix(f"{self.word}.")
        return f"{bbcode.escape(self.head)}\n[c]{bbcode.escape(self.line)}[/c]\n\n[b]{self.word}.[/b]{told}\n"

    def data(self) -> dict[str, Any]:
        """The answer for programs."""
        return {
            "answer": {"Yes": "yes", "No": "no"}.get(self.word, "unknown"),
            "where": self.head,
            "id": self.step,
            "line": self.number,
            "text": self.line,
            "paragraphs": self.told,
            "findings": [data.finding(f, self.lines) for f in self.findings],
            "rolls": self.rolls,
            "changes": self.changes,
            **({"trails": self.trails} if self.trails else {}),
        }


UNDO = "With --on-violation undo it is taken back."


def of_line(verdict: Verdict, name: str, line: int, club: str = "", undo: str = UNDO) -> Answer:
    """The answer on what stands on a line; ``undo`` says how an illegal play is taken back. Raises :class:`NoAnswer`."""
    step = next((s for s in verdict.steps if line in (s.action.lines or [s.action.place.line])), None)
    if step is None:
        return _of_other(verdict, name, line)
    lines = verdict.record.lines
    own = set(step.action.lines or [step.action.place.line])
    findings = [f for f in verdict.findings if f.place.line in own or _moves(f, own)]
    shown_line = " ".join(_bare(text) for text in all_of(lines, step.action.lines or [step.action.place.line]))
    place = step.action.place.line
    head = f"{name}, line {place}{f' ({step.id})' if step.id else ''}:"
    if name == "This play":
        head = "This play:"
    who = step.action.side
    changes = [describe.change(c, step.rules) for c in step.changes if describe.shown(c)]
    counted = [f for f in findings if f.counted]
    following = [f for f in findings if f.follows and f.kind != "note"]
    word, sentences = ruled(counted, step, following, lines)
    for f in counted:
        sentences += _finding(f, wording.side_of(f, wording.actions_by_line(verdict.record)), who, lines)
    if counted:
        sentences += _followers([f for f in findings if f.follows], lines)
    else:
        sentences += [_sentence(said) for f in following for said in (f.message, f.reason) if said]
    sentences += [_sentence(f.message) for f in findings if f.kind == "note" and not f.follows]
    if not counted and not following:
        sentences += _held_against(step)
    if club:
        sentences.append(f"This is judged by the {club}.")
    known = " ".join(f.reason for f in counted)
    dice = [told for r in step.rolls if (told := roll(r)) and told.partition(" rolled")[0] + " rolled" not in known]
    paragraphs = [sentences, *_ways(step), dice, _board(changes, step, counted, verdict, undo)]
    status = 1 if counted or following else 0
    rolls = [describe.roll(r) for r in step.rolls]
    return Answer(
        head, shown_line, word, paragraphs, status, step.id, place, findings, rolls, changes, trails.data(step), lines
    )


def _moves(f: Finding, own: set[int]) -> bool:
    """Whether a slip of the pen that is told at another line would write these lines differently."""
    return (
        f.kind == "slip"
        and f.instead is not None
        and any(isinstance(edit, Edit) and any(edit.first <= n <= edit.last for n in own) for edit in f.instead.edits)
    )


def _ways(step: Step) -> list[list[str]]:
    """Why a side that no person plays did this: a paragraph for each question that its flowchart answered."""
    ways = [(t, trails.sentences(t)) for t in trails.worth_telling(step)]
    return [[f"{t.who or 'The flowchart'}.", *told] for t, told in ways]


def _of_other(verdict: Verdict, name: str, line: int) -> Answer:
    """The answer for a line that is no play: it could not be read, was not judged, or says nothing to judge."""
    found = [f for f in verdict.findings if f.place.line == line and f.kind != "note"]
    text_of = _bare(said(verdict.record.lines, line))
    head = f"{name}, line {line}:" if name != "This play" else "This play:"
    if found:
        lines = verdict.record.lines
        sentences = [s for f in found if f.counted for s in _finding(f, "", "", lines)]
        sentences += _followers([f for f in found if f.follows], lines)
        return Answer(head, text_of, "I cannot say", [sentences], 1, "", line, found, lines=lines)
    steps = [s for s in verdict.steps if s.action.place.line > line and s.action.counted]
    last = verdict.steps[-1].action.place.line if verdict.steps else 0
    if verdict.stopped and line > last:
        raise NoAnswer(f"line {line} was not judged: the policy is to stop at the first finding, on line {last}")
    hint = f"; the next play is on line {steps[0].action.place.line}" if steps else ""
    raise NoAnswer(f"line {line} is no play{hint}")


def _bare(line: str) -> str:
    return " ".join(printable(line.split(";", maxsplit=1)[0].replace("\t", " ")).split())


def ruled(
    counted: list[Finding], step: Step, following: Sequence[Finding] = (), lines: Sequence[str] = ()
) -> tuple[str, list[str]]:
    """Yes or no, and by whom; ``following`` are the findings that are there only because of earlier lines.

    Yes is said of what has no finding at all.
    """
    side = step.action.side
    whose = f"The {SIDE_NAMES[side]} play" if side and step.action.kind == "card" else "It"
    stated = step.action.kind in ("board", "check", "set")
    kinds = {f.kind for f in counted}
    if not counted:
        if following:
            return "I cannot say", [_because(following, whose, lines, stated=stated)]
        if step.action.kind in ("board", "check"):
            return "Yes", ["What is jotted down here agrees with the board."]
        return "Yes", [f"{whose} was legal."]
    if kinds & {"illegal", "impossible"}:
        return "No", [f"{whose} was not legal."]
    if "unsupported" in kinds:
        return "I cannot say", ["The referee cannot judge all of this yet."]
    if "outcome" in kinds:
        if stated:
            return "No", ["What is jotted down here does not agree with the board."]
        return "No", [f"{whose} was allowed, but the result was written down wrong."]
    if kinds == {"slip"}:
        return "I cannot say", [
            "This is a slip of the pen: no player broke a rule, but the record was written down wrongly."
        ]
    return "I cannot say", [f"{whose} may have been legal, but the line leaves something out."]


def _because(following: Sequence[Finding], whose: str, lines: Sequence[str], *, stated: bool) -> str:
    """What is said of a line that is wrong only because of earlier ones."""
    causes = wording.lines_named(sorted({n for f in following for n in f.follows}), lines)
    kinds = {f.kind for f in following}
    if stated:
        what = "What is jotted down here does not agree with the board"
    elif kinds & {"illegal", "impossible"}:
        what = f"{whose} was not legal on the board as the record has it"
    elif "outcome" in kinds:
        what = "The result of this line is not that of the board as the record has it"
    else:
        what = "As the record has the board, something is missing here"
    return f"{what}, but only because of {causes}; that is no mistake on this line."


def _finding(f: Finding, side: str, who: str, lines: Sequence[str]) -> list[str]:
    """What is wrong, why, by which rule, and what would have been right."""
    out = []
    if side and side != who and f.kind != "slip":
        out.append(f"This is the {SIDE_NAMES[side]}'s mistake.")
    out.append(_sentence(f.message))
    fix = [f"{label}: “{_bare(text)}”." for label, text in rewriting.told(f, lines) if text not in f.help]
    if found := rewriting.effect(f):
        fix.append(f"With it, {found}.")
    if f.kind == "slip":  # what was meant comes before why
        out, fix = out + fix, []
    if f.reason:
        out.append(_sentence(f.reason))
    rule = rulebook().get(f.rule)
    if rule is not None:
        out.append(f"Rule {numbered(rule.number)} ({rule.title}): {_sentence(rule.summary)}")
    elif f.rule.startswith("card"):
        out.append(f"The rule is on {f.rule}.")
    if f.assumed:
        out.append(f"I went on as if: {_sentence(f.assumed, capital=False)}")
    if f.help:
        out.append(_sentence(f.help))
    out += fix
    for n in f.see:
        if 1 <= n <= len(lines):
            out.append(f"It goes back to line {n}, “{_bare(said(lines, n))}”.")
    return out


def _sentence(words: str, *, capital: bool = True) -> str:
    """Words as a sentence: with a capital, where it begins one, and one full stop."""
    words = " ".join(printable(words).split())
    if capital:
        words = words[:1].upper() + words[1:]
    return words if words.endswith((".", "?", "!")) else f"{words}."


def _followers(findings: list[Finding], lines: Sequence[str]) -> list[str]:
    out = []
    for f in findings:
        out.append(
            f"Only because of {wording.lines_named(f.follows, lines)}, which does not count here: {_sentence(f.message, capital=False)}"
        )
    return out


def roll(r: Roll) -> str:
    """A roll in a sentence: what was rolled, what was added, what was needed, what it gave; "" for none that was thrown."""
    if r.automatic:
        return sentence(f"{r.name}: {r.told(r.outcome)} without a roll")
    return "" if r.assumed or not r.dice else sentence(r.explained)


def held_against(step: Step) -> list[str]:
    """The rules that a play was held against, those about such a play first."""
    book = rulebook()
    numbers = list(dict.fromkeys(rule for _, rule in step.met if rule in book))
    own = ".".join(step.rules.rule_of_use.get(step.action.use, "").split(".")[:2])
    return sorted(numbers, key=lambda n: (not n.startswith(f"{own}."), chapter_of(n) not in _PLAYS, numbers.index(n)))


def _held_against(step: Step) -> list[str]:
    """The rules that a legal play was held against, in a sentence."""
    book = rulebook()
    numbers = held_against(step)
    if not numbers:
        return []
    first = numbers[:MOST_RULES]
    told = describe.listed([f"{n} ({book[n].title})" for n in sorted(first, key=sort_key)])
    rest = len(numbers) - len(first)
    more = f", and {rest} more," if rest else ""
    return [f"It was held against {'rule' if len(numbers) == 1 else 'rules'} {told}{more} and met them."]


def _board(changes: list[str], step: Step, counted: list[Finding], verdict: Verdict, undo: str) -> list[str]:
    """What follows for the board."""
    illegal = any(f.kind in ("illegal", "impossible") for f in counted)
    if step.taken_back:
        lead = "What was not legal is taken back; on the board there remains"
    elif illegal:
        lead = "The record goes on as it was played; on the board"
    else:
        lead = "On the board"
    if not changes:
        if step.taken_back:
            return ["What was not legal is taken back, and nothing changes on the board."]
        return [] if not step.action.counted else ["Nothing changes on the board."]
    told = "; ".join(changes[:MOST_CHANGES])
    rest = f"; and {len(changes) - MOST_CHANGES} more changes" if len(changes) > MOST_CHANGES else ""
    out = [f"{lead}: {told}{rest}."]
    if illegal and undo and verdict.policy == "as-played":
        out.append(undo)
    return out
