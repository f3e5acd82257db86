"""``referee bot``: what a side that plays by a flowchart does now, why, and with which dice."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

import typer

from referee.commands.board import CommandError, Position
from referee.engine.ask import Ask, Field, RollKind
from referee.engine.board import Board
from referee.engine.cause import AtLine
from referee.engine.data import SIDE_NAMES
from referee.engine.guidance import MOST_ON_ONE_DIE, Followed
from referee.engine.hands import cards_of
from referee.engine.line import Line
from referee.engine.play import DeadEnd, Play
from referee.engine.rolls import Roll
from referee.engine.tables.random import Cards, RandomTable
from referee.engine.words import listed, words
from referee.parsers.notation import compose

WIDTH = 110
TRIES = 20
"""Most attempts at a card whose random choices led nowhere."""


class Asked(Protocol):
    """A person who rolls the dice."""

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The dice of a roll, as they lie on the table."""

    def pick(self, options: list[Any]) -> int:
        """The die that decides among equal candidates, numbered in their order (9.5)."""


class BotTable(RandomTable):
    """A random table; a person may roll its dice."""

    def __init__(self, random: Random, cards: Cards, board: Board, person: Asked | None = None) -> None:
        super().__init__(random, cards, board)
        self.person = person
        self.picked: tuple[int, ...] = ()

    def choose(self, ask: Ask, options: list[Any]) -> Any:
        """Among equal candidates the die of a person decides."""
        guidance = ask.context.get("guidance")
        if self.person is None or guidance is None or not guidance.drawn or not 1 < len(options) <= MOST_ON_ONE_DIE:
            return super().choose(ask, options)
        die = self.person.pick(options)
        self.picked = (die,)
        return options[(die - 1) // (MOST_ON_ONE_DIE // len(options))]

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The dice of a roll: those that a person tells, else rolled."""
        rolled = super().dice(roll)
        if self.person is None:
            return rolled
        if roll.kind == RollKind.PICK:
            return self.picked if roll.n == 1 else rolled
        return self.person.dice(roll)


class AtTheTerminal:
    """Dice typed in at the terminal."""

    def dice(self, roll: Roll) -> tuple[int, ...]:
        """The dice that were typed in."""
        said = f"{roll.name}, {roll.n} {'die' if roll.n == 1 else 'dice'}" + (
            f" ({roll.against})" if roll.needed else ""
        )
        return self._numbers(said, roll.n)

    def pick(self, options: list[Any]) -> int:
        """The die that was typed in, rolled again where it belongs to none."""
        share = MOST_ON_ONE_DIE // len(options)
        parts = []
        for i, o in enumerate(options):
            first, last = i * share + 1, (i + 1) * share
            parts.append(f"{words(o)} {first}" if first == last else f"{words(o)} {first}-{last}")
        while True:
            (die,) = self._numbers(f"A die decides: {', '.join(parts)}", 1)
            if die <= share * len(options):
                return die
            typer.echo("That number belongs to none of them: roll again.")

    def _numbers(self, said: str, n: int) -> tuple[int, ...]:
        while True:
            found = [ch for ch in typer.prompt(said) if ch.isalnum()]
            if len(found) == n and all(ch in "123456" for ch in found):
                return tuple(int(ch) for ch in found)
            typer.echo(f"{n} {'number' if n == 1 else 'numbers'} from 1 to 6, please.")


@dataclass(slots=True)
class Turn:
    """What a Bot does with a card."""

    side: str
    cards: tuple[int, ...]
    line: str
    use: str
    trails: list[Followed] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)


def turn(position: Position, cards: tuple[int, ...], seed: int | None, person: Asked | None = None) -> Turn:
    """The play of the side to act with its top card.

    Raises :class:`CommandError` if no Bot is to act, or its card is not known.
    """
    b, journal = position.board, position.journal
    if b.winner:
        raise CommandError(f"the game is over: {SIDE_NAMES.get(b.winner, 'nobody')} has won ({b.victory_rule})")
    guide = b.rules.guides.get(b.side)
    if guide is None:
        raise CommandError(_nobody(b))
    if b.stage != "action":
        what = "the Plots on the map are resolved" if b.stage == "plots" else "the turn ends"
        raise CommandError(f"no card is played now: {what} first")
    known = tuple(n for n in cards_of(b, b.side) or () if n)
    if not cards:
        if not known:
            raise CommandError("which card does the Bot turn over? Name it with --card")
        cards = known[: guide.together(b, known)]
    for n in cards:
        if n not in b.cards:
            raise CommandError(f"there is no card {n}; the cards are 1 to {max(b.cards)}")
    cards = cards[: guide.together(b, cards)]
    random = Random(seed)
    mark = journal.mark()
    for _ in range(TRIES):
        table = BotTable(random, Cards(_deck(b)), b, person)
        play = Play(b, journal, table, (AtLine(0),), side=b.side)
        side = b.side
        try:
            b.rules.procedures["card"](play, Line("card", side, cards))
        except DeadEnd:
            journal.undo_to(mark)
            continue
        return _told(play, table, side, cards)
    raise CommandError("the flowchart leads nowhere with this card; that is a fault of the referee")


def _nobody(b: Board) -> str:
    if not b.rules.guides:
        return 'people play both sides of this record; a Bot is named in its options, as [Options "jihadist-bot"]'
    return f"the {SIDE_NAMES[b.side]} is to act, and a person plays it"


def _deck(b: Board) -> list[int]:
    """Cards that may still be in the deck, for events that draw."""
    gone = {*b.discards, *b.removed, *b.lapsing, *b.boxed, *(b.cards_j or ()), *(b.cards_us or ())}
    return [n for n in b.cards if n not in gone]


def _told(play: Play, table: BotTable, side: str, cards: tuple[int, ...]) -> Turn:
    used = next(v for p in table.segments for a, v in p.answers if a.field == Field.USE)
    line = compose.card_line(side, cards, False, used, table.segments, {})
    return Turn(side, cards, line, used, play.trails, play.rolls)


# -------------------------------------------------------------------- words


def text(found: Turn, b: Board) -> str:
    """What the Bot does, for people: the line to write, and the way through the flowchart."""
    who = "Jihadist" if found.side == "J" else "US"
    names = " and ".join(b.rules.card_name(n) for n in found.cards)
    lines = [f"The {who} turns over {names}.", ""]
    for followed in found.trails:
        lines += _trail(followed)
    rolled = [r for r in found.rolls if r.dice and r.kind != RollKind.PICK]
    if rolled:
        lines += ["Dice"] + [f"  {r.explained}" for r in rolled]
    return "\n".join([*lines, "", "Write:", f"  {found.line}"]) + "\n"


def _trail(followed: Followed) -> list[str]:
    g = followed.guidance
    asked = followed.address.field
    question = getattr(asked, "question", str(asked)).capitalize()
    said = words(followed.answer)
    lines = [f"{question}: {said} ({g.rule})"]
    for stop in g.trail:
        answer = f" {stop.answer}" if stop.answer else ""
        left = f": {listed([words(o) for o in stop.left])}" if stop.left else ""
        doubt = "" if stop.sure else " (one source only)"
        lines += textwrap.wrap(
            f"{stop.id}  {stop.words}{answer}{left}{doubt}", WIDTH, initial_indent="  ", subsequent_indent="      "
        )
    if g.drawn and len(g.due) > 1:
        lines.append(f"  drawn among {listed([words(o) for o in g.due])} (9.5)")
    return lines


def data(found: Turn) -> dict[str, Any]:
    """The same as data."""
    return {
        "side": found.side,
        "cards": list(found.cards),
        "use": found.use,
        "line": found.line,
        "trails": [
            {
                "question": str(t.address.field),
                "answer": words(t.answer),
                "rule": t.guidance.rule,
                "due": [words(o) for o in t.guidance.due],
                "drawn": t.guidance.drawn and len(t.guidance.due) > 1,
                "way": [
                    {
                        "id": s.id,
                        "rule": s.rule,
                        "words": s.words,
                        "answer": s.answer,
                        "left": [words(o) for o in s.left],
                        "sure": s.sure,
                    }
                    for s in t.guidance.trail
                ],
            }
            for t in found.trails
        ],
        "dice": [{"kind": str(r.kind), "of": r.subject, "dice": list(r.dice)} for r in found.rolls if r.dice],
    }


def add(path: str, found: Turn) -> None:
    """Write the line behind the others of a record. Raises :class:`CommandError` if that cannot be."""
    from pathlib import Path

    from referee.files import replace

    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
        replace(file, text + "\n" * (not text.endswith("\n")) + found.line + "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: the line cannot be added: {error}") from None
