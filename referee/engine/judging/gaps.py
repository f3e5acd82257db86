"""Gaps of a record in words: missing part, rule, possible answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from math import prod
from typing import TYPE_CHECKING, Any

from referee.engine.law.ask import NEVER_WRITTEN, Field, RollKind, SegmentId
from referee.engine.law.rolls import NAMED_ROLLS, Roll
from referee.engine.record.findings import Finding
from referee.engine.record.ledger import SKIP, OpenQuestion
from referee.engine.record.steps import Reading
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.words import agree, listed, pieces_in_words, runs, sentences, words

if TYPE_CHECKING:
    from referee.engine.judging.solver import Attempt, SegmentReading, Solver

MOST_SHOWN = 8
"""Most readings listed in a finding."""
FEW_SHOWN = 3
"""Most readings listed if not every one was tried."""
HOW_TO_WRITE_EVENTS = (
    "write “event … /” before the Operation or “/ event …” after it, and “/ no event” if it could not be played"
)


@plain_dataclass(eq=False)
class Gap:
    """The open part of one segment of a line.

    It has the questions, and the fitting readings, with the chosen one first.
    """

    segment: SegmentId
    asked: Mapping[Any, OpenQuestion]
    before: frozenset[Any]
    """Addresses of earlier open questions of the line."""
    readings: list[SegmentReading]
    idle: frozenset[Any] = frozenset()
    """Addresses of rolls that make no difference."""
    in_part: frozenset[Any] | None = None
    """The addresses with a single answer among the tried readings.

    It is None if every reading was tried.
    """
    finding: Finding | None = None
    """The finding on it, if one was necessary."""

    @property
    def questions(self) -> list[OpenQuestion]:
        """The open questions in the chosen reading."""
        return [self.asked[k] for k in self.readings[0].assumed if k not in self.before]

    def instead(self, assumed: Reading, other: SegmentReading) -> Reading:
        """The answers of the whole line with another reading of this segment."""
        return {**assumed, **{k: v for k, v in other.assumed.items() if k not in self.before}}

    @property
    def others(self) -> list[SegmentReading]:
        """Other fitting readings that lead to different boards, one for each."""
        found: dict[Any, SegmentReading] = {r.net: r for r in reversed(self.readings)}
        found.pop(self.readings[0].net, None)
        return list(reversed(found.values()))

    def open(self) -> list[OpenQuestion]:
        """The questions to report: rolls, and choices that fit in several ways."""
        each = [self.readings[0], *self.others]  # one of the ways to a board, such as countries in another order
        same = len(each) <= 1
        found = []
        for question in self.questions:
            if question.key in self.idle or is_never_written(question):
                continue
            values = {repr(r.assumed[question.key]) for r in each if question.key in r.assumed}
            several = (len(values) > 1 and not same) or question.key in (self.in_part or ())
            if question.roll is not None or several:
                found.append(question)
        return found


@plain_dataclass(eq=False)
class Gaps:
    """All gaps of a line."""

    assumed: Reading = field(default_factory=dict)
    """The chosen answers."""
    found: list[Gap] = field(default_factory=list)
    orders: list[Finding] = field(default_factory=list)
    """The findings on events that the line does not mention."""

    @property
    def findings(self) -> list[Finding]:
        """Every finding on the gaps."""
        return [*self.orders, *(gap.finding for gap in self.found if gap.finding is not None)]

    def still_open(self, drawn_on: Set[Any]) -> Gaps:
        """Return the gaps with these answers in use.

        An earlier line may have settled the others.
        """
        found = [gap for gap in self.found if all(q.key in drawn_on for q in gap.questions)]
        return self if len(found) == len(self.found) else Gaps(self.assumed, found, self.orders)

    @property
    def undecided(self) -> bool:
        """Whether another reading would lead to another board."""
        return any(gap.others for gap in self.found)


_PLACES = frozenset({Field.WHERE, Field.FROM, Field.TO, Field.WITH})
_LOSSES = frozenset({Field.US_LOSS, Field.CELL_LOSS})
NOTHING_OPEN = Gaps()
"""The gaps of most lines: one shared object, never modified."""


def settle(solver: Solver, tried: list[Attempt]) -> Attempt:
    """Choose among a line's readings, play one, and report the gaps."""
    best = min(a.misfit for a in tried)
    happened = {card for a in tried for card in a.play.triggered}
    orders = [k for k, q in solver.asked.items() if is_order(q) and k.card in happened]
    fitting = _within_the_game(_in_vain([a for a in tried if a.misfit == best], solver, happened), orders)
    tried = _in_vain(tried, solver, happened)
    chosen = _choose(_as_ruled(tried, solver), fitting, orders, _plain(solver))
    final = solver.attempt(chosen.assumed, reported=True)
    final.fits, final.gaps = chosen.fits, Gaps(dict(chosen.assumed))
    _report_order(solver, final, _as_ruled(tried, solver), fitting, orders)
    before = frozenset(k for k in chosen.assumed if k not in solver.asked or is_order(solver.asked[k]))
    for segment, readings in reversed(chosen.fits.items()):  # the innermost search wrote first
        gap = Gap(segment, solver.asked, before, readings, chosen.idle, chosen.in_part.get(segment))
        before |= readings[0].assumed.keys()
        final.gaps.found.append(gap)
        gap.finding = report(gap, chosen.assumed)
        if gap.finding is not None:
            gap.finding.countries = gap.finding.countries or final.table.reporter.named_at(gap.finding.place)
            final.table.findings.append(gap.finding)
    _tell_what_hangs_on_them(solver, final)
    if solver.in_part and best:
        _what_may_fit(solver, final)
    return final


