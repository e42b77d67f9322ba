// @invariant foreign-trades-count
import { expect, it } from 'vitest'
import { kiteOptionIndex } from './option-names.ts'

it.each([
  ['NIFTY26NOV24500CE', 'NIFTY'],
  ['NIFTY26D0124000PE', 'NIFTY'],
  ['NIFTY2611324000CE', 'NIFTY'],
  ['BANKNIFTY26DEC54000PE', 'BANKNIFTY'],
  ['NIFTY26NOVFUT', undefined],
  ['NIFTYNXT5026NOV68000CE', undefined],
  ['FINNIFTY26NOV26000CE', undefined],
  ['MIDCPNIFTY26NOV13000PE', undefined],
  ['BANKEX26NOV62000CE', undefined],
  ['RELIANCE26NOV1500CE', undefined],
  ['NIFTYBEES', undefined],
])('%s is an option of %s', (tradingsymbol, index) => expect(kiteOptionIndex(tradingsymbol)).toBe(index))
