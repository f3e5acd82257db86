"""The dice among the numbers of a sentence.

Only those numbers count that a word, a sign or a verdict beside them marks as dice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from referee.parsers.prose.clauses import clauses, is_homeland, real
from referee.parsers.prose.tokens import Token, Words, at, country_in, span
from referee.parsers.prose.vocabulary import group, meanings, state

TEST, GOVERNANCE, PRESTIGE, POSTURE, CONVERGENCE, PICK = "t", "gov", "prestige", "posture", "convergence", "pick"
LONGEST_ROW = 32
"""Most words of a row of dice."""


def _any(*groups: str) -> str:
    """A pattern for the words of some groups."""
    return "|".join(re.escape(w) for name in groups for w in sorted(group(name), key=len, reverse=True))


_STATES = "|".join([*meanings("governance"), *meanings("posture")])
_ANNOUNCED = re.compile(
    rf"(?<!not )(?:^|(?<= ))(?:{_any('roll', 'test', 'governance')}|posture) (?:(?:[:,]|<p>|<@>|{_any('between')}) ){{0,3}}$"
)
"""What comes before a die: "rolled a", "tested:"."""
_VERDICT = re.compile(
    rf"(?:(?:[,:–—-]|{_any('pronoun')}) )*+(?:= (?:{_STATES}) |(?:in|out) (?!<@>|<us>|(?:the|a|my|his) )|(?:{_any('deciding')}) )"
)
"""What comes after a die: "5, works", "2 yes", "3 = Soft"."""
_STATEMENT = re.compile(r"(?:[,:] )?no (?!good |luck )[a-z]")
"""What belongs to something else: "Afghanistan 4, no cells"."""
_RECKONED = re.compile(r"(?:, )?~ ")
"""A sum: "5, -1 for low prestige makes 4"."""
_LABELS = {"gov": GOVERNANCE, "prestige": PRESTIGE, "posture": POSTURE}
"""How the label of a dice server says what was rolled for."""


@dataclass(slots=True)
class Roll:
    """Dice of a text: label, and country if known."""

    values: list[int]
    label: str = ""
    country: str = ""


def rolls(found: Sequence[Words]) -> list[Roll]:
    """The dice of these sentences, in order."""
    reader = _Rolls()
    for sentence in found:
        for clause in clauses(sentence):
            kept = reader.topic
            if clause[0].aside:
                begin = next(i for i, t in enumerate(sentence) if t is clause[0])
                named = [t.name for t in sentence[:begin] if t.kind == "country" and not t.aside]
                reader.topic = named[-1] if named else reader.before
            else:
                reader.before = reader.topic
            reader.clause(real(clause))
            if clause[0].aside:
                reader.topic = kept
    return reader.found


class _Rolls:
    def __init__(self) -> None:
        self.found: list[Roll] = []
        self.topic = self.before = ""
        """The country that was named last, and the one before this sentence."""
        self.tests = self.summed = self.rolling = self.picking = False
        self.mode = ""
        """What is rolled for in this clause."""

    def clause(self, clause: Words) -> None:
        """One clause."""
        if not clause:
            return
        self.summed = self.rolling = False
        self.mode = ""
        if not any(t.kind == "dice" for t in clause[:2]):
            self.tests = any(t.of("test") for t in clause[-3:])
        i = 0
        while i < len(clause):
            i = self.word(clause, i)

    def word(self, clause: Words, i: int) -> int:
        """One word of a clause; where to go on."""
        t = clause[i]
        if t.kind == "country":
            self.topic = t.name
        elif is_homeland(clause, i):
            self.topic = "United States"
        elif t.kind == "range":
            return self.ranges(clause, i)
        elif t.kind == "dice":
            self.server(t)
            self.tests = False
        elif mode := _mode(clause, i):
            self.mode, self.rolling = mode, True
        elif t.text == "tan" and at(clause, i + 1).is_die and at(clause, i + 2).text == "black":
            return self.tan(clause, i)
        elif t.text in ("woi", "ideas"):
            self.rolling = True
        elif t.of("roll"):
            self.rolling = not at(clause, i - 1).of("not")
            self.mode = "" if self.mode == TEST else self.mode
        elif t.is_die and self.is_roll(clause, i):
            return self.take(clause, i)
        return i + 1

    def tan(self, clause: Words, i: int) -> int:
        """ "tan 3 black 5 Yemen": two dice that lead to a country."""
        country = country_in(clause[i + 4 : i + 8])
        if at(clause, i + 3).is_die:
            label = CONVERGENCE if any(t.text == "convergence" for t in clause) else PICK
            self.found.append(Roll([clause[i + 1].value, clause[i + 3].value], label, country))
        self.topic = country or self.topic
        return i + 4

    def ranges(self, clause: Words, i: int) -> int:
        """ "1-2 Gulf, 3-4 Pakistan, 5-6 Syria": who has which numbers of a die, which then chooses one of them."""
        end = i
        while end < len(clause) and (
            clause[end].kind in ("range", "country") or clause[end].text in (",", "or", "and")
        ):
            end += 1
        of = [t.values for t in clause[i:end] if t.kind == "range"]
        named = sum(t.kind == "country" for t in span(clause, i - 1, end))
        whole = len({b - a for a, b in of}) == 1 < len(of) <= named and of[0][0] == 1 and of[-1][1] == 6
        self.picking = self.picking or whole
        return end

    def server(self, t: Token) -> None:
        """The dice of a dice server, with what they were rolled for."""
        if not t.values or "random" in t.text.split():
            return
        label = next((label for word, label in _LABELS.items() if word in t.text), "")
        if "test" in t.text or (self.tests and not label):
            label = TEST
        if len(t.names) > 1 and len(t.names) == len(t.values):
            self.found += [Roll([v], label, c) for v, c in zip(t.values, t.names, strict=True)]
        elif len(t.names) <= 1:
            self.found.append(Roll(list(t.values), label, t.names[0] if t.names else self.topic))

    def is_roll(self, clause: Words, i: int) -> bool:
        """Whether a number from 1 to 6 is a die that was rolled."""
        t, end = clause[i], _row_end(clause, i)
        before, behind = at(clause, i - 1), at(clause, end)
        lead, rest = _symbols(clause[max(0, i - 6) : i]), _symbols(clause[end : end + 8])
        if _sums_up(clause, i, end) or (self.mode == PRESTIGE and _is_prestige(before) and _is_triple(clause, i)):
            return True
        decided = _VERDICT.match(rest) is not None
        if behind.of("counted") and not decided:
            return False
        if t.spelled:
            thrown = at(clause, i - 1 - (before.text == "a"))
            return thrown.of("roll") and not behind.kind
        if _ANNOUNCED.search(lead) or (before.text == "[" and behind.text == "]"):
            return True
        if before.text == "a" and at(clause, i - 2).text in ("on", "with") and behind.kind in ("", "sign"):
            return True  # "recruit in Sudan on a 1"
        if decided and before.text in ("a", "my", "his", "her") and behind.of("pronoun", "deciding"):
            return True  # "a 4 is not enough"
        if before.of("named"):
            return False
        if before.kind in ("us", "arrow", "mod", "person"):
            return self.rolling and before.kind == "us"
        if self.summed or before.text in ("=", "#", "("):
            return False
        if i == 0 and behind.text == "," and at(clause, 1).is_die and at(clause, 1).is_digit:
            return True
        if before.text == "," and at(clause, i - 2).kind == "country" and not behind.kind and t.is_digit:
            return any(x.of("thrown for") for x in clause[: i - 2])  # "jihad in Syria, 2"
        if (decided and (self.rolling or not _STATEMENT.match(rest))) or _RECKONED.match(rest):
            return True
        return self.rolling and (
            before.kind == "country" or before.text in (":", ",", "then", "and", "down", "up", "uk", "other")
        )

    def take(self, clause: Words, i: int) -> int:
        """The dice at a place; where to go on."""
        end = _row_end(clause, i)
        label = self.mode
        shown = at(clause, end + (at(clause, end).text in ("=", ",", ":")))
        if not label and _is_state(shown) and any(t.of("test") for t in clause[:i]):
            label = TEST
        roll = Roll(_values(clause, i, end), label, self.topic)
        if self.picking and not label:
            roll.label, self.picking = PICK, False
        if at(clause, end).text == "for" and at(clause, end + 1).kind == "country":
            roll.country = clause[end + 1].name  # "2 for Spain and 5 for Italy"
        if _sums_up(clause, i, end):
            roll.country = country_in(clause[end + 2 : end + 4]) or roll.country
        self.summed = any(t.kind == "mod" for t in clause[end : end + 4])
        last = self.found[-1] if self.found else None
        if label == PRESTIGE and last is not None and last.label == PRESTIGE and len(last.values) < 3:
            last.values += roll.values
        else:
            self.found.append(roll)
        return end


def _symbols(found: Words) -> str:
    """Words as the patterns of dice know them, each with a blank after it."""
    kinds = {"country": "<@>", "us": "<us>", "person": "<p>", "mod": "~", "num": "#"}
    return "".join(f"{kinds.get(t.kind, t.text)} " for t in found)


def _mode(clause: Words, i: int) -> str:
    """What a word says is rolled for, "" if nothing."""
    t = clause[i]
    if t.of("test"):
        return TEST
    if t.of("governance"):
        return GOVERNANCE
    if _is_prestige(t) and (any(x.of("roll") for x in clause[i + 1 : i + 3]) or _is_triple(clause, i + 1)):
        return PRESTIGE  # "Prestige roll: 4", "prestige 5/3/2", and not "Prestige 4"
    return POSTURE if t.text == "posture" else ""


def _is_prestige(t: Token) -> bool:
    return t.text in ("prestige", "prest")


def _values(clause: Words, i: int, end: int) -> list[int]:
    return [t.value for t in clause[i:end] if t.kind == "num"]


def _row_end(clause: Words, i: int) -> int:
    """Where a row of numbers ends that begins at a place: "2 1", "3 and 5", "4, 3, 1", "a 2 and a 6"."""
    end = i + 1
    while end - i < LONGEST_ROW:
        joined = at(clause, end).text in ("and", "&", "+", ",", "/")
        k = end + joined + (joined and at(clause, end + 1).text == "a" == at(clause, i - 1).text)
        t = at(clause, k)
        if not t.is_die or not t.is_digit or (joined and at(clause, k + 1).of("counted")):
            return end
        end = k + 1
    return end


def _is_triple(clause: Words, i: int) -> bool:
    """Whether there are three numbers at a place: "prestige 5/3/2"."""
    return at(clause, i).is_die and len(_values(clause, i, _row_end(clause, i))) == 3


def _sums_up(clause: Words, i: int, end: int) -> bool:
    """ "4 5 1 = 10": several numbers with their sum after them."""
    values, total = _values(clause, i, end), at(clause, end + 1)
    return len(values) > 1 and at(clause, end).text == "=" and total.kind == "num" and sum(values) == total.value


def _is_state(t: Token) -> bool:
    """Whether a word is one for Governance or Posture."""
    found = state(t.text)
    return found is not None and found[0] != "alignment"
