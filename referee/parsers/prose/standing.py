"""What stands between the plays of a told game: resolved Plots, the end of a turn, deals, how the board stands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.parsers.prose import rolls as dice
from referee.parsers.prose.blocks import Block, deals_each
from referee.parsers.prose.claims import claims, status
from referee.parsers.prose.operations import bracket, placed
from referee.parsers.prose.tokens import Token
from referee.parsers.prose.vocabulary import Vocabulary, group


def resolved(block: Block) -> list[str]:
    """The line of the Plots that were resolved, in the ways in which it may be written."""
    entries: list[tuple[str, int, list[list[Token]]]] = []
    country = ""
    for raw in block.sentences:
        sentence = placed(raw)
        cut = 0
        for i, t in enumerate(sentence):
            if t.kind == "country":
                country = str(t.value)
            value = _value(sentence, i)
            if value is None:
                continue
            if entries and cut == 0:
                start = next((k for k in range(i, 0, -1) if sentence[k].text in (",", "then")), 0)
                entries[-1][2].append(list(sentence[cut:start]))
            where = next((str(x.value) for x in sentence[cut:i][::-1] if x.kind == "country"), "")
            where = where or next((str(x.value) for x in sentence[i : i + 5] if x.kind == "country"), "") or country
            entries.append((where or "?", value, []))
            cut = i + 1
        if entries and sentence[cut:]:
            entries[-1][2].append(list(sentence[cut:]))
    made: list[str] = []
    plain: list[str] = []
    for n, (named, value, told) in enumerate(entries):
        where = named
        found = [r for r in dice.rolls(told) if r.label in ("", dice.POSTURE, dice.PRESTIGE)]
        if where == "?" and len({r.country for r in found if r.country}) == 1:
            where = next(r.country for r in found if r.country)
        text = f"{where}{'#1' if n and where != '?' else ''} {value}"
        if len(found) == 1:
            text += f" {bracket(found[0].values, found[0].label)}"
        else:
            text += "".join(f" {bracket(r.values, r.label)}" for r in found if r.label)
        said = claims(told)
        made.append(text + (f" => {', '.join(said)}" if said else ""))
        plain.append(text.replace("#1", "") + (f" => {', '.join(said)}" if said and n + 1 == len(entries) else ""))
    return list(dict.fromkeys(f"J resolve {', '.join(way)}" for way in (made, plain))) if made else []


def _value(sentence: Sequence[Token], i: int) -> int | None:
    t = sentence[i]
    if (
        t.kind != "num"
        or t.spelled
        or not 1 <= int(t.value) <= 3
        or not i
        or sentence[i - 1].text not in ("a", "the", "plot")
    ):
        return None
    after = sentence[i + 1].text if i + 1 < len(sentence) else ""
    return None if after in group("pieces", "counted") else int(t.value)


def ended(block: Block, writer: str) -> list[str]:
    """The line of the end of a turn."""
    told: list[list[Token]] = []
    for s in block.sentences:
        if any(t.text in ("deal", "polarization", "polarisation", "attrition") for t in s[:3]):
            break
        told.append(s)
    said = [c for c in claims(told) if c.split()[0] in ("prestige", "funding")]
    text = "end of turn" + (f" => {', '.join(said)}" if said else "")
    fights = _attrition(block, writer)
    if fights:
        return [f"end of turn {', '.join(fights)}" + (f" => {', '.join(said)}" if said else ""), text]
    return [text]


def _attrition(block: Block, writer: str) -> list[str]:
    """The dice of Attrition: the country, and whose they are where the writer says mine and his."""
    found: list[str] = []
    country, inside = "", False
    by: dict[str, dict[str, list[int]]] = {}
    for s in block.sentences:
        if any(t.text == "attrition" for t in s):
            inside = True
        if any(t.text == "deal" for t in s):
            break
        if not inside:
            continue
        for clause in _pieces(s):
            place = next((str(t.value) for t in clause if t.kind == "country"), "")
            country = place or country
            low = [t.text for t in clause]
            mine = any(w in ("i", "my", "mine") for w in low)
            his = any(w in ("he", "his", "b", "her", "she") for w in low)
            roll = _attrition_die(clause)
            if roll is None or mine == his or writer not in ("J", "US") or not country:
                continue
            side = writer if mine else "US" if writer == "J" else "J"
            by.setdefault(country, {}).setdefault(side, []).append(roll)
    for country, sides in by.items():
        if all(len(v) == 1 for v in sides.values()):
            found.append(country + "".join(f" {side}[{sides[side][0]}]" for side in ("US", "J") if side in sides))
    return found


def _pieces(sentence: Sequence[Token]) -> list[list[Token]]:
    """A sentence cut where a new owner begins."""
    made: list[list[Token]] = [[]]
    for t in sentence:
        if t.text in ("my", "his", "he", "i") and any(x.text in ("my", "his", "he", "i") for x in made[-1]):
            made.append([])
        made[-1].append(t)
    return made


def _attrition_die(clause: Sequence[Token]) -> int | None:
    for i, t in enumerate(clause):
        if t.kind != "num" or t.spelled or not 1 <= int(t.value) <= 6:
            continue
        before = clause[i - 1].text if i else ""
        after = clause[i + 1 : i + 3]
        if before in group("dice", "roll"):
            return int(t.value)
        verdict = [x.text for x in after if x.text != ","]
        if verdict and verdict[0] in ("no", "yes", "hit", "miss") and after[0].text == ",":
            return int(t.value)
    return None


def dealt(block: Block, writer: str) -> list[str]:
    """How many cards each side was dealt, where the sides are told: "Deal 9 to me, 8 to B.", "9 cards each"."""
    found = block.words()
    numbers = [t for t in found if t.kind == "num"]
    if numbers and deals_each(found):
        n = int(numbers[0].value)
        return [f"deal J {n} US {n}"] if 1 <= n <= 12 else []
    return []


# ------------------------------------------------------------------ how the board stands

_NUMBERED = {
    "troops": "troops",
    "troop": "troops",
    "sleeper": "sleepers",
    "sleepers": "sleepers",
    "active": "actives",
    "actives": "actives",
    "cell": "cells",
    "cells": "cells",
    "militia": "militia",
    "awakening": "awakening",
    "awakenings": "awakening",
    "blue": "awakening",
    "reaction": "reaction",
    "reactions": "reaction",
    "green": "reaction",
    "aid": "aid",
}


def board(block: Block, vocabulary: Vocabulary) -> list[str]:
    """The checkpoints that can be read; a sentence with a word that is not understood is left out whole."""
    made: list[str] = []
    for sentence in block.sentences:
        for group_ in _groups(sentence):
            said = _tracks(group_) if not any(t.kind == "country" for t in group_) else _countries(group_, vocabulary)
            made += said
    return list(dict.fromkeys(made))


def _groups(sentence: Sequence[Token]) -> list[list[Token]]:
    return [list(sentence)] if sentence else []


def _tracks(sentence: Sequence[Token]) -> list[str]:
    text = " ".join(t.text for t in sentence if t.kind != "sign" or t.text in ("/", "&"))
    made = []
    for pattern, form in _TRACKS:
        match = re.search(pattern, text)
        if match:
            made.append(form.format(*(g.capitalize() if g.isalpha() else g for g in match.groups() if g)))
    return made


_TRACKS = [
    (r"\bprest(?:ige)? (\d+)", "prestige {}"),
    (r"\bfund(?:ing)? (\d+)", "funding {}"),
    (r"\bus (hard|soft)\b", "US {}"),
    (r"\bworld (hard|soft) ([123])\b", "world {} {}"),
    (r"\bworld 0\b", "world 0"),
    (r"\btroops (?:on track )?(\d+)\b", "troops track {}"),
    (r"(?<!troops )(?<!track )\b(\d+) troops on (?:the track|track(?!:? \d))", "troops track {}"),
    (r"\bcells (?:on track )?(\d+)\b", "cells track {}"),
    (r"(?<!cells )(?<!track )\b(\d+) cells on (?:the track|track(?!:? \d))", "cells track {}"),
    (r"\bmilitia (?:on )?track (\d+)", "militia track {}"),
    (r"\bgood (?:res )?(\d+)", "good {}"),
    (r"\bisl(?:amist)? (?:res )?(\d+)", "islamist {}"),
    (r"\b(?:fair / good|f / g|f-g|fair/good|f/g) (\d+)", "fair/good {}"),
    (r"\b(?:poor / isl(?:amist)?|p / i|p-i|poor/isl(?:amist)?|p/i) (\d+)", "poor/islamist {}"),
]


def _countries(sentence: Sequence[Token], vocabulary: Vocabulary) -> list[str]:
    """ "Syria, Egypt all Poor Neutral with 1 sleeper": each country with what is said of them together."""
    made: list[str] = []
    places: list[str] = []
    told: list[str] = []
    understood = True
    i = 0
    main = [t for t in sentence if not t.aside]

    def close() -> None:
        if understood and told:
            made.extend(f"{place} {' '.join(told)}" for place in places)

    while i < len(main):
        t = main[i]
        if t.kind == "country" or (t.kind == "us" and i + 1 < len(main) and main[i + 1].kind == "num"):
            name = str(t.value) if t.kind == "country" else "United States"
            if told or not understood:
                close()
                places, told, understood = [], [], True
            places.append(name)
            i += 1
            continue
        state = status(t.text)
        if state is not None:
            told.append(state[1])
        elif t.text in ("rc", "cadre", "besieged", "advisors"):
            told.append({"rc": "RC", "advisors": "1 advisors"}.get(t.text, t.text))
        elif t.text in ("cw",) or (t.text == "civil" and i + 1 < len(main) and main[i + 1].text == "war"):
            told.append("civil war")
            i += t.text == "civil"
        elif t.text == "capital":
            told.append("caliphate capital")
        elif t.text == "no" and i + 1 < len(main) and main[i + 1].text in ("cells", "cadre", "troops"):
            told.append(f"no {main[i + 1].text}")
            i += 1
        elif t.kind == "num" and i + 1 < len(main) and (main[i + 1].text in _NUMBERED or 142 in main[i + 1].values):
            thing = _NUMBERED.get(main[i + 1].text, "militia")
            told.append(f"{t.value} {thing.removesuffix('s') if t.value == 1 and thing != 'advisors' else thing}")
            i += 1
        elif t.text in (",", "+", "&", "and", "all", "each", "with", ":", "-", "now") or (
            t.kind == "sign" and t.text in "()"
        ):
            pass
        elif t.text in ("empty", "nobody"):
            told.append("no cells")
            if t.text == "nobody" and i + 1 < len(main) and main[i + 1].text in ("there", "home"):
                i += 1
        else:
            found = next(
                (m for n in (3, 2, 1) if (m := vocabulary.names.marker(" ".join(x.text for x in main[i : i + n])))),
                None,
            )
            if found is None:
                understood = False
            else:
                told.append(found)
                i += (
                    next(n for n in (3, 2, 1) if vocabulary.names.marker(" ".join(x.text for x in main[i : i + n]))) - 1
                )
        i += 1
    close()
    return made
