"""Trial of another program by the rule cases.

It reads a case as a line of JSON, and answers in a line of JSON.
"""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from types import TracebackType
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.rules.casefile import Case
from referee.trials.conformance import Answer, ReportedFinding, board_of

MAX_ANSWER = 1 << 20
"""Characters of one answer."""


class ProgramError(Exception):
    """The program gives no usable answer.

    The message is a sentence.
    """


class NotStartedError(Exception):
    """The program cannot be started; the message is a sentence."""


class SkippedError(Exception):
    """The program leaves the case out, with its reason."""


class FindingData(BaseModel):
    """A finding in an answer."""

    model_config = ConfigDict(extra="ignore", strict=True)

    kind: str = Field(max_length=40)
    rule: str = Field(max_length=40)
    also: list[str] | None = None
    line: int | None = None
    message: str | None = None
    reason: str | None = None
    requirements: list[str] | None = None
    follows: list[int] | None = None

    def finding(self) -> ReportedFinding:
        """The finding as it is compared."""
        also, refused = _fixed(self.also), _fixed(self.requirements)
        follows = None if self.follows is None else tuple(sorted(self.follows))
        return ReportedFinding(
            self.kind, self.rule, also, self.line, self.message or "", self.reason or "", refused, follows
        )


def _fixed(names: list[str] | None) -> tuple[str, ...] | None:
    return None if names is None else tuple(names)


class Reply(BaseModel):
    """An answer: findings and final board, or a reason to skip."""

    model_config = ConfigDict(extra="ignore", strict=True)

    findings: list[FindingData] | None = None
    position: str | None = None
    winner: Literal["", "J", "US", "draw"] = ""
    skip: str | None = None


def request(case: Case) -> dict[str, Any]:
    """The request for a case, without its expectation."""
    return {"id": case.id, "title": case.title, "record": case.text}


def understood(case: Case, line: str) -> Answer:
    """The answer in a line. Raises :class:`ProgramError` and :class:`SkippedError`."""
    try:
        reply = Reply.model_validate(json.loads(line))
        if reply.skip is not None:
            raise SkippedError(reply.skip[:200])
        board = None if reply.position is None else board_of(case, reply.position, reply.winner)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ProgramError(f"its answer is not as described: {place}: {first['msg']}") from None
    except (ValueError, RecursionError) as error:
        raise ProgramError(f"its answer cannot be read: {error}") from None
    if reply.findings is None:
        raise ProgramError("its answer has neither findings nor skip")
    return Answer([f.finding() for f in reply.findings], board)


class Program:
    """A program that is started once, and again whenever it has ended.

    ``command`` is run as it is, without a shell; ``seconds`` is the time for each case.
    """

    def __init__(self, command: list[str], seconds: float = 60.0) -> None:
        self.command = command
        self.seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str] = Queue()
        self._answered = 0

    def __enter__(self) -> Program:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def answer(self, case: Case) -> Answer:
        """The program's answer to a case.

        Raises :class:`ProgramError`, :class:`NotStartedError` and :class:`SkippedError`.
        """
        line = self._ask(case)
        if not line and self._answered:  # it ends after each answer, or after some
            self.stop()
            line = self._ask(case)
        if not line:
            status = self._process.wait() if self._process else 0
            self.stop()
            raise ProgramError(f"it ended without an answer, with status {status}")
        self._answered += 1
        try:
            return understood(case, line)
        except ProgramError:
            self.stop()  # a line too many would be taken for the answer to the next case
            raise

    def stop(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                with suppress(OSError):
                    if stream is not None:
                        stream.close()
        self._process, self._answered = None, 0

    def _ask(self, case: Case) -> str:
        """Send a case and return the line of the answer.

        Empty if the program ended.
        """
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended, which the empty line tells
            self._process.stdin.write(json.dumps(request(case), ensure_ascii=False) + "\n")
            self._process.stdin.flush()
        try:
            line = self._lines.get(timeout=self.seconds)
        except Empty:
            self.stop()
            raise ProgramError(f"it gave no answer in {self.seconds:g} seconds") from None
        if len(line) > MAX_ANSWER:
            self.stop()
            raise ProgramError(f"its answer has more than {MAX_ANSWER:,} characters")
        return line

    def _start(self) -> None:
        """Raises :class:`NotStartedError`."""
        try:
            process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
            )
        except OSError as error:
            raise NotStartedError(f"{self.command[0]} cannot be started: {error.strerror}") from None
        lines: Queue[str] = Queue()

        def read() -> None:
            assert process.stdout is not None
            with suppress(ValueError, OSError):  # closed while it was read
                while line := process.stdout.readline(MAX_ANSWER + 1):
                    lines.put(line)
            lines.put("")

        Thread(target=read, daemon=True).start()
        self._process, self._lines = process, lines
