"""``referee explain``: checks, examples and rulings of one subject."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from referee.api import explain_sheets, lookup
from referee.api.coverage import RuleCoverage, coverage_of, seams
from referee.api.search import showing
from referee.editions import rulesets
from referee.editions.solo.flowchart.chart import DOUBTS
from referee.engine.law.requirement import REQUIREMENTS, Requirement
from referee.engine.state.data import SIDE_NAMES, Card
from referee.engine.state.ruleset import Option, OptionKind, Ruleset
from referee.engine.state.seams import AMENDMENTS
from referee.engine.state.words import PlaceName, agree, listed, numbered, sentence, small
from referee.reports import printed, wording
from referee.reports.columns import shorten, wrap
from referee.rules import Rule, library, rulebook, sort_key
from referee.rules.casefile import Case, cases
from referee.rules.library import Folders, Ruling

WIDTH = 100
MOST_OF_A_NAME = 3
"""Most words of a misspelt name; more are a question."""
_CARD = re.compile(r"^card[ -]*(\d{1,4})$", re.IGNORECASE | re.ASCII)
_FIELD = re.compile(r"\{(\w+(?:\.\w+)?)(?::([\w ]+))?\}")
HOLDS = {
    "enforced": "the referee enforces it",
    "defines": "defines terms",
    "advises": "a heading, advice or an example",
    "later": "not enforced yet",
}
"""The treatment of a paragraph by the referee, in words."""

_KINDS = {
    "change": "changes",
    "roll": "rolls",
    "victory": "victory",
    "question": "asks",
    "step": "steps",
}


class UnknownError(Exception):
    """A name without a meaning."""


def data(asked: str) -> dict[str, Any]:
    """Return the explanation of a subject.

    That is a rule ("7.3.3"), a card ("card 17", "17", "FSB"), a requirement by its id, a country, a kind of finding, a
    box of a flowchart ("E5"), a solitaire system, an option, or a word of the game. If several subjects have the word,
    the answer lists them. Raises :class:`UnknownError`.
    """
    rulesets.load_all()
    rules = rulesets.whole()
    name = " ".join(asked.split())
    match = _CARD.match(name)
    if match is not None:
        card = rules.cards.get(int(match[1]))
        if card is None:
            raise UnknownError(f"there is no card {int(match[1])}; the cards are 1 to {max(rules.cards)}")
        return _card(card, rulesets.texts())
    found = rulebook().get(name.removesuffix(".").removeprefix("rule ")) or rulebook().get(f"{name}.0")
    if found is not None and not (name.isdigit() and int(name) in rules.cards):
        return _rule(found, rulesets.texts())
    if (requirement := REQUIREMENTS.get(name)) is not None:
        return _requirement(requirement, rulesets.texts())
    if name.casefold() == "card":
        raise UnknownError(_unknown(name))
    if (option := rulesets.options().get(name.casefold())) is not None and option.kind is not OptionKind.SEAT:
        return _option(name.casefold(), option)
    if (sheet := explain_sheets.system(name) or explain_sheets.box(name)) is not None:
        return sheet
    exactly = lookup.exactly(name)
    country = [e for e in exactly if e.kind == "country"]  # other subjects of that name are shown with it
    for entries in (country or exactly, lookup.containing(name), lookup.titled(name)):
        if len(entries) == 1:
            return _entry(entries[0], rules)
        if entries:
            return {"asked": name, "found": [{"kind": e.kind, "name": e.name, "title": e.title} for e in entries]}
    raise UnknownError(_unknown(name))


def answer(asked: str) -> dict[str, Any]:
    """The explanation of a name, or the answers to a question.

    Raises :class:`UnknownError` if there is neither.
    """
    name = " ".join(asked.split())
    if "-" in name and " " not in name and (found := showing.data(name, alone=True)) is not None:
        return found
    if not _is_question(name):
        try:
            return data(asked)
        except UnknownError:
            if _is_name(name):
                if (found := showing.data(name, alone=True)) is not None:
                    return found
                raise
    found = showing.data(name)
    if found is None:
        raise UnknownError(_unanswered(name))
    return found


def _is_name(name: str) -> bool:
    """Whether it can only be the name of one thing, no question."""
    said = lookup.plain(name)
    return not said or said[:1].isdigit() or (len(said.split()) <= MOST_OF_A_NAME and bool(lookup.like(name)))


def _is_question(name: str) -> bool:
    """Return whether the words are too many for a name.

    No title has so many, and no requirement, which all have a colon.
    """
    said = lookup.plain(name).split()
    many = len(said) > MOST_OF_A_NAME and any(w.isalpha() and len(w) > 2 for w in said) and ":" not in name
    return many and not (lookup.exactly(name) or lookup.containing(name) or lookup.titled(name))


def _unanswered(name: str) -> str:
    return (
        f"nothing answers “{shorten(name, 60)}”; ask by number or name (7.3.3, FSB, deploy), or in words of the game: "
        "referee explain can I deploy to a neutral country"
    )


def _entry(entry: lookup.Subject, rules: Ruleset) -> dict[str, Any]:
    if entry.kind == "card":
        return _card(rules.cards[int(entry.name)], rulesets.texts())
    if entry.kind == "rule":
        return _rule(rulebook()[entry.name], rulesets.texts())
    if entry.kind == "country":
        return _country(entry.name, rules)
    return _kind(entry.name)


def _kind(name: str) -> dict[str, Any]:
    """Return a kind of finding, with its first simple rule case."""
    case = next((c for c in cases() if [e.kind for e in c.expected] == [name]), None)
    return {
        "kind": name,
        "words": wording.KINDS[name],
        "meaning": wording.MEANINGS[name],
        "counts": name != "note",
        "example": _example(case),
    }


def _option(name: str, option: Option) -> dict[str, Any]:
    """Return a word of the tag Options."""
    return {
        "option": name,
        "kind": option.kind.value,
        "rule": option.rule,
        "default": option.default,
        "switched": option.switched,
        "tag": f'[Options "{name}"]',
    }


def _unknown(name: str) -> str:
    if name == "mail":
        return "“mail” stands for the mail that a line came in, not for a rule: see docs/mail.md"
    if name in ("notation", "file", "referee"):
        return f"“{name}” stands for the form of a record, not for a rule: see docs/reference/notation.md"
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
        return f"there is nothing called “{name[:40]}”; did you mean {listed([f'{e.title} ({e.ask})' for e in like], 'or')}?"
    return f"there is nothing called “{name[:40]}”; referee rules and referee cards list the rules and the cards"


# -------------------------------------------------------------------- rules


def _rule(rule: Rule, told_in: Folders) -> dict[str, Any]:
    book = rulebook()
    start = f"{rule.number.removesuffix('.0')}."
    parts = [r for r in book.values() if r.number.startswith(start) and r is not rule]
    known, legal, refused = _shown_by(rule, parts)
    return {
        "number": rule.number,
        "title": rule.title,
        "hold": rule.hold,
        "summary": rule.summary,
        "where": rule.where,
        "requirements": [_requirement(r, told_in) for r in REQUIREMENTS.values() if r.rule == rule.number],
        "carriers": [{"kind": c.kind, "name": c.name, "where": c.where} for c in known.carriers if c.kind in _KINDS],
        "legal": _example(legal),
        "refused": _example(refused),
        "rulings": [_ruling(r) for r in library.rulings(told_in) if rule.number in r.rules],
        "parts": [{"number": r.number, "title": r.title} for r in parts],
        "refers_to": [{"number": n, "title": book[n].title} for n in rule.see if n in book],
        "referred_from": [r.number for r in book.values() if rule.number in r.see],
    }


def _shown_by(rule: Rule, parts: list[Rule]) -> tuple[RuleCoverage, Case | None, Case | None]:
    """Return the coverage of a rule, a legal and a refused case.

    A heading without any has those of the first rule below it.
    """
    known = coverage_of(rule)
    legal = next((c for c in known.passing if c.record), None)
    refused = next((c for c in known.caught if c.about(rule.number)), next(iter(known.caught), None))
    if legal is None and refused is None and parts and parts[0].hold == "enforced":
        known = coverage_of(parts[0])
        legal, refused = next((c for c in known.passing if c.record), None), next(iter(known.caught), None)
    return known, legal, refused


def _ruling(r: Ruling) -> dict[str, Any]:
    edition = next(title for title in rulesets.telling() if r in rulesets.rulings_of(title))
    return {**r.data(), "edition": edition}


def _requirement(r: Requirement, told_in: Folders) -> dict[str, Any]:
    return {
        "id": r.id,
        "asks": _FIELD.sub(_shown, library.requirements(told_in).get(r.id, "")),
        "rule": r.rule,
        "kind": r.kind,
        "sentence": _FIELD.sub(_shown, r.text),
        "cards": sorted({s for s, _ in AMENDMENTS.places.get(r.id, ()) if isinstance(s, int)}),
    }


def _shown(m: re.Match[str]) -> str:
    """A field of a sentence, for readers.

    ``{have:Cell}`` counts Cells, ``{where:is}`` has a verb.
    """
    name, after = m[1].rpartition(".")[2], m[2] or ""
    counts = bool(after) and not PlaceName.takes(after)
    name = name if name != "option" else "n" if counts else "this"
    return f"‹{name}› {after}{'s' * counts}".rstrip()


def _example(case: Case | None) -> dict[str, Any] | None:
    if case is None:
        return None
    told = [
        " ".join([e.kind, e.rule, *(["also", *e.also] if e.also else [])]) for e in case.expected if e.kind != "note"
    ]
    return {"case": case.id, "title": case.title, "record": case.record, "findings": told, "board": case.board}


# -------------------------------------------------------------------- cards


def _card(card: Card, told_in: Folders) -> dict[str, Any]:
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
        "legal": _example(legal),
        "refused": _example(refused),
        "rulings": [_ruling(r) for r in library.rulings(told_in) if card.number in r.cards],
        "bots": explain_sheets.of_card(card.number),
    }


@cache
def _by_rule() -> dict[str, list[Case]]:
    """Return the rule cases by the rule or card in their id."""
    found: dict[str, list[Case]] = {}
    for case in cases():
        found.setdefault(case.rule, []).append(case)
    return found


# -------------------------------------------------------------------- countries


def _country(name: str, rules: Ruleset) -> dict[str, Any]:
    """Return each edition's print of a country.

    One entry if all editions with it print the same.
    """
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


# -------------------------------------------------------------------- text


class _Page:
    """Lines and paragraphs, laid out at the end in the reader's width."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, str, str | None]] = []

    def line(self, text: str = "") -> None:
        """Add a line unchanged."""
        self.entries.append((text, "", None))

    def paragraph(self, text: str, first: str = "", rest: str = "") -> None:
        """Add a paragraph that begins with ``first``, its other lines with ``rest``."""
        self.entries.append((text, first, rest))

    def title(self, text: str) -> None:
        """Add a line, wrapped if it is too long."""
        self.entries.append((text, "", "  "))

    def section(self, heading: str, paragraphs: Iterable[str], rest: str = "      ") -> None:
        """Add indented paragraphs under a heading; do nothing without paragraphs."""
        for number, text in enumerate(paragraphs):
            if not number:
                self.line()
                self.title(heading)
            self.entries.append((text, "  ", rest))

    def list(self, heading: str, lines: Iterable[str]) -> None:
        """Add indented lines under a heading; do nothing without lines."""
        for number, text in enumerate(lines):
            if not number:
                self.line()
                self.title(heading)
            self.line(text)

    def text(self, width: int) -> str:
        """Return the page, wrapped to ``width`` columns."""
        return "\n".join(
            line
            for text, first, rest in self.entries
            for line in ([text] if rest is None else wrap(text, width, first, rest))
        )


