"""The question of a record that is being written, as data for a page: what is asked, and what can be tapped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee import rules as rulebook
from referee.engine.ask import Field, RollKind
from referee.engine.board import Board
from referee.engine.data import SIDE_NAMES
from referee.engine.question import CARDS, TITLED, Kind, Question
from referee.engine.requirement import Failure
from referee.engine.words import numbered, percent, sentence
from referee.play.recording import Session
from referee.play.recording.pointing import Passed, Pick, Pointed

_PRESTIGE_DICE = ("direction", "first", "second")
_HINTS = {
    "dead": "Undo takes the last answer back; Type writes a whole line as it was played.",
    "over": "The menu leads to the verdict and the report; Undo takes the last play back.",
    "anyway": "Undo takes it back.",
}
"""What there is to say where nothing can be chosen."""
NO_ROLL = 1.0
"""What an answer counts as that needs no roll, in the order of the answers."""


def question(session: Session, shown: Pointed) -> dict[str, Any]:
    """What is asked, and what can be tapped."""
    q, b = shown.question, session.book.game.board
    picks = [pick(b, q, p, n) for n, p in enumerate(shown.picks)]
    usual = None
    if shown.usual is not None:
        at = next((n for n, p in enumerate(shown.picks) if p.choice.value == shown.usual.choice.value), -1)
        label = picks[at]["label"] if at >= 0 and q.kind == Kind.ANSWER else shown.usual.choice.label
        usual = {"label": sentence(label).removesuffix("."), "n": at if q.kind == Kind.ANSWER else -1}
    elif q.kind == Kind.END:
        usual = {"label": "End of turn", "n": -1}
    title, hint = _words(q, picks)
    return {
        "title": title,
        "hint": hint,
        "kind": q.kind,
        "side": side_of(session, q),
        "rule": rule(q.rule),
        "dice": q.dice,
        "faces": _faces(q),
        "hides": q.hides,
        "counts": bool(picks) and all(p["label"].isdecimal() for p in picks),
        "picks": ordered(b, shown, picks),
        "usual": usual,
        "passed": [passed(b, p) for p in shown.passed],
        "pad": q.kind == Kind.CARD or (asks_cards(q) and not any(type(p.choice.value) is int for p in shown.picks)),
        "forbids": q.kind in (Kind.ANSWER, Kind.MORE)
        and session.noting is None
        and not (session.draft is not None and session.draft.bot),
    }


def _words(q: Question, picks: list[dict[str, Any]]) -> tuple[str, str]:
    """The question in few words, and what else there is to say; chances that are the same everywhere are said once."""
    roll = q.roll
    if q.kind == Kind.DICE and roll is not None and roll.kind != RollKind.PICK and q.title.endswith(("?", ").")):
        said, _, asked = q.title.rpartition(" What was rolled")
        name = roll.name[:1].upper() + roll.name[1:]
        return (f"{name}: what was rolled{asked}", said) if said else (q.title, "")
    hint = _HINTS.get(q.kind, q.hint if q.kind == Kind.ANSWER else "")
    odds = {p["odds"] for p in picks}
    if len(picks) > 1 and len(odds) == 1 and "" not in odds:
        hint = f"{hint} Each: {picks[0]['odds']}.".strip()
        for p in picks:
            p["odds"], p["note"] = "", ""
    return q.title, hint


def passed(b: Board, p: Passed) -> dict[str, Any]:
    """A question whose usual answer holds if the next one is answered."""
    picks = [pick(b, p.question, k, n) for n, k in enumerate(p.picks)]
    if p.usual < 0 or p.question.kind == Kind.MORE:
        picks = sorted(picks, key=lambda k: -(k["chance"] if k["chance"] is not None else NO_ROLL * (not k["odds"])))
    return {
        "title": p.question.title,
        "kind": p.question.kind,
        "usual": p.usual,
        "enter": p.question.enter,
        "picks": picks,
        "rule": rule(p.question.rule),
    }


def pick(b: Board, q: Question, p: Pick, n: int) -> dict[str, Any]:
    """One answer: its words, its chance, and the country that it names."""
    c = p.choice
    label, note = c.label, c.note
    if q.field in TITLED:
        label, note = (c.note if c.note and not c.odds else c.label), ""
    elif q.field == Field.ORDER and note:
        label, note = note, ""
    elif c.odds or q.kind == Kind.CARD:
        label, note = (f"{c.label} {c.note}".strip(), "") if q.kind == Kind.CARD else (c.label, c.note)
    return {
        "n": n,
        "label": label[:1].upper() + label[1:],
        "note": note,
        "odds": f"{percent(c.chance)}" if c.chance is not None else c.odds,
        "chance": c.chance,
        "country": country(b, c.value),
    }


def country(b: Board, value: Any) -> str:
    """The country that an answer names: Egypt, or Egypt#2; "" for none."""
    if not isinstance(value, str):
        return ""
    name = value.partition("#")[0]
    return name if name in b.countries else ""


def ordered(b: Board, shown: Pointed, picks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Answers that name countries with the likeliest first, and those where something lies before the others."""
    if len([p for p in picks if p["country"]]) < 2:
        return picks

    def weight(p: dict[str, Any]) -> tuple[float, bool]:
        if not p["country"]:
            return -2 * NO_ROLL, False
        c = b.countries.get(p["country"])
        busy = c is not None and bool(c.troops or c.sleepers or c.actives or c.plots or c.cadre)
        sure = p["chance"] if p["chance"] is not None else NO_ROLL if not p["odds"] else 0.0
        return -sure, not busy

    return sorted(picks, key=weight)


def side_of(session: Session, q: Question) -> str:
    """Who answers."""
    if q.side in SIDE_NAMES:
        return q.side
    if session.draft is not None and session.draft.line.side in SIDE_NAMES:
        return session.draft.line.side
    b = session.book.game.board
    return b.side if q.kind == Kind.CARD else ""


def rule(number: str) -> dict[str, str] | None:
    """A rule in short."""
    if not number:
        return None
    try:
        found = rulebook.rule(number)
    except KeyError:
        return {"number": numbered(number), "title": "", "summary": ""}
    return {"number": numbered(number), "title": found.title, "summary": found.summary}


def reasons(failures: Sequence[Failure]) -> list[dict[str, Any]]:
    """Why something is not allowed, each sentence with its rule."""
    return [{"said": sentence(f.message), "rule": rule(f.rule)} for f in failures]


def refused(b: Board, q: Question, found: Sequence[Pick]) -> list[dict[str, Any]]:
    """What a rule forbids, with the reasons."""
    return [
        {
            **pick(b, q, p, n),
            "asked": p.asked,
            "why": reasons(p.choice.failures)
            or [{"said": "There is nothing to do it with, or nowhere to do it.", "rule": None}],
        }
        for n, p in enumerate(found)
    ]


def _faces(q: Question) -> list[str]:
    """What each die of a roll is for, where they are not alike."""
    if q.roll is not None and q.roll.kind == RollKind.PRESTIGE and q.dice == len(_PRESTIGE_DICE):
        return list(_PRESTIGE_DICE)
    return []


def asks_cards(q: Question) -> bool:
    """Whether a card is the answer."""
    return q.field in CARDS
