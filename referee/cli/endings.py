"""Ends of a command: expected errors with exit status, and written files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from referee.reports import printing


@contextmanager
def complaining(*kinds: type[Exception], name: str = "") -> Iterator[None]:
    """End the command with an expected error's sentence and status.

    The status is 2 or the error's own.
    """
    try:
        yield
    except kinds as error:
        printing.complain(f"{name}: {error}" if name else str(error))
        raise SystemExit(getattr(error, "status", 2)) from None


def mapping_in(path: Path | None) -> bytes:
    """The bytes of a mapping, b"" for none.

    Ends the command with status 2 if it cannot be read.
    """
    if path is None:
        return b""
    from referee.inputs.judging import read_input, shown
    from referee.parsers.notation.encodings import TextError
    from referee.parsers.vassal import mapping

    try:
        data = read_input(str(path))
        mapping.read(data)
    except TextError as error:
        line = f" (line {error.line})" if error.line > 1 else ""
        printing.complain(f"{shown(str(path))}: {error.message}{line}")
        raise SystemExit(2) from None
    return data


@contextmanager
def writing(path: Path, what: str = "", where: str = "") -> Iterator[None]:
    """End the command with status 2 if a file cannot be written."""
    from referee.inputs.judging import shown

    try:
        yield
    except OSError as error:
        printing.complain(f"{shown(str(path))}: {what}cannot be written{where}: {error.strerror or error}")
        raise SystemExit(2) from None


def replace(output: Path, text: str, inputs: Sequence[str], what: str = "") -> None:
    """Write a file, never over an input; exit with 2 on failure."""
    from referee.inputs.files import replace as write
    from referee.inputs.judging import shown

    if overwrites(output, inputs):
        printing.complain(f"{shown(str(output))}: this is the record itself; give another file to --output")
        raise SystemExit(2)
    with writing(output, what):
        write(output, text)


def overwrites(output: Path, inputs: Sequence[str]) -> bool:
    """Whether an output file is one of the inputs, under any name."""
    for path in inputs:
        try:
            if path != "-" and output.samefile(path) and output.is_file():
                return True
        except OSError:  # one of the two is not there
            continue
    return False