def text(found: dict[str, Any], *, verbose: bool = False, width: int = WIDTH) -> str:
    """Return the explanation as text, wrapped to ``width`` columns.

    ``verbose`` adds the code and the rule cases.
    """
    if "others" in found:
        return showing.text(found, width)
    page = _Page()
    write = next(write for key, write in _TEXTS.items() if key in found)
    write(page, found, verbose)
    return page.text(width)


def _several_text(page: _Page, d: dict[str, Any], verbose: bool) -> None:
    entries = [lookup.Subject(e["kind"], e["name"], e["title"]) for e in d["found"]]
    page.title(f"“{d['asked'][:40]}” is in several names; ask for one of them:")
    page.line()
    for e in entries[: lookup.MOST_NAMED]:
        page.line(f"  referee explain {e.ask:<18} {e.title}")
    if len(entries) > lookup.MOST_NAMED:
        page.line(f"  and {len(entries) - lookup.MOST_NAMED} more")


def _kind_text(page: _Page, d: dict[str, Any], verbose: bool) -> None:
    counts = "it counts" if d["counts"] else "it does not count"
    page.title(f"{d['kind']}: {d['words']} (a kind of finding; {counts})")
    page.line()
    page.paragraph(d["meaning"])
    _write_example(page, "For example", d["example"], verbose)


