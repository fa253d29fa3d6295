"""Limits and times of the club's book."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """Every number of the book, with its unit and reason."""

    lock_wait: float = 5.0
    """Seconds to wait for another program that is writing; a write takes milliseconds."""
    connect_wait: float = 3.0
    """Seconds to wait for the club's server before it counts as away."""
    connections: int = 8
    """Connections at once: the page's threads; more would only wait for the disk."""
    cache_kib: int = 16_000
    """Memory for pages of the file, KiB a connection; a Pi has 1 GiB or more."""
    games_in_memory: int = 64
    """Games whose state is kept at hand: those of an evening, and the ones looked at."""
    longest_name: int = 40
    """Characters of a person's name: what fits a phone's line and a small screen cut short."""
    forward_batch: int = 200
    """Events sent to the club in one transaction: a second's work, and little to send again."""
    forward_poll: float = 5.0
    """Seconds between looks for events that another program wrote into the table's book."""
    forward_names: float = 60.0
    """Seconds between looks for names that other tables added, when there is nothing to send."""
    forward_pause: float = 2.0
    """Seconds until a club that was away is tried again; doubled each time ..."""
    forward_pause_most: float = 60.0
    """... up to this: a server's restart takes less, and a phone's hotspot costs nothing."""
    forward_limit: float = 120.0
    """Seconds after which a pass that hangs is broken off; 10,000 events take about as long."""
    forward_stop: float = 5.0
    """Seconds to wait for the batch that is on its way when the program ends."""
    exact_settlement: int = 12
    """Accounts up to which the fewest transfers are found for certain, in 0.03 s; a table and its
    bystanders are fewer."""
    leftover_age: float = 3600.0
    """Seconds after which a file that no event names is useless; a hand is written in under one."""
    import_bytes: int = 20_000_000
    """Of a table of past results: 200,000 hands."""
    import_lines: int = 200_000
    """Of such a table; it is kept in memory until all lines are checked."""
    pdf_wait: float = 60.0
    """Seconds for Chromium to print a sheet: two here, twenty on a Pi when it has just started."""


CLUB = ClubSettings()
