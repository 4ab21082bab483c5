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


ZEROS = """if ({1} >= 0 && {2} > 0 && {2} <= {0}.len - {1}) {{
        memset({0}.items + {1}, 0, {2} * sizeof *{0}.items);
        return 1;
    }}"""
COPY = """if ({1} >= 0 && {2}.len > 0 && {2}.len <= {0}.len - {1}) {{
        memcpy({0}.items + {1}, {2}.items, {2}.len * sizeof *{0}.items);
        return 1;
    }}"""
"""What is empty may lie nowhere, which C's own must not be handed."""

INSTRUCTIONS = {
    "numbers___lowest": ("defined(__GNUC__)", "return __builtin_ctzll({0});"),
    "numbers___count": ("defined(__POPCNT__) || defined(__aarch64__)", "return __builtin_popcountll({0});"),
    "tensor___blank": ("1", ZEROS),
    "tables___wipe": ("1", ZEROS),
    "tensor___copied": ("1", COPY),
}
"""Functions for which processors or C have something of their own, and when a compiler knows it."""


GLUE = re.compile(
    r"^(?P<head>\w[\w *]*?(?P<method>CPyDef_\w+)__\w+_glue\(PyObject \*cpy_r_self, PyObject \*cpy_r_s\b[^)]*\) \{\n)"
    r"(?P<body>(?:[ C].*\n)*?    if \(likely\((?P<fits>Py_TYPE\(cpy_r_s\) == \w+)\)\)\n"
    r"(?:[ C].*\n)*?    cpy_r_r1 = (?P=method)\(cpy_r_self, cpy_r_r0(?P<more>[^)]*)\);\n"
    r"(?:[ C].*\n)*?    return cpy_r_r1;\n)",
    re.MULTILINE,
)
"""A method, called by way of its base class, which knows only that it is handed some table."""


def with_instructions(text: str) -> str:
    """C in which such functions do that, where it is known, and go on as they are written where it does not answer."""
    for name, (known, told) in INSTRUCTIONS.items():
        head = re.compile(rf"^[\w *]+ CPyDef_\w+___{name}\(([^)]*)\) \{{\n", re.MULTILINE)

        def begun(match: re.Match[str], known: str = known, told: str = told) -> str:
            given = [word.split()[-1] for word in match[1].split(",")]
            return f"{match[0]}#if {known}\n    {told.format(*given)}\n#endif\n"

        text = head.sub(begun, text)
    return GLUE.sub(straight, text)


def straight(glue: re.Match[str]) -> str:
    """Such a method takes over at once where the table is of its game."""
    method, fits, more = glue["method"], glue["fits"], glue["more"]
    return f"{glue['head']}    if (likely({fits})) return {method}(cpy_r_self, cpy_r_s{more});\n{glue['body']}"


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
