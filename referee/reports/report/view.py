"""Findings and steps for the templates, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.explaining.referee import JudgedStep, Judgement
from referee.engine.explaining.variations import Variation
from referee.engine.judging.grounds import Nearness
from referee.engine.law.rolls import Roll
from referee.engine.record.findings import Finding
from referee.engine.state.data import SIDE_NAMES, Card
from referee.engine.state.journal import Calculation, Change
from referee.engine.state.plain import NamedTuple, field, plain_dataclass
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import capital, plural, sentence
from referee.reports import describe, grounds, rewriting, rolls, wording
from referee.reports.choices import ChoiceView, choices
from referee.reports.columns import printable
from referee.reports.report import seats
from referee.reports.report.lines import MAX_SHOWN, LinePiece, LineView, LineViews, Link, Span
from referee.reports.report.replay import ReplayMoment, anchor
from referee.reports.report.seats import SideReasons
from referee.rules import rulebook

_CAUSES = {"resolve": "Plots", "remove-cadre": "Cadre", "end of turn": "End of turn"}
"""Words for causes of a change without a rule or a card."""
MAX_VARIED = 20
"""Most shown findings and changes of a variation."""
MAX_FINDINGS = 500
"""Most findings of a sort shown singly: counted, consequences, notes."""


@plain_dataclass(frozen=True)
class FindingView:
    """One finding."""

    number: int
    kind: str
    rule: str
    title: str
    """Title of the rule or card, "" for none."""
    side: str
    message: str
    reason: str
    help: str
    label: str
    """Label of the help: "Legal here" or "Help"."""
    assumed: str
    also: list[str]
    see: list[Link]
    follows: list[Link]
    counted: bool
    at: Link
    name: str
    pieces: list[LinePiece]
    origin: str = ""
    """Its line's place in the record's source; "" in the record itself."""
    words: str = ""
    """The kind in a player's words."""
    instead: tuple[tuple[str, str], ...] = ()
    """The lines to write or to delete, each with its label."""
    copy: str = ""
    """All lines to write, for copying."""
    effect: str = ""
    """The effect of the fix: "7 findings"."""


@plain_dataclass(frozen=True)
class ChangeView:
    """One change of the board with its rule and its cause."""

    text: str
    detail: str
    rule: str
    cause: list[str]
    countries: list[int]


@plain_dataclass(frozen=True)
class RollView:
    """One roll, or one automatic result."""

    title: str
    side: str
    dice: list[int]
    needed: str
    modifiers: list[tuple[str, str]]
    outcome: str
    tone: str
    odds: list[tuple[str, str]]
    rule: str
    automatic: bool
    assumed: bool


@plain_dataclass(frozen=True)
class MetView:
    """A met requirement, or a source that permits the play."""

    text: str
    rule: str
    lets_pass: bool
    """Whether the play depends on it."""


@plain_dataclass(frozen=True)
class StagePart:
    """Sentences, rolls or changes in a row; the other two are empty."""

    sentences: list[str] = field(default_factory=list)
    rolls: list[RollView] = field(default_factory=list)
    changes: list[ChangeView] = field(default_factory=list)


@plain_dataclass(frozen=True)
class StageView:
    """A part of a step with its own heading."""

    title: str
    """The heading, "" before the first one."""
    rule: str
    parts: list[StagePart]
    """Its parts in order."""


@plain_dataclass(frozen=True)
class StepView:
    """One step of the walk."""

    anchor: str
    name: str
    kind: str
    side: str
    turn: int
    clock: str
    phase: str
    """Side of the phase, "" if it does not matter."""
    sentence: str
    lines: list[LineView]
    findings: list[FindingView]
    rolls: list[RollView]
    changes: list[ChangeView]
    bookkeeping: list[tuple[str, str]]
    triggered: list[tuple[int, str]]
    untriggered: list[tuple[int, str, str, str]]
    """Events without a trigger: card, title, reason, rule."""
    met: list[MetView]
    choices: list[ChoiceView]
    assumed: bool
    taken_back: bool = False
    agreed: str = ""
    """The line's own result, if it agrees with the board, or ""."""
    cards: tuple[int, ...] = ()
    flag: str = ""
    """The gravest kind of its findings, "" for none."""
    why: tuple[SideReasons, ...] = ()
    """Reasons of a side without a player for this."""
    stages: tuple[StageView, ...] = ()
    """Its rolls and changes under their headings, if it has some."""
    new_turn: bool = False
    """Whether a turn begins here."""


class VariationFinding(NamedTuple):
    """A finding on a variation in a sentence or two."""

    kind: str
    words: str
    text: str
    rule: str


@plain_dataclass(frozen=True)
class VariedView:
    """The verdict on a variation."""

    findings: list[VariationFinding]
    legal: bool
    """Whether no finding counts against it."""
    goes_on: bool
    rolls: list[RollView]
    changes: list[ChangeView]


