"""The build of the rules in parts: what belongs together, what is copied, and what is compiled again."""

from pathlib import Path
from typing import Any

import compiled_docstrings
import inline_c
import pytest
from compile_rules import (
    ROOT,
    Builder,
    Group,
    Unit,
    batches,
    c_file,
    fold_constants,
    group_of,
    modules_to_compile,
    units_of,
    with_headers,
)
from mypy.nodes import AssignmentStmt, Expression, IntExpr, MypyFile, NameExpr, OpExpr, StrExpr, Var

HEADERS = {
    "__native_meute_core.h": "core",
    "__native_meute_games_terres.h": '#include <__native_meute_core.h>\n#include "CPy.h"\nterres',
    "__native_meute_games_clan.h": "clan",
}
TERRES = Unit("terres", '#include "__native_meute_games_terres.h"\nint x;', hot=True)


class Compiler:
    """Notes what it is asked to compile."""

    compiler_type = "unix"
    obj_extension = ".o"

    def __init__(self) -> None:
        self.seen: list[str] = []

    def compile(self, sources: list[str], output_dir: str, **_: Any) -> list[str]:
        self.seen += sources
        made = Path(output_dir, "made.o")
        made.write_text(Path(sources[0]).read_text())
        return [str(made)]


@pytest.fixture
def builder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    for folder in ("c", "kept"):
        Path(folder).mkdir()
    made = Builder.__new__(Builder)
    made.compiler, made.headers, made.folders = Compiler(), dict(HEADERS), []
    made.cache, made.build_temp = Path("kept"), "."
    return made


def test_a_unit_that_has_not_changed_is_compiled_once(builder: Any) -> None:
    assert builder.object_of(TERRES, "gcc 12") == builder.object_of(TERRES, "gcc 12")
    assert len(builder.compiler.seen) == 1


@pytest.mark.parametrize("header", ["__native_meute_core.h", "__native_meute_games_terres.h"])
def test_a_header_that_a_unit_includes_compiles_it_again(builder: Any, header: str) -> None:
    builder.object_of(TERRES, "gcc 12")
    builder.headers[header] += " more"
    builder.object_of(TERRES, "gcc 12")
    assert len(builder.compiler.seen) == 2


def test_a_change_in_another_game_compiles_nothing_again(builder: Any) -> None:
    builder.object_of(TERRES, "gcc 12")
    builder.headers["__native_meute_games_clan.h"] += " more"
    builder.object_of(TERRES, "gcc 12")
    assert len(builder.compiler.seen) == 1


def test_another_compiler_or_other_care_compiles_again(builder: Any) -> None:
    builder.object_of(TERRES, "gcc 12")
    builder.object_of(TERRES, "gcc 13")
    builder.object_of(TERRES._replace(hot=False), "gcc 13")
    assert len(builder.compiler.seen) == 3


def test_headers_are_spelled_out_once_and_only_generated_ones() -> None:
    twice = TERRES.text + '\n#include "__native_meute_core.h"\n'
    assert with_headers(twice, HEADERS) == twice + "core" + HEADERS["__native_meute_games_terres.h"]


def test_a_module_belongs_to_its_game_or_package() -> None:
    assert group_of("meute/games/terres/rules/trick.py") == "meute_games_terres"
    assert group_of("meute/core/mechanisms/vote.py") == "meute_core"
    assert group_of("meute/bots/search.py") == "meute_bots"


def test_one_shim_serves_modules_with_different_last_names() -> None:
    modules = ["a.state", "a.game", "b.state", "b.game", "b.view"]
    assert batches(modules) == [["a.state", "a.game", "b.view"], ["b.state", "b.game"]]


def test_everything_cold_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "src")
    paths, cold = modules_to_compile()
    assert cold
    assert cold <= set(paths)
    assert not any(path.endswith("__init__.py") for path in paths)


# --- what is copied from the core

