"""What a choice will do, before it is made: as the rulebook counts it, and never from what the seat does not see."""

from helpers import aventure_table, clan_table, terres_table, traces_table, wildlife_table
from helpers.wildlife_table import Player

from meute.core.effect import Effect
from meute.match import Match
from meute.server.table.scene import draft_effects
from meute.text import catalogue


def effect(match: Match, action: str) -> Effect | None:
    """The effect of an action of the seat to act, computed from its view."""
    [seat] = match.seats_to_act()
    view = match.view(seat)
    number = match.game.codec.read(action)
    assert number in view.legal_actions()
    return match.game.modules.effects.effect(view.state, seat, number, match.seats)


def said(match: Match, action: str) -> tuple[str, str]:
    """The tone and the sentence of an effect."""
    found = effect(match, action)
    assert found is not None
    return found.tone, catalogue("en").render(found.line)


# --- Terres de Loups


def following(craters: str) -> Match:
    """Side B follows a green 4 that A has led before the caves."""
    match = terres_table.table(terres_table.position({"R": f"??? {craters}"}, a="v4,n2", b="v6,n3"))
    match.play(0, "v4-N")
    return match


def test_terres_the_other_card_turns_lone_so_the_caves_are_won_too() -> None:
    """« Si vous avez PERDU le pli » : B's 6 wins, A's 4 becomes a lone wolf of 1."""
    match = following("n4,o6|r7")
    tone, line = said(match, "v6-R")
    assert line == (
        "Volcanic Craters: 7 → 13 against 10, you take the lead. Trick won. You: 0 → 6 points. Geoffroy: 8 → 2 points."
    )
    assert tone == "gain"
    points = match.score()[0]
    match.play(1, "v6-R")
    assert points == [8, 0]
    assert match.score()[0] == [2, 6]


def test_terres_a_wolf_that_stays_behind_in_a_territory_that_is_full_then_is_wasted() -> None:
    match = following("n4,o6,n7,b7|r2")
    tone, line = said(match, "v6-R")
    assert tone == "waste"
    assert "still behind; full then" in line


def test_terres_a_card_that_is_led_may_yet_become_a_lone_wolf() -> None:
    match = terres_table.table(terres_table.position({"R": "??? r7|n4,o6"}, a="v6,n2", b="v4,n3"))
    tone, line = said(match, "v6-R")
    assert line == ("Volcanic Craters: 7 → 13 against 10 if you win the trick (else 8), you take the lead.")
    assert tone == "gain"


def test_terres_hidden_claws_are_unknown_and_final() -> None:
    match = terres_table.table(terres_table.position({"N": "??. n4|-"}, a="v3,n2", b="v7,n3"))
    match.play(0, "v3-N")
    found = effect(match, "?1")
    assert found is not None
    assert (found.tone, found.final) == ("unknown", True)


# --- Mon Aventure


def test_aventure_a_card_says_its_best_cell_and_a_cell_its_points() -> None:
    match = aventure_table.table(aventure_table.position("e5 h01,.,o03/h02,h07,h18", "e5 h05"))
    points = match.score()[0][0]
    for card in [text for text in match.legal_texts(0) if text[0] in "ho"]:
        best = effect(match, card)
        assert best is not None
        match.play(0, card)
        gains = []
        for cell in match.legal_texts(0):
            found = effect(match, cell)
            assert found is not None
            steps = len(match.steps)
            match.play(0, cell)
            gain = match.score()[0][0] - points
            gains.append(gain)
            assert found.tone == ("gain" if gain > 0 else "loss" if gain < 0 else "neutral")
            match.rewind(steps)
        assert best.short[0].gaps["number"] == abs(max(gains))
        assert not best.final
        match.rewind(0)


# --- Le Clan des Loups


def test_clan_a_den_in_a_region_takes_the_lead_there() -> None:
    """« Construire des tanières »: an alpha and a den against a wolf; « Les Loups alpha départagent les égalités »."""
    match = clan_table.table(clan_table.position({"b9": "1A", "b3": "2P", "b7": "2P"}))
    match.play(0, "den")
    built = {text: said(match, text) for text in match.legal_texts(0)}
    assert {line.split(".")[0] for _, line in built.values()} == {"In region B: control 1 → 2 against 2"}
    assert all("You take the lead" in line for _, line in built.values())
    assert {tone for tone, _ in built.values()} == {"gain"}


