"""VASSAL logs as records.

Plays are inferred from moved pieces, played cards and dice. ``timeline`` is the log in order, ``target`` a seen
position against a board, ``search`` finds the plays that lead to it, ``ways`` the line of one or several, ``replay``
goes through a log from its ``opening``, ``calibration`` makes a mapping.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from referee.engine.state.data import SIDE_NAMES
from referee.inputs.converted import Conversion
from referee.inputs.vassal_replay.opening import opening
from referee.inputs.vassal_replay.replay import LogReplay
from referee.inputs.vassal_replay.timeline import Timeline
from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal import mapping as mappings
from referee.parsers.vassal import read
from referee.parsers.vassal.happenings import Log
from referee.parsers.vassal.joining import MAX_LOGS, join
from referee.parsers.vassal.mapping import Mapping
from referee.parsers.vassal.table import MAX_SEEN

_LEAST_COUNTRIES = 8
"""Fewest country facts of a sensible position.

A mapping of this very module is believed with one.
"""
_MODULE = 60
"""Most characters of the name of a module in a message."""


class UnknownModuleError(TextError):
    """The pieces of a module are not in the mapping.

    It is the shipped one, or the one ``given``.
    """

    def __init__(self, module: str, *, given: bool) -> None:
        self.module, self.given = module[:_MODULE] or "without a name", given
        super().__init__(self.about("FILE"))

    def about(self, name: str) -> str:
        """The same with commands for a mapping of the file."""
        file = shlex.quote(name)
        if self.given:
            return (
                f"the mapping that is given knows hardly a piece of this module ({self.module}); "
                f"`referee vassal calibrate {file} --mapping my.toml` lists what is “not in the mapping”, my.toml being it"
            )
        return (
            f"the pieces of this module ({self.module}) are not known to the mapping; "
            f"`referee vassal calibrate {file} -o my.toml` writes a mapping to complete, "
            f"and `referee check {file} --mapping my.toml` takes it"
        )


def of_files(files: Sequence[bytes], mapping: Mapping | None = None) -> Conversion:
    """The record of a game from its logs.

    Raises :class:`TextError`.
    """
    return convert(*map(read, files), mapping=mapping)


def convert(*logs: Log, mapping: Mapping | None = None) -> Conversion:
    """Logs of one game as a record.

    Raises :class:`TextError` where the mapping does not know the module.
    """
    joined = join(logs)
    log = joined.log
    used = _on_its_map(mapping or mappings.shipped(), log)
    timeline = Timeline(log, used)
    table, sight = timeline.table(0), timeline.sight(0)
    facts = ("governance", "posture", "troops", "sleepers")
    known = sum(bool(sight.get((country, fact))) for country in used.countries for fact in facts)
    if known < (1 if mapping is not None and used.knows(log.module) else _LEAST_COUNTRIES):
        raise UnknownModuleError(log.module, given=mapping is not None)
    first = opening(table, sight)
    replay = LogReplay(timeline, first.setup)
    notes = [*first.notes, *log.warnings]
    if mapping is None and log.module and not used.knows(log.module):
        notes.append(f"the module is called “{log.module[:60]}”: what its pieces mean was guessed from their images")
    if not first.begin(replay.game):
        notes += [f"the position cannot be as it was seen: {f.message}" for f in replay.game.opening[:5]]
    if timeline.happenings:
        replay.run()
    head = [*_tags(log), *first.tags, "", *first.lines, *([""] if first.lines else [])]
    lines = [*head, *(line.text for line in replay.lines)]
    return Conversion(
        "\n".join(lines).rstrip() + "\n",
        origins={
            number: timeline.origin(line.low, line.high, joined.step)
            for number, line in enumerate(replay.lines, len(head) + 1)
        },
        lines_taken=replay.typed,
        lines_guessed=replay.plays - replay.typed,
        lines_open=replay.left_open,
        notes=notes,
    )


def _on_its_map(mapping: Mapping, log: Log) -> Mapping:
    """The mapping with its world map, or the fullest one."""
    if mapping.maps:
        return mapping
    counts = Counter(p.spot.map for p in list(log.start.values())[:MAX_SEEN] if p.spot.map and mapping.what(p))
    return replace(mapping, maps=tuple(name for name, _ in counts.most_common(1)))


def _tags(log: Log) -> list[str]:
    """The tags of the log itself."""
    found = [f'[Game "{_plain(log.comment or log.module)}"]'] if log.module else []
    for player in log.players:
        side = next((word for s, word in SIDE_NAMES.items() if player.side.casefold().startswith(s.casefold())), "")
        if side and player.name:
            found.append(f'[{side} "{_plain(player.name)}"]')
    return list(dict.fromkeys(found))


def _plain(text: str) -> str:
    """Text fit for a tag."""
    return " ".join("".join(ch if ch.isprintable() and ch not in '"[]\\' else " " for ch in text).split())[:80]


__all__ = ["MAX_LOGS", "UnknownModuleError", "convert", "of_files"]
