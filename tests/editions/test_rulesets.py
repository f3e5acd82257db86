"""Two further rulesets in one process with the base game.

Each acts on its own boards and on no other.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from referee.editions import rulesets as named
from referee.editions.base.facts import FACTS
from referee.editions.base.moments import Moments
from referee.editions.base.operations import disrupt, recruit
from referee.editions.base.queries import Queries
from referee.editions.base.ruleset import BASE
from referee.editions.rulesets import RULESETS, base, names_for
from referee.engine.explaining.referee import Judgement
from referee.engine.law.line import TurnStep
from referee.engine.law.play import Play
from referee.engine.law.requirement import Failure, add
from referee.engine.law.tables.probe import ProbeTable
from referee.engine.record import setup
from referee.engine.state import queries as q
from referee.engine.state.board import Board, snapshot
from referee.engine.state.data import FAIR, ISLAMIST_RULE
from referee.engine.state.facts import Facts
from referee.engine.state.facts.kinds import Marker, there_or_not
from referee.engine.state.journal import Kind
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.seams import AnyMoment, Moment, Seam, modifies
from referee.inputs.judging import judge
from referee.inputs.records import read_text
from tests.helpers.paths import ROOT
from tests.helpers.throwaway import relief

GARRISON = Marker(
    name="garrison",
    rule="99.1",
    of="country",
    attribute="garrison",
    empty=False,
    noun="Garrison",
    supply=6,
    forms=there_or_not("garrison"),
    label="Garrison",
    key="garrison",
)


@modifies(Queries.STRENGTH, "99.1")
def _garrison_strength(board: Board, name: str, value: int) -> int:
    """A Garrison is worth two Troops where Troops are set against Cells."""
    return value + 2 * board[name].garrison  # type: ignore[attr-defined]


add(disrupt.PERMITTED, "99.2", lambda b, o, c: o == "Morocco", "Morocco lets nobody in")

GARRISONS = BASE.but(name="garrisons", facts=Facts((*FACTS, GARRISON)), armed=BASE.armed | {"99.1", "99.2"})


RELIEF = BASE.but(
    name="relief",
    end_of_turn=(*BASE.end_of_turn[:2], TurnStep("relief", "99.4", relief("99.4", "99.5")), *BASE.end_of_turn[2:]),
)


@pytest.fixture(autouse=True)
def rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ruleset under its own scenario, on an empty map."""
    scenarios = dict(setup.scenario_files())
    for rules in (GARRISONS, RELIEF):
        monkeypatch.setitem(RULESETS, rules.name, (lambda r=rules: r, lambda r=rules: names_for(r)))
        scenarios[rules.name] = {"name": rules.name, "ruleset": rules.name}
    monkeypatch.setattr(setup, "scenario_files", lambda: scenarios)


def played(text: str, rules: Ruleset = BASE) -> Judgement:
    return judge(read_text(text if rules is BASE else f'[Scenario "{rules.name}"]\n{text}'))


def found(verdict: Judgement) -> list[str]:
    return [f"{f.kind} {f.rule} {' '.join([*f.also, ''])}{f.message}" for f in verdict.findings if f.kind != "note"]


# ------------------------------------------------------------------------------------------------ a further marker


def test_a_marker_that_counts_for_a_margin() -> None:
    """Seven Cells against two Troops: five more.

    Six are not; without any Troops five are enough.
    """
    for cells, legal in ((6, False), (7, True)):
        jihad = f"setup: Egypt Poor Neutral garrison {cells} actives\nJ 83 jihad Egypt:aaa major [1 1 4]\n"
        assert (found(played(jihad, GARRISONS)) == []) == legal
        assert found(played(jihad.replace(" garrison", ""))) == []
    refused = found(
        played("setup: Egypt Poor Neutral garrison 6 actives\nJ 83 jihad Egypt:aaa major [1 1 4]\n", GARRISONS)
    )
    assert refused[0].startswith("illegal 8.4.2 ")


def test_a_marker_that_opens_a_country_and_costs_no_prestige() -> None:
    """A marker that gives access and two Cells (7.4.1, 7.4.2).

    It costs no Prestige, which is for Troops (7.4.4).
    """
    text = "setup: prestige 5, Egypt Fair Neutral garrison 2 actives, Iran 1 sleeper\nUS 24 disrupt Egypt:aa\n"
    there = played(text, GARRISONS)
    assert found(there) == []
    assert (there.board["Egypt"].actives, there.board.prestige) == (0, 5)
    without = played(text.replace(" garrison", ""))
    assert found(without)[0].startswith("illegal 7.4.1 ")


