"""``referee play --check``: the big test over self-played or given records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeVar

from referee.club.sources import Source, gather
from referee.club.workers import WorkerPool
from referee.club.workers.dispatch import Dispatch
from referee.club.workers.limits import within
from referee.club.workers.local import Local, cores
from referee.club.workers.progress import bar
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.words import the_side
from referee.parsers.notation.encodings import TextError
from referee.reports import printing
from referee.reports.columns import printable
from referee.trials.games import nth, scenarios, setup_for

T = TypeVar("T")
UNREAD = "cannot be read"


class GameJob(NamedTuple):
    """A game to be played."""

    seed: int
    scenario: str
    decks: int
    options: bool
    way: str

    @property
    def name(self) -> str:
        """The game in words."""
        return f"seed {self.seed}, {self.scenario}, {self.decks} deck"


class GameResult(NamedTuple):
    """The result of a game: its actions, its end, and its problems."""

    actions: int
    end: str
    wrong: list[str]


@dataclass(frozen=True, slots=True)
class Helpers:
    """The workers: local processes, or a cluster.

    ``workers`` is the number of processes, None for all cores; ``on`` is the address of a cluster. ``seconds`` is the
    time for each game.
    """

    workers: int | None = None
    on: str = ""
    seconds: float = 600.0

    def pools(self, number: int) -> Iterator[WorkerPool]:
        """The pools to try, one after the other. Raises :class:`referee.club.workers.WorkerPoolError`."""
        if self.on:
            from referee.club.workers.cluster import Cluster

            yield Cluster(self.on)
        yield Local(max(1, min(self.workers or cores(), number)), _prepare)


def _prepare() -> None:
    from referee.trials import selfcheck

    assert selfcheck


@dataclass(slots=True)
class BigTestTotals:
    """The sum of the games of the big test."""

    what: str = "games"
    games: int = 0
    actions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    """Unreadable sources, with the reason."""
    notes: list[str] = field(default_factory=list)

    @property
    def status(self) -> int:
        """Exit status: 0 for success, 1 for failure, 2 for unreadable sources."""
        return 1 if self.wrong else 2 if self.unread else 0

    def add(self, result: GameResult) -> None:
        """Count a game."""
        if result.end == UNREAD:
            self.unread += result.wrong
            return
        self.games += 1
        self.actions += result.actions
        self.ends[result.end] += 1
        self.wrong += result.wrong

    def text(self) -> str:
        """All of it, for people."""
        well = "all is well" if not self.wrong else f"{len(self.wrong)} problems"
        lines = [f"{self.games} {self.what}, {self.actions:,} actions: {well}"]
        lines += [f"  {n:>6}  {end}" for end, n in self.ends.most_common()]
        return "\n".join([*lines, *self.wrong, *self.unread, *self.notes]) + "\n"


def games(
    number: int, seed: int, scenario: str, decks: int, options: bool, way: str, helpers: Helpers = Helpers()
) -> BigTestTotals:
    """Run the big test over any number of games."""
    for name in scenarios(scenario):
        setup_for(name, 1, None, way)
    jobs = [GameJob(seed + i, *nth(i, scenario, decks), options, way) for i in range(number)]
    return _tested(jobs, lambda job: job, play_one, lambda job: job.name, helpers, "games")


def records(paths: list[str], helpers: Helpers = Helpers()) -> BigTestTotals:
    """Run the big test over given files, folders and archives."""
    gathered = gather(paths)
    found = _tested(gathered.sources, _read, _look, lambda s: printable(s.name), helpers, "records")
    found.unread += [f"{printable(name)}: {why}" for name, why in sorted(gathered.barren.items())]
    found.notes += gathered.notes
    return found


def play_one(job: GameJob) -> GameResult:
    """Play and test one game."""
    from referee.trials.selfcheck import examine

    game, wrong = examine(
        job.seed, setup_for(job.scenario, job.decks, job.seed if job.options else None, job.way, job.seed)
    )
    won = f"{the_side(game.winner)} wins" if game.winner in SIDE_NAMES else game.winner or "no winner"
    end = f"{won} ({game.rule})" if game.winner else won
    return GameResult(game.actions, end, [f"{job.name}: {w}" for w in wrong])


def _read(source: Source) -> tuple[str, bytes, str]:
    """The name of a record, with its bytes or a reason."""
    name = printable(source.name)
    try:
        return name, source.read(), ""
    except TextError as error:
        return name, b"", error.message


def _look(given: tuple[str, bytes, str]) -> GameResult:
    """Test one record."""
    from referee.trials.selfcheck import examine_record

    name, data, why = given
    done = examine_record(data, name) if not why else None
    if done is None or done.unread:
        return GameResult(0, UNREAD, [f"{name}: {why if done is None else done.unread}"])
    end = "with mistakes of the players" if done.mistakes else "without a mistake of the players"
    return GameResult(done.actions, end, [f"{name}: {w}" for w in done.wrong])


def _piece(given: list[Any], act: Callable[[Any], GameResult], seconds: float) -> list[GameResult | None]:
    """Test some games, as one of several workers."""
    return [within(seconds, partial(act, one)) for one in given]


def _tested(
    jobs: Sequence[T],
    load: Callable[[T], Any],
    act: Callable[[Any], GameResult],
    name: Callable[[T], str],
    helpers: Helpers,
    what: str,
) -> BigTestTotals:
    """Have games tested and add up the results in order. Raises :class:`WorkerPoolError`."""
    results: dict[int, GameResult] = {}
    left = list(range(len(jobs)))

    def added() -> BigTestTotals:
        found = BigTestTotals(what)
        for i in sorted(results):
            found.add(results[i])
        return found

    with bar(what) as progress:

        def take(i: int, result: GameResult) -> None:
            results[i] = result
            if progress is not None:
                progress(len(results), len(jobs))

        def lose(i: int, why: str) -> None:
            take(i, GameResult(0, "not tested to the end", [f"{name(jobs[i])}: {why}"]))

        piece = partial(_piece, act=act, seconds=helpers.seconds)
        try:
            for pool in helpers.pools(len(jobs)):
                with pool:
                    work = Dispatch(pool, piece, lambda i: load(jobs[i]), take, lose, helpers.seconds)
                    size = max(1, min(8, len(left) // 16))
                    left, why = work.carry_out([left[k : k + size] for k in range(0, len(left), size)])
                if not left:
                    break
                printing.complain(f"{why}; what is left is tested by this machine")
        except (KeyboardInterrupt, SystemExit):  # the results so far are worth keeping
            printing.write(f"interrupted, of {len(jobs)} {what}: {added().text()}")
            raise
    return added()
