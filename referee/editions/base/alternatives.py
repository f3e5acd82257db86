"""What the side to act could do at a position: per open question the legal answers, their rolls, and why not the others.

Everything is found by playing the procedures at the options table and taking them back. Questions are answered one
after the other, never as products: what a later question shows holds for the first answer to the earlier ones, unless
it says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from referee.editions.base import card_uses, events, scenario_choices, turn
from referee.editions.base.operations import JIHADIST_OPERATIONS, TITLES, US_OPERATIONS, operation
from referee.editions.base.operations.reassess import reassess
from referee.engine import queries as q
from referee.engine.alternatives import Alternatives, Use
from referee.engine.ask import Address, Field, RollKind
from referee.engine.board import Board
from referee.engine.cause import Stage, UsedFor
from referee.engine.data import SIDE_NAMES
from referee.engine.forms import LEFT_OVER
from referee.engine.line import Line
from referee.engine.play import NOTHING, Play
from referee.engine.question import Chance, Choice, Outlook, Question
from referee.engine.requirement import Failure
from referee.engine.rolls import Roll
from referee.engine.tables.options import look
from referee.engine.tables.probe import ProbeTable
from referee.engine.terms import Terms

Procedure = Callable[[Play], None]
TARGETS = frozenset({Field.WHERE, Field.FROM, Field.TO, Field.PLOT, Field.AGAIN})
"""Questions that are shown answer by answer; the others are told with the answer that leads to them."""
MAX_STEPS = 40
MOST_OF_A_TURN = 200
"""Most questions and rolls of an end of turn that are looked at."""
_END_OF_TURN = {"5.2.5": "5.2.5 to 5.2.9"}
"""The paragraphs that the end of a turn goes by, where they are more than the one it begins with."""


# -------------------------------------------------------------------- the position


def alternatives(play: Play, card: int = 0) -> Alternatives:
    """Everything that the side to act could do with ``card``, or with a card of each value."""
    events.load_all()
    b = play.board
    if b.recall(scenario_choices.DUE) is not None:
        chosen = _use(play, "set-up", "Choices of the set-up", _line(Line("choices")))
        return Alternatives("J", "set-up", {0: [chosen]})
    notes = advance(play)
    if b.winner:
        return Alternatives(b.winner, "over", {}, 0, notes)
    if b.stage == "plots":
        resolve = _use(play, "resolve", "Resolve a Plot", _line(Line("resolve", plots=1)))
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
    found.by_value[0] = _standing(play)
    found.notes += _events_in_hand(play)
    return found


def _line(line: Line) -> Procedure:
    """The procedure of a line."""
    return lambda p: p.board.rules.procedures[line.kind](p, line)


def advance(play: Play) -> list[str]:
    """Let come what comes by itself before the next play: an end of the turn that asks nothing, phases without cards."""
    b = play.board
    notes = []
    automatic = Play(b, play.journal, ProbeTable([]), (Stage.END_OF_TURN,))
    end = _line(Line("end"))
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
    return [*notes, *q.modified("hints for a play", b, b.side, ())]


def _events_in_hand(play: Play) -> list[str]:
    """For the cards of the hand that are known: whether their events could be played."""
    b = play.board
    known = [n for n in ((b.cards_j if b.side == "J" else b.cards_us) or ()) if n in b.cards]
    notes = []
    for n in known:
        out = look(play, _line(Line("card", b.side, (n,))), {})
        asked = out.question if out.roll is None else None
        failures = _refusals(asked).get("event", ()) if asked is not None else out.failures
        told = "; ".join(f"{f.message} ({f.rule})" for f in failures) or "can be played for its event"
        if not failures and asked is not None and "event" not in asked.useful:
            told = "nothing of its event can be carried out to its end"
        notes.append(f"card {b.cards[n].name}, value {b.cards[n].ops}: {told}")
    return notes


def _refusals(question: Question) -> dict[Any, tuple[Failure, ...]]:
    """What speaks against the answers that are refused."""
    return {c.value: c.failures for c in question.refused or ()}


def _operations(side: str) -> tuple[str, ...]:
    return US_OPERATIONS if side == "US" else JIHADIST_OPERATIONS


# -------------------------------------------------------------------- uses


def _operation(play: Play, side: str, name: str, value: int) -> Use:
    def carry_out(p: Play) -> None:
        with p.segment("op", side=side, cause=UsedFor(name), rule=card_uses.RULE_OF_USE.get(name, "6.3.1")):
            operation(name)(p, Terms(value))

    use = _use(play, name, TITLES[name], carry_out)
    use.able = play.possible(carry_out)
    return _without_comers(play.board, use)


def _without_comers(b: Board, use: Use) -> Use:
    """A Recruit while no Cell is Available: its rolls can be made, but have no chance of anything (8.2.1)."""

    def others(rolls: list[Chance]) -> list[Chance]:
        for c in rolls:
            c.then = [(outcome, others(rest)) for outcome, rest in c.then]
        return [c for c in rolls if c.kind != "recruit"]

    if use.name == "recruit" and not q.available_cells(b):
        for choice in (choice for asked in use.questions for choice in asked.choices):
            choice.rolls = others(choice.rolls)
    return use


def _without_target(play: Play, side: str, value: int) -> list[Use]:
    """Reserves and Reassessment with a card of a value."""
    board = play.board
    known = next(n for n, c in board.cards.items() if c.ops == value)
    failure = card_uses.RESERVES_VALUE.failure(board, "reserves", {"card": known})
    found = [Use("reserves", TITLES["reserves"], (failure,) if isinstance(failure, Failure) else ())]
    if side == "US":
        two = tuple(n for n, c in board.cards.items() if c.ops == value)[:2]
        if value == 3 and (board.hand_us is None or board.hand_us >= 2):
            found.append(_use(play, "reassess", f"{TITLES['reassess']} (two cards)", lambda p: reassess(p, two, False)))
    return found


def _standing(play: Play) -> list[Use]:
    """What needs no card of a value: the last US card, Cadres."""
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
        cadres = _use(play, "remove-cadre", "Remove a Cadre", _line(Line("cadre")))
        found.append(cadres)
    return found + _at_any_time(play)


def _at_any_time(play: Play) -> list[Use]:
    """What a side may do in anybody's phase without a card, as far as it is possible at all."""
    rules = play.board.rules
    sides = [(kind, side) for kind in rules.any_time for side in ("J", "US")]
    uses = [_use(play, kind, f"{rules.titles[kind]} ({SIDE_NAMES[s]})", _line(Line(kind, s))) for kind, s in sides]
    return [use for use in uses if use.possible]


