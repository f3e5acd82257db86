"""The command line for the tests.

It runs in this process (quick), or as a program of its own (the real thing).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner

from referee.cli.app import app
from tests.helpers.paths import ROOT


@dataclass(frozen=True)
class Run:
    """The results of a run of the program."""

    status: int
    out: str
    err: str


def referee(*arguments: str | Path, stdin: bytes | str = b"") -> Run:
    """Run a command in this process.

    An exception that a user would see as a traceback is raised here.
    """
    runner, commands, status = CliRunner(), _commands(), 0
    with runner.isolation(input=stdin) as (out, err, *_):
        try:
            commands.main([str(a) for a in arguments], runner.get_default_prog_name(commands))
        except SystemExit as ended:
            status = int(ended.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
        return Run(status, *(stream.getvalue().decode().replace("\r\n", "\n") for stream in (out, err)))


@cache
def _commands() -> Any:
    """The commands as the program has them.

    To put them together takes longer than most of them.
    """
    return get_command(app)


SEVERAL = """
import io, json, sys
from referee.cli.start import main
for arguments, given in json.loads(sys.argv[1]):
    sys.argv = ["referee", *arguments]
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    try:
        main()
    except SystemExit as ended:
        status = ended.code
    for stream in (sys.stdout, sys.stderr):
        print(f"<end {status}>", file=stream, flush=True)
"""
"""A program that runs one command after the other, as the program itself would, and says where each ends."""
ENDED = re.compile(r"<end (\d+)>\n")


def several(runs: Sequence[tuple[Sequence[str], str]]) -> list[Run]:
    """Run several commands in one program, each with its input.

    The start of a program takes the most time.
    """
    done = subprocess.run(
        [sys.executable, "-c", SEVERAL, json.dumps(runs)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
        check=True,
    )
    out, err = (ENDED.split(stream.decode()) for stream in (done.stdout, done.stderr))
    return [Run(int(status), o, e) for o, status, e in zip(out[::2], out[1::2], err[::2], strict=False)]


def program(
    *arguments: str | Path | bytes,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    timeout: float = 60,
) -> Run:
    """Run a command as a program of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        cwd=cwd,
        timeout=timeout,
        check=False,
    )
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())
