"""`taicam serve`: the page for phones and laptops."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from device.hands import InputError
from device.messages import Language
from device.screens.command import DRIVERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.live.service import TableService
    from device.service.notify import Heart
    from device.web.settings import WebSettings
    from device.web.site import Site


@click.command(short_help="手機和電腦用的網頁 the page for phones and laptops")
@click.option("--lan", is_flag=True, help="讓同網路的手機加入（要碼） let others join, with a code")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="預設 default 8450")
@click.option("--host", metavar="ADDRESS", help="監聽的位址 address to listen on")
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="也接受這個網址名稱 also answer to this name",
)
@click.option("--data", metavar="DIR", help="紀錄放哪裡 where confirmed hands are kept")
@click.option(
    "--club",
    envvar="TAICAM_CLUB",
    metavar="URL",
    help="牌會的共同帳本 the club's common book, postgresql://...",
)
@click.option("--table", metavar="NAME", help="這一桌叫什麼 what this table is called")
@click.option("--display", type=click.Choice(DRIVERS), help="桌邊的小螢幕 a screen by the table")
@click.option("--display-out", default="display.png", metavar="OUT.png", show_default=True)
@click.pass_obj
def serve(
    interface: Any,
    lan: bool,
    port: int | None,
    host: str | None,
    hosts: tuple[str, ...],
    data: str | None,
    club: str | None,
    table: str | None,
    display: str | None,
    display_out: str,
) -> int:
    """拍照、改牌、算台的網頁，不用外面的網路。 Photo, correction and 台 on a page.

    只有這台機器能連，加 --lan 才讓手機加入。 Only this machine can connect, unless --lan is given.
    """
    from device.web.settings import WebSettings

    settings = WebSettings(lan=lan, hosts=hosts, club=club or "", table_name=table or "")
    if port is not None:
        settings = replace(settings, port=port)
    if data is not None:
        settings = replace(settings, data=Path(data))
    if host is not None:
        settings = replace(settings, host=host)
    return _serve(interface, settings, display, Path(display_out))


def run_page(
    interface: Any,
    folder: Path,
    *,
    lan: bool,
    port: int | None,
    display: str | None,
    out: Path,
    table: tuple[str, str],
) -> int:
    """The page with a camera over the table: `table` is the camera and the rules without a game."""
    from device.web.settings import WebSettings

    settings = WebSettings(lan=lan, data=folder)
    if port is not None:
        settings = replace(settings, port=port)
    return _serve(interface, settings, display, out, table)


def _serve(
    interface: Any,
    settings: WebSettings,
    display: str | None,
    out: Path,
    table: tuple[str, str] | None = None,
) -> int:
    import asyncio  # a third of the start of every other command

    from device import cli
    from device.service.logs import log_events
    from device.service.notify import Heart, end_as_if_interrupted
    from device.service.settings import SERVICE

    try:
        from device.web.access import Access
        from device.web.app import create_app
        from device.web.guard import is_local
        from device.web.serve import banner, open_socket, server, urls, with_lan
    except ModuleNotFoundError as error:
        raise InputError("web_missing_parts", name=error.name) from error
    if settings.lan or not is_local(settings.host):
        settings = with_lan(settings)  # whoever can be reached from outside needs the code
    try:
        listening = open_socket(settings)
    except (OSError, OverflowError) as error:
        address = f"{settings.host}:{settings.port}"
        raise InputError("web_port", address=address, reason=error) from error
    with contextlib.closing(listening):
        settings = replace(settings, port=listening.getsockname()[1])
        access = Access(settings)
        reader = cli.load_reader()
        _warm(reader)
        parts = {"page": SERVICE.page}
        if table is not None:
            parts |= {"camera": SERVICE.camera}
        if table is not None and _is_set_up(settings.data):
            parts |= {"reading": SERVICE.reading}
        heart = Heart(parts)
        try:
            app = create_app(
                reader,
                settings,
                access=access,
                addresses=urls(settings),
                table=None if table is None else _following(reader, heart, *table),
            )
        except OSError as error:
            raise InputError("out_unwritable", path=settings.data, reason=error) from error
        interface.out(banner(settings, access, interface.language))
        screen = _screen(display, out, app.state.site, interface.language)

        async def beat() -> None:
            heart.beat("page")

        end_as_if_interrupted()
        log_events()
        with screen, heart.running(), contextlib.suppress(KeyboardInterrupt):
            asyncio.run(server(app, settings, beat).serve(sockets=[listening]))
    return 0


def _is_set_up(folder: Path) -> bool:
    """Whether it is known where the table is; before that nothing is read."""
    from device.live.table import load

    return load(folder) is not None


def _following(
    reader: Any, heart: Heart, camera: str, rules: str
) -> Callable[[Site], TableService]:
    """What makes the service that follows the table, once the page has opened the book."""
    from device.cameras.spec import open_camera
    from device.cameras.watch import WatchedCamera
    from device.live.engine import Defaults
    from device.live.service import TableService

    def make(site: Site) -> TableService:
        return TableService(
            WatchedCamera(lambda: open_camera(camera), on_progress=lambda: heart.beat("camera")),
            camera,
            reader,
            site.book,
            site.settings.data,
            site.folder.pending,
            Defaults(rules),
            on_change=site.table_changed,
            on_progress=lambda: heart.beat("reading"),
        )

    return make


def _screen(
    name: str | None, out: Path, site: Any, language: Language
) -> contextlib.AbstractContextManager[None]:
    """The screen by the table, kept up to date while the page runs."""
    if name is None:
        return contextlib.nullcontext()
    from device.screens.drivers import open_driver
    from device.screens.keeper import Keeper
    from device.screens.service import showing

    keeper = Keeper(lambda: open_driver(name, path=out), language)
    return showing(keeper, lambda: site.screen.view(language))


def _warm(reader: Any) -> None:
    """Read an empty picture: the first one takes longer, and nobody should wait for that."""
    import numpy as np

    with contextlib.suppress(Exception):
        reader.read(np.full((480, 640, 3), 90, np.uint8), "")
