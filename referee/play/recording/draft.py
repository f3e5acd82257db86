"""A play that is being written down: the answers so far, played at the prompt table, and the line that comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from referee.editions.base import card_play, events
from referee.engine import statements
from referee.engine.ask import Field
from referee.engine.board import Board
from referee.engine.cause import AtLine
from referee.engine.game import Game
from referee.engine.line import Line
from referee.engine.names import Names
from referee.engine.play import NOTHING, UNKNOWN, DeadEnd, Play
from referee.engine.requirement import Failure
from referee.engine.script import Statement
from referee.engine.tables.prompt import Given, Open, PromptTable, Wanted
from referee.parsers.notation import compose, tree
from referee.play.recording import questions
from referee.play.recording.questions import Choice, Question, chances, likely

if TYPE_CHECKING:
    pass

UNASKED = (Field.DRAW,)
"""What a line need not say, and is not asked for: it may be said on a line of its own."""
MOST_AHEAD = 8
"""Most answers that go without saying and are passed on the way to a roll."""
TRACKS = ("prestige", "funding", "us", "troops track")
"""What beside the countries is stated where a die is not known."""


@dataclass(slots=True)
class Draft:
    """A play before it is written: which line it is, and what has been answered."""

    line: Line
    given: list[Given] = field(default_factory=list)
    bot: bool = False
    """Whether a flowchart plays it."""


@dataclass(slots=True)
class Outcome:
    """Where the answers lead: to a question, to a dead end, or to a line."""

    open: Open | None = None
    dead: tuple[Failure, ...] | None = None
    line: str = ""
    against: tuple[Failure, ...] = ()
    unnoted: bool = False
    """Whether the line has dice that nobody noted."""
    told: tuple[str, ...] = ()
    """What a flowchart did, in words."""
    so_far: str = ""
    """The line as far as it is answered."""


@contextmanager
def standing(game: Game, draft: Draft, seed: int = 0) -> Iterator[Outcome]:
    """Where the answers of a draft lead, with the board as it is there: what may be answered is asked of that board.

    Behind it the board is as it was before the play. ``seed`` is what a flowchart begins from where it takes one of several
    that are all the same to it.
    """
    mark = game.journal.mark()
    try:
        yield _outcome(game, draft, seed)
    finally:
        game.journal.undo_to(mark)


def _outcome(game: Game, draft: Draft, seed: int) -> Outcome:
    try:
        return _by_flowchart(game, draft, seed) if draft.bot else _by_person(game, draft)
    except Open as found:
        return Outcome(found)
    except DeadEnd as dead:
        return Outcome(dead=dead.failures)
    except Exception as error:  # an answer against the rules may lead where no procedure goes on
        why = f"the play cannot go on with that answer ({type(error).__name__}); write the line behind ! instead"
        return Outcome(dead=(Failure("lost", "", "unsupported", why),))


def _by_person(game: Game, draft: Draft) -> Outcome:
    b, line = game.board, draft.line
    before = b.rules.facts.statements(b)
    table = PromptTable(draft.given, b)
    play = Play(b, game.journal, table, (AtLine(0),), side=line.side)
    try:
        b.rules.procedures[line.kind](play, line)
    except Open as found:
        return Outcome(found, so_far=_so_far(line, table))
    for roll in table.unnoted:
        roll.dice = cast("tuple[int, ...]", (None,) * roll.n)
    text = _written(line, table)
    if table.unnoted:
        text += _claims(b, before)
    return Outcome(line=text, against=tuple(table.against), unnoted=bool(table.unnoted))


def _so_far(line: Line, table: PromptTable) -> str:
    """A line that is not finished, as far as it can be told."""
    if line.kind != "card":
        return ""
    head = compose.card_line(line.side, line.cards, line.reserves, "", [], {}).strip()
    use = next((str(v) for p in table.segments for a, v in p.answers if a.field == Field.USE), "")
    if not use:
        return head
    try:
        return compose.card_line(line.side, line.cards, line.reserves, use, table.segments, {}).strip()
    except (LookupError, TypeError, ValueError, AttributeError):  # an entry of which half is known
        return f"{head} {use}"


def forbidden(game: Game, draft: Draft, asked: Question, names: Names) -> list[Choice]:
    """What a question offers and a rule forbids, each with the reasons; kept with the question."""
    if asked.refused is None:
        rules = game.board.rules
        legal = {repr(c.value) for c in asked.choices}
        with standing(game, draft) as out:
            ask = out.open.ask if out.open is not None else None
            shape = [] if ask is None else [o for o in ask.domain() if repr(o) not in legal and o != UNKNOWN]
            asked.refused = [questions.refused(ask, o, rules, names) for o in shape if ask is not None]
    return asked.refused


def _written(line: Line, table: PromptTable) -> str:
    played = table.segments
    if line.kind == "card":
        said = [(a, v) for p in played if p.name == "card" for a, v in p.answers]
        use = next((str(v) for a, v in said if a.field == Field.USE), "event")
        happened = {p.card for p in played if p.name == "event"}
        skipped = {a.address.card: v for a, v in said if a.field == Field.ORDER and a.address.card not in happened}
        return compose.card_line(line.side, line.cards, line.reserves, use, played, skipped)
    if line.kind == "hold":
        return "US hold"
    if line.kind == "choices":
        return "J set-up " + compose.segment(next(p for p in played if p.name == "op"), "set-up")
    if line.kind == "turn-in":
        which = next(v for p in played for a, v in p.answers if a.field == Field.CHOICE)
        return f"{line.side} turn-in {which.replace('_', '-')}"
    return compose.standing(played)


def _claims(b: Board, before: list[Statement]) -> str:
    """What a play has changed, as claims: they say what came of dice that nobody noted."""
    said = {(s.subject, s.field): s for s in before}
    found = []
    for s in b.rules.facts.statements(b):
        was = said.pop((s.subject, s.field), None)
        if (s.subject or s.field in TRACKS) and (was is None or was.value != s.value):
            found.append(s)
    for s in said.values():
        if s.subject and not statements.holds(b, s):
            found.append(statements.say(s.field, statements.actual(b, s), s.subject))
    return f" => {tree.statements(b.rules.facts, found)}" if found else ""


# -------------------------------------------------------------------- answers that go without saying


def itself(found: Open) -> Given | None:
    """The answer to a question that leaves nothing to choose; None where a person has to say."""
    if found.wanted == Wanted.MORE and found.ask is not None:
        if found.ask.due is not None:
            return Given(found.ask.due, itself=True)
        return None if found.ask.options() else Given(value=False, itself=True)
    if found.wanted != Wanted.ANSWER or found.ask is None:
        return None
    ask = found.ask
    if ask.field == Field.ORDER:
        return None if events.due(ask.board, ask.address.card, ask.side) else Given(card_play.AFTER, itself=True)
    if ask.field in UNASKED and ask.silence is not None:
        return Given(ask.silence, itself=True)
    if ask.hidden:
        return None
    options = ask.options()
    return Given(options[0], itself=True) if len(options) == 1 else None


def look_ahead(game: Game, draft: Draft, asked: Question) -> None:
    """Note beside each answer the roll that it leads to, with its chance."""
    more = [Given(value=True)] if asked.kind == "more" else []
    for c in asked.choices:
        trial = Draft(draft.line, [*draft.given, *more, Given(c.value)])
        for _ in range(MOST_AHEAD):
            with standing(game, trial) as out:
                if out.open is None:
                    break
                if out.open.roll is not None and out.open.wanted == Wanted.DICE:
                    told = chances(out.open.roll)
                    c.odds, c.chance = told, likely(out.open.roll)
                    c.note = c.note or (f"{out.open.roll.title}: {told}" if told else "")
                    break
                given = itself(out.open) or _likely(out.open)
            if given is None:
                break
            trial.given.append(given)


def _likely(found: Open) -> Given | None:
    """What is answered on the way to a roll: nothing more, as many rolls as there may be, the Cells named first."""
    if found.wanted == Wanted.MORE:
        return Given(value=False)
    if found.ask is None or found.ask.field not in (Field.COUNT, Field.CELLS):
        return None
    options = found.ask.options()
    return Given(max(options) if found.ask.field == Field.COUNT else options[0]) if options else None


def deal(game: Game) -> str:
    """The line of the deal that is due, "" if none is."""
    b = game.board
    if b.winner or b.stage != "action" or "deal" not in b.rules.procedures:
        return ""
    mark = game.journal.mark()
    table = _DealTable([], b)
    try:
        b.rules.procedures["deal"](Play(b, game.journal, table, (AtLine(0),)), Line("deal"))
    except (DeadEnd, Open):
        return ""
    finally:
        game.journal.undo_to(mark)
    return f"deal {' '.join(table.due)}" if table.due else ""


class _DealTable(PromptTable):
    """Takes the cards that the tracks give."""

    def __init__(self, given: list[Given], board: Board) -> None:
        super().__init__(given, board)
        self.due: list[str] = []

    def answer(self, ask: Any) -> Any:
        n = ask.context["due"]
        if ask.failures(n):
            return NOTHING
        self.due.append(f"{ask.subject} {n}")
        return n


# -------------------------------------------------------------------- Bots


def _by_flowchart(game: Game, draft: Draft, seed: int) -> Outcome:
    from referee.play import bot
    from referee.play.positions import CommandError
    from referee.play.recording.seat import Person

    person = Person(draft.given)
    try:
        turn = bot.turn(game.board, game.journal, draft.line.cards, seed, person)
    except CommandError as error:
        return Outcome(dead=(Failure("bot", "", "illegal", str(error)),))
    told = [" ".join(lines) for lines in bot.ways(turn.trails)]
    return Outcome(line=turn.line, told=tuple(told))
