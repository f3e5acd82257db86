"""The messages of a session.

They say what a play did, what is wrong, the board in short, and what a question is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from referee.engine.law import answers
from referee.engine.law.ask import AIMS, Field
from referee.engine.law.question import MOST_NUMBERED, Choice, GivenAnswer, InputKind, Question, why
from referee.engine.law.requirement import Failure
from referee.engine.record.findings import Finding
from referee.engine.record.steps import JudgedStep
from referee.engine.state.board import Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.script import STATING
from referee.engine.state.words import agree, capital, numbered, plural, runs, sentence
from referee.parsers.faults import LineError
from referee.parsers.notation.position import phrases
from referee.reports import describe, movements, rewriting, wording
from referee.rules import rulebook

MOST_REASONS = 12
MOST_SHOWN = 60
"""Most answers that are shown without being asked for."""
ANYWAY = "Type ! to record it anyway"


About = Literal["", "line", "change", "finding", "detail", "way", "box"]


class SessionMessage(NamedTuple):
    """One thing that a session says."""

    text: str
    about: About = ""
    """The subject of a message.

    A written line, its changes, a finding; ``detail`` belongs to the message before.

    ``way`` is a question with the answer of a flowchart, ``box`` a box on its way.
    """
    typing: str = ""
    """The instruction for a person at a keyboard."""

    @property
    def typed(self) -> str:
        """The whole message, for a person at a keyboard."""
        return f"{self.text} {self.typing}".strip() if self.typing else self.text


@dataclass(slots=True)
class Reply:
    """The messages for the person."""

    messages: list[SessionMessage] = field(default_factory=list)
    wrong: bool = False
    """Whether what was typed was not taken, or not all of it."""

    def say(self, texts: Iterable[str], about: About = "") -> None:
        """Add messages of one kind."""
        self.messages += [SessionMessage(text, about) for text in texts]

    @property
    def texts(self) -> list[str]:
        """The messages in full, for a person at a keyboard."""
        return [m.typed for m in self.messages]


def help_text() -> str:
    """Help on the commands of a person at a keyboard."""
    return (Path(__file__).parent.parent / "templates" / "recorder.txt").read_text(encoding="utf-8")


def open_lines(n: int) -> str:
    """The number of open lines in a record, and how to answer."""
    what = f"{'one line' if n == 1 else plural(n, 'line')} {agree(n, 'leaves', 'leave')} something open"
    return (
        f"{what}, which is asked first. x is “not noted”; later leaves a line as it is, later all those after it too."
    )


def step(done: JudgedStep, after: Board) -> list[str]:
    """The movements of a line on the real board.

    None for a line that states the present position.
    """
    if done.action.kind in STATING:
        return []
    return [f"  {sentence(said)}" for said in movements.of(done.changes, done.rules, after)]


def findings(found: Iterable[Finding], lines: Sequence[str]) -> list[str]:
    """The findings, each with its rule and its reason."""
    out = []
    for f in found:
        kind = "Follows from an earlier mistake" if f.follows and f.kind != "note" else capital(wording.kind(f))
        at = f"line {f.place.line}" if 0 < f.place.line <= len(lines) else ""
        out.append(f"{kind} ({numbered(f.rule)}{', ' * bool(at)}{at}): {f.message}")
        out += [f"  {part}" for part in (f.reason, f.help) if part]
        out += [f"  {label}: {text}" for label, text in rewriting.labelled(f, lines)]
    return out


def unfit(q: Question, typed: str) -> str:
    """A message that a typed word is no answer."""
    usual = f"Enter: {q.enter}; ? lists the answers." if q.enter else "? lists the answers."
    return f"{q.title} “{typed[:30]}” does not answer that. {usual}"


def left_over(tokens: Sequence[str]) -> str:
    """A message about typed words left over after a complete play."""
    rest = " ".join(tokens)
    return f"Nothing was written: the play is already complete without “{rest[:40]}”. Enter one play per line, or drop the rest."


def refused(failures: Sequence[Failure]) -> SessionMessage:
    """Why an answer is not taken."""
    return SessionMessage(f"Not allowed: {why(failures)}", typing=f"{ANYWAY}.")


def unreadable(error: LineError) -> str:
    """Why a line is not notation."""
    return " ".join(part for part in (f"This line cannot be read: {sentence(error.message)}", error.help) if part)


def board(b: Board) -> list[str]:
    """The board in short."""
    tracks: list[str] = []
    countries = []
    for subject, said in phrases(b.rules.facts, b.rules.facts.statements(b)):
        if subject:
            countries.append(f"  {said}")
        else:
            tracks.append(said)
    return [status(b), "  " + ", ".join(tracks), *countries]


def status(b: Board) -> str:
    """The state of the game in one line."""
    parts = [f"Turn {b.turn}"]
    if b.winner:
        parts.append(describe.ends(b.winner))
    elif b.stage == "action":
        parts.append(f"{SIDE_NAMES[b.side]} phase {b.phase}, card {b.played + 1} of 2")
    else:
        parts.append({"plots": "Plots are resolved", "end": "end of turn"}.get(b.stage, b.stage))
    parts += [f"Prestige {b.prestige}", f"Funding {b.funding}"]
    parts.append(f"Reserves US {b.reserves('US')}, Jihadist {b.reserves('J')}")
    return " · ".join(parts)


def explained(q: Question, forbidden: Sequence[Choice]) -> list[SessionMessage]:
    """The rule of a question, its answers, and the forbidden ones.

    Each forbidden answer has its reasons.
    """
    out = [SessionMessage(text) for text in asked(q, every=True)]
    if q.rule:
        rule = rulebook().get(q.rule)
        words = f", {rule.title}: {rule.summary}" if rule is not None else "."
        out.append(SessionMessage(f"Rule {numbered(q.rule)}{words}"))
    for c in forbidden[:MOST_REASONS]:
        because = why(c.failures) or "there is nothing to do it with, or nowhere to do it"
        out.append(SessionMessage(f"  not {c.label}: {because}", "detail"))
    if len(forbidden) > MOST_REASONS:
        more = len(forbidden) - MOST_REASONS
        out.append(SessionMessage(f"  and {more} more are not allowed; type one to see why.", "detail"))
    if q.kind == InputKind.CARD:
        out.append(
            SessionMessage(
                "The card is named by the number on it; what it does is asked next. x is a card that nobody knows, 40+118 "
                "are the two cards of a Reassessment."
            )
        )
    return out


_ONLY = {Field.FROM: "from", Field.TO: "to", Field.WHERE: "in"}
"""Places with a preposition before their name."""


def passed(q: Question, given: GivenAnswer) -> str:
    """The automatic answer, where it may surprise; else ""."""
    ask = q.ask
    if ask is None or ask.field not in AIMS | {Field.FROM} or q.kind != InputKind.ANSWER:
        return ""
    rules = ask.board.rules
    if ask.field is Field.PLOT:
        return f"the Plot in {rules.named(given.value[0])}"
    said = rules.named(answers.answer(ask.field, given.value, rules))
    return (
        f"{_ONLY[ask.field]} {said}"
        if ask.field in _ONLY
        else f"{answers.question(ask.address, rules, alone=True)}: {said}"
    )


def together(shown: Sequence[Choice]) -> list[str]:
    """Options in a few lines, grouped by their roll."""
    groups: dict[str, list[Choice]] = {}
    for c in shown:
        groups.setdefault(c.note, []).append(c)
    out = []
    for note, group in groups.items():
        labels = [c.label for c in group]
        if len(group) > 2 and all(label.isdecimal() for label in labels):
            labels = runs([int(label) for label in labels])
        lead = f"{note}: " if note else "no roll: " if len(groups) > 1 else ""
        out.append(f"     {lead}{', '.join(labels)}")
    return out


def asked(q: Question, *, every: bool = False, finishes: bool = False) -> list[str]:
    """A question in words for a person.

    A question about an unfinished line can stay open.
    """
    out = [*q.settled.splitlines(), q.title]
    shown = q.choices if every or (len(q.choices) <= MOST_SHOWN and not q.folded) else []
    if q.choices and not shown:
        out.append(f"     {len(q.choices)} answers; type the beginning of one, ? lists them")
    elif q.kind not in (InputKind.CARD, InputKind.TAG) and (
        len(shown) > MOST_NUMBERED or all(c.label.isdecimal() for c in shown)
    ):
        out += together(shown)
    else:
        width = max((len(c.label) for c in shown), default=0)
        for i, c in enumerate(shown, 1):
            number = f"{i:>3}  " if q.numbered and q.kind != InputKind.CARD else "     "
            out.append(f"{number}{c.label:<{width}}  {c.note}".rstrip())
    left = "x if it was not noted" if finishes and not q.hides else ""
    told = [t for t in (f"Enter: {q.enter}" if q.enter else "", q.hint, left) if t]
    if told:
        out.append(f"     ({'; '.join(told)})")
    return out
