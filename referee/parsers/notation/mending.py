"""What a line that cannot be read may have been meant to say: a line that can be read, and the help that shows it.

A line is mended by small changes at its fault, one after the other: a word spelt otherwise, a sign that another program
or another habit writes, a remark set off. Nothing is taken for said that does not read in the end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from referee.engine import forms
from referee.engine.data import TRACK
from referee.engine.facts.form import Shape
from referee.engine.names import Ambiguous, Names, plain
from referee.engine.script import Action
from referee.engine.words import WRITE, listed
from referee.parsers import faults
from referee.parsers.faults import Fault, LineError
from referee.parsers.notation import lines, tags, words
from referee.parsers.notation.cursor import FIRST_SIDES, Cursor
from referee.parsers.notation.tokens import LABELS, tokenize_line, typed, write

LONGEST = 400
"""Longest line, in characters, that is looked into."""
MOST_CHANGES = 4
"""Most changes to one line."""
_OF_SIGNS = (faults.MEANINGLESS, faults.NOT_CLOSED, faults.NOT_OPENED, faults.NO_BRACKETS, faults.NO_DICE)
"""Faults of a sign, not of a word."""
REMARK = "If it is a remark, put ; in front."
SPELT, FORM, ASIDE, LEFT_OUT, TITLE = "spelt", "form", "aside", "left out", "title"


class Change(NamedTuple):
    """A line with one change: what kind it is, and the word that is set in or left out."""

    text: str
    kind: str
    word: str = ""


class Mended(NamedTuple):
    """A line that reads, in canonical form, with what was changed first and whether its words all stayed."""

    line: str
    first: Change
    whole: bool


class Advice(NamedTuple):
    """What to write instead of a line: in words, and the line that reads, "" if none is found."""

    help: str
    write: str = ""
    sure: Literal["certain", "likely", "possible"] = "likely"


def advice(body: str, error: LineError, names: Names, found: Mended | None) -> Advice:
    """What to write instead of a line that was given up for this reason. ``body`` is the line without its comment."""
    if error.write:
        return Advice(error.help, error.write, "certain")
    tag = tags.mended(typed(body))
    if tag:
        return Advice(f"{WRITE}{tag}", tag)
    if found is not None:
        return Advice(
            f"{_said(found.first, error)}{WRITE}{found.line}", found.line, "likely" if found.whole else "possible"
        )
    return Advice(_help(body, error, names))


def _help(body: str, error: LineError, names: Names) -> str:
    """What to write, where no line that reads is found."""
    if error.fault in (faults.UNKNOWN_WORD, faults.COUNTS_WHAT) and error.end - error.column > 3:
        near = next((c.word for c in _spelt(body, error, names)), "")
        if near:
            return f"Did you mean {_named(near)}?"
    if error.help:
        return error.help
    if error.wants == "card" and (titled := title_at(body[error.column - 1 :], names)):
        return f"A card is written by its number; this title is that of {listed([str(n) for n in titled[0]], 'or')}."
    if error.fault is faults.UNKNOWN_LINE or error.wants == "card":
        return REMARK
    side = _side(body)
    if side and error.fault is faults.MEANINGLESS:
        return f"A play is written like this: {lines.EXAMPLES[side]}"
    return ""


def _side(text: str) -> str:
    """The side that a line begins with, "" if none."""
    first = re.match(r"[\W\d_]*([^\W\d_]+)", text)
    return FIRST_SIDES.get(first[1].casefold(), "") if first is not None else ""


def _said(first: Change, error: LineError) -> str:
    """The sentence before the corrected line."""
    if first.kind == SPELT:
        return f"Did you mean {_named(first.word)}? "
    if first.kind == ASIDE:
        return "If the rest is a remark, put ; in front of it. "
    if first.kind == TITLE:
        return "A card is written by its number. "
    if first.kind == LEFT_OUT:
        return f"Leave “{first.word[:30]}” out, or put it after a ; at the end. "
    told = error.help and error.wants not in ("use", "country")
    return f"{error.help} " if told else ""


def _named(word: str) -> str:
    means = words.meaning(word)
    return f"{word} ({means})" if means else word


def mend(body: str, error: LineError, names: Names) -> Mended | None:
    """A line that reads, as near as possible to this one, which was given up for this reason."""
    text, fault = body, error
    first: Change | None = None
    whole = True
    said = body  # with a card by its number, once its title is known
    for _ in range(MOST_CHANGES):
        onward: tuple[Change, LineError] | None = None
        for change in _changes(text, fault, names):
            if not _harmless(change, names):
                continue
            try:
                line, _ = read(change.text, names)
            except LineError as again:
                here = fault.column + len(change.text) - len(text)
                farther = again.column > max(here, fault.column) or (no_token(fault) and not no_token(again))
                if onward is None and farther:
                    onward = change, again
                continue
            if keeps(change.text if change.kind == TITLE else said, line):
                return Mended(line, first or change, whole and change.kind != LEFT_OUT)
        if onward is None:
            break
        first = first or onward[0]
        whole = whole and onward[0].kind != LEFT_OUT
        text, fault = onward[0].text, onward[1]
        said = text if onward[0].kind == TITLE else said
    for change in _shorter(text, fault):
        if not _harmless(change, names):
            continue
        try:
            line, _ = read(change.text, names)
        except LineError:
            continue
        if keeps(said, line):
            return Mended(line, first or change, False)
    return None


# -------------------------------------------------------------------- what a correction may not lose

_NEGATIONS = frozenset({"no", "not", "none", "never", "without", "nothing", "nobody", "neither", "nor"})
_ONE_TO_TWELVE = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER_WORDS = {**{word: number for number, word in enumerate(_ONE_TO_TWELVE, 1)}, "twice": 2, "both": 2}
_FILLERS = frozenset({"is", "are", "was", "were", "be", "now", "then", "still", "again", "already", "the", "a", "an"})
"""Words that a statement may have and that say nothing in it."""
_PLAIN_WORDS = """
that this these those there here what when where which who why how it its he his she her they them their we us our you
your i my me in on at to of by for from with into onto over under after before and or but so if as than has have had do
does did can could will would may might must should all any some more most many much very too just only also even fun bad
nice well wow oops sorry thanks out up down off right left
"""
_COMMON = _NEGATIONS | _FILLERS | frozenset(_NUMBER_WORDS) | frozenset(_PLAIN_WORDS.split())
"""Words of plain English, which are no misspelt names."""
_WORD = re.compile(r"[^\W\d_][^\W_]*(?:['’-][^\W_]+)*|\d+")
_RUN = re.compile(r":([sa]+)")


def keeps(body: str, line: str) -> bool:
    """Whether a line has every number and every negation of the one that it is to replace, and none besides."""
    said = line.partition(";")[0]
    aside = line[len(said) :]
    before, after = _negated(body), _negated(said) + _negated(aside)
    return before == after and _numbers_kept(body, said, aside)


def _negated(text: str) -> int:
    return sum(w in _NEGATIONS or w.endswith(("n't", "n’t")) for w in _WORD.findall(text.casefold()))


def _numbers_kept(body: str, said: str, aside: str) -> bool:
    """Whether all numbers are there: as digits, as so many Cells (:ss), as Reserves (+R), or as a card unknown (?)."""
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


def _harmless(change: Change, names: Names) -> bool:
    """Whether what a change leaves out, or sets off as a remark, says nothing of the game."""
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
    """Whether words name a country, or something that can be said of the board."""
    vocabulary = _vocabulary(names)
    for at in range(len(said)):
        for n in (1, 2, 3):
            some = " ".join(said[at : at + n])
            if some not in _COMMON and (some in vocabulary or (len(some) > 2 and names.is_exact(some))):
                return True
    return False


def no_token(error: LineError) -> bool:
    """Whether a sign was in the way before anything of the line was read."""
    return error.fault in _OF_SIGNS


def read(text: str, names: Names, number: int = 1) -> tuple[str, Action | None]:
    """A line in canonical form, with its action if it has one of its own. Raises :class:`LineError`."""
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


def _changes(text: str, error: LineError, names: Names) -> Iterator[Change]:
    """Changes that may mend a line at its fault, the likeliest first."""
    start, end = error.column - 1, error.end - 1
    seen = {text}
    word = text[start:end].casefold()
    if not error.fault.mendable:
        return
    if error.fault is faults.UNKNOWN_LINE:
        found = [*_openings(text, names), *_spelt(text, error, names)]
    elif error.wants == "card":
        found = [*_without_card(text, start, names), *_spelt(text, error, names)]
    else:
        found = [*_spelt(text, error, names)] if word in words.MEANT else []
        found += [*_signs(text, start, end, error.fault), *_spelt(text, error, names)]
    if error.wants == "use":
        title = USE_AFTER.match(text[start:])
        if title is not None:
            found.append(Change(text[:start] + text[start + title.end() :], LEFT_OUT, title[0].strip(" ,")))
    if word in _FILLERS and _STATED.match(text):
        found.insert(0, Change(f"{text[:start].rstrip()} {text[end:].lstrip()}".rstrip(), FORM))
    if word in _NUMBER_WORDS and word not in ("both", "twice"):
        found.insert(0, Change(f"{text[:start]}{_NUMBER_WORDS[word]}{text[end:]}", FORM))
    if error.fault is not faults.DICE_OF_A_SIDE:
        found = [*found, *_round(text, start, names)]
    for change in found:
        if change.text not in seen:
            seen.add(change.text)
            yield change


def _shorter(text: str, error: LineError) -> Iterator[Change]:
    """The line without what may be a remark at its fault."""
    start, end = error.column - 1, error.end - 1
    fault = text[start:end]
    if not start or not error.fault.mendable:
        return
    tail = _PLAIN.fullmatch(typed(text[start:]))
    if tail is not None and (len(text[start:].split()) > 1 or error.fault is faults.MORE_THAN_IT_TAKES):
        yield Change(f"{text[:start].rstrip(' ,')}  ; {text[start:].strip()}", ASIDE)
    titled = error.wants == "use" and "/" not in text[:start] and fault.casefold() not in words.MEANT
    if titled and tail is not None and not USE_AFTER.match(text[start:]):
        yield Change(f"{text[:start]}event  ; {text[start:].strip()}", ASIDE, "title")
    if fault[:1].isalpha() and "[" not in fault:
        yield Change(text[:start] + text[end:], LEFT_OUT, fault)


_STATED = re.compile(r"\s*(?:board|set|setup)\s*:|.*=>", re.IGNORECASE)
"""A line, or the part of one, that states the position."""
USE_AFTER = re.compile(
    rf"(?:[^=>\[\]#/:;\s]+\s+){{1,5}}?(?=(?:{'|'.join(map(re.escape, words.USES))}|war of ideas|regime change)\b)",
    re.IGNORECASE,
)
"""Words in front of a use: the title of the card, and the like."""
_PLAIN = re.compile(r"(?:[(]\w|[^\W\d])[^=>\[\]#/:;]*")
"""What may be a remark: words, without the signs of the notation."""
_DIE = r"[1-6?]"
_DICE = rf"{_DIE}(?:[ ,+]+{_DIE})*"


def _dealt(match: re.Match[str]) -> str:
    """``deal 9 J 8 US``: the side goes first."""
    return match[1] + re.sub(r"(\d+)\s+(?:cards?\s+)?(?:to\s+|for\s+)?(j\w*|us\w*)\b", r"\2 \1", match[2], flags=re.I)


def _cells(match: re.Match[str]) -> str:
    number, state = match.groups()
    return ":" + state[0].lower() * int(number or 1)


_SIGNS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(rf"\(\s*({_DICE})\s*\)"), r"[\1]"),
    (re.compile(rf"\b(?:rolls?|rolled|rolling|dice|die|d6)\b:?\s*({_DICE})(?![\d.])", re.IGNORECASE), r"[\1]"),
    (re.compile(r":\s*(?:(\d)\s*)?(sleepers?|actives?)\b", re.IGNORECASE), _cells),
    (re.compile(r"(?<=[A-Za-z])\s+(?:(\d)\s*)?(sleepers?|actives?)\b", re.IGNORECASE), _cells),
    (re.compile(r":\s*(\d)\s*([sa])\b", re.IGNORECASE), _cells),
    (re.compile(r"\b(\d+)\s*\+\s*[12]\b(?!\s*reass)"), r"\1+R"),
    (re.compile(r"(?<=[^\s/])/(?=[A-Za-z])"), " / "),
    (re.compile(r"(?<=\d)\s+(?:cells?|dice|die|d6|rolls?|times)\b(?!\s*[:\d])", re.IGNORECASE), ""),
    (re.compile(r"(?<=\s)[x×]\s*(\d+)\b|(?<=\s)(\d+)\s*[x×](?=\s*(?:,|$|\[))", re.IGNORECASE), r"\1\2"),
    (re.compile(r"\b(\d+)\s*(?:,|and|&|/|plus)\s*(\d+)(?=\s+reass)", re.IGNORECASE), r"\1+\2"),
    (re.compile(r"(?<=\])\s*(?:>|=)\s*"), " => "),
    (re.compile(r"(?<=[\w\]])\s*=\s*(?=\w)"), " => "),
    (re.compile(r"^(\s*(?:deal|draw)s?)\b(.*)$", re.IGNORECASE), _dealt),
    (re.compile(r"\b(?:gwot|roll)\s+(?=\[)", re.IGNORECASE), ""),
    (re.compile(rf",?\s*\b(gov|governance|posture|test|t)\s*:?\s*({_DIE})\b(?!\s*\])", re.IGNORECASE), r" \1[\2]"),
    (re.compile(rf"\b(?:pick(?:s|ed)?|random(?:ly)?)\s*:?\s*({_DICE})(?![\d.\]])", re.IGNORECASE), r"pick[\1]"),
    (re.compile(r"(\bal\w*rt\b.*?)\s*=+>?\s*([123W?])\s*$", re.IGNORECASE), r"\1 => plot \2"),
    (re.compile(r"\b(prestige|gov|governance|posture|test|reroll|pick)\s*:?\s*\[", re.IGNORECASE), r"\1["),
    (
        re.compile(
            rf"\b(?:roll(?:s|ed)?\s+)?tan\s*:?\s*({_DIE})[\s,]*(?:and\s+)?black\s*:?\s*({_DIE})\b:?", re.IGNORECASE
        ),
        r"[\1 \2]",
    ),
    (re.compile(rf"\b(conv(?:ergence)?)\s*:?\s+({_DIE})[ ,+]+({_DIE})\b", re.IGNORECASE), r"\1[\2 \3]"),
    (re.compile(rf"\b(US|J)\s*:?\s*({_DIE})\b(?!\s*\])", re.IGNORECASE), r"\1[\2]"),
    (re.compile(r"\.\s+(?=conv)", re.IGNORECASE), ", "),
)
"""Signs of other habits, and what the notation has for them."""


def _signs(text: str, start: int, end: int, wrong: Fault) -> Iterator[Change]:
    """Signs at the fault, or anywhere, that the notation writes otherwise."""
    for pattern, instead in _SIGNS:
        changed = pattern.sub(instead, text)
        if changed != text:
            yield Change(changed, FORM)
    yield from _turned_in(text)
    held = re.match(r"\s*us\w*\s+holds?\s+(?:card\s+)?#?(\d{1,3})\s*$", text, re.IGNORECASE)
    if held is not None:
        yield Change(f"US {held[1]} hold", FORM)
    fault = text[start:end]
    before, rest = text[:start], text[start:]
    if fault == "[":
        dice = re.match(r"\[[1-6? ,]*", rest)
        if dice is not None:
            yield Change(f"{before}{dice[0].rstrip(' ,')}]{rest[dice.end() :]}", FORM)
    elif fault == "]":
        numbers = re.search(rf"({_DIE})\s+({_DICE})\s*$", before)
        if numbers is not None and len(re.findall(_DIE, numbers[2])) == int(numbers[1].replace("?", "0")):
            yield Change(f"{before[: numbers.start(2)]}[{numbers[2]}]{text[end:]}", FORM)
        numbers = re.search(rf"{_DICE}\s*$", before)
        if numbers is not None:
            yield Change(f"{before[: numbers.start()]}[{numbers[0].rstrip()}]{text[end:]}", FORM)
    elif fault == ",":
        for sign in (" / ", " => ", " "):
            yield Change(f"{before.rstrip()}{sign}{text[end:].lstrip()}", FORM)
    elif re.fullmatch(r"\w+\[.*\]", fault) and wrong is faults.NO_LABEL:
        from difflib import get_close_matches

        label, rolled = fault[: fault.index("[")], fault[fault.index("[") :]
        for near in get_close_matches(label.casefold(), [name for name in LABELS if name], n=1, cutoff=0.6):
            yield Change(before + near + rolled + text[end:], FORM)
        yield Change(before + rolled + text[end:], FORM)
    elif re.fullmatch(r"0+", fault):
        yield Change(f"{before}?{text[end:]}", FORM)
    elif fault in ("=", "-", "--", ">", "|", "+"):
        for sign in (" => ", ", ", " / ", " "):
            yield Change(f"{before.rstrip()}{sign}{text[end:].lstrip()}", FORM)
    elif fault.casefold() in words.USES or fault.casefold() == "no":
        head = re.sub(r"[\s,&+|]*(?:\b(?:and|then)\b[\s,]*)*$", "", before)
        yield Change(f"{head} / {rest}", FORM)
    elif fault.casefold() in ("and", "then", "plus", "&", "+"):
        yield Change(f"{before.rstrip(' ,')}, {text[end:].lstrip()}", FORM)
        yield Change(f"{before.rstrip(' ,')} / {text[end:].lstrip()}", FORM)
    if before.rstrip().endswith("/"):
        for sign in (", ", " "):
            yield Change(f"{before.rstrip(' /')}{sign}{rest}", FORM)
    if start:
        yield Change(f"{before.rstrip(' ,')}, {rest}", FORM)


_OVER = re.compile(r"\s*(?:eot|end-?turn|turn(?:\s+is)?\s+(?:ends?|over|done)|end)\b[\s.!]*(\d*)\s*$", re.IGNORECASE)
_BOARD = re.compile(r"\s*(?:board|checkpoint|check|position|status|state|tracks?)\b\s*[:=-]?\s*", re.IGNORECASE)
_SETUP = re.compile(r"\s*(?:set[- ]?up|start)\b\s*[:=-]?\s*", re.IGNORECASE)
_COPULA = re.compile(r"\s+(?:is|are|was|were)(?:\s+now)?\s+", re.IGNORECASE)
_CADRE = re.compile(r"\s*(?:j\w*\s+)?removes?[\s-]+(?:the\s+)?cadres?\b[\s:]*(?:in\s+|from\s+)?", re.IGNORECASE)
_STEP = re.compile(r"\s*(?:polari[sz]ation|attrition|convergence)\b", re.IGNORECASE)
_COUNTER = re.compile(r"\s*(?:the\s+|turns?[ -]in\s+)*(zakat|strong[ -]?horse)\W*$", re.IGNORECASE)
_HOLD = re.compile(r"\s*(?:us\w*\s+)?(?:holds?|keeps?)\b.*", re.IGNORECASE)


def _openings(text: str, names: Names) -> Iterator[Change]:
    """Lines that begin as none does."""
    from difflib import get_close_matches

    said = text.casefold().strip(" .!")
    if _OVER.match(text) or get_close_matches(said, ["end of turn"], cutoff=0.8):
        yield Change("end of turn", FORM)
    if get_close_matches(said, ["no plots"], cutoff=0.75):
        yield Change("no plots", FORM)
    for pattern, word in ((_BOARD, "board:"), (_SETUP, "setup:"), (_CADRE, "J remove-cadre")):
        match = pattern.match(text)
        if match is not None and match.end() < len(text):
            yield Change(f"{word} {text[match.end() :]}", FORM)
    if _HOLD.match(text):
        yield Change("US hold", FORM)
    if _STEP.match(text):
        yield Change(f"end of turn: {text.strip()}", FORM)
    yield from _turned_in(text)
    number = re.match(r"\s*(?:card\s+)?#?(\d{1,3})\b", text, re.IGNORECASE)
    begin = re.findall(r"[a-z-]+", text.casefold())[:3]
    for side in ("J", "US"):
        own = set(words.MEANINGS[side]) - set(words.MEANINGS["US" if side == "J" else "J"])
        if any(words.use_of(w, side) in own for w in begin) or (side == "US" and begin[:1] == ["war"]):
            yield Change(f"{side} {text.strip()}" if number else f"{side} ? {text.strip()}", FORM)
    yield Change(f"board: {text.strip()}", FORM)


def _turned_in(text: str) -> Iterator[Change]:
    """A marker of optional rule 1, without the side that turns it in."""
    counter = _COUNTER.match(text)
    if counter is not None:
        yield Change("J turn-in zakat" if counter[1].casefold() == "zakat" else "US turn-in strong-horse", FORM)


def title_at(text: str, names: Names) -> tuple[tuple[int, ...], str] | None:
    """The cards whose title a text begins with, the longest one, and what follows it; None if it is no title."""
    said = list(re.finditer(r"\S+", text))
    for n in range(min(len(said), 8), 0, -1):
        end = said[n - 1].end()
        if (numbers := names.titles.get(plain(text[:end]))) is not None:
            return numbers, text[end:].strip(" :,")
    return None


def _titled(before: str, rest: str, names: Names) -> Iterator[Change]:
    """A card that is named by its title alone."""
    found = title_at(rest, names)
    if found is not None and len(found[0]) == 1:
        yield Change(f"{before}{found[0][0]} {found[1] or 'event'}", TITLE, rest[: len(rest) - len(found[1])].strip())


def _without_card(text: str, start: int, names: Names) -> Iterator[Change]:
    """A play whose card stands elsewhere, or nowhere."""
    before, rest = text[:start], text[start:]
    yield from _titled(before, rest, names)
    two = re.match(
        r"reass\w*\s+(?:with\s+)?#?(\d{1,3})\s*(?:,|\+|and|&|/|plus|\s)\s*#?(\d{1,3})\b(.*)", rest, re.IGNORECASE
    )
    if two is not None:
        yield Change(f"{before}{two[1]}+{two[2]} reassess{two[3]}", FORM)
    swapped = re.match(r"([^\W\d][\w-]*)\s*(?:with\s+)?(?:card\s+)?#?(\d{1,3})\b(.*)", rest, re.IGNORECASE)
    if swapped is not None:
        yield Change(f"{before}{swapped[2]} {swapped[1]}{swapped[3]}", FORM)
    if _HOLD.match(text):
        yield Change("US hold", FORM)
    cadre = _CADRE.match(text)
    if cadre is not None:
        yield Change(f"J remove-cadre {text[cadre.end() :]}", FORM)
    stated = _COPULA.sub(" ", text)
    if stated != text:
        yield Change(f"board: {stated.strip()}", FORM)
    yield Change(f"{before}? {rest}", FORM, "?")
    for pattern in (_OVER, _BOARD):
        if pattern.match(rest):
            yield Change(rest, FORM)


# -------------------------------------------------------------------- statements about countries


@lru_cache(maxsize=8)
def _of_countries(names: Names) -> tuple[frozenset[str], frozenset[str]]:
    """What may be said of a country in words alone, and what a number may count there."""
    alone: set[str] = set()
    counted: set[str] = set()
    for fact in names.facts:
        for form in fact.forms:
            said = {w.casefold() for w in (form.words, *form.also)}
            if fact.of == "country" and form.shape is Shape.COUNTED:
                counted |= said
            elif fact.of == "country" and form.shape is Shape.FIXED:
                alone |= said
    return frozenset(alone), frozenset(counted)


def _round(text: str, start: int, names: Names) -> Iterator[Change]:
    """A statement about a country whose pieces stand the other way round: ``militia 3``, ``capital Iraq``."""
    arrow = text.find("=>")
    alone, counted = _of_countries(names)
    if arrow < 0 and _side(text):
        ahead = [" ".join(text[start:].casefold().split()[:n]) for n in (1, 2)]
        if alone & set(ahead) and (country := _first_country(text[:start], names)):
            yield Change(f"{text[:start].rstrip(' ,')} => {country} {text[start:]}", FORM)
    if arrow < 0 and not re.match(r"\s*(?:board|set|setup)\s*:", text, re.IGNORECASE):
        return
    begin = max(text.rfind(sign, 0, start) for sign in ",:>") + 1
    stop = min((at for at in (text.find(",", start), text.find(" / ", start)) if at >= 0), default=len(text))
    before, piece, rest = text[:begin], text[begin:stop].strip(), text[stop:]

    def turned(match: re.Match[str]) -> str:
        return f"{match[2]} {match[1]}" if match[1].casefold() in counted else match[0]

    other = re.sub(r"([A-Za-z]+)\s+(\d+)\b", turned, piece)
    if other != piece:
        yield Change(f"{before} {other}{rest}", FORM)
    said = piece.split()
    for n in (3, 2, 1):
        word = " ".join(said[:n])
        if word.casefold() not in alone | counted:
            continue
        place = [w for w in said[n:] if w.casefold() not in ("in", "of", "at", "is")]
        number = f"{place.pop()} " if place and place[-1].isdigit() else ""
        if place:
            yield Change(f"{before} {' '.join(place)} {number}{word}{rest}", FORM)
        elif 0 < arrow < begin and (country := _first_country(text[:arrow], names)):
            yield Change(f"{before} {country} {number}{word}{rest}", FORM)


def _first_country(text: str, names: Names) -> str:
    """The country that a play names first, "" for none."""
    said = re.findall(r"[^\W\d][^\s:#,>\[\]]*", text)
    for at in range(len(said)):
        for n in (3, 2, 1):
            word = " ".join(said[at : at + n])
            try:
                found = names.place(word) if n == 1 or names.is_exact(word) else None
            except Ambiguous:
                continue
            if found and found != TRACK and word.casefold() not in FIRST_SIDES:
                return found
    return ""


# -------------------------------------------------------------------- spelling


@lru_cache(maxsize=8)
def _vocabulary(names: Names) -> dict[str, str]:
    """Every word of the notation in lower case, with its canonical spelling."""
    found = {word.casefold(): word for word in words.OPENERS}
    for fact in names.facts:
        for form in fact.forms:
            for said in (form.words, form.one, *form.also):
                for word in (said, *said.split()):
                    found.setdefault(word.casefold(), word)
    for use in forms.USES.values():
        found |= {word: said for word, (_, said) in use.words.items() if said}
    found |= {"no event": "no event", "with": "with"}
    found |= words.USES | words.LEFT_OVER | words.OWN_STEPS
    found |= {name.casefold(): name for name in names.markers.values()}
    found |= {form.casefold(): form for form in names.forms}
    return {word: said for word, said in found.items() if len(word) > 2}


def _spelt(text: str, error: LineError, names: Names) -> Iterator[Change]:
    """The line with the word at fault, alone or with a neighbour, spelt as a near one."""
    from difflib import get_close_matches

    start, end = error.column - 1, error.end - 1
    fault = text[start:end].casefold()
    if not fault.strip() or not fault[0].isalpha():
        return
    common = fault in _COMMON
    meant, side = words.MEANT.get(fault), _side(text)
    if meant is not None and meant in words.MEANINGS.get(side, {}):
        stop = end
        many = re.match(r"(?:war|ideas?|of|change|on|\s)+\b", text[end:], re.IGNORECASE)
        if many is not None and meant in ("woi", "regime-change"):
            stop = end + many.end()
        yield Change(f"{text[:start]}{meant} {text[stop:].lstrip()}", SPELT, meant)
    known = _vocabulary(names)
    before = text[:start].rstrip().rfind(" ") + 1
    following = re.match(r"\s+[^\W\d_][\w.'’&!/-]*", text[end:])
    spans = [(start, end, 0.7), (before, end, 0.7 if before == start else 0.8)]
    if following is not None:
        spans.append((start, end + following.end(), 0.8))
    for begin, stop, cutoff in dict.fromkeys(spans):
        written = text[begin:stop].casefold()[:40]
        if common and cutoff < 0.9 and not set(written.split()) - _COMMON:
            continue
        for near in get_close_matches(written, known, n=3, cutoff=cutoff):
            if near not in written and known[near].casefold() != written:  # that would leave out the word at fault
                yield Change(text[:begin] + known[near] + text[stop:], SPELT, known[near])
