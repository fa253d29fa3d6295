import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.types import (
    FACE_CODES,
    ROLES,
    SEATS,
    Group,
    Question,
    Reading,
    ReadTile,
    as_quad,
)

numbers = st.floats(-100, 9000).map(lambda value: round(value, 1))
quads = st.lists(st.tuples(numbers, numbers), min_size=4, max_size=4).map(as_quad)
shares = st.floats(0, 1).map(lambda value: round(value, 4))
tiles = st.builds(
    ReadTile,
    st.sampled_from(FACE_CODES),
    shares,
    quads,
    st.lists(st.tuples(st.sampled_from(FACE_CODES), shares), max_size=3).map(tuple),
    st.booleans(),
)
indices = st.lists(st.integers(0, 20), max_size=5).map(tuple)
readings = st.builds(
    Reading,
    st.text(),
    st.tuples(st.integers(1, 9000), st.integers(1, 9000)),
    st.floats(0, 9).map(lambda value: round(value, 3)),
    st.lists(tiles, max_size=4).map(tuple),
    st.lists(indices, max_size=3).map(tuple),
    st.lists(
        st.builds(Group, st.sampled_from(ROLES), st.sampled_from([None, *SEATS]), indices),
        max_size=3,
    ).map(tuple),
    st.lists(
        st.builds(Question, indices, st.text(), st.lists(st.text(), max_size=3).map(tuple)),
        max_size=3,
    ).map(tuple),
)


@given(readings)
def test_a_recorded_reading_comes_back_as_it_was(reading: Reading) -> None:
    assert Reading.from_dict(json.loads(json.dumps(reading.to_dict()))) == reading


def test_43_faces() -> None:
    assert len(set(FACE_CODES)) == 43


@pytest.mark.parametrize(
    "make",
    [
        lambda: as_quad([(0, 0)] * 3),
        lambda: ReadTile("0m", 0.5, as_quad([(0, 0)] * 4)),
        lambda: ReadTile("1m", 1.5, as_quad([(0, 0)] * 4)),
        lambda: Group("hand", None, ()),
        lambda: Group("river", "top", ()),
    ],
)
def test_nonsense_is_refused(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError):
        make()
