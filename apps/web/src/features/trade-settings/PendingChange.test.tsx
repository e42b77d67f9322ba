import { screen, within, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { settingsBody } from '../../testing/response-bodies.ts'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { TradeSettings } from './TradeSettings.tsx'

async function page(settings = settingsBody()) {
  answer('get', '/trade-settings', settings)
  const view = await show(<TradeSettings />)
  await screen.findByText(/Funds needed/)
  return view
}

const row = (name: string) => within(screen.getByRole('region', { name }))

describe('what waits for the close', () => {
  const at = { effective_at: '2026-11-20T15:40:00+05:30', asked_at: '2026-11-20T10:42:10+05:30' }
  const pending = [
    { setting: 'capital' as const, symbol: null, value: 20_000, ...at },
    { setting: 'entry_hours' as const, symbol: null, value: null, ...at },
    { setting: 'lots' as const, symbol: 'NIFTY' as const, value: 5, ...at },
    { setting: 'auto_execute' as const, symbol: 'NIFTY' as const, value: true, ...at },
    { setting: 'sl_buffer' as const, symbol: 'NIFTY' as const, value: 20, ...at },
  ]
  const waiting = settingsBody({ time_filter: true, pending })

  it('stands beside its field, which shows what is in force', async () => {
    await page(waiting)
    expect(screen.getByLabelText<HTMLInputElement>(/^Trading capital/).value).toBe('300000')
    for (const text of ['₹20,000', 'No restriction'])
      expect(screen.getByText(`${text} takes effect after 15:40`)).toBeTruthy()
    for (const text of ['5', 'On', '₹20'])
      expect(row('Nifty 50').getByText(`${text} takes effect after 15:40`)).toBeTruthy()
  })

  it('is shown with weekdays and times, or as the opening balance', async () => {
    const hours = { days: ['mon' as const, 'wed' as const], from: '10:00', to: '12:30' }
    await page(
      settingsBody({
        time_filter: true,
        pending: [
          { ...pending[0]!, value: null },
          { ...pending[1]!, value: hours },
        ],
      }),
    )
    for (const text of ['Opening balance', 'Mon, Wed 10:00–12:30'])
      expect(screen.getByText(`${text} takes effect after 15:40`)).toBeTruthy()
  })

  it('is shown as amounts, and a profit lock by both its parts', async () => {
    await page(
      settingsBody({
        pending: [
          { setting: 'profit_lock', symbol: null, value: { from: 4_000, keep_pct: 40 }, ...at },
          { setting: 'weekly_loss_limit', symbol: null, value: 9_000, ...at },
          { setting: 'drawdown_limit', symbol: null, value: 15_000, ...at },
        ],
      }),
    )
    for (const text of ['From ₹4,000, keep 40%', '₹9,000', '₹15,000'])
      expect(screen.getByText(`${text} takes effect after 15:40`)).toBeTruthy()
  })

  it('is withdrawn by its button', async () => {
    const seen = answer('post', '/trade-settings/withdraw', settingsBody({ pending: pending.slice(1) }))
    const { user } = await page(waiting)
    await user.click(screen.getByRole('button', { name: 'Withdraw: Trading capital ₹20,000' }))
    await toasted('Change withdrawn. The value in force stays.')
    expect(seen.bodies).toEqual([{ setting: 'capital' }])
    expect(screen.queryByText('₹20,000 takes effect after 15:40')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Withdraw: Nifty 50: Lots 5' }))
    await waitFor(() => expect(seen.bodies).toEqual([{ setting: 'capital' }, { setting: 'lots', symbol: 'NIFTY' }]))
  })

  it('that has taken effect meanwhile is reported as such', async () => {
    refuse('post', '/trade-settings/withdraw', 404, { message: 'This change is no longer pending.' })
    const { user } = await page(waiting)
    await user.click(screen.getByRole('button', { name: 'Withdraw: Trading capital ₹20,000' }))
    await toasted('This change is no longer pending.')
  })

  it('is named by the save, and its field goes back to what is in force', async () => {
    answer('put', '/risk-settings', waiting)
    answer('put', '/trade-settings', waiting)
    const { user } = await page()
    const [capital, lots] = [
      screen.getByLabelText<HTMLInputElement>(/^Trading capital/),
      row('Nifty 50').getByLabelText<HTMLInputElement>(/^Lots/),
    ]
    await user.clear(capital)
    await user.type(capital, '20000')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    await toasted(
      'Risk settings saved. After 15:40: Trading capital ₹20,000, Entry hours No restriction. Everything else is in force now.',
    )
    expect(capital.value).toBe('300000')
    await user.clear(lots)
    await user.type(lots, '5')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await toasted(
      'Trade settings saved. After 15:40: Nifty 50: Lots 5, Nifty 50: Auto execute On, Nifty 50: Stop-loss buffer ₹20. Everything else is in force now.',
    )
    expect(lots.value).toBe('2')
  })
})