def _option_text(page: _Page, d: dict[str, Any], verbose: bool) -> None:
    page.title(f"{d['option']}: {d['kind']} ({numbered(d['rule'])})")
    page.line()
    page.paragraph(f"Without it: {d['default']}.")
    page.paragraph(f"With it: {d['switched']}.")
    page.line()
    page.title(f"A record names it by a tag: {d['tag']}")


def _rule_text(page: _Page, d: dict[str, Any], verbose: bool) -> None:
    page.title(f"{d['number']} {d['title']} ({HOLDS[d['hold']]})")
    page.line()
    page.paragraph(d["summary"])
    if d["where"] and verbose:
        page.paragraph(f"Where it lives: {d['where']}.")
    _write_checks(page, d["requirements"])
    if verbose:
        names: dict[str, dict[str, None]] = {}
        for c in d["carriers"]:
            names.setdefault(c["kind"], {})[f"{c['name']} ({c['where']})"] = None
        carriers = (f"{_KINDS[kind]}: {', '.join(places)}" for kind, places in names.items())
        page.section("What the referee carries out by it", carriers)
    _write_examples(page, d, verbose)
    _write_rulings(page, d["rulings"])
    page.list("In parts", (f"  {r['number']} {r['title']}" for r in d["parts"]))
    page.list("See also", (f"  {r['number']} {r['title']}" for r in d["refers_to"] if r not in d["parts"]))


