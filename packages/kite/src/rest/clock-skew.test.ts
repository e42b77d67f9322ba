import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ClockSkew } from './clock-skew.ts'

const NOON = Date.parse('2026-09-16T12:00:00Z')

/** One answer of a broker whose clock is `skew` ahead, stamped `there` after our asking, heard `back` after that. */
function heard(skew: number, there: number, back: number): number | undefined {
  let now = NOON + 123
  const watch = new ClockSkew(
    () => now,
    () => now,
  )
  const hear = watch.asked()
  now += there
  const date = new Date(now + skew).toUTCString()
  now += back
  hear(date)
  return watch.skewMs
}

describe('the skew of the broker’s clock', () => {
  it('is never said to be more than it is, however slow the answer', () => {
    const ms = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), ms, ms, (skew, there, back) => {
        const said = heard(skew, there, back)!
        expect(Math.abs(said)).toBeLessThanOrEqual(Math.abs(skew))
        expect(Math.sign(said) === 0 || Math.sign(said) === Math.sign(skew)).toBe(true)
      }),
    )
  })

  it('is found to within a second of an answer that came at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (skew) => {
        expect(Math.abs(heard(skew, 5, 5)! - skew)).toBeLessThanOrEqual(1_010)
      }),
    )
  })

  it('shows the broker’s clock by the clock that never steps, whatever ours does meanwhile', () => {
    const ms = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(ms, ms, fc.integer({ min: -1e8, max: 1e8 }), (there, back, step) => {
        let [mono, wall] = [0, 0]
        const watch = new ClockSkew(
          () => NOON + wall,
          () => mono,
        )
        const hear = watch.asked()
        mono += there
        const date = new Date(NOON + 123 + mono).toUTCString()
        mono += back
        wall += step
        hear(date)
        const { mono: at, earliest, latest } = watch.shown!
        expect(at).toBe(mono)
        expect(earliest).toBeLessThanOrEqual(NOON + 123 + mono)
        expect(latest).toBeGreaterThanOrEqual(NOON + 123 + mono)
        expect(latest - earliest).toBe(1_000 + there + back)
      }),
    )
  })

  it('stands until an answer says otherwise; one without a date says nothing', () => {
    const watch = new ClockSkew(
      () => NOON,
      () => 0,
    )
    watch.asked()('')
    expect(watch.skewMs).toBeUndefined()
    watch.asked()(new Date(NOON + 5_000).toUTCString())
    expect(watch.skewMs).toBe(5_000)
    watch.asked()('yesterday')
    expect(watch.skewMs).toBe(5_000)
    watch.asked()(new Date(NOON).toUTCString())
    expect(watch.skewMs).toBe(0)
  })
})
