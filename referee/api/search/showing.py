"""Answers to questions in words, as data and as text."""

from __future__ import annotations

from typing import Any

from referee.api.search import NAMED, SearchResult, find
from referee.editions import rulesets
from referee.engine.state.words import listed, numbered
from referee.reports.columns import wrap
from referee.rules import rulebook
from referee.rules.disputes import disputes
from referee.rules.library import event_of, rulings
from referee.rules.practice import RESTS, answers

OWN = frozenset({"ruling", "practice", "dispute", "term"})
"""The kinds that no other command shows by name."""
MOST, MOST_RULINGS = 6, 3
"""Most answers shown for a question, and rulings with the first."""
MOST_LOOKED_AT = 60
"""Most answers searched for the rulings of the first."""


def data(asked: str, *, alone: bool = False) -> dict[str, Any] | None:
    """Return the answers to a question, the first in detail, or None.

    ``alone`` takes the words for the name of an answer.
    """
    every = find(asked, MOST_LOOKED_AT)
    named = bool(every) and every[0].score >= NAMED
    if not every or (alone and not (named and every[0].kind in OWN)):
        return None
    more = _more(every[0], every)
    said = {r["id"] for r in more.get("rulings", ())}
    others = [f for f in every[1:] if not (f.kind == "ruling" and f.id in said)]
    return {
        "question": asked,
        "answer": {**every[0].data(), **more},
        "others": [] if named else [f.data() for f in others[: MOST - 1]],
    }


def _more(f: SearchResult, every: tuple[SearchResult, ...]) -> dict[str, Any]:
    """Return the details of an answer besides its sentences."""
    if f.kind in ("rule", "card"):
        number = int(f.id) if f.kind == "card" else 0
        told = event_of(rulesets.texts(), number) if number else None
        own = [r for r in rulings(rulesets.texts()) if (number in r.cards if number else f.id in r.rules)]
        fit = {other.id: -other.score for other in every if other.kind == "ruling"}
        shown = sorted((r for r in own if r.id in fit), key=lambda r: fit[r.id])[:MOST_RULINGS]
        return {
            "readings": list(told.readings) if told else [],
            "rulings": [{"id": r.id, "question": r.question, "answer": r.answer} for r in shown],
            "rulings_as_well": [r.id for r in own if r not in shown],
        }
    if f.kind == "ruling":
        r = next(r for r in rulings(rulesets.texts()) if r.id == f.id)
        return {"why": r.why, "option": r.option}
    if f.kind == "practice":
        a = answers()[f.id]
        return {"why": a.why, "rests": a.rests, "side": a.side}
    if f.kind == "dispute":
        d = next(d for d in disputes() if d.id == f.id)
        return {"command": d.command, "record": d.lines}
    return {}


# -------------------------------------------------------------------- text

HEADS = {
    "ruling": "Ruling {id}: {title}",
    "practice": "{title}",
    "dispute": "A dispute: {title}",
    "card": "Card {id} {title}",
    "rule": "{id} {title}",
}
"""The head of an answer by its kind."""


def text(d: dict[str, Any], width: int) -> str:
    """The answers as text, wrapped to ``width`` columns; 0 for no wrapping."""
    a = d["answer"]
    out = wrap(HEADS.get(a["kind"], "{title}").format(**a), width, "", "  ")
    out += ["", *(line for paragraph in _paragraphs(a) for line in wrap(paragraph, width))]
    out += _of_rulings(a, width)
    if a.get("command"):
        out += ["", "Put to the referee:", f"  {a['command']}"]
    if a["kind"] in ("rule", "card"):
        out += ["", f"referee explain {a['ask']} shows what is checked, with examples."]
    others = d["others"]
    if others:
        column = max(len(o["ask"]) for o in others) + 2
        out += ["", f"Also found; referee explain {others[0]['ask']} shows the first of them:"]
        out += [line for o in others for line in wrap(o["title"], width, f"  {o['ask']:<{column}}", " " * (column + 2))]
    return "\n".join(out)


def _paragraphs(a: dict[str, Any]) -> list[str]:
    """Return the sentences of an answer, its basis, and its rules."""
    found = [a["says"]]
    rests = "" if a.get("side") else RESTS.get(a.get("rests", ""), "")
    found.append(" ".join(p for p in (a.get("why"), rests) if p))
    if a.get("option"):
        found.append(f'Other tables: [Options "{a["option"]}"].')
    found += a.get("readings", [])
    if a["kind"] in ("ruling", "practice", "system") and a["rules"]:
        found.append(f"{_cited(a['rules'])}.")
    return [p for p in found if p]


def _of_rulings(a: dict[str, Any], width: int) -> list[str]:
    out = []
    for r in a.get("rulings", ()):
        out += ["", *wrap(f"Ruling {r['id']}: {r['question']}", width, "", "  ")]
        out += wrap(r["answer"], width, "  ", "  ")
    if more := a.get("rulings_as_well"):
        out += [
            "",
            *wrap(f"{'Other rulings' if a['rulings'] else 'Rulings'} on it: {', '.join(more)}.", width, "", "  "),
        ]
    return out


def _cited(rules: list[str]) -> str:
    """Return the rules and cards of an answer, each with its title."""
    book = rulebook()
    named = [f"{numbered(r)} ({book[r].title})" if r in book else r for r in rules]
    return f"By {listed(named)}"
