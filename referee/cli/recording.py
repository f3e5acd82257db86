"""The command ``record``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.shared import examples


def add(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command(
        epilog=examples(
            "referee record game.lgn             begin a record, or go on with it",
            "referee record game.lgn --seed 7    the referee rolls all dice, and the record says how",
            after="Exit status: 0 ended, 2 the file cannot be read.",
        )
    )(record)


def record(
    file: Annotated[Path, typer.Argument(help="The record to begin or to go on with.", show_default=False)],
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=10**12, help="Have the referee roll all dice, by this seed.", show_default=False
        ),
    ] = None,
) -> None:
    """Write a game down while it is played: it asks what the rules leave open, and saves every play."""
    from referee.cli.commands import record as command

    raise typer.Exit(command.run(file, seed))