FILES = {
    "__native_meute_core.h": """
struct export_table_meute_core {
    PyObject **CPyStatic_numbers___globals;
    CPyTagged (*CPyDef_numbers___count)(CPyTagged cpy_r_n);
    char (*CPyDef_numbers___has)(CPyTagged cpy_r_n);
    char (*CPyDef_numbers___literal)(void);
    char (*CPyDef_numbers___made)(void);
    char (*CPyDef_numbers___long)(void);
};
""",
    "__native_internal_meute_core.h": """
extern PyObject *CPyStatics[4];
extern PyObject *CPyStatic_numbers___globals;
extern char CPyDef_numbers___has(CPyTagged cpy_r_n);
""",
    "__native_numbers.c": """
CPyTagged CPyDef_numbers___count(CPyTagged cpy_r_n) {
    return CPyDef_numbers___long() ? CPyDef_numbers___has(cpy_r_n) : use(CPyStatic_numbers___globals);
}
char CPyDef_numbers___has(CPyTagged cpy_r_n) {
    return 1;
}
char CPyDef_numbers___literal(void) {
    return use(CPyStatics[2]);
}
char CPyDef_numbers___made(void) {
    return use(meute___core___Vote_setup());
}
char CPyDef_numbers___long(void) {
"""
    + "    step();\n" * (inline_c.SMALL + 1)
    + "}\n",
}


def test_only_what_is_small_and_within_reach_is_copied() -> None:
    assert list(inline_c.inlinable("meute_core", FILES)) == ["CPyDef_numbers___count", "CPyDef_numbers___has"]


def test_a_copy_calls_copies_and_reaches_the_rest_by_the_table() -> None:
    copied = inline_c.inlinable("meute_core", FILES)["CPyDef_numbers___count"]
    assert copied.startswith("static inline CPyTagged inline_CPyDef_numbers___count(CPyTagged cpy_r_n) {\n")
    assert "exports_meute_core.CPyDef_numbers___long()" in copied
    assert " inline_CPyDef_numbers___has(cpy_r_n)" in copied
    assert "use((*exports_meute_core.CPyStatic_numbers___globals))" in copied


def test_hot_units_of_other_groups_call_the_copies() -> None:
    copied = inline_c.inlinable("meute_core", FILES)
    call = "exports_meute_core.CPyDef_numbers___has(1); exports_meute_core.CPyDef_numbers___long();\n"
    cold = "meute/games/terres/show.py"
    files = {
        c_file("meute/games/terres/state.py"): call,
        c_file(cold): call,
        "__native_meute_games_terres.c": "table\n",
    }
    hot, rest = units_of(Group("meute_games_terres", [], files), {cold}, copied)
    assert hot.hot
    assert "inline_CPyDef_numbers___has(1); exports_meute_core.CPyDef_numbers___long();" in hot.text
    assert not rest.hot
    assert rest.text == call + "table\n"


def test_what_is_one_instruction_is_said_so() -> None:
    head = "int64_t CPyDef_meute___core___numbers___lowest(int64_t cpy_r_mask) {\n"
    source = inline_c.with_instructions(f"{head}    slowly();\n}}\n")
    assert (
        source == f"{head}#if defined(__GNUC__)\n    return __builtin_ctzll(cpy_r_mask);\n#endif\n    slowly();\n}}\n"
    )
    other = head.replace("lowest", "nth")
    assert inline_c.with_instructions(other) == other


@pytest.mark.parametrize("name", inline_c.INSTRUCTIONS)
def test_functions_replaced_by_instructions_exist(name: str) -> None:
    module, function = name.split("___")
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "src/meute").glob(f"*/{module}.py")]
    assert any(f"\ndef {function}(" in text for text in texts)


def test_a_row_is_blanked_at_once_where_it_has_room() -> None:
    head = "char CPyDef_meute___core___tensor___clear(VecI16 cpy_r_out, int64_t cpy_r_at, int64_t cpy_r_many) {\n"
    source = inline_c.with_instructions(f"{head}    one_by_one();\n}}\n")
    assert "memset(cpy_r_out.items + cpy_r_at, 0, cpy_r_many * sizeof *cpy_r_out.items);" in source
    assert source.endswith("    }\n#endif\n    one_by_one();\n}\n"), "the rest raises what Python would"


GLUE = """char CPyDef_terres___Trick___take__Frame_glue(PyObject *cpy_r_self, PyObject *cpy_r_s, int64_t cpy_r_seat) {
    if (likely(Py_TYPE(cpy_r_s) == CPyType_Terres))
        cpy_r_r0 = cpy_r_s;
    if (cpy_r_r0 == NULL) goto CPyL3;
    cpy_r_r1 = CPyDef_terres___Trick___take(cpy_r_self, cpy_r_r0, cpy_r_seat);
    return cpy_r_r1;
CPyL3: ;
    return 2;
}
"""


