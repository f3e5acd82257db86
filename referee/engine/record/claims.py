"""Claims and checkpoints, the players' statements, compared with the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.law.ask import RollKind
from referee.engine.law.derivations import Derivation, DerivationPart, derive, is_number, last_change_words, latest
from referee.engine.law.play import Play
from referee.engine.law.rolls import Roll
from referee.engine.record.ledger import Head
from referee.engine.state import differences, statements, unknown
from referee.engine.state.cause import events_of, line_of
from referee.engine.state.facts.kinds import Number
from referee.engine.state.facts.pieces import AllPieces, Pieces
from referee.engine.state.plain import NamedTuple, plain_dataclass, replace
from referee.engine.state.ruleset import CARD, Ruleset
from referee.engine.state.script import Action, Segment, Shift, Statement
from referee.engine.state.words import sentences

if TYPE_CHECKING:
    from referee.engine.record.findings import Finding
    from referee.engine.record.ledger import Ledger
    from referee.engine.record.table.reporter import Reporter
    from referee.engine.state.board import Board

TRACK_ENDS = "4.7"
"""The rule by which a track stops at its ends."""
_UNTOUCHED = frozenset({"prestige", "funding", "available", "plots"})
"""Fields unaffected by the dice for the effect of a Plot."""
OF_CARDS = frozenset({"hand J", "hand US", "cards J", "cards US", "discards", "deck"})
"""Fields also changed by a superfluous card."""
MOST_REASONS = 3
"""Most wrong claims of a part of a line that get a reason each."""


@plain_dataclass(frozen=True)
class Claim:
    """The players' statements after a segment, or after a line without segments."""

    play: Play
    action: Action
    segment: Segment | None
    statement: Statement
    since: int
    """The length of the journal at the beginning of the segment."""

    @property
    def use(self) -> str:
        """The use of the segment, or the kind of the line."""
        return self.segment.use if self.segment is not None else self.action.kind

    @property
    def card(self) -> int:
        """The card of the segment's event; 0 for none."""
        if self.segment is None or self.segment.name != "event":
            return 0
        return self.segment.card or next(iter(self.action.cards), 0)

    def before(self) -> Any:
        """The value before the segment."""
        board = self.play.board
        found = statements.target(board, self.statement)
        if found is None:
            return None
        place, names = found
        for change in self.play.journal.changes[self.since :]:
            for where, name, before, _ in change.writes:
                if where == place and name in names:
                    return before
        return statements.actual(board, self.statement)


class Claims:
    """The claims of a line, and their mistakes."""

    def __init__(self) -> None:
        self.changed: dict[Segment, list[Statement]] = {}
        """Relative claims of a segment, each with the resulting value."""
        self.results: dict[Segment, list[Statement]] = {}
        """Results among the choices of a segment: compared with its claims."""
        self.mistakes: dict[Segment, tuple[Finding, tuple[str, ...]]] = {}
        """For each segment its superfluous part, and the countries involved."""
        self.card_lists: set[Segment] = set()
        """Segments with a superfluous card: their claims about hands follow from it."""
        self.wrong: list[Statement] = []
        """Wrong claims, reported or not."""
        self.findings: list[tuple[Finding, list[Statement]]] = []
        """Findings on wrong claims, each with its claims."""

    def begin(self, segment: Segment, board: Board) -> None:
        """Give a claim of a relative change its resulting value."""
        if segment in self.changed or not any(type(c.value) is Shift for c in segment.claims):
            return
        found = self.changed[segment] = []
        for c in segment.claims:
            if type(c.value) is not Shift:
                found.append(c)
            elif isinstance(track := statements.fact(board, c), Number):
                found.append(replace(c, value=track.stepped(board, c.value)))

    def of(self, segment: Segment) -> list[Statement]:
        """The claims of a segment, without relative changes if never begun."""
        found = self.changed.get(segment)
        return [c for c in segment.claims if type(c.value) is not Shift] if found is None else found

    def hold(self, segment: Segment, ledger: Ledger) -> bool:
        """Return whether the last claims of a line hold before its end.

        Those of an event within another one may be about either.
        """
        if segment.name != "event" or ledger.wrong():
            return False
        return all(c.field in ("success", "plot") or statements.holds(ledger.board, c) for c in self.of(segment))

    def settle(self, reporter: Reporter, play: Play, segment: Segment) -> None:
        """Compare the claims of a segment with the board.

        Write differing ones to it.
        """
        told = self.results.pop(segment, [])
        if not segment.claims and not told:
            return
        ledger = reporter.ledger
        refused = segment in ledger.violations or Head.CARD in ledger.violations
        claims = told + [c for c in self.of(segment) if c not in ledger.used]
        ledger.used.update(claims)
        finding, countries = self.mistakes.pop(segment, (None, ()))
        if finding is not None and not refused:
            read = [c for c in claims if c.subject in countries or c.field == "success"]
            before = len(self.wrong)
            compare(reporter, play, segment, read, True)
            if len(self.wrong) > before:
                finding.kind = "outcome"
            claims = [c for c in claims if c not in read]
        if segment in self.card_lists:
            of_cards = [c for c in claims if c.field in OF_CARDS]
            claims = [c for c in claims if c not in of_cards]
            compare(reporter, play, segment, of_cards, True)
        if claims:
            compare(reporter, play, segment, claims, refused)


