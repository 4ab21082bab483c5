"""Wildlife: positions as text, what a seat sees, what the page draws, and how the greedy player judges."""

from typing import Any

import pytest
from helpers.wildlife_table import NAMES, Player, play, position, state, table, turn

from meute.bots import LEVELS, make_bot
from meute.core.chance import Generator
from meute.core.errors import BadInput
from meute.games.wildlife.names import CARD_NAMES, CELL_NAMES
from meute.games.wildlife.state import ARROW, card_count, cards_of
from meute.match import Match
from meute.text import LANGUAGES, catalogue


def three(laid: str = "P2F", **more: Any) -> str:
    """A turn of the human's."""
    players = (
        Player("human", "H5 C5", hand="S2M2", abilities={"mobility": 1}),
        Player("mammoth", "B6 B7", hand="D10", food=9, score=25),
        Player("bear", "D4", hand="W10", food=2),
    )
    return position(*players, frames=turn(laid=laid), on_table=laid, **more)


# --- positions


def test_position_is_read_and_written_back() -> None:
    match = table(three())
    text = match.game.write_position(match.state)
    again = match.game.read_position(text, match.options_settled, match.box)
    assert match.game.write_position(again) == text


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("seats 3", "seats 7", "seats"),
        ("seats 3", "places 3", "seats"),
        ("..------..", ".-------..", "B1"),
        ("..------..", "..--9---..", "island.1"),
        ("1 human", "1 wolf", "1.species"),
        ("2 mammoth", "2 human", "2.species"),
        ("human 312001", "human 012001", "1.levels"),
        ("human 312001", "human 31200", "1.levels"),
        ("00100 8 10", "00x00 8 10", "1.abilities"),
        ("00100 8 10", "00100 -8 10", "1.food"),
        ("00100 8 10 9", "00100 8 10 40", "1.stock"),
        ("00100 8 10 9", "00100 8 11 9", "1"),
        ("00100 8 10 9", "00400 8 10 9", "mobility"),
        (" S2M2 ", " S2X2 ", "1.hand"),
        (" S2M2 ", " S11 ", "savanna"),
        (" S2M2 ", " ?99 ", "1.hand"),
        ("table 123", "table 113", "order"),
        ("table 123 1", "table 123 5", "active"),
        ("------------ 000", "---------- 000", "marked"),
        ("000 --- 0 -", "000 --- 2 -", "due"),
        ("000 --- 0 -", "000 --- 0 never", "ending"),
        ("last -", "last 1:food:3", "last"),
        ("last -", "last 4:food:3:0:0", "last"),
        ("last -", "first -", "last"),
        ("Rounds(step=after)", "Round(step=after)", "frames"),
        ("Rounds(step=after)", "Rounds(at=after)", "Rounds"),
    ],
)
def test_position_errors_name_the_field(old: str, new: str, where: str) -> None:
    text = three()
    assert old in text
    with pytest.raises(BadInput) as wrong:
        table(text.replace(old, new, 1))
    assert wrong.value.where == where
    for language in LANGUAGES:
        assert catalogue(language).explain(wrong.value)


def test_position_with_too_many_pieces_or_tokens() -> None:
    with pytest.raises(BadInput) as wrong:
        table(position(Player("human", "H5", stock=30), Player("bear")))
    assert wrong.value.where == "1"
    levels = {"water": 1}
    few = [Player(name, levels=levels) for name in ("human", "mammoth", "eagle")]
    table(position(*few))


# --- hidden information


def test_a_seat_sees_only_its_own_hand() -> None:
    match = table(three())
    view = match.view(1).text()
    assert "D10" in view
    assert " ?4 " in view
    assert " ?10 " in view
    assert match.view().text().count(" ?10 ") == 2
    page = match.game.show(match.view(1).state, 1)
    assert [len(player["hand"]) for player in page["players"]] == [0, 10, 0]
    assert [player["held"] for player in page["players"]] == [4, 10, 10]


def test_imagined_hands_come_from_the_unseen_cards() -> None:
    match = table(three())
    view = match.view(1)
    for seed in range(20):
        world = view.determinize(Generator(seed))
        total = world.deck + sum(world.hands)  # type: ignore[attr-defined]
        assert total == state(match).deck + sum(state(match).hands)
        assert [card_count(hand) for hand in world.hands] == [4, 10, 10]  # type: ignore[attr-defined]


