"""The changes of Plot markers.

They are placed, revealed and removed, and WMD become Available.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.engine.state import hidden
from referee.engine.state.board import Board, Token
from referee.engine.state.journal import Change, Kind
from referee.engine.state.moments import Moments

if TYPE_CHECKING:
    from referee.engine.law.play import Table
    from referee.engine.state.seams import About, Moment, V

FACE_DOWN = "a Plot, face down"
"""What the journal says of a Plot marker whose value is not known."""


class PlotChanges:
    """Mixed into :class:`~referee.engine.state.changes.Changes`."""

    __slots__ = ()
    if TYPE_CHECKING:
        board: Board
        table: Table
        action: str
        line: int
        cited: list[str]

        def write(
            self,
            kind: Kind,
            subject: str,
            rule: str,
            *writes: tuple[Any, str, Any],
            note: str = "",
            win: bool = False,
            own: str = "",
        ) -> Change | None: ...

        def reaches(self, name: str) -> bool: ...

        def moment(self, moment: Moment[V, *About], *facts: *About) -> list[V]: ...

    def place_plot(self, country: str, value: str, *, limit: int = 9, rule: str = "", stated: bool = False) -> int:
        """Place an Available Plot marker face down; ``value`` is "1", "2", "3", "W" or "?". Its token, 0 for none.

        No marker is ever made: of a value of which none is left it is some other one. What a set-up says (``stated``)
        is taken at its word.
        """
        b, c = self.board, self.board[country]
        if not self.reaches(country) or (not stated and hidden.available_count(b) <= 0):
            return 0
        number = max((t.number for t in b.tokens), default=0) + 1
        self.cited += ["4.8.1", "8.5.4"]
        token = hidden.token(b, number, self.action, self.line, limit, value)
        if not stated and value != "?" and not hidden.can_be_placed(b, value):
            token = replace(token, written=value)
        worlds = hidden.place(b, token, value, stated=stated)
        self.write(
            Kind.PLACE_PLOT,
            country,
            rule,
            (c, "plots", (*c.plots, number)),
            (b, "tokens", (*b.tokens, token)),
            (b, "worlds", worlds),
            note=f"Plot {value}" if value != "?" else FACE_DOWN,
            own="8.5.2",
        )
        self.moment(Moments.PLOT_PLACED, country, number)
        return number

    def return_plot(
        self, country: str, token: Token, value: str, *, tagged: bool, boxed: bool, rule: str = "5.2.3"
    ) -> Token:
        """Put a Plot marker that was taken off the map back where it lay, before those that came later. The marker.

        ``boxed`` says that it waits in a box beside the map, so that it is among the known ones still.
        """
        b, c = self.board, self.board[country]
        if not boxed:  # another marker may have its number by now
            number = max((t.number for t in b.tokens), default=0) + 1
            alike = (number,) if token.alike == (token.number,) else token.alike
            token = replace(token, number=number, alike=alike)
        self.write(
            Kind.PLACE_PLOT,
            country,
            rule,
            (c, "plots", (token.number, *c.plots)),
            (b, "tokens", b.tokens if boxed else (*b.tokens, token)),
            (b, "worlds", b.worlds if boxed else hidden.place(b, token, value)),
            (b, "backlash", (*b.backlash, token.number) if tagged else b.backlash),
            note="a Plot that is still there",
        )
        self.moment(Moments.PLOT_RETURNED, token.number)
        return token

    def reveal(self, token: int, value: str) -> str:
        """Turn a Plot marker over; what cannot be is reported. Returns its value, "?" if it stays unknown."""
        b = self.board
        if value == "?":
            return hidden.known(b, token) or "?"
        found, problem = hidden.reveal(b, token, value)
        problem = next((p for p in self.moment(Moments.PLOT_REVEALED, token, value) if p is not None), problem)
        self.learn_of_plots(Kind.REVEAL_PLOT, value, "8.5.4", found)
        if problem is not None:
            self.table.remark(*problem)
        return value

    def learn_of_plots(self, kind: Kind, subject: str, rule: str, found: hidden.Knowledge, *, note: str = "") -> None:
        """Something came to light of the markers that lie face down on the map."""
        b = self.board
        worlds, tokens = found
        learned = b.sightings + (worlds != b.worlds)
        self.write(
            kind, subject, rule, (b, "worlds", worlds), (b, "tokens", tokens), (b, "sightings", learned), note=note
        )

    def remove_plot(self, country: str, token: int, value: str, *, rule: str = "", used: bool = True) -> None:
        """Take a revealed Plot marker off the map: numbered ones to Available, WMD out of the game (8.5.5).

        A rule that waits for the moment may put a numbered one that was ``used`` elsewhere; it is not Available then.
        """
        b, c = self.board, self.board[country]
        if not self.reaches(country):
            return
        if used and value != "W" and any(self.moment(Moments.PLOT_USED, country, token, value, rule)):
            return
        worlds, tokens = hidden.forget(b, token)
        writes: list[tuple[Any, str, Any]] = [
            (c, "plots", tuple(t for t in c.plots if t != token)),
            (b, "worlds", worlds),
            (b, "tokens", tokens),
            (b, "sightings", b.sightings + 1),
            (b, "backlash", tuple(t for t in b.backlash if t != token)),
        ]
        if value == "W":
            self.cited.append("8.5.5")
            writes.append((b, "wmd_available", max(0, b.wmd_available - 1)))
        note = "WMD marker out of the game" if value == "W" else f"Plot {value} to Available Plots"
        self.write(Kind.REMOVE_PLOT, country, rule, *writes, note=note, own="4.7.8")
        if value == "W":
            self.moment(Moments.WMD_GONE)

    def release_wmd(self, *, rule: str = "") -> None:
        """A WMD marker from the first box becomes Available."""
        b = self.board
        if b.wmd_box:
            writes = (b, "wmd_box", b.wmd_box - 1), (b, "wmd_available", b.wmd_available + 1)
            self.write(Kind.WMD, "WMD box", rule, *writes, own="4.7.8.1")
            self.moment(Moments.WMD_AVAILABLE, 1)

    def remember(self, name: str, value: Any, *, rule: str = "6.2.7") -> None:
        """Note a small fact for later, by name; None forgets it."""
        b = self.board
        rest = tuple((k, v) for k, v in b.memo if k != name)
        self.write(Kind.NOTE, name, rule, (b, "memo", rest if value is None else (*rest, (name, value))))
