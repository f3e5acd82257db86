"""The big test with records that are given: whatever players wrote, the referee must hold together over it.

It judges the referee and not the players. Of every record: taking a line back gives the earlier position, and judging it
again the same one with the same findings; line by line the findings are those of the whole. Up to the first mistake, for
what players did wrong is carried out as they did it, the pieces, markers, Plots and cards add up after each line, and what
is derived is what a recount gives. Of the record as text: its canonical form is canonical, and it goes to JSON and back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.engine.board import differing, state
from referee.engine.findings import Finding
from referee.engine.game import Game
from referee.engine.script import Record
from referee.engine.setup import Setup
from referee.inputs import formats
from referee.inputs.judging import is_empty, judge, setup_of
from referee.inputs.records import format_text, from_json, read_text, to_json
from referee.parsers.notation.encodings import TextError, decode
from referee.parsers.notation.limits import MAX_ACTIONS
from referee.trials.selfcheck import problems

MOST = 20
"""Most problems of a record that are told."""


@dataclass(slots=True)
class Examined:
    """What came of a record: ``actions`` were looked at, ``wrong`` is what does not hold, ``unread`` why it is no record."""

    actions: int = 0
    mistakes: int = 0
    """Findings that count: those are the players' business."""
    wrong: list[str] = field(default_factory=list)
    unread: str = ""


def examine(data: bytes, name: str) -> Examined:
    """Look at a record in every way."""
    try:
        form = formats.of(data)
        record = form.record(data, name)
        if is_empty(record):
            raise TextError("there is nothing in this file")
        text = decode(data) if form is formats.NOTATION else form.convert(data).text
    except TextError as error:
        return Examined(unread=error.message)
    found = Examined()
    for problem in (*_of_game(record, found), *_of_text(text)):
        found.wrong.append(problem)
        if len(found.wrong) >= MOST:
            found.wrong.append("and more")
            break
    return found


def _of_game(record: Record, found: Examined) -> Iterator[str]:
    setup, _ = setup_of(record)
    actions = record.actions[:MAX_ACTIONS]
    game = Game(setup)
    blocks = [a for a in actions if a.kind == "setup"]
    game.set_up(blocks, next((a for a in actions if (a.counted and a.kind != "turn-in") or a.kind == "unread"), None))
    aside = _aside(setup)
    yield from (f"set-up: {p}" for p in problems(game.board, aside))
    for action in actions:
        if action.kind == "setup":
            continue
        where = f"line {action.place.line}"
        before = state(game.board)
        first = game.push(action)
        after, findings = state(game.board), _told(first.findings)
        game.pop()
        yield from _same(before, game, f"{where}: taking it back does not give the earlier position")
        again = game.push(action)
        yield from _same(after, game, f"{where}: judged again it gives another position")
        if _told(again.findings) != findings:
            yield f"{where}: judged again it has other findings"
        if not any(f.kind != "note" for f in game.findings):
            yield from (f"{where}: {p}" for p in problems(game.board, aside))
        found.actions += action.counted
    verdict = judge(record)
    found.mistakes = sum(f.counted for f in verdict.findings)
    mine, whole = _told(game.findings), _told(verdict.findings)
    if any(f not in whole for f in mine):
        yield "line by line there are other findings than of the whole record"


def _aside(setup: Setup) -> int:
    """Cards that the scenario lays aside."""
    fresh = setup.board()
    return len(fresh.cards) - fresh.deck - len(fresh.removed)


def _told(findings: list[Finding]) -> list[tuple[int, int, str, str, str]]:
    return [(f.place.line, f.place.column, f.kind, f.rule, f.message) for f in findings]


def _same(expected: list[object], game: Game, message: str) -> Iterator[str]:
    now = state(game.board)
    if now != expected and (differ := differing(expected, now, game.board)):
        yield f"{message}: {', '.join(differ[:5])}"


def _of_text(text: str) -> Iterator[str]:
    once = format_text(text).text
    if format_text(once).text != once:
        yield "its canonical form is not canonical"
    record = read_text(text)
    if record.unreadable or record.left_out:
        return  # what is not notation has no form in JSON that could be read as it is
    as_json = to_json(text)
    lines, broken = from_json(as_json)
    if broken or to_json("".join(f"{line}\n" for line in lines)) != as_json:
        yield "it does not come back from JSON"
