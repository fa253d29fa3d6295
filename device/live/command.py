"""`taicam live`: the camera over the table."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from device.hands import InputError
from device.messages import say
from device.screens.command import DRIVERS
from device.tables import USUAL_SIDE

if TYPE_CHECKING:
    from device.cli import Interface
    from device.live.table import TableSetup

SIDES = ("near", "right", "far", "left")


@click.command(short_help="牌桌上的相機 the camera over the table")
@click.option("--camera", "spec", metavar="SPEC", help="pi, usb:0, http://..., film.mp4, DIR")
@click.option("--setup", "aiming", is_flag=True, help="設定牌桌 set the table up, once")
@click.option("--corners", metavar="auto|'X,Y X,Y X,Y X,Y'", default="auto", show_default=True)
@click.option("--side", type=float, default=USUAL_SIDE, show_default=True, help="桌邊幾公分 cm")
@click.option(
    "--first",
    type=click.Choice(SIDES),
    default="near",
    show_default=True,
    help="第一個人坐在畫面的哪一邊 where the first player sits in the picture",
)
@click.option("--picture", metavar="OUT.png", help="設定時畫出四角 the corners, drawn")
@click.option(
    "--rules", default="taiwan", show_default=True, metavar="NAME", help="沒有牌局時的規則"
)
@click.option("--data", metavar="DIR", help="帳本和設定放哪裡 where book and set-up are")
@click.option("--no-page", is_flag=True, help="不開網頁，只在這裡印 print here, no page")
@click.option("--lan", is_flag=True, help="讓同網路的手機加入 let phones join, with a code")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="預設 default 8450")
@click.option("--display", type=click.Choice(DRIVERS), help="桌邊的小螢幕 a screen by the table")
@click.option("--display-out", default="display.png", metavar="OUT.png", show_default=True)
@click.option("--demo", is_flag=True, help="看一場畫出來的牌局 watch a drawn game")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON one line of JSON")
@click.pass_obj
def live(
    interface: Interface,
    spec: str | None,
    aiming: bool,
    corners: str,
    side: float,
    first: str,
    picture: str | None,
    rules: str,
    data: str | None,
    no_page: bool,
    lan: bool,
    port: int | None,
    display: str | None,
    display_out: str,
    demo: bool,
    as_json: bool,
) -> int:
    """看著牌桌，自己記局，胡了就算台。 Follows the game, counts its wins, writes them down.

    先設定一次 set up once: taicam live --setup --camera usb:0
    """
    from device.live.table import load
    from device.place import data_folder

    folder = Path(data) if data is not None else data_folder()
    if demo:
        from device.live.demo import show_demo

        return show_demo(interface, as_json)
    known = load(folder)
    spec = spec or (known.camera if known is not None else None)
    if aiming:
        if spec is None:
            raise InputError("usage_missing", what="--camera", command="taicam live --setup")
        return _set_up(interface, folder, spec, corners, side, first, picture, as_json)
    if known is None:
        raise InputError("live_no_setup", camera=spec or "usb:0")
    if no_page:
        return _follow(interface, folder, known, spec or known.camera, rules, as_json)
    from device.web.command import run_page

    return run_page(
        interface,
        folder,
        lan=lan,
        port=port,
        display=display,
        out=Path(display_out),
        table=(spec or known.camera, rules),
    )


def _set_up(
    interface: Interface,
    folder: Path,
    spec: str,
    corners: str,
    side: float,
    first: str,
    picture: str | None,
    as_json: bool,
) -> int:
    """Find the table in the camera's picture, say what is wrong with it, and remember it."""
    from device import cli
    from device.cameras.advice import advise
    from device.live.table import TableSetup, save
    from device.tables import frame_of

    image = _one_picture(spec)
    height, width = image.shape[:2]
    frame = frame_of(image, corners, side)
    turned = SIDES.index(first)
    ordered = (*frame.corners[turned:], *frame.corners[:turned])
    setup = TableSetup(spec, ordered, frame.side, (width, height))
    advice = advise(image, frame.tile_pixels)
    reading = cli.load_reader().read(image, spec)
    path = save(folder, setup)
    written = []
    if picture is not None:
        _draw_corners(image, setup, picture)
        written.append(say(interface.language, "live_picture_at", path=picture))
    if as_json:
        interface.json(
            {
                "file": str(path),
                "corners": [list(corner) for corner in ordered],
                "size": [width, height],
                "tiles": len(reading.tiles),
                "advice": [one.to_dict(interface.language) for one in advice],
            }
        )
    else:
        told = say(
            interface.language,
            "live_set_up",
            path=path,
            side=f"{setup.side:g}",
            tiles=len(reading.tiles),
        )
        interface.out([told, *(one.text(interface.language) for one in advice), *written])
    return 0


