import { istDate } from '@strikewise/domain/time/ist.ts'
import type { ReportReply, ReportSums } from '@strikewise/wire/reports.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { meBody } from '../testing/response-bodies.ts'
import { show } from '../testing/render.tsx'
import { answer, hang, refuse, server } from '../testing/server.ts'
import { ReportsPage } from './ReportsPage.tsx'

const sums = (net: number, trades = 1): ReportSums => ({
  trades,
  wins: net > 0 ? trades : 0,
  gross: net + 66.45,
  charges: { brokerage: 40, stt: 12.38, exchange: 5.61, sebi: 0.02, stamp: 0.23, gst: 8.21, total: 66.45 },
  rounding: 0,
  net,
})

function report(change: Partial<ReportReply> = {}): ReportReply {
  return {
    mode: 'paper',
    from: istDate('2026-11-01'),
    to: istDate('2026-11-30'),
    as_of: '2026-11-20T10:42:00+05:30',
    total: sums(-166.45, 2),
    by_symbol: [{ symbol: 'NIFTY', ...sums(-166.45, 2) }],
    by_day: [
      { day: istDate('2026-11-19'), ...sums(633.55), running: 633.55 },
      { day: istDate('2026-11-20'), ...sums(-800), running: -166.45 },
    ],
    drawdown: 800,
    trades: [
      {
        trade_id: 't1',
        mode: 'paper',
        day: istDate('2026-11-20'),
        symbol: 'NIFTY',
        strike: 24500,
        side: 'CE',
        tradingsymbol: 'NIFTY26N2424500CE',
        entry_time: '2026-11-20T09:31:00+05:30',
        exit_time: '2026-11-20T09:44:10+05:30',
        quantity: 65,
        bought_for: 9750,
        sold_for: 9016.45,
        ...sums(-800),
        r: -1.07,
        exit_reason: 'stop_through',
        decision_id: 'd1',
        entry_fill: { intended_price: 149.5, against: 'mid', difference: -32.5, r: -0.04 },
      },
    ],
    entry_fill: { trades: 2, total: -32.5, average: -16.25, average_r: -0.02 },
    unsettled: 1,
    refusals: [
      {
        code: 'user_stop',
        text: 'You have paused new entries.',
        message: { code: 'refusal.user_stop', params: {} },
        count: 3,
        remedy: null,
      },
    ],
    ...change,
  }
}

const EMPTY = report({
  total: sums(0, 0),
  by_symbol: [],
  by_day: [],
  trades: [],
  entry_fill: null,
  unsettled: 0,
  refusals: [],
})

beforeEach(() => {
  answer('get', '/edge', { paper: null, live: null, min_trades: 50, min_days: 10, seed: 's' })
})

const page = (at = '/reports') => show(<ReportsPage />, { path: '/reports', at })
const part = async (name: string) => within(await screen.findByRole('region', { name }, { timeout: 10_000 }))

describe('a period with trades', () => {
  it('shows result, curve, symbols, days, trades and refused entries', async () => {
    const seen = answer('get', '/reports', report())
    await page()
    const result = await part('Result')
    for (const text of ['−₹166.45', '₹66.45', '0 of 2', '₹800.00', 'Simulated: no real money.'])
      expect(result.getByText(text)).toBeTruthy()
    expect(result.getByText(/^1 trade is still open/)).toBeTruthy()
    expect(
      result.getByText('Fill of a signal’s entry against the mid of its quote, on average: −₹16.25 (−0.02 R).', {
        exact: false,
      }),
    ).toBeTruthy()
    expect(
      screen.getByRole('img', { name: /from 0 to −₹166\.45 over 2 trading days, between −₹166\.45 and \+₹633\.55/ }),
    ).toBeTruthy()
    expect((await part('Result by symbol')).getByText('NIFTY')).toBeTruthy()
    const days = (await part('Result by day')).getAllByRole('row').slice(1)
    expect(days.map((row) => row.textContent)).toEqual([
      expect.stringContaining('20 Nov 2026'),
      expect.stringContaining('19 Nov 2026'),
    ])
    const closed = await part('Closed trades')
    for (const text of ['Stop gapped', '−1.07', '13 m', '−₹32.50', '−0.04']) expect(closed.getByText(text)).toBeTruthy()
    expect((await part('Refused entries by reason')).getByText('You have paused new entries.')).toBeTruthy()
    // The current month, of the kind of account the user has.
    expect(Object.fromEntries(seen.queries[0]!)).toEqual({ mode: 'paper', from: '2026-11-01', to: '2026-11-30' })
  })

  it('is offered as files of the same period', async () => {
    answer('get', '/reports', report())
    await page('/reports?mode=paper&from=2026-11-16&to=2026-11-22')
    const link = await screen.findByRole('link', { name: 'CSV' })
    expect(link.getAttribute('href')).toBe('/api/reports/csv?mode=paper&from=2026-11-16&to=2026-11-22')
    expect(screen.getByRole('link', { name: 'PDF' }).getAttribute('href')).toContain('/api/reports/pdf?mode=paper')
  })
})

