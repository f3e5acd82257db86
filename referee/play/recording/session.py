"""A session at the table: what is typed becomes answers, answers become lines, lines are judged and saved.

Nothing here knows a terminal: what is typed comes in as a text, what is to be said goes out as lines, and what is wanted
next is a :class:`Question`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.ask import Field
from referee.engine.line import Line
from referee.engine.names import plain
from referee.engine.steps import Step
from referee.engine.tables.prompt import Given, Open, Wanted
from referee.parsers.faults import LineError
from referee.parsers.notation import words as notation
from referee.play.recording import asking, beginning, draft, questions, telling
from referee.play.recording.answering import Answering, NotTaken, Waiting, match, split
from referee.play.recording.beginning import Beginning
from referee.play.recording.book import Book, BookError, ChangedError
from referee.play.recording.draft import Draft, Outcome
from referee.play.recording.questions import Question
from referee.play.recording.telling import About, Said

WHOLE = re.compile(
    r"\s*(?:;|\{|\+|(?:board|setup|set)\s*:|(?:deal|draw|turn|phase)\b|(?:us\s+)?no plots\b|end of turn\b"
    r"|(?:j|us|jihadist)\b[\s:]+(?:(?P<card>[\d?][\d+?r]*)\s+(?P<use>[a-z-]+)"
    r"|(?:resolve|remove-cadre|set-up|turn-in|hold|zakat|strong|end-truce)\b))",
    re.IGNORECASE,
)
"""What begins like a line of the notation."""
SIGNS = re.compile(r"[>\[]|=>|\s/\s|:\s*[sa?\d]")
"""What stands in lines of the notation and hardly ever in an answer."""
MOST_TYPED = 2000


@dataclass(slots=True)
class Reply:
    """What is to be said to the person."""

    messages: list[Said] = field(default_factory=list)
    wrong: bool = False
    """Whether what was typed was not taken, or not all of it."""

    @property
    def said(self) -> list[str]:
        """All of it, for somebody who types."""
        return [m.typed for m in self.messages]


class Session(Answering):
    """One record that is being written. ``seed`` is that of the dice that the referee rolls; ``always``: all of them."""

    def __init__(self, book: Book, *, seed: int | None = None, always: bool = False) -> None:
        super().__init__(book, seed, always=always)
        self.begins = Beginning() if beginning.is_new(book) else None
        self.question = Question("")
        self._go_on([])

    def feed(self, text: str) -> Reply:
        """Take what was typed, and say what came of it."""
        text = "".join(ch if ch.isprintable() else " " for ch in text[:MOST_TYPED]).strip()
        return self._replied(self._take, text)

    def answer(self, gives: Sequence[Given], *, back: int = 0) -> Reply:
        """Take answers that were pointed at and not typed, in place of the last ``back`` ones.

        See :mod:`referee.play.recording.pointing`.
        """
        return self._replied(self._pointed_at, (gives, back))

    def play(self, line: Line) -> Reply:
        """Begin with a line of this kind, in place of one of which nothing is answered yet."""
        return self._replied(self._begin_line, line)

    def _replied(self, does: Callable[[Any], None], what: Any) -> Reply:
        self.out, self.trouble = [], False
        try:
            does(what)
        except NotTaken as no:
            return Reply([*self.out, no.said], True)
        return Reply(self.out, self.trouble)

    def _say(self, texts: Iterable[str], about: About = "") -> None:
        self.out += [Said(text, about) for text in texts]

    def _take(self, text: str) -> None:
        word = text.casefold()
        match word:
            case "undo":
                return self._undo()
            case "redo":
                return self._redo()
            case "overwrite" | "reload":
                return self._settle_file(word)
            case "board":
                self._say(telling.board(self.book.game.board))
            case "?":
                self.out += telling.explained(self)
            case "lines":
                self._say(self.book.lines[-10:])
            case "findings":
                self._say(telling.findings(self.book.findings, self.book.lines) or ["No findings."])
            case _:
                return self._typed(text, word)
        return None

    def _typed(self, text: str, word: str) -> None:
        if self.begins is not None:
            return self._begin(text)
        if self.waiting is not None and word in ("!", "write it anyway", "yes"):
            waiting, self.waiting = self.waiting, None
            self._write(waiting.text, anyway=True, itself=waiting.itself)
            return self._go_on_after()
        self.waiting = None
        if text.startswith("!") and len(text) > 1:
            return self._line(text[1:].strip(), anyway=True)
        if self._whole(text):
            return self._line(text, anyway=False)
        body, _, said = text.partition(";")
        if said.strip():
            self.remark = said.strip()
        return self._answers(body.strip())

    def _whole(self, text: str) -> bool:
        """Whether this is a line of the notation and no answer."""
        found = WHOLE.match(text)
        if found is None:
            return False
        if self.question.kind == "end" and plain(text) == "endofturn":
            return False
        use = found["use"]
        if use is None or self.question.kind == "card":
            return True
        return any(w.startswith(use.casefold()) for w in (*notation.USES, *notation.LEFT_OVER))

    def _line(self, text: str, *, anyway: bool) -> None:
        """A line of the notation, in place of what was answered so far."""
        side = self.book.game.board.side
        head = self._head()
        for tried in (text, f"{head}{text}", f"{side} {text}"):
            try:
                self.book.read(tried)
            except LineError as error:
                if tried is text:
                    first = error
                continue
            break
        else:
            raise NotTaken(telling.unreadable(first))
        if plain(tried).startswith("deal"):
            self._drop_deal()
        self._forget_answers()
        self.undone.clear()
        self._write(tried, anyway=anyway)
        self._go_on([])

    def _head(self) -> str:
        """The beginning of the line whose rest may be typed."""
        d = self.draft
        if d is None or d.line.kind != "card" or any(not g.itself for g in d.given):
            return "\0"
        return f"{d.line.side} {_number(d.line)} "

    def _answers(self, text: str) -> None:
        """Answers, one behind the other."""
        tokens = split(text)
        if self.against is not None and tokens == ["!"]:
            given, self.against = self.against, None
            self._give(given)
            return self._go_on_after()
        self.against = None
        if not tokens:
            self._usual()
            return self._go_on_after()
        if SIGNS.search(text) and self._rest_of_a_line(text):
            return None
        self.undone.clear()
        first, kept = True, self._mark()
        try:
            while tokens:
                if (now := self._go_on(tokens)) is not None:
                    kept = self._mark()
                    if not tokens:
                        break
                    if now == "written":
                        raise NotTaken(f"What stands behind it was not needed: {' '.join(tokens)}")
                before = len(tokens)
                self._one(tokens, first=first)
                if len(tokens) < before:
                    kept, first = self._mark(), False
        except NotTaken as no:
            if self._passed_over(tokens):
                return None
            self._back_to(kept)
            if first and self._rest_of_a_line(text):
                return None
            self._go_on([])
            raise no
        self._go_on([])
        return None

    def _rest_of_a_line(self, text: str) -> bool:
        """Take what was typed as the rest of the line, if it is one."""
        for head in (self._head(), f"{self.book.game.board.side} "):
            try:
                action = self.book.read(head + text)
            except LineError:
                continue
            if action is not None:
                self._line(head + text, anyway=False)
                return True
        return False

    def _go_on(self, tokens: list[str]) -> str | None:
        """Go to the next question that a person has to answer; "written" or "taken" if something happened on the way.

        What is typed for a question that leaves nothing to choose is taken off.
        """
        happened = None
        passed: list[str] = []
        while True:
            if self.begins is not None:
                self.question = self.begins.question()
                return happened
            if self.noting is not None:
                self.question = asking.result(self.noting)
                return happened
            if self.draft is None and (line := asking.due(self.book.game.board)) is not None:
                self._start(line)
            if self.draft is None:
                self.question = asking.card(self.book.game.board)
                return happened
            given = None
            with draft.standing(self.book.game, self.draft, self.seed) as out:
                self.so_far = out.so_far
                if out.open is not None:
                    self.question = asking.of(out.open, self.book, self.draft)
                    given = self._by_itself(out.open)
                    if given is not None and given.itself:
                        if tokens and self._said(given, out.open, tokens):
                            happened = happened or "taken"
                        if said := telling.passed(out.open, given, self.book.game.board.rules):
                            passed.append(said)
            if out.line:
                self._finish(out)
                happened = "written"
                passed = []
                if self.waiting is not None:
                    return happened
                continue
            if out.open is None:
                self.question = asking.dead(out.dead or ())
                return happened
            if given is None:
                if passed:
                    self.out.append(Said(f"{'; '.join(passed)} (nothing else is allowed)."))
                return happened
            self._give(given)

    def _by_itself(self, found: Open) -> Given | None:
        if self.always and self.question.kind == "dice":
            return self._rolled(self.question.dice)
        return draft.itself(found)

    def _said(self, given: Given, found: Open, tokens: list[str]) -> bool:
        """Take off what says the one answer that there is, or a number of rolls that goes without saying."""
        if found.wanted != Wanted.ANSWER or found.ask is None or found.ask.field in (Field.ORDER, Field.DRAW):
            return False
        only = questions.choice(found.ask, given.value, self.book.game.board.rules, self.book.names)
        if self.named:
            del tokens[: self.named]
            self.named = 0
            return True
        if tokens[0].isdecimal() or len(plain(tokens[0])) < 2 or not only.keys[0].startswith(plain(tokens[0])):
            return False
        n, fits = match([only], tokens)
        if fits:
            del tokens[:n]
        return bool(fits)

    def _finish(self, out: Outcome) -> None:
        """Write the line that the answers make."""
        d = self.draft
        assert d is not None
        typed = [g for g in d.given if not g.itself]
        n = sum(g.rolled for g in d.given)
        text = out.line
        if n:
            had = self.book.rolled(self.seed)
            which = f"die {had + 1}" if n == 1 else f"dice {had + 1} to {had + n}"
            text += f"  ; dice rolled by the referee: seed {self.seed}, {which}"
        if self.remark:
            text += f"  ; {self.remark}" if not n else f"; {self.remark}"
            self.remark = ""
        self._say(out.told)
        self.draft = None
        nobody = d.line.kind in ("resolve", "choices") and not typed
        self._write(text, anyway=bool(out.against) or out.unnoted, itself=nobody)

    def _write(self, text: str, *, anyway: bool, itself: bool = False) -> None:
        """Judge a line and save it; one with mistakes waits, unless it is written ``anyway``."""
        try:
            step = self.book.push(text)
        except LineError as error:
            return self._wrong(telling.unreadable(error))
        wrong = [f for f in step.findings if f.counted] if step is not None else []
        if wrong and not anyway:
            self._say(telling.findings(wrong, self.book.lines), "finding")
            self.book.pop()
            self.waiting = Waiting(text, itself)
            self.out.append(Said("", typing=f"{telling.ANYWAY[:-1]}, or play it differently."))
            return None
        if itself:
            self.untyped.add(len(self.book.entries) - 1)
        self._report(step, text)
        self._save()
        if step is not None and step.action.kind in ("end", "choices"):
            self._deal()
        return None

    def _report(self, step: Step | None, text: str) -> None:
        self.out.append(Said(f"Written: {text}", "line"))
        if step is not None:
            self._say(telling.step(step), "change")
            self._say(telling.findings(step.findings, self.book.lines), "finding")

    def _deal(self) -> None:
        """Write the deal that is due."""
        line = draft.deal(self.book.game) if asking.deal_due(self.book.game) else ""
        if line:
            self.book.push(line)
            self.untyped.add(len(self.book.entries) - 1)
            self.out.append(Said(f"Written: {line}", "line"))
            if self.book.game.board.turn > 1:
                self.book.lines.append("")
            self._save()

    def _drop_deal(self) -> None:
        """Take back a deal that nobody typed: now somebody says which cards it brought."""
        last = len(self.book.entries) - 1
        if last in self.untyped and self.book.lines[self.book.entries[last].start].startswith("deal"):
            self.untyped.discard(last)
            self.book.pop()

    # ------------------------------------------------------------ undo

    def back_to(self, entries: int) -> None:
        """Take back what was written behind the first ``entries`` entries, and what is being answered; saves nothing."""
        self._forget_answers()
        while len(self.book.entries) > entries:
            self.untyped.discard(len(self.book.entries) - 1)
            self.book.pop()
        self._go_on([])

    def _forget_answers(self) -> None:
        self.draft, self.noting, self.against, self.waiting = None, None, None, None

    def _undo(self) -> None:
        if self.waiting is not None or self.against is not None or self.noting is not None:
            self.waiting = self.against = self.noting = None
            self.out.append(Said("Taken back."))
            return self._go_on_after()
        if self.begins is not None:
            self.begins.undo()
            return self._go_on_after()
        if self.draft is not None and self._undo_answer():
            return self._go_on_after()
        self.draft = None
        taken: list[tuple[list[str], bool]] = []
        while self.book.entries:
            itself = len(self.book.entries) - 1 in self.untyped
            self.untyped.discard(len(self.book.entries) - 1)
            taken.append((self.book.pop(), itself))
            if not itself:
                break
        if not taken or taken[-1][1]:
            for lines, _ in reversed(taken):
                self._put_back(lines, itself=True)
            raise NotTaken("There is nothing to take back.")
        self.undone.append(("lines", taken[::-1]))
        self.out.append(Said(f"Taken back: {taken[-1][0][0] if taken[-1][0] else ''}"))
        self._save()
        return self._go_on_after()

    def _undo_answer(self) -> bool:
        """Take back the last answer of the play that is being written; False if nobody has answered anything."""
        d = self.draft
        assert d is not None
        taken: list[Given] = []
        while d.given:
            taken.append(d.given.pop())
            if not taken[-1].itself:
                while d.given and d.given[-1].passed:
                    taken.append(d.given.pop())
                self.undone.append(("given", taken[::-1]))
                self.out.append(Said("Taken back: the last answer."))
                return True
        if asking.due(self.book.game.board) is not None:
            return False
        self.undone.append(("draft", d))
        self.draft = None
        self.out.append(Said("Taken back: the card." if d.line.kind == "card" else "Taken back."))
        return True

    def _go_on_after(self) -> None:
        self._go_on([])

    def _redo(self) -> None:
        if not self.undone:
            raise NotTaken("There is nothing to do again.")
        kind, what = self.undone.pop()
        if kind == "given" and self.draft is not None:
            self.draft.given += what
        elif kind == "draft":
            self.draft = Draft(what.line, [], what.bot)
        elif kind == "lines":
            self.draft = None
            for lines, itself in what:
                self._put_back(lines, itself=itself)
            self._save()
        self.out.append(Said("Done again."))
        self._go_on([])

    def _put_back(self, lines: list[str], *, itself: bool) -> None:
        for i, line in enumerate(lines):
            if not line.strip():
                self.book.lines.append(line)
                continue
            try:
                self.book.push(line)
            except LineError:  # a line of the file that could not be read in the first place
                self.book.lines.append(line)
                continue
            if i:
                self.book.join()
        if itself:
            self.untyped.add(len(self.book.entries) - 1)

    # ------------------------------------------------------------ the beginning and the file

    def _begin(self, text: str) -> None:
        assert self.begins is not None
        try:
            done = self.begins.take(text)
        except beginning.NotKnown as error:
            raise NotTaken(str(error)) from None
        if done:
            seen = self.book.seen
            self.book.load(self.begins.text())
            self.book.seen = seen
            self.book.lines.append("")
            self.begins = None
            self._save()
            if not asking.due(self.book.game.board):
                self._deal()
        self._go_on([])

    def _save(self) -> None:
        try:
            self.book.save()
        except ChangedError as error:
            self._wrong(
                f"Not saved: {error}. “reload” takes what the file has now, “overwrite” puts this record in its place."
            )
        except BookError as error:
            self._wrong(f"Not saved: {error}. It is tried again with the next play.")

    def _wrong(self, said: str) -> None:
        """Say what went wrong although the answer was taken."""
        self.out.append(Said(said))
        self.trouble = True

    def _settle_file(self, word: str) -> None:
        if self.book.path is None:
            raise NotTaken("This record is kept in no file.")
        if word == "overwrite":
            try:
                self.book.save(over=True)
            except BookError as error:
                raise NotTaken(f"Not saved: {error}.") from None
            self.out.append(Said("Saved."))
            return
        try:
            fresh = Book.open(self.book.path)
        except BookError as error:
            raise NotTaken(str(error)) from None
        self.book = fresh
        self._forget_answers()
        self.untyped.clear()
        self.undone.clear()
        self.begins = Beginning() if beginning.is_new(fresh) else None
        self.out.append(Said("Read again."))
        self._go_on([])


def _number(line: Line) -> str:
    return "+".join(str(c or "?") for c in line.cards) + "+R" * line.reserves
