"""Write saved games in the form of the solitaire program's folders.

The games are short and of our own invention.
"""

from __future__ import annotations

import copy
import gzip
import io
import json
import lzma
import tarfile
import zipfile
from typing import Any

from referee.editions.rulesets import of_scenario
from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.record.setup import Setup, find_scenario
from referee.engine.state.board import Board
from referee.engine.state.script import Record
from referee.inputs.records import read_text

RULE = "-" * 72
UNSAID = {("incomplete", "4.9.4"), ("incomplete", "11.3.9")}
"""Dice that no log shows."""


def state_of(board: Board, **further: Any) -> dict[str, Any]:
    """A board as the program keeps it; ``further`` overrides parts of it."""
    later = hasattr(board, "militia_track")
    placed = [t for c in board.countries.values() for t in c.plots]
    assert not placed or not board.rules.guides, "the markers of a Bot are face down: set them by hand"
    first = None if board.first_plot is None else {"cardNumber": board.first_plot, "discarded": False}
    available = [n for n, count in zip((3, 2, 1), board.numbered[::-1], strict=True) for _ in range(count)]
    return {
        "usPosture": board.countries["United States"].posture.capitalize(),
        "prestige": board.prestige,
        "funding": board.funding,
        "reserves": {"jihadist": board.reserves_j, "us": board.reserves_us},
        "cardsInHand": {"jihadist": board.hand_j, "us": board.hand_us},
        "cardsDiscarded": list(reversed(board.discards)),
        "cardsRemoved": list(reversed(board.removed)),
        "eventsLapsing": [{"cardNumber": n, "discarded": False} for n in board.lapsing],
        "firstPlotEntry": first,
        "markers": list(board.markers),
        "plotData": {
            "availablePlots": ["Plot WMD"] * board.wmd_available + [f"Plot {n}" for n in available],
            "resolvedPlots": [],
        },
        "offMapTroops": getattr(board, "off_map", 0),
        "caliphateCapital": getattr(board, "capital", "") or None,
        "countries": list(_countries(board, later)),
        **further,
    }


def _countries(board: Board, later: bool) -> Any:
    for c in board.countries.values():
        params: dict[str, Any] = {
            "name": c.name,
            "pieces": ["US Troop"] * c.troops
            + ["Sleeper Cell"] * c.sleepers
            + ["Active Cell"] * c.actives
            + ["Militia"] * getattr(c, "militia", 0),
            "plots": [],
            "markers": [m for m in c.markers if m != "Truce"],
            "cadres": int(bool(c.cadre)),
            "wmdCache": board.arsenal if c.name == "Pakistan" else getattr(c, "wmd", 0),
        }
        if c.data.muslim:
            params |= {
                "governance": c.governance,
                "alignment": (c.alignment or "neutral").capitalize(),
                "besiegedRegime": bool(c.besieged),
                "regimeChange": (c.regime_change or "none").capitalize(),
                "aidMarkers": c.aid,
            }
            if later:
                params |= {
                    "civilWar": c.civil_war,  # type: ignore[attr-defined]
                    "awakening": c.awakening,  # type: ignore[attr-defined]
                    "reaction": c.reaction,  # type: ignore[attr-defined]
                    "truce": "Truce" in c.markers,
                }
            yield {"countryType": "MuslimCountry", "params": params}
        else:
            params |= {
                "governance": c.governance,
                "postureValue": (c.posture or "untested").capitalize(),
                "iranSpecialCase": c.data.kind == "iran",
                "recruitOverride": 0,
            }
            yield {"countryType": "NonMuslimCountry", "params": params}


class Folder:
    """A saved game that grows by one save point after the other."""

    def __init__(
        self,
        role: str = "US",
        levels: tuple[str, ...] = ("Muddled",),
        scenario: str = "Let's Roll!",
        setup: str = "",
        *,
        enhanced: bool = False,
    ) -> None:
        data = find_scenario(scenario)
        assert data is not None
        bot = "Jihadist" if role == "US" else "US"
        options = (f"{bot.lower()}-bot", *["unguided"] * enhanced)
        rules = of_scenario(data, {"Options": ", ".join(options)})
        self.game = ExplainedGame(Setup(rules, data["name"], data, 1, options))
        """The game as it has to be read."""
        blocks = self._read(f"setup: {setup}, hand J 8, hand US 8").actions if setup else []
        self.game.set_up(blocks, None)
        mode = "Awakening" if rules.name == "awakening" else "Labyrinth"
        title = data["name"].rstrip("!?")
        self.state: dict[str, Any] = {
            "scenarioName": title,
            "startingMode": mode,
            "currentMode": mode,
            "campaign": False,
            "gameLength": 1,
            "humanRole": role,
            "botDifficulties": list(levels),
            "botEnhancements": enhanced,
            "turn": 1,
            **state_of(self.game.board),
        }
        self.files: dict[str, bytes] = {}
        self.logs: list[list[str]] = []
        opening = ["", f"Scenario: {title}", "Game name   : invented", "Game length : 1 deck"]
        opening += [f"The Bot is playing the {bot}", "Options:", "Software version       : invented", "Draw Cards"]
        cards = self.state["cardsInHand"]
        self.opening = [*opening, f"drawing {cards['jihadist']} cards and {cards['us']} cards respectively."]
        self.add(self.opening)

    def _read(self, line: str) -> Record:
        return read_text(f'[Scenario "{self.game.setup.name}"]\n{line}\n')

    def play(self, log: str, *lines: str) -> None:
        """Add a save point: its log, its lines of notation, their position."""
        for line in lines:
            record = self._read(line)
            assert not record.unreadable, record.unreadable
            for action in record.actions:
                step = self.game.push(action)
                found = [f for f in step.findings if f.counted and (f.kind, f.rule) not in UNSAID]
                assert not found, [(f.kind, f.rule, f.message) for f in found]
        self.add([line.strip() for line in log.strip().splitlines()], **state_of(self.game.board))

    def country(self, name: str) -> dict[str, Any]:
        """The part of a country."""
        found: dict[str, Any] = next(c["params"] for c in self.state["countries"] if c["params"]["name"] == name)
        return found

    def add(self, log: list[str], **changed: Any) -> None:
        """One save point more, with what is changed in it."""
        self.state |= copy.deepcopy(changed)
        n = len(self.logs)
        self.logs.append(log)
        lines = [{"color": None, "text": line} for line in ["", *log, RULE]]
        self.files[f"log-{n:03}"] = json.dumps({"file-version": 1, "log": lines}).encode()
        save = {"file-version": 3, "software-version": "0", "game-state": self.state}
        self.files[f"save-{n:03}"] = json.dumps(save).encode()

    def history(self) -> bytes:
        """The game as the text of its log."""
        parts = [f"{RULE}\n>>> History of save point {n} <<<\n\n" + "\n".join(log) for n, log in enumerate(self.logs)]
        return "\n".join(parts).encode() + b"\n"

    def tar(self, packing: str = "xz", prefix: str = "game/") -> bytes:
        """The folder as an archive."""
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w:") as archive:
            for name, data in self.files.items():
                info = tarfile.TarInfo(prefix + name)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
        packed = {"xz": lzma.compress, "gz": gzip.compress, "": bytes}[packing]
        return packed(out.getvalue())

    def zip(self) -> bytes:
        """The folder as a zip archive."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in self.files.items():
                archive.writestr(f"game/{name}", data)
        return out.getvalue()
