"""The desk of the page: named requests and their answers.

Requests come in as JSON and bytes, and answers go out as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from referee.engine.record.steps import JudgedStep, Judgement

MODULES = {
    "check": "referee.web.checking",
    "write": "referee.web.writing",
    "ask": "referee.web.asking",
    "record": "referee.web.recording",
    "kept": "referee.web.keeping",
}
"""The parts of the page that ask, each with its module: a class ``Room`` that lists its requests in ``CALLS``.

Learn is no such part: its pages are files that are built with the page (:mod:`referee.web.pages`)."""

Given = Mapping[str, Any]
Call = Callable[[Given, bytes], Any]


class Refused(Exception):
    """What the page wants cannot be had: a sentence for the user."""


class Desk:
    """Every room of the page, made when it is first entered."""

    def __init__(self) -> None:
        self._rooms: dict[str, Any] = {}

    def call(self, name: str, given: str = "{}", data: bytes = b"") -> str:
        """Answer a request such as ``check.judge``; ``given`` is a JSON object, ``data`` the bytes of a file.

        The answer is ``{"ok": ...}``, or ``{"refused": "a sentence"}`` where it cannot be had. A fault of ours is
        ``{"fault": "its kind"}``: no traceback reaches the page.
        """
        try:
            return _dumps({"ok": self._call(name, given, data)})
        except Refused as no:
            return _dumps({"refused": str(no)})
        except Exception as error:  # the next request is answered all the same
            sys.excepthook(type(error), error, error.__traceback__)  # for whoever looks at the console
            return _dumps({"fault": type(error).__name__})

    def _call(self, name: str, given: str, data: bytes) -> Any:
        room, _, call = name.partition(".")
        if room not in MODULES:
            raise Refused(f"the page has no part “{room}”")
        if room not in self._rooms:
            self._rooms[room] = import_module(MODULES[room]).Room()
        found = self._rooms[room]
        if call not in found.CALLS:
            raise Refused(f"“{name}” cannot be asked for")
        return getattr(found, call)(json.loads(given), data)


def warm_up() -> None:
    """Have everything loaded and made ready that the parts of the page need: the memory of it may be kept.

    Each room has a function ``warm_up`` that does what its first requests cost.
    """
    for module in MODULES.values():
        try:
            import_module(module).warm_up()
        except (ImportError, AttributeError):  # a part that needs nothing from here
            continue


def capital(words: str) -> str:
    """Words with a capital letter at their beginning."""
    return words[:1].upper() + words[1:]


def step_on(verdict: Judgement, line: Any) -> JudgedStep | None:
    """The step of a line of a record."""
    return next((s for s in verdict.steps if line in s.action.numbers), None)


def _dumps(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
