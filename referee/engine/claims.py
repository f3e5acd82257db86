"""Claims and checkpoints, compared with the board.

They are statements of the players about the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.engine import differences, statements, unknown
from referee.engine.ask import RollKind
from referee.engine.cause import events_of
from referee.engine.play import Play
from referee.engine.rolls import Roll
from referee.engine.script import Action, Segment, Statement
from referee.engine.words import sentences

if TYPE_CHECKING:
    from referee.engine.tables.record import RecordTable

_UNTOUCHED = frozenset({"prestige", "funding", "available", "plots"})
"""What the dice for the effect of a Plot do not touch."""
MOST_REASONS = 3
"""Most wrong claims of a part of a line that get a reason each."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The players' statements after a segment of a line.

    Or after the whole line, if it has no segments.
    """

    play: Play
    action: Action
    segment: Segment | None
    statement: Statement
    since: int
    """How long the journal was when the segment began."""

    @property
    def use(self) -> str:
        """What the segment is, or the kind of the line."""
        return self.segment.use if self.segment is not None else self.action.kind

    def before(self) -> Any:
        """The value before the segment."""
        board = self.play.board
        found = statements.target(board, self.statement)
        if found is None:
            return None
        obj, names = found
        for change in self.play.journal.changes[self.since :]:
            for target, name, before, _ in change.writes:
                if target is obj and name in names:
                    return before
        return statements.actual(board, self.statement)


def rule_of(table: RecordTable, c: Claim) -> str:
    """The rule of a wrong claim: of the change that contradicts it, or of the change that did not happen."""
    s, board, journal = c.statement, c.play.board, c.play.journal
    if statements.derived(board, s):
        return statements.defining_rule(board, s)
    rules = board.rules.claims
    if special := rules.claimed(c):
        return special
    changed = statements.last_change(journal, board, s, c.since)
    if changed is not None:
        return changed.rule
    reason = table.reason_for(s.field, s.subject, None)
    if reason is not None:
        return reason[1]
    if known := rules.missed(c):
        return known
    earlier = statements.last_change(journal, board, s, table.start)
    return earlier.rule if earlier is not None else statements.fact(board, s).rule


def compare_roll(table: RecordTable, play: Play, segment: Segment | None, s: Statement) -> Roll | None:
    """Check a claim of success or failure; return the roll that contradicts it, if one does.

    Of several dice it is wrong only if all of them say otherwise; where no roll succeeds or fails it says nothing.
    """
    here = [r for key, r in table.seen_rolls if segment is not None and key is segment and not r.aside]
    rolls = [r for r in here if r.successes] or [r for r in play.rolls if r.successes]
    rolls += [r for r in play.rolls[-1:] if r.automatic and r.successes and r not in rolls]
    if not rolls or any(won == s.value for r in rolls for won in r.successes):
        return None
    return rolls[-1]


def _of_roll(s: Statement, roll: Roll) -> str:
    """What to say of a claim of success or failure that is wrong; dice that nobody noted prove nothing."""
    wrote = "You wrote success" if s.value else "You wrote a failure"
    if roll.automatic:
        return f"{wrote}; without a roll it is {'a failure' if s.value else 'a success'}"
    if roll.assumed:
        return f"{wrote}, and {'a failed' if s.value else 'a successful'} roll was assumed"
    return f"{wrote}; the roll {'failed' if s.value else 'succeeded'}"


def compare(table: RecordTable, play: Play, segment: Segment | None, claims: list[Statement], silent: bool) -> None:
    """Compare the claims of one segment: all that are wrong make one finding and are written to the board."""
    for s in claims if play.board.unknown else ():
        if unknown.is_open(play.board, s):
            statements.agreed(play, s)
    since = table.start
    if segment is not None and table.action.kind != "end":  # the end of a turn has many steps, and its claims one place
        since = table.starts.get(segment, since)
    wrong, said = _wrong(table, [Claim(play, table.action, segment, s, since) for s in claims])
    if not wrong:
        return
    first = wrong[0]
    table.wrong_claims += [c.statement for c, _ in wrong]
    said.append(differences.in_words(play.board, [c.statement for c, _ in wrong if c.statement.field != "success"]))
    near = [] if silent else _rolls_about(table, segment, [c for c, _ in wrong])
    reason = "" if silent else _reason(table, near, wrong)
    short = statements.amend(play, [(c.statement, rule) for c, rule in wrong], claims)
    if not silent:
        also = list(dict.fromkeys(r for _, r in wrong[1:] if r != first[1]))
        overlooked = play.board.rules.claims.beside([c for c, _ in wrong])
        causes = [*_causes(table, segment, first[1]), *overlooked]
        finding = table.report(
            "outcome",
            first[1],
            sentences([*said, *short]),
            first[0].statement.place,
            also=also + [c for c in causes if c not in also],
            reason=reason,
            rolls=tuple(r.address for r in near if not r.assumed),
        )
        table.of_claims.append((finding, [c.statement for c, _ in wrong]))


def _wrong(table: RecordTable, claims: list[Claim]) -> tuple[list[tuple[Claim, str]], list[str]]:
    """The claims that are not so, each with its rule, and a sentence for each that is about a roll."""
    wrong: list[tuple[Claim, str]] = []
    said: list[str] = []
    for claim in claims:
        s = claim.statement
        if s.field == "success":
            roll = compare_roll(table, claim.play, claim.segment, s)
            if roll is not None:
                wrong.append((claim, roll.rule))
                said.append(_of_roll(s, roll))
        elif s.field != "plot" and not statements.holds(claim.play.board, s):
            wrong.append((claim, rule_of(table, claim)))
    return wrong, said


_OF_PLAY = ("7.", "8.", "11.")
"""Chapters that say what a play does; those before them say what there is in the game."""


def _led_elsewhere(roll: Roll, wrong: list[Claim]) -> bool:
    """Whether a roll for a country has no bearing on a claim about another thing."""
    return roll.kind == RollKind.CONVERGENCE and not any(
        c.statement.subject
        and (
            c.statement.subject == roll.outcome
            or statements.last_change(c.play.journal, c.play.board, c.statement, c.since) is None
        )
        for c in wrong
    )


def _causes(table: RecordTable, segment: Segment | None, rule: str) -> list[str]:
    """The rules of the modifiers of a segment's rolls, which explain a surprising result."""
    found = [m[2] for key, r in table.seen_rolls if segment is not None and key is segment for m in r.modifiers]
    return [r for r in dict.fromkeys(found) if r != rule]


