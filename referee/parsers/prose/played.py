"""The card played in a sentence, by number or title.

A number beside its title is a card everywhere. A title alone is one only in strong places: at the beginning, after a
word for playing, before a word for a use; never among wishes, reasons, hands and discards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.state.titles import Title
from referee.parsers.prose.tokens import SentenceWord, Words, at, card, span, symbols, texts, titles_at
from referee.parsers.prose.vocabulary import Vocabulary, common, group, meanings, pattern, use_at

_MOST = 60
"""Most words of a sentence to search for titles."""
_NAMING = frozenset(["word", "title", "country", "us", "num"])
_CUTS = frozenset([",", ":", ";", "but", "so", "then", "instead", "-", "–", "—"])
_CLOSED = frozenset([",", ":", "(", "-", "–", "—", "/", ""])


def use_word(t: SentenceWord) -> bool:
    """Whether a word names a card's use."""
    return t.text in meanings("uses")


def _letter(t: SentenceWord) -> str:
    """The use of a single letter after a card, or ""."""
    return {"e": "event", "o": "ops"}.get(t.text.casefold().removesuffix("."), "")


def used(found: Sequence[SentenceWord]) -> bool:
    """Whether some words name a card's use."""
    return pattern("used").search(symbols(found)) is not None


def begins_play(s: Words, after: Words, *, first: bool) -> bool:
    """Whether a sentence begins with the numbered card it plays.

    It names the use as well.
    """
    place = next((i for i, t in enumerate(s[:8]) if t.kind == "card" and not t.aside), None)
    if place is None:
        return False
    lead = s[:place]
    if any(t.of("lost", "drawn", "unreal") for t in lead) or _is_talk(s, clause_start(s, place), place, place + 1):
        return False
    if any(t.of("unplayed") and not t.of("held") for t in s[clause_start(s, place) : _verb(s, place) or place]):
        return False
    if place == 0 and first:
        return True
    if any(t.kind == "country" or t.text in ("is", "into", "by") for t in lead):
        return False
    return any(use_word(t) for t in (*s[place + 1 :], *after)) or s[-1].text in ("and", "+", "&")


