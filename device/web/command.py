"""`taicam serve`: the page for phones and laptops."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from device.hands import InputError

if TYPE_CHECKING:
    from device.web.settings import WebSettings


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
@click.pass_obj
def serve(
    interface: Any,
    lan: bool,
    port: int | None,
    host: str | None,
    hosts: tuple[str, ...],
    data: str | None,
) -> int:
    """拍照、改牌、算台的網頁，不用外面的網路。 Photo, correction and 台 on a page.

    只有這台機器能連，加 --lan 才讓手機加入。 Only this machine can connect, unless --lan is given.
    """
    from device.web.settings import WebSettings

    settings = WebSettings(lan=lan, hosts=hosts)
    if port is not None:
        settings = replace(settings, port=port)
    if data is not None:
        settings = replace(settings, data=Path(data))
    if host is not None:
        settings = replace(settings, host=host)
    return _serve(interface, settings)


def _serve(interface: Any, settings: WebSettings) -> int:
    from device import cli

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
        try:
            app = create_app(reader, settings, access=access, addresses=urls(settings))
        except OSError as error:
            raise InputError("out_unwritable", path=settings.data, reason=error) from error
        interface.out(banner(settings, access, interface.language))
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(server(app, settings).serve(sockets=[listening]))
    return 0


def _warm(reader: Any) -> None:
    """Read an empty picture: the first one takes longer, and nobody should wait for that."""
    import numpy as np

    with contextlib.suppress(Exception):
        reader.read(np.full((480, 640, 3), 90, np.uint8), "")
