"""A log or save from its bytes: every command carried out in order, and what happened told."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b

from referee.parsers.notation.encodings import MAX_BYTES, TextError
from referee.parsers.vassal import chat, container, obfuscation, undo
from referee.parsers.vassal.board import UNSEEN, Board
from referee.parsers.vassal.chat import tidy
from referee.parsers.vassal.happenings import Happening, Log, Piece, Spot
from referee.parsers.vassal.overlap import MADE
from referee.parsers.vassal.players import Players
from referee.parsers.vassal.sequence import commands, split
from referee.parsers.vassal.traits import number, where

MAX_WARNINGS = 100
_LOGGED = re.compile(r"(?:LOG\t)+")
_BOARDS = re.compile(r"[^\t]{0,200}BoardPicker(?:\t|\Z)")
_TURN = re.compile(r"TURN([^\t]{0,200})\t(.*)", re.DOTALL)
_FIRST = re.compile(r"[A-Za-z_]{1,24}")
_RESULT, _BESIDE = "_result", ("_total", "_keep", "_summary")
_STRUCTURE = frozenset(("", "null", "begin_save", "end_save", "begin_log", "end_log"))
_LEFT_ALONE = frozenset(
    (
        *(
            "AUDIO",
            "SETUP_STACK",
            "GlobalTranslatable",
            "EXT",
            "PLUGIN",
            "SGKC",
            "LOS",
            "FLARE",
            "CLOCK",
            "CLOCKCONTROL",
        ),
        *("NOTES", "PNOTES", "Events", "DECK", "SEMAIL", "PRIV_CHAT", "INVITE"),
    )
)
"""Commands that say nothing about the game, or something that is nobody else's business."""


def read(data: bytes) -> Log:
    """A log or save. Raises :class:`TextError`."""
    if len(data) > MAX_BYTES:
        raise TextError(f"the file is larger than {MAX_BYTES // 1024 // 1024} MiB")
    reader = _Reader()
    if obfuscation.is_stream(data):
        stream = data
    else:
        contents = container.unpack(data)
        stream = contents.stream
        save, module = contents.about_save, contents.about_module
        log = reader.log
        log.module, log.module_version = tidy(module.get("name", "")), tidy(module.get("version", ""))
        log.engine = tidy(save.get("VassalVersion") or module.get("VassalVersion", ""))
        log.comment = tidy(save.get("description", ""))
        log.saved = number(save.get("dateSaved", "")) or None
        log.warnings += contents.warnings
    return reader.run(obfuscation.clear(stream, reader.log.warnings))


