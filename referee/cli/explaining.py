"""The command ``explain``."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.shared import Format, examples
from referee.reports import printing


def add(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command(
        epilog=examples(
            "referee explain 7.3.3               a rule",
            "referee explain 86                  a card; also: card 86, lebanon war",
            "referee explain deploy              an Operation",
            "referee explain cadre               whatever has the word in its name",
            "referee explain outcome             what a kind of finding means",
            "referee explain E5                  a box of the flowcharts; also: jihad 7, jihadist-bot",
            after="Exit status: 0 found, 2 not found.",
        )
    )(explain)


def explain(
    what: Annotated[
        list[str],
        typer.Argument(
            help="A rule (7.3.3), a card (86, taliban), an Operation, a marker, a word of the game, a kind of finding, a box.",
            show_default=False,
        ),
    ],
    format: Annotated[Format, typer.Option("--format", help="Text for people, JSON for programs.")] = Format.text,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Also the places in the code and the names of the rule cases.")
    ] = False,
) -> None:
    """Explain a rule, a card or a word of the game: what the referee checks, examples, rulings."""
    from referee.api import explain as command

    try:
        found = command.data(" ".join(what))
    except command.UnknownError as error:
        printing.complain(str(error))
        raise typer.Exit(2) from None
    width = printing.columns() or command.WIDTH
    printing.show(format is Format.json, lambda: command.text(found, verbose=verbose, width=width), lambda: found)