def varied(variation: Variation, names: tuple[str, ...]) -> VariedView:
    """A judged variation in words."""
    step = variation.step
    found = [f for f in variation.findings if not f.follows]
    sentences = [
        VariationFinding(
            f.kind, wording.kind(f), " ".join(filter(None, (_sentence_of(f.message), _sentence_of(f.reason)))), f.rule
        )
        for f in found[:MAX_VARIED]
    ]
    changes = [_change(c, step.rules, names) for c in step.changes if describe.shown(c)]
    legal = not any(f.counted for f in found)
    return VariedView(sentences, legal, variation.goes_on, [_roll(r) for r in step.rolls], changes[:MAX_VARIED])


def name_of(step: JudgedStep) -> str:
    """The name of a step: "a12", or "line 38"."""
    return step.id or f"line {step.action.place.line}"


def findings(verdict: Judgement, lines: LineViews) -> dict[int, FindingView]:
    """The findings in record order, by the identity of the engine's.

    Of a badly broken record at most ``MAX_FINDINGS`` of a sort are shown singly.
    """
    steps_there = set(lines.anchors.values())
    at_steps = {id(f) for s in verdict.steps for f in s.findings}
    cards = verdict.board.rules.cards
    seen: Counter[tuple[bool, bool]] = Counter()
    found = {}
    for number, f in enumerate(verdict.findings, 1):
        sort = (f.counted, bool(f.follows))
        seen[sort] += 1
        if seen[sort] > MAX_FINDINGS and id(f) not in at_steps:
            continue
        at = lines.home(f.place.line)
        found[id(f)] = FindingView(
            number=number,
            kind=f.kind,
            rule=f.rule,
            title=_title(f.rule, cards),
            side=f.side,
            message=_sentence_of(f.message),
            reason=_sentence_of(f.reason),
            help=_shown(wording.helped(f)[1]),
            label=wording.helped(f)[0],
            assumed=_shown(f.assumed),
            also=f.also,
            see=[lines.link(n) for n in f.see],
            follows=[lines.link(n) for n in f.follows],
            counted=f.counted,
            at=at._replace(anchor=f.id) if f.id in steps_there else at,
            name=f.id,
            pieces=lines.pieces(f.place.line, [_span(f)]),
            origin=wording.origin_named(f.place.line, lines.raw),
            words=wording.kind(f),
            instead=tuple((label, printable(text[:MAX_SHOWN])) for label, text in rewriting.labelled(f, lines.raw)),
            copy="\n".join(printable(t.replace("\t", " ")) for t in rewriting.new_text(f, lines.raw).split("\n")),
            effect=rewriting.effect(f),
        )
    return found


def _shown(text: str) -> str:
    return printable(text).replace(" -", " \u2212")


def _sentence_of(text: str) -> str:
    """A text as a separate sentence."""
    return sentence(_shown(text))


def _title(rule: str, cards: Mapping[int, Card]) -> str:
    number = rule.removeprefix("card ")
    if number != rule and number.isdecimal():
        return cards[int(number)].title if int(number) in cards else ""
    entry = rulebook().get(rule)
    return entry.title if entry is not None else ""


def _span(f: Finding) -> Span:
    return f.place.column, max(f.place.end, f.place.column + 1), f.kind


def gravest(found: Iterable[FindingView]) -> str:
    """The gravest kind among findings, "" for none."""
    order = list(wording.GRAVEST)
    return min((f.kind for f in found), key=order.index, default="")


@plain_dataclass(frozen=True)
class Cause:
    """A counted finding and its consequences."""

    finding: FindingView
    followers: list[FindingView]


def by_cause(findings: Iterable[Finding], views: Mapping[int, FindingView]) -> tuple[list[Cause], list[FindingView]]:
    """The causes in the order of the record, and orphaned consequences.

    ``views`` are the findings that are shown, by the identity of the engine's.
    """
    causes, orphans, _ = wording.grouped(f for f in findings if id(f) in views)
    shown = [Cause(views[id(c.finding)], [views[id(f)] for f in c.followers if f.kind != "note"]) for c in causes]
    return shown, [views[id(f)] for f in orphans if f.kind != "note"]


def spans(found: Iterable[Finding]) -> dict[int, list[Span]]:
    """The spans of findings, by line."""
    marked: dict[int, list[Span]] = {}
    for f in found:
        marked.setdefault(f.place.line, []).append(_span(f))
    return marked


def steps(
    verdict: Judgement, moments: list[ReplayMoment], lines: LineViews, found: dict[int, FindingView]
) -> list[StepView]:
    """All steps of the walk."""
    found_steps = []
    last = 0
    held = grounds.of(verdict)
    for at, (step, moment) in enumerate(zip(verdict.steps, moments, strict=True)):
        own = [found[id(f)] for f in step.findings if id(f) in found]
        own_grounds = held.of(at) if step.action.counted else []
        met = [MetView(g.sentence, g.cited, g.near <= Nearness.ALLOWED) for g in own_grounds]
        found_steps.append(_step(step, moment, last, lines, own, met, verdict.board.names))
        last = moment.turn
    return found_steps


