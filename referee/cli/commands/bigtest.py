"""``referee play --check``: the big test, over games that are played for it or over records that are given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from referee.club.audit import progress
from referee.club.sources import Source, gather
from referee.club.workers import Crew
from referee.club.workers.limits import within
from referee.club.workers.local import Local, cores
from referee.parsers.notation.encodings import TextError
from referee.reports import printing
from referee.reports.columns import printable
from referee.trials.games import nth, scenarios, setup_for

T = TypeVar("T")
Job = tuple[int, str, int, bool, str]
"""A game to be played: seed, scenario, decks, whether with options, the way to play alone."""
Told = tuple[int, str, list[str]]
"""What is told of a game: how many actions it had, how it ended, and what is wrong with it."""
UNREAD = "cannot be read"


@dataclass(frozen=True, slots=True)
class Helpers:
    """Who does it: so many processes (all cores if None), or the cluster ``on`` an address. ``seconds`` for each game."""

    workers: int | None = None
    on: str = ""
    seconds: float = 600.0

    def crews(self, number: int) -> Iterator[Crew]:
        """Those who may do it, one after the other. Raises :class:`referee.club.workers.CrewError`."""
        if self.on:
            from referee.club.workers.cluster import Cluster

            yield Cluster(self.on)
        yield Local(max(1, min(self.workers or cores(), number)), _prepare)


def _prepare() -> None:
    from referee.trials import recordcheck

    assert recordcheck


@dataclass(slots=True)
class Found:
    """What the games of the big test add up to."""

    what: str = "games"
    games: int = 0
    actions: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    """What gives no record, with the reason."""
    notes: list[str] = field(default_factory=list)

    @property
    def status(self) -> int:
        """0 if all is well, 1 if something does not hold, else 2 if something could not be read."""
        return 1 if self.wrong else 2 if self.unread else 0

    def add(self, result: Told) -> None:
        """Count a game."""
        actions, end, problems = result
        if end == UNREAD:
            self.unread += problems
            return
        self.games += 1
        self.actions += actions
        self.ends[end] += 1
        self.wrong += problems

    def text(self) -> str:
        """All of it, for people."""
        well = "all is well" if not self.wrong else f"{len(self.wrong)} problems"
        lines = [f"{self.games} {self.what}, {self.actions:,} actions: {well}"]
        lines += [f"  {n:>6}  {end}" for end, n in self.ends.most_common()]
        return "\n".join([*lines, *self.wrong, *self.unread, *self.notes]) + "\n"


def games(
    number: int, seed: int, scenario: str, decks: int, options: bool, way: str, helpers: Helpers = Helpers()
) -> Found:
    """The big test over any number of games."""
    for name in scenarios(scenario):
        setup_for(name, 1, None, way)
    jobs: list[Job] = [(seed + i, *nth(i, scenario, decks), options, way) for i in range(number)]
    return _tested(
        jobs, lambda job: job, played, lambda job: f"seed {job[0]}, {job[1]}, {job[2]} deck", helpers, "games"
    )


def records(paths: list[str], helpers: Helpers = Helpers()) -> Found:
    """The big test over records that are given, in files, folders and archives."""
    gathered = gather(paths)
    found = _tested(gathered.sources, _read, looked_at, lambda s: printable(s.name), helpers, "records")
    found.unread += [f"{printable(name)}: {why}" for name, why in sorted(gathered.barren.items())]
    found.notes += gathered.notes
    return found


def played(job: Job) -> Told:
    """One game of the big test."""
    from referee.trials.selfcheck import examine

    seed, scenario, decks, options, way = job
    game, wrong = examine(seed, setup_for(scenario, decks, seed if options else None, way, seed))
    won = {"US": "the US wins", "J": "the Jihadist wins", "": "no winner"}.get(game.winner, game.winner)
    end = f"{won} ({game.rule})" if game.winner else won
    return game.actions, end, [f"seed {seed}, {scenario}, {decks} deck: {w}" for w in wrong]


def _read(source: Source) -> tuple[str, bytes, str]:
    """The name of a record, its bytes, and why there are none."""
    name = printable(source.name)
    try:
        return name, source.read(), ""
    except TextError as error:
        return name, b"", error.message


def looked_at(given: tuple[str, bytes, str]) -> Told:
    """One record of the big test."""
    from referee.trials.recordcheck import examine

    name, data, why = given
    if why:
        return 0, UNREAD, [f"{name}: {why}"]
    done = examine(data, name)
    if done.unread:
        return 0, UNREAD, [f"{name}: {done.unread}"]
    end = "with mistakes of the players" if done.mistakes else "without a mistake of the players"
    return done.actions, end, [f"{name}: {w}" for w in done.wrong]


def _piece(given: list[Any], act: Callable[[Any], Told], seconds: float) -> list[Told | None]:
    """What one of a crew is given to do."""
    return [within(seconds, partial(act, one)) for one in given]


def _tested(
    jobs: Sequence[T],
    load: Callable[[T], Any],
    act: Callable[[Any], Told],
    name: Callable[[T], str],
    helpers: Helpers,
    what: str,
) -> Found:
    """Have games tested and add up what is found, in the order of the games. Raises :class:`referee.club.workers.CrewError`."""
    from referee.club.workers.dispatch import Dispatch

    told: dict[int, Told] = {}
    left = list(range(len(jobs)))
    with progress.bar(what) as bar:

        def take(i: int, result: Told) -> None:
            told[i] = result
            if bar is not None:
                bar(len(told), len(jobs))

        def lose(i: int, why: str) -> None:
            take(i, (0, "not tested to the end", [f"{name(jobs[i])}: {why}"]))

        try:
            for crew in helpers.crews(len(jobs)):
                with crew:
                    work = Dispatch(
                        crew,
                        partial(_piece, act=act, seconds=helpers.seconds),
                        lambda i: load(jobs[i]),
                        take,
                        lose,
                        helpers.seconds,
                    )
                    size = max(1, min(8, len(left) // 16))
                    left, why = work.carry_out([left[k : k + size] for k in range(0, len(left), size)])
                if not left:
                    break
                printing.complain(f"{why}; what is left is tested by this machine")
        except (KeyboardInterrupt, SystemExit):  # what is known by now is worth keeping
            printing.write(f"interrupted, of {len(jobs)} {what}: {_added(told, what).text()}")
            raise
    return _added(told, what)


def _added(told: dict[int, Told], what: str) -> Found:
    found = Found(what)
    for i in sorted(told):
        found.add(told[i])
    return found
