// @invariant learned-weights
import { byVoter, type Voter, VOTERS } from '../registry/registry.ts'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { configHash } from '../registry/config-hash.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { recomputeDecision, decideOnRecord } from '../decision/decision-inputs.ts'
import { DecisionEngine, type Evaluation } from '../decision/engine.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { Challenger } from './challenger.ts'
import { earnedWeights } from './earned-weights.ts'
import { withWeights, type NamedWeights, type VoterWeights } from './voter-weights.ts'
import type { WeightsArtefact } from './weights-artefact.ts'

/** Weights a night may have led to. */
const learned = fc
  .array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 5, maxLength: 5 })
  .map((correlations): NamedWeights => {
    const weights =
      earnedWeights(correlations.map((correlation) => ({ correlation, error: 0.03, high: correlation + 0.06 }))) ??
      VOTERS.map((agent) => SIGNAL_PARAMS.engine.weights[agent])
    return { version: '2026-11-20', weights: byVoter((_, i) => weights[i]!) }
  })

/** Every number of a tree by its path. */
function leaves(value: unknown, path = ''): [path: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, field]) => leaves(field, path === '' ? key : `${path}.${key}`))
}

describe('what may be learned', () => {
  it('is one number for each agent that votes, by type', () => {
    expectTypeOf<keyof VoterWeights>().toEqualTypeOf<Voter>()
    expectTypeOf<WeightsArtefact['weights']>().toEqualTypeOf<VoterWeights>()
    expectTypeOf<keyof NamedWeights>().toEqualTypeOf<'version' | 'weights'>()
    expectTypeOf(withWeights).parameter(1).toEqualTypeOf<NamedWeights | undefined>()
  })

  it('never touches a threshold, a stop, a cap or a veto, whatever the nights brought', () =>
    fc.assert(
      fc.property(learned, (named) => {
        const changed = new Map(leaves(withWeights(SIGNAL_PARAMS, named)))
        const allowed = new Set([...VOTERS.map((agent) => `engine.weights.${agent}`), 'engine.weightsVersion'])
        for (const [path, value] of leaves(SIGNAL_PARAMS)) if (!allowed.has(path)) expect(changed.get(path)).toBe(value)
        const before = new Set(leaves(SIGNAL_PARAMS).map(([path]) => path))
        for (const path of changed.keys()) expect(before.has(path) || allowed.has(path)).toBe(true)
      }),
    ))

  it('takes nothing else from what claims to be weights', () => {
    const smuggled = { ...SIGNAL_PARAMS.engine.weights, enter: 0.1, minCoverage: 0 }
    const { engine } = withWeights(SIGNAL_PARAMS, { version: 'v', weights: smuggled })
    expect(Object.keys(engine.weights)).toEqual([...VOTERS])
    expect([engine.enter, engine.minCoverage]).toEqual([SIGNAL_PARAMS.engine.enter, SIGNAL_PARAMS.engine.minCoverage])
  })
})

const barEnd = istInstant('2026-11-20' as IstDate, 10, 42)
const vote = (signed: number) => ({
  reading: {
    bias: signed > 0 ? ('bullish' as const) : signed < 0 ? ('bearish' as const) : ('neutral' as const),
    strength: Math.abs(signed),
    asOf: (barEnd - 60_000) as EpochMs,
  },
  stale: false,
})

const minute = (end: number, signed: readonly number[]): Evaluation => ({
  barEnd: end as EpochMs,
  votes: byVoter((_, i) => vote(signed[i]!)),
  block: { stale: false, rules: [] },
  regime: { stale: false, regime: 'transition' },
  spike: { paused: false, l: 0, pauseMs: SIGNAL_PARAMS.spike.pauseMs },
  spot: 2_451_200 as Paise,
  atr5: 2200 as Paise,
  chooseStrike: () => ({
    found: false,
    ivTooHigh: true,
    refusals: { inRange: 0, price: 0, spread: 0, quantity: 0, interest: 0, volume: 0, old: 0 },
    limits: SIGNAL_PARAMS.entry,
  }),
})

describe('a decision under learned weights', () => {
  it('names the version, is hashed with it, and is made again from its inputs under any version', () =>
    fc.assert(
      fc.property(
        learned,
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
        (named, signed) => {
          const params = withWeights(SIGNAL_PARAMS, named)
          const as = { symbol: 'NIFTY', params: params.engine, configHash: configHash(params) } as const
          const { decision, inputs } = decideOnRecord(
            new DecisionEngine('NIFTY', params.engine, as.configHash),
            as,
            minute(barEnd, signed),
          )
          expect(decision.configHash).not.toBe(configHash(SIGNAL_PARAMS))
          const original = JSON.parse(JSON.stringify(inputs)) as typeof inputs
          expect(original.params.weightsVersion).toBe(named.version)
          expect(recomputeDecision(original)).toEqual(decision)
        },
      ),
    ))

  it('has the hash it always had while nothing was promoted', () =>
    expect(withWeights(SIGNAL_PARAMS, undefined)).toBe(SIGNAL_PARAMS))
})

describe('the challenger', () => {
  const bullish = [0.6, 0.7, 0.4, 0, 0]
  const named: NamedWeights = {
    version: '2026-11-19',
    weights: {
      candle_signal: 0.45,
      indicator_signal: 0.05,
      option_chain_signal: 0.4,
      fii_dii_signal: 0.05,
      spike_signal: 0.05,
    },
  }

  it('weighs what the champion read its own way, remembers its own minutes, and reports whether it would enter', () => {
    const as = { symbol: 'NIFTY', params: SIGNAL_PARAMS.engine, configHash: configHash(SIGNAL_PARAMS) } as const
    const champion = new DecisionEngine('NIFTY', SIGNAL_PARAMS.engine, as.configHash)
    const challenger = new Challenger('NIFTY', SIGNAL_PARAMS, named)
    const opinions = [0, 60_000].map((later) => {
      const { inputs } = decideOnRecord(champion, as, minute(barEnd + later, bullish))
      return challenger.opinion(inputs)
    })
    const score = 0.45 * 0.6 + 0.05 * 0.7 + 0.4 * 0.4
    expect(opinions[0]!.score).toBeCloseTo(score, 12)
    expect(opinions.map(({ wouldEnter }) => wouldEnter)).toEqual([false, true])
    expect(opinions[1]).toEqual({
      version: named.version,
      configHash: configHash(withWeights(SIGNAL_PARAMS, named)),
      score: opinions[0]!.score,
      coverage: opinions[0]!.coverage,
      direction: 'up',
      wouldEnter: true,
    })
  })
})
