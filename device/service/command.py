"""`taicam service`: runs from the start of the machine, is started again if it hangs."""

from __future__ import annotations

import os
import pwd
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from device.hands import InputError

UNITS = Path("/etc/systemd/system")
STATE = Path("/var/lib")
BOOTED = Path("/run/systemd/system")
"""Is there when systemd runs the machine: it may be installed in a container and not run."""
_USER = re.compile(r"[a-z_][a-z0-9_-]{0,31}")
_SHOWN = (
    *("LoadState", "ActiveState", "SubState", "Result", "NRestarts", "MemoryCurrent"),
    *("StatusText", "ActiveEnterTimestamp"),
)


class _Ordered(click.Group):
    """Commands in the order in which they are written."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(
    cls=_Ordered, invoke_without_command=True, short_help="開機自動執行 run as a systemd service"
)
@click.pass_context
def service(context: click.Context) -> None:
    """裝成 systemd 服務：開機自動執行，卡住了自己重來。 Runs from the start of the machine."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@service.command(short_help="裝上 install and start it")
@click.argument("words", nargs=-1, metavar="[-- COMMAND...]")
@click.option("--print", "show", is_flag=True, help="只看設定檔，什麼也不改 only show the unit")
@click.option(
    "--user", default="taicam", show_default=True, metavar="NAME", help="用哪個使用者執行"
)
@click.pass_obj
def install(interface: Any, words: tuple[str, ...], show: bool, user: str) -> int:
    """寫 systemd 的設定檔並啟動。 Writes the unit, makes its user, and starts it.

    在 -- 後面寫要執行的指令；不寫就是 live --lan（牌桌設定過）或 serve --lan。 What it runs
    stands after --; without it: live --lan once a table is set up, serve --lan before.
    """
    from device.messages import say
    from device.service.settings import SERVICE
    from device.service.unit import unit_text

    command = list(words) or _usual()
    _check(command, user)
    text = unit_text(command, user, interface.language)
    if show:
        interface.out(text.rstrip("\n").split("\n"))
        return 0
    _need_root()
    _make_user(user)
    _check_readable(user)
    path = UNITS / f"{SERVICE.name}.service"
    try:
        part = path.with_name(f".{path.name}.part")
        part.write_text(text, "utf-8")
        part.replace(path)
    except OSError as error:
        raise InputError("service_unwritable", path=path, reason=error) from error
    _run("systemctl", "daemon-reload")
    _run("systemctl", "enable", path.name)
    _run("systemctl", "restart", "--no-block", path.name)
    language = interface.language
    interface.out(
        [
            say(language, "service_installed", path=path),
            say(language, "service_look", name=SERVICE.name),
        ]
    )
    return 0


@service.command(short_help="移除，留下資料 remove it, keep the data")
@click.pass_obj
def remove(interface: Any) -> int:
    """停下並移除服務，資料留著。 Stops and removes the service; what was recorded stays."""
    from device.messages import say
    from device.service.settings import SERVICE

    _need_root()
    path = UNITS / f"{SERVICE.name}.service"
    if not path.exists():
        raise InputError("service_absent")
    _run("systemctl", "disable", "--now", path.name)
    try:
        path.unlink()
    except OSError as error:
        raise InputError("service_unwritable", path=path, reason=error) from error
    _run("systemctl", "daemon-reload")
    interface.out([say(interface.language, "service_removed", path=STATE / SERVICE.name)])
    return 0


@service.command(short_help="看狀態 how it is")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON one line of JSON")
@click.pass_obj
def status(interface: Any, as_json: bool) -> int:
    """服務在不在跑、重來過幾次。 Whether it runs, and how often it was started again."""
    from device.messages import say
    from device.output import titled

    told = state_of_service()
    code = 0 if told["state"] == "active" else 1
    if as_json:
        interface.json(told)
        return code
    language = interface.language
    key = f"service_is_{told['state']}" if told["installed"] else "service_absent"
    rows = [
        (say(language, f"service_{name}"), str(told[name]))
        for name in ("since", "restarts", "memory", "says")
        if told.get(name)
    ]
    interface.out([say(language, key), *("  " + line for line in titled(rows))])
    return code


