"""The audit for programs: JSON and CSV."""

from __future__ import annotations

import json
from typing import Literal

from referee.club.audit import tables
from referee.club.audit.rows import KINDS, Audit
from referee.reports import spreadsheet

Which = Literal["games", "players", "dice", "rules"]
_Rows = tuple[list[str], list[list[object]]]


def as_json(audit: Audit) -> str:
    """The whole audit as JSON; what does not print stands as an escape."""
    text = json.dumps(audit.to_json(), indent=2, ensure_ascii=False)
    return "".join(ch if ch.isprintable() or ch == "\n" else json.dumps(ch)[1:-1] for ch in text) + "\n"


def as_csv(audit: Audit, which: Which = "games") -> str:
    """One table as CSV."""
    return spreadsheet.as_csv(*{"games": _games, "players": _players, "dice": _dice, "rules": _rules}[which](audit))


def _kinds(counts: dict[str, int]) -> list[object]:
    return [counts.get(kind, 0) for kind in KINDS]


def _games(audit: Audit) -> _Rows:
    head = ["file", "verdict", "game", "jihadist", "us", "scenario", "plays", "winner", "winner_rule", "stated_result"]
    head += ["findings", *KINDS, "follows", "notes", "unchecked", "stopped", "first_line", "first_rule"]
    head += ["same_as", "report", "message", "broken_off", "slips", "missing_dice"]
    rows: list[list[object]] = []
    for r in audit.rows:
        spot = r.spots[0] if r.spots else None
        about = [r.file, r.verdict, r.game, *tables.seats(r), r.scenario, r.plays, r.winner, r.winner_rule, r.stated]
        found = [r.total, *_kinds(r.findings), r.follows, r.notes, r.unchecked, int(r.stopped)]
        where = [spot.line, spot.rule] if spot else [None, None]
        rows.append(
            [*about, *found, *where, r.same_as, r.report, r.message, r.broken_off or None, r.slips, r.missing_dice]
        )
    return head, rows


def _players(audit: Audit) -> _Rows:
    head = ["player", "games", "as_jihadist", "as_us", "won", "lost", "clean", "lines", "findings", *KINDS]
    rows: list[list[object]] = [
        [r.name, r.games, r.jihadist, r.us, r.won, r.lost, r.clean, r.lines, r.total, *_kinds(r.findings)]
        for r in audit.players
    ]
    return head, rows


def _dice(audit: Audit) -> _Rows:
    """One line for each player, side and kind of roll, and one for all of a player's dice together."""
    head = ["player", "side", "kind", "dice", *(f"face_{n}" for n in range(1, 7))]
    head += ["chi_square", "chance", "adjusted", "words"]
    rows: list[list[object]] = []
    for name, row in [*((r.name, r.dice) for r in audit.players), ("(all)", audit.dice)]:
        if not row.n:
            continue
        rows.append([name, "", "all", row.n, *row.faces, row.chi_square, row.chance, row.adjusted, row.words])
        for side, by_kind in row.kinds.items():
            rows += [[name, side, kind, sum(f), *f, None, None, None, None] for kind, f in by_kind.items()]
    return head, rows


def _rules(audit: Audit) -> _Rows:
    head = ["rule", "title", "times", "games", *KINDS]
    return head, [[r.rule, r.title, r.times, r.games, *_kinds(r.kinds)] for r in audit.rules]
