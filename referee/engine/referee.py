"""The referee: re-plays a record one action at a time and says what it finds."""

from __future__ import annotations

from referee.engine.findings import Finding
from referee.engine.game import Game
from referee.engine.script import Record
from referee.engine.setup import Setup
from referee.engine.steps import Policy, Step, Verdict


def check(record: Record, setup: Setup, *, policy: Policy = "as-played", alternatives: bool = False) -> Verdict:
    """Re-play a record. ``setup`` is the scenario's position; ``policy`` says what holds after a violation."""
    game = Game(setup, policy, alternatives=alternatives)
    findings = [Finding("unreadable", "notation", bad.message, bad.place, help=bad.help) for bad in record.unreadable]
    findings += [Finding("note", "notation", note.message, note.place, help=note.help) for note in record.notes]
    blocks = [a for a in record.actions if a.kind == "setup"]
    game.set_up(blocks, next((a for a in record.actions if a.counted or a.kind == "unread"), None))
    stopped = False
    for action in record.actions:
        if action.kind == "setup":
            if game.lines:
                message = "a set-up line after the first action was read as part of the set-up"
                findings.append(Finding("note", "notation", message, action.place))
            continue
        step = game.push(action)
        if policy == "stop" and step.counted:
            stopped = True
            break
    findings += game.findings
    findings.sort(key=lambda f: (f.place.line, f.place.column))
    return Verdict(record, findings, [line.step for line in game.lines], game.board, game.journal, policy, stopped)


__all__ = ["Policy", "Step", "Verdict", "check"]
