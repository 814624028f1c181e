"""What became of each declaration in the words of who said it, and whether that was true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from domain.record.codec import declaration_of
from domain.record.diary import Diary


def journals(folder: Path) -> dict[str, list[str]]:
    """What became of each declaration, in the words of who said it."""
    told: dict[str, list[str]] = {}
    for file in folder.glob("*.journal"):
        for line in file.read_text().splitlines():
            if len(words := line.split()) == 2:
                told.setdefault(words[1], []).append(words[0])
    return told


def counted(told: Mapping[str, list[str]]) -> Counter[str]:
    return Counter(word for words in told.values() for word in dict.fromkeys(words))


def figures(told: Mapping[str, list[str]]) -> str:
    n = counted(told)
    return (
        f"{n['invoked']} invoked, {n['acknowledged']} acknowledged, {n['refused']} said not to be recorded, "
        f"{n['unknown']} unknown, {n['in'] + n['out']} resolved ({n['in']} in), {n['overtaken']} overtaken"
    )


def judged(told: Mapping[str, list[str]], diary: Diary, ids: list[str]) -> list[str]:
    """Every false word, and whatever is wrong with the record."""
    wrong, there = [], Counter[str]()
    for game_id in ids:
        sealed = diary.sealed(game_id)
        said = (declaration_of(entry.state or b"") for entry in sealed)
        there.update(id.rpartition(".")[2] for id in said if id)  # a phone's id stands behind that of its seat
        wrong += [str(problem) for problem in diary.verify(game_id)]
        if [entry.version for entry in sealed] != list(range(1, len(sealed) + 1)):
            wrong.append(f"game {game_id} has a gap")
    for id, words in told.items():
        is_in = {"acknowledged": True, "in": True, "refused": False, "out": False}.get(words[-1])
        if is_in is not None and is_in != bool(there[id]):
            wrong.append(f"{id} was said to be {'' if is_in else 'not '}recorded ({' '.join(words)}): false")
        if there[id] > 1:
            wrong.append(f"{id} is there {there[id]} times")
        if words[-1] == "unknown":
            wrong.append(f"{id} was never resolved")
    return wrong
