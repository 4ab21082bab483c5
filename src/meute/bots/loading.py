"""Bots of your own: `module:Class` names a class with the method of `Bot`."""

import importlib
import re
import sys
from pathlib import Path

from meute.bots import OLD_ALPHA, make_bot
from meute.bots.bot import Bot
from meute.core.errors import BadInput

CLASS = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)", re.ASCII)


def load_bot(name: str) -> Bot:
    """The bot of this name, or an instance of the class `module:Class`, with modules of the working directory, too.

    It runs the module's code: never call it with a name from a stranger."""
    named = CLASS.fullmatch(name)
    if named is None or name == OLD_ALPHA:
        return make_bot(name)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        made: Bot = getattr(importlib.import_module(named[1]), named[2])()
    except (ImportError, AttributeError, TypeError, OSError) as error:
        raise BadInput("error.bot_class", name, details=str(error)) from None
    if not callable(getattr(made, "choose", None)):
        raise BadInput("error.bot_class", name, details="choose")
    return made
