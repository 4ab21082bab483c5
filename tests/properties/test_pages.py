"""What the page asks of a game, in whole games with every option: scenes, choices, reasons, the way back, records."""

import json
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest
from helpers.worlds import COMPILED, Setting, few_settings, headings, tried, walk

from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY
from meute.core.reason import Reason
from meute.match import Match, read_record, replay, write_record
from meute.server.table.scene import ahead_sent, ask_sent, events_sent, scene_at, scene_sent, why_sent
from meute.text import LANGUAGES, catalogue, refusal_phrase

GAMES_EACH = 6 if COMPILED else 1
SPARSE = 8 if COMPILED else 2
"""The further a game has come, the fewer moments are looked at: gaps grow by this share of the decisions before."""
PRESSED = 5
"""Choices whose places are pressed at each of them."""
SPOILT = ("", ".", ".²", ".99", ".-1", ".9.²", ".x.x.x")
"""What a stranger may write behind the first word of a place."""

every_setting = pytest.mark.parametrize("setting", tried(few_settings()), ids=str)


def moments(setting: Setting, seed: int) -> Iterator[tuple[Match, int]]:
    """A random game, stopped at a few moments and wherever a question is asked first; who decides there."""
    match = setting.start(seed)
    known: set[str] = set()
    following = 0
    for n, seat in enumerate(walk(match, seed)):
        question = match.game.prompt(match.view(seat).state, seat).key
        if question not in known or n == following:
            following = n + 4 + n // SPARSE
            known.add(question)
            yield match, seat


@every_setting
def test_every_action_is_a_choice_or_refused_for_a_reason_with_words_and_a_paragraph(setting: Setting) -> None:
    words = [catalogue(language) for language in LANGUAGES]
    printed_headings = {printed for section in headings(setting.game, "fr") for printed in section}
    for seed in range(GAMES_EACH):
        for match, seat in moments(setting, seed):
            game = match.game
            for other in range(setting.seats):
                view = match.view(other)
                legal = set(view.legal_actions())
                assert not legal or other in match.seats_to_act()
                given = set()
                for action in range(game.codec.size) if other == seat else range(0, game.codec.size, 13):
                    game.targets(view.state, other, action)
                    if action not in legal:
                        reason = game.why(view.state, other, action)
                        given.add((reason.key, reason.heading))
                for key, heading in given:
                    assert heading in printed_headings, (
                        f"no section of the rules page tells {heading}, where {key} stands"
                    )
                    assert all(each.render(refusal_phrase(Reason(key, heading))) for each in words)


@every_setting
def test_every_place_can_be_pressed_and_says_why_it_is_none_to_choose(setting: Setting) -> None:
    rng = Generator(1)
    for match, seat in moments(setting, 1):
        table = match.view(seat).state
        for _ in range(PRESSED):
            places = match.game.targets(table, seat, rng.below(match.game.codec.size))
            sent = why_sent(match, seat, list(places[: 1 + rng.below(len(places))]) if places else ["nowhere"])
            assert sent.phrase.key
            word = (places or ("nowhere",))[-1].partition(".")[0]
            assert why_sent(match, seat, [*places[:-1], word + SPOILT[rng.below(len(SPOILT))]]).phrase.key


HALVES = [setting for setting in few_settings() if setting.game in ("aventure", "clan")]
"""Games in which people choose several decisions as one."""
LOOKS = 40 if COMPILED else 10


@pytest.mark.parametrize("setting", tried(HALVES), ids=str)
def test_what_is_told_ahead_is_what_deciding_would_show(setting: Setting) -> None:
    rng = Generator(3)
    for match, seat in islice(moments(setting, 2), LOOKS):
        options, steps = match.legal_actions(seat), len(match.steps)
        action = options[rng.below(len(options))]
        ahead = ahead_sent(match, seat, [action], "")
        match.play(seat, action)
        top, view = match.state.top, match.view(seat)
        goes_on = (
            len(match.steps) == steps + 1 and seat in match.seats_to_act() and top is not None and top.is_mid_move()
        )
        assert (ahead is not None) == goes_on
        if ahead is not None:
            assert ahead.scene.shown == scene_sent(match, view, 0, None, [seat]).shown
            assert ahead.ask == ask_sent(match, view)
        match.rewind(steps)


