"""The probable meaning of an unreadable line.

It is a readable line, and the help that shows it. A line is mended by small changes at its fault, one after the other:
another spelling of a word, a sign of another program or habit, a remark set off. A change counts only if the result can
be read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from referee.engine.law import forms
from referee.engine.state.data import TRACK
from referee.engine.state.facts.form import Shape
from referee.engine.state.names import Ambiguous, Names
from referee.engine.state.script import Action
from referee.engine.state.words import Help
from referee.parsers import faults
from referee.parsers.faults import Fault, LineError
from referee.parsers.notation import lines, tags, words
from referee.parsers.notation.cursor import FIRST_SIDES, Cursor
from referee.parsers.notation.tokens import LABELS, plain_signs, tokenize_line, write

LONGEST = 400
"""Longest line, in characters, to mend."""
MOST_CHANGES = 4
"""Most changes to one line."""
_OF_SIGNS = (faults.MEANINGLESS, faults.NOT_CLOSED, faults.NOT_OPENED, faults.NO_BRACKETS, faults.NO_DICE)
"""Faults of signs, not words."""
REMARK = "If it is a remark, put ; in front."
SPELT, FORM, ASIDE, LEFT_OUT = "spelt", "form", "aside", "left out"


class LineChange(NamedTuple):
    """A line with one change.

    ``kind`` is the kind of change, ``word`` the word set in or left out.
    """

    text: str
    kind: str
    word: str = ""


class MendedLine(NamedTuple):
    """A mended line in canonical form.

    ``first`` is the first change, ``whole`` whether all words stayed.
    """

    line: str
    first: LineChange
    whole: bool


class MendingAdvice(NamedTuple):
    """The advice for an unreadable line.

    ``help`` has it in words; ``write`` is the readable line, or "".
    """

    help: Help
    write: str = ""
    sure: Literal["certain", "likely", "possible"] = "likely"


def advice(body: str, error: LineError, names: Names, found: MendedLine | None) -> MendingAdvice:
    """Advice for a line with this fault.

    ``body`` is the line without its comment.
    """
    if error.write:
        return MendingAdvice(error.help, error.write, "certain")
    tag = tags.mend_tag(plain_signs(body))
    if tag:
        return MendingAdvice(Help(write=tag), tag)
    if found is not None:
        told = Help(_lead(found.first, error), write=found.line)
        return MendingAdvice(told, found.line, "likely" if found.whole else "possible")
    return MendingAdvice(Help(_help(body, error, names)))


def _help(body: str, error: LineError, names: Names) -> str:
    """Help for a line without a readable alternative."""
    if error.fault in (faults.UNKNOWN_WORD, faults.COUNTS_WHAT) and error.end - error.column > 3:
        near = next((c.word for c in _spelt(body, error, names)), "")
        if near:
            return f"Did you mean {_named(near)}?"
    if error.help:
        return error.help
    if error.fault is faults.UNKNOWN_LINE or error.wants == "card":
        return REMARK
    side = _side(body)
    if side and error.fault is faults.MEANINGLESS:
        return f"A play is written like this: {lines.EXAMPLES[side]}"
    return ""


def _side(text: str) -> str:
    """The side at the beginning of a line, or ""."""
    first = re.match(r"[\W\d_]*([^\W\d_]+)", text)
    return FIRST_SIDES.get(first[1].casefold(), "") if first is not None else ""


def _lead(first: LineChange, error: LineError) -> str:
    """The sentence before the corrected line."""
    if first.kind == SPELT:
        return f"Did you mean {_named(first.word)}?"
    if first.kind == ASIDE:
        return "If the rest is a remark, put ; in front of it."
    if first.kind == LEFT_OUT:
        return f"Leave “{first.word[:30]}” out, or put it after a ; at the end."
    return error.help if error.wants not in ("use", "country") else ""


def _named(word: str) -> str:
    means = words.meaning(word)
    return f"{word} ({means})" if means else word


def mend(body: str, error: LineError, names: Names) -> MendedLine | None:
    """The nearest readable line to one with this fault, or None."""
    text, fault = body, error
    done: list[LineChange] = []
    for _ in range(MOST_CHANGES):
        onward: tuple[LineChange, LineError] | None = None
        for change in _changes(text, fault, names):
            line, again = _attempt(change, names)
            if again is not None:
                here = fault.column + len(change.text) - len(text)
                farther = again.column > max(here, fault.column) or (_is_sign(fault) and not _is_sign(again))
                onward = (change, again) if onward is None and farther else onward
            elif line and keeps(body, line):
                return MendedLine(line, [*done, change][0], all(c.kind != LEFT_OUT for c in (*done, change)))
        if onward is None:
            break
        done.append(onward[0])
        text, fault = onward[0].text, onward[1]
    for change in _shorter(text, fault):
        line, again = _attempt(change, names)
        if line and keeps(body, line):
            return MendedLine(line, [*done, change][0], False)
    return None


def _attempt(change: LineChange, names: Names) -> tuple[str, LineError | None]:
    """A changed line in canonical form, or its fault.

    It is neither if the change could lose something.
    """
    if not _harmless(change, names):
        return "", None
    try:
        return read(change.text, names)[0], None
    except LineError as again:
        return "", again


def guess(unread: Action, body: str, names: Names, error: LineError, mended: MendedLine | None) -> None:
    """Note possible meanings of an unreadable play, likeliest first."""
    if len(body) > LONGEST:
        return
    without = _play(body[: error.column - 1] + body[error.end - 1 :], unread.place.line, names)
    meant = _play(mended.line, unread.place.line, names) if mended is not None else []
    unread.understood = bool(meant) and mended is not None and mended.whole
    unread.guesses = tuple([*meant, *without] if unread.understood else without or meant)


def _play(text: str, number: int, names: Names) -> list[Action]:
    """A card play, if the text is one."""
    try:
        found = read(text, names, number)[1]
    except LineError:
        return []
    if found is None or found.kind != "card":
        return []
    found.lines = [number]
    return [found]


# -------------------------------------------------------------------- what a correction may not lose

_NEGATIONS, _FILLERS = words.GROUPS["negations"], words.GROUPS["fillers"]
_NUMBER_WORDS = {**words.NUMBERS, "twice": 2, "both": 2}
COMMON = _NEGATIONS | _FILLERS | words.GROUPS["plain"] | frozenset(_NUMBER_WORDS)
"""Words of plain English, never misspelt names."""
_WORD = re.compile(r"[^\W\d_][^\W_]*(?:['’-][^\W_]+)*|\d+")
_RUN = re.compile(r":([sa]+)")


def keeps(body: str, line: str) -> bool:
    """Whether a line keeps all numbers and negations, adding none.

    They are those of the line that it is to replace.
    """
    said = line.partition(";")[0]
    aside = line[len(said) :]
    before, after = _negated(body), _negated(said) + _negated(aside)
    return before == after and _numbers_kept(body, said, aside)


def _negated(text: str) -> int:
    return sum(w in _NEGATIONS or w.endswith(("n't", "n’t")) for w in _WORD.findall(text.casefold()))


def _numbers_kept(body: str, said: str, aside: str) -> bool:
    """Whether all numbers are there, in any form.

    The forms are digits, so many Cells (:ss), Reserves (+R), or an unknown card (?).
    """
    old = Counter(int(n) for n in re.findall(r"\d+", re.sub(r"\bd6\b", " ", body, flags=re.IGNORECASE)))
    old += Counter(_NUMBER_WORDS[w] for w in _WORD.findall(body.casefold()) if w in _NUMBER_WORDS)
    new = Counter(int(n) for n in re.findall(r"\d+", said))
    lost = old - new - Counter(int(n) for n in re.findall(r"\d+", aside))
    for run in _RUN.findall(said):
        lost -= Counter([len(run)])
    if "+R" in said and "+R" not in body:
        lost -= Counter([1 if lost[1] else 2])
    lost[0] = 0
    added = new - old
    return not +lost and not +added


def _harmless(change: LineChange, names: Names) -> bool:
    """Whether a change removes only words outside the game.

    A change may also set them off as a remark.
    """
    if change.kind == LEFT_OUT:
        text = change.word
    elif change.kind == ASIDE and not change.word:
        text = change.text.partition(";")[2].strip()
        if text.startswith("("):  # set apart by the players themselves
            return True
    else:
        return True
    said = _WORD.findall(text.casefold())
    if any(w.isdigit() or w in _NEGATIONS or w in _NUMBER_WORDS for w in said) or re.search(r"\d", text):
        return False
    if change.word == text and USE_AFTER.match(f"{text} event"):  # the title of a card, whose number is there
        return len(said) > 1 or not _known(said, names)
    return not _known(said, names)


def _known(said: list[str], names: Names) -> bool:
    """Whether words name a country or statement, even misspelt."""
    every = vocabulary(names)
    for at in range(len(said)):
        for n in (1, 2, 3):
            some = " ".join(said[at : at + n])
            if some in COMMON:
                continue
            if some in every or (len(some) > 2 and names.is_exact(some)) or names.near(some.split()):
                return True
    return False


def _is_sign(error: LineError) -> bool:
    """Whether a sign stops the reading at the beginning."""
    return error.fault in _OF_SIGNS


def read(text: str, names: Names, number: int = 1) -> tuple[str, Action | None]:
    """A line in canonical form, with its own action, if any.

    Raises :class:`LineError`.
    """
    body, _, comment = text.partition(";")
    tokens = tokenize_line(body)
    if not tokens:
        raise LineError(faults.EMPTY, 1, 2)
    found = lines.read(Cursor(tokens, number, len(body), names), body.strip())
    line = write(tokens)
    if comment:
        line += f"  ;{comment.rstrip()}"
    return line, found if isinstance(found, Action) else None


# -------------------------------------------------------------------- changes


def _changes(text: str, error: LineError, names: Names) -> Iterator[LineChange]:
    """Changes that may mend a line's fault, likeliest first."""
    start, end = error.column - 1, error.end - 1
    word = text[start:end].casefold()
    if not error.fault.mendable:
        return
    spelt = list(_spelt(text, error, names))
    if error.fault is faults.UNKNOWN_LINE:
        found = [*_openings(text), *spelt]
    elif error.wants == "card":
        found = [*_without_card(text, start), *spelt]
    else:
        found = [*(spelt if word in words.MEANT else ()), *_signs(text, start, end, error.fault), *spelt]
    if error.wants == "use" and (title := USE_AFTER.match(text[start:])) is not None:
        found.append(LineChange(text[:start] + text[start + title.end() :], LEFT_OUT, title[0].strip(" ,")))
    if word in _FILLERS and _STATED.match(text):
        found.insert(0, LineChange(f"{text[:start].rstrip()} {text[end:].lstrip()}".rstrip(), FORM))
    if word in words.NUMBERS:
        found.insert(0, LineChange(f"{text[:start]}{words.NUMBERS[word]}{text[end:]}", FORM))
    if error.fault is not faults.DICE_OF_A_SIDE:
        found += _round(text, start, names)
    seen = {text}
    for change in found:
        if change.text not in seen:
            seen.add(change.text)
            yield change


