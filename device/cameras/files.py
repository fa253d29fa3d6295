"""Video files and folders of pictures, as cameras."""

from __future__ import annotations

from pathlib import Path

from device.cameras.capture import Capture, quiet_opencv
from device.cameras.clock import SYSTEM_CLOCK, Clock
from device.cameras.frame import CameraError, Frame, Unlockable
from device.cameras.settings import SOURCE, SourceSettings
from device.photo import PhotoError, load_photo

PICTURES = (".jpg", ".jpeg", ".png", ".webp")


class VideoCamera(Unlockable):
    """A video file, at its own pace as a camera would give it, or picture by picture."""

    def __init__(
        self,
        path: Path,
        settings: SourceSettings = SOURCE,
        clock: Clock = SYSTEM_CLOCK,
        paced: bool = True,
    ) -> None:
        """`paced`: pictures whose time has passed are skipped. Otherwise each one comes, at once,
        with `Frame.monotonic` counting from 0 by the file's own time."""
        self.name = path.name
        self.noise_within: float | None = None
        self._path, self._clock, self._paced = path, clock, paced
        self._capture: Capture | None = None
        self._rate = settings.rate
        self._sequence = 0
        self._began = 0.0

    def open(self) -> None:
        """See `Camera.open`."""
        import cv2

        self.close()
        quiet_opencv()
        if not self._path.is_file():
            raise CameraError("camera_missing", True, camera=str(self._path))
        capture: Capture = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        rate = capture.get(cv2.CAP_PROP_FPS)
        if not capture.isOpened() or capture.get(cv2.CAP_PROP_FRAME_WIDTH) < 1:
            capture.release()
            raise CameraError("camera_not_video", True, path=str(self._path))
        self._rate = rate if 0.1 <= rate <= 1000 else self._rate
        self._capture, self._sequence = capture, 0
        self._began = self._clock.monotonic()

    def read(self, timeout: float) -> Frame | None:
        """See `Camera.read`. A damaged picture ends the file."""
        if self._capture is None:
            raise CameraError("camera_lost", camera=self.name)
        if self._paced:
            now = self._clock.monotonic()
            due = self._began + self._sequence / self._rate
            if due > now + timeout:
                self._clock.sleep(timeout)
                return None
            if due > now:
                self._clock.sleep(due - now)
            while self._began + (self._sequence + 1) / self._rate < now:
                self._grab()
        self._grab()
        there, image = self._capture.retrieve()
        if not there:
            raise EOFError
        at = (self._sequence - 1) / self._rate
        if self._paced:
            at = self._clock.monotonic()
        return Frame(image, self._sequence, at, self._clock.wall(), self.name)

    def _grab(self) -> None:
        if self._capture is None or not self._capture.grab():
            raise EOFError
        self._sequence += 1

    def present(self) -> bool | None:
        """See `Camera.present`."""
        return self._path.is_file()

    def close(self) -> None:
        """See `Camera.close`."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()


class FolderCamera(Unlockable):
    """The pictures of a folder in the order of their names, one every `folder_every` seconds.

    Files that are no pictures are passed over. `paced=False`: each at once, as `VideoCamera`.
    """

    def __init__(
        self,
        path: Path,
        settings: SourceSettings = SOURCE,
        clock: Clock = SYSTEM_CLOCK,
        paced: bool = True,
    ) -> None:
        self.name = path.name or str(path)
        self.noise_within: float | None = None
        self._path, self._clock, self._paced = path, clock, paced
        self._every = settings.folder_every
        self._left: list[Path] = []
        self._sequence = 0
        self._due = 0.0
        self._open = False

    def open(self) -> None:
        """See `Camera.open`."""
        try:
            names = sorted(self._path.iterdir())
        except OSError as error:
            raise CameraError("camera_refused", True, camera=self.name, reason=error) from error
        self._left = [name for name in names if name.suffix.lower() in PICTURES]
        if not self._left:
            raise CameraError("camera_no_pictures", True, path=str(self._path))
        self._sequence, self._due, self._open = 0, self._clock.monotonic(), True

    def read(self, timeout: float) -> Frame | None:
        """See `Camera.read`."""
        if not self._open:
            raise CameraError("camera_lost", camera=self.name)
        while self._left:
            if self._paced and (wait := self._due - self._clock.monotonic()) > 0:
                self._clock.sleep(min(wait, timeout))
                if wait > timeout:
                    return None
            path = self._left.pop(0)
            try:
                image = load_photo(str(path))
            except PhotoError:
                continue
            at = self._sequence * self._every
            if self._paced:
                at = self._due = self._clock.monotonic()
                self._due += self._every
            self._sequence += 1
            metadata = {"file": path.name}
            wall = self._clock.wall()
            return Frame(image, self._sequence, at, wall, self.name, metadata=metadata)
        if self._sequence == 0:
            raise CameraError("camera_no_pictures", True, path=str(self._path))
        raise EOFError

    def present(self) -> bool | None:
        """See `Camera.present`."""
        return self._path.is_dir()

    def close(self) -> None:
        """See `Camera.close`."""
        self._open = False
