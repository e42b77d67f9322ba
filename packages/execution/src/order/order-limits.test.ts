// @invariant order-budget
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exitLimits, maxModifications, maxTrailMoves, ordinaryLimits, type OrderLimits } from './order-limits.ts'

const BROKER: OrderLimits = { perSecond: 10, perMinute: 400, perDay: 5_000, modifications: 25 }
const CAUTIOUS = { ...BROKER, cautious: { perMinute: 200, perDay: 3_000 } }

const limits = fc.record({
  perSecond: fc.integer({ min: 1, max: 50 }),
  perMinute: fc.integer({ min: 1, max: 2_000 }),
  perDay: fc.integer({ min: 1, max: 20_000 }),
  modifications: fc.nat(200),
})

describe('what of a broker’s limits is used', () => {
  it('is almost all of them for exits, and less for other calls', () => {
    expect(exitLimits(BROKER)).toEqual({ second: 9, minute: 390, day: 4_900 })
    expect(ordinaryLimits(BROKER)).toEqual({ second: 8, minute: 360, day: 4_666 })
  })

  it('is less of the lower limits that some sources name, exits apart', () => {
    expect(exitLimits(CAUTIOUS)).toEqual(exitLimits(BROKER))
    expect(ordinaryLimits(CAUTIOUS)).toEqual({ second: 8, minute: 180, day: 2_800 })
  })

  it('is never more than the broker allows, and never nothing', () =>
    fc.assert(
      fc.property(limits, (broker) => {
        const allowed = { second: broker.perSecond, minute: broker.perMinute, day: broker.perDay }
        const [exit, other] = [exitLimits(broker), ordinaryLimits(broker)]
        for (const window of ['second', 'minute', 'day'] as const) {
          expect(exit[window]).toBeLessThanOrEqual(allowed[window])
          expect(other[window]).toBeLessThanOrEqual(exit[window])
          expect(other[window]).toBeGreaterThanOrEqual(1)
        }
      }),
    ))

  it.each<[modifications: number, trail: number, all: number]>([
    [25, 20, 24],
    [100, 20, 99],
    [8, 3, 7],
    [3, 0, 2],
    [0, 0, 0],
  ])('is of %d changes of one order %d for trailing and %d in all', (modifications, trail, all) => {
    expect(maxTrailMoves(20, { ...BROKER, modifications })).toBe(trail)
    expect(maxModifications({ ...BROKER, modifications })).toBe(all)
  })
})
