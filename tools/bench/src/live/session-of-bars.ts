import {
  candle,
  TIMEFRAME_MINUTES,
  type Candle,
  type FormingCandle,
  type IntradayTimeframe,
} from '@strikewise/domain/market/candle.ts'
import type { ChartSource } from '@strikewise/domain/market/chart-bars.ts'
import { paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { BENCH_DAY } from '../market/bench-session.ts'

const SESSION_MINUTES = 375
const OPENS_AT = istInstant(BENCH_DAY, 9, 15)
const PRICE = 2_500_000

/** A session whose last minute is under way: every other bar of it has closed. */
export class SessionOfBars implements ChartSource {
  readonly #closed: Readonly<Record<IntradayTimeframe, readonly Candle[]>> = {
    '1m': bars('1m'),
    '3m': bars('3m'),
    '5m': bars('5m'),
    '15m': bars('15m'),
  }
  #forming: FormingCandle | undefined

  /** The index moves. */
  tick(at: EpochMs): void {
    const start = (OPENS_AT + SESSION_MINUTES * MINUTE_MS) as EpochMs
    const price = paise(PRICE + (at % 10_000))
    const { partial: _, ...bar } = candle(start, price, price, price, price)
    this.#forming = { ...bar, forming: true }
  }

  candles(timeframe: IntradayTimeframe): readonly Candle[] {
    return this.#closed[timeframe]
  }

  forming(): FormingCandle | undefined {
    return this.#forming
  }
}

function bars(timeframe: IntradayTimeframe): Candle[] {
  const minutes = TIMEFRAME_MINUTES[timeframe]
  return Array.from({ length: SESSION_MINUTES / minutes }, (_, i) => {
    const at = (OPENS_AT + i * minutes * MINUTE_MS) as EpochMs
    const [open, high, low, close] = [3, 55, -45, 20].map((off) => paise(PRICE + 100 * (i % 300) + off))
    return candle(at, open!, high!, low!, close!)
  })
}