def _shorter(text: str, error: LineError) -> Iterator[LineChange]:
    """The line without a possible remark at its fault."""
    start, end = error.column - 1, error.end - 1
    before, fault, rest = text[:start], text[start:end], text[start:]
    if not start or not error.fault.mendable:
        return
    plain_tail = _PLAIN.fullmatch(plain_signs(rest)) is not None
    if plain_tail and (len(rest.split()) > 1 or error.fault is faults.MORE_THAN_IT_TAKES):
        yield LineChange(f"{before.rstrip(' ,')}  ; {rest.strip()}", ASIDE)
    titled = error.wants == "use" and "/" not in before and fault.casefold() not in words.MEANT
    if titled and plain_tail and not USE_AFTER.match(rest):
        yield LineChange(f"{before}event  ; {rest.strip()}", ASIDE, "title")
    if fault[:1].isalpha() and "[" not in fault:
        yield LineChange(before + text[end:], LEFT_OUT, fault)


_STATED = re.compile(r"\s*(?:board|set|setup)\s*:|.*=>", re.IGNORECASE)
"""A line, or part of one, with a statement of position."""
USE_AFTER = re.compile(
    rf"(?:[^=>\[\]#/:;\s]+\s+){{1,5}}?(?=(?:{'|'.join(map(re.escape, words.USES))}|war of ideas|regime change)\b)",
    re.IGNORECASE,
)
"""Words before a use: the title of the card, and the like."""
_PLAIN = re.compile(r"(?:[(]\w|[^\W\d])[^=>\[\]#/:;]*")
"""Possible remarks: words without the signs of the notation."""
_DIE = r"[1-6?]"
_DICE = rf"{_DIE}(?:[ ,+]+{_DIE})*"

