"""A small book in the form of each revision, to be migrated by the tests.

    python -m tests.club.samples

writes the one of today's form; do so before a revision that changes it.
"""
