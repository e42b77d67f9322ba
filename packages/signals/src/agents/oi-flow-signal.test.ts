import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { optionLegs } from '@strikewise/domain/market/option-legs.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { optionLadder } from '../decision/testing/modelled-day.ts'
import { ChainHistory } from '../option-chain/chain-history.ts'
import { OI_FLOW_AGENT } from '../registry/definitions/oi-flow-agent.ts'
import type { ChainReading } from './chain-minute-agent.ts'
import { GuardedAgent } from './guarded-agent.ts'
import { OiFlowSignal } from './oi-flow-signal.ts'

const end = istInstant(istDate('2026-11-19'), 10, 30)
/** Strikes 24,900 to 25,100; legs 2i and 2i + 1 are call and put of strike i. */
const legs = optionLegs(optionLadder('NIFTY', istDate('2026-11-23'), 25_000, 50, 2), new QuoteTable(200))
const LEGS = 10
const [CALL, PUT, CALL_ABOVE] = [4, 5, 8] as const

/** What a leg does in 15 minutes from a price of ₹100 and an open interest of 1,000 units. */
interface Change {
  readonly price?: number
  readonly oi?: number
}

function chainAfter(
  changes: Readonly<Record<number, Change>> | readonly Change[],
  change: Partial<ChainReading> = {},
): ChainReading {
  const history = new ChainHistory(LEGS, 15)
  const before = history.claim((end - 15 * MINUTE_MS) as EpochMs)
  before.price.fill(100)
  before.openInterest.fill(1000)
  const of = (base: number, part: keyof Change) =>
    Float64Array.from({ length: LEGS }, (_, leg) => base + (changes[leg]?.[part] ?? 0))
  return {
    symbol: 'NIFTY',
    legs,
    history,
    atm: 2,
    atmIv: 0.12,
    price: of(100, 'price'),
    openInterest: of(1000, 'oi'),
    iv: new Float64Array(LEGS),
    snapshotAt: end + 2000,
    quotedAt: end + 1500,
    ...change,
  }
}

function after(chain: ChainReading): OiFlowSignal {
  const agent = new OiFlowSignal(OI_FLOW_AGENT.params, 30_000)
  agent.push({ end, minutes: [], poorBars: false, chain })
  return agent
}

describe('OI flow', () => {
  // 10,000 units are open before: 300 are the usual turnover of 3 %, 150 half of it.
  it.each([
    ['a call dearer with more OI (long build-up)', { [CALL]: { price: 2, oi: 300 } }, 1],
    ['half as much of it', { [CALL]: { price: 2, oi: 150 } }, 0.5],
    ['a call cheaper with more OI (short build-up)', { [CALL]: { price: -2, oi: 300 } }, -1],
    ['a call dearer with less OI (short covering)', { [CALL]: { price: 2, oi: -300 } }, -1],
    ['a call cheaper with less OI (long unwinding)', { [CALL]: { price: -2, oi: -300 } }, 1],
    ['a put dearer with more OI', { [PUT]: { price: 2, oi: 300 } }, -1],
    ['a put cheaper with more OI', { [PUT]: { price: -2, oi: 300 } }, 1],
    ['a put dearer with less OI', { [PUT]: { price: 2, oi: -300 } }, 1],
    [
      'two that support a rise and one without a move of price',
      { [CALL]: { price: 2, oi: 300 }, [PUT]: { price: -2, oi: 100 }, [CALL_ABOVE]: { oi: 200 } },
      400 / 600,
    ],
    ['both sides alike', { [CALL]: { price: 2, oi: 300 }, [PUT]: { price: 2, oi: 300 } }, 0],
    ['a price inside the dead band', { [CALL]: { price: 0.4, oi: 300 } }, 0],
    ['OI inside the dead band', { [CALL]: { price: 2, oi: 9 } }, 0],
  ] as const)('of %s', (_what, changes, score) => {
    const agent = after(chainAfter(changes))
    expect(agent.score).toBeCloseTo(score, 12)
    expect(agent.bias).toBe(score > 0 ? 'bullish' : score < 0 ? 'bearish' : 'neutral')
    const [reason] = agent.explanation().reasons
    expect(reason).toMatchObject({ effect: agent.score })
    expect(reason!.code).toBe(score === 0 ? 'balanced' : `flow_${agent.bias}`)
    expect([agent.asOf, agent.span]).toEqual([end, undefined])
  })

  it('reports what supports a rise and a fall, and the turnover', () =>
    expect(
      after(chainAfter({ [CALL]: { price: 2, oi: 300 }, [PUT]: { price: 2, oi: 100 } })).explanation(),
    ).toMatchObject({
      reasons: [
        {
          message: {
            code: 'oi_change.net',
            direction: 'bullish',
            minutes: 15,
            bullish: 300,
            bearish: 100,
            turnover: 0.04,
          },
        },
      ],
      components: { bullish: 300, bearish: 100, changed: 400, turnover: 0.04 },
    }))

  it('reads five strikes on each side of the money and no others', () => {
    const wide = optionLegs(optionLadder('NIFTY', istDate('2026-11-23'), 25_000, 50, 8), new QuoteTable(200))
    const history = new ChainHistory(34, 15)
    const before = history.claim((end - 15 * MINUTE_MS) as EpochMs)
    before.price.fill(100)
    before.openInterest.fill(1000)
    const at = (strike: number) => {
      const price = new Float64Array(34).fill(100)
      const openInterest = new Float64Array(34).fill(1000)
      price[2 * strike] = 110
      openInterest[2 * strike] = 2000
      return after(chainAfter({}, { legs: wide, history, atm: 8, price, openInterest })).score
    }
    expect([at(3) > 0, at(13) > 0, at(2), at(14)]).toEqual([true, true, 0, 0])
  })

  it.each([
    ['there is no price at the money', { atm: -1 }, 'chain_missing'],
    ['the quotes are old', { quotedAt: end - 30_000 }, 'chain_missing'],
    ['the moment before is not known', { history: new ChainHistory(LEGS, 15) }, 'warm_up'],
  ] as const)('is stale with its reason when %s', (_when, change, code) => {
    const agent = after(chainAfter({ [CALL]: { price: 2, oi: 300 } }, change))
    expect([agent.bias, agent.strength, agent.explanation().reasons[0]!.code]).toEqual(['neutral', 0, code])
    expect(new GuardedAgent(agent, 90_000).isStale((end + 1) as EpochMs, false)).toBe(true)
  })

  it('says so when nothing changed', () => expect(after(chainAfter({})).explanation().reasons[0]!.code).toBe('no_flow'))

  const change = fc.record({
    price: fc.double({ min: -20, max: 20, noNaN: true }),
    oi: fc.integer({ min: -1000, max: 5000 }),
  })

  it('has a strength of 0 to 1, and the opposite score where calls and puts change places', () =>
    fc.assert(
      fc.property(fc.array(change, { minLength: LEGS, maxLength: LEGS }), (changes) => {
        const { score, strength } = after(chainAfter(changes))
        expect(strength).toBeLessThanOrEqual(1)
        const other = Array.from({ length: LEGS }, (_, leg) => changes[leg ^ 1]!)
        expect(after(chainAfter(other)).score).toBeCloseTo(-score, 12)
      }),
    ))
})
