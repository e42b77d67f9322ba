"""backtesting.py over a file of one-minute bars: two averages that cross, a stop, results. Prints bars, trades and peak memory."""
import json
import resource
import sys

import pandas as pd
from backtesting import Backtest, Strategy
from backtesting.lib import crossover


class Crossing(Strategy):
    def init(self):
        close = pd.Series(self.data.Close)
        self.fast = self.I(lambda: close.ewm(span=20, adjust=False).mean().to_numpy(), name="fast")
        self.slow = self.I(lambda: close.ewm(span=50, adjust=False).mean().to_numpy(), name="slow")

    def next(self):
        price = self.data.Close[-1]
        if crossover(self.fast, self.slow):
            self.position.close()
            self.buy(sl=price * 0.995)
        elif crossover(self.slow, self.fast):
            self.position.close()
            self.sell(sl=price * 1.005)


read = pd.read_csv(sys.argv[1])
bars = read[["open", "high", "low", "close"]].rename(columns=str.capitalize)
bars.index = pd.to_datetime(read["ts"])
result = Backtest(bars, Crossing, cash=10_000_000, commission=0.0003).run()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"bars": len(bars), "trades": int(result["# Trades"]), "peakMb": peak}))
