"""The tools of the server, with text answers of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from referee.mcp.answers import LEAST, LIMIT, MOST, AnswerError, paged, refused, refusing
from referee.mcp.records import Records, changed, encoded

if TYPE_CHECKING:
    from referee.engine.record.steps import Judgement
    from referee.play.positions import Position

RecordText = Annotated[str, Field(description="The whole record; left out, that of the last call.")]
File = Annotated[str, Field(max_length=400, description="A file of the server's folder, in place of a text.")]
At = Annotated[int, Field(ge=0, le=1_000_000, description="After this line of the record; 0: at its end.")]
Start = Annotated[int, Field(ge=1)]
"""The first line of an answer to show, named by its continuation."""
Limit = Annotated[int, Field(ge=LEAST, le=MOST)]
"""Most characters of an answer."""
Word = Annotated[str, Field(max_length=100)]
Question = Annotated[str, Field(max_length=500)]
Number = Annotated[int, Field(ge=1, le=1_000_000)]
Stated = Annotated[
    str,
    Field(
        max_length=5000,
        description="A position in the place of a record: Pakistan Fair Neutral, prestige 5; the rest is unknown.",
    ),
]
CardNumber = Annotated[int, Field(ge=0, le=999)]
Side = Literal["", "J", "US"]
MOST_ROLLOUTS = 50
"""Most rollouts of a position: some seconds."""
WIDE = 100_000
"""Columns of unwrapped text."""
Form = Literal["", "notation", "notes", "prose", "mail", "json", "vassal", "solitaire"]


class Tools:
    """The tools over the records of one client."""

    def __init__(self, folder: Path | None = None) -> None:
        self.records = Records(folder)
        self._kept: tuple[tuple[object, ...], tuple[str, str], str] = (), ("", ""), ""
        """The last answer, for its further pages, with its call and record."""

    def all(self) -> list[Callable[..., str]]:
        """Every tool by its name, the most needed first."""
        return [
            *(self.ask, self.notation, self.cards, self.convert, self.check, self.was, self.chances),
            *(self.legal, self.board, self.explain, self.bot),
        ]

    # ---------------------------------------------------------------- a question without a record

    def ask(
        self,
        plays: Annotated[
            list[Annotated[str, Field(max_length=500)]],
            Field(max_length=20, description="Lines of the notation: US 43 woi Pakistan. None: what follows from it."),
        ],
        position: Stated = "",
        rules: Annotated[Word, Field(description="base, Awakening; left out, what the question is about.")] = "",
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """Judge plays in a position known in part, with reasons.

        The answer is yes, no or what it depends on. Dice need not be rolled yet. Without a play: who has won, and the
        modifiers and numbers of the position.
        """
        from referee.api import asking
        from referee.reports.ruling import NoAnswer

        def answer() -> str:
            with refusing(NoAnswer):
                return asking.ask(plays, position, rules or None).text(0)

        return self._paged(("ask", *plays, position, rules), ("", ""), start, limit, answer)

    # ---------------------------------------------------------------- writing a record

    def notation(
        self,
        about: Annotated[Word, Field(description="A section, a use (deploy, travel), a line (resolve, deal).")] = "",
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """Describe the notation: a section, a use or a word.

        Without any of them: the sections.
        """
        from referee.mcp import notation

        return self._paged(("notation", about), ("", ""), start, limit, lambda: notation.about(about))

    def cards(
        self,
        find: Annotated[Word, Field(description="A number, a title or a part of it.")],
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """Find a card: number, side, value, and its event with the notation."""
        from referee.editions import rulesets
        from referee.mcp import cards
        from referee.play.editing import reference

        def answer() -> str:
            rules, found = rulesets.whole(), cards.numbers(find)
            if not found:
                raise refused(f"no card has a title like “{find}”; the cards are 1 to {max(rules.cards)}")
            alone = reference.of_card(found[0], rules) if len(found) == 1 else None
            return alone.text if alone is not None else "\n".join(cards.line(rules.cards[n]) for n in found)

        return self._paged(("cards", find), ("", ""), start, limit, answer)

    def convert(
        self,
        text: Annotated[str, Field(description="Notes, mails, prose or a record in any form.")] = "",
        file: File = "",
        form: Annotated[Form, Field(description="The form; left out, what the text looks like.")] = "",
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """Draft a record in notation from a text, with notes on gaps.

        Later calls use it. Nothing is invented; what was not read is “?”.
        """
        from referee.engine.state.words import sentence
        from referee.inputs import conversion, formats

        def answer() -> str:
            name, data = self.records.given(text, file)
            with refusing(conversion.TextError):
                found = formats.format_named(form) if form else formats.of(data)
                done = found.convert(data)
            self.records.keep(name, encoded(done.text))
            notes = [f"Read as {found.title}.", *map(sentence, conversion.summary(done))]
            notes += [f"Line {n} cannot be read: {why}" for n, why in done.problems.items()]
            return "\n".join([*notes, "", done.text])

        return self._paged(("convert", form), (text, file), start, limit, answer)

    # ---------------------------------------------------------------- judging it

    def check(
        self,
        record: RecordText = "",
        file: File = "",
        changes: Annotated[
            dict[Number, str] | None,
            Field(max_length=500, description='New text for lines, by number; "" empties a line.'),
        ] = None,
        since: Annotated[Word, Field(description="Only what is new since a play (a24), a line (30), a day.")] = "",
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """Judge a record.

        A line each finding, with line:column, kind, rule and what to write.
        """
        from referee.club.selection import Selection, SelectionError, apply
        from referee.engine.state.words import plural
        from referee.reports import brief

        def answer() -> str:
            verdict = self._judged(record, file, changes)[1]
            remarks = [f"the record has {plural(len(verdict.record.lines) - 1, 'line')} now"] if changes else []
            if since.strip():
                with refusing(SelectionError):
                    verdict, notes, _ = apply(verdict, Selection(since=since))
                remarks += notes
            head, *findings = brief.lines(verdict)
            return "\n".join([head, *remarks, *findings])

        return self._paged(("check", since, changes), (record, file), start, limit, answer)

    def was(
        self,
        line: Annotated[Number | Word, Field(description="A line (30), a play (a12), a place (message 2:12).")],
        record: RecordText = "",
        file: File = "",
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """Judge the play on a line, with rules, dice and board changes."""
        from referee.reports import ruling

        if not ruling.names_a_line(str(line)):
            raise refused(f"“{line}” names no line; give a line (30), a play (a12) or a place (message 2:12)")

        def answer() -> str:
            name, verdict = self._judged(record, file)
            with refusing(ruling.NoAnswer):
                return ruling.of_line(verdict, name, ruling.line_named(verdict, str(line)), undo="").text(0)

        return self._paged(("was", line), (record, file), start, limit, answer)

    def chances(
        self,
        record: RecordText = "",
        file: File = "",
        play: Annotated[Word, Field(description="One play (a12); left out, the whole game.")] = "",
        rollouts: Annotated[
            int, Field(ge=0, le=MOST_ROLLOUTS, description="Games played on before and after the play.")
        ] = 0,
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """Show the chances after each play, luck, choice and turning points.

        No measure of how well somebody played.
        """
        from referee.analysis import analysis
        from referee.analysis.chances import rolled_out
        from referee.analysis.luck import LineReplays
        from referee.engine.state.words import plural
        from referee.reports import chances, describe

        def answer() -> str:
            name, verdict = self._judged(record, file)
            found = analysis.analyse(verdict, tell=describe.sentence)
            if found.doubt:
                raise refused(found.doubt)
            if not play.strip():
                if rollouts:
                    raise AnswerError("rollouts are made of one play: name it (play)")
                return "\n".join(chances.text(found, name, WIDE))
            key = play.strip() if play.strip().startswith("a") else f"a{play.strip()}"
            at = next((i for i, s in enumerate(verdict.steps) if s.id == key), None)
            one = next((p for p in found.plays if p.step.id == key), None)
            if at is None or one is None:
                raise refused(f"there is no play “{play}”; the plays are called a1, a2, …")
            out = [*chances.head(found, name, WIDE), "", *chances.table([one]), "", describe.sentence(one.step)]
            if rollouts:
                lines = LineReplays(verdict)
                before = rolled_out(lines.before(at), rollouts, key)  # a board lasts until the next one is asked for
                after = rolled_out(lines.after(at), rollouts, key)
                out.append(f"By {plural(rollouts, 'rollout')}: {before.words} before it, {after.words} after it.")
            return "\n".join(out)

        return self._paged(("chances", play, rollouts), (record, file), start, limit, answer)

    def legal(
        self,
        record: RecordText = "",
        file: File = "",
        line: At = 0,
        side: Annotated[Side, Field(description="Left out, the side to act.")] = "",
        card: Annotated[CardNumber, Field(description="One card; 0: a card of each value.")] = 0,
        use: Annotated[Word, Field(description="One use, such as travel, woi, event.")] = "",
        position: Stated = "",
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """List possible plays after a line: targets, chances, reasons against others."""
        from referee.engine.state.names import plain
        from referee.play import legal
        from referee.play.positions import CommandError

        def answer() -> str:
            name, here = self._position(record, file, line, position, [card] if card else [])
            if side and side != here.board.side:
                here = _of_side(here, side)
            with refusing(CommandError):
                found = legal.find(here, card)
            every = [u for uses in found.by_value.values() for u in uses]
            if use.strip() and any(u.possible for u in every):
                names = [u.name for u in every if plain(use) in (plain(u.name), plain(u.title))]
                if not names:
                    listed = ", ".join(dict.fromkeys(u.name for u in every))
                    raise refused(f"nothing is played here as “{use}”; the uses are {listed}")
                chosen = {value: [u for u in uses if u.name in names] for value, uses in found.by_value.items()}
                found.by_value = {value: uses for value, uses in chosen.items() if uses}
            return legal.text(found, here, name)

        return self._paged(("legal", line, side, card, use, position), (record, file), start, limit, answer)

    def board(
        self,
        record: RecordText = "",
        file: File = "",
        line: At = 0,
        position: Stated = "",
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """The position after a line, as a set-up block."""
        from referee.play import positions

        def answer() -> str:
            name, here = self._position(record, file, line, position)
            return positions.text(here, name)

        return self._paged(("board", line, position), (record, file), start, limit, answer)

    def bot(
        self,
        cards: Annotated[list[CardNumber], Field(max_length=2, description="The card that the Bot turns over.")],
        record: RecordText = "",
        file: File = "",
        line: At = 0,
        seed: Annotated[int | None, Field(description="The same dice again.")] = None,
        position: Stated = "",
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """Show the play of a solitaire game's Bot with reasons.

        Its dice are rolled here: they are no dice of the players.
        """
        from referee.play import bot
        from referee.play.positions import CommandError

        def answer() -> str:
            here = self._position(record, file, line, position, cards)[1]
            with refusing(CommandError):
                found = bot.turn(here.board, here.journal, tuple(cards), seed)
            return bot.text(found, here.board)

        return self._paged(("bot", *cards, line, seed, position), (record, file), start, limit, answer)

    # ---------------------------------------------------------------- looking things up

    def explain(
        self,
        what: Annotated[
            Question,
            Field(description="A rule (7.3.3), card 86, a country, a use, a kind of finding, a box; or a question."),
        ],
        start: Start = 1,
        limit: Limit = LIMIT,
    ) -> str:
        """Explain a rule, a card or a word, or answer a question.

        A question in words is answered by the rule or ruling that decides.
        """
        from referee.api import explain

        def answer() -> str:
            with refusing(explain.UnknownError):
                return explain.text(explain.answer(what), width=0)

        return self._paged(("explain", what), ("", ""), start, limit, answer)

    # ---------------------------------------------------------------- the answer, and the record that it is about

    def _paged(
        self, call: tuple[object, ...], given: tuple[str, str], start: int, limit: int, answer: Callable[[], str]
    ) -> str:
        """A page of an answer; only the first page computes it.

        Its dice are the same on each page.
        """
        before, of, _ = self._kept
        if start == 1 or call != before or (any(given) and given != of):
            self._kept = (), ("", ""), ""
            self._kept = call, given, answer()
        return paged(self._kept[2], start, limit)

    def _judged(self, record: str, file: str, changes: dict[int, str] | None = None) -> tuple[str, Judgement]:
        """The name of a record and its verdict, after some changes."""
        from referee.engine.record.findings import UnreadableFile
        from referee.inputs.judging import judge_bytes, shown

        name, data = self.records.given(record, file)
        data = changed(data, changes) if changes else data
        verdict = judge_bytes(data, shown(name))
        if isinstance(verdict, UnreadableFile):
            raise refused(f"{name}:{verdict.line}:{verdict.column}: unreadable: {verdict.message}")
        self.records.keep(name, data)
        return shown(name), verdict

    def _position(
        self, record: str, file: str, line: int, stated: str = "", cards: Sequence[int] = ()
    ) -> tuple[str, Position]:
        """The name and position of a record after a line.

        A stated position takes its place.
        """
        from referee.api import asking
        from referee.play.positions import CommandError, position_in
        from referee.reports.ruling import NoAnswer

        if stated:
            with refusing(CommandError), refusing(NoAnswer):
                return "this position", position_in(asking.stated(stated, cards=cards), "this position")
        name, verdict = self._judged(record, file)
        if line > len(verdict.record.lines):
            raise AnswerError(f"there is no line {line}; the record has {len(verdict.record.lines)}")
        with refusing(CommandError):
            return name, position_in(verdict, name, line=line)


def _of_side(position: Position, side: str) -> Position:
    """The same position in the Action Phase of ``side``."""
    from referee.editions import rulesets
    from referee.inputs.judging import judge
    from referee.inputs.records import read_text
    from referee.parsers.notation.position import block
    from referee.play.positions import go_to

    board = position.board
    lines = [*rulesets.tags_of(board), block(board), f"set: phase {side} {board.phase}"]
    found = go_to(judge(read_text("\n".join(lines))))
    found.words = f"{position.words}, as if it were the phase of this side"
    return found
