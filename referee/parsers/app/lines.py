"""Lines of the notation from the program's log.

They are card plays, resolved Plots and ends of a turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from referee.parsers.app.position import PositionFacts, statements
from referee.parsers.app.reader import AUTOMATIC, CardPlay, EntryDraft, SegmentDraft

_UNSAID = frozenset({"available", "plots", "resolved plots"})
"""Things implied by an entry: placed markers and their origins."""
ClaimTable = dict[tuple[str, str], str]


def card_lines(play: CardPlay, changed: PositionFacts | None) -> list[str]:
    """Possible lines of a card play, the fullest first.

    ``changed`` has the differences at the next save point, None where there is none.
    """
    if play.cancelled:
        return [f"{play.side} {'+'.join(map(str, play.cards))} cancelled"]
    if play.further_cards:
        return _with_further(play, changed)
    found = _forms(play, changed)
    if any(p.capital for p in play.parts):
        found += _forms(replace(play, parts=[replace(p, capital="") for p in play.parts]), changed)
    if changed and len(play.parts) == 1 and _unplaced(play.parts[0]):
        where = [*dict.fromkeys(country for country, _ in changed if country)]
        if len(where) == 1:  # a change in one country alone is most likely the event's subject
            found += _forms(replace(play, parts=[replace(play.parts[0], countries=where)]), changed)
    return list(dict.fromkeys(found))


def _unplaced(part: SegmentDraft) -> bool:
    """Whether a log omits the countries of an event."""
    return part.kind == "event" and part.happened and not (part.countries or part.test_results or part.targets)


def _with_further(play: CardPlay, changed: PositionFacts | None) -> list[str]:
    """Lines for a card with further ones, varied singly."""
    further = play.further_cards
    each = [card_lines(replace(play, further_cards=[]), None)]
    each += [card_lines(f, changed if n == len(further) - 1 else None) for n, f in enumerate(further)]
    first = [lines[0] for lines in each]
    found = [" / ".join([*first[:n], line, *first[n + 1 :]]) for n, lines in enumerate(each) for line in lines]
    return list(dict.fromkeys(found))


def _forms(play: CardPlay, changed: PositionFacts | None) -> list[str]:
    head = f"{play.side} {'+'.join(map(str, play.cards))}{'+R' if play.reserves and not idle(play) else ''}"
    event = any(p.kind == "event" and p.happened for p in play.parts)
    after = None if changed is None else {k: v for k, v in changed.items() if k[1] not in _UNSAID}
    shared: ClaimTable = {}
    for part in play.parts:
        shared |= part.results
    known = after if after is not None else shared
    found: list[str] = []
    folded = _folded(play.parts)
    for parts in (folded, play.parts) if len(folded) < len(play.parts) else (play.parts,):
        for instead in ("no event", "", "event") if any(not p.happened for p in parts) else ("",):
            for full in (True, False) if event else (False, True):
                for detail in (2, 3, 4, 1, 0) if event else (2,):
                    line = f"{head} {_line(play, parts, known if full else {}, instead, detail)}"
                    if line not in found:
                        found.append(line)
    return found


def _folded(parts: list[SegmentDraft]) -> list[SegmentDraft]:
    """Segments with an event's Disrupt as a part of the event."""
    found: list[SegmentDraft] = []
    for part in parts:
        before = found[-1] if found else None
        if part.use == "disrupt" and before is not None and before.kind == "event" and before.side == part.side:
            cells = [(t.country, "" if t.cadre else t.cells) for t in part.targets]
            cadres = [t.country for t in part.targets if t.cadre]
            found[-1] = replace(
                before,
                cells=before.cells + cells,
                cadres=cadres,
                countries=before.countries + [t.country for t in part.targets],
                results=before.results | part.results,
                discards=before.discards + part.discards,
                draws=before.draws + part.draws,
            )
        else:
            found.append(part)
    return found


