"""Facts: what happened, in the past tense, with the rule that made it so.

A fact is frozen and JSON-plain. It is stored under a short topic that never changes. Fields at their defaults are left
out, so defaults never change either. When a stored form must change, the class raises its `version` and adds a static
method `upcast_v1_v2(stored)`, which reads the old records.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field
from pydantic_core import from_json

from domain import kernel
from domain.kernel.english import names
from domain.kernel.limits import (
    DICE,
    FACES,
    FILE_NAME,
    LIST,
    NAME,
    NOTE,
    REASON,
    Bounds,
    Longest,
    Most,
    Reason,
    Score,
)


class _Shown:
    """Marks a field that is only shown."""


Words = Annotated[str, _Shown()]
"""Words for people, which are only shown: no rule, story, table or audit compares, matches or parses them.

A field beside them holds what decides, as a name or a code. So words may get better, and no game changes.
"""


WHY = Longest("a reason", REASON)
OF_CHARTS = Longest("a name or a text of a chart", NAME)

_set_fields, _set_given, _set_extra, _set_private = (
    vars(BaseModel)[part].__set__
    for part in ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
)
"""Setters of a model's four internal slots. They bypass its guard against changes."""


if kernel.owns_process and "__getattr__" in vars(BaseModel):
    # It finds private attributes and extra fields, of which our models have none. While there is one, Python looks up
    # every field of a model the long way, and that was a sixth of all the work of an audit.
    delattr(BaseModel, "__getattr__")


