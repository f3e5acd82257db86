"""The open play as plain data, so that it outlasts a crash.

What comes back is never carried out as it is: each answer is looked for among those that its question offers, and what
no longer fits is dropped.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.engine.law.line import LineHead
from referee.engine.law.question import CARDS, NUMBERS, USUAL, GivenAnswer, InputKind, Question
from referee.engine.law.table import UNKNOWN
from referee.inputs import files
from referee.inputs.judging import shown
from referee.play.recording import asking
from referee.play.recording.draft import Draft, PlayAnswers
from referee.play.recording.recall import KINDS
from referee.play.recording.session import Session

ENDING = ".open"
"""The ending of the file that keeps an open play."""
MOST = 100_000
"""Most bytes of an open play."""
MOST_PIECES = 999
"""Most pieces in an answer, allowed or not."""


def opened(session: Session) -> dict[str, Any] | None:
    """The open play of a session; None where nothing is answered."""
    play = session.open_play
    if play is None:
        return None
    line = play.line
    return {
        "line": [line.kind, line.side, list(line.cards), line.reserves],
        "instead": play.instead is not None,
        "remark": play.remark,
        "answers": [[_plain(g.value), g.unknown, g.itself, g.rolled, g.passed] for g in play.given],
        "so_far": session.so_far,
    }


def go_on(session: Session, kept: Any) -> list[str]:
    """Resume an open play as far as it fits.

    Return the messages about it.
    """
    if not isinstance(kept, dict):
        return []
    so_far = str(kept.get("so_far", ""))[:200]
    try:
        line, given = _line(session, kept["line"]), kept["answers"]
        draft = session.begun(line)
        fits = all(_take(session, draft, *answer) for answer in given)
        instead = line._replace(cards=line.cards[:1], reserves=False) if kept["instead"] is True else None
        remark = "".join(ch for ch in str(kept["remark"])[:200] if ch.isprintable())
    except (KeyError, TypeError, ValueError):
        return [f"The play that was being answered no longer fits, and is dropped: {so_far}"]
    play = PlayAnswers(line, tuple(draft.given), remark, instead)
    while not session.asks(play):
        if (earlier := play.earlier()) is None:
            return [f"The play that was being answered no longer fits, and is dropped: {so_far}"]
        play, fits = earlier, False
    session.go_on_with(play)
    if fits:
        return [f"Goes on with the play that was being answered: {session.so_far}"]
    return [f"Of the play that was being answered, what no longer fits is dropped: {so_far}"]


def _line(session: Session, kept: Any) -> LineHead:
    """The line that was begun.

    Raises :class:`ValueError` if it may not come now.
    """
    kind, side, cards, reserves = kept
    b = session.book.game.board
    due = asking.due(b)
    if kind not in KINDS or not isinstance(reserves, bool) or not all(n == 0 or n in b.cards for n in cards):
        raise ValueError
    line = LineHead(kind, side, tuple(cards), reserves)
    if kind == "card":
        fits = due is None and not b.winner and b.stage != "end" and side == b.side and 0 < len(cards) < 3
    elif kind in asking.NO_CARD:
        fits = due is None and kind in b.rules.procedures and line == asking.without_card(b, kind)
    elif kind == "end":
        fits = b.stage == "end" and line == LineHead("end")
    else:
        fits = line == due
    if not fits:
        raise ValueError
    return line


def _take(session: Session, draft: Draft, value: Any, unknown: bool, itself: bool, rolled: int, passed: bool) -> bool:
    """Give a kept answer, if the question offers it.

    Return whether it does.
    """
    with draft.here() as out:
        q = out.question
        if q is None:
            return False
        draft.phrase(q)
        if q.kind == InputKind.DICE:
            found = _dice(session, draft, q, value, unknown=unknown is True, rolled=bool(rolled))
        else:
            found = _offered(draft, q, value, itself=itself is True)
    if not found:
        return False
    draft.give(GivenAnswer(found[0], unknown is True, itself is True, q.dice if rolled else 0, passed is True))
    return True


def _dice(
    session: Session, draft: Draft, q: Question, value: Any, *, unknown: bool, rolled: bool
) -> list[tuple[int, ...]]:
    faces = tuple(value)
    if unknown:
        return [dice for dice in (q.roll.cases() if q.roll is not None else ()) if dice == faces]
    if rolled:
        return [dice for dice in [session.next_dice(q.dice, draft.given)] if dice == faces]
    real = len(faces) == q.dice and all(type(d) is int and 1 <= d <= 6 for d in faces)
    return [faces] if real else []


def _offered(draft: Draft, q: Question, value: Any, *, itself: bool) -> list[Any]:
    """The matching answer of a question, offered or forbidden."""
    if itself:
        only = q.only()
        return [only.value] if only is not None and _plain(only.value) == value else []
    if q.kind in (InputKind.MORE, InputKind.ANYWAY):
        return [value] if value is True or (value is False and q.kind == InputKind.MORE) else []
    offered = [c.value for c in q.choices]
    offered += [q.usual] * (q.usual is not USUAL) + [UNKNOWN] * q.hides
    offered += [] if draft.bot else [c.value for c in q.refuse(draft.names)]
    if type(value) is int and 0 <= value <= MOST_PIECES and q.field in NUMBERS:  # a number that a rule forbids
        offered.append(value)
    if type(value) is int and value in draft.board.cards and q.field in CARDS:
        offered.append(value)
    return [v for v in offered if _plain(v) == value][:1]


def _plain(value: Any) -> Any:
    """An answer as JSON has it."""
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    return value if value is None or isinstance(value, (bool, int)) else str(value)


# -------------------------------------------------------------------- beside the file of the record


def place_of(path: Path) -> Path:
    """The file of the open play of a record."""
    return path.with_name(path.name + ENDING)


def save(session: Session) -> None:
    """Keep the open play beside the record's file.

    Remove it where no play is open.
    """
    if session.book.path is None:
        return
    place = place_of(session.book.path)
    play = opened(session) if session.begins is None else None
    with suppress(OSError):  # the record itself is what counts, and says so where it cannot be written
        if play is None:
            place.unlink(missing_ok=True)
        else:
            files.replace(
                place, json.dumps({"record": _print(session), "play": play}, ensure_ascii=False, indent=1), follow=False
            )


def load(session: Session) -> list[str]:
    """Resume the play that is kept beside the record's file.

    Return the messages about it.
    """
    if session.book.path is None or not (place := place_of(session.book.path)).is_file():
        return []
    try:
        with place.open("rb") as file:
            kept = json.loads(file.read(MOST))
    except (OSError, ValueError, RecursionError):
        kept = None
    if not isinstance(kept, dict):
        return [f"{shown(place.name)} cannot be read; the play that was open is dropped."]
    if kept.get("record") != _print(session):
        return ["The record was changed since: the play that was open is dropped."]
    return go_on(session, kept.get("play"))


def _print(session: Session) -> str:
    return hashlib.sha256(session.book.text.encode()).hexdigest()
