"""`python -m device` is `taicam`."""

from device.cli import main

main()
