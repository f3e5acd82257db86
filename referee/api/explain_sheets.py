"""``referee explain`` on the sheets of the solitaire systems: a box, a line of a list, a whole system, a card's line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.api.lookup import plain
from referee.editions.solo import options as named
from referee.editions.solo import sheets
from referee.editions.solo.flowchart.chart import DOUBTS, Box, Group, Instruction, Preference, Sheet
from referee.rules import rulebook

SYSTEMS = {
    "jihadist bot": named.JIHADIST_BOT,
    "us bot": named.US_BOT,
    "activities": named.ACTIVITIES,
    "jihadist activities": named.ACTIVITIES,
}
"""What a system is asked for by, without case and punctuation."""
Laid = Callable[[str, str, str], list[str]]
"""Lays out a paragraph: its text, what stands before its first line, and before the others."""


def box(asked: str) -> dict[str, Any] | None:
    """Every box and every line of this name, of all systems; None if there is none."""
    wanted = plain(asked)
    found = [_box(name, b) for name, sheet in _all() for b in sheet.boxes if plain(b.id) == wanted]
    for name, sheet in _all():
        for called, groups in sheet.groups.items():
            found += [_row(name, called, g.id, g, groups[0].rule) for g in groups if plain(g.id) == wanted]
        for c in sheet.columns.values():
            found += [
                _row(name, c.id, f"{c.id} {p.row}", p, c.rule) for p in c.rows if plain(f"{c.id} {p.row}") == wanted
            ]
    return {"box": found[0]["id"], "entries": found} if found else None


def system(asked: str) -> dict[str, Any] | None:
    """A whole system; None if nothing is called so."""
    name = SYSTEMS.get(plain(asked))
    if name is None:
        return None
    sheet = sheets.SHEETS[name]
    lists = [
        {
            "name": called[:1].upper() + called[1:],
            "what": "candidates",
            "rows": [_row(name, called, g.id, g, g.rule) for g in groups],
        }
        for called, groups in sheet.groups.items()
    ]
    lists += [
        {
            "name": c.id,
            "what": "preferences",
            "rows": [_row(name, c.id, str(p.row), p, c.rule) for p in c.rows],
        }
        for c in sheet.columns.values()
    ]
    return {
        "system": sheets.TITLES[name],
        "chapter": sheets.CHAPTERS[name],
        "side": sheets.SIDES[name],
        "option": name,
        "boxes": [_box(name, b) for b in sheet.boxes],
        "lists": lists,
        "cards": sorted(sheets.instructions(name)),
    }


def of_card(number: int) -> list[dict[str, Any]]:
    """What the Event Instructions Tables say of a card, one entry a system that says anything."""
    lines = [(name, sheets.instructions(name).get(number)) for name in sheets.SHEETS]
    return [_instruction(name, line) for name, line in lines if line is not None]


def _all() -> Iterator[tuple[str, Sheet]]:
    yield from sheets.SHEETS.items()


def _about(name: str, rule: str, item: Box | Group | Preference | Instruction) -> dict[str, Any]:
    book = rulebook()
    return {
        "system": sheets.TITLES[name],
        "rule": rule,
        "rule_title": book[rule].title if rule in book else "",
        "confidence": item.confidence,
        "doubt": DOUBTS[item.confidence],
        "source": item.source,
    }


def _box(name: str, b: Box) -> dict[str, Any]:
    sheet = sheets.SHEETS[name]
    into = [f"{o.id} {a}" for o in sheet.boxes for a, to in (("yes", o.yes), ("no", o.no)) if to == b.id]
    return {
        "id": b.id,
        "kind": "box",
        "text": b.question,
        "yes": b.yes,
        "yes_text": _words(sheet, b.yes),
        "no": b.no,
        "no_text": _words(sheet, b.no),
        "comes_from": into,
        **_about(name, b.rule, b),
    }


def _words(sheet: Sheet, to: str) -> str:
    """What stands at the end of an arrow: a box with its question, candidates, or what is done."""
    there = sheet.box(to)
    if there is not None:
        return there.question
    rows: Mapping[str, str] = {g.id: g.words for groups in sheet.groups.values() for g in groups}
    return rows.get(to) or sheet.outcomes.get(to, to)


def _row(name: str, called: str, id: str, item: Group | Preference, rule: str) -> dict[str, Any]:
    kind = "candidates" if isinstance(item, Group) else "preference"
    listing = called[:1].upper() + called[1:]
    return {"id": id, "kind": kind, "list": listing, "text": item.words, **_about(name, rule, item)}


def _instruction(name: str, line: Instruction) -> dict[str, Any]:
    return {"text": line.words, "conditional": line.playable is not None, **_about(name, line.rule, line)}


# -------------------------------------------------------------------- text


def box_text(d: dict[str, Any], lay: Laid) -> list[str]:
    """A box or a line, of each system that has one of this name."""
    out: list[str] = []
    for e in d["entries"]:
        out += [""] * bool(out)
        where = f", {e['list']}" if "list" in e and not e["id"].startswith(e["list"]) else ""
        out += [f"{e['id']} of {_in_sentence(e['system'])}{where} ({_rule_of(e)})", ""]
        out += lay(_sentence(e["text"]), "", "")
        if e["kind"] == "box":
            out += lay(f"yes: {_leads(e, 'yes')}", "  ", "      ")
            out += lay(f"no:  {_leads(e, 'no')}", "  ", "      ")
            if e["comes_from"]:
                out += lay(f"It is asked after {_listed(e['comes_from'])}.", "", "")
        elif e["kind"] == "candidates":
            out += lay("A box of candidates: the first box that fits any legal country names them.", "", "")
        else:
            out += lay("A preference: it leaves those that fit it best, and is passed over where none does.", "", "")
        out += lay(_certainty(e), "", "")
    return out


def _rule_of(e: dict[str, Any]) -> str:
    return f"{e['rule']} {e['rule_title']}".strip()


def system_text(d: dict[str, Any], lay: Laid) -> list[str]:
    """A whole system: its boxes with their ways, its lists, and which cards have a line of their own."""
    out = [f"{d['system']} (chapter {d['chapter']})", ""]
    out += lay(f'A record says so by [Options "{d["option"]}"]. What stands in brackets is not certain.', "", "")
    out += ["", "Questions"]
    for b in d["boxes"]:
        out += lay(f"{b['id']:<5} {b['text']}{_mark(b)}", "  ", "        ")
        out += lay(f"yes: {_short(b, 'yes')}; no: {_short(b, 'no')}", "        ", "        ")
    for found in d["lists"]:
        out += ["", f"{found['name']}: {found['what']}"]
        for r in found["rows"]:
            out += lay(f"{r['id']:<5} {r['text']}{_mark(r)}", "  ", "        ")
    if d["cards"]:
        out += ["", f"{len(d['cards'])} cards have a line of their own: referee explain card {d['cards'][0]}"]
    return out


def card_text(entries: list[dict[str, Any]], lay: Laid) -> list[str]:
    """What the Bots do with a card."""
    out: list[str] = []
    if entries:
        out += ["", "Played by a Bot"]
    for e in entries:
        text = _sentence(e["text"]) if e["text"] else "The table only says when the event is played."
        when = " It is played for its event only on a condition." if e["conditional"] and e["text"] else ""
        out += lay(f"{e['system']}: {text}{when}{_mark(e)} ({e['rule']})", "  ", "      ")
    return out


def _leads(e: dict[str, Any], answer: str) -> str:
    to, text = str(e[answer]), str(e[f"{answer}_text"])
    return f"{to}, {text}" if _is_id(to) else _sentence(text)


def _short(e: dict[str, Any], answer: str) -> str:
    return str(e[answer] if _is_id(e[answer]) else e[f"{answer}_text"])


def _is_id(name: str) -> bool:
    return name[-1:].isdigit() and name[:1].isupper()


def _certainty(e: dict[str, Any]) -> str:
    source = f" ({e['source']})" if e["source"] else ""
    return f"Certain{source}." if not e["doubt"] else f"Not certain: it {_verb(e['doubt'])}{source}."


def _verb(doubt: str) -> str:
    return doubt if doubt.startswith("rests") else f"is {doubt}"


def _mark(e: dict[str, Any]) -> str:
    return f" [{e['doubt']}]" if e["doubt"] else ""


def _in_sentence(title: str) -> str:
    return title[:1].lower() + title[1:]


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _listed(parts: list[str]) -> str:
    return " and ".join(p for p in (", ".join(parts[:-1]), parts[-1]) if p)
