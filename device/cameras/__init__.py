"""Cameras behind one small interface: newest picture only, faults noticed and recovered from."""
