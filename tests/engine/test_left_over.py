"""The rest of a card in a flowchart, and choices by die."""

from __future__ import annotations

from typing import Any

import pytest

from referee import api
from referee.api import moves
from referee.editions.rulesets import RULESETS, names_for, names_of
from referee.engine.explaining.referee import Judgement
from referee.engine.law.ask import Address, Ask, Field, SegmentId
from referee.engine.law.line import head_of
from referee.engine.law.rolls import Roll
from referee.engine.law.tables.written import PlayedSegment
from referee.engine.record import setup
from referee.engine.record.setup import Setup
from referee.engine.state.board import empty_board
from referee.inputs.judging import judge
from referee.inputs.records import format_text, from_json, read_text, to_json
from referee.parsers.json import encode
from referee.parsers.notation import compose, tree
from referee.play import legal
from referee.play import positions as boards
from referee.reports import describe, rolls
from referee.trials.games import setup_for
from referee.trials.selfplay import SelfPlay
from tests.helpers.sentences import SENTENCES
from tests.helpers.throwaway_flowchart import guided

SURE, LIKELY = guided("flowchart"), guided("likely", sure=False)
THREE = "setup: Egypt Poor Neutral 3 sleepers, Iraq Poor Neutral 3 sleepers, Yemen Poor Neutral 3 sleepers, Sudan Fair Neutral"
"""Three countries that come alike, and one without a Cell; card 116 has the value 3."""


