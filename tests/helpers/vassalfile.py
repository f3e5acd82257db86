"""A writer of VASSAL logs and saves for tests.

It knows containers, obfuscations, command streams and pieces, and no game.

A trait is a pair of its type and its state; the traits of a piece go outermost first, :func:`basic` last.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal
from xml.sax.saxutils import escape

ESC = "\x1b"
TAB = "\t"
Trait = tuple[str, str]
Age = Literal["2007", "3.2", "new"]
Hiding = Literal["VCSK", "VOBS", "VOBS-", "VCSZ", "VOXZ", "plain"]


def join(tokens: Iterable[str], by: str) -> str:
    """Tokens in the one encoding that VASSAL has for lists."""
    done = []
    for token in tokens:
        wrapped = token.startswith("\\") or (token.startswith("'") and token.endswith("'") and bool(token))
        inner = token.replace(by, "\\" + by)
        done.append(f"'{inner}'" if wrapped else inner)
    return by.join(done)


# ------------------------------------------------------------------------------------------------------------- pieces


def chain(parts: Sequence[str], flat: bool = False) -> str:
    """The parts of a piece.

    They are nested into each other (to 3.7) or side by side (3.8).
    """
    if flat:
        return join(parts, TAB)
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = join([part, text], TAB)
    return text


def basic(
    image: str,
    name: str,
    map: str = "",
    x: int = 0,
    y: int = 0,
    gpid: str = "",
    properties: Mapping[str, str] | None = None,
    age: Age = "new",
) -> Trait:
    """The innermost trait; ``properties`` are the persistent ones, such as OldZone."""
    state = [map or "null", str(x), str(y)]
    if age != "2007":
        state.append(gpid)
    if age == "new":
        pairs = [part for pair in (properties or {}).items() for part in pair]
        state += [str(len(pairs) // 2), *pairs]
    return join(["piece", "", "", image, name], ";"), join(state, ";")


def layer(images: Sequence[str], names: Sequence[str], level: int, name: str = "Layer", old: bool = False) -> Trait:
    """A layer.

    ``level`` counts from 1 and is below zero where it is not active.
    """
    fields = ["Activate", "128", "A", *[""] * 12, join(images, ","), join(names, ","), "true", name]
    return join(["emb2", *fields], ";"), f"{abs(level)};{'A' if level > 0 else ''}" if old else str(level)


def marker(properties: Mapping[str, str]) -> Trait:
    """Fixed properties."""
    return join(["mark", join(properties, ",")], ";"), join(properties.values(), ",")


def dynamic(name: str, value: str) -> Trait:
    """A property that changes."""
    return join(["PROP", name, "false,0,100,true", ""], ";"), value


def label(text: str, form: str = "$pieceName$ ($label$)", name: str = "TextLabel") -> Trait:
    """A text written on the piece."""
    return join(["label", *[""] * 11, form, "Dialog", "0", "0", name], ";"), text


def mask(owner: str, name: str = "Card back", access: str = "player:") -> Trait:
    """A card back.

    ``owner`` is an id of a player, "nobody" in a face-down deck, "" face up.
    """
    return join(["obs", "71,130", "back.png", "", "R", name, access], ";"), join([owner or "null", ""], ";")


def hidden(owner: str) -> Trait:
    """Invisible to the others."""
    return join(["hide", "73,130", "Invisible", "", "player:"], ";"), owner or "null"


def restricted(owner: str) -> Trait:
    """Moved by its owner alone."""
    return join(["restrict", "US,Jihadist", "false", ""], ";"), owner


def moved(flag: bool) -> Trait:
    """The mark of a piece that moved."""
    return "markmoved;;0;0;;;;", "true" if flag else "false"


def piece(traits: Sequence[Trait], flat: bool = False) -> tuple[str, str]:
    """Type and state of a piece."""
    return chain([t for t, _ in traits], flat), chain([s for _, s in traits], flat)


def stack(map: str, x: int, y: int, ids: Iterable[str], layer: str = "@@-1") -> tuple[str, str]:
    """Type and state of a stack, bottom first.

    Old ones have no layer.
    """
    return "stack", join([map or "null", str(x), str(y), *ids, *([layer] if layer else [])], ";")


def deck(map: str, x: int, y: int, name: str, ids: Iterable[str], face_down: bool = True) -> tuple[str, str]:
    """Type and state of a deck, bottom first."""
    kind = ["deck", "true", "0,0,0", "100", "140", "Always", "Always", "false", "true", "false", "", "", "", name]
    held = join(ids, ",")
    state = [map, str(x), str(y), "true" if face_down else "false", *([held] if held else [])]
    return join([*kind, "", "", "", "true", "false"], ";"), join(state, ";")


# ------------------------------------------------------------------------------------------------------------ commands


@dataclass
class Node:
    """A command with its sub-commands."""

    text: str = ""
    below: list[Node] = field(default_factory=list)

    def encode(self) -> str:
        """The command as text of the stream."""
        return join([self.text, *(n.encode() for n in self.below)], ESC) if self.below else self.text

    def logged(self) -> Node:
        """The command as text of a log, with every part marked."""
        return Node("LOG\t" + self.text, [n.logged() for n in self.below])


def add(id: str, parts: tuple[str, str]) -> str:
    """A piece, stack or deck appears."""
    return join(["+", id, *parts], "/")


def remove(id: str) -> str:
    """It goes."""
    return "-/" + id


def change(id: str, new: str, old: str | None = None) -> str:
    """It gets a new state."""
    return join(["D", id, new, *([old] if old is not None else [])], "/")


def move(
    id: str,
    to: tuple[str, int, int],
    come_from: tuple[str, int, int],
    under: str = "",
    old_under: str = "",
    player: str | None = "",
) -> str:
    """A move.

    ``under`` is the piece below it at its new place. Without ``player`` (None) as in old files.
    """
    fields = ["M", id]
    for (where, x, y), below in ((to, under), (come_from, old_under)):
        fields += [where or "null", str(x), str(y), below or "null"]
    return join([*fields, *([player] if player is not None else [])], "/")


def chat(text: str) -> str:
    """A line in the chat window, as it is sent."""
    return "CHAT" + text


def said(name: str, text: str, old: bool = False) -> str:
    """A line that a player typed."""
    return chat(f"<{name}> - {text}" if old else f"&lt;{name}&gt; - {text}")


def player(id: str, name: str, side: str) -> str:
    """Someone takes a side."""
    return join(["PLAYER", id, name, side], TAB)


def mutable(name: str, old: str, new: str, container: str = "Module") -> str:
    """A global property changes."""
    return join(["MutableProperty", name, old, new, container], TAB)


def global_property(name: str, value: str, container: str = "Module") -> str:
    """A global property as it is."""
    return "GlobalProperty\t" + join(["", name, value, container], ";")


def turn(state: str, id: str = "TurnTracker0") -> str:
    """The turn tracker."""
    return join(["TURN" + id, state], TAB)


def rolled(name: str, dice: Sequence[int], who: str, before: str = "", properties: bool = True) -> Node:
    """A roll with the button of this name.

    It is the report, and below it the additions of recent engines.
    """
    result = ",".join(map(str, dice))
    told = Node(chat(f"*** {name} = {result} *** &lt;{who}&gt;"))
    if properties:
        told.below = [
            Node(mutable(f"{name}_result", before, result)),
            Node(mutable(f"{name}_total", "", str(sum(dice)))),
        ]
    return told


def undoing(inverse: Iterable[str], marked: bool = True) -> Node:
    """A step that takes another back.

    Old clients do not mark it.
    """
    inside = [Node(text) for text in inverse]
    return Node("UNDO\ttrue", [*inside, Node("UNDO\tfalse")]) if marked else Node("", inside)


def stream(restore: Iterable[str | Node], steps: Iterable[str | Node] = ()) -> str:
    """The commands of a whole file: start, and steps of a log."""

    def node(part: str | Node) -> Node:
        return part if isinstance(part, Node) else Node(part)

    start, after = [node(p) for p in restore], [node(p).logged() for p in steps]
    pieces = [n for n in start if n.text.startswith("+/")]
    others = [n for n in start if not n.text.startswith("+/")]
    return Node("begin_save", [Node(), Node("", pieces), *others, Node("end_save"), *after]).encode()


# ----------------------------------------------------------------------------------------------------------- the file


def hide(text: str | bytes, how: Hiding = "VCSK", key: int = 0x5A) -> bytes:
    """A stream of commands as an entry holds it.

    ``VOBS-`` is the form without the mark at the beginning.
    """
    data = text.encode("utf-8") if isinstance(text, str) else text
    if how == "plain":
        return data
    if how == "VCSZ":
        data = zlib.compress(data)
    crossed = data.translate(bytes(b ^ key for b in range(256)))
    if how == "VOBS":
        return b"!VOBS" + bytes([key]) + crossed
    if how == "VOBS-":
        return b"VOBS" + bytes([key]) + crossed
    if how == "VOXZ":
        return b"!VOXZ" + bytes([key]) + crossed
    return b"!" + how.encode() + f"{key:02x}".encode() + crossed.hex().encode()


def data_xml(engine: str, version: str = "", name: str = "", comment: str = "", saved: int = 0) -> str:
    """The data beside the stream, about the save or the module."""
    named = f"  <name>{escape(name)}</name>\n" if name else ""
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n'
        f"  <version>{escape(version)}</version>\n  <VassalVersion>{escape(engine)}</VassalVersion>\n"
        f"  <dateSaved>{saved}</dateSaved>\n  <description>{escape(comment)}</description>\n{named}</data>\n"
    )


def pack(entries: Mapping[str, bytes | str]) -> bytes:
    """A file of these entries."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def file(
    text: str | bytes,
    how: Hiding = "VCSK",
    key: int = 0x5A,
    engine: str = "3.6.4",
    module: str = "Invented Module",
    module_version: str = "1.0",
    comment: str = "",
    saved: int = 1_700_000_000_000,
    metadata: bool = True,
) -> bytes:
    """A whole log or save, as an engine writes it."""
    entries: dict[str, bytes | str] = {"savedGame": hide(text, how, key)}
    if metadata:
        entries["savedata"] = data_xml(engine, comment=comment, saved=saved)
        entries["moduledata"] = data_xml(engine, module_version, module)
    return pack(entries)


@dataclass(frozen=True)
class Engine:
    """The format of an engine of one time."""

    version: str
    how: Hiding = "VCSK"
    flat: bool = False
    age: Age = "new"
    old_layers: bool = False
    moves_signed: bool = True
    dice_properties: bool = True
    undo_marked: bool = True
    metadata: bool = True


ENGINES = (
    Engine(
        "3.0", age="2007", old_layers=True, moves_signed=False, dice_properties=False, undo_marked=False, metadata=False
    ),
    Engine("3.2.17", age="3.2", dice_properties=False, undo_marked=False),
    Engine("3.4.12"),
    Engine("3.6.4"),
    Engine("3.7.15"),
    Engine("3.8.0", how="VOBS", flat=True),
)
