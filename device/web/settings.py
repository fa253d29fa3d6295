"""Every limit of the web page, in one place: its unit, and why it is what it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from device.place import data_folder


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Limits and places of one running page. `taicam serve` sets those that have an option."""

    data: Path = field(default_factory=data_folder)
    """Folder of the club's book; unconfirmed pictures lie in its `pending/`."""
    club: str = ""
    """URL of the club's common book (PostgreSQL), to which this table's events are forwarded."""
    table_name: str = ""
    """What people call this table."""
    book_every: float = 1.0
    """Seconds between looks at what other programs wrote into the book, while somebody watches."""

    # --- who may connect ---
    host: str = "127.0.0.1"
    """Address to listen on. Only this machine unless `--lan` was given."""
    port: int = 8450
    """TCP port; above 1024, and not one that another program is known for."""
    lan: bool = False
    """Whether other machines may join. Then everybody needs the code, this machine too."""
    hosts: tuple[str, ...] = ()
    """Names and addresses the page answers to, beside 127.0.0.1, localhost and ::1."""

    # --- joining ---
    code_length: int = 8
    """Letters of a join code. 8 of 31 are 8.5e11 codes: with the limits below, guessing one of the
    three at 30 a minute takes 18,000 years."""
    code_tries: int = 5
    """Wrong codes from one address within `code_window`, then it has to wait."""
    code_tries_all: int = 30
    """Wrong codes from all addresses within `code_window`."""
    code_window: float = 60.0
    """Seconds."""
    session_hours: float = 14.0
    """How long a phone stays joined: a long evening."""
    most_sessions: int = 200
    """Joined phones; the one unused longest goes first."""

    # --- pictures ---
    photo_bytes: int = 32_000_000
    """Largest upload. A 50 megapixel JPEG of a phone has 15 to 25 MB."""
    photo_seconds: float = 60.0
    """An upload that takes longer is cut off: 32 MB at 4 Mbit/s."""
    stall_seconds: float = 10.0
    """An upload from which nothing comes for so long is cut off."""
    drain_seconds: float = 8.0
    """A photo that is refused is still received for so long, and thrown away: a browser that is
    cut off while it sends shows no words but a lost connection."""
    uploading: int = 6
    """Photos received at one time."""
    waiting: int = 12
    """Photos that wait to be read, the one being read included. With 0.4 s each on a Pi 5 the last
    waits 5 s; more are told to come again (429)."""
    retry_after: int = 2
    """Seconds after which who was told so should come again."""
    shown_side: int = 2000
    """Long side in pixels of the picture that is kept: names and numbers can be read at that size,
    and it has about 400 KB where the original has 5 MB."""
    shown_quality: int = 85
    """JPEG quality of that picture."""

    # --- the screen by the table ---
    result_seconds: float = 8.0
    """A hand of a game stays on it so long after it was confirmed: everybody has read the items."""
    settlement_seconds: float = 15.0
    """Then who pays whom, long enough to count it out; after that the standings."""

    # --- results ---
    most_results: int = 300
    """Results kept without being confirmed; the oldest go first, with their pictures."""
    result_hours: float = 12.0
    """How long a result is kept without being confirmed."""
    body_bytes: int = 64_000
    """Largest JSON body. A hand with everything about it has 3 KB."""

    # --- connections ---
    most_live: int = 100
    """Pages that watch at one time (server-sent events)."""
    live_kept: int = 200
    """Events kept for a page whose connection broke, so that it misses nothing."""
    live_queue: int = 64
    """Events waiting for one slow page; then it is cut off and has to connect again."""
    heartbeat: float = 15.0
    """Seconds between signs of life on a quiet event stream; proxies cut at 30 to 60."""
    header_seconds: float = 10.0
    """A connection that has sent no whole request by then is closed (slow clients)."""
    most_connections: int = 400
    """Open connections; more are closed at once. The usual limit of open files is 1024."""
    most_from_one: int = 100
    """Open connections from one address; this machine itself may have all."""
    requests_per_minute: int = 1200
    """Requests from one address a minute; this machine itself may have any number."""
