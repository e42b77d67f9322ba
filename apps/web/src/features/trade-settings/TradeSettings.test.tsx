import { EDGE_SENTENCE } from '@strikewise/domain/trading/edge-acknowledgement.ts'
import { fireEvent, screen, within, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { settingsBody } from '../../testing/response-bodies.ts'
import { show, toasted } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { TradeSettings } from './TradeSettings.tsx'

const nifty = settingsBody().strategies[0]!
const bank = { ...nifty, symbol: 'BANKNIFTY' as const, lots: 1, contract_lot: 30 }
const BANNER = 'Please fix the required fields marked with * before saving.'

async function page(settings = settingsBody()) {
  answer('get', '/trade-settings', settings)
  const view = await show(<TradeSettings />)
  await screen.findByText(/Funds needed/)
  return view
}

const row = (name: string) => within(screen.getByRole('region', { name }))
const save = () => screen.getByRole('button', { name: 'Save' })

it('shows that it is loading, and offers another try when that fails', async () => {
  hang('get', '/trade-settings')
  const first = await show(<TradeSettings />)
  expect(await screen.findByText('Loading...')).toBeTruthy()
  first.unmount()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  refuse('get', '/trade-settings', 403, { message: 'Not on this plan.' })
  const { queryClient } = await import('../../lib/query-client.ts')
  queryClient.clear()
  await show(<TradeSettings />)
  expect(await screen.findByText('Couldn’t load your trade settings')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

describe('the fund estimate', () => {
  it('multiplies lots, premium and lot size, totals them and advises a buffer', async () => {
    const { user } = await page(settingsBody({ strategies: [nifty, bank] }))
    expect(row('Nifty 50').getByText('₹37,500')).toBeTruthy()
    expect(row('Bank Nifty').getByText('₹28,000')).toBeTruthy()
    expect(screen.getByText('₹65,500')).toBeTruthy()
    expect(screen.getByText(/10–20% buffer: ₹72,050 to ₹78,600\./)).toBeTruthy()
    await user.clear(row('Nifty 50').getByLabelText(/^Lots/))
    expect(row('Nifty 50').getByText('₹0')).toBeTruthy()
  })

  it("shows the day's contract, its price, its risk and when that price was current beside it", async () => {
    await page()
    for (const text of ['65 units', '₹182.35', '₹11,853', '₹2,271', '₹23,706', '20 Nov 2026, 10:42:10'])
      expect(row('Nifty 50').getByText(text)).toBeTruthy()
  })
})

describe('the two lot sizes', () => {
  const [estimate, trades] = [/^Assumes lots of 75 units at ₹250/, /^1 lot = 65 units/]

  it('are the one orders use today, at the field, and the assumption of the estimate, at the estimate', async () => {
    await page()
    const nifty50 = row('Nifty 50')
    expect(nifty50.getByText('1 lot = 65 units, about ₹11,853 today')).toBeTruthy()
    expect(nifty50.getByText('Assumes lots of 75 units at ₹250. Orders use today’s lots of 65 units.')).toBeTruthy()
    expect(nifty50.getByText('Lot size orders use today')).toBeTruthy()
    expect(nifty50.getByLabelText(/^Lots/).getAttribute('aria-describedby')).toBeTruthy()
    expect(screen.getAllByText(/75 units/)).toHaveLength(1)
  })

  it('are one where the contract has as many units as the estimate', async () => {
    await page(settingsBody({ strategies: [{ ...nifty, contract_lot: 75 }] }))
    expect(row('Nifty 50').getByText('Assumes lots of 75 units at ₹250.')).toBeTruthy()
  })

  it('are never swapped while the contract of the day is not known', async () => {
    const { contract_lot: _lot, present_premium: _premium, one_lot_risk: _risk, premium_at: _at, ...unknown } = nifty
    await page(settingsBody({ strategies: [unknown] }))
    expect(row('Nifty 50').queryByText(trades)).toBeNull()
    expect(row('Nifty 50').getByText(estimate)).toBeTruthy()
    expect(row('Nifty 50').getByText('Orders use the lot size of today’s contract')).toBeTruthy()
  })

  it('show the lot of today alone while its premium is not known', async () => {
    const { present_premium: _premium, one_lot_risk: _risk, ...unpriced } = nifty
    await page(settingsBody({ strategies: [unpriced] }))
    expect(row('Nifty 50').getByText('1 lot = 65 units today')).toBeTruthy()
  })
})

describe('what is wrong', () => {
  it('is shown at the field and in the banner, and a press scrolls to the first row', async () => {
    const seen = answer('put', '/trade-settings', settingsBody())
    const { user } = await page(settingsBody({ strategies: [nifty, { ...bank, lots: 0 }] }))
    expect(screen.getByText(BANNER)).toBeTruthy()
    expect(row('Bank Nifty').getByText('Must be at least 1')).toBeTruthy()
    expect(save().getAttribute('aria-disabled')).toBe('true')
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      this.setAttribute('data-scrolled', 'yes')
    })
    await user.click(save())
    expect(scrolled).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('region', { name: 'Bank Nifty' }).dataset['scrolled']).toBe('yes')
    expect(seen.bodies).toHaveLength(0)
    await user.type(row('Bank Nifty').getByLabelText(/^Lots/), '{Backspace}2')
    expect(screen.queryByText(BANNER)).toBeNull()
    expect(save().getAttribute('aria-disabled')).toBe('false')
  })
})

describe('consent', () => {
  it('is asked for when auto execute is on, and agreeing goes on with the save', async () => {
    const seen = answer('put', '/trade-settings', settingsBody({ consentGiven: true }))
    const { user } = await page()
    await user.click(screen.getByRole('switch', { name: 'Auto execute' }))
    await user.click(save())
    expect(await screen.findByText('Consent to automatic trading')).toBeTruthy()
    expect(seen.bodies).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'I Agree' }))
    await toasted('Trade settings saved.')
    expect(seen.bodies).toEqual([
      {
        strategies: [
          { symbol: 'NIFTY', lots: 2, auto_execute: true, approval_seconds: null, tsl_enabled: false, sl_buffer: 10 },
        ],
        consentGiven: true,
      },
    ])
  })

  it('cancelled saves nothing', async () => {
    const seen = answer('put', '/trade-settings', settingsBody())
    const { user } = await page()
    await user.click(screen.getByRole('switch', { name: 'Auto execute' }))
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.bodies).toHaveLength(0)
  })

  it('is not asked for again, nor without auto execute', async () => {
    const seen = answer('put', '/trade-settings', settingsBody({ consentGiven: true }))
    const { user } = await page(settingsBody({ consentGiven: true, strategies: [{ ...nifty, auto_execute: true }] }))
    await user.click(save())
    await toasted('Trade settings saved.')
    expect(seen.bodies).toHaveLength(1)
  })
})

