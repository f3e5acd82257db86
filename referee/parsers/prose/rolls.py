"""Which numbers of a sentence are dice: only those that a word, a sign or a verdict beside them says so of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.parsers.prose.tokens import Token, clauses
from referee.parsers.prose.vocabulary import group, words

TEST, GOVERNANCE, PRESTIGE, POSTURE, CONVERGENCE, PICK = "t", "gov", "prestige", "posture", "convergence", "pick"


@dataclass(slots=True)
class Roll:
    """Dice that were told: their label, the country that they were rolled for as far as it is told, and where they stand."""

    values: list[int]
    label: str = ""
    country: str = ""
    sentence: int = 0
    sure: bool = True
    """Whether the words say that they are dice; otherwise only where they stand does."""
    among: list[str] = field(default_factory=list)


def unreal(clause: Sequence[Token]) -> bool:
    """Whether a clause tells what was not, or not yet, from its first words on."""
    return bool(clause) and not real(clause)


_ABSENT = frozenset({"not", "nobody", "nothing", "neither", "nor", "no"})
"""What begins words on where nothing was."""


def _undecided(found: list[Token]) -> list[Token]:
    """The same words without countries of which it is one or the other: "in Iraq or Syria"."""
    lost = {
        k
        for i in range(1, len(found) - 1)
        if found[i].text == "or" and found[i - 1].kind == found[i + 1].kind == "country"
        for k in (i - 1, i, i + 1)
    }
    return [t for i, t in enumerate(found) if i not in lost] if lost else found


def real(clause: Sequence[Token]) -> list[Token]:
    """A clause without what was not: from the part between commas that says "would" or "if" to the end, or to a "so"."""
    made: list[Token] = []
    piece: list[Token] = []
    lost = False
    last = 0
    for t in (*clause, None):
        if t is not None and t.text not in (",", ":"):
            piece.append(t)
            continue
        if piece and piece[0].text in ("so", "but", "then"):
            lost = False
        if any(x.text in group("play", "unreal") for x in piece):
            lost = True
        if len(piece) > 1 and piece[0].text == "or" and any(x.kind == "country" for x in piece) and last:
            del made[-last:]  # one or the other
            lost = True
        absent = len(piece) > 2 and piece[0].text in _ABSENT and any(x.kind in ("country", "us") for x in piece)
        last = 0
        if not lost and not absent:
            kept = piece if t is None else [*piece, t]
            made += kept
            last = len(kept)
        piece = []
    return _undecided(made)


def doubtful(found: Sequence[Sequence[Token]]) -> bool:
    """Whether the writer takes something back or is not sure."""
    text = " ".join(t.text for s in found for t in s if t.text not in ",;")
    return any(f" {w.replace(',', '')} " in f" {text} " for w in words()["play"]["doubt"])


def rolls(found: Sequence[Sequence[Token]]) -> list[Roll]:
    """The dice of these sentences, in order."""
    reader = _Rolls()
    for n, sentence in enumerate(found):
        reader.sentence = n
        for clause in clauses(list(sentence)):
            kept = reader.topic
            if clause[0].aside:
                at = next(i for i, t in enumerate(sentence) if t is clause[0])
                named = next((str(t.value) for t in reversed(sentence[:at]) if t.kind == "country" and not t.aside), "")
                reader.topic = named or reader.before
            else:
                reader.before = reader.topic
            reader.clause(clause)
            if clause[0].aside:
                reader.topic = kept
    reader.found.sort(key=lambda r: r.sentence)
    return reader.found


class _Rolls:
    def __init__(self) -> None:
        self.found: list[Roll] = []
        self.sentence = 0
        self.topic = self.before = ""
        """The country that was named last, and the one before this sentence."""
        self.among: list[str] = []
        self.random = ""
        self.tests = False

    def clause(self, clause: list[Token]) -> None:
        """One clause."""
        clause = real(clause)
        if not clause:
            return
        self.summed = False
        self.mode = ""
        """What is rolled for in this clause."""
        self.rolling = False
        if not any(t.kind == "dice" for t in clause[:2]):
            self.tests = any(t.text in group("dice", "test") for t in clause[-3:])
        i = 0
        while i < len(clause):
            t = clause[i]
            if t.kind == "country":
                self.topic = str(t.value)
            elif t.kind == "us" and _placed(clause, i):
                self.topic = "United States"
            elif t.kind == "range":
                i = self._ranges(clause, i)
                continue
            elif t.kind == "dice":
                self._rolled(t, clause, i)
                self.tests = False
            elif t.text in group("dice", "test"):
                self.mode, self.rolling = TEST, True
            elif t.text in group("dice", "governance"):
                self.mode, self.rolling = GOVERNANCE, True
            elif t.text in ("prestige", "prest") and (self._announced(clause, i) or _three(clause, i + 1)):
                self.mode, self.rolling = PRESTIGE, True
            elif t.text == "posture":
                self.mode, self.rolling = POSTURE, True
            elif t.text == "tan" and _value(clause, i + 1) and i + 2 < len(clause) and clause[i + 2].text == "black":
                i = self._tan(clause, i)
                continue
            elif t.text in ("random", "randomly"):
                self.random = "random"
            elif t.text in ("woi", "ideas"):
                self.rolling = True
            elif t.text in group("dice", "roll"):
                self.rolling = not (i and clause[i - 1].text in group("play", "not"))
                if self.mode == TEST:
                    self.mode = ""
            elif t.kind == "num" and self._die(clause, i):
                i = self._take(clause, i)
                continue
            i += 1

    def _announced(self, clause: list[Token], i: int) -> bool:
        """Whether "Prestige" begins a roll and not what it is: "Prestige roll: 4", "prestige d 1, down, 6 and 5"."""
        return any(t.text in group("dice", "roll") for t in clause[i + 1 : i + 3])

    def _tan(self, clause: list[Token], i: int) -> int:
        values = [int(clause[i + 1].value)]
        if i + 3 < len(clause) and _value(clause, i + 3):
            values.append(int(clause[i + 3].value))
        label = CONVERGENCE if any(t.text == "convergence" for t in clause) else PICK
        country = ""
        for t in clause[i + 4 : i + 8]:
            if t.kind == "country":
                country = str(t.value)
                break
        if len(values) == 2:
            self.found.append(Roll(values, label, country, self.sentence))
        self.topic = country or self.topic
        return i + 4

    def _ranges(self, clause: list[Token], i: int) -> int:
        """ "1-2 Gulf, 3-4 Pakistan, 5-6 Syria": who has which numbers of a die."""
        among: list[tuple[int, int, str]] = []
        j = i
        while j < len(clause):
            t = clause[j]
            if t.kind == "range" and len(t.values) == 2:
                before = next((c for c in reversed(clause[max(0, j - 1) : j]) if c.kind == "country"), None)
                behind = clause[j + 1] if j + 1 < len(clause) and clause[j + 1].kind == "country" else None
                if (
                    before is not None
                    and not (among and among[-1][2] == str(before.value))
                    and (behind is None or not among)
                ):
                    behind = before
                if behind is not None:
                    among.append((t.values[0], t.values[1], str(behind.value)))
            elif t.text not in (",", "or", "and") and t.kind != "country":
                break
            j += 1
        wide = {b - a for a, b, _ in among}
        edges = [(a, b) for a, b, _ in among]
        if len(among) > 1 and len(wide) == 1 and edges[0][0] == 1 and edges[-1][1] == 6:
            self.among = [c for _, _, c in among]
        return max(j, i + 1)

    def _rolled(self, t: Token, clause: list[Token], i: int) -> None:
        """The dice of a dice server, with what they were rolled for."""
        if not t.values:
            return
        text = t.text
        label = (
            GOVERNANCE if "gov" in text else PRESTIGE if "prestige" in text else POSTURE if "posture" in text else ""
        )
        if "test" in text or (self.tests and not label):
            label = TEST
        if any(f in text.split() for f in ("random",)):
            return
        places = t.names
        if len(places) > 1 and len(places) == len(t.values):
            self.found += [Roll([v], label, c, self.sentence) for v, c in zip(t.values, places, strict=True)]
        elif len(places) <= 1:
            self.found.append(Roll(list(t.values), label, places[0] if places else self.topic, self.sentence))

    def _die(self, clause: list[Token], i: int) -> bool:
        """Whether a number is a die that was rolled."""
        t = clause[i]
        if not 1 <= int(t.value) <= 6:
            return False
        end = _run(clause, i)
        behind = clause[end] if end < len(clause) else None
        before = clause[i - 1] if i else None
        if self._adds_up(clause, i, end) or (
            self.mode == PRESTIGE and i and _three(clause, i) and clause[i - 1].text in ("prestige", "prest")
        ):
            return True
        if behind is not None and behind.text in group("pieces", "counted") and not self._verdict(clause, end):
            return False
        if t.spelled:
            return bool(before is not None and before.text in group("dice", "roll") and behind is None)
        if _announces(clause, i):
            return True
        if before is not None and before.text in group("pieces", "named"):
            return False
        if before is not None and before.kind in ("us", "arrow", "mod", "person"):
            return bool(self.rolling and before.kind == "us")
        if before is not None and before.text in ("=", "#", "("):
            return False
        if self.summed:
            return False
        if i == 0 and _row(clause) > 1 and behind is not None and behind.text == ",":
            return True
        if self._verdict(clause, end) and not _stated(clause, end, self.rolling):
            return True
        if self._reckoned(clause, end):
            return True
        return (
            self.rolling
            and before is not None
            and (before.kind == "country" or before.text in (":", ",", "then", "and", "down", "up", "uk", "other"))
        )

    def _adds_up(self, clause: list[Token], i: int, end: int) -> bool:
        """ "4 5 1 = 10": several numbers with their sum behind them."""
        values = [int(t.value) for t in clause[i:end] if t.kind == "num"]
        if len(values) < 2 or end + 1 >= len(clause) or clause[end].text != "=" or clause[end + 1].kind != "num":
            return False
        return sum(values) == int(clause[end + 1].value)

    def _verdict(self, clause: list[Token], end: int) -> bool:
        """Whether behind a number stands what came of it: "5, works", "2 yes", "3 = Soft"."""
        i = end
        while i < len(clause) and (
            clause[i].text in (",", ":", "-", "–", "—") or clause[i].text in group("dice", "pronoun")
        ):
            i += 1
        if i >= len(clause):
            return False
        low = clause[i].text
        if low == "=" and i + 1 < len(clause):
            follows = clause[i + 1].text
            return any(follows in forms for part in ("governance", "posture") for forms in words()[part].values())
        if low in (
            "yes",
            "no",
            "nope",
            "works",
            "worked",
            "fails",
            "failed",
            "hit",
            "miss",
            "success",
            "isnt",
            "isn't",
            "nothing",
            "gone",
            "caught",
            "misses",
            "succeeds",
            "not",
        ):
            return True
        if low in ("in", "out"):
            return i + 1 >= len(clause) or (
                clause[i + 1].kind not in ("country", "us") and not clause[i + 1].is_("the", "a", "my", "his")
            )
        return False

    def _reckoned(self, clause: list[Token], end: int) -> bool:
        """Whether a sum stands behind a number: "5, -1 for low prestige makes 4"."""
        i = end + (end < len(clause) and clause[end].text == ",")
        return i < len(clause) and clause[i].kind == "mod"

    def _take(self, clause: list[Token], i: int) -> int:
        """The dice that stand here."""
        end = _run(clause, i)
        values = [int(t.value) for t in clause[i:end] if t.kind == "num"]
        label = self.mode
        if label == "" and _tested(clause, end) and self._is_test(clause, i):
            label = TEST
        if self.random and label == "" and self.among:
            label = PICK
        if self.among and label == "":
            label = PICK
        roll = Roll(values, label, self.topic, self.sentence, among=list(self.among) if label == PICK else [])
        self.among = self.among if label != PICK else []
        if self._adds_up(clause, i, end):
            where = next((t for t in clause[end + 2 : end + 4] if t.kind == "country"), None)
            roll.country = str(where.value) if where is not None else roll.country
        self.summed = any(t.kind == "mod" for t in clause[end : end + 4])
        last = self.found[-1] if self.found else None
        joins = label == PRESTIGE and last is not None and last.label == PRESTIGE and len(last.values) < 3
        if joins and last is not None:
            last.values += values
        else:
            self.found.append(roll)
        return end

    def _is_test(self, clause: list[Token], i: int) -> bool:
        return any(t.text in group("dice", "test") for t in clause[:i])


def _placed(clause: list[Token], i: int) -> bool:
    """Whether "US" is the country here and not the side."""
    before = clause[i - 1].text if i else ""
    behind = clause[i + 1] if i + 1 < len(clause) else None
    if before in ("in", "to", "into", "->", "disrupt", "alert", "over", "from", "plot", "->") or (
        before == "the" and i > 1 and clause[i - 2].text in ("in", "to", "into", "from")
    ):
        return behind is None or behind.text not in ("hand", "posture", "player", "hard", "soft")
    return behind is not None and behind.kind == "num" and i + 2 < len(clause) and clause[i + 2].text in ("die", "dice")


def _value(clause: Sequence[Token], i: int) -> bool:
    return i < len(clause) and clause[i].kind == "num" and 1 <= int(clause[i].value) <= 6


def _run(clause: Sequence[Token], i: int) -> int:
    """Where a row of numbers ends that begins at ``i``: "2 1", "3 and 5", "4, 3, 1"."""
    end = i + 1
    while True:
        if _value(clause, end) and not clause[end].spelled:
            end += 1
        elif (
            end + 1 < len(clause)
            and clause[end].text in ("and", "&", "+", ",", "/")
            and _value(clause, end + 1)
            and not clause[end + 1].spelled
            and not (end + 2 < len(clause) and clause[end + 2].text in group("pieces", "counted"))
        ):
            end += 2
        else:
            return end


def _three(clause: Sequence[Token], i: int) -> bool:
    """Whether three numbers stand here: "prestige 5/3/2"."""
    return _value(clause, i) and sum(t.kind == "num" for t in clause[i : _run(clause, i)]) == 3


def _row(clause: Sequence[Token]) -> int:
    """How many numbers stand at the beginning with nothing between them."""
    n = 0
    while _value(clause, n) and not clause[n].spelled:
        n += 1
    return n


def _announces(clause: Sequence[Token], i: int) -> bool:
    """Whether a word for dice or a Test stands before a number, with nothing of weight between."""
    heads = group("dice", "roll") | group("dice", "test") | group("dice", "governance") | {"posture"}
    j = i - 1
    steps = 0
    while j >= 0 and steps < 4:
        t = clause[j]
        if t.text in heads:
            return not (j and clause[j - 1].text in group("play", "not"))
        if t.text in (":", ",") or t.text in group("dice", "between") or t.kind in ("person",) or t.kind == "country":
            j -= 1
            steps += 1
            continue
        return False
    return False


def _tested(clause: Sequence[Token], end: int) -> bool:
    i = end + (end < len(clause) and clause[end].text in ("=", ",", ":"))
    if i >= len(clause):
        return False
    return any(clause[i].text in forms for part in ("governance", "posture") for forms in words()[part].values())


def _stated(clause: Sequence[Token], end: int, rolling: bool) -> bool:
    """Whether the verdict belongs to something else: "Afghanistan 4, no cells"."""
    i = end + (end < len(clause) and clause[end].text in (",", ":"))
    return (
        i + 1 < len(clause)
        and clause[i].text == "no"
        and clause[i + 1].kind == "word"
        and clause[i + 1].text
        not in (
            "good",
            "luck",
        )
        and not rolling
    )
