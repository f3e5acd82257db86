"""The commands for many games at once: ``play``, ``mutate`` and ``audit``."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from referee.cli.endings import complaining, mapping_in, overwrites, replace, writing
from referee.cli.shared import SECONDS, Jobs, Mapping, On, Policy, Timeout, command
from referee.reports import printing
from referee.reports.columns import printable

if TYPE_CHECKING:
    from referee.club.audit.tournament import Tournament

AuditFormat = Literal["text", "json", "csv", "html"]


@command(
    "referee play --seed 7 > game.lgn",
    "referee play --games 20 -o games/",
    "referee play --check --games 200 --scenario all",
    "referee play --check records/ season.zip          the same tests with your own records",
)
def play(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="With --check: records, folders and archives to test instead of self-played games."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed; it gives the same record on every machine.")] = 1,
    scenario: Annotated[
        str, typer.Option(help="A scenario; with --check or --coverage also all, base or expansion.")
    ] = "Let's Roll!",
    decks: Annotated[
        int,
        typer.Option(
            min=0, max=3, help="Decks; 0 is each length in turn with --check or --coverage, and one deck without."
        ),
    ] = 0,
    turns: Annotated[int, typer.Option(min=0, help="Turns to play; 0 plays to the end.")] = 0,
    games: Annotated[int, typer.Option(min=1, help="The number of games, with --output, --check or --coverage.")] = 1,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="A folder for the records of several games.")
    ] = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Test the referee with every game and its record; exit status 1 if a test fails."),
    ] = False,
    coverage: Annotated[bool, typer.Option("--coverage", help="Count how often each rule and card occurs.")] = False,
    options: Annotated[
        bool, typer.Option("--options", help="Play with optional rules and other readings, chosen at random.")
    ] = False,
    solo: Annotated[
        str, typer.Option("--solo", help="Solitaire games: jihadist-bot, us-bot, both or activities, at random levels.")
    ] = "",
    workers: Jobs = None,
    on: On = "",
) -> None:
    """Play random games, for their records or to test the referee."""
    from referee.club.workers import WorkerPoolError
    from referee.engine.state.words import agree
    from referee.trials import games as selfplay

    if (paths or on or workers) and not check:
        printing.complain("records, --workers and --on go with --check; `referee audit` judges records")
        raise typer.Exit(2)
    with complaining(selfplay.UnknownGameError, WorkerPoolError):
        if check:
            from referee.cli.commands import bigtest

            helpers = bigtest.Helpers(workers, on)
            if paths:
                found = bigtest.records(paths, helpers)
            else:
                found = bigtest.games(games, seed, scenario, decks, options, solo, helpers)
            printing.write(found.text())
            raise typer.Exit(found.status)
        if coverage:
            printing.write(selfplay.coverage(games, seed, scenario, decks, options, solo))
        elif output is not None:
            with writing(output, "the games ", " there"):
                total = selfplay.write(games, seed, scenario, decks or 1, turns or None, output, options, solo)
            printing.write(f"{games} {agree(games, 'game')}, {total} actions: {printable(str(output))}")
        elif games > 1:
            printing.complain("several games need a folder for their records: --output")
            raise typer.Exit(2)
        else:
            printing.write(selfplay.one(seed, scenario, decks or 1, turns or None, options, solo).text)


@command(
    "referee mutate --games 20",
    "referee mutate --slips                            slips of the pen instead of broken rules",
    "referee mutate --slips --kind forgotten --show    one kind, and the records with findings missing",
    "referee mutate --pairs --games 200                mistakes beside slips",
    after="Exit status: 0 if all mistakes are found and nothing else, 1 if not.",
)
def mutate(
    games: Annotated[int, typer.Option(min=1, help="Games for each kind of mistake.")] = 10,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
    scenario: Annotated[str, typer.Option(help="A scenario.")] = "Let's Roll!",
    on_violation: Policy = "as-played",
    solo: Annotated[
        str,
        typer.Option(
            "--solo", help="Mistakes against a flowchart, in games of jihadist-bot, us-bot, both or activities."
        ),
    ] = "",
    slips: Annotated[
        bool, typer.Option("--slips", help="Plant slips of the pen, in games of every scenario and system.")
    ] = False,
    pairs: Annotated[
        bool,
        typer.Option("--pairs", help="Plant mistakes beside slips and beside each other, none of which may be lost."),
    ] = False,
    timing: Annotated[
        bool,
        typer.Option("--timing", help="With --slips: the slowest records with several slips, under every policy."),
    ] = False,
    kind: Annotated[list[str] | None, typer.Option(help="A kind of slip or pair; repeat it for several.")] = None,
    record: Annotated[
        list[str] | None, typer.Option(help="Another clean record to damage, or a folder of them.")
    ] = None,
    planted: Annotated[
        str, typer.Option(help="With --slips: a file that lists the slips in the records beside it, such as pen.toml.")
    ] = "",
    show: Annotated[bool, typer.Option("--show", help="Print each record with findings missing.")] = False,
    processes: Annotated[int, typer.Option(min=1, help="Processes that plant slips.")] = 1,
) -> None:
    """Plant mistakes in self-played games, and count those found."""
    from referee.trials.games import UnknownGameError

    fine, kinds, records = True, kind or [], record or []
    with complaining(UnknownGameError):
        if slips or pairs:
            from referee.trials.mutation import measuring
            from referee.trials.mutation.pairs import pair_report

            with complaining(measuring.UnusableError, OSError):
                if pairs:
                    text = pair_report(games, seed, kinds, on_violation, processes, show)
                elif planted:
                    text = measuring.planted_report(planted, kinds, on_violation, show)
                elif timing:
                    text = measuring.timing_report(games, seed, records, processes, show)
                else:
                    text = measuring.slip_report(games, seed, kinds, records, on_violation, processes, show)
        else:
            from referee.trials.mutation.run import table

            text, fine = table(games, seed, scenario, on_violation, solo)
    printing.write(text)
    raise typer.Exit(0 if fine else 1)


@command(
    "referee audit games/",
    "referee audit games/ --format html -o all.html --reports reports/",
    'referee audit games/ --title "Autumn league" --points win=3,draw=1 --same "Ann Smith=A. Smith"',
    "referee audit season.zip more/ --on tcp://192.0.2.7:8786     judged by a Dask cluster",
    after="Exit status: the highest of check for any record; 2 also if the audit or a report cannot be written.",
)
def audit(
    paths: Annotated[
        list[str],
        typer.Argument(help="Records, folders and archives of records; - is standard input.", show_default=False),
    ],
    format: Annotated[AuditFormat, typer.Option("--format", help="Form of the output.")] = "text",
    table: Annotated[
        Literal["games", "players", "dice", "rules", "standings"], typer.Option("--table", help="The table for csv.")
    ] = "games",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file to write.")] = None,
    reports: Annotated[Path | None, typer.Option("--reports", help="A folder for the report on each game.")] = None,
    jobs: Jobs = None,
    on: On = "",
    timeout: Timeout = SECONDS,
    cache: Annotated[bool, typer.Option("--cache/--no-cache", help="Skip records that have not changed.")] = True,
    sort: Annotated[
        Literal["worst", "file"] | None,
        typer.Option(help="The worst game first (the default for text and html), or by file (for json and csv)."),
    ] = None,
    only_findings: Annotated[
        bool, typer.Option("--only-findings", help="List only games with findings and files that cannot be read.")
    ] = False,
    on_violation: Policy = "as-played",
    mapping: Mapping = None,
    title: Annotated[str, typer.Option("--title", help="The title of the tournament.")] = "",
    date: Annotated[str, typer.Option("--date", help="Its date, in your words.")] = "",
    points: Annotated[
        str,
        typer.Option(
            "--points", help="Points, such as win=3,draw=1; a win is 1, a draw ½, and all else 0 if left out."
        ),
    ] = "",
    same: Annotated[
        list[str] | None,
        typer.Option("--same", help='Spellings of one player, "Ann Smith=A. Smith"; the first is shown. Repeatable.'),
    ] = None,
    result: Annotated[
        list[str] | None,
        typer.Option(
            "--result", help='The result of a game that ended otherwise, "game.lgn=US"; also J, draw. Repeatable.'
        ),
    ] = None,
    tournament: Annotated[
        Path | None, typer.Option("--tournament", help="A file with all that: title, date, points, names, results.")
    ] = None,
) -> None:
    """Check many records and summarise them in one table."""
    from referee.club.audit import forms, html, run, totals
    from referee.club.audit.tournament import TournamentError
    from referee.club.sources import gather
    from referee.club.workers import WorkerPoolError
    from referee.club.workers.progress import bar
    from referee.inputs.files import replace as write

    if output is not None and output.is_file() and overwrites(output, [s.path for s in gather(paths).sources]):
        replace(output, "", [str(output)])
    used = mapping_in(mapping)
    with complaining(TournamentError):
        stated = _stated(tournament, title, date, points, same or [], result or [])
    taken = frozenset[str]()
    if reports is not None:
        with writing(reports):
            reports.mkdir(parents=True, exist_ok=True)
        if output is not None and output.resolve().parent == reports.resolve():
            taken = frozenset({output.name})
    with complaining(WorkerPoolError):
        pool = None
        if on:
            from referee.club.workers.cluster import Cluster

            pool = Cluster(on)
        with bar() as progress:
            found = run(
                paths,
                policy=on_violation,
                jobs=jobs,
                cache=cache,
                reports=reports,
                taken=taken,
                progress=progress,
                pool=pool,
                seconds=timeout,
                mapping=used,
                tournament=stated,
            )
    if found.perhaps_same and sys.stdin.isatty() and sys.stderr.isatty():
        found = totals.again(found, _asked(found.perhaps_same, stated))
    order = sort or ("worst" if format in ("text", "html") else "file")
    found.arrange(worst_first=order == "worst", only_findings=only_findings)
    for problem in found.problems:
        sys.stderr.write(f"{problem}\n")
    if output is None and format == "text" and sys.stdout.isatty():
        forms.show(found)
    else:
        if format == "html":
            text = html.render(found, reports=reports, output=output)
        else:
            text = forms.render(found, format, table)
        if output is not None:
            with writing(output):
                write(output, text)
            text = f"{forms.summary(found)}\naudit: {printable(str(output))}"
        printing.write(text)
    raise typer.Exit(found.status)


def _stated(file: Path | None, title: str, date: str, points: str, same: list[str], results: list[str]) -> Tournament:
    """The tournament of a file, with replacements from the command line.

    Raises TournamentError.
    """
    from referee.club.audit import tournament

    found = tournament.read(file) if file is not None else tournament.Tournament()
    more = tuple(tournament.result_in(one) for one in results)
    return dataclasses.replace(
        found.also(same),
        title=printable(title) or found.title,
        when=printable(date) or found.when,
        points=tournament.points_in(points, found.points),
        results=(*found.results, *more),
    )


def _asked(pairs: list[list[str]], stated: Tournament) -> Tournament:
    """Ask the person at the terminal about names of one player.

    The answer is printed as statements for the next time.
    """
    for a, b in pairs:
        if typer.confirm(f"Are “{a}” and “{b}” one player?", default=False, err=True):
            stated = stated.also([f"{a}={b}"])
            typer.echo(f"Next time: --same {shlex.quote(f'{a}={b}')}", err=True)
        else:
            stated = stated.also(apart=[f"{a}={b}"])
    return stated
