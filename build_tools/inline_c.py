"""Inlines small functions across compiled libraries.

Libraries call each other through tables of function pointers, which no C compiler can inline. So each library gets a
static copy of the core's small functions.
"""

import re
from collections.abc import Mapping

SMALL = 100
"""Size limit of a copied function, in lines of C (most lines are declarations)."""

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
"""The length checks matter: an empty vector may have a null pointer, which memset and memcpy must not get."""

INSTRUCTIONS = {
    "numbers___lowest": ("defined(__GNUC__)", "return __builtin_ctzll({0});"),
    "numbers___count": ("defined(__POPCNT__) || defined(__aarch64__)", "return __builtin_popcountll({0});"),
    "tensor___clear": ("1", ZEROS),
    "tables___clear": ("1", ZEROS),
    "tensor___write_row": ("1", COPY),
}
"""Functions (`module___name`) replaced by an intrinsic or a C library call, each with its preprocessor condition."""


GLUE = re.compile(
    r"^(?P<head>\w[\w *]*?(?P<method>CPyDef_\w+)__\w+_glue\(PyObject \*cpy_r_self, PyObject \*cpy_r_s\b[^)]*\) \{\n)"
    r"(?P<body>(?:[ C].*\n)*?    if \(likely\((?P<fits>Py_TYPE\(cpy_r_s\) == \w+)\)\)\n"
    r"(?:[ C].*\n)*?    cpy_r_r1 = (?P=method)\(cpy_r_self, cpy_r_r0(?P<more>[^)]*)\);\n"
    r"(?:[ C].*\n)*?    return cpy_r_r1;\n)",
    re.MULTILINE,
)
"""mypyc's glue function of a method called through its base class: it checks the type of the state argument."""


def with_instructions(text: str) -> str:
    """Insert the intrinsics at the start of their functions; the generated code stays as the fallback."""
    for name, (condition, code) in INSTRUCTIONS.items():
        head = re.compile(rf"^[\w *]+ CPyDef_\w+___{name}\(([^)]*)\) \{{\n", re.MULTILINE)

        def insert(match: re.Match[str], condition: str = condition, code: str = code) -> str:
            parameters = [word.split()[-1] for word in match[1].split(",")]
            return f"{match[0]}#if {condition}\n    {code.format(*parameters)}\n#endif\n"

        text = head.sub(insert, text)
    return GLUE.sub(call_directly, text)


DEALLOC = re.compile(r"^static void\n\w+_dealloc\(\w+ \*self\)\n\{\n(?:.*\n)*?\}\n", re.MULTILINE)
TRASHCAN = re.compile(r"^\s*CPy_TRASHCAN_(?:BEGIN|END)\(.*\)\n", re.MULTILINE)


def without_unsafe_trashcan(text: str) -> str:
    """Remove CPython's trashcan from deallocators of acyclic classes.

    The trashcan links objects by their GC header, which acyclic classes do not have: freed at the end of a deep chain,
    such an object would overwrite the memory before it. mypyc emits the trashcan for all classes."""

    def safe(dealloc: re.Match[str]) -> str:
        return dealloc[0] if "PyObject_GC_UnTrack" in dealloc[0] else TRASHCAN.sub("", dealloc[0])

    return DEALLOC.sub(safe, text)


def call_directly(glue: re.Match[str]) -> str:
    """Patch a glue function: call the method directly if the state has the type of its game."""
    method, fits, more = glue["method"], glue["fits"], glue["more"]
    return f"{glue['head']}    if (likely({fits})) return {method}(cpy_r_self, cpy_r_s{more});\n{glue['body']}"


def inlinable(group: str, files: Mapping[str, str]) -> dict[str, str]:
    """C text of the functions of a library that can be copied, by name: small ones that use only exported names."""
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
        and not any(word in hidden or is_file_local(word) for word in NAME.findall(match[4]))
    }

    def qualify(match: re.Match[str]) -> str:
        name = match[0]
        if name in found:
            return inline_name(name)
        if name not in exported:
            return name
        return f"exports_{group}.{name}" if name.startswith("CPyDef_") else f"(*exports_{group}.{name})"

    return {
        name: f"static inline {match[1]}{inline_name(name)}({match[3]}) {{\n{NAME.sub(qualify, match[4])}}}\n"
        for name, match in found.items()
    }


def is_file_local(name: str) -> bool:
    """Whether a name is local to its module's C file: all names of a class except the struct of its instances."""
    return not name.startswith("CPy") and not name.endswith("Object")


def inline_name(name: str) -> str:
    return f"inline_{name}"


def header(copied: Mapping[str, str]) -> str:
    """Declarations, then definitions, of all copied functions, as they may call each other."""
    heads = (text.split(" {\n", 1)[0] + ";\n" for text in copied.values())
    return "".join([*heads, *copied.values()])


def call_copies(text: str, group: str, copied: Mapping[str, str]) -> str:
    """Replace calls through the library's function table by calls of the copied functions."""
    call = re.compile(rf"\bexports_{group}\.(CPyDef_\w+)(?=\()")
    return call.sub(lambda match: inline_name(match[1]) if match[1] in copied else match[0], text)