def test_a_plot_beside_it_costs_no_prestige() -> None:
    text = "setup: stage plots, prestige 5, funding 5, Egypt Poor Neutral{} 1 active plots 1\nJ resolve Egypt#1 1 [5]\n"
    assert played(text.format(" garrison"), GARRISONS).board.prestige == 5
    assert played(text.format(" 1 troops"), GARRISONS).board.prestige == 4
    assert found(played(text.format(" garrison"), GARRISONS)) == []


def test_a_rule_that_refuses_is_named() -> None:
    text = "setup: Morocco Fair Ally 1 active\nUS 24 disrupt Morocco:a\n"
    assert found(played(text, GARRISONS)) == ["illegal 7.4 99.2 Morocco lets nobody in."]
    assert found(played(text)) == []


def test_the_base_game_knows_nothing_of_it() -> None:
    assert [f.split()[0] for f in found(played("setup: Egypt Poor Neutral garrison\nUS 7 reserves\n"))] == [
        "unreadable"
    ]
    assert "99.1" not in BASE.armed


# ------------------------------------------------------------------------------------------------ the order of sources


def test_of_two_sources_the_one_that_took_effect_last_wins() -> None:
    """GTMO, which bars Recruit, and Madrassas, which opens it (6.2.3).

    Madrassas opens it for its second card; a play that is undone undoes the order.
    """
    verdict = played("setup: Iran 7 sleepers, Yemen Poor Neutral, lapsing 114\nJ 53 event Yemen [1]\n")
    play = Play(verdict.board, verdict.journal, ProbeTable([]), ("line",))
    mark = play.journal.mark()
    assert play.board.order == (53,)
    assert recruit.PERMITTED.holds(play.board, None, {})
    play.takes_effect(114)
    assert play.board.order == (53, 114)
    refused = recruit.PERMITTED.failure(play.board, None, {})
    assert isinstance(refused, Failure)
    assert refused.sources == (114,)
    play.takes_effect(53)
    assert play.board.order == (114, 53)
    assert recruit.PERMITTED.holds(play.board, None, {})
    play.journal.undo_to(mark)
    assert play.board.order == (53,)


def test_at_one_moment_sources_act_in_the_order_in_which_they_took_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    seam: Seam[AnyMoment, Callable[..., str]] = Seam(Moment)
    for source in ("99.1", 9, 7):
        seam.register(Moments.DEPLOY, source, lambda play, s=source: str(s))
    play = at("setup: Iran 7 sleepers\n")
    monkeypatch.setattr(play.board, "rules", BASE.but())
    object.__setattr__(play.board.rules, "moments", seam.armed({"99.1", 9, 7}))
    assert play.moment(Moments.DEPLOY) == ["7", "9", "99.1"]
    play.write(Kind.LOOK_BACK, "order", "6.2.3", (play.board, "order", (7,)))
    assert play.moment(Moments.DEPLOY) == ["9", "99.1", "7"]


# ------------------------------------------------------------------------------------------------ changes in mid-game


def on_a_five(play: Play, name: str) -> int:
    """The Governance that a Test gives, with a 5."""
    play.table.dice = lambda roll: (5,)  # type: ignore[method-assign]
    play.test(name)
    return play[name].governance


def at(text: str) -> Play:
    verdict = played(text)
    return Play(verdict.board, verdict.journal, ProbeTable([]), ("line",))


def test_a_country_that_is_turned_over() -> None:
    """Iran as a Muslim country with two Resources.

    It is tested, marked and counted like any other.
    """
    play = at("setup: Iran 2 actives, Egypt Fair Neutral\nJ 49 reserves\n")
    b, mark = play.board, play.journal.mark()
    before = snapshot(b)
    play.turn_over("Iran", replace(b["Iran"].data, kind="shia_mix", governance=0, resources=2), rule="99.3")
    assert ("Iran" in b.muslim, "Iran" in b.shia_mix, b["Iran"].marked) == (True, True, False)
    assert (b["Iran"].actives, q.fair_good(b), q.poor_islamist(b)) == (2, 1, 0)
    assert on_a_five(play, "Iran") == FAIR
    assert (b["Iran"].alignment, q.fair_good(b)) == ("neutral", 2)
    play.set_governance("Iran", ISLAMIST_RULE, rule="8.4.4")
    assert (q.fair_good(b), q.poor_islamist(b), q.islamist_resources(b)) == (1, 1, 2)
    play.journal.undo_to(mark)
    assert snapshot(b) == before
    assert "Iran" not in b.muslim


