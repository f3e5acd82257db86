"""What stands under the cursor, told in a few lines: its title, our own words, and what it came to on this line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.editions import rulesets
from referee.engine import statements
from referee.engine.data import SIDE_NAMES
from referee.engine.names import Ambiguous
from referee.engine.rolls import Roll
from referee.engine.script import Action, Dice, Item, Place, Segment, Statement
from referee.engine.setup import find_scenario
from referee.engine.steps import Step
from referee.engine.words import sentence
from referee.parsers.faults import LineError
from referee.parsers.notation import words
from referee.parsers.notation.cursor import SIDES
from referee.parsers.notation.position import phrase
from referee.parsers.notation.tags import TAG_LINE
from referee.parsers.notation.tokens import Token, split_comment, tokenize_line
from referee.play.editing import told
from referee.play.editing.document import Document
from referee.play.editing.told import Told
from referee.play.recording.messages import status
from referee.reports import describe

MOST_ROLLS = 4
MOST_CHANGES = 6
_DICE = re.compile(r"([^\W\d_]*)\[[^\[\]]*\]")


@dataclass(frozen=True, slots=True)
class Hover:
    """What is told of some columns of a line."""

    title: str
    markdown: str
    text: str
    first: int
    last: int
    """The column behind it."""


def hover(document: Document, line: int, column: int) -> Hover | None:
    """What stands at a column of a line, both counted from 1; None where there is nothing to tell. Never raises."""
    if not (1 <= line <= len(document.lines) and column >= 1):
        return None
    try:
        document.judge(line)
        found = _at(document, line, column)
    except Exception:  # a line that is being written may be anything
        return None
    if found is None:
        return None
    what, place = found
    return Hover(what.title, what.markdown, what.text, place.column, place.end)


def _at(document: Document, line: int, column: int) -> tuple[Told, Place] | None:
    raw = document.lines[line - 1]
    body = split_comment(raw)[0]
    for match in told.RULE.finditer(raw):  # a rule may be named in a remark
        if match.start() < column <= match.end() + 1 and column > len(body):
            rule = told.of_rule(match[0])
            return (rule, Place(line, match.start() + 1, match.end() + 1)) if rule is not None else None
    if raw.lstrip().startswith("["):
        return _tag(document, raw, line)
    if column > len(body) + 1:
        return None
    try:
        tokens = tokenize_line(body)
    except LineError:
        tokens = []
    token = next((t for t in tokens if t.column <= column < t.end), None) or next(
        (t for t in tokens if t.end == column), None
    )
    if token is None:
        return None
    return _token(document, line, column, tokens, token)


def _tag(document: Document, raw: str, line: int) -> tuple[Told, Place] | None:
    match = TAG_LINE.match(raw)
    if match is None:
        return None
    place = Place(line, 1, len(raw.rstrip()) + 1)
    if match[1].casefold() == "scenario" and (data := find_scenario(match[2])) is not None:
        rules = document.setup.rules
        return Told(str(data["name"]), (f"The rules: {rulesets.BY_TAG.get(rules.name, (rules.name,))[0]}.",)), place
    if match[1].casefold() in ("options", "option"):
        known = document.setup.rules.options
        said = [f"- {o} ({known[o].rule}): {known[o].switched}" for o in document.setup.options if o in known]
        return (Told("Options", tuple(said)), place) if said else None
    return None


def _token(document: Document, line: int, column: int, tokens: list[Token], token: Token) -> tuple[Told, Place] | None:
    """What a token of a play means."""
    own = Place(line, token.column, token.end)
    action, step = document.action_on(line), document.step_on(line)
    if token.kind == "dice":
        return _rolled(action, step, line, token, own)
    if (stated := _statement(action, line, column)) is not None:
        return _stated(document, line, stated, before=action is not None and action.kind == "board")
    rules = document.setup.rules
    word = token.text.casefold()
    if token.kind == "int" and action is not None and _is_card(action, tokens, token):
        what = told.of_card(int(token.text), rules, document.board_before(line))
        return (what, own) if what is not None else None
    if (country := _country(document, action, line, column, token)) is not None:
        name, place = country
        board = document.board_after(line)
        if name in board.countries:
            what = told.of_country(name, board)
            return Told(what.title, (*what.paragraphs, *_changed(step, name))), place
    marker = document.names.marker(token.text)
    if marker is not None and (number := told.card_of_marker(marker, rules)):
        what = told.of_card(number, rules)
        return (Told(f"Marker {marker}", (what.title, *what.paragraphs)), own) if what is not None else None
    if token is tokens[0] and word in SIDES:
        return Told(SIDE_NAMES[SIDES[word]], (f"{status(document.board_before(line))}.",)), own
    if word in ("event", "events") and action is not None and (number := _card_of_event(action, line, token)):
        what = told.of_card(number, rules)
        return (what, own) if what is not None else None
    side = action.side if action is not None else ""
    use = words.use_of(word, side) or words.LEFT_OVER.get(word, "")
    if (what := told.of_use(use, rules)) is not None:
        done = (sentence(describe.sentence(step)),) if step is not None and step.action.use == use else ()
        return Told(what.title, (*what.paragraphs, *done)), own
    if word in ("end", "resolve", "board", "deal", "draw"):
        return _standing(document, line, step, own, word)
    return None


def _standing(document: Document, line: int, step: Step | None, own: Place, word: str) -> tuple[Told, Place] | None:
    titles = {
        "end": "End of turn",
        "resolve": "Plots are resolved",
        "board": "Checkpoint",
        "deal": "Deal",
        "draw": "Draw",
    }
    said = [f"{status(document.board_after(line))}."]
    if step is not None and word in ("end", "resolve"):
        said += [f"- {c}" for c in _shown(step)][: MOST_CHANGES * 2]
    return Told(titles[word], tuple(said)), own


# -------------------------------------------------------------------- parts of a line


def _entries(action: Action | None) -> Iterator[tuple[Segment, int, Item]]:
    for segment in action.segments if action is not None else ():
        for n, item in enumerate(segment.items):
            yield segment, n, item


def _on(place: Place, line: int, column: int) -> bool:
    return place.line == line and place.column <= column <= place.end


def _country(
    document: Document, action: Action | None, line: int, column: int, token: Token
) -> tuple[str, Place] | None:
    """The country that stands there, as the line was read; else what its word means by itself."""
    for _, _, item in _entries(action):
        for part in item.parts.values():
            value = part.value[0] if isinstance(part.value, tuple) and part.value else part.value
            if isinstance(value, str) and value in document.names.countries and _on(part.place, line, column):
                return value, part.place
    if token.kind != "word" or token.text.casefold() in SIDES:
        return None
    try:
        name = document.names.place(token.text) if document.names.is_exact(token.text) or len(token.text) > 2 else None
    except Ambiguous:
        return None
    return (name, Place(line, token.column, token.end)) if name is not None else None


def _is_card(action: Action, tokens: list[Token], token: Token) -> bool:
    """Whether a number is that of a card: behind its side, or behind a word that names cards."""
    at = tokens.index(token)
    if at == 0:
        return False
    before = tokens[at - 1]
    while at > 1 and before.kind in ("int", "query", "plus"):
        at -= 1
        before = tokens[at - 1]
    word = before.text.casefold()
    lists = ("discard", "draw", "take", "give", "show", "hand", "discards", "removed", "lapsing")
    return word in SIDES or word in lists or (action.kind in ("deal", "draw") and before.kind == "colon")


def _card_of_event(action: Action, line: int, token: Token) -> int:
    segment = next((s for s in action.segments if _on(s.place, line, token.column)), None)
    if segment is not None and segment.card:
        return segment.card
    return next((n for n in action.cards if n), 0)


def _statement(action: Action | None, line: int, column: int) -> Statement | None:
    """The statement that stands there: a claim, or a part of a checkpoint."""
    found = [c for s in action.segments for c in s.claims] if action is not None else []
    found += action.statements if action is not None else []
    return next((s for s in found if _on(s.place, line, column)), None)


def _stated(document: Document, line: int, s: Statement, *, before: bool) -> tuple[Told, Place] | None:
    """What the board says of what is stated: in front of a checkpoint, behind a play."""
    if s.field in ("success", "plot"):
        return None
    board = document.board_before(line) if before else document.board_after(line)
    facts = board.rules.facts
    try:
        now = phrase(facts, statements.say(s.field, statements.actual(board, s), s.subject))
        rule = statements.defining_rule(board, s)
    except (KeyError, ValueError):
        return None
    about = told.of_rule(rule)
    lead = f"{s.subject}: " if s.subject else ""
    said = [f"{'The referee has' if before else 'Behind this line'}: {lead}{now}."]
    return Told(about.title if about is not None else s.field, (*said, *(about.paragraphs if about else ()))), s.place


# -------------------------------------------------------------------- dice and changes


def _rolled(action: Action | None, step: Step | None, line: int, token: Token, own: Place) -> tuple[Told, Place] | None:
    """What some dice were rolled for, what they had to show and what they brought."""
    if step is None:
        return None
    found: list[Roll] = []
    for segment, n, item in _entries(action):
        for dice in item.dice:
            if _on(dice.place, line, token.column):
                found += _rolls(step, segment, n, item, dice)
    unique = list(dict.fromkeys(found))[:MOST_ROLLS]
    if not unique:
        return Told("Dice", ("Nothing was rolled with these dice.",)), own
    said = [sentence(r.explained) for r in unique]
    sought = [sentence(r.sought) for r in unique if not r.automatic]
    about = told.of_rule(unique[0].rule)
    why = (f"Rule {about.title}.",) if about is not None else ()
    return Told(unique[0].title, (*dict.fromkeys(said), *dict.fromkeys(sought), *why)), own


def _rolls(step: Step, segment: Segment, n: int, item: Item, dice: Dice) -> list[Roll]:
    """The rolls that took dice: of their entry, else of a country that it names, else of the segment."""
    names = ("event",) if segment.name == "event" else (segment.name, "op") if segment.name != "end" else ()
    mine = [r for r in step.rolls if r.dice and not r.automatic and (not names or r.address.segment.name in names)]
    mine = [r for r in mine if not dice.label or r.label == dice.label or not r.label] or mine
    if not dice.label:
        mine = [r for r in mine if not r.label] or mine
    seen = [v for v in dice.values if v is not None]
    groups = (
        [r for r in mine if r.item == n and not segment.loose],
        [r for r in mine if r.subject and r.subject in set(item.countries())],
        mine,
    )
    for group in groups:
        fitting = [r for r in group if set(r.dice) <= set(seen) or not seen]
        if fitting:
            return fitting
    return []


def _shown(step: Step) -> list[str]:
    return list(dict.fromkeys(sentence(describe.change(c, step.rules)) for c in step.changes if describe.shown(c)))


def _changed(step: Step | None, name: str) -> list[str]:
    """What this line has changed in a country."""
    if step is None:
        return []
    found = [describe.change(c, step.rules) for c in step.changes if c.subject == name and describe.shown(c)]
    said = [f"- {sentence(c.removeprefix(f'{name}: '))}" for c in dict.fromkeys(found)]
    return ["On this line:", *said[:MOST_CHANGES]] if said else []
