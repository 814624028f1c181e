"""Invasion Pearl Harbor. Two players, hexes, odds, chits from a cup, ships and aircraft, secret beachheads and dispositions."""
