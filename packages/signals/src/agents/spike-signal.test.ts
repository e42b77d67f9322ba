import { describe, expect, it } from 'vitest'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import type { SpikeProfile } from '../option-chain/spike-profile.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { SIGNAL_PARAMS } from '../registry/params.ts'
import { SpikeSignal } from './spike-signal.ts'
import { SpikeWatch } from './spike-watch.ts'

const params = SIGNAL_PARAMS.spike
const opensAt = istInstant(istDate('2026-11-20'), 9, 15)

/** Minutes whose closes are `exp` of the summed returns, unrounded: a vector is about returns, not about ticks. */
function minutesOf(returns: readonly number[]): Candle[] {
  let level = 2_500_000
  const bar = (i: number) => {
    const p = level as Paise
    return candle((opensAt + i * MINUTE_MS) as EpochMs, p, p, p, p)
  }
  return [bar(0), ...returns.map((r, i) => ((level *= Math.exp(r)), bar(i + 1)))]
}

/** ±0.0003 in turn, even places up. */
const calm = (count: number) => Array.from({ length: count }, (_, j) => (j % 2 === 0 ? 0.0003 : -0.0003))

function fed(returns: readonly number[], profile?: SpikeProfile, volume = Number.NaN) {
  const agent = new SpikeSignal(params, profile)
  agent.startSession(opensAt)
  for (const minute of minutesOf(returns)) agent.push(minute, volume)
  return agent
}

/** One value everywhere but for those given by slot. */
const flat = (value: number, slots: Readonly<Record<number, number>> = {}) =>
  Array.from({ length: 25 }, (_, slot) => slots[slot] ?? value)
const profileOf = (change: Partial<SpikeProfile> = {}): SpikeProfile => ({
  factor: flat(1),
  logVolume: flat(Math.log(1000)),
  logVolumeMad: flat(0.5),
  ...change,
})

describe('spikes on closed minutes', () => {
  it.each([
    [0.0021, 7, 'bullish', 0.7],
    [-0.0021, -7, 'bearish', 0.7],
    [0.0016, 5.33, 'neutral', 0],
  ])('a return of %d is L = %d: %s, strength %d', (r, l, bias, strength) => {
    const agent = fed([...calm(302), r])
    expect(agent.l).toBeCloseTo(l, 2)
    expect([agent.bias, agent.isFresh]).toEqual([bias, bias !== 'neutral'])
    expect(agent.strength).toBeCloseTo(strength, 9)
    expect(agent.explanation().reasons.reduce((sum, reason) => sum + reason.effect, 0)).toBeCloseTo(
      Math.sign(l) * strength,
      9,
    )
  })

  it('gives no score under 60 pairs of returns', () => {
    expect(fed(calm(60)).explanation().reasons[0]!.code).toBe('warm_up')
    expect(fed([...calm(60), 0.01]).bias).toBe('neutral')
    expect(fed([...calm(61), 0.01]).bias).toBe('bullish')
  })

  it('halves every ten minutes and is neutral under 0.2', () => {
    const after = (minutes: number) => fed([...calm(302), 0.0021, ...calm(minutes)])
    expect(after(10).strength).toBeCloseTo(0.35, 9)
    expect(after(18).bias).toBe('bullish')
    expect([after(19).bias, after(19).strength]).toEqual(['neutral', 0])
  })

  it('divides by the seasonal factor of its quarter of an hour', () => {
    const slot = Math.floor(303 / 15)
    const profile = profileOf({ factor: flat(1, { [slot]: 2 }) })
    expect(fed([...calm(slot * 15 - 1), ...calm(3).map((r) => 2 * r), 0.0042], profile).l).toBeCloseTo(7, 6)
  })

  it('is 0.15 stronger on a volume far above the usual', () => {
    const returns = [...calm(302), 0.0021]
    const at = (z: number) => fed(returns, profileOf(), 1000 * Math.exp((z * 0.5) / 0.6745))
    expect(at(3.49).strength).toBeCloseTo(0.7, 9)
    expect(at(3.51).strength).toBeCloseTo(0.85, 9)
  })

  it('does not take the night for a minute', () => {
    const agent = fed(calm(302))
    agent.startSession((opensAt + 24 * 60 * MINUTE_MS) as EpochMs)
    const price = 2_600_000 as Paise
    agent.push(candle((opensAt + 24 * 60 * MINUTE_MS) as EpochMs, price, price, price, price), Number.NaN)
    expect([agent.l, agent.bias]).toEqual([0, 'neutral'])
  })

  it('is not set off by a market that did not move', () => {
    expect(fed([...Array.from({ length: 100 }, () => 0), 0.001]).l).toBe(0)
  })
})

describe('the pause', () => {
  /** A watch after a calm morning; `step` lets seconds pass at a price and a spread. */
  function watched() {
    const agent = fed(calm(302))
    const watch = new SpikeWatch(params, agent)
    let now = agent.asOf as number
    const step = (seconds: number, price: number, spread = 0.002) => {
      for (let i = 0; i < seconds; i += 1) watch.advance((now += 1000) as EpochMs, price, spread)
    }
    step(300, 25_000)
    return { agent, watch, step }
  }
  /** Eight times the bipower volatility of ten seconds. */
  const limit = 8 * 0.0003 * Math.sqrt(1 / 6)

  it('begins with a move within ten seconds, for a minute', () => {
    const { watch, step } = watched()
    step(5, 25_000 * Math.exp(0.99 * limit))
    expect(watch.hold).toBeUndefined()
    step(1, 25_000 * Math.exp(1.01 * limit))
    expect(watch.hold).toBe('provisional')
    // For another four seconds it is still a move within ten.
    step(63, 25_000 * Math.exp(1.01 * limit))
    expect(watch.hold).toBeDefined()
    step(1, 25_000 * Math.exp(1.01 * limit))
    expect(watch.hold).toBeUndefined()
  })

  it('is not begun by a slow move', () => {
    const { watch, step } = watched()
    for (let i = 1; i <= 60; i += 1) step(1, 25_000 * Math.exp((i * limit) / 15))
    expect(watch.hold).toBeUndefined()
  })

  it('lasts until the spread at the money is narrow again', () => {
    const { agent, watch, step } = watched()
    agent.spike = { at: agent.asOf, l: 8, onVolume: false }
    watch.confirm()
    expect(watch.hold).toBe('closed')
    step(100, 25_000, 0.0031)
    expect(watch.hold).toBeDefined()
    step(1, 25_000, Number.NaN)
    expect(watch.hold).toBeDefined()
    step(1, 25_000, 0.0029)
    expect(watch.hold).toBeUndefined()
  })

  it('is the same however seldom it is read', () => {
    const prices = (i: number) => 25_000 * Math.exp(i >= 20 ? 1.5 * limit : 0)
    const run = (every: number) => {
      const { watch, agent } = watched()
      const start = agent.asOf + 300_000
      const seen: boolean[] = []
      for (let i = every; i <= 120; i += every) {
        watch.advance((start + i * 1000) as EpochMs, prices(i), 0.002)
        if (i % 10 === 0) seen.push(watch.hold !== undefined)
      }
      return seen
    }
    expect(run(5)).toEqual(run(1))
    expect(run(1)).toContain(true)
  })
})