class WrongClaim(NamedTuple):
    """A wrong claim with its rule and its derivation."""

    claim: Claim
    rule: str
    derivation: Derivation | None = None
    """The changes of the thing; None for a claim about a roll."""
    part: DerivationPart | None = None
    """The change that makes the difference, if its rule decides."""
    cut_short: str = ""
    """The rule of the effect that a track's end cut short."""


def judge(reporter: Reporter, c: Claim) -> WrongClaim:
    """Find the rule of a wrong claim."""
    wrong = _by_changes(reporter, c)
    if c.play.board.rules.claims.beyond(c):
        return wrong._replace(rule=TRACK_ENDS, cut_short=wrong.rule)
    return wrong


def _by_changes(reporter: Reporter, c: Claim) -> WrongClaim:
    """Find the rule of the contradicting, or missing, change."""
    s, board, journal = c.statement, c.play.board, c.play.journal
    found = derive(journal, board, s, c.since)
    if statements.derived(board, s):
        return WrongClaim(c, statements.defining_rule(board, s), found)
    earlier = derive(journal, board, s, reporter.ledger.start)
    part = None if found.parts else earlier.left_out(s.value)
    if part is not None:
        return WrongClaim(c, part.change.rule, earlier, part)
    rules = board.rules.claims
    if special := rules.claimed(c):
        return WrongClaim(c, special, found)
    if not found.parts and (forbidden := statements.fact(board, s).forbids(board, s)):
        return WrongClaim(c, forbidden, found)
    part = found.deciding(s.value)
    if part is not None:
        return WrongClaim(c, part.change.rule, found, part)
    reason = reporter.reason_for(s.field, s.subject, None)
    if reason is not None:
        return WrongClaim(c, reason[1], found)
    if known := rules.missed(c):
        return WrongClaim(c, known, found)
    if c.card:
        return WrongClaim(c, f"{CARD}{c.card}", found)
    part = earlier.deciding(s.value)
    if part is not None:
        return WrongClaim(c, part.change.rule, earlier, part)
    part = (
        latest(journal, board, s, reporter.ledger.start) if reporter.reported else None
    )  # it looks through the whole record
    return WrongClaim(c, statements.fact(board, s).rule if part is None else part.change.rule, found, part)


def compare_roll(reporter: Reporter, play: Play, segment: Segment | None, s: Statement) -> Roll | None:
    """Check a claim of success or failure; return the contradicting roll.

    For several dice it is wrong only if all of them contradict it; without a roll of success or failure it has no
    meaning.
    """
    here = [r for key, r in reporter.ledger.rolls if segment is not None and key is segment and not r.incidental]
    rolls = [r for r in here if r.successes] or [r for r in play.rolls if r.successes]
    rolls += [r for r in play.rolls[-1:] if r.automatic and r.successes and r not in rolls]
    if not rolls or any(won == s.value for r in rolls for won in r.successes):
        return None
    return rolls[-1]


def _of_roll(s: Statement, roll: Roll) -> str:
    """Return the words for a wrong claim of success or failure.

    Unnoted dice prove nothing.
    """
    wrote = "You wrote success" if s.value else "You wrote a failure"
    if roll.automatic:
        return f"{wrote}; without a roll it is {'a failure' if s.value else 'a success'}"
    if roll.assumed:
        return f"{wrote}, and {'a failed' if s.value else 'a successful'} roll was assumed"
    return f"{wrote}; the roll {'failed' if s.value else 'succeeded'}"