def _within_the_game(fitting: list[Attempt], orders: list[Any]) -> list[Attempt]:
    """Return the readings without a game that continues after its end (5.1).

    The end is reached in another reading.
    """
    ended = [a for a in fitting if a.won and not a.play.triggered and not a.skips]
    return [a for a in fitting if a in ended or not any(_goes_beyond(a, e, orders) for e in ended)]


def _what_may_fit(solver: Solver, final: Attempt) -> None:
    """Turn mistakes that an untried reading may explain into gaps."""
    table = final.table
    told = next((f for f in table.findings if f.kind == "incomplete"), None)
    if told is None:
        first = next(iter(solver.asked.values()))
        told = table.report("incomplete", first.rule, _missing([first]), first.place)
    for f in table.findings:
        if f.kind in ("outcome", "impossible") and not f.follows:
            f.follows = [solver.action.place.line]


def _tell_what_hangs_on_them(solver: Solver, final: Attempt) -> None:
    """Let a finding follow from a gap if another reading lacks it.

    An assumption is no evidence.
    """
    table, line = final.table, solver.action.place.line
    readings = [r for gap in final.gaps.found if gap.finding is not None for r in gap.readings]
    for f in table.findings if readings else ():
        if f.counted and f.kind != "incomplete":
            faults = final.faults_of(f)
            if any(r.faults.isdisjoint(faults) for r in readings):
                f.follows = [line]


def _in_vain(attempts: list[Attempt], solver: Solver, happened: set[int]) -> list[Attempt]:
    """Return the readings without those that leave out an unplayable event (6.3.2.1)."""
    orders = [k for k, question in solver.asked.items() if is_order(question) and k.card not in happened]
    return [a for a in attempts if not any(a.assumed.get(k) == SKIP for k in orders)] or attempts


def _plain(solver: Solver) -> bool:
    """Return whether a line leaves open only the time of its events."""
    asked = {k: question for k, question in solver.asked.items() if not is_order(question)}
    return not any(k.segment.name == "event" and not is_never_written(question) for k, question in asked.items())


def is_order(question: OpenQuestion) -> bool:
    """Return whether the question is the time of a triggered event (6.3.2.1)."""
    return question.ask is not None and question.ask.field == Field.ORDER


def is_never_written(question: OpenQuestion) -> bool:
    """Whether the question is never written.

    It is the players' reading of a rule in dispute, or the value of an unnamed card.
    """
    return question.ask is not None and question.ask.field in NEVER_WRITTEN


def _as_ruled(attempts: list[Attempt], solver: Solver) -> list[Attempt]:
    """The attempts under the referee's own reading of each rule in dispute."""
    disputed = {k: question.options[0] for k, question in solver.asked.items() if is_never_written(question)}
    return [a for a in attempts if all(a.assumed.get(k, own) == own for k, own in disputed.items())]


def _goes_beyond(reading: Attempt, ended: Attempt, orders: list[Any]) -> bool:
    """Return whether a reading adds an event to a winning Operation."""
    return all(reading.assumed.get(k) == v for k, v in ended.assumed.items() if k not in orders)


def _choose(tried: list[Attempt], fitting: list[Attempt], orders: list[Any], plain: bool) -> Attempt:
    """Return the first fitting reading.

    An unmentioned event that matters was not carried out.
    """
    if not orders:
        return fitting[0]
    carried = [a for a in tried if not a.skips]
    skipped = [a for a in fitting if a.skips]
    if carried and plain and len({a.net for a in carried}) == 1 and carried[0] in fitting:
        return carried[0]
    return (skipped or fitting)[0]


