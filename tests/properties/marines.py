"""A careful player of D-Day at Tarawa: it lands by LVT, attacks in strength, keeps infantry back, and garrisons what is clear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.ddat.actions import PAID, able_to_act, allowance, cost, must_stop
from domain.ddat.amphibious import CAPACITY
from domain.ddat.attack import strength
from domain.ddat.charts import GRID
from domain.ddat.common import weight
from domain.ddat.communication import japanese_fields, us_connected
from domain.ddat.gunnery import INTENSE, concentrated
from domain.ddat.state import EXTENDED, MAP, Ddat
from domain.ddat.victory import standings
from tests.properties.player import CarefulPlayer
