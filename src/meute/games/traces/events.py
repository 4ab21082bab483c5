"""What can happen: each kind of event with its number, its name and what its numbers mean."""

from typing import Final

from meute.core.event import Saying

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
    COLOUR_TAKEN: Saying("colour_taken", "colour"),
    FIRST_SEALED: Saying("first_sealed", secret="wolf"),
    ONE_SEX: Saying("one_sex"),
    WOLF_TURNED: Saying("wolf_turned", "wolf"),
    PREY_TURNED: Saying("prey_turned", "prey"),
    PILE_SHUFFLED: Saying("pile_shuffled"),
    YEAR_BEGINS: Saying("year_begins", "number"),
    LITTER: Saying("litter", "number", "blue"),
    ADDS_PUPS: Saying("adds_pups", "number"),
    PUPS_SEALED: Saying("pups_sealed", secret="letters"),
    PLEDGE_SEALED: Saying("pledge_sealed", secret="pledge"),
    PLEDGES: Saying("pledges", "ballot", "level"),
    BALLOT_SEALED: Saying("ballot_sealed", secret="ballot"),
    VOTES: Saying("votes", "prey"),
    ABSTAINS: Saying("abstains"),
    PREY_VOTED: Saying("prey_voted", "prey"),
    NO_MAJORITY: Saying("no_majority"),
    PREY_DECIDED: Saying("prey_decided", "prey"),
    ONLY_PREY: Saying("only_prey", "prey"),
    PLAN_SEALED: Saying("plan_sealed"),
    PHASE_BEGINS: Saying("phase_begins", "phase"),
    SHOWS: Saying("shows", "wolf", "token", "number"),
    DIES: Saying("dies", "wolf"),
    NEW_ALPHA: Saying("new_alpha", "wolf"),
    RAISED: Saying("raised", "sum", "number", "pups"),
    PUP_DIES: Saying("pup_dies", "wolf"),
    RECOGNISED: Saying("recognised", "wolf", "number"),
    ENOUGH_RENOWN: Saying("enough_renown", "wolf"),
    REHABILITATED: Saying("rehabilitated", "wolf"),
    GAME_TURNED: Saying("game_turned", "game"),
    CATCHES: Saying("catches", "wolf", "game", "number"),
    GAME_GONE: Saying("game_gone"),
    STARVES: Saying("starves", "wolf", "number"),
    KILLED: Saying("killed", "prey", "sum"),
    KILLED_AT_COST: Saying("killed_at_cost", "prey", "sum"),
    ESCAPED_WITH_WOUND: Saying("escaped_with_wound", "prey", "sum"),
    ESCAPED: Saying("escaped", "prey", "sum"),
    WOUNDED: Saying("wounded", "wolf", "number"),
    PUPS_EAT: Saying("pups_eat", "number"),
    EATS: Saying("eats", "wolf", "number"),
    EXCLUDED: Saying("excluded", "wolf"),
    HOWLED: Saying("howled", "sum"),
    PREY_LOST: Saying("prey_lost", "prey"),
    NO_PREY_LEFT: Saying("no_prey_left"),
    HOLDS_BACK: Saying("holds_back", "wolf"),
    ATTACKS: Saying("attacks", "wolf", "rival"),
    FACES: Saying("faces", "wolf", "rival"),
    SUBMITS: Saying("submits", "wolf", "rival"),
    CANNOT_FIGHT: Saying("cannot_fight", "wolf"),
    CARD_DEALT: Saying("card_dealt", secret="card"),
    CARD_SEALED: Saying("card_sealed", secret="card"),
    EXCHANGE: Saying("exchange", "card"),
    HIT: Saying("hit", "wolf", "number", "score"),
    BROKEN: Saying("broken", "wolf", "number"),
    WINS: Saying("wins", "wolf", "rival"),
    DRAWN: Saying("drawn", "wolf", "rival"),
    SWAPS: Saying("swaps", "wolf", "rival"),
    LOSES_RENOWN: Saying("loses_renown", "wolf", "number"),
    FALLS: Saying("falls", "wolf"),
    STANDS_IN: Saying("stands_in", "wolf"),
    SCORES_RANK: Saying("scores_rank", "wolf", "number"),
    SCORES_RENOWN: Saying("scores_renown", "wolf", "number"),
    AGES: Saying("ages", "wolf", "number"),
    PAYS_DEATHS: Saying("pays_deaths", "number", "points"),
    PAYS_EXCLUSIONS: Saying("pays_exclusions", "number", "points"),
    GROWS_UP: Saying("grows_up", "wolf"),
    DEPARTURE_SEALED: Saying("departure_sealed", secret="letters"),
    LEAVES_IN_PAIR: Saying("leaves_in_pair", "wolf", "rival", "points"),
    LEAVES_ALONE: Saying("leaves_alone", "wolf", "points"),
    STAYS: Saying("stays", "wolf"),
    ASKS_TO_JOIN: Saying("asks_to_join", "wolf"),
    STAYS_OUT: Saying("stays_out"),
    PERMISSION_SEALED: Saying("permission_sealed", secret="verdict"),
    ALLOWS: Saying("allows"),
    REFUSES: Saying("refuses"),
    JOINS: Saying("joins", "wolf"),
    NOT_ADMITTED: Saying("not_admitted", "wolf"),
    TOTAL: Saying("total", "points"),
    REACHES_TARGET: Saying("reaches_target", "points"),
    PACK_DIES_OUT: Saying("pack_dies_out"),
    NO_RENOWN: Saying("no_renown", "wolf"),
}
