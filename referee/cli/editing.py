"""The command ``lsp``."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.shared import examples
from referee.reports import printing


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
    check: Annotated[bool, typer.Option("--check", help="Only say whether it can start.")] = False,
) -> None:
    """Help in an editor: findings while typing, what may be written, what stands there (language server)."""
    from importlib.util import find_spec

    del stdio  # editors name it out of habit
    if any(find_spec(name) is None for name in ("pygls", "lsprotocol")):
        printing.complain('the language server needs pygls: pip install "labyrinth-referee[lsp]"')
        raise typer.Exit(2)
    if check:
        printing.write("The language server can start.")
        return
    from referee.lsp import server

    made = server.make()
    if tcp is not None:
        made.start_tcp("127.0.0.1", tcp)
    else:
        made.start_io()