def _line(play: CardPlay, parts: list[SegmentDraft], known: PositionFacts, instead: str, detail: int) -> str:
    """Segments of a line, with ``instead`` for an event not happening.

    "" leaves it out.
    """
    claims = [_claims(p) for p in parts]
    if known and claims:
        claims[-1] = {**{k: v for k, v in claims[-1].items() if k[1] == "plot"}, **known}
    written = [
        _segment(p, play, detail) + (f" => {statements(c)}" if c else "")
        for p, c in zip(parts, claims, strict=True)
        if p.happened
    ]
    if instead:
        written.insert(next(n for n, p in enumerate(parts) if not p.happened), instead)
    if idle(play) and play.value < 3:
        written.append("reserves")
    return " / ".join(written)


def idle(play: CardPlay) -> bool:
    """Whether a card passed without an act of its player."""
    return not any(p.kind != "event" or (p.side == play.side and p.use != AUTOMATIC) for p in play.parts)


def _claims(part: SegmentDraft) -> ClaimTable:
    """Claims of a segment on its rolls, whose dice are missing."""
    found: ClaimTable = {}
    if part.kind == "event":
        return found
    for target in part.targets:
        if target.test_result and not (part.use == "woi" and (target.country, "governance") in part.results):
            found[target.country, "tested"] = target.test_result
        if part.use == "alert":
            found["", "plot"] = f"plot {target.plots[0]}"
    return found


def _segment(part: SegmentDraft, play: CardPlay, detail: int) -> str:
    if part.kind == "event":
        return " ".join(["event", ", ".join([*_event(part, play, detail), *_besides(part)])]).rstrip()
    words = [part.kind] if part.kind in ("radicalize", "homeland") else []
    if part.side != play.side:
        words.insert(0, part.side)
    if part.kind != "op" and part.use == "reserves":
        return " ".join([*words, "reserves", str(part.number)])
    if part.use == "jihad" and any(t.major for t in part.targets):
        words.append("jihad major")
    else:
        words.append(part.use)
    return " ".join([*words, ", ".join([*_entries(part), *_besides(part)])]).rstrip()


def _besides(part: SegmentDraft) -> list[str]:
    """The Convergence and the capital that follow from a segment."""
    found = [f"convergence[? ?] {name}{' t[?]' if name in part.test_results else ''}" for name in part.convergence]
    return [*found, f"capital {part.capital}"] if part.capital else found


def _entries(part: SegmentDraft) -> list[str]:
    match part.use:
        case "recruit":
            return [_recruit(country, list(group)) for country, group in groupby(part.targets, lambda t: t.country)]
        case "deploy" | "withdraw" | "regime-change":
            dice = "".join(f" gov[{d}]" for d in part.governance)
            dice += f" prestige[{' '.join(part.prestige)}]" if part.prestige else ""
            moved = [f"{t.origin} > {t.country} {t.number}" for t in part.targets]
            return [*moved[:-1], moved[-1] + dice] if moved else []
        case "reserves" | "reassess":
            return []
        case _:
            return [_entry(part.use, t) for t in part.targets]


def _recruit(country: str, targets: list[EntryDraft]) -> str:
    dice = [d for t in targets for d in t.dice]
    came = [t.arrivals for t in targets if t.arrivals is not None]
    text = f"{country} {len(dice)}"
    rolled = [d for d in dice if d]
    if rolled:
        text += f" [{' '.join(rolled)}]"
    return text + (f" +{sum(came)}" if came else "")


def _entry(use: str, t: EntryDraft) -> str:
    cells = f":{t.cells}" if t.cells else ""
    test = " t[?]" if t.test_result else ""
    rolled = f" [{' '.join(t.dice)}]" if any(t.dice) else ""
    match use:
        case "travel":
            return f"{t.origin}{cells or ':?'} > {t.country}{test}{rolled}".replace(":?", "")
        case "jihad" if t.major:
            return f"{t.country} {t.number}{test}{rolled}"
        case "plot":
            return f"{t.country}{cells}{test}{rolled}" + (f": {' '.join(t.plots)}" if t.plots else "")
        case "disrupt" if t.cadre:
            return f"{t.country} cadre"
        case _:
            return f"{t.country}{cells}{test}{rolled}"


