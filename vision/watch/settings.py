"""Every threshold of steady reading: value, unit, reason.

"The small plane" is the grey picture of `small_side` pixels on which motion is seen; a tile is
about 5 by 7 of its pixels.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GateSettings:
    """Seeing that something moves, or lies otherwise than before."""

    small_side: int = 320
    """Pixels of the small plane's longer side: enough to see one tile, 2 ms a frame."""
    floor: float = 9.0
    """Grey levels by which a pixel must differ: noise of a small plane stays below 4."""
    noise: float = 5.0
    """... and this many times the picture's usual difference, where the camera is noisier."""
    loud: float = 25.0
    """Grey levels from which a pixel differs however noisy the picture is."""
    shake: float = 0.35
    """Pixels by which an edge may stand elsewhere: a ceiling trembles, an aliased edge flickers."""
    least: int = 6
    """Pixels side by side that make a change: a sixth of a tile, more than a speck of noise."""
    rim: float = 4.0
    """Cm beyond the table's edge that are watched: what moves farther out is the people."""
    hand: float = 40.0
    """Square cm of a moving patch that comes in over the edge from which it is a hand."""
    light_offset: float = 8.0
    """Grey levels added before pictures are compared by their ratio: keeps the dark steady."""
    light_outlier: float = 0.08
    """Log ratio from which a pixel does not follow the lamp: something covers it."""
    glare: int = 250
    """Grey level from which a pixel is too bright to compare."""
    dark: float = 14.0
    """Mean grey level below which a picture is black: a lens cap, or no light at all."""
    flat: float = 4.0
    """Spread of grey levels below which a picture shows nothing, however bright."""
    slow: float = 0.05
    """Share by which the kept picture follows the light in each `slow_every` ..."""
    slow_every: float = 1.0
    """... seconds: the sun's shadows wander slower, a tile lies down at once."""


@dataclass(frozen=True, slots=True)
class LookSettings:
    """Looking at the parts that changed."""

    tile: float = 44.0
    """Pixels of a tile's long side shown to the locator, as `vision.settings.part_tile`."""
    tile_long: float = 3.6
    """Cm of a common tile's long side: 3.4 to 4.0 over the makers."""
    margin: float = 4.0
    """Cm shown around what changed: the locator wants to see a tile's neighbours."""
    join: float = 5.0
    """Cm between two changes below which they are looked at together: a view has its own cost."""
    view: int = 640
    """Pixels of a view's longer side at most: memory; more is looked at in parts."""
    enlarge: float = 2.0
    """Times a coarse picture is enlarged at most: more shows nothing more."""
    whole: float = 0.5
    """Share of the table from which all of it is looked at."""
    thumb: int = 32
    """Pixels, side of the thumbnail by which a face is known again."""
    inner: float = 0.88
    """Share of the outline that it shows: the rim looks alike on all tiles."""
    soft: float = 1.2
    """Pixels by which it is blurred (spread): noise and a cut a little off then matter less."""
    off: int = 2
    """Pixels by which it may be cut another way."""
    light: float = 1.5
    """Times by which a tile that lies there may grow brighter or darker from reading to reading."""
    tint: float = 0.06
    """... and by how much one colour's share of its brightness may change: lamps differ by less,
    tile and cloth by more."""
    tone: float = 24.0
    """Levels by which the mean of a quarter may differ: other ink, or a spot of glare."""
    plain: float = 8.0
    """Levels by which a quarter of a thumbnail spreads at most to be plain: a back, a blank 白."""
    standing: float = 0.8
    """Share of a lying tile's area below which an outline is too small for a face: what shows is
    the top of a standing tile, which is named a blank 白 otherwise. Tops have 0.56 to 0.75."""
    top: float = 0.95
    """Probability of a back that this alone gives."""
    context: int = 6
    """Known faces named along with a blank one: whether it is 白 or a back shows beside others."""
    sharp: float = 0.21
    """`vision.registered.sharpness` of a sharp face: blurred ones weigh less in proportion."""
    glare: int = 250
    """Level of all three colours from which a pixel of a face tells nothing."""
    least_weight: float = 0.15
    """What the worst picture of a face still weighs."""


