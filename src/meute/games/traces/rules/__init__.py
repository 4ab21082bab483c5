"""The frames of Traces de Loups, in the rulebook's order: set-up, the year, its seven phases, the optional rules."""

from meute.games.traces.rules.fights import Duel, RankFights
from meute.games.traces.rules.joining import Joining, Permission
from meute.games.traces.rules.marking import Departures, Marking
from meute.games.traces.rules.phases import Howling, PackHunt, Raising, SolitaryHunt
from meute.games.traces.rules.preparation import Births, Placement
from meute.games.traces.rules.prey import Ballot, LargePrey, Pledges
from meute.games.traces.rules.setup import FirstWolves, Setup
from meute.games.traces.rules.year import Year, Years

FRAMES = (
    *(Setup, FirstWolves, Years, Year, Births, LargePrey, Pledges, Ballot, Placement),
    *(Raising, SolitaryHunt, PackHunt, Howling, RankFights, Duel, Marking, Departures, Joining, Permission),
)