class PlayFinder:
    """The reader of played cards; it knows the last one."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.due = False
        """Whether a heading has announced a card that has not come."""
        self.last_card = 0
        """The last card played, open to further words; or 0."""
        self.named: tuple[Title, ...] = ()
        """The title of a named, unplayed card."""

    def begin(self, *, due: bool) -> None:
        """Begin under a heading that may announce one card."""
        self.due, self.last_card, self.named = due, 0, ()

    def cut(self, found: Sequence[list[SentenceWord]]) -> Iterator[tuple[list[SentenceWord], bool]]:
        """Sentences cut at played titles, with whether one begins there."""
        for n, sentence in enumerate(found):
            numbered = next((t.value for t in sentence if t.kind == "card"), None)
            if numbered is not None:
                self.last_card = numbered
                yield plain_use(sentence), False
                continue
            places = self.places(sentence, found[n + 1] if n + 1 < len(found) else [])
            if not places:
                yield sentence, False
            for t in sentence[: max(clause_start(sentence, places[0][0]) - 1, 0)] if places else ():
                t.aside = max(t.aside, 1)  # it gives a possible side, but no use
            begin = 0
            for k, (i, end, cards) in enumerate(places):
                following = places[k + 1][0] if k + 1 < len(places) else len(sentence)
                until = max(clause_start(sentence, following), end) if following < len(sentence) else following
                played = card(sentence[i:end], cards[0] if len(cards) == 1 else 0, cards)
                yield plain_use([*sentence[begin:i], played, *sentence[end:until]]), True
                begin = until

    def places(self, s: Sequence[SentenceWord], after: Words) -> list[tuple[int, int, tuple[int, ...]]]:
        """Places of played titles: begin, end and cards of each."""
        found: list[tuple[int, int, tuple[int, ...]]] = []
        if any(title.whole for i in range(min(len(after), 3)) for title, _ in titles_at(after, i, self.vocabulary)):
            after = []  # it is about another card
        for i in range(min(len(s), _MOST)):
            if (found and i < found[-1][1]) or s[i].aside or s[i].kind not in _NAMING:
                continue
            known = ((t, i + 1) for t in self.named) if s[i].text == "it" else titles_at(s, i, self.vocabulary)
            for title, end in known:
                if self.last_card in title.cards:
                    continue
                if not s[i].unreal and _is_played(s, i, end, title, after, due=self.due, again=bool(found)):
                    self.last_card = title.cards[0] if len(title.cards) == 1 else 0
                    self.due, self.named = False, ()
                    found.append((i, end, title.cards))
                    break
                if title.whole and title.one and s[i].kind != "country":
                    self.named = (title,)
        return found


def plain_use(s: list[SentenceWord]) -> list[SentenceWord]:
    """A sentence with the use after its card as a word.

    Examples are "(event)", "(3 ops)", "E".
    """
    card = next((i for i, t in enumerate(s) if t.kind == "card"), len(s))
    begin = card + 1
    far = 16 if use_word(at(s, begin + 1)) else 6  # "(ops: recruit in Yemen and Sudan)"
    end = next((k for k in range(begin, begin + far) if at(s, k).text == ")"), 0) if at(s, begin).text == "(" else 0
    inner = s[begin + 1 : end] if end else s[begin : begin + 1]
    for t in inner:
        if use := _letter(t):
            t.kind, t.text = "word", use
    if not end or not any(use_word(t) for t in inner):
        return s
    for t in inner:
        t.aside -= 1
    return [*s[:begin], *inner, *[SentenceWord("sign", ",")] * (at(s, end + 1).text != ","), *s[end + 1 :]]


def clause_start(s: Words, i: int) -> int:
    """Beginning of the clause at a place."""
    return next((k + 1 for k in range(i - 1, -1, -1) if s[k].text in _CUTS and not s[k].aside), 0)


def _is_played(s: Words, i: int, end: int, title: Title, after: Words, *, due: bool, again: bool) -> bool:
    begin = clause_start(s, i)
    if s[i].text == "it" and not at(s, i - 1).of("playing"):
        return False
    if at(s, end).of("modal") or _is_talk(s, begin, i, end) or not title.one:
        return False
    verb = _verb(s, i)
    lead = [t for t in s[begin : i if verb is None else verb] if verb is None or not t.of("held")]
    if any(t.of("unplayed", "lost") or (not due and t.of("drawing")) for t in lead):
        return False
    if not title.whole and any(t.kind == "country" or t.text in common() for t in s[i:end][:1]):
        return False
    lone_country = s[i].kind == "country" and end == i + 1
    if verb is not None or _used(s, end, near=lone_country):
        return True
    closed = at(s, end).text in _CLOSED
    goes_on = closed and used((*s[end:], *after))
    if lone_country:
        return due and i == 0 and goes_on
    if due and (title.whole or i == begin):
        return True
    opens = not again and all(t.of("leading") or t.kind in ("sign", "person") for t in s[:i])
    listed = at(s, end).text == "," and at(s, end + 1).kind == "title"
    return opens and not listed and (goes_on or (at(s, end).text == "(" and bool(_letter(at(s, end + 1)))))


def _is_talk(s: Words, begin: int, i: int, end: int) -> bool:
    """Whether a card is only listed, advised, judged or foreign.

    Foreign is of another game or turn.
    """
    ends = (k for k, t in enumerate(s[: min(i, 8)]) if t.text == ":" or (k and s[k - 1].of("held") and t.of("having")))
    colon = next(ends, 0)
    listed = at(s, colon + 1) is s[i] or _verb(s, i) is None
    if any(t.of("advice") or (listed and t.of("held")) for t in s[:colon]):
        return True
    if texts(s, i - 2, i) == ["instead", "of"] or pattern("elsewhere").search(symbols(s[begin:i])):
        return True
    k = next((k for k in range(begin, i) if s[k].text in ("before", "after")), None)
    who = at(s, i if k is None else k + 1)
    if k is not None and (k + 1 == i or who.of("mine", "theirs") or who.name[:1].isupper()):
        return True
    return pattern("talk").match(symbols(s[end : end + 10])) is not None


def _verb(s: Words, i: int) -> int | None:
    """Place of a word for playing before a title, or None.

    Examples are "opens with", "his second card is", "uses".
    """
    j = i - 1
    while at(s, j).of("playing thin"):
        j -= 1
    t = at(s, j)
    done = [x for x in s[clause_start(s, i) : j + 1] if not x.of("ops", "event")]
    if any(meanings("uses").get(x.text) == "reassess" for x in done):
        return None  # its second card
    led = (
        t.of("playing")
        or texts(s, j - 1, j + 1) == ["event", "of"]
        or (t.of("doing") and "with" in texts(s, j + 1, i))
        or (any(x.text in ("with", "using", "via") for x in s[j + 1 : i]) and used(done))  # "alerts with Leak"
        or (
            t.text in ("is", "was", ":", ",")
            and any(x.of("card words") for x in span(s, j - (4 if t.text in ("is", "was") else 2), j))
        )
    )
    return j if led else None


def _used(s: Words, end: int, *, near: bool) -> bool:
    """Whether words after a title mean a play.

    Examples are "is next", "for ops", "as the event".
    """
    words = [t for t in s[end : end + 10] if not t.aside]
    begin = next((k for k, t in enumerate(words) if not t.of("playing now")), len(words))
    words = words[begin + (at(words, begin).text == "," and not near) :]
    if not words:
        return False
    low, first = texts(words), words[0]
    if first.text in ("for", "as", "on"):
        return any(_is_use(words, k) for k in range(5))
    if first.of("coming up"):
        if first.text in ("follows", "followed", "comes", "came") and used(words):
            return True  # "followed and was an event"
        said = {w for k, w in enumerate(low[1:4]) if k < 2 or w != "event"}
        return not group("is played").isdisjoint(said) and {"to", "too", "often"}.isdisjoint(low[2:5])
    return first.of("is played", "ops", "event") or bool(_letter(first)) or (use_word(first) and not near)


def _is_use(words: Words, k: int) -> bool:
    """Whether "for ops" or "for the event" is near a place.

    Nothing of weight comes before its use.
    """
    points = at(words, k).text in ("points", "point") and at(words, k - 1).kind == "num"
    return bool(points or use_at(texts(words), k)[0]) and all(
        t.kind in ("num", "us") or t.of("article", "between", "adding", "theirs", "mine") or t.text in ("its", "of")
        for t in words[1:k]
    )