@dataclass(frozen=True, slots=True)
class TrackSettings:
    """Knowing tiles again. Lengths in cm, angles in degrees."""

    same_place: float = 0.8
    """A tile found this near to where one lay is that tile: a third of its width; finding is
    exact to 0.2."""
    same_turn: float = 25.0
    """... if it lies no more aslant than this."""
    pushed: float = 12.0
    """A tile that is gone here and found there, with the same face and no farther than this, was
    pushed: arms push a tile by less, a claimed discard goes farther."""
    same_look: float = 0.8
    """Likeness from which a tile is known again without being named: cut twice, 99% reach it, and
    1% of pairs of different faces."""
    covered: float = 0.3
    """Share of a tile's outline that must be hidden for the tile not to be missed."""
    touched: float = 0.12
    """Share of a tile's outline that must look otherwise for the tile to be looked for again."""
    agree: int = 2
    """Readings that must agree on a tile, or on its absence."""
    named: int = 3
    """Looks after which a new tile is handed on as doubtful, if its face is still not sure."""
    patience: int = 5
    """Readings after which what still does not agree is left for the next look at the part."""
    looks: int = 6
    """Newest looks that make a face ..."""
    asked: int = 12
    """... and all looks after which a doubtful one is not looked at again."""
    sure: float = 0.9
    """Confidence from which a face stands, and from which another face speaks against it."""
    clear: float = 0.98
    """Confidence of a first look from which a second reading finds the tile again and need not name
    it again."""
    least: float = 0.0005
    """Probability given to faces that a look does not name at all."""
    double: float = 0.5
    """Share of a tile's shorter side: tiles nearer to each other are one, found twice."""
    enough: int = 4
    """Faces from which the table's own tiles tell how wide a tile is; until then ..."""
    width: float = 2.6
    """... a common tile's width, cm."""


@dataclass(frozen=True, slots=True)
class HiddenSettings:
    """Telling what covers a part of the table. Colours are CIE Lab of 8 bits."""

    colour: float = 16.0
    """Distance in a and b from the cloth's colour from which it is not cloth: cloths vary by 6."""
    light: tuple[float, float] = (0.45, 1.6)
    """Brightness against the cloth's that a shadow or the sun's spot may have."""
    thin: float = 1.2
    """Cm: narrower strips are the sides of tiles and their shadows."""
    area: float = 25.0
    """Square cm from which a patch that is neither cloth nor tile hides what is below: a cup has
    38, a hand 80 and more; a tile's own place has 10."""