class _Reader:
    """Carries the commands out."""

    def __init__(self) -> None:
        self.log = Log()
        self.players = Players()
        self.board = Board(self.players)
        self.history = undo.History()
        self.deeds = undo.Deeds()
        self.begun = False
        """Whether the steps have begun."""
        self.first = 0
        """The first happening of this step."""
        self.hash = blake2b(digest_size=8)
        self.lines: list[tuple[int, chat.Line]] = []
        self.beside: set[str] = set()
        self.sided: list[str] = []
        self.values: dict[tuple[str, str], str] = {}
        self.turns: dict[str, str] = {}
        self.ranges: list[tuple[int, int]] = [(0, 0)]
        """The happenings of each step, from first to behind the last."""
        self.tabbed: dict[str, Callable[[list[str]], None]] = {
            "PLAYER": self._player,
            "PYREMOVE": self._leaves,
            "PNOTE": lambda f: self._ids(f[:1]),
            "SNOTE": lambda f: self._ids(f[1:2]),
            "UNMASK": self._ids,
            "MutableProperty": self._mutable,
            "SHOW_RESULTS": self._results,
            "UNDO": self._undo,
        }

    # ------------------------------------------------------------------------------------------------- the commands

    def run(self, text: str) -> Log:
        for token in commands(text):  # who is who is told late at times
            words = token.text
            if "PLAYER\t" in words[:40]:
                words = words[_length(_LOGGED, words) :]
                if words.startswith("PLAYER\t"):
                    fields = [*split(words, "\t", 4), "", "", ""]
                    self.players.announce(*fields[1:4])
        for token in commands(text):
            begin = _length(_LOGGED, token.text)
            self._take(token.text[begin:] if begin else token.text, token.depth, begin > 0)
        return self._finished()

    def _take(self, text: str, depth: int, logged: bool) -> None:
        if depth == 0 and logged:
            self._end_step()
            self._begin()
            self.board.step = self.log.steps = self.log.steps + 1
        elif text == "end_save":
            self._begin()
        if self.log.steps:
            self.hash.update(text.encode("utf-8", "replace") + b"\x1b")
        if text not in _STRUCTURE:
            self._carry_out(text)

    def _begin(self) -> None:
        """What stands before the first step is the start."""
        if not self.begun:
            self.begun = True
            for piece in self.board.pieces.values():
                self.log.start[piece.number] = found = self.board.snapshot(piece)
                self.board.snapshots.append(found)
            self.log.decks = self.board.decks()

    def _carry_out(self, text: str) -> None:
        head = text[:2]
        if head == "+/":
            self._add(split(text, "/", 4))
        elif head == "-/":
            self.deeds.state.add(("-", text[2:]))
            self.board.remove(text[2:])
        elif head == "D/":
            self._change(split(text, "/", 4))
        elif head == "M/":
            self._move(split(text, "/", 11))
        elif text.startswith("CHAT"):
            self._chat(text[4:])
        elif (tab := text.find("\t", 0, 64)) >= 0 and text[:tab] in self.tabbed:
            self.tabbed[text[:tab]](split(text[tab + 1 :], "\t"))
        elif text.startswith("GlobalProperty\t"):
            fields = split(text[15:], ";", 5)
            self._global([*(fields[1:] if not fields[0] else fields), "", "", ""])
        elif (turn := _TURN.match(text)) is not None:
            self._turn(turn[1], turn[2])
        elif (
            _BOARDS.match(text) is None
            and not text.startswith("LOCKSPOTAB")
            and text[:64].split("\t", maxsplit=1)[0] not in _LEFT_ALONE
        ):
            self._unknown(text)

    def _add(self, fields: list[str]) -> None:
        _, key, type_, state = [*fields, "", "", ""][:4]
        if self.begun:
            self.deeds.state.add(("+", key))
        self.board.add(key, type_, state, not self.begun)

    def _change(self, fields: list[str]) -> None:
        _, key, new = [*fields, "", ""][:3]
        self.deeds.state.add(("D", key, _digest(new), _digest(fields[3]) if len(fields) > 3 else undo.NONE))
        self.board.change(key, new)

    def _move(self, fields: list[str]) -> None:
        if len(fields) < 5:
            self.board.warned["move to nowhere"] += 1
            return
        _, key, map_, x, y, under, old_map, old_x, old_y, _, who = [*fields, *[""] * 7][:11]
        to = (where(map_), number(x), number(y))
        old = (where(old_map), number(old_x), number(old_y)) if len(fields) > 8 else None
        if who:
            self.players.note(who, acts=True)
        self.deeds.state.add(("M", key, repr(to), repr(old) if old else undo.NONE))
        self.board.move(key, to, "" if under == "null" else under, old, who)

    def _tell(self, happening: Happening) -> None:
        self.board.tell(replace(happening, step=self.board.step))

    def _chat(self, raw: str) -> None:
        line = chat.read(raw)
        self.deeds.chats.append(raw[: chat.MAX_LENGTH])
        self.lines.append((len(self.board.happenings), line))
        self._tell(Happening(0, "chat", self.players.named(line.name), line.text, chat=line.kind))

    def _player(self, fields: list[str]) -> None:
        id, name, side = [*fields, "", "", ""][:3]
        player = self.players.joins(id, name, side)
        if self.begun:
            self._tell(Happening(0, "joined", player.label, player.name, player.side))

    def _leaves(self, fields: list[str]) -> None:
        self.players.leaves(fields[0])

    def _ids(self, fields: list[str]) -> None:
        for id in fields:
            self.players.note(id)

    def _undo(self, fields: list[str]) -> None:
        self.deeds.marked = self.deeds.marked or fields[0] == "true"

    def _mutable(self, fields: list[str]) -> None:
        name, old, new, container_ = [*fields, "", "", "", ""][:4]
        self.deeds.state.add(("P", f"{container_}\0{name}", new, old))
        self.values[container_, name] = new
        button = tidy(name)
        for ending in _BESIDE:
            if button.endswith(ending):
                self.beside.add(button.removesuffix(ending))
        roll = chat.dice(button.removesuffix(_RESULT), new) if button.endswith(_RESULT) else None
        if roll is not None:
            self._tell(Happening(0, "dice", "", roll.name, tidy(new), dice=roll.values, sides=roll.sides))
        else:
            self._tell(Happening(0, "property", "", button, tidy(new)))

    def _global(self, fields: list[str]) -> None:
        name, value, container_ = fields[:3]
        old = self.values.get((container_, name))
        self.values[container_, name] = value
        if self.begun and old != value:
            self._tell(Happening(0, "property", "", tidy(name), tidy(value)))

    def _results(self, fields: list[str]) -> None:
        """Faces of special dice, which are counted from zero."""
        faces = [number(face) + 1 for face in fields[1:101] if face.strip()]
        if faces and all(face > 0 for face in faces):
            sides = max(chat.DEFAULT_SIDES, *faces)
            self._tell(Happening(0, "dice", "", tidy(fields[0]), dice=tuple(faces), sides=sides))

    def _turn(self, name: str, state: str) -> None:
        old = self.turns.get(name, "")
        self.turns[name] = state
        self.deeds.state.add(("T", name, state, old))
        if self.begun and old != state:
            levels = [split(level, ";", 1)[0] for level in split(state, "|", 20)[1:]]
            self._tell(Happening(0, "turn", "", tidy(name), tidy("/".join(levels))))

    def _unknown(self, text: str) -> None:
        first = _FIRST.match(text)
        self.log.unknown[first[0] if first else "?"] += 1
        if self.begun:
            self._tell(Happening(0, "unknown", "", tidy(text)))

    # --------------------------------------------------------------------------------------------------- the steps

    def _end_step(self) -> None:
        """What can be told only when a step is complete: who did it, dice that only a report tells, undoing."""
        told = self.board.happenings
        if not self.log.steps:
            first = len(told)
        else:
            first = self.first
            made = any(deed[0] == "+" for deed in self.deeds.state)
            self.log.prints.append(self.hash.digest() + (MADE if made else b"\0"))
            found, exact = self.history.add(self.deeds)
            undoing = self.deeds.marked or found > 0
            self._dice(first, undoing)
            if undoing:
                told[first:] = [replace(h, undone=True) for h in told[first:]]
                self._tell(Happening(0, "undo", "", str(found) if found else ""))
                self._taken_back(found, exact)
            who = next((h.who for h in told[first:] if h.who), "")
            told[first:] = [h if h.who else replace(h, who=who) for h in told[first:]]
            ways = {_way(h) for h in told[first:] if h.kind in ("moved", "drawn", "added") and h.text != UNSEEN}
            if not undoing:
                for _, line in self.lines:
                    self.board.places.reported(line.text, ways)
            self.ranges.append((first, len(told)))
        self.first = len(told)
        self.deeds = undo.Deeds()
        self.hash = blake2b(digest_size=8)
        self.lines.clear()
        self.beside.clear()

    def _dice(self, first: int, undoing: bool) -> None:
        """Keep the dice that are dice; those that a report alone tells come behind it."""
        told = self.board.happenings
        rolls = {at: roll for at, line in self.lines if (roll := chat.roll(line)) is not None} if not undoing else {}
        structural = False
        for at in range(first, len(told)):
            happening = told[at]
            if happening.kind != "dice":
                continue
            sure = happening.text in self.beside or not happening.value or chat.has_die(happening.text) or bool(rolls)
            if undoing or not sure:
                told[at] = replace(happening, kind="property", text=happening.text + _RESULT, dice=())
                continue
            structural = True
            about = next((r for r in rolls.values() if r.name == happening.text), None)
            about = about or (next(iter(rolls.values())) if len(rolls) == 1 else None)
            if about is not None:
                dice = happening.dice or (about.values if about.sides == happening.sides else ())
                told[at] = replace(happening, who=self.players.named(about.who), dice=dice)
            told[at] = replace(told[at], value="")
        if structural:
            names = {h.text for h in told[first:] if h.kind == "dice"}
            rest = [h for h in told[first:] if not _beside(h, names)]
            told[first:] = rest
            return
        for n, (at, roll) in enumerate(rolls.items()):
            who = self.players.named(roll.who)
            made = Happening(self.board.step, "dice", who, roll.name, dice=roll.values, sides=roll.sides)
            told.insert(at + 1 + n, made)

    def _taken_back(self, number_: int, exact: bool) -> None:
        if not number_:
            self._warn(f"step {self.log.steps} takes something back, and nothing is left to take back")
            return
        if not exact:
            self._warn(f"step {self.log.steps} takes something back that is not quite what happened in step {number_}")
        self._mark(number_, True)
        again = self.history.steps[number_ - 1].takes_back
        if again:
            self._mark(again, False)

    def _mark(self, step: int, undone: bool) -> None:
        begin, end = self.ranges[step]
        told = self.board.happenings
        told[begin:end] = [replace(h, undone=undone or False) for h in told[begin:end]]

    def _warn(self, sentence: str) -> None:
        if len(self.log.warnings) < MAX_WARNINGS:
            self.log.warnings.append(sentence)

    # ------------------------------------------------------------------------------------------------------ the end

    def _finished(self) -> Log:
        self._begin()
        self._end_step()
        log, clean = self.log, self.players.clean
        log.players = self.players.all()
        log.happenings = self.board.happenings
        for why, times in self.board.warned.items():
            self._warn(f"pieces {why} ({times:,} times)")
        return cleaned(log, self.board.snapshots, self.board.places.named, clean)