def test_who_is_known_to_hold_an_arrow_gets_one() -> None:
    match = Match("wildlife", NAMES[:4], {"free_abilities": "yes"}, seed=5)
    for seed in range(10):
        world = match.view(0).determinize(Generator(seed))
        assert all(cards_of(hand, ARROW) for hand in world.hands)  # type: ignore[attr-defined]
    while not match.legal_texts(match.seats_to_act()[0])[0].startswith("lay"):
        play(match, match.legal_texts(match.seats_to_act()[0])[0])
    seat = match.seats_to_act()[0]
    play(match, "lay:arrow")
    assert not state(match).sure >> seat & 1


# --- what the page draws


def page_of(match: Match, seat: int) -> dict[str, Any]:
    return dict(match.game.show(match.view(seat).state, seat))


def test_page_island_territories_and_players() -> None:
    page = page_of(table(three()), 0)
    assert len(page["cells"]) == 78
    cell = next(cell for cell in page["cells"] if cell["id"] == "C5")
    assert (cell["terrain"], cell["territory"], cell["piece"], cell["species"]) == (
        "steppe",
        "steppe_large",
        0,
        "human",
    )
    steppe = next(one for one in page["territories"] if one["id"] == "steppe_large")
    assert (steppe["pieces"], steppe["leaders"], steppe["points"]) == ([1, 2, 0], [1], [2, 3, 0])
    human = page["players"][0]
    assert [level["level"] for level in human["levels"]] == ["attack", "move", "reproduce", "none", "none", "move"]
    assert [one["ready"] for one in human["abilities"]] == [0, 0, 1, 0, 0]
    assert human["lost"] == 30 - 9 - 2
    assert [marker["purple"] for marker in page["markers"]].count(True) == 3
    assert (page["next_points"], page["next_scoring"]) == (3, 4)


def test_page_laid_cards_with_their_state() -> None:
    match = table(three())
    play(match, "use:steppe", "C9", "sell:forest")
    page = page_of(match, 0)
    assert [(one["card"], one["state"]) for one in page["laid"]] == [
        ("steppe", "unused"),
        ("steppe", "played"),
        ("forest", "on_sale"),
    ]
    play(match, "pass", "pass")
    assert page_of(match, 0)["laid"][-1]["state"] == "sold"


@pytest.mark.parametrize(
    ("options", "moves", "left"),
    [
        ({}, ["lay:savanna"] * 3, [4, 3, 2, 1]),
        ({"cards": "up_to"}, ["lay:savanna", "end"], [4, 3, 1]),
        ({"cards": "up_to", "layout": "one_by_one"}, ["lay:savanna", "trade"], [4, 3, 3]),
    ],
)
def test_page_cards_that_may_still_be_laid_out(options: dict[str, str], moves: list[str], left: list[int]) -> None:
    human = Player("human", "H5", hand="S10", abilities={"intelligence": 1})
    match = table(position(human, Player("eagle"), Player("bear"), frames=turn(step="lay_out", base=0)), **options)
    counts = [page_of(match, 0)["cards_left"]]
    for move in moves:
        play(match, move)
        counts.append(page_of(match, 0)["cards_left"])
    assert counts == left


def test_page_auction_with_what_a_raise_would_leave() -> None:
    match = table(three())
    play(match, "sell:steppe", "bid:4")
    page = page_of(match, 2)
    sale = page["sale"]
    assert (sale["card"], sale["seller"], sale["price"], sale["highest"], sale["speaker"]) == ("steppe", 0, 4, 1, 2)
    assert [(one["seat"], one["bid"], one["highest"], one["speaks"], one["passed"]) for one in sale["bidders"]] == [
        (1, 4, True, False, False),
        (2, -1, False, True, False),
    ]
    assert [(one["price"], one["left"], one["points"]) for one in sale["raises"][:4]] == [
        (5, 0, 1),
        (6, 2, 2),
        (7, 1, 2),
        (8, 0, 2),
    ]
    assert sale["uses"] == [], "the bear has no action on the steppe"


def test_page_auction_says_what_the_card_would_do() -> None:
    human, bear = Player("human", "H5"), Player("bear", "D4")
    mammoth = Player("mammoth", "I3 J3 I4 B6")
    match = table(position(human, mammoth, bear, frames=turn(laid="P3"), on_table="P3"))
    play(match, "sell:steppe")
    uses = page_of(match, 1)["sale"]["uses"]
    best = next(use for use in uses if use["name"] == "steppe_small")
    assert (best["action"], best["cell"], best["points"], best["rank"], best["rank_after"]) == ("place", "J4", 3, 1, 1)
    assert best["scoring"] >= 1, "a full monopoly instead of a small one"
    assert {use["action"] for use in uses} == {"place"}
    worth = [use["points"] + use["scoring"] for use in uses]
    assert worth == sorted(worth, reverse=True), "best first"
    assert len(set(worth)) > 1


