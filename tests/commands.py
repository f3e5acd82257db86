"""The command line for the tests: in this process (quick), or as a program of its own (the real thing)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from referee.cli import app

ROOT = Path(__file__).resolve().parent.parent
LOGS = ROOT / "fixtures" / "logs"
RECORDS = sorted(LOGS.glob("*.lgn"))


@dataclass(frozen=True)
class Run:
    """What a run of the program left behind."""

    status: int
    out: str
    err: str


def referee(*arguments: str | Path, stdin: bytes | str = b"") -> Run:
    """Run a command in this process; an exception that a user would see as a traceback is raised here."""
    result = CliRunner().invoke(app, [str(a) for a in arguments], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Run(result.exit_code, result.stdout, result.stderr)


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
