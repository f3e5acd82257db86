"""Legal answers that a finding names in place of a refused one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from referee.engine.law.ask import CARD_LISTS, Address, Ask, Field
from referee.engine.law.guidance import CALLED
from referee.engine.law.play import no_answers
from referee.engine.law.requirement import Failure
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.record.findings import Finding
from referee.engine.state import hands
from referee.engine.state.board import Board
from referee.engine.state.cause import line_of
from referee.engine.state.data import TRACK
from referee.engine.state.journal import Change
from referee.engine.state.plain import plain_dataclass, replace
from referee.engine.state.seams import citation
from referee.engine.state.words import CELLS, Help, listed, pieces_in_words, runs, sentences, words

if TYPE_CHECKING:
    from referee.engine.record.ledger import Ledger

MOST_MISSING = 8
"""Most countries listed as the only illegal ones."""
MOST_SHOWN = 12
"""Most legal answers listed in a finding."""


def by_flowchart(ask: Ask | None, option: Any) -> list[str]:
    """Return the card or rule by which a flowchart requires another answer."""
    source = ask.guidance.source_of(option) if ask is not None and ask.guidance is not None else None
    return [citation(source)] if source is not None else []


Others = Mapping[Address, Any]
"""Other answers to questions of a line."""


@plain_dataclass()
class Offer:
    """The legal answers in a finding, before they are judged."""

    finding: Finding
    plays: dict[Any, Others]
    """Each named answer, with the other answers of its play."""
    phrase: Callable[[list[Any]], str]
    """The words for the legal ones among them."""
    lists: bool
    """Whether the words begin with a list of answers."""
    advice: list[str]
    """Further advice."""

    def write(self, legal: Iterable[Any]) -> None:
        """Write the legal answers into the finding."""
        left = list(legal)
        said = self.phrase(left)
        if self.lists and left:
            self.finding.help = Help(sentences(self.advice), legal=said)
        else:
            self.finding.help = Help(sentences([said, *self.advice]))


def offer(ledger: Ledger, finding: Finding, failures: tuple[Failure, ...], ask: Ask | None, option: Any) -> Offer:
    """Name the legal answers in place of a refused one."""
    made = Offer(finding, *_instead(ledger, ask, option), _advice(ledger, failures, ask, option))
    made.write(made.plays)
    return made


def _advice(ledger: Ledger, failures: tuple[Failure, ...], ask: Ask | None, option: Any) -> list[str]:
    """Return advice on what the players may have meant."""
    id_ = failures[0].id
    hint = ledger.rules.hint
    if ask is not None:
        said = hint(id_, ask.board, option, ask.context)
    else:  # an event's own Operation has its own value, and takes no Reserves
        said = "" if ledger.cards.grant is not None or ledger.in_event else hint(id_, None, option, {})
    return [said, _mistaken(ledger, failures)]


def _mistaken(ledger: Ledger, failures: tuple[Failure, ...]) -> str:
    """Return a hint at a card with a similar title."""
    card = next((f.card for f in failures if f.card), 0)
    if not card:
        return ""
    found = [ledger.board.rules.card_name(n) for n in hands.similar_cards(ledger.board, card)]
    return f"{listed(found, 'or')} may be meant, which is still in the game" if found else ""


_PILES = ("discards", "removed", "lapsing", "lapsing_markers")


def where_it_went(ledger: Ledger, card: int) -> list[int]:
    """Return the line that put a card in its present place."""

    def put_it_there(change: Change) -> bool:
        return bool(line_of(change.cause)) and any(
            (name in _PILES and card in after and card not in before) or (name == "first_plot" and after == card)
            for _, name, before, after in change.writes
        )

    change = ledger.journal.latest(ledger.start, ("where it went", card), put_it_there)
    return [line_of(change.cause)] if change is not None else []


def _answer(ask: Ask, option: Any) -> str:
    """Return a legal answer as help shows it."""
    if option == UNKNOWN and ask.field in CARD_LISTS:
        return "? (a card that nobody has seen)"
    if ask.field == Field.CELLS and option in CELLS:
        return f"{option} ({'an' if option == 'a' else 'a'} {CELLS[option]})"
    if ask.field == Field.CELLS and len(option) > 1 and set(option) <= CELLS.keys():
        return f"{option} ({pieces_in_words(option)})"
    if option == NOTHING:
        return _NONE
    if ask.field in (Field.US_LOSS, Field.CELL_LOSS):
        return pieces_in_words(option)
    return CALLED.get((ask.field, option)) or words(option)


_NONE = "“none”"


Replacements = tuple[dict[Any, Others], Callable[[list[Any]], str], bool]
"""Possibly legal answers, their words, and whether those are a list."""


def _instead(ledger: Ledger, ask: Ask | None, option: Any) -> Replacements:
    """Return the legal answers in place of another one.

    They are unknown if they depend on unnoted dice.
    """
    if ask is None or ask.hints.unsure:
        return _only("")
    guidance = ask.guidance
    if guidance is not None and not guidance.due:
        return _only("leave it out")
    options = ask.useful()
    if not options:
        return _no_way(ledger, ask, option)
    if ask.field in (Field.US_LOSS, Field.CELL_LOSS, Field.CELLS) and options == [""]:
        return _only("leave it out")
    if options == [NOTHING]:
        return _only(f"leave it out, or write {_NONE}")

    def phrase(left: list[Any]) -> str:
        return _listed(ask, left) if left else _no_answer(ask)

    judged = ask.field in _JUDGED and guidance is None
    return {o: {ask.address: o} if judged else {} for o in options}, phrase, True


def _only(said: str) -> Replacements:
    return {}, lambda left: said, False


_JUDGED = frozenset({Field.WHERE, Field.FROM, Field.TO, Field.NUMBER, Field.CELLS, Field.PLOT})
"""Questions whose legal answers may still lead to a dead end."""


def _listed(ask: Ask, options: list[Any]) -> str:
    """Return legal answers in a row; for nearly all countries the exceptions."""
    in_runs = ask.field not in CARD_LISTS and all(type(o) is int for o in options)
    legal = runs(options) if in_runs else [_answer(ask, o) for o in options]
    if len(legal) <= MOST_SHOWN:
        return listed(legal, "or")
    missing = [name for name in ask.board.names if name not in options]
    if len(missing) <= MOST_MISSING and all(o in ask.board.countries for o in options):
        return f"every country but {listed(missing)}" if missing else "every country"
    return f"{', '.join(legal[:MOST_SHOWN])} and {len(legal) - MOST_SHOWN} more"


def _no_way(ledger: Ledger, ask: Ask, option: Any) -> Replacements:
    """The earlier answers that might make some answer legal, if none is."""
    context = ask.context
    if context.get("reserves") and replace(ask, context={**context, "reserves": False}).holds(option):
        return _only("without the Reserves, with the card's own value, it would be legal")
    if ask.silence is not None and ask.holds(ask.silence):
        return _only("leave it out")
    if ask.domain is no_answers:
        what = words(option) if option in ask.board.countries else "it"
        return _only(f"leave {what} out: the event has nothing legal to choose here now, and goes on without it")
    if ask.field == Field.USE:
        if ask.guidance is not None:
            return _only("")
        together = len(ledger.action.cards) > 1
        return _only(
            "played together, these cards have no legal use here" if together else "this card has no legal use here"
        )
    places = _other_places(ledger, ask, option)
    from_there = ledger.questions.place is not None and ledger.questions.place.field == Field.FROM

    def phrase(left: list[Any]) -> str:
        others = listed([_place(ledger.board, p) for p in left], "or") if len(left) <= MOST_SHOWN else ""
        if not others:
            return _no_answer(ask)
        if not from_there:
            return f"it would be legal in {others}"
        return f"from {others} {'there is a legal destination' if ask.field == Field.TO else 'it would be legal'}"

    return places, phrase, False


def _no_answer(ask: Ask) -> str:
    """Return the words for a question without any legal answer."""
    context = ask.context
    if ask.item:
        return "leave this entry out"
    if ask.field == Field.TO and "origin" in context:
        return f"no destination is legal from {_place(ask.board, context['origin'])} now"
    if "where" in context and ask.field != Field.WHERE:
        return f"no other choice is legal in {_place(ask.board, context['where'])} now"
    if "origin" in context:
        return f"no other choice is legal from {_place(ask.board, context['origin'])} now"
    return _NOTHING.get(ask.field, "no other answer would be legal here; leave it out")


def _other_places(ledger: Ledger, ask: Ask, option: Any) -> dict[Any, Others]:
    """Other first places of the entry with a possibly legal answer."""
    before = ledger.questions.place
    if before is None or option is None:
        return {}
    if before.address.segment != ask.address.segment or before.item != ask.item:
        return {}
    if not {"origin", "where"} & ask.context.keys():
        return {}
    then = {} if ask.field == Field.TO else {ask.address: option}
    return {place: {before.address: place, **then} for place in before.options()}


def _place(board: Board, where: Any) -> str:
    """Return a country, or the track, in the words of a sentence."""
    return "the track" if where == TRACK else board.rules.named(words(where))


_NOTHING = {
    Field.WHERE: "no country can be a legal target for this right now",
    Field.FROM: "there is no place from which this would be legal right now",
    Field.TO: "there is no place to which this would be legal right now",
    Field.PLOT: "no Plot on the map can be a legal target for this right now",
    Field.CELLS: "no other Cells would be legal here",
}
