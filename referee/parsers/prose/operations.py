"""The entries of an Operation as its sentences tell them; each entry in the ways in which it may be written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from referee.parsers.prose import rolls as dice
from referee.parsers.prose.rolls import Roll, real
from referee.parsers.prose.segments import Part
from referee.parsers.prose.tokens import Token, clauses
from referee.parsers.prose.vocabulary import group

MOST = 24
"""Most ways in which one part of a line is written."""
Text = list[str]


def operation(part: Part, among: Sequence[Roll]) -> Text:
    """The ways in which an Operation may be written, the likeliest first; "?" stands for what is not told."""
    build = _BUILDERS.get(part.use)
    if build is None:
        return [part.use]
    return build(part, among)[:MOST]


def bracket(values: Sequence[int], label: str = "") -> str:
    """Dice as they are written."""
    return f"{label}[{' '.join(map(str, values))}]"


def main_clauses(part: Part) -> list[list[Token]]:
    """The clauses that tell the Operation itself: the first from its word on, none in brackets, none that is not so."""
    made = []
    for n, sentence in enumerate(part.sentences):
        whole = placed(sentence)
        cut = whole[part.behind :] if n == 0 else whole
        main = real([t for t in cut if not t.aside])
        if main:
            made.append(main)
    return made


def placed(clause: Sequence[Token]) -> list[Token]:
    """The same words, the United States as a country where they are one."""
    made = list(clause)
    for i, t in enumerate(made):
        if t.kind == "us" and dice._placed(made, i):
            made[i] = Token("country", t.text, "United States", aside=t.aside)
    return made


def target(part: Part) -> str:
    """The country that stands first behind the word for the use, "?" if none does."""
    for clause in main_clauses(part)[:2]:
        for i, t in enumerate(clause):
            if t.kind == "country" and not (i + 1 < len(clause) and clause[i + 1].text in ("and", "or", "/")):
                return str(t.value)
            if t.kind == "country":
                return "?"
    return "?"


def cells_named(found: Sequence[Sequence[Token]], most: int = 6) -> str:
    """Which Cells are named first: "two active cells" is aa, "both sleepers" ss; "" if none are."""
    for clause in found:
        for i, t in enumerate(clause):
            state = "a" if t.text in ("active", "actives") else "s" if t.text in ("sleeper", "sleepers") else ""
            if not state:
                continue
            if state == "a" and any(x.text in ("sleeper", "sleepers") for x in clause[max(0, i - 4) : i]):
                state = "s"
            before = clause[max(0, i - 4) : i]
            near = [x.text for x in (*clause[max(0, i - 1) : i], *clause[i + 1 : i + 2])]
            became = any(w in ("is", "are", "now", "goes", "go", "turns", "flips") for w in near)
            if state == "a" and became and "active" not in near:
                state = "s"
            number = next(
                (
                    x
                    for x in reversed(before)
                    if x.kind == "num" or x.text in ("both", "all", "the", "last", "a", "my", "your")
                ),
                None,
            )
            if number is not None and number.text == "all":
                return ""
            n = (
                2
                if number is not None and number.text == "both"
                else int(number.value)
                if number is not None and number.kind == "num"
                else 1
            )
            if (
                i + 1 < len(clause)
                and clause[i + 1].text in ("left", "now")
                and state == "a"
                and number is not None
                and number.kind == "num"
            ):
                return ""
            return state * n if 1 <= n <= most else ""
    return ""


# ------------------------------------------------------------------ of the US


def _woi(part: Part, among: Sequence[Roll]) -> Text:
    where = target(part)
    text = where
    tests = [r for r in among if r.label == dice.TEST and r.country == where]
    plain = [r for r in among if r.label in ("", dice.POSTURE)]
    values = plain[0].values[:1] if plain else lone(part)
    if plain and len(plain[0].values) > 1:
        values = []
    if tests and len(tests[0].values) == 1:
        text += f" {bracket(tests[0].values, 't')}"
    text = f"woi {text} {bracket(values) if values else '[?]'}"
    spread = next((r for r in among if r.label == dice.CONVERGENCE), None)
    if spread is not None:
        text += f" {bracket(spread.values, spread.label)}"
        tested = next(
            (r for r in among if r.label == dice.TEST and spread.country and r.country == spread.country), None
        )
        text += f" {spread.country}" if spread.country else ""
        text += f" {bracket(tested.values, 't')}" if tested is not None else ""
    return [text]


def lone(part: Part) -> list[int]:
    """The number that is a sentence of its own: "War of Ideas in the Gulf. 2. No."."""
    for sentence in part.sentences[1:]:
        if (
            len(sentence) == 1
            and sentence[0].kind == "num"
            and not sentence[0].spelled
            and 1 <= int(sentence[0].value) <= 6
        ):
            return [int(sentence[0].value)]
    return []


def _regime_change(part: Part, among: Sequence[Roll]) -> Text:
    where = target(part)
    found = main_clauses(part)
    n = _number_of(found, ("troops", "troop", "cubes"))
    if not n:
        n = next(
            (
                int(c[i + 1].value)
                for c in found
                for i, t in enumerate(c[:-1])
                if t.text == "with" and c[i + 1].kind == "num"
            ),
            0,
        )
    words_ = [t.text for c in found[:1] for t in c]
    origin = "track" if "track" in words_ else "?"
    text = f"regime-change {origin} > {where}" + (f" {n}" if n else "")
    governance = next((r for r in among if r.label == dice.GOVERNANCE and len(r.values) == 1), None)
    prestige = next((r for r in among if r.label == dice.PRESTIGE and len(r.values) == 3), None)
    loose = [r for r in among if r.label == "" and len(r.values) == 1]
    if governance is None and loose:
        governance = loose[0]
    if governance is not None:
        text += f" {bracket(governance.values, 'gov')}"
    if prestige is not None:
        text += f" {bracket(prestige.values, 'prestige')}"
    return [text]


def _number_of(found: Sequence[Sequence[Token]], things: Sequence[str]) -> int:
    for clause in found:
        for i, t in enumerate(clause):
            if t.kind == "num" and any(x.text in things for x in clause[i + 1 : i + 2]):
                return int(t.value)
    return 0


def _deploy(part: Part, among: Sequence[Roll]) -> Text:
    for clause in main_clauses(part):
        origin = goal = ""
        n = 0
        for i, t in enumerate(clause):
            before = clause[i - 1].text if i else ""
            if t.kind == "num" and not n and before not in ("turn",):
                n = int(t.value)
            place = str(t.value) if t.kind == "country" else "track" if t.text == "track" else ""
            if not place:
                continue
            lead = [x.text for x in clause[max(0, i - 2) : i]]
            follows = clause[i + 1].text if i + 1 < len(clause) else ""
            if "to" in lead or "into" in lead or "->" in lead:
                goal = goal or place
            elif "from" in lead or "off" in lead or follows in ("->", "to"):
                origin = origin or place
            elif "in" in lead:
                goal = goal or place
        if goal or origin:
            return [f"deploy {origin or '?'} > {goal or '?'}" + (f" {n}" if n else "")]
    return ["deploy ?"]


def _withdraw(part: Part, among: Sequence[Roll]) -> Text:
    prestige = next((r for r in among if r.label == dice.PRESTIGE and len(r.values) == 3), None)
    text = _deploy(part, among)[0].removeprefix("deploy ")
    return [f"withdraw {text}" + (f" {bracket(prestige.values, 'prestige')}" if prestige else "")]


def _disrupt(part: Part, among: Sequence[Roll]) -> Text:
    where = target(part)
    found = main_clauses(part)
    first = [t.text for t in found[0]] if found else []
    named = next((i for i, t in enumerate(found[0]) if t.kind == "country"), 0) if found else 0
    if "cadre" in first[:named]:
        return [f"disrupt {where} cadre"]
    cells = cells_named(found, 2)
    if cells and where != "?":
        return [f"disrupt {where}:{cells}", f"disrupt {where}"]
    return [f"disrupt {where}"]


def _alert(part: Part, among: Sequence[Roll]) -> Text:
    where = target(part)
    value = next((v for c in main_clauses(part) if (v := _turned(c)) is not None), None)
    return [f"alert {where}" + (f" => plot {value}" if value and where != "?" else "")]


def _turned(clause: Sequence[Token]) -> int | None:
    for i, t in enumerate(clause):
        if (
            t.kind == "num"
            and not t.spelled
            and 1 <= int(t.value) <= 3
            and i
            and clause[i - 1].text in ("a", "the", "plot")
        ):
            if i + 1 < len(clause) and clause[i + 1].text in group("pieces", "counted"):
                continue
            return int(t.value)
    return None


# ------------------------------------------------------------------ of the Jihadist


def counted(part: Part, among: Sequence[Roll]) -> list[tuple[str, int, list[int]]]:
    """The countries of rolls, with the number of rolls and the dice as far as they are told."""
    order: list[str] = []
    count: dict[str, int] = {}
    found = main_clauses(part)
    for n, clause in enumerate(found):
        for i, t in enumerate(clause):
            if t.kind != "country":
                continue
            name = str(t.value)
            number = _count_before(clause, i) or _count_behind(clause, i)
            rolled = any(r.country == name for r in among)
            if name not in order and (number or rolled or (n == 0 and not order)):
                order.append(name)
                count[name] = number
    by_country: dict[str, list[int]] = {}
    for r in among:
        if r.label == "" and r.country:
            by_country.setdefault(r.country, []).extend(r.values)
    return [(name, count[name], by_country.get(name, [])) for name in order]


_THIN = frozenset({"in", "die", "dice", "for", "more", "roll", "rolls", "cell", "cells", "the", "to", "of", "d"})


def _count_before(clause: Sequence[Token], i: int) -> int:
    j = i - 1
    passed = 0
    while j >= 0 and clause[j].text in _THIN:
        passed += 1
        j -= 1
    if j >= 0 and clause[j].kind == "num" and 1 <= int(clause[j].value) <= 6:
        if not passed and clause[j].spelled is False and j and clause[j - 1].kind == "country":
            return 0
        return int(clause[j].value)
    return 0


def _count_behind(clause: Sequence[Token], i: int) -> int:
    """ "Pakistan 1 die", "Iraq with two dice"."""
    for j in range(i + 1, min(i + 4, len(clause) - 1)):
        if clause[j].kind == "num" and clause[j + 1].text in ("die", "dice", "roll", "rolls"):
            return int(clause[j].value)
        if clause[j].kind == "country":
            break
    return 0


def _recruit(part: Part, among: Sequence[Roll]) -> Text:
    items = []
    for name, n, values in counted(part, among):
        text = name
        if n and (not values or len(values) == n):
            text += f" {n}"
        if values and (not n or len(values) <= n):
            text += f" {bracket(values)}"
        items.append(text)
    loose = _loose(among, part)
    if len(items) == 1 and "[" not in items[0] and loose:
        items[0] += f" {bracket(loose)}"
    return ["recruit " + (", ".join(items) or "?")]


def _loose(among: Sequence[Roll], part: Part) -> list[int]:
    """Dice for which no country is told."""
    plain = [r for r in among if r.label == "" and not r.country]
    return plain[0].values if len(plain) == 1 else [] if plain or any(r.label == "" for r in among) else lone(part)


def _jihad(part: Part, among: Sequence[Roll]) -> Text:
    found = main_clauses(part)
    major = part.marked > 0 and any(t.text == "major" for t in part.sentences[0][max(0, part.marked) : part.behind])
    items = []
    rolled = counted(part, among)
    if not rolled:
        every = [r for r in among if r.label == ""]
        return [
            "jihad " + ("major " if major else "") + "?" + (f" {bracket(every[0].values)}" if len(every) == 1 else "")
        ]
    for name, _, values in rolled:
        cells = ""
        if len(rolled) == 1:
            with_ = [t for s in part.sentences for t in s]
            near = _behind_with(with_)
            cells = near if not values or len(near) == len(values) else ""
        text = f"major {name}" if major else name + (f":{cells}" if cells else "")
        loose = values or (_loose(among, part) if len(rolled) == 1 else [])
        items.append(text + (f" {bracket(loose)}" if loose else ""))
    return ["jihad " + ", ".join(items), "jihad " + ", ".join(_bare(i) for i in items)] if found else ["jihad ?"]


def _bare(item: str) -> str:
    """An entry without its Cells."""
    head, _, rest = item.partition(":")
    return head + (rest[rest.index(" ") :] if " " in rest else "") if rest else head


def _behind_with(found: Sequence[Token]) -> str:
    """The Cells of "with the one active cell", "(the active one and a sleeper)"."""
    states = [
        ("a" if t.text in ("active", "actives") else "s", i)
        for i, t in enumerate(found[:24])
        if t.text in ("active", "actives", "sleeper", "sleepers")
    ]
    if not states:
        return ""
    said = ""
    for state, i in states:
        before = found[max(0, i - 2) : i]
        number = next((t for t in reversed(before) if t.kind == "num"), None)
        said += state * (int(number.value) if number is not None and int(number.value) <= 6 else 1)
    return "".join(sorted(said, reverse=True))


def _plot(part: Part, among: Sequence[Roll]) -> Text:
    entries = counted(part, among)
    if not entries:
        every = [r for r in among if r.label == ""]
        values = every[0].values if len(every) == 1 else lone(part)
        return [f"plot ? {bracket(values)}" if values else "plot ?"]
    told = _told_marker(part)
    ways: list[list[str]] = []
    for name, n, values in entries:
        loose = values or (_loose(among, part) if len(entries) == 1 else [])
        if n and loose and len(loose) != n:
            loose = []
        text = f"{name}" + (f" {bracket(loose)}" if loose else f" {n}" if n else "")
        marks = [
            f"{text}: " + " ".join(m * k)
            for k in range(1, len(loose or [1]) + 1)
            for m in ([told] if told else []) + ["?"]
        ]
        low = min(loose, default=1)
        ways.append([*marks, text] if low <= 3 else [text])
    return ["plot " + ", ".join(way) for way in product(*ways)][:MOST]


def _told_marker(part: Part) -> str:
    for sentence in part.sentences:
        for clause in clauses(list(sentence)):
            for i, t in enumerate(clause):
                if t.text in ("2s", "1s", "3s") and i and clause[i - 1].text == "both":
                    return t.text[0]
                if (
                    t.kind == "num"
                    and not t.spelled
                    and 1 <= int(t.value) <= 3
                    and i > 1
                    and clause[i - 1].text in ("a", "the")
                    and (
                        (clause[i - 2].text in ("it's", "is", "its", "take", "with") and i + 2 >= len(clause))
                        or "again" in [x.text for x in clause[i:]]
                    )
                ):
                    return str(t.value)
    return ""


# ------------------------------------------------------------------ Travel


def _travel(part: Part, among: Sequence[Roll]) -> Text:
    entries: list[tuple[str, str, str, int]] = []
    origin, origin_cells = "", ""
    for clause in main_clauses(part):
        if any(t.text in group("dice", "test") for t in clause[:2]) or (clause[0].text in ("roll", "rolls")):
            continue
        start, last = 0, -1
        for i, t in enumerate(clause):
            if t.kind != "country":
                continue
            between = clause[start:i]
            low = [x.text for x in between]
            behind = [x.text for x in clause[i + 1 : i + 4]]
            name = str(t.value)
            stays = any(w in group("moving", "stay") for w in low)
            moves = any(w in ("to", "->", "into") for w in low)
            state = _state(between)
            if "," in behind:
                behind = behind[: behind.index(",")]
            if last >= 0 and clause[last].value == name and (stays or "in" in low) and "," not in low:
                entries.append((name, name, "a" if _state(clause[max(0, last - 4) : i]) == "a" else "", 1))
            elif any(w in group("moving", "stay") for w in behind) and "," not in behind:
                nxt = next((x for x in clause[i + 1 :] if x.kind == "country"), None)
                if nxt is None or nxt.value != name:
                    entries.append((name, name, state if state == "a" else "", 1))
            elif (
                moves
                and last >= 0
                and "," not in low
                and not any(w == "and" for w in low)
                and _from(clause, last, entries, origin)
            ):
                count = 1 if ":" in low else _number(between) or _counted(clause, last)
                before = _state(clause[max(0, last - 3) : i]) or ""
                entries += [(str(clause[last].value), name, before, 1)] * count
            elif moves and origin and not any(w in ("from", "out") for w in low[-3:]):
                entries += [(origin, name, state or origin_cells, 1)] * (_number(between) or 1)
            elif moves and last < 0 and not entries and "," not in low:
                entries.append(("?", name, "", 1))
            elif any(w in ("from", "out") for w in low[-3:]):
                origin, origin_cells = name, state
            last, start = i, i + 1
    made: list[str] = []
    used: list[Roll] = []
    seen: list[str] = []
    for a, b, cells, _ in entries:
        text = f"{a}{':' + cells if cells and a != '?' else ''} > {b}"
        if b not in seen and a != b:
            for r in among:
                if r.country == b and r not in used and len(r.values) == 1 and r.label in ("", dice.TEST):
                    text += f" {bracket(r.values, r.label)}"
                    used.append(r)
            seen.append(b)
        made.append(text)
    if not made:
        return ["travel ?"]
    without = [_strip_cells(m) for m in made]
    tested = [re.sub(r"(?<= )\[(\d)\]", r"t[\1]", m) for m in made]
    ways = [made, tested, without]
    return list(dict.fromkeys("travel " + ", ".join(w) for w in ways))


def _number(found: Sequence[Token]) -> int:
    """How many Cells go, as it is said last."""
    return next((int(t.value) for t in reversed(found) if t.kind == "num" and 1 <= int(t.value) <= 5), 0)


def _strip_cells(entry: str) -> str:
    left, _, right = entry.partition(" > ")
    return f"{left.partition(':')[0]} > {right}"


def _state(found: Sequence[Token]) -> str:
    for t in reversed(found):
        if t.text in ("active", "actives"):
            return "a"
        if t.text in ("sleeper", "sleepers"):
            return "s"
    return ""


def _from(clause: Sequence[Token], last: int, entries: list[tuple[str, str, str, int]], origin: str) -> bool:
    """Whether the country before an arrow is where the Cell comes from, and not the goal of the one before."""
    low = [t.text for t in clause[max(0, last - 2) : last]]
    return not any(w in ("to", "into", "->") for w in low)


def _counted(clause: Sequence[Token], last: int) -> int:
    for t in reversed(clause[max(0, last - 3) : last]):
        if t.kind == "num" and 1 <= int(t.value) <= 3:
            return int(t.value)
        if t.text == ",":
            break
    return 1


_BUILDERS = {
    "woi": _woi,
    "regime-change": _regime_change,
    "deploy": _deploy,
    "withdraw": _withdraw,
    "disrupt": _disrupt,
    "alert": _alert,
    "recruit": _recruit,
    "jihad": _jihad,
    "plot": _plot,
    "travel": _travel,
}
