"""Compile our code and its part of Python's library.

Runs in Pyodide at build time.

What is needed is found in the code: every import of ours, and every one of those modules of Python's library.
"""

import ast
import importlib.util
import io
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


def statements(tree, skipped=lambda node: False):
    """Every statement of a module, however deep.

    Expressions are left alone: they are nine tenths of a tree.
    """
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if skipped(node):
            continue
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting.extend(getattr(node, field, None) or ())


def for_types(node):
    """Whether a statement is there for type checkers alone."""
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def imported(tree, module, package):
    """The modules that a module imports, at its top or later."""
    for node in statements(tree, for_types):
        if isinstance(node, ast.Import):
            yield from (a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                home = (module if package else module.rpartition(".")[0]).split(".")
                home = home[: len(home) - node.level + 1]
                base = ".".join([*home, *([base] if base else [])])
            yield base
            yield from (f"{base}.{a.name}" for a in node.names)


def closure(ours, library, read):
    """The modules of the library that our code needs, parsed.

    `ours` has our modules parsed.
    """
    known = modules(library)
    wanted = list(ALWAYS) + [m for m in known if m.startswith(("pyodide.", "_pyodide.", "encodings."))]
    for tree in ours.values():
        wanted += imported(tree, "", False)
    direct, needed = set(wanted), {}
    while wanted:
        module = wanted.pop()
        parts = module.split(".")
        for n in range(1, len(parts) + 1):
            part = ".".join(parts[:n])
            if part in needed or part not in known:
                continue
            if module not in direct and any(part == n or part.startswith(f"{n}.") for n in NEVER):
                break
            file = known[part]
            needed[part] = ast.parse(read(file))
            wanted += imported(needed[part], part, file.endswith("__init__.py"))
    return {known[module]: tree for module, tree in needed.items()}


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def silenced(tree):
    """Take the docstrings out: nothing reads them."""
    for node in statements(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)) or not node.body:
            continue
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            if isinstance(node, ast.ClassDef):
                first.value.value = "."  # a data class without one makes one of its signature, which takes long
            else:
                node.body = node.body[1:] or [ast.Pass(lineno=first.lineno, col_offset=0)]


def untyped(tree):
    """Take out the types of functions.

    Those of classes stay, for they make data classes.
    """
    for node in statements(tree):
        if isinstance(node, FUNCTIONS):
            node.returns = None
            for arg in (
                *node.args.posonlyargs,
                *node.args.args,
                *node.args.kwonlyargs,
                node.args.vararg,
                node.args.kwarg,
            ):
                if arg:
                    arg.annotation = None


def compiled(name, content, tree):
    """A module as Python loads it without looking at its source."""
    silenced(tree)
    code = compile(tree, name, "exec", dont_inherit=True)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(content), False))


def pack(ours, library):
    """Pack both zips: that of our code and that of the library."""
    with zipfile.ZipFile(io.BytesIO(ours.to_bytes())) as z:
        code = {name: z.read(name) for name in z.namelist()}
    trees = {name: ast.parse(content) for name, content in code.items() if name.endswith(".py")}
    lib = zipfile.ZipFile(io.BytesIO(library.to_bytes()))
    needed = closure(trees, lib.namelist(), lib.read)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
        for name in sorted(needed):
            entry = zipfile.ZipInfo(name + "c", (2020, 1, 1, 0, 0, 0))
            made.writestr(entry, compiled(name, lib.read(name), needed[name]))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as made:
        for name in sorted(code, key=lambda n: (n.rpartition(".")[2], n)):
            content = code[name]
            if name in trees:
                untyped(trees[name])
                content = compiled(name, content, trees[name])
            entry = tarfile.TarInfo(name + "c" * (name in trees))
            entry.size = len(content)
            made.addfile(entry, io.BytesIO(content))
    return [packed.getvalue(), out.getvalue()]
