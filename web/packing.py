"""Compile our code and its part of Python's library.

Runs in Pyodide at build time.

What is needed is found in the code: every import of ours, and every one of those modules of Python's library.
"""

import ast
import importlib.util
import io
import sys
import tarfile
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

ALWAYS = (
    "_pyodide", "pyodide", "encodings", "importlib.metadata", "importlib.resources", "site", "sysconfig",
    "_sysconfigdata__emscripten_wasm32-emscripten", "webbrowser", "zipfile",
)  # fmt: skip
"""What Python and Pyodide load by themselves; encodings are named in mails."""
NEVER = (
    "_pydatetime", "_pyio", "_pyrepl", "concurrent.futures.process", "ctypes", "curses", "doctest", "ensurepip", "ftplib",
    "http", "idlelib", "imaplib", "mailbox", "multiprocessing", "optparse", "pdb", "pip", "poplib", "pydoc", "smtplib",
    "ssl", "test", "tkinter", "unittest", "urllib.request", "urllib.robotparser", "xml.dom", "xml.sax", "xmlrpc", "wsgiref",
)  # fmt: skip
"""What is imported for programs with sockets, processes or a terminal, and what stands behind the same in C."""


def modules(names):
    """The module that each file of a library is."""
    found = {}
    for name in names:
        if name.endswith(".py"):
            found[name.removesuffix("/__init__.py").removesuffix(".py").replace("/", ".")] = name
    return found


def imported(tree, module, package):
    """The modules that a module imports, at its top or later."""
    found = set()
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                continue
            if isinstance(child, ast.Import):
                found.update(a.name for a in child.names)
            elif isinstance(child, ast.ImportFrom):
                base = child.module or ""
                if child.level:
                    home = (module if package else module.rpartition(".")[0]).split(".")
                    home = home[: len(home) - child.level + 1]
                    base = ".".join([*home, *([base] if base else [])])
                found.add(base)
                found.update(f"{base}.{a.name}" for a in child.names)
            waiting.append(child)
    return found


def closure(ours, library, read):
    """The modules of the library that our code needs."""
    known = modules(library)
    wanted = list(ALWAYS) + [m for m in known if m.startswith(("pyodide.", "_pyodide.", "encodings."))]
    for name, content in ours.items():
        if name.endswith(".py"):
            wanted += imported(ast.parse(content), "", False)
    direct, needed = set(wanted), set()
    while wanted:
        module = wanted.pop()
        parts = module.split(".")
        for n in range(1, len(parts) + 1):
            part = ".".join(parts[:n])
            if part in needed or part not in known:
                continue
            if module not in direct and any(part == n or part.startswith(f"{n}.") for n in NEVER):
                break
            needed.add(part)
            file = known[part]
            wanted += imported(ast.parse(read(file)), part, file.endswith("__init__.py"))
    return {known[m] for m in needed}


class Silent(ast.NodeTransformer):
    """Takes the docstrings out: nothing reads them."""

    def visit(self, node):
        """A part of the code."""
        self.generic_visit(node)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                if isinstance(node, ast.ClassDef):
                    first.value.value = "."  # a data class without one makes one of its signature, which takes long
                else:
                    node.body = node.body[1:] or [ast.Pass(lineno=first.lineno, col_offset=0)]
        return node


class Untyped(Silent):
    """A transformer that also removes the types of functions.

    Those of classes stay, for they make data classes.
    """

    def visit(self, node):
        """A part of the code."""
        node = super().visit(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
            for arg in ast.walk(node.args):
                if isinstance(arg, ast.arg):
                    arg.annotation = None
        return node


def compiled(name, content, way=Silent):
    """A module as Python loads it without looking at its source."""
    tree = way().visit(ast.parse(content))
    code = compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(content), False))


def pack(ours, library):
    """Pack both zips: that of our code and that of the library."""
    with zipfile.ZipFile(io.BytesIO(ours.to_bytes())) as z:
        code = {name: z.read(name) for name in z.namelist()}
    lib = zipfile.ZipFile(io.BytesIO(library.to_bytes()))
    needed = closure(code, lib.namelist(), lib.read)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
        for name in sorted(needed):
            entry = zipfile.ZipInfo(name + "c", (2020, 1, 1, 0, 0, 0))
            made.writestr(entry, compiled(name, lib.read(name)))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as made:
        for name in sorted(code, key=lambda n: (n.rpartition(".")[2], n)):
            ours = name.endswith(".py")
            content = compiled(name, code[name], Untyped) if ours else code[name]
            entry = tarfile.TarInfo(name + "c" * ours)
            entry.size = len(content)
            made.addfile(entry, io.BytesIO(content))
    return [packed.getvalue(), out.getvalue()]


sys.setrecursionlimit(5000)
