"""Revisions of the book's tables."""