def _end_of_turn(play: Play) -> Use:
    """The end of the turn: each roll, and each choice as it comes where the earlier ones and the dice fall as first."""
    use = Use("end", "End of the turn")
    procedure = _line(Line("end"))
    answers: dict[Address, Any] = {}
    dice: list[tuple[int, ...]] = []
    for _ in range(MOST_OF_A_TURN):
        out = look(play, procedure, answers, dice)
        if out.roll is not None:
            use.rolls.append(Chance.of(out.roll))
            dice.append(out.roll.cases()[0])
        elif out.question is not None and out.question.choices:
            question = out.question
            if len(question.choices) > 1:
                question.about = question.address.subject
                use.questions.append(question)
            answers[question.address] = question.legal[0]
        else:
            use.failures = out.failures
            break
    return use


def _with_card(play: Play, side: str, card: int) -> list[Use]:
    """Every use of one card."""
    procedure = _line(Line("card", side, (card,)))
    first = look(play, procedure, {})
    if first.question is None or first.roll is not None:
        return [Use("card", f"card {play.board.cards[card].name}", first.failures)]
    found = []
    for c in (*first.question.choices, *(first.question.refused or ())):
        name = c.value
        unlisted = LEFT_OVER[name].title if name in LEFT_OVER else str(name).capitalize()
        title = "Event" if name == "event" else play.board.rules.titles.get(name, unlisted)
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


# -------------------------------------------------------------------- questions


