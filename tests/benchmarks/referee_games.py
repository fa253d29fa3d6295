"""Random games of every system before the referee, whole and with one event corrupted.

    python tests/benchmarks/referee_games.py [--games 100] [--seed 1] [--rules taiwan ...]
                                             [--corrupt 10]

Random legal players (scoring/play.py) play whole games: seats, dice, hands, rounds. The referee
follows every log anew; of every tenth hand (`--corrupt`; 0 for none) each event is corrupted in
six ways, and each corruption must be found (`scoring.play.broken` says what a corruption is). Wins
are scored where the rule set exists. Prints, for each system: games, hands, events, sound logs
refused, corruptions and how many were accepted, how the hands ended, and the time.

Exit code 1 if a sound log was refused or a corruption accepted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scoring.errors import RuleError
from scoring.play import PlayedHand, Random, play_game, unnoticed
from scoring.playrules import PLAY
from scoring.referee import first_fault
from scoring.rulesets import RULE_NAMES, get_rules
from scoring.table import circumstances_of_win, hand_of_win


def score(name: str, hand: PlayedHand, counts: Counter[str]) -> None:
    """Score the wins of a hand, where the rule set exists and knows such tiles."""
    if name not in RULE_NAMES:
        return
    for won in hand.state.wins:
        how = circumstances_of_win(hand.state, won.seat)
        try:
            get_rules(name).score(hand_of_win(hand.state, won.seat), how)
            counts["scored"] += 1
        except RuleError as error:
            counts["not scored"] += 1
            print(f"not scored ({name}): {error}")


def run(name: str, games: int, seed: int, every: int) -> Counter[str]:
    """Play the games of one system and count."""
    rules = PLAY[name]
    counts: Counter[str] = Counter()
    for number in range(games):
        for hand in play_game(rules, Random(seed + number)):
            counts["hands"] += 1
            counts["events"] += len(hand.log)
            fault = first_fault(rules, hand.log, every_answer=True, whole=True)
            if fault is not None:
                counts["refused"] += 1
                print(f"refused ({name}, game {seed + number}): {fault}")
            won = hand.state.wins
            counts["draws"] += not won
            for win in won:
                counts["by flowers" if win.flowers else f"by {win.how.value}"] += 1
            score(name, hand, counts)
            if every and counts["hands"] % every == 0:
                accepted, found = unnoticed(rules, hand.log, Random(number))
                counts["corruptions"] += len(accepted) + sum(found.values())
                counts["accepted"] += len(accepted)
                for item in accepted:
                    print(f"accepted ({name}, game {seed + number}): {item.what} {item.place}")
    return counts


def main() -> int:
    """Run and print; exit code 0 if the referee made no mistake."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="games of each system")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", nargs="*", default=sorted(PLAY), choices=sorted(PLAY))
    parser.add_argument("--corrupt", type=int, default=10, help="corrupt every so manieth hand")
    options = parser.parse_args()
    mistakes = 0
    for name in options.rules:
        begun = time.process_time()
        counts = run(name, options.games, options.seed, options.corrupt)
        spent = time.process_time() - begun
        mistakes += counts["refused"] + counts["accepted"]
        ends = ", ".join(
            f"{key} {value}"
            for key, value in sorted(counts.items())
            if key.startswith("by ") or key in ("draws", "scored", "not scored")
        )
        print(
            f"{name}: {options.games} games, {counts['hands']} hands, {counts['events']} events, "
            f"{counts['refused']} refused; {counts['corruptions']} corruptions, "
            f"{counts['accepted']} accepted; {ends}; {spent:.1f} s"
        )
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