def _card_text(page: _Page, d: dict[str, Any], verbose: bool) -> None:
    side = f"{SIDE_NAMES[d['side']]} event" if d["side"] else "Unassociated event"
    head = f"card {d['number']} {d['title']}: value {d['ops']}, {side}{_of_edition(d['edition'])}"
    page.title(", ".join([head, *d["marks"]]))
    page.line()
    if d["summary"]:
        page.paragraph(d["summary"])
    else:
        page.title("No description of this event is there yet.")
    if not d["supported"]:
        page.title("The referee does not know this event yet.")
    page.section("When it can be played", d["when"], "  ")
    page.list("How it is written", (f"    {line}" for line in d["writing"]))
    _write_checks(page, d["requirements"])
    page.section("What it changes in other rules while it is in force", d["changes"])
    _write_examples(page, d, verbose)
    page.section("Played by a Bot", map(_by_bot, d["bots"]))
    page.section("Readings", d["readings"], "    ")
    _write_rulings(page, d["rulings"])
    page.list("Rules that it touches", (f"  {r['number']} {r['title']}" for r in d["rules"]))


def _requirement_text(page: _Page, d: dict[str, Any], verbose: bool) -> None:
    page.title(f"{d['id']}: a requirement of {numbered(d['rule'])}")
    _write_checks(page, [d])


def _country_text(page: _Page, d: dict[str, Any], verbose: bool) -> None:
    page.title(d["country"] + (f" (also {', '.join(d['short'])})" if d["short"] else ""))
    everywhere = len(d["printed"]) == 1 and len(d["printed"][0]["editions"]) == len(rulesets.EDITIONS)
    for p in d["printed"]:
        page.line()
        where = "" if everywhere else f"In {listed(p['editions'])}: "
        page.paragraph(f"{where}{printed.in_words(p)}.")
        if p["adjacent"]:
            page.paragraph(f"Adjacent to {', '.join(p['adjacent'])}.")
        if "other_side" in p:
            page.paragraph(f"The other side of its mat: {printed.in_words(p['other_side'])}.")
    for r in d["rules"]:
        page.line()
        page.title(f"{r['number']} {r['title']}")
        page.paragraph(r["summary"])
    page.list("Cards of this name", (f"  referee explain card {c['number']}" for c in d["cards"]))


def _box_text(page: _Page, d: dict[str, Any], verbose: bool) -> None:
    """Write the boxes and list rows of one name, system by system."""
    for number, e in enumerate(d["entries"]):
        if number:
            page.line()
        where = f", {e['list']}" if "list" in e and not e["id"].startswith(e["list"]) else ""
        system = small(e["system"])
        rule = f"{e['rule']} {e['rule_title']}".strip()
        page.title(f"{e['id']} of {system}{where} ({rule})")
        page.line()
        page.paragraph(sentence(e["text"]))
        if e["kind"] == "box":
            page.paragraph(f"yes: {_leads(e, 'yes')}", "  ", "      ")
            page.paragraph(f"no:  {_leads(e, 'no')}", "  ", "      ")
            if e["comes_from"]:
                page.paragraph(f"It is asked after {listed(e['comes_from'])}.")
        else:
            page.paragraph(_LISTS[e["kind"]])
        source = f" ({e['source']})" if e["source"] else ""
        but = f", but another reading passes with a note: {e['also']}" if e["also"] else ""
        certain = f"Not certain: {_DOUBTS[e['confidence']]}{source}" if e["doubt"] else f"Certain{source}"
        page.paragraph(f"{certain}{but}.")


_LISTS = {
    "candidates": "A box of candidates: the first box that fits any legal country names them.",
    "preference": "A preference: it leaves those that fit it best, and is passed over where none does.",
}


