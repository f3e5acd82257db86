"""The words of the notation: what stands for what, and what each use of a card means in a few words."""

from __future__ import annotations

from referee.engine import forms

USES = {
    "woi": "woi",
    "war-of-ideas": "woi",
    "deploy": "deploy",
    "deploys": "deploy",
    "regime-change": "regime-change",
    "rc": "regime-change",
    "withdraw": "withdraw",
    "withdraws": "withdraw",
    "disrupt": "disrupt",
    "disrupts": "disrupt",
    "alert": "alert",
    "alerts": "alert",
    "reassess": "reassess",
    "reassesses": "reassess",
    "reassessment": "reassess",
    "recruit": "recruit",
    "recruits": "recruit",
    "travel": "travel",
    "travels": "travel",
    "jihad": "jihad",
    "jihads": "jihad",
    "plot": "plot",
    "plots": "plot",
    "reserves": "reserves",
    "reserve": "reserves",
    "event": "event",
    "events": "event",
    "discard": "discard",
    "discards": "discard",
    "hold": "hold",
    "holds": "hold",
    "cancelled": "cancelled",
    "canceled": "cancelled",
    "cancel": "cancelled",
    "cancels": "cancelled",
}
"""Uses of a card as they may be written, with their canonical form."""
OF_ONE_SIDE = {"J": {"move": "travel", "moves": "travel"}, "US": {}}
"""Words that mean one use where this side plays; of the other side they could mean several."""
SEVERAL_WORDS = {
    ("war", "of", "ideas"): "woi",
    ("regime", "change"): "regime-change",
    ("minor", "jihad"): "jihad",
}
"""Uses that are written as several words."""
LEFT_OVER = {
    **dict.fromkeys(("radicalize", "radicalizes", "radicalise", "radicalises"), "radicalize"),
    **dict.fromkeys(("radicalization", "radicalisation"), "radicalize"),
    **dict.fromkeys(("homeland", "homeland-security"), "homeland"),
}
"""Words for what a side that plays by a flowchart does with what is left of a card, with their canonical form."""
STEPS = frozenset(step for left in forms.LEFT_OVER.values() for step in left.steps)
"""What may stand behind such a word."""
OWN_STEPS = {
    **dict.fromkeys(("place", "places"), "place"),
    **dict.fromkeys(("worsen", "worsens"), "worsen"),
}
"""Steps of what is left over that are no use of a card, as they may be written."""
BEHIND = {"cancelled": frozenset({"by", "with", "due", "to", "the", "ferguson", "jihadist", "jihadists"})}
"""Words that may stand behind a use and say nothing more."""
SAYS_NOTHING = frozenset({"for", "ops", "op", "operation", "operations", "as", "an", "the", "plays", "does"})
"""Words that may stand in front of a use."""
CARD_WORDS = frozenset({"card", "cards", "no", "nr", "no.", "nr.", "number", "plays", "play", "played"})
"""Words that may stand in front of the number of a card."""
MEANINGS = {
    "J": {
        "recruit": "place Cells",
        "travel": "move Cells",
        "jihad": "shift Governance",
        "plot": "place Plots",
        "reserves": "add the card to the Reserves",
        "event": "play its event",
    },
    "US": {
        "woi": "War of Ideas",
        "deploy": "move Troops",
        "regime-change": "Troops against Islamist Rule",
        "withdraw": "Troops out of a Regime Change",
        "disrupt": "against Cells or a Cadre",
        "alert": "find a Plot",
        "reassess": "Reassessment, two cards",
        "reserves": "add the card to the Reserves",
        "event": "play its event",
        "discard": "throw away the last card",
        "hold": "keep the last card",
    },
}
"""The uses that a side has for a card, each with what it means."""
MEANT = {
    "war": "woi",
    "ideas": "woi",
    "regime": "regime-change",
    "change": "regime-change",
    "invade": "regime-change",
    "invades": "regime-change",
    "move": "deploy",
    "moves": "deploy",
    "keep": "hold",
    "keeps": "hold",
    "kept": "hold",
    "throws": "discard",
    "attack": "jihad",
    "attacks": "jihad",
    "bomb": "plot",
    "bombs": "plot",
    "played": "event",
    "happens": "event",
}
"""Words of players that may mean a use; they are asked."""
OPENERS = (
    *("board", "setup", "set", "deal", "draw", "turn", "phase", "end of turn"),
    *("resolve", "remove-cadre", "hold", "no plots", "discard"),
)
"""Words with which a line, or what stands behind its side, may begin."""
NOT_THERE = frozenset({"left", "anywhere", "there", "on", "the", "map", "any", "more", "now", "this", "turn"})
"""Words that may stand behind "no plots"."""


def use_of(word: str, side: str) -> str:
    """The use that a word means in a play of this side; "" if none."""
    return USES.get(word) or OF_ONE_SIDE.get(side, {}).get(word, "")


def step_of(word: str, side: str) -> str:
    """The step of what is left over that a word means; "" if none."""
    step = OWN_STEPS.get(word) or use_of(word, side)
    return step if step in STEPS else ""


def listed(side: str) -> str:
    """What a side can use a card for: "recruit (place Cells), travel (move Cells) ..."."""
    return ", ".join(f"{use} ({meaning})" for use, meaning in MEANINGS[side].items())


def meaning(word: str) -> str:
    """What a use means in a few words; "" for another word."""
    return next((of_side[word] for of_side in MEANINGS.values() if word in of_side), "")
