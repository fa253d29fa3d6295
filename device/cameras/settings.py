"""Every threshold of the cameras: value, unit, reason."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """Pictures that show nothing, or nothing new."""

    sample: int = 160
    """Pixels of the longer side that are looked at: 20,000 tell black and frozen in 1 ms."""
    dark: float = 14.0
    """Mean grey level below which a picture is black: a lens cap, or no light at all. Evenings by
    a candle have 20 and more."""
    flat: float = 1.2
    """Spread of the grey levels of its parts below which a picture shows nothing, however bright:
    the camera made noise of a covered lens. An empty cloth has 3 and more, lit as evenly as can
    be."""
    parts: tuple[int, int] = (16, 12)
    """Parts of a picture, across and along: each has 80 pixels, which evens noise out."""
    changed: float = 0.001
    """Share of the sampled pixels that differ below which two pictures are the same one: noise
    changes a third of them and more, a clock drawn into a frozen picture less than this."""
    kept: int = 4
    """Pictures that a new one is compared with: a stuck driver gives its few buffers in turn."""


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """Keeping one camera going. Times in seconds."""

    rate: float = 8.0
    """Pictures a second that are fetched: steady reading needs 5, decoding more costs a core."""
    read: float = 1.5
    """How long one fetch may wait: a picture exposed after the call takes a Pi 4 frames of 0.2 in
    dim light."""
    stale_after: float = 2.0
    """Older pictures are not scored: a hand laid down meanwhile would be missed."""
    offline_after: float = 5.0
    """Without a good picture for so long, the camera counts as gone and is opened again."""
    settle: float = 1.0
    """After opening, good pictures must come for so long: the first ones are dark and unsharp."""
    settle_pictures: int = 3
    """... and so many of them."""
    retry_first: float = 2.0
    """Pause after the first failed opening; each further one doubles it ..."""
    retry_most: float = 20.0
    """... up to this while the device is known to be away (looking for it costs nothing) ..."""
    retry_present: float = 4.0
    """... and up to this while it is there, or may be: whoever plugs it in waits for it."""
    probe: float = 1.0
    """So often it is looked whether a device that was away is there again."""
    black_first: float = 30.0
    """A black picture is mostly a dark room: the camera is opened again for it only so late ..."""
    black_most: float = 600.0
    """... doubling up to this, because a night is long."""
    stuck_after: float = 15.0
    """A call into the camera's library that takes longer is given up: V4L2 itself waits 10."""
    most_stuck: int = 3
    """Threads given up that may wait at once: each holds buffers of some 30 MB. With more the
    camera has failed until one comes back, or the service is started again."""
    tick: float = 0.25
    """Between two looks of the supervisor: states are late by no more than this."""
    events: int = 64
    """Changes of state that are remembered."""
    pictures: PictureSettings = field(default_factory=PictureSettings)


@dataclass(frozen=True, slots=True)
class SourceSettings:
    """How cameras are opened and read. Times in seconds."""

    size: tuple[int, int] = (2592, 1944)
    """Pixels asked for: 5 megapixels show tiles 45 pixels wide on a table of 100 cm. A camera that
    has less gives its largest."""
    small: tuple[int, int] = (640, 480)
    """Pixels of the small picture of a Pi camera, as wide to high as `size`."""
    rate: float = 15.0
    """Pictures a second asked for: more light for each than at 30."""
    slowest: float = 5.0
    """Pictures a second in dim light, at least: a longer exposure smears a hand, not a tile."""
    pi_buffers: int = 4
    """Pictures a Pi holds at once, 15 MB each of the memory that its camera may use."""
    url_open: float = 3.0
    """For a server to answer and to send enough of its stream: phones take 1."""
    rtsp_open: float = 8.0
    """The same for RTSP, where the first whole picture may be some seconds away."""
    url_read: float = 2.0
    """Between two pictures of a stream; after more the connection is closed."""
    url_probe: float = 0.5
    """For a server to accept a connection, when it is only asked whether it is there."""
    closing: float = 1.0
    """For the thread of a camera to end; one that does not is left behind."""
    raw_noise: float = 1.0
    """Cameras at this machine: pictures of a table at rest differ at once, a few may repeat."""
    stream_noise: float = 12.0
    """Streams over a network leave a table at rest as it was until the next whole picture, which
    comes every 1 to 10."""
    folder_every: float = 1.0
    """For each picture of a folder."""


@dataclass(frozen=True, slots=True)
class AimSettings:
    """What makes a picture bad for reading."""

    side: int = 1200
    """Pixels of the longer side that are looked at: for blur the middle of the picture, where the
    table is, for glare every n-th pixel. 0.2 s on a busy core."""
    dark: float = 45.0
    """Median grey level below which there is too little light: noise then hides thin strokes."""
    glare: int = 250
    """Grey level of all three colours from which a pixel shows nothing."""
    glare_tile: float = 0.8
    """Share of a tile's upper side from which a spot of glare matters ..."""
    glare_area: float = 0.005
    """... or of the picture, as long as the size of tiles is not known. Pale tiles in good light
    have burnt patches that do no harm."""
    glare_spots: int = 3
    """Spots that are told at once, largest first."""
    edge: float = 4.5
    """Pixels over which the steepest edges rise; sharp ones have 2 to 3.7."""
    edge_share: float = 0.08
    """... or this share of a tile's width, where tiles are large: strokes are 0.1 of it."""
    contrast: float = 40.0
    """Grey levels an edge must rise to be counted: less is shadow and cloth."""
    least_edges: int = 200
    """Pixels on such edges, upright or level; with fewer there is nothing to judge sharpness by:
    an empty table."""
    tile: float = 28.0
    """Pixels of a tile's width below which faces are misread more often."""


WATCH = WatchSettings()
SOURCE = SourceSettings()
AIM = AimSettings()
