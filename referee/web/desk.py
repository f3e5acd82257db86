"""The desk of the page: named requests and their answers.

Requests are JSON and bytes; answers are JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from referee.engine.record.steps import JudgedStep, Judgement

ROOMS = {
    "check": ("referee.web.checking", "CheckRoom"),
    "write": ("referee.web.writing", "WriteRoom"),
    "ask": ("referee.web.asking", "AskRoom"),
    "record": ("referee.web.recording", "RecordRoom"),
    "kept": ("referee.web.keeping", "KeepRoom"),
}
"""The parts of the page with requests, each with its module and class.

The class lists its requests in ``CALLS``. Learn is no such part: its pages are files that are
built with the page (:mod:`referee.web.pages`).
"""

Given = Mapping[str, Any]
Call = Callable[[Given, bytes], Any]


class RefusedError(Exception):
    """The refusal of a request: a sentence for the user."""


class Desk:
    """The rooms of the page, each made at its first use."""

    def __init__(self) -> None:
        self._rooms: dict[str, Any] = {}

    def call(self, name: str, given: str = "{}", data: bytes = b"") -> str:
        """Answer a request such as ``check.judge``.

        ``given`` is a JSON object, ``data`` the bytes of a file. The answer is ``{"ok": ...}``, or ``{"refused": "a
        sentence"}`` for a refusal. A fault of the program is ``{"fault": "its kind"}``: no traceback reaches the page.
        """
        try:
            return _dumps({"ok": self._call(name, given, data)})
        except RefusedError as no:
            return _dumps({"refused": str(no)})
        except Exception as error:  # the next request is answered all the same
            sys.excepthook(type(error), error, error.__traceback__)  # for whoever looks at the console
            return _dumps({"fault": type(error).__name__})

    def _call(self, name: str, given: str, data: bytes) -> Any:
        room, _, call = name.partition(".")
        if room not in ROOMS:
            raise RefusedError(f"the page has no part “{room}”")
        if room not in self._rooms:
            module, kind = ROOMS[room]
            self._rooms[room] = getattr(import_module(module), kind)()
        found = self._rooms[room]
        if call not in found.CALLS:
            raise RefusedError(f"“{name}” cannot be asked for")
        return getattr(found, call)(json.loads(given), data)


def warm_up() -> None:
    """Prepare all parts of the page; the memory may be kept.

    Each room has a function ``warm_up`` with the cost of its first requests.
    """
    for module, _ in ROOMS.values():
        try:
            import_module(module).warm_up()
        except (ImportError, AttributeError):  # a part that needs nothing from here
            continue


def step_on(verdict: Judgement, line: Any) -> JudgedStep | None:
    """The step of a line of a record."""
    return next((s for s in verdict.steps if line in s.action.numbers), None)


def _dumps(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