describe('the period', () => {
  it('is chosen, moved and kept in the address', async () => {
    answer('get', '/reports', report())
    const { user, address } = await page()
    await part('Result')
    await user.click(screen.getByRole('radio', { name: 'Week' }))
    await waitFor(() => expect(address()).toContain('from=2026-11-16&to=2026-11-22'))
    await user.click(screen.getByRole('button', { name: 'Earlier' }))
    await waitFor(() => expect(address()).toContain('from=2026-11-09&to=2026-11-15'))
    await user.click(screen.getByRole('radio', { name: 'Live' }))
    await waitFor(() => expect(address()).toContain('mode=live'))
    await user.click(screen.getByRole('radio', { name: 'Custom' }))
    await user.clear(screen.getByLabelText('First day'))
    await user.type(screen.getByLabelText('First day'), '2026-11-17')
    expect(screen.getByText('Must not be before the first day')).toBeTruthy()
    await user.clear(screen.getByLabelText('Last day'))
    await user.type(screen.getByLabelText('Last day'), '2026-11-19')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(address()).toContain('from=2026-11-17&to=2026-11-19'))
  })

  it('of an invalid address is the current month', async () => {
    const seen = answer('get', '/reports', report())
    await page('/reports?mode=both&from=2026-11-22&to=2026-11-16')
    await part('Result')
    expect(seen.queries[0]!.get('from')).toBe('2026-11-01')
    expect(seen.queries[0]!.get('mode')).toBe('paper')
  })
})

describe('the calendar', () => {
  it('shows each day’s result as text, and opens the day', async () => {
    answer('get', '/reports', report())
    const { user, address } = await page()
    const lost = await screen.findByRole('button', { name: 'Friday 20 November 2026: net −₹800.00, 1 trade' })
    expect(lost.textContent).toContain('−800')
    expect(screen.getByRole('button', { name: 'Wednesday 18 November 2026: no closed trade' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Saturday 21 November/ }).hasAttribute('disabled')).toBe(true)
    await user.click(lost)
    await waitFor(() => expect(address()).toContain('from=2026-11-20&to=2026-11-20'))
  })

  it('is darker where more was won or lost, and leafs to the month before', async () => {
    const day = (date: string, net: number) => ({ day: istDate(date), ...sums(net), running: net })
    const of = (...days: ReturnType<typeof day>[]) => report({ by_day: days })
    answer(
      'get',
      '/reports',
      of(day('2026-11-17', 1000), day('2026-11-18', 300), day('2026-11-19', -900), day('2026-11-20', -200)),
    )
    const { user } = await page()
    await screen.findByRole('button', { name: /^Tuesday 17 November 2026: net \+₹1,000\.00/ })
    const groundOf = (date: string) =>
      /bg-(up|down)-(line|soft)/.exec(document.querySelector(`[data-day="${date}"]`)!.className)?.[0]
    expect(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-16'].map(groundOf)).toEqual([
      'bg-up-line',
      'bg-up-soft',
      'bg-down-line',
      'bg-down-soft',
      undefined,
    ])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Month after' }).disabled).toBe(true)
    const seen = answer('get', '/reports', of(day('2026-10-30', 50)))
    await user.click(screen.getByRole('button', { name: 'Month before' }))
    expect(await screen.findByRole('grid', { name: 'October 2026' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: /^Friday 30 October 2026: net \+₹50\.00, 1 trade$/ })).toBeTruthy()
    expect(Object.fromEntries(seen.queries[0]!)).toEqual({ mode: 'paper', from: '2026-10-01', to: '2026-10-31' })
  })

  it('is walked with arrow keys from one stop of the Tab key', async () => {
    answer('get', '/reports', report())
    const { user } = await page()
    const grid = await screen.findByRole('grid', { name: 'November 2026' })
    const stops = within(grid)
      .getAllByRole('button')
      .filter((day) => day.tabIndex === 0)
    expect(stops.map((day) => day.dataset['day'])).toEqual(['2026-11-20'])
    stops[0]!.focus()
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    expect((document.activeElement as HTMLElement).dataset['day']).toBe('2026-11-12')
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect((document.activeElement as HTMLElement).dataset['day']).toBe('2026-11-19')
  })
})

describe('without figures', () => {
  it('shows that it is loading', async () => {
    hang('get', '/reports')
    await page()
    expect((await screen.findAllByText('Loading...')).length).toBeGreaterThan(0)
  })

  it('shows that nothing was closed', async () => {
    answer('get', '/reports', EMPTY)
    await page()
    expect(await screen.findByText('No closed trades in this period')).toBeTruthy()
  })

  it('leads who may not trade to an account', async () => {
    const { entitlements } = meBody()
    answer('get', '/me', meBody({ entitlements: { ...entitlements, entry_refusals: false } }))
    answer('get', '/reports', EMPTY)
    await page()
    expect(await screen.findByText('Reports come with a trading account')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open an account' }).getAttribute('href')).toBe('/connect-zerodha')
  })

  it('offers another try when it could not be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    refuse('get', '/reports', 500, { message: 'No.' })
    const { user } = await page()
    expect(await screen.findByText('Couldn’t load the report')).toBeTruthy()
    answer('get', '/reports', report())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await part('Result')).toBeTruthy()
  })

  it('shows the age of figures that could not be reloaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    answer('get', '/reports', report())
    await page()
    await part('Result')
    server.use(http.get('/api/reports', () => HttpResponse.json({ code: 'x', message: 'No.' }, { status: 500 })))
    await queryClient.refetchQueries({ queryKey: ['report'] })
    expect(await screen.findByText('As of 10:42:00. Couldn’t refresh.')).toBeTruthy()
    expect(await part('Result')).toBeTruthy()
  })
})
