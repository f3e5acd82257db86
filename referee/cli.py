"""The command line: thin; it reads, asks the referee and prints."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from referee import log, printing
from referee.commands import check as check_command
from referee.commands.check import OnViolation, VerdictFormat

app = typer.Typer(
    name="referee",
    help="A referee for the board game Labyrinth: The War on Terror: re-plays the record of a game and says, action by action, what was legal and by which rule.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class Format(StrEnum):
    """Forms of a verdict."""

    text = "text"
    json = "json"


class BoardFormat(StrEnum):
    """Forms of a position."""

    text = "text"
    json = "json"
    svg = "svg"
    png = "png"


class AuditFormat(StrEnum):
    """Forms of an audit."""

    text = "text"
    json = "json"
    csv = "csv"
    html = "html"


class AuditTable(StrEnum):
    """Tables of an audit."""

    games = "games"
    players = "players"
    dice = "dice"
    rules = "rules"


Files = Annotated[list[str], typer.Argument(help="Records (.lgn, .lgn.json); - is standard input.", show_default=False)]
Policy = Annotated[
    OnViolation,
    typer.Option(
        "--on-violation", help="After a violation: go on as the players played, undo the illegal part, or stop."
    ),
]


@app.callback()
def common(
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Log to standard error, for people.")] = False,
    log_json: Annotated[bool, typer.Option("--log-json", help="Log to standard error, for machines.")] = False,
) -> None:
    """Options of every command."""
    log.configure(verbose=verbose, as_json=log_json)


@app.command()
def check(
    files: Files,
    format: Annotated[
        VerdictFormat,
        typer.Option(
            "--format",
            help="Text for people, JSON for programs, Markdown for posts, annotated: the record with comments.",
        ),
    ] = VerdictFormat.text,
    on_violation: Policy = OnViolation.as_played,
) -> None:
    """Check records. Exit status: 0 clean, 1 findings, 2 a file cannot be read at all."""
    raise typer.Exit(check_command.run(files, format, on_violation))


class Schema(StrEnum):
    """Forms that have a JSON Schema."""

    verdict = "verdict"
    record = "record"


@app.command()
def schema(
    of: Annotated[
        Schema, typer.Option("--of", help="The verdict (`check --format json`) or the record (`convert`).")
    ] = Schema.verdict,
) -> None:
    """Print a JSON Schema: of a verdict, or of a record in JSON."""
    import json

    if of is Schema.record:
        from referee.parsers.json.model import RecordModel

        printing.write(json.dumps(RecordModel.model_json_schema(), indent=2))
        return
    from referee.reports import model

    printing.write(json.dumps(model.VerdictModel.model_json_schema(), indent=2))


@app.command()
def convert(
    file: Annotated[str, typer.Argument(help="A record; - is standard input.", show_default=False)],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file to write, such as game.lgn.json.")
    ] = None,
) -> None:
    """Turn a record into JSON, or a record in JSON into the notation. Exit status: 1 if a line is kept unread."""
    from referee.commands import convert as command
    from referee.inputs import read_input, shown

    name = shown(file)
    try:
        done = command.other_form(read_input(file))
    except command.TextError as error:
        typer.echo(f"{name}:{error.line}:{error.column}: unreadable file {error.message}", err=True)
        raise typer.Exit(2) from None
    for line, why in done.problems.items():
        typer.echo(f"{name}:{line}:1: unreadable notation {why}", err=True)
    if output is None:
        sys.stdout.write(done.text)
    else:
        try:
            _replace(output, done.text)
        except OSError as error:
            typer.echo(f"{shown(str(output))}: cannot be written: {error.strerror or error}", err=True)
            raise typer.Exit(2) from None
    raise typer.Exit(1 if done.problems else 0)


@app.command()
def fmt(
    paths: Annotated[
        list[str], typer.Argument(help="Records or folders of records; - is standard input.", show_default=False)
    ],
    check: Annotated[bool, typer.Option("--check", help="Only say what would change.")] = False,
) -> None:
    """Write records in canonical form. Comments stay; a line that is not notation is left as it is (exit status 1)."""
    from referee.inputs import read_input, shown
    from referee.parsers.notation import TextError
    from referee.parsers.notation.reader import decode
    from referee.reading import format_text, is_json

    worst = 0
    for path in _records(paths):
        name = shown(path)
        try:
            data = read_input(path)
            if is_json(data):
                raise TextError("this is a record in JSON; `referee convert` turns it into the notation")
            text = decode(data)
        except TextError as error:
            typer.echo(f"{name}:{error.line}:{error.column}: unreadable file {error.message}", err=True)
            worst = 2
            continue
        done = format_text(text)
        for line in done.unreadable:
            worst = max(worst, 1)
            typer.echo(f"{name}:{line}:1: unreadable notation this line is left as it is", err=True)
        if path == "-" and not check:
            sys.stdout.write(done.text)
        elif done.text != text:
            if check:
                worst = max(worst, 1)
                printing.write(f"{name}: would change")
            else:
                try:
                    _replace(Path(path), done.text)
                except OSError as error:
                    typer.echo(f"{name}: cannot be written: {error.strerror or error}", err=True)
                    worst = 2
                    continue
                printing.write(f"{name}: formatted")
    raise typer.Exit(worst)


def _records(paths: list[str]) -> list[str]:
    """Files, and for folders the records in them."""
    found: list[str] = []
    for path in paths:
        if path != "-" and os.path.isdir(path):
            found.extend(str(p) for p in sorted(Path(path).rglob("*.lgn")))
        else:
            found.append(path)
    return found


def _replace(path: Path, text: str) -> None:
    from referee.files import replace

    replace(path, text)


@app.command()
def report(
    file: Annotated[str, typer.Argument(help="A record; - is standard input.", show_default=False)],
    output: Annotated[Path, typer.Option("-o", "--output", help="The HTML file to write.")] = Path("report.html"),
    on_violation: Policy = OnViolation.as_played,
) -> None:
    """Write the annotated report of a record as one HTML file. Exit status as for check."""
    from referee.engine.findings import Unread
    from referee.inputs import judge_path, shown
    from referee.reports import html, text

    result = judge_path(file, on_violation.value, alternatives=True)
    name = shown(file)
    if isinstance(result, Unread):
        typer.echo(text.render(result, name), err=True)
        raise typer.Exit(2)
    try:
        _replace(output, html.render(result))
    except OSError as error:
        typer.echo(f"{shown(str(output))}: the report cannot be written: {error.strerror or error}", err=True)
        raise typer.Exit(2) from None
    printing.write(text.summary(result, name, printing.colour()))
    printing.write(f"report: {shown(str(output))}")
    raise typer.Exit(1 if result.verdict != "clean" else 0)


@app.command()
def play(
    seed: Annotated[int, typer.Option(help="The seed; the same seed gives the same record on every machine.")] = 1,
    scenario: Annotated[str, typer.Option(help="A scenario; with --check or --coverage also “all”.")] = "Let's Roll!",
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
) -> None:
    """Play games at the random table and write them as records."""
    from referee.commands import play as command

    try:
        if check:
            text, fine = command.check(games, seed, scenario, decks)
            printing.write(text)
            raise typer.Exit(0 if fine else 1)
        if coverage:
            printing.write(command.coverage(games, seed, scenario, decks))
        elif output is not None:
            total = command.write(games, seed, scenario, decks or 1, turns or None, output)
            printing.write(f"{games} game{'s' * (games != 1)}, {total} actions: {output}")
        elif games > 1:
            typer.echo("several games need a folder for their records: --output", err=True)
            raise typer.Exit(2)
        else:
            printing.write(command.one(seed, scenario, decks or 1, turns or None).text)
    except command.UnknownScenarioError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None


@app.command()
def mutate(
    games: Annotated[int, typer.Option(min=1, help="Games for each kind of mistake.")] = 10,
    seed: Annotated[int, typer.Option(help="The first seed.")] = 0,
    scenario: Annotated[str, typer.Option(help="A scenario.")] = "Let's Roll!",
    on_violation: Policy = OnViolation.as_played,
) -> None:
    """Plant mistakes in self-played games and count how many are found. Exit status: 0 if all and nothing besides."""
    from referee.commands import mutate as command

    text, fine = command.table(games, seed, scenario, on_violation.value)
    printing.write(text)
    raise typer.Exit(0 if fine else 1)


class RuleHold(StrEnum):
    """What the referee does with a rule."""

    enforced = "enforced"
    defines = "defines"
    advises = "advises"
    later = "later"


@app.command()
def rules(
    coverage: Annotated[
        bool, typer.Option("--coverage", help="For each enforced rule what carries it and the cases that show it.")
    ] = False,
    hold: Annotated[RuleHold | None, typer.Option(case_sensitive=False, help="Only rules that are held so.")] = None,
    format: Annotated[Format, typer.Option("--format", help="Text for people, JSON for programs.")] = Format.text,
) -> None:
    """List the rules. With --coverage the exit status is 1 where an enforced rule lacks something."""
    from referee.commands import rules as command

    if not coverage:
        found = command.listed(hold.value if hold else "")
        printing.show(format is Format.json, lambda: command.text(found), lambda: command.data(found))
        return
    try:
        covered = command.checked()
    except command.MissingCasesError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    printing.show(format is Format.json, lambda: command.coverage_text(covered), lambda: command.coverage_data(covered))
    raise typer.Exit(1 if any(c.holes for c in covered) else 0)


@app.command()
def explain(
    what: Annotated[list[str], typer.Argument(help="A rule (7.3.3) or a card (card 17).", show_default=False)],
    format: Annotated[Format, typer.Option("--format", help="Text for people, JSON for programs.")] = Format.text,
) -> None:
    """Explain a rule or a card: what the referee checks, examples, rulings."""
    from referee.commands import explain as command

    try:
        found = command.data(" ".join(what))
    except command.UnknownError as error:
        typer.echo(printing.plain(str(error)), err=True)
        raise typer.Exit(2) from None
    printing.show(format is Format.json, lambda: command.text(found), lambda: found)


class CardSide(StrEnum):
    """Whose event a card has."""

    jihadist = "J"
    us = "US"
    unassociated = "unassociated"


class CardKind(StrEnum):
    """What a card is marked with."""

    remove = "remove"
    mark = "mark"
    lapsing = "lapsing"
    auto = "auto"


@app.command()
def cards(
    side: Annotated[CardSide | None, typer.Option(case_sensitive=False, help="Whose event it is.")] = None,
    value: Annotated[int | None, typer.Option(min=1, max=3, help="Operations value.")] = None,
    kind: Annotated[CardKind | None, typer.Option(case_sensitive=False, help="What it is marked with.")] = None,
    format: Annotated[Format, typer.Option("--format", help="Text for people, JSON for programs.")] = Format.text,
) -> None:
    """List the cards, with the rule cases that play them."""
    from referee.commands import cards as command

    found = command.listed(side.value if side else "", value or 0, kind.value if kind else "")
    printing.show(format is Format.json, lambda: command.text(found), lambda: command.data(found))


At = Annotated[str, typer.Option("--at", help="After this action: 12 or a12. Without it the end of the record.")]


@app.command()
def board(
    file: Annotated[str, typer.Argument(help="A record; - is standard input.", show_default=False)],
    at: At = "",
    before: Annotated[str, typer.Option("--before", help="Before this action: 12 or a12.")] = "",
    format: Annotated[
        BoardFormat, typer.Option("--format", help="A set-up block, JSON for programs, or a picture.")
    ] = BoardFormat.text,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file to write, such as board.png.")] = None,
) -> None:
    """Print a position of a record as a set-up block, or draw it. Exit status 1 if its set-up cannot be, 2 if it cannot be read."""
    from referee.commands import board as command

    if at and before:
        typer.echo("--at and --before name two positions; give one of them", err=True)
        raise typer.Exit(2)
    try:
        found = command.position_of(file, at, before)
        command.show(found, _name(file), format.value, output, marked=bool(at))
    except command.CommandError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(error.status) from None


@app.command()
def legal(
    file: Annotated[str, typer.Argument(help="A record; - is standard input.", show_default=False)],
    at: At = "",
    card: Annotated[int, typer.Option("--card", help="One card; without it a card of each value.")] = 0,
    format: Annotated[Format, typer.Option("--format", help="Text for people, JSON for programs.")] = Format.text,
) -> None:
    """Show what the side to act could do, how likely each roll is, and why other targets are not possible."""
    from referee.commands import board, legal

    try:
        position = board.position_of(file, at)
        found = legal.find(position, card)
    except board.CommandError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(error.status) from None
    printing.show(
        format is Format.json, lambda: legal.text(found, position, _name(file)), lambda: legal.data(found, position)
    )


def _name(path: str) -> str:
    from referee.inputs import shown

    return shown(path)


@app.command()
def audit(
    paths: Annotated[
        list[str], typer.Argument(help="Records or folders of records; - is standard input.", show_default=False)
    ],
    format: Annotated[AuditFormat, typer.Option("--format", help="Form of the output.")] = AuditFormat.text,
    table: Annotated[AuditTable, typer.Option("--table", help="The table that csv gives.")] = AuditTable.games,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write to a file.")] = None,
    reports: Annotated[Path | None, typer.Option("--reports", help="Folder for the report of each game.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Processes; all cores if left out.")] = None,
    cache: Annotated[bool, typer.Option("--cache/--no-cache", help="Skip what has not changed.")] = True,
    on_violation: Policy = OnViolation.as_played,
) -> None:
    """Check the records of a tournament: one table, totals of players, dice, rules. Exit status: the highest of check."""
    from referee.audit import command

    options = command.Options(format.value, table.value, output, reports, jobs, cache, on_violation.value)
    raise typer.Exit(command.main(paths, options))