describe('arming a live account without a proven edge', () => {
  const live = (change: Parameters<typeof settingsBody>[0] = {}) =>
    settingsBody({ consentGiven: true, live_edge: 'unacknowledged', ...change })

  it('takes a sentence, typed out after the consent', async () => {
    const seen = answer('put', '/trade-settings', live({ live_edge: 'acknowledged' }))
    const { user } = await page(live({ consentGiven: false }))
    await user.click(screen.getByRole('switch', { name: 'Auto execute' }))
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'I Agree' }))
    const arm = await screen.findByRole('button', { name: 'Arm live trading' })
    await user.type(screen.getByLabelText('The sentence'), 'I agree')
    await user.click(arm)
    expect(await screen.findByText('Type the sentence as it stands above.')).toBeTruthy()
    expect(seen.bodies).toHaveLength(0)
    await user.clear(screen.getByLabelText('The sentence'))
    await user.type(screen.getByLabelText('The sentence'), EDGE_SENTENCE)
    await user.click(arm)
    await toasted('Trade settings saved.')
    expect(seen.bodies).toMatchObject([{ consentGiven: true, edge_acknowledgement: EDGE_SENTENCE }])
  })

  it('shows what the user traded in the broker’s own app today, which counts towards the limits', async () => {
    await page(settingsBody({ own_trades: { trades: 2, net: -1240.5 } }))
    expect(screen.getByText(/^Today 2 trades, .₹1,240\.50 net\.$/)).toBeTruthy()
    expect(screen.getByText(/own app in NIFTY and BANKNIFTY options count towards the limits/)).toBeTruthy()
  })

  it('is not asked of who arms nothing', async () => {
    const seen = answer('put', '/trade-settings', live())
    const { user } = await page(live())
    await user.click(save())
    await toasted('Trade settings saved.')
    expect(seen.bodies).toMatchObject([{ consentGiven: true }])
  })

  it.each([
    ['unacknowledged', /Live entries wait for you/],
    ['forbidden', /only with an edge that your own trades have shown/],
  ] as const)('says of an armed account that is %s why nothing is bought', async (live_edge, words) => {
    await page(live({ live_edge, strategies: [{ ...nifty, auto_execute: true }] }))
    expect(screen.getByText(words)).toBeTruthy()
  })
})

