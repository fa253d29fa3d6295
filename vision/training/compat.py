"""Makes ultralytics train on a CPU-only torch without a matching torchvision, offline, and fast.

Import this module before ultralytics. It keeps ultralytics from fetching anything, gives
torchvision the operator its compiled part would have brought, and offers bfloat16 (about twice as
fast on CPUs that have it, equal in loss).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")
os.environ.setdefault("YOLO_CONFIG_DIR", str(Path(tempfile.gettempdir()) / "taicam-ultralytics"))


def _keep_memory() -> None:
    """Tell glibc to keep freed memory: training frees and asks anew for gigabytes every second."""
    trim_threshold, mmap_max = -1, -4  # glibc's M_TRIM_THRESHOLD and M_MMAP_MAX
    with contextlib.suppress(OSError, AttributeError):
        libc = ctypes.CDLL(None)
        libc.mallopt(trim_threshold, 2**31 - 1)
        libc.mallopt(mmap_max, 0)


_keep_memory()

import torch  # noqa: E402  (the variables above are read while importing)


def _lend_nms() -> None:
    """Register torchvision's non-maximum suppression where its compiled operators are missing."""
    try:
        import torchvision

        return
    except RuntimeError:
        pass
    library = torch.library.Library("torchvision", "FRAGMENT")
    for name, extra in (("nms", ""), ("qnms", "")):
        # A half-made import may have defined it already.
        with contextlib.suppress(RuntimeError):
            library.define(
                f"{name}(Tensor dets, Tensor scores, float iou_threshold{extra}) -> Tensor"
            )
    import torchvision.ops
    import torchvision.ops.boxes

    def nms(boxes: torch.Tensor, scores: torch.Tensor, iou_threshold: float) -> torch.Tensor:
        from ultralytics.utils.nms import TorchNMS

        kept: torch.Tensor = TorchNMS.nms(boxes, scores, iou_threshold)
        return kept

    library.impl("nms", nms, "CPU")
    torchvision.ops.nms = torchvision.ops.boxes.nms = nms
    global _KEEP
    _KEEP = library


_KEEP: Any = None
_lend_nms()


def quiet_ultralytics() -> None:
    """Give ultralytics the font it would otherwise try to fetch; call before building a trainer."""
    import matplotlib
    from ultralytics.utils import USER_CONFIG_DIR

    font = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    for name in ("Arial.ttf", "Arial.Unicode.ttf"):
        target = Path(USER_CONFIG_DIR) / name
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(font, target)


def train_in_bfloat16() -> None:
    """Make ultralytics' trainer run its forward pass in bfloat16 on the CPU."""
    import ultralytics.engine.trainer as trainer

    def autocast(enabled: bool = True, device: str = "cpu") -> Any:
        return torch.autocast("cpu", dtype=torch.bfloat16)

    trainer.autocast = autocast