def _event(part: SegmentDraft, play: CardPlay, detail: int) -> Iterable[str]:
    """The entries of an event: rolls, Tests and cards.

    With ``detail`` 1 also the result at each place, with 2 every named place, with 3 also its result, with 4 as with 2,
    but Cells do not give the country of the event.
    """
    if detail == 3:
        yield from _things(part)
        return
    tests = dict.fromkeys(part.test_results, "t[?]")
    cells = _cells(part) if detail else {}
    moved: set[str] = set()
    for place, states in cells.items():
        origin, _, to = place.partition(" > ")
        if to:
            yield f"{origin}:{states} > {to}" + (f" {tests.pop(to)}" if to in tests else "")
            moved |= {origin, to}
    yield from _in_countries(part, tests, cells, moved, detail)
    yield from (f"{label}[{value}]" for country, label, value in part.loose if not country)
    discarded = [n for n in part.discards if n not in play.cards]
    if discarded:
        yield f"discard {' '.join(map(str, discarded))}"
    for word, wanted in (("take", True), ("give", False)):
        out = [(n, "Discard" in where or side == part.side) for side, n, where in part.draws if "Draw" not in where]
        cards = [n for n, taken in out if taken == wanted]
        if cards:
            yield f"{word} {' '.join(map(str, cards))}"


def _in_countries(
    part: SegmentDraft, tests: dict[str, str], cells: dict[str, str], moved: set[str], detail: int
) -> Iterable[str]:
    """Effects of an event in each country, without moves of Cells.

    The countries are those between which Cells ``moved``.
    """
    dice: dict[str, list[str]] = {}
    for country, label, value in part.loose:
        dice.setdefault(country, []).append(f"{label}[{value}]")
    postures = {c: words for (c, about), words in part.results.items() if about == "posture" and detail}
    plots: dict[str, list[str]] = {}
    for t in part.targets if detail else ():
        plots.setdefault(t.country, []).extend([] if t.gone else t.plots)
    shown = {*tests, *dice, *cells, *postures, *plots, *(part.countries if detail in (2, 4) else ())} - moved
    for country in dict.fromkeys([*part.countries, *tests, *dice]):
        if not country or country not in shown:
            continue
        rolled = [*([tests[country]] if country in tests else ()), *dice.get(country, ())]
        said = [f"{'cell ' * (detail == 4)}{country}:{cells[country]}" if cells.get(country) else country]
        said += [postures[country]] if country in postures and not rolled else []
        said += ["cadre"] if country in part.cadres and detail else []
        yield " ".join([*said, *rolled]) + (f": {' '.join(plots[country])}" if plots.get(country) else "")


def _cells(part: SegmentDraft) -> dict[str, str]:
    """The Cells moved or removed by an event, by place."""
    found: dict[str, str] = {}
    for place, states in part.cells:
        found[place] = found.get(place, "") + states
    return found


def _things(part: SegmentDraft) -> Iterable[str]:
    """The entries of an event with a list, by its words.

    One without effect says that no card went.
    """
    if not (part.targets or part.cells or part.things or part.test_results or part.loose or part.discards):
        yield "discard none"
        return
    tests = dict.fromkeys(part.test_results, " t[?]")
    alerted: dict[str, list[str]] = {}
    for t in part.targets:
        if t.gone:
            alerted.setdefault(t.country, []).extend(t.plots)
        else:
            yield f"{t.country} plot{tests.pop(t.country, '')}: {' '.join(t.plots)}"
    for country, values in alerted.items():
        yield f"alert {country}: {' '.join(values)}"
    for place, states in _cells(part).items():
        origin, _, to = place.partition(" > ")
        word = "activate " * (place in part.activations)
        yield f"{word}{origin}:{states}" + (f" > {to}{tests.pop(to, '')}" if to else "")
    for (country, thing), n in part.things.items():
        yield f"{country} {f'{n} ' if n > 1 else ''}{thing}{tests.pop(country, '')}"
    for country in tests:
        yield f"{country} t[?]"
    for country, label, value in part.loose:
        yield f"{country} {label}[{value}]".strip()
    if part.discards:
        yield f"discard {' '.join(map(str, part.discards))}"


# ------------------------------------------------------------ standing lines

