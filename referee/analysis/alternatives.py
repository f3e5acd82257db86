"""Alternatives to a play: other plays of its card, compared by rollouts.

The static estimate only selects the plays to compare. The best one in a first round of rollouts is compared with the
recorded play by new ones, both with the same hidden cards, until the difference is beyond three standard errors or the
budget is used up. Below two standard errors the two plays count as equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from referee.analysis.chances import static
from referee.analysis.choosers import ChooserTable, free
from referee.analysis.dealing import Dealing
from referee.analysis.luck import LineReplays, MissingDiceError, ReplayLedger
from referee.analysis.rollout import Rollout
from referee.editions.base.card_uses import uses
from referee.engine.law.ask import Ask, Field
from referee.engine.law.line import LineHead, head_of
from referee.engine.law.play import Play
from referee.engine.law.table import DeadEnd
from referee.engine.law.tables.random import Cards, RandomTable
from referee.engine.law.tables.written import PlayedSegment
from referee.engine.record.ledger import Trial
from referee.engine.record.steps import Judgement
from referee.engine.state.board import Board
from referee.engine.state.cause import LineCause
from referee.engine.state.journal import Journal
from referee.engine.state.rewinder import twin
from referee.engine.state.words import sentence
from referee.parsers.notation import compose

CANDIDATES = 5
"""Most plays compared with the recorded one, besides the flowchart's own."""
TRIED = 12
"""Random plays of each use of the card, ranked by the table."""
IN_VAIN = 4
"""Random plays of a use without a legal end before it is given up."""
OFTEN = 4
"""Dice rolls for the rank of a play."""
FIRST_ROUND = 24
"""Rollouts of each candidate in the first round."""
BATCH = 25
"""Pairs between tests of a difference."""
LEAST_PAIRS = 50
BUDGET = 300
"""Most pairs of rollouts in the comparison."""
BEYOND = 2.0
"""Standard errors beyond which a difference counts."""
STOPS = 3.0
"""Standard errors that end a comparison early, despite repeated tests."""


class NoAlternatives(Exception):
    """The absence of anything to compare: a sentence for the reader."""


Answers = Mapping[Any, Any]
"""Answers by address.

The continuation of a list has the address of its next entry.
"""


@dataclass(slots=True)
class Candidate:
    """One play of the card, by answers or by the flowchart."""

    name: str
    """The play as a line, without dice."""
    answers: Answers = field(default_factory=dict)
    reserves: bool = False
    own: bool = False
    """Whether the flowchart chooses it."""
    by_table: float = 0.5
    """The chance of the US after it by the static estimate, 0 to 1."""


@dataclass(slots=True)
class Comparison:
    """A play and its best alternative."""

    play: str
    side: str
    candidates: list[Candidate]
    best: Candidate
    difference: float
    """The advantage of the alternative for the side that acts."""
    error: float
    """The standard error of the difference."""
    pairs: int

    @property
    def told_apart(self) -> bool:
        """Whether the difference is beyond two standard errors."""
        return abs(self.difference) > BEYOND * self.error

    @property
    def sentence(self) -> str:
        """The result of the comparison."""
        who = "the choice of the flowchart" if self.best.own else "the best of the others"
        name, by = f"“{self.best.name}”, {who},", f"(± {max(1, round(100 * self.error))}, {self.pairs} pairs of games)"
        points = f"{abs(100 * self.difference):.0f} points {by}"
        if not self.told_apart:
            return sentence(f"rollouts cannot tell the play and {name} apart: {points}")
        if self.difference > 0:
            return sentence(f"{name} would have been better by {points}")
        return sentence(f"the play is better than {name} by {points}")

    def data(self) -> dict[str, Any]:
        """The comparison for programs."""
        return {
            "play": self.play,
            "side": self.side,
            "best": self.best.name,
            "own": self.best.own,
            "difference": round(self.difference, 3),
            "error": round(self.error, 3),
            "pairs": self.pairs,
            "told_apart": self.told_apart,
            "candidates": [c.name for c in self.candidates],
            "sentence": self.sentence,
        }


# -------------------------------------------------------------------- tables that know answers


class _AnswerNotes(dict[Any, Any]):
    """Answers in the form of a table."""

    def note(self, key: Any, value: Any) -> Any:
        """Note an answer, and return it."""
        self[key] = value
        return value


