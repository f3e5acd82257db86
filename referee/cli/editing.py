"""The command ``lsp``."""

from __future__ import annotations

from typing import Annotated

import typer

from referee import printing
from referee.cli.shared import examples


def add(app: typer.Typer) -> None:
    """Put the command into the command line."""
    app.command(
        epilog=examples(
            "referee lsp                         an editor starts it and speaks with it",
            "referee lsp --tcp 5007              for an editor that connects to a port",
            after="How to set up an editor: docs/editors.md.",
        )
    )(lsp)


def lsp(
    tcp: Annotated[
        int | None,
        typer.Option("--tcp", min=1, max=65535, help="Listen on this port of the own machine.", show_default=False),
    ] = None,
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Speak over standard input and output, as without any option.")
    ] = False,
) -> None:
    """Help in an editor: findings while typing, what may be written, what stands there (language server)."""
    del stdio  # editors name it out of habit
    try:
        from referee.lsp import server
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol", "cattrs"):
            raise
        printing.complain('the language server needs pygls: pip install "labyrinth-referee[lsp]"')
        raise typer.Exit(2) from None
    made = server.make()
    if tcp is not None:
        made.start_tcp("127.0.0.1", tcp)
    else:
        made.start_io()
