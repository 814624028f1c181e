"""The command `verbs`: the verbs and questions of a game system."""

from __future__ import annotations

from cli.output import dump, paint, print_table, say
from domain.games import load
from replays.asked import asked


def verbs(system: str, as_json: bool) -> None:
    """`wardiary verbs`: prints the verbs of a system, and its rules' questions."""
    rules = load(system)
    said = [{"line": v.usage(), "rule": v.rule, "what": v.summary} for v in rules.play.verbs.values()]
    questions = [
        {"answer": q.name, "kind": q.kind, "of": rules.sides.get(q.by, q.by), "rule": q.rule, "words": q.words}
        for q in asked(system)
    ]
    if as_json:
        dump({"verbs": said, "questions": questions})
        return
    print_table(("line", "rule", "what"), said)
    say()
    say(paint("Questions", bold=True))
    print_table(("answer", "of", "rule", "words"), questions)
