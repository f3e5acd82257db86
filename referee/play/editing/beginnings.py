"""The possible beginnings of a line.

They are tags and their values, whose turn it is, which card, and the use of the card.
"""

from __future__ import annotations

import re
from dataclasses import replace

from referee.editions import rulesets
from referee.engine.law import forms
from referee.engine.law.ask import Field
from referee.engine.law.line import LineHead, head_of
from referee.engine.law.requirement import Failure
from referee.engine.law.tables.options import look
from referee.engine.record.setup import scenario_files
from referee.engine.state import hands
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.hands import cards_of
from referee.engine.state.journal import Journal
from referee.engine.state.script import Action, Place
from referee.engine.state.words import clause, listed, numbered, sentence
from referee.parsers.notation import words
from referee.parsers.notation.tags import TAGS
from referee.play.editing.line_walk import LineCursor
from referee.play.editing.ordering import FORBIDDEN, Completion
from referee.play.recording import asking, draft

WORK_OF_A_PART = 300
"""Units of work to see whether a line can go on with a part: some 30 milliseconds."""
_NAMED_TAG = re.compile(r"\s*\[\s*([A-Za-z][\w-]*)\s+[\"“”„«»]")
_TAGS = {
    "Scenario": "the scenario, which names the rules and the map",
    "Length": "how many times the deck is gone through",
    "Rules": "the rules of a record without a scenario",
    "Options": "readings and optional rules that are switched",
    "US": "who plays the US",
    "Jihadist": "who plays the Jihadist",
}
"""The usual tags, and what each holds."""
_ALIASES = frozenset({"Option"})
"""Tags that are another word for one of the others."""
_FORBIDDEN = frozenset({"illegal", "impossible"})
_WITHOUT_ENTRIES = frozenset({"reserves", "discard", "cancelled", "hold", "reassess"})


def reasons(failures: tuple[Failure, ...]) -> str:
    """Why a rule forbids something, with its number."""
    return "; ".join(f"{f.message} ({numbered(f.rule)})" for f in failures)


# -------------------------------------------------------------------- tags


def tags(before: str) -> list[Completion]:
    """Names of tags, or values of the tag at the cursor."""
    named = _NAMED_TAG.match(before)
    if named is None:
        return [
            Completion(t, "tag", _TAGS.get(t, ""), insert=f'{t} ""]', caret=len(t) + 2, rank=2 if t in _TAGS else 5)
            for t in TAGS.values()
            if t not in _ALIASES
        ]
    if before.count('"') > 1:
        return []
    match TAGS.get(named[1].casefold(), ""):
        case "Scenario":
            rules = {name: str(data.get("ruleset", "base")) for name, data in scenario_files().items()}
            return [
                Completion(
                    name,
                    "value",
                    rulesets.BY_TAG.get(rules[name], (rules[name],))[0],
                    also=tuple(data.get("aliases", ())),
                )
                for name, data in scenario_files().items()
            ]
        case "Length":
            return [Completion(v, "value") for v in ("1 deck", "2 decks", "3 decks")]
        case "Rules":
            return [Completion(name, "value", also=tuple(others)) for name, *others in rulesets.BY_TAG.values()]
        case "Options" | "Option":
            return [
                Completion(name, "value", f"({option.rule}) {option.switched}", option.default)
                for name, option in rulesets.options().items()
            ]
        case "Notation":
            return [Completion("1", "value")]
    return []


# -------------------------------------------------------------------- lines


def lines(at: LineCursor) -> list[Completion]:
    """Beginnings of a new line.

    First the one that the clock waits for.
    """
    b = at.board
    found = _due(b, asking.due(b))
    at.advance()
    if b.stage == "action" and not b.winner:
        found += _plays(b)
    if b.side == "J" and any(c.cadre for c in b.countries.values()):
        found.append(Completion("J remove-cadre ", "line", "takes a Cadre off", rank=6))
    found.append(Completion("+ J " if b.side == "US" else "+ US ", "line", "goes on with the play above", rank=7))
    for word, meaning in (
        ("board: ", "what the players saw: a checkpoint"),
        ("set: ", "puts the board right"),
        (f"turn {b.turn}", "a check of the clock"),
        (f"phase {b.side} {b.phase}", "a check of the clock"),
        ("no plots", "a check that no Plot is on the map"),
        ("draw ", "cards that are drawn"),
        ("setup: ", "a position to begin with"),
    ):
        found.append(Completion(word, "line", meaning, rank=7))
    return found