Rewriting = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
"""A sign of another habit, with the notation's form."""


def _rule(pattern: str, instead: str | Callable[[re.Match[str]], str]) -> Rewriting:
    return re.compile(pattern, re.IGNORECASE), instead


def _dealt(match: re.Match[str]) -> str:
    """Order the sides of ``deal 9 J 8 US``: side first."""
    return match[1] + re.sub(r"(\d+)\s+(?:cards?\s+)?(?:to\s+|for\s+)?(j\w*|us\w*)\b", r"\2 \1", match[2], flags=re.I)


def _cells(match: re.Match[str]) -> str:
    return ":" + match[2][0].lower() * int(match[1] or 1)


_COUNTERS: tuple[Rewriting, ...] = (
    _rule(r"^\s*(?:the\s+|turns?[ -]in\s+)*zakat\W*$", "J turn-in zakat"),
    _rule(r"^\s*(?:the\s+|turns?[ -]in\s+)*strong[ -]?horse\W*$", "US turn-in strong-horse"),
)
_HOLD = r"^\s*(?:us\w*\s+)?(?:holds?|keeps?)\b.*"
_OVER = r"^\s*(?:eot|end-?turn|turn(?:\s+is)?\s+(?:ends?|over|done)|end)\b[\s.!]*(?:\d+\s*)?$"
_BOARD = r"\s*(?:board|checkpoint|check|position|status|state|tracks?)\b\s*[:=-]?\s*"
_CADRE = r"^\s*(?:j\w*\s+)?removes?[\s-]+(?:the\s+)?cadres?\b[\s:]*(?:in\s+|from\s+)?"
_SIGNS: tuple[Rewriting, ...] = (
    _rule(rf"\(\s*({_DICE})\s*\)", r"[\1]"),
    _rule(rf"\b(?:rolls?|rolled|rolling|dice|die|d6)\b:?\s*({_DICE})(?![\d.])", r"[\1]"),
    _rule(r":\s*(?:(\d)\s*)?(sleepers?|actives?)\b", _cells),
    _rule(r"(?<=[A-Za-z])\s+(?:(\d)\s*)?(sleepers?|actives?)\b", _cells),
    _rule(r":\s*(\d)\s*([sa])\b", _cells),
    _rule(r"\b(\d+)\s*\+\s*[12]\b(?!\s*(?-i:reass))", r"\1+R"),
    _rule(r"(?<=[^\s/])/(?=[A-Za-z])", " / "),
    _rule(r"(?<=\d)\s+(?:cells?|dice|die|d6|rolls?|times)\b(?!\s*[:\d])", ""),
    _rule(r"(?<=\s)[x×]\s*(\d+)\b|(?<=\s)(\d+)\s*[x×](?=\s*(?:,|$|\[))", r"\1\2"),
    _rule(r"\b(\d+)\s*(?:,|and|&|/|plus)\s*(\d+)(?=\s+reass)", r"\1+\2"),
    _rule(r"(?<=\])\s*(?:>|=)\s*", " => "),
    _rule(r"(?<=[\w\]])\s*=\s*(?=\w)", " => "),
    _rule(r"^(\s*(?:deal|draw)s?)\b(.*)$", _dealt),
    _rule(r"\b(?:gwot|roll)\s+(?=\[)", ""),
    _rule(rf",?\s*\b(gov|governance|posture|test|t)\s*:?\s*({_DIE})\b(?!\s*\])", r" \1[\2]"),
    _rule(rf"\b(?:pick(?:s|ed)?|random(?:ly)?)\s*:?\s*({_DICE})(?![\d.\]])", r"pick[\1]"),
    _rule(r"(\bal\w*rt\b.*?)\s*=+>?\s*([123W?])\s*$", r"\1 => plot \2"),
    _rule(r"\b(prestige|gov|governance|posture|test|reroll|pick)\s*:?\s*\[", r"\1["),
    _rule(rf"\b(?:roll(?:s|ed)?\s+)?tan\s*:?\s*({_DIE})[\s,]*(?:and\s+)?black\s*:?\s*({_DIE})\b:?", r"[\1 \2]"),
    _rule(rf"\b(conv(?:ergence)?)\s*:?\s+({_DIE})[ ,+]+({_DIE})\b", r"\1[\2 \3]"),
    _rule(rf"\b(US|J)\s*:?\s*({_DIE})\b(?!\s*\])", r"\1[\2]"),
    _rule(r"\.\s+(?=conv)", ", "),
    *_COUNTERS,
    _rule(r"^\s*us\w*\s+holds?\s+(?:card\s+)?#?(\d{1,3})\s*$", r"US \1 hold"),
)
"""Signs of other habits."""
_OPENINGS: tuple[Rewriting, ...] = (
    _rule(rf"^(?>{_BOARD})(?=.)", "board: "),
    _rule(r"^(?>\s*(?:set[- ]?up|start)\b\s*[:=-]?\s*)(?=.)", "setup: "),
    _rule(rf"(?>{_CADRE})(?=.)", "J remove-cadre "),
    _rule(_HOLD, "US hold"),
    _rule(r"^\s*((?:polari[sz]ation|attrition|convergence)\b(?:.*\S)?)\s*$", r"end of turn: \1"),
    *_COUNTERS,
)
"""Beginnings foreign to any line."""
_STANDING: tuple[Rewriting, ...] = (_rule(_HOLD, "US hold"), _rule(_CADRE, "J remove-cadre "))
"""Lines without need of a card."""
_CARD_ELSEWHERE: tuple[Rewriting, ...] = (
    _rule(r"^reass\w*\s+(?:with\s+)?#?(\d{1,3})\s*(?:,|\+|and|&|/|plus|\s)\s*#?(\d{1,3})\b", r"\1+\2 reassess"),
    _rule(r"^([^\W\d][\w-]*)\s*(?:with\s+)?(?:card\s+)?#?(\d{1,3})\b", r"\2 \1"),
)
"""Plays with their card elsewhere than before the use."""
_COPULA = re.compile(r"\s+(?:is|are|was|were)(?:\s+now)?\s+", re.IGNORECASE)
_NO_PLAY = re.compile(f"{_OVER}|{_BOARD}", re.IGNORECASE)
_INSTEAD = {",": (" / ", " => ", " "), **dict.fromkeys(("=", "-", "--", ">", "|", "+"), (" => ", ", ", " / ", " "))}
"""Signs of the notation in place of a wrong one."""