def state_of_service() -> dict[str, Any]:
    """What systemd knows: installed, state, detail, restarts, memory in MB, since, says.

    Raises:
        InputError: service_no_systemd, service_failed.
    """
    from device.service.settings import SERVICE

    if not BOOTED.is_dir():
        raise InputError("service_no_systemd")
    shown = _run("systemctl", "show", f"{SERVICE.name}.service", f"--property={','.join(_SHOWN)}")
    known = dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)
    memory, restarts = (_number(known.get(key, "")) for key in ("MemoryCurrent", "NRestarts"))
    state = known.get("ActiveState", "")
    states = {"reloading": "active", "deactivating": "inactive"}
    return {
        "installed": known.get("LoadState") == "loaded",
        "state": states.get(state, state or "inactive"),
        "detail": " ".join(filter(None, (known.get("SubState"), known.get("Result")))),
        "restarts": restarts,
        "memory": None if memory is None else f"{memory / 1e6:.0f} MB",
        "since": known.get("ActiveEnterTimestamp") or None,
        "says": known.get("StatusText") or None,
    }


def _usual() -> list[str]:
    """Follow the table if one is set up in the service's folder; the page for photos otherwise."""
    from device.live.table import FILE
    from device.service.settings import SERVICE

    try:
        known = (STATE / SERVICE.name / FILE).exists()
    except OSError:  # only root may look
        known = False
    return ["live" if known else "serve", "--lan"]


def _number(text: str) -> int | None:
    """A number of systemd's; it writes 2^64 - 1 for one that it does not know."""
    return int(text) if text.isdecimal() and int(text) < 1 << 63 else None


def _check(words: Sequence[str], user: str) -> None:
    from device import cli

    if not _USER.fullmatch(user):
        raise InputError("service_user", name=user)
    known = [name for name in cli.cli.commands if name in ("serve", "live")]
    if words[0] not in known:
        raise InputError("service_command", word=words[0], known=known)
    if any(char in word for word in words for char in "\n\r\0"):
        raise InputError("service_line")


def _need_root() -> None:
    if not BOOTED.is_dir():
        raise InputError("service_no_systemd")
    if os.geteuid() != 0:
        again = shlex.join(["sudo", sys.executable, "-m", "device", *sys.argv[1:]])
        raise InputError("service_root", command=again)


def _make_user(user: str) -> None:
    from device.service.settings import SERVICE

    try:
        pwd.getpwnam(user)
    except KeyError:
        home = str(STATE / SERVICE.name)
        options = ("--system", "--user-group", "--home-dir", home, "--shell", "/usr/sbin/nologin")
        _run("useradd", *options, user)


def _check_readable(user: str) -> None:
    """A virtual environment in a home that others may not enter cannot be run by another user."""
    if pwd.getpwnam(user).pw_uid == 0:
        return
    for folder in Path(sys.executable).parents:
        mode = folder.stat()
        if mode.st_uid != pwd.getpwnam(user).pw_uid and not mode.st_mode & 0o001:
            raise InputError("service_hidden", user=user, path=sys.executable)


def _run(*words: str) -> str:
    """Run a program of the system; what it wrote. Raises InputError when it fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)
    except FileNotFoundError as error:
        key = "service_no_systemd" if words[0] == "systemctl" else "service_failed"
        raise InputError(key, command=words[0], reason=error) from error
    except (OSError, subprocess.SubprocessError) as error:
        raise InputError("service_failed", command=words[0], reason=error) from error
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().split("\n")[-1]
        raise InputError("service_failed", command=shlex.join(words[:2]), reason=said)
    return done.stdout
