"""A record in progress, as data for the page.

It has the question with its taps, the clock, the hands and the last lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.judging.judged_lines import JudgedLine as Played
from referee.engine.law.ask import Field, RollKind
from referee.engine.law.line import LineHead
from referee.engine.law.question import CARDS, TITLED, Choice, InputKind, Question
from referee.engine.law.requirement import Failure
from referee.engine.state import hands
from referee.engine.state.board import Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.hands import cards_of
from referee.engine.state.rewinder import Rewinder
from referee.engine.state.words import capital, count_word, numbered, percent, sentence, the_side
from referee.parsers.notation.tokens import split_comment
from referee.play.recording import Reply, Session, asking, finishing, messages
from referee.play.recording.book import ROLLED
from referee.play.recording.draft import Draft
from referee.play.recording.picks import OptionalQuestion, Pick, PickList
from referee.play.recording.variation import VariationError, WhatIf, plays_of
from referee.reports import wording
from referee.reports.report.replay import moves
from referee.rules import rulebook
from referee.web import drawn
from referee.web.building import only_tests

_PRESTIGE_DICE = ("direction", "first", "second")
_HINTS = {
    "dead": "Undo takes the last answer back; Type writes a whole line as it was played.",
    "over": "The menu leads to the verdict and the report; Undo takes the last play back.",
    "anyway": "Undo takes it back.",
}
"""Hints for questions without a choice."""
NO_ROLL = 1.0
"""Rank of an answer without a roll."""
_GONE = {"discards": "discarded", "removed": "removed", "box": "in play", "J": "", "US": ""}


# -------------------------------------------------------------------- the question


def question(session: Session, shown: PickList) -> dict[str, Any]:
    """The question and its answers."""
    q, b = shown.question, session.book.game.board
    picks = [pick(b, q, p, n) for n, p in enumerate(shown.picks)]
    usual = None
    if shown.usual is not None:
        at = next((n for n, p in enumerate(shown.picks) if p.choice.value == shown.usual.choice.value), -1)
        label = picks[at]["label"] if at >= 0 and q.kind == InputKind.ANSWER else shown.usual.choice.label
        usual = {"label": capital(label), "n": at if q.kind == InputKind.ANSWER else -1}
    elif q.kind == InputKind.END:
        usual = {"label": "End of turn", "n": -1}
    title, hint = _words(q, picks)
    if q.field is Field.MARKER and session.deals and not b.rules.guides:
        hint = f"{hint} PlaceName here, it can be read in Lines; face down, it is named when it is turned over.".strip()
    return {
        "settled": q.settled,
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
        "about": about(b, q),
        "pad": q.kind == InputKind.CARD
        or (asks_cards(q) and not any(type(p.choice.value) is int for p in shown.picks)),
        "forbids": q.kind in (InputKind.ANSWER, InputKind.MORE)
        and session.noting is None
        and not (session.draft is not None and session.draft.bot),
    }


def _words(q: Question, picks: list[dict[str, Any]]) -> tuple[str, str]:
    """The question in few words, and its note.

    Chances that are equal everywhere come once.
    """
    roll = q.roll
    if q.kind == InputKind.DICE and roll is not None and roll.kind != RollKind.PICK:
        name = capital(roll.name)
        return f"{name}: what was rolled{f' ({count_word(roll.n)} dice)' if roll.n > 1 else ''}?", q.sought
    hint = _HINTS.get(q.kind, q.hint if q.kind == InputKind.ANSWER else "")
    tests = [p for p in picks if p["tests"]]
    for odds in dict.fromkeys(p["odds"] for p in tests) if len(tests) > 1 else ():
        same = [p for p in tests if p["odds"] == odds]
        which = "Muslim countries" if all(p["tests"] == MUSLIM for p in same) else "countries"
        hint = f"{hint} Untested {which}: {odds}.".strip()
        for p in same:
            p["odds"], p["note"] = "", ""
    odds = {p["odds"] for p in picks}
    if len(picks) > 1 and len(odds) == 1 and "" not in odds:
        hint = f"{hint} Each: {picks[0]['odds']}.".strip()
        for p in picks:
            p["odds"], p["note"] = "", ""
    return q.title, hint


def passed(b: Board, p: OptionalQuestion) -> dict[str, Any]:
    """A question whose usual answer applies if the next one is answered."""
    picks = [pick(b, p.question, k, n) for n, k in enumerate(p.picks)]
    if p.usual < 0:
        picks = sorted(
            picks,
            key=lambda k: -(k["chance"] if k["chance"] is not None else NO_ROLL * (not k["odds"] and not k["tests"])),
        )
    return {
        "title": p.question.title,
        "usual": p.usual,
        "enter": p.question.enter,
        "picks": picks,
        "rule": rule(p.question.rule),
    }


def pick(b: Board, q: Question, p: Pick, n: int) -> dict[str, Any]:
    """One answer: words, chance and country."""
    c = p.choice
    label, note = c.label, c.note
    if q.field in TITLED:
        label, note = (c.note if c.note and not c.odds else c.label), ""
    elif q.field == Field.ORDER and note:
        label, note = note, ""
    elif q.kind == InputKind.CARD:
        label, note = f"{label} {note}".strip(), ""
    return {
        "n": n,
        "label": capital(label),
        "note": note,
        "odds": f"{percent(c.chance)}" if c.chance is not None else c.odds,
        "chance": c.chance,
        "tests": _tests(b, c),
        "country": country(b, c.value),
    }


def about(b: Board, q: Question) -> list[str]:
    """The countries of a question or roll, or a die's candidates."""
    if q.roll is not None:
        named = q.roll.among if q.roll.kind == RollKind.PICK else (q.roll.subject,)
    elif q.ask is not None:
        named = (
            q.ask.subject or q.ask.context.get("target") or q.ask.context.get("where"),
            q.ask.context.get("origin"),
        )
    else:
        named = ()
    return [name for value in named if (name := country(b, value))]


