import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTickPrice, floorToTick, roundToTick, ceilToTick } from './ticks.ts'
import { paise } from './paise.ts'

describe('rounding to ticks', () => {
  it.each<[price: number, down: number, near: number, up: number]>([
    [12_345, 12_345, 12_345, 12_345],
    [12_346, 12_345, 12_345, 12_350],
    [12_347.5, 12_345, 12_350, 12_350],
    [12_349.999_999, 12_350, 12_350, 12_350], // float noise of an exact tick
    [-2, -5, 0, 0],
    [0, 0, 0, 0],
  ])('%d: down %d, near %d, up %d', (price, down, near, up) => {
    expect([floorToTick(price), roundToTick(price), ceilToTick(price)]).toEqual([down, near, up])
  })

  it('brackets every price between neighbours on the grid', () =>
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), fc.constantFrom(1, 5, 10, 20), (price, size) => {
        const tick = paise(size)
        const [down, near, up] = [floorToTick(price, tick), roundToTick(price, tick), ceilToTick(price, tick)]
        for (const rounded of [down, near, up]) expect(rounded % size).toBe(0)
        expect(up - down === 0 || up - down === size).toBe(true)
        expect(down).toBeLessThanOrEqual(price + size * 1e-5)
        expect(up).toBeGreaterThanOrEqual(price - size * 1e-5)
        expect(Math.abs(near - price)).toBeLessThanOrEqual(size / 2 + size * 1e-5)
      }),
    ))

  it('leaves prices on the grid alone', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (steps) => {
        const price = steps * 5
        expect([floorToTick(price), roundToTick(price), ceilToTick(price)]).toEqual([price, price, price])
        expect(isTickPrice(price)).toBe(price > 0)
      }),
    ))

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (price) =>
    expect(() => floorToTick(price)).toThrow(RangeError),
  )
  it('refuses a tick of nothing', () => expect(() => ceilToTick(100, paise(0))).toThrow(RangeError))
  it.each([0, -5, 12, 2.5, Number.NaN])('does not take %d for a price on the grid', (price) =>
    expect(isTickPrice(price)).toBe(false),
  )
})