def _touched(table: RecordTable, c: Claim) -> bool:
    """Whether the line may have changed what a claim is about before its segment, or where no change names it."""
    board, s = c.play.board, c.statement
    if statements.target(board, s) is None:
        return True
    return statements.last_change(c.play.journal, board, s, table.start) is not None


def _reason(table: RecordTable, near: list[Roll], wrong: list[tuple[Claim, str]]) -> str:
    """Why the result is another one: how the rolls came out, and what changed the thing or kept it from changing."""
    parts = [r.explained for r in near if not r.assumed]  # dice that nobody wrote explain nothing
    for claim, rule in wrong[:MOST_REASONS]:
        if claim.statement.field != "success":
            parts += _reason_of(table, claim, rule, rolled=bool(near))
    return sentences(parts)


def _rolls_about(table: RecordTable, segment: Segment | None, wrong: list[Claim]) -> list[Roll]:
    """The rolls of a segment that say something of what was claimed."""
    about = {c.statement.subject for c in wrong}
    fields = {c.statement.field for c in wrong}
    silent = {RollKind.PRESTIGE} if "prestige" not in fields else set()
    if fields <= _UNTOUCHED:
        silent.add(RollKind.PLOT_EFFECT)
    rolls = [r for key, r in table.seen_rolls if segment is not None and key is segment and r.kind not in silent]
    rolls = [r for r in rolls if r.dice and not (r.aside or r.automatic)]
    near = [r for r in rolls if not r.subject or r.subject in about or r.kind == RollKind.PRESTIGE] or rolls
    return [r for r in near if not _led_elsewhere(r, wrong)]


def _reason_of(table: RecordTable, claim: Claim, rule: str, *, rolled: bool) -> list[str]:
    """Why one thing is not as it was claimed; ``rolled`` where the rolls say something of it already."""
    board, s = claim.play.board, claim.statement
    because = board.rules.because
    if "4.7" in board.rules.claims.beside([claim]):
        return [because("4.7")]
    changed = statements.last_change(claim.play.journal, board, s, claim.since)
    kept = table.reason_for(s.field, s.subject, None) if changed is None else None
    if kept is not None and kept[1] == rule:
        return [kept[2]]
    defining = rule == statements.defining_rule(board, s)
    parts = []
    if changed is None and not statements.derived(board, s):
        parts.append("" if rolled or _touched(table, claim) else "Nothing in this play changed it")
        if claim.segment is not None and claim.segment.name == "event" and not rolled:
            card = claim.segment.card or next(iter(claim.action.cards), 0)
            parts.append(because(f"card {card}") if card else "")
        if defining:
            return parts  # it says what the thing is, and nothing of this play
    events = events_of(changed.cause) if changed is not None else ()
    told = statements.by_events(claim.play.journal, board, s, events, claim.since) if events else ""
    parts.append(because(rule, events, told))
    if events and rule.startswith(_OF_PLAY) and not defining:
        parts.append(because(rule))  # what the rules make of what the event does
    return parts
