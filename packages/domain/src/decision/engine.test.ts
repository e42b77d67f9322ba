import { describe, expect, it } from 'vitest'
import type { AgentReading } from '../agents/agent-reading.ts'
import type { BlockRule } from '../agents/market-block-signal.ts'
import { SIGNAL_PARAMS } from '../agents/params.ts'
import type { Regime } from '../agents/sideways-signal.ts'
import { paise } from '../money/paise.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '../time/ist.ts'
import { combine } from './combine.ts'
import { DecisionEngine, type Evaluation } from './engine.ts'
import type { EntryPlan } from './decision.ts'

const voice = (weight: number, signed: number, stale = false) => ({ weight, signed, stale })

describe('combining', () => {
  it.each([
    ['all agents', 0.4, false, 0.416, 1],
    ['the chain against', -0.45, false, 0.161, 1],
    ['the chain stale', 0.4, true, 0.4229, 0.7],
  ] as const)('%s', (_when, chain, stale, score, coverage) => {
    const all = [voice(0.2, 0.55), voice(0.3, 0.72), voice(0.3, chain, stale), voice(0.1, -0.3), voice(0.1, 0)]
    expect(combine(all).score).toBeCloseTo(score, 4)
    expect(combine(all).coverage).toBeCloseTo(coverage, 9)
  })
  it('is 0 when nothing speaks', () => expect(combine([voice(1, 1, true)])).toEqual({ coverage: 0, score: 0 }))
})

const at = istInstant(istDate('2026-11-20'), 10, 30)
const hash = 'a'.repeat(64)
const entry = { limit: paise(15000) } as EntryPlan

interface Case {
  candle: number
  indicator: number
  chain: number
  stale: ('candle' | 'indicator' | 'chain')[]
  rules: BlockRule[]
  regime: Regime
  found: boolean
  end: EpochMs
}
const good: Case = {
  candle: 0.55,
  indicator: 0.72,
  chain: 0.4,
  stale: [],
  rules: [],
  regime: 'trend_up',
  found: true,
  end: at,
}

function evaluation(c: Case): Evaluation {
  const vote = (name: 'candle' | 'indicator' | 'chain') => {
    const s = c[name]
    const reading: AgentReading = {
      bias: s > 0 ? 'bullish' : s < 0 ? 'bearish' : 'neutral',
      strength: Math.abs(s),
      asOf: c.end,
    }
    return { reading, stale: c.stale.includes(name) }
  }
  return {
    barEnd: c.end,
    votes: { candle_signal: vote('candle'), indicator_signal: vote('indicator'), option_chain_signal: vote('chain') },
    block: { stale: false, rules: c.rules },
    regime: { stale: false, regime: c.regime },
    spot: paise(25_000_00),
    atr5: paise(20_00),
    chooseStrike: () =>
      c.found
        ? { found: true, entry }
        : {
            found: false,
            ivTooHigh: false,
            refusals: { inRange: 2, price: 0, spread: 2, quantity: 0, interest: 0, volume: 0, old: 0 },
          },
  }
}

/** The second of two evaluations of the same case. */
function second(change: Partial<Case>, gap = MINUTE_MS) {
  const engine = new DecisionEngine('NIFTY', SIGNAL_PARAMS.engine, hash)
  const c = { ...good, ...change }
  engine.evaluate(evaluation(c))
  return engine.evaluate(evaluation({ ...c, end: (c.end + gap) as EpochMs }))
}

describe('the engine', () => {
  it('buys a call on the second evaluation, not on the first', () => {
    const engine = new DecisionEngine('NIFTY', SIGNAL_PARAMS.engine, hash)
    const first = engine.evaluate(evaluation(good))
    expect([first.action, first.noTrade.map(({ code }) => code)]).toEqual(['none', ['unconfirmed']])
    const next = engine.evaluate(evaluation({ ...good, end: (at + MINUTE_MS) as EpochMs }))
    expect([next.action, next.direction, next.entry, next.noTrade]).toEqual(['buy_call', 'up', entry, []])
    expect(next.score).toBeCloseTo((0.11 + 0.216 + 0.12) / 0.8, 12)
    expect(next.coverage).toBeCloseTo(0.8, 12)
  })

  it('buys a put on the mirror image', () =>
    expect(second({ candle: -0.55, indicator: -0.72, chain: -0.4 })).toMatchObject({
      action: 'buy_put',
      direction: 'down',
    }))

  it.each<[when: string, change: Partial<Case>, codes: string[]]>([
    ['a rule blocks', { rules: [{ code: 'opening_minutes', text: 'Too early.' }] }, ['opening_minutes']],
    ['the market ranges', { regime: 'range' }, ['regime_range']],
    ['the chain is stale', { stale: ['chain'] }, ['coverage_low']],
    ['the candle agent is stale', { stale: ['candle'] }, ['coverage_low']],
    ['the score is low', { indicator: 0.1 }, ['score_low']],
    ['only one agent agrees', { candle: 0, chain: 0, indicator: 1.2 }, ['no_agreement']],
    ['the chain opposes', { chain: -0.4, indicator: 1, candle: 1 }, ['opposed']],
    ['the indicator opposes', { chain: 1, indicator: -0.4, candle: 1 }, ['opposed']],
    ['no contract is liquid', { found: false }, ['no_liquid_strike']],
    ['nobody says anything', { candle: 0, indicator: 0, chain: 0 }, ['score_low']],
    [
      'a rule blocks and the market ranges',
      { rules: [{ code: 'vix_spike', text: 'x' }], regime: 'range' },
      ['vix_spike', 'regime_range'],
    ],
  ])('stays out when %s', (_when, change, codes) => {
    const decision = second(change)
    expect(decision.action).toBe('none')
    expect(decision.noTrade.map(({ code }) => code)).toEqual(codes)
    expect(decision.entry).toBeNull()
    expect(decision.flips.length).toBeGreaterThan(0)
  })

  it('asks for more over lunch', () => {
    const weak = { candle: 0.3, indicator: 0.5, chain: 0.42 }
    const noon = istInstant(istDate('2026-11-20'), 12, 0)
    expect(second(weak).action).toBe('buy_call')
    expect(second({ ...weak, end: noon }).noTrade.map(({ code }) => code)).toEqual(['score_low'])
  })

  it('wants two evaluations in a row', () => expect(second({}, 2 * MINUTE_MS).noTrade[0]!.code).toBe('unconfirmed'))

  it('names each minute, direction and configuration by its own id', () => {
    const one = second({})
    expect(second({}).id).toBe(one.id)
    expect(second({ end: (at + MINUTE_MS) as EpochMs }).id).not.toBe(one.id)
    expect(one.id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('says what would flip the answer', () => {
    expect(second({ chain: 0, candle: 0 }).flips.join(' ')).toContain('option-chain agent at')
    expect(second({}).flips.join(' ')).toContain('The indicator agent under')
  })
})
