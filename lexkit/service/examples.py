"""Examples for the description of the API, from a German game."""

from __future__ import annotations

#: What `word` answers.
ANSWER = {
    "word": "Straße",
    "letters": "strasse",
    "ruleset": "de-wordox",
    "lexicon": "bb53ed027578305d",
    "verdict": "accepted",
    "grounds": [
        {
            "verdict": "accepted", "rule": "default", "says": "A word that no rule refuses.",
            "clause": None, "form": "Straße", "lemma": "Straße", "tags": ["noun"],
            "source": "german-nouns", "place": "nouns.csv:82034", "paradigm": None,
            "cell": "nominativ singular",
        }
    ],
    "hints": [],
    "near": [],
    "stands_for": [],
}  # fmt: skip

#: What `check` is asked, in either form, and what it answers.
MOVE = {"words": ["Rand", "Linz"]}
LINES = '"Rand"\n"Linz"\n'
CHECKED = {
    "ruleset": "de-wordox",
    "lexicon": "bb53ed027578305d",
    "accepted": False,
    "words": [
        {"word": "Rand", "letters": "rand", "verdict": "accepted"},
        {"word": "Linz", "letters": "linz", "verdict": "rejected"},
    ],
}

#: What is proposed.
PROPOSED = {
    "word": "Tischfee",
    "rulesets": ["de-wordox"],
    "reason": "laid in every second game",
    "reference": "a novel of 1998",
    "by": "anna",
}

#: A maintainer's decision.
DECISION = {"decision": "accept", "reason": "in use since 1998", "seen": 1}
