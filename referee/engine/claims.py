"""Claims and checkpoints: what the players say the board is, compared with what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine import statements
from referee.engine.data import GOVERNANCE_NAMES, ISLAMIST_RULE, SIDE_NAMES
from referee.engine.play import Play
from referee.engine.rolls import Roll
from referee.engine.script import Segment, Statement

if TYPE_CHECKING:
    from referee.engine.tables.record import RecordTable

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
"""The rule that would have changed a thing, by use and field, for a claim about something that did not change."""

_ENDS = {"prestige": range(1, 13), "funding": range(1, 10)}
"""Values of tracks; a claim beyond them overlooks where they end (4.7)."""
_TROOPS_AND_PRESTIGE = ("troops", "troops track", "prestige", "regime change")
TOUCHED = {
    "regime-change": ("7.3.4", (*_TROOPS_AND_PRESTIGE, "governance", "alignment", "sleepers", "actives")),
    "withdraw": ("7.3.5", (*_TROOPS_AND_PRESTIGE, "aid", "besieged")),
}
"""What else an Operation touches, and its rule; of other things it says nothing."""


def rule_of(table: RecordTable, play: Play, segment: Segment | None, use: str, s: Statement, since: int) -> str:
    """The rule of a claim that is not so: of the change that made it otherwise, or of the one that did not come."""
    if statements.derived(play.board, s):
        return statements.defining_rule(play.board, s)
    if s.field == "wins":
        return play.board.victory_rule or ("2.1.1" if s.value == "US" else "2.1.2")
    special = _special(play, segment, use, s, since)
    if special:
        return special
    changed = statements.last_change(play.journal, play.board, s, since)
    if changed is not None:
        return changed[0]
    reason = table.reason_for(s.field, s.subject, None)
    if reason is not None:
        return reason[1]
    if use == "jihad" and s.field == "aid" and _major(segment):
        return "8.4.2"
    rule, fields = TOUCHED.get(use, ("", ()))
    known = RULE_OF_CLAIM.get((use, s.field)) or (rule if s.field in fields else "")
    if known:
        return known
    earlier = statements.last_change(play.journal, play.board, s, table.start)
    return earlier[0] if earlier is not None else statements.fact(play.board, s).rule


def _special(play: Play, segment: Segment | None, use: str, s: Statement, since: int) -> str:
    """Claims whose rule depends on what was claimed."""
    if use == "woi" and s.subject and s.field in ("governance", "alignment"):
        won = any(r.kind == "war of ideas" and r.outcome == 5 for r in play.rolls)
        return "7.2.1.1" if won and s.value != _before(play, s, since) else ""
    if use == "woi" and s.field == "aid" and _before(play, s, since) and s.value > _before(play, s, since):
        return "7.2.2.2"
    if use == "jihad" and s.field == "governance" and s.value == ISLAMIST_RULE:
        return "8.4.2" if _major(segment) else "8.4.1"
    if use == "disrupt" and s.field == "cadre" and s.value:
        return "7.4.3"
    if use == "resolve" and s.field == "available" and s.value.count("W") > play.board.wmd_available:
        return "8.5.5"
    if (
        s.field in ("cells", "sleepers")
        and s.subject
        and not play.board.cells_track
        and s.value > statements.actual(play.board, s)
    ):
        return "4.6.3"
    return ""


def _major(segment: Segment | None) -> bool:
    return segment is not None and any(i.parts["major"].value for i in segment.items if "major" in i.parts)


def _before(play: Play, s: Statement, since: int) -> Any:
    """What stood there before the segment."""
    found = statements.target(play.board, s)
    if found is None:
        return None
    obj, names = found
    for change in play.journal.changes[since:]:
        for target, name, before, _ in change.writes:
            if target is obj and name in names:
                return before
    return statements.actual(play.board, s)


def succeeded(roll: Roll) -> bool | None:
    """Whether a roll succeeded, where the word has a meaning."""
    if isinstance(roll.outcome, bool):
        return roll.outcome
    if isinstance(roll.outcome, tuple):
        return all(roll.outcome)
    if roll.kind == "war of ideas":
        return bool(roll.outcome == 5)
    return None


def compare_roll(table: RecordTable, play: Play, segment: Segment | None, s: Statement) -> str | None:
    """Check a claim of success or failure; the rule if it is wrong.

    Of several dice it is wrong only if all of them say otherwise; where no roll succeeds or fails it says nothing.
    """
    here = [r for key, r in table.seen_rolls if segment is not None and key is segment]
    rolls = [r for r in here if r.successes] or [r for r in play.rolls if r.successes]
    rolls += [r for r in play.rolls[-1:] if r.automatic and r.successes and r not in rolls]
    if not rolls or any(won == s.value for r in rolls for won in r.successes):
        return None
    return rolls[-1].rule


def compare(table: RecordTable, play: Play, segment: Segment | None, claims: list[Statement], silent: bool) -> None:
    """Compare the claims of one segment: all that are wrong make one finding and are written to the board."""
    since = table.starts.get(segment, table.start) if segment is not None else table.start
    use = segment.use if segment is not None else table.action.kind
    wrong: list[tuple[Statement, str, str]] = []
    for s in claims:
        if s.field == "success":
            rule = compare_roll(table, play, segment, s)
            if rule is not None:
                wrong.append((s, rule, f"the roll did not {'succeed' if s.value else 'fail'}"))
        elif s.field == "plot":
            continue
        elif s.field == "wins":
            if play.board.winner != s.value:
                wrong.append(
                    (s, rule_of(table, play, segment, use, s, since), f"the {SIDE_NAMES[s.value]} side has not won")
                )
        elif not statements.holds(play.board, s):
            wrong.append((s, rule_of(table, play, segment, use, s, since), statements.sentence(play.board, s)))
    if not wrong:
        return
    first = wrong[0]
    table.wrong_claims += len(wrong)
    short = statements.amend(play, [(s, rule) for s, rule, _ in wrong], claims)
    if not silent:
        also = list(dict.fromkeys(r for _, r, _ in wrong[1:] if r != first[1]))
        causes = _causes(table, play, segment, first[1])
        if use == "resolve" and any(s.field == "wins" and s.value == "J" for s, _, _ in wrong):
            causes.append("8.5.6-victory")
        if any(s.field in _ENDS and s.value not in _ENDS[s.field] for s, _, _ in wrong):
            causes.append("4.7")
        if segment is not None and segment.name == "event" and play.triggered and table.action.use != "event":
            causes.append("6.3.2.2")
        message = "; ".join([*(m for _, _, m in wrong), *short])
        table.report(
            "outcome",
            first[1],
            message,
            first[0].place,
            also=also + [c for c in causes if c not in also],
            help=_why(table, segment),
        )


def _causes(table: RecordTable, play: Play, segment: Segment | None, rule: str) -> list[str]:
    """The rules behind the modifiers of the segment's rolls, which explain a result that surprises."""
    found = [m[2] for key, r in table.seen_rolls if segment is not None and key is segment for m in r.modifiers]
    return [r for r in dict.fromkeys(found) if r != rule]