def _use(play: Play, name: str, title: str, procedure: Procedure, given: dict[Address, Any] | None = None) -> Use:
    """The questions of one use, each with its answers."""
    use = Use(name, title)
    answers = dict(given or {})
    before: _Before | None = None
    seen: set[Field] = set()
    for _ in range(MAX_STEPS):
        out, answers = _next_target(play, procedure, answers, use, seen)
        question = out.question
        if question is None or question.field is None:
            if out.failures and not use.questions:
                use.failures = out.failures
            elif not use.questions:
                use.rolls = _follow(play, procedure, answers).rolls
            break
        if question.field in seen or not _own(question, name):
            break
        seen.add(question.field)
        asked = _ask(play, procedure, answers, question, before)
        use.questions.append(asked)
        if not asked.choices:
            break
        before = _Before(question.address, asked.legal, answers)
        answers = {**answers, question.address: asked.legal[0]}
    use.triggers = sorted(set(use.triggers))
    return use


def _own(question: Question, name: str) -> bool:
    """Whether a question belongs to the use itself and not to an event that it triggers."""
    return name == "event" or question.address.segment.name != "event"


def _next_target(
    play: Play, procedure: Procedure, answers: dict[Address, Any], use: Use, seen: set[Field]
) -> tuple[Outlook, dict[Address, Any]]:
    """Answer what leads to the next question that is shown answer by answer; dice on the way fall as they like."""
    dice: list[tuple[int, ...]] = []
    answers = dict(answers)
    out = look(play, procedure, answers, dice)
    for _ in range(MAX_STEPS):
        if out.roll is not None:
            dice.append(out.roll.cases()[0])
        elif out.question is None:
            break
        else:
            question, address = out.question, out.question.address
            if address.field == Field.ORDER:
                use.triggers.append(address.card)
            elif question.legal != [NOTHING] and (
                question.field in TARGETS or use.name == "event" or question.field in seen
            ):
                break
            if not question.choices:
                break
            answers[address] = question.legal[0]
        out = look(play, procedure, answers, dice)
    return out, answers


def _ask(
    play: Play,
    procedure: Procedure,
    answers: dict[Address, Any],
    question: Question,
    before: _Before | None,
) -> Question:
    """One question with every answer, each followed to its rolls."""
    asked = Question(ask=question.ask, refused=[])
    assert asked.refused is not None
    views = [_View(None, question.legal, _refusals(question), answers)]
    if before is not None and question.field == Field.TO:
        ways = [{**before.answers, before.address: origin} for origin in before.origins]
        views = [_view(play, procedure, way, question, o) for way, o in zip(ways, before.origins, strict=True)]
    for option in (*question.legal, *_refusals(question)):
        open_from = [v for v in views if option in v.legal]
        if not open_from:
            refused = [v.refused[option] for v in views if v.refused.get(option)]
            asked.refused.append(Choice(option, failures=min(refused, key=len, default=())))
            continue
        able: list[tuple[_View, _Trail]] = []
        for v in open_from:
            trail = _follow(play, procedure, {**v.answers, question.address: option}, about=option)
            if not trail.failures:
                able.append((v, trail))
                if not _travels(trail.rolls):
                    break
        if not able:
            asked.refused.append(Choice(option, failures=trail.failures))
            continue
        first = able[0][1]
        choice = Choice(option, rolls=first.rolls, details=first.details)
        for name, why in first.barred.items():
            asked.barred.setdefault(name, []).append((option, why))
        if any(v not in open_from and v.origin != option for v in views):
            choice.only_from = [v.origin for v in open_from]
        _by_origin(able, choice)
        asked.choices.append(choice)
    return asked


@dataclass(slots=True)
class _Before:
    """The question before a "to": its address, its legal answers, and the answers before it."""

    address: Address
    origins: list[Any]
    answers: dict[Address, Any]


@dataclass(slots=True, eq=False)
class _View:
    """A question after one answer to the question before it."""

    origin: Any
    legal: list[Any]
    refused: dict[Any, tuple[Failure, ...]]
    answers: dict[Address, Any]


def _view(play: Play, procedure: Procedure, answers: dict[Address, Any], question: Question, origin: Any) -> _View:
    kept = dict(answers)
    for _ in range(MAX_STEPS):
        asked = look(play, procedure, kept).question
        if asked is None or asked.roll is not None:
            break
        if asked.address == question.address:
            return _View(origin, asked.legal, _refusals(asked), kept)
        if not asked.choices:
            break
        kept[asked.address] = asked.legal[0]
    return _View(origin, [], {}, kept)


