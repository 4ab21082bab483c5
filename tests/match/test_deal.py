"""Sealed deals: honest games verify, every dishonest deal is found and named, and chance stays uniform."""

import dataclasses
import random
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from helpers.deals import hexadecimal, sealed_game

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.errors import BadInput
from meute.core.seats import CHANCE
from meute.games import GAMES, find
from meute.match import Match, Record, read_record, replay, write_record
from meute.match.deal import Deal, SealedDeal, draw_of, past_draws, seal_of, seed_of
from meute.match.verify import DealCheck, Fault, check_deal

DISHONEST = 500
HONEST = 60
"""Honest games of each game; `bench/deals.py` checks more."""


@cache
def honest_record(game: str, number: int) -> Record:
    return sealed_game(game, number).record()


def checked(record: Record, witnessed: SealedDeal | None = None) -> DealCheck:
    """The check of a record as it was written and read."""
    return check_deal(replay(read_record(write_record(record))), witnessed)


@pytest.mark.parametrize("game", list(GAMES))
def test_honest_games_verify(game: str) -> None:
    for number in range(HONEST):
        record = honest_record(game, number)
        deal = record.deal
        assert deal is not None
        check = checked(record, deal)
        assert check == DealCheck("sealed", check.draws, check.draws, sum(map(bool, deal.contributions)), [])
        assert check.is_proven()


# --- dishonest servers: each changes one thing, and says what must be found

Cheat = Callable[[Record, SealedDeal, random.Random], tuple[Record, str]]


def swap_an_outcome(record: Record, deal: SealedDeal, rng: random.Random) -> tuple[Record, str]:
    """Chance says something else that was possible: from there on, the game is dealt as before or stops."""
    match = replay(record)
    past = rng.choice([past for past in past_draws(match) if len(past.draw.outcomes) > 1])
    other = rng.choice([action for action, _ in past.draw.outcomes if action != past.outcome])
    match.stop()
    match.rewind(past.step)
    match.apply(CHANCE, other)
    match.deal = Deal(deal.seed(record.game))
    match.resolve_chance()
    match.stop()
    return match.record(), "draw"


def choose_the_secret_late(record: Record, deal: SealedDeal, rng: random.Random) -> tuple[Record, str]:
    """A secret that was chosen after the contributions, with the seal of another one."""
    return dealt_again(record, deal._replace(secret=hexadecimal(rng))), "secret"


def choose_secret_and_seal_late(record: Record, deal: SealedDeal, rng: random.Random) -> tuple[Record, str]:
    """The record agrees with itself, but its seal is not the one that was published."""
    secret = rng.randbytes(32)
    return dealt_again(record, deal._replace(secret=secret.hex(), seal=seal_of(secret))), "seal"


def leave_a_contribution_out(record: Record, deal: SealedDeal, rng: random.Random) -> tuple[Record, str]:
    return dealt_again(record, deal._replace(contributions=without_one(deal, rng, ""))), "left_out"


def change_a_contribution(record: Record, deal: SealedDeal, rng: random.Random) -> tuple[Record, str]:
    changed = deal._replace(contributions=without_one(deal, rng, hexadecimal(rng)))
    return dealt_again(record, changed), "contribution"


def edit_the_contributions(record: Record, deal: SealedDeal, rng: random.Random) -> tuple[Record, str]:
    """The record was dealt with a contribution that it does not state."""
    return dataclasses.replace(record, deal=deal._replace(contributions=without_one(deal, rng, ""))), "draw"


def edit_the_secret(record: Record, deal: SealedDeal, rng: random.Random) -> tuple[Record, str]:
    return dataclasses.replace(record, deal=deal._replace(secret=hexadecimal(rng))), "secret"


def drop_the_deal(record: Record, deal: SealedDeal, rng: random.Random) -> tuple[Record, str]:
    return dataclasses.replace(record, deal=None), "seal"


CHEATS: list[Cheat] = [
    swap_an_outcome,
    choose_the_secret_late,
    choose_secret_and_seal_late,
    leave_a_contribution_out,
    change_a_contribution,
    edit_the_contributions,
    edit_the_secret,
    drop_the_deal,
]