class _NotingReplay(ReplayLedger):
    """A replay that notes the answers of a recorded line."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.noted = _AnswerNotes()

    def answer(self, ask: Ask) -> Any:
        return self.noted.note(ask.address, super().answer(ask))

    def more(self, ask: Ask, so_far: int) -> bool:
        return bool(self.noted.note(("more", ask.address), super().more(ask, so_far)))


class _ScriptTable(ChooserTable):
    """A table that plays a line by given answers, then by flowchart."""

    def __init__(self, random: Random, cards: Cards, board: Board, answers: Answers) -> None:
        super().__init__(random, cards, board, reserves=False, without=frozenset())
        self.answers = answers

    def answer(self, ask: Ask) -> Any:
        if ask.address not in self.answers:
            return super().answer(ask)
        value, open_ = self.answers[ask.address], free(ask)
        if not open_.holds(value):
            if ask.field is Field.USE:
                raise DeadEnd(open_.failures(value), ask)
            return super().answer(ask)
        self.stack[-1].answers.append((ask, value))
        return value

    def more(self, ask: Ask, so_far: int) -> bool:
        known = self.answers.get(("more", ask.address))
        if known is None or (known and not free(ask).options()):
            return super().more(ask, so_far)
        return bool(known)


class _FreeTable(RandomTable):
    """A table that plays a line at random, and notes its answers."""

    def __init__(self, random: Random, cards: Cards, board: Board, use: str) -> None:
        super().__init__(random, cards, board)
        self.given = {Field.USE: use}
        self.noted = _AnswerNotes()

    def answer(self, ask: Ask) -> Any:
        return self.noted.note(ask.address, super().answer(ask))

    def more(self, ask: Ask, so_far: int) -> bool:
        return bool(self.noted.note(("more", ask.address), super().more(ask, so_far)))


# -------------------------------------------------------------------- the comparison


class PlayQuestion:
    """A play of a judged record, and the position before it."""

    def __init__(self, verdict: Judgement, key: str) -> None:
        at = next((i for i, s in enumerate(verdict.steps) if s.id == key), None)
        if at is None:
            raise NoAlternatives(f"the record has no play {key}")
        step = self.step = verdict.steps[at]
        action = step.action
        lines = LineReplays(verdict)
        self.board = twin(lines.before(at))
        self.line = head_of(action)
        b = self.board
        if action.kind != "card" or not action.side or any(n not in b.cards for n in action.cards):
            raise NoAlternatives(f"{key} is no play of a known card")
        if action.side in b.rules.seats:
            raise NoAlternatives(f"{key}: {b.rules.seats[action.side].who} has no choice of its own")
        if b.winner or b.rules.owes_end(b, self.line) or b.side != action.side:
            raise NoAlternatives(f"{key} is out of turn, or the game was over before it")
        self.side: str = action.side
        self.cards = tuple(action.cards)
        self.dealing = Dealing(b)
        self.dealing.hold(self.side, self.cards)
        self.recorded = Candidate(action.text, self._noted(verdict, at), action.reserves)

    def _noted(self, verdict: Judgement, at: int) -> Answers:
        """Return the answers of the recorded line."""
        step, board = self.step, twin(self.board)
        thrown = {r.address: r.dice for r in step.rolls if r.dice}
        table = _NotingReplay(step.action, board, Journal(board), thrown, Trial(step.assumed))
        play = Play(board, table.journal, table, (LineCause(1),), step.id, 1, self.side)
        try:
            board.rules.procedures["card"](play, self.line)
        except (DeadEnd, MissingDiceError):
            raise NoAlternatives(f"{step.id} cannot be played again") from None
        return table.noted

    def played(self, candidate: Candidate, seed: str) -> tuple[Rollout, list[PlayedSegment]] | None:
        """The game after a candidate, by seed of hidden cards and dice.

        Returns None for a dead end.
        """
        random = Random(f"alternatives {seed}")
        board, cards = self.dealing.deal(random)
        game = Rollout(board, cards, random)
        if candidate.own:
            found: list[list[PlayedSegment]] = []
            game.watch = lambda line, table: found.append(table.segments)
            if not game.with_cards(self.side, self.cards):
                return None
            game.watch = None
            return game, found[0]
        for _ in range(3):
            mark, kept = game.journal.mark(), cards.copy()
            table = _ScriptTable(random, cards, board, candidate.answers)
            play = Play(board, game.journal, table, (LineCause(1),), "a1", 0)
            try:
                board.rules.procedures["card"](play, LineHead("card", self.side, self.cards, candidate.reserves))
            except DeadEnd:
                game.journal.undo_to(mark)
                cards.deck, cards.waiting, cards.back = kept.deck, kept.waiting, kept.back
                continue
            return game, table.segments
        return None

    def result(self, candidate: Candidate, seed: str) -> float | None:
        """The result of a rollout after a candidate, for the acting side."""
        found = self.played(candidate, seed)
        if found is None:
            return None
        us = found[0].play().us
        return us if self.side == "US" else 1 - us

    # ---------------------------------------------------------------- candidates

    def candidates(self, seed: str) -> list[Candidate]:
        """The flowchart's own choice, and the best random plays by static estimate."""
        found: dict[str, Candidate] = {}
        for use in uses(self.side, self.cards, self.board):
            nowhere = 0
            for n in range(TRIED):
                made = self._random(use, f"{seed} {use} {n}")
                if made is not None:
                    found.setdefault(made.name, made)
                else:
                    nowhere += 1
                if nowhere == n + 1 == IN_VAIN:
                    break
        sign = 1 if self.side == "US" else -1
        own = Candidate("", own=True)
        first = self.played(own, f"{seed} own")
        if first is not None:
            own.name = self._written(first[1], reserves=False)
            found[own.name] = own
        again = self.played(self.recorded, f"{seed} recorded")
        if again is not None:  # the recorded play is no alternative to itself
            found.pop(self._written(again[1], reserves=self.recorded.reserves), None)
        for candidate in found.values():
            candidate.by_table = self._ranked(candidate, seed)
        ranked = sorted(found.values(), key=lambda c: (-sign * c.by_table, c.name))
        return [*(c for c in ranked if c.own), *[c for c in ranked if not c.own][:CANDIDATES]]

    def _random(self, use: str, seed: str) -> Candidate | None:
        """Return a random play of the card with this use.

        Returns None for a dead end.
        """
        random = Random(f"candidate {seed}")
        board, cards = self.dealing.deal(random)
        reserves = (
            board.reserves(self.side) > 0 and random.random() < 0.5 and use not in ("event", "reserves", "discard")
        )
        table = _FreeTable(random, cards, board, use)
        play = Play(board, Journal(board), table, (LineCause(1),), "a1", 0)
        try:
            board.rules.procedures["card"](play, LineHead("card", self.side, self.cards, reserves))
        except DeadEnd:
            return None
        return Candidate(self._written(table.segments, reserves=reserves), table.noted, reserves)

    def _written(self, segments: list[PlayedSegment], *, reserves: bool) -> str:
        """Return a play as a line without dice."""
        bare = [PlayedSegment(p.id, p.answers) for p in segments]
        return compose.written(LineHead("card", self.side, self.cards, reserves), bare)

    def _ranked(self, candidate: Candidate, seed: str) -> float:
        """Return the chance of the US after a candidate by the table.

        The mean over a few rolls of its dice.
        """
        found = [self.played(candidate, f"{seed} rank {i}") for i in range(OFTEN)]
        values = [static(game[0].board) for game in found if game is not None]
        return sum(values) / len(values) if values else 1.0 if self.side == "J" else 0.0


