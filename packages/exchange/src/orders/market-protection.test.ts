import { describe, expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { autoProtectionPct, beyondLpp, lppRange, protectedPrice } from './market-protection.ts'

const p = (rupees: number) => Math.round(rupees * 100) as Paise
const TICK = p(0.05)
const wide = { lower: TICK, upper: p(10_000) }

describe('market protection', () => {
  it.each([
    [9.95, 5],
    [10, 3],
    [99.95, 3],
    [100, 2],
    [500, 1],
  ])('of an option at %d is %d per cent', (last, pct) => expect(autoProtectionPct(p(last))).toBe(pct))

  it('puts a limit on the tick either side of the last price', () => {
    expect(protectedPrice('BUY', p(120), -1, TICK, wide)).toEqual({ price: p(122.4), tags: ['mktp', 'mktp:2.00'] })
    expect(protectedPrice('SELL', p(33.35), 3, TICK, wide)).toEqual({ price: p(32.35), tags: ['mktp', 'mktp:3.00'] })
  })

  it('stays inside the day’s band and above nothing', () => {
    expect(protectedPrice('BUY', p(120), 50, TICK, { lower: TICK, upper: p(150) }).price).toBe(p(150))
    expect(protectedPrice('SELL', p(0.05), 100, TICK, wide).price).toBe(TICK)
  })
})

describe('limit price protection', () => {
  it('is 40 per cent above 50 rupees, else 20 rupees', () => {
    expect(lppRange(p(100), TICK)).toEqual({ lower: p(60), upper: p(140) })
    expect(lppRange(p(50), TICK)).toEqual({ lower: p(30), upper: p(70) })
    expect(lppRange(p(10), TICK)).toEqual({ lower: TICK, upper: p(30) })
  })

  it('refuses the aggressive side only', () => {
    expect(beyondLpp('SELL', p(59.95), p(100), TICK)).toBe(true)
    expect(beyondLpp('SELL', p(200), p(100), TICK)).toBe(false)
    expect(beyondLpp('BUY', p(140.05), p(100), TICK)).toBe(true)
    expect(beyondLpp('BUY', p(1), p(100), TICK)).toBe(false)
    expect(beyondLpp('BUY', p(140.05), p(0), TICK)).toBe(false)
  })
})