def _due(b: Board, due: LineHead | None) -> list[Completion]:
    """The next line where the players have no choice."""
    if due is not None and due.kind == "choices":
        return [Completion("J set-up ", "line", "the choices of the set-up come first", rank=0)]
    if due is not None:
        plots = [f"{name}#{k}" for name, c in b.countries.items() for k in range(1, len(c.plots) + 1)]
        said = f"Plots are resolved: {listed(plots)}"
        return [Completion(f"J resolve {plots[0]} ", "line", said, also=("resolve",), rank=0)]
    if b.stage == "end":
        return [Completion("end of turn", "line", "all cards are played", rank=0)]
    cards = draft.deal(Journal(b)) if asking.deal_due(b) else ""
    return [Completion(cards, "line", "the cards of this turn", rank=0)] if cards else []


def _plays(b: Board) -> list[Completion]:
    """The side to play, and the known cards of its hand."""
    who = SIDE_NAMES[b.side]
    hand = cards_of(b, b.side)
    held = "" if hand is None else f", {len(hand)} in hand"
    meaning = f"the {who} plays card {b.played + 1} of 2 in phase {b.phase}{held}"
    known = sorted({n for n in hand or () if n})
    return [
        Completion(f"{b.side} ", "side", meaning, also=(who,), rank=1),
        *(_card(b, n, 2, lead=f"{b.side} ") for n in known),
        *_hold(b, b.side, "US hold"),
    ]


def _hold(b: Board, side: str, line: str) -> list[Completion]:
    return [Completion(line, "line", "keeps the last card", rank=4)] if side == "US" and b.hand_us in (1, None) else []


def _card(b: Board, n: int, rank: int, lead: str = "") -> Completion:
    """A card by its number."""
    card = b.cards[n]
    whose = f"{SIDE_NAMES[card.side]} event" if card.side else "event of either side"
    detail = f"value {card.ops}, {whose}"
    return Completion(f"{lead}{n} {card.title}", "card", detail, insert=f"{lead}{n} ", rank=rank, about=f"card {n}")


def cards(at: LineCursor, side: str) -> list[Completion]:
    """A side's playable cards, and its lines without a card."""
    b = at.board
    at.advance()
    found = [*_hand(b, side), Completion("? ", "card", "a card that nobody knows", rank=6), *_hold(b, side, "hold")]
    if side == "J":
        if q.plots_on_map(b):
            found.append(Completion("resolve ", "line", "Plots are resolved", rank=1 if b.stage == "plots" else 6))
        if any(c.cadre for c in b.countries.values()):
            found.append(Completion("remove-cadre ", "line", "takes a Cadre off", rank=6))
        if (due := asking.due(b)) is not None and due.kind == "choices":
            found.append(Completion("set-up ", "line", "the choices of the set-up", rank=1))
    if "turn-in" in b.rules.procedures:
        found.append(Completion("turn-in ", "line", "turns a marker in", rank=7))
    return found


def _hand(b: Board, side: str) -> list[Completion]:
    """The cards that may be in a hand, known cards first."""
    hand = cards_of(b, side) or ()
    known = {n for n in hand if n}
    open_hand = not known or not all(hand)
    kept = [n for n in sorted(b.cards) if n in known or (open_hand and hands.place_of(b, n) == "")]
    return [_card(b, n, 2 if n in known else 3) for n in kept]


def card_numbers(at: LineCursor, side: str) -> list[Completion]:
    """Cards among the choices of an event.

    Those of the hand, then all others.
    """
    b = at.board
    found = _hand(b, side)
    listed_already = {c.about for c in found}
    found += [_card(b, n, 5) for n in sorted(b.cards) if f"card {n}" not in listed_already]
    return [*found, Completion("? ", "card", "a card that stays hidden", rank=3)]


# -------------------------------------------------------------------- uses