it('shows what the server refuses', async () => {
  refuse('put', '/trade-settings', 422, { message: 'No.', detail: 'lots: more than the freeze quantity' })
  const { user } = await page()
  await user.click(save())
  expect(await screen.findByText(/lots: more than the freeze quantity/)).toBeTruthy()
})

describe('risk limits', () => {
  it('are checked and saved', async () => {
    const seen = answer('put', '/risk-settings', settingsBody())
    const { user } = await page()
    const cap = screen.getByLabelText(/^Daily loss limit/)
    expect(screen.getByText('Trading stops for the day at −₹9,000')).toBeTruthy()
    await user.clear(cap)
    await user.type(cap, '50')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    expect(await screen.findByText('Must be at most 20')).toBeTruthy()
    await user.clear(cap)
    await user.type(cap, '2')
    await user.clear(screen.getByLabelText(/^Trading capital/))
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    await toasted('Risk settings saved.')
    expect(seen.bodies).toEqual([
      {
        capital: null,
        daily_loss_cap_pct: 2,
        max_entries_per_symbol: 3,
        max_positions_per_symbol: 1,
        cover_manual_shorts: false,
        entry_hours: null,
        max_trades_per_day: null,
        pause_after_loss_minutes: null,
        max_losses_in_row: null,
        profit_lock: null,
        weekly_loss_limit: null,
        drawdown_limit: null,
      },
    ])
    expect(screen.queryByLabelText(/^Max open trades/)).toBeNull()
  })

  it('buy a short position after an own sale back only when switched on', async () => {
    const seen = answer('put', '/risk-settings', settingsBody())
    const { user } = await page()
    const toggle = screen.getByRole('switch', { name: 'Buy back shorts after my own sales' })
    expect(toggle.getAttribute('aria-checked')).toBe('false')
    await user.click(toggle)
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    await toasted('Risk settings saved.')
    expect(seen.bodies).toMatchObject([{ cover_manual_shorts: true }])
  })

  it('limit the trades of a day over all indices, and an empty field is no limit', async () => {
    const seen = answer('put', '/risk-settings', settingsBody())
    const { user } = await page()
    const most = screen.getByLabelText(/^Max trades per day/)
    await user.type(most, '101')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    expect(await screen.findByText('Must be at most 100')).toBeTruthy()
    await user.clear(most)
    await user.type(most, '4')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    await waitFor(() => expect(seen.bodies).toMatchObject([{ max_trades_per_day: 4 }]))
    await user.clear(most)
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    await waitFor(() => expect(seen.bodies.at(-1)).toMatchObject({ max_trades_per_day: null }))
  })

  it('pause entries after a loss, and end the day after fewer losses in a row than for everyone', async () => {
    const seen = answer('put', '/risk-settings', settingsBody())
    const { user } = await page()
    const losses = screen.getByLabelText(/^Max losing trades in a row/)
    await user.type(screen.getByLabelText(/^Pause after a losing trade/), '45')
    await user.type(losses, '4')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    expect(await screen.findByText('Must be at most 3')).toBeTruthy()
    await user.clear(losses)
    await user.type(losses, '2')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    await waitFor(() => expect(seen.bodies).toMatchObject([{ pause_after_loss_minutes: 45, max_losses_in_row: 2 }]))
  })

  it('limit what a week may lose and how far the account may fall, with the amounts in rupees', async () => {
    const seen = answer('put', '/risk-settings', settingsBody())
    const { user } = await page()
    const week = screen.getByLabelText(/^Weekly loss limit/)
    await user.type(week, '12000')
    await user.type(screen.getByLabelText(/^Drawdown limit/), '30000')
    expect(screen.getByText('No entry once the week has lost ₹12,000, until Monday.')).toBeTruthy()
    expect(screen.getByText(/once the account is ₹30,000 below its peak/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    await waitFor(() => expect(seen.bodies).toMatchObject([{ weekly_loss_limit: 12_000, drawdown_limit: 30_000 }]))
    await user.clear(week)
    await user.type(week, '100')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    expect(await screen.findByText('Must be at least 500')).toBeTruthy()
  })

  describe('profit lock', () => {
    const toggle = () => screen.getByRole('switch', { name: 'Lock the day’s profit' })
    const saveLimits = () => screen.getByRole('button', { name: 'Save limits' })

    it('is chosen by amount and share, with what a day then keeps, and saved', async () => {
      const seen = answer('put', '/risk-settings', settingsBody())
      const { user } = await page()
      await user.click(toggle())
      const [from, share] = [screen.getByLabelText(/^From a profit of/), screen.getByLabelText(/^Keep of the peak/)]
      await user.clear(from)
      await user.type(from, '3000')
      await user.clear(share)
      await user.type(share, '99')
      await user.click(saveLimits())
      expect(await screen.findByText('Must be at most 95')).toBeTruthy()
      await user.clear(share)
      await user.type(share, '60')
      expect(screen.getByText('A day that reaches ₹3,000 ends at ₹1,800; a higher peak keeps more.')).toBeTruthy()
      await user.click(saveLimits())
      await toasted('Risk settings saved.')
      expect(seen.bodies).toMatchObject([{ profit_lock: { from: 3_000, keep_pct: 60 } }])
    })

    it('is removed by switching it off', async () => {
      const seen = answer('put', '/risk-settings', settingsBody())
      const risk = { ...settingsBody().risk, profit_lock: { from: 3_000, keep_pct: 60 } }
      const { user } = await page(settingsBody({ risk }))
      await user.click(toggle())
      await user.click(saveLimits())
      await toasted('Risk settings saved.')
      expect(seen.bodies).toMatchObject([{ profit_lock: null }])
    })
  })

  describe('entry hours', () => {
    const timed = settingsBody({ time_filter: true })
    const hours = { days: ['mon' as const, 'wed' as const], from: '10:00', to: '12:30' }
    const saveLimits = () => screen.getByRole('button', { name: 'Save limits' })
    const set = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

    it('are chosen by weekday and time, and saved', async () => {
      const seen = answer('put', '/risk-settings', timed)
      const { user } = await page(timed)
      expect(screen.queryByLabelText(/^Entries from/)).toBeNull()
      await user.click(screen.getByRole('switch', { name: 'Limit entry hours and days' }))
      for (const day of ['Tue', 'Thu', 'Fri', 'Sat', 'Sun'])
        await user.click(screen.getByRole('checkbox', { name: day }))
      set(/^Entries from/, '10:00')
      set(/^Entries until/, '12:30')
      await user.click(saveLimits())
      await toasted('Risk settings saved.')
      expect(seen.bodies).toMatchObject([{ entry_hours: hours }])
    })

    it('say what is wrong with them, and are not sent', async () => {
      const seen = answer('put', '/risk-settings', timed)
      const { user } = await page(settingsBody({ time_filter: true, risk: { ...timed.risk, entry_hours: hours } }))
      for (const day of ['Mon', 'Wed']) await user.click(screen.getByRole('checkbox', { name: day }))
      set(/^Entries from/, '09:00')
      await user.click(saveLimits())
      expect(await screen.findByText('Choose at least one day')).toBeTruthy()
      expect(screen.getByText('Must be a time from 09:30 to 14:44 (IST), as HH:MM')).toBeTruthy()
      await user.click(screen.getByRole('checkbox', { name: 'Mon' }))
      set(/^Entries from/, '12:30')
      await user.click(saveLimits())
      expect(await screen.findByText('Must be later than the start')).toBeTruthy()
      expect(seen.bodies).toEqual([])
    })

    it('are removed by switching them off', async () => {
      const seen = answer('put', '/risk-settings', timed)
      const { user } = await page(settingsBody({ time_filter: true, risk: { ...timed.risk, entry_hours: hours } }))
      await user.click(screen.getByRole('switch', { name: 'Limit entry hours and days' }))
      await user.click(saveLimits())
      await toasted('Risk settings saved.')
      expect(seen.bodies).toMatchObject([{ entry_hours: null }])
    })

    it('are shown as not in a plan without the time filter', async () => {
      await page()
      expect(screen.getByText('Not in your plan.')).toBeTruthy()
      expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/plans')
      expect(screen.queryByRole('switch', { name: 'Limit entry hours and days' })).toBeNull()
    })
  })

  it('ask for the positions of a symbol where the plan has parallel trades', async () => {
    const seen = answer('put', '/risk-settings', settingsBody())
    const { user } = await page(settingsBody({ parallel_trades: true }))
    const positions = screen.getByLabelText(/^Max open trades/)
    await user.clear(positions)
    await user.type(positions, '11')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    expect(await screen.findByText('Must be at most 10')).toBeTruthy()
    await user.clear(positions)
    await user.type(positions, '2')
    await user.click(screen.getByRole('button', { name: 'Save limits' }))
    await toasted('Risk settings saved.')
    expect(seen.bodies).toMatchObject([{ max_positions_per_symbol: 2 }])
  })
})
