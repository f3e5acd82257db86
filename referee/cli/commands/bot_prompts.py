"""Questions of a Bot to a person at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from referee.engine.state.words import agree, count_word
from referee.play.positions import CommandError


class BotPrompts:
    """Questions on standard error, with answers from standard input."""

    def tell(self, said: str) -> None:
        """Show a sentence."""
        typer.echo(said, err=True)

    def one(self, said: str, options: Sequence[Any], names: Sequence[str]) -> Any:
        """The option with a typed number or beginning of its name."""
        for i, name in enumerate(names, 1):
            typer.echo(f"  {i:>2}  {name}", err=True)
        while True:
            found = _typed(said).strip().casefold()
            if found.isdecimal() and 1 <= int(found) <= len(options):
                return options[int(found) - 1]
            fits = [o for o, name in zip(options, names, strict=True) if name.casefold().startswith(found)]
            if len(fits) == 1:
                return fits[0]
            typer.echo("A number or a name of the list, please.", err=True)

    def numbers(self, said: str, n: int) -> tuple[int, ...]:
        """The typed numbers."""
        while True:
            found = [ch for ch in _typed(said) if ch.isalnum()]
            if len(found) == n and all(ch in "123456" for ch in found):
                return tuple(int(ch) for ch in found)
            wanted = f"{count_word(n)} {agree(n, 'number')}"
            typer.echo(f"{wanted.capitalize()} from 1 to 6, please.", err=True)


def _typed(said: str) -> str:
    """A typed line.

    Raises :class:`CommandError` at the end of input.
    """
    try:
        return str(typer.prompt(said, err=True))
    except typer.Abort:
        raise CommandError("not all dice were told, so the card is not played") from None