def _one_picture(spec: str, patience: float = 10.0) -> Any:
    """One good picture of a camera. Raises InputError when none comes in `patience` seconds."""
    from device.cameras.spec import open_camera
    from device.cameras.watch import WatchedCamera

    with WatchedCamera(lambda: open_camera(spec)) as camera:
        until = time.monotonic() + patience
        while time.monotonic() < until:
            frame = camera.wait(-1, 0.5)
            if frame is None and camera.ended:
                break
            if frame is not None:
                return frame.image
            error = camera.status.error
            if error is not None and camera.status.state in ("offline", "failed"):
                raise error
    # A film or a folder may end before the watch has seen enough of it: its first picture will do.
    once = open_camera(spec)
    once.open()
    try:
        with contextlib.suppress(EOFError):
            frame = once.read(1.0)
            if frame is not None:
                return frame.image
    finally:
        once.close()
    raise InputError("live_no_picture", camera=spec)


def _draw_corners(image: Any, setup: TableSetup, path: str) -> None:
    """The picture with the table's outline, and the first player's edge thicker."""
    import cv2
    import numpy as np

    shown = image.copy()
    points = np.array(setup.corners, np.int32)
    thick = max(2, max(setup.size) // 400)
    cv2.polylines(shown, [points], True, (0, 200, 255), thick)
    near = (points[0].tolist(), points[1].tolist())
    cv2.line(shown, near[0], near[1], (80, 255, 80), 3 * thick)
    done = False
    with contextlib.suppress(cv2.error):
        done = cv2.imwrite(path, shown)
    if not done:
        raise InputError("out_unwritable", path=path, reason=OSError(2, ""))


def _follow(
    interface: Interface, folder: Path, setup: TableSetup, spec: str, rules: str, as_json: bool
) -> int:
    """Follow the table and print what happens, until Ctrl-C or the end of a film."""
    from typing import cast

    from device import cli
    from device.cameras.spec import open_camera
    from device.cameras.watch import WatchedCamera
    from device.club.book import open_book
    from device.live.engine import Defaults
    from device.live.printer import Printer
    from device.live.service import TableService
    from device.service.logs import log_events
    from device.service.notify import Heart, end_as_if_interrupted
    from device.service.settings import SERVICE
    from vision.reader import Reader

    reader = cast("Reader", cli.load_reader())
    heart = Heart({"camera": SERVICE.camera, "reading": SERVICE.reading})
    camera = WatchedCamera(lambda: open_camera(spec), on_progress=lambda: heart.beat("camera"))
    end_as_if_interrupted()
    log_events()
    with open_book(folder) as book, contextlib.suppress(KeyboardInterrupt):
        service = TableService(
            *(camera, spec, reader, book, folder),
            defaults=Defaults(rules),
            on_progress=lambda: heart.beat("reading"),
        )
        printer = Printer(interface, book, as_json)
        with service, heart.running():
            if not as_json:
                interface.out([say(interface.language, "live_watching", camera=spec)])
            while not camera.ended:
                printer.tell(service)
                time.sleep(0.2)
            printer.tell(service)
    return 0
