"""Cameras behind one small interface: newest picture only, faults noticed and recovered from.

`open_camera` (`device.cameras.spec`) makes one from a text, `device.cameras.watch.WatchedCamera`
keeps it going.
"""