def _system_text(page: _Page, d: dict[str, Any], verbose: bool) -> None:
    """Write a whole system: boxes, lists, cards with their own line."""
    page.title(f"{d['system']} (chapter {d['chapter']})")
    page.line()
    page.paragraph(f'A record says so by [Options "{d["option"]}"]. What stands in brackets is not certain.')
    page.line()
    page.title("Questions")
    for b in d["boxes"]:
        page.paragraph(f"{b['id']:<5} {b['text']}{_mark(b)}", "  ", "        ")
        page.paragraph(f"yes: {_short(b, 'yes')}; no: {_short(b, 'no')}", "        ", "        ")
    for part in d["lists"]:
        rows = (f"{r['id']:<5} {r['text']}{_mark(r)}" for r in part["rows"])
        page.section(f"{part['name']}: {part['what']}", rows, "        ")
    if d["cards"]:
        page.line()
        page.title(f"{len(d['cards'])} cards have a line of their own: referee explain card {d['cards'][0]}")


_TEXTS: dict[str, Callable[[_Page, dict[str, Any], bool], None]] = {
    "found": _several_text,
    "system": _system_text,
    "switched": _option_text,
    "entries": _box_text,
    "country": _country_text,
    "words": _kind_text,
    "ops": _card_text,
    "sentence": _requirement_text,
    "hold": _rule_text,
}
"""The writer of each sort of data, by a key that only it has."""


# -------------------------------------------------------------------- parts of a text


def _write_checks(page: _Page, requirements: list[dict[str, Any]]) -> None:
    if requirements:
        page.line()
        page.title("What the referee checks")
    for r in requirements:
        kind = "" if r["kind"] == "illegal" else f" [{r['kind']}]"
        cards = f" (changed by card {', '.join(str(n) for n in r['cards'])})" if r["cards"] else ""
        asks = r["asks"] or f"It is refused if {r['sentence']}."
        page.paragraph(f"{asks}{kind}{cards}", "  ", "      ")
        if r["asks"]:
            page.paragraph(f"if not: {r['sentence']}", "      ", "      ")


def _write_examples(page: _Page, d: dict[str, Any], verbose: bool) -> None:
    _write_example(page, "Legal", d["legal"], verbose)
    _write_example(page, "Refused or claimed wrongly", d["refused"], verbose)


def _write_example(page: _Page, title: str, case: dict[str, Any] | None, verbose: bool) -> None:
    if case is None:
        return
    page.line()
    id = f" (case {case['case']})" if verbose else ""
    page.title(f"{title}: {case['title']}{id}")
    for line in (*case["record"], *(f"→ {line}" for line in case["findings"])):
        page.line(f"    {line}")


def _write_rulings(page: _Page, rulings: list[dict[str, Any]]) -> None:
    heading = ""
    for r in rulings:
        whose = f"Rulings{_of_edition(r['edition'])} (docs/reference/rulings.md)"
        if whose != heading:
            heading = whose
            page.line()
            page.title(heading)
        page.paragraph(f"{r['id']}: {r['question']}", "  ", "      ")
        page.paragraph(r["answer"], "      ", "      ")
        if r["option"]:
            page.line(f'      other tables: [Options "{r["option"]}"]')
        if r["cases"]:
            page.paragraph(f"{agree(len(r['cases']), 'case')} {', '.join(r['cases'])}", "      ", "      ")


def _of_edition(title: str) -> str:
    """Return the edition, unless it is the first."""
    return f" of {title}" if title != next(iter(rulesets.EDITIONS)) else ""


def _by_bot(e: dict[str, Any]) -> str:
    """Return a Bot's use of a card."""
    text = sentence(e["text"]) if e["text"] else "The table only says when the event is played."
    when = " It is played for its event only on a condition." if e["conditional"] and e["text"] else ""
    return f"{e['system']}: {text}{when}{_mark(e)} ({e['rule']})"


def _leads(e: dict[str, Any], answer: str) -> str:
    to, text = str(e[answer]), str(e[f"{answer}_text"])
    return f"{to}, {text}" if _is_id(to) else sentence(text)


def _short(e: dict[str, Any], answer: str) -> str:
    return str(e[answer] if _is_id(e[answer]) else e[f"{answer}_text"])


def _is_id(name: str) -> bool:
    return name[-1:].isdigit() and name[:1].isupper()


_DOUBTS = {"medium": f"it {DOUBTS['medium']}", "low": f"it is {DOUBTS['low']}"}
"""Doubts as clauses, by confidence."""


def _mark(e: dict[str, Any]) -> str:
    return f" [{e['doubt']}]" if e["doubt"] else ""
