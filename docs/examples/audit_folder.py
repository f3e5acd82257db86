"""Audit a folder of records with pandas: who makes which mistakes, and how the dice fell.

python audit_folder.py FOLDER
"""

import sys
from pathlib import Path

import pandas as pd

import referee


def tables(folder: Path) -> tuple[pd.DataFrame, pd.DataFrame, pd.DataFrame]:
    """Games, findings and dice of all records in a folder, one row each."""
    games, findings, dice = [], [], []
    for path in sorted(folder.glob("*.lgn")):
        try:
            verdict = referee.check(path)
        except referee.RecordError as error:
            games.append({"file": path.name, "verdict": "not read", "why": error.message})
            continue
        players = {"J": verdict.record.tags.get("Jihadist"), "US": verdict.record.tags.get("US")}
        games.append({"file": path.name, "verdict": verdict.verdict, "plays": verdict.actions})
        for row in verdict.rows():
            findings.append({"file": path.name, "player": players.get(row["side"]), **row})
        for step in verdict.steps:
            for roll in step.rolls:
                if not roll.automatic:
                    dice += [{"file": path.name, "roll": roll.kind, "die": die} for die in roll.dice if die]
    return pd.DataFrame(games), pd.DataFrame(findings), pd.DataFrame(dice)


def main(folder: Path) -> None:
    """Print three tables."""
    games, findings, dice = tables(folder)
    print(games.to_string(index=False))
    counted = findings[~findings.kind.isin(["note", "slip"])]
    print("\nMistakes by player and rule\n")
    print(counted.groupby(["player", "rule"], dropna=False).size().rename("times").to_string())
    print("\nDice: how often each number, and the mean of each kind of roll\n")
    print(dice.die.value_counts().sort_index().to_string())
    print(dice.groupby("roll").die.agg(["size", "mean"]).round(2).to_string())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