def _rewritten(rules: Sequence[Rewriting], text: str) -> Iterator[LineChange]:
    """A line rewritten by each rule."""
    for pattern, instead in rules:
        changed = pattern.sub(instead, text)
        if changed != text:
            yield LineChange(changed, FORM)


def _signs(text: str, start: int, end: int, wrong: Fault) -> Iterator[LineChange]:
    """Signs, at the fault or anywhere, with another notation."""
    yield from _rewritten(_SIGNS, text)
    before, fault, after, rest = text[:start], text[start:end], text[end:], text[start:]
    word, bare = fault.casefold(), before.rstrip(" ,")
    made: list[str] = []
    if fault == "[" and (dice := re.match(r"\[[1-6? ,]*", rest)) is not None:
        made.append(f"{before}{dice[0].rstrip(' ,')}]{rest[dice.end() :]}")
    elif fault == "]":
        made += _unopened(before, after)
    elif re.fullmatch(r"\w+\[.*\]", fault) and wrong is faults.NO_LABEL:
        label, rolled = fault[: fault.index("[")], fault[fault.index("[") :]
        known = [name for name in LABELS if name]
        made += [before + near + rolled + after for near in _near(label.casefold(), known, 0.6, most=1)]
        made.append(before + rolled + after)
    elif re.fullmatch(r"0+", fault):
        made.append(f"{before}?{after}")
    elif fault in _INSTEAD:
        made += [f"{before.rstrip()}{sign}{after.lstrip()}" for sign in _INSTEAD[fault]]
    elif word in words.USES or word == "no":
        head = re.sub(r"[\s,&+|]*(?:\b(?:and|then)\b[\s,]*)*$", "", before)
        made.append(f"{head} / {rest}")
    elif word in ("and", "then", "plus", "&"):
        made += [f"{bare}{sign}{after.lstrip()}" for sign in (", ", " / ")]
    if before.rstrip().endswith("/"):
        made += [f"{before.rstrip(' /')}{sign}{rest}" for sign in (", ", " ")]
    if start:
        made.append(f"{bare}, {rest}")
    yield from (LineChange(changed, FORM) for changed in made)


