"""The commands about logs of VASSAL."""

from __future__ import annotations

from typing import Annotated

import typer

from referee import printing
from referee.cli.shared import Format, Group, examples

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
    from referee.commands import vassal as command
    from referee.inputs import read_input, shown
    from referee.parsers.notation.encodings import TextError

    try:
        log = command.read(read_input(file))
    except TextError as error:
        printing.complain(f"{shown(file)}: {error.message}")
        raise typer.Exit(2) from None
    printing.show(form is Format.json, lambda: command.listing(log, everything), lambda: command.data(log, everything))
