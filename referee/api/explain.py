"""``referee explain``: a rule, a card, a country, a kind of finding, a box of a flowchart: checks, examples and rulings."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from referee.api import explain_sheets, lookup
from referee.api.coverage import covered, seams
from referee.editions import rulesets
from referee.engine.data import SIDE_NAMES, Card
from referee.engine.requirement import REQUIREMENTS, Requirement
from referee.engine.ruleset import Option, OptionKind, Ruleset
from referee.engine.seams import AMENDMENTS
from referee.engine.words import numbered
from referee.reports import printed, wording
from referee.reports.columns import wrap
from referee.rules import Rule, library, rulebook, sort_key
from referee.rules.casefile import Case, cases
from referee.rules.library import Ruling, Told

WIDTH = 100
_CARD = re.compile(r"^card[ -]*(\d{1,4})$", re.IGNORECASE | re.ASCII)
_FIELD = re.compile(r"\{(\w+)(?::([\w ]+))?\}")
HOLDS = {
    "enforced": "the referee enforces it",
    "defines": "defines terms",
    "advises": "a heading, advice or an example",
    "later": "not enforced yet",
}
"""What the referee does with a paragraph, in words."""

_KINDS = {
    "change": "changes",
    "roll": "rolls",
    "victory": "victory",
    "question": "asks",
    "step": "steps",
}


class UnknownError(Exception):
    """There is nothing of this name."""


def data(asked: str) -> dict[str, Any]:
    """What is known of a rule ("7.3.3"), a card ("card 17", "17", "FSB"), a country, a kind of finding, a box of a flowchart
    ("E5"), a solitaire system, an option, or a word of the game.

    Where several things have the word, they are listed. Raises :class:`UnknownError`.
    """
    rulesets.load_all()
    rules = rulesets.whole()
    name = " ".join(asked.split())
    match = _CARD.match(name)
    if match is not None:
        card = rules.cards.get(int(match[1]))
        if card is None:
            raise UnknownError(f"there is no card {int(match[1])}; the cards are 1 to {max(rules.cards)}")
        return _card(card, rulesets.told())
    found = rulebook().get(name.removesuffix(".").removeprefix("rule ")) or rulebook().get(f"{name}.0")
    if found is not None and not (name.isdigit() and int(name) in rules.cards):
        return _rule(found, rulesets.told())
    if name.casefold() == "card":
        raise UnknownError(_unknown(name))
    if (option := rulesets.options().get(name.casefold())) is not None and option.kind is not OptionKind.SEAT:
        return _option(name.casefold(), option)
    if (sheet := explain_sheets.system(name) or explain_sheets.box(name)) is not None:
        return sheet
    exactly = lookup.exactly(name)
    country = [e for e in exactly if e.kind == "country"]  # what else is called so is shown with it
    for entries in (country or exactly, lookup.containing(name)):
        if len(entries) == 1:
            return _entry(entries[0], rules)
        if entries:
            return {"asked": name, "found": [{"kind": e.kind, "name": e.name, "title": e.title} for e in entries]}
    raise UnknownError(_unknown(name))


def _entry(entry: lookup.Entry, rules: Ruleset) -> dict[str, Any]:
    if entry.kind == "card":
        return _card(rules.cards[int(entry.name)], rulesets.told())
    if entry.kind == "rule":
        return _rule(rulebook()[entry.name], rulesets.told())
    if entry.kind == "country":
        return _country(entry.name, rules)
    return _kind(entry.name)


def _kind(name: str) -> dict[str, Any]:
    """A kind of finding, with the first rule case that expects nothing but one of it."""
    case = next((c for c in cases() if [e.kind for e in c.expected] == [name]), None)
    return {
        "kind": name,
        "words": wording.KINDS[name],
        "meaning": wording.MEANINGS[name],
        "counts": name != "note",
        "example": _example(case, ""),
    }


def _option(name: str, option: Option) -> dict[str, Any]:
    """A word of the tag Options."""
    return {
        "option": name,
        "kind": option.kind.value,
        "rule": option.rule,
        "default": option.default,
        "switched": option.switched,
        "tag": f'[Options "{name}"]',
    }


def _option_text(d: dict[str, Any]) -> list[str]:
    out = [f"{d['option']}: {d['kind']} ({numbered(d['rule'])})", ""]
    out += [*_wrap(f"Without it: {d['default']}."), *_wrap(f"With it: {d['switched']}."), ""]
    return [*out, f"A record names it by a tag: {d['tag']}"]


def _unknown(name: str) -> str:
    if name == "mail":
        return "“mail” stands for the mail that a line came in, not for a rule: see docs/mail.md"
    if name in ("notation", "file", "referee"):
        return f"“{name}” stands for the form of a record, not for a rule: see docs/notation.md"
    if name.isdigit():
        cards = rulesets.whole().cards
        return f"there is neither a card nor a chapter {name[:10]}; the cards are 1 to {max(cards)}"
    if name.casefold() == "card":
        return "which card? Ask by its number or its name: referee explain card 17, referee explain FSB"
    if name[:1].isdigit():
        near = [n for n in rulebook() if n.startswith(name.rpartition(".")[0] + ".") and "." in name][:6]
        hint = f"; there is {', '.join(near)}" if near else "; referee rules lists them all"
        return f"the rulebook has no rule “{name[:40]}”{hint}"
    like = lookup.like(name)
    if like:
        return (
            f"there is nothing called “{name[:40]}”; did you mean {' or '.join(f'{e.title} ({e.ask})' for e in like)}?"
        )
    return f"there is nothing called “{name[:40]}”; referee rules and referee cards list the rules and the cards"


# -------------------------------------------------------------------- rules


def _rule(rule: Rule, told_in: Told) -> dict[str, Any]:
    book = rulebook()
    behind = covered(rule)
    own = [r for r in REQUIREMENTS.values() if r.rule == rule.number]
    mine = [c for c in behind.caught if c.about(rule.number)]
    legal = next((c for c in behind.passing if c.record), None)
    refused = next(iter(mine or behind.caught), None)
    start = f"{rule.number.removesuffix('.0')}."
    parts = [r for r in book.values() if r.number.startswith(start) and r is not rule]
    if legal is None and refused is None and parts and parts[0].hold == "enforced":  # a heading shows what is below it
        behind = covered(parts[0])
        legal, refused = next((c for c in behind.passing if c.record), None), next(iter(behind.caught), None)
    return {
        "number": rule.number,
        "title": rule.title,
        "hold": rule.hold,
        "summary": rule.summary,
        "where": rule.where,
        "requirements": [_requirement(r, told_in) for r in own],
        "carriers": [{"kind": c.kind, "name": c.name, "where": c.where} for c in behind.carriers if c.kind in _KINDS],
        "legal": _example(legal, rule.number),
        "refused": _example(refused, rule.number),
        "rulings": [_ruling(r) for r in library.rulings(told_in) if rule.number in r.rules],
        "parts": [{"number": r.number, "title": r.title} for r in parts],
        "refers_to": [{"number": n, "title": book[n].title} for n in rule.see if n in book],
        "referred_from": [r.number for r in book.values() if rule.number in r.see],
    }


def _ruling(r: Ruling) -> dict[str, Any]:
    edition = next(title for title in rulesets.telling() if r in rulesets.rulings_of(title))
    return {**r.data(), "edition": edition}


def _requirement(r: Requirement, told_in: Told) -> dict[str, Any]:
    return {
        "id": r.id,
        "asks": library.requirements(told_in).get(r.id, ""),
        "rule": r.rule,
        "kind": r.kind,
        "sentence": _FIELD.sub(_shown, r.text),
        "cards": sorted({s for s, _ in AMENDMENTS.places.get(r.id, ()) if isinstance(s, int)}),
    }


def _shown(m: re.Match[str]) -> str:
    """A field of a sentence as a reader sees it: ``{have:Cell}`` is a number of Cells."""
    name = "this" if m[1] == "option" and not m[2] else "n" if m[1] == "option" else m[1]
    return f"‹{name}› {m[2]}s" if m[2] else f"‹{name}›"


def _example(case: Case | None, number: str) -> dict[str, Any] | None:
    if case is None:
        return None
    told = [
        " ".join([e.kind, e.rule, *(["also", *e.also] if e.also else [])]) for e in case.expected if e.kind != "note"
    ]
    return {"case": case.id, "title": case.title, "record": case.record, "findings": told, "board": case.board}


# -------------------------------------------------------------------- cards


def _card(card: Card, told_in: Told) -> dict[str, Any]:
    from referee.editions.base import events

    told = library.event_of(told_in, card.number)
    own = [r for r in REQUIREMENTS.values() if r.id.startswith(f"card {card.number}:")]
    mine = _by_rule().get(f"card-{card.number}", [])
    legal = next((c for c in mine if c.clean), None)
    refused = next((c for c in mine if not c.clean), None)
    book = rulebook()
    touched = sorted({*(r.rule for r in own), *(told.rules if told else ())} & set(book), key=sort_key)
    return {
        "number": card.number,
        "title": card.title,
        "ops": card.ops,
        "side": card.side,
        "edition": rulesets.edition_of(card.number),
        "marks": printed.marks(card),
        "supported": events.supported(card.number),
        "summary": told.summary if told else "",
        "when": told.when if told else [],
        "writing": told.writing if told else [],
        "readings": told.readings if told else [],
        "requirements": [_requirement(r, told_in) for r in own],
        "changes": seams(card.number),
        "rules": [{"number": n, "title": book[n].title} for n in touched],
        "legal": _example(legal, ""),
        "refused": _example(refused, ""),
        "rulings": [_ruling(r) for r in library.rulings(told_in) if card.number in r.cards],
        "bots": explain_sheets.of_card(card.number),
    }


@cache
def _by_rule() -> dict[str, list[Case]]:
    """The rule cases by the rule or card that their id names."""
    found: dict[str, list[Case]] = {}
    for case in cases():
        found.setdefault(case.rule, []).append(case)
    return found


# -------------------------------------------------------------------- countries


def _country(name: str, rules: Ruleset) -> dict[str, Any]:
    """What each edition prints of a country; one entry where all that have it print the same."""
    found: list[dict[str, Any]] = []
    for title in rulesets.EDITIONS:
        of_edition = rulesets.RULESETS[rulesets.EDITIONS[title]][0]()
        country = of_edition.countries.get(name)
        if country is None:
            continue
        told = printed.of_country(country)
        if name in of_edition.other_sides:
            told["other_side"] = printed.of_country(of_edition.other_sides[name])
        same = next((p for p in found if {k: v for k, v in p.items() if k != "editions"} == told), None)
        if same is not None:
            same["editions"].append(title)
        else:
            found.append({"editions": [title], **told})
    words = set(lookup.plain(name).split())
    cards = [c for c in rules.cards.values() if lookup.plain(c.title) == lookup.plain(name)]
    named = [r for r in rulebook().values() if words <= set(lookup.plain(r.title).split())]
    return {
        "country": name,
        "short": list(rules.countries[name].short),
        "printed": found,
        "rules": [{"number": r.number, "title": r.title, "summary": r.summary} for r in named],
        "cards": [{"number": c.number, "title": c.title} for c in cards],
    }


def _country_text(d: dict[str, Any]) -> list[str]:
    short = f" (also {', '.join(d['short'])})" if d["short"] else ""
    out = [f"{d['country']}{short}"]
    everywhere = len(d["printed"]) == 1 and len(d["printed"][0]["editions"]) == len(rulesets.EDITIONS)
    for p in d["printed"]:
        where = "" if everywhere else f"In {' and '.join(p['editions'])}: "
        out += ["", *_wrap(f"{where}{printed.in_words(p)}.")]
        out += _wrap(f"Adjacent to {', '.join(p['adjacent'])}.") if p["adjacent"] else []
        if "other_side" in p:
            out += _wrap(f"The other side of its mat: {printed.in_words(p['other_side'])}.")
    for r in d["rules"]:
        out += ["", f"{r['number']} {r['title']}", *_wrap(r["summary"])]
    if d["cards"]:
        out += ["", "Cards of this name", *(f"  referee explain card {c['number']}" for c in d["cards"])]
    return out


# -------------------------------------------------------------------- text


def text(found: dict[str, Any], *, verbose: bool = False, width: int = WIDTH) -> str:
    """What :func:`data` found, as text of so many columns; ``verbose`` names the code and the rule cases as well."""
    if "found" in found:
        lines = _several(found)
    elif "system" in found:
        lines = explain_sheets.system_text(found, _wrap)
    elif "switched" in found:
        lines = _option_text(found)
    elif "entries" in found:
        lines = explain_sheets.box_text(found, _wrap)
    elif "country" in found:
        lines = _country_text(found)
    elif "words" in found:
        lines = _kind_text(found, verbose)
    else:
        lines = _card_text(found, verbose) if "ops" in found else _rule_text(found, verbose)
    return "\n".join(line for entry in lines for line in _fitted(entry, width))


class _Text(str):
    """A paragraph that is laid out at the end: its text, and what stands before its first and its other lines."""

    first: str = ""
    rest: str = ""


def _fitted(line: str, width: int) -> list[str]:
    if isinstance(line, _Text):
        return wrap(line, width, line.first, line.rest)
    return wrap(line, width, "", "  ") if line and not line.startswith(" ") else [line]


def _several(d: dict[str, Any]) -> list[str]:
    entries = [lookup.Entry(e["kind"], e["name"], e["title"]) for e in d["found"]]
    out = [f"“{d['asked'][:40]}” is in several names; ask for one of them:", ""]
    out += [f"  referee explain {e.ask:<18} {e.title}" for e in entries[: lookup.MOST_NAMED]]
    if len(entries) > lookup.MOST_NAMED:
        out.append(f"  and {len(entries) - lookup.MOST_NAMED} more")
    return out


def _kind_text(d: dict[str, Any], verbose: bool) -> list[str]:
    counts = "it counts" if d["counts"] else "it does not count"
    out = [f"{d['kind']}: {d['words']} (a kind of finding; {counts})", "", *_wrap(d["meaning"])]
    if d["example"] is not None:
        out += _examples({"example": d["example"]}, (("example", "For example"),), verbose)
    return out


def _rule_text(d: dict[str, Any], verbose: bool) -> list[str]:
    out = [f"{d['number']} {d['title']} ({HOLDS[d['hold']]})", "", *_wrap(d["summary"])]
    if d["where"] and verbose:
        out += _wrap(f"Where it lives: {d['where']}.")
    out += _checks(d["requirements"])
    out += _carriers(d) if verbose else []
    out += _examples(d, _BOTH, verbose)
    out += _rulings(d["rulings"])
    parts = [(r["number"], r["title"]) for r in d["parts"]]
    other = [(r["number"], r["title"]) for r in d["refers_to"] if (r["number"], r["title"]) not in parts]
    for heading, rules in (("In parts", parts), ("See also", other)):
        if rules:
            out += ["", heading]
            out += [f"  {number} {title}" for number, title in rules]
    return out


def _carriers(d: dict[str, Any]) -> list[str]:
    out: list[str] = []
    names: dict[str, list[str]] = {}
    for c in d["carriers"]:
        shown = f"{c['name']} ({c['where']})"
        if shown not in names.setdefault(c["kind"], []):
            names[c["kind"]].append(shown)
    if names:
        out += ["", "What the referee carries out by it"]
        for kind, places in names.items():
            out += _wrap(f"{_KINDS[kind]}: {', '.join(places)}", "  ", "      ")
    return out


def _card_text(d: dict[str, Any], verbose: bool) -> list[str]:
    side = f"{SIDE_NAMES[d['side']]} event" if d["side"] else "Unassociated event"
    head = f"card {d['number']} {d['title']}: value {d['ops']}, {side}"
    head += f" of {d['edition']}" if d["edition"] != next(iter(rulesets.EDITIONS)) else ""
    out = [", ".join([head, *d["marks"]]), ""]
    out += _wrap(d["summary"]) if d["summary"] else ["No description of this event is there yet."]
    if not d["supported"]:
        out.append("The referee does not know this event yet.")
    if d["when"]:
        out += ["", "When it can be played"]
        for line in d["when"]:
            out += _wrap(line, "  ", "  ")
    if d["writing"]:
        out += ["", "How it is written"]
        for line in d["writing"]:
            out += [f"    {line}"]
    out += _checks(d["requirements"])
    if d["changes"]:
        out += ["", "What it changes in other rules while it is in force"]
        for line in d["changes"]:
            out += _wrap(line, "  ", "      ")
    out += _examples(d, _BOTH, verbose)
    out += explain_sheets.card_text(d["bots"], _wrap)
    if d["readings"]:
        out += ["", "Readings"]
        for line in d["readings"]:
            out += _wrap(line, "  ", "    ")
    out += _rulings(d["rulings"])
    if d["rules"]:
        out += ["", "Rules that it touches"]
        out += [f"  {r['number']} {r['title']}" for r in d["rules"]]
    return out


def _wrap(line: str, first: str = "", rest: str = "") -> list[str]:
    found = _Text(line)
    found.first, found.rest = first, rest
    return [found]


def _checks(requirements: list[dict[str, Any]]) -> list[str]:
    if not requirements:
        return []
    out = ["", "What the referee checks"]
    for r in requirements:
        kind = "" if r["kind"] == "illegal" else f" [{r['kind']}]"
        cards = f" (changed by card {', '.join(str(n) for n in r['cards'])})" if r["cards"] else ""
        if not r["asks"]:
            out += _wrap(f"It is refused if {r['sentence']}.{kind}{cards}", "  ", "      ")
            continue
        out += _wrap(f"{r['asks']}{kind}{cards}", "  ", "      ")
        out += _wrap(f"if not: {r['sentence']}", "      ", "      ")
    return out


_BOTH = (("legal", "Legal"), ("refused", "Refused or claimed wrongly"))


def _examples(d: dict[str, Any], keys: tuple[tuple[str, str], ...], verbose: bool) -> list[str]:
    out: list[str] = []
    for key, title in keys:
        case = d[key]
        if case is not None:
            id = f" (case {case['case']})" if verbose else ""
            out += ["", f"{title}: {case['title']}{id}"]
            out += [f"    {line}" for line in case["record"]]
            out += [f"    → {line}" for line in case["findings"]]
    return out


def _rulings(rulings: list[dict[str, Any]]) -> list[str]:
    if not rulings:
        return []
    out: list[str] = []
    said = ""
    for r in rulings:
        whose = f" of {r['edition']}" if r["edition"] != next(iter(rulesets.EDITIONS)) else ""
        if f"Rulings{whose}" != said:
            said = f"Rulings{whose}"
            out += ["", f"{said} (docs/rulings.md)"]
        out += _wrap(f"{r['id']}: {r['question']}", "  ", "      ")
        out += _wrap(r["answer"], "      ", "      ")
        if r["option"]:
            out.append(f'      other tables: [Options "{r["option"]}"]')
    return out
