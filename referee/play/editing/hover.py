"""The hover text for a place of a record.

It has a title, our own words, the result on this line, and the line that made it so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from referee.editions import rulesets
from referee.engine.law.rolls import Roll
from referee.engine.record.setup import find_scenario
from referee.engine.record.steps import JudgedStep
from referee.engine.state import statements
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.names import Ambiguous
from referee.engine.state.script import Action, Dice, Item, Part, Place, Segment, Statement
from referee.engine.state.words import sentence
from referee.parsers.faults import LineError
from referee.parsers.notation import words
from referee.parsers.notation.cursor import SIDES
from referee.parsers.notation.position import phrase
from referee.parsers.notation.tags import TAG_LINE
from referee.parsers.notation.tokens import Token, split_comment, tokenize_line
from referee.play.editing import reference
from referee.play.editing.document import Document
from referee.play.editing.reference import ReferenceEntry
from referee.play.recording.messages import status
from referee.reports import describe, ruling

MOST_ROLLS = 4
MOST_CHANGES = 6
MOST_LINES = 12
"""Most lines that made a place what it is."""
_LINES = {
    "end": "End of turn",
    "resolve": "Plots are resolved",
    "board": "Checkpoint",
    "deal": "Deal",
    "draw": "Draw",
}
"""Words that begin a line without a card, with their titles."""
_CARD_LISTS = frozenset({*SIDES, "discard", "draw", "take", "give", "show", "hand", "discards", "removed", "lapsing"})
"""Words before the number of a card."""
_NOTHING = ReferenceEntry("")


def hover(document: Document, line: int, column: int) -> ReferenceEntry | None:
    """The entry at a column of a line, both counted from 1.

    None where there is none. Never raises.
    """
    if not (1 <= line <= len(document.lines) and column >= 1):
        return None
    try:
        document.judge(line)
        found = _entry(document, line, column)
    except Exception:  # a line that is being written may be anything
        return None
    return found if found is not None and found.title else None


def definition(document: Document, line: int, column: int) -> list[int]:
    """The lines that explain a place.

    Those that a finding there names, else the last line that changed its subject. Never raises.
    """
    try:
        document.judge(line)
        named = [n for f in document.findings if _covers(f.place, line, column) for n in (*f.see, *f.follows)]
        if named:
            return [n for n in dict.fromkeys(named) if n != line and 1 <= n <= len(document.lines)][:MOST_LINES]
        return _last_change(document, line, column)
    except Exception:  # help while reading is no place to fail
        return []


def _covers(place: Place, line: int, column: int) -> bool:
    return place.line == line and place.column <= column <= max(place.end, place.column + 1)


# -------------------------------------------------------------------- parts of a line


def _dice(action: Action | None) -> Iterator[tuple[Segment, int, Item, Dice]]:
    for segment in action.segments if action is not None else ():
        for n, item in enumerate(segment.items):
            for dice in item.dice:
                yield segment, n, item, dice


def _answers(action: Action | None) -> Iterator[tuple[object, Place]]:
    """The written answers with their places; of a Plot its country."""
    for segment in action.segments if action is not None else ():
        for item in segment.items:
            for part in item.parts.values():
                yield _first(part), part.place


def _first(part: Part) -> object:
    return part.value[0] if isinstance(part.value, tuple) and part.value else part.value


def _stated(action: Action | None) -> list[Statement]:
    """The claims and statements of a line."""
    return [*(c for s in action.segments for c in s.claims), *action.statements] if action is not None else []


def _last_change(document: Document, line: int, column: int) -> list[int]:
    """The last earlier change of the country or track at a place."""
    action = document.action_on(line)
    subjects = [(p.end - p.column, v) for v, p in _answers(action) if isinstance(v, str) and _covers(p, line, column)]
    stated = [s for s in _stated(action) if _covers(s.place, line, column)]
    subjects += [(s.place.end - s.place.column, s.subject or s.field) for s in stated]
    if action is None or not subjects:
        return []
    subject = min(subjects)[1]
    document.judge(action.place.line)
    for other in reversed(document.record.actions):
        at = other.place.line
        step = document.step_on(at) if at < action.place.line else None
        if step is not None and any(c.subject == subject or c.kind == subject.casefold() for c in step.changes):
            return [at]
    return []


# -------------------------------------------------------------------- the entry of a place


@dataclass
class _Spot:
    """A token of a line, with what was read and judged there."""

    document: Document
    line: int
    column: int
    tokens: list[Token]
    token: Token

    @cached_property
    def word(self) -> str:
        return self.token.text.casefold()

    @cached_property
    def action(self) -> Action | None:
        return self.document.action_on(self.line)

    @cached_property
    def step(self) -> JudgedStep | None:
        return self.document.step_on(self.line)

    def covered(self, place: Place, column: int = 0) -> bool:
        """Whether a part of the line is at a column.

        The cursor is the usual column.
        """
        return place.line == self.line and place.column <= (column or self.column) <= place.end

    def card(self, number: int, lead: str = "", *, place: bool = False) -> ReferenceEntry:
        """The entry on a card.

        With its place if wanted, or under another title.
        """
        board = self.document.board_before(self.line) if place else None
        found = reference.of_card(number, self.document.setup.rules, board)
        if found is None or not lead:
            return found or _NOTHING
        return ReferenceEntry(lead, (found.title, *found.paragraphs))


def _entry(document: Document, line: int, column: int) -> ReferenceEntry | None:
    raw = document.lines[line - 1]
    body = split_comment(raw)[0]
    for match in reference.RULE.finditer(raw):  # a rule may be named in a remark
        if match.start() < column <= match.end() + 1 and column > len(body):
            rule = reference.of_rule(match[0])
            return replace(rule, first=match.start() + 1, last=match.end() + 1) if rule is not None else None
    if raw.lstrip().startswith("["):
        return _tag(document, raw)
    if column > len(body) + 1:
        return None
    try:
        tokens = tokenize_line(body)
    except LineError:
        tokens = []
    touched = [t for t in tokens if t.column <= column < t.end] or [t for t in tokens if t.end == column]
    if not touched:
        return None
    spot = _Spot(document, line, column, tokens, touched[0])
    found = next((made for source in _SOURCES if (made := source(spot)) is not None), _NOTHING)
    return found if found.first else replace(found, first=spot.token.column, last=spot.token.end)


def _tag(document: Document, raw: str) -> ReferenceEntry | None:
    match = TAG_LINE.match(raw)
    name = match[1].casefold() if match is not None else ""
    last = len(raw.rstrip()) + 1
    rules = document.setup.rules
    if match is not None and name == "scenario" and (data := find_scenario(match[2])) is not None:
        return ReferenceEntry(
            str(data["name"]), (f"The rules: {rulesets.BY_TAG.get(rules.name, (rules.name,))[0]}.",), 1, last
        )
    if name in ("options", "option"):
        options = {o: rules.options[o] for o in document.setup.options if o in rules.options}
        said = tuple(f"- {name} ({option.rule}): {option.switched}" for name, option in options.items())
        return ReferenceEntry("Options", said, 1, last) if said else None
    return None


def _of_dice(at: _Spot) -> ReferenceEntry | None:
    """The rolls of some dice: their targets and results."""
    if at.token.kind != "dice":
        return None
    step = at.step
    if step is None:
        return _NOTHING
    mine = [entry for entry in _dice(at.action) if at.covered(entry[-1].place, at.token.column)]
    rolls = list(dict.fromkeys(r for entry in mine for r in _rolls(step, *entry)))[:MOST_ROLLS]
    if not rolls:
        return ReferenceEntry("Dice", ("Nothing was rolled with these dice.",))
    said = [sentence(r.explained) for r in rolls]
    sought = [sentence(r.sought) for r in rolls if not r.automatic]
    rule = reference.of_rule(rolls[0].rule)
    why = (f"Rule {rule.title}.",) if rule is not None else ()
    return ReferenceEntry(rolls[0].title, (*dict.fromkeys(said), *dict.fromkeys(sought), *why))


def _rolls(step: JudgedStep, segment: Segment, n: int, item: Item, dice: Dice) -> list[Roll]:
    """The rolls of some dice.

    Those of their entry, else of a country that it names, else of the segment.
    """
    names = ("event",) if segment.name == "event" else () if segment.name == "end" else (segment.name, "op")
    mine = [r for r in step.rolls if r.dice and not r.automatic and (not names or r.address.segment.name in names)]
    labelled = [r for r in mine if r.label == dice.label or (dice.label and not r.label)]
    mine = labelled or mine
    seen = {v for v in dice.values if v is not None}
    countries = set(item.countries())
    for group in (
        [r for r in mine if r.item == n and not segment.loose],
        [r for r in mine if r.subject and r.subject in countries],
        mine,
    ):
        if fitting := [r for r in group if not seen or seen.issuperset(r.dice)]:
            return fitting
    return []


def _of_statement(at: _Spot) -> ReferenceEntry | None:
    """The board's value for a statement.

    Before a checkpoint, after a play.
    """
    s = next((s for s in _stated(at.action) if at.covered(s.place)), None)
    if s is None or at.action is None:
        return None
    if s.field in ("success", "plot"):
        return _NOTHING
    before = at.action.kind == "board"
    board = at.document.board_before(at.line) if before else at.document.board_after(at.line)
    try:
        now = phrase(board.rules.facts, statements.make(s.field, statements.actual(board, s), s.subject))
        rule = reference.of_rule(statements.defining_rule(board, s))
    except (KeyError, ValueError):
        return _NOTHING
    lead = f"{s.subject}: " if s.subject else ""
    said = f"{'The referee has' if before else 'Behind this line'}: {lead}{now}."
    title, more = (rule.title, rule.paragraphs) if rule is not None else (s.field, ())
    return ReferenceEntry(title, (said, *more), s.place.column, s.place.end)


def _of_card(at: _Spot) -> ReferenceEntry | None:
    """The number of a card.

    After its side, or after a word that names cards.
    """
    index = at.tokens.index(at.token)
    if at.token.kind != "int" or at.action is None or index == 0:
        return None
    while index > 1 and at.tokens[index - 1].kind in ("int", "query", "plus"):
        index -= 1
    before = at.tokens[index - 1]
    dealt = at.action.kind in ("deal", "draw") and before.kind == "colon"
    return at.card(int(at.token.text), place=True) if dealt or before.text.casefold() in _CARD_LISTS else None


def _of_country(at: _Spot) -> ReferenceEntry | None:
    """A country, and what this line has changed in it."""
    name, place = _country(at)
    board = at.document.board_after(at.line) if name else None
    if board is None or name not in board.countries:
        return None
    found = replace(reference.of_country(name, board), first=place.column, last=place.end)
    if at.step is None:
        return found
    shown = [c for c in at.step.changes if c.subject == name and describe.shown(c)]
    changes = dict.fromkeys(describe.change(c, at.step.rules, name) for c in shown)
    said = [f"- {sentence(c)}" for c in changes]
    return found.and_also("On this line:", *said[:MOST_CHANGES]) if said else found


def _country(at: _Spot) -> tuple[str, Place]:
    """The country at the cursor, from the line as it was read.

    Else the meaning of its word; "" for none.
    """
    names, token = at.document.names, at.token
    own = Place(at.line, token.column, token.end)
    for value, place in _answers(at.action):
        if isinstance(value, str) and value in names.countries and at.covered(place):
            return value, place
    if token.kind != "word" or at.word in SIDES or not (names.is_exact(token.text) or len(token.text) > 2):
        return "", own
    try:
        return names.place(token.text) or "", own
    except Ambiguous:
        return "", own


def _of_marker(at: _Spot) -> ReferenceEntry | None:
    marker = at.document.names.marker(at.token.text)
    number = reference.card_of_marker(marker, at.document.setup.rules) if marker is not None else 0
    return at.card(number, f"Marker {marker}") if number else None


def _of_side(at: _Spot) -> ReferenceEntry | None:
    if at.token is not at.tokens[0] or at.word not in SIDES:
        return None
    board = status(at.document.board_before(at.line))
    return ReferenceEntry(SIDE_NAMES[SIDES[at.word]], (f"{board}.", *_answer(at)))


def _answer(at: _Spot) -> Iterator[str]:
    """The verdict on the play of the line, with reasons.

    The same as the answer of ``referee was``.
    """
    if at.step is None or not at.step.action.counted:
        return
    found = ruling.of_line(at.document.verdict, "This play", at.step.action.place.line, besides=False)
    yield from found.paragraphs[:1]
    for listed in found.lists:
        yield listed.title
        yield from (f"- {said}" for said in listed.sentences)


def _of_event(at: _Spot) -> ReferenceEntry | None:
    if at.word not in ("event", "events") or at.action is None:
        return None
    segment = next((s for s in at.action.segments if at.covered(s.place, at.token.column)), None)
    card = segment.card if segment is not None else None
    number = card or next((n for n in at.action.cards if n), 0)
    return at.card(number) if number else None


def _of_use(at: _Spot) -> ReferenceEntry | None:
    side = at.action.side if at.action is not None else ""
    use = words.use_of(at.word, side) or words.LEFT_OVER.get(at.word, "")
    found = reference.of_use(use, at.document.setup.rules)
    if found is None or at.step is None or at.step.action.use != use:
        return found
    return found.and_also(sentence(describe.sentence(at.step)))


def _of_line(at: _Spot) -> ReferenceEntry | None:
    """A line without a card: the position after it, and what changed."""
    if at.word not in _LINES:
        return None
    said = [f"{status(at.document.board_after(at.line))}."]
    if at.step is not None and at.word in ("end", "resolve"):
        shown = [c for c in at.step.changes if describe.shown(c)]
        changes = dict.fromkeys(sentence(describe.change(c, at.step.rules)) for c in shown)
        said += [f"- {c}" for c in changes][: MOST_CHANGES * 2]
    return ReferenceEntry(_LINES[at.word], tuple(said))


_SOURCES: tuple[Callable[[_Spot], ReferenceEntry | None], ...] = (
    _of_dice,
    _of_statement,
    _of_card,
    _of_country,
    _of_marker,
    _of_side,
    _of_event,
    _of_use,
    _of_line,
)
"""The kinds of token, each with its entry, in the order in which they are tried."""
