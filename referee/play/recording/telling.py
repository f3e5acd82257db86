"""What a session says: what a play did, what is wrong, the board in short, what a question is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from referee import rules as rulebook
from referee.engine.ask import AIMS, Field
from referee.engine.board import Board
from referee.engine.data import SIDE_NAMES
from referee.engine.findings import Finding
from referee.engine.requirement import Failure
from referee.engine.ruleset import Ruleset
from referee.engine.steps import Step
from referee.engine.tables.prompt import Given, Open, Wanted
from referee.engine.words import numbered, runs, sentence
from referee.parsers.faults import LineError
from referee.parsers.notation.position import phrases
from referee.reports import answers, describe, rewriting

if TYPE_CHECKING:
    from referee.play.recording.questions import Choice, Question
    from referee.play.recording.session import Session

MOST_REASONS = 12
ANYWAY = "Type ! to write it down all the same."
_LEADS = {"note": "Note", "slip": "A slip of the pen"}
HELP = """\
You are asked what the rules leave open, one thing after the other. Type the beginning of a word, the number of an
option, or Enter for the usual answer; several answers at once are fine, with blanks between them: 43 woi pak 4.
Dice are typed as they lay on the table, without modifiers: 4, or 5 1 6.
  ?          what the question is about, and every answer
  undo       takes back the last answer, then the last play; redo does it again
  roll       has the referee roll the dice;  x  says that nobody knows them, or what stays hidden
  board      the board in short;  lines  the last lines;  findings  what is wrong so far
  ! LINE     writes a line as it was played, legal or not;  ! alone, after a refusal, writes it all the same
  a line     of the notation is taken at any time: US 43 woi Pakistan [4], board: prestige 6, set: ..., ; a remark
  quit       ends; every play is saved as soon as it is written"""


About = Literal["", "line", "change", "finding", "detail"]


class Said(NamedTuple):
    """One thing that a session says."""

    text: str
    about: About = ""
    """What it is about: a line that was written, what it changed, a finding; ``detail`` belongs to what comes before."""
    typing: str = ""
    """What somebody who types can do about it."""

    @property
    def typed(self) -> str:
        """All of it, for somebody who types."""
        return f"{self.text} {self.typing}".strip() if self.typing else self.text


def step(done: Step) -> list[str]:
    """What a line did, in words."""
    said = [sentence(f"  {describe.change(c, done.rules)}").strip() for c in done.changes if describe.shown(c)]
    return [f"  {line}" for line in dict.fromkeys(said)]


def findings(found: Iterable[Finding], lines: Sequence[str]) -> list[str]:
    """What is wrong, each with its rule and its reason."""
    out = []
    for f in found:
        kind = "Follows from an earlier mistake" if f.follows and f.kind != "note" else _LEADS.get(f.kind, "Wrong")
        at = f"line {f.place.line}" if 0 < f.place.line <= len(lines) else ""
        out.append(f"{kind} ({numbered(f.rule)}{', ' * bool(at)}{at}): {f.message}")
        out += [f"  {part}" for part in (f.reason, f.help) if part]
        out += [f"  {label}: {text}" for label, text in rewriting.labelled(f, lines)]
    return out


def refused(failures: Sequence[Failure]) -> Said:
    """Why an answer is not taken."""
    why = " ".join(f"{sentence(f.message)} ({numbered(f.rule)})" for f in failures)
    return Said(f"Not allowed: {why}", typing=ANYWAY)


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
    """One line on where the game stands."""
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


def explained(session: Session) -> list[Said]:
    """What the question is about: its rule, its answers, and what is forbidden and why."""
    q = session.shown()
    out = [Said(text) for text in asked(q, every=True)]
    number = q.rule
    if number:
        try:
            rule = rulebook.rule(number)
            out.append(Said(f"Rule {numbered(number)}, {rule.title}: {rule.summary}"))
        except KeyError:
            out.append(Said(f"Rule {numbered(number)}."))
    forbidden = session.forbidden()
    for c in forbidden[:MOST_REASONS]:
        why = " ".join(f"{sentence(f.message)} ({numbered(f.rule)})" for f in c.failures)
        why = why or "there is nothing to do it with, or nowhere to do it"
        out.append(Said(f"  not {c.label}: {why}", "detail"))
    if len(forbidden) > MOST_REASONS:
        more = len(forbidden) - MOST_REASONS
        out.append(Said(f"  and {more} more are not allowed; type one to see why.", "detail"))
    if q.kind == "card":
        out.append(
            Said(
                "The card is named by the number on it; what it does is asked next. x is a card that nobody knows, 40+118 "
                "are the two cards of a Reassessment."
            )
        )
    return out


def passed(found: Open, given: Given, rules: Ruleset) -> str:
    """What was answered by itself, where a person may wonder; "" where nobody would."""
    ask = found.ask
    if ask is None or ask.field not in AIMS | {Field.FROM} or found.wanted != Wanted.ANSWER:
        return ""
    asked = answers.question(ask.address, rules).replace(" (first)", "").replace(", first)", ")")
    return f"{asked}: {answers.answer(ask.field, given.value, rules)}"


def together(shown: Sequence[Choice]) -> list[str]:
    """Options in a few lines, those that lead to the same roll together."""
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


def asked(q: Question, *, every: bool = False) -> list[str]:
    """A question as it is put to a person."""
    from referee.play.recording.questions import MOST_NUMBERED, MOST_SHOWN

    out = [q.title]
    shown = q.choices if every or (len(q.choices) <= MOST_SHOWN and not q.folded) else []
    if q.choices and not shown:
        out.append(f"     {len(q.choices)} answers; type the beginning of one, ? lists them")
    elif q.kind not in ("card", "tag") and (len(shown) > MOST_NUMBERED or all(c.label.isdecimal() for c in shown)):
        out += together(shown)
    else:
        width = max((len(c.label) for c in shown), default=0)
        for i, c in enumerate(shown, 1):
            number = f"{i:>3}  " if q.numbered and q.kind != "card" else "     "
            out.append(f"{number}{c.label:<{width}}  {c.note}".rstrip())
    told = [t for t in (f"Enter: {q.enter}" if q.enter else "", q.hint) if t]
    if told:
        out.append(f"     ({'; '.join(told)})")
    return out