def uses(at: LineCursor, side: str, numbers: tuple[int, ...], *, reserves: bool) -> list[Completion]:
    """The possible uses of a card, with the event that each triggers."""
    b = at.board
    line = head_of(Action("card", Place(at.line, 1, 2), "", side=side, cards=numbers, reserves=reserves))
    out = look(at.advance(side), lambda p: p.board.rules.procedures["card"](p, line), {})
    asked = out.question
    if asked is None or asked.field != Field.USE:
        said = reasons(out.failures)
        return [Completion(use, "use", f"{m}; {said}" if said else m) for use, m in words.MEANINGS[side].items()]
    triggered = listed([b.rules.card_name(n) for n in numbers if n in b.cards and b.cards[n].side not in (None, side)])
    found: list[Completion] = []
    for use in asked.legal:
        able = use in asked.useful
        about = f"card {numbers[0]}" if use == "event" and len(numbers) == 1 else use
        rule = b.rules.rule_of_use.get(use, "")
        title = "Event" if use == "event" else b.rules.titles.get(use, use.capitalize())
        detail = f"{title} ({rule})" if rule else title
        if not able:
            detail += "; nothing of it can be carried out to its end"
        elif use not in ("event", "reserves", "discard") and triggered:
            detail += f"; its event: {triggered}"
        meant = sentence(words.MEANINGS[side].get(use, ""))
        found.append(Completion(use, "use", detail, meant, insert=_spaced(use), rank=3 if able else 8, about=about))
    if "event" not in asked.legal and triggered:
        about = f"card {next(n for n in numbers if n)}"
        came = f"{triggered} came first (6.3.2)"
        found.append(Completion("event", "use", came, insert="event ", rank=6, about=about))
        found.append(Completion("no event", "use", f"{triggered} did not happen", insert="no event / ", rank=7))
    for c in asked.refused or ():
        found.append(Completion(c.value, "use", f"not allowed: {reasons(c.failures)}", rank=FORBIDDEN))
    found.append(Completion("? ", "word", "nobody noted what it was used for", rank=8))
    return found


def _spaced(use: str) -> str:
    return use if use in _WITHOUT_ENTRIES else f"{use} "


def parts(at: LineCursor, side: str) -> list[Completion]:
    """Beginnings of a further part of a line."""
    before = at.before
    written = before.split()
    number = next((w for w in written if w.isdigit()), "")
    found = []
    if "event" not in written[:-1] or before.lstrip().startswith("+"):
        about = f"card {int(number)}" if number else ""
        found.append(Completion("event", "use", "the event of the card", rank=2, insert="event ", about=about))
        found.append(Completion("no event", "use", "the event did not happen", rank=3))
    for use, meaning in words.MEANINGS[side].items():
        if use not in ("event", "hold", "discard"):
            found.append(Completion(use, "use", meaning, insert=_spaced(use), rank=4))
    if side in at.board.rules.guides:
        left = "radicalize " if side == "J" else "homeland "
        found.append(Completion(left, "use", "what is left of the card", rank=3))
    return forbidden_last(at, found)


def forbidden_last(at: LineCursor, found: list[Completion]) -> list[Completion]:
    """Further parts of a line, the forbidden ones last."""
    head = at.head
    known = at.judged(None if at.above else head.rstrip(" /"), WORK_OF_A_PART)
    if known is None:
        return found
    seen = {(f.kind, f.message) for f in known}
    made = []
    for part in found:
        findings = at.judged(head + (part.insert or part.label).strip(), WORK_OF_A_PART) or ()
        new = [f for f in findings if f.counted and f.kind in _FORBIDDEN and (f.kind, f.message) not in seen]
        said = f"not allowed: {clause(new[0].message)} ({numbered(new[0].rule)})" if new else ""
        made.append(replace(part, detail=said, rank=FORBIDDEN) if new else part)
    return made


def steps(at: LineCursor, name: str) -> list[Completion]:
    """The uses of what is left of a card's value."""
    left = forms.LEFT_OVER[name]
    titles = at.document.setup.rules.titles
    return [
        Completion(
            step, "use", f"{forms.STEP_TITLES.get(step) or titles.get(step, step)} ({left.rule})", insert=f"{step} "
        )
        for step in left.steps
    ]
