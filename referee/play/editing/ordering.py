"""A completion, and the order in which completions are shown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.engine.state.names import plain

_WORD = re.compile(r"[\w.'’&/#+-]*$")
_REST = re.compile(r"[\w'’&/-]*")
MOST_WORDS = 4
"""Most words of a name."""
FORBIDDEN = 9
"""The rank of what a rule forbids."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Something that may be written; :func:`ordered` adds the columns that it replaces."""

    label: str
    kind: str = "word"
    """side, card, use, country, plot, cells, number, dice, word, statement, line, tag, value or sign."""
    detail: str = ""
    documentation: str = ""
    insert: str = ""
    """The text that replaces the columns; before :func:`ordered`, "" for the label."""
    caret: int = -1
    """The position of the cursor in it, in characters from its beginning; -1 for its end."""
    also: tuple[str, ...] = ()
    """Other words that begin it."""
    rank: int = 5
    """The rank in the list, from the top."""
    glued: bool = False
    """Whether no blank goes before it."""
    next_part: bool = False
    """Whether it begins the next part of a line, such as the use of a card after its event."""
    about: str = ""
    """The subject of more text, for :func:`referee.play.editing.reference.reference`: "card 43"."""
    first: int = 0
    last: int = 0
    """The column after what is replaced."""
    sort: str = ""
    """Key of the order in which they are shown."""
    filter: str = ""
    """Filter text, with the typed text as its beginning."""

    @property
    def forbidden(self) -> bool:
        """Whether a rule forbids it; ``detail`` says which."""
        return self.rank >= FORBIDDEN

    def placed(self, before: str, column: int, after: str, at: int) -> Completion | None:
        """The same with its columns.

        None if it does not continue the text before the cursor.
        """
        written = _written(self, before)
        if written is None or (self.forbidden and len(plain(written)) < 2):
            return None
        insert = self.insert or self.label
        first, last = column - len(written), column
        if self.glued and not written and before.endswith(" "):
            first -= len(before) - len(before.rstrip())
        if written and self.kind in ("country", "use", "word", "value"):
            last += _length(after)
        lead = "" if self.glued or written or not before or before[-1] in ' \t(["' else " "
        shown = self.label if not written or plain(self.label).startswith(plain(written)) else written
        caret = len(lead) + (self.caret if self.caret >= 0 else len(insert))
        return replace(
            self,
            insert=lead + insert,
            caret=caret,
            first=first,
            last=last,
            sort=f"{self.rank}{at:03}",
            filter=shown,
        )


def _length(after: str) -> int:
    """The rest of the word at the cursor, in characters."""
    rest = _REST.match(after)
    return rest.end() if rest is not None else 0


def ordered(found: Iterable[Completion], before: str, column: int, after: str) -> list[Completion]:
    """The matching completions in their order.

    ``after`` is the text at the cursor.
    """
    placed: dict[tuple[str, str], Completion] = {}
    for at, one in enumerate(found):
        key = (one.kind, one.insert or one.label)
        if key not in placed and (made := one.placed(before, column, after, at)) is not None:
            placed[key] = made
    return sorted(placed.values(), key=lambda c: c.sort)


def _written(one: Completion, before: str) -> str | None:
    """The typed text that this continues.

    "" for no text, None if it does not continue it.
    """
    forms = (one.label, *one.also)
    if one.kind in ("tag", "value"):
        written = before[max(before.rfind(sign) for sign in '[",') + 1 :].lstrip()
        return written if _begin(forms, written) else None
    if one.glued or one.kind in ("sign", "dice"):
        sign = one.insert or one.label
        known = next((sign[:n] for n in range(len(sign), 0, -1) if before.endswith(sign[:n])), "")
        return known if known or one.glued or before[-1:].isspace() else None
    pieces = re.findall(r"\S+\s*", before)
    several = [_folded(form) for form in forms if " " in form]
    for n in range(min(MOST_WORDS, len(pieces)), 1, -1):  # a name of several words may be written in part
        written = "".join(pieces[-n:])
        if not re.search(r"[,:>=\[\]]", written) and any(form.startswith(_folded(written)) for form in several):
            return written
    if before[-1:].isspace():
        last = pieces[-1] if pieces else ""
        return last if last and any(form.startswith(_folded(last)) for form in several) else ""
    word = _WORD.search(before)
    last = word[0] if word is not None else ""
    key = plain(last)
    if not key:
        return None if last else ""
    return last if _begin(forms, last) or (one.kind == "card" and _begin(one.label.split(), last)) else None


def _begin(forms: Iterable[str], written: str) -> bool:
    """Whether a text begins one of these, in plain letters."""
    key = plain(written)
    return any(plain(form).startswith(key) for form in forms)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()) + (" " if text[-1:].isspace() else "")
