"""The rules of false claims (chapters 7 and 8, 5.2).

A finding on a false claim names one. Most come from tables; some depend on the claim itself.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache

from referee.engine.law.ask import RollKind
from referee.engine.law.rolls import Roll
from referee.engine.record.claims import Claim
from referee.engine.state import statements
from referee.engine.state.data import ISLAMIST_RULE
from referee.engine.state.ruleset import ClaimRules
from referee.engine.state.script import Segment
from referee.engine.state.tables import read_toml

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
RULE_OF_CLAIM: dict[tuple[str, str], str] = {
    ("woi", "aid"): "7.2.2.1",
    ("woi", "governance"): "7.2.1.2",
    ("woi", "alignment"): "7.2.1.2",
    ("woi", "prestige"): "7.2.3",
    ("woi", "posture"): "7.2.3",
    ("woi", "besieged"): "7.2.1.1",
    ("woi", "regime change"): "7.3.4.1",
    ("deploy", "troops"): "7.3.1",
    ("deploy", "troops track"): "7.3.1",
    ("deploy", "prestige"): "7.3.1",
    ("disrupt", "cadre"): "7.4.2",
    ("disrupt", "prestige"): "7.4.4",
    ("disrupt", "cells"): "7.4.2",
    ("disrupt", "sleepers"): "7.4.2",
    ("disrupt", "actives"): "7.4.2",
    ("disrupt", "cells track"): "7.4.2",
    ("alert", "plots"): "7.5.2",
    ("alert", "available"): "7.5.3",
    ("recruit", "cells"): "8.2.1",
    ("recruit", "sleepers"): "8.2.1",
    ("recruit", "cells track"): "8.2.1",
    ("recruit", "cadre"): "4.8.4",
    ("recruit", "actives"): "8.2.1",
    ("travel", "cells"): "8.3.1",
    ("travel", "sleepers"): "8.3.1",
    ("travel", "actives"): "8.3.1",
    ("travel", "cells track"): "8.3.2",
    ("travel", "cadre"): "4.8.4",
    ("jihad", "governance"): "8.4.1",
    ("jihad", "aid"): "8.4.1",
    ("jihad", "cells"): "8.4.3",
    ("jihad", "actives"): "8.4.3",
    ("jihad", "sleepers"): "8.4",
    ("jihad", "cells track"): "8.4.3",
    ("jihad", "cadre"): "4.8.4",
    ("jihad", "besieged"): "8.4.3.1",
    ("jihad", "alignment"): "8.4.3.1",
    ("jihad", "funding"): "8.4.4",
    ("jihad", "prestige"): "8.4.4",
    ("jihad", "regime change"): "8.4.4",
    ("jihad", "arsenal"): "8.4.5",
    ("jihad", "available"): "8.4.5",
    ("jihad", "troops"): "8.4.4",
    ("plot", "plots"): "8.5.2",
    ("plot", "cells"): "8.5.2",
    ("plot", "sleepers"): "8.5.1",
    ("plot", "actives"): "8.5.1",
    ("plot", "available"): "8.5.2",
    ("resolve", "funding"): "8.5.6-funding",
    ("resolve", "posture"): "8.5.6-posture",
    ("resolve", "us"): "8.5.6-posture",
    ("resolve", "prestige"): "8.5.6-prestige",
    ("resolve", "governance"): "8.5.6-governance",
    ("resolve", "aid"): "8.5.6-governance",
    ("resolve", "cells"): "8.5.6-governance",
    ("resolve", "available"): "8.5.6-marker",
    ("resolve", "plots"): "8.5.6-marker",
    ("reserves", "reserves J"): "6.3.3",
    ("reserves", "reserves US"): "6.3.3",
    ("reassess", "us"): "7.6.1",
    ("end", "funding"): "5.2.5",
    ("end", "prestige"): "5.2.5",
    ("end", "hand J"): "5.2.8",
    ("end", "hand US"): "5.2.8",
    ("end", "reserves J"): "5.2.7",
    ("end", "reserves US"): "5.2.7",
    ("end", "regime change"): "5.2.9",
    ("end", "lapsing"): "5.2.6",
    ("end", "first plot"): "5.2.6",
    ("end", "discards"): "5.2.6",
    ("end", "turn"): "5.2.1",
}
"""Rules of changes that did not happen, by use and field."""

SUPPLY = "4.6.3"
"""Rules that limit pieces to those on their track."""
ENDS = {"prestige": range(1, 13), "funding": range(1, 10)}
"""Ends of tracks, for claims beyond them (4.7)."""
_TROOPS_AND_PRESTIGE = ("troops", "troops track", "prestige", "regime change")
TOUCHED = {
    "regime-change": ("7.3.4", (*_TROOPS_AND_PRESTIGE, "governance", "alignment", "sleepers", "actives")),
    "withdraw": ("7.3.5", (*_TROOPS_AND_PRESTIGE, "aid", "besieged")),
}
"""Further fields touched by an Operation, each with its rule."""
_MOVES_PRESTIGE = {"woi": RollKind.POSTURE, "resolve": RollKind.PRESTIGE}
"""The roll of each use that moves Prestige; others never do."""
_OF_A_FALL = frozenset({"funding", "prestige", "regime change", "arsenal", "available", "troops"})
"""Fields changed by a Jihad only at a fall to Islamist Rule."""


def claimed_rule(c: Claim) -> str:
    """The rule of a claim, where it depends on the claimed value."""
    s, use, b = c.statement, c.use, c.play.board
    if s.field == "wins":
        return b.victory_rule or ("2.1.1" if s.value == "US" else "2.1.2")
    if use == "woi":
        return _of_war_of_ideas(c)
    if use == "jihad" and s.field == "governance" and s.value == ISLAMIST_RULE:
        return "8.4.2" if _major(c.segment) else "8.4.1"
    if use == "disrupt" and s.field == "cadre" and s.value and not c.before():
        return "7.4.3"
    if use == "resolve" and s.field == "available" and s.value.count("W") > b.wmd_available:
        return "8.5.5"
    return _cells_without_track(c)


def _of_war_of_ideas(c: Claim) -> str:
    s = c.statement
    if s.subject and s.field in ("governance", "alignment"):
        won = any(r.kind == "war of ideas" and r.outcome == 5 for r in c.play.rolls)
        return "7.2.1.1" if won and s.value != c.before() else ""
    if s.field == "aid" and c.before() and s.value > c.before():
        return "7.2.2.2"
    return _cells_without_track(c)


def _cells_without_track(c: Claim) -> str:
    """The rule of claimed Cells without any on the track.

    For an event the card decides.
    """
    return SUPPLY if _beyond_the_track(c) and not c.card else ""


def _beyond_the_track(c: Claim) -> bool:
    """Whether a claim brings more Cells than the track has."""
    s, b = c.statement, c.play.board
    of_cells = s.field in ("cells", "sleepers") and s.subject and not b.cells_track
    return bool(of_cells and s.value > max(c.before(), statements.actual(b, s)))


def missed_rule(c: Claim) -> str:
    """The rule of a missing change; "" where the use has none."""
    field = c.statement.field
    if c.use == "jihad" and field == "aid" and _major(c.segment):
        return "8.4.2"
    rule, fields = TOUCHED.get(c.use, ("", ()))
    return c.play.board.rules.claims.by_use.get((c.use, field)) or (rule if field in fields else "")


def open_to_dice(segment: Segment, field: str, rolls: Sequence[Roll]) -> bool:
    """Whether other dice could have changed a thing.

    A War of Ideas moves Prestige by its Posture roll only (7.2.3), a Plot by the Prestige roll in the US only (8.5.6).
    Funding, Prestige and everything else at a fall to Islamist Rule need a Major Jihad (8.4.4).
    """
    if field == "prestige" and (kind := _MOVES_PRESTIGE.get(segment.use)):
        where = {c for i in segment.items for c in i.countries()}
        return any(r.kind == kind and (not r.subject or r.subject in where) for r in rolls)
    if segment.use == "jihad" and field in _OF_A_FALL:
        return _major(segment)
    return True


def beyond(c: Claim) -> bool:
    """Whether a claim goes beyond the end of its track (4.7)."""
    return c.statement.value not in ENDS.get(c.statement.field, (c.statement.value,))


def further_rules(wrong: list[Claim]) -> list[str]:
    """Further rules overlooked by the wrong claims of one segment."""
    found = [SUPPLY] if any(map(_beyond_the_track, wrong)) else []
    if any(c.use == "resolve" and c.statement.field == "wins" and c.statement.value == "J" for c in wrong):
        found.append("8.5.6-victory")
    if any(
        c.segment is not None and c.segment.name == "event" and c.play.triggered and c.action.use != "event"
        for c in wrong
    ):
        found.append("6.3.2.2")
    return found


def _major(segment: Segment | None) -> bool:
    return segment is not None and any(i.parts["major"].value for i in segment.items if "major" in i.parts)


@cache
def reasons() -> Mapping[str, str]:
    """Reasons for results, by rule, loaded at the first wrong claim."""
    return read_toml(os.path.join(PACKAGE, "editions", "base", "data", "reasons.toml"))


def event_in_short(told: tuple[str, ...], card: int) -> str:
    """An event in our words; "" while it has none."""
    return next((found for folder in told if (found := _summaries(folder).get(card))), "")


@cache
def _summaries(folder: str) -> Mapping[int, str]:
    """Summaries of an edition's events, by card, loaded at need."""
    place = os.path.join(PACKAGE, folder, "events")
    pages = [name for name in os.listdir(place) if name.endswith(".toml")] if os.path.isdir(place) else []
    entries = [e for page in pages for e in read_toml(os.path.join(place, page)).get("event", ())]
    return {int(card): str(e.get("summary", "")).strip() for e in entries for card in e["cards"]}


def title_of(rule: str) -> str:
    """The title of a rule, "" for none of the book's."""
    chapter = rule.partition(".")[0]
    return _titles(chapter).get(rule, "") if chapter.isdecimal() else ""


@cache
def _titles(chapter: str) -> Mapping[str, str]:
    """Titles of a chapter's rules, loaded at need."""
    place = os.path.join(PACKAGE, "rules", f"chapter{chapter}.toml")
    entries = read_toml(place)["rule"] if os.path.isfile(place) else []
    return {e["number"]: e["title"] for e in entries}


CLAIMS = ClaimRules(
    RULE_OF_CLAIM, claimed_rule, missed_rule, beyond, further_rules, open_to_dice, reasons, event_in_short, title_of
)
