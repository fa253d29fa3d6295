"""Cameras, screens, command line: everything around reading and scoring."""
