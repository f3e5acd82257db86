"""A session at the table: what is typed becomes answers, answers become lines, lines are judged and saved.

Nothing here knows a terminal: what is typed comes in as a text, what is to be said goes out as lines, and what is wanted
next is a :class:`Question`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import takewhile
from random import Random
from typing import Any

from referee.engine.ask import Field
from referee.engine.findings import Finding
from referee.engine.line import Line
from referee.engine.play import UNKNOWN
from referee.engine.requirement import Failure
from referee.engine.steps import Step
from referee.engine.tables.prompt import Given, Open, Wanted
from referee.engine.words import listed, sentence
from referee.parsers.names import plain
from referee.parsers.notation import words as notation
from referee.parsers.notation.tokens import LineError
from referee.recording import asking, beginning, draft, questions, telling
from referee.recording.beginning import Beginning
from referee.recording.book import Book, BookError, ChangedError
from referee.recording.draft import Draft, Outcome
from referee.recording.questions import CARDS, HIDDEN, NO, NUMBERS, USUAL, Choice, Question

WHOLE = re.compile(
    r"\s*(?:;|\{|\+|(?:board|setup|set)\s*:|(?:deal|draw|turn|phase)\b|(?:us\s+)?no plots\b|end of turn\b.+"
    r"|(?:j|us|jihadist)\b[\s:]+(?:(?P<card>[\d?][\d+?r]*)\s+(?P<use>[a-z-]+)"
    r"|(?:resolve|remove-cadre|set-up|turn-in|hold|zakat|strong|end-truce)\b))",
    re.IGNORECASE,
)
"""What begins like a line of the notation."""
CARD = re.compile(r"(\d{1,3}|\?|x)((?:\+\d{1,3})?)(\+?r)?", re.IGNORECASE)
MOST_TYPED = 2000
MOST_NAMED = 4
"""Most words of a name."""
FACES = frozenset("123456")


@dataclass(slots=True)
class Reply:
    """What is to be said to the person."""

    said: list[str] = field(default_factory=list)
    wrong: bool = False
    """Whether what was typed was not taken, or not all of it."""


@dataclass(slots=True)
class Waiting:
    """A line that breaks a rule and waits for a word on whether it is written all the same."""

    text: str
    itself: bool = False


class NotTaken(Exception):
    """What was typed does not answer the question: a sentence for the person."""


class Session:
    """One record that is being written. ``seed`` is that of the dice that the referee rolls; ``always``: all of them."""

    def __init__(self, book: Book, *, seed: int | None = None, always: bool = False) -> None:
        self.book = book
        self.always = always
        self.seed = Random().randrange(1, 1_000_000) if seed is None else seed
        self.draft: Draft | None = None
        self.asked_for: set[int] = set()
        """Entries of the book that nobody typed."""
        self.waiting: Waiting | None = None
        self.against: Given | None = None
        """An answer that a rule forbids and that waits for a word on whether it is meant all the same."""
        self.noting: Open | None = None
        """A roll whose dice nobody noted, and of which the result is wanted."""
        self.undone: list[tuple[str, Any]] = []
        self.out: list[str] = []
        self.begins = Beginning() if beginning.is_new(book) else None
        self.question = Question("")
        if self.begins is None:
            self._deal()
        self._go_on([])

    # ------------------------------------------------------------ what is typed

    def feed(self, text: str) -> Reply:
        """Take what was typed. Raises :class:`BookError` where the file cannot be saved; what was typed is kept."""
        self.out = []
        text = "".join(ch if ch.isprintable() else " " for ch in text[:MOST_TYPED]).strip()
        try:
            self._take(text)
        except NotTaken as no:
            return Reply([*self.out, str(no)], True)
        return Reply(self.out)

    def _take(self, text: str) -> None:
        word = text.casefold()
        if word == "undo":
            return self._undo()
        if word == "redo":
            return self._redo()
        if word == "board":
            return self.out.extend(telling.board(self.book.game.board))
        if word == "?":
            return self.out.extend(telling.explained(self))
        if word == "lines":
            return self.out.extend(self.book.lines[-10:])
        if word == "findings":
            return self.out.extend(telling.findings(self.book.findings, self.book.lines) or ["No findings."])
        if word in ("overwrite", "reload"):
            return self._settle_file(word)
        if self.begins is not None:
            return self._begin(text)
        if self.waiting is not None and word in ("!", "write it anyway", "yes"):
            waiting, self.waiting = self.waiting, None
            self._write(waiting.text, anyway=True, itself=waiting.itself)
            return self._go_on([])
        self.waiting = None
        if text.startswith("!") and len(text) > 1:
            return self._line(text[1:].strip(), anyway=True)
        if self._whole(text):
            return self._line(text, anyway=False)
        self._answers(text)
        return None

    def _whole(self, text: str) -> bool:
        """Whether this is a line of the notation and no answer."""
        found = WHOLE.match(text)
        if found is None:
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
        tokens = text.replace(",", " ").replace("[", " ").replace("]", " ").replace(">", " ").replace(":", " ").split()
        if self.against is not None and tokens == ["!"]:
            given, self.against = self.against, None
            self._give(given)
            return self._go_on([])
        self.against = None
        if not tokens:
            if self._usual():
                self._go_on([])
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

    def _mark(self) -> tuple[Draft | None, list[Given]]:
        return self.draft, list(self.draft.given) if self.draft is not None else []

    def _back_to(self, kept: tuple[Draft | None, list[Given]]) -> None:
        """Take back usual answers behind which nothing fitted."""
        if self.draft is kept[0] and self.draft is not None:
            self.draft.given[:] = kept[1]

    # ------------------------------------------------------------ one answer

    def _one(self, tokens: list[str], *, first: bool) -> None:
        """Answer the question with what comes first; takes it off. Raises :class:`NotTaken`."""
        q = self.question
        anyway = tokens[0].endswith("!") and len(tokens[0]) > 1
        if anyway:
            tokens[0] = tokens[0][:-1]
        match q.kind:
            case "card":
                self._card(tokens)
            case "end":
                if plain(tokens[0]) in ("e", "end", "y", "yes"):
                    del tokens[: 3 if plain("".join(tokens[:3])) == "endofturn" else 1]
                    self._start(Line("end"))
                else:
                    raise NotTaken("The turn is over. Enter ends it; undo takes back the last play.")
            case "dice":
                self._dice(tokens)
            case "more":
                self._more(tokens, first=first)
            case "over" | "dead" | "anyway":
                if q.kind == "anyway" and tokens == ["!"]:
                    tokens.clear()
                    return self._give(Given(value=True))
                raise NotTaken(q.hint or q.title)
            case _:
                self._choose(tokens, first=first, anyway=anyway)
        return None

    def _start(self, line: Line, *, bot: bool = False) -> None:
        self.draft = Draft(line, bot=bot)

    def _card(self, tokens: list[str]) -> None:
        b = self.book.game.board
        word = plain(tokens[0])
        kinds = {"hold": Line("hold", "US"), "cadre": Line("cadre", "J"), "turnin": Line("turn-in", b.side)}
        for name, line in kinds.items():
            if len(word) > 1 and name.startswith(word) and line.kind in b.rules.procedures:
                tokens.pop(0)
                return self._start(line)
        found = CARD.fullmatch(tokens[0])
        if found is None:
            raise NotTaken(f"A card is named by its number, such as 43; “{tokens[0][:30]}” is none. ? tells more.")
        numbers = tuple(0 if n in "?xX" else int(n) for n in (found[1] + found[2]).split("+"))
        for n in numbers:
            if n and n not in b.cards:
                raise NotTaken(f"This game has no card {n}; its cards are {min(b.cards)} to {max(b.cards)}.")
        tokens.pop(0)
        self._start(Line("card", b.side, numbers, bool(found[3])), bot=b.side in b.rules.guides)
        return None

    def _dice(self, tokens: list[str]) -> None:
        q = self.question
        if tokens[0].casefold() == "roll":
            tokens.pop(0)
            return self._give(self._rolled(q.dice))
        if tokens[0].casefold() in HIDDEN and q.open is not None and q.open.roll is not None:
            tokens.pop(0)
            if len(q.open.roll.cases()) == 1:
                return self._give(Given(q.open.roll.cases()[0], unknown=True))
            self.noting = q.open
            return None
        seen = ""
        used = 0
        for token in takewhile(lambda t: t and set(t) <= FACES, tokens):
            if len(seen) >= q.dice:
                break
            seen, used = seen + token, used + 1
        if len(seen) != q.dice:
            wanted = "one number" if q.dice == 1 else f"{questions.in_words(q.dice)} numbers"
            told = "" if seen else f"; “{tokens[0][:30]}” is none"
            raise NotTaken(f"{q.title} {sentence(f'{wanted} from 1 to 6 as the dice lay, or roll{told}')}")
        del tokens[:used]
        return self._give(Given(tuple(int(ch) for ch in seen)))

    def _rolled(self, n: int) -> Given:
        """Dice of the referee: the next ones of the seed, whoever takes them back."""
        had = self.book.rolled(self.seed) + sum(g.rolled for g in self.draft.given if self.draft)  # type: ignore[union-attr]
        random = Random(self.seed)
        dice = [random.randint(1, 6) for _ in range(had + n)][had:]
        self.out.append(f"Rolled: {' '.join(map(str, dice))}.")
        return Given(tuple(dice), rolled=n)

    def _more(self, tokens: list[str], *, first: bool) -> None:
        q = self.question
        if plain(tokens[0]) in NO or tokens[0] == "-":
            tokens.pop(0)
            return self._give(Given(value=False))
        if first and tokens[0].isdecimal() and 1 <= int(tokens[0]) <= len(q.choices):
            tokens[0] = q.choices[int(tokens[0]) - 1].keys[0]
            return self._give(Given(value=True))
        n, found = _match(q.choices, tokens)
        if not found:
            n, found = _match(self._forbidden(), tokens)
        if n and found and not tokens[0].isdecimal():
            return self._give(Given(value=True))
        return self._give(Given(value=False))

    def _choose(self, tokens: list[str], *, first: bool, anyway: bool) -> None:
        q = self.question
        if tokens[0].casefold() in HIDDEN and q.hides:
            tokens.pop(0)
            return self._give(Given(UNKNOWN))
        n, found = _match(q.choices, tokens)
        if not found and first and q.numbered and tokens[0].isdecimal() and 1 <= int(tokens[0]) <= len(q.choices):
            n, found = 1, [q.choices[int(tokens[0]) - 1]]
        if len(found) == 1:
            del tokens[:n]
            return self._give(self._given(found[0]))
        if found:
            raise NotTaken(f"“{' '.join(tokens[:n])[:40]}” can mean {listed([c.label for c in found[:8]], 'or')}.")
        n, found = _match(self._forbidden(), tokens)
        if not found and (number := self._number(tokens[0])) is not None:
            n, found = 1, [number]
        if len(found) == 1:
            del tokens[:n]
            return self._forbid(found[0], tokens, anyway=anyway)
        if q.skips:
            return self._give(Given(q.usual))
        if found:
            raise NotTaken(f"“{' '.join(tokens[:n])[:40]}” is no answer that is allowed here. ? tells why.")
        raise NotTaken(f"{q.title} “{tokens[0][:30]}” is no answer to that. ? lists the answers.")

    def _given(self, chosen: Choice) -> Given:
        if self.noting is not None:
            self.noting = None
            return Given(chosen.value, unknown=True)
        return Given(chosen.value)

    def _forbidden(self) -> list[Choice]:
        """What the question offers and a rule forbids."""
        q = self.question
        if q.open is None or q.open.ask is None:
            return []
        if not q.refused:
            ask, rules = q.open.ask, self.book.game.board.rules
            legal = {repr(c.value) for c in q.choices}
            shape = [o for o in ask.domain() if repr(o) not in legal and o != UNKNOWN]
            q.refused = [questions.refused(ask, o, rules, self.book.names) for o in shape]
        return q.refused

    def forbidden(self) -> list[Choice]:
        """What the question offers and a rule forbids, each with the reasons."""
        return self._forbidden() if self.noting is None and self.question.kind in ("answer", "more") else []

    def shown(self) -> Question:
        """The question with the chances of what its answers lead to."""
        q = self.question
        if self.draft is not None and q.open is not None and q.kind in ("answer", "more") and self.noting is None:
            if len(q.choices) <= questions.MOST_SHOWN and not any(c.note for c in q.choices):
                draft.look_ahead(self.book.game, self.draft, q)
        return q

    def _number(self, token: str) -> Choice | None:
        """A number that nothing offered has: of a card, or of pieces."""
        q = self.question
        if not token.isdecimal() or len(token) > 3 or q.open is None or q.open.ask is None:
            return None
        ask, b = q.open.ask, self.book.game.board
        n = int(token)
        if ask.field in CARDS:
            if n not in b.cards:
                raise NotTaken(f"This game has no card {n}.")
        elif ask.field not in NUMBERS:
            return None
        return questions.refused(ask, n, b.rules, self.book.names)

    def _forbid(self, chosen: Choice, tokens: list[str], *, anyway: bool) -> None:
        """An answer that a rule forbids: it is taken where the person says so, or where nothing speaks against it."""
        if not chosen.failures or anyway or tokens[:1] == ["!"]:
            if tokens[:1] == ["!"]:
                tokens.pop(0)
            return self._give(self._given(chosen))
        self.against = Given(chosen.value)
        raise NotTaken(telling.refused(chosen.failures))

    def _give(self, given: Given) -> None:
        assert self.draft is not None
        self.noting = None
        self.draft.given.append(given)

    def _usual(self) -> bool:
        """Take what Enter alone means."""
        q = self.question
        if q.kind == "end":
            self._start(Line("end"))
            return True
        if q.usual is USUAL or self.draft is None:
            raise NotTaken("There is no usual answer here. ? tells what can be answered.")
        self.undone.clear()
        self._give(Given(q.usual))
        return True

    # ------------------------------------------------------------ going on

    def _go_on(self, tokens: list[str]) -> str | None:
        """Go to the next question that a person has to answer; "written" or "taken" if something happened on the way.

        What is typed for a question that leaves nothing to choose is taken off.
        """
        happened = None
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
            out = draft.play(self.book.game, self.draft, self.seed)
            if out.line:
                self._finish(out)
                happened = "written"
                if self.waiting is not None:
                    return happened
                continue
            if out.open is None:
                self.question = asking.dead(out.dead or ())
                return happened
            self.question = asking.of(out.open, self.book, self.draft)
            given = self._by_itself(out.open)
            if given is None:
                return happened
            if tokens and given.itself and self._said(given, out.open, tokens):
                happened = happened or "taken"
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
        if tokens[0].isdecimal():
            return False
        n, fits = _match([only], tokens)
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
        self.out += out.told
        self.draft = None
        nobody = d.line.kind in ("resolve", "choices") and not typed
        self._write(text, anyway=bool(out.against) or out.unnoted, itself=nobody)

    def _write(self, text: str, *, anyway: bool, itself: bool = False) -> None:
        """Judge a line and save it; one with mistakes waits, unless it is written ``anyway``."""
        try:
            step = self.book.push(text)
        except LineError as error:
            raise NotTaken(telling.unreadable(error)) from None
        wrong = [f for f in step.findings if f.counted] if step is not None else []
        if wrong and not anyway:
            self.out += telling.findings(wrong, self.book.lines)
            self.book.pop()
            self.waiting = Waiting(text, itself)
            self.out.append("Type ! to write it down all the same, or play it differently.")
            return
        if itself:
            self.asked_for.add(len(self.book.entries) - 1)
        self._report(step, text)
        self._save()
        if step is not None and step.action.kind in ("end", "choices"):
            self._deal()

    def _report(self, step: Step | None, text: str) -> None:
        self.out.append(f"Written: {text}")
        if step is not None:
            self.out += telling.step(step)
            self.out += telling.findings(step.findings, self.book.lines)

    def _deal(self) -> None:
        """Write the deal that is due."""
        line = draft.deal(self.book.game) if asking.deal_due(self.book.game) else ""
        if line:
            self.book.push(line)
            self.asked_for.add(len(self.book.entries) - 1)
            self.out.append(f"Written: {line}")
            self._save()

    def _drop_deal(self) -> None:
        """Take back a deal that nobody typed: now somebody says which cards it brought."""
        last = len(self.book.entries) - 1
        if last in self.asked_for and self.book.lines and self.book.lines[-1].startswith("deal"):
            self.asked_for.discard(last)
            self.book.pop()

    # ------------------------------------------------------------ undo

    def _forget_answers(self) -> None:
        self.draft, self.noting, self.against, self.waiting = None, None, None, None

    def _undo(self) -> None:
        if self.waiting is not None or self.against is not None or self.noting is not None:
            self.waiting = self.against = self.noting = None
            self.out.append("Taken back.")
            return self._go_on_after()
        if self.begins is not None:
            self.begins.undo()
            return self._go_on_after()
        if self.draft is not None and self._undo_answer():
            return self._go_on_after()
        self.draft = None
        taken: list[tuple[list[str], bool]] = []
        while self.book.entries:
            itself = len(self.book.entries) - 1 in self.asked_for
            self.asked_for.discard(len(self.book.entries) - 1)
            taken.append((self.book.pop(), itself))
            if not itself:
                break
        if not taken or taken[-1][1]:
            for lines, _ in reversed(taken):
                self._put_back(lines, itself=True)
            raise NotTaken("There is nothing to take back.")
        self.undone.append(("lines", taken[::-1]))
        self.out.append(f"Taken back: {taken[-1][0][0] if taken[-1][0] else ''}")
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
                self.undone.append(("given", taken[::-1]))
                self.out.append("Taken back: the last answer.")
                return True
        if asking.due(self.book.game.board) is not None:
            return False
        self.undone.append(("draft", d))
        self.draft = None
        self.out.append("Taken back: the card." if d.line.kind == "card" else "Taken back.")
        return True

    def _go_on_after(self) -> None:
        self._go_on([])

    def _redo(self) -> None:
        if not self.undone:
            raise NotTaken("There is nothing to do again.")
        kind, what = self.undone.pop()
        if kind == "given" and self.draft is not None:
            while self.draft.given and self.draft.given[-1].itself:
                self.draft.given.pop()
            self.draft.given += what
        elif kind == "draft":
            self.draft = Draft(what.line, [], what.bot)
        elif kind == "lines":
            self.draft = None
            for lines, itself in what:
                self._put_back(lines, itself=itself)
            self._save()
        self.out.append("Done again.")
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
            self.asked_for.add(len(self.book.entries) - 1)

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
            self.begins = None
            self._save()
            if not asking.due(self.book.game.board):
                self._deal()
        self._go_on([])

    def _save(self) -> None:
        try:
            self.book.save()
        except ChangedError as error:
            raise NotTaken(
                f"Not saved: {error}. “reload” takes what the file has now, “overwrite” puts this record in its place."
            ) from None
        except BookError as error:
            raise NotTaken(f"Not saved: {error}.") from None

    def _settle_file(self, word: str) -> None:
        if self.book.path is None:
            raise NotTaken("This record is kept in no file.")
        if word == "overwrite":
            try:
                self.book.save(over=True)
            except BookError as error:
                raise NotTaken(f"Not saved: {error}.") from None
            self.out.append("Saved.")
            return
        try:
            fresh = Book.open(self.book.path)
        except BookError as error:
            raise NotTaken(str(error)) from None
        self.book = fresh
        self._forget_answers()
        self.asked_for.clear()
        self.undone.clear()
        self.begins = Beginning() if beginning.is_new(fresh) else None
        self.out.append("Read anew.")
        self._go_on([])


def _number(line: Line) -> str:
    return "+".join(str(c or "?") for c in line.cards) + "+R" * line.reserves


def _match(choices: list[Choice], tokens: list[str]) -> tuple[int, list[Choice]]:
    """The options that the first words can mean, and how many words that takes: the most that mean one only."""
    for n in range(min(MOST_NAMED, len(tokens)), 1, -1):
        joined = tokens[:n]
        if all(not t[:1].isdecimal() for t in joined):
            found = questions.fitting(choices, "".join(joined))
            if len(found) == 1:
                return n, found
    found = questions.fitting(choices, tokens[0])
    return (1, found) if found else (0, [])


__all__ = ["Failure", "Finding", "Reply", "Session"]