def _unopened(before: str, after: str) -> Iterator[str]:
    """Dice with a closing bracket alone: ``Iraq 2 3 5]``."""
    numbers = re.search(rf"({_DIE})\s+({_DICE})\s*$", before)
    if numbers is not None and len(re.findall(_DIE, numbers[2])) == int(numbers[1].replace("?", "0")):
        yield f"{before[: numbers.start(2)]}[{numbers[2]}]{after}"
    numbers = re.search(rf"{_DICE}\s*$", before)
    if numbers is not None:
        yield f"{before[: numbers.start()]}[{numbers[0].rstrip()}]{after}"


def _openings(text: str) -> Iterator[LineChange]:
    """Lines without a foreign beginning."""
    said = text.casefold().strip(" .!")
    if re.match(_OVER, text, re.IGNORECASE) or _near(said, ["end of turn"], 0.8):
        yield LineChange("end of turn", FORM)
    if _near(said, ["no plots"], 0.75):
        yield LineChange("no plots", FORM)
    yield from _rewritten(_OPENINGS, text)
    number = re.match(r"\s*(?:card\s+)?#?(\d{1,3})\b", text, re.IGNORECASE)
    begin = re.findall(r"[a-z-]+", text.casefold())[:3]
    for side, other in (("J", "US"), ("US", "J")):
        own = set(words.MEANINGS[side]) - set(words.MEANINGS[other])
        if any(words.use_of(w, side) in own for w in begin) or (side == "US" and begin[:1] == ["war"]):
            yield LineChange(f"{side} {text.strip()}" if number else f"{side} ? {text.strip()}", FORM)
    yield LineChange(f"board: {text.strip()}", FORM)


