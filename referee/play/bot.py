"""``referee bot``: the next action of a side with a flowchart.

It says what the side does now, why, and with which dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from referee.engine.law import answers
from referee.engine.law.ask import Address, Field, RollKind
from referee.engine.law.guidance import FollowedAnswer
from referee.engine.law.line import LineHead
from referee.engine.law.play import Play
from referee.engine.law.rolls import Roll
from referee.engine.law.table import DeadEnd
from referee.engine.law.tables.written import use_of
from referee.engine.state.board import Board
from referee.engine.state.cause import LineCause
from referee.engine.state.hands import cards_of, pile_of, top_of
from referee.engine.state.journal import Journal
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.words import capital, listed, numbered, plural, sentence, the_side
from referee.inputs import files
from referee.inputs.judging import STDIN, shown
from referee.parsers.notation import compose
from referee.play.bot_dice import BotTable, LedElsewhereError, Person
from referee.play.positions import CommandError
from referee.reports import describe, movements, printing, rolls, trails
from referee.reports.columns import wrap
from referee.reports.trails import Trail

TRIES = 20
"""Most attempts at a card whose random choices led nowhere."""
REPLAYS = 200
"""Most times that a card is played again because a die led elsewhere."""
NOT_NOW = {
    "plots": "first the Plots on the map are resolved (or write “no plots”)",
    "end": "first the turn ends (write “end of turn”)",
    "set-up": "first the set-up is finished",
}
"""Why no card is played, by the stage of the game."""


@dataclass(slots=True)
class Turn:
    """A Bot's use of a card."""

    side: str
    who: str
    cards: tuple[int, ...]
    line: str
    use: str
    trails: list[Trail] = field(default_factory=list)
    reader_trails: list[Trail] = field(default_factory=list)
    """The same for a reader: a question that is asked for one entry alone has no number."""
    rolls: list[Roll] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    decided: list[str] = field(default_factory=list)
    """Decisions of the other side, and their result."""
    winner: str = ""


def turn(b: Board, journal: Journal, cards: tuple[int, ...], seed: int | None, person: Person | None = None) -> Turn:
    """The play of the side to act with its top card.

    Raises :class:`CommandError` if no Bot is to act, its card is not known, or it cannot be played.
    """
    if b.winner or b.stage == "over":
        raise CommandError(
            f"the game is over: {describe.ends(b.winner)}" + f" ({numbered(b.victory_rule)})" * bool(b.victory_rule)
        )
    if b.side in b.rules.seats and b.side not in b.rules.guides:
        raise CommandError(f"{b.rules.seats[b.side].who} goes by a flowchart that is not known here")
    if not b.rules.guides:
        raise CommandError(
            'people play both sides of this record; a Bot is named in its options, as [Options "jihadist-bot"]'
        )
    if b.stage != "action":
        raise CommandError(f"no card is played now: {NOT_NOW.get(b.stage, b.stage)}")
    if b.side not in b.rules.guides:
        raise CommandError(f"{the_side(b.side)} is to act, and a person plays it")
    return _played(b, journal, _turned_over(b, cards), Random(seed).randrange(2**32), person)