MUSLIM, OTHER = "muslim", "other"


def _tests(b: Board, c: Choice) -> str:
    """The kind of country that a Test finds: Muslim or not.

    "" for another answer.
    """
    name = country(b, c.value)
    if not name or not only_tests(c):
        return ""
    return MUSLIM if b[name].data.muslim else OTHER


def country(b: Board, value: Any) -> str:
    """The country of an answer: Egypt, or Egypt#2; "" for none."""
    if not isinstance(value, str):
        return ""
    name = value.partition("#")[0]
    return name if name in b.countries else ""


def ordered(b: Board, shown: PickList, picks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Answers by likelihood; countries with pieces come before the others."""
    if len([p for p in picks if p["country"]]) < 2:
        return picks

    def weight(p: dict[str, Any]) -> tuple[float, bool]:
        if not p["country"]:
            return -2 * NO_ROLL, False
        c = b.countries.get(p["country"])
        busy = c is not None and bool(c.troops or c.sleepers or c.actives or c.plots or c.cadre)
        sure = p["chance"] if p["chance"] is not None else NO_ROLL if not p["odds"] and not p["tests"] else 0.0
        return -sure, not busy

    return sorted(picks, key=weight)


def side_of(session: Session, q: Question) -> str:
    """The side that answers."""
    if q.side in SIDE_NAMES:
        return q.side
    if session.draft is not None and session.draft.line.side in SIDE_NAMES:
        return session.draft.line.side
    b = session.book.game.board
    return b.side if q.kind == InputKind.CARD else ""


def rule(number: str) -> dict[str, str] | None:
    """A rule in short."""
    if not number:
        return None
    found = rulebook().get(number)
    title, summary = (found.title, found.summary) if found is not None else ("", "")
    return {"number": numbered(number), "title": title, "summary": summary}


def reasons(failures: Sequence[Failure]) -> list[dict[str, Any]]:
    """The reasons against a thing, each sentence with its rule."""
    return [{"said": sentence(f.message), "rule": rule(f.rule)} for f in failures]


def refused(b: Board, q: Question, found: Sequence[Pick]) -> list[dict[str, Any]]:
    """The forbidden answers with reasons: their own, then the common ones."""
    each = [{f.message for f in p.choice.failures} for p in found if p.choice.failures]
    shared = set.intersection(*each) if len(each) > 1 else set()
    return [
        {
            **pick(b, q, p, n),
            "asked": p.asked,
            "why": reasons(tuple(sorted(p.choice.failures, key=lambda f: f.message in shared)))
            or [{"said": "There is nothing to do it with, or nowhere to do it.", "rule": None}],
        }
        for n, p in enumerate(found)
    ]


def _faces(q: Question) -> list[str]:
    """The purpose of each die of a roll, if they differ."""
    if q.roll is not None and q.roll.kind == RollKind.PRESTIGE and q.dice == len(_PRESTIGE_DICE):
        return list(_PRESTIGE_DICE)
    return []


def asks_cards(q: Question) -> bool:
    """Whether a card is the answer."""
    return q.field in CARDS


# -------------------------------------------------------------------- the game


def waits(s: Session, reply: Reply, *, kept: bool) -> dict[str, Any] | None:
    """The answer that waits because a rule forbids it."""
    said = [m.text for m in reply.messages if m.text]
    if s.waiting is not None:
        return {"line": s.waiting.text, "said": said}
    if s.against or kept:
        return {"line": "", "said": said}
    return None


def ways(reply: Reply) -> list[dict[str, Any]]:
    """The flowchart ways of the written play: questions with their boxes."""
    found: list[dict[str, Any]] = []
    for m in reply.messages:
        if m.about == "way":
            found.append({"asked": m.text, "boxes": []})
        elif m.about == "box":
            found[-1]["boxes"].append(m.text.strip())
    return found


def adds(s: Session) -> dict[str, Any] | None:
    """The asked card, and its possible additions: Reserves, a second card."""
    d = s.draft
    if d is None or d.bot or not d.untouched or s.book.ahead:
        return None
    b = s.book.game.board
    return {
        "cards": list(d.line.cards),
        "names": [b.rules.card_name(n) for n in d.line.cards],
        "reserves": d.line.reserves,
        "held": b.reserves(d.line.side),
        "more": {
            "reserves": not d.line.reserves and _may_be(s, LineHead("card", d.line.side, d.line.cards, reserves=True)),
            "second": len(d.line.cards) == 1
            and b.played == 0
            and _may_be(s, LineHead("card", d.line.side, (*d.line.cards, 0))),
        },
    }


def finishes(s: Session) -> dict[str, Any] | None:
    """The line that completion asks about, with its context.

    Those are the words above it, and the number of such lines. None without a completion.
    """
    if not s.book.ahead:
        return None
    now = len(s.book.lines) + 1
    words = finishing.words_above(s.book.lines)
    return {
        "of": len(s.open_lines.places),
        "now": sum(n <= now for n in s.open_lines.places),
        "told": words,
        "line": s.book.ahead[0].strip(),
    }


def _may_be(s: Session, line: LineHead) -> bool:
    """Whether a play can begin so."""
    with Draft(s.book.game, line, s.book.names).here() as out:
        if out.question is None:
            return bool(out.line) and not out.against
        return out.question.ask is not None and bool(out.question.ask.options())


def others(s: Session) -> list[dict[str, str]]:
    """The alternatives to a card."""
    b = s.book.game.board
    if s.question.kind != "card" or s.begins is not None or s.book.ahead:
        return []
    found = []
    for kind, (side, words) in asking.NO_CARD.items():
        if kind not in b.rules.procedures or (side and side != b.side and kind != "cadre"):
            continue
        if _may_be(s, asking.without_card(b, kind)):
            found.append({"kind": kind, "label": words})
    return found


def clock(b: Board) -> dict[str, Any]:
    """The side to act, and the state of the game."""
    who = b.rules.seats[b.side].who if b.side in b.rules.guides else the_side(b.side)
    return {
        "turn": b.turn,
        "side": b.side if b.stage == "action" and not b.winner else "",
        "who": _stage(b) or capital(who),
        "player": who,
        "bot": b.side in b.rules.guides,
        "when": f"Turn {b.turn}" + (f", phase {b.phase}, card {b.played + 1} of 2" if not _stage(b) else ""),
        "said": messages.status(b),
        "over": bool(b.winner) or b.stage == "over",
    }


def _stage(b: Board) -> str:
    """The event in place of a card play."""
    if b.winner or b.stage == "over":
        return "The game is over"
    return {"plots": "Plots are resolved", "end": "End of turn", "set-up": "Set-up"}.get(b.stage, "")


def held(b: Board) -> list[dict[str, Any]]:
    """The number of cards in each hand, and the known ones."""
    found = []
    for side in SIDE_NAMES:
        hand = cards_of(b, side)
        if hand is not None:
            found.append({"side": side, "name": SIDE_NAMES[side], "n": len(hand), "known": [n for n in hand if n]})
    return found


def gone(b: Board) -> dict[int, str]:
    """Cards that cannot be in a hand now, with the reason."""
    return {n: place for n in b.cards if (place := _GONE.get(hands.place_of(b, n), ""))}


def numbers(b: Board, shown: PickList) -> list[int]:
    """The cards that may be named now.

    The number pad takes one as soon as its digits are unambiguous.
    """
    if shown.question.kind == "card":
        away = gone(b)
        return [n for n in sorted(b.cards) if n not in away]
    if not asks_cards(shown.question):
        return []
    known = [p.choice.value for p in shown.picks if isinstance(p.choice.value, int) and p.choice.value]
    away = {} if known else gone(b)
    return known or [n for n in sorted(b.cards) if n not in away]


def lines(s: Session, most: int, *, all_movements: bool) -> list[dict[str, Any]]:
    """The last lines after the tags, each with its findings.

    The movements are with every line if ``all_movements``, else with the last play and its automatic lines.
    """
    typed = next((e.start for e in reversed(s.book.entries) if not e.itself), len(s.book.lines))
    game = s.book.game
    rewinder = Rewinder(game.board, game.journal.changes)
    played = {line.action.place.line: line for line in game.lines}
    wrong: dict[int, list[dict[str, Any]]] = {}
    for f in s.book.findings:
        said = " ".join(part for part in (f.message, f.reason) if part)
        wrong.setdefault(f.place.line, []).append(
            {"note": not f.counted, "kind": capital(wording.kind(f)), "rule": f.rule, "said": said, "help": f.help}
        )
    tries = {line.action.place.line for line in plays_of(s.book)} if not s.book.ahead else set()
    found: list[dict[str, Any]] = []
    for n, text in enumerate(s.book.lines, 1):
        if not text.strip() or text.startswith("["):
            continue
        line = played.get(n)
        did = []
        if line is not None and (all_movements or n > typed):
            did = messages.step(line.step, rewinder.show(line.mark + len(line.step.changes)))
        found.append(
            {
                "n": n,
                "text": _public(s, line, text),
                "side": line.step.action.side if line is not None else "",
                "findings": wrong.get(n, []),
                "did": [m.strip() for m in did],
                "tries": n in tries,
            }
        )
    return found[-most:]


def _public(s: Session, line: Played | None, text: str) -> str:
    """A line for everybody's eyes, without notes on the referee's dice.

    Where the referee deals, the cards of a hand are its player's alone.
    """
    if s.deals and line is not None and line.action.kind in _SECRET:
        return _SECRET[line.action.kind]
    if not ROLLED.search(text):
        return text
    body, comment = split_comment(text)
    remarks = [remark for remark in comment.strip("; ").split("; ") if remark and not ROLLED.fullmatch(remark)]
    return f"{body.rstrip()}  ; {'; '.join(remarks)}".strip() if remarks else body.rstrip()


_SECRET = {"deal": "Cards are dealt.", "draw": "Cards are drawn."}
"""Public words for lines with cards of hands."""


def what_if(tried: WhatIf | None) -> dict[str, Any] | None:
    """The attempt at another play: name, play, and lines to keep."""
    if tried is None:
        return None
    try:
        lines = tried.lines()
    except VariationError:
        lines = []
    return {"title": tried.title, "instead_of": tried.instead_of, "lines": lines}


def undo(s: Session) -> str:
    """The step that undo takes back, in words; "" for none."""
    if s.waiting is not None or s.against or s.noting is not None:
        return "this answer"
    d = s.draft
    if d is not None and d.answered:
        return "the last answer"
    if d is not None and d.line.kind not in asking.DUE:
        return "the card" if d.line.kind == "card" else "this"
    typed = next((e for e in reversed(s.book.entries) if not e.itself), None)
    if typed is None:
        return ""
    line = s.book.lines[typed.start].strip() or "the last line"
    return f"the last answer of {line}" if typed.answered is not None or typed.loaded else line


def drawing(s: Session) -> dict[str, Any]:
    """The position, with the last line's moves and new marks."""
    game = s.book.game
    line = next((x for x in reversed(game.lines) if x.step.changes and x.action.kind not in ("deal", "draw")), None)
    if line is None:
        return drawn.board(game.board)
    was = Rewinder(game.board, game.journal.changes).show(line.mark)
    return drawn.board(game.board, before=was, moves=moves(game.board, line.step))