def without_one(deal: SealedDeal, rng: random.Random, other: str) -> tuple[str, ...]:
    """The contributions with another text for one that was sent."""
    seat = rng.choice([n for n, contribution in enumerate(deal.contributions) if contribution])
    return tuple(other if n == seat else contribution for n, contribution in enumerate(deal.contributions))


def dealt_again(record: Record, deal: SealedDeal) -> Record:
    """Another game, dealt as this deal says, with it in its record."""
    match = Match(record.game, record.seats, deal=Deal(deal.seed(record.game)))
    match.stop()
    match.sealed = deal
    return match.record()


def test_every_dishonest_server_is_found_and_named() -> None:
    found: Counter[str] = Counter()
    games = list(GAMES)
    for number in range(DISHONEST):
        rng = random.Random(number)
        cheat = CHEATS[number % len(CHEATS)]
        record = honest_record(games[number // len(CHEATS) % len(games)], number % HONEST)
        deal = record.deal
        assert deal is not None
        if not any(deal.contributions):
            deal = deal._replace(contributions=(hexadecimal(rng), *deal.contributions[1:]))
            record = dealt_again(record, deal)
        if not any(seat == CHANCE for seat, _ in record.moves):  # nothing drawn yet
            record = sealed_with_draws(record, number, deal)
        forged, kind = cheat(record, deal, rng)
        check = checked(forged, deal)
        assert not check.is_proven(), cheat.__name__
        assert kind in {fault.kind for fault in check.faults}, (cheat.__name__, check)
        found[kind] += 1
    assert found.total() == DISHONEST
    assert set(found) == {"secret", "draw", "seal", "left_out", "contribution"}


def sealed_with_draws(record: Record, number: int, deal: SealedDeal) -> Record:
    """A game of a deal in which chance has drawn."""
    match = Match(record.game, record.seats, deal=Deal(deal.seed(record.game)))
    choices, moves = Choices(), Generator(number)
    while not any(past.seat == CHANCE for past in match.steps):
        seat = match.seats_to_act()[0]
        match.play(seat, match.state.random_action(seat, choices, moves))
    match.stop()
    match.sealed = deal
    return match.record()


def test_a_fault_says_which_draw_and_what_it_should_be() -> None:
    record = honest_record("terres", 1)
    at, (seat, first) = next((n, move) for n, move in enumerate(record.moves) if move[1].startswith("token"))
    assert seat == CHANCE
    other = next(n for n, move in enumerate(record.moves) if move[1].startswith("token") and move[1] != first)
    moves = list(record.moves)
    moves[at], moves[other] = moves[other], moves[at]
    faults = checked(dataclasses.replace(record, moves=moves, result=None)).faults
    assert [fault.kind for fault in faults] == ["draw"] * len(faults)
    assert (faults[0].number, faults[0].step) == (at + 1, at)
    assert (faults[0].found, faults[0].expected) == (record.moves[other][1], first)


def test_a_deal_without_its_secret_cannot_be_checked_yet() -> None:
    record = honest_record("clan", 1)
    assert record.deal is not None
    closed = checked(dataclasses.replace(record, deal=record.deal._replace(secret="")))
    assert (closed.state, closed.same) == ("closed", 0)
    assert not closed.is_proven()
    unsealed = checked(dataclasses.replace(record, deal=None))
    assert unsealed == DealCheck("unsealed", unsealed.draws, 0, 0, [])
    assert not unsealed.is_proven()


def test_what_a_witness_kept_is_named_where_it_differs() -> None:
    record = honest_record("clan", 1)
    sealed = record.deal
    assert sealed is not None
    seal, word = "a" * 64, "b" * 64
    kept = sealed._replace(seal=seal, contributions=("", word))
    found = [*sealed.contributions, "", ""][1]
    assert checked(record, kept).faults[:2] == [
        Fault("seal", 0, 0, sealed.seal, seal),
        Fault("contribution" if found else "left_out", 2, 0, found, word),
    ]
    unsealed = checked(dataclasses.replace(record, deal=None), kept)
    assert unsealed == DealCheck("unsealed", unsealed.draws, 0, 0, [Fault("seal", 0, 0, "", seal)])


@pytest.mark.parametrize(
    "line",
    [
        "seal: 12",
        f"seal: {'A' * 64}",
        f"seal: {'a' * 64}\nsecret: {'g' * 64}",
        f"seal: {'a' * 64}\ncontribution: 3 none",
        f"seal: {'a' * 64}\ncontribution: 0 none",
        f"seal: {'a' * 64}\ncontribution: 1",
        f"seal: {'a' * 64}\ncontribution: 1 {'b' * 64}\ncontribution: 1 {'c' * 64}",
        f"seal: {'a' * 64}\nseal: {'a' * 64}",
    ],
)
def test_malformed_deals_are_refused(line: str) -> None:
    with pytest.raises(BadInput):
        read_record(f"meute record 1\ngame: terres\nrules: 1\nseat: a\nseat: b\n{line}\n")


# --- how it draws


def test_seed_and_draws_stay_as_they_are() -> None:
    """Known answers: records of sealed games must verify with every later version."""
    seed = seed_of(bytes(range(32)), "terres", ("ab" * 32, ""))
    assert seed.hex() == KNOWN_SEED
    deal = Deal(seed)
    assert [deal.number("card", n) for n in range(2)] == KNOWN_NUMBERS
    match = Match("terres", deal=deal)
    assert [match.game.codec.text(past.action) for past in match.steps[:8]] == KNOWN_DEAL
    assert next(iter(past_draws(match))).draw.label == KNOWN_LABEL


KNOWN_SEED = "232628b69ca7beafc2b8ce65d40658c88b09bfed2eb0815c807dd65783ca6d6e"
KNOWN_NUMBERS: list[int] = [10723189307695443207, 17745776105656069380]
KNOWN_DEAL: list[str] = [
    "claw:force_par_loup",
    "claw:pv_si_conquis",
    "claw:loup_solitaire",
    "claw:pv_par_solitaire",
    "claw:pv_par_loup",
    "token5b",
    "token1a",
    "token3b",
]
KNOWN_LABEL = "claw 0"


@pytest.mark.parametrize("game", list(GAMES))
def test_no_two_draws_of_a_game_share_a_label(game: str) -> None:
    for number in range(5):
        labels = [past.draw.label for past in past_draws(replay(honest_record(game, number)))]
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("game", list(GAMES))
def test_an_undone_draw_comes_again(game: str) -> None:
    match = sealed_game(game, 3)
    deal = match.sealed
    assert deal is not None
    before = [past.action for past in match.steps]
    drawn = [n for n, past in enumerate(match.steps) if past.seat == CHANCE and n]
    for step in drawn[-3:]:
        again = Match(game, match.seats, deal=Deal(deal.seed(game)))
        again.rewind(0)
        again.resolve_chance()
        for past in match.steps[len(again.steps) : step]:
            if past.seat != CHANCE:
                again.play(past.seat, past.action)
        assert [past.action for past in again.steps[: step + 1]] == before[: step + 1]


def test_draws_with_replacement_are_independent() -> None:
    """In Traces, cards of a fight come from a full deck each time: one drawn before must not come more often."""
    codec, outcomes = find("traces").codec, Choices()
    kind = next(kind for kind in codec.kinds if kind.chance and kind.size >= 4)
    outcomes.add_range(kind.base, kind.base + 4)
    repeats = 0
    trials = 4000
    for number in range(trials):
        deal = Deal(number.to_bytes(4, "big"))
        first = deal.choose(draw_of(codec, outcomes, []))
        repeats += deal.choose(draw_of(codec, outcomes, [first])) == first
    assert abs(repeats / trials - 1 / 4) < 5 * (3 / 16 / trials) ** 0.5


def test_weights_are_those_of_the_outcomes() -> None:
    codec, outcomes = find("terres").codec, Choices()
    base = codec.decisions
    outcomes.add_weighted(base, 3)
    outcomes.add(base + 1)
    assert sorted(draw_of(codec, outcomes, []).outcomes) == [(base, 3), (base + 1, 1)]
    count = sum(Deal(n.to_bytes(4, "big")).choose(draw_of(codec, outcomes, [])) == base for n in range(4000))
    assert abs(count / 4000 - 3 / 4) < 5 * (3 / 16 / 4000) ** 0.5
