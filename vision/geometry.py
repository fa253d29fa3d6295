"""Quadrilaterals of tiles in a photo, and the table plane they lie on.

A quad is four points in pixels of the full photo, clockwise (y points down) from the tile's own top
left as one reads its face. Functions on single quads take any sequence of four (x, y) pairs;
functions on many take arrays of shape (n, 4, 2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
QuadLike = Sequence[Sequence[float]] | Sequence[tuple[float, float]] | Array

ASPECT = 1.37
"""Height of a tile's face over its width: 1.33 to 1.42 over the usual makers (26x36, 30x40 mm)."""


def as_array(quad: QuadLike) -> Array:
    """The quad as an array of shape (4, 2)."""
    array = np.asarray(quad, dtype=np.float64)
    if array.shape != (4, 2):
        raise ValueError(f"a quad is four points (x, y), not an array of shape {array.shape}")
    return array


def centre(quad: QuadLike) -> Array:
    """The mean of the four corners, shape (2,)."""
    return np.asarray(as_array(quad).mean(axis=0))


def axes(quad: QuadLike) -> tuple[Array, Array]:
    """The tile's own right and down as vectors in pixels, as long as the tile is wide and high."""
    q = as_array(quad)
    return (q[1] + q[2] - q[0] - q[3]) / 2, (q[2] + q[3] - q[0] - q[1]) / 2


def size(quad: QuadLike) -> tuple[float, float]:
    """Width and height in pixels, as the face is read (mean of opposite sides)."""
    q = as_array(quad)
    side = np.linalg.norm(q - np.roll(q, -1, axis=0), axis=1)
    return float(side[0] + side[2]) / 2, float(side[1] + side[3]) / 2


def angle(quad: QuadLike) -> float:
    """How far the face is turned clockwise from upright in the photo, degrees in (-180, 180]."""
    right, down = axes(quad)
    # Both axes speak: on a square seen at a slant neither alone is the tile's direction.
    turned = math.atan2(right[1], right[0])
    other = math.atan2(-down[0], down[1])
    mean = math.atan2(math.sin(turned) + math.sin(other), math.cos(turned) + math.cos(other))
    degrees = math.degrees(mean)
    return degrees + 360 if degrees <= -180 else degrees


def turn(quad: QuadLike, quarters: int) -> Array:
    """The same outline read after turning the face clockwise by `quarters` quarter turns."""
    return np.roll(as_array(quad), -quarters, axis=0)


def rotate(quad: QuadLike, degrees: float, about: tuple[float, float] = (0.0, 0.0)) -> Array:
    """The quad turned clockwise in the photo about a point."""
    t = math.radians(degrees)
    matrix = np.array([[math.cos(t), -math.sin(t)], [math.sin(t), math.cos(t)]])
    return (as_array(quad) - about) @ matrix.T + about


def box(x0: float, y0: float, x1: float, y1: float) -> Array:
    """An upright quad from a box's corners."""
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float64)


