"""Any game, by lines of paper. A line is kept as it stands, and only its marks count.

The section of the rulebook -> its module: beginning 1 `charts`, `setting`; the line 2 `cutting`, `heard`, `saying`;
names 3 `learning`; pieces, points, dice and cards 4-7 `doing`; turns 8 `setting`.
"""

from __future__ import annotations

from domain.free.setting import RULES, rules_of

__all__ = ["RULES", "rules_of"]
