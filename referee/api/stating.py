"""The statements of a question in words: position, options, length of game."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import cache

from referee.editions import rulesets
from referee.engine.state import unknown
from referee.engine.state.board import Board
from referee.engine.state.facts.fact import NOWHERE
from referee.engine.state.facts.states import EventMarkers
from referee.engine.state.script import Action, Statement

_BESIDE_AN_OPTION = frozenset({"option", "options", "rule", "level", "with", "the", "a", "at", "is", "against", "and"})
"""Words beside the name of an option without a meaning of their own."""
_STATES = frozenset({"governance", "alignment", "posture"})


def switched(position: str) -> tuple[str, list[str]]:
    """A position without its named options ("the US Bot", "Potent"), and these.

    A length of the game ("2 decks") becomes a tag.
    """
    named: list[str] = []
    tags, lines = [], []
    for line in position.replace(";", ",").splitlines():
        kept = []
        for part in line.split(","):
            found = _options_named(part)
            named += [name for name in found if name not in named]
            if _letters(part)[1:] in ("deck", "decks"):
                tags.append(f'[Length "{part.strip()}"]')
            elif not found:
                kept.append(part)
        lines.append(",".join(kept))
    return "\n".join([*tags, *lines]), named


@cache
def _named_options() -> dict[str, str]:
    """Return options by their possible names, in letters alone."""
    found: dict[str, str] = {}
    for name, option in rulesets.options().items():
        for words in (name, option.title, *(level.title for level in option.levels if level.word == name)):
            found.setdefault(_letters(words), name)
        for level in option.levels:
            if level.word:
                found.setdefault(_letters(level.title), level.word)
    return found


def _letters(words: str) -> str:
    return "".join(ch for ch in words.casefold() if ch.isalnum())


def _options_named(words: str) -> list[str]:
    """Return the options named by a statement without other content.

    The result is empty for any other.
    """
    known, found = _named_options(), []
    left = [word for word in words.replace(":", " ").split() if word.casefold() not in _BESIDE_AN_OPTION]
    while left:
        for n in range(len(left), 0, -1):
            if (name := known.get(_letters(" ".join(left[:n])))) is not None:
                found.append(name)
                left = left[n:]
                break
        else:
            return []
    return found


def whole(actions: Sequence[Action], board: Board) -> list[Action]:
    """Return the lines of a question with complete countries.

    A country with any statement has the stated pieces and no others.
    """
    blocks = [a for a in actions if a.kind == "setup"]
    board = copy(board)
    board.unknown = unknown.fields(board)  # so that each fact has its statement of absence
    about: dict[str, set[str]] = {}
    for s in (s for a in blocks for s in a.statements if s.subject in board.countries):
        about.setdefault(s.subject, set()).add(s.field)
    none = [
        Statement(name, f.name, value, NOWHERE)
        for name, fields in about.items()
        for f in board.rules.facts.on_country()
        if f.attribute and f.name not in fields | _STATES and not f.derived and not isinstance(f, EventMarkers)
        for value in f.absence(board, name)
    ]
    return [replace(a, statements=[*a.statements, *none]) if a is blocks[-1] else a for a in actions]
