"""What a told game says things came to: tracks, Posture, the state of a country. Only what stands side by side counts."""

from __future__ import annotations

from collections.abc import Sequence

from referee.parsers.prose.rolls import real
from referee.parsers.prose.tokens import Token
from referee.parsers.prose.vocabulary import group, words


def status(word: str) -> tuple[str, str] | None:
    """What a word states of a country: its kind and the notation's word."""
    for kind in ("governance", "alignment", "posture"):
        for name, forms in words()[kind].items():
            if word in forms:
                return kind, name
    return None


def claims(found: Sequence[Sequence[Token]]) -> list[str]:
    """The statements of these sentences; of several about one thing the last."""
    said: dict[str, str] = {}
    for sentence in found:
        main = real([t for t in sentence if not t.aside])
        for i, t in enumerate(main):
            track = next((name for name, forms in words()["tracks"].items() if t.text in forms), "")
            if track and not (i and main[i - 1].text in ("low", "high", "for", "of", "no")):
                value = _track(main, i + 1)
                if value is not None:
                    said.pop(track, None)
                    said[track] = f"{track} {value}"
            if t.text == "world":
                world = _world(main, i + 1)
                if world:
                    said["world"] = world
            if t.kind == "us" and i + 1 < len(main):
                posture = _us(main, i + 1)
                if posture:
                    said["US"] = posture
    return list(said.values())


_COMING = frozenset(
    {
        "is",
        "now",
        "to",
        "at",
        "stays",
        "stay",
        "back",
        "still",
        "already",
        "on",
        "goes",
        "went",
        "drops",
        "dropped",
        "falls",
        "fell",
    }
    | {"rises", "rose", "sinks", "sank", "down", "up"}
)


def _track(main: Sequence[Token], i: int) -> int | None:
    """What a track came to, if the words say nothing but that: "Prestige 7 -> 3", "funding to 9", "prestige 3"."""
    while i < len(main) and (main[i].text in _COMING or main[i].text in (":", "of")):
        if main[i].text == ":" and i + 1 < len(main) and main[i + 1].kind != "num":
            return None
        i += 1
    if i < len(main) and main[i].kind == "mod":
        j = i + 1
        if j < len(main) and main[j].text == ",":
            j += 1
        while j < len(main) and main[j].text in ("stays", "on", "stay", "at", "still"):
            j += 1
        if j < len(main) and main[j].text in ("=", "->"):
            j += 1
        elif j == i + 1:
            return None
        i = j
    if i >= len(main) or main[i].kind != "num" or main[i].spelled:
        return None
    value = int(main[i].value)
    i += 1
    if i + 1 < len(main) and main[i].text in ("->", "to") and main[i + 1].kind == "num":
        value, i = int(main[i + 1].value), i + 2
    if i < len(main) and main[i].text == "/" and i + 1 < len(main) and main[i + 1].kind == "num":
        return None
    if any(t.kind == "mod" for t in main[i : i + 3]):
        total = next((j for j in range(i, len(main) - 1) if main[j].text == "=" and main[j + 1].kind == "num"), None)
        return int(main[total + 1].value) if total is not None and total < i + 6 else None
    if i < len(main) and main[i].text in ("roll", "dice", "die", "and", "->", "=", "or", "for"):
        return (
            value if main[i].text in ("and", "for") and not (i + 1 < len(main) and main[i + 1].kind == "num") else None
        )
    return value if value <= 12 else None


def _world(main: Sequence[Token], i: int) -> str:
    while i < len(main) and main[i].text in ("is", "now", "goes", "to", "at"):
        i += 1
    if i < len(main) and main[i].text == "0":
        return "world 0"
    found = status(main[i].text) if i < len(main) else None
    if (
        found
        and found[0] == "posture"
        and i + 1 < len(main)
        and main[i + 1].kind == "num"
        and 1 <= int(main[i + 1].value) <= 3
    ):
        return f"world {found[1]} {main[i + 1].value}"
    return ""


def _us(main: Sequence[Token], i: int) -> str:
    while i < len(main) and main[i].text in ("goes", "is", "back", "to", "now", "turns", "set"):
        i += 1
    found = status(main[i].text) if i < len(main) else None
    if found and found[0] == "posture" and (i + 1 >= len(main) or main[i + 1].kind == "sign"):
        return f"US {found[1]}"
    return ""


def states(found: Sequence[Sequence[Token]]) -> list[tuple[str, list[str]]]:
    """Countries with what is said of them right behind their name: "Syria Fair Neutral", "Serbia soft"."""
    said: list[tuple[str, list[str]]] = []
    for sentence in found:
        main = real([t for t in sentence if not t.aside])
        for i, t in enumerate(main):
            if t.kind != "country":
                continue
            told: dict[str, str] = {}
            j = i + 1
            while j < len(main) and (one := status(main[j].text)) is not None and one[0] not in told:
                told[one[0]] = one[1]
                j += 1
            closed = j >= len(main) or main[j].text in (",", ":", "and", ")", "-", "now")
            if j + 1 < len(main) and main[j].text == "," and main[j + 1].text in group("dice", "roll"):
                closed = False
            if (told and closed and "posture" not in told) or (told and closed and len(told) == 1):
                said.append((str(t.value), list(told.values())))
    return said
