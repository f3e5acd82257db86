"""The referee: re-plays a record one action at a time and says what it finds."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine.findings import Finding
from referee.engine.game import Game
from referee.engine.script import Action, Record
from referee.engine.setup import Setup
from referee.engine.steps import Policy, Step, Verdict
from referee.engine.work import Spent, Work, for_record

MAX_FINDINGS = 1000
"""Findings after which a record is judged no further: it is not the record of a game."""


def check(
    record: Record,
    setup: Setup,
    *,
    policy: Policy = "as-played",
    alternatives: bool = False,
    watch: Callable[[int, int], None] | None = None,
) -> Verdict:
    """Re-play a record. ``setup`` is the scenario's position; ``policy`` says what holds after a violation.

    ``watch`` is told in front of each line how many are judged, and of how many.

    What takes more work than a record may cost (:mod:`referee.engine.work`) is judged up to that point only, and so is
    what has more than ``MAX_FINDINGS`` findings; an *unsupported* finding says so, and how much is left.
    """
    actions = record.actions
    game = _begun(actions, setup, policy, alternatives, for_record(len(actions), guided=bool(setup.rules.guides)))
    done, spent = _play(game, actions, policy, watch)
    if spent:  # the game is half judged: play it once more, to the line before
        game = _begun(actions, setup, policy, alternatives, Work())
        _play(game, actions[:done], policy)
    findings = [Finding("unreadable", "notation", bad.message, bad.place, help=bad.help) for bad in record.unreadable]
    findings += [Finding("note", note.rule, note.message, note.place, help=note.help) for note in record.notes]
    findings += [Finding("unsupported", "notation", cut.message, cut.place, help=cut.help) for cut in record.left_out]
    findings += _set_up_late(actions)
    stopped = policy == "stop" and any(line.step.counted for line in game.lines[-1:])
    if actions[done:] and not stopped:
        findings.append(_left(actions[done:], spent=spent))
    findings += game.findings
    findings.sort(key=lambda f: (f.place.line, f.place.column))
    return Verdict(record, findings, [line.step for line in game.lines], game.board, game.journal, policy, stopped)


def _begun(actions: list[Action], setup: Setup, policy: Policy, alternatives: bool, work: Work) -> Game:
    """A game at the position before the first of these lines."""
    game = Game(setup, policy, alternatives=alternatives, work=work)
    blocks = [a for a in actions if a.kind == "setup"]
    game.set_up(blocks, next((a for a in actions if (a.counted and a.kind != "turn-in") or a.kind == "unread"), None))
    return game


def _play(
    game: Game, actions: list[Action], policy: Policy, watch: Callable[[int, int], None] | None = None
) -> tuple[int, bool]:
    """Judge lines one after the other; how many were judged, and whether the work ran out on the next one."""
    found = 0
    for done, action in enumerate(actions):
        if found > MAX_FINDINGS:
            return done, False
        if watch is not None:
            watch(done, len(actions))
        if action.kind == "setup":
            continue
        try:
            step = game.push(action)
        except Spent:
            return done, True
        found += len(step.findings)
        if policy == "stop" and step.counted:
            return done + 1, False
    return len(actions), False


def _set_up_late(actions: list[Action]) -> list[Finding]:
    """Notes on set-up lines that stand behind the first line that acts."""
    message = "a set-up line after the first action was read as part of the set-up"
    begun = next((i for i, a in enumerate(actions) if a.kind != "setup"), len(actions))
    return [Finding("note", "notation", message, a.place) for a in actions[begun:] if a.kind == "setup"]


def _left(left: list[Action], *, spent: bool) -> Finding:
    """What is not judged, and why."""
    n = len(left)
    lines = (
        f"this line and the {n - 1} after it are"
        if n > 2
        else "this line and the next are"
        if n == 2
        else "this line is"
    )
    why = (
        "the record leaves so much open that checking all of it would take too long"
        if spent
        else "the record has too many findings"
    )
    return Finding("unsupported", "referee", f"{lines} not judged: {why}", left[0].place)


__all__ = ["Policy", "Step", "Verdict", "check"]