def _step(
    step: JudgedStep,
    moment: ReplayMoment,
    last: int,
    lines: LineViews,
    found: list[FindingView],
    met: list[MetView],
    names: tuple[str, ...],
) -> StepView:
    a, cards = step.action, step.rules.cards
    phase = (
        f"{SIDE_NAMES.get(moment.side, moment.side)} phase {moment.phase}"
        if a.kind in ("card", "hold", "cadre")
        else ""
    )
    marked = spans(step.findings)
    shown = [c for c in step.changes if describe.shown(c)]
    return StepView(
        anchor=anchor(step),
        name=name_of(step),
        kind=a.kind,
        side=a.side if a.kind in ("card", "hold", "choices", "turn-in") else "",
        turn=moment.turn,
        clock=f"Turn {moment.turn}" + (f", {phase}" if phase else ""),
        phase=phase,
        sentence=_sentence(step),
        lines=lines.written(a.numbers, marked),
        findings=found,
        rolls=[_roll(r) for r in step.rolls],
        changes=[_change(c, step.rules, names) for c in shown],
        bookkeeping=[(text, c.rule) for c in step.changes if (text := describe.bookkeeping(c, step.rules))],
        triggered=[(n, cards[n].title) for n in step.triggered if n in cards],
        untriggered=[(n, cards[n].title, printable(why), rule) for n, rule, why in step.untriggered if n in cards],
        choices=choices(step),
        met=met,
        assumed=bool(step.assumed),
        taken_back=step.taken_back,
        agreed=_agreed(step),
        cards=a.cards,
        flag=gravest(found),
        why=tuple(seats.why(step)) if step.trails else (),
        stages=tuple(stages(step, names)),
        new_turn=moment.turn > last,
    )


def stages(step: JudgedStep, names: tuple[str, ...]) -> list[StageView]:
    """The parts of a step under their headings, without empty ones."""
    if not any(isinstance(c, Calculation) for c in step.changes):
        return []
    at = {id(r): i for i, r in enumerate(step.rolls, 1)}
    found = [StageView("", "", [])]
    seen = 0

    def put(what: str, *views: Any) -> None:
        """Put something at the end of the last stage, with its sort."""
        parts = found[-1].parts
        if not views:
            return
        if what == "rolls" and parts and parts[-1].changes:  # the dice that brought them about
            parts.insert(-1, StagePart(rolls=list(views)))
            return
        if not (parts and getattr(parts[-1], what)):
            parts.append(StagePart())
        getattr(parts[-1], what).extend(views)

    for c in step.changes:
        if isinstance(c, Calculation):
            upto = at.get(id(c.roll), seen)
            put("rolls", *map(_roll, step.rolls[seen:upto]))
            seen = max(seen, upto)
            if c.subject != found[-1].title:
                found.append(StageView(c.subject, c.rule, []))
            if c.note:
                put("sentences", printable(c.note))
        elif describe.shown(c):
            put("changes", _change(c, step.rules, names))
    put("rolls", *map(_roll, step.rolls[seen:]))
    return [s for s in found if s.parts]


def _sentence(step: JudgedStep) -> str:
    """The actor and the action; for a checkpoint, its agreement."""
    a = step.action
    if a.kind not in ("board", "check") or not a.statements:
        return describe.sentence(step)
    wrong = sum(f.counted for f in step.findings)
    what = "Checkpoint" if a.kind == "board" else "Check of the clock"
    if len(a.statements) == 1:
        return f"{what}: one statement, and the board {'does not agree' if wrong else 'agrees'}."
    agree = f"the board does not agree with {wrong} of them" if wrong else "the board agrees with all of them"
    return f"{what}: {len(a.statements)} statements; {agree}."


def _agreed(step: JudgedStep) -> str:
    """Words for a line whose stated result agrees with the board."""
    claims = sum(len(s.claims) for s in step.action.segments)
    if not claims or step.taken_back or any(f.kind != "note" for f in step.findings):
        return ""
    return f"The line states what came of it, and the board agrees ({plural(claims, 'statement')})."


def _change(c: Change, rules: Ruleset, names: tuple[str, ...]) -> ChangeView:
    text, detail = describe.in_full(c, rules)
    cause = [rules.titles.get(part, _CAUSES.get(part, part)) for part in map(str, c.cause[1:])]
    return ChangeView(text, detail, c.rule, cause, [names.index(n) for n in describe.places(c)])


def _roll(r: Roll) -> RollView:
    return RollView(
        title=rolls.titled(r),
        side=r.side,
        dice=list(r.dice),
        needed=capital(r.needed_in_full),
        modifiers=[(f"{rolls.signed(by)} {what}", rule) for what, by, rule in r.modifiers],
        outcome=capital(r.result_words(r.outcome)).replace("-", "\u2212"),
        tone=rolls.tone(r),
        odds=[(what, rolls.percent(p)) for what, p in rolls.odds_shown(r)],
        rule=r.rule,
        automatic=r.automatic,
        assumed=r.assumed,
    )