@pytest.mark.parametrize("card", CARD_NAMES)
def test_page_every_card_can_be_looked_at(card: str) -> None:
    letter = "SMPDWFARBNEH"[CARD_NAMES.index(card)]
    human, bear = Player("human", "H5", hand="S2"), Player("bear", "D4 C2 B3", food=3)
    match = table(position(human, Player("eagle", "G4"), bear, frames=turn(laid=letter), on_table=letter))
    play(match, f"sell:{card}", "pass")
    uses = page_of(match, 2)["sale"]["uses"]
    assert bool(uses) is (card not in ("savanna", "steppe", "desert"))


def test_page_attack_that_waits_for_an_answer() -> None:
    eagle = Player("eagle", "A5 B5 A6", abilities={"defense": 1})
    match = table(position(Player("human", "A7"), eagle, frames=turn(laid="S3"), on_table="S3"))
    play(match, "use:savanna", "xB5")
    page = page_of(match, 1)
    assert page["assault"] == {"seat": 0, "victim": 1, "cell": "B5", "lifted": ""}
    assert page["buttons"] == ["defend", "yield"]
    assert page["phase"] == "defence"


def test_page_last_general_scoring_row_by_row() -> None:
    mammoth = Player("mammoth", "I3 J3 I4")
    text = position(
        mammoth, Player("eagle", "G4"), Player("bear"), frames=turn(laid="P3"), on_table="P3", marked="xxx---------"
    )
    match = table(text)
    play(match, "use:steppe", "J4", "sell:steppe", "pass", "pass", "end")
    rows = page_of(match, 0)["last_scoring"]
    assert rows[0] == {
        "seat": 1,
        "rule": "territory",
        "points": 4,
        "territory": "mountain_large",
        "cell": "",
        "pieces": 1,
    }
    colony = [row for row in rows if row["rule"] == "colony"]
    assert [(row["seat"], row["cell"], row["points"], row["pieces"]) for row in colony] == [
        (0, "I3", 10, 4),
        (1, "G4", 7, 1),
    ]


def test_page_places_light_up_where_they_are_drawn() -> None:
    match = table(three())
    assert match.game.targets(match.state, 0, match.game.codec.read("use:steppe")) == ("laid.steppe", "use")
    page = page_of(match, 0)
    places = {cell["place"] for cell in page["cells"]} | {card["place"] for card in page["laid"]} | set(page["buttons"])
    for action in match.legal_actions(0):
        assert set(match.game.targets(match.view(0).state, 0, action)) <= places


def test_page_species_auction() -> None:
    match = Match("wildlife", NAMES[:3], {"species_auction": "yes"}, seed=3)
    speaker = match.seats_to_act()[0]
    page = page_of(match, speaker)
    assert len(page["boards"]) == 6
    assert page["sale"]["card"] == ""
    assert [one["price"] for one in page["sale"]["raises"]] == list(range(13))
    play(match, "bid:2", "pass", "pass")
    assert page_of(match, speaker)["sale"] is None
    assert match.game.targets(match.state, speaker, match.game.codec.read("board:bear")) == ("board.bear",)


# --- the greedy player


def choice(match: Match, seed: int = 1) -> str:
    (seat,) = match.seats_to_act()
    return match.game.codec.text(make_bot("greedy").choose(match.view(seat), Generator(seed)))


def test_greedy_fills_a_territory() -> None:
    mammoth = Player("mammoth", "I3 J3 I4 C5 B6 C6")
    others = (Player("eagle", "G4 B7 C7 D7"), Player("bear", "B8 C8 C9"))
    match = table(position(mammoth, *others, frames=turn(laid="P2"), on_table="P2", marked="----x-------"))
    play(match, "use:steppe")
    assert choice(match) == "J4"


def test_greedy_bids_for_what_helps_and_passes_on_the_rest() -> None:
    human, bear = Player("human", "H5"), Player("bear", "D4")
    mammoth = Player("mammoth", "I3 J3 I4 B6")
    match = table(position(human, mammoth, bear, frames=turn(laid="P3"), on_table="P3"))
    play(match, "sell:steppe")
    assert choice(match) == "bid:3", "no more than needed"
    play(match, "pass")
    assert choice(match) == "pass", "the steppe is of no use to the bear"


