"""TA-Lib's C functions over whole arrays: the six indicators of the bench on two symbols in turn, timed and with all values.

Standard input: {"high": [...], "low": [...], "close": [...], "warmMs": n, "timedMs": n}. Prints nanoseconds a bar and values by
name, in the order of the product's own.
"""
import json
import sys
import time

import numpy as np
import talib

given = json.load(sys.stdin)
columns = [np.array(given[name], dtype=np.float64) for name in ("high", "low", "close")]
# The bars belong to two symbols in turn; each has an array of its own.
SYMBOLS = [tuple(np.ascontiguousarray(column[first::2]) for column in columns) for first in (0, 1)]
BARS = len(columns[0])

INDICATORS = {
    "EMA": lambda high, low, close: [talib.EMA(close, 20)],
    "RSI": lambda high, low, close: [talib.RSI(close, 14)],
    "MACD": lambda high, low, close: talib.MACD(close, 12, 26, 9)[:2],
    "ATR": lambda high, low, close: [talib.ATR(high, low, close, 14)],
    "ADX": lambda high, low, close: [
        talib.ADX(high, low, close, 14),
        talib.PLUS_DI(high, low, close, 14),
        talib.MINUS_DI(high, low, close, 14),
    ],
    "Bollinger": lambda high, low, close: talib.BBANDS(close, 20, 2, 2)[::-1],
}


def timed(run):
    """Mean nanoseconds a bar, warm."""
    until = time.perf_counter() + given["warmMs"] / 1000
    while time.perf_counter() < until:
        run()
    laps = 0
    started = time.perf_counter()
    while True:
        run()
        laps += 1
        took = time.perf_counter() - started
        if took * 1000 >= given["timedMs"]:
            return took * 1e9 / laps / BARS


def values(function):
    """As the product writes them: bar by bar, each with its figures; null where there is none."""
    width = len(function(*SYMBOLS[0]))
    out = np.full((BARS, width), np.nan)
    for first, symbol in enumerate(SYMBOLS):
        out[first::2] = np.column_stack(function(*symbol))
    return [None if np.isnan(value) else value for value in out.ravel()]


print(
    json.dumps(
        {
            "nsPerBar": {
                name: timed(lambda function=function: [function(*symbol) for symbol in SYMBOLS])
                for name, function in INDICATORS.items()
            },
            "values": {name: values(function) for name, function in INDICATORS.items()},
        }
    )
)
