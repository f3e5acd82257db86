"""Statements as text: set-up blocks that read back to the same position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from referee.engine.board import MARKER_ALONE
from referee.engine.data import FAIR, GOOD, ISLAMIST_RULE, POOR
from referee.engine.script import Statement

_GOVERNANCE = {0: "unmarked", GOOD: "Good", FAIR: "Fair", POOR: "Poor", ISLAMIST_RULE: "IR"}
_RC = {"green": "RC-green", "tan": "RC-tan", "any": "RC", "": "no RC"}
WIDTH = 110


def phrase(s: Statement) -> str:
    """One statement without its country, as docs/notation.md has it: ``2 troops``, ``hand J 9``."""
    f, v = s.field, s.value
    if f == "governance":
        return _GOVERNANCE[v]
    if f in ("alignment", "posture"):
        return str(v).capitalize()
    if f == "regime change":
        return _RC[v]
    if f in ("besieged", "cadre", "empty"):
        return f if v else f"no {f}"
    if f == "success":
        return "success" if v else "fail"
    if f == "wins":
        return f"{v} wins"
    if f == "world":
        return f"world {'Hard' if v > 0 else 'Soft'} {abs(v)}" if v else "world 0"
    if f in ("sleepers", "actives", "cells", "plots") and v == 1:
        return f"1 {f[:-1]}"
    if f in ("troops", "sleepers", "actives", "cells", "aid") or (f == "plots" and isinstance(v, int)):
        return f"{v} {f}"
    if f == "us":
        return f"US {str(v).capitalize()}"
    if f == "phase":
        return f"phase {v[0]} {v[1]}"
    if f == "marker":
        return str(v) if s.subject else f"marker {v}"
    if f == "no marker":
        return f"no {v}" if s.subject else f"no marker {v}"
    if f == "backlash":
        return ", ".join(f"backlash {name}#{k}" for name, k in v)
    if f.startswith("cards "):
        return ": " + " ".join(str(n or "?") for n in v)
    if isinstance(v, tuple):
        return " ".join([f, *(str(x or "?") for x in v)])
    if f == "first plot":
        return f"{f} {'marker' if v == MARKER_ALONE else v or '?'}"
    return f"{f} {v}"


def phrases(found: Iterable[Statement]) -> Iterator[tuple[str, str]]:
    """Statements as ``(country, phrase)``: those about one country together, each about the tracks by itself, under ""."""
    # "plots 1 2 plots" would read as two markers: a number of Plots begins anew
    for (subject, _), group in groupby(
        found, key=lambda s: (s.subject, s.field == "plots" and isinstance(s.value, int))
    ):
        said = [phrase(s) for s in group]
        if subject:
            yield subject, f"{subject} {' '.join(said)}"
            continue
        whole: list[str] = []
        for p in said:
            if p.startswith(": ") and whole:
                whole[-1] += p
            else:
                whole.append(p)
        yield from (("", p) for p in whole)


def block(found: Iterable[Statement]) -> str:
    """A set-up block: lines of statements about the tracks, then one line a country."""
    said = list(phrases(found))
    general = [p for subject, p in said if not subject]
    return "\n".join([*_filled(general), *(f"setup: {p}" for subject, p in said if subject)])


def _filled(phrases: list[str]) -> list[str]:
    """Statements on as few lines as fit."""
    out: list[str] = []
    for p in phrases:
        if out and len(out[-1]) + len(p) + 2 <= WIDTH:
            out[-1] += f", {p}"
        else:
            out.append(f"setup: {p}")
    return out
