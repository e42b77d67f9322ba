import { expect, it } from 'vitest'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { QuoteChanges } from './quote-changes.ts'

it('gives a slot a new version when anything a listener sees has changed', () => {
  const table = new QuoteTable(2)
  const slot = table.add(256265)
  const other = table.add(260105)
  const changes = new QuoteChanges(table)
  table.lastPrice[slot] = 100
  changes.compare()
  const first = changes.versionOf(slot)
  expect(first).toBe(changes.version)
  expect(changes.versionOf(other)).toBeLessThan(first)
  changes.compare()
  expect(changes.versionOf(slot)).toBe(first)
  for (const column of [table.lastPrice, table.volume, table.openInterest, table.exchangeAt]) {
    column[slot] = column[slot]! + 1
    changes.compare()
    expect(changes.versionOf(slot)).toBe(changes.version)
  }
  table.bidQuantity[slot * 5] = 50
  changes.compare([slot])
  expect(changes.versionOf(slot)).toBe(changes.version)
})