def _by_origin(able: list[tuple[_View, _Trail]], choice: Choice) -> None:
    """Travel: from which origins the rolls are others; the main ones are those with dice that most origins share."""
    with_dice = [t.rolls for _, t in able if _diced(t.rolls)]
    if with_dice:
        choice.rolls = max(with_dice, key=with_dice.count)
        choice.by_origin = [(v.origin, t.rolls) for v, t in able if t.rolls != choice.rolls]


def _travels(rolls: Iterable[Chance]) -> bool:
    return any(c.kind == "travel" or any(_travels(rest) for _, rest in c.then) for c in rolls)


def _diced(rolls: Iterable[Chance]) -> bool:
    return any(c.diced for c in rolls)


# -------------------------------------------------------------------- one way to the end


@dataclass(slots=True)
class _Trail:
    """One way through a procedure, later questions answered with their first legal answer."""

    rolls: list[Chance] = field(default_factory=list)
    details: list[tuple[Field, list[Any]]] = field(default_factory=list)
    barred: dict[Field, tuple[Failure, ...]] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()

    def add_rolls(self, came: list[Roll], about: Any, *, asked: bool) -> None:
        """Note picks of what it is about, and results that need no dice."""
        self.rolls += [Chance.of(r) for r in came if r.kind == RollKind.PICK and r.chosen == about]
        self.rolls += [Chance.of(r) for r in came if r.automatic and (not asked or r.subject == about)]

    def add_details(self, rest: _Trail) -> None:
        self.details += [d for d in rest.details if d not in self.details]

    def note(self, question: Question) -> None:
        """Note a question on the way, with its legal answers and why yes is none of them."""
        assert question.field is not None
        self.details.append((question.field, question.legal))
        if True in (refused := _refusals(question)):
            self.barred[question.field] = refused[True]


def _follow(
    play: Play,
    procedure: Procedure,
    answers: dict[Address, Any],
    *,
    dice: tuple[tuple[int, ...], ...] = (),
    about: Any = None,
    asked: bool = False,
) -> _Trail:
    """Follow a procedure to its end and note what is asked and rolled on the way.

    Behind another question that is shown by itself, only what is rolled for ``about`` is noted.
    """
    trail = _Trail()
    given, thrown = dict(answers), list(dice)
    shown = len(dice)
    for _ in range(MAX_STEPS):
        out = look(play, procedure, given, thrown)
        trail.add_rolls(out.rolls[shown:], about, asked=asked)
        shown = max(shown, len(out.rolls))
        if out.roll is not None:
            chance = Chance.of(out.roll)
            mine = not asked or out.roll.subject == about
            if mine:
                trail.rolls.append(chance)
            if out.roll.kind == RollKind.TEST and mine:
                for case in out.roll.cases():
                    rest = _follow(play, procedure, given, dice=(*thrown, case), about=about, asked=asked)
                    chance.then.append((out.roll.told(out.roll.read(case)), rest.rolls))
                    trail.add_details(rest)
                return trail
            thrown.append(out.roll.cases()[0])
            shown += 1
        elif out.question is not None:
            question = out.question
            asked = asked or question.field in TARGETS or question.address.segment.name == "event"
            if not question.choices:
                trail.failures = _nothing(question)
                return trail
            if (not asked or question.field == Field.TROOPS) and question.field != Field.ORDER:
                trail.note(question)
            given[question.address] = question.legal[0]
        else:
            trail.failures = out.failures
            return trail
    return trail


def _nothing(question: Question) -> tuple[Failure, ...]:
    """Why a later question leaves no answer: what speaks against the first one."""
    failures = next((c.failures for c in question.refused or ()), ())
    if failures and question.field in TARGETS:
        return tuple(Failure(f.id, f.rule, f.kind, f"nowhere to go from it: {f.message}", f.sources) for f in failures)
    if failures:
        return failures
    return (Failure("nothing left", question.rule, "illegal", f"nothing legal is left to choose ({question.field})"),)
