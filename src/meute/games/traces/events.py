"""Event kinds: number, name and meaning of each field."""

from typing import Final

from meute.core.event import EventKind

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

EVENTS: Final = {
    COLOUR_TAKEN: EventKind("colour_taken", "colour"),
    FIRST_SEALED: EventKind("first_sealed", secret="wolf"),
    ONE_SEX: EventKind("one_sex"),
    WOLF_TURNED: EventKind("wolf_turned", "wolf"),
    PREY_TURNED: EventKind("prey_turned", "prey"),
    PILE_SHUFFLED: EventKind("pile_shuffled"),
    YEAR_BEGINS: EventKind("year_begins", "number"),
    LITTER: EventKind("litter", "number", "blue", "cards"),
    ADDS_PUPS: EventKind("adds_pups", "number"),
    PUPS_SEALED: EventKind("pups_sealed", secret="letters"),
    PLEDGE_SEALED: EventKind("pledge_sealed", secret="pledge"),
    PLEDGES: EventKind("pledges", "ballot", "level"),
    BALLOT_SEALED: EventKind("ballot_sealed", secret="ballot"),
    VOTES: EventKind("votes", "prey"),
    ABSTAINS: EventKind("abstains"),
    PREY_VOTED: EventKind("prey_voted", "prey"),
    NO_MAJORITY: EventKind("no_majority"),
    PREY_DECIDED: EventKind("prey_decided", "prey"),
    ONLY_PREY: EventKind("only_prey", "prey"),
    PLAN_SEALED: EventKind("plan_sealed"),
    PHASE_BEGINS: EventKind("phase_begins", "phase"),
    SHOWS: EventKind("shows", "wolf", "token", "number"),
    DIES: EventKind("dies", "wolf"),
    NEW_ALPHA: EventKind("new_alpha", "wolf"),
    RAISED: EventKind("raised", "sum", "number", "pups"),
    PUP_DIES: EventKind("pup_dies", "wolf"),
    RECOGNISED: EventKind("recognised", "wolf", "number"),
    ENOUGH_RENOWN: EventKind("enough_renown", "wolf"),
    REHABILITATED: EventKind("rehabilitated", "wolf"),
    GAME_TURNED: EventKind("game_turned", "game"),
    CATCHES: EventKind("catches", "wolf", "game", "number"),
    GAME_GONE: EventKind("game_gone"),
    STARVES: EventKind("starves", "wolf", "number"),
    KILLED: EventKind("killed", "prey", "sum"),
    KILLED_AT_COST: EventKind("killed_at_cost", "prey", "sum"),
    ESCAPED_WITH_WOUND: EventKind("escaped_with_wound", "prey", "sum"),
    ESCAPED: EventKind("escaped", "prey", "sum"),
    WOUNDED: EventKind("wounded", "wolf", "number"),
    PUPS_EAT: EventKind("pups_eat", "number"),
    EATS: EventKind("eats", "wolf", "number"),
    EXCLUDED: EventKind("excluded", "wolf"),
    HOWLED: EventKind("howled", "sum"),
    PREY_LOST: EventKind("prey_lost", "prey"),
    NO_PREY_LEFT: EventKind("no_prey_left"),
    HOLDS_BACK: EventKind("holds_back", "wolf"),
    ATTACKS: EventKind("attacks", "wolf", "rival"),
    FACES: EventKind("faces", "wolf", "rival"),
    SUBMITS: EventKind("submits", "wolf", "rival"),
    CANNOT_FIGHT: EventKind("cannot_fight", "wolf"),
    CARD_DEALT: EventKind("card_dealt", secret="card"),
    CARD_SEALED: EventKind("card_sealed", secret="card"),
    EXCHANGE: EventKind("exchange", "card"),
    HIT: EventKind("hit", "wolf", "number", "score"),
    BROKEN: EventKind("broken", "wolf", "number"),
    WINS: EventKind("wins", "wolf", "rival"),
    DRAWN: EventKind("drawn", "wolf", "rival"),
    SWAPS: EventKind("swaps", "wolf", "rival"),
    LOSES_RENOWN: EventKind("loses_renown", "wolf", "number"),
    FALLS: EventKind("falls", "wolf"),
    STANDS_IN: EventKind("stands_in", "wolf"),
    SCORES_RANK: EventKind("scores_rank", "wolf", "number"),
    SCORES_RENOWN: EventKind("scores_renown", "wolf", "number"),
    AGES: EventKind("ages", "wolf", "number"),
    PAYS_DEATHS: EventKind("pays_deaths", "number", "points"),
    PAYS_EXCLUSIONS: EventKind("pays_exclusions", "number", "points"),
    GROWS_UP: EventKind("grows_up", "wolf"),
    DEPARTURE_SEALED: EventKind("departure_sealed", secret="letters"),
    LEAVES_IN_PAIR: EventKind("leaves_in_pair", "wolf", "rival", "points"),
    LEAVES_ALONE: EventKind("leaves_alone", "wolf", "points"),
    STAYS: EventKind("stays", "wolf"),
    ASKS_TO_JOIN: EventKind("asks_to_join", "wolf"),
    STAYS_OUT: EventKind("stays_out"),
    PERMISSION_SEALED: EventKind("permission_sealed", secret="verdict"),
    ALLOWS: EventKind("allows"),
    REFUSES: EventKind("refuses"),
    JOINS: EventKind("joins", "wolf"),
    NOT_ADMITTED: EventKind("not_admitted", "wolf"),
    TOTAL: EventKind("total", "points"),
    REACHES_TARGET: EventKind("reaches_target", "points"),
    PACK_DIES_OUT: EventKind("pack_dies_out"),
    NO_RENOWN: EventKind("no_renown", "wolf"),
}