def test_other_rules_in_mid_game() -> None:
    """The rule of the Garrisons, from their arrival on.

    Undo takes it back.
    """
    play = at("setup: Morocco Fair Ally 1 active, Egypt Fair Neutral 1 troops 1 active\nJ 49 reserves\n")
    b, mark = play.board, play.journal.mark()
    assert disrupt.PERMITTED.holds(b, "Morocco", {})
    play.change_ruleset(GARRISONS, rule="99.3")
    assert b.rules is GARRISONS
    assert not disrupt.PERMITTED.holds(b, "Morocco", {})
    play.write(Kind.MARKER, "Egypt", "99.1", (b["Egypt"], "garrison", True))
    assert (q.strength(b, "Egypt"), q.troops(b, "Egypt")) == (3, 1)
    play.journal.undo_to(mark)
    assert b.rules is base()
    assert q.strength(b, "Egypt") == 1
    assert disrupt.PERMITTED.holds(b, "Morocco", {})


def test_rules_that_print_a_country_differently() -> None:
    """The Philippines, turned over by the rules that print it.

    A map with other countries is refused.
    """
    philippines = BASE.countries["Philippines"]
    other = "non_muslim" if philippines.muslim else "sunni"
    rules = BASE.but(
        name="Philippines", countries={**BASE.countries, "Philippines": replace(philippines, kind=other, governance=0)}
    )
    play = at("setup: Iran 1 sleeper\nJ 49 reserves\n")
    b, mark = play.board, play.journal.mark()
    play.change_ruleset(rules, rule="99.3")
    assert ("Philippines" in b.muslim) is not philippines.muslim
    play.journal.undo_to(mark)
    assert ("Philippines" in b.muslim) is philippines.muslim
    with pytest.raises(ValueError, match="different countries"):
        play.change_ruleset(BASE.but(countries={"Philippines": philippines}), rule="99.3")


# ------------------------------------------------------------------------------------------------ a longer end of turn

HEAD = "setup: phase US 4, card 2, hand J 0, hand US 1, funding 5, Syria Fair Neutral 1 sleeper, Iran 1 sleeper\nUS 7 reserves\n"


@pytest.fixture
def base_game_beside() -> Iterator[None]:
    """A base game that ends the same turn, before and after.

    It has no such step, and no judgement between the two changes that.
    """

    def ends() -> None:
        plain = played(f"{HEAD}end of turn\nboard: turn 2, funding 4, Syria 1 sleeper\n")
        assert found(plain) == []
        assert sum(c.aid for c in plain.board.countries.values()) == 0

    ends()
    yield
    ends()


@pytest.mark.usefixtures("base_game_beside")
def test_the_step_is_written() -> None:
    verdict = played(
        f"{HEAD}end of turn Syria [5], Egypt\nboard: turn 2, funding 4, Syria no cells, Egypt 1 aid\n", RELIEF
    )
    assert found(verdict) == []
    assert [(r.kind, r.dice) for r in verdict.steps[-2].rolls] == [("attrition", (5,))]
    assert found(played(f"{HEAD}end of turn Syria [5], France\n", RELIEF)) == [
        "illegal 99.5 France is not a Muslim country."
    ]


@pytest.mark.usefixtures("base_game_beside")
@pytest.mark.parametrize(
    ("end", "stated", "due"),
    [
        ("end of turn Syria [2]", ", Egypt 1 aid", []),  # the checkpoint leaves one answer, so the choice is no gap
        ("end of turn Syria [2]", "", [(4, "incomplete", "99.5")]),
        ("end of turn Egypt", ", Egypt 1 aid", [(4, "incomplete", "99.4")]),  # a roll is always missed
    ],
)
def test_half_of_the_step_is_written(end: str, stated: str, due: list[tuple[int, str, str]]) -> None:
    verdict = played(f"{HEAD}{end}\nboard: turn 2, Syria 1 sleeper{stated}\n", RELIEF)
    assert [(f.place.line, f.kind, f.rule) for f in verdict.findings if f.counted] == due
    assert verdict.board["Syria"].sleepers == 1
    assert sum(c.aid for c in verdict.board.countries.values()) == 1


