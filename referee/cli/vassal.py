"""The commands about logs of VASSAL."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.shared import Format, Group, examples, replace
from referee.reports import printing

vassal = typer.Typer(
    name="vassal",
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Look into logs and saves of VASSAL.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def add(app: typer.Typer) -> None:
    """Put the commands into the command line."""
    app.add_typer(vassal)


@vassal.command(
    epilog=examples(
        "referee vassal show game.vlog",
        "referee vassal show game.vlog --all            with hands and decks",
        "referee vassal show game.vsav --format json",
        after="Exit status: 0 done, 2 the file cannot be read.",
    )
)
def show(
    file: Annotated[str, typer.Argument(help="A .vlog or .vsav; - is standard input.", show_default=False)],
    everything: Annotated[
        bool, typer.Option("--all", help="Hands, masked pieces and the order of decks too: not for the players.")
    ] = False,
    form: Annotated[Format, typer.Option("--format", help="Text for people, or JSON for programs.")] = Format.text,
) -> None:
    """Say what a log tells, step by step. Nothing of it is judged."""
    from referee.cli.commands import vassal as command
    from referee.inputs.judging import read_input, shown
    from referee.parsers.notation.encodings import TextError

    try:
        log = command.read(read_input(file))
    except TextError as error:
        printing.complain(f"{shown(file)}: {error.message}")
        raise typer.Exit(2) from None
    printing.show(form is Format.json, lambda: command.listing(log, everything), lambda: command.data(log, everything))


Mapping = Annotated[
    Path | None,
    typer.Option("--mapping", help="What the pieces and places of the module mean; the referee brings one along."),
]


@vassal.command(
    epilog=examples(
        "referee vassal record game.vlog -o game.lgn",
        "referee vassal record monday.vlog tuesday.vlog -o game.lgn     logs of one game, in any order",
        "referee vassal record game.vlog --mapping my.toml",
        after="Exit status: 0 done, 2 a file cannot be read, or the mapping does not know the module.",
    )
)
def record(
    files: Annotated[list[str], typer.Argument(help="Logs of one game; - is standard input.", show_default=False)],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file to write.")] = None,
    mapping: Mapping = None,
) -> None:
    """Work out the record of a game from its logs. What fits in several ways is left open."""
    from referee.cli.commands import vassal_record
    from referee.inputs import conversion as convert
    from referee.inputs.judging import shown
    from referee.parsers.notation.encodings import TextError

    name = shown(files[0])
    try:
        done = vassal_record.record(files, mapping)
    except TextError as error:
        printing.complain(f"{name}: {error.message}" + (f" (line {error.line})" if error.line > 1 else ""))
        raise typer.Exit(2) from None
    if output is None:
        printing.write_record(done.text)
    else:
        replace(output, done.text, files)
    for said in convert.summary(done):
        printing.complain(f"{name}: {said}")


@vassal.command(
    epilog=examples(
        "referee vassal calibrate start.vsav",
        "referee vassal calibrate start.vsav -o my.toml",
        after="Exit status: 0 done, 2 the file cannot be read.",
    )
)
def calibrate(
    file: Annotated[str, typer.Argument(help="A .vlog or .vsav; - is standard input.", show_default=False)],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The mapping to write.")] = None,
    mapping: Mapping = None,
) -> None:
    """Show the maps, decks, pieces and places of a module, and write a mapping to complete."""
    from referee.cli.commands import vassal_record
    from referee.inputs.judging import shown
    from referee.parsers.notation.encodings import TextError

    try:
        listing, written = vassal_record.calibrate(file, mapping)
    except TextError as error:
        printing.complain(f"{shown(file)}: {error.message}" + (f" (line {error.line})" if error.line > 1 else ""))
        raise typer.Exit(2) from None
    printing.write_record(listing)
    if output is not None:
        replace(output, written, [file])
