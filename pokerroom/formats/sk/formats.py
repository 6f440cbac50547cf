"""Slovak dates and times; Django's names and letters."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j. n. Y"
MONTH_DAY_FORMAT = "j. n."
TIME_FORMAT = "H:i"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j. n. Y H:i"
