"""The blocks of action ids, and the kinds of events."""

from typing import Final

from meute.games.traces.state import ANIMALS, CARDS, COLOURS, LARGE, LETTERS, LEVELS, PHASES, SMALL, TOKENS, WOLVES

SETS: Final = 8
"""Sets of a player's three letters."""
VALUES: Final = TOKENS + 1
"""What a box of the board may hold: nothing, or a token."""

COLOUR: Final = 0
FIRST: Final = COLOUR + COLOURS
TURN: Final = FIRST + LETTERS
PREY: Final = TURN + WOLVES
BIRTH: Final = PREY + LARGE
ADD: Final = BIRTH + CARDS
PLEDGE: Final = ADD + SETS
BALLOT: Final = PLEDGE + (LARGE + 1) * LEVELS
DECIDE: Final = BALLOT + LARGE + 1
PLACE: Final = DECIDE + LARGE
GAME: Final = PLACE + LETTERS * PHASES * VALUES
CATCH: Final = GAME + SMALL
WOUND: Final = CATCH + ANIMALS
DROP: Final = WOUND + CARDS
ATTACK: Final = DROP + LARGE
PASS: Final = ATTACK + WOLVES
FIGHT: Final = PASS + 1
SUBMIT: Final = FIGHT + 1
DEAL: Final = SUBMIT + 1
CARD: Final = DEAL + CARDS
DEPART: Final = CARD + CARDS
JOIN: Final = DEPART + SETS
STAY_OUT: Final = JOIN + LETTERS
REFUSE: Final = STAY_OUT + 1
ALLOW: Final = REFUSE + 1
ACTIONS: Final = ALLOW + 1

ABSTAIN: Final = LARGE
"""On a ballot or in a pledge: no prey."""

COLOUR_TAKEN: Final = 0
FIRST_SEALED: Final = 1
ONE_SEX: Final = 2
WOLF_TURNED: Final = 3
PREY_TURNED: Final = 4
PILE_SHUFFLED: Final = 5
YEAR_BEGINS: Final = 6
LITTER: Final = 7
ADDS_PUPS: Final = 8
PUPS_SEALED: Final = 9
PLEDGE_SEALED: Final = 10
PLEDGES: Final = 11
BALLOT_SEALED: Final = 12
VOTES: Final = 13
ABSTAINS: Final = 14
PREY_VOTED: Final = 15
NO_MAJORITY: Final = 16
PREY_DECIDED: Final = 17
ONLY_PREY: Final = 18
PLAN_SEALED: Final = 19
PHASE_BEGINS: Final = 20
SHOWS: Final = 21
DIES: Final = 22
NEW_ALPHA: Final = 23
RAISED: Final = 24
PUP_DIES: Final = 25
RECOGNISED: Final = 26
ENOUGH_RENOWN: Final = 27
REHABILITATED: Final = 28
GAME_TURNED: Final = 29
CATCHES: Final = 30
GAME_GONE: Final = 31
STARVES: Final = 32
KILLED: Final = 33
KILLED_AT_COST: Final = 34
ESCAPED_WITH_WOUND: Final = 35
ESCAPED: Final = 36
WOUNDED: Final = 37
PUPS_EAT: Final = 38
EATS: Final = 39
EXCLUDED: Final = 40
HOWLED: Final = 41
PREY_LOST: Final = 42
NO_PREY_LEFT: Final = 43
HOLDS_BACK: Final = 44
ATTACKS: Final = 45
FACES: Final = 46
SUBMITS: Final = 47
CANNOT_FIGHT: Final = 48
CARD_DEALT: Final = 49
CARD_SEALED: Final = 50
EXCHANGE: Final = 51
HIT: Final = 52
BROKEN: Final = 53
WINS: Final = 54
DRAWN: Final = 55
SWAPS: Final = 56
LOSES_RENOWN: Final = 57
FALLS: Final = 58
STANDS_IN: Final = 59
SCORES_RANK: Final = 60
SCORES_RENOWN: Final = 61
AGES: Final = 62
PAYS_DEATHS: Final = 63
PAYS_EXCLUSIONS: Final = 64
GROWS_UP: Final = 65
DEPARTURE_SEALED: Final = 66
LEAVES_IN_PAIR: Final = 67
LEAVES_ALONE: Final = 68
STAYS: Final = 69
ASKS_TO_JOIN: Final = 70
STAYS_OUT: Final = 71
PERMISSION_SEALED: Final = 72
ALLOWS: Final = 73
REFUSES: Final = 74
JOINS: Final = 75
NOT_ADMITTED: Final = 76
TOTAL: Final = 77
REACHES_TARGET: Final = 78
PACK_DIES_OUT: Final = 79
NO_RENOWN: Final = 80
