import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { optionLegs } from '@strikewise/domain/market/option-legs.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { ChainHistory } from '../option-chain/chain-history.ts'
import { VOLATILITY_GAP_AGENT } from '../registry/definitions/volatility-gap-agent.ts'
import type { ChainReading } from './chain-minute-agent.ts'
import { GuardedAgent } from './guarded-agent.ts'
import { minuteAt, minutesThrough } from './testing/minutes.ts'
import { VolatilityGapSignal } from './volatility-gap-signal.ts'

const opensAt = istInstant(istDate('2026-11-19'), 9, 15)
const legs = optionLegs([], new QuoteTable(1))

function chainAt(end: number, atmIv: number, change: Partial<ChainReading> = {}): ChainReading {
  const none = new Float64Array()
  return {
    symbol: 'NIFTY',
    legs,
    history: new ChainHistory(0, 15),
    atm: 0,
    atmIv,
    price: none,
    openInterest: none,
    iv: none,
    snapshotAt: end + 2000,
    quotedAt: end + 1500,
    ...change,
  }
}

function after(
  minutes: readonly Candle[],
  atmIv: number,
  { poorBars = false, ...change }: Partial<ChainReading> & { poorBars?: boolean } = {},
): VolatilityGapSignal {
  const agent = new VolatilityGapSignal(VOLATILITY_GAP_AGENT.params, 30_000)
  const end = ((minutes.at(-1)?.start ?? opensAt) + MINUTE_MS) as EpochMs
  agent.push({ end, minutes, poorBars, chain: chainAt(end, atmIv, change) })
  return agent
}

/** An hour from 25,000: `ups` minutes of +10 points, the others of -10. */
function hour(ups: number): Candle[] {
  let level = 25_000
  const closes = Array.from({ length: 60 }, (_, i) => (level += i < ups ? 10 : -10))
  return minutesThrough(opensAt, 25_000, closes)
}

/**
 * The realised volatility of `hour(ups)`: sixty squares of 100 are 6,000; an hour is 1 / 6.25 of a session, a session
 * half of a day's variance, and 252 days are a year: √(6,000 × 6.25 × 504) = 4,347.41 points.
 */
const realised = (ups: number) => 4347.413023856832 / (25_000 + 10 * (2 * ups - 60))

describe('realised against implied volatility', () => {
  // The move in standard deviations is move / (√6,000 × implied / realised).
  it.each([
    ['twice as much as implied goes on', 40, 0.5, 1, 'continue_up'],
    ['half of what is implied comes back', 40, 2, -1, 'revert_up'],
    ['a falling index that moves more goes on', 20, 0.5, -1, 'continue_down'],
    ['a falling index that moves less comes back', 20, 2, 1, 'revert_down'],
    ['a small move at √2 of the realised', 33, Math.SQRT2, (-0.5 * 60) / (Math.sqrt(6000) * Math.SQRT2), 'revert_up'],
    [
      'a small move at √½ of the realised',
      31,
      Math.SQRT1_2,
      (0.5 * 20) / (Math.sqrt(6000) * Math.SQRT1_2),
      'continue_up',
    ],
  ] as const)('%s', (_what, ups, ratio, score, code) => {
    const agent = after(hour(ups), realised(ups) * ratio)
    expect(agent.score).toBeCloseTo(score, 9)
    expect([agent.strength, agent.span]).toEqual([Math.abs(agent.score), undefined])
    expect(agent.bias).toBe(agent.score > 0 ? 'bullish' : 'bearish')
    expect(agent.explanation().reasons).toMatchObject([{ code, effect: agent.score }])
    expect(agent.explanation().components).toMatchObject({
      realised: expect.closeTo(realised(ups), 12),
      move: 10 * (2 * ups - 60),
    })
  })

  it('counts the last hour alone', () => {
    const later = Array.from({ length: 60 }, (_, i) => minuteAt(opensAt, 60 + i, 25_600 - 10 * i, 25_590 - 10 * i))
    expect(after([...hour(60), ...later], 0.1).explanation().components).toMatchObject({ move: -600 })
  })

  it.each([
    ['bars are missing', hour(40), { poorBars: true }, 'bars_missing'],
    ['no bar has closed', [], {}, 'bars_missing'],
    ['the hour is not full', hour(40).slice(0, 59), {}, 'warm_up'],
    ['it began before the first tick', [{ ...hour(40)[0]!, synthetic: true }, ...hour(40).slice(1)], {}, 'warm_up'],
    ['no volatility is implied', hour(40), { atmIv: Number.NaN }, 'chain_missing'],
    ['no strike is at the money', hour(40), { atm: -1 }, 'chain_missing'],
    ['the quotes are old', hour(40), { quotedAt: opensAt }, 'chain_missing'],
  ] as const)('is stale with its reason when %s', (_when, minutes, change, code) => {
    const agent = after(minutes, 0.12, change)
    expect([agent.bias, agent.strength, agent.explanation().reasons[0]!.code]).toEqual(['neutral', 0, code])
    expect(new GuardedAgent(agent, 90_000).isStale((agent.asOf + 1) as EpochMs, false)).toBe(true)
  })

  it('has no score without a move, and says so', () => {
    expect(after(hour(30), 0.12)).toMatchObject({ score: 0, bias: 'neutral' })
    expect(after(hour(30), 0.12).explanation().reasons[0]!.code).toBe('no_move')
    const still = minutesThrough(opensAt, 25_000, Array<number>(60).fill(25_000))
    expect(after(still, 0.12).explanation().reasons[0]!.code).toBe('no_move')
  })

  it('has a strength of 0 to 1, and the opposite score of the mirrored hour', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 60, maxLength: 60 }),
        fc.double({ min: 0.02, max: 1, noNaN: true }),
        (moves, atmIv) => {
          const closesOf = (sign: number) => {
            // Both end at 25,000: only the moves differ.
            let level = 25_000 - sign * moves.reduce((sum, move) => sum + move, 0)
            const open = level
            return minutesThrough(
              opensAt,
              open,
              moves.map((move) => (level += sign * move)),
            )
          }
          const { score, strength } = after(closesOf(1), atmIv)
          expect(strength).toBeLessThanOrEqual(1)
          expect(after(closesOf(-1), atmIv).score).toBeCloseTo(-score, 9)
        },
      ),
    ))
})
