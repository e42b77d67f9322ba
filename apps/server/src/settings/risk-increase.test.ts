import { expect, it } from 'vitest'
import { increasesRisk } from './risk-increase.ts'
import type { RiskSettingsInForce } from './risk-settings-in-force.ts'

const KNOWN: RiskSettingsInForce = {
  capital: 200_000,
  daily_loss_cap_pct: 3,
  max_entries_per_symbol: 3,
  max_positions_per_symbol: 2,
  cover_manual_shorts: false,
  entry_hours: { days: ['mon', 'tue'], from: '10:00', to: '12:00' },
  max_trades_per_day: 4,
  pause_after_loss_minutes: 30,
  max_losses_in_row: 2,
  profit_lock: { from: 2_000, keep_pct: 50 },
  weekly_loss_limit: 5_000,
  drawdown_limit: 8_000,
}
const MORE: { readonly [K in keyof RiskSettingsInForce]: readonly RiskSettingsInForce[K][] } = {
  capital: [200_001, null],
  daily_loss_cap_pct: [3.1],
  max_entries_per_symbol: [4],
  max_positions_per_symbol: [3],
  cover_manual_shorts: [true],
  entry_hours: [
    null,
    { days: ['mon', 'tue', 'wed'], from: '10:00', to: '12:00' },
    { days: ['mon', 'tue'], from: '09:59', to: '12:00' },
    { days: ['mon', 'tue'], from: '10:00', to: '12:01' },
  ],
  max_trades_per_day: [5, null],
  pause_after_loss_minutes: [29, null],
  max_losses_in_row: [3, null],
  weekly_loss_limit: [5_001, null],
  drawdown_limit: [8_001, null],
  profit_lock: [{ from: 2_001, keep_pct: 50 }, { from: 2_000, keep_pct: 49 }, null],
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

it('as many losses in a row as for everyone are no more risk than none set', () => {
  expect(increasesRisk({ ...KNOWN, max_losses_in_row: null }, { ...KNOWN, max_losses_in_row: 3 })).toBe(false)
})

it('a later start of entries does not make up for another weekday', () => {
  const other = { ...KNOWN, entry_hours: { days: ['mon' as const, 'fri' as const], from: '11:00', to: '12:00' } }
  expect(increasesRisk(other, KNOWN)).toBe(true)
})
