"""The alternatives of the side to act at a position.

For each open question: the legal answers, their rolls, and the reasons against the others. Everything is found by
playing the procedures at the options table and taking them back. Questions are answered one after the other, never as
products: a later question holds for the first answer to the earlier ones, unless it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.editions.base import card_uses, events, scenario_choices, turn
from referee.editions.base.operations import JIHADIST_OPERATIONS, TITLES, US_OPERATIONS, operation
from referee.editions.base.operations.reassess import reassess
from referee.editions.base.queries import Queries
from referee.engine.law.alternatives import Alternatives, Use
from referee.engine.law.ask import Address, Ask, Field, RollKind
from referee.engine.law.forms import LEFT_OVER
from referee.engine.law.line import LineHead
from referee.engine.law.play import Play
from referee.engine.law.question import Choice, Outlook, Question, RollChances, of_another, target
from referee.engine.law.requirement import Failure, failures
from referee.engine.law.rolls import Roll
from referee.engine.law.table import NOTHING
from referee.engine.law.tables.options import look
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.law.terms import Terms
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.cause import Stage, Usage
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.watching import watching

PlayProcedure = Callable[[Play], None]
TARGETS = frozenset({Field.WHERE, Field.FROM, Field.TO, Field.PLOT, Field.AGAIN})
"""Questions shown answer by answer.

