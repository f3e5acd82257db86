"""The declared slips of the pen.

Each has its id, its cost in findings, and its hypotheses near a suspicious line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from referee.engine.explaining.slips.actions import (
    OTHER,
    all_dice,
    by_the_other_side,
    elsewheres,
    same_play,
    with_card,
    with_dice,
    with_die,
)
from referee.engine.explaining.slips.hypothesis import Hypothesis, Scene
from referee.engine.judging.judged_lines import PendingLine, Treatment
from referee.engine.law.rolls import PICK
from referee.engine.record.findings import MISSPELT, Edit, Respelling
from referee.engine.state.script import Action, Item, Part, Place, Segment

BACK = 12
"""Most lines between a line and its copy."""
PLAYS_BETWEEN = 3
"""Most plays between a line and its copy with a single finding."""
NEAR = 6
"""Most lines between a missing play and the suspicious line."""
FAR = 5
"""Most lines between two swapped lines."""
MOST_CARDS = 40
"""Most numbers tried for a card."""
INSERTED = Treatment(inserted=True)
SKIPPED = Treatment(skipped=True)


@dataclass(frozen=True, slots=True)
class Slip:
    """One kind of slip of the pen."""

    id: str
    title: str
    """Its name, in a few words."""
    sentence: str
    """The sentence of its finding, completed by the facts of the hypothesis."""
    cost: float
    hypotheses: Callable[[Slip, Scene], Iterator[Hypothesis]]


def _twice(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    for k in range(scene.at, max(-1, scene.at - 3), -1):
        action = scene.action(k)
        if action.kind not in ("card", "resolve", "unread") or scene.entries[k].treatment is not None:
            continue
        for j in range(k - 1, max(-1, k - 1 - BACK), -1):
            earlier = scene.action(j)
            if scene.entries[j].treatment is not None:
                continue
            same = same_play(action, earlier)
            card = action.kind == earlier.kind == "card" and (action.side, action.cards) == (
                earlier.side,
                earlier.cards,
            )
            if not same and not (card and any(action.cards)):
                continue
            yield Hypothesis(
                slip.id,
                slip.cost if same else slip.cost + 0.3,
                k,
                k + 1,
                (PendingLine(scene.entries[k].action, SKIPPED),),
                action,
                (earlier.place.line,),
                (Edit(action.place.line, _end(action)),),
                {"line": action.place.line, "earlier": earlier.place.line},
                clear=same
                and k == scene.at
                and _plays_between(scene, j, k) <= PLAYS_BETWEEN
                and (scene.cards or scene.clock),
            )
            break


def _plays_between(scene: Scene, first: int, last: int) -> int:
    return sum(e.action.kind == "card" for e in scene.entries[first + 1 : last])


def _side(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    for k in range(scene.at, max(-1, scene.at - 4), -1):
        run = _same_side_from(scene, k)
        for n in range(1, len(run) + 1):
            action = run[0]
            yield Hypothesis(
                slip.id,
                slip.cost + 0.2 * (n - 1),
                k,
                k + n,
                tuple(
                    PendingLine(scene.entries[k + i].action, Treatment(action=by_the_other_side(a)))
                    for i, a in enumerate(run[:n])
                ),
                action,
                tuple(a.place.line for a in run[1:n]),
                tuple(edit for a in run[:n] for edit in _respelt_side(a)),
                {"line": action.place.line, "side": OTHER[action.side], "run": n},
                clear=k == scene.at and n == 1 and _in_the_other_hand(scene),
            )


def _same_side_from(scene: Scene, k: int) -> list[Action]:
    """A play and the next one, if by the same side."""
    run: list[Action] = []
    for entry, i in zip(scene.entries[k : k + 2], range(k, k + 2), strict=False):
        action = scene.action(i)
        if action.kind not in ("card", "unread") or entry.treatment is not None or (run and action.side != run[0].side):
            break
        run.append(action)
    return run


def _in_the_other_hand(scene: Scene) -> bool:
    """Return whether the suspicious card is in the other side's hand.

    The other side has the turn.
    """
    rules = {(f.kind, f.rule) for f in scene.found}
    return ("illegal", "5.2.2") in rules and ("impossible", "5.3.2") in rules


def _swapped(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    t = scene.at
    pairs = [(t, t + d) for d in range(1, FAR + 1)] + [(t - d, t) for d in range(1, FAR + 1)]
    pairs += [(t - 1, t + 1), (t - 2, t + 1), (t - 2, t - 1)]
    for k, m in pairs:
        if k < 0 or m >= len(scene.entries):
            continue
        one, other = scene.action(k), scene.action(m)
        if not (_moves(one) and _moves(other)) or scene.entries[k].treatment or scene.entries[m].treatment:
            continue
        if not scene.clock and one.side != other.side:
            continue
        between = tuple(scene.entries[k + 1 : m])
        cards = [e for e in between if _moves(e.action)]
        if one.side == other.side and cards:
            continue
        far = 0.1 * bool(between)
        yield Hypothesis(
            slip.id,
            slip.cost + far,
            k,
            m + 1,
            (scene.entries[m], *between, scene.entries[k]),
            one,
            (other.place.line,),
            _exchanged(one, other),
            {"line": one.place.line, "other": other.place.line, "sides": one.side != other.side},
        )


def _moves(action: Action) -> bool:
    return action.kind in ("card", "resolve", "unread")


def _resolution(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    """Yield missing resolutions of Plots that should not be on the map.

    A line with all of them is missing, or one of them on such a line.
    """
    k = scene.at
    if not (_owed(scene) or any(f.kind == "outcome" for f in scene.found) or scene.action(k).kind == "resolve"):
        return
    while (k and scene.action(k).kind in ("board", "check")) or (k == scene.at and scene.action(k).kind != "resolve"):
        k -= 1
    written = scene.entries[k]
    if k < 0 or written.action.kind != "resolve" or written.treatment is not None:
        if plots := _plots_before(scene, scene.at):
            missing = Action("resolve", scene.action(scene.at).place, "", side="J")
            missing = replace(missing, segments=[_resolved(missing, plot) for plot in plots])
            h = _inserted(slip, scene, missing, "the resolution of the Plots")
            yield replace(h, clear=_owed(scene) and _goes_on(scene))
        return
    action = written.action
    if k < scene.at:
        left = [_resolved(action, plot) for plot in _plots_before(scene, scene.at)]
        ways = [[*action.segments, *left]] if left else []
    else:
        ways = [[_resolved(action, plot), *action.segments] for plot in _plots_before(scene, k)]
    for segments in ways:
        h = _with(slip, scene, k, replace(action, segments=segments), 0.0, {"what": "a Plot", "where": "on"})
        yield replace(h, clear=_owed(scene) and _goes_on(scene, past_checkpoints=True))


def _owed(scene: Scene) -> bool:
    """Return whether Plots had to be resolved before the suspicious line."""
    return any(f.rule == "5.2.3" for f in scene.found)


def _goes_on(scene: Scene, *, past_checkpoints: bool = False) -> bool:
    """Whether the record continues past the next end of a US phase.

    Plots on the map would be resolved again there. An earlier checkpoint may show that nothing was resolved, unless a
    line contains a resolution.
    """
    us = False
    for entry in scene.entries[scene.at + 1 : scene.ahead]:
        action = entry.action
        if action.kind == "board" and not past_checkpoints:
            return False
        if us and (action.kind in ("resolve", "end", "deal") or action.side == "J"):
            return True
        us = us or (action.kind == "card" and action.side == "US")
    return False


def _resolved(action: Action, plot: tuple[str, int]) -> Segment:
    """The part of a line that resolves a Plot, without its rolls."""
    return Segment(
        "plot",
        "resolve",
        action.place,
        side="J",
        items=[Item(action.place, {"plot": Part(plot, action.place)})],
    )


def _plots_before(scene: Scene, k: int) -> list[tuple[str, int]]:
    """Return the Plots on the map before a line."""
    from referee.engine.state.rewinder import Rewinder

    game = scene.game
    board = Rewinder(game.board, game.journal.changes).show(game.lines[k].mark)
    return [(name, n + 1) for name, c in board.countries.items() for n in range(len(c.plots))]


def _forgotten(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    if not scene.clock:
        return
    for n in (1, 2):
        for side in ("J", "US"):
            yield missing_play(slip, scene, scene.at, side, n)


def may_follow(action: Action) -> bool:
    """Return whether a play may be missing directly before this line."""
    return action.kind in ("card", "unread", "board", "resolve")


def missing_play(slip: Slip, scene: Scene, p: int, side: str, n: int = 1) -> Hypothesis:
    """The hypothesis of ``n`` missing plays of a side before line ``p``."""
    action = scene.action(p)
    unseen = Action("unread", action.place, "", side=side, cards=(0,))
    before = _before(scene, p)
    return Hypothesis(
        slip.id,
        slip.cost + (n - 1),
        p,
        p,
        (PendingLine(unseen, INSERTED),) * n,
        action,
        before,
        (
            Edit(
                action.place.line, action.place.line - 1, (Action("unread", action.place, "", side, (0,), use="?"),) * n
            ),
        ),
        {"line": action.place.line, "before": (before or (0,))[0], "side": side, "n": n},
        unseen=side,
    )


def _before(scene: Scene, p: int) -> tuple[int, ...]:
    """Return the number of the line before line ``p``."""
    return (scene.action(p - 1).place.line,) if p > 0 else ()


def _card(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    if scene.untimely:
        return
    for k in range(scene.at, max(-1, scene.at - 3), -1):
        action = scene.action(k)
        if action.kind not in ("card", "unread") or not any(action.cards) or scene.entries[k].treatment is not None:
            continue
        if not scene.cards and (k != scene.at or scene.alone):
            continue
        for i, old in enumerate(action.cards):
            if action.titled and not i:
                continue
            for cost, card in _numbers(scene, action, old):
                meant = with_card(action, i, card)
                yield Hypothesis(
                    slip.id,
                    slip.cost + cost,
                    k,
                    k + 1,
                    (PendingLine(scene.entries[k].action, Treatment(action=meant)),),
                    action,
                    (),
                    _respelt_card(action, meant),
                    {"line": action.place.line, "card": card, "old": old},
                )


def _numbers(scene: Scene, action: Action, old: int) -> list[tuple[float, int]]:
    """Return numbers that may have been meant, each with its cost.

    Similar numbers, and those of the hand.
    """
    board = scene.game.board
    known = set((board.cards_j if action.side == "J" else board.cards_us) or ())
    found: dict[int, float] = {}
    for n in board.cards:
        if n == old:
            continue
        unlike = alike(str(old), str(n))
        if unlike is not None:
            found[n] = unlike + (0 if n in known else 0.2)
        elif n in known:
            found[n] = 0.4
    return sorted((cost, n) for n, cost in found.items())[:MOST_CARDS]


def alike(written: str, meant: str) -> float | None:
    """Return the distance of two numbers that may be confused.

    Returns None if too different.
    """
    if sorted(written) == sorted(meant):
        return 0.0
    if abs(int(written) - int(meant)) == 1:
        return 0.05
    if len(written) == len(meant):
        differ = [(a, b) for a, b in zip(written, meant, strict=True) if a != b]
        if len(differ) == 1:
            a, b = int(differ[0][0]), int(differ[0][1])
            return 0.05 if abs(a - b) == 1 or {a, b} == {9, 0} else 0.15
    if any(meant[:i] + meant[i + 1 :] == written for i in range(len(meant))):
        return 0.1
    if any(written[:i] + written[i + 1 :] == meant for i in range(len(written))):
        return 0.1
    return None


def _die(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    if scene.untimely:
        return
    for k in _since_checkpoint(scene):
        action = scene.action(k)
        dice = [(d, n) for d, n in all_dice(action) if d.label != PICK]
        for d in {id(d): d for d, _ in dice}.values():
            if len(d.values) > 1 and len(set(d.values)) > 1 and len(d.values) <= 3:
                for i in range(len(d.values) - 1):
                    values = [*d.values]
                    values[i], values[i + 1] = values[i + 1], values[i]
                    yield _with(slip, scene, k, with_dice(action, d, values), 0.0, {"die": d.values, "meant": values})
        for d, n in dice[:2]:
            for value in (1, 6, 2, 5, 3, 4):
                if d.values[n] != value:
                    facts: dict[str, Any] = {"die": d.values[n], "meant": value}
                    yield _with(slip, scene, k, with_die(action, d, n, value), 0.1, facts)


def _with(slip: Slip, scene: Scene, k: int, meant: Action, cost: float, facts: dict[str, Any]) -> Hypothesis:
    action = scene.action(k)
    return Hypothesis(
        slip.id,
        slip.cost + cost,
        k,
        k + 1,
        (PendingLine(scene.entries[k].action, Treatment(action=meant)),),
        action,
        (),
        (Edit(action.place.line, _end(action), (meant,)),),
        {"line": action.place.line, **facts},
    )


def _since_checkpoint(scene: Scene) -> Iterator[int]:
    """Yield the plays that the suspicious line may be about.

    Itself or, for a checkpoint, the plays since the previous one.
    """
    if scene.action(scene.at).kind == "card":
        yield scene.at
        return
    for k in range(scene.at - 1, max(-1, scene.at - NEAR), -1):
        action = scene.action(k)
        if action.kind == "board":
            return
        if action.kind == "card" and scene.entries[k].treatment is None:
            yield k


def _country(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    at = scene.action(scene.at)
    if at.kind == "card" and not scene.clock and any(f.kind == "illegal" for f in scene.found):
        for meant in elsewheres(at, list(scene.named)):
            yield _with(slip, scene, scene.at, meant, 0.0, {})
    if at.kind != "board":
        return
    told = {(f.place.line, f.place.column) for f in scene.found}
    there = [s.subject for s in at.statements if s.subject and (s.place.line, s.place.column) in told]
    for k in _since_checkpoint(scene):
        for meant in elsewheres(scene.action(k), list(dict.fromkeys(there))[:3]):
            yield _with(slip, scene, k, meant, 0.0, {})


def _end_of_turn(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    """Yield an end of turn without a line."""
    action, last = scene.action(scene.at), scene.game.lines[-1]
    unsaid = last.ends_unsaid and all(f.kind == "incomplete" for f in scene.found)
    if not unsaid and (not scene.clock or action.kind not in ("deal", "card", "unread")):
        return
    missing = Action("end", action.place, "", segments=[Segment("end", "end", action.place)])
    h = _inserted(slip, scene, missing, "end of turn")
    if not unsaid:
        yield h
        return
    there = {e.action.kind for e in scene.entries if e.action is not action}
    if "end" in there or ("deal" in there and action.kind != "deal"):  # elsewhere the players wrote it down
        as_known = PendingLine(missing, Treatment(inserted=True, reading=last.gaps.assumed))
        yield replace(h, cost=0.0, entries=(as_known,), clear=True)


def _deal(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    """Yield a missing deal or draw: cards used without being dealt."""
    action = scene.action(scene.at)
    if not scene.cards or action.kind not in ("card", "unread"):
        return
    for kind in ("draw", "deal"):
        cards = [n for n in action.cards if n]
        missing = Action(kind, action.place, "", parts={action.side: Part(cards or 1, action.place)})
        yield _inserted(slip, scene, missing, kind)


def _inserted(slip: Slip, scene: Scene, missing: Action, what: str) -> Hypothesis:
    action = scene.action(scene.at)
    before = _before(scene, scene.at)
    return Hypothesis(
        slip.id,
        slip.cost,
        scene.at,
        scene.at,
        (PendingLine(missing, INSERTED),),
        action,
        before,
        (Edit(action.place.line, action.place.line - 1, (missing,)),),
        {"line": action.place.line, "before": (before or (0,))[0], "what": what, "where": "before"},
    )


def _of_reading(slip: Slip, scene: Scene) -> Iterator[Hypothesis]:
    """Yield nothing: a parser has undone it before any line is judged."""
    yield from ()


def _end(action: Action) -> int:
    return max(action.numbers)


def _exchanged(one: Action, other: Action) -> tuple[Edit, ...]:
    """Return the edits that exchange two plays."""
    a, b = _numbers_of(one), _numbers_of(other)
    return Edit(a[0], a[-1], tuple(b)), Edit(b[0], b[-1], tuple(a))


def _numbers_of(action: Action) -> list[int]:
    return list(range(action.place.line, _end(action) + 1))


def _respelt_side(action: Action) -> tuple[Respelling, ...]:
    card = action.parts.get("card")
    if card is None:
        return ()
    line, column, _ = action.place
    return (Respelling(Place(line, column, card.place.column), f"{OTHER[action.side]} "),)


def _respelt_card(action: Action, meant: Action) -> tuple[Respelling, ...]:
    card = action.parts.get("card")
    return () if card is None else (Respelling(card.place, "+".join(map(str, meant.cards)) + "+R" * meant.reserves),)


SLIPS = (
    Slip(
        "resolution",
        "a resolution of Plots left out",
        "{what} seems to be missing {where} line {line}",
        1.4,
        _resolution,
    ),
    Slip("twice", "a line written twice", "line {line} repeats line {earlier}", 1.0, _twice),
    Slip("side", "US and J mistaken", "line {line} looks like a play of the {side}", 1.0, _side),
    Slip("swapped", "two lines in the wrong order", "lines {line} and {other} look swapped", 1.1, _swapped),
    Slip(
        "forgotten",
        "a play left out",
        "{a} {side} {plays} to be missing between lines {before} and {line}",
        1.2,
        _forgotten,
    ),
    Slip(
        "card", "a wrong card number", "card {old} on line {line} looks like a slip of the pen for {card}", 1.1, _card
    ),
    Slip(
        "end",
        "an end of turn left out",
        "the end of the turn seems to be missing before line {line}",
        1.4,
        _end_of_turn,
    ),
    Slip("deal", "a deal or a draw left out", "a {what} seems to be missing before line {line}", 1.4, _deal),
    Slip(
        "country",
        "a country mistaken for another",
        "a country on line {line} looks mistaken for another",
        1.4,
        _country,
    ),
    Slip("die", "a die misread", "the dice on line {line} look misread", 1.4, _die),
    Slip(MISSPELT, "a name misspelt", "“{written}” looks like a slip of the pen for {meant}", 0.0, _of_reading),
)
BY_ID = {slip.id: slip for slip in SLIPS}
__all__ = ["BY_ID", "SLIPS", "Slip", "may_follow", "missing_play"]
