"""Every named hand and table has its picture."""

import cv2

from tests.vision.pictures import FOLDER, file_of, named


def test_every_named_layout_has_a_picture() -> None:
    wanted = {file_of(name).name for name in named()}
    assert len(wanted) == len(named())
    assert {path.name for path in FOLDER.glob("*.png")} == wanted
    assert sum(path.stat().st_size for path in FOLDER.glob("*.png")) < 3_000_000


def test_pictures_are_drawn_from_the_layouts() -> None:
    name = "hand winning tile apart right"
    shown, fresh = cv2.imread(str(file_of(name))), named()[name]()
    assert shown.shape == fresh.shape
    assert abs(shown.astype(int) - fresh.astype(int)).mean() < 2