The others belong to the answer that leads to them.
"""
MAX_STEPS = 40
MOST_OF_A_TURN = 200
"""Most questions and rolls of an end of turn to show."""
_END_OF_TURN = {"5.2.5": "5.2.5 to 5.2.9"}
"""Paragraphs of the end of a turn, beyond its first."""


# -------------------------------------------------------------------- the position


def alternatives(play: Play, card: int = 0) -> Alternatives:
    """Every possible use of ``card``, or of a card of each value."""
    events.load_all()
    b = play.board
    if b.recall(scenario_choices.DUE) is not None:
        chosen = _use(play, "set-up", "Choices of the set-up", _line(LineHead("choices")))
        return Alternatives("J", "set-up", {0: [chosen]})
    notes = advance(play)
    if b.winner:
        return Alternatives(b.winner, "over", {}, 0, notes)
    if b.stage == "plots":
        resolve = _use(play, "resolve", "Resolve a Plot", _line(LineHead("resolve", plots=1)))
        return Alternatives("J", "plots", {0: [resolve, *_at_any_time(play)]}, 0, notes)
    if b.stage == "end":
        return Alternatives("J", "end", {0: [_end_of_turn(play), *_at_any_time(play)]}, 0, notes)
    play.side = b.side
    found = Alternatives(b.side, "action", {}, card, notes + _hints(b))
    if card:
        found.by_value[b.cards[card].ops] = _with_card(play, b.side, card)
        return found
    for value in (1, 2, 3):
        found.by_value[value] = [_operation(play, b.side, name, value) for name in _operations(b.side)]
        found.by_value[value] += _without_target(play, b.side, value)
    found.by_value[0] = _without_card(play)
    found.notes += _events_in_hand(play)
    return found


def _line(line: LineHead) -> PlayProcedure:
    """The procedure of a line."""
    return lambda p: p.board.rules.procedures[line.kind](p, line)


def advance(play: Play) -> list[str]:
    """Play forward to the next play, and return the lines.

    These are phases without cards, and an end of the turn that asks nothing.
    """
    b = play.board
    notes = []
    automatic = Play(b, play.journal, ProbeTable([]), (Stage.END_OF_TURN,))
    end = _line(LineHead("end"))
    for _ in range(6):
        if b.winner or b.stage in ("plots", "over"):
            break
        if b.stage == "end":
            if not look(play, end, {}).done:
                break
            end(automatic)
            rule = b.rules.rule_of_use["end"]
            notes.append(f"the turn ends first ({_END_OF_TURN.get(rule, rule)})")
        elif b.hand(b.side) == 0:
            notes.append(f"the {SIDE_NAMES[b.side]} side has no cards left in its phase (5.2.2)")
            turn.end_phase(automatic)
        else:
            break
    return notes


def _hints(b: Board) -> list[str]:
    notes = []
    reserves = b.reserves(b.side)
    if reserves:
        notes.append(f"{SIDE_NAMES[b.side]} Reserves {reserves} may be added to a card for Operations (6.3.3.1)")
    if b.side == "J" and not q.available_cells(b):
        notes.append("no Cell is Available: Recruit brings nobody, whatever the dice (8.2.1)")
    if b.side == "J" and b.first_plot is None:
        notes.append("the first card used for Plots this turn does not trigger its US event (8.5.3)")
    if b.side in b.rules.guides:
        who = SIDE_NAMES[b.side]
        notes.append(
            f"the {who} side goes by a flowchart, so only what that leads to is legal; what a card is used for shows with it"
        )
    return [*notes, *q.modified(Queries.HINTS_FOR_A_PLAY, b, b.side, ())]


def _events_in_hand(play: Play) -> list[str]:
    """Sentences on the events of known cards in the hand."""
    b = play.board
    known = [n for n in ((b.cards_j if b.side == "J" else b.cards_us) or ()) if n in b.cards]
    notes = []
    for n in known:
        out = look(play, _line(LineHead("card", b.side, (n,))), {})
        asked = out.question if out.roll is None else None
        failures = _refusals(asked).get("event", ()) if asked is not None else out.failures
        told = "; ".join(f"{f.message} ({f.rule})" for f in failures) or "can be played for its event"
        if not failures and asked is not None and "event" not in asked.useful:
            told = "nothing of its event can be carried out to its end"
        notes.append(f"card {b.cards[n].name}, value {b.cards[n].ops}: {told}")
    return notes


def _refusals(question: Question) -> dict[Any, tuple[Failure, ...]]:
    """Failures against the refused answers."""
    return {c.value: c.failures for c in question.refused or ()}


def _operations(side: str) -> tuple[str, ...]:
    return US_OPERATIONS if side == "US" else JIHADIST_OPERATIONS


# -------------------------------------------------------------------- uses


def _operation(play: Play, side: str, name: str, value: int) -> Use:
    def carry_out(p: Play) -> None:
        with p.segment("op", side=side, cause=Usage(name), rule=card_uses.RULE_OF_USE.get(name, "6.3.1")):
            operation(name)(p, Terms(value))

    use = _use(play, name, TITLES[name], carry_out)
    use.able = play.possible(carry_out)
    return _without_comers(play.board, use)


def _without_comers(b: Board, use: Use) -> Use:
    """A Recruit without Available Cells, its rolls without a chance (8.2.1)."""

    def others(rolls: list[RollChances]) -> list[RollChances]:
        for c in rolls:
            c.then = [(outcome, others(rest)) for outcome, rest in c.then]
        return [c for c in rolls if c.kind != "recruit"]

    if use.name == "recruit" and not q.available_cells(b):
        use.remark = "no Cell is Available: the rolls can be made and bring nobody (8.2.1)"
        for choice in (choice for asked in use.questions for choice in asked.choices):
            choice.rolls = others(choice.rolls)
    return use


def _without_target(play: Play, side: str, value: int) -> list[Use]:
    """Reserves and Reassessment with a card of a value."""
    board = play.board
    known = next(n for n, c in board.cards.items() if c.ops == value)
    asked = (card_uses.RESERVES_VALUE, *card_uses.reserves_bar(board, side))
    refused = failures(asked, board, "reserves", {"card": known, "player": side})
    found = [Use("reserves", TITLES["reserves"], tuple(refused))]
    if side == "US":
        two = tuple(n for n, c in board.cards.items() if c.ops == value)[:2]
        if value == 3 and (board.hand_us is None or board.hand_us >= 2):
            found.append(_use(play, "reassess", f"{TITLES['reassess']} (two cards)", lambda p: reassess(p, two, False)))
    return found


def _without_card(play: Play) -> list[Use]:
    """Uses without a card of a value: the last US card, Cadres."""
    b = play.board
    found = []
    if b.side == "US" and b.hand_us in (1, None):
        held = [
            f
            for f in (card_uses.LAST_CARD.failure(b, use, {}) for use in ("hold", "discard"))
            if isinstance(f, Failure)
        ]
        title = "Hold or discard the last card" if b.hand_us == 1 else "Hold or discard, if it is the last card"
        found.append(Use("hold", title, tuple(held[:1])))
    if b.side == "J" and any(c.cadre for c in b.countries.values()):
        cadres = _use(play, "remove-cadre", "Remove a Cadre", _line(LineHead("cadre")))
        found.append(cadres)
    return found + _at_any_time(play)


def _at_any_time(play: Play) -> list[Use]:
    """Possible uses of a side without a card, in any phase."""
    rules = play.board.rules
    sides = [(kind, side) for kind in rules.any_time for side in ("J", "US")]
    uses = [_use(play, kind, f"{rules.titles[kind]} ({SIDE_NAMES[s]})", _line(LineHead(kind, s))) for kind, s in sides]
    return [use for use in uses if use.possible]


def _end_of_turn(play: Play) -> Use:
    """The end of the turn: each roll and each choice.

    Each choice comes where the earlier ones and the dice fall as first.
    """
    use = Use("end", "End of the turn")
    for out in _Way(play, _line(LineHead("end"))).stops(MOST_OF_A_TURN):
        if out.roll is not None:
            use.rolls.append(RollChances.of(out.roll))
        elif out.question is None:
            use.failures = out.failures
        elif len(out.question.choices) > 1:
            out.question.about = out.question.address.subject
            use.questions.append(out.question)
    return use


def _with_card(play: Play, side: str, card: int) -> list[Use]:
    """Every use of one card."""
    procedure = _line(LineHead("card", side, (card,)))
    first = look(play, procedure, {})
    if first.question is None or first.roll is not None:
        return [Use("card", f"card {play.board.cards[card].name}", first.failures)]
    found = []
    for c in (*first.question.choices, *(first.question.refused or ())):
        name = c.value
        unlisted = LEFT_OVER[name].title if name in LEFT_OVER else str(name).capitalize()
        title = "CardEvent" if name == "event" else play.board.rules.titles.get(name, unlisted)
        if c.failures:
            found.append(Use(name, title, c.failures))
        else:
            use = _use(play, name, title, procedure, {first.question.address: name})
            use.able = c.useful
            if not use.able and use.questions and all(asked.choices for asked in use.questions):
                use.failures = (Failure("event", "6.2.6", "illegal", "nothing of it can be carried out to its end"),)
            found.append(_without_comers(play.board, use))
    order = ["event", *_operations(side), "reassess", "reserves", "discard"]
    found.sort(key=lambda u: order.index(u.name) if u.name in order else len(order))
    return found


# -------------------------------------------------------------------- one way through a procedure


class _Way:
    """A procedure with its answers by address and its dice."""

    def __init__(self, play: Play, procedure: PlayProcedure, answers: Mapping[Address, Any] | None = None) -> None:
        self.play, self.procedure = play, procedure
        self.answers: dict[Address, Any] = dict(answers or {})
        self.dice: list[tuple[int, ...]] = []
        self.rolls_before = 0
        """Number of rolls before the question shown: those of others."""

    def but(self, answers: Mapping[Address, Any], *dice: tuple[int, ...]) -> _Way:
        """The same procedure with further answers and dice."""
        made = _Way(self.play, self.procedure, {**self.answers, **answers})
        made.dice, made.rolls_before = [*self.dice, *dice], self.rolls_before
        return made

    def after(self, case: tuple[int, ...], rolled: int) -> _Way:
        """The way on from a roll, the ``rolled``-th, with these dice."""
        made = self.but({}, case)
        made.rolls_before = rolled
        return made

    def stops(self, most: int = MAX_STEPS) -> Iterator[Outlook]:
        """Each question and roll to the end.

        It goes on with the first dice and the first legal answer.
        """
        for _ in range(most):
            out = look(self.play, self.procedure, self.answers, self.dice)
            yield out
            if out.roll is not None:
                self.dice.append(out.roll.cases()[0])
            elif out.question is not None and out.question.choices:
                self.answers[out.question.address] = out.question.legal[0]
            else:
                break


@dataclass(slots=True)
class _Trail:
    """The questions and rolls of one way.

    Later questions get their first legal answer.
    """

    rolls: list[RollChances] = field(default_factory=list)
    details: list[tuple[Field, list[Any]]] = field(default_factory=list)
    bars: dict[Field, tuple[Failure, ...]] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()

    def add_rolls(self, came: list[Roll], about: Any, *, asked: bool) -> None:
        """Note picks of its subject, and results without dice."""
        self.rolls += [RollChances.of(r) for r in came if r.kind == RollKind.PICK and r.chosen == about]
        self.rolls += [RollChances.of(r) for r in came if r.automatic and (not asked or r.subject == about)]

    def note(self, question: Question) -> None:
        """Note a question on the way, with its legal answers.

        The reasons against yes are noted as well.
        """
        assert question.field is not None
        self.details.append((question.field, question.legal))
        if True in (refused := _refusals(question)):
            self.bars[question.field] = refused[True]


def _follow(way: _Way, *, about: Any = None, asked: bool = False, ask: Ask | None = None) -> _Trail:
    """Follow a procedure to its end, noting questions and rolls.

    Only rolls for ``about``, an answer to ``ask``, are noted: no roll of another target, and nothing after another
    question with a display of its own.
    """
    trail = _Trail()
    shown = way.rolls_before
    for out in way.stops():
        trail.add_rolls([r for r in out.rolls[shown:] if _own(r, ask, about)], about, asked=asked)
        shown = max(shown, len(out.rolls))
        if (roll := out.roll) is not None:
            shown += 1
            if _own(roll, ask, about) and (not asked or roll.subject == about):
                chance = RollChances.of(roll)
                trail.rolls.append(chance)
                if roll.kind == RollKind.TEST:
                    for case in roll.cases():
                        rest = _follow(way.after(case, shown), about=about, asked=asked, ask=ask)
                        chance.then.append((roll.result_words(roll.read(case)), rest.rolls))
                        trail.details += [d for d in rest.details if d not in trail.details]
                    return trail
        elif (question := out.question) is not None:
            asked = asked or question.field in TARGETS or question.address.segment.name == "event"
            if not question.choices:
                trail.failures = _nothing(question)
            elif (not asked or question.field == Field.TROOPS) and question.field != Field.ORDER:
                trail.note(question)
        else:
            trail.failures = out.failures
    return trail


def _own(roll: Roll, ask: Ask | None, about: Any) -> bool:
    return ask is None or not of_another(roll, ask, (target(ask, about),))


def _nothing(question: Question) -> tuple[Failure, ...]:
    """Failures behind a later question without answers, by the first one."""
    failures = next((c.failures for c in question.refused or ()), ())
    if failures and question.field in TARGETS:
        return tuple(
            Failure(f.id, f.rule, f.kind, f"nowhere to go from it, such as “{f.message}”", f.sources) for f in failures
        )
    if failures:
        return failures
    return (Failure("nothing left", question.rule, "illegal", f"nothing legal is left to choose ({question.field})"),)


# -------------------------------------------------------------------- questions


def _use(
    play: Play, name: str, title: str, procedure: PlayProcedure, given: Mapping[Address, Any] | None = None
) -> Use:
    """The questions of one use, each with its answers."""
    use = Use(name, title)
    way = _Way(play, procedure, given)
    whole = way.but({})
    before: _Before | None = None
    seen: set[Field | None] = set()
    for _ in range(MAX_STEPS):
        out = _next_target(way, use, seen)
        question = out.question
        if question is None or question.roll is not None:
            if out.failures and not use.questions:
                use.failures = out.failures
            elif not use.questions:
                use.rolls = _follow(whole).rolls
            break
        segment = question.address.segment
        of_event = segment.name == "event" or segment.card is not None
        if question.field in seen or (name != "event" and of_event):
            break  # next comes another round of it, or the triggered event
        if not use.questions:
            first = [r for r in out.rolls if r.address.segment == segment and r.kind != RollKind.PICK]
            use.rolls = [RollChances.of(r) for r in first]
        seen.add(question.field)
        asked = _ask(way, question, before)
        use.questions.append(asked)
        if not asked.choices:
            break
        before = _Before(question.address, asked.legal, dict(way.answers))
        way.answers[question.address] = asked.legal[0]
    use.triggers = sorted(set(use.triggers))
    return use


def _next_target(way: _Way, use: Use, seen: set[Field | None]) -> Outlook:
    """Answer up to the next question shown answer by answer.

    Dice on the way fall as they like.
    """
    for out in way.stops():
        question = out.question
        if question is None or question.roll is not None:
            continue
        if question.field == Field.ORDER:
            use.triggers.append(question.address.card)
        elif question.legal != [NOTHING] and (
            question.field in TARGETS or use.name == "event" or question.field in seen
        ):
            break
    way.rolls_before = len(out.rolls)
    return out


def _ask(way: _Way, question: Question, before: _Before | None) -> Question:
    """One question with every answer, each followed to its rolls."""
    asked = Question(ask=question.ask)
    refused = []
    views = [_View(None, question, way)]
    if before is not None and question.field == Field.TO:
        ways = [(o, _Way(way.play, way.procedure, {**before.answers, before.address: o})) for o in before.origins]
        views = [_View(origin, _again(one, question), one) for origin, one in ways]
    hangs = {repr(c.value): c.hangs for c in (*question.choices, *(question.refused or ()))}
    unknown = way.play.board.unknown
    for option in (*question.legal, *_refusals(question)):
        open_from = [v for v in views if v.question is not None and option in v.question.legal]
        with watching(way.play.board) as reads:
            able, failures = _able(open_from, question.address, option)
        on = hangs[repr(option)] | (reads.fields & unknown)
        if not open_from:
            why = [r[option] for v in views if v.question is not None and (r := _refusals(v.question)).get(option)]
            failures = min(why, key=len, default=())
        if not able:
            refused.append(Choice(option, failures=failures, hangs=on))
            continue
        first = able[0][1]
        choice = Choice(option, rolls=first.rolls, details=first.details, hangs=on)
        for name, reasons in first.bars.items():
            asked.barred.setdefault(name, []).append((option, reasons))
        if any(v not in open_from and v.origin != option for v in views):
            choice.only_from = [v.origin for v in open_from]
        _by_origin(able, choice)
        asked.choices.append(choice)
    asked.refused = refused
    return asked


def _able(
    views: Iterable[_View], address: Address, option: Any
) -> tuple[list[tuple[_View, _Trail]], tuple[Failure, ...]]:
    """Views of a question with a way to an end after ``option``.

    Only the first one is given, unless it Travels. The second value has the failures where there is none.
    """
    able: list[tuple[_View, _Trail]] = []
    failures: tuple[Failure, ...] = ()
    for v in views:
        ask = v.question.ask if v.question is not None else None
        trail = _follow(v.way.but({address: option}), about=option, ask=ask)
        failures = trail.failures
        if not failures:
            able.append((v, trail))
            if not _travels(trail.rolls):
                break
    return able, failures


@dataclass(slots=True)
class _Before:
    """The question before a "to".

    It has its address, its legal answers, and the answers before it.
    """

    address: Address
    origins: list[Any]
    answers: dict[Address, Any]


@dataclass(slots=True, eq=False)
class _View:
    """A question after one answer to the question before it.

    It has the way there, or None if it is not asked then.
    """

    origin: Any
    question: Question | None
    way: _Way


def _again(way: _Way, question: Question) -> Question | None:
    """The same question at the end of another way, or None."""
    for out in way.stops():
        found = out.question
        if found is not None and found.roll is None and found.address == question.address:
            way.rolls_before = len(out.rolls)
            return found
    return None


def _by_origin(able: list[tuple[_View, _Trail]], choice: Choice) -> None:
    """Set the origins of Travel with other rolls.

    The main ones are those with the dice of most origins.
    """
    with_dice = [t.rolls for _, t in able if any(c.diced for c in t.rolls)]
    if with_dice:
        choice.rolls = max(with_dice, key=with_dice.count)
        choice.by_origin = [(v.origin, t.rolls) for v, t in able if t.rolls != choice.rolls]


def _travels(rolls: Iterable[RollChances]) -> bool:
    return any(c.kind == RollKind.TRAVEL or any(_travels(rest) for _, rest in c.then) for c in rolls)
