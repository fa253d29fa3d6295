"""Mutation check: change the rules a little, and see whether a test notices.

    python -m tests.mutation                        # every mutant of scoring/, hours
    python -m tests.mutation --sample 200 --seed 1  # a random sample of all
    python -m tests.mutation --values               # only values and switches of the rule sets
    python -m tests.mutation scoring/taiwan.py      # only these modules

A mutant is the source with one change: a number one higher, a switch turned over, a comparison or
`and`/`or` swapped, a condition never true, a sum a difference, one entry taken out of a table (an
item, an exclusion, a clause). The tests of the module run on a copy of the sources in a temporary
folder, until the first failure: then the mutant is killed. The answer is a line for every survivor
and a table; the exit code is 1 when less than --least percent were killed.

Left out are changes that cannot matter to anyone: decorators (sizes of caches, frozen, slots),
`if TYPE_CHECKING`, assertions, and what only words an error in English.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEAST = 95.0
"""Percent of mutants that must be killed."""
PATIENCE = 5.0
"""A mutant may make the tests this many times slower (and 20 seconds) before it counts as killed:
it has made something endless."""

_REFEREE = (
    "referee_values",
    "referee_taiwan",
    "referee_others",
    "referee_table",
    "referee_unknown",
    "play_rare",
)
TESTS: dict[str, tuple[str, ...]] = {
    "batch": ("batch",),
    "errors": ("bad_input", "presets", "batch", "hongkong_items"),
    "events": (*_REFEREE, "play"),
    "explain": ("taiwan_explain", "hongkong_explain"),
    "game": ("game", "play"),
    "hand": ("hand", "bad_input", "taiwan_events", "hongkong_items", "hongkong_flowers"),
    "hongkong": ("hongkong_items", "hongkong_flowers", "hongkong_records", "hongkong_explain"),
    "jokers": ("wu_joker", "wu_pong"),
    "money": ("settlement", "money_table", "penalties", "presets"),
    "outcome": ("outcome",),
    "penalties": ("penalties", "outcome"),
    "play": ("play", "play_rare"),
    "playrules": (*_REFEREE, "play"),
    "presets": ("presets", "hongkong_table"),
    "readings": ("readings", "taiwan_items", "properties"),
    "referee": (*_REFEREE, "play"),
    "result": ("taiwan_items", "batch"),
    "rulesets": ("bad_input",),
    "settlement": ("settlement", "money_table", "outcome"),
    "table": (*_REFEREE, "play", "outcome"),
    "taiwan": (
        *("taiwan_items", "taiwan_interactions", "taiwan_events", "printed_examples"),
        *("taiwan_explain", "bad_input"),
    ),
    "tiles": ("tiles", "hand"),
    "wu_joker": ("wu_joker",),
    "wu_pong": ("wu_pong",),
}
"""Which tests (``tests/scoring/test_NAME*.py``) look at a module, by the longest beginning of its
name that is listed; the quickest first."""

_SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True)
class Mutant:
    """One change: the place-th node of the module's walk, the kind of change, which entry."""

    module: str
    place: int
    kind: str
    entry: int = 0


# Finding them


def mutants(module: str, source: str, values: bool) -> Iterator[Mutant]:
    """All mutants of a module, or only those of its values and switches."""
    tree = ast.parse(source)
    ignored = _ignored(tree)
    wanted = _values(tree) if values else None
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in ignored or (wanted is not None and id(node) not in wanted):
            continue
        kind = _kind(node)
        if kind == "entry":
            for entry in range(len(_entries(node))):
                yield Mutant(module, place, kind, entry)
        elif kind:
            yield Mutant(module, place, kind)


def _kind(node: ast.AST) -> str:
    if isinstance(node, ast.Constant):
        return {int: "number", bool: "switch"}.get(type(node.value), "")
    if isinstance(node, ast.Name) and node.id == "LIMIT" and isinstance(node.ctx, ast.Load):
        return "limit"
    if isinstance(node, ast.Compare):
        return "comparison"
    if isinstance(node, ast.BoolOp):
        return "and/or"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return "not"
    if isinstance(node, (ast.If, ast.IfExp)):
        return "condition"
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        return "sum"
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and len(_entries(node)) > 1:
        return "entry"
    return ""


def _entries(node: ast.AST) -> list[ast.expr | None]:
    """The entries of a table that is given to a name in capitals."""
    if not isinstance(node, (ast.Assign, ast.AnnAssign)):
        return []
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    if not (isinstance(target, ast.Name) and target.id.isupper()):
        return []
    if isinstance(node.value, (ast.Tuple, ast.List, ast.Set)):
        return list(node.value.elts)
    return list(node.value.keys) if isinstance(node.value, ast.Dict) else []


def _ignored(tree: ast.Module) -> set[int]:
    """Nodes that no change of behaviour can come from."""
    found: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST] = []
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            parts += node.decorator_list
        if isinstance(node, ast.AnnAssign):
            parts.append(node.annotation)
        if isinstance(node, ast.FunctionDef):
            parts += [arg.annotation for arg in node.args.args if arg.annotation is not None]
        if isinstance(node, (ast.Assert, ast.Raise, ast.JoinedStr)):
            parts.append(node)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            parts.append(node)
        for part in parts:
            found |= {id(inner) for inner in ast.walk(part)}
    return found


