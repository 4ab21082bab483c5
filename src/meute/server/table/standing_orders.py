"""Standing orders: answers that a seat gives in advance, as actions in order of preference.

An order is for one kind of question, which a game declares by the action kinds that such a question offers
(`Game.standing_orders`). It may be restricted to some components, by their ids (marks) in the question's prompt. Its
answers are ordinary actions.
"""

import copy
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from meute.core.mechanisms.auction import Auction
from meute.core.phrase import Phrase
from meute.match import Match
from meute.server.messages.pace import OrderSent
from meute.server.messages.requests import DropOrder, SetOrder
from meute.server.refusal import Refusal
from meute.server.store.models import StoredOrder

if TYPE_CHECKING:
    from meute.server.table.table import Table

MAX_ORDERS = 12
"""Maximum number of orders per seat."""
MAX_LENGTH = 80
"""Maximum number of answers or components in one order, and maximum length of a component's id (mark)."""


def answer_for(match: Match, seat: int, orders: Iterable[StoredOrder]) -> int | None:
    """The action by which a seat's orders answer its current question: the first legal answer of the first order that
    matches; None if there is none."""
    mine = [order for order in orders if order.seat == seat and not is_expired(match, order)]
    if not mine or seat not in match.seats_to_act():
        return None
    view = match.view(seat)
    options, codec = view.legal_actions(), match.game.codec
    offered = {codec.kind(action).name for action in options}
    mentioned = marks(match.game.prompt(view.state, seat))
    for order in mine:
        if offered <= set(match.game.standing_orders[order.kind]) and (not order.about or mentioned & set(order.about)):
            found = next((codec.ids[text] for text in order.answers if codec.ids[text] in options), None)
            if found is not None:
                return found
    return None


def is_expired(match: Match, order: StoredOrder) -> bool:
    """Whether the auction of an order is over, or an order for one round is older than a round."""
    if order.until == "auction":
        return match.state.find_any(Auction) is None
    return order.until == "round" and match.game.turns_taken(match.state) - order.turn >= len(match.seats)


def marks(sentence: Phrase) -> set[str]:
    """The ids (marks) of the components that a sentence mentions."""
    return {thing.mark for thing in sentence.things()}


def parse_order(match: Match, command: SetOrder, others: list[StoredOrder]) -> StoredOrder:
    """Validates and creates an order."""
    codec, kinds = match.game.codec, match.game.standing_orders.get(command.kind)
    if kinds is None:
        raise Refusal("no_order")
    if max(len(command.answers), *map(len, (command.about, *command.about))) > MAX_LENGTH or len(others) >= MAX_ORDERS:
        raise Refusal("too_long")
    actions = [codec.read(text) for text in command.answers]
    if command.most is not None:
        kind = next(kind for kind in codec.kinds if kind.name == kinds[0])
        actions = [*range(kind.base, kind.base + min(kind.size, command.most + 1)), *actions]
    if not actions or any(codec.kind(action).name not in kinds for action in actions):
        raise Refusal("no_order")
    return StoredOrder(
        n=1 + max((order.n for order in others), default=0),
        seat=command.seat,
        kind=command.kind,
        answers=[codec.text(action).lower() for action in actions],
        about=command.about,
        most=command.most,
        until=command.until,
        turn=int(match.game.turns_taken(match.state)),
    )


def order_sent(order: StoredOrder) -> OrderSent:
    return OrderSent(
        n=order.n,
        kind=order.kind,
        most=order.most,
        answers=[] if order.most is not None else order.answers,
        about=order.about,
        until=order.until,
    )


async def change_orders(table: "Table", command: SetOrder | DropOrder) -> None:
    """Sets a seat's order, replacing one for the same questions, or drops one."""
    match, changed = table.room.live_match(), copy.deepcopy(table.room.stored)
    mine = [order for order in changed.orders if order.seat == command.seat and not is_expired(match, order)]
    others = [order for order in changed.orders if order.seat != command.seat]
    match command:
        case DropOrder():
            mine = [order for order in mine if order.n != command.n]
        case SetOrder():
            if command.until == "auction":  # beside other orders, before which it is asked
                if match.state.find_any(Auction) is None:
                    raise Refusal("no_order")
                mine = [order for order in mine if order.until != "auction"]
                mine.insert(0, parse_order(match, command, mine))
            else:
                mine = [
                    order
                    for order in mine
                    if order.until == "auction" or (order.kind, order.about) != (command.kind, command.about)
                ]
                mine.append(parse_order(match, command, mine))
    changed.orders = [*others, *mine]
    await table.room.save(changed)
    table.broadcast.send_orders(command.seat)
    await follow_orders(table)


async def follow_orders(table: "Table") -> None:
    """Drops expired orders, and queues the answer of the first seat to act that has a matching order."""
    match, orders = table.room.match, table.room.stored.orders
    if match is None or table.room.stored.phase != "playing" or not orders:
        return
    expired = [order for order in orders if is_expired(match, order)]
    if expired:
        orders = [order for order in orders if order not in expired]
        await table.room.save(msgspec.structs.replace(table.room.stored, orders=orders))
        for seat in {order.seat for order in expired}:
            table.broadcast.send_orders(seat)
    for seat in match.seats_to_act():
        action = None if table.bots.is_bot_controlled(seat) else answer_for(match, seat, orders)
        if action is not None:
            table.inbox.post(partial(answer_by_order, seat, action, len(match.steps)))
            return


async def answer_by_order(seat: int, action: int, step: int, table: "Table") -> None:
    """Plays an order's answer, unless something else has happened since."""
    match = table.room.match
    if match is not None and table.room.stored.phase == "playing" and len(match.steps) == step:
        await table.decide(seat, [action], key=f"order {table.room.era} {step}")
