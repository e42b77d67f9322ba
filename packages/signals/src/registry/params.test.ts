import { describe, expect, it } from 'vitest'
import { configHash } from './config-hash.ts'
import { withLatencyAllowance } from '../agents/latency-allowance.ts'
import { SIGNAL_PARAMS } from './params.ts'

describe('configuration hash', () => {
  it('does not depend on the order of keys', () => {
    const { candles, ...rest } = SIGNAL_PARAMS
    expect(configHash({ ...rest, candles: { ...candles } })).toBe(configHash(SIGNAL_PARAMS))
  })
  it('changes with any number and with the version', () => {
    const changed = { ...SIGNAL_PARAMS, engine: { ...SIGNAL_PARAMS.engine, enter: 0.41 } }
    expect(configHash(changed)).not.toBe(configHash(SIGNAL_PARAMS))
    expect(configHash(SIGNAL_PARAMS, '9.9.9')).not.toBe(configHash(SIGNAL_PARAMS))
  })
})

describe('weights', () => {
  it('add up to 1 in every set of parameters', () => {
    const sum = (weights: object) => Object.values(weights).reduce((total: number, weight: number) => total + weight, 0)
    expect(sum(SIGNAL_PARAMS.indicator.weights)).toBeCloseTo(1, 12)
    expect(sum(SIGNAL_PARAMS.chain.weights)).toBeCloseTo(1, 12)
    expect(sum(SIGNAL_PARAMS.engine.weights)).toBeCloseTo(1, 12)
    expect(sum(SIGNAL_PARAMS.flows.weights)).toBeCloseTo(1, 12)
  })
})

describe('latency allowance', () => {
  it('leaves production as it is', () => expect(withLatencyAllowance(SIGNAL_PARAMS, 1)).toBe(SIGNAL_PARAMS))
  it.each([
    [10, 4000, 7000],
    [60, 14_000, 17_000],
    [600, 52_000, 55_000],
  ])('at ×%d bars close after %d ms and the index may be %d ms old', (speed, grace, age) => {
    const params = withLatencyAllowance(SIGNAL_PARAMS, speed)
    expect([params.candles.graceMs, params.block.indexAgeMs]).toEqual([grace, age])
  })
})
