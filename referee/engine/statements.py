"""Statements about the position: one reader of the board, one comparer, one writer.

Claims, checkpoints and set-up blocks use the same statements (docs/notation.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.engine import hidden
from referee.engine import queries as q
from referee.engine.board import US, Board
from referee.engine.data import GOOD, GOVERNANCE_NAMES, ISLAMIST_RULE, N_WMD
from referee.engine.journal import Journal
from referee.engine.play import Play
from referee.engine.script import Statement

DEFINED_BY = {
    "prestige": "4.7.1",
    "funding": "4.7.4.1",
    "us": "4.3.2",
    "world": "4.7.2",
    "troops track": "4.7.3",
    "cells track": "4.7.4",
    "good": "4.7.6",
    "islamist": "4.7.6",
    "fair/good": "4.7.6",
    "poor/islamist": "4.7.6",
    "reserves J": "6.3.3",
    "reserves US": "6.3.3",
    "hand J": "5.2.8",
    "hand US": "5.2.8",
    "turn": "5.2.1",
    "phase": "5.2.2",
    "card": "5.2.2",
    "second card": "6.2.1",
    "stage": "5.2.3",
    "deck": "5.3.1",
    "decks": "3.3",
    "discards": "5.2.2",
    "removed": "6.2.9",
    "lapsing": "6.2.7",
    "lapsing markers": "4.7.7.3",
    "first plot": "4.7.7.2",
    "reshuffles": "5.3.1",
    "available": "4.7.8",
    "wmd out": "8.5.5",
    "backlash": "6.2.7",
    "wmd box": "4.7.8.1",
    "arsenal": "4.7.8.1",
    "marker": "6.2.7",
    "no marker": "6.2.8",
    "governance": "4.2.2",
    "alignment": "4.2.3",
    "posture": "4.3.2",
    "troops": "4.6.2",
    "sleepers": "4.6.4",
    "actives": "4.6.4",
    "cells": "4.6.2",
    "cadre": "4.8.4",
    "aid": "4.8.3",
    "besieged": "4.8.3",
    "regime change": "4.8.2",
    "plots": "4.8.1",
    "wins": "2.1",
    "disrupted": "5.2.2",
    "disrupted before": "5.2.2",
    "improved": "5.2.2",
    "improved before": "5.2.2",
    "success": "8.1.1",
    "plot": "8.5.4",
}
"""The rule that defines what a statement is about; what a reader of the rules needs is always 4.7.2 and 4.7.6."""

DERIVED = frozenset({"world", "good", "islamist", "fair/good", "poor/islamist"})
_TRACKS = {
    "prestige": "prestige",
    "funding": "funding",
    "troops track": "troops_track",
    "cells track": "cells_track",
    "reserves J": "reserves_j",
    "reserves US": "reserves_us",
    "hand J": "hand_j",
    "hand US": "hand_us",
    "turn": "turn",
    "stage": "stage",
    "deck": "deck",
    "decks": "decks",
    "reshuffles": "reshuffles",
    "wmd box": "wmd_box",
    "arsenal": "arsenal",
    "wins": "winner",
}
_COUNTRY = {
    "governance": "governance",
    "alignment": "alignment",
    "posture": "posture",
    "troops": "troops",
    "sleepers": "sleepers",
    "actives": "actives",
    "cadre": "cadre",
    "aid": "aid",
    "besieged": "besieged",
    "regime change": "regime_change",
}


_LISTS = frozenset(
    {
        "discards",
        "removed",
        "lapsing",
        "lapsing markers",
        "backlash",
        "disrupted",
        "disrupted before",
        "improved",
        "improved before",
    }
)
"""Statements that name some of several things: they say nothing of the others."""


def actual(board: Board, s: Statement) -> Any:
    """What the board says about the thing that a statement is about."""
    f = s.field
    if s.subject:
        c = board[s.subject]
        if f in _COUNTRY:
            return getattr(c, _COUNTRY[f])
        if f == "cells":
            return c.sleepers + c.actives
        if f == "plots":
            if isinstance(s.value, int):
                return len(c.plots)
            return tuple(hidden.known(board, t) or "?" for t in c.plots)
        if f in ("marker", "no marker"):
            return c.markers
        if f == "empty":
            return not (c.sleepers + c.actives + c.troops) and not c.cadre
        return None
    if f in _TRACKS:
        return getattr(board, _TRACKS[f])
    return _READ[f](board) if f in _READ else None


def _all_markers(b: Board) -> tuple[str, ...]:
    return (*b.markers, *(m for c in b.countries.values() for m in c.markers))


def _second_card(board: Board) -> int:
    """The card that rules over the second card of this Action Phase (48, 53), 0 for none."""
    card, phase = board.recall("second card") or (0, 0)
    return int(card) if phase == board.phases else 0


def available(board: Board) -> tuple[str, ...]:
    """Markers in the Available box, sorted, as far as they are known; "?" for the rest."""
    counts = hidden.supply(board)
    worlds = hidden.blameless(board)
    found: list[str] = []
    for v in hidden.VALUES:
        most = max((sum(x == v for _, x in a) for a, _ in worlds), default=0)
        found += [v] * (counts[v] - most)
    total = hidden.available_count(board)
    return tuple(found + ["?"] * (total - len(found)))


_READ: dict[str, Callable[[Board], Any]] = {
    "us": lambda b: b[US].posture,
    "world": q.world_posture,
    "good": q.good_resources,
    "islamist": q.islamist_resources,
    "fair/good": q.fair_good,
    "poor/islamist": q.poor_islamist,
    "phase": lambda b: (b.side, b.phase),
    "card": lambda b: b.played + 1,
    "second card": _second_card,
    "discards": lambda b: b.discards,
    "removed": lambda b: b.removed,
    "lapsing": lambda b: (*b.lapsing, *b.lapsing_markers),
    "lapsing markers": lambda b: b.lapsing_markers,
    "first plot": lambda b: b.first_plot,
    "marker": _all_markers,
    "no marker": _all_markers,
    "available": available,
    "wmd out": lambda b: N_WMD - b.wmd_box - b.arsenal - b.wmd_available,
    "backlash": lambda b: tuple(
        (n, k) for n, c in b.countries.items() for k, t in enumerate(c.plots, 1) if t in b.backlash
    ),
    "disrupted": lambda b: tuple(q.recent(b, b.disrupted)),
    "disrupted before": lambda b: tuple(q.recent(b, b.disrupted)),
    "improved": lambda b: tuple(q.recent(b, b.improved)),
    "improved before": lambda b: tuple(q.recent(b, b.improved)),
}
"""How a statement that names no country is read off the board."""

_LOOSE = frozenset(
    {"governance", "marker", "no marker", "regime change", "hand J", "hand US", "available", "plots", "empty", *_LISTS}
)
"""Statements that may be true without being all that the board says."""


def holds(board: Board, s: Statement) -> bool:
    """Whether a statement is true of the board."""
    f, value, have = s.field, s.value, actual(board, s)
    if f not in _LOOSE:
        return bool(have == value)
    if f == "governance" and value == 0 and s.subject and not board[s.subject].data.muslim:
        return not board[s.subject].posture
    if f == "marker":
        return value in have
    if f == "no marker":
        return value not in have
    if f == "regime change" and value == "any":
        return bool(have)
    if f in ("hand J", "hand US") and have is None:
        return True
    if f in _LISTS:
        return all(v in have or (v == 0 and 0 in have) for v in value)
    if f == "available":
        return len(have) == len(value) and all(have.count(v) <= value.count(v) for v in "123W")
    if f == "plots" and not isinstance(value, int):
        return len(value) == len(have) and all("?" in (a, b) or a == b for a, b in zip(value, have, strict=True))
    if f == "empty":
        return bool(have)
    return bool(have == value)


def defining_rule(board: Board, s: Statement) -> str:
    """The rule that says what a statement is about; for Resources counted without the oil, the one that adds it."""
    if s.field in ("good", "islamist"):
        level = GOOD if s.field == "good" else ISLAMIST_RULE
        printed = sum(c.data.resources for c in board.countries.values() if c.data.muslim and c.governance == level)
        if s.value == printed != actual(board, s):
            return "4.2.6"
    return DEFINED_BY.get(s.field, "4.7")


def describe(f: str, value: Any) -> str:
    """A value in words."""
    if f == "governance":
        return GOVERNANCE_NAMES.get(value, str(value))
    if f == "world":
        return q.world_posture_name(value) if isinstance(value, int) else str(value)
    if f == "us":
        return str(value).capitalize()
    if f in ("cadre", "besieged", "empty"):
        return f if value else f"no {f}"
    if f == "regime change":
        return "no Regime Change" if not value else "Regime Change" + ("" if value == "any" else f" ({value})")
    if f in ("alignment", "posture"):
        return str(value).capitalize() if value else "none"
    if f == "phase":
        return f"{value[0]} {value[1]}"
    if f in ("marker", "no marker") and not isinstance(value, str):
        return ", ".join(value) or "none"
    if isinstance(value, tuple):
        return " ".join(str(v) for v in value) or "none"
    return str(value)


_NOUNS = {
    "troops": ("Troop", "Troops"),
    "sleepers": ("Sleeper", "Sleepers"),
    "actives": ("Active Cell", "Active Cells"),
    "cells": ("Cell", "Cells"),
    "aid": ("Aid", "Aid"),
    "plots": ("Plot", "Plots"),
    "cadre": ("Cadre", "Cadres"),
    "besieged": ("Besieged Regime", ""),
}


def _counted(f: str, value: Any) -> str:
    """A value of a country as a phrase: "2 Sleepers", "no Cadre", "a Cadre"."""
    if f not in _NOUNS:
        return describe(f, value)
    one, many = _NOUNS[f]
    if isinstance(value, bool) or f in ("cadre", "besieged"):
        return f"a {one}" if value else f"no {one}"
    return f"{value} {one if value == 1 else many}" if value else f"no {many}"


def sentence(board: Board, s: Statement) -> str:
    """What the record says and what the board says."""
    have = actual(board, s)
    where = s.subject or {"us": "US Posture", "world": "World Posture"}.get(s.field, s.field)
    f = s.field
    if f == "marker":
        return f"{where}: the record has {s.value}, which is not there" if s.subject else f"{s.value} is not in effect"
    if f == "no marker":
        return f"{s.value} is still in effect" + (f" in {s.subject}" if s.subject else "")
    if s.subject:
        return f"{where}: the record has {_counted(f, s.value)}, the board {_counted(f, have)}"
    return f"{where}: the record has {describe(f, s.value)}, the board {describe(f, have)}"


def target(board: Board, s: Statement) -> tuple[Any, tuple[str, ...]] | None:
    """The object and the fields behind a statement, to find the change that made it so."""
    if s.subject:
        c = board[s.subject]
        if s.field in _COUNTRY:
            return c, (_COUNTRY[s.field],)
        if s.field in ("cells", "empty"):
            return c, ("sleepers", "actives")
        if s.field == "plots":
            return c, ("plots",)
        if s.field in ("marker", "no marker"):
            return c, ("markers",)
        return None
    if s.field in _TRACKS:
        return board, (_TRACKS[s.field],)
    if s.field == "us":
        return board[US], ("posture",)
    if s.field in ("discards", "removed", "lapsing", "lapsing markers", "backlash"):
        return board, (s.field.replace(" ", "_"),)
    if s.field == "wmd out":
        return board, ("wmd_available",)
    if s.field == "first plot":
        return board, ("first_plot",)
    if s.field in ("marker", "no marker"):
        return board, ("markers",)
    return None


def put(play: Play, s: Statement, rule: str, *, kind: str = "amendment") -> None:
    """Write a statement to the board; pieces come from and go to the nearest track, as far as it has any."""
    b, f, value = play.board, s.field, s.value

    def write(*writes: tuple[Any, str, Any]) -> None:
        play.write(kind, s.subject or f, rule, *writes, note=s.text)

    if not s.subject:
        if f in _TRACKS:
            write((b, _TRACKS[f], value))
        elif f == "us":
            write((b[US], "posture", value))
        elif f == "phase":
            write((b, "side", value[0]), (b, "phase", value[1]), (b, "stage", "action"))
        elif f == "card":
            write((b, "played", value - 1))
        elif f == "second card":
            play.remember("second card", (value, b.phases), rule=rule)
        elif f in ("discards", "removed", "lapsing", "lapsing markers"):
            name = f.replace(" ", "_")
            have = getattr(b, name)
            write((b, name, (*have, *(v for v in value if v == 0 or v not in have))))
        elif f == "first plot":
            write((b, "first_plot", value))
        elif f == "marker":
            _put_marker(play, value, None, kind, rule)
        elif f == "no marker":
            places: tuple[Any, ...] = (b, *b.countries.values())
            for place in places:
                if value in place.markers:
                    write((place, "markers", tuple(m for m in place.markers if m != value)))
        elif f in ("disrupted", "improved"):
            write((b, f, (*getattr(b, f), *((b.phases, v) for v in value))))
        elif f in ("disrupted before", "improved before"):
            name = f.removesuffix(" before")
            write((b, name, (*getattr(b, name), *((b.phases - 1, v) for v in value))))
        elif f == "wmd out":
            write((b, "wmd_available", max(0, N_WMD - b.wmd_box - b.arsenal - value)))
        elif f == "backlash":
            tagged = [b[n].plots[k - 1] for n, k in value if 1 <= k <= len(b[n].plots)]
            write((b, "backlash", (*b.backlash, *(t for t in tagged if t not in b.backlash))))
        elif f == "available":
            _put_available(play, value, kind, rule)
        return
    c = b[s.subject]
    if f == "troops":
        diff = value - c.troops
        write((c, "troops", value), (b, "troops_track", max(0, b.troops_track - diff)))
    elif f in ("sleepers", "actives"):
        diff = value - getattr(c, f)
        write((c, f, value), (b, "cells_track", max(0, b.cells_track - diff)))
    elif f == "cells":
        diff = value - c.sleepers - c.actives
        sleepers = max(0, c.sleepers + diff)
        actives = max(0, min(c.actives, value - sleepers))
        write((c, "sleepers", sleepers), (c, "actives", actives), (b, "cells_track", max(0, b.cells_track - diff)))
    elif f == "governance" and value == 0 and not c.data.muslim:
        write((c, "posture", ""))
    elif f == "governance" and c.data.muslim:
        if value == 0:
            write((c, "governance", 0), (c, "alignment", ""))
        else:
            write((c, "governance", value), (c, "alignment", c.alignment or "neutral"))
    elif f == "regime change":
        write((c, "regime_change", "tan" if value == "any" else value))
    elif f in _COUNTRY:
        write((c, _COUNTRY[f], value))
    elif f == "marker":
        _put_marker(play, value, s.subject, kind, rule)
    elif f == "no marker":
        write((c, "markers", tuple(m for m in c.markers if m != value)))
    elif f == "plots":
        for token in c.plots:
            play.remove_plot(s.subject, token, "?", rule=rule)
        for v in ("?",) * value if isinstance(value, int) else value:
            if v == "W" and not hidden.can_place(b, "W"):
                write((b, "wmd_available", b.wmd_available + 1))
                if b.wmd_box + b.arsenal + b.wmd_available > 6:
                    source = "wmd_box" if b.wmd_box else "arsenal"
                    write((b, source, max(0, getattr(b, source) - 1)))
            play.place_plot(s.subject, v, rule=rule)
    elif f == "empty":
        write(
            (b, "cells_track", b.cells_track + c.sleepers + c.actives),
            (b, "troops_track", b.troops_track + c.troops),
            (c, "sleepers", 0),
            (c, "actives", 0),
            (c, "troops", 0),
            (c, "cadre", False),
        )


def _put_available(play: Play, value: tuple[str, ...], kind: str, rule: str) -> None:
    """The Available box: the WMD markers in it, and what follows for markers that lie face down on the map."""
    b = play.board
    on_map = sorted({sum(x == "W" for _, x in assigned) for assigned, _ in b.worlds})
    least, most = value.count("W"), value.count("W") + value.count("?")
    if not any(least <= b.wmd_available - n <= most for n in on_map):
        play.write(kind, "available", rule, (b, "wmd_available", least + (on_map[0] if on_map else 0)))
    if kind == "set-up":
        supply = hidden.supply(b)
        fitting = tuple(
            w
            for w in b.worlds
            if all(supply[v] - sum(x == v for _, x in w[0]) >= value.count(v) for v in hidden.VALUES)
        )
        if fitting:
            play.learn_of_plots(kind, "available", rule, (fitting, b.tokens))


def _put_marker(play: Play, name: str, country: str | None, kind: str, rule: str) -> None:
    place: Any = play.board if country is None else play.board[country]
    if name not in place.markers:
        play.write(kind, country or "Event Box", rule, (place, "markers", (*place.markers, name)), note=name)


def last_change(journal: Journal, board: Board, s: Statement, since: int = 0) -> tuple[str, tuple[str, ...]] | None:
    """Rule and cause of the last change of what a statement is about."""
    found = target(board, s)
    if found is None:
        return None
    obj, names = found
    for change in reversed(journal.changes[since:]):
        if s.field == "cells" and change.kind in ("activate", "sleep"):
            continue
        if s.field in ("marker", "no marker") and not any(
            t is obj and n in names and (s.value in old) != (s.value in new) for t, n, old, new in change.writes
        ):
            continue
        if change.kind not in ("amendment", "set-up") and any(t is obj and n in names for t, n, _, _ in change.writes):
            return change.rule, change.cause
    return None