@every_setting
def test_what_a_choice_will_do_is_the_same_in_every_world_that_fits_the_view(setting: Setting) -> None:
    """Nothing hidden is told: what the seat cannot know has no influence on the words."""
    rng = Generator(4)
    words = [catalogue(language) for language in LANGUAGES]
    for match, seat in islice(moments(setting, 4), LOOKS):
        view, effect = match.view(seat), match.game.modules.effects.effect
        worlds = [view.state, match.state, view.determinize(rng)]
        for action in view.legal_actions():
            found = [effect(world, seat, action, match.seats) for world in worlds]
            told = [
                one and (one.tone, one.final, [each.render(part) for part in (one.line, *one.short) for each in words])
                for one in found
            ]
            assert told[0] == told[1] == told[2]
            assert "{" not in str(told[0])
            assert match.view(seat).text() == view.text(), "looking ahead changes nothing"


@every_setting
def test_places_follow_from_points_and_what_breaks_ties(setting: Setting) -> None:
    for match, _ in islice(moments(setting, 1), LOOKS):
        game, s = match.game, match.state
        found = list(game.places(s))
        if NOBODY not in found:
            rows = [match.score()[0], *(values for _, values in game.tie_breaks(s))]
            ranked = [tuple(row[seat] for row in rows) for seat in range(s.seats)]
            assert found == [1 + sum(other > own for other in ranked) for own in ranked]


@every_setting
def test_every_seat_and_a_spectator_get_a_scene_and_what_they_are_asked(setting: Setting) -> None:
    for match, _ in moments(setting, 2):
        for seat in range(NOBODY, setting.seats):
            view = match.view(seat)
            scene = scene_sent(match, view, len(match.steps), None, match.seats_to_act())
            assert json.dumps(scene.shown)
            assert len(scene.points) == setting.seats
            asked = ask_sent(match, view)
            assert len(asked.choices) == len(match.legal_actions(seat))
            assert {place for choice in asked.choices for place in choice.places} <= set(asked.names)
            events_sent(match, max(len(match.events) - 10, 0), seat)


@every_setting
def test_the_data_of_an_event_tells_no_more_than_its_sentence(setting: Setting) -> None:
    known: dict[tuple[str, bytes], str | int] = {}
    match = setting.start(5)
    for _ in walk(match, 5):
        pass
    for seat in range(NOBODY, setting.seats):
        for event, sent in zip(match.events, events_sent(match, 0, seat), strict=True):
            kind = match.game.events[event.kind]
            secret = {kind.secret} if kind.secret and event.audience >> max(seat, 0) & 1 and seat >= 0 else set()
            assert set(sent.data) == {*kind.meanings} | secret == {*sent.phrase.gaps} - {"seat"}
            for meaning, value in sent.data.items():
                assert isinstance(value, str) == (meaning in match.game.modules.ids)
                words = msgspec.json.encode(sent.phrase.gaps[meaning])
                assert known.setdefault((meaning, words), value) == value


@every_setting
def test_what_may_be_taken_back_leads_back(setting: Setting) -> None:
    for match, seat in moments(setting, 3):
        before, steps = match.game.write_position(match.state), len(match.steps)
        match.play(seat, match.legal_actions(seat)[-1])
        back, reason = match.free_undo(seat)
        if reason:
            with pytest.raises(BadInput, match=reason):
                match.undo(seat)
            match.rewind(steps)
        else:
            assert back == steps
            match.undo(seat)
        assert match.game.write_position(match.state) == before
        assert len(match.steps) == steps


@every_setting
def test_a_game_can_be_written_down_and_read_at_any_moment(setting: Setting) -> None:
    for match, seat in islice(moments(setting, 4), 0, None, 4):
        again = replay(read_record(write_record(match.record())))
        assert again.game.write_position(again.state) == match.game.write_position(match.state)
        middle = len(match.steps) // 2
        assert scene_at(again, middle, seat) == scene_at(match, middle, seat)
