"""What holds for every game, seat count and option, at every step of random games."""

import hashlib
import json
from pathlib import Path

import pytest
from helpers.worlds import COMPILED, Setting, few_settings, mixed, not_offered, tried, walk
from helpers.worlds import settings as all_settings
from hypothesis import given, settings
from hypothesis import strategies as st

from meute.core.chance import Generator
from meute.core.choices import Choices
from meute.core.game import View
from meute.core.position import MOST_FRAMES, write_frames
from meute.core.seats import CHANCE
from meute.games import GAMES
from meute.match import Match, read_record, replay, write_record
from meute.text import LANGUAGES, action_phrase, catalogue, event_phrase, refusal_phrase

GAMES_EACH = 6 if COMPILED else 1
MIXED = 300 if COMPILED else 10
PRINTS = Path(__file__).parent / "fingerprints.json"

EVERY = all_settings()
every_setting = pytest.mark.parametrize("setting", tried(EVERY), ids=str)
every_value = pytest.mark.parametrize("setting", tried(few_settings()), ids=str)
seeds = st.integers(0, 2**32)


@every_setting
def test_games_end_and_a_seat_that_is_asked_has_an_option(setting: Setting) -> None:
    for seed in range(GAMES_EACH):
        match = setting.start(seed)
        for seat in walk(match, seed):
            assert match.legal_actions(seat)
            assert match.seats_to_act() == sorted(match.seats_to_act())
            assert len(write_frames(match.state).split()) <= MOST_FRAMES // 4
        assert match.is_over() or setting.game == "clan", "only Clan's calendar may stand still for random players"
        if match.is_over():
            result = match.result()
            assert result is not None
            assert 1 in result.places or set(result.places) == {0}


@every_value
def test_listing_counting_drawing_and_asking_agree(setting: Setting) -> None:
    match = setting.start(1)
    out, rng = Choices(), Generator(2)
    for n, seat in enumerate(walk(match, 3)):
        if n % 7:
            continue
        match.state.describe(seat, out)
        listed = out.to_list()
        assert len(listed) == len(set(listed)) == out.size
        assert all(out.contains(action) for action in listed)
        assert out.draw(rng) in listed
        outside = set(range(match.game.codec.size)) - set(listed)
        assert not any(out.contains(action) for action in outside)
        assert [out[n] for n in range(len(out))] == listed == list(out)
        assert all(action in out for action in listed)
        assert not any(action in out for action in (*outside, -1, match.game.codec.size, "pass"))
        decision = match.state.decision()
        assert decision.seat == match.state.turn()
        assert decision.to_list() == match.state.legal_actions(decision.seat)


@pytest.mark.parametrize("setting", not_offered(), ids=str)
def test_an_option_changes_nothing_where_it_is_not_offered(setting: Setting) -> None:
    plain, changed = Setting(setting.game, setting.seats, ()).start(8), setting.start(8)
    for _ in zip(walk(plain, 8), walk(changed, 8), strict=True):
        assert plain.game.write_position(plain.state) == changed.game.write_position(changed.state)


@every_value
def test_copies_never_move(setting: Setting) -> None:
    match = setting.start(4)
    for n, _ in enumerate(walk(match, 5)):
        if n % 11 == 0:
            copy, text = match.state.copy(), match.game.write_position(match.state)
        if n % 11 == 9:
            assert match.game.write_position(copy) == text


@every_value
def test_positions_can_be_written_and_read(setting: Setting) -> None:
    match = setting.start(6)
    for n, seat in enumerate(walk(match, 7)):
        if n % 5:
            continue
        for table in (match.state, match.view(seat).state):
            text = match.game.write_position(table)
            again = match.game.read_position(text, match.options_settled, match.box)
            assert match.game.write_position(again) == text
            assert again.to_act == table.to_act
            assert again.legal_actions(seat) == table.legal_actions(seat)


@every_setting
def test_a_view_fits_the_worlds_imagined_from_it(setting: Setting) -> None:
    match = setting.start(8)
    rng = Generator(9)
    for n, seat in enumerate(walk(match, 10)):
        if n % 6:
            continue
        view = match.view(seat)
        world = view.determinize(rng)
        assert View(match.game, world, seat).text() == view.text()
        assert world.legal_actions(seat) == match.state.legal_actions(seat)
        assert view.legal_actions() == match.legal_actions(seat)