def test_clan_what_a_refuge_decides_stays_open() -> None:
    """« Le choix de la case revient au Loup alpha »: the wolf may flee within the region or out of it."""
    match = clan_table.table(clan_table.position({"b9": "1A", "b8": "2P", "b3": "2P"}))
    match.play(0, "move")
    match.play(0, "alpha@b9")
    tone, line = said(match, "b3")
    assert tone == "unknown"
    assert "where the other wolf flees" in line
    assert said(match, "b8") == ("neutral", "No effect on control or points."), "all refuges lie in the region"


# --- Wildlife


def test_wildlife_the_last_cell_of_a_territory_pays_at_once_and_more_in_a_scoring() -> None:
    human, bear = Player("human", "H5"), Player("bear", "D4")
    mammoth = Player("mammoth", "I3 J3 I4 B6")
    match = wildlife_table.table(
        wildlife_table.position(human, mammoth, bear, frames=wildlife_table.turn(laid="P3"), on_table="P3")
    )
    match.play(0, "use:steppe")
    found = effect(match, "J4")
    assert found is not None
    assert catalogue("en").render(found.line).startswith("You: 10 → 13 points. If scored now: 11 → 18.")
    match.play(0, "J4")
    assert match.score()[0][0] == 13


def test_wildlife_a_last_piece_is_warned_of() -> None:
    human, bear = Player("human", "H5", stock=1), Player("bear", "D4")
    mammoth = Player("mammoth", "I3 J3 I4 B6")
    match = wildlife_table.table(
        wildlife_table.position(human, mammoth, bear, frames=wildlife_table.turn(laid="P3"), on_table="P3")
    )
    match.play(0, "use:steppe")
    assert said(match, "B7")[1].endswith("The game ends after this turn.")


def test_wildlife_nobody_knows_the_price_of_a_sale() -> None:
    human, bear = Player("human", "H5"), Player("bear", "D4")
    match = wildlife_table.table(
        wildlife_table.position(human, bear, Player("eagle"), frames=wildlife_table.turn(laid="P3"), on_table="P3")
    )
    assert said(match, "sell:steppe") == ("unknown", "Price unknown: at least 3 food if anyone buys it.")


# --- Traces de Loups


def test_traces_a_token_says_the_own_part_and_the_strength_that_is_left() -> None:
    match = traces_table.table(traces_table.position(frames=traces_table.PLACING))
    view = match.view(0)
    [wolf_and_box] = {text.split("=")[0] for text in match.legal_texts(0)}
    number = match.game.codec.read(f"{wolf_and_box}=13")
    found = match.game.modules.effects.effect(view.state, 0, number, match.seats)
    assert found is not None
    assert catalogue("en").render(found.line) == (
        "Solitary hunt: 0 → 13, others: unknown. The highest chooses first. Green A: 10 left."
    )


def drafted(match: Match, *actions: str) -> dict[str, tuple[str, str]]:
    """The tones and sentences of a draft's decisions, as the server sends them."""
    read = [match.game.codec.read(action) for action in actions]
    found = draft_effects(match, 0, read)
    return {match.game.codec.text(one): (it.tone, catalogue("en").render(it.line)) for one, it in found.items()}


def test_traces_each_token_of_a_plan_is_told_beside_the_others_in_any_order() -> None:
    match = traces_table.table(traces_table.position(frames=traces_table.PLACING))
    said = drafted(match, "A2=13", "A3=5", "A4=-", "A5=15")
    assert list(said) == ["A2=13", "A3=5", "A5=15"]
    rests = {sentence.rsplit(": ", 1)[1] for _, sentence in said.values()}
    assert len(rests) == 1, "whichever token is looked at, the whole row is paid"
    assert said["A3=5"] == ("neutral", "Pack hunt: 0 → 5, others: unknown. Caribou: 30 needed. Green A: 8 left.")
    assert match.legal_texts(0)[0].startswith("A2"), "nothing is laid"


def test_traces_a_plan_that_is_not_legal_has_no_effects() -> None:
    match = traces_table.table(traces_table.position(frames=traces_table.PLACING))
    assert drafted(match, "A2=13", "A3=13") == {}
    assert drafted(match, "A3=13") == {}


def test_a_game_without_drafts_tells_nothing_of_them() -> None:
    match = following("n4,o6|r7")
    assert draft_effects(match, 1, [match.legal_actions(1)[0]]) == {}
