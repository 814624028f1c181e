"""Shipped games played on by taps on real pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from domain.kernel.game import Game
from domain.record.diary import Diary
from recording.now import OpenQuestion
from tests.browser.tables import Phone
from tests.web.fingers import Counted, Fingers, Missing
from web.controls import Button
from web.served_game import ServedGame
from web.taps import act_and_words

NOT_HEARD = "The table is not heard. What stands here may be old; it goes on by itself."
"""What a page may say while a machine is busy."""


class Hands(Fingers):
    """The phones of a game that another process serves. What is to be said is read in the diary, which is only read."""

    def __init__(self, whole: Game[Any], diary: Diary, id: str, phones: Mapping[str, Phone]) -> None:
        """`phones` are those of the sides, or one of "", which plays them all."""
        self.whole, self.phones, self.counted = whole, phones, Counted()
        self.table = ServedGame(diary, id, "followed", ThreadPoolExecutor(1))
        self.table.open()

    @property
    def game(self) -> Game[Any]:
        self.table.follow()
        return self.table.game

    def phone(self, audience: str) -> Phone:
        """The phone that speaks for a side, once it shows the present."""
        phone = self.phones.get(audience) or self.phones.get("") or self.phones[self._looking()]
        version = self.game.version
        phone.until(f"at() >= {version}")
        return phone

    def tap(self, audience: str, sent: str, **fields: str) -> None:
        phone = self.phone(audience)
        self.counted.taps += 1
        if sent == "typed":
            phone.say(fields["line"])
        elif sent.startswith("place/"):
            phone.touch(f'#map [data-place="{act_and_words(sent)[1]}"]')
        elif "dice" in fields and "," not in fields["dice"]:
            phone.throw(fields["dice"])
        else:
            for name, words in fields.items():
                phone.type(f'#panel form:has(button[value="{sent}"]) [name={name}]', words)
            phone.tap(sent)
        phone.settled()
        assert phone.text("#lost") in ("", NOT_HEARD), phone.text("#lost")
        if refused := phone.text(".refused"):
            raise Missing(f"{sent}: {refused}")

    def shown(self, audience: str, *, folded: bool = True) -> Iterator[Button]:
        for sent in self.phone(audience).taps(folded=folded):
            yield Button(sent, "")

    def forget(self, audience: str) -> None:
        if "drop" in self.phone(audience).taps():
            self.phone(audience).tap("drop")
            self.phone(audience).settled()

    def type(self, audience: str, line: str) -> None:
        """Types a line; what must not stand to be read is typed again in the field that the refusal shows."""
        try:
            super().type(audience, line)
        except Missing:
            unseen = [one for one in self.phone(audience).taps(folded=False) if one.startswith("unseen/")]
            if not unseen:
                raise
            self.unseen(audience, unseen[0], line)

    def must_confirm(self, audience: str) -> bool:
        return "confirm" in self.phone(audience).taps()

    def has_field(self, audience: str, sent: str) -> bool:
        return sent in self.phone(audience).taps()

    def asked(self, audience: str) -> OpenQuestion:
        return super().asked(audience if audience in self.phones else "")
