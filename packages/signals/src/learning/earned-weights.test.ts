// @invariant learned-weights
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { earnedWeights, type WeighedEvidence } from './earned-weights.ts'

const of = (correlation: number, error: number): WeighedEvidence => ({
  correlation,
  error,
  high: correlation + 1.96 * error,
})
const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0)
const known = fc.record({
  correlation: fc.double({ min: -0.2, max: 0.2, noNaN: true }),
  error: fc.double({ min: 0.005, max: 0.2, noNaN: true }),
})
const one = fc.option(known, { nil: undefined }).map((part) => part && of(part.correlation, part.error))
const evidence = fc.array(one, { minLength: 1, maxLength: 6 })

describe('weights by evidence', () => {
  it('are equal where nothing is known, and where agents differ by no more than chance', () => {
    expect(earnedWeights([undefined, undefined, undefined, undefined])).toEqual([0.25, 0.25, 0.25, 0.25])
    const weights = earnedWeights([of(0.02, 0.05), of(0, 0.05), of(-0.02, 0.05), undefined])!
    for (const weight of weights) expect(weight).toBeCloseTo(0.25, 12)
  })

  it('follow the formula on a case computed manually', () => {
    // v = 1 / 0.02² = 2,500 each; mean 0.03; Q = 2,500 × (0.03² + 0 + 0.03²) = 4.5; Σv - Σv² / Σv = 7,500 - 2,500 = 5,000;
    // τ² = (4.5 - 2) / 5,000 = 0.0005; B = 0.0005 / (0.0005 + 0.0004) = 5 / 9. Weights: 4 / 27 + 5 / 9 × (6, 3, 0) / 9.
    const weights = earnedWeights([of(0.06, 0.02), of(0.03, 0.02), of(0, 0.02)])!
    expect(weights[1]).toBeGreaterThan(weights[2]!)
    const raw = [4 / 27 + (5 / 9) * (6 / 9), 4 / 27 + (5 / 9) * (3 / 9), 4 / 27]
    // The largest, 0.519, is held at the cap of 0.45; the others share the rest in their proportion.
    const rest = 0.55 / (raw[1]! + raw[2]!)
    for (const [i, weight] of [0.45, rest * raw[1]!, rest * raw[2]!].entries())
      expect(weights[i]).toBeCloseTo(weight, 12)
  })

  it('are 0 for an agent whose interval lies below 0, and for no other', () =>
    fc.assert(
      fc.property(evidence, (agents) => {
        const weights = earnedWeights(agents)
        if (weights === undefined) {
          expect(agents.every((agent) => agent !== undefined && agent.high < 0)).toBe(true)
          return
        }
        for (const [i, agent] of agents.entries()) expect(weights[i] === 0).toBe(agent !== undefined && agent.high < 0)
      }),
    ))

  it('add up to 1, none below 0 or above the cap', () =>
    fc.assert(
      fc.property(evidence, (agents) => {
        const weights = earnedWeights(agents) ?? [1]
        expect(sumOf(weights)).toBeCloseTo(1, 9)
        const count = weights.filter((weight) => weight > 0).length
        for (const weight of weights) expect(weight >= 0 && weight <= Math.max(0.45, 1 / count) + 1e-12).toBe(true)
      }),
    ))

  it('move away from equal votes as the evidence grows, and never back', () =>
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -0.02, max: 0.1, noNaN: true }), { minLength: 2, maxLength: 6 }),
        fc.double({ min: 0.02, max: 0.1, noNaN: true }),
        fc.double({ min: 1, max: 3, noNaN: true }),
        (correlations, error, more) => {
          const distance = (s: number) => {
            // None is shown to be wrong: that is another step.
            const weights = earnedWeights(correlations.map((correlation) => ({ correlation, error: s, high: 1 })))!
            return Math.max(...weights.map((weight) => Math.abs(weight - 1 / weights.length)))
          }
          expect(distance(error / more)).toBeGreaterThanOrEqual(distance(error) - 1e-9)
        },
      ),
    ))

  it('do so strictly where agents differ', () => {
    const first = (error: number) => earnedWeights([of(0.05, error), of(0.02, error), of(0.03, error)])![0]!
    expect(first(0.05)).toBeCloseTo(1 / 3, 12)
    expect(first(0.01)).toBeGreaterThan(first(0.014))
    expect(first(0.014)).toBeGreaterThan(1 / 3)
  })

  it('do not depend on the order of the agents', () =>
    fc.assert(
      fc.property(evidence, (agents) => {
        const turned = [...agents.slice(1), agents[0]]
        const [weights, other] = [earnedWeights(agents), earnedWeights(turned)]
        expect(other === undefined).toBe(weights === undefined)
        for (const [i, weight] of (weights ?? []).entries())
          expect(other![(i + agents.length - 1) % agents.length]).toBeCloseTo(weight, 9)
      }),
    ))

  it('are none where every agent is shown to be wrong', () =>
    expect(earnedWeights([of(-0.1, 0.01), of(-0.2, 0.01)])).toBeUndefined())
})