@pytest.mark.usefixtures("base_game_beside")
def test_nothing_of_the_step_is_written() -> None:
    """An end of turn that the next line takes for granted.

    The checkpoint has the result.
    """
    verdict = played(f"{HEAD}J 49 reserves\nboard: turn 2, Syria no cells, Egypt 1 aid\n", RELIEF)
    (gap,) = [f for f in verdict.findings if f.counted]
    assert (gap.place.line, gap.kind, gap.rule) == (4, "incomplete", "99.4")
    assert "Attrition in Syria: success" in gap.assumed
    assert (verdict.board["Syria"].sleepers, verdict.board["Egypt"].aid) == (0, 1)


def test_the_goals_count_to_what_the_rules_ask_for() -> None:
    """Goals of 12 Good Resources or 15 Fair countries (2.1.1).

    Fair or Good ones count; 6 Islamist Resources or 15 Poor or Islamist ones (2.1.2).
    """
    needed = {goal.key: goal.needed for goal in BASE.goals if goal.key}
    assert needed == {"good": 12, "fairgood": 15, "islamist": 6, "poorislamist": 15}


@pytest.mark.parametrize(
    ("tags", "name"),
    [
        ({}, "base"),
        ({"Rules": "Campaign"}, "campaign"),
        ({"Game": "The Awakening"}, "awakening"),
        ({"Game": "Campaign"}, "base"),  # what the players call their game
        ({"Rules": "our own", "Game": "both decks"}, "alternative-history"),
        ({"Rules": "Arab Spring", "Game": "The Awakening"}, "arab-spring"),
    ],
)
def test_the_rules_that_the_tags_name(tags: dict[str, str], name: str) -> None:
    assert named.of_scenario(None, tags).name == name


def test_a_scenario_names_its_rules() -> None:
    assert named.of_scenario({"name": "one of the base game"}).name == "base"
    assert named.of_scenario({"ruleset": "awakening"}, {"Rules": "Campaign"}).name == "awakening"


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[Options "jihadist-bot"]\n',
        '[Rules "The Awakening"]\n',
        '[Rules "The Awakening"]\n[Options "us-bot"]\n',
    ],
)
def test_a_position_is_written_with_its_rules_and_options(text: str) -> None:
    board = judge(read_text(f"{text}setup: US Hard\n")).board
    assert named.tags_of(board) == text.split("\n")[:-1]


def test_the_options_of_all_rules_are_known() -> None:
    """The options of each ruleset.

    Each can switch some on; readings of the base game and optional rules of the expansion are among them.
    """
    known = named.options()
    for ruleset, _ in named.RULESETS.values():
        assert ruleset().options.keys() <= known.keys()


def test_a_scenario_that_nobody_knows_has_the_names_of_the_base_game() -> None:
    assert named.names_of({"Scenario": "Nowhere"}) is named.names("base")


@pytest.mark.parametrize(
    ("cards", "title"), [((1, 120), "the base game"), ((121, 240), "The Awakening"), ((0, 241), "")]
)
def test_a_card_is_in_the_box_of_one_edition(cards: tuple[int, ...], title: str) -> None:
    assert {named.edition_of(card) for card in cards} == {title}


LOADED = """
import sys
from referee.editions import rulesets
rulesets.load_all()
print(*(name for name in sys.modules if name.startswith("referee.editions")))
"""
WITHOUT_RULES = {"referee.editions.base.alternatives"}
"""Modules that only look at the rules of others."""


def test_with_all_rules_loaded_no_module_of_an_edition_is_missing() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True, cwd=ROOT)
    files = (path.relative_to(ROOT).with_suffix("") for path in (ROOT / "referee" / "editions").rglob("*.py"))
    modules = {".".join(path.parts).removesuffix(".__init__") for path in files}
    assert modules - set(done.stdout.split()) == WITHOUT_RULES