def test_a_method_called_by_its_base_takes_over_at_once_where_the_table_fits() -> None:
    head, rest = GLUE.split("\n", 1)
    call = "CPyDef_terres___Trick___take(cpy_r_self, cpy_r_s, cpy_r_seat)"
    source = inline_c.with_instructions(GLUE)
    assert source == f"{head}\n    if (likely(Py_TYPE(cpy_r_s) == CPyType_Terres)) return {call};\n{rest}"


@pytest.mark.parametrize("word", ["Py_TYPE(cpy_r_s)", "return cpy_r_r1", "(cpy_r_self, cpy_r_r0"])
def test_any_other_glue_stays_as_it_is(word: str) -> None:
    other = GLUE.replace(word, "something_else")
    assert inline_c.with_instructions(other + GLUE) == other + inline_c.with_instructions(GLUE)


def defined(name: str, value: Expression) -> tuple[AssignmentStmt, NameExpr]:
    """A constant, and an expression that names it."""
    named = NameExpr(name)
    named.node = Var(name)
    named.node.is_final = True
    statement = AssignmentStmt([named], value)
    statement.is_final_def = True
    return statement, named


def test_constants_made_of_other_modules_are_known() -> None:
    cards, cards_named = defined("CARDS", IntExpr(30))
    reveal, reveal_named = defined("REVEAL", OpExpr("*", cards_named, IntExpr(5)))
    take, take_named = defined("TAKE", OpExpr("+", reveal_named, IntExpr(6)))
    key, key_named = defined("KEY", StrExpr("a"))
    fold_constants([MypyFile([take, key], []), MypyFile([reveal], []), MypyFile([cards], [])])
    names = (cards_named, reveal_named, take_named, key_named)
    assert [named.node.final_value for named in names if isinstance(named.node, Var)] == [30, 150, 156, None]


SOURCE = '''
class Choices:
    """« Choices »: "a" or b?"""

    def nth(self, n: int) -> int:
        """The n-th.

        Of all."""

    def plain(self) -> None: ...


def bit(n: int) -> int:
    """One."""
'''
WRITTEN = r"""
    {"nth",
     (PyCFunction)CPyPy_core___choices___Choices___nth,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("nth($self, n=\"x\")\n--\n\n")},
     (PyCFunction)CPyPy_core___choices___Choices___plain,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("plain($self)\n--\n\n")},
    .tp_doc = PyDoc_STR("Choices()\n--\n\n"),
    {"bit", (PyCFunction)CPyPy_core___choices___bit, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("bit(n)\n--\n\n") /* */},
"""


def test_docstrings_follow_the_signatures() -> None:
    source = compiled_docstrings.with_docstrings(WRITTEN, SOURCE, "core___choices")
    assert r'PyDoc_STR("nth($self, n=\"x\")\n--\n\nThe n-th.\012\012Of all.")' in source
    assert r'PyDoc_STR("plain($self)\n--\n\n")' in source
    assert r'PyDoc_STR("Choices()\n--\n\n\302\253 Choices \302\273: \042a\042 or b\077")' in source
    assert r'PyDoc_STR("bit(n)\n--\n\nOne.")' in source


@pytest.mark.parametrize("tracked", [True, False])
def test_only_classes_with_a_gc_header_use_the_trashcan(tracked: bool) -> None:
    untrack = "    PyObject_GC_UnTrack(self);\n" if tracked else ""
    dealloc = (
        "static void\nA_dealloc(AObject *self)\n{\n" + untrack + "    CPy_TRASHCAN_BEGIN(self, A_dealloc)\n"
        "    A_clear((PyObject *)self);\n    CPy_TRASHCAN_END(self)\n    done: ;\n}\n"
    )
    text = inline_c.without_unsafe_trashcan(f"int before;\n{dealloc}int after;\n")
    assert text.count("CPy_TRASHCAN") == (2 if tracked else 0)
    assert "A_clear" in text
    assert text.startswith("int before;")
    assert text.endswith("int after;\n")
