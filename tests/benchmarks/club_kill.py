"""Kills a program that writes into the club's book, again and again, and looks what is left.

    python -m tests.benchmarks.club_kill --times 200

A child writes wins with pictures and evidence, undoes and corrects some, and says of each when it
is told that it is written. It is killed (SIGKILL) at a random moment. Then everything that it said
must be in the book, with its picture, and the book must open and be whole.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from device.club import bodies
from device.club.audit import check
from device.club.book import Book, Evidence, open_book
from device.club.retention import tidy
from tests.club.conftest import win
from tests.club.evenings import four, sit_down


@dataclass
class Counted:
    """What came of it."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    findings: int = 0
    slowest_open: float = 0.0


def child(folder: Path, seed: int) -> None:
    """Write until killed; each line says what is written."""
    chance = random.Random(seed)
    photo = folder.parent / f"photo-{seed}.jpg"
    with open_book(folder, name="東") as book:
        people = four(book, _names(seed))
        print("ready", flush=True)
        game, written = "", list[str]()
        for number in range(10**6):
            if number % 12 == 0:  # no 將 ends with fewer hands, whatever is undone or corrected
                if going := book.game_now():
                    over = bodies.GameEnded(game=going.started.game)
                    book.write(over, by="t", role="scorer")
                game, written = sit_down(book, people), []
            photo.write_bytes(chance.randbytes(chance.randrange(1_000, 200_000)))
            proof = Evidence({"seed": seed, "number": number}, photo)
            body = win(game, chance.randrange(4), total=chance.randrange(1, 20))
            if written and chance.random() < 0.15:
                said = book.undo(written.pop(), "x", by="t", role="scorer")
            elif written and chance.random() < 0.15:
                said = book.correct(written[-1], body, "x", by="t", role="scorer", evidence=proof)
            else:
                said = book.write(body, by="t", role="scorer", evidence=proof)
                written.append(said.id)
            files = bodies.files_in(said.body)
            print(said.id, files[0][1] if files else "-", flush=True)


def _names(seed: int) -> str:
    return "".join(chr(0x4E00 + 4 * seed + n) for n in range(4))


def one_kill(folder: Path, seed: int, chance: random.Random, counted: Counted) -> None:
    """Start a child, kill it, look."""
    told: list[tuple[str, str]] = []
    with subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.club_kill", "--child", str(folder), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        lines = []
        if seed % 10:
            lines = [process.stdout.readline() for _ in range(chance.randrange(1, 30))]
            time.sleep(chance.uniform(0.0, 0.05))
        else:  # every tenth is killed while it opens, perhaps makes, the book
            time.sleep(chance.uniform(0.3, 2.0))
        process.kill()
        for line in [*lines, *process.stdout]:
            if line.endswith("\n") and line.count(" ") == 1:
                id, sha = line.split()
                told.append((id, sha))
    begin = time.perf_counter()
    with open_book(folder, name="東") as book:
        counted.slowest_open = max(counted.slowest_open, time.perf_counter() - begin)
        counted.kills += 1
        counted.acknowledged += len(told)
        counted.lost += sum(not _there(book, id, sha) for id, sha in told)
        for found in check(book):
            counted.findings += 1
            print(found)
        if seed % 20 == 19:
            tidy(book, None)


def _there(book: Book, id: str, sha: str) -> bool:
    assert book.pictures is not None
    return book.event(id) is not None and (sha == "-" or book.pictures.whole(sha))


def run(times: int, seed: int) -> Counted:
    """So many kills on one book."""
    counted, chance = Counted(), random.Random(seed)
    with tempfile.TemporaryDirectory() as room:
        for number in range(times):
            one_kill(Path(room) / "club", number, chance, counted)
    return counted


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", nargs=2, metavar=("FOLDER", "SEED"))
    told = parser.parse_args()
    if told.child:
        child(Path(told.child[0]), int(told.child[1]))
        return
    counted = run(told.times, told.seed)
    print(
        f"killed {counted.kills} times; acknowledged {counted.acknowledged}, lost {counted.lost};"
        f" findings of check {counted.findings}; slowest opening {counted.slowest_open:.2f} s"
    )
    sys.exit(1 if counted.lost or counted.findings else 0)


if __name__ == "__main__":
    main()
