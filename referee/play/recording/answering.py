"""What is typed as answers: which answer a word means, and what a rule forbids of it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Any

from referee.engine.ask import Field
from referee.engine.line import Line
from referee.engine.names import plain
from referee.engine.play import UNKNOWN
from referee.engine.tables.prompt import Given, Open, Wanted
from referee.engine.words import listed, sentence
from referee.play.recording import asking, draft, questions, telling
from referee.play.recording.beginning import Beginning
from referee.play.recording.book import Book
from referee.play.recording.draft import Draft
from referee.play.recording.questions import CARDS, HIDDEN, NO, NUMBERS, USUAL, Choice, Question
from referee.play.recording.telling import Said

CARD = re.compile(r"(\d{1,3}|\?|x)((?:\+\d{1,3})?)(\+r)?", re.IGNORECASE)
GLUED = re.compile(r"(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)", re.IGNORECASE)
"""Where a number and a word stand together without a blank: 43w, pak4."""
MOST_NAMED = 4
"""Most words of a name."""
LEAST_OF_A_WORD = 3
"""Letters that it takes among other answers to say when an event comes: else a country is meant."""
FACES = frozenset("123456")


@dataclass(slots=True)
class Waiting:
    """A line that breaks a rule and waits for a word on whether it is written all the same."""

    text: str
    itself: bool = False


class NotTaken(Exception):
    """What was typed does not answer the question: what the person is told."""

    def __init__(self, said: Said | str) -> None:
        self.said = Said(said) if isinstance(said, str) else said
        super().__init__(self.said.typed)


class Answering(ABC):
    """The answers to the play that is being written down. ``seed`` is that of the dice that the referee rolls; ``always``: all of them."""

    def __init__(self, book: Book, seed: int | None, *, always: bool) -> None:
        self.book = book
        self.always = always
        self.seed = Random().randrange(1, 1_000_000) if seed is None else seed
        self.draft: Draft | None = None
        self.untyped: set[int] = set()
        """Entries of the book that nobody typed."""
        self.waiting: Waiting | None = None
        self.against: Given | None = None
        """An answer that a rule forbids and that waits for a word on whether it is meant all the same."""
        self.noting: Open | None = None
        """A roll whose dice nobody noted, and of which the result is wanted."""
        self.named = 0
        """How many words have said that a list goes on, and name what it goes on with."""
        self.undone: list[tuple[str, Any]] = []
        self.out: list[Said] = []
        self.remark = ""
        """What was typed behind a semicolon, for the line that is being made."""
        self.begins: Beginning | None = None
        """The beginning of a new record, as long as it is asked for."""
        self.so_far = ""
        """The line that is being made, as far as it is answered."""
        self.trouble = False
        """Whether something went wrong although what was typed was taken."""

    @abstractmethod
    def _go_on(self, tokens: list[str]) -> str | None:
        """Go to the next question that a person has to answer."""

    @abstractmethod
    def _forget_answers(self) -> None:
        """Drop the play that is being answered."""

    @abstractmethod
    def _answers(self, text: str) -> None:
        """Answers, one behind the other."""

    def _pointed_at(self, what: tuple[Sequence[Given], int]) -> None:
        gives, back = what
        if self.draft is None:
            raise NotTaken("There is no question that this answers.")
        self.waiting = self.against = self.noting = None
        self.undone.clear()
        del self.draft.given[len(self.draft.given) - back :]
        self.draft.given += gives
        self.named = 0
        self._go_on([])

    def _begin_line(self, line: Line) -> None:
        b = self.book.game.board
        if self.begins is not None or (self.draft is not None and any(not g.itself for g in self.draft.given)):
            raise NotTaken("First the play that is being answered is finished or taken back.")
        if wrong := [n for n in line.cards if n and n not in b.cards]:
            raise NotTaken(f"This game has no card {wrong[0]}; its cards are {min(b.cards)} to {max(b.cards)}.")
        self._forget_answers()
        self.undone.clear()
        self._start(line, bot=line.kind == "card" and b.side in b.rules.guides)
        self._go_on([])

    def _mark(self) -> tuple[Draft | None, list[Given]]:
        return self.draft, list(self.draft.given) if self.draft is not None else []

    def _back_to(self, kept: tuple[Draft | None, list[Given]]) -> None:
        """Take back usual answers behind which nothing fitted."""
        if self.draft is kept[0] and self.draft is not None:
            self.draft.given[:] = kept[1]

    def _passed_over(self, tokens: list[str]) -> bool:
        """Whether the word is an answer that a rule forbids to a question that was passed over; refuses it then.

        True if it was taken all the same, because the person said so.
        """
        d = self.draft
        if d is None or d.bot or self.against is not None or not tokens or tokens[0].isdecimal():
            return False
        kept = list(d.given)
        anyway = tokens[0].endswith("!")
        word = [tokens[0].rstrip("!")]
        for i in range(len(kept) - 1, -1, -1):
            if not kept[i].itself:
                break
            d.given = kept[:i]
            with draft.standing(self.book.game, d, self.seed) as out:
                found = out.open
                if found is None or found.wanted != Wanted.ANSWER:
                    continue
                self.question = asking.of(found, self.book, d)
            n, fits = match(self.forbidden(), word)
            if n and len(fits) == 1 and fits[0].failures:
                if anyway:
                    self._give(Given(fits[0].value))
                    tokens.pop(0)
                    self._go_on(tokens)
                    if tokens:
                        self._answers(" ".join(tokens))
                    return True
                self.against = Given(fits[0].value)
                raise NotTaken(telling.refused(fits[0].failures))
        d.given = kept
        return False

    def _one(self, tokens: list[str], *, first: bool) -> None:
        """Answer the question with what comes first; takes it off. Raises :class:`NotTaken`."""
        anyway = tokens[0].endswith("!") and len(tokens[0]) > 1
        if anyway:
            typed, tokens[0] = tokens[0], tokens[0][:-1]
            try:
                return self._one_plain(tokens, first=first, anyway=True)
            except NotTaken:
                tokens[:1] = [typed]
                raise
        return self._one_plain(tokens, first=first, anyway=False)

    def _one_plain(self, tokens: list[str], *, first: bool, anyway: bool) -> None:
        q = self.question
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
                if self._another_card(tokens):
                    return self._card(tokens)
                if q.kind == "anyway" and tokens == ["!"]:
                    tokens.clear()
                    return self._give(Given(value=True))
                raise NotTaken(q.hint or q.title)
            case _:
                self._choose(tokens, first=first, anyway=anyway)
        return None

    def _is_no_option(self, token: str) -> bool:
        """Whether a number is more than there are options."""
        return not (token.isdecimal() and int(token) <= len(self.question.choices))

    def _another_card(self, tokens: list[str]) -> bool:
        """Whether another card is named in place of one that cannot be played: nothing was answered of it yet."""
        d = self.draft
        if d is None or d.line.kind != "card" or any(not g.itself for g in d.given):
            return False
        if CARD.fullmatch(tokens[0]) is None:
            return False
        self.draft = None
        return True

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
        given = self.draft.given if self.draft is not None else []
        had = self.book.rolled(self.seed) + sum(g.rolled for g in given)
        random = Random(self.seed)
        dice = [random.randint(1, 6) for _ in range(had + n)][had:]
        self.out.append(Said(f"Rolled: {' '.join(map(str, dice))}."))
        return Given(tuple(dice), rolled=n)

    def _more(self, tokens: list[str], *, first: bool) -> None:
        q = self.question
        if tokens[0] == "-" or (plain(tokens[0]) in NO and not (tokens[0] == "n" and match(q.choices, tokens)[0])):
            tokens.pop(0)
            return self._give(Given(value=False))
        if first and tokens[0].isdecimal() and 1 <= int(tokens[0]) <= len(q.choices):
            tokens[0] = q.choices[int(tokens[0]) - 1].keys[0]
            return self._give(Given(value=True))
        n, found = match(q.choices, tokens)
        if not found:
            n, found = match(self.forbidden(), tokens)
        if n and found and not tokens[0].isdecimal():
            self.named = n
            return self._give(Given(value=True))
        return self._give(Given(value=False))

    def _choose(self, tokens: list[str], *, first: bool, anyway: bool) -> None:
        q = self.question
        if tokens[0].casefold() in HIDDEN and q.hides:
            tokens.pop(0)
            return self._give(Given(UNKNOWN))
        if first and tokens[0][:1].isdecimal() and self._is_no_option(tokens[0]) and self._another_card(tokens):
            return self._card(tokens)
        if q.spelt and len(tokens[0]) < LEAST_OF_A_WORD and not first:
            return self._give(Given(q.usual))
        n, found = match(q.choices, tokens)
        if not found and first and q.numbered and tokens[0].isdecimal() and 1 <= int(tokens[0]) <= len(q.choices):
            n, found = 1, [q.choices[int(tokens[0]) - 1]]
        if len(found) == 1:
            del tokens[:n]
            return self._give(self._given(found[0]))
        if found:
            raise NotTaken(f"“{' '.join(tokens[:n])[:40]}” can mean {listed([c.label for c in found[:8]], 'or')}.")
        if self._dice_of_all_rolls(tokens[0]):
            return self._give(Given(q.usual))
        n, found = match(self.forbidden(), tokens)
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

    def _dice_of_all_rolls(self, token: str) -> bool:
        """Whether dice stand where the number of rolls is asked for: then it is as many as there may be."""
        q = self.question
        if q.open is None or q.open.ask is None or q.open.ask.field != Field.COUNT:
            return False
        return len(token) > 1 and set(token) <= FACES and q.usual == len(token)

    def _given(self, chosen: Choice) -> Given:
        if self.noting is not None:
            self.noting = None
            return Given(chosen.value, unknown=True)
        return Given(chosen.value)

    def forbidden(self) -> list[Choice]:
        """What the question offers and a rule forbids, each with the reasons."""
        q, d = self.question, self.draft
        if d is None or d.bot or self.noting is not None or q.open is None or q.kind not in ("answer", "more"):
            return []
        return draft.forbidden(self.book.game, d, q, self.book.names)

    def shown(self) -> Question:
        """The question with the chances of what its answers lead to."""
        q = self.question
        if self.draft is None or q.open is None or self.noting is not None or q.kind not in ("answer", "more"):
            return q
        if len(q.choices) <= questions.MOST_SHOWN and not any(c.note for c in q.choices):
            draft.look_ahead(self.book.game, self.draft, q)
        return q

    def _number(self, token: str) -> Choice | None:
        """A number that nothing offered has: of a card, or of pieces."""
        q = self.question
        if not token.isdecimal() or len(token) > 3 or q.open is None or q.open.ask is None:
            return None
        field, b = q.open.ask.field, self.book.game.board
        n = int(token)
        if field in CARDS and n not in b.cards:
            raise NotTaken(f"This game has no card {n}.")
        if field not in CARDS | NUMBERS or self.draft is None:
            return None
        with draft.standing(self.book.game, self.draft, self.seed) as out:
            if out.open is None or out.open.ask is None:
                return None
            return questions.refused(out.open.ask, n, b.rules, self.book.names)

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
        if given.value is not True:
            self.named = 0
        self.noting = None
        self.draft.given.append(given)

    def _usual(self) -> None:
        """Take what Enter alone means. Raises :class:`NotTaken` where it means nothing."""
        q = self.question
        if q.kind == "end":
            return self._start(Line("end"))
        if q.usual is USUAL or self.draft is None:
            raise NotTaken("There is no usual answer here. ? tells what can be answered.")
        self.undone.clear()
        return self._give(Given(q.usual))


def split(text: str) -> list[str]:
    """The words of what was typed; a number may stand at a word without a blank."""
    found: list[str] = []
    for word in text.translate(_BLANKS).split():
        found += [word] if "#" in word else [part for part in GLUED.split(word) if part]
    return found


_BLANKS = str.maketrans(dict.fromkeys(",[]>:;", " "))


def match(choices: list[Choice], tokens: list[str]) -> tuple[int, list[Choice]]:
    """The options that the first words can mean, and how many words that takes: the most that mean one only."""
    if len(tokens) > 1 and tokens[1].isdecimal():  # a Plot: egypt 2
        found = [c for c in choices if "#" in c.label and questions.numbers(c.label, tokens[0], tokens[1])]
        if len(found) == 1:
            return 2, found
    for n in range(min(MOST_NAMED, len(tokens)), 1, -1):
        found = [c for c in choices if questions.names(c.label, tokens[:n])]
        if len(found) == 1:
            return n, found
    found = questions.fitting(choices, tokens[0])
    return (1, found) if found else (0, [])