def compare(reporter: Reporter, play: Play, segment: Segment | None, claims: list[Statement], silent: bool) -> None:
    """Compare the claims of one segment.

    The wrong ones make one finding and are written to the board.
    """
    heard = reporter.takes_word and (play.board.unknown or play.board.stated_beside)
    for s in claims if heard else ():
        if unknown.is_open(play.board, s) or (not play.board.unknown and statements.holds(play.board, s)):
            statements.learn(play, s)
    since = reporter.ledger.start
    if (
        segment is not None and reporter.ledger.action.kind != "end"
    ):  # the end of a turn has many steps, and its claims one place
        since = reporter.ledger.starts.get(segment, since)
    wrong, phrases = _wrong(reporter, [Claim(play, reporter.ledger.action, segment, s, since) for s in claims])
    if not wrong:
        return
    first = wrong[0]
    stated = [w.claim.statement for w in wrong]
    reporter.claims.wrong += stated
    phrases.append(differences.in_words(play.board, [s for s in stated if s.field != "success"]))
    near = [] if silent else _rolls_about(reporter, segment, [w.claim for w in wrong])
    reason = "" if silent else _reason(reporter, near, wrong)
    short = statements.amend(play, [(w.claim.statement, w.rule) for w in wrong], claims)
    if silent:
        return
    finding = reporter.report(
        "outcome",
        first.rule,
        sentences([*phrases, *short]),
        first.claim.statement.place,
        [s.subject for s in stated if s.subject] or _touching(wrong, near),
        also=_also(reporter, segment, wrong),
        reason=reason,
        rolls=tuple(r.address for r in near if not r.assumed),
        see=_earlier_lines(reporter, wrong),
    )
    finding.of_result = True
    finding.derivations = tuple(
        replace(w.derivation, rolls=tuple(_rolls_about(reporter, segment, [w.claim])))
        for w in wrong
        if w.derivation is not None
    )
    reporter.claims.findings.append((finding, stated))


def _touching(wrong: list[WrongClaim], near: list[Roll]) -> list[str]:
    """The countries of the rolls and changes that explain wrong claims."""
    parts = [part for w in wrong if w.derivation is not None for part in w.derivation.parts]
    return [*(r.subject for r in near if not r.assumed), *(p.change.subject for p in parts)]


def _earlier_lines(reporter: Reporter, wrong: list[WrongClaim]) -> list[int]:
    """The other lines that last changed the wrongly claimed things."""
    of_parts = {line_of(w.part.change.cause) for w in wrong if w.part is not None}
    return sorted(of_parts - {0, *reporter.ledger.action.numbers})


def _also(reporter: Reporter, segment: Segment | None, wrong: list[WrongClaim]) -> list[str]:
    """Return further rules of wrong claims.

    They are those of the other claims, of the things changed by an event, and of the modifiers.
    """
    head = wrong[0].rule
    others = [rule for w in wrong for rule in (w.rule, w.cut_short) if rule]
    of_events = (w for w in wrong if (w.cut_short or w.rule).startswith(CARD))
    touched = [rule for w in of_events if (rule := _paragraph(w))]
    overlooked = wrong[0].claim.play.board.rules.claims.further_rules([w.claim for w in wrong])
    found = [*others, *touched, *_causes(reporter, segment), *overlooked]
    return [rule for rule in dict.fromkeys(found) if rule != head]


def _paragraph(w: WrongClaim) -> str:
    """The paragraph on a wrong claim's thing, if an event explains it."""
    if w.part is not None:
        return w.part.change.touches
    s = w.claim.statement
    return "" if s.field == "success" else statements.defining_rule(w.claim.play.board, s)


def _wrong(reporter: Reporter, claims: list[Claim]) -> tuple[list[WrongClaim], list[str]]:
    """Return the wrong claims, and a sentence for each about a roll."""
    wrong: list[WrongClaim] = []
    phrases: list[str] = []
    for claim in claims:
        s = claim.statement
        if s.field == "success":
            roll = compare_roll(reporter, claim.play, claim.segment, s)
            if roll is not None:
                wrong.append(WrongClaim(claim, roll.rule))
                phrases.append(_of_roll(s, roll))
        elif s.field != "plot" and not reporter.agrees(claim.play.board, s):
            wrong.append(judge(reporter, claim))
    return wrong, phrases