def _without_card(text: str, start: int) -> Iterator[LineChange]:
    """A play with its card elsewhere, or without one."""
    before, rest = text[:start], text[start:]
    yield from (LineChange(before + change.text, FORM) for change in _rewritten(_CARD_ELSEWHERE, rest))
    yield from _rewritten(_STANDING, text)
    stated = _COPULA.sub(" ", text)
    if stated != text:
        yield LineChange(f"board: {stated.strip()}", FORM)
    yield LineChange(f"{before}? {rest}", FORM, "?")
    if _NO_PLAY.match(rest):
        yield LineChange(rest, FORM)


# -------------------------------------------------------------------- statements about countries


@lru_cache(maxsize=8)
def _of_countries(names: Names) -> tuple[frozenset[str], frozenset[str]]:
    """Words for a country alone, and with a number."""
    spellings: dict[Shape, set[str]] = {Shape.FIXED: set(), Shape.COUNTED: set()}
    for fact in names.facts:
        for form in fact.forms if fact.of == "country" else ():
            spellings.get(form.shape, set()).update(w.casefold() for w in (form.words, *form.also))
    return frozenset(spellings[Shape.FIXED]), frozenset(spellings[Shape.COUNTED])


def _round(text: str, start: int, names: Names) -> Iterator[LineChange]:
    """Country statements in reverse order: ``militia 3``, ``capital Iraq``."""
    arrow = text.find("=>")
    alone, counted = _of_countries(names)
    if arrow < 0 and _side(text):
        ahead = [" ".join(text[start:].casefold().split()[:n]) for n in (1, 2)]
        if alone & set(ahead) and (country := _first_country(text[:start], names)):
            yield LineChange(f"{text[:start].rstrip(' ,')} => {country} {text[start:]}", FORM)
    if arrow < 0 and not re.match(r"\s*(?:board|set|setup)\s*:", text, re.IGNORECASE):
        return
    begin = max(text.rfind(sign, 0, start) for sign in ",:>") + 1
    stop = min((at for at in (text.find(",", start), text.find(" / ", start)) if at >= 0), default=len(text))
    before, piece, rest = text[:begin], text[begin:stop].strip(), text[stop:]

    def turned(match: re.Match[str]) -> str:
        return f"{match[2]} {match[1]}" if match[1].casefold() in counted else match[0]

    other = re.sub(r"([A-Za-z]+)\s+(\d+)\b", turned, piece)
    if other != piece:
        yield LineChange(f"{before} {other}{rest}", FORM)
    said = piece.split()
    for n in (3, 2, 1):
        word = " ".join(said[:n])
        if word.casefold() not in alone | counted:
            continue
        place = [w for w in said[n:] if w.casefold() not in ("in", "of", "at", "is")]
        number = f"{place.pop()} " if place and place[-1].isdigit() else ""
        where = " ".join(place) or (_first_country(text[:arrow], names) if 0 < arrow < begin else "")
        if where:
            yield LineChange(f"{before} {where} {number}{word}{rest}", FORM)