class Frozen(BaseModel):
    """A value that cannot be changed, only copied with a difference."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", serialize_by_alias=True, defer_build=True
    )  # each class is built when first used

    def but(self, **change: Any) -> Self:
        """A copy with these fields changed, unchecked: `evolve` assigns values from facts that were checked.

        It is about four times as fast as `model_copy`, and folding a record consists of little else.
        """
        return copied(self, change)


F = TypeVar("F", bound=Frozen)


def copied(value: F, change: Mapping[str, Any]) -> F:
    """A copy of a value with these fields changed, unchecked."""
    copy = object.__new__(value.__class__)
    _set_fields(copy, {**value.__dict__, **change})
    _set_given(copy, value.__pydantic_fields_set__)
    _set_extra(copy, None)
    _set_private(copy, None)
    return copy


def side_of(sides: Mapping[str, str], code: str) -> str:
    """A side by its name, as a sentence has it: `the Japanese side`; its code if the name is not known."""
    return f"the {sides[code]} side" if code in sides else code


def label(code: str) -> str:
    """A code as people read it: `defensive-fire` is "defensive fire"."""
    return code.replace("-", " ")


@cache
def stored_fields(kind: type[BaseModel]) -> Mapping[str, str]:
    """The fields of a model by the names they are stored under, each with its name in Python."""
    return {info.serialization_alias or name: name for name, info in kind.model_fields.items()}


@cache
def shown_fields(kind: type[BaseModel]) -> frozenset[str]:
    """The fields of a model that are words."""
    return frozenset(
        name for name, info in kind.model_fields.items() if any(isinstance(mark, _Shown) for mark in info.metadata)
    )


def substance(value: Any) -> Any:
    """A value without its words, at any depth. Two facts are the same if their substances are equal."""
    if isinstance(value, Frozen):
        words = shown_fields(type(value))
        return (type(value), {name: substance(inner) for name, inner in value if name not in words})
    if isinstance(value, (tuple, list)):
        return [substance(inner) for inner in value]
    if isinstance(value, Mapping):
        return {key: substance(inner) for key, inner in value.items()}
    return value


def same(one: Frozen, other: Frozen) -> bool:
    """Whether two facts (or any two values) say the same, whatever their words."""
    if one.__class__ is other.__class__ and one.__dict__ == other.__dict__:  # as most are, and told soonest so
        return True
    return bool(substance(one) == substance(other))


# ---- what projections show: the same optional fields on every fact ----


class Loss(Frozen, defer_build=False):
    """Steps that a unit lost.

    `cause` is the code of what took them (`defensive-fire`); `left` is the number that remain, None if nobody counts
    them.
    """

    side: str
    unit: str
    steps: int
    cause: str
    left: int | None = None
    eliminated: bool = False


class Gain(Frozen, defer_build=False):
    """Steps that a unit got back.

    `cause` is the code of what gave them; `now` is the number it has then, None if nobody counts them.
    """

    side: str
    unit: str
    steps: int
    cause: str
    now: int | None = None


class Points(Frozen, defer_build=False):
    """Victory points for a side.

    `code` says what they are for, and `of` names the units or places that brought them. Points that are not permanent
    may be taken away again.
    """

    side: str
    amount: Score
    code: str = ""
    of: tuple[str, ...] = ()
    why: Words = ""
    permanent: bool = True


class Track(Frozen, defer_build=False):
    """A marker moved on a track of the game."""

    name: str
    was: int | str
    now: int | str
    why: Words = ""


class Modifier(Frozen, defer_build=False):
    """One term of a sum, with the code of its reason. Sums are derived and never stored alone."""

    rule: str
    amount: int
    code: str = ""
    why: Words = ""


class Purpose(Frozen, defer_build=False):
    """The purpose of a roll or draw: its code."""

    kind: str = ""
    of: tuple[str, ...] = ()
    """The units or things it concerns."""
    at: str = ""
    """The place."""

    def says(self) -> str:
        """The purpose in a few words."""
        return (
            label(self.kind) + (f" of {', '.join(self.of)}" if self.of else "") + (f" at {self.at}" if self.at else "")
        )


class Fire(Frozen, defer_build=False):
    """One resolution of fire: its kind as a code, the dice or card, the modifiers and the result.

    `hits` is what the chance showed, `outcome` what was left after the modifiers. `expected` is the mean number of hits
    as a fraction ("8/3"), or "" if the text does not determine it.
    """

    kind: str
    side: str
    by: tuple[str, ...]
    """The firers, by name."""
    at: str
    """The target, by name: a place or unit."""
    chance: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    hits: int = 0
    outcome: int = 0
    expected: str = ""


SETTLED = "something was settled in secret"
"""The public text of a secret fact without a stub of its own."""


class Fact(Frozen):
    """One thing that happened. `secret` names the only side that may see it; the others see `stub` in its place."""

    TOPIC: ClassVar[str]
    VERSION: ClassVar[int]
    TELLS_POINTS: ClassVar[bool] = False
    """Whether its sentence already tells the points it brings, and what they are for."""
    FOLLOWS: ClassVar[bool] = False
    """Whether it is told on the line of the fact before it, as that fact's outcome. Facts with losses or gains always
    are.
    """
    STUB: ClassVar[str] = ""
    """The code of the subject that everybody may know of a secret fact; "" if even that is secret."""
    REVEALS: ClassVar[str] = ""
    """The topic of the secret fact that it tells everybody: the last standing one of its subject; "" if it tells none.

    If that fact is sealed, it alone is opened with this one, and everybody can check it (`domain/record/reveals.py`).
    """
    ANNOUNCED: ClassVar[str] = ""
    """For a secret fact that is revealed later: the topic of the public fact before it in its declaration. It tells
    everybody what is sealed.
    """
    ABOUT: ClassVar[tuple[str, ...]] = ()
    """The fields that name its subject, shared with the facts that announce and reveal it; empty if there is only one
    subject.

    A fact announced again replaces the former one of its own subject only.
    """
    LOOKS_AT: ClassVar[str] = ""
    """The field that holds the place at which a side looked, by its own declaration and under the fact's rule, at
    something another side hides; "" if nobody looked.

    A side that has looked cannot call off, on its own, the move it looked for.
    """

    TRACED: ClassVar[bool] = False
    """Whether it rests on what units trace over the map (`Play.traced`), as supply."""
    STRUCK: ClassVar[bool] = True
    """Whether a take-back over its entry strikes it. What is said of a dispute stands whatever is taken back."""

    rule: str = ""
    secret: str = ""
    losses: tuple[Loss, ...] = ()
    gains: tuple[Gain, ...] = ()
    points: tuple[Points, ...] = ()
    tracks: tuple[Track, ...] = ()
    fire: Fire | None = None

    def __init_subclass__(cls, *, topic: str, version: int = 1) -> None:
        super().__init_subclass__()
        cls.TOPIC, cls.VERSION = topic, version

    def stub(self) -> str:
        """The public words for a secret fact. They tell that it happened, never whether it held anything."""
        return SETTLED

    def public(self) -> "Fact":
        """The fact that other sides see in place of this secret one."""
        return Stub(rule=self.rule, what=self.STUB, words=self.stub(), secret=self.secret)

    def reveals(self, secret: "Fact") -> bool:
        """Whether this fact tells the contents of a fact of the topic it `REVEALS`.

        By default every field of the secret fact, except its words, must stand here with the same value. A class that
        tells a part, or uses other fields, overrides this; if several sides keep such secrets, it also checks the side.
        """
        aside = Fact.model_fields.keys() | shown_fields(type(secret))
        told = dict(self)
        return all(
            name in told and substance(told[name]) == substance(value) for name, value in secret if name not in aside
        )

    def sentence(self) -> str:
        """The fact in words, without its rule; "" if it says nothing by itself. Sides are told by their codes."""
        return ""

    def named(self, sides: Mapping[str, str]) -> str:
        """The sentence for players, with sides by their names. Facts that name a side define it."""
        return self.sentence()

    @property
    def is_traced(self) -> bool:
        """Whether it rests on what units trace over the map."""
        return self.TRACED

    @property
    def follows(self) -> bool:
        """Whether it is told on the line of the fact before it."""
        return self.FOLLOWS or bool(self.losses or self.gains)

    def remark(self) -> str:
        """The fact in words, for a place that already names its kind (a ruling, an irregularity)."""
        return self.sentence()

    def idle(self) -> tuple[str, str]:
        """(unit, reason) for a fact that reports no effect, else ("", ""). Several are told together."""
        return ("", "")

    @classmethod
    def revive(cls, stored: bytes, version: int) -> Self:
        """The fact read from its stored bytes, converted from the version they were stored in.

        Raises ValueError (pydantic's) if the bytes do not hold such a fact.
        """
        if version == cls.VERSION:
            return cls.__pydantic_validator__.validate_json(stored)  # type: ignore[no-any-return]
        if version > cls.VERSION:
            raise ValueError(
                f"it was stored in version {version}, by a newer wardiary; this one reads up to {cls.VERSION}"
            )
        data = from_json(stored)
        for older in range(version, cls.VERSION):
            getattr(cls, f"upcast_v{older}_v{older + 1}")(data)
        return cls.model_validate(data)


def topics(*modules: Any) -> dict[str, type[Fact]]:
    """The topics of the facts defined in these modules: topic -> class.

    Raises TypeError if two facts have the same topic.
    """
    table: dict[str, type[Fact]] = {}
    for module in modules:
        for value in vars(module).values():
            is_fact = isinstance(value, type) and issubclass(value, Fact) and value is not Fact
            if is_fact and table.setdefault(value.TOPIC, value) is not value:
                raise TypeError(f"topic {value.TOPIC!r} is taken by {table[value.TOPIC].__name__}")
    return table


# ---- facts of every game ----


class GameBegan(Fact, topic="game-began"):
    """The first entry: the game, its players, the readings that hold, and the pack that answers for the printed
    game."""

    system: str
    title: str
    players: Mapping[str, str] = {}
    scenario: str = ""
    hidden: str = "recorded"
    readings: Mapping[str, str] = {}
    house: Mapping[str, str] = {}
    """House rules: the rule as it is cited -> what the players agreed on, in words."""
    pack: str = ""
    pack_digest: str = ""
    charts: Annotated[Mapping[str, Mapping[str, Any]], OF_CHARTS] = {}
    complete: tuple[str, ...] = ()
    locks: Mapping[str, Mapping[str, str]] = {}
    """For each side with a passphrase: the values that derive its key, and those that identify it."""

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        sat = ((name, sides.get(side, side)) for side, name in self.players.items())
        players = names(name if name == side else f"{name} ({side})" for name, side in sat)
        pack = f" with the pack “{self.pack}”" if self.pack else ""
        house = f", with house rules on {names(self.house)}" if self.house else ""
        return f"this is “{self.title}”" + (f", played by {players}" if players else "") + pack + house


class BranchedFrom(Fact, topic="branched-from"):
    """Entry 0 of a branch: the game its copied entries come from. `head` is the parent's seal at that version."""

    game: str
    at: int
    """The version of the last entry copied."""
    head: str
    title: str = ""

    def sentence(self) -> str:
        return f"a branch of {self.game} at entry {self.at}"


class _NoValues(dict[str, Any]):
    """No values. It can be hashed: pydantic makes a copy of any other default for each fact that is read."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(())


class Declared(Fact, topic="declared"):
    """A player's declaration: a verb of the game with its values. It opens a procedure."""

    verb: str
    side: str = ""
    values: Mapping[str, Any] = _NoValues()
    as_played: Reason = ""

    def stub(self) -> str:
        return f"{self.side} declares in secret"

    def public(self) -> "Fact":
        return Declared(rule=self.rule, verb=self.verb, side=self.side, secret=self.secret)


class Decided(Fact, topic="decided"):
    """A player's answer to a question of the rules."""

    name: str
    side: str
    value: Annotated[Any, Most("the values of one answer", LIST)]
    as_played: Reason = ""
    said_by: str = ""
    """The side that gave the answer in another's place; "" if the side that was asked gave it."""
    grouped: bool = False
    """Whether its pairs are grouped by their second names: `MOT:INF1,INF2` instead of `INF1:MOT,INF2:MOT`."""
    unasked: bool = False
    """Whether the table insisted on this answer where the rules left nothing to ask."""

    def stub(self) -> str:
        return f"{self.side} decides in secret: {self.name}"


BY_TABLE, BY_PROGRAM, BY_FILE = "table", "generated", "file"
"""The sources of a roll or draw: the players, this program while recording, or another program according to a text
file.
"""

SOURCES: Mapping[str, str] = {BY_TABLE: "table", BY_PROGRAM: "generated", BY_FILE: "generated, says the file"}
"""The sources in words."""


class Rolled(Fact, topic="rolled"):
    """Dice, rolled once and recorded once. `source` is one of the codes of `SOURCES`."""

    name: str
    side: str
    dice: Annotated[tuple[int, ...], Most("the dice of one roll", DICE)]
    purpose: Purpose = Purpose()
    words: Words = ""
    sides: Annotated[int, Bounds(1, FACES)] = 6
    source: str = BY_TABLE
    as_played: Reason = ""
    said_by: str = ""
    unasked: bool = False
    """Whether the table insisted on this roll where the rules call for none."""
    stated: bool = False
    """Whether the text of the declaration itself holds it; then no line says it again."""

    def sentence(self) -> str:
        made = "" if self.source == BY_TABLE else f", {SOURCES.get(self.source, self.source)}"
        return f"{self.words}: {' '.join(map(str, self.dice)) or 'no dice'}{made}"


class Drawn(Fact, topic="drawn"):
    """A card or chit, drawn for one purpose."""

    name: str
    side: str
    item: str
    purpose: Purpose = Purpose()
    words: Words = ""
    left: int = 0
    source: str = BY_TABLE
    as_played: Reason = ""
    said_by: str = ""
    unasked: bool = False
    stated: bool = False

    def sentence(self) -> str:
        return f"{self.words}: {self.item}"


def _as_read(value: Any) -> str:
    """A field of a row in the words it is read out in."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(_as_read, value)) or "none" if isinstance(value, (list, tuple)) else str(value) or "none"


class ChartRead(Fact, topic="chart-read"):
    """A row of a chart, read out from the printed game and known from then on.

    If a row is read again with another result, the later reading holds, and that is irregular.
    """

    chart: str
    row: Annotated[str, OF_CHARTS]
    says: Annotated[Mapping[str, Any], OF_CHARTS]
    stays: bool = False
    """Whether the earlier reading holds instead of this one, as in charts whose rows stay as first read."""

    def sentence(self) -> str:
        return f"{self.chart} chart, {self.row}: " + ", ".join(
            f"{field} {_as_read(value)}" for field, value in self.says.items()
        )


class Irregular(Fact, topic="irregular"):
    """The table played on against a rule, or something recorded contradicts something else."""

    why: Words
    as_played: Reason = ""
    """The table's reason for playing on."""

    def stub(self) -> str:
        return "irregular, in secret"

    def remark(self) -> str:
        return self.why + (f" ({self.as_played})" if self.as_played else "")

    def sentence(self) -> str:
        return f"irregular: {self.remark()}"


class ByHouseRule(Fact, topic="by-house-rule"):
    """The table played on against a rule by its own ruling in words on it. That is not irregular."""

    why: Words
    """What the rule has against it."""
    house: str
    """The rule that was ruled on, as it is cited."""
    text: Annotated[str, Longest("a house rule", REASON)]

    def stub(self) -> str:
        return "by a house rule, in secret"

    def remark(self) -> str:
        return f"{self.why}; house rule on {self.house}: {self.text}"

    def sentence(self) -> str:
        return f"by house rule: {self.remark()}"


PLAYED_ON = (Irregular, ByHouseRule)
"""What is recorded where a table plays on against a rule."""


def _of_today(path: tuple[str, ...]) -> tuple[str, ...]:
    """A path under its name of today: older records call the phase at hand `step`."""
    return ("phase", *path[1:]) if path[:1] == ("step",) else path


class Change(Frozen):
    """One value of the state: its path, what it was and what it is now."""

    path: Annotated[tuple[str, ...], AfterValidator(_of_today)]
    was: Any = None
    now: Any = None


class Adjusted(Fact, topic="adjusted"):
    """Values set by hand, because the counters on the table are right and the record is not.

    `points` is what the change gave or took. Ledgers add it up; the fold does not, because the values already include
    it.
    """

    TELLS_POINTS: ClassVar[bool] = True

    changes: Annotated[tuple[Change, ...], Most("the values that one line sets", LIST)]
    why: Annotated[Words, WHY]
    side: str = ""
    """The side that said it alone; "" if both looked on."""
    begins: bool = False
    """Whether it goes to the beginning of the turn or phase it sets.

    What lasted for the one before is then over, as when the rules begin a turn or phase, hidden things included. Values
    set in the same line stand as set.
    """

    def stub(self) -> str:
        return f"{self.secret} sets something by hand in secret"

    def remark(self) -> str:
        def told(c: Change) -> str:
            return (
                f"stays {c.now}"
                if c.was == c.now and c.was is not None
                else f"to {c.now}"
                if c.was is None
                else f"{c.was} to {c.now}"
            )

        what = ", ".join(f"{'.'.join(c.path)} {told(c)}" for c in self.changes)
        return f"{what} ({self.why})"

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        return f"set by hand{f' by {side_of(sides, self.side)}' if self.side else ''}: {self.remark()}"


class PositionSet(Fact, topic="position-set"):
    """A line of a position that a game begins from."""

    changes: tuple[Change, ...]
    side: str = ""

    def stub(self) -> str:
        return f"{self.secret} lays out in secret what it hides"

    def sentence(self) -> str:
        return "position: " + ", ".join(f"{'.'.join(c.path)} is {c.now}" for c in self.changes)


class Noted(Fact, topic="noted"):
    """A player's remark, for the report."""

    text: Annotated[str, Longest("a note", NOTE)]
    side: str = ""

    def stub(self) -> str:
        return f"{self.secret} notes something in secret"

    def sentence(self) -> str:
        return f"note: {self.text}"


class Photographed(Fact, topic="photographed"):
    """A photograph of the table, for the report: its file's name and the SHA-256 of its bytes. The record does not hold
    the picture.
    """

    file: Annotated[str, Longest("a photograph's file name", FILE_NAME)]
    digest: str
    caption: Annotated[str, Longest("a caption", REASON)] = ""
    side: str = ""

    def sentence(self) -> str:
        return f"photograph {self.file}" + (f": {self.caption}" if self.caption else "")


class RulingMade(Fact, topic="ruling-made"):
    """The table decides how an ambiguous rule is read from here on; or rules on any numbered rule in words, a house
    rule.
    """

    reading: str = ""
    """The ambiguous place; "" for a house rule, which names its rule in `rule`."""
    choice: str = ""
    text: Annotated[str, Longest("a house rule", REASON)] = ""
    """What was agreed on, in words; "" for a reading."""
    why: Annotated[Words, WHY] = ""
    side: str = ""
    """The side that said it alone; "" if both looked on."""

    @property
    def about(self) -> str:
        """What it rules on: a reading, or a rule as it is cited."""
        return self.reading or self.rule

    def remark(self) -> str:
        said = f"{self.reading} is read as {self.choice}" if self.reading else f"house rule on {self.rule}: {self.text}"
        return said + (f" ({self.why})" if self.why else "")

    def sentence(self) -> str:
        return f"ruling: {self.remark()}"


class Disputed(Fact, topic="disputed"):
    """The players leave open whether an entry, or a rule, is right; or one of them says more to a dispute.

    What opens a dispute names the entry, or the rule in `rule`; what is said to it later names neither. The record
    takes no part: it says who said what.
    """

    STRUCK: ClassVar[bool] = False

    dispute: str
    """Its name: `D1`."""
    text: Annotated[str, Longest("what is said in a dispute", NOTE)]
    entry: int = 0
    """The entry it is about; 0 for a rule, and for what is said later."""
    side: str = ""
    file: Annotated[str, Longest("a photograph's file name", FILE_NAME)] = ""
    digest: str = ""
    """Of a photograph that goes with it: its file's name, and the SHA-256 of its bytes."""

    def remark(self) -> str:
        about = f"on entry {self.entry}" if self.entry else f"on rule {self.rule}" if self.rule else ""
        shown = f" (photograph {self.file})" if self.file else ""
        return f"{self.dispute}{', opened ' + about if about else ''}: {self.text}{shown}"

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        return f"dispute {self.remark()}" + (f" – {side_of(sides, self.side)}" if self.side else "")


class DisputeSettled(Fact, topic="dispute-settled"):
    """The players close a dispute: by an entry, such as a correction or a ruling, in words, or both."""

    STRUCK: ClassVar[bool] = False

    dispute: str
    why: Annotated[Words, WHY] = ""
    entry: int = 0
    """The entry that settles it; 0 if words alone do."""
    side: str = ""

    def remark(self) -> str:
        by = f" by entry {self.entry}" if self.entry else ""
        return f"{self.dispute} is settled{by}" + (f": {self.why}" if self.why else "")

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        return f"dispute {self.remark()}" + (f" – {side_of(sides, self.side)}" if self.side else "")


class SealKept(Fact, topic="seal-kept"):
    """A side wrote down the seal of an entry. Whatever is corrected or taken back later, that seal goes on showing what
    was recorded up to it.
    """

    STRUCK: ClassVar[bool] = False

    entry: int
    seal: str
    """Its hexadecimal digits, whole or the first ones, as they were written down."""
    side: str

    def sentence(self) -> str:
        return self.named({})

    def remark(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        return f"{side_of(sides, self.side)} wrote down the seal of entry {self.entry}, {self.seal}"


class StandingPass(Fact, topic="standing-pass"):
    """A side answers a question by doing nothing, every time it is asked, until it revokes that."""

    side: str
    question: str
    on: bool = True

    def stub(self) -> str:
        return f"{self.side} says in secret what goes without asking"

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        says = f"passes on {self.question} from here on" if self.on else f"is asked for {self.question} again"
        return f"{side_of(sides, self.side)} {says}"


class SecretsOpened(Fact, topic="secrets-opened"):
    """A side opens its secrets. With its key (hex) everybody can read and check what was sealed."""

    side: str
    key: str = ""

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        return f"{side_of(sides, self.side)} opens its secrets"


class Conceded(Fact, topic="conceded"):
    """A side gives the game up."""

    side: str
    why: Annotated[Words, WHY] = ""

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        return f"{side_of(sides, self.side)} conceded" + (f": {self.why}" if self.why else "")


class Adjourned(Fact, topic="adjourned"):
    """The players stop for now; the game goes on with the next declaration."""

    why: Annotated[Words, WHY] = ""

    def sentence(self) -> str:
        return "the game was adjourned" + (f": {self.why}" if self.why else "")


class TakenBack(Fact, topic="taken-back"):
    """Strikes every standing entry after `to`. Struck entries stay in the record."""

    to: int
    why: Annotated[Words, WHY] = ""
    fixed: bool = False
    """Whether the lines after it say again what it strikes, as far as that still fits. Then nothing waits to be said
    again.
    """
    by: str = ""
    """The side that took back; "" if both looked on."""
    looked: Words = ""
    """The looks at hidden things that are struck although the fact's rule forbids it; "" if there were none, or none
    are known.
    """

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        what = "corrected after" if self.fixed else "taken back to"
        after = f"; called off after a look: {self.looked}" if self.looked else ""
        return (
            f"{what} entry {self.to}"
            + (f" by {side_of(sides, self.by)}" if self.by else "")
            + (f": {self.why}" if self.why else "")
            + after
        )


STORED_AS_STEP = Field(validation_alias=AliasChoices("step", "phase"), serialization_alias="step")
"""The stored name of a phase is `step`: stored names never change."""


class PhaseBegan(Fact, topic="step-began"):
    """The sequence of play reached a phase."""

    phase: Annotated[str, STORED_AS_STEP]
    title: Words

    def sentence(self) -> str:
        return self.title


class SideDone(Fact, topic="side-done"):
    """A side has nothing more to declare in a phase that each side works through. Declaring something again undoes
    this.
    """

    side: str
    phase: Annotated[str, STORED_AS_STEP]
    title: Words = ""

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        return f"{side_of(sides, self.side)} is done with the {self.title}"


class GameEnded(Fact, topic="game-ended"):
    """The game is over. `by` is the code of what ended it.

    An empty `winner` is a draw, or a disputed result until the table rules on it."""

    winner: str
    by: str = ""
    why: Words
    disputed: bool = False

    def sentence(self) -> str:
        return self.named({})

    def named(self, sides: Mapping[str, str]) -> str:
        how = "the result is disputed" if self.disputed else "a draw"
        if self.winner:
            how = f"{side_of(sides, self.winner)} wins"
            if self.winner not in sides and len(sides) == 1:  # nobody plays the winner
                how = f"{side_of(sides, next(iter(sides)))} loses"
        return f"the game ends: {how}, {self.why}"


class Stub(Fact, topic="sealed"):
    """The stand-in that a side sees for another side's secret fact. It is never stored alone, but beside the box the
    fact lies in.
    """

    FOLLOWS: ClassVar[bool] = True

    what: str = ""
    """The code of its subject; "" if that is not known."""
    words: Words

    def stub(self) -> str:
        return self.words

    def public(self) -> "Fact":
        return self

    def sentence(self) -> str:
        return self.words


class UnknownFact(Fact, topic="unknown"):
    """A fact of a system that this wardiary does not know. It can be listed, verified and exported, but not played."""

    stored_topic: str
    data: Any = None

    def sentence(self) -> str:
        return f"{self.stored_topic}: {self.data}"
