"""A session at the table.

What is typed becomes answers, and answers become lines, which :mod:`referee.play.recording.writer` judges and saves.
Nothing here knows a terminal: what is typed comes in as a text, replies go out as lines, and what is wanted next is a
:class:`~referee.engine.law.question.Question`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from random import Random
from typing import Any, NamedTuple

from referee.engine.law.ask import Field
from referee.engine.law.line import LineHead
from referee.engine.law.question import (
    CARDS,
    NO,
    NUMBERS,
    USUAL,
    Choice,
    GivenAnswer,
    InputKind,
    Outlook,
    Question,
    worded,
)
from referee.engine.law.table import UNKNOWN
from referee.engine.state.hands import pile_of
from referee.engine.state.names import plain
from referee.engine.state.words import agree, count_word, listed, plural, sentence
from referee.parsers.faults import LineError
from referee.parsers.notation import words as notation
from referee.play.recording import asking, beginning, finishing, messages, recall
from referee.play.recording.beginning import Beginning
from referee.play.recording.book import Book, BookError, Taken
from referee.play.recording.dealer import Dealer, seed_of
from referee.play.recording.draft import Draft, PlayAnswers
from referee.play.recording.finishing import NO_OPERATIONS, Finish, LineMismatchError, OpenLines
from referee.play.recording.messages import About, Reply, SessionMessage
from referee.play.recording.typed import CARD, FACES, HIDDEN, SIGNS, WHOLE, match, split
from referee.play.recording.writer import LineWriter

MOST_TYPED = 2000
LEAST_OF_A_WORD = 3
"""Letters that it takes among other answers to say when an event comes: else a country is meant."""


@dataclass(slots=True)
class Waiting:
    """A line that breaks a rule and waits for confirmation.

    On a word it is written all the same.
    """

    text: str
    itself: bool = False
    answered: PlayAnswers | None = None
    """The answers that it was made of."""
    back: PlayAnswers | None = None
    """The play that goes on if the line is not written."""


@dataclass(frozen=True, slots=True)
class SessionState:
    """The state of a session before lines were taken back."""

    answered: PlayAnswers | None
    waiting: Waiting | None
    against: tuple[GivenAnswer, ...]
    noting: Question | None
    lines: tuple[Taken, ...] = ()
    """The lines that were taken back."""


class Mark(NamedTuple):
    """The state of a session at a typed word."""

    draft: Draft | None
    given: int
    noting: Question | None
    waiting: Waiting | None
    messages: int


class UnfitInputError(Exception):
    """The typed text does not answer the question.

    It carries the message for the person.
    """

    def __init__(self, said: SessionMessage | str) -> None:
        self.message = SessionMessage(said) if isinstance(said, str) else said
        super().__init__(self.message.typed)


class Session:
    """One record in progress.

    ``seed`` is that of the dice that the referee rolls; ``always``: all of them. With ``deals`` the referee keeps the deck
    of a new record as well. ``finish`` asks for what the lines of the record leave open before it goes on.
    """

    def __init__(
        self, book: Book, *, seed: int | None = None, always: bool = False, deals: bool = False, finish: bool = False
    ) -> None:
        self.always = always
        kept = seed_of(book.lines)
        chosen = kept or (Random().randrange(1, 1_000_000) if seed is None else seed)
        self.writer = LineWriter(book, chosen, deals=deals or kept is not None)
        self.draft: Draft | None = None
        self.waiting: Waiting | None = None
        self.against: tuple[GivenAnswer, ...] = ()
        """An answer that a rule forbids, with those before it: it waits for a word on whether it is meant all the same."""
        self.noting: Question | None = None
        """A roll without noted dice, its result still to be given."""
        self.named = 0
        """The number of words that continue a list and name its next entry."""
        self.undone: list[SessionState] = []
        self.remark = ""
        """The remark that was typed after a semicolon, for the line in progress."""
        self.begins = Beginning() if beginning.is_new(book) else None
        """The beginning of a new record, as long as it is asked for."""
        self.so_far = ""
        """The line that is being made, as far as it is answered."""
        self.open_lines = OpenLines(book)
        self.filled: list[str] = []
        """Answers that were filled in, in words."""
        self.question = Question(InputKind.TAG)
        self.reads: Callable[[str], str] | None = None
        """The function that reads the game again under these tags, where its first lines lack them."""
        self.finishes = finish
        if finish and self.begins is None:
            if beginning.is_nowhere(book):
                self.begins = Beginning(beginning.POSITION)
            else:
                self.finish()
        self._go_on()

    @property
    def book(self) -> Book:
        """The record."""
        return self.writer.book

    @property
    def seed(self) -> int:
        """The seed of the dice and cards of the referee."""
        return self.writer.seed

    @property
    def deals(self) -> bool:
        """Whether the referee keeps the deck, and makes the random draws."""
        return self.writer.deals

    @property
    def out(self) -> list[SessionMessage]:
        """The messages about what was typed, so far."""
        return self.writer.reply.messages

    def feed(self, text: str) -> Reply:
        """Take what was typed, and say what came of it."""
        text = "".join(ch if ch.isprintable() else " " for ch in text[:MOST_TYPED]).strip()
        return self._replied(self._take, text)

    def answer(self, gives: Sequence[GivenAnswer], *, back: int = 0) -> Reply:
        """Take answers from a pointer, replacing the last ``back`` ones.

        See :mod:`referee.play.recording.picks`.
        """
        return self._replied(self._pointed_at, (gives, back))

    def play(self, line: LineHead) -> Reply:
        """Begin a line of this kind, replacing one without answers."""
        return self._replied(self._begin_line, line)

    def take_back(self, line: int) -> Reply:
        """Take back everything from a line of the record on.

        ``redo`` writes all of it again.
        """
        return self._replied(self._undo_from, line)

    def put_below(self, line: int, told: Sequence[str]) -> Reply:
        """Put remarks below a line of the record.

        The open play continues.
        """
        return self._replied(self._put, (line, told))

    def _replied(self, does: Callable[[Any], None], what: Any) -> Reply:
        reply = self.writer.reply = Reply()
        try:
            does(what)
        except UnfitInputError as no:
            reply.messages.append(no.message)
            reply.wrong = True
        return reply

    def _say(self, texts: Iterable[str], about: About = "") -> None:
        self.writer.reply.say(texts, about)

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
                self._say(messages.board(self.book.game.board))
            case "?":
                self.out.extend(messages.explained(self.shown(), self.forbidden()))
            case "later" | "later all" if self.book.ahead:
                return self._leave_open(all_of_them=word == "later all")
            case "lines":
                self._say(self.book.lines[-10:])
            case "findings":
                self._say(messages.findings(self.book.findings, self.book.lines) or ["No findings."])
            case _:
                return self._typed(text, word)
        return None

    def _typed(self, text: str, word: str) -> None:
        if self.begins is not None:
            return self._begin(text)
        if self.waiting is not None and word in ("!", "write it anyway", "yes"):
            waiting, self.waiting = self.waiting, None
            self._write(waiting.text, anyway=True, itself=waiting.itself, answered=waiting.answered)
            return self._go_on()
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
        if self.question.kind == InputKind.END and plain(text) == "endofturn":
            return False
        use = found["use"]
        if use is None or self.question.kind == InputKind.CARD:
            return True
        return any(w.startswith(use.casefold()) for w in (*notation.USES, *notation.LEFT_OVER))

    def _line(self, text: str, *, anyway: bool) -> None:
        """Take a line of the notation, in place of earlier answers."""
        side = self.book.game.board.side
        head = self._head()
        for tried in (text, f"{head}{text}", f"{side} {text}"):
            try:
                action = self.book.read(tried)
            except LineError as error:
                if tried is text:
                    first = error
                continue
            break
        else:
            raise UnfitInputError(messages.unreadable(first))
        if action is not None and action.kind == "deal":
            self.writer.drop_deal()
        back = self._moment().answered
        self._forget_answers()
        self.undone.clear()
        self._write(tried, anyway=anyway, back=back)
        self._go_on()

    def _head(self) -> str:
        """The beginning of the line whose rest may be typed."""
        d = self.draft
        if d is None or not d.untouched:
            return "\0"
        return f"{d.line.side} {_number(d.line)} "

    def _answers(self, text: str) -> None:
        """Take answers, one after the other."""
        tokens = split(text)
        if self.against and tokens == ["!"]:
            given, self.against = self.against, ()
            self._give(*given)
            return self._go_on()
        self.against = ()
        if not tokens:
            self._usual()
            return self._go_on()
        if SIGNS.search(text) and self._rest_of_a_line(text):
            return None
        kept, asked = self._mark(), self.question
        first = True
        try:
            while tokens:
                left = len(tokens)
                self._one(tokens, first=first)
                self._pass_by(tokens)
                if len(tokens) < left:
                    kept, asked, first = self._mark(), self.question, False
                    self.undone.clear()
        except UnfitInputError as no:
            there = self.question is asked or bool(self.against)
            self._back_to(kept)
            if self._passed_over(tokens) or (first and self._rest_of_a_line(text)):
                return None
            self._go_on()
            if there:
                raise no
            raise UnfitInputError(messages.unfit(asked, tokens[0])) from None
        return None

    def _mark(self) -> Mark:
        n = len(self.draft.given) if self.draft is not None else 0
        return Mark(self.draft, n, self.noting, self.waiting, len(self.out))

    def _back_to(self, mark: Mark) -> None:
        """Drop the answers after a mark.

        Usual answers before a word without a match, or an answer with words left over.
        """
        self.draft, n, self.noting, self.waiting, said = mark
        del self.out[said:]
        if self.draft is not None:
            dropped = self.draft.back(len(self.draft.given) - n)
            self.against = (*dropped, *self.against) if self.against else ()

    def _rest_of_a_line(self, text: str) -> bool:
        """Take the typed text as the rest of the line, if possible."""
        d = self.draft
        if self.book.ahead or (d is not None and d.answered):
            return False
        for head in (self._head(), f"{self.book.game.board.side} "):
            try:
                action = self.book.read(head + text)
            except LineError:
                continue
            if action is not None:
                self._line(head + text, anyway=False)
                return True
        return False

    def _go_on(self) -> None:
        """Go to the next question that a person has to answer."""
        self._pass_by([])

    def _pass_by(self, tokens: list[str]) -> None:
        """Go to the next question for a person.

        Write the line once it is answered.

        What is typed for a question that leaves nothing to choose is taken off. Raises :class:`UnfitInputError` where the line
        is answered and something is left of what was typed.
        """
        passed: list[str] = []
        while True:
            b = self.book.game.board
            if self.begins is not None:
                self.question = self.begins.question()
                return
            if self.waiting is not None:
                self.question = asking.waits()
                return
            if self.noting is not None:
                self.question = self.noting.results()
                if isinstance(self.draft, Finish):
                    self.question.settled = self.open_lines.quotation(self.draft.source)
                return
            if self.draft is None and self.book.ahead:
                if self._ahead():
                    return
                continue
            if self.draft is None and (line := asking.due(b)) is not None:
                self.draft = self.begun(line)
            if self.draft is None:
                self.question = asking.card(b)
                if self.deals and b.side in b.rules.guides:  # a Bot has a pile, and nobody sees what comes next
                    top = pile_of(b, b.side)[:1]
                    self.question.choices = [c for c in self.question.choices if c.value in top]
                return
            given = None
            with self.draft.here() as out:
                self.so_far = out.so_far
                if out.question is not None:
                    self.question = self.draft.phrase(out.question)
            if isinstance(self.draft, Finish):
                if self._finishes(self.draft, out, tokens):
                    return
                continue
            with self.draft.here() as out:
                if out.question is not None:
                    self.question = self.draft.phrase(out.question)
                    given = self._by_itself() if not self.against else None
                    if given is not None and given.itself:
                        if tokens:
                            self._said(given, tokens)
                        if said := messages.passed(self.question, given):
                            passed.append(said)
            if out.line:
                if tokens:
                    raise UnfitInputError(messages.left_over(tokens))
                self._finish(self.draft, out)
                passed = []
                continue
            if out.question is None:
                self.question = asking.dead(out.failures)
                return
            if given is None:
                if passed:
                    self._say([sentence(f"{', '.join(passed)} (the only option)")])
                return
            self._give(given)

    # ------------------------------------------------------------ a record that is finished

    def finish(self) -> None:
        """Go back to the first line with an open place.

        This line and the later ones are then ahead.
        """
        self.open_lines.begin()

    def _ahead(self) -> bool:
        """Come to the next line ahead.

        Return whether a person has to name its card.
        """
        text, number = self.book.ahead[0], self.open_lines.number
        action = self.open_lines.next_line()
        if action is not None and 0 in action.cards and action.kind != "resolve":
            settled = self.open_lines.quotation(text)
            self.question = replace(asking.card(self.book.game.board), settled=settled, hint="its number")
            return True
        if action is not None:
            self.draft = self.open_lines.draft_of(action)
            return False
        self._pass_ahead()
        self.open_lines.look_back(number, text)
        return False

    def _pass_ahead(self, marked: str | None = None) -> None:
        """Take over the next line ahead unchanged, or with a mark."""
        if self.open_lines.take_over(marked):
            self._say(["The record is finished."])
            self.writer.save()

    def _finishes(self, d: Finish, out: Outlook, tokens: list[str]) -> bool:
        """Answer from the line, or write it.

        Return whether a person has to answer.
        """
        try:
            said = d.next_told(out.question) if out.question is not None and not self.against else None
        except LineMismatchError:
            self._leave_as_answered(d)
            return False
        if said is not None:
            self.filled += [text] if (text := finishing.filled(said)) else []
            self._give(said.given)
            return False
        if out.question is None:
            if tokens:
                raise UnfitInputError(messages.left_over(tokens))
            if out.line:
                self._write_finished(d, out.line)
            else:
                self._leave_as_answered(d)
            return False
        only = self.question.only()
        if only is not None and not self.against:
            self._give(only)
            return False
        self.question.settled = self.open_lines.quotation(d.source)
        if self.question.field == Field.USE and d.of_operation:
            self.question.choices = [c for c in self.question.choices if c.value not in NO_OPERATIONS]
        return True

    def _write_finished(self, d: Finish, text: str) -> None:
        """Write a line that is finished in the place of its source."""
        answered = self._moment().answered
        if not self.filled and all(g.itself for g in d.given) and d.source == self.book.ahead[0]:
            self.draft = None
            return self._pass_ahead()
        whole, left = d.with_remarks(text, self.remark), d.leaves_open
        self.draft, self.remark = None, ""
        try:
            step = self.book.take_ahead(whole, answered=answered)
        except LineError:
            return self._leave_open()
        if self.filled:
            self._say([f"Only one answer fits: {'; '.join(self.filled)}."])
            self.filled = []
        self.writer.report(step, whole, left=left)
        self.writer.save()
        return None

    def _leave_as_answered(self, d: Finish) -> None:
        """Keep a line unchanged if its answers lead nowhere.

        With a mark where an answer was not noted.
        """
        self._leave_open(d.source_with_mark if d.leaves_open else None)

    def _not_noted(self, d: Finish, q: Question) -> None:
        """Leave what is asked open, with what the referee assumes."""
        given = d.assumption(q, self.noting)
        if given is None:
            self._leave_open(d.source_with_mark)
        else:
            self._give(given)

    def _leave_open(self, marked: str | None = None, *, all_of_them: bool = False) -> None:
        """Keep a line unchanged but for a mark.

        Or all lines ahead.
        """
        self._forget_answers()
        self.filled = []
        while True:
            left = self.book.ahead[0]
            self._pass_ahead(marked)
            if left.strip() and left.lstrip()[0] not in ";{":
                self._say([f"Left as it is: {left.strip()}"])
            if not (all_of_them and self.book.ahead):
                break
        self.book.entries[-1].itself = False
        self._go_on()

    def _by_itself(self) -> GivenAnswer | None:
        if (self.always or self.deals) and self.question.kind == InputKind.DICE:
            return replace(self._rolled(self.question.dice), itself=True)
        if self.deals and (drawn := Dealer(self.book.game, self.seed).answer(self.question)) is not None:
            return drawn
        return self.question.only()

    def _said(self, given: GivenAnswer, tokens: list[str]) -> None:
        """Remove words for the only answer, or an obvious number of rolls."""
        q = self.question
        if q.kind != InputKind.ANSWER or q.ask is None or q.field in (Field.ORDER, Field.DRAW):
            return
        only = worded(q.ask, given.value, self.book.names)
        if self.named:
            del tokens[: self.named]
            self.named = 0
            return
        if tokens[0].isdecimal() or len(plain(tokens[0])) < 2 or not only.keys[0].startswith(plain(tokens[0])):
            return
        n, fits = match([only], tokens)
        if fits:
            del tokens[:n]

    def _finish(self, d: Draft, out: Outlook) -> None:
        """Write the line that the answers make."""
        answered = self._moment().answered
        text = d.with_dice(out.line, self.seed, self.book.rolled(self.seed), self.remark)
        self.remark = ""
        self._say(out.flowchart_actions)
        self.draft = None
        nobody = d.line.kind in ("resolve", "choices") and not d.answered
        self._write(text, anyway=bool(out.against) or out.unnoted, itself=nobody, answered=answered)
        for asked, *boxes in out.ways:
            self._say([asked], "way")
            self._say([f"  {box}" for box in boxes], "box")

    def _write(
        self,
        text: str,
        *,
        anyway: bool,
        itself: bool = False,
        answered: PlayAnswers | None = None,
        back: PlayAnswers | None = None,
    ) -> None:
        """Write a line; one with mistakes waits, unless it is written ``anyway``."""
        if self.writer.write(text, anyway=anyway, itself=itself, answered=answered):
            self.waiting = Waiting(text, itself, answered, self._earlier(answered) if answered is not None else back)
            self.out.append(SessionMessage("", typing=f"{messages.ANYWAY}, or play it differently."))

    # ------------------------------------------------------------ answers

    def _pointed_at(self, what: tuple[Sequence[GivenAnswer], int]) -> None:
        gives, back = what
        if self.draft is None:
            raise UnfitInputError("There is no question that this answers.")
        self.waiting, self.against, self.noting = None, (), None
        self.undone.clear()
        self.draft.back(back)
        self.draft.give(*gives)
        self.named = 0
        self._go_on()

    def _begin_line(self, line: LineHead) -> None:
        b = self.book.game.board
        if self.begins is not None or (self.draft is not None and self.draft.answered):
            raise UnfitInputError("First the play that is being answered is finished or taken back.")
        if wrong := [n for n in line.cards if n and n not in b.cards]:
            raise UnfitInputError(f"This game has no card {wrong[0]}; its cards are {min(b.cards)} to {max(b.cards)}.")
        had = self.draft
        self._forget_answers()
        self.undone.clear()
        self.draft = self.begun(line)
        if had is not None and line.cards and had.line.cards[:1] == line.cards[:1] and had.line != line:
            self.draft.instead = had.line
        self._go_on()

    def _passed_over(self, tokens: list[str]) -> bool:
        """Whether the word is a forbidden answer to a passed question.

        Refuses it then.

        True if it was taken all the same, because the person said so.
        """
        d = self.draft
        if d is None or d.bot or self.against or not tokens or tokens[0].isdecimal():
            return False
        word = [tokens[0].rstrip("!")]
        for trial, back, q in d.forced():
            n, fits = match(trial.refused(q), word)
            if not n or len(fits) != 1 or not fits[0].failures:
                continue
            d.back(back)
            given, self.question = GivenAnswer(fits[0].value), q
            if not tokens[0].endswith("!"):
                self.against = (given,)
                raise UnfitInputError(messages.refused(fits[0].failures))
            self._give(given)
            tokens.pop(0)
            self._pass_by(tokens)
            if tokens:
                self._answers(" ".join(tokens))
            return True
        return False

    def _one(self, tokens: list[str], *, first: bool) -> None:
        """Answer the question with what comes first; takes it off. Raises :class:`UnfitInputError`."""
        typed = tokens[0]
        anyway = typed.endswith("!") and len(typed) > 1
        if anyway:
            tokens[0] = typed[:-1]
        try:
            self._by_kind(tokens, first=first, anyway=anyway)
        except UnfitInputError:
            if anyway:
                tokens[:1] = [typed]
            raise

    def _by_kind(self, tokens: list[str], *, first: bool, anyway: bool) -> None:
        q = self.question
        match q.kind:
            case InputKind.CARD:
                self._card(tokens)
            case InputKind.END:
                if plain(tokens[0]) not in ("e", "end", "y", "yes"):
                    raise UnfitInputError("The turn is over. Enter ends it; undo takes back the last play.")
                del tokens[: 3 if plain("".join(tokens[:3])) == "endofturn" else 1]
                self.draft = self.begun(LineHead("end"))
            case InputKind.DICE:
                self._dice(tokens)
            case InputKind.MORE:
                self._more(tokens, first=first, anyway=anyway)
            case InputKind.OVER | InputKind.DEAD | InputKind.ANYWAY:
                if self._another_card(tokens):
                    self._card(tokens)
                elif q.kind == InputKind.ANYWAY and tokens == ["!"]:
                    tokens.clear()
                    self._give(GivenAnswer(value=True))
                else:
                    raise UnfitInputError(q.hint or q.title)
            case _:
                self._choose(tokens, first=first, anyway=anyway)

    def _another_card(self, tokens: list[str]) -> bool:
        """Whether another card replaces one that cannot be played.

        Such a card has no answers yet.
        """
        d = self.draft
        if d is None or not d.untouched or CARD.fullmatch(tokens[0]) is None:
            return False
        self.draft = None
        return True

    def begun(self, line: LineHead) -> Draft:
        """A play that begins with this line."""
        b = self.book.game.board
        bot = line.kind == "card" and b.side in b.rules.guides
        return Draft(self.book.game, line, self.book.names, bot=bot, seed=self.seed)

    def _card_of_line(self, tokens: list[str]) -> None:
        """The number of the card that a line ahead leaves open."""
        b, action = self.book.game.board, self.open_lines.next_line()
        assert action is not None
        token = tokens[0].casefold()
        if token not in HIDDEN and not (token.isdecimal() and int(token) in b.cards):
            raise UnfitInputError(f"A card is named by its number, such as 43; “{tokens[0][:30]}” is none.")
        tokens.pop(0)
        self.draft = self.open_lines.draft_of(action, 0 if token in HIDDEN else int(token))

    def _card(self, tokens: list[str]) -> None:
        if self.book.ahead:
            return self._card_of_line(tokens)
        b = self.book.game.board
        word = plain(tokens[0])
        for kind in asking.NO_CARD:
            if len(word) > 1 and plain(kind).startswith(word) and kind in b.rules.procedures:
                tokens.pop(0)
                self.draft = self.begun(asking.without_card(b, kind))
                return None
        found = CARD.fullmatch(tokens[0])
        if found is None:
            raise UnfitInputError(
                f"A card is named by its number, such as 43; “{tokens[0][:30]}” is none. ? tells more."
            )
        numbers = tuple(0 if n in "?xX" else int(n) for n in (found[1] + found[2]).split("+"))
        for n in numbers:
            if n and n not in b.cards:
                raise UnfitInputError(f"This game has no card {n}; its cards are {min(b.cards)} to {max(b.cards)}.")
        tokens.pop(0)
        self.draft = self.begun(LineHead("card", b.side, numbers, bool(found[3])))
        return None

    def _dice(self, tokens: list[str]) -> None:
        q = self.question
        if tokens[0].casefold() == "roll":
            tokens.pop(0)
            return self._give(self._rolled(q.dice))
        if tokens[0].casefold() in HIDDEN and q.roll is not None:
            tokens.pop(0)
            if len(q.roll.cases()) == 1:
                return self._give(GivenAnswer(q.roll.cases()[0], unknown=True))
            self.noting = q
            return None
        seen = ""
        used = 0
        for token in takewhile(lambda t: t and set(t) <= FACES, tokens):
            if len(seen) >= q.dice:
                break
            seen, used = seen + token, used + 1
        if len(seen) != q.dice:
            wanted = f"{count_word(q.dice)} {agree(q.dice, 'number')}"
            told = "" if seen else f"; “{tokens[0][:30]}” is none"
            raise UnfitInputError(f"{q.title} {sentence(f'{wanted} from 1 to 6 as the dice lay, or roll{told}')}")
        del tokens[:used]
        return self._give(GivenAnswer(tuple(int(ch) for ch in seen)))

    def _rolled(self, n: int) -> GivenAnswer:
        dice = self.next_dice(n, self.draft.given if self.draft is not None else [])
        self.out.append(SessionMessage(f"Rolled: {' '.join(map(str, dice))}."))
        return GivenAnswer(dice, rolled=n)

    def next_dice(self, n: int, given: Sequence[GivenAnswer]) -> tuple[int, ...]:
        """The referee's dice after these answers.

        The next ones of the seed, taken back or not.
        """
        had = self.book.rolled(self.seed) + sum(g.rolled for g in given)
        random = Random(self.seed)
        return tuple([random.randint(1, 6) for _ in range(had + n)][had:])

    def _more(self, tokens: list[str], *, first: bool, anyway: bool) -> None:
        """Continue or end a list.

        It continues with a name, and ends where dice or the next part are typed.
        """
        q, d = self.question, self.draft
        assert d is not None
        if isinstance(d, Finish) and tokens[0].casefold() in HIDDEN:
            tokens.pop(0)
            return self._give(GivenAnswer(value=False))
        if tokens[0] == "-" or (plain(tokens[0]) in NO and not (tokens[0] == "n" and match(q.choices, tokens)[0])):
            tokens.pop(0)
            return self._give(GivenAnswer(value=False))
        if not tokens[0].isdecimal():
            goes_on = GivenAnswer(value=True, passed=True)
            n, found = match(q.choices, tokens)
            if found:
                self.named = n
                return self._give(goes_on)
            behind, led = d.another(q)
            n, found = match(behind.choices, tokens)
            if len(found) == 1:
                del tokens[:n]
                return self._give(*led, self._given(found[0]))
            for before in dict.fromkeys((led, (goes_on,))) if not found else ():
                there = d.ahead(*before)
                asked = there.question()
                n, refused = match(there.refused(asked), tokens) if asked is not None else (0, [])
                if len(refused) == 1:
                    del tokens[:n]
                    return self._forbid(refused[0], tokens, anyway=anyway, led=before)
        rolled = d.next_choice(GivenAnswer(value=False))
        if rolled is not None and rolled[0].kind == InputKind.DICE and _are_dice(tokens[0]):
            self._say([f"No {q.entry}."])
        elif first:
            raise UnfitInputError(messages.unfit(q, tokens[0]))
        return self._give(GivenAnswer(value=False))

    def _choose(self, tokens: list[str], *, first: bool, anyway: bool) -> None:
        q = self.question
        if tokens[0].casefold() in HIDDEN and q.hides:
            tokens.pop(0)
            return self._give(GivenAnswer(UNKNOWN))
        if tokens[0].casefold() in HIDDEN and isinstance(self.draft, Finish):
            tokens.pop(0)
            return self._not_noted(self.draft, q)
        in_list = tokens[0].isdecimal() and int(tokens[0]) <= len(q.choices)
        if first and tokens[0][:1].isdecimal() and not in_list and self._another_card(tokens):
            return self._card(tokens)
        if q.spelt and len(tokens[0]) < LEAST_OF_A_WORD and not first:
            return self._give(GivenAnswer(q.usual))
        n, found = match(q.choices, tokens)
        if not found and first and q.numbered and tokens[0].isdecimal() and 1 <= int(tokens[0]) <= len(q.choices):
            n, found = 1, [q.choices[int(tokens[0]) - 1]]
        if len(found) == 1:
            del tokens[:n]
            return self._give(self._given(found[0]))
        if found:
            raise UnfitInputError(
                f"“{' '.join(tokens[:n])[:40]}” can mean {listed([c.label for c in found[:8]], 'or')}."
            )
        if self._dice_of_all_rolls(tokens[0]):
            return self._give(GivenAnswer(q.usual))
        n, found = match(self.forbidden(), tokens)
        if not found and (number := self._number(tokens[0])) is not None:
            n, found = 1, [number]
        if len(found) == 1:
            del tokens[:n]
            return self._forbid(found[0], tokens, anyway=anyway)
        if q.skips:
            return self._give(GivenAnswer(q.usual))
        if found:
            raise UnfitInputError(f"“{' '.join(tokens[:n])[:40]}” is no answer that is allowed here. ? tells why.")
        raise UnfitInputError(messages.unfit(q, tokens[0]))

    def _dice_of_all_rolls(self, token: str) -> bool:
        """Whether dice are typed for the number of rolls.

        It is then the greatest possible number.
        """
        q = self.question
        return q.field == Field.COUNT and len(token) > 1 and set(token) <= FACES and q.usual == len(token)

    def _given(self, chosen: Choice) -> GivenAnswer:
        if self.noting is not None:
            self.noting = None
            return GivenAnswer(chosen.value, unknown=True)
        return GivenAnswer(chosen.value)

    def forbidden(self) -> list[Choice]:
        """The forbidden answers to the question, each with the reasons."""
        q, d = self.question, self.draft
        if d is None or q.ask is None or self.noting is not None or d.bot:
            return []
        return d.refused(q)

    def shown(self) -> Question:
        """The question with the chances of what its answers lead to."""
        q, d = self.question, self.draft
        few = len(q.choices) <= messages.MOST_SHOWN and not any(c.note for c in q.choices)
        if few and d is not None and q.ask is not None and self.noting is None:
            d.look_ahead(q)
        return q

    def _number(self, token: str) -> Choice | None:
        """A number that nothing offered has: of a card, or of pieces."""
        field = self.question.field
        if not token.isdecimal() or len(token) > 3 or field is None:
            return None
        n = int(token)
        if field in CARDS and n not in self.book.game.board.cards:
            raise UnfitInputError(f"This game has no card {n}.")
        return self.draft.named(n) if field in CARDS | NUMBERS and self.draft is not None else None

    def _forbid(self, chosen: Choice, tokens: list[str], *, anyway: bool, led: tuple[GivenAnswer, ...] = ()) -> None:
        """Take or refuse a forbidden answer.

        It is taken where the person insists, or where it has no failures.
        """
        if not chosen.failures or anyway or tokens[:1] == ["!"]:
            if tokens[:1] == ["!"]:
                tokens.pop(0)
            return self._give(*led, self._given(chosen))
        self.against = (*led, GivenAnswer(chosen.value))
        raise UnfitInputError(messages.refused(chosen.failures))

    def _give(self, *given: GivenAnswer) -> None:
        assert self.draft is not None
        if given[-1].value is not True:
            self.named = 0
        self.noting = None
        self.draft.give(*given)

    def _usual(self) -> None:
        """Take what Enter alone means. Raises :class:`UnfitInputError` where it means nothing."""
        q = self.question
        if q.kind == InputKind.END:
            self.draft = self.begun(LineHead("end"))
            return None
        if q.usual is USUAL or self.draft is None:
            raise UnfitInputError("There is no usual answer here. ? tells what can be answered.")
        self.undone.clear()
        return self._give(GivenAnswer(q.usual))

    def _put(self, what: tuple[int, Sequence[str]]) -> None:
        line, told = what
        now = self._moment()
        self.book.insert(line, told)
        self.undone.clear()
        self._say(["Kept beside the game:"])
        self._say((f"  {text}" for text in told), "line")
        self.writer.save()
        self._at(now.answered)
        self.waiting, self.against, self.noting = now.waiting, now.against, now.noting
        self._go_on()

    # ------------------------------------------------------------ undo

    def back_to(self, entries: int) -> None:
        """Take back all but the first entries, and answers to the next.

        Saves nothing; ``entries`` is the number to keep.
        """
        self._forget_answers()
        while len(self.book.entries) > entries:
            self.book.pop()
        self._go_on()

    def _forget_answers(self) -> None:
        self.draft, self.noting, self.against, self.waiting = None, None, (), None

    @property
    def open_play(self) -> PlayAnswers | None:
        """The open play.

        None without an answer, and for a line under completion.
        """
        play = self.waiting.back if self.waiting is not None else self._moment().answered
        if play is None or play.source or (play.line.kind in asking.DUE and play.automatic):
            return None
        return play

    def go_on_with(self, play: PlayAnswers) -> None:
        """Go on with a play that was being answered."""
        self._at(play)
        self._go_on()

    def _moment(self, lines: Sequence[Taken] = ()) -> SessionState:
        d = self.draft
        source = d.source if isinstance(d, Finish) else ""
        answered = PlayAnswers(d.line, tuple(d.given), self.remark, d.instead, source) if d is not None else None
        return SessionState(answered, self.waiting, self.against, self.noting, tuple(lines))

    def _earlier(self, answered: PlayAnswers) -> PlayAnswers | None:
        """The play before its last answer, where a question is open.

        None for one without an answer.
        """
        back = answered.earlier()
        while back is not None and not self.asks(back):
            back = back.earlier()
        return back

    def asks(self, play: PlayAnswers) -> bool:
        """Whether a play has a question for a person."""
        if play.source:
            return True
        d = self.begun(play.line)
        d.give(*play.given)
        while True:
            with d.here() as out:
                q = out.question
                if q is None:
                    return not out.line
                dice = q.roll.n if q.roll is not None else q.dice
                given = q.only()
            if self.always and q.kind == InputKind.DICE:
                given = GivenAnswer(self.next_dice(dice, d.given), rolled=dice, itself=True)
            if given is None:
                return True
            d.give(given)

    def _at(self, answered: PlayAnswers | None) -> None:
        """Go on with a play as far as it is answered."""
        self._forget_answers()
        if answered is not None and answered.source:
            self.draft = self.open_lines.draft(answered)
        elif answered is not None:
            self.draft = self.begun(answered.line)
            self.draft.give(*answered.given)
            self.draft.instead, self.remark = answered.instead, answered.remark

    def _undo(self) -> None:
        if self.begins is not None:
            self.begins.undo()
            return self._go_on()
        now = self._moment()
        answered = now.answered
        if self.waiting is not None:
            self._at(self.waiting.back)
            self._say(["Taken back."])
        elif self.against or self.noting is not None:
            self.against, self.noting = (), None
            self._say(["Taken back."])
        elif answered is not None and (back := self._earlier(answered)) is not None:
            self._at(back)
            self._say(["Taken back: the last answer."])
        elif answered is not None and not answered.source and asking.due(self.book.game.board) is None:
            self._at(None)
            self._say(["Taken back: the card." if answered.line.kind == "card" else "Taken back."])
        else:
            now = self._undo_line()
        self.undone.append(now)
        return self._go_on()

    def _undo_from(self, line: int) -> None:
        self._forget_answers()
        taken: list[Taken] = []
        while len(self.book.lines) >= line and (more := self.book.take_back()):
            taken[:0] = more
        if not taken:
            raise UnfitInputError("There is nothing to take back.")
        self.undone.append(self._moment(taken))
        self._say([f"Taken back: {plural(sum(len(one.lines) for one in taken), 'line')} from {taken[0].lines[0]}"])
        self._at(None)
        self.writer.save()
        self._go_on()

    def _undo_line(self) -> SessionState:
        """Take back the last answer of the last line, or everything.

        Return the state before.
        """
        last = next((e for e in reversed(self.book.entries) if not e.itself), None)
        if self.book.ahead and (last is None or last.source is None):
            raise UnfitInputError("There is nothing to take back.")
        taken: list[Taken] = []
        answered = None
        while not taken or (answered is not None and taken[0].entry.kind in asking.DUE and answered.automatic):
            if not (more := self.book.take_back()):
                break
            taken[:0] = more
            answered = self._answers_of(taken[0])
        if not taken:
            raise UnfitInputError("There is nothing to take back.")
        now = self._moment(taken)
        line = taken[0].lines[0] if taken[0].lines else ""
        back = self._earlier(answered) if answered is not None else None
        whole = answered is None and taken[0].entry.loaded and taken[0].entry.kind in recall.KINDS
        what = "the last answer of " if back is not None else "the whole line " if whole else ""
        self._say([f"Taken back: {what}{line}"])
        self._at(back)
        self.writer.save()
        return now

    def _answers_of(self, taken: Taken) -> PlayAnswers | None:
        """The answers of a line just taken back, as far as known."""
        first, *others = taken.lines
        if any(line.strip() for line in others):
            return None
        if taken.entry.answered is not None or not taken.entry.loaded:
            return taken.entry.answered
        return recall.answered(self.book, first, seed=self.seed, always=self.always)

    def _redo(self) -> None:
        if not self.undone:
            raise UnfitInputError("There is nothing to do again.")
        moment = self.undone.pop()
        for taken in moment.lines:
            self.book.put_back(taken)
        if moment.lines:
            self.writer.save()
        self._at(moment.answered)
        self.waiting, self.against, self.noting = moment.waiting, moment.against, moment.noting
        self._say(["Done again."])
        self._go_on()

    # ------------------------------------------------------------ the beginning and the file

    def _begin(self, text: str) -> None:
        assert self.begins is not None
        try:
            done = self.begins.take(text)
        except beginning.TagAnswerError as error:
            raise UnfitInputError(str(error)) from None
        if done:
            seen, lines, tags = self.book.seen, self.book.text, self.begins.text()
            if lines.strip():
                lines = self.reads(tags) if self.reads is not None else tags.rstrip() + self.book.end + lines
            self.book.load(lines or tags)
            self.book.seen = seen
            if not lines:
                self.book.lines.append("")
            self.begins = None
            if lines:
                self.finish()
            self.writer.save()
            if not lines and not asking.due(self.book.game.board):
                self.writer.deal()
        self._go_on()

    def _settle_file(self, word: str) -> None:
        if self.book.path is None:
            raise UnfitInputError("This record is kept in no file.")
        if word == "overwrite":
            try:
                self.book.save(over=True)
            except BookError as error:
                raise UnfitInputError(f"Not saved: {error}.") from None
            self._say(["Saved."])
            return
        try:
            fresh = Book.open(self.book.path)
        except BookError as error:
            raise UnfitInputError(str(error)) from None
        self.writer.book = self.open_lines.book = fresh
        self._forget_answers()
        self.undone.clear()
        self.begins = Beginning() if beginning.is_new(fresh) else None
        self._say(["Read again."])
        self._go_on()


def _number(line: LineHead) -> str:
    return "+".join(str(c or "?") for c in line.cards) + "+R" * line.reserves


def _are_dice(token: str) -> bool:
    """Whether a word says what was rolled, or who rolls."""
    return set(token) <= FACES or token.casefold() == "roll" or token.casefold() in HIDDEN
