"""Whole games played on a simulated table: what lies where, when, and how a camera sees it."""