def cleaned(log: Log, pieces: list[Piece], named: Callable[[Spot], Spot], clean: Callable[[str], str]) -> Log:
    """The log with the names of its places, and without any id."""
    seen: set[int] = set()
    for piece in pieces:
        if id(piece) in seen:
            continue
        seen.add(id(piece))
        spot = named(piece.spot)
        piece.spot = replace(
            spot, map=clean(spot.map), zone=clean(spot.zone), location=clean(spot.location), deck=clean(spot.deck)
        )
        piece.gpid, piece.name = clean(piece.gpid), clean(piece.name)
        piece.images = tuple(clean(image) for image in piece.images)
        for texts in (piece.properties, piece.level_names):
            if id(texts) not in seen:
                seen.add(id(texts))
                for key, value in list(texts.items()):
                    texts[key] = clean(value)
    told = log.happenings
    for at, happening in enumerate(told):
        who, text, value = clean(happening.who), clean(happening.text), clean(happening.value)
        if (who, text, value) != (happening.who, happening.text, happening.value):
            told[at] = replace(happening, who=who, text=text, value=value)
    log.players = [replace(p, label=clean(p.label), name=clean(p.name)) for p in log.players]
    log.decks = [replace(deck, name=clean(deck.name), map=clean(deck.map)) for deck in log.decks]
    log.comment = clean(log.comment)
    for word in list(log.unknown):
        if clean(word) != word:
            log.unknown[clean(word)] += log.unknown.pop(word)
    return log


def _length(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.match(text)
    return found.end() if found is not None else 0


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest()


def _way(happening: Happening) -> tuple[Spot, Spot]:
    before = happening.before.spot if happening.before is not None else Spot()
    return before, happening.after.spot if happening.after is not None else Spot()


def _beside(happening: Happening, names: set[str]) -> bool:
    """Whether this is one of the properties that a button for dice sets besides the result."""
    return happening.kind == "property" and any(
        happening.text.endswith(ending) and happening.text.removesuffix(ending) in names for ending in _BESIDE
    )
