// @invariant shadow-agents
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasRecording, recordedMinutes } from '@strikewise/domain/market/testing/recorded-bars.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { IndexBars } from '../decision/index-bars.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { AGENTS } from '../registry/registry.ts'
import { signedStrength } from './agent-output.ts'

const NAMES = AGENTS.flatMap((agent) => (agent.role.kind === 'shadow' && agent.reads === 'bars' ? [agent.name] : []))
const DAYS = ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-16', '2026-11-17', '2026-11-18'].map(istDate)
const CENTRE = 2_500_000

/** Minutes of one session that walk by `moves` (paise), with wicks of 5 points. */
function session(day: IstDate, from: number, moves: readonly number[]): Candle[] {
  let open = from
  const start = istInstant(day, 9, 15)
  return moves.map((move, i) => {
    const close = open + move
    const [high, low] = [Math.max(open, close) + 500, Math.min(open, close) - 500]
    const bar = candle((start + i * MINUTE_MS) as EpochMs, open as Paise, high as Paise, low as Paise, close as Paise)
    open = close
    return bar
  })
}

/** Five whole sessions and the beginning of a sixth, from a number that a test draws. */
function sessionsOf(seed: number, minutesOfLast: number): Candle[] {
  let state = seed
  const move = () => {
    // Park and Miller's generator: the same numbers for one seed on every machine.
    state = (state * 48_271) % 2_147_483_647
    return (state % 2001) - 1000
  }
  return DAYS.flatMap((day, i) =>
    session(day, CENTRE + 1000 * i, Array.from({ length: i === 5 ? minutesOfLast : 375 }, move)),
  )
}

const mirrored = (bar: Candle): Candle => ({
  ...bar,
  open: (2 * CENTRE - bar.open) as Paise,
  high: (2 * CENTRE - bar.low) as Paise,
  low: (2 * CENTRE - bar.high) as Paise,
  close: (2 * CENTRE - bar.close) as Paise,
})

interface Output {
  readonly signed: readonly number[]
  readonly strengths: readonly number[]
  /** All that is reported, explanations included. */
  readonly text: string
}

/** What every shadow agent that reads bars reports after each of `of`, streamed bar by bar. */
function outputsOf(of: readonly Candle[]): Output[] {
  const bars = new IndexBars({ calendar: nseCalendar, params: SIGNAL_PARAMS, onCandle: undefined })
  return of.map((bar) => {
    bars.pushIndex(bar)
    const running = NAMES.map((name) => bars.agents[name])
    return {
      signed: running.map(({ agent }) => signedStrength(agent)),
      strengths: running.map(({ agent }) => agent.strength),
      text: JSON.stringify(
        running.map(({ agent, failure }) => [agent.bias, agent.strength, agent.asOf, agent.explanation(), failure]),
      ),
    }
  })
}

const seeds = fc.integer({ min: 1, max: 2_147_483_646 })

describe('every shadow agent that reads bars', () => {
  it('has a strength of 0 to 1 at each minute, and effects that add up to its signed strength', () =>
    fc.assert(
      fc.property(seeds, (seed) => {
        const bars = new IndexBars({ calendar: nseCalendar, params: SIGNAL_PARAMS, onCandle: undefined })
        for (const bar of sessionsOf(seed, 200)) {
          bars.pushIndex(bar)
          for (const name of NAMES) {
            const { agent, failure } = bars.agents[name]
            expect(failure).toBeUndefined()
            expect(agent.strength).toBeGreaterThanOrEqual(0)
            expect(agent.strength).toBeLessThanOrEqual(1)
            const effects = agent.explanation().reasons.reduce((sum, { effect }) => sum + effect, 0)
            expect(effects).toBeCloseTo(signedStrength(agent), 12)
          }
        }
      }),
      { numRuns: 3 },
    ))

  it('reports the opposite of an index that moved the other way', () =>
    fc.assert(
      fc.property(seeds, (seed) => {
        const minutes = sessionsOf(seed, 200)
        const other = outputsOf(minutes.map(mirrored))
        for (const [i, { signed }] of outputsOf(minutes).entries())
          for (const [n, value] of signed.entries()) expect(other[i]!.signed[n]).toBeCloseTo(-value, 9)
      }),
      { numRuns: 3 },
    ))

  it('reports the same of a minute whatever comes after it', () =>
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 2074 }), (seed, k) => {
        const minutes = sessionsOf(seed, 200)
        const after = sessionsOf(seed + 1, 200).slice(k)
        const cut = outputsOf([...minutes.slice(0, k), ...after]).slice(0, k)
        expect(cut.map(({ text }) => text)).toEqual(
          outputsOf(minutes)
            .slice(0, k)
            .map(({ text }) => text),
        )
      }),
      { numRuns: 4 },
    ))
})

const FILE = 'bars/NIFTY_1m_2024.csv.gz'

describe.skipIf(!hasRecording(FILE))('on recorded bars (skipped: the shared recordings are not here)', () => {
  const minutes = hasRecording(FILE) ? recordedMinutes(FILE).slice(0, 375 * 8) : []
  const whole = outputsOf(minutes)

  it.each([1, 375, 376, 700, 1123, 1500, 2250, 2500, 2999])(
    'what is reported of the first %d minutes never changes',
    (k) => expect(outputsOf(minutes.slice(0, k))).toEqual(whole.slice(0, k)),
  )

  it.each(NAMES.map((name, i) => [name, i] as const))('%s takes every side', (_name, i) => {
    const sides = new Set(whole.map(({ signed }) => Math.sign(signed[i]!)))
    expect([...sides].toSorted((a, b) => a - b)).toEqual([-1, 0, 1])
  })
})
