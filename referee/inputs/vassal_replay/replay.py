"""The replay of a VASSAL log, play by play.

Each play is inferred from what happened and tried at the board.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from referee.editions import rulesets
from referee.engine.law.line import LineHead
from referee.engine.record.setup import Setup
from referee.engine.record.work import Spent, Work
from referee.engine.state.script import UNKNOWN_USE, Action, Record
from referee.inputs.drafting import GameDraft
from referee.inputs.vassal_replay.search import Evidence, LineSearch
from referee.inputs.vassal_replay.target import Target
from referee.inputs.vassal_replay.timeline import CardMove, Timeline
from referee.inputs.vassal_replay.ways import Way, common_lines
from referee.parsers.faults import LineError
from referee.parsers.notation import position as written
from referee.parsers.notation.reader import read_line, saved_play

MAX_COMMENT = 300
"""Most characters of a comment."""
_WORK, _WORK_A_STEP = 500_000, 1_500
"""Limits of work for the plays of a log."""
_TRIES = 400
"""Most ways to try of one line."""
_SPLITS = 8
"""Most places where a play can end and another begin."""
_MERGED = 4
"""Most further cards that leave a hand with a played one."""
_DIFFERENCES = 12
"""Differences from the seen position that discredit an incomplete line."""
_BEFORE = 6
"""Moments before its card at which a line may be typed."""
_MOSTLY = 0.7
"""Share of typed plays in a log read line by line."""
_LONGEST, _MOST_TYPED = 2000, 4000
"""Longest line to read as typed, and most of them."""
_NEVER_CLAIMED = frozenset({"hand J", "hand US", "discards", "removed"})
_STATED = ("board", "check")


class RecordLine(NamedTuple):
    """A line of the record, with its moments of the log."""

    text: str
    low: int
    high: int


class Window(NamedTuple):
    """The happenings between two moments, with their card.

    The card was played there.
    """

    low: int
    high: int
    card: CardMove | None = None


@dataclass(slots=True)
class TypedAction:
    """A typed action: its lines, first and last moment."""

    first: int
    last: int
    lines: list[str]
    action: Action

    @property
    def dice(self) -> Counter[int]:
        """The dice in it."""
        return Counter(v for s in self.action.segments for i in s.items for d in i.dice for v in d.values if v)


class LogReplay(GameDraft):
    """The replay of a log, done up to the moment ``at``."""

    def __init__(self, timeline: Timeline, setup: Setup) -> None:
        super().__init__(setup, Work(_WORK + _WORK_A_STEP * len(timeline.happenings)))
        self.timeline = timeline
        self.lines: list[RecordLine] = []
        self.plays = self.typed = self.left_open = 0
        """Numbers of plays: all, typed, and open or unexplained ones."""
        self.at = 0
        self._quoted: set[int] = set()
        """Moments of chat that is in the record."""

    def run(self) -> None:
        """Replay the log to its end."""
        end = len(self.timeline.happenings)
        try:
            lines = self._typed_lines(0, end)
            if lines and sum(t.action.kind == "card" for t in lines) >= len(self.timeline.plays) * _MOSTLY:
                self._line_by_line(lines, end)
            else:
                self._work_out(0, end)
            self._quote(self.at, end)
        except Spent:
            note = "from here on nothing was worked out: the log has too much that may be meant in many ways"
            self._comment(note, self.at, end)

    # ------------------------------------------------------------ lines of the record

    def _write(self, text: str, low: int, high: int) -> None:
        """Write a line and play it."""
        action = self.action(text) or saved_play(text, len(self.game.lines) + 1, self.names)
        if action is None:
            self._comment(text, low, high)
        else:
            self.lines.append(RecordLine(text, low, high))
            self.push(action)

    def _play(self, text: str, low: int, high: int, *, is_open: bool = False) -> None:
        """Write the line of a play and count it."""
        self.plays += 1
        self.left_open += is_open
        self._write(text, low, high)

    def _comment(self, text: str, low: int, high: int) -> None:
        """Write a comment without any readable notation."""
        plain = " ".join("".join(ch if ch.isprintable() else " " for ch in text).split())[:MAX_COMMENT]
        if plain:
            self.lines.append(RecordLine(f"; {plain}", low, high))

    def _quote(self, low: int, high: int) -> None:
        """Write chat and undone rolls as comments."""
        for i in range(low, high):
            h = self.timeline.happenings[i]
            if h.kind == "chat" and h.chat == "typed" and i not in self._quoted:
                self._quoted.add(i)
                self._comment(f"{h.who}: {h.text}" if h.who else h.text, i, i + 1)
        for at, h in self.timeline.undone_dice:
            if low <= at < high:
                self._comment(f"a roll was taken back: {_spaced(h.dice)}", at, at + 1)

    def _correct(self, low: int, high: int, why: str = "") -> None:
        """State the seen facts that the board has not."""
        board = self.game.board
        target = Target(board, self.timeline.sight(high))
        said = list(target.statements(board, target.wrong(board)))
        if not said:
            return
        line = self.correction(said)
        if self.action(line) is None:
            self._comment(line, low, high)
            return
        self._comment(why, low, high)
        self._write(line, low, high)

    def _deal(self, low: int, high: int) -> None:
        """Write the numbers of cards dealt."""
        counts = Counter(m.dealt for m in self.timeline.dealt(low, high))
        if self.timeline.is_deal(low, high):
            said = " ".join(f"{side} {counts[side]}" for side in ("J", "US") if counts[side])
            self._write(f"deal {said}", low, high)

    # ------------------------------------------------------------ lines that were typed

    def _typed_lines(self, low: int, high: int) -> list[TypedAction]:
        """The lines of the notation in the chat, in order."""
        found: list[TypedAction] = []
        for at in range(low, high):
            h = self.timeline.happenings[at]
            text = h.text.strip()
            if h.kind != "chat" or h.chat != "typed" or len(text) > _LONGEST or len(found) > _MOST_TYPED:
                continue
            if not text or text.startswith(("[", "{", ";")) or not text.isprintable():
                continue
            more = text.startswith("+") and bool(found)
            record = Record("typed")
            try:
                read_line(record, text, len(self.game.lines) + 1, found[-1].action if more else None, self.names)
            except LineError:
                continue
            if more:
                found[-1].last = at
                found[-1].lines.append(text)
            elif record.actions:
                found.append(TypedAction(at, at, [text], record.actions[0]))
        return found

    def _typed_fits(self, typed: TypedAction, low: int, high: int) -> bool:
        """Whether a typed line agrees with position and dice.

        The position is that seen at a moment.
        """
        if typed.action.kind in _STATED:
            return True
        dice = Counter(self.timeline.dice(low, high))
        if dice and typed.dice - dice:
            return False
        return not self._judge(typed.action, Target(self.game.board, self.timeline.sight(high)))[1]

    def _take_typed(self, typed: TypedAction, low: int, high: int) -> None:
        """Take a line as typed."""
        self.lines += [RecordLine(text, low, high) for text in typed.lines]
        self.push(typed.action)
        self._quoted.update(range(typed.first, typed.last + 1))
        self.plays += typed.action.counted
        self.typed += typed.action.counted

    def _line_by_line(self, lines: list[TypedAction], end: int) -> None:
        """Take fitting typed lines, and infer the others."""
        for typed, then in zip(lines, [*(t.first for t in lines[1:]), end], strict=True):
            self._quote(self.at, typed.first)
            ends = (e for e in (then, typed.last + 1) if e >= self.at)
            at = next((e for e in ends if self._typed_fits(typed, self.at, e)), None)
            if at is None:
                self._work_out(self.at, then)
                at = then
            else:
                self._take_typed(typed, self.at, at)
                at = self.at if typed.action.kind in _STATED else at
            self.at = max(self.at, at)
        self._work_out(self.at, end)

    # ------------------------------------------------------------ stretches of the log

    def _work_out(self, begin: int, end: int) -> None:
        for window in self._windows(begin, end):
            self._window(*window)

    def _windows(self, begin: int, end: int) -> list[Window]:
        """Stretches between two moments, each with its card."""
        plays = [m for m in self.timeline.plays if begin <= m.at < end]
        if not plays:
            return [Window(begin, end)] if begin < end else []
        if not self.timeline.cards_last:
            moments = [begin, *(m.at for m in plays), end]
            return [Window(*between, m) for between, m in zip(pairwise(moments), [None, *plays], strict=True)]
        dealt = self.timeline.dealt(begin, plays[0].at)
        if dealt and not begin:
            return [Window(0, dealt[-1].at + 1), *self._windows(dealt[-1].at + 1, end)]
        moments = [begin, *(m.at + 1 for m in plays), end]
        return [Window(*between, m) for between, m in zip(pairwise(moments), [*plays, None], strict=True)]

    def _window(self, low: int, high: int, card: CardMove | None) -> None:
        """Replay one stretch: the card, and due lines around it."""
        if high <= self.at and low < self.at:
            return
        low = begin = max(low, self.at)
        self._quote(low, high)
        for _ in range(6):
            due = self._due(card, low, high)
            if due == "card" and card is not None:
                low, card = self._card(card, low, high), None
            elif due == "resolve":
                low = self._resolve(low, high, last=card is None)
            elif due == "end":
                low = self._end_of_turn(low, high, last=card is None)
            else:
                break
        self.at = max(self.at, low, begin if card else high)
        if not card and low < high:
            self._deal(low, high)
            dice = self.timeline.dice(low, high)
            if dice:
                self._comment(f"dice that belong to no play: {_spaced(dice)}", low, high)
            self._correct(low, high, "this changed without a play")

    def _due(self, card: CardMove | None, low: int, high: int) -> str:
        """The next thing: due by the clock, or a card, or ""."""
        b, t = self.game.board, self.timeline
        if b.winner:
            return "card" if card else ""
        if b.stage == "plots":
            return "resolve" if card or t.plots_from(low, high) < high else ""
        if b.side == "US" and b.stage == "action" and b.hand_us == 1:
            over = card.side == "J" if card else b.hand_j == 0 and self._new_turn(low, high)
            if over:
                self._play("US hold", low, low + 1)
                return self._due(card, low, high)
        if b.stage == "end":
            return "end" if card or self._new_turn(low, high) else ""
        if card:
            return "card"
        return "end" if (b.side, b.phase, b.played) != ("J", 1, 0) and t.is_deal(low, high) else ""

    def _new_turn(self, low: int, high: int) -> bool:
        """Whether new cards are dealt, or the turn ends."""
        if self.timeline.is_deal(low, high):
            return True
        b = self.game.board
        funding = self.timeline.sight(high).get(("", "funding"), b.funding)
        boxed = any(m.source == "boxed" for m in self.timeline.moved(low, high))
        return b.stage == "end" and (funding != b.funding or boxed)

    # ------------------------------------------------------------ lines that are searched

    def _search(
        self, low: int, high: int, played: tuple[int, ...] = (), without: tuple[str, ...] = (), **how: bool
    ) -> LineSearch:
        """A search from the board for what was seen between two moments."""
        b = self.game.board
        evidence = self.timeline.evidence(b, low, high, played, without)
        return LineSearch(self.game, rulesets.names_for(b.rules), evidence, **how)

    def _judge(self, action: Action | None, target: Target) -> tuple[set[str], int]:
        """Kinds of a line's findings, and its differences afterwards."""
        if action is None:
            return {"unreadable"}, 0
        kinds: set[str] = {f.kind for f in self.push(action).counted}
        wrong = len(target.wrong(self.game.board))
        self.pop()
        return kinds, wrong

    def _take(self, ways: list[Way], search: LineSearch, low: int, high: int) -> bool:
        """Write the only way, or common parts of several.

        Return whether there is any.
        """
        target = search.evidence.target
        believed = {"illegal", "outcome", "impossible"} if search.relaxed else set()

        def agrees(text: str) -> bool:
            kinds, wrong = self._judge(self.action(text), target)
            return kinds <= believed and not wrong

        def leaves_open(text: str) -> bool:
            kinds, wrong = self._judge(self.action(text), target)
            return kinds == {"incomplete"} and wrong < _DIFFERENCES

        ways = [w for w in ways if not (search.relaxed and w.untraced) and agrees(w.text)]
        if not ways:
            return False
        announced = [w for w in ways if _announced(w, search.evidence)]
        if len(ways) > 1 and len(announced) == 1:
            self._comment("taken as it was announced; the position alone would leave it open", low, high)
            ways = announced
        if len(ways) == 1:
            if search.cut:
                self._comment("this fits; not every other way was tried", low, high)
            if search.relaxed:
                self._comment("no legal play fits; this one does, as far as it was seen", low, high)
            self._play(ways[0].text, low, high)
        else:
            listed = " | ".join(w.text for w in ways[:4]) + (" | ..." if len(ways) > 4 else "")
            self._comment(f"several plays fit what was seen: {listed}", low, high)
            *lines, last = common_lines(ways)
            self._play(next(filter(leaves_open, lines), last), low, high, is_open=True)
        self._correct(low, high)
        return True

    def _take_nearest(self, way: Way, low: int, high: int, *, deal: bool = False) -> None:
        """Write the nearest play, and claim the differences."""
        board = self.game.board
        target = Target(board, self.timeline.sight(high))
        action = self.action(way.text)
        if action is None:
            return
        self.push(action)
        said = [s for s in target.statements(board, target.wrong(board)) if s.field not in _NEVER_CLAIMED]
        claims = ", ".join(p for _, p in written.phrases(board.rules.facts, said))
        self.pop()
        text = f"{way.text} => {claims}" if claims else way.text
        self._comment("no play leads to what was seen; this one comes nearest, and the rest is claimed", low, high)
        self._play(text if self.action(text) is not None else way.text, low, high, is_open=True)
        if deal:
            self._deal(low, high)
        self._correct(low, high)

    def _give_up(self, why: str, text: str, low: int, high: int, *, deal: bool = False) -> int:
        """Write an otherwise unknown line, state the position; its end."""
        self._comment(why, low, high)
        self._play(text, low, high, is_open=True)
        if deal:
            self._deal(low, high)
        self._correct(low, high, "what was seen")
        return high

    # ------------------------------------------------------------ cards

    def _card(self, card: CardMove, low: int, high: int) -> int:
        """Write a card play; return its end."""
        t, b = self.timeline, self.game.board
        side = card.side or b.side
        ends_phase = side == "US" and (b.played >= 1 or b.side != side or b.hand_us == 1)
        turn = t.is_deal(low, high)
        plots = ends_phase and t.plots_from(low, high) < high
        ends = self._ends(low, high, plots=plots, turn=turn) if plots or turn else [high]
        nearest = None
        for end in ends:
            search = self._try_card(side, (card.card,), low, end)
            if search is None:
                return end
            near = search.nearest()
            nearest = nearest or (near if near is not None and not near.untraced else None)
        for end, cards in self._further(card, side, high):
            if self._try_card(side, cards, low, end) is None:
                return end
        for end in ends[:2]:
            if self._try_card(side, (card.card,), low, end, relaxed=True) is None:
                return end
        end = ends[0]
        dice = t.dice(low, end)
        if dice:
            search = self._search(low, end, (card.card,), misread=True)
            ways = search.ways([LineHead("card", side, (card.card,))], _TRIES, (0,))
            nearest = ways[0] if len(ways) == 1 else nearest
        if nearest is not None:
            self._take_nearest(nearest, low, end)
            return end
        rolled = f"; the dice were {_spaced(dice)}" if dice else ""
        why = f"no play of this card fits what was seen{rolled}"
        return self._give_up(why, f"{side} {card.card} {UNKNOWN_USE}", low, end)

    def _try_card(
        self, side: str, cards: tuple[int, ...], low: int, high: int, *, relaxed: bool = False
    ) -> LineSearch | None:
        """Write a card play to a moment; else its search."""
        for typed in self._typed_lines(max(0, low - _BEFORE), high):
            action = typed.action
            if action.kind == "card" and action.cards == cards and self._typed_fits(typed, low, high):
                self._take_typed(typed, low, high)
                return None
        search = self._search(low, high, cards, relaxed=relaxed)
        lines = [LineHead("card", side, cards)]
        if self.game.board.reserves(side):
            lines.append(LineHead("card", side, cards, reserves=True))
        ways = search.ways(lines, _TRIES // (2 if relaxed else 1))
        return None if self._take(ways, search, low, high) else search

    def _ends(self, low: int, high: int, *, plots: bool, turn: bool) -> list[int]:
        """Possible ends of a play, the likeliest first."""
        t = self.timeline
        starts = [t.plots_from(low, high)] if plots else []
        starts += [t.turn_from(low, high)] if turn else []
        steps = t.steps(low, high)
        found: list[int] = []
        for start in starts:
            if start < high:
                found += [start, *[i for i in reversed(steps) if i <= start][:_SPLITS]]
        if plots:  # an Alert takes a marker off the map, too
            found += [i for i in t.plots_leave(low, high) if i < high][:_SPLITS]
        if not (plots and found):
            found.append(high)
        return list(dict.fromkeys(found))

    def _further(self, card: CardMove, side: str, high: int) -> list[tuple[int, tuple[int, ...]]]:
        """Later ends of a play, with further cards.

        They leave a hand, discarded or played together with it.
        """
        t, b = self.timeline, self.game.board
        plays = [m for m in t.plays if m.at > card.at]
        if not plays:
            return []
        then = plays[0]
        ends_phase = b.side != side or b.played >= 1 or b.hand(side) == 1
        due = side if not ends_phase else ("US" if side == "J" else "J")
        likely = then.side != due or t.only_talk(card.at + 1, then.at)
        ends = [m.at for m in plays[1 : (_MERGED if likely else 1) + 1]]
        ends += [len(t.happenings)] if len(plays) <= _MERGED else []
        found: list[tuple[int, tuple[int, ...]]] = [(end, (card.card,)) for end in ends if end > high]
        if then.side == card.side == "US" and ends:
            found.append((ends[0], (card.card, then.card)))
        return found

    # ------------------------------------------------------------ lines that the clock calls for

    def _by_clock(self, kind: str, low: int, ends: list[int]) -> int | None:
        """Write a due line to a moment; return its end.

        It is the nearest to the first, or None.
        """
        lines, is_end = [LineHead(kind, "J")], kind == "end"
        without = ("hand J", "hand US") if is_end else ()
        for end in ends:
            search = self._search(low, end, without=without)
            if self._take(search.ways(lines, _TRIES, (0, 2)), search, low, end):
                if is_end:
                    self._deal(low, end)
                return end
        search = self._search(low, ends[0], without=without, misread=not is_end)
        search.ways(lines, _TRIES, (0,))
        near = search.nearest()
        if near is None:
            return None
        self._take_nearest(near, low, ends[0], deal=is_end)
        return ends[0]

    def _resolve(self, low: int, high: int, *, last: bool) -> int:
        """Write resolved Plots; return their end."""
        t, b = self.timeline, self.game.board
        ending = b.hand_j == 0 and (b.hand_us in (0, None) or b.held)
        turn = ending and t.turn_from(low, high) < high
        ends = self._ends(low, high, plots=False, turn=True) if turn else []
        if not last:
            ends += t.steps(t.plots_from(low, high), high)[: 2 * _SPLITS]
        ends = list(dict.fromkeys([*ends, high]))
        found = self._by_clock("resolve", low, ends)
        if found is not None:
            return found
        end = ends[0]
        dice = _spaced(t.dice(low, end)) or "none"
        why = f"Plots were resolved, and no way fits what was seen; the dice were {dice}"
        clock = "" if ending else f", phase J {b.phase + 1}"
        return self._give_up(why, f"set: no plots{clock}", low, end)

    def _end_of_turn(self, low: int, high: int, *, last: bool) -> int:
        """Write an end of turn and the deal; return its end."""
        dealt = [m.at + 1 for m in self.timeline.dealt(low, high)]
        ends = [high] if last or not dealt else [dealt[-1], *self.timeline.steps(dealt[-1], high)[:_SPLITS]]
        found = self._by_clock("end", low, ends)
        if found is not None:
            return found
        why = "the turn ends, and what was seen is not what the rules call for"
        return self._give_up(why, "end of turn", low, ends[0], deal=True)


def _announced(way: Way, evidence: Evidence) -> bool:
    """Whether the chat names every country of a way."""
    names = [value for _, value in way.answers if isinstance(value, str) and value[:1].isupper()]
    return bool(names) and all(map(evidence.names, names))


def _spaced(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))
