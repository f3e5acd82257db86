"""The plays of a VASSAL log are worked out from what happened, and each is tried at the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from referee.engine.line import Line
from referee.engine.script import UNKNOWN_USE
from referee.engine.work import Spent
from referee.inputs.vassal_replay import typed as typing
from referee.inputs.vassal_replay.gaps import gap_line
from referee.inputs.vassal_replay.search import Search, Seen, Way
from referee.inputs.vassal_replay.target import Target
from referee.inputs.vassal_replay.timeline import Moved
from referee.inputs.vassal_replay.writing import Writing
from referee.parsers.notation import position as written

_TRIES = 400
"""Most ways that are tried of one line."""
_SPLITS = 8
"""Most places at which one play may end and the next thing begin."""
_MERGED = 4
"""Most further cards that leave a hand with one that is played."""
_A_DEAL = 5
"""So many cards that are drawn in one go are a new deal, and not the draw of an event."""
_BEFORE = 6
"""How far before its card a line may have been typed."""
_MOSTLY = 0.7
"""The share of plays that has to be typed in the notation for a log to be read line by line."""
_NEVER_CLAIMED = frozenset({"hand J", "hand US", "discards", "removed"})


@dataclass(slots=True)
class _Window:
    """What lies between two moments, and the card that was played in it."""

    low: int
    high: int
    cards: tuple[Moved, ...] = ()
    merged: list[Moved] = field(default_factory=list)


class Observer(Writing):
    """Works a log out, play by play."""

    # ------------------------------------------------------------ the whole log

    def run(self) -> None:
        """Work the log out to its end."""
        try:
            end = len(self.timeline.happenings)
            lines = typing.typed_lines(self, self.timeline.happenings)
            plays = sum(m.played for m in self.timeline.cards)
            if lines and sum(t.action.kind == "card" for t in lines) >= plays * _MOSTLY:
                typing.go_through(self, lines)
            else:
                for window in self.windows(0, end):
                    self.window(window)
            self.chatter(self.at, end)
        except Spent:
            self.comment(
                "from here on nothing was worked out: the log has too much that may be meant in many ways",
                self.at,
                len(self.timeline.happenings),
            )

    def windows(self, begin: int, end: int) -> list[_Window]:
        """The stretches between two moments, each with the card that was played in it."""
        plays = [m for m in self.timeline.cards if m.played and begin <= m.at < end]
        if not plays:
            return [_Window(begin, end)] if begin < end else []
        if self.cards_last([m for m in self.timeline.cards if m.played]):
            ends = [m.at + 1 for m in plays]
            dealt = [m.at + 1 for m in self.timeline.moved(begin, plays[0].at) if m.dealt]
            if dealt and not begin:
                return [_Window(0, dealt[-1]), *self.windows(dealt[-1], end)]
            found = [_Window(low, high, (m,)) for low, high, m in zip([begin, *ends[:-1]], ends, plays, strict=True)]
            return [*found, _Window(ends[-1], end)]
        starts = [m.at for m in plays]
        found = [_Window(low, high, (m,)) for low, high, m in zip(starts, [*starts[1:], end], plays, strict=True)]
        return [_Window(begin, starts[0]), *found]

    def cards_last(self, plays: list[Moved]) -> bool:
        """Whether these players put a card away when its play is over, and not when it begins."""
        hs = self.timeline.happenings
        first = last = 0
        for one, other in pairwise(plays):
            if one.who and other.who and one.who != other.who:
                between = [hs[i].who for i in range(one.at + 1, other.at) if i in self.timeline.acts]
                first += between.count(one.who)
                last += between.count(other.who)
        before = sum(i < plays[0].at for i in self.timeline.acts)
        after = sum(i > plays[-1].at for i in self.timeline.acts)
        return last > first if first != last else before > after

    # ------------------------------------------------------------ one stretch

    def window(self, w: _Window) -> None:
        """Work out what happened in one stretch: the card, and what the clock says comes before or behind it."""
        if w.low < self.at:
            if w.high <= self.at:
                return
            w = _Window(self.at, w.high, w.cards)
        self.chatter(w.low, w.high)
        low = w.low
        left: tuple[Moved, ...] = w.cards
        for _ in range(6):
            kind = self.due(left, low, w.high)
            if not kind:
                break
            if kind == "card":
                low, left = self.card(left, low, w.high), ()
            elif kind == "resolve":
                low = self.resolve(low, w.high, last=not left)
            else:
                low = self.end_of_turn(low, w.high, last=not left)
        self.at = max(self.at, low, w.low if left else w.high)
        if not left and low < w.high:
            self.deal(low, w.high)
            self.rest(low, w.high)

    def rest(self, low: int, high: int) -> None:
        """What happened and belongs to no play: it is stated."""
        dice = self.timeline.dice(low, high)
        if dice:
            self.comment(f"dice that belong to no play: {' '.join(map(str, dice))}", low, high)
        self.put_right(low, high, "this changed without a play")

    def due(self, left: tuple[Moved, ...], low: int, high: int) -> str:
        """What comes next: what the clock says, or the card that was played."""
        b = self.game.board
        if b.winner:
            return "card" if left else ""
        if b.stage == "plots":
            gone = self.plots_from(low, high) < high
            return "resolve" if gone or left else ""
        side = left[0].side if left else ""
        waiting = b.side == "US" and b.stage == "action" and b.hand_us == 1 and side == "J"
        turn_over = b.side == "US" and b.stage == "action" and b.hand_us == 1 and b.hand_j == 0
        if waiting or (turn_over and not left and self.new_turn(low, high)):
            self.keep("US hold", low, low + 1, play=True)
            self.outcome.plays += 1
            self.outcome.exact += 1
            return self.due(left, low, high)
        if b.stage == "end":
            return "end" if left or self.new_turn(low, high) else ""
        if left:
            return "card"
        begun = (b.side, b.phase, b.played) != ("J", 1, 0)
        return "end" if begun and self.dealt_anew(low, high) else ""

    def dealt_anew(self, low: int, high: int) -> bool:
        """Whether the hands of a new turn are dealt between two moments."""
        return sum(bool(m.dealt) for m in self.timeline.moved(low, high)) >= _A_DEAL

    def new_turn(self, low: int, high: int) -> bool:
        """Whether the cards of a new turn are dealt between two moments, or the end of a turn is carried out."""
        moved = self.timeline.moved(low, high)
        b = self.game.board
        if self.dealt_anew(low, high):
            return True
        if b.stage != "end":
            return False
        funding = self.timeline.sight(high).get(("", "funding"))
        return (funding is not None and funding != b.funding) or any(m.source == "boxed" for m in moved)

    # ------------------------------------------------------------ lines

    def seen(self, low: int, high: int, played: tuple[int, ...] = (), without: tuple[str, ...] = ()) -> Seen:
        """What was seen between two moments."""
        t = self.timeline
        target = Target(self.game.board, t.sight(high), without=without)
        gone: dict[str, tuple[int, ...]] = {}
        came: dict[str, tuple[int, ...]] = {}
        for m in t.moved(low, high):
            if m.side and m.card not in played:
                gone[m.side] = (*gone.get(m.side, ()), m.card)
            elif m.target.startswith("hand ") and m.source in ("discards", "removed", "boxed", "board"):
                came[m.target[5:]] = (*came.get(m.target[5:], ()), m.card)
        words = " ".join(h.text for h in t.happenings[low:high] if h.kind == "chat" and h.chat == "typed")
        return Seen(
            target, t.dice(low, high), t.places(low, high), gone, came, t.plots_gone(low, high), words.casefold()
        )

    def search(self, seen: Seen) -> Search:
        """A search from the board as it stands."""
        return Search(self.game.board, self.game.journal, seen, self.game.work, len(self.game.lines) + 1)

    def ends(self, low: int, high: int, *, plots: bool, turn: bool) -> list[int]:
        """Where a play may end between two moments, the likeliest place first."""
        found: list[int] = []
        starts = []
        if plots:
            starts.append(self.plots_from(low, high))
        if turn:
            starts.append(self.turn_from(low, high))
        steps = self.timeline.steps(low, high)
        for start in starts:
            if start < high:
                found.append(start)
                found += [i for i in reversed(steps) if i <= start][:_SPLITS]
        if plots:  # an Alert takes a marker off the map, too
            t, table = self.timeline, self.timeline.table(low)
            left = [i + 1 for i in range(low, high) if t.plot_leaves(table, t.happenings[i])]
            found += [i for i in left if i < high][:_SPLITS]
        if not (plots and found):
            found.append(high)
        return list(dict.fromkeys(found))

    def plots_from(self, low: int, high: int) -> int:
        """Where Plots begin to be resolved: the last run of markers that are turned over or leave, and the dice before."""
        t = self.timeline
        table = t.table(low)
        at = next((i for i in range(low, high) if t.plot_shown(table, t.happenings[i])), high)
        return self.before_dice(low, at) if at < high else high

    def turn_from(self, low: int, high: int) -> int:
        """Where the end of a turn begins: the first card that is dealt or leaves a box."""
        moved = self.timeline.moved(low, high)
        at = next((m.at for m in moved if m.dealt or m.source == "boxed"), high)
        if at == high:
            return high
        step = self.timeline.happenings[at].step
        while at > low and self.timeline.happenings[at - 1].step == step:
            at -= 1
        return at

    def before_dice(self, low: int, at: int) -> int:
        """The beginning of the dice and words that stand before a moment."""
        hs = self.timeline.happenings
        step = hs[at].step
        while at > low and (hs[at - 1].step == step or hs[at - 1].kind in ("dice", "chat")):
            at -= 1
        return at

    def card(self, cards: tuple[Moved, ...], low: int, high: int) -> int:
        """A card play; where it is over."""
        b = self.game.board
        first = cards[0]
        side = first.side or b.side
        ends_phase = side == "US" and (b.played >= 1 or b.side != side or b.hand_us == 1)
        turn = self.dealt_anew(low, high)
        plots = ends_phase and self.plots_from(low, high) < high
        ends = self.ends(low, high, plots=plots, turn=turn) if plots or turn else [high]
        nearest = None
        for end in ends:
            if self.take_card(side, (first.card,), low, end):
                return end
            near = self.nearest
            nearest = nearest or (near if near is not None and not near.untraced else None)
        for end, group in self.further(cards, low, high):
            if self.take_card(side, group, low, end):
                return end
        for end in ends[:2]:
            if self.take_card(side, (first.card,), low, end, relaxed=True):
                return end
        misread = self.misread(side, first.card, low, ends[0])
        self.nearest = misread or nearest
        if self.nearest is not None:
            self.take_nearest(self.nearest, low, ends[0])
        else:
            self.no_line(side, (first.card,), low, ends[0])
        return ends[0]

    def misread(self, side: str, card: int, low: int, high: int) -> Way | None:
        """The one play that leads to what was seen if one die is read as another one."""
        if not self.timeline.dice(low, high):
            return None
        search = self.search(self.seen(low, high, (card,)))
        search.misread = True
        ways = search.ways([Line("card", side, (card,))], _TRIES, (0,))
        return ways[0] if len(ways) == 1 else None

    def take_nearest(self, way: Way, low: int, high: int, *, deal: bool = False) -> None:
        """Write the one play that comes nearest to what was seen, and claim what was seen otherwise."""
        target = Target(self.game.board, self.timeline.sight(high))
        action = self.action(way.text)
        if action is None:
            return
        self.push(action)
        wrong = target.wrong(self.game.board)
        said = [s for s in target.statements(self.game.board, wrong) if s.field not in _NEVER_CLAIMED]
        claims = ", ".join(p for _, p in written.phrases(self.game.board.rules.facts, said))
        self.pop()
        text = f"{way.text} => {claims}" if claims else way.text
        if self.action(text) is None:
            text = way.text
        self.outcome.plays += 1
        self.outcome.near += 1
        self.comment("no play leads to what was seen; this one comes nearest, and the rest is claimed", low, high)
        self.keep(text, low, high, play=True)
        if deal:
            self.deal(low, high)
        self.put_right(low, high)

    def further(self, cards: tuple[Moved, ...], low: int, high: int) -> list[tuple[int, tuple[int, ...]]]:
        """Later ends of a play with which further cards leave a hand, discarded or played together with it."""
        t = self.timeline
        plays = [m for m in t.cards if m.played and m.at > cards[0].at]
        found: list[tuple[int, tuple[int, ...]]] = []
        if not plays:
            return []
        likely = self.out_of_turn(cards[0], plays[0]) or self.adjacent(cards[0], plays[0])
        ends = [m.at for m in plays[1 : (_MERGED if likely else 1) + 1]]
        ends += [len(t.happenings)] if len(plays) <= _MERGED else []
        for end in ends:
            if end > high:
                found.append((end, (cards[0].card,)))
        if plays and plays[0].side == cards[0].side == "US" and ends:
            found.append((ends[0], (cards[0].card, plays[0].card)))
        return found

    def out_of_turn(self, card: Moved, then: Moved) -> bool:
        """Whether the next card comes from a hand whose turn it will not be."""
        b = self.game.board
        side = card.side or b.side
        ends_phase = b.side != side or b.played >= 1 or b.hand(side) == 1
        due = side if not ends_phase else ("US" if side == "J" else "J")
        return then.side != due

    def adjacent(self, card: Moved, then: Moved) -> bool:
        """Whether nothing happened between two cards but what players said."""
        between = self.timeline.happenings[card.at + 1 : then.at]
        return all(h.kind in ("chat", "property", "shuffled", "joined", "turn", "unknown") for h in between)

    def take_card(self, side: str, cards: tuple[int, ...], low: int, high: int, *, relaxed: bool = False) -> bool:
        """Find the line of a card play that ends at a moment; True if there is one, and it is written."""
        b = self.game.board
        if self.typed(low, high, cards):
            return True
        seen = self.seen(low, high, cards)
        search = self.search(seen)
        search.relaxed = relaxed
        lines = [Line("card", side, cards)]
        if b.reserves(side):
            lines.append(Line("card", side, cards, reserves=True))
        found = self.take(search.ways(lines, _TRIES // (2 if relaxed else 1)), search, low, high)
        self.nearest = search.nearest()
        return found

    def take(self, ways: list[Way], search: Search, low: int, high: int) -> bool:
        """Write the one way that there is, or what several have in common; True if there is any."""
        if search.relaxed:
            ways = [w for w in ways if not w.untraced]
        ways = [w for w in ways if self.agrees(w.text, search.seen, relaxed=search.relaxed)] if ways else []
        if not ways:
            return False
        told = [w for w in ways if self.told(w, search.seen)]
        if len(ways) > 1 and len(told) == 1:
            self.comment("taken as it was announced; the position alone would leave it open", low, high)
            ways = told
        self.outcome.plays += 1
        if len(ways) == 1:
            if search.cut:
                self.comment("this fits; not every other way was tried", low, high)
            if search.relaxed:
                self.comment("no legal play fits; this one does, as far as it was seen", low, high)
            self.outcome.exact += 1
            self.keep(ways[0].text, low, high, play=True)
            self.put_right(low, high)
            return True
        self.outcome.open += 1
        listed = " | ".join(w.text for w in ways[:4]) + (" | ..." if len(ways) > 4 else "")
        self.comment(f"several plays fit what was seen: {listed}", low, high)
        self.keep(gap_line(self, ways, search.seen), low, high, play=True)
        self.put_right(low, high)
        return True

    @staticmethod
    def told(way: Way, seen: Seen) -> bool:
        """Whether what was said names every country of a way."""
        names = [v for p in way.segments for _, v in p.answers if isinstance(v, str) and v[:1].isupper()]
        return bool(names) and all(n.split("/")[0].casefold() in seen.words for n in names)

    def agrees(self, text: str, seen: Seen, *, relaxed: bool = False) -> bool:
        """Whether a line is judged as it was worked out: the board agrees with what was seen."""
        action = self.action(text)
        if action is None:
            return False
        step = self.push(action)
        wrong = seen.target.wrong(self.game.board)
        bad = [f for f in step.counted if not (relaxed and f.kind in ("illegal", "outcome", "impossible"))]
        self.pop()
        return not wrong and not bad

    def typed(self, low: int, high: int, cards: tuple[int, ...]) -> bool:
        """Take a line for this card that was typed in the notation, if what was seen fits it."""
        begin = max(0, low - _BEFORE)
        for line in typing.typed_lines(self, self.timeline.happenings[begin:high], begin):
            if line.action.kind == "card" and line.action.cards == cards and typing.fits(self, line, low, high):
                typing.keep(self, line, low, high)
                return True
        return False

    def no_line(self, side: str, cards: tuple[int, ...], low: int, high: int) -> None:
        """A card play of which nothing else is known: what was seen is stated behind it."""
        self.outcome.plays += 1
        self.outcome.unknown += 1
        dice = self.timeline.dice(low, high)
        rolled = f"; the dice were {' '.join(map(str, dice))}" if dice else ""
        self.comment(f"no play of this card fits what was seen{rolled}", low, high)
        if len(cards) == 1:
            self.keep(f"{side} {cards[0]} {UNKNOWN_USE}", low, high, play=True)
        else:
            self.keep(gap_line(self, [], None, f"{side} {'+'.join(map(str, cards))}"), low, high, play=True)
        self.put_right(low, high, "what was seen")

    # ------------------------------------------------------------ standing lines

    def resolve(self, low: int, high: int, *, last: bool) -> int:
        """The Plots are resolved; where that is over."""
        b = self.game.board
        ending = b.hand_j == 0 and (b.hand_us in (0, None) or b.held)
        turn = ending and self.turn_from(low, high) < high
        ends = self.ends(low, high, plots=False, turn=True) if turn else []
        if not last:
            ends += self.timeline.steps(self.plots_from(low, high), high)[: 2 * _SPLITS]
        ends = list(dict.fromkeys([*ends, high]))
        for end in ends:
            search = self.search(self.seen(low, end))
            if self.take(search.ways([Line("resolve", "J")], _TRIES, (0, 2)), search, low, end):
                return end
        end = ends[0]
        search = self.search(self.seen(low, end))
        search.misread = True
        search.ways([Line("resolve", "J")], _TRIES, (0,))
        near = search.nearest()
        if near is not None:
            self.take_nearest(near, low, end)
            return end
        dice = " ".join(map(str, self.timeline.dice(low, end))) or "none"
        self.comment(f"Plots were resolved, and no way fits what was seen; the dice were {dice}", low, end)
        self.outcome.plays += 1
        self.outcome.unknown += 1
        clock = "" if ending else f", phase J {b.phase + 1}"
        self.keep(f"set: no plots{clock}", low, end)
        self.put_right(low, end, "what was seen")
        return end

    def end_of_turn(self, low: int, high: int, *, last: bool) -> int:
        """The end of a turn and the deal; where that is over."""
        moved = self.timeline.moved(low, high)
        dealt = [m.at + 1 for m in moved if m.dealt]
        ends = [dealt[-1]] if dealt and not last else []
        ends = [*ends, high] if last or not ends else ends + self.timeline.steps(ends[0], high)[:_SPLITS]
        for end in ends:
            search = self.search(self.seen(low, end, without=("hand J", "hand US")))
            ways = search.ways([Line("end", "J")], _TRIES, (0, 2))
            if self.take(ways, search, low, end):
                self.deal(low, end)
                return end
        end = ends[-1] if last else ends[0]
        search = self.search(self.seen(low, end, without=("hand J", "hand US")))
        search.ways([Line("end", "J")], _TRIES, (0,))
        near = search.nearest()
        if near is not None:
            self.take_nearest(near, low, end, deal=True)
            return end
        self.outcome.plays += 1
        self.outcome.unknown += 1
        self.comment("the turn ends, and what was seen is not what the rules call for", low, end)
        self.keep("end of turn", low, end, play=True)
        self.deal(low, end)
        self.put_right(low, end, "what was seen")
        return end

    def deal(self, low: int, high: int) -> None:
        """The cards that were dealt, by their number."""
        counts = {"J": 0, "US": 0}
        for m in self.timeline.moved(low, high):
            if m.dealt:
                counts[m.dealt] += 1
        if sum(counts.values()) >= _A_DEAL:
            said = " ".join(f"{side} {n}" for side, n in counts.items() if n)
            self.keep(f"deal {said}", low, high, play=True)