def _turned_over(b: Board, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards that are turned over.

    The named ones, else those on top of the pile.
    """
    seat, guide = b.rules.seats[b.side], b.rules.guides[b.side]
    hand, top = cards_of(b, b.side), top_of(b, b.side)
    hand = hand and pile_of(b, b.side)
    if hand is not None and not hand:
        raise CommandError(f"{seat.who} has no card left in this turn")
    for n in cards:
        if n not in b.cards:
            raise CommandError(f"there is no card {n}; the cards are 1 to {max(b.cards)}")
    if len(set(cards)) != len(cards):
        raise CommandError(f"card {cards[0]} is there once")
    if not cards:
        if not top and (not hand or not all(hand)):  # of a hand that is known in part nobody knows the order
            raise CommandError(f"nobody has told which card {seat.who} turns over: name it with --card")
        cards = hand if hand and all(hand) else top
    elif top and cards[0] != top[0]:
        raise CommandError(f"{b.rules.card_name(top[0])} was put on top of the pile, so {seat.who} plays that card")
    elif hand and all(hand) and (wrong := [n for n in cards if n not in hand]):
        raise CommandError(
            f"{seat.who} does not hold {b.rules.card_name(wrong[0])}; on top lies {b.rules.card_name(hand[0] or 0)}"
        )
    return cards[: guide.together(b, cards)]


def _played(b: Board, journal: Journal, cards: tuple[int, ...], seed: int, person: Person | None) -> Turn:
    """Play the card.

    Once more where a die leads elsewhere, and with other dice where play cannot go on.
    """
    side, seat = b.side, b.rules.seats[b.side]
    mark, spare, again, dead = journal.mark(), 0, 0, DeadEnd()
    while spare < TRIES and again < REPLAYS:
        table = BotTable(Random(seed + spare), b, side, person)
        play = Play(b, journal, table, (LineCause(0),), side=side)
        if person is not None:
            person.settled = partial(_settled, play, seat.who, cards)
        try:
            b.rules.procedures["card"](play, LineHead("card", side, cards))
        except LedElsewhereError:
            again += 1
        except DeadEnd as error:
            spare, dead = spare + 1, error
        else:
            return _turn(play, table, side, cards, mark)
        journal.undo_to(mark)
    names = listed([b.rules.card_name(n) for n in cards])
    if dead.ask is None and dead.failures:
        raise CommandError(f"{names} cannot be played now: {sentence(dead.failures[0].message)}")
    raise CommandError(f"the flowchart leads nowhere with {names}; that is a fault of the referee")


def _turn(play: Play, table: BotTable, side: str, cards: tuple[int, ...], mark: int) -> Turn:
    rules, b = play.board.rules, play.board
    used = use_of(table)
    line = compose.written(LineHead("card", side, cards), table.segments)
    trodden = [trails.of_followed(f, rules, rolls=play.rolls) for f in play.trails]
    said = _trodden(play)
    changes = movements.of(play.journal.changes[mark:], rules, b)
    others = [f"{answers.question(a.address, rules)}: {answers.answer(a.field, o, rules)}" for a, o in table.decided]
    decided = [listed(others)] if others else []
    return Turn(side, rules.seats[side].who, cards, line, used, trodden, said, play.rolls, changes, decided, b.winner)


def _trodden(play: Play) -> list[Trail]:
    """The ways for a reader.

    A question that is asked for one entry alone has no number.
    """
    rules = play.board.rules
    asked = {_entry(f.address, f.address.item) for f in play.trails}
    return [
        trails.of_followed(f, rules, alone=_entry(f.address, 1) not in asked, rolls=play.rolls) for f in play.trails
    ]


def _entry(a: Address, item: int | None) -> tuple[Any, ...]:
    """The subject of a question, at the entry ``item``."""
    return a.segment.name, a.segment.card, a.field, a.subject, a.card, item


# -------------------------------------------------------------------- words


def text(found: Turn, b: Board, file: str = "") -> str:
    """The Bot's play in words.

    The reason, the movements, the dice, the way through the flowchart, the line.

    ``file`` is where the line was added.
    """
    width = printing.columns()
    out = wrap(reason(found.who, found.cards, found.reader_trails, b.rules), width)
    rolled = [r.explained for r in found.rolls if r.dice and r.kind != RollKind.PICK]
    for title, told in (
        ("On the board", [sentence(t) for t in found.changes]),
        ("Dice", [f"{capital(t)}." for t in rolled]),
        ("Left to a person", [f"{t}." for t in found.decided]),
    ):
        if told:
            out += ["", f"{title}:"]
            for one in told:
                out += wrap(one, width, "  ", "    ")
    for lines in ways(found.reader_trails):
        out += ["", *wrap(lines[0], width)]
        for said in lines[1:]:
            out += wrap(said, width, "  ", "    ")
    if found.winner:
        out += ["", f"{describe.ends(found.winner)} ({numbered(b.victory_rule)})."]
    return "\n".join([*out, "", f"Added to {shown(file)}:" if file else "Write:", f"  {found.line}"]) + "\n"


def reason(who: str, cards: Sequence[int], ways: Sequence[Trail], rules: Ruleset) -> str:
    """The Bot's use of its card and the deciding box, in words."""
    names = listed([rules.card_name(n) for n in cards])
    if not ways:
        return capital(f"{who} turns over {names}.")
    because = f" Box {ways[0].stops[-1].asked}" if ways[0].stops else ""
    return capital(f"{who} plays {names}: {ways[0].answer}.{because}")


def _settled(play: Play, who: str, cards: Sequence[int], *, first: bool) -> str:
    """The choices of the Bot that depend on no dice.

    With the ``first`` ones alone, the box that decides.
    """
    rules = play.board.rules
    said = [part for part in map(partial(_segment, rules=rules), _by_segment(play.trails[1:])) if part]
    why = [reason(who, cards, _trodden(play), rules)] if first or not said else []
    return " ".join([*why, *([capital(f"{'; '.join(said)}.")] if said else [])])


def _by_segment(trails: Sequence[FollowedAnswer]) -> list[list[FollowedAnswer]]:
    return [list(found) for _, found in groupby(trails, key=lambda f: f.address.segment)]


def _segment(trails: Sequence[FollowedAnswer], rules: Ruleset) -> str:
    """The answers about a part of a line.

    "Minor Jihad in Pakistan, 1 roll", "then Travel: Egypt to Yemen".
    """
    entries = [list(found) for _, found in groupby(trails, key=lambda f: f.address.item)]
    step = next((f for f in trails if f.address.field == Field.STEP), None)
    said = ", ".join(part for part in (_of_entry(entry, rules) for entry in entries) if part)
    then = f"then {answers.answer(Field.STEP, step.answer, rules)}" if step is not None else ""
    return ": ".join(part for part in (then, said) if part)


def _of_entry(entry: Sequence[FollowedAnswer], rules: Ruleset) -> str:
    """The answers about one entry of a list."""
    value = {f.address.field: f.answer for f in entry}
    said = {f: rules.named(answers.answer(f, v, rules)) for f, v in value.items()}
    parts = []
    if Field.MAJOR in said:
        parts.append(f"{'Major' if value[Field.MAJOR] else 'Minor'} Jihad")
    if Field.WHERE in said:
        parts.append(f"in {said[Field.WHERE]}")
    if Field.FROM in said:
        parts.append(f"{said[Field.FROM]} to {said[Field.TO]}" if Field.TO in said else f"from {said[Field.FROM]}")
    elif Field.TO in said:
        parts.append(f"to {said[Field.TO]}")
    found = [" ".join(parts)] if parts else []
    for f in entry:
        field = f.address.field
        if field == Field.COUNT:
            found.append(plural(f.answer, "roll"))
        elif field in (Field.CELLS, Field.CELL):
            if Field.FROM not in value:  # one Cell goes, and its origin says which
                found.append(said[field])
        elif field == Field.TROOPS:
            found.append(plural(f.answer, "Troop"))
        elif field not in _TOLD:
            found.append(f"{answers.question(f.address._replace(item=None), rules)}: {said[field]}")
    return ", ".join(found)


_TOLD = frozenset({Field.MAJOR, Field.WHERE, Field.FROM, Field.TO, Field.STEP})
"""Fields with answers in one group, or before the others."""


def ways(ways: Sequence[Trail]) -> list[list[str]]:
    """The questions with their ways through the flowchart.

    A repeated way is only named.
    """
    out, before = [], set()
    for t in ways:
        if not t.stops and len(t.due) < 2 and not t.drawn:
            continue  # there was nothing else to do
        said = trails.sentences(t)
        if t.stops and t.stops in before:
            said = [f"{said[0]} As before."]
        before.add(t.stops)
        out.append(said)
    return out


def data(found: Turn) -> dict[str, Any]:
    """The same as data."""
    return {
        "side": found.side,
        "who": found.who,
        "cards": list(found.cards),
        "use": found.use,
        "line": found.line,
        "trails": [trails.fields(t) for t in found.trails],
        "rolls": [rolls.data(r) for r in found.rolls],
        "changes": found.changes,
        "decided": found.decided,
        "winner": found.winner,
    }


def can_be_added(path: str, at: str) -> None:
    """Check that a line can be appended to a record.

    Raises :class:`CommandError` if it cannot.
    """
    if path == STDIN:
        raise CommandError("the record comes from standard input, so there is no file to add the line to")
    if at:
        raise CommandError("--write adds the line at the end of the record, and --at looks at an earlier position")


def add(path: str, found: Turn) -> None:
    """Append the line to a record. Raises :class:`CommandError` if that cannot be."""
    file = Path(path)
    try:
        before = file.read_bytes().decode("utf-8")
        if before.lstrip("\ufeff").lstrip()[:1] == "{":
            raise CommandError(f"{shown(path)} is a record as JSON: the line can be added to a record as text alone")
        end = "\r\n" if "\r\n" in before else "\n"
        files.replace(file, before + end * (not before.endswith(end)) + found.line + end)
    except UnicodeDecodeError:
        raise CommandError(
            f"{shown(path)}: the line cannot be added, since the file is not UTF-8; “referee fmt” makes it so"
        ) from None
    except OSError as error:
        raise CommandError(f"{shown(path)}: the line cannot be added: {error.strerror or error}") from None
