import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServerTimeEstimator } from './server-time.ts'

const NOON = Date.parse('2026-09-16T12:00:00Z')

describe('what an answer shows of the broker’s clock', () => {
  it('shows the broker’s clock by the clock that never steps', () => {
    const ms = fc.integer({ min: 0, max: 20_000 })
    fc.assert(
      fc.property(ms, ms, (there, back) => {
        let mono = 0
        const watch = new ServerTimeEstimator(() => mono)
        const onDate = watch.onRequest()
        mono += there
        const date = Date.parse(new Date(NOON + 123 + mono).toUTCString())
        mono += back
        onDate(date)
        const { mono: at, earliest, latest } = watch.shown!
        expect(at).toBe(mono)
        expect(earliest).toBeLessThanOrEqual(NOON + 123 + mono)
        expect(latest).toBeGreaterThanOrEqual(NOON + 123 + mono)
        expect(latest - earliest).toBe(1_000 + there + back)
      }),
    )
  })

  it('stands until an answer shows otherwise; one without a date shows nothing', () => {
    const watch = new ServerTimeEstimator(() => 0)
    const dated = (earliest: number) => ({ mono: 0, earliest, latest: earliest + 1_000 })
    watch.onRequest()(Date.parse(''))
    expect(watch.shown).toBeUndefined()
    watch.onRequest()(NOON + 5_000)
    expect(watch.shown).toEqual(dated(NOON + 5_000))
    watch.onRequest()(Date.parse('yesterday'))
    expect(watch.shown).toEqual(dated(NOON + 5_000))
    watch.onRequest()(NOON)
    expect(watch.shown).toEqual(dated(NOON))
  })
})
