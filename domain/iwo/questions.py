"""All that the rules of the game may ask, and by which of them: so an answer that nothing asks for is refused by
rule."""

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "alive": "IWO 23.2(3)",
    "barred": "IWO 8, 11.1.2(1)",
    "caves": "IWO 4.1, 9.2, 10.5",
    "dice": "IWO 9.3.1, 11.1.1, 12.2.1, 16, 18",
    "die": "IWO 6, 17.1(1)",
    "entered": "IWO 17.2(3)",
    "fire": "IWO 11, 18",
    "flag": "IWO 14, 23.1(2)",
    "found": "IWO 10.5",
    "ground": "IWO 6",
    "kirikami": "IWO 22.3.2",
    "marines": "IWO 22.1.2",
    "marker": "IWO 16(6)",
    "order": "IWO 9.3.3(3)",
    "retreat": "IWO 11.1.2(1), 12.2.3(2)",
    "rocket": "IWO 22.5",
    "row": "IWO 9.3.3(1), 12.2.3(1), 16(5)",
    "sneak": "IWO 17.2(3)",
    "steps": "IWO 3",
    "survivors": "IWO 24(1)",
    "units": "IWO 4.2",
    "unread-areas": "IWO 23.2(5)",
    "unread-hq": "IWO 23.2(4)",
    "unread-units": "IWO 23.2(3)",
    "where": "IWO 3, 22.3.1",
    "withdraw": "IWO 21, 22.1.3",
}
