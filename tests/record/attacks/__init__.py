"""Attacks on the record, as many as one likes; the tests make a few of each.

python -m tests.record.attacks [--kills N] [--edits N] [--racers N] [--seed N] [--seconds N]
"""
