"""``referee new``: an empty record of a scenario."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from referee.editions import rulesets
from referee.engine.record.setup import Setup, find_scenario, scenario_files
from referee.engine.state import queries as q
from referee.engine.state.board import Board, Country
from referee.engine.state.data import ISLAMIST_RULE
from referee.engine.state.ruleset import OptionKind, Ruleset
from referee.engine.state.tables import read_toml
from referee.engine.state.words import listed
from referee.parsers.notation import words

_TEMPLATES = Path(__file__).parent / "templates"
WIDTH = 30
"""Columns before an example."""
HEADINGS = {
    OptionKind.SEAT: "Sides that nobody plays",
    OptionKind.LEVEL: "How strong a Bot is",
    OptionKind.OPTIONAL: "Optional rules",
    OptionKind.READING: "Other readings of rules in doubt",
}
"""The kinds of option, in the order in which they are listed."""


@cache
def _examples(of: str) -> dict[str, dict[str, str]]:
    """Example sentences and lines for ``choices`` and ``steps``.

    The ``choices`` are those of a scenario, the ``steps`` those of the end of a turn.
    """
    found: dict[str, dict[str, str]] = read_toml(_TEMPLATES / "new.toml")[of]
    return found


class UnknownScenarioError(Exception):
    """No scenario, or more than one, has this name.

    The message is a sentence for the user.
    """


def scenarios() -> str:
    """The scenarios in a list, with their short forms."""
    lines = ["Scenarios:"]
    for name, data in scenario_files().items():
        short = ", ".join(data.get("aliases", ()))
        lines.append(f"  {name}" + (f" (or {short})" if short else ""))
    lines.append("Any short form will do that fits one only, e.g. referee new roll -o game.lgn")
    return "\n".join(lines)


def scenario_of(text: str) -> dict[str, Any]:
    """The scenario of a name, or of an unambiguous part.

    Raises :class:`UnknownScenarioError`.
    """
    found = find_scenario(text)
    if found is not None:
        return found
    whole = {name: _names(data) for name, data in scenario_files().items()}
    known = {name: [*whole[name], *_pieces(data)] for name, data in scenario_files().items()}
    wanted = _plain(text)
    for forms_of, fits in ((whole, str.startswith), (known, str.startswith), (known, str.__contains__)):
        names = [name for name, forms in forms_of.items() if wanted and any(fits(form, wanted) for form in forms)]
        if len(names) == 1:
            return scenario_files()[names[0]]
        if names:
            raise UnknownScenarioError(f"“{text[:40]}” can mean {listed(names, 'or')}.")
    from difflib import get_close_matches

    spelt = {form: name for forms_of in (known, whole) for name, forms in forms_of.items() for form in forms}
    near = get_close_matches(wanted[:40], spelt, n=1, cutoff=0.6)
    meant = f" Did you mean {spelt[near[0]]}?" if near else ""
    raise UnknownScenarioError(f"I do not know the scenario “{text[:40]}”.{meant}\n{scenarios()}")


def _plain(text: str) -> str:
    return "".join(ch for ch in text.casefold() if ch.isalnum())


def _names(data: dict[str, Any]) -> list[str]:
    """The plain names of a scenario."""
    return [_plain(form) for form in (data["name"], *data.get("aliases", ()))]


def _pieces(data: dict[str, Any]) -> list[str]:
    """Each word of the name of a scenario, and its initials."""
    pieces = re.findall(r"\w+", data["name"].replace("'", ""))
    return [_plain(form) for form in (*pieces, "".join(piece[0] for piece in pieces))]


def text(data: dict[str, Any]) -> str:
    """The record of a game of this scenario before its first play."""
    setup = Setup(rulesets.of_scenario(data), data["name"], data)
    board = setup.board()
    where, target = _recruits(board), _woi(board)
    card_j, card_us = _card(board, "J"), _card(board, "US")
    sample_us = f"US {card_us} woi {target} [5]"
    owed = _owed(data)
    choices = [";", owed[0], "; Say it like this, without the ; in front:", owed[1], ""] if owed else []
    return Template((_TEMPLATES / "new.txt").read_text(encoding="utf-8")).substitute(
        scenario=data["name"],
        start=data.get("start", "the beginning"),
        table="\n".join(f"; {line}" for line in _table(board)),
        hand_j=q.hand_size(board, "J"),
        hand_us=q.hand_size(board, "US"),
        choices="\n".join(choices),
        card_j=card_j,
        sample_j=f"J {card_j} recruit {where} 2",
        with_dice=f"J {card_j} recruit Pakistan 2 [3 1]",
        uses_j=_uses("J", "recruit"),
        sample_us=sample_us,
        with_claim=f"{sample_us} => success",
        uses_us=_uses("US", "woi"),
        steps="".join(
            f"; {found['said']:<{WIDTH}}{found['line']}\n"
            for step in setup.rules.end_of_turn
            if (found := _examples("steps").get(step.name))
        ),
        optional="".join(f"; {line}\n" for line in _optional(setup.rules)),
    )


def begun(data: dict[str, Any], tags: dict[str, str], *, explained: bool = False) -> str:
    """The record of a new game with these tags.

    ``explained`` adds notes on the notation.
    """
    wanted = tags | {"Scenario": data["name"]}
    lines = []
    for line in text(data).split("\n"):
        tag = re.match(r"\[(\w+) ", line)
        if tag is None:
            lines.append(line)
        elif value := wanted.get(tag[1], ""):
            lines.append(f'[{tag[1]} "{value}"]')
    if value := wanted.get("Options", ""):
        last = max(i for i, line in enumerate(lines) if line.startswith("["))
        lines.insert(last + 1, f'[Options "{value}"]')
    if explained:
        return "\n".join(lines)
    owed = _owed(data)
    kept = [line for line in lines if line and not line.startswith(";")]
    top = [line for line in kept if line.startswith("[")]
    return "\n".join([*top, "", *owed, *([""] if owed else []), *kept[len(top) :], ""])


def _owed(data: dict[str, Any]) -> list[str]:
    """The players' choices of a scenario, as two remarks; [] for none.

    With them, the lines that state the choices.
    """
    found = _examples("choices").get(data.get("choices", ""), {})
    return [f"; {text}" for text in found.values()]


def options(rules: Ruleset) -> dict[OptionKind, dict[str, str]]:
    """The possible words of the tag Options in a game, by kind.

    Each word, and the rules that it brings into force.
    """
    found = {kind: {n: o.switched for n, o in rules.options.items() if o.kind is kind} for kind in HEADINGS}
    return {kind: words for kind, words in found.items() if words}


def _optional(rules: Ruleset) -> list[str]:
    """The options of a game, and the tag that names them."""
    lines = ['Options are named by a tag, such as [Options "jihadist-bot, coherent"]:']
    for kind, found in options(rules).items():
        lines += [f"  {HEADINGS[kind]}:", *(f"    {n:<{WIDTH - 4}}{said}" for n, said in found.items())]
    return lines


def write(data: dict[str, Any], path: Path) -> None:
    """Write a new record to a new file.

    Raises :class:`OSError`, also if the file exists.
    """
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text(data))


def _uses(side: str, shown: str) -> str:
    return ", ".join(use for use in words.MEANINGS[side] if use != shown)


def _card(board: Board, side: str) -> int:
    """A card of this side for the sample.

    The first of value 3 in the game.
    """
    return next(n for n, c in board.cards.items() if c.side == side and c.ops == 3 and n not in board.removed)


def _recruits(board: Board) -> str:
    """A country for Recruit without dice.

    Any with Cells, if there is none.
    """
    with_cells = [name for name, c in board.countries.items() if c.sleepers or c.actives]
    return next((n for n in with_cells if _no_dice(board[n])), with_cells[0])


def _no_dice(c: Country) -> bool:
    return bool(c.regime_change) or c.governance == ISLAMIST_RULE


def _woi(board: Board) -> str:
    """A country for War of Ideas without a Test."""
    fit = (n for n, c in board.countries.items() if c.alignment in ("neutral", "ally") and not c.regime_change)
    return next(n for n in ("Pakistan", *fit) if board[n].alignment in ("neutral", "ally"))


def _table(board: Board) -> list[str]:
    """The table in words, a line for each country."""
    facts = board.rules.facts
    posture = ""
    countries: dict[str, list[str]] = {}
    box: list[str] = []
    for s in facts.statements(board):
        said = facts.of(s).phrase(s.value)
        if s.subject:
            countries.setdefault(s.subject, []).append(said)
        elif s.field == "marker":
            box.append(said)
        elif s.field == "us":
            posture = said
    tracks = [
        f"Prestige {board.prestige}, Funding {board.funding}, US {posture}",
        f"Troops on the track {board.troops_track}, Cells on the track {board.cells_track}",
    ]
    if box:
        tracks.append(f"Events in force: {', '.join(box)}")
    if board.removed:
        tracks.append(f"Cards out of the game: {', '.join(str(n) for n in board.removed)}")
    return [
        *tracks,
        *(f"{name}: {', '.join(said)}" for name, said in countries.items()),
        "Nothing on any other country.",
    ]
