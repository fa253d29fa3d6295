"""Every threshold of following the game, with its unit and its reason."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlaceSettings:
    """The places on a table. Lengths in cm, or in widths of a tile where it says so."""

    aspect: float = 1.36
    """Height of a tile's face to its width, of most sets."""
    standing: float = 1.2
    """A back whose longer side is below this many tile widths is the top of a standing tile: its
    longer side is the width itself, that of a lying one the height (1.36)."""
    learn: int = 10
    """During a hand rows and walls are measured every so many still tables: walls are pushed."""
    row: float = 4.0
    """Distance of the hand from the edge, until seen."""
    wall: float = 15.5
    """Distance of the walls from the edge, until seen."""
    hand_reach: float = 0.85
    """What lies within this many widths of the row, inwards, is the hand: sets keep a whole tile's
    height off."""
    before_wall: float = 0.75
    """Sets and flowers end this many widths before the wall."""
    in_wall: float = 0.8
    """Backs within this many widths of the wall's line are its tiles."""
    gap: float = 0.3
    """Tiles of a set lie closer than this share of a width; the next set keeps away farther."""
    line: float = 0.6
    """Tiles whose middles differ by less than this share of a width across are in one line; one
    turned sideways is moved by 0.2."""
    same: float = 0.35
    """A tile that appears within this share of a width of where one lay lies where that lay."""
    on_top: float = 0.75
    """The same for one on top of another, which a camera from aside sees moved."""
    apart: float = 0.25
    """A tile of a row laid open is apart from it by more than this share of a width."""


@dataclass(frozen=True, slots=True)
class StorySettings:
    """What explanations cost (nats: the natural logarithm of how unlikely) and how far they go."""

    places: PlaceSettings = PlaceSettings()
    event: float = 0.05
    """Any event: of two stories the shorter."""
    count: float = 2.0
    """A tile too many or too few in a hand, in one still table: one in eight such counts is off
    (fallen, covered by another, half hidden)."""
    count_most: float = 6.0
    """The most for one hand."""
    wall: float = 0.4
    """A tile that the wall should not have or should have, beyond what stacks leave open."""
    unseen: float = 8.0
    """A discard that nobody saw and nobody claimed."""
    other_seat: float = 3.0
    """A discard that lies plainly before another than who had the turn."""
    out_of_order: float = 2.5
    """A discard that lies after another and was made before."""
    late: float = 2.0
    """A claim after the next player had drawn."""
    taken_back: float = 5.0
    """A discard that was taken back into the hand."""
    foul: float = 5.0
    """Something that the rules forbid and people do."""
    misread: float = 9.0
    """A face that the namer never thought of."""
    least: float = 0.002
    """A candidate for a face below this probability counts as never thought of."""
    robbed_unseen: float = 2.5
    """A fourth tile that was robbed before it was seen to be added."""
    left_lying: float = 1.5
    """A discard won on that was left where it lay."""
    not_apart: float = 0.7
    """A self-drawn tile that does not lie apart."""
    open_unexplained: float = 6.0
    """A whole hand laid open, and nobody has won."""
    unexplained: float = 7.0
    """Anything new that nothing explains, in one still table."""
    unfinished: float = 3.0
    """A set that nothing explains yet: the own tiles may be laid before the claimed one."""
    vanished: float = 1.5
    """The last discard is gone and nobody claimed it, in one still table."""
    not_added: float = 1.5
    """A tile on a pung that is no fourth but one of the three under a new id."""
    left_in_river: float = 16.0
    """A claimed tile that still lies in the river: more likely the own tiles were laid first."""
    claimed_unseen: float = 0.3
    """A discard that was claimed before it was seen."""
    exposed_kong: float = 3.0
    """A concealed kong with all four face up."""
    draw_game: float = 0.5
    """Nobody won, where the rules allow that."""
    beam: int = 3
    """Stories kept beside the best."""
    margin: float = 6.0
    """... unless they are less likely by this."""
    nodes: int = 600
    """Bound on work: events tried for one still table (about 0.1 ms each)."""
    most_cost: float = 40.0
    """A still table that costs more is not explained; it waits for the next."""
    ask: float = 2.0
    """Another face of a tile that nobody doubts is asked about up to this (1/7 as likely): lying
    tiles are read over and over, a photo once."""
    gone: float = 0.7
    """The table is cleared when more than this share of the tiles in sets and rivers is gone."""
    few: int = 6
    """With fewer of them the hands must be gone too."""
    habit: float = 1.0
    """Weight of one claim in learning where a player puts the claimed tile."""
