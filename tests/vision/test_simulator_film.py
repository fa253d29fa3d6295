"""Pictures of simulated games: what lies where the truth says, kept right from frame to frame."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from vision.frame import TableFrame
from vision.simulator.__main__ import main, size_from
from vision.simulator.film import Bump, FilmSettings, Glare
from vision.simulator.game import Game, demo, demo_game, simulate
from vision.simulator.script import Phase, Pose
from vision.simulator.sheet import demo_tiles
from vision.simulator.studio import studio
from vision.training.tilesets import CODES

SIZE = (960, 720)
PLAIN = FilmSettings(noise=0.0, light_drift=0.0)


@pytest.fixture(scope="module")
def game() -> Game:
    return demo_game(hands=2, size=SIZE, settings=PLAIN)


def _colour(shot, tile, size) -> np.ndarray:
    """Of the middle of a tile's upper side."""
    p = tile.place
    high = size.high if p.pose is Pose.STAND else size.thick
    x, y = shot.frame.to_picture(np.array([[p.x, p.y]]), z=p.z + high)[0]
    part = shot.image[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3]
    return np.median(part.reshape(-1, 3), axis=0)


def test_resting_tiles_show_where_the_truth_says(game: Game) -> None:
    script = game.scripts[0]
    quiet = [a for a, b in script.quiet() if b - a > 0.3]
    shot = game.film().shoot(script.at(quiet[len(quiet) // 2] + 0.1))
    assert shot.moment.still
    down = [t for t in shot.moment.tiles if t.place.pose is Pose.DOWN and t.place.z > 0.5]
    white = [t for t in shot.moment.tiles if t.place.pose is Pose.UP and t.face == "P"]
    assert down
    for tile in down:  # blue backs
        blue, _, red = _colour(shot, tile, script.size)
        assert blue > red + 40
    for tile in white:
        assert _colour(shot, tile, script.size).min() > 120


def test_a_film_kept_up_to_date_equals_one_that_begins_there(game: Game) -> None:
    script = game.scripts[0]
    film = game.film()
    start = script.events[0].time + 5
    times = [start + 0.7 * k for k in range(30)]
    for at in times:
        shot = film.shoot(script.at(at))
    fresh = game.film().shoot(script.at(times[-1]))
    off = cv2.absdiff(shot.image, fresh.image)
    assert np.percentile(off, 99.9) <= 6 and off.mean() < 0.2


def test_hands_are_seen_and_go_again(game: Game) -> None:
    script = game.scripts[0]
    film = game.film()
    reach = next(r for r in script.reaches if r.begin > script.events[1].time)
    gap = next((a, b) for a, b in script.quiet() if a > reach.end and b - a > 0.2)
    without = film.shoot(script.at(gap[0] + 0.1))
    at = next(t for t in np.linspace(reach.begin, reach.end, 40)
              if (h := reach.at(t)) and max(abs(h.x), abs(h.y)) < 25)  # fmt: skip
    moment = script.at(float(at))
    assert moment.hands and not moment.still
    shot = film.shoot(moment)
    hand = moment.hands[0]
    x, y = shot.frame.to_picture(np.array([[hand.x, hand.y]]), z=4.5)[0]
    part = (slice(round(y) - 8, round(y) + 8), slice(round(x) - 8, round(x) + 8))
    assert cv2.absdiff(shot.image[part], without.image[part]).mean() > 8


def test_a_bump_moves_the_corners_and_the_picture_for_good(game: Game) -> None:
    moment = game.at(2.0)
    still = game.film().shoot(moment)
    bumped = simulate_with(game, Bump(1.0)).film().shoot(moment)
    before = simulate_with(game, Bump(3.0)).film().shoot(moment)
    assert before.frame == still.frame
    off = np.abs(np.array(bumped.frame.corners) - np.array(still.frame.corners))
    assert 4 < off.max() < 60
    assert cv2.absdiff(bumped.image, still.image).mean() > 0.5


def test_glare_comes_and_goes(game: Game) -> None:
    film = simulate_with(game, Glare(1.0, 3.0)).film()
    bright, after = film.shoot(game.at(2.0)), film.shoot(game.at(3.5))
    x, y = bright.frame.to_picture(np.array([[0.0, 0.0]]), z=2.0)[0]
    spot = (slice(round(y) - 5, round(y) + 5), slice(round(x) - 5, round(x) + 5))
    assert bright.image[spot].mean() > 200 > after.image[spot].mean()


def simulate_with(game: Game, *faults) -> Game:
    return Game(game.rules, game.played, game.scripts, game.room, game.settings, faults)


def test_light_and_noise_change_from_picture_to_picture() -> None:
    noisy = demo_game(size=SIZE).film()
    moment = demo_game(size=SIZE).at(1.0)
    a, b = noisy.shoot(moment).image, noisy.shoot(moment).image
    assert 0.5 < cv2.absdiff(a, b).mean() < 8


def test_shuffled_tiles_are_drawn_while_they_move(game: Game) -> None:
    script = game.scripts[1]
    wash = next(t for t, p in script.phases if p is Phase.SHUFFLE) + 4
    shot = game.film().shoot(script.at(wash))
    assert len(shot.moment.hands) == 4
    blue = (shot.image[..., 0].astype(int) - shot.image[..., 2] > 50).sum()
    assert blue > 100 * (shot.frame.tile_pixels**2) * 0.5


def test_cameras_hang_as_promised() -> None:
    tiles = demo_tiles()
    for seed in range(40):
        room = studio(seed, 90 + seed % 15, tiles)
        frame = room.frame
        assert isinstance(frame, TableFrame)
        eye = room.camera.position
        tilt = np.degrees(np.arccos(-room.camera.rot[2][2]))
        assert tilt <= 22 and np.hypot(*eye[:2]) < 0.65 * room.side * 10
        inside = np.array(frame.corners)
        assert inside.min() >= 0 and (inside <= np.array(room.size)).all()
        assert 34 < frame.tile_pixels < 60


def test_the_demonstration_needs_no_font_and_keeps_time() -> None:
    now = [0.0]
    due: list[float] = []

    def sleep(seconds: float) -> None:
        due.append(seconds)
        now[0] += seconds

    shots = demo(size=(480, 360), fps=2.0, clock=lambda: now[0], sleep=sleep)
    times = [next(shots).moment.time for _ in range(4)]
    assert times == [0.0, 0.5, 1.0, 1.5]
    assert due == pytest.approx([0.5, 0.5, 0.5])
    now[0] += 3.0  # whoever looks was busy: the pictures of that time are left out
    assert next(shots).moment.time == pytest.approx(4.5)


def test_the_shipped_tiles_are_a_whole_set() -> None:
    tiles = demo_tiles()
    pictures = [tiles.texture(code, 48) for code in CODES]
    assert all(p.shape == (round(48 * tiles.aspect), 48, 3) for p in pictures)
    assert len({p.tobytes() for p in pictures}) == len(CODES)


def test_rules_that_cannot_be_laid_are_refused() -> None:
    with pytest.raises(ValueError, match="wu-joker"):
        simulate(1, rules="wu-joker", tiles=demo_tiles())


def test_the_command_writes_a_film_and_its_truth(tmp_path, capsys) -> None:
    command = ["--seed", "3", "--out", str(tmp_path), "--size", "480x360", "--fps", "0.5"]
    code = main([*command, "--pace", "9"])
    said = capsys.readouterr()
    if code == 2 and "font" in said.err:
        pytest.skip("no Chinese font here")
    assert code == 0
    records = [json.loads(line) for line in (tmp_path / "truth.jsonl").open(encoding="utf-8")]
    kinds = [r["kind"] for r in records]
    film = cv2.VideoCapture(str(tmp_path / "game.mp4"))
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == kinds.count("picture")
    assert records[0]["kind"] == "film" and TableFrame.from_dict(records[0]["frame"])
    assert kinds.count("event") > 50 and kinds.count("table") >= 1
    times = [r["time"] for r in records[1:]]
    assert times == sorted(times)


@pytest.mark.parametrize(
    "arguments",
    [[], ["--out", "x", "--size", "big"], ["--out", "x", "--hands", "0"],
     ["--out", "x", "--size", "10x10"], ["--out", "x", "--fps", "0"]],
)  # fmt: skip
def test_bad_input_is_one_line(arguments, capsys) -> None:
    assert main(arguments) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_sizes() -> None:
    assert size_from("1600x1200") == (1600, 1200)
