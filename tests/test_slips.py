"""Records as people write them: a few slips of the pen in a game that was played right. Mistakes count, not what follows."""

from __future__ import annotations

import re
from random import Random

from referee.commands import play
from referee.editions.base.printed import COUNTRIES
from referee.inputs import judge
from referee.reading import read_text

PLAY = re.compile(r"(J|US) \d")
DIE = re.compile(r"\[(\d)")
TRACK = re.compile(r"(prestige|cells track|troops track) (\d+)")
KINDS = ("die", "country", "drop", "typo", "board", "side", "card")


def slip(lines: list[str], random: Random) -> bool:
    """Make one slip somewhere; False if it came to nothing."""
    plays = [i for i, line in enumerate(lines) if PLAY.match(line)]
    kind = random.choice(KINDS)
    if kind == "die":
        i = random.choice([k for k in plays if DIE.search(lines[k])])
        lines[i] = DIE.sub(lambda m: f"[{7 - int(m.group(1))}", lines[i], count=1)
        return True
    if kind == "board":
        i = random.choice([k for k, line in enumerate(lines) if line.startswith("board:")])
        lines[i] = TRACK.sub(lambda m: f"{m.group(1)} {(int(m.group(2)) + 1) % 12}", lines[i], count=1)
        return True
    i = random.choice(plays)
    line = lines[i]
    if kind == "country":
        named = [name for name in COUNTRIES if name in line]
        if not named:
            return False
        lines[i] = line.replace(named[0], random.choice(list(COUNTRIES)), 1)
    elif kind == "drop":
        del lines[i]
    elif kind == "typo":
        words = line.split(" ")
        k = random.randrange(2, len(words)) if len(words) > 2 else 1
        words[k] = words[k][:1] + "zq" + words[k][1:]
        lines[i] = " ".join(words)
    elif kind == "side":
        lines[i] = ("US" if line.startswith("J") else "J") + line[line.index(" ") :]
    else:
        lines[i] = re.sub(r" \d+", f" {random.randint(1, 120)}", line, count=1)
    return True


def test_one_slip_is_about_one_finding() -> None:
    """Over fifteen games the findings that count are as many as the slips, give or take a fifth."""
    slips = counted = 0
    for seed in range(1, 16):
        random = Random(seed)
        lines = play.one(seed % 10, "Let's Roll!", decks=1, turns=3).text.split("\n")
        slips += sum(slip(lines, random) for _ in range(random.randint(1, 4)))
        counted += sum(f.counted for f in judge(read_text("\n".join(lines))).findings)
    assert slips * 0.8 <= counted <= slips * 1.2, (slips, counted)
