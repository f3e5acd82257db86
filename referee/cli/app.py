"""The command line: thin; it reads, asks the referee and prints.

The commands that check a record, that write records anew and that explain are in modules beside this one.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from referee.cli import checking, editing, explaining, many, recording, records, vassal
from referee.cli.shared import (
    Format,
    Group,
    MaybePolicy,
    Source,
    examples,
    overwrites,
    replace,
)
from referee.inputs import log
from referee.reports import printing

app = typer.Typer(
    name="referee",
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "referee check game.lgn              what is wrong with a record, and by which rule",
        "referee was game.lgn:30             whether one play was legal, and why",
        "referee report game.lgn             the game to walk through in a browser",
        "referee explain taliban             a rule, a card, an Operation, a word of the game",
        after="Exit status: 0 clean or done, 1 findings, 2 wrong use or a file that cannot be read or written, "
        "3 a fault of the referee itself, 130 broken off, 141 the reader of its output went away.",
    ),
    help="A referee for the board game Labyrinth: The War on Terror: re-plays the record of a game and says, action by action, what was legal and by which rule.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class BoardFormat(StrEnum):
    """Forms of a position."""

    text = "text"
    json = "json"
    svg = "svg"
    png = "png"


def _version(wanted: bool) -> None:
    if wanted:
        from referee import __version__

        printing.write(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def common(
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Log to standard error, for people.")] = False,
    log_json: Annotated[bool, typer.Option("--log-json", help="Log to standard error, for machines.")] = False,
    version: Annotated[
        bool, typer.Option("-V", "--version", is_eager=True, callback=_version, help="Say which version this is.")
    ] = False,
) -> None:
    """Options of every command."""
    log.configure(verbose=verbose, as_json=log_json)


checking.add(app)
records.add(app)
recording.add(app)
editing.add(app)
explaining.add(app)
vassal.add(app)
many.add(app)


class Schema(StrEnum):
    """Forms that have a JSON Schema."""

    verdict = "verdict"
    record = "record"


@app.command(
    epilog=examples(
        "referee schema",
        "referee schema --of record",
    )
)
def schema(
    of: Annotated[
        Schema, typer.Option("--of", help="The verdict (`check --format json`) or the record (`convert`).")
    ] = Schema.verdict,
) -> None:
    """Print a JSON Schema: of a verdict, or of a record in JSON."""
    import json

    if of is Schema.record:
        from referee.parsers.json import form

        printing.write(json.dumps(form.schema(), indent=2))
        return
    from referee.reports import model

    printing.write(json.dumps(model.VerdictModel.model_json_schema(), indent=2))


@app.command(
    epilog=examples(
        "referee report game.lgn -o game.html",
        after="Exit status: as for check.",
    )
)
def report(
    file: Annotated[str, typer.Argument(help="A record; - is standard input.", show_default=False)],
    output: Annotated[Path, typer.Option("-o", "--output", help="The HTML file to write.")] = Path("report.html"),
    on_violation: MaybePolicy = None,
    source: Source = "",
) -> None:
    """Write the annotated report of a record as one HTML file. Exit status as for check."""
    from referee.cli.commands.check import Request, policy, settings
    from referee.club.settings import SettingsError
    from referee.engine.findings import Unread
    from referee.inputs.judging import judge_path, shown
    from referee.reports import html, text

    request = Request(policy=on_violation)
    try:
        own = settings(file, request)
    except SettingsError as error:
        printing.complain(str(error))
        raise typer.Exit(2) from None
    result = judge_path(file, policy(request, own), alternatives=True, options=own.options, form=source)
    name = shown(file)
    if isinstance(result, Unread):
        printing.complain(text.render(result, name))
        raise typer.Exit(2)
    if overwrites(output, [file]):  # said before the work of a page is done
        replace(output, "", [file])
    try:
        page = html.render(result)
    except OSError as error:
        printing.complain(f"{name}: the report cannot be written: {error.strerror or error}")
        raise typer.Exit(2) from None
    replace(output, page, [file], "the report ")
    printing.show_text(text.summary(result, name, printing.colour(), printing.columns()))
    if own.told:
        printing.write(f"  {own.told}")
    printing.write(f"report: {shown(str(output))}")
    raise typer.Exit(1 if result.verdict != "clean" else 0)


@app.command(
    epilog=examples(
        "referee new                              the scenarios",
        "referee new roll -o game.lgn             an empty record, ready to be filled in",
        after="Exit status: 0 done, 2 there is no such scenario, or the file cannot be written or is there already.",
    )
)
def new(
    scenario: Annotated[
        str, typer.Argument(help="A scenario, or any short form that fits one only; without it they are listed.")
    ] = "",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file to write; it must be new.")] = None,
) -> None:
    """Write an empty record of a scenario, ready to be filled in."""
    from referee.inputs.judging import shown
    from referee.play import new as command

    if not scenario:
        printing.write(command.scenarios())
        return
    try:
        found = command.scenario_of(scenario)
    except command.UnknownScenarioError as error:
        typer.echo(printing.plain_lines(str(error)), err=True)
        raise typer.Exit(2) from None
    if output is None:
        printing.write(command.text(found))
        return
    try:
        command.write(found, output)
    except FileExistsError:
        typer.echo(f"{shown(str(output))} is there already; it was not touched", err=True)
        raise typer.Exit(2) from None
    except OSError as error:
        typer.echo(f"{shown(str(output))}: cannot be written: {error.strerror or error}", err=True)
        raise typer.Exit(2) from None
    printing.write(f"{found['name']}: {shown(str(output))}")


class RuleHold(StrEnum):
    """What the referee does with a rule."""

    enforced = "enforced"
    defines = "defines"
    advises = "advises"
    later = "later"


@app.command(
    epilog=examples(
        "referee rules --hold enforced",
        "referee rules --coverage",
    )
)
def rules(
    coverage: Annotated[
        bool, typer.Option("--coverage", help="For each enforced rule what carries it and the cases that show it.")
    ] = False,
    hold: Annotated[RuleHold | None, typer.Option(case_sensitive=False, help="Only rules that are held so.")] = None,
    format: Annotated[Format, typer.Option("--format", help="Text for people, JSON for programs.")] = Format.text,
) -> None:
    """List the rules. With --coverage the exit status is 1 where an enforced rule lacks something."""
    from referee.cli.commands import rules as command

    if not coverage:
        found = command.listed(hold.value if hold else "")
        printing.show(format is Format.json, lambda: command.text(found), lambda: command.data(found))
        return
    try:
        covered = command.checked()
    except command.MissingCasesError as error:
        printing.complain(str(error))
        raise typer.Exit(2) from None
    printing.show(format is Format.json, lambda: command.coverage_text(covered), lambda: command.coverage_data(covered))
    raise typer.Exit(1 if any(c.holes for c in covered) else 0)


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


@app.command(
    epilog=examples(
        "referee cards --side US --value 3",
        "referee cards --kind lapsing",
    )
)
def cards(
    side: Annotated[CardSide | None, typer.Option(case_sensitive=False, help="Whose event it is.")] = None,
    value: Annotated[int | None, typer.Option(min=1, max=3, help="Operations value.")] = None,
    kind: Annotated[CardKind | None, typer.Option(case_sensitive=False, help="What it is marked with.")] = None,
    format: Annotated[Format, typer.Option("--format", help="Text for people, JSON for programs.")] = Format.text,
) -> None:
    """List the cards, with the rule cases that play them."""
    from referee.api import cards as command

    found = command.listed(side.value if side else "", value or 0, kind.value if kind else "")
    printing.show(format is Format.json, lambda: command.text(found), lambda: command.data(found))


At = Annotated[str, typer.Option("--at", help="After this action: 12 or a12. Without it the end of the record.")]


@app.command(
    epilog=examples(
        "referee board game.lgn --at 12                           the position as a set-up block",
        "referee board game.lgn --at 12 --format svg -o a12.svg   a picture of it; also png",
    )
)
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
    from referee.cli.commands import board as command
    from referee.play.positions import CommandError

    if at and before:
        printing.complain("--at and --before name two positions; give one of them")
        raise typer.Exit(2)
    try:
        found = command.position_of(file, at, before)
        if output is not None and overwrites(output, [file]):
            replace(output, "", [file])
        command.show(found, _name(file), format.value, output, marked=bool(at))
    except CommandError as error:
        printing.complain(str(error))
        raise typer.Exit(error.status) from None


@app.command(
    epilog=examples(
        "referee legal game.lgn",
        "referee legal game.lgn --at 12 --card 75",
    )
)
def legal(
    file: Annotated[str, typer.Argument(help="A record; - is standard input.", show_default=False)],
    at: At = "",
    card: Annotated[int, typer.Option("--card", help="One card; without it a card of each value.")] = 0,
    format: Annotated[Format, typer.Option("--format", help="Text for people, JSON for programs.")] = Format.text,
) -> None:
    """Show what the side to act could do, how likely each roll is, and why other targets are not possible."""
    from referee.cli.commands import board, legal
    from referee.play.positions import CommandError

    try:
        position = board.position_of(file, at)
        found = legal.find(position, card)
    except CommandError as error:
        printing.complain(str(error))
        raise typer.Exit(error.status) from None
    printing.show(
        format is Format.json, lambda: legal.text(found, position, _name(file)), lambda: legal.data(found, position)
    )


@app.command(
    epilog=examples(
        "referee bot game.lgn --card 128",
        "referee bot game.lgn --card 128 --ask     with dice from the table",
        "referee bot game.lgn --card 128 --write   and the line is added to the record",
    )
)
def bot(
    file: Annotated[str, typer.Argument(help="A record; - is standard input.", show_default=False)],
    card: Annotated[
        list[int] | None,
        typer.Option("--card", help="The card that is turned over; twice if the next one is looked at."),
    ] = None,
    at: At = "",
    ask: Annotated[bool, typer.Option("--ask", help="Ask for the dice; without it they are rolled.")] = False,
    seed: Annotated[int | None, typer.Option(help="Roll from this seed, the same dice on every machine.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Add the line to the record.")] = False,
    format: Annotated[Format, typer.Option("--format", help="Text for people, JSON for programs.")] = Format.text,
) -> None:
    """Show what the Bot does with its card now, and the way through its flowchart."""
    from referee.cli.commands import board
    from referee.cli.commands.bot_prompts import AtTheTerminal
    from referee.play import bot as command
    from referee.play.bot_dice import Person
    from referee.play.positions import CommandError

    try:
        if write:
            command.can_be_added(file, at)
        if ask and file == "-":
            raise CommandError("the record comes from standard input, so no dice can be typed in there")
        position = board.position_of(file, at)
        found = command.turn(
            position.board, position.journal, tuple(card or ()), seed, Person(AtTheTerminal()) if ask else None
        )
        if write:
            command.add(file, found)
    except CommandError as error:
        printing.complain(str(error))
        raise typer.Exit(error.status) from None
    added = file if write else ""
    printing.show(
        format is Format.json, lambda: command.text(found, position.board, added), lambda: command.data(found)
    )


def _name(path: str) -> str:
    from referee.inputs.judging import shown

    return shown(path)
