import { describe, expect, it } from 'vitest'
import { hasRecording, recordedMinutes, recordedRows } from './testing/recorded-bars.ts'
import { paiseFromRupees } from '../money/paise.ts'
import { istDate, istDateAt, istInstant, type EpochMs } from '../time/ist.ts'
import type { Candle } from './candle.ts'
import { MinuteBars } from './minute-bars.ts'

const TICKS = 'ticks/index_ticks_2021-04-01.csv.gz'
const BARS = 'bars/NIFTY_1m_2021.csv.gz'
const recorded = hasRecording(TICKS) && hasRecording(BARS)

describe.skipIf(!recorded)('bars from recorded ticks (skipped: the shared recordings are not here)', () => {
  it('agree with an independent vendor’s bars of the same day', () => {
    const day = istDate('2021-04-01')
    const built: Candle[] = []
    const bars = new MinuteBars({
      opensAt: istInstant(day, 9, 15),
      endsAt: istInstant(day, 15, 30),
      graceMs: 2000,
      onBar: (bar) => built.push(bar),
    })
    for (const [ts, symbol, price] of recordedRows(TICKS)) {
      const at = Date.parse(ts!) as EpochMs
      if (symbol === 'NIFTY') bars.tick(paiseFromRupees(Number(price)), 0, at, at)
    }
    bars.advance(istInstant(day, 15, 31))
    const vendor = recordedMinutes(BARS).filter((bar) => istDateAt(bar.start) === day)
    expect([built.length, vendor.length]).toEqual([375, 375])
    const off = built.map((bar, i) => (1e4 * Math.abs(bar.close - vendor[i]!.close)) / bar.close).sort((a, b) => a - b)
    // In basis points: half of all closes within 0.1, nearly all within 1.
    expect(off[187]).toBeLessThan(0.1)
    expect(off[360]).toBeLessThan(1)
  })
})
