"""The vocabularies of the language: what the words of a `.chain` file may be. Data only, nothing is imported.

A test holds every tuple against the grammar.
"""

ZONES = ("field", "set", "facedown", "hand", "gy", "banished", "deck", "extra", "pendulum")
ATTRIBUTE_ZONES = ("hand", "set", "deck", "gy", "field", "banished")
PHASES = ("draw", "standby", "main1", "battle", "main2", "end")
STEPS = (
    "start",
    "battle",
    "damage-start",
    "before-damage-calculation",
    "damage-calculation",
    "after-damage-calculation",
    "damage-end",
    "end",
)
CARD_KINDS = (
    "monster",
    "pendulum monster",
    "normal spell",
    "quick-play spell",
    "continuous spell",
    "equip spell",
    "field spell",
    "ritual spell",
    "normal trap",
    "continuous trap",
    "counter trap",
)
EFFECT_KINDS = ("activate", "ignition", "trigger", "flip", "quick", "continuous", "phase")
RULE_SETS = ("tcg", "ocg", "tcg-classic", "ocg-classic", "edison", "goat", "mr1", "mr2", "mr3", "mr4", "mr5")

# Words that begin a statement without a player, and words that follow the player's name.
STATEMENTS = (
    "rules",
    "players",
    "turn",
    "phase",
    "step",
    "limit",
    "use",
    "card",
    "happens",
    "then",
    "both",
    "chain",
    "expect",
)
PLAYS = (
    "triggers",
    "may",
    "activates",
    "passes",
    "normal",
    "flip",
    "special",
    "sets",
    "discards",
    "attacks",
    "moves",
    "ends",
    "declines",
)
# The same as one would write them, for messages.
PLAY_PHRASES = (
    "triggers",
    "may use",
    "activates",
    "passes",
    "normal summons",
    "flip summons",
    "special summons",
    "sets",
    "discards",
    "attacks",
    "moves to",
    "ends turn",
    "declines",
)
OPERATIONS = (
    "destroy",
    "banish",
    "send",
    "return",
    "add",
    "tribute",
    "discard",
    "special",
    "flip",
    "take",
    "equip",
    "draw",
    "damage",
    "pay",
    "negate",
    "nothing",
)
EXPECTATIONS = ("legal", "illegal", "orders", "all", "order", "count", "missed", "lost", "link", "in")
EXPECTATION_PHRASES = (
    "legal",
    "illegal",
    "orders { … }",
    "all orders { … }",
    "order [ … ]",
    "count N",
    "missed ID",
    "lost ID",
    "link N resolves",
    "in RULES …",
)
NOUNS = ("monster", "monsters", "spell", "spells", "trap", "traps", "card", "cards")
# The first words of the modifiers of a definition.
MODIFIERS = (
    "cost",
    "target",
    "from",
    "only",
    "while",
    "once",
    "each",
    "unless",
    "cannot",
    "opponent",
    "in",
    "speed",
    "summons",
    "tagged",
)

# Reserved everywhere.
# fmt: off
KEYWORDS = frozenset((
    "a", "act", "activate", "activated", "activates", "activation", "activations", "add", "added",
    "after-damage-calculation", "against", "all", "also", "and", "another", "as", "at", "attacks", "banish",
    "banished", "banishing", "battle", "battles", "be", "because", "before-damage-calculation", "both",
    "by", "calculation", "cannot", "card", "cards", "chain", "changes", "continuous", "control", "controls",
    "cost", "count", "counter", "damage", "damage-calculation", "damage-end", "damage-start", "deck",
    "declines", "destroy", "destroyed", "destroys", "directly", "discard", "discarded", "discarding",
    "discards",
    "done", "doomed", "draw", "drawn", "draws", "each", "effect", "effects", "end", "ends", "equip",
    "equipped", "expect", "extra", "face-down", "face-up", "facedown", "field", "flip", "flipped", "from",
    "gy", "hand", "happens", "has", "higher", "if", "ignition", "illegal", "in", "is", "it", "its",
    "itself", "leaves", "legal", "limit", "link", "lost", "main1", "main2", "mandatory", "may", "missed",
    "monster", "monsters", "more", "moves", "name", "negate", "negated", "no", "normal", "not", "nothing",
    "of", "on", "once", "only", "opponent", "optional", "or", "order", "orders", "pass", "passes", "pay",
    "paying", "pendulum", "per", "phase", "player", "players", "quick", "quick-play", "resolves", "respond",
    "responded", "response", "return", "returned", "revealed", "ritual", "rules", "send", "sending", "sent",
    "set", "sets", "special", "speed", "spell", "spells", "standby", "start", "step", "summon", "summoned",
    "summons", "tagged", "tags", "take", "takes", "target", "targeted", "targeting", "the", "then", "this",
    "time", "to", "trap", "traps", "tribute", "tributed", "tributing", "trigger", "triggers", "turn",
    "unless", "use", "using", "when", "while", "with", "would", "you", "your",
))
# fmt: on
