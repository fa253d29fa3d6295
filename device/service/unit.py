"""The systemd unit: text from settings."""

from __future__ import annotations

import grp
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from device.service.settings import SERVICE, ServiceSettings

_UNIT = """\
# Written by `taicam service install`; changes belong into `systemctl edit {name}`.
[Unit]
Description=TaiCam reads the mahjong table
After=network.target
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
ExecStart={command}
User={user}
{groups}Environment=HOME=%S/{name} TAICAM_DATA=%S/{name} TAICAM_LANG={language} PYTHONUNBUFFERED=1
WorkingDirectory=%S/{name}
StateDirectory={name}
StateDirectoryMode=0750
WatchdogSec={watchdog}
TimeoutStartSec={start}
TimeoutStopSec={stop}
Restart=always
RestartSec={restart}

NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome={home}
PrivateTmp=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
CapabilityBoundingSet=

[Install]
WantedBy=multi-user.target
"""


def unit_text(
    words: Sequence[str],
    user: str,
    language: str,
    groups: Collection[str] | None = None,
    python: str = sys.executable,
    settings: ServiceSettings = SERVICE,
) -> str:
    """The unit that runs `taicam` with `words` as `user`.

    `groups` are those that the machine has; a unit that names another one does not start.
    """
    present = {entry.gr_name for entry in grp.getgrall()} if groups is None else set(groups)
    wanted = [group for group in settings.groups if group in present]
    line = f"SupplementaryGroups={' '.join(wanted)}\n" if wanted else ""
    hidden = Path(python).parts[1:2] in (("home",), ("root",))
    return _UNIT.format(
        name=settings.name,
        command=" ".join(map(quoted, (python, "-P", "-m", "device", *words))),
        user=user,
        groups=line,
        language=language,
        watchdog=settings.watchdog,
        start=settings.start,
        stop=settings.stop,
        restart=settings.restart,
        home="read-only" if hidden else "yes",  # the program itself may live in a home
    )


def quoted(word: str) -> str:
    """A word of a command line as a unit wants it: % and $ mean nothing, spaces stay inside."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    if word and not any(char.isspace() or char in "\"'\\;" for char in word):
        return plain
    return f'"{plain}"'