def _values(tree: ast.Module) -> set[int]:
    """Defaults of the classes ``...Rules`` and what rule sets made of them change."""
    found: set[int] = set()

    def add(node: ast.AST | None) -> None:
        found.update(id(inner) for inner in ast.walk(node)) if node is not None else None

    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name.endswith("Rules"):
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and "ClassVar" not in ast.unparse(
                    field.annotation
                ):
                    add(field.value)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Call):
            function = ast.unparse(node.value.func)
            if function.endswith("Rules") or function == "replace":
                for keyword in node.value.keywords:
                    add(keyword.value)
    return found


# Making one


def mutated(source: str, mutant: Mutant) -> tuple[str, int, str]:
    """The changed source, the line of the change, and what stood there."""
    tree = ast.parse(source)
    node = list(ast.walk(tree))[mutant.place]
    line = getattr(node, "lineno", 0)
    before = ast.unparse(node).split("\n")[0][:70]
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        node.value += 1
    elif isinstance(node, ast.Name):
        node.id = "False"
    elif isinstance(node, ast.Compare):
        node.ops[0] = _SWAPPED[type(node.ops[0])]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
    elif isinstance(node, ast.UnaryOp):
        node.op = ast.Not()
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, (ast.If, ast.IfExp)):
        node.test = ast.Constant(False)
    elif isinstance(node, ast.BinOp):
        node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
    elif isinstance(node, (ast.Assign, ast.AnnAssign)):
        table = node.value
        if isinstance(table, ast.Dict):
            before = ast.unparse(table.keys[mutant.entry] or table.values[mutant.entry])[:70]
            del table.keys[mutant.entry], table.values[mutant.entry]
        elif isinstance(table, (ast.Tuple, ast.List, ast.Set)):
            before = ast.unparse(table.elts[mutant.entry])[:70]
            line = table.elts[mutant.entry].lineno
            del table.elts[mutant.entry]
    return ast.unparse(ast.fix_missing_locations(tree)), line, before


# Running the tests


def listed(module: str) -> tuple[str, ...]:
    """The entry of `TESTS` for a module; empty if there is none."""
    name = Path(module).stem
    known = [key for key in TESTS if name == key or name.startswith(f"{key}_")]
    return TESTS[max(known, key=len)] if known else ()


def looking_at(module: str, folder: Path) -> list[str]:
    """The test files that look at a module."""
    files = []
    for test in listed(module):
        files += sorted(str(path) for path in folder.glob(f"tests/scoring/test_{test}*.py"))
    return [file for file in dict.fromkeys(files) if "mutation" not in Path(file).name]


def run(files: list[str], folder: Path, seconds: float) -> bool:
    """Whether the tests pass, in a child of this process (so that pytest is loaded only once)."""
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            os.chdir(folder)
            sys.path.insert(0, str(folder))
            sys.dont_write_bytecode = True
            os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # no test here needs one
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            import pytest

            options = ["-x", "-q", "-p", "no:cacheprovider", "--rootdir", "."]
            os._exit(int(pytest.main([*options, *files])))
        os._exit(99)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _copy(folder: Path) -> None:
    clutter = shutil.ignore_patterns("__pycache__")
    for part in ("scoring", "tests/scoring"):
        shutil.copytree(ROOT / part, folder / part, ignore=clutter)
    for file in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(ROOT / file, folder / file)


def main() -> int:
    """The command line."""
    about = (__doc__ or "").split("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=about)
    parser.add_argument("modules", nargs="*", help="as scoring/taiwan.py; all, if none is named")
    parser.add_argument("--values", action="store_true", help="only values and switches")
    parser.add_argument("--sample", type=int, help="as many at random instead of all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=LEAST, help="percent to be killed")
    options = parser.parse_args()
    import hypothesis  # noqa: F401  (loaded here once, not in every child)
    import pytest  # noqa: F401

    modules = options.modules or sorted(
        str(path.relative_to(ROOT)) for path in (ROOT / "scoring").glob("*.py")
    )
    with tempfile.TemporaryDirectory(prefix="mutation-") as name:
        folder = Path(name)
        _copy(folder)
        found = [
            mutant
            for module in modules
            if looking_at(module, folder)
            for mutant in mutants(module, (folder / module).read_text("utf-8"), options.values)
        ]
        total = len(found)
        if options.sample is not None and options.sample < total:
            found = random.Random(options.seed).sample(found, options.sample)
        print(f"{len(found)} of {total} mutants", flush=True)
        return _judge(found, folder, options.least)


def _judge(found: list[Mutant], folder: Path, least: float) -> int:
    """Run the tests against each mutant, tell the survivors and the table."""
    usual: dict[str, float] = {}
    tried: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    for mutant in sorted(found, key=lambda mutant: (mutant.module, mutant.place, mutant.entry)):
        path = folder / mutant.module
        source = path.read_text("utf-8")
        files = looking_at(mutant.module, folder)
        if mutant.module not in usual:
            start = time.monotonic()
            if not run(files, folder, 600):
                print(f"the tests of {mutant.module} do not pass as it is")
                return 2
            usual[mutant.module] = time.monotonic() - start
        changed, line, before = mutated(source, mutant)
        path.write_text(changed, "utf-8")
        survived = run(files, folder, PATIENCE * usual[mutant.module] + 20)
        path.write_text(source, "utf-8")
        tried[mutant.module] += 1
        killed[mutant.module] += not survived
        if survived:
            print(f"survived  {mutant.module}:{line}  {mutant.kind}  {before}", flush=True)
    for module in sorted(tried):
        print(f"{killed[module]:5} of {tried[module]:5}  {module}")
    share = 100 * killed.total() / max(1, tried.total())
    print(f"{killed.total():5} of {tried.total():5}  {share:.1f} % killed, {least:g} % wanted")
    return 0 if share >= least else 1


if __name__ == "__main__":
    sys.exit(main())
