import { describe, expect, it } from 'vitest'
import type { AgentOutput } from '../agents/agent-output.ts'
import type { BlockRule } from '../agents/market-block-signal.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import type { Regime } from '../registry/definitions/sideways-agent.ts'
import { paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { combine } from './combine.ts'
import { DecisionEngine, type Evaluation } from './engine.ts'
import type { EntryPlan } from './decision.ts'

const contribution = (weight: number, signed: number, stale = false) => ({ weight, signed, stale })

describe('combining', () => {
  it.each([
    ['all agents', 0.4, false, 0.416, 1],
    ['the chain against', -0.45, false, 0.161, 1],
    ['the chain stale', 0.4, true, 0.4229, 0.7],
  ] as const)('%s', (_when, chain, stale, score, coverage) => {
    const all = [
      contribution(0.2, 0.55),
      contribution(0.3, 0.72),
      contribution(0.3, chain, stale),
      contribution(0.1, -0.3),
      contribution(0.1, 0),
    ]
    expect(combine(all).score).toBeCloseTo(score, 4)
    expect(combine(all).coverage).toBeCloseTo(coverage, 9)
  })
  it('is 0 when nothing speaks', () => expect(combine([contribution(1, 1, true)])).toEqual({ coverage: 0, score: 0 }))
})

const at = istInstant(istDate('2026-11-20'), 10, 30)
const hash = 'a'.repeat(64)
const entry = { limit: paise(15000) } as EntryPlan

type WeightedContribution = 'candle' | 'indicator' | 'chain' | 'flows' | 'spike'

interface Case {
  candle: number
  indicator: number
  chain: number
  flows: number
  spike: number
  paused: boolean
  stale: WeightedContribution[]
  rules: BlockRule[]
  regime: Regime
  found: boolean
  end: EpochMs
}
const good: Case = {
  candle: 0.55,
  indicator: 0.72,
  chain: 0.4,
  flows: -0.3,
  spike: 0,
  paused: false,
  stale: [],
  rules: [],
  regime: 'trend_up',
  found: true,
  end: at,
}

const vixRule: BlockRule = {
  code: 'vix_spike',
  message: { code: 'no_trade.vix_spike.level', vix: 31, limit: 30 },
}

function evaluation(c: Case): Evaluation {
  const vote = (name: WeightedContribution) => {
    const s = c[name]
    const reading: AgentOutput = {
      bias: s > 0 ? 'bullish' : s < 0 ? 'bearish' : 'neutral',
      strength: Math.abs(s),
      asOf: c.end,
    }
    return { reading, stale: c.stale.includes(name) }
  }
  return {
    barEnd: c.end,
    votes: {
      candle_signal: vote('candle'),
      indicator_signal: vote('indicator'),
      option_chain_signal: vote('chain'),
      fii_dii_signal: vote('flows'),
      spike_signal: vote('spike'),
    },
    block: { stale: false, rules: c.rules },
    regime: { stale: false, regime: c.regime },
    spike: { paused: c.paused, l: 0, pauseMs: SIGNAL_PARAMS.spike.pauseMs },
    spot: paise(25_000_00),
    atr5: paise(20_00),
    chooseStrike: () =>
      c.found
        ? { found: true, entry }
        : {
            found: false,
            ivTooHigh: false,
            refusals: { inRange: 2, price: 0, spread: 2, quantity: 0, interest: 0, volume: 0, old: 0 },
            limits: SIGNAL_PARAMS.entry,
          },
  }
}

/** The second of two evaluations of the same case. */
function second(change: Partial<Case>, gap = MINUTE_MS, params = SIGNAL_PARAMS.engine) {
  const engine = new DecisionEngine('NIFTY', params, hash)
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
    expect(next.score).toBeCloseTo(0.416, 12)
    expect(next.coverage).toBeCloseTo(1, 12)
    expect(next.contributions.map(({ agent, weight }) => [agent, weight])).toEqual([
      ['candle_signal', 0.2],
      ['indicator_signal', 0.3],
      ['option_chain_signal', 0.3],
      ['fii_dii_signal', 0.1],
      ['spike_signal', 0.1],
    ])
  })

  it.each<[when: string, change: Partial<Case>, score: number, coverage: number, action: string]>([
    ['all agents speak', {}, 0.416, 1, 'buy_call'],
    ['the chain is against', { chain: -0.45 }, 0.161, 1, 'none'],
    ['the chain is stale', { stale: ['chain'] }, 0.4229, 0.7, 'buy_call'],
  ])('reference vector: %s', (_when, change, score, coverage, action) => {
    const decision = second(change)
    expect(decision.score).toBeCloseTo(score, 4)
    expect([decision.coverage, decision.action]).toEqual([expect.closeTo(coverage, 12), action])
  })

  it('buys a put on the mirror image', () =>
    expect(second({ candle: -0.55, indicator: -0.72, chain: -0.4, flows: 0.3 })).toMatchObject({
      action: 'buy_put',
      direction: 'down',
    }))

  it.each<[when: string, change: Partial<Case>, codes: string[]]>([
    [
      'a rule blocks',
      { rules: [{ code: 'closing_auction', message: { code: 'no_trade.closing_auction' } }] },
      ['closing_auction'],
    ],
    ['the market ranges', { regime: 'range' }, ['regime_range']],
    ['two agents are stale', { stale: ['chain', 'flows'] }, ['coverage_low']],
    ['the index has just jumped', { paused: true }, ['spike_pause']],
    [
      'a jump would tip the score, in its pause',
      { flows: -0.5, spike: 0.7, paused: true },
      ['spike_pause', 'score_low'],
    ],
    ['the score is low', { indicator: 0.1 }, ['score_low']],
    ['only one of the three agrees', { candle: 0, chain: 0, indicator: 1, flows: 1, spike: 1 }, ['no_agreement']],
    ['the chain opposes', { chain: -0.4, indicator: 1, candle: 1, flows: 1 }, ['opposed']],
    ['the indicator opposes', { chain: 1, indicator: -0.4, candle: 1, flows: 1 }, ['opposed']],
    ['no contract is liquid', { found: false }, ['no_liquid_strike']],
    ['no agent contributes', { candle: 0, indicator: 0, chain: 0 }, ['score_low']],
    ['a rule blocks and the market ranges', { rules: [vixRule], regime: 'range' }, ['vix_spike', 'regime_range']],
  ])('stays out when %s', (_when, change, codes) => {
    const decision = second(change)
    expect(decision.action).toBe('none')
    expect(decision.noTrade.map(({ code }) => code)).toEqual(codes)
    expect(decision.entry).toBeNull()
    expect(decision.flips.length).toBeGreaterThan(0)
  })

  it('counts no opposition from figures and jumps', () =>
    expect(second({ flows: -1, spike: -1, candle: 1, indicator: 1, chain: 0.9 }).action).toBe('buy_call'))

  it('lets an agent without a vote neither agree nor oppose, and names no way it could change the decision', () => {
    const weights = { ...SIGNAL_PARAMS.engine.weights, candle_signal: 0, option_chain_signal: 0, indicator_signal: 0.8 }
    const params = { ...SIGNAL_PARAMS.engine, weights }
    const of = (change: Partial<Case>) => second(change, MINUTE_MS, params)
    expect(of({ candle: 1, chain: 1, indicator: 0.9 }).noTrade.map(({ code }) => code)).toEqual(['no_agreement'])
    expect(of({ candle: 1, chain: -1, indicator: 0.9 }).noTrade.map(({ code }) => code)).toEqual(['no_agreement'])
    const flips = of({ candle: 0, chain: 0, indicator: 0.2 }).flips
    expect(flips.flatMap((flip) => ('agent' in flip ? [flip.agent] : []))).not.toContain('option_chain_signal')
  })

  it('counts a jump once its pause is over', () => {
    expect(second({ flows: -0.5, spike: 0.7 }).action).toBe('buy_call')
    expect(second({ flows: -0.5, spike: 0 }).noTrade.map(({ code }) => code)).toEqual(['score_low'])
  })

  it.each([
    [11, 59, 0.4],
    [12, 0, 0.45],
    [13, 14, 0.45],
    [13, 15, 0.4],
  ])('needs %d:%d a score of %d', (hour, minute, threshold) => {
    const end = (istInstant(istDate('2026-11-20'), hour, minute) - MINUTE_MS) as EpochMs
    expect(second({ end }).threshold).toBeCloseTo(threshold, 12)
  })

  it('stays out over lunch on a score that is enough before', () => {
    const noon = istInstant(istDate('2026-11-20'), 12, 0)
    expect(second({ end: noon }).noTrade.map(({ code }) => code)).toEqual(['score_low'])
    expect(second({ end: noon, flows: 0.3 }).action).toBe('buy_call')
  })

  it('wants two evaluations in a row', () => expect(second({}, 2 * MINUTE_MS).noTrade[0]!.code).toBe('unconfirmed'))

  it('names each minute, direction and configuration by its own id', () => {
    const one = second({})
    expect(second({}).id).toBe(one.id)
    expect(second({ end: (at + MINUTE_MS) as EpochMs }).id).not.toBe(one.id)
    expect(one.id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('reports what would flip the answer', () => {
    expect(second({ chain: 0, candle: 0 }).flips).toContainEqual(
      expect.objectContaining({ code: 'flip.agent_reaches', agent: 'option_chain_signal', now: 0 }),
    )
    expect(second({}).flips).toContainEqual(
      expect.objectContaining({ code: 'flip.agent_falls', agent: 'indicator_signal', direction: 'up' }),
    )
  })
})