@dataclass(frozen=True, slots=True)
class AlignSettings:
    """Noticing a bumped camera. Pixels are those of a plane of `side` pixels."""

    side: int = 800
    """Pixels of the longer side: 1 is about 1.2 mm on the table."""
    features: int = 900
    """Corners compared: half of them lie on tiles that may have been moved since."""
    near: float = 1.6
    """Pixels by which a corner may miss and still speak for a move."""
    agree: int = 24
    """Corners that must agree on how the picture moved ..."""
    spread: int = 3
    """... in so many of the picture's nine parts: a row pushed as a whole is one or two."""
    share: float = 0.25
    """... and this share of those that found their like."""
    moved: float = 1.2
    """Pixels by which a corner of the table must have moved: steady pictures stay below 0.5."""
    most: float = 16.0
    """Cm by which a corner may move: farther, a person should look whether this is the table."""
    most_turn: float = 25.0
    """Degrees, likewise."""
    stretch: float = 1.15
    """Largest growth or shrinking of a side of the table, likewise."""
    fits: float = 0.6
    """Share of the changes that must be gone once the old picture is moved: then it was a bump."""
    surely: int = 80
    """Corners that agree from which the move is believed whatever else changed."""
    asks: int = 2
    """Checks in a row that find a bump they cannot put right, before a person is asked."""
    every: float = 0.6
    """Seconds between two checks while the camera seems to hang otherwise ..."""
    idle: float = 3.0
    """... and while it does not: 40 ms of work. After each motion it is checked anyway."""
    little: float = 0.04
    """Share of the table that may still look otherwise once the old picture is moved."""
    steps: int = 30
    """Steps at most in which a move is made exact by the whole picture, once a bump is seen."""
    outlier: int = 40
    """Grey levels above which a pixel shows something else, however the picture moved."""
    lost: float = 0.35
    """Share of the table that looks otherwise while nothing agrees, from which the view is lost:
    all tiles of a set cover 0.2 of a table."""


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """The order of things in time, in seconds, and the parts' own settings."""

    first: float = 0.08
    """Stillness before the first reading of what changed ..."""
    still: float = 0.28
    """... and before tiles are taken to lie, from the last frame with motion in it: a hand that
    only pauses moves again within it, and quick players leave no more."""
    again: float = 0.08
    """Between two readings of the same change: the noise of two frames is then its own."""
    unsettled: float = 3.0
    """Motion somewhere that lasts longer no longer holds up what has long been still elsewhere."""
    sweep: float = 6.0
    """Between two looks at a part of a still table, for a tile that was missed."""
    parts: int = 3
    """Parts across, and as many down, in which a still table is looked through again."""
    asked: int = 6
    """Doubtful faces looked at again at a time."""
    ask_again: float = 1.5
    """Between two looks at faces in doubt while nothing moves."""
    gap: float = 3.0
    """Between two frames: after a longer one nothing is known of what moved meanwhile."""
    gate: GateSettings = GateSettings()
    look: LookSettings = LookSettings()
    track: TrackSettings = TrackSettings()
    hidden: HiddenSettings = HiddenSettings()
    align: AlignSettings = AlignSettings()


WATCH = WatchSettings()


@dataclass(frozen=True, slots=True)
class StandingSettings:
    """Finding the hands that stand before the seats. Lengths in cm."""

    per_cm: float = 6.0
    """Pixels a cm of the strip that is looked at: a millimetre decides nothing."""
    reach: float = 11.0
    """How far from the table's edge hands may stand: walls are built beyond, 13 cm and more."""
    gap: float = 0.012
    """Between the tiles of a row, as a share of their width: hands push them together."""
    height: float = 3.5
    """Of a standing tile: 3.4 to 3.8 over the makers."""
    deep: float = 2.0
    """Thickness of a tile, the depth of its top."""
    rim: float = 0.4
    """Along the edge of the cloth this much is passed over: the corners are no better than that."""
    lies: float = 1.15
    """A tile whose picture is this many widths high lies; lower ones are tops."""
    around: float = 0.25
    """Added around each lying tile: its edge is no standing tile."""
    colour: float = 16.0
    """Distance in a and b of CIE Lab from the cloth's from which it is something else ..."""
    lighter: float = 1.35
    """... or this much lighter than the cloth (white tiles on a grey one) ..."""
    darker: float = 0.3
    """... or darker: a shadow leaves more."""
    seam: float = 0.1
    """Half of the widest gap between tiles that counts as none: wider ones are cloth."""
    thin: float = 1.2
    """A top is at least this deep, whatever of the side is seen ..."""
    thick: float = 7.0
    """... and with its side not deeper than this."""
    straight: float = 0.5
    """The outer edges of a row's tops differ by no more than this from a line."""
    slant: float = 0.14
    """Most slope of a row against its seat's edge: 8 degrees."""

    tall: float = 1.33
    """A face's height over its width: 1.28 to 1.42 over the makers."""
    piece: float = 0.7
    """Share of a face's area below which it is a piece of one: whole ones are found within 15%."""
    body: float = 8.0
    """Depth of a row on the cloth with its side and its shadow, around the middle of its tops."""
    beside: float = 2.5
    """What covers cloth no farther than this beyond `reach` is the row itself and its shadow."""
    same: float = 0.6
    """Widths by which a top may have been pushed and still be the same tile."""
    enough: int = 3
    """Faces from which the width of this table's tiles is known."""


STANDING = StandingSettings()
