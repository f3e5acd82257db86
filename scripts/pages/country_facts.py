"""Write the parts of other files that follow from the facts.

They are the colours of signs, the statements in docs/reference/grammar.md and docs/reference/notation.md, and the words for editors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from referee.editions.base.ruleset import BASE
from referee.editions.rulesets import whole
from referee.engine.state.facts import Fact, Facts, Shape, StatementForm
from referee.reports.report import signs

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "referee" / "reports" / "templates"
EDITORS = ROOT / "editors" / "labyrinth.tmLanguage.json"
WIDTH = 120
NO = "no "
BEGIN, END = "/* signs: written by scripts/pages/country_facts.py */\n", "/* end of signs */"
CHOSEN = (
    "its name, then any of",
    "a marker's name, and `no` before any of them; `empty` is no Cell, no Troops, no Cadre",
)
LATER = "`caliphate` is a country that belongs to it, `wmd` wait there, Iran and Nigeria have the two sides"


def written() -> dict[Path, Callable[[str, Facts], str]]:
    """The files, each with the function that fills it."""
    return {
        TEMPLATES / "drawing.css": lambda text, facts: coloured(text, facts, later=False),
        TEMPLATES / "later.css": lambda text, facts: coloured(text, facts, later=True),
        EDITORS: for_editors,
        ROOT / "docs" / "reference" / "grammar.md": with_grammar,
        ROOT / "docs" / "reference" / "notation.md": with_rows,
    }


def coloured(text: str, facts: Facts, *, later: bool) -> str:
    """A style sheet with the colours of the signs."""
    head, _, rest = text.partition(BEGIN)
    return f"{head}{BEGIN}{signs.sheet(signs.drawn(facts), later=later)}{END}{rest.partition(END)[2]}"


# -------------------------------------------------------------------- words


def wordings(form: StatementForm) -> tuple[str, ...]:
    """All wordings of a form, the canonical one first."""
    return tuple(dict.fromkeys(w for w in (form.words, *form.also, form.one) if w))


def for_editors(text: str, facts: Facts) -> str:
    """The grammar of editors, with the words of all facts."""
    said = {w.lower().removeprefix(NO) for f in facts.on_country() for form in f.forms for w in wordings(form)}
    longest = "|".join(map(re.escape, sorted(said, key=lambda w: (-len(w), w)))).replace(r"\ ", " ").replace(r"\-", "-")
    grammar = json.loads(text)
    grammar["repository"]["thing"]["match"] = rf"(?i)(?<![\w])(?:{longest})(?![\w'’&!/-])"
    return json.dumps(grammar, indent=2, ensure_ascii=False) + "\n"


# -------------------------------------------------------------------- docs/reference/grammar.md


def with_grammar(text: str, facts: Facts) -> str:
    """The page of the grammar, with its rules Fact and Marker."""
    names = [_quoted(name) for name in sorted(whole().markers, key=str.casefold)]
    for name, alternatives in (("Fact", _alternatives(facts)), ("Marker", names)):
        rule = re.compile(rf"^{name} +::=.*?(?=^\w+ +::=|^```)", re.MULTILINE | re.DOTALL)
        text = rule.sub(lambda _, name=name, rows=alternatives: _rule(name, rows), text, count=1)
    return text


def _rule(name: str, alternatives: Iterable[str]) -> str:
    """A rule of the grammar, its alternatives in lines."""
    rows = [""]
    for one in alternatives:
        more = f" | {one}" if rows[-1] else one
        if rows[-1] and len(rows[-1]) + len(more) > WIDTH:
            rows.append(one)
        else:
            rows[-1] += more
    lead = " " * 15
    return f"{name:<13}::= " + f"\n{lead}| ".join(rows) + "\n"


def _alternatives(facts: Facts) -> list[str]:
    """The alternatives of a fact, those that are written alike together."""
    alike: dict[str, list[str]] = {}
    for f in facts.on_country():
        for lead, end, words in _shapes(f):
            alike.setdefault(f"{lead}%s{end}", []).extend(words)
    found = []
    for frame, words in alike.items():
        quoted = [_quoted(w) for w in dict.fromkeys(words)]
        if frame == "%s":
            found += quoted
        elif frame != "":
            found.append(frame % (f"( {' | '.join(quoted)} )" if len(quoted) > 1 else quoted[0]))
    return found


def _shapes(fact: Fact) -> Iterable[tuple[str, str, list[str]]]:
    """The frames of a fact's statements: before, after, words."""
    by_shape: dict[Shape, list[str]] = {}
    for form in fact.forms:
        by_shape.setdefault(form.shape, []).extend(wordings(form))
    fixed = by_shape.get(Shape.FIXED, [])
    plain = [w for w in fixed if not w.startswith(NO)]
    negated = {w.removeprefix(NO) for w in fixed if w.startswith(NO)}
    counted = by_shape.get(Shape.COUNTED, [])
    if counted:
        yield "( NUMBER | 'no' )" + ("? " if plain else " "), "", counted
    else:
        yield "'no'? " if negated else "", "", plain
    if Shape.PLOTS in by_shape:
        yield "", " MARKER+", by_shape[Shape.PLOTS]
    if fact.name == "marker":
        yield "'no'? ", "", ["Marker"]


def _quoted(words: str) -> str:
    return words if words == "Marker" else " ".join(f"'{w}'" for w in words.split())


# -------------------------------------------------------------------- docs/reference/notation.md


def with_rows(text: str, facts: Facts) -> str:
    """The page of the notation, with its two rows on countries.

    The first is the base game's, the second that of The Awakening.
    """
    first = [
        f for f in facts.on_country() if f.name in BASE.facts.country and f.name not in ("empty", "marker", "no marker")
    ]
    later = [f for f in facts.on_country() if f.name not in BASE.facts.country]
    rows = iter(
        (
            f"| a country | {CHOSEN[0]} {', '.join(map(_said, first))}, {CHOSEN[1]} |",
            f"| a country | {', '.join(map(_said, later))}; {LATER} |",
        )
    )
    return re.sub(r"^\| a country \|.*$", lambda _: next(rows), text, flags=re.MULTILINE)


def _said(fact: Fact) -> str:
    """Examples of the statements about a fact."""
    forms = [form for form in fact.forms if form.written and not form.words.startswith(NO)]
    return " ".join(f"`{_example(form)}`" for form in forms)


def _example(form: StatementForm) -> str:
    if form.shape is Shape.COUNTED:
        return f"1 {form.one}" if form.one else f"2 {form.words}"
    return f"{form.words} 2 ?" if form.shape is Shape.PLOTS else form.words


if __name__ == "__main__":
    for path, fill in written().items():
        path.write_text(fill(path.read_text(encoding="utf-8"), whole().facts), encoding="utf-8")
