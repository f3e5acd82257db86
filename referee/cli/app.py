"""The whole command line: common options and the modules of commands."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli import cases, many, records, reference, vassal
from referee.cli.shared import app
from referee.inputs import log
from referee.reports import printing

__all__ = ["app", "many", "records", "reference"]


def _version(wanted: bool) -> None:
    if wanted:
        from referee import __version__

        printing.write(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def common(
    verbose: Annotated[bool, typer.Option("-v", "--verbose", help="Log to standard error, as text.")] = False,
    log_json: Annotated[bool, typer.Option("--log-json", help="Log to standard error, as JSON.")] = False,
    version: Annotated[
        bool, typer.Option("-V", "--version", is_eager=True, callback=_version, help="Print the version.")
    ] = False,
) -> None:
    """Options of every command."""
    log.configure(verbose=verbose, as_json=log_json)


cases.add(app)
vassal.add(app)
