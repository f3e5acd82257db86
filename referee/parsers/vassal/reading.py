"""A log or save from its bytes.

Every command is carried out in order, and its happenings are kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from typing import Any, TypeVar

from referee.parsers.notation.encodings import MAX_BYTES, TextError
from referee.parsers.vassal import chat, container, undo
from referee.parsers.vassal.board import UNSEEN, PieceBoard
from referee.parsers.vassal.chat import tidy
from referee.parsers.vassal.happenings import MADE, Happening, HappeningKind, Log, Piece, PieceSpot, Player, VassalDeck
from referee.parsers.vassal.players import Players
from referee.parsers.vassal.sequence import commands, fields, split
from referee.parsers.vassal.traits import map_name, number

MAX_WARNINGS = 100
_LOGGED = re.compile(r"(?:LOG\t)*")
_IGNORED = re.compile(
    r"[^\t]{0,200}BoardPicker(?:\t|\Z)|LOCKSPOTAB|(?:AUDIO|SETUP_STACK|GlobalTranslatable|EXT|PLUGIN|SGKC|LOS|FLARE|CLOCK"
    r"|CLOCKCONTROL|NOTES|PNOTES|Events|DECK|SEMAIL|PRIV_CHAT|INVITE)(?:\t|\Z)"
)
"""Commands outside the game, or private."""
_HEAD = re.compile(r"[+\-DM]/|CHAT|GlobalProperty\t|TURN(?=[^\t]{0,200}\t)|[^\t]{0,63}\t")
_FIRST_WORD = re.compile(r"[A-Za-z_]{1,24}")
_RESULT, _BESIDE = "_result", ("_total", "_keep", "_summary")
_STRUCTURE = frozenset(("", "null", "begin_save", "end_save", "begin_log", "end_log"))


def read(data: bytes) -> Log:
    """Read a log or save.

    Raises :class:`TextError`.
    """
    if len(data) > MAX_BYTES:
        raise TextError(f"the file is larger than {MAX_BYTES // 1024 // 1024} MiB")
    reader = _Reader()
    log = reader.log
    if not container.is_stream(data):
        contents = container.unpack(data)
        data, save, module = contents.stream, contents.about_save, contents.about_module
        log.module, log.module_version = tidy(module.get("name", "")), tidy(module.get("version", ""))
        log.engine = tidy(save.get("VassalVersion") or module.get("VassalVersion", ""))
        log.comment = tidy(save.get("description", ""))
        log.save_time = number(save.get("dateSaved", "")) or None
        log.warnings += contents.warnings
    return reader.run(container.clear(data, log.warnings))


class _Reader:
    """A reader that carries out the commands."""

    def __init__(self) -> None:
        self.log = Log()
        self.players = Players()
        self.board = PieceBoard(self.players)
        self.history = undo.History()
        self.logging = False
        """Whether the position is complete and the steps have begun."""
        self.values: dict[tuple[str, str], str] = {}
        self.turns: dict[str, str] = {}
        self.ranges: list[tuple[int, int]] = [(0, 0)]
        """Ranges of happenings, by step."""
        self.commands: dict[str, Callable[[str], None]] = {
            "+/": self._add,
            "-/": self._remove,
            "D/": self._change,
            "M/": self._move,
            "CHAT": self._chat,
            "GlobalProperty\t": self._global,
            "TURN": self._turn,
            "PLAYER\t": self._joins,
            "PYREMOVE\t": lambda text: self.players.leaves(split(text, "\t")[0]),
            "PNOTE\t": lambda text: self._ids(split(text, "\t")[:1]),
            "SNOTE\t": lambda text: self._ids(split(text, "\t")[1:2]),
            "UNMASK\t": lambda text: self._ids(split(text, "\t")),
            "MutableProperty\t": self._mutable,
            "SHOW_RESULTS\t": self._results,
            "UNDO\t": self._undo,
        }
        self._begin_step()

    def _begin_step(self) -> None:
        self.first = len(self.board.happenings)
        """The first happening of this step."""
        self.effects = undo.Effects()
        self.hash = blake2b(digest_size=8)
        self.lines: list[tuple[int, chat.ChatLine]] = []
        self.detailed_buttons: set[str] = set()
        """Dice buttons with further properties in this step."""

    # ------------------------------------------------------------------------------------------------- the commands

    def run(self, text: str) -> Log:
        """Carry all commands out, and return the log."""
        for token in commands(text):  # some players are introduced late
            words = token.text
            if "PLAYER\t" in words[:40]:
                words = words[_length(_LOGGED, words) :]
                if words.startswith("PLAYER\t"):
                    self.players.announce(*fields(words, "\t", 4)[1:])
        for depth, words in commands(text):
            begin = _length(_LOGGED, words)
            self._take(words[begin:], depth, begin > 0)
        self._begin_logging()
        self._end_step()
        self.log.players = self.players.all()
        self.log.happenings = self.board.happenings
        for why, times in self.board.warned.items():
            self._warn(f"pieces {why} ({times:,} times)")
        return clean_log(self.log, self.board.snapshots, self.board.places.named, self.players.clean)

    def _take(self, text: str, depth: int, logged: bool) -> None:
        if depth == 0 and logged:
            self._end_step()
            self._begin_logging()
            self.board.step = self.log.steps = self.log.steps + 1
        elif text == "end_save":
            self._begin_logging()
        if self.log.steps:
            self.hash.update(text.encode("utf-8", "replace") + b"\x1b")
        if text in _STRUCTURE:
            return
        head = text[: _length(_HEAD, text)]
        if head in self.commands:
            self.commands[head](text[len(head) :])
        elif _IGNORED.match(text) is None:
            first = _FIRST_WORD.match(text)
            self.log.unknown_commands[first[0] if first else "?"] += 1
            if self.logging:
                self._happens("unknown", text=tidy(text))

    def _begin_logging(self) -> None:
        """Keep the position before the first step as the start."""
        if not self.logging:
            self.logging = True
            for unit in self.board.pieces.values():
                self.log.start[unit.number] = found = self.board.snapshot(unit)
                self.board.snapshots.append(found)
            self.log.decks = self.board.decks()

    def _happens(self, kind: HappeningKind, who: str = "", text: str = "", value: str = "", **more: Any) -> None:
        self.board.add_happening(Happening(self.board.step, kind, who, text, value, **more))

    def _add(self, text: str) -> None:
        key, type_, state = fields(text, "/", 3)
        if self.logging:
            self.effects.state.add(("+", key))
        self.board.add(key, type_, state, not self.logging)

    def _remove(self, key: str) -> None:
        self.effects.state.add(("-", key))
        self.board.remove(key)

    def _change(self, text: str) -> None:
        values = split(text, "/", 3)
        key, new = (*values, "")[:2]
        old = _digest(values[2]) if len(values) > 2 else undo.NO_STATE
        self.effects.state.add(("D", key, _digest(new), old))
        self.board.change(key, new)

    def _move(self, text: str) -> None:
        values = split(text, "/", 10)
        if len(values) < 4:
            self.board.warned["move to nowhere"] += 1
            return
        key, map, x, y, under, old_map, old_x, old_y, _, who = (*values, *[""] * 6)[:10]
        to = (map_name(map), number(x), number(y))
        old = (map_name(old_map), number(old_x), number(old_y)) if len(values) > 7 else None
        if who:
            self.players.note(who, acts=True)
        self.effects.state.add(("M", key, repr(to), repr(old) if old else undo.NO_STATE))
        self.board.move(key, to, "" if under == "null" else under, old, who)

    def _chat(self, raw: str) -> None:
        line = chat.parse(raw)
        self.effects.chats.append(raw[: chat.MAX_LENGTH])
        self.lines.append((len(self.board.happenings), line))
        self._happens("chat", self.players.named(line.name), line.text, chat=line.kind)

    def _joins(self, text: str) -> None:
        player = self.players.joins(*fields(text, "\t", 3))
        if self.logging:
            self._happens("joined", player.label, player.name, player.side)

    def _ids(self, ids: list[str]) -> None:
        for id in ids:
            self.players.note(id)

    def _undo(self, text: str) -> None:
        self.effects.marked = self.effects.marked or split(text, "\t")[0] == "true"

    def _mutable(self, text: str) -> None:
        name, old, new, container_ = fields(text, "\t", 4)
        self.effects.state.add(("P", f"{container_}\0{name}", new, old))
        self.values[container_, name] = new
        button = tidy(name)
        self.detailed_buttons |= {button.removesuffix(ending) for ending in _BESIDE if button.endswith(ending)}
        roll = chat.button_roll(button.removesuffix(_RESULT), new) if button.endswith(_RESULT) else None
        if roll is not None:
            self._happens("dice", "", roll.name, tidy(new), dice=roll.values, sides=roll.sides)
        else:
            self._happens("property", "", button, tidy(new))

    def _global(self, text: str) -> None:
        values = fields(text, ";", 5)
        name, value, container_ = values[1:4] if not values[0] else values[:3]
        old = self.values.get((container_, name))
        self.values[container_, name] = value
        if self.logging and old != value:
            self._happens("property", "", tidy(name), tidy(value))

    def _results(self, text: str) -> None:
        """Read the faces of special dice, which count from zero."""
        name, *values = split(text, "\t")
        faces = tuple(number(face) + 1 for face in values[:100] if face.strip())
        if faces and min(faces) > 0:
            self._happens("dice", "", tidy(name), dice=faces, sides=max(chat.DEFAULT_SIDES, *faces))

    def _turn(self, text: str) -> None:
        name, _, state = text.partition("\t")
        old = self.turns.get(name, "")
        self.turns[name] = state
        self.effects.state.add(("T", name, state, old))
        if self.logging and old != state:
            levels = [split(level, ";", 1)[0] for level in split(state, "|", 20)[1:]]
            self._happens("turn", "", tidy(name), tidy("/".join(levels)))

    # --------------------------------------------------------------------------------------------------- the steps

    def _end_step(self) -> None:
        """Settle the facts of a complete step.

        They are its player, dice that only a report gives, and undoing.
        """
        if self.log.steps:
            self._settle()
        self._begin_step()

    def _settle(self) -> None:
        board, first = self.board, self.first
        made = any(effect[0] == "+" for effect in self.effects.state)
        self.log.prints.append(self.hash.digest() + (MADE if made else b"\0"))
        number_, exact = self.history.add(self.effects)
        undoing = self.effects.marked or number_ > 0
        found = self._dice(board.happenings[first:], undoing)
        board.happenings[first:] = [replace(h, undone=True) for h in found] if undoing else found
        if undoing:
            self._happens("undo", "", str(number_) if number_ else "")
            self._take_back(number_, exact)
        found = board.happenings[first:]
        who = next((h.who for h in found if h.who), "")
        board.happenings[first:] = [h if h.who else replace(h, who=who) for h in found]
        if not undoing:
            ways = {_way(h) for h in found if h.kind in ("moved", "drawn", "added") and h.text != UNSEEN}
            for _, line in self.lines:
                board.places.learn_from_report(line.text, ways)
        self.ranges.append((first, len(board.happenings)))

    def _dice(self, found: list[Happening], undoing: bool) -> list[Happening]:
        """Happenings of a step, with its real dice.

        Dice that a report alone gives follow it.
        """
        rolls = (
            {} if undoing else {at: roll for at, line in self.lines if (roll := chat.reported_roll(line)) is not None}
        )
        reports = list(rolls.values())
        found = [h if h.kind != "dice" else self._die(h, reports, undoing) for h in found]
        names = {h.text for h in found if h.kind == "dice"}
        if names:
            return [h for h in found if h.kind != "property" or not _beside(h.text, names)]
        for n, (at, roll) in enumerate(rolls.items()):
            who = self.players.named(roll.who)
            made = Happening(self.board.step, "dice", who, roll.name, dice=roll.values, sides=roll.sides)
            found.insert(at - self.first + 1 + n, made)
        return found

    def _die(self, die: Happening, rolls: list[chat.ReportedRoll], undoing: bool) -> Happening:
        """A roll confirmed by its report, or a property."""
        sure = die.text in self.detailed_buttons or not die.value or chat.has_die(die.text) or bool(rolls)
        if undoing or not sure:
            return replace(die, kind="property", text=die.text + _RESULT, dice=())
        report = next((r for r in rolls if r.name == die.text), rolls[0] if len(rolls) == 1 else None)
        if report is None:
            return replace(die, value="")
        dice = die.dice or (report.values if report.sides == die.sides else ())
        return replace(die, who=self.players.named(report.who), dice=dice, value="")

    def _take_back(self, step: int, exact: bool) -> None:
        if not step:
            self._warn(f"step {self.log.steps} takes something back, and nothing is left to take back")
            return
        if not exact:
            self._warn(f"step {self.log.steps} takes something back that is not quite what happened in step {step}")
        self._mark(step, True)
        again = self.history.steps[step - 1].takes_back
        if again:
            self._mark(again, False)

    def _mark(self, step: int, undone: bool) -> None:
        begin, end = self.ranges[step]
        found = self.board.happenings
        found[begin:end] = [replace(h, undone=undone) for h in found[begin:end]]

    def _warn(self, sentence: str) -> None:
        if len(self.log.warnings) < MAX_WARNINGS:
            self.log.warnings.append(sentence)


# -------------------------------------------------------------------- the end

_T = TypeVar("_T", PieceSpot, Happening, Player, VassalDeck)


def clean_log(
    log: Log, pieces: list[Piece], named: Callable[[PieceSpot], PieceSpot], clean: Callable[[str], str]
) -> Log:
    """The log with named places, and without ids."""

    def without_ids(found: _T, *names: str) -> _T:
        changed: dict[str, Any] = {name: new for name in names if (new := clean(old := getattr(found, name))) != old}
        return replace(found, **changed) if changed else found

    seen: set[int] = set()
    for piece in pieces:
        if id(piece) in seen:
            continue
        seen.add(id(piece))
        piece.spot = without_ids(named(piece.spot), "map", "zone", "location", "deck")
        piece.gpid, piece.name = clean(piece.gpid), clean(piece.name)
        piece.images = tuple(clean(image) for image in piece.images)
        for texts in (piece.properties, piece.level_names):
            if id(texts) not in seen:
                seen.add(id(texts))
                texts.update({key: clean(value) for key, value in texts.items()})
    log.happenings[:] = [without_ids(h, "who", "text", "value") for h in log.happenings]
    log.players = [without_ids(p, "label", "name") for p in log.players]
    log.decks = [without_ids(d, "name", "map") for d in log.decks]
    log.comment = clean(log.comment)
    for word in list(log.unknown_commands):
        if clean(word) != word:
            log.unknown_commands[clean(word)] += log.unknown_commands.pop(word)
    return log


def _length(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.match(text)
    return found.end() if found is not None else 0


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest()


def _way(happening: Happening) -> tuple[PieceSpot, PieceSpot]:
    before, after = (piece.spot if piece is not None else PieceSpot() for piece in (happening.before, happening.after))
    return before, after


def _beside(name: str, buttons: set[str]) -> bool:
    """Whether a dice button sets this property beside the result."""
    return any(name.endswith(ending) and name.removesuffix(ending) in buttons for ending in _BESIDE)