def _first_country(text: str, names: Names) -> str:
    """First country of a play, or ""."""
    said = re.findall(r"[^\W\d][^\s:#,>\[\]]*", text)
    for word in (" ".join(said[at : at + n]) for at in range(len(said)) for n in (3, 2, 1)):
        try:
            found = names.place(word) if " " not in word or names.is_exact(word) else None
        except Ambiguous:
            continue
        if found and found != TRACK and word.casefold() not in FIRST_SIDES:
            return found
    return ""


# -------------------------------------------------------------------- spelling


def _near(word: str, known: Iterable[str], cutoff: float, most: int = 3) -> list[str]:
    """Words of similar spelling, the nearest first."""
    from difflib import get_close_matches  # most records have no such word

    return get_close_matches(word, known, n=most, cutoff=cutoff)


@lru_cache(maxsize=8)
def vocabulary(names: Names) -> dict[str, str]:
    """Every word of the notation in lower case, with its canonical spelling."""
    found = {word.casefold(): word for word in words.OPENERS}
    for form in (form for fact in names.facts for form in fact.forms):
        for word in (w for said in (form.words, form.one, *form.also) for w in (said, *said.split())):
            found.setdefault(word.casefold(), word)
    for use in forms.USES.values():
        found |= {word: said for word, (_, said) in use.words.items() if said}
    found |= {"no event": "no event", "with": "with"}
    found |= words.USES | words.LEFT_OVER | words.OWN_STEPS
    found |= {name.casefold(): name for name in (*names.markers.values(), *names.forms)}
    return {word: said for word, said in found.items() if len(word) > 2}


def _spelt(text: str, error: LineError, names: Names) -> Iterator[LineChange]:
    """The line with a word respelt, alone or with neighbour.

    The word is the one at fault.
    """
    start, end = error.column - 1, error.end - 1
    fault = text[start:end].casefold()
    if not fault.strip() or not fault[0].isalpha():
        return
    meant = words.MEANT.get(fault, "")
    if meant in words.MEANINGS.get(_side(text), {}):
        many = re.match(r"(?:war|ideas?|of|change|on|\s)+\b", text[end:], re.IGNORECASE)
        stop = end + (many.end() if many is not None and meant in ("woi", "regime-change") else 0)
        yield LineChange(f"{text[:start]}{meant} {text[stop:].lstrip()}", SPELT, meant)
    known = vocabulary(names)
    before = text[:start].rstrip().rfind(" ") + 1
    following = re.match(r"\s+[^\W\d_][\w.'’&!/-]*", text[end:])
    spans = {(start, end): 0.7, (before, end): 0.7 if before == start else 0.8}
    if following is not None:
        spans[start, end + following.end()] = 0.8
    for (begin, stop), cutoff in spans.items():
        written = text[begin:stop].casefold()[:40]
        if fault in COMMON and not set(written.split()) - COMMON:
            continue
        for name in names.near(written.split()):
            yield LineChange(text[:begin] + name + text[stop:], SPELT, name)
        for near in _near(written, known, cutoff):
            if near not in written and known[near].casefold() != written:  # that would leave out the word at fault
                meant = names.forms.get(known[near], known[near])
                yield LineChange(text[:begin] + meant + text[stop:], SPELT, meant)
