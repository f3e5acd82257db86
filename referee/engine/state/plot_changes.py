"""The changes of Plot markers: placed, revealed and removed, WMD released."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.state import hidden
from referee.engine.state.board import Board, PlotToken
from referee.engine.state.journal import Change, Kind
from referee.engine.state.moments import Moments
from referee.engine.state.plain import replace

if TYPE_CHECKING:
    from referee.engine.law.table import Table
    from referee.engine.state.seams import About, Moment, V

FACE_DOWN = "a Plot, face down"
"""The journal's words for a Plot marker of unknown value."""


class PlotChanges:
    """The changes of Plot markers, a base class of :class:`~referee.engine.state.changes.Changes`."""

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
        """Place an Available Plot marker face down; return its token or 0.

        ``value`` is "1", "2", "3", "W" or "?". No marker is ever made: if none of the value is left, it is another one.
        A set-up (``stated``) is taken literally.
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
        self, country: str, token: PlotToken, value: str, *, tagged: bool, boxed: bool, rule: str = "5.2.3"
    ) -> PlotToken:
        """Return a removed Plot marker to its place, before later ones.

        ``boxed`` says that it waits in a box beside the map, and is still among the known ones.
        """
        b, c = self.board, self.board[country]
        if not boxed:  # otherwise another marker may have taken its number
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
        """Turn a Plot marker over; report an impossible value.

        Returns its value, "?" if it stays unknown.
        """
        b = self.board
        if value == "?":
            return hidden.known(b, token) or "?"
        found, problem = hidden.reveal(b, token, value)
        problem = next((p for p in self.moment(Moments.PLOT_REVEALED, token, value) if p is not None), problem)
        self.learn_of_plots(Kind.REVEAL_PLOT, value, "8.5.4", found)
        if problem is not None:
            self.table.remark(problem.kind, problem.rule, problem.message, problem.see, requirement=problem.requirement)
        return value

    def learn_of_plots(self, kind: Kind, subject: str, rule: str, found: hidden.Knowledge, *, note: str = "") -> None:
        """Record a disclosure about the face-down markers on the map."""
        b = self.board
        worlds, tokens = found
        learned = b.sightings + (worlds != b.worlds)
        self.write(
            kind, subject, rule, (b, "worlds", worlds), (b, "tokens", tokens), (b, "sightings", learned), note=note
        )

    def remove_plot(self, country: str, token: int, value: str, *, rule: str = "", used: bool = True) -> None:
        """Take a revealed Plot marker off the map (8.5.5).

        Numbered ones become Available, WMD leave the game. A rule that waits for the moment may put a numbered one that
        was ``used`` elsewhere.
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
        """Make a WMD marker from the first box Available."""
        b = self.board
        if b.wmd_box:
            writes = (b, "wmd_box", b.wmd_box - 1), (b, "wmd_available", b.wmd_available + 1)
            self.write(Kind.WMD, "WMD box", rule, *writes, own="4.7.8.1")
            self.moment(Moments.WMD_AVAILABLE, 1)

    def remember(self, name: str, value: Any, *, rule: str = "6.2.7") -> None:
        """Note a small fact for later, by name; None removes it."""
        b = self.board
        rest = tuple((k, v) for k, v in b.memo if k != name)
        self.write(Kind.NOTE, name, rule, (b, "memo", rest if value is None else (*rest, (name, value))))
