import { describe, expect, it } from 'vitest'
import * as peer from 'technicalindicators'
import { Adx } from '@strikewise/signals/indicators/adx.ts'
import { Atr } from '@strikewise/signals/indicators/atr.ts'
import { emptyBar, readBar, type Bar } from '@strikewise/signals/indicators/bar.ts'
import { Bollinger } from '@strikewise/signals/indicators/bollinger.ts'
import { Ema } from '@strikewise/signals/indicators/ema.ts'
import { Macd } from '@strikewise/signals/indicators/macd.ts'
import { Rsi } from '@strikewise/signals/indicators/rsi.ts'
import { hasRecording, recordedMinutes } from '@strikewise/domain/market/testing/recorded-bars.ts'

/** A session of minutes that wander: the same on every machine. */
function seededBars(): Bar[] {
  let state = 12_345
  const chance = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31 - 0.5
  }
  let open = 25_000
  return Array.from({ length: 375 }, (_, i) => {
    const close = Math.round((open + 20 * chance() + 4 * Math.sin(i / 25)) * 20) / 20
    const bar = {
      open,
      close,
      high: Math.max(open, close) + 5 * Math.abs(chance()),
      low: Math.min(open, close) - 5 * Math.abs(chance()),
    }
    open = close
    return { ...bar, volume: 0, sessionStart: i === 0 }
  })
}

const FILE = 'bars/NIFTY_1m_2024.csv.gz'

/** The first session of a recorded file. */
const recordedBars = (): Bar[] =>
  recordedMinutes(FILE)
    .slice(0, 375)
    .map((minute, i) => ({ ...readBar(emptyBar(), minute, i === 0) }))

/** Compares where both have a value, aligned at the last bar; `from`: bars after which different seeds have faded. */
function same(product: readonly number[], theirs: readonly (number | undefined)[], tolerance: number, from = 0): void {
  let compared = 0
  for (let back = 0; back < theirs.length && product.length - 1 - back >= from; back += 1) {
    const [a, b] = [product[product.length - 1 - back]!, theirs[theirs.length - 1 - back]]
    if (b === undefined || Number.isNaN(b)) continue
    compared += 1
    if (!(Math.abs(a - b) <= tolerance))
      expect({ bar: product.length - 1 - back, product: a, theirs: b }).toBeUndefined()
  }
  expect(compared).toBeGreaterThan(100)
}

describe.each<[of: string, bars: () => Bar[], there: boolean]>([
  ['seeded bars', seededBars, true],
  ['recorded bars (skipped: the shared recordings are not here)', recordedBars, hasRecording(FILE)],
])('against technicalindicators on %s', (_of, make, there) => {
  const bars = there ? make() : []
  const values = bars.map((bar) => bar.close)
  const columns = { high: bars.map((bar) => bar.high), low: bars.map((bar) => bar.low), close: values }
  const each = <T>(indicator: T, push: (indicator: T, bar: Bar) => void, read: (indicator: T) => number) =>
    bars.map((bar) => {
      push(indicator, bar)
      return read(indicator)
    })

  it.skipIf(!there)('EMA 20', () =>
    same(
      each(
        new Ema(20),
        (x, bar) => x.push(bar.close),
        (x) => x.value,
      ),
      peer.EMA.calculate({ period: 20, values }),
      1e-6,
    ),
  )

  // It rounds to two decimals.
  it.skipIf(!there)('RSI 14', () =>
    same(
      each(
        new Rsi(14),
        (x, bar) => x.push(bar.close),
        (x) => x.value,
      ),
      peer.RSI.calculate({ period: 14, values }),
      0.005 + 1e-9,
    ),
  )

  it.skipIf(!there)('MACD line and signal', () => {
    const theirs = peer.MACD.calculate({
      values,
      fastPeriod: 12,
      slowPeriod: 26,
      signalPeriod: 9,
      SimpleMAOscillator: false,
      SimpleMASignal: false,
    })
    const of = (read: (macd: Macd) => number) => each(new Macd(), (x, bar) => x.push(bar.close), read)
    same(
      of((x) => x.line),
      theirs.map((row) => row.MACD),
      1e-6,
    )
    same(
      of((x) => x.signal),
      theirs.map((row) => row.signal),
      1e-6,
    )
  })

  it.skipIf(!there)('ATR 14', () =>
    same(
      each(
        new Atr(14),
        (x, bar) => x.push(bar),
        (x) => x.value,
      ),
      peer.ATR.calculate({ period: 14, ...columns }),
      1e-6,
    ),
  )

  it.skipIf(!there)('Bollinger bands', () => {
    const theirs = peer.BollingerBands.calculate({ period: 20, stdDev: 2, values })
    const of = (read: (bands: Bollinger) => number) => each(new Bollinger(), (x, bar) => x.push(bar.close), read)
    same(
      of((x) => x.upper),
      theirs.map((row) => row.upper),
      1e-6,
    )
    same(
      of((x) => x.lower),
      theirs.map((row) => row.lower),
      1e-6,
    )
  })

  // It seeds Wilder's sums with one bar more; 200 bars later that is forgotten.
  it.skipIf(!there)('ADX 14', () => {
    const theirs = peer.ADX.calculate({ period: 14, ...columns })
    const of = (read: (adx: Adx) => number) => each(new Adx(14), (x, bar) => x.push(bar), read)
    same(
      of((x) => x.value),
      theirs.map((row) => row.adx),
      0.005,
      240,
    )
    same(
      of((x) => x.plusDi),
      theirs.map((row) => row.pdi),
      0.005,
      240,
    )
    same(
      of((x) => x.minusDi),
      theirs.map((row) => row.mdi),
      0.005,
      240,
    )
  })
})
