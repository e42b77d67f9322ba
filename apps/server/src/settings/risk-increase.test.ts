import { expect, it } from 'vitest'
import type { RiskSettings } from '@strikewise/wire/account.ts'
import { increasesRisk } from './risk-increase.ts'

const KNOWN: RiskSettings = {
  capital: 200_000,
  daily_loss_cap_pct: 3,
  max_entries_per_symbol: 3,
  max_positions_per_symbol: 2,
  cover_manual_shorts: false,
}
const MORE: { readonly [K in keyof RiskSettings]: readonly RiskSettings[K][] } = {
  capital: [200_001, null],
  daily_loss_cap_pct: [3.1],
  max_entries_per_symbol: [4],
  max_positions_per_symbol: [3],
  cover_manual_shorts: [true],
}
const changes = Object.entries(MORE).flatMap(([limit, values]) => values.map((value) => ({ limit, value })))

it.each(changes)('$limit $value is more risk than before', ({ limit, value }) =>
  expect(increasesRisk({ ...KNOWN, [limit]: value }, KNOWN)).toBe(true),
)

it.each(changes.filter(({ value }) => value !== null))('and back from $limit $value is not', ({ limit, value }) =>
  expect(increasesRisk(KNOWN, { ...KNOWN, [limit]: value })).toBe(false),
)

it('a capital that was unknown is more risk, unchanged limits are not', () => {
  expect(increasesRisk(KNOWN, { ...KNOWN, capital: null })).toBe(true)
  expect(increasesRisk(KNOWN, KNOWN)).toBe(false)
})
