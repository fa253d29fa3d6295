"""`taicam snap` on real hands that no training saw: the right 台, and without a question.

File names of `photos/games` and `photos/plain`, the total that the labels of each give, and what
lies there. See `tests.benchmarks.real_hands` for how a hand is cut out and for all such hands.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.real_hands import RealHand, cut, held_out_hands, snap

HANDS = {
    "lt_393095156_3599857913587854_6088878543819903093_n_jpg.rf.48d0": 5,
    "lt_393104387_1398489037690917_5375771213089943732_n_jpg.rf.2d31": 7,
    "lt_393114544_339141145562096_6640476124186299988_n_jpg.rf.6330": 12,
    "lt_421054973_189051827603658_4899081559423812035_n_jpg.rf.26f8": 2,
    "lt_421102866_1126848855422281_3271815004214082217_n_jpg.rf.66fb": 9,
    "lt_hand_012_jpg.rf.2cf1": 4,
    "lt_hand_033_jpg.rf.5197": 10,
    "lt_hand_037_jpg.rf.0555": 4,
    "lt_hand_047_jpg.rf.6101": 1,
    "lt_hand_055_jpg.rf.1691": 6,
    "lt_hand_066_jpg.rf.5090": 7,
    "lt_hand_076_jpg.rf.5fe6": 6,
    "lt_hand_096_jpg.rf.adb3": 8,
    "lt_hand_145_jpg.rf.9b16": 5,
    "al_387561687_358938869892132_7569997015932467004_n_jpg.rf.c5d9": 9,
    "al_387641981_2045492965791937_5790211644647940396_n_jpg.rf.95a6": 5,
}


@pytest.fixture(scope="module")
def hands(shared: Path) -> list[RealHand]:
    return held_out_hands(shared / "data")


@pytest.mark.parametrize("name", HANDS)
def test_a_real_hand_gets_its_tai(name: str, hands: list[RealHand], tmp_path: Path) -> None:
    (hand,) = (h for h in hands if h.photo.path.name.startswith(name))
    assert hand.total == HANDS[name]  # what the labels say, and what was counted by hand
    code, answer = snap(cut(hand, tmp_path), hand)
    assert answer["score"]["total"] == HANDS[name]
    assert (code, answer["questions"]) == (0, [])
    read = sorted(answer["hand"]["flowers"].split())
    assert read == sorted(face for face in hand.photo.faces if face.startswith("f"))