def test_greedy_does_not_pay_more_than_a_card_is_worth() -> None:
    human, bear = Player("human", "H5"), Player("bear", "D4")
    mammoth = Player("mammoth", "I3 J3 I4 B6")
    match = table(position(human, bear, mammoth, frames=turn(laid="P3"), on_table="P3"))
    play(match, "sell:steppe", "bid:50")
    assert choice(match) == "pass"


def test_greedy_defends() -> None:
    eagle = Player("eagle", "A5 B5 A6", abilities={"defense": 1})
    match = table(position(Player("human", "A7"), eagle, frames=turn(laid="S3"), on_table="S3"))
    play(match, "use:savanna", "xB5")
    assert choice(match) == "defend"


def test_greedy_turns_food_into_points_at_the_end_but_keeps_the_first_place() -> None:
    frames = turn(sold="S3", offered=1, moved=1)
    for food, chosen in ((9, "trade"), (6, "trade"), (5, "end")):
        human, bear = Player("human", food=food), Player("bear", food=2)
        match = table(position(human, bear, frames=frames, on_table="S3", ending="piece"))
        assert choice(match) == chosen, food


# --- no computer player throws food away

PLAYERS = [*LEVELS, "search:4", "old:4"]


def choices(match: Match, name: str) -> set[str]:
    """What a computer player does in a few tries, without thinking for long."""
    (seat,) = match.seats_to_act()
    tries = [make_bot(name).choose(match.view(seat), Generator(seed), lambda: False) for seed in range(6)]
    return {match.game.codec.text(action) for action in tries}


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(("score", "brings"), [(12, 7), (3, 10)])
def test_no_player_pays_more_for_food_than_it_brings(name: str, score: int, brings: int) -> None:
    human, bear, mammoth = Player("human", "H5"), Player("bear", "D4", score=score), Player("mammoth", "I3")
    sale = position(human, bear, mammoth, frames=turn(laid="N1A2"), on_table="N1A2")
    match = table(sale)
    play(match, "sell:food", "bid:3", f"bid:{brings}")
    assert choices(match, name) == {"pass"}


@pytest.mark.parametrize("name", PLAYERS)
def test_no_player_bids_for_what_it_cannot_use_or_declines_what_it_bought(name: str) -> None:
    human, bear, mammoth = Player("human", "H5"), Player("bear", "D4"), Player("mammoth", "I3 J3 I4 B6")
    match = table(position(human, bear, mammoth, frames=turn(laid="P3"), on_table="P3"))
    play(match, "sell:steppe")
    assert choices(match, name) == {"pass"}, "the steppe is of no use to the bear"
    play(match, "pass", "bid:3")
    assert "decline" in map(match.game.codec.text, match.legal_actions(2))
    assert "decline" not in choices(match, name)


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_exchanges_food_if_the_game_can_end_before_its_next_turn(name: str) -> None:
    frames = turn(sold="S3", offered=1, moved=1)
    human, bear = Player("human", food=40, stock=20), Player("bear", food=2, stock=3)
    match = table(position(human, bear, Player("eagle", food=1, stock=20), frames=frames, on_table="S3"))
    while "end" not in choices(match, name):
        assert choices(match, name) == {"trade"}
        play(match, "trade")
    assert state(match).food[0] < 6, "no more than the points for the most food take"


def test_cells_are_named_by_column_and_row() -> None:
    assert (CELL_NAMES[0], CELL_NAMES[9], CELL_NAMES[34], CELL_NAMES[89]) == ("A1", "J1", "E4", "J9")


# --- food at the end of the game


def at_a_sale(**more: Any) -> Any:
    """The bear is asked to bid; the human plays, then the mammoth, then the bear."""
    players = (
        Player("human", "H5 C5", hand="S2", stock=more.pop("stock", 9)),
        Player("mammoth", "B6 B7"),
        Player("bear", "D4", food=7),
    )
    match = table(position(*players, frames=turn(laid="P2F"), on_table="P2F", **more), turn_limit="20")
    play(match, "sell:steppe", "pass")
    return page_of(match, 2)["sale"]["risk"]


def test_food_is_warned_of_only_when_the_game_can_end_before_the_next_turn() -> None:
    """« Les jetons « Nourriture » qui n'auraient pas été transformés ... ne peuvent plus l'être »;
    « lorsqu'un joueur place sur le plateau de jeu le dernier pion de sa réserve »."""
    assert at_a_sale() is None
    assert at_a_sale(stock=3) == {"by": "pieces", "seat": 0, "number": 3, "food": 7, "points": 2}
    assert at_a_sale(turns=19) == {"by": "turns", "seat": -1, "number": 0, "food": 7, "points": 2}