@every_setting
def test_worlds_with_equal_views_show_a_seat_the_same(setting: Setting) -> None:
    """Two whole tables that a seat cannot tell apart: its options, its page and its events stay equal."""
    match = setting.start(11)
    game = match.game
    rng = Generator(12)
    for n, seat in enumerate(walk(match, 13)):
        if n % 9:
            continue
        one, two = match.view(seat).determinize(rng), match.view(seat).determinize(rng)
        pages = [game.show(View(game, world, seat).state, seat) for world in (one, two)]
        assert pages[0] == pages[1]
        assert json.dumps(pages[0])
        lit = [
            [game.targets(View(game, world, seat).state, seat, a) for a in world.legal_actions(seat)]
            for world in (one, two)
        ]
        assert lit[0] == lit[1]
        assert len(set(lit[0])) == len(lit[0]), "two choices light the same places"


@every_value
def test_records_replay_to_the_same_game(setting: Setting) -> None:
    match = setting.start(14)
    for _ in walk(match, 15):
        pass
    record = match.record()
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text
    again = replay(record)
    assert again.result() == match.result()
    assert [event.numbers() for event in again.events] == [event.numbers() for event in match.events]
    half = replay(record, len(record.moves) // 2)
    assert len(half.steps) == len(record.moves) // 2


@every_value
def test_going_back_gives_the_same_table(setting: Setting) -> None:
    match = setting.start(16)
    tables = {}
    for n, _ in enumerate(walk(match, 17)):
        tables[len(match.steps)] = (match.game.write_position(match.state), len(match.events))
        if n == 40:
            break
    for steps in sorted(tables, reverse=True)[::3]:
        match.rewind(steps)
        assert (match.game.write_position(match.state), len(match.events)) == tables[steps]


@every_value
def test_everything_has_words_in_every_language(setting: Setting) -> None:
    match = setting.start(18)
    game = match.game
    words = [catalogue(language) for language in LANGUAGES]
    for n, seat in enumerate(walk(match, 19)):
        for each in words:
            assert each.render(game.prompt(match.view(seat).state, seat))
            assert each.render(game.prompt(match.view().state, -1))
        if n % 10 == 0:
            refused = [a for a in range(0, game.codec.size, 7) if a not in match.legal_actions(seat)]
            for each in words:
                for action in match.legal_actions(seat):
                    assert each.render(action_phrase(game, action, match.seats))
                    for place in game.targets(match.view(seat).state, seat, action):
                        named = game.place_name(match.view(seat).state, seat, place)
                        assert named is None or each.render(named)
                progress = game.progress(match.view(seat).state)
                assert progress is None or each.render(progress)
                for action in refused:
                    assert each.render(refusal_phrase(game.why(match.view(seat).state, seat, action)))
    for each in words:
        for event in match.events:
            for reader in range(-1, setting.seats):
                rendered = each.render(event_phrase(game, event, match.seats, reader, each))
                assert rendered
                assert "{" not in rendered


@settings(max_examples=MIXED, deadline=None, derandomize=True, database=None)
@given(seed=seeds)
def test_options_mix_freely(seed: int) -> None:
    setting = mixed(seed)
    match = setting.start(seed)
    for _ in walk(match, seed):
        pass
    assert replay(match.record()).result() == match.result()


@pytest.mark.parametrize("game", list(GAMES))
def test_chance_outcomes_are_weighed(game: str) -> None:
    match = Match(game, [f"seat {n}" for n in range(GAMES[game].min_seats)], seed=None)
    out = Choices()
    for _ in range(20):
        if match.state.awaits_chance():
            match.state.describe(CHANCE, out)
            assert sum(out.weight_of(action) for action in out.to_list()) == out.weight > 0
            match.apply(CHANCE, out.draw(Generator(1)))


def fingerprint(setting: Setting) -> str:
    """Every option list, in order, and the result of one random game."""
    known = hashlib.sha256()
    match = setting.start(20)
    for seat in walk(match, 21):
        known.update(repr((seat, match.legal_actions(seat))).encode())
    known.update(repr((match.result(), match.score()[0])).encode())
    return known.hexdigest()[:16]


@pytest.mark.parametrize("game", list(GAMES))
def test_option_lists_and_results_are_those_of_the_other_build_and_of_yesterday(game: str) -> None:
    known_prints = json.loads(PRINTS.read_text(encoding="utf-8"))
    known_prints = {name: known for name, known in known_prints.items() if name.partition("-")[0] == game}
    found = {str(setting): fingerprint(setting) for setting in EVERY if setting.game == game}
    assert found == known_prints, (
        "a rule, an option's order or a generator changed: run `python tests/renew.py` and look why"
    )