_TESTED = re.compile(r"(.+) tested: Set (?:posture )?to (Good|Fair|Poor|Hard|Soft)\b")
_PLACED = re.compile(r"Add 1 (?:Sleeper|Active) Cell to (.+) from the funding track\Z", re.IGNORECASE)
_UNBLOCKED = re.compile(r"Unblocked Plot (\d|WMD)(?: \(backlashed\))? in (.+)\Z")
_DEGRADE = re.compile(r"Dice rolls? to degrade governance: (.*)\Z")
_ROLL_POSTURE = re.compile(r"Roll (?:posture of (.+)|(.+) posture)\Z")
_DIE = re.compile(r"Die roll: (\d)")
_DIRECTION = re.compile(r"Direction roll: (\d)\Z")
_AMOUNT = re.compile(r"Rolls for shift amount: (\d) and (\d)")


def set_up(lines: Iterable[str]) -> str:
    """Choices and rolls of a set-up as one line, or ""."""
    tested: dict[str, str] = {}
    placed: list[str] = []
    rolled: list[str] = []
    asked = ""
    for line in lines:
        if (m := _TESTED.match(line)) is not None:
            tested[m[1]] = m[2]
        elif (m := _PLACED.match(line)) is not None:
            placed.append(m[1])
        elif (m := _ROLL_POSTURE.match(line)) is not None:
            asked = m[1] or m[2]
        elif (m := _DIE.match(line)) is not None and asked:
            rolled.append(f"{asked} [{m[1]}]")
            asked = ""
    entries = [*(f"{name} t[?]" if name in tested else name for name in placed), *rolled]
    claims = [f"{name} {tested[name]}" for name in placed if name in tested]
    return f"J set-up {', '.join(entries)}" + (f" => {', '.join(claims)}" if claims else "") if entries else ""


def resolve_line(lines: Iterable[str]) -> str:
    """Resolved Plots as one line, or ""."""
    entries: list[list[str]] = []
    country = asked = ""
    for line in lines:
        if (m := _UNBLOCKED.match(line)) is not None:
            country = m[2]
            entries.append([country, "W" if m[1] == "WMD" else m[1]])
        elif not entries:
            continue
        elif (m := _DEGRADE.match(line)) is not None:
            dice = " ".join(re.findall(r"\d", m[1]))
            entries[-1].append(f"[{dice}]")
        elif (m := _ROLL_POSTURE.match(line)) is not None:
            asked = m[1] or m[2]
        elif (m := _DIE.match(line)) is not None and asked:
            entries[-1].append(f"posture[{m[1]}]" if asked == country else f"with {asked} [{m[1]}]")
            asked = ""
        elif (m := _DIRECTION.match(line)) is not None:
            entries[-1].append(f"prestige[{m[1]}")
        elif (m := _AMOUNT.match(line)) is not None and entries[-1][-1].startswith("prestige["):
            entries[-1][-1] += f" {m[1]} {m[2]}]"
    return "J resolve " + ", ".join(" ".join(e) for e in entries) if entries else ""


_ATTRITION = re.compile(r"Attrition: (.+)\Z")
_ATTRITION_DIE = re.compile(r"(US|Jihadist) die roll ?: (\d)\Z")
_CAPITAL = re.compile(r"Place Caliphate capital marker in (.+)\Z")
CONVERGENCE = re.compile(r"Convergence for (.+) takes place in (.+)\Z")


def end_of_turn(lines: Iterable[str]) -> str:
    """The end of a turn with the dice of its log."""
    entries: list[str] = []
    for line in lines:
        if (m := _ATTRITION.match(line)) is not None:
            entries.append(m[1])
        elif (m := _ATTRITION_DIE.match(line)) is not None and entries:
            entries[-1] += f" {'US' if m[1] == 'US' else 'J'}[{m[2]}]"
        elif (m := CONVERGENCE.match(line)) is not None:
            entries.append(f"convergence[? ?] {m[2]}")
        elif (m := _CAPITAL.match(line)) is not None:
            entries.append(f"capital {m[1]}")
    return " ".join(["end of turn", ", ".join(entries)]).rstrip()