def _report_order(
    solver: Solver, final: Attempt, tried: list[Attempt], fitting: list[Attempt], orders: list[Any]
) -> None:
    """Report playable events triggered by an Operation and unmentioned (6.3.2)."""
    asked = [solver.asked[k] for k in final.assumed if k in orders]
    same = len({a.net for a in tried if not a.skips}) <= 1
    due: list[OpenQuestion] = []
    for question in asked:
        if final.won and not final.play.triggered and not final.skips:
            continue  # the Operation came first and won
        if final.skips or not same:
            due.append(question)
        elif final.play.triggered:
            name = solver.board.rules.card_name(question.key.card or 0)
            message = (
                f"playing {name} this way also triggers its event, which the line does not mention; it was carried out"
            )
            final.table.report("note", "6.3.2", message, solver.action.place)
    if not due:
        return
    name = solver.board.rules.card_name(due[0].key.card or 0)
    untold = final.table.report(
        "incomplete",
        "7.6.3" if solver.action.use == "reassess" else "6.3.2",
        f"playing {name} this way also triggers its event, and the line does not say when it came or what was chosen",
        due[0].place,
        help=sentences([HOW_TO_WRITE_EVENTS, _fitting([show_reading(a.assumed, due) for a in fitting], plain=False)]),
        assumed=show_reading(final.assumed, due),
    )
    final.gaps.orders.append(untold)


def report(gap: Gap, assumed: Mapping[Any, Any]) -> Finding | None:
    """One *incomplete* finding for a segment's required gaps, or None."""
    questions = gap.open()
    if not questions:
        return None
    first = questions[0]
    asked = first.roll or first.ask
    rolls = [q.roll for q in questions if q.roll is not None]
    readings = [show_reading(r.assumed, questions, alone=len(questions) == 1) for r in gap.readings]
    tight = len(questions) > 1 or len(dict.fromkeys(readings)) < len(first.options) or first.roll is None
    plain = len(questions) == 1 and all(_is_plain(first, r.assumed.get(first.key)) for r in gap.readings)
    fitting = _each(gap, questions) or _fitting(readings, plain=plain, in_part=gap.in_part is not None)
    return Finding(
        "incomplete",
        first.rule,
        _missing(questions),
        first.place,
        reason=sentences(roll.sought for roll in rolls),
        help=sentences([_to_write(rolls), fitting if tight else ""]),
        assumed=show_reading(assumed, questions),
        also=[x.rule for x in questions[1:] if x.rule and x.rule != first.rule],
        side=asked.side if asked is not None else "",
        missing_dice=len(rolls) == len(questions),
        countries=tuple(dict.fromkeys(r.subject for r in rolls if r.subject)),
    )


def _missing(questions: Sequence[OpenQuestion]) -> str:
    """Return a sentence on the missing part."""
    at_end = questions[0].key.segment.name.startswith("end")  # it may have no line at all
    rolls = list(dict.fromkeys(_the_roll(q) for q in questions if q.roll is not None))
    choices = list(dict.fromkeys(gap_name(q) for q in questions if q.roll is None))
    said = []
    if choices:
        said.append(f"{'the record' if at_end else 'the line'} does not say {listed(choices)}")
    if rolls:
        said.append(
            f"{listed(rolls)} {agree(len(rolls), 'is', 'are')} missing" + (" at the end of the turn" if at_end else "")
        )
    return ", and ".join(said)


def _to_write(rolls: Sequence[Roll]) -> str:
    """Return the spelling of the missing dice."""
    wanted = []
    for roll in rolls:
        dice = f"{roll.label}[{' '.join('d' * roll.n)}]"
        wanted.append(f"{dice} for {roll.place}" if roll.subject else dice)
    return f"add the dice, such as {listed(list(dict.fromkeys(wanted)))}" if wanted else ""


def _is_plain(question: OpenQuestion, answer: Any) -> bool:
    """Return whether an answer is one word or number."""
    if question.roll is not None:
        return answer is None or not isinstance(question.roll.read(answer), tuple)
    return question.key.field != Field.ORDER and not isinstance(answer, list)


