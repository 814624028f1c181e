"""Commands that look after the diary: rebuild, doctor."""

from __future__ import annotations

from typing import Any

import click

from cli.output import dump, paint, say, talk


@click.command()
@click.pass_obj
def rebuild(desk: Any) -> None:
    """Throw the views away and make them again from the record.

    \b
    Example:
      wardiary rebuild
    """
    from projections.view import Views, views_path

    diary = desk.diary
    sides = {side for line in diary.games() for side in diary.rules(line.id).sides}
    for audience in ("umpire", *sorted(sides)):
        path = views_path(diary.path, audience)
        if audience == "umpire" or path.exists():
            with Views(path, audience) as views:
                done = views.rebuild(diary, lambda at, last: talk(f"{at} of {last} entries") if last > 20_000 else None)
            talk(f"{done} entries shown again in {path}")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
@click.pass_obj
def doctor(desk: Any, as_json: bool) -> None:
    """Is the diary whole? Settings, file, seals, versions, views. Exit code 1 when
    something is wrong.

    \b
    Example:
      wardiary doctor
    """
    from domain.record import LOW_SPACE
    from projections.view import Views, views_path

    diary = desk.diary
    found: list[tuple[str, bool, str]] = []
    settings = diary.settings()
    found.append(("settings", True, ", ".join(f"{name} {value}" for name, value in settings.items())))
    damage = diary.whole()
    found.append(("file", not damage, "; ".join(damage) or f"{diary.path} is whole"))
    for line in diary.games():
        problems = diary.verify(line.id)
        words = "; ".join(str(p) for p in problems[:3]) or f"{line.entries} entries, every seal fits, seal {diary.head(line.id)[:16]}"
        found.append((f"game {line.name}", not problems, words))
    with Views(views_path(diary.path)) as views:
        behind = (diary.recorder.max_notification_id() or 0) - views.position()
    found.append(("views", True, "up to date" if not behind else f"{behind} entries behind; the next look catches up"))
    space = diary.space_left()
    found.append(("space", space > LOW_SPACE, f"{space // 1_000_000} MB free"))
    if as_json:
        dump([{"what": what, "fine": fine, "words": words} for what, fine, words in found])
    else:
        for what, fine, words in found:
            mark = paint("ok", fg="green") if fine else paint("WRONG", fg="red", bold=True)
            say(mark, f"  {what}: {words}")
    if not all(fine for _, fine, _ in found):
        talk("something is wrong: keep the file as it is, export what can be read, and go back to a copy")
        raise SystemExit(1)
    if not as_json:
        say("the diary is whole")


COMMANDS = (rebuild, doctor)
