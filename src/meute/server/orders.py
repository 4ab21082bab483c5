"""Standing orders: what a seat answers while nobody is there, as actions in the order of preference.

An order is for one kind of question, which a game names by the blocks that such a question offers (`Game.orders`); it
may be for some things alone, by the marks that the question speaks of. What it yields are ordinary actions.
"""

import copy
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from meute.core.phrase import Phrase
from meute.match import Match
from meute.server.messages.asked import DropOrder, SetOrder
from meute.server.messages.pace import OrderSent
from meute.server.refusal import Refusal
from meute.server.store.kept import OrderKept

if TYPE_CHECKING:
    from meute.server.table import Table

MOST_ORDERS = 12
"""For each seat."""
LONGEST = 80
"""Answers in one order, or things that it is for; and letters of what such a thing is called."""


def answer_for(match: Match, seat: int, orders: Iterable[OrderKept]) -> int | None:
    """What a seat's orders answer to what it is asked now: of the first that is for this question, its first answer
    that is allowed."""
    mine = [order for order in orders if order.seat == seat and not is_past(match, order)]
    if not mine or seat not in match.asked():
        return None
    view = match.view(seat)
    options, codec = view.options(), match.game.codec
    offered = {codec.block(action).name for action in options}
    about = marks(match.game.prompt(view.state, seat))
    for order in mine:
        if offered <= set(match.game.orders[order.kind]) and (not order.about or about & set(order.about)):
            found = next((codec.ids[text] for text in order.answers if codec.ids[text] in options), None)
            if found is not None:
                return found
    return None


def is_past(match: Match, order: OrderKept) -> bool:
    """Whether an order for a round has seen everybody's turn."""
    return order.until == "round" and match.game.turns(match.state) - order.turn >= len(match.seats)


def marks(told: Phrase) -> set[str]:
    """The things that a sentence speaks of."""
    return {gap.mark for gap in told.gaps.values() if isinstance(gap, Phrase) and gap.mark}


def written(match: Match, wish: SetOrder, others: list[OrderKept]) -> OrderKept:
    """An order as somebody wants it, if it is one."""
    codec, blocks = match.game.codec, match.game.orders.get(wish.kind)
    if blocks is None:
        raise Refusal("no_order")
    if max(len(wish.answers), *map(len, (wish.about, *wish.about))) > LONGEST or len(others) >= MOST_ORDERS:
        raise Refusal("too_long")
    actions = [codec.read(text) for text in wish.answers]
    if wish.most is not None:
        rising = next(block for block in codec.blocks if block.name == blocks[0])
        actions = [*range(rising.base, rising.base + min(rising.size, wish.most + 1)), *actions]
    if not actions or any(codec.block(action).name not in blocks for action in actions):
        raise Refusal("no_order")
    return OrderKept(
        n=1 + max((order.n for order in others), default=0),
        seat=wish.seat,
        kind=wish.kind,
        answers=[codec.text(action).lower() for action in actions],
        about=wish.about,
        most=wish.most,
        until=wish.until,
        turn=int(match.game.turns(match.state)),
    )


def order_sent(order: OrderKept) -> OrderSent:
    """An order, for the seat that gave it."""
    return OrderSent(
        n=order.n,
        kind=order.kind,
        most=order.most,
        answers=[] if order.most is not None else order.answers,
        about=order.about,
        until=order.until,
    )


async def give_order(table: "Table", wish: SetOrder | DropOrder) -> None:
    """A seat gives a standing order, in the place of one for the same questions, or takes one back."""
    match, changed = table.room.live(), copy.deepcopy(table.room.kept)
    mine = [order for order in changed.orders if order.seat == wish.seat and not is_past(match, order)]
    others = [order for order in changed.orders if order.seat != wish.seat]
    if isinstance(wish, DropOrder):
        mine = [order for order in mine if order.n != wish.n]
    else:
        mine = [order for order in mine if (order.kind, order.about) != (wish.kind, wish.about)]
        mine.append(written(match, wish, mine))
    changed.orders = [*others, *mine]
    await table.room.keep(changed)
    table.news.tell_orders(wish.seat)
    await follow_orders(table)


async def follow_orders(table: "Table") -> None:
    """Answers in the name of those who have said how, one after the other; what was for a round that is over goes."""
    match, orders = table.room.match, table.room.kept.orders
    if match is None or table.room.kept.phase != "playing" or not orders:
        return
    past = [order for order in orders if is_past(match, order)]
    if past:
        orders = [order for order in orders if order not in past]
        await table.room.keep(msgspec.structs.replace(table.room.kept, orders=orders))
        for seat in {order.seat for order in past}:
            table.news.tell_orders(seat)
    for seat in match.asked():
        action = None if table.bots.plays_itself(seat) else answer_for(match, seat, orders)
        if action is not None:
            table.inbox.post(partial(answer_by_order, seat, action, len(match.steps)))
            return


async def answer_by_order(seat: int, action: int, step: int, table: "Table") -> None:
    """What a standing order says, if nothing else has happened since."""
    match = table.room.match
    if match is not None and table.room.kept.phase == "playing" and len(match.steps) == step:
        await table.decide(seat, [action], key=f"order {table.room.era} {step}")