def _fitting(readings: Sequence[str], *, plain: bool, in_part: bool = False) -> str:
    """Return the fitting readings in words.

    ``plain`` if each is one answer, ``in_part`` if not every one was tried.
    """
    found = list(dict.fromkeys(x for x in readings if x))
    if not found:
        return ""
    if in_part:
        best = "this fits" if len(found) == 1 else "these fit"
        return f"not every way was tried; of those that were, {best} best: {'; '.join(found[:FEW_SHOWN])}"
    if len(found) == 1:
        return f"only this fits what is written: {found[0]}"
    if len(found) > MOST_SHOWN:
        return f"{len(found)} ways fit what is written, such as {'; '.join(found[:FEW_SHOWN])}"
    if plain:
        return f"what is written fits {listed(found, 'or')}"
    return f"these fit what is written: {'; '.join(found)}"


def _each(gap: Gap, questions: Sequence[OpenQuestion]) -> str:
    """Return the fitting answers by question, if readings are too many.

    Returns "" for few readings.
    """
    found = {tuple([repr(r.assumed.get(q.key)) for q in questions]) for r in gap.readings}
    if len(found) <= (FEW_SHOWN if len(questions) > 1 else MOST_SHOWN):
        return ""
    values = [{repr(v): v for r in gap.readings if (v := r.assumed.get(q.key)) is not None} for q in questions]
    fitting: dict[str, tuple[OpenQuestion, dict[str, Any]]] = {}
    for question, fits in zip(questions, values, strict=True):
        if question.roll is None or len(fits) < len(question.options):  # if all fit, any result does
            fitting.setdefault(gap_name(question), (question, {}))[1].update(fits)
    said = [f"{name}: {_summed_up(question, list(fits.values()))}" for name, (question, fits) in fitting.items()]
    free = len(found) == prod(len(v) for v in values)
    if not free and len(found) <= MOST_SHOWN:
        return ""
    several = "" if free or len(said) < 2 or gap.in_part is not None else ", not in every combination"
    tried = "of the ways that were tried, " if gap.in_part is not None else ""
    if not said:
        return "any result fits what is written" if free else ""
    return f"{tried}these fit what is written{several}: {'; '.join(said)}"


def _summed_up(question: OpenQuestion, fits: list[Any]) -> str:
    """Return several answers to one question, in few words."""
    of_prestige = question.roll is not None and question.roll.kind == RollKind.PRESTIGE
    read = [question.roll.read(v) for v in fits] if of_prestige and question.roll is not None else fits
    if all(type(v) is int for v in read):
        return listed(runs(set(read)), "or")
    shown = list(dict.fromkeys(show_reading({question.key: v}, [question], alone=True) for v in fits))
    if len(shown) <= MOST_SHOWN:
        return listed(shown, "or")
    places = question.ask is not None and question.ask.field in _PLACES
    return f"one of {len(shown)} {'countries' if places else 'choices'}"


def _the_roll(question: OpenQuestion) -> str:
    """Return a missing roll with its article."""
    name, roll = gap_name(question), question.roll
    has_article = roll is not None and roll.kind == RollKind.TEST and bool(roll.subject)
    return name if has_article else f"the {name}"


def gap_name(question: OpenQuestion) -> str:
    """Return the missing thing in words."""
    if question.roll is not None:
        r = question.roll
        where = f" for {r.place}" if r.subject else ""
        if r.subject and (r.kind == RollKind.TEST or (r.kind == RollKind.ATTRITION and r.label)):
            return f"roll for {r.name}" if r.kind == RollKind.ATTRITION else r.name
        return f"{r.title}{'' if r.kind in NAMED_ROLLS else ' roll'}{where}"
    if question.ask is None:
        return "a choice"
    return question.ask.field.question


def show_reading(assumed: Mapping[Any, Any], questions: list[OpenQuestion], *, alone: bool = False) -> str:
    """Return the answers of one reading in words; ``alone`` without their questions."""
    parts = []
    for question in questions:
        if question.key not in assumed:
            continue
        value = assumed[question.key]
        if question.roll is not None:
            r = question.roll
            result = r.read(value)
            if isinstance(result, tuple):  # the order of the dice makes no difference
                result = tuple(sorted(result, reverse=True))
            outcome = r.result_words(result)
            parts.append(outcome if alone or r.kind == RollKind.PRESTIGE else f"{r.name}: {outcome}")
        elif question.ask is not None and question.ask.field == Field.ORDER:
            parts.append(
                {SKIP: "the event was not carried out", "first": "the event came first"}.get(
                    value, "the event came after"
                )
            )
        else:
            asked = None if question.ask is None else question.ask.field
            said = pieces_in_words(value) if asked in _LOSSES else words(value)
            if asked in _LOSSES:
                parts.append(f"the {'US' if asked == Field.US_LOSS else 'Jihadist'} loses {said}")
            else:
                parts.append(said if alone or asked in _PLACES else f"{gap_name(question)}: {said}")
    return ", ".join(parts)