def compare(
    verdict: Judgement,
    key: str,
    *,
    seed: int | str = 0,
    budget: int = BUDGET,
    watch: Callable[[int, int], None] | None = None,
) -> Comparison:
    """Compare a play with others of the same card.

    ``watch`` is called with the number of finished pairs of rollouts and the most. Raises :class:`NoAlternatives`.
    """
    question = PlayQuestion(verdict, key)
    candidates = question.candidates(f"{seed}")
    if not candidates:
        raise NoAlternatives(f"no other play was found for {key}")
    means = [_mean(question.result(c, f"{seed} first {i}") for i in range(FIRST_ROUND)) for c in candidates]
    best = candidates[max(range(len(means)), key=means.__getitem__)]
    pairs: list[float] = []
    for i in range(budget):
        one, other = (question.result(c, f"{seed} second {i}") for c in (question.recorded, best))
        if one is not None and other is not None:
            pairs.append(other - one)
        if watch is not None:
            watch(i + 1, budget)
        if len(pairs) >= LEAST_PAIRS and len(pairs) % BATCH == 0 and abs(_mean(pairs)) > STOPS * _error(pairs):
            break
    if len(pairs) < 2:
        raise NoAlternatives(f"{key} cannot be played again from other hidden cards")
    return Comparison(question.recorded.name, question.side, candidates, best, _mean(pairs), _error(pairs), len(pairs))


def _mean(values: Iterable[float | None]) -> float:
    known = [v for v in values if v is not None]
    return sum(known) / len(known) if known else 0.0


def _error(values: list[float]) -> float:
    """Return the standard error of a mean.

    Equal results have that of one other result in two more.
    """
    mean = _mean(values)
    spread = sum([(v - mean) ** 2 for v in values])
    return sqrt(max(spread, 1.0) / (len(values) - 1) / len(values))
