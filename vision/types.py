"""What passes between the steps of a reading: frozen, validated, free of any library's types.

All positions are pixels of the full photograph (x right, y down) after its EXIF turn. A quad's
corners run clockwise, beginning with the tile's own top left as one reads its face.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

BACK = "back"
"""The face code of a tile that lies face down."""

FACE_CODES: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWNCFP",
    *(f"f{number}" for number in range(1, 9)),
    BACK,
)
"""The 42 faces and the back, in the order of the namer's outputs."""

NOTHING = "nothing"
"""What the namer calls a crop that shows no tile: a die, print, half of one tile and the next."""

NAMER_CLASSES: tuple[str, ...] = (*FACE_CODES, NOTHING)
"""The 44 classes of the face namer, in the order of its outputs."""

ROLES: tuple[str, ...] = (
    "concealed",
    "chow",
    "pung",
    "kong",
    "concealed_kong",
    "flowers",
    "winning",
    "river",
    "wall",
    "loose",
)
SEATS: tuple[str, ...] = ("near", "right", "far", "left")


def as_quad(points: Sequence[Sequence[float]]) -> Quad:
    """Turn four (x, y) pairs into a `Quad`; raises ValueError for any other number of points."""
    if len(points) != 4:
        raise ValueError(f"a quad has four corners, not {len(points)}")
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return (a, b, c, d)


@dataclass(frozen=True, slots=True)
class LocatedTile:
    """Where a tile lies: its quad (which corner is the top is not known yet) and a score 0..1."""

    quad: Quad
    score: float


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A located tile with its name.

    `face` is one of `FACE_CODES`; `confidence` 0..1; `alternatives` are (face, probability) pairs,
    likeliest first, without `face` itself; `doubtful` says that a person should look.
    """

    face: str
    confidence: float
    quad: Quad
    alternatives: tuple[tuple[str, float], ...] = ()
    doubtful: bool = False

    def __post_init__(self) -> None:
        if self.face not in FACE_CODES:
            raise ValueError(f"unknown face {self.face!r}")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"confidence {self.confidence} is outside 0..1")


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that belong together, as indices into `Reading.tiles` in reading order."""

    role: str
    seat: str | None
    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        if self.role not in ROLES:
            raise ValueError(f"unknown role {self.role!r}")
        if self.seat is not None and self.seat not in SEATS:
            raise ValueError(f"unknown seat {self.seat!r}")


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to ask a person: the tiles it is about, the words, the choices offered."""

    about: tuple[int, ...]
    ask: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read from one photograph of `size` (width, height) in `seconds`."""

    photo: str
    size: tuple[int, int]
    seconds: float
    tiles: tuple[ReadTile, ...]
    rows: tuple[tuple[int, ...], ...] = ()
    groups: tuple[Group, ...] = ()
    questions: tuple[Question, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of `taicam read --json`."""
        return {
            "photo": self.photo,
            "size": list(self.size),
            "seconds": round(self.seconds, 3),
            "tiles": [
                {
                    "face": tile.face,
                    "confidence": round(tile.confidence, 4),
                    "quad": [[round(x, 1), round(y, 1)] for x, y in tile.quad],
                    "alternatives": [[face, round(p, 4)] for face, p in tile.alternatives],
                    "doubtful": tile.doubtful,
                }
                for tile in self.tiles
            ],
            "rows": [list(row) for row in self.rows],
            "groups": [
                {"role": group.role, "seat": group.seat, "tiles": list(group.tiles)}
                for group in self.groups
            ],
            "questions": [
                {"about": list(q.about), "ask": q.ask, "choices": list(q.choices)}
                for q in self.questions
            ],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Reading:
        """Read what `to_dict` wrote; raises ValueError or KeyError for anything else."""
        width, height = data["size"]
        return cls(
            photo=str(data["photo"]),
            size=(int(width), int(height)),
            seconds=float(data["seconds"]),
            tiles=tuple(
                ReadTile(
                    face=str(tile["face"]),
                    confidence=float(tile["confidence"]),
                    quad=as_quad(tile["quad"]),
                    alternatives=tuple((str(f), float(p)) for f, p in tile["alternatives"]),
                    doubtful=bool(tile["doubtful"]),
                )
                for tile in data["tiles"]
            ),
            rows=tuple(tuple(int(i) for i in row) for row in data["rows"]),
            groups=tuple(
                Group(str(g["role"]), g["seat"], tuple(int(i) for i in g["tiles"]))
                for g in data["groups"]
            ),
            questions=tuple(
                Question(
                    tuple(int(i) for i in q["about"]),
                    str(q["ask"]),
                    tuple(str(c) for c in q["choices"]),
                )
                for q in data["questions"]
            ),
        )
