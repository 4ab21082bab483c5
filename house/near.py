"""Small functions of one library, near to those in other libraries that call them.

Libraries call each other through tables of pointers, which no C compiler sees through. So each one gets a copy of what
is small in the core, and the compiler may put it in the place of the call, as it does within a library.
"""

import re
from collections.abc import Mapping

SMALL = 100
"""Lines of C, of which most are declarations; what is inlined is the compiler's choice."""

FUNCTION = re.compile(r"^(\w[\w *]*?)(CPyDef_\w+)\(([^;{]*)\) \{\n(.*?)^\}\n", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"\b(?:CPy|meute___)\w+")
TABLE = re.compile(r"^struct export_table_\w+ \{(.*?)^\};", re.MULTILINE | re.DOTALL)
MEMBER = re.compile(r"\*(CPy\w+)")
INTERNAL = re.compile(r"^extern [^;(]*?\b(\w+)[\[(;]", re.MULTILINE)


INSTRUCTIONS = {
    "lowest": ("defined(__GNUC__)", "__builtin_ctzll"),
    "count": ("defined(__POPCNT__) || defined(__aarch64__)", "__builtin_popcountll"),
}
"""Functions of `core/numbers.py` that are one instruction, and when a compiler has it."""


def with_instructions(text: str) -> str:
    """C in which such functions are that instruction, where there is one."""
    for name, (known, builtin) in INSTRUCTIONS.items():
        head = re.compile(rf"^int64_t CPyDef_\w+___numbers___{name}\(int64_t (\w+)\) \{{\n", re.MULTILINE)
        text = head.sub(rf"\g<0>#if {known}\n    return {builtin}(\1);\n#endif\n", text)
    return text


def copies(group: str, files: Mapping[str, str]) -> dict[str, str]:
    """The functions of a library that may be copied, by name: small, and of nothing that others cannot reach."""
    table = TABLE.search(files[f"__native_{group}.h"])
    exported = set(MEMBER.findall(table[1])) if table else set()
    hidden = set(INTERNAL.findall(files[f"__native_internal_{group}.h"])) - exported
    found = {
        match[2]: match
        for name, text in files.items()
        if name.endswith(".c")
        for match in FUNCTION.finditer(text)
        if match[2] in exported
        and match[4].count("\n") <= SMALL
        and not any(word in hidden or is_of_one_file(word) for word in NAME.findall(match[4]))
    }

    def reach(match: re.Match[str]) -> str:
        name = match[0]
        if name in found:
            return near(name)
        if name not in exported:
            return name
        return f"exports_{group}.{name}" if name.startswith("CPyDef_") else f"(*exports_{group}.{name})"

    return {
        name: f"static inline {match[1]}{near(name)}({match[3]}) {{\n{NAME.sub(reach, match[4])}}}\n"
        for name, match in found.items()
    }


def is_of_one_file(name: str) -> bool:
    """Whether a name is known only to the C of its module: all of a class but the type of its instances."""
    return not name.startswith("CPy") and not name.endswith("Object")


def near(name: str) -> str:
    return f"near_{name}"


def header(copied: Mapping[str, str]) -> str:
    """The copies, each of which may call each."""
    heads = (text.split(" {\n", 1)[0] + ";\n" for text in copied.values())
    return "".join([*heads, *copied.values()])


def bring_near(text: str, group: str, copied: Mapping[str, str]) -> str:
    """C that calls the copies where it has called the library's own."""
    call = re.compile(rf"\bexports_{group}\.(CPyDef_\w+)(?=\()")
    return call.sub(lambda match: near(match[1]) if match[1] in copied else match[0], text)