def _why(table: RecordTable, segment: Segment | None) -> str:
    """How the rolls of the segment came out."""
    parts = []
    for key, r in table.seen_rolls:
        if segment is not None and key is segment and not r.automatic and r.dice:
            parts.append(f"{r.kind} in {r.subject}: {show_roll(r)}" if r.subject else f"{r.kind}: {show_roll(r)}")
    return "; ".join(parts)


def show_roll(roll: Roll) -> str:
    """Dice, what was needed and what came: "3 5 against 2 or less (Fair): fail, fail"."""
    dice = " ".join(str(d) for d in roll.dice)
    return f"{dice} against {roll.against}: {show_outcome(roll.kind, roll.outcome)}"


def show_outcome(kind: str, outcome: Any) -> str:
    """The outcome of a roll in words."""
    if isinstance(outcome, bool):
        return "success" if outcome else "failure"
    if isinstance(outcome, tuple):
        return ", ".join("success" if o else "failure" for o in outcome) or "nothing"
    if kind == "war of ideas":
        return {3: "failure", 4: "failure by one", 5: "success"}[outcome]
    if kind == "prestige":
        return f"Prestige {outcome:+d}"
    if kind in ("test", "governance") and isinstance(outcome, int):
        return GOVERNANCE_NAMES[outcome]
    return str(outcome).capitalize()
