"""Writes saved games in the shape of the solitaire program's folders: short ones, of our own invention."""

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
from referee.engine.board import Board
from referee.engine.game import Game
from referee.engine.setup import Setup, find_scenario

RULE = "-" * 72


def first_state(role: str = "US", levels: tuple[str, ...] = ("Muddled",)) -> dict[str, Any]:
    """The position at the beginning of Let's Roll!, as the program keeps it."""
    data = find_scenario("Let's Roll!")
    assert data is not None
    game = Game(Setup(of_scenario(data), data["name"], data, 1, ()))
    game.set_up([], None)
    return {
        "scenarioName": "Let's Roll",
        "startingMode": "Labyrinth",
        "currentMode": "Labyrinth",
        "campaign": False,
        "gameLength": 1,
        "humanRole": role,
        "botDifficulties": list(levels),
        "turn": 1,
        "usPosture": "Hard",
        "prestige": game.board.prestige,
        "funding": game.board.funding,
        "reserves": {"jihadist": 0, "us": 0},
        "cardsInHand": {"jihadist": 9, "us": 9},
        "cardsDiscarded": [],
        "cardsRemoved": [],
        "eventsLapsing": [],
        "firstPlotEntry": None,
        "markers": [],
        "plotData": {"availablePlots": [f"Plot {n}" for n in (3, 2, 2, 1, 1, 1)], "resolvedPlots": []},
        "caliphateCapital": None,
        "countries": list(_countries(game.board)),
    }


def _countries(board: Board) -> Any:
    for c in board.countries.values():
        params: dict[str, Any] = {
            "name": c.name,
            "pieces": ["US Troop"] * c.troops + ["Sleeper Cell"] * c.sleepers + ["Active Cell"] * c.actives,
            "plots": [],
            "markers": [],
            "cadres": int(bool(c.cadre)),
            "wmdCache": 0,
        }
        if c.data.muslim:
            params |= {
                "governance": c.governance,
                "alignment": (c.alignment or "neutral").capitalize(),
                "besiegedRegime": bool(c.besieged),
                "regimeChange": "None",
                "aidMarkers": 0,
            }
            yield {"countryType": "MuslimCountry", "params": params}
        else:
            params |= {
                "governance": 1,
                "postureValue": (c.posture or "untested").capitalize(),
                "iranSpecialCase": c.data.kind == "iran",
                "recruitOverride": 0,
            }
            yield {"countryType": "NonMuslimCountry", "params": params}


class Folder:
    """A saved game that grows by one save point after the other."""

    def __init__(self, role: str = "US", levels: tuple[str, ...] = ("Muddled",)) -> None:
        self.state = first_state(role, levels)
        self.files: dict[str, bytes] = {}
        self.logs: list[list[str]] = []
        bot = "Jihadist" if role == "US" else "US"
        opening = ["", "Scenario: Let's Roll", "Game name   : invented", "Game length : 1 deck"]
        opening += [f"The Bot is playing the {bot}", "Options:", "Software version       : invented", "Draw Cards"]
        self.add([*opening, "drawing 9 cards and 9 cards respectively."])

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
