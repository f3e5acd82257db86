"""The commands for many games at once: ``play``, ``mutate`` and ``audit``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.commands.check import OnViolation
from referee.cli.shared import (
    SECONDS,
    Jobs,
    On,
    Policy,
    Timeout,
    examples,
    overwrites,
    replace,
)
from referee.reports import printing
from referee.reports.columns import printable


class AuditFormat(StrEnum):
    """Forms of an audit."""

    text = "text"
    json = "json"
    csv = "csv"
    html = "html"


class AuditOrder(StrEnum):
    """Orders of the games of an audit."""

    worst = "worst"
    file = "file"


class AuditTable(StrEnum):
    """Tables of an audit."""

    games = "games"
    players = "players"
    dice = "dice"
    rules = "rules"


def add(app: typer.Typer) -> None:
    """Put the commands into the command line."""
    app.command(
        epilog=examples(
            "referee play --seed 7 > game.lgn",
            "referee play --games 20 -o games/",
            "referee play --check --games 200 --scenario all",
            "referee play --check records/ season.zip          the same test over records that are given",
        )
    )(play)
    app.command(
        epilog=examples(
            "referee mutate --games 20",
            "referee mutate --slips                            slips of the pen instead of broken rules",
            "referee mutate --slips --kind forgotten --show    one kind, and each record that falls short",
            "referee mutate --pairs --games 200                mistakes beside slips",
        )
    )(mutate)
    app.command(
        epilog=examples(
            "referee audit games/",
            "referee audit games/ --format html -o all.html --reports reports/",
            "referee audit season.zip more/ --on tcp://192.0.2.7:8786     judged by a Dask cluster",
            after="Exit status: the highest of check.",
        )
    )(audit)


def play(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="With --check: records, folders and archives to test in place of played games."),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed; the same seed gives the same record on every machine.")] = 1,
    scenario: Annotated[
        str, typer.Option(help="A scenario; with --check or --coverage also all, base or expansion.")
    ] = "Let's Roll!",
    decks: Annotated[
        int,
        typer.Option(min=0, max=3, help="Length of the game; 0 is each in turn with --check or --coverage, else 1."),
    ] = 0,
    turns: Annotated[int, typer.Option(min=0, help="Turns to play; 0 plays to the end.")] = 0,
    games: Annotated[int, typer.Option(min=1, help="How many games, with --output, --check or --coverage.")] = 1,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for the records of several games.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Test every game and its record in every way; exit status 1 if one fails.")
    ] = False,
    coverage: Annotated[bool, typer.Option("--coverage", help="Count how often each rule and card comes up.")] = False,
    options: Annotated[
        bool, typer.Option("--options", help="Play with optional rules and other readings, chosen at random.")
    ] = False,
    solo: Annotated[
        str, typer.Option("--solo", help="Play alone: jihadist-bot, us-bot, both or activities, at random levels.")
    ] = "",
    workers: Jobs = None,
    on: On = "",
) -> None:
    """Play games at the random table and write them as records; with --check test the referee with them, or with records."""
    from referee.club.workers import CrewError
    from referee.trials import games as command

    if (paths or on or workers) and not check:
        printing.complain("records, --workers and --on go with --check; `referee audit` judges records")
        raise typer.Exit(2)
    try:
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
            printing.write(command.coverage(games, seed, scenario, decks, options, solo))
        elif output is not None:
            try:
                total = command.write(games, seed, scenario, decks or 1, turns or None, output, options, solo)
            except OSError as error:
                shown = printable(str(output))
                printing.complain(f"{shown}: the games cannot be written there: {error.strerror or error}")
                raise typer.Exit(2) from None
            printing.write(f"{games} game{'s' * (games != 1)}, {total} actions: {printable(str(output))}")
        elif games > 1:
            printing.complain("several games need a folder for their records: --output")
            raise typer.Exit(2)
        else:
            printing.write(command.one(seed, scenario, decks or 1, turns or None, options, solo).text)
    except (command.UnknownScenarioError, command.UnknownSystemError, CrewError) as error:
        printing.complain(str(error))
        raise typer.Exit(2) from None


def mutate(
    games: Annotated[int, typer.Option(min=1, help="Games for each kind of mistake.")] = 10,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
    scenario: Annotated[str, typer.Option(help="A scenario.")] = "Let's Roll!",
    on_violation: Policy = OnViolation.as_played,
    solo: Annotated[
        str,
        typer.Option("--solo", help="In games against jihadist-bot, us-bot, both or activities: with the flowcharts."),
    ] = "",
    slips: Annotated[
        bool, typer.Option("--slips", help="Plant slips of the pen, in games of every scenario and system.")
    ] = False,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Plant mistakes beside slips and beside each other: none may be lost.")
    ] = False,
    timing: Annotated[
        bool,
        typer.Option("--timing", help="With --slips: the slowest of records with several slips, under every policy."),
    ] = False,
    kind: Annotated[list[str] | None, typer.Option(help="A kind of slip or pair; several by repeating it.")] = None,
    record: Annotated[
        list[str] | None, typer.Option(help="A clean record to damage besides, or a folder of them.")
    ] = None,
    planted: Annotated[
        str, typer.Option(help="With --slips: a file of what was planted in the records beside it, such as pen.toml.")
    ] = "",
    show: Annotated[bool, typer.Option("--show", help="Print each record of which too little is said.")] = False,
    processes: Annotated[int, typer.Option(min=1, help="Processes that plant slips.")] = 1,
) -> None:
    """Plant mistakes in self-played games and count how many are found. Exit status: 0 if all and nothing besides."""
    from referee.cli.commands import mutate as command
    from referee.trials.games import UnknownScenarioError, UnknownSystemError

    if slips or pairs:
        from referee.cli.commands import mutate_slips

        policy, kinds = on_violation.value, kind or []
        try:
            if pairs:
                text = mutate_slips.report_pairs(games, seed, kinds, policy, processes, show)
            elif planted:
                text = mutate_slips.report_planted(planted, kinds, policy, show)
            elif timing:
                text = mutate_slips.report_timing(games, seed, record or [], processes, show)
            else:
                text = mutate_slips.report(games, seed, kinds, record or [], policy, processes, show)
        except (mutate_slips.UnusableError, OSError) as error:
            printing.complain(str(error))
            raise typer.Exit(2) from None
        printing.write(text)
        return
    try:
        text, fine = command.table(games, seed, scenario, on_violation.value, solo)
    except (UnknownScenarioError, UnknownSystemError) as error:
        printing.complain(str(error))
        raise typer.Exit(2) from None
    printing.write(text)
    raise typer.Exit(0 if fine else 1)


def audit(
    paths: Annotated[
        list[str],
        typer.Argument(help="Records, folders and archives of records; - is standard input.", show_default=False),
    ],
    format: Annotated[AuditFormat, typer.Option("--format", help="Form of the output.")] = AuditFormat.text,
    table: Annotated[AuditTable, typer.Option("--table", help="The table that csv gives.")] = AuditTable.games,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write to a file.")] = None,
    reports: Annotated[Path | None, typer.Option("--reports", help="Folder for the report of each game.")] = None,
    jobs: Jobs = None,
    on: On = "",
    timeout: Timeout = SECONDS,
    cache: Annotated[bool, typer.Option("--cache/--no-cache", help="Skip what has not changed.")] = True,
    sort: Annotated[
        AuditOrder | None,
        typer.Option(help="The worst first (the default of text and html), or by file (of json and csv)."),
    ] = None,
    only_findings: Annotated[
        bool, typer.Option("--only-findings", help="List only games with findings and files that cannot be read.")
    ] = False,
    on_violation: Policy = OnViolation.as_played,
) -> None:
    """Check the records of a tournament: one table, totals of players, dice, rules. Exit status: the highest of check."""
    from referee.club.audit import command
    from referee.club.sources import gather

    order = sort.value if sort is not None else ""
    if output is not None and output.is_file() and overwrites(output, [s.path for s in gather(paths).sources]):
        replace(output, "", [str(output)])
    options = command.Options(
        format.value, table.value, output, reports, jobs, cache, on_violation.value, order, only_findings, on, timeout
    )
    raise typer.Exit(command.main(paths, options))