def _led_elsewhere(roll: Roll, wrong: list[Claim]) -> bool:
    """Return whether a country's roll is irrelevant to a claim."""
    return roll.kind == RollKind.CONVERGENCE and not any(
        c.statement.subject
        and (
            c.statement.subject == roll.outcome
            or statements.last_change(c.play.journal, c.play.board, c.statement, c.since) is None
        )
        for c in wrong
    )


def _causes(reporter: Reporter, segment: Segment | None) -> list[str]:
    """The rules of a segment's modifiers, which explain a surprising result."""
    return [m[2] for key, r in reporter.ledger.rolls if segment is not None and key is segment for m in r.modifiers]


def _touched(reporter: Reporter, c: Claim) -> bool:
    """Whether the line may have changed the claimed thing before its segment.

    A change anywhere counts if none names the thing.
    """
    board, s = c.play.board, c.statement
    if statements.target(board, s) is None:
        return True
    return statements.last_change(c.play.journal, board, s, reporter.ledger.start) is not None


def _reason(reporter: Reporter, near: list[Roll], wrong: list[WrongClaim]) -> str:
    """Return the reason for the other result.

    The results of the rolls, and the changes of the thing or their absence.
    """
    parts = [r.explained for r in near if not r.assumed]  # unwritten dice explain nothing
    for w in wrong[:MOST_REASONS]:
        if w.derivation is not None:
            parts += _reason_of(reporter, w, w.derivation, rolled=bool(near))
    return sentences(parts)


def _rolls_about(reporter: Reporter, segment: Segment | None, wrong: list[Claim]) -> list[Roll]:
    """Return the rolls of a segment relevant to the claims."""
    about = {c.statement.subject for c in wrong}
    fields = {c.statement.field for c in wrong}
    silent = {RollKind.PRESTIGE} if "prestige" not in fields else set()
    if fields <= _UNTOUCHED:
        silent.add(RollKind.PLOT_EFFECT)
    rolls = [r for key, r in reporter.ledger.rolls if segment is not None and key is segment and r.kind not in silent]
    rolls = [r for r in rolls if r.dice and not (r.incidental or r.automatic)]
    near = [r for r in rolls if not r.subject or r.subject in about or r.kind == RollKind.PRESTIGE]
    near = near or ([] if all(map(_stays, wrong)) else rolls)
    return [r for r in near if not _led_elsewhere(r, wrong)]


def _stays(c: Claim) -> bool:
    """Whether only a roll about its own country touches the claimed thing.

    Returns True for all but the pieces that move.
    """
    s = c.statement
    return bool(s.subject) and not isinstance(statements.fact(c.play.board, s), (Pieces, AllPieces))


def _reason_of(reporter: Reporter, w: WrongClaim, made: Derivation, *, rolled: bool) -> list[str]:
    """Return the reason why a thing is not as claimed.

    ``rolled`` if the rolls say some of it.
    """
    claim, rules = w.claim, w.claim.play.board.rules
    board, s = claim.play.board, claim.statement
    if w.rule == TRACK_ENDS:
        return [rules.because(TRACK_ENDS)]
    if made.parts:
        return _reason_of_changes(w, made, rules)
    kept = reporter.reason_for(s.field, s.subject, None)
    if kept is not None and kept[1] == w.rule:
        return [kept[2]]
    if w.part is not None:  # from an earlier line
        return ["Nothing in this play changed it", *last_change_words(w.part, rules)]
    if statements.derived(board, s):
        return [rules.because(w.rule)]
    parts = [] if rolled or _touched(reporter, claim) else ["Nothing in this play changed it"]
    if claim.card and not rolled:
        parts.append(rules.because(f"{CARD}{claim.card}"))
    if w.rule != statements.defining_rule(board, s) or not is_number(made.now):
        parts.append(rules.because(w.rule))
    return parts


def _reason_of_changes(w: WrongClaim, made: Derivation, rules: Ruleset) -> list[str]:
    """Return the changes of a thing, then the deciding one."""
    part = w.part or made.parts[-1]
    several = len(made.parts) > 1
    chain = made.in_words(rules) if several else ""
    event = next(iter(reversed(events_of(part.change.cause))), 0)
    if event and w.rule == f"{CARD}{event}":
        return [chain, rules.because(w.rule, "" if several else part.words)]
    if w.rule.startswith(CARD) and not several:
        return [part.words, rules.because(w.rule)]
    parts = [chain, rules.because(w.rule)]
    if event and not several:
        parts.append(rules.because(f"{CARD}{event}", part.words))
    return parts if any(parts) else [made.in_words(rules)]
