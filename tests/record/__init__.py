"""Tests of the record, played with the toy system of `toy.py`."""
