import type { Paise } from '@strikewise/domain/money/paise.ts'
import { describe, expect, it } from 'vitest'
import { averageFillRow, entryFillRow } from './entry-fill-row.ts'

const fill = (difference: number) => ({
  intendedPrice: 10_000 as Paise,
  difference: difference as Paise,
  risk: 150_000 as Paise,
})

describe('the fill of an entry', () => {
  it('is compared with the mid of a signal, and with the limit of a ticket', () => {
    const figures = { intended_price: 100, difference: -50, r: -0.03 }
    expect(entryFillRow(fill(-5_000), undefined)).toEqual({ ...figures, against: 'mid' })
    expect(entryFillRow(fill(-5_000), 'manual')).toEqual({ ...figures, against: 'limit' })
  })

  it('has no multiple where nothing was risked', () =>
    expect(entryFillRow({ ...fill(-5_000), risk: 0 as Paise }, undefined).r).toBeNull())
})

describe('the average of a period', () => {
  it('counts signals alone: a ticket fills at its limit or better', () => {
    const trades = [
      { entryFill: fill(-5_000) },
      { entryFill: fill(-4_000) },
      {},
      { origin: 'manual', entryFill: fill(30_000) },
    ] as const
    expect(averageFillRow(trades)).toEqual({ trades: 2, total: -90, average: -45, average_r: -0.03 })
  })

  it('is none without a signal', () =>
    expect(averageFillRow([{ origin: 'manual', entryFill: fill(30_000) }])).toBeNull())
})
