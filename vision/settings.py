"""Every threshold of finding and naming tiles: value, unit, reason. Layout's and decode's own are
`vision.layout.LayoutSettings` and `vision.decode.DecodeSettings`, beside the geometry they bound.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LocateSettings:
    """Finding tiles. Thresholds are chosen on a maker left out of training: those that suit a
    seen maker are too strict for a new one."""

    long_side: int = 640
    """Pixels the photo's longer side is shrunk to; a hand of 17 then has tiles 25-40 px wide."""
    stride: int = 32
    """Pixels; the net needs sides that are multiples of this."""
    sure: float = 0.50
    """Score 0..1 from which a box stands on its own."""
    weak: float = 0.20
    """Score 0..1 from which a box may fill a gap between two sure ones of a row."""
    overlap: float = 0.30
    """Intersection over union above which two boxes are the same tile; real tiles never overlap
    by as much when seen from above or from a seat."""
    pitch: tuple[float, float] = (0.75, 1.35)
    """Distance of touching neighbours in tile widths, for a weak box to fill a gap."""
    aside: float = 0.35
    """... and how far, in tile heights, it may lie above or below its neighbour."""
    size_ratio: float = 1.5
    """Largest ratio of a weak box's area to its neighbour's."""
    slanted: float = 8.0
    """Degrees from which rows lie aslant and are looked at once more, level."""
    neighbour: float = 1.5
    """A neighbour lies within this many tile sizes (root of the area)."""
    agreement: float = 0.6
    """0..1, how well directions to neighbours must agree to speak of rows."""
    margin: float = 1.5
    """Long sides of a tile left around the tiles in the closer look."""
    small_tile: float = 30.0
    """Pixels of a tile's long side below which a closer look is worth its time, ..."""
    worth: float = 1.3
    """... if it shows the tiles this many times larger."""
    parts: int = 4
    """Parts at most in which a picture of tiles that stay small is looked at; each costs as much
    time as the whole picture."""
    parts_from: int = 8
    """Tiles seen at first from which it is taken for a table, not a photo of something else."""
    part_worth: float = 0.8
    """Parts are looked at where even a closer look shows tiles smaller than this share of
    `small_tile`."""
    part_tile: float = 44.0
    """Pixels of a tile's long side that parts do not exceed: larger tells no more."""
    part_edge: float = 0.45
    """A box nearer to a part's edge than this share of its long side may be half a tile."""
    tiny_tile: float = 16.0
    """Pixels of a tile's long side in the whole view below which many are not seen at all: the
    parts then cover the whole picture."""
    large_tile: float = 90.0
    """Pixels of a tile's long side that the closer look does not exceed: trained up to 120."""
    most: int = 400
    """Boxes kept at most; a full set has 144 tiles."""


@dataclass(frozen=True, slots=True)
class NameSettings:
    """Naming faces."""

    crop: int = 96
    """Pixels, side of the square the namer sees."""
    enlarge: float = 1.2
    """The crop reaches this far beyond the quad, as in training."""
    more_looks: tuple[float, ...] = (1.06, 1.34)
    """... and so far when a face is unsure: its answers are averaged."""
    batch: int = 32
    """Crops per run of the net: bounds memory, costs no time."""
    temperature: float = 0.7
    """Divides the logits so that confidence means the share that is right (see the model card)."""
    alternatives: int = 4
    """Other faces kept per tile."""
    least_alternative: float = 0.002
    """Probability below which an alternative is not worth keeping."""
    blank: float = 0.5
    """Probability of 白 and back together from which a tile counts as showing nothing: then the
    colour of the other tiles' faces decides between the two."""
    same_colour: float = 14.0
    """Largest distance (CIE Lab, lightness at a quarter) of a blank 白 from the faces around it.
    White faces under one lamp differ by up to 8, the palest coloured backs by 20 and more."""
    colour_says: float = 6.0
    """Log odds that the colour can give at most, ..."""
    namer_says: float = 4.0
    """... and the namer: a clear colour outweighs it, a doubtful one does not."""
    neighbours: int = 6
    """Nearest surely named tiles whose faces give that colour."""
    beside: float = 2.2
    """Tile sizes within which others have a say in which way up a tile is."""
    own_way: float = 0.25
    """0..1, how readily a tile may lie another way than its neighbours."""
    nothing: float = 0.50
    """Probability of showing no tile from which a find is dropped: a book, a die, a tile's half."""
    surely_nothing: float = 0.95
    """... and for a blank one, 白 or a back, that could as well be one."""
    junk_score: float = 0.65
    """Locator's score below which a tile must have a sure name; real ones score 0.7 to 0.9."""
    junk_confidence: float = 0.90
    """That sure name's confidence."""
    doubtful: float = 0.90
    """Confidence below which a tile is marked for a person to look at."""


@dataclass(frozen=True, slots=True)
class RegisterSettings:
    """Registering a tile set and naming with it. Chosen on makers left out of training, one
    example of each face, measured on other photographs of the same set."""

    zooms: tuple[float, ...] = (0.94, 1.06)
    """An example is also looked at this much larger: finding a tile cuts it a little differently
    each time."""
    sharpness: float = 14.0
    """Multiplies the likeness -1..1 of features before it is made a probability."""
    turn_sharpness: float = 6.0
    """The same for which way up: the examples have a say, the net knows more of it."""
    trust: float = 0.6
    """0..1, weight of the examples against the net's own answer."""
    surely_alike: float = 0.85
    """Likeness from which a crop is one of the set's tiles, even if the net sees no tile."""
    row_step: float = 0.45
    """Tile heights by which the next tile of a laid row may lie higher or lower."""
    least_width: float = 28.0
    """Pixels of a tile's width in the photograph below which its face is too coarse to keep."""
    sharp: float = 0.10
    """`vision.registered.sharpness` below which a face is blurred: sharp ones have 0.21 and more,
    edges spread over 4% of the tile's width 0.10."""
    plain: float = 24.0
    """Grey levels of contrast below which a face counts as blank."""
    sure: float = 0.9
    """Confidence from which the namer's word counts against the place a tile is laid on, ..."""
    same: float = 0.93
    """... likeness of features ..."""
    same_picture: float = 0.70
    """... and of pictures from which two tiles show the same face: of real pairs, 5 in 6 reach both
    and none of 7,000 pairs of different faces does."""
    most: int = 5
    """Examples kept of one face: the first, which was laid on purpose, and the latest ones."""


LOCATE = LocateSettings()
NAME = NameSettings()
REGISTER = RegisterSettings()
