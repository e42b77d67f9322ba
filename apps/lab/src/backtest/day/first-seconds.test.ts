import { candle } from '@strikewise/domain/market/candle.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { STEP_MS, STEPS_A_MINUTE } from '../session-steps.ts'
import { ModelledMarket } from './modelled-market.ts'

const session = nseCalendar.sessionOn(istDate('2022-09-14'))!
/** The decision on a minute is made so many steps into the next one. */
const DECIDED_AFTER = SIGNAL_PARAMS.candles.graceMs / STEP_MS
const MINUTES = 4
const OPEN = 1_800_000

interface Course {
  readonly up: number
  readonly down: number
  readonly close: number
}

/** Everything the market shows when minute `MINUTES - 1` is decided: its next minute has begun and takes `course`. */
function shownAtDecision(seed: string, course: Course): unknown {
  const at = (minute: number) => (session.opensAt + minute * MINUTE_MS) as EpochMs
  const quiet = Array.from({ length: MINUTES }, (_, minute) =>
    candle(at(minute), OPEN as Paise, (OPEN + 700) as Paise, (OPEN - 600) as Paise, OPEN as Paise),
  )
  const [high, low] = [OPEN + course.up, OPEN - course.down]
  const close = low + Math.round(course.close * (high - low))
  const next = candle(at(MINUTES), OPEN as Paise, high as Paise, low as Paise, close as Paise)
  const market = new ModelledMarket({
    seed,
    symbol: 'NIFTY',
    session,
    calendar: nseCalendar,
    bars: [...quiet, next],
    previousClose: OPEN as Paise,
    level: 1,
  })
  for (let step = 0; step < MINUTES * STEPS_A_MINUTE + DECIDED_AFTER; step += 1)
    market.play(step, step % STEPS_A_MINUTE === DECIDED_AFTER - 1)
  for (const contract of [...market.contracts.near, ...market.contracts.next]) market.quoteContract(contract)
  const { lastPrice, bidPrice, askPrice, high: highs, low: lows, openInterest, volume } = market.quotes
  return [lastPrice, bidPrice, askPrice, highs, lows, openInterest, volume].map((column) => [...column])
}

const course = fc.record({
  up: fc.integer({ min: 0, max: 20_000 }),
  down: fc.integer({ min: 0, max: 20_000 }),
  close: fc.double({ min: 0, max: 1, noNaN: true }),
})

it('shows nothing of the minute under way, but its open, until the one before is decided', () =>
  fc.assert(
    fc.property(fc.string({ maxLength: 5 }), course, (seed, taken) => {
      expect(shownAtDecision(seed, taken)).toEqual(shownAtDecision(seed, { up: 0, down: 0, close: 0 }))
    }),
    { numRuns: 60 },
  ))