def area(quad: QuadLike) -> float:
    """Area in square pixels."""
    q = as_array(quad)
    x, y = q[:, 0], q[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


def intersection(a: QuadLike, b: QuadLike) -> float:
    """The area two convex quads share, square pixels."""
    p, q = as_array(a).astype(np.float32), as_array(b).astype(np.float32)
    if (p.max(axis=0) < q.min(axis=0)).any() or (q.max(axis=0) < p.min(axis=0)).any():
        return 0.0
    shared, _ = cv2.intersectConvexConvex(p, q)
    return max(0.0, float(shared))


def iou(a: QuadLike, b: QuadLike) -> float:
    """Shared area over joint area, 0 to 1."""
    shared = intersection(a, b)
    joint = area(a) + area(b) - shared
    return shared / joint if joint > 0 else 0.0


def overlap(a: QuadLike, b: QuadLike) -> float:
    """Shared area over the smaller quad's area, 0 to 1: 1 when one lies inside the other."""
    smaller = min(area(a), area(b))
    return intersection(a, b) / smaller if smaller > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Plane:
    """A map from photo to table, found from the tiles themselves.

    On the table one unit is the width of a tile, angles are true angles, and neither the origin nor
    the direction means anything.
    """

    origin: Array  # (2,) pixels
    scale: float  # pixels per normalised unit
    affine: Array  # (2, 2) upper triangular
    vanish: Array  # (2,) how fast things grow smaller, per normalised unit

    def to_table(self, points: Array) -> Array:
        """Pixels of shape (..., 2) to tile widths on the table, same shape."""
        x = (np.asarray(points, dtype=np.float64) - self.origin) / self.scale
        # Past the vanishing line a point has no place on the table: keep it far, not mirrored.
        depth = np.maximum(1 + x @ self.vanish, 0.05)
        return np.asarray((x @ self.affine.T) / depth[..., None])


_NEXT = np.array([1, 2, 3, 0])


def _residuals(p: Array, x: Array, height: Array, width: Array) -> Array:
    """How far each tile is from a rectangle of its size under parameters p; shape (n, 8)."""
    matrix = np.array([[p[0], p[1]], [0.0, p[2]]])
    depth = np.maximum(1 + x @ p[3:5], 0.05)
    q = (x @ matrix.T) / depth[..., None]
    sides = q[:, _NEXT] - q
    length = np.sqrt((sides * sides).sum(axis=2)) + 1e-9
    target = np.stack([width, height, width, height], axis=1)
    stretch = np.log(length / target)
    unit = sides / length[..., None]
    slant = (unit * unit[:, _NEXT]).sum(axis=2)
    return np.concatenate([stretch, slant], axis=1)


def fit_plane(quads: Array, weight: Array | None = None) -> tuple[Plane, NDArray[np.bool_]]:
    """Find the plane on which the quads are tiles: rectangles of one width and ASPECT times that.

    Args:
        quads: shape (n, 4, 2), pixels, n >= 1.
        weight: shape (n,), how far the turn of each quad can be trusted (1 fully).

    Returns:
        The plane, and for each quad whether its own top is really a long side (its turn is wrong by
        a quarter). Quads of another size or shape (standing tiles, tiles at another height) have
        little say.
    """
    quads = np.asarray(quads, dtype=np.float64)
    n = len(quads)
    weight = np.ones(n) if weight is None else np.maximum(np.asarray(weight, dtype=float), 1e-3)
    origin = np.median(quads.mean(axis=1), axis=0)
    diagonal = quads[:, 2:] - quads[:, :2]  # of a quad: half their cross product is its area
    doubled = diagonal[:, 0, 0] * diagonal[:, 1, 1] - diagonal[:, 0, 1] * diagonal[:, 1, 0]
    scale = float(np.median(np.sqrt(np.maximum(np.abs(doubled) / 2, 1e-6))))
    x = (quads - origin) / scale
    reach = max(1.0, float(np.percentile(np.abs(x).max(axis=(1, 2)), 90)))

    right = (x[:, 1] + x[:, 2] - x[:, 0] - x[:, 3]) / 2
    down = (x[:, 2] + x[:, 3] - x[:, 0] - x[:, 1]) / 2
    # First the shape alone: near tiles are larger than far ones, yet alike in shape.
    room = np.sqrt(np.maximum(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]), 1e-9))
    one_right, one_down = right / room[:, None], down / room[:, None]
    turned = np.zeros(n, dtype=bool)
    metric = np.eye(2)
    trust = weight.copy()
    root = math.sqrt(ASPECT)
    for _ in range(6):
        wide, high = np.where(turned, root, 1 / root), np.where(turned, 1 / root, root)
        metric = _metric(one_right / wide[:, None], one_down / high[:, None], trust)
        rr = np.maximum(np.einsum("ni,ij,nj->n", one_right, metric, one_right), 1e-9)
        dd = np.maximum(np.einsum("ni,ij,nj->n", one_down, metric, one_down), 1e-9)
        rd = np.einsum("ni,ij,nj->n", one_right, metric, one_down)
        turned = rr > dd * np.where(weight > 0.5, 2.2, 1.16)
        miss = np.abs(np.log(rr * dd)) + np.abs(rd)
        trust = weight / (1 + (miss / 0.3) ** 2)
    # Then the size: the usual tile has a width of one.
    stretch = math.sqrt(float(np.linalg.det(metric))) * float(np.median(room)) ** 2
    metric = metric * (ASPECT / stretch)
    upper = np.linalg.cholesky(metric).T  # upper.T @ upper == metric
    p = np.array([upper[0, 0], upper[0, 1], upper[1, 1], 0.0, 0.0])

    # Few tiles, or tiles close together, say little about perspective: a prior holds it near none.
    prior = np.array([0.0, 0.0, 0.0, 0.15 * reach, 0.15 * reach])
    lift = 1e-3
    best = math.inf
    for _ in range(15):
        wide, high = np.where(turned, ASPECT, 1.0), np.where(turned, 1.0, ASPECT)
        r = _residuals(p, x, high, wide)
        robust = weight / (1 + ((r**2).mean(axis=1) / 0.12**2))
        jac = np.empty((*r.shape, 5))
        for k in range(5):
            step = np.zeros(5)
            step[k] = 1e-5
            jac[..., k] = (_residuals(p + step, x, high, wide) - r) / 1e-5
        left = np.einsum("n,nrk,nrl->kl", robust, jac, jac) + np.diag(prior**2)
        left[np.diag_indices(5)] += lift * np.diag(left) + 1e-9
        gradient = np.einsum("n,nrk,nr->k", robust, jac, r) + prior**2 * p
        delta = np.linalg.solve(left, -gradient)
        # Keep every tile well before the vanishing line.
        trial = p + delta
        limit = float(np.abs(x.reshape(-1, 2) @ trial[3:5]).max(initial=0.0))
        if limit > 0.8:
            trial[3:5] *= 0.8 / limit
        p = trial
        cost = float(np.log1p((r**2).mean(axis=1) / 0.12**2) @ weight)
        if abs(best - cost) < 1e-3 * max(1.0, cost):
            break
        best = cost
        wide_r = _residuals(p, x, np.full(n, ASPECT), np.ones(n))
        turn_r = _residuals(p, x, np.ones(n), np.full(n, ASPECT))
        better = np.where(weight > 0.5, 0.2, 0.8)
        turned = (turn_r**2).sum(axis=1) < better * (wide_r**2).sum(axis=1)
    affine = np.array([[p[0], p[1]], [0.0, p[2]]])
    return Plane(origin, scale, affine, p[3:5]), turned


def _metric(right: Array, down: Array, trust: Array) -> Array:
    """The 2x2 metric in which all (right, down) pairs are best orthonormal, weighted."""

    def row(a: Array, b: Array) -> Array:
        return np.stack(
            [a[:, 0] * b[:, 0], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0], a[:, 1] * b[:, 1]], axis=1
        )

    t = np.sqrt(trust)[:, None]
    left = np.concatenate([row(right, right) * t, row(down, down) * t, row(right, down) * t])
    want = np.concatenate([t[:, 0], t[:, 0], 0 * t[:, 0]])
    s, *_ = np.linalg.lstsq(left, want, rcond=None)
    metric = np.array([[s[0], s[1]], [s[1], s[2]]])
    values, vectors = np.linalg.eigh(metric)
    # A camera never sees a table so flat that one direction shrinks more than five times.
    floor = max(float(values.max()), 1e-6) / 25
    return np.asarray(vectors @ np.diag(np.maximum(values, floor)) @ vectors.T)