@pytest.fixture(autouse=True)
def rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ruleset under a scenario of its own name.

    It is on an empty map and on that of Let's Roll!.
    """
    scenarios = dict(setup.scenario_files())
    for rules in (SURE, LIKELY):
        monkeypatch.setitem(RULESETS, rules.name, (lambda r=rules: r, lambda r=rules: names_for(r)))
        for name, data in ((rules.name, {}), (f"{rules.name} 2001", scenarios["Let's Roll!"])):
            scenarios[name] = {**data, "name": name, "aliases": [], "ruleset": rules.name}
    monkeypatch.setattr(setup, "scenario_files", lambda: scenarios)


def played(text: str, rules: str = "flowchart") -> Judgement:
    return judge(read_text(f'[Scenario "{rules}"]\n{THREE}\n{text}\n' if rules else f"{THREE}\n{text}\n"))


def found(text: str, rules: str = "flowchart") -> list[str]:
    return [f"{f.kind} {f.rule}" for f in played(text, rules).findings]


def said(text: str, rules: str = "flowchart") -> str:
    (finding,) = played(text, rules).findings
    return f"{finding.message} {finding.help}"


# ------------------------------------------------------------------------------------------------ what is read

READ = [
    ("J 70 radicalize travel Iraq:s > Yemen", "radicalize", [("radicalize", "travel")]),
    ("J 70 radicalise travels Iraq:s > Yemen", "radicalize", [("radicalize", "travel")]),
    ("J 70 radicalization: place Iran pick[2 6]", "radicalize", [("radicalize", "place")]),
    ("J 42 recruit Iraq 1 [2] / radicalize worsen Egypt", "recruit", [("op", "recruit"), ("radicalize", "worsen")]),
    ("J 42 event / radicalize reserves 1", "event", [("event", "event"), ("radicalize", "reserves")]),
    ("J 42 no event / radicalize reserves", "radicalize", [("no event", "event"), ("radicalize", "reserves")]),
    ("US 24+R homeland security disrupt Germany:s", "homeland", [("homeland", "disrupt")]),
    ("US 24 homeland-security war of ideas France [3]", "homeland", [("homeland", "woi")]),
    ("J 114 event prestige[1 6 5] / travel Iraq:s > Yemen", "travel", [("event", "event"), ("op", "travel")]),
]


@pytest.mark.parametrize(("line", "use", "segments"), READ)
def test_steps_are_segments_of_their_own(line: str, use: str, segments: list[tuple[str, str]]) -> None:
    (action,) = read_text(f"{line}\n").actions
    assert action.use == action.parts["use"].value == use
    assert [(s.name, s.use) for s in action.segments] == segments
    assert head_of(action).operations == sum(name == "op" for name, _ in segments)
    tidy = format_text(f"{line}\n").text
    assert format_text(tidy).text == tidy
    lines, broken = from_json(to_json(f"{line}\n"))
    assert not broken
    assert encode.encode("\n".join(lines) + "\n", names_of) == encode.encode(tidy, names_of)


def test_the_words_have_one_spelling() -> None:
    assert [
        format_text(line).text
        for line in (
            "US 24 homeland security woi France [3]",
            "J 70 Radicalisation: Reserves 1",
            "J 70 recruit Egypt 1 random[3] of Egypt, Iraq, or KSA [2]",
        )
    ] == [
        "US 24 homeland woi France [3]",
        "J 70 radicalize reserves 1",
        "J 70 recruit Egypt 1 pick[3] of Egypt or Iraq or Saudi Arabia [2]",
    ]


def test_steps_on_a_line_that_goes_on() -> None:
    (action,) = read_text(
        "J 42 recruit Iraq 1 [2]\n+ J radicalize travel Iraq:s > Iran / radicalize reserves 1\n"
    ).actions
    assert [(s.name, s.use) for s in action.segments] == [
        ("op", "recruit"),
        ("radicalize", "travel"),
        ("radicalize", "reserves"),
    ]


@pytest.mark.parametrize("line", ["J 70 radicalize", "J 70 radicalize event", "US 24 homeland Germany:s"])
def test_what_is_no_step_is_unreadable(line: str) -> None:
    (unread,) = read_text(line).unreadable
    assert "comes what is done with it: " in unread.message


def test_a_homeland_is_a_country_too() -> None:
    (action,) = read_text("J 42 travel Iraq:s > Homeland [1] / radicalize travel Iraq:s > US Homeland [2]\n").actions
    assert [i.parts["to"].value for s in action.segments for i in s.items] == ["United States"] * 2


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("recruit Iraq 1 pick[3] of Iraq or Iran [2]", [("pick", [3], ["Iraq", "Iran"]), ("", [2], [])]),
        ("jihad Iraq:s pick[?] [1]", [("pick", [None], []), ("", [1], [])]),
        (
            "travel Iraq:s > Iran pick[2] of Iraq or KSA pick[1] of Iran or Yemen [1]",
            [("pick", [2], ["Iraq", "Saudi Arabia"]), ("pick", [1], ["Iran", "Yemen"]), ("", [1], [])],
        ),
        ("plot Iraq:s pick[2 6] [1]: ?", [("pick", [2, 6], []), ("", [1], [])]),
    ],
)
def test_candidates_belong_to_their_dice(line: str, read: list[Any]) -> None:
    (action,) = read_text(f"J 70 {line}\n").actions
    assert [(d.label, d.values, d.among) for i in action.segments[0].items for d in i.dice] == read


def test_a_pick_is_no_roll_of_the_operation() -> None:
    """A bracket with the rolls of several countries.

    The number of rolls is that of the other dice.
    """
    (action,) = read_text("J 70 recruit Yemen 1 pick[2] of Yemen or Iraq, Somalia 2 [1 4 3]\n").actions
    assert [[(d.label, d.values) for d in i.dice] for i in action.segments[0].items] == [
        [("pick", [2]), ("", [1])],
        [("", [4, 3])],
    ]
    (action,) = read_text("J 70 recruit Yemen pick[2] [1 4]\n").actions
    assert action.segments[0].items[0].parts["count"].value == 2


# ------------------------------------------------------------------------------------------------ what is judged


def test_steps_answer_in_their_order() -> None:
    verdict = played("J 116 radicalize travel Iraq:s > Sudan pick[2] [1] => Sudan 1 sleeper / radicalize reserves 2")
    assert verdict.findings == []
    assert (verdict.board["Sudan"].sleepers, verdict.board.reserves_j) == (1, 2)
    assert [(f.address.segment.name, f.answer) for f in verdict.steps[-1].trails] == [
        ("radicalize", "travel"),
        ("radicalize", "Iraq"),
        ("radicalize", "reserves"),
    ]


def test_a_step_that_nobody_wrote_is_taken_where_there_is_one_way() -> None:
    assert found("J 116 recruit Egypt 1 pick[1] [6]\nboard: reserves J 2") == []


@pytest.mark.parametrize(
    ("steps", "due"),
    [
        ("reserves 2", []),
        ("reserves", []),
        ("reserves => reserves J 2", []),
        ("reserves 1", ["outcome 99.6"]),
        ("reserves => reserves J 1", ["outcome 99.6"]),
        ("travel Iraq:s > Sudan pick[2] [1] / radicalize reserves 1", ["illegal 99.7"]),
        ("worsen Sudan", ["illegal 99.6"]),
        ("reserves / radicalize reserves", ["illegal 12.4.3"]),
    ],
)
def test_steps_are_held_to_the_sheet(steps: str, due: list[str]) -> None:
    assert found(f"J 116 recruit Egypt 1 pick[1] [6] / radicalize {steps}") == due


def by_the_sheet(due: str, played: str, why: str) -> str:
    """The refusal of a choice, by the sheet of these tests."""
    other = {
        "the flowchart": "the sheet",
        "Afghanistan": due,
        "Egypt": played,
        "TF1, Adjacent with a Movable Cell": why,
    }
    return SENTENCES["bot-that-travels-from-elsewhere"].about(**other)


def test_the_sentences() -> None:
    line = "J 116 recruit Egypt 1 pick[1] [6] / radicalize "
    assert said(line + "reserves 1").startswith("The Reserves grow by 2 here, not by 1.")
    assert said(line + "worsen Sudan").startswith("Radicalization has no step “worsen” here. Legal here: reserves.")
    assert said(line + "travel Iraq:s > Sudan pick[2] [1] / radicalize reserves 1").startswith(
        by_the_sheet("Reserves", "Travel", "L1, the whole card is left")
    )
    whole = "J 116 recruit Egypt 3 pick[1] [6 6 6] / radicalize reserves 1"
    assert said(whole).startswith("Nothing of this card is left over for Radicalization.")


def test_reserves_are_spent_as_needed_and_nothing_is_left() -> None:
    verdict = played("set: reserves J 2\nJ 57 recruit Egypt 3 pick[1] [6 6 6]\nboard: reserves J 1")
    assert [f for f in verdict.findings if f.kind != "note"] == []


@pytest.mark.parametrize(
    ("line", "rule", "sentence"),
    [
        ("J 116 radicalize travel Iraq:s > Sudan [1]", "12.4.3", "only a side that plays by a flowchart does"),
        ("J 116 recruit Egypt 1 [6] / radicalize reserves 2", "12.4.3", "here a player plays the Jihadist"),
        ("US 43 homeland disrupt Egypt:ss", "13.4.4", "here a player plays the US"),
        ("US 43 radicalize travel Egypt:s > Iraq", "12.4.3", "Radicalization is not for the US"),
        ("US 43 woi Sudan [4] / radicalize reserves 1", "12.4.3", "Radicalization is not for the US"),
    ],
)
def test_players_use_up_nothing(line: str, rule: str, sentence: str) -> None:
    (finding,) = played(line, "").findings
    assert (finding.kind, finding.rule) == ("illegal", rule)
    assert sentence.casefold() in finding.message.casefold()


# ------------------------------------------------------------------------------------------------ choices by die


@pytest.mark.parametrize(
    ("pick", "due"),
    [
        ("pick[1] of Egypt or Iraq or Yemen", []),
        ("pick[2] of Egypt or Iraq or Yemen", []),
        ("pick[3] of Egypt or Iraq or Yemen", ["outcome 9.5"]),  # 3 and 4 mean Iraq
        ("pick[5] of Iraq or Yemen or Egypt", []),
        ("pick[4] of Iraq or Yemen or Egypt", ["outcome 9.5"]),
        ("pick[1] of Iraq or Yemen", ["outcome 9.5"]),  # Egypt, which was taken, is not among them
        ("pick[1] of Egypt or Iraq", ["note 9.5"]),  # Yemen comes alike too
        ("pick[6]", []),  # who has which number nobody wrote down
        ("pick[?]", []),
        ("pick[?] of Iraq or Yemen or Egypt", []),
        ("", ["incomplete 9.5"]),
    ],
)
@pytest.mark.parametrize("rules", ["flowchart", "likely"])
def test_where_a_die_leads(pick: str, due: list[str], rules: str) -> None:
    assert found(f"J 116 recruit Egypt 3 {pick} [1 2 6] => Egypt 5 sleepers", rules) == due


def test_a_number_of_nobody_is_rolled_again() -> None:
    """Four candidates with a number each.

    A 5 or a 6 has no candidate.
    """
    four = THREE.replace("Sudan Fair Neutral", "Sudan Fair Neutral 3 sleepers")
    line = "J 116 recruit Egypt 3 pick[{}] of Sudan or Egypt or Iraq or Yemen [1 2 6]\n"
    for dice, due in (("2", 0), ("5 2", 0), ("6 5 2", 0), ("5", 1), ("1 2", 1)):
        verdict = judge(read_text(f'[Scenario "flowchart"]\n{four}\n{line.format(dice)}'))
        assert len(verdict.findings) == due, dice
    (again,) = judge(read_text(f'[Scenario "flowchart"]\n{four}\n{line.format("5")}')).findings
    assert again.message == "With the candidates in that order a 5 is rolled again, not Egypt."


def test_more_than_six_candidates_take_two_dice() -> None:
    seven = ["Egypt", "Iraq", "Yemen", "Sudan", "Libya", "Syria", "Jordan"]
    start = "setup: " + ", ".join(f"{name} Poor Neutral 1 sleeper" for name in seven)
    for dice, due in (
        ("pick[2 6]", []),
        ("pick[? ?]", []),
        ("pick[?]", []),
        ("pick[2]", ["incomplete"]),
        ("", ["incomplete"]),
    ):
        text = f'[Scenario "flowchart"]\n{start}\nJ 116 recruit Egypt 3 {dice} [1 2 6]\n'
        assert [f.kind for f in judge(read_text(text)).findings] == due, dice


def test_each_entry_has_its_own() -> None:
    """A die for the Cell that leaves and for the Recruit.

    Each die comes after its choice.
    """
    line = "J 116 radicalize travel Iraq:s > Sudan pick[3] of Egypt or Iraq or Yemen [1]"
    assert found(line) == []
    assert found(line.replace("[3]", "[1]")) == ["outcome 9.5"]


def test_dice_that_a_segment_does_not_show_are_one_finding() -> None:
    """One finding for dice that a segment does not show.

    Those of another segment are another; where the line leaves the choice itself open, that is the finding.
    """
    (finding,) = played("J 116 travel Iraq:s > Sudan [1], Egypt:s > Yemen [1]").findings
    assert (finding.kind, finding.rule) == ("incomplete", "9.5")
    assert finding.message == ("Egypt, Yemen and Iraq tie, so dice decide; the record does not show it.")
    assert "after Iraq and Egypt, such as pick[3]" in finding.help
    both = "J 116 recruit Egypt 1 [6] / radicalize reserves 2\nJ 83 radicalize travel Iraq:s > Sudan [2] / radicalize reserves"
    assert found(both) == ["incomplete 9.5", "incomplete 9.5"]
    (open_choice,) = played("J 116 recruit 3 [1 2 6]").findings
    assert (open_choice.kind, open_choice.rule) == ("incomplete", "8.2.2")


def test_an_answer_that_is_not_due_is_illegal_with_its_box() -> None:
    three_and_one = THREE.replace("Sudan Fair Neutral", "Sudan Fair Neutral 1 sleeper")
    for rules, kind in (("flowchart", "illegal"), ("likely", "note")):
        verdict = judge(read_text(f'[Scenario "{rules}"]\n{three_and_one}\nJ 116 recruit Sudan 3 [1 2 6]\n'))
        (finding,) = verdict.findings
        assert (finding.kind, finding.rule) == (kind, "99.7")
        assert finding.message.startswith(
            by_the_sheet("Egypt, Yemen or Iraq", "Sudan", "R1, most Cells").removesuffix(".")
        )
        assert verdict.board["Sudan"].sleepers == 3


def test_a_die_that_was_not_due() -> None:
    one = "setup: Egypt Poor Neutral 3 sleepers"
    text = '[Scenario "flowchart"]\n{}\nJ 116 recruit Egypt 3 pick[4] [1 2 6]\n'
    assert [f.kind for f in judge(read_text(text.format(one))).findings] == ["note"]
    assert found("J 116 recruit Egypt 3 pick[1] [1 2 6]", "") == ["outcome 9.5"]
    assert found("US 43 woi Sudan pick[1] [4]") == ["outcome 9.5"]
    assert said("US 43 woi Sudan pick[1] [4]").startswith("Nothing is left to a die here: a player plays the US")


# ------------------------------------------------------------------------------------------------ what is told


def test_a_choice_by_die_in_words() -> None:
    step = played("J 116 recruit Egypt 1 pick[2] of Egypt or Iraq or Yemen [6] / radicalize reserves 2").steps[-1]
    pick: Roll = step.rolls[0]
    assert pick.explained == "Random choice: rolled 2 among Egypt, Yemen and Iraq: Egypt"
    assert (pick.name, pick.successes, pick.result_words(("Egypt", 1))) == ("Random choice", (), "Egypt#1")
    assert rolls.odds_shown(pick) == [("Egypt", 1 / 3)]
    assert rolls.data(pick)["outcome"] == "Egypt"
    assert describe.sentence(step) == (
        "The Jihadist plays card 116 KSM for Recruit in Egypt; what is left goes into Radicalization (Reserves)."
    )
    alone = played("J 116 radicalize travel Iraq:s > Sudan pick[2] [1] / radicalize reserves 2").steps[-1]
    assert describe.sentence(alone) == "The Jihadist plays card 116 KSM for Radicalization in Sudan."


def test_what_is_legal_is_what_the_sheet_leaves() -> None:
    verdict = judge(read_text(f'[Scenario "flowchart"]\n{THREE}, phase J 1\n'))
    position = boards.Position(verdict, verdict.board, verdict.journal, None, "")
    found = legal.find(position, 116)
    uses = {use.name: use for use in found.by_value[3]}
    assert uses["radicalize"].title == "Radicalization"
    assert uses["radicalize"].possible
    recruit = uses["recruit"].questions[0]
    assert [c.value for c in recruit.choices] == ["Egypt", "Yemen", "Iraq"]
    assert all(c.rolls[0].outcomes == [(c.value, 1 / 3)] for c in recruit.choices)
    assert len(uses["travel"].questions[1].choices) > 30, "where a Travel goes is free on this sheet"
    text = " ".join(legal.text(found, position, "x").split())
    assert "one of several that tie, by die: 33 %; 3 or less (Poor): 50 % a die: Egypt (up to 3 rolls)," in text
    assert "goes by a flowchart" in text
    assert legal.find(position).by_value[1], "a card of a value without its number"


def test_the_moves_of_a_card() -> None:
    verdict = judge(read_text(f'[Scenario "flowchart"]\n{THREE}, phase J 1\n'))
    lines = [move.line for move in moves.moves(verdict.board, 116)]
    assert "J 116 recruit Egypt 1 / radicalize reserves" in lines
    assert "J 116 radicalize travel Egypt:s > Sudan / radicalize reserves" in lines
    assert not read_text("\n".join(lines)).unreadable


@pytest.mark.parametrize("seed", range(1, 7))
def test_a_game_that_plays_itself_is_written_and_judged(seed: int) -> None:
    """A game that plays itself, written and judged.

    The lines give the same answers and the same board, and no finding.
    """
    data = setup.scenario_files()["flowchart 2001"]
    game = SelfPlay(seed, Setup(SURE, data["name"], data, 1))
    text = game.play(turns=2).text
    assert " radicalize " in text
    verdict = judge(read_text(text))
    assert [f for f in verdict.findings if f.kind != "note"] == []
    assert format_text(text).text == text
    assert api.read(text) is not None
    lines, broken = from_json(to_json(text))
    assert not broken
    assert "\n".join(lines).strip() == text.strip()


def test_games_that_play_themselves_leave_choices_to_dice() -> None:
    data = setup.scenario_files()["flowchart 2001"]
    texts = [SelfPlay(seed, Setup(SURE, data["name"], data, 1)).play(turns=2).text for seed in range(1, 7)]
    assert any("pick[" in text and " of " in text for text in texts)


def test_dice_that_choose_a_capital_stand_behind_it() -> None:
    """A die that chooses a capital, after its choice.

    Before it the die would be in an entry of its own.
    """
    written = tree.entry({"capital": "Turkey"}, ["pick[5] of Syria or Turkey"])
    assert written == "capital Turkey pick[5] of Syria or Turkey"
    text = f'[Scenario "Awakening"]\n\nend of turn Syria US[6], {written}, convergence[6 4] Yemen\n'
    assert "\n".join(from_json(to_json(text))[0]) == text.rstrip()


def test_a_further_card_for_what_is_left_over_names_its_first_step() -> None:
    """A further card for the US Bot from an event.

    All of it goes to Homeland Security.
    """
    board = empty_board(setup_for("Awakening", 1, None, "us-bot").rules)

    def asked(segment: SegmentId, field: Field) -> Ask:
        return Ask(Address(segment, None, field), "US", field.purpose, list, (), {}, board, field)

    further, op = SegmentId("extra", 48, 0), SegmentId("op", 48, 0)
    steps = [SegmentId("homeland", None, n) for n in range(2)]
    played = [
        PlayedSegment(SegmentId("event", 18, 0)),
        PlayedSegment(further, [(asked(further, Field.USE), "homeland"), (asked(further, Field.RESERVES), False)]),
        PlayedSegment(op),
        *(PlayedSegment(s, [(asked(s, Field.STEP), v)]) for s, v in zip(steps, ("woi", "reserves"), strict=True)),
    ]
    line = compose.card_line("J", (18,), False, "event", played, {})
    assert line == "J 18 event / US 48 homeland woi / homeland reserves"
