"""Adds docstrings to the C that mypyc generates, which has only signatures."""

import ast
import re

SIGNATURE = r'(?:[^"\\]|\\.)*\\n--\\n\\n(?=")'
FUNCTION = re.compile(rf'\(PyCFunction\)CPyPy_(\w+),[\sA-Z_|]+, PyDoc_STR\("{SIGNATURE}')
CLASS = re.compile(rf'\.tp_doc = PyDoc_STR\("(\w+)\({SIGNATURE}')
PLAIN = set(range(32, 127)) - set(b'"?\\')
"""Bytes that need no escape in a C string."""


def with_docstrings(text: str, source: str, prefix: str) -> str:
    """Insert the docstrings of a module's source into its C; `prefix` is that of the module's C function names."""
    functions: dict[str, str] = {}
    classes: dict[str, str] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            classes[node.name] = docstring(node)
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    functions[f"{prefix}___{node.name}___{inner.name}"] = docstring(inner)
        elif isinstance(node, ast.FunctionDef):
            functions[f"{prefix}___{node.name}"] = docstring(node)
    text = FUNCTION.sub(lambda found: found[0] + functions.get(found[1], ""), text)
    return CLASS.sub(lambda found: found[0] + classes.get(found[1], ""), text)


def docstring(node: ast.ClassDef | ast.FunctionDef) -> str:
    """A docstring as a C string; "" if there is none."""
    text = (ast.get_docstring(node) or "").encode()
    return "".join(chr(byte) if byte in PLAIN else f"\\{byte:03o}" for byte in text)
