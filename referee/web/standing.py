"""What stands in a record that is being written, as data for a page: the clock, the hands, the last lines, what undo takes."""

from __future__ import annotations

from typing import Any

from referee.engine import hands
from referee.engine.board import Board
from referee.engine.data import SIDE_NAMES
from referee.engine.film import Film
from referee.engine.hands import cards_of
from referee.engine.line import Line
from referee.play.recording import Reply, Session, telling
from referee.play.recording.draft import Draft
from referee.play.recording.pointing import Pointed
from referee.web import pointed

_GONE = {"discards": "discarded", "removed": "removed", "box": "in play", "J": "", "US": ""}
OTHER = {
    "hold": ("US", "Keep the last card"),
    "cadre": ("J", "Take a Cadre off"),
    "turn-in": ("", "Turn a marker in"),
}
"""What may come in place of a card, by its kind of line: whose it is, and its words."""


def waits(s: Session, reply: Reply, *, kept: bool) -> dict[str, Any] | None:
    """What was answered and is not written, since a rule forbids it."""
    said = [m.text for m in reply.messages if m.text]
    if s.waiting is not None:
        return {"line": s.waiting.text, "said": said}
    if s.against is not None or kept:
        return {"line": "", "said": said}
    return None


def adds(s: Session) -> dict[str, Any] | None:
    """The card whose use is asked, and what can be added to it: Reserves, a second card."""
    d = s.draft
    if d is None or d.bot or not d.untouched:
        return None
    b = s.book.game.board
    return {
        "cards": list(d.line.cards),
        "names": [b.rules.card_name(n) for n in d.line.cards],
        "reserves": d.line.reserves,
        "held": b.reserves(d.line.side),
        "more": {
            "reserves": not d.line.reserves and _may_be(s, Line("card", d.line.side, d.line.cards, reserves=True)),
            "second": len(d.line.cards) == 1 and _may_be(s, Line("card", d.line.side, (*d.line.cards, 0))),
        },
    }


def _may_be(s: Session, line: Line) -> bool:
    """Whether a play can begin so."""
    with Draft(s.book.game, line, s.book.names).here() as out:
        if out.question is None:
            return bool(out.line) and not out.against
        return out.question.ask is not None and bool(out.question.ask.options())


def others(s: Session) -> list[dict[str, str]]:
    """What may come in place of a card."""
    b = s.book.game.board
    if s.question.kind != "card" or s.begins is not None:
        return []
    found = []
    for kind, (side, words) in OTHER.items():
        if kind not in b.rules.procedures or (side and side != b.side and kind != "cadre"):
            continue
        if _may_be(s, Line(kind, side or b.side)):
            found.append({"kind": kind, "label": words})
    return found


def clock(b: Board) -> dict[str, Any]:
    """Whose turn it is, and where the game stands."""
    who = b.rules.seats[b.side].who if b.side in b.rules.guides else f"the {SIDE_NAMES[b.side]}"
    return {
        "turn": b.turn,
        "side": b.side if b.stage == "action" and not b.winner else "",
        "who": _stage(b) or who[:1].upper() + who[1:],
        "bot": b.side in b.rules.guides,
        "when": f"Turn {b.turn}" + (f", phase {b.phase}, card {b.played + 1} of 2" if not _stage(b) else ""),
        "said": telling.status(b),
        "over": bool(b.winner) or b.stage == "over",
    }


def _stage(b: Board) -> str:
    """What happens instead of a card play."""
    if b.winner or b.stage == "over":
        return "The game is over"
    return {"plots": "Plots are resolved", "end": "End of turn", "set-up": "Set-up"}.get(b.stage, "")


def held(b: Board) -> list[dict[str, Any]]:
    """How many cards each side holds, and which of them are known."""
    found = []
    for side in SIDE_NAMES:
        hand = cards_of(b, side)
        if hand is not None:
            found.append({"side": side, "name": SIDE_NAMES[side], "n": len(hand), "known": [n for n in hand if n]})
    return found


def gone(b: Board) -> dict[int, str]:
    """Cards that cannot be in a hand now, and why."""
    return {n: told for n in b.cards if (told := _GONE.get(hands.lies(b, n), ""))}


def numbers(b: Board, shown: Pointed) -> list[int]:
    """The cards that may be named now: the number pad takes one as soon as no other one begins with its digits."""
    if shown.question.kind == "card":
        away = gone(b)
        return [n for n in sorted(b.cards) if n not in away]
    if not pointed.asks_cards(shown.question):
        return []
    known = [p.choice.value for p in shown.picks if isinstance(p.choice.value, int) and p.choice.value]
    away = {} if known else gone(b)
    return known or [n for n in sorted(b.cards) if n not in away]


def lines(s: Session, most: int, *, told: bool) -> list[dict[str, Any]]:
    """The last lines behind the tags, with the findings that stand there."""
    steps = {line.action.place.line: line.step for line in s.book.game.lines}
    wrong: dict[int, list[dict[str, Any]]] = {}
    for f in s.book.findings:
        said = " ".join(part for part in (f.message, f.reason) if part)
        wrong.setdefault(f.place.line, []).append({"note": not f.counted, "rule": f.rule, "said": said, "help": f.help})
    found: list[dict[str, Any]] = []
    for n, text in enumerate(s.book.lines, 1):
        if not text.strip() or text.startswith("["):
            continue
        step = steps.get(n)
        found.append(
            {
                "n": n,
                "text": text,
                "side": step.action.side if step is not None else "",
                "findings": wrong.get(n, []),
                "did": [line.strip() for line in telling.step(step)] if told and step is not None else [],
            }
        )
    last = found[-most:]
    if last and not told and (step := steps.get(int(last[-1]["n"]))) is not None:
        last[-1]["did"] = [line.strip() for line in telling.step(step)]
    return last


def undo(s: Session) -> str:
    """What undo takes back, in words; "" for nothing."""
    if s.waiting is not None or s.against is not None or s.noting is not None:
        return "this answer"
    d = s.draft
    if d is not None and d.answered:
        return "the last answer"
    if d is not None and d.line.kind not in ("choices", "resolve"):
        return "the card" if d.line.kind == "card" else "this"
    typed = next((e for e in reversed(s.book.entries) if not e.itself), None)
    return "" if typed is None else s.book.lines[typed.start].strip() or "the last line"


def before(s: Session) -> Board | None:
    """The position before the last line that changed the board, so that what is new can be marked."""
    game = s.book.game
    line = next((x for x in reversed(game.lines) if x.step.changes and x.action.kind != "deal"), None)
    return Film(game.board, game.journal.changes).show(line.mark) if line is not None else None
