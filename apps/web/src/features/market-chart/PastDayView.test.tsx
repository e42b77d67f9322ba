import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { FeedProvider } from '../../lib/feed.tsx'
import { OPEN_AT } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { risingCandles } from '../../testing/trade-chart-body.ts'
import { MarketChartPanel } from './MarketChartPanel.tsx'

const DAY_MS = 24 * 60 * 60_000
const dayBody = (date: string, previous: string | null, next: string | null) => ({
  date,
  candles: risingCandles(23_000).map(({ time, open, high, low, close }) => ({
    time: time - DAY_MS,
    open,
    high,
    low,
    close,
  })),
  previous,
  next,
})

const panel = (at = '/dashboard') =>
  show(
    <FeedProvider delayMs={0}>
      <MarketChartPanel uid="u1" trades={[]} delaySeconds={0} shows={{ chain: true, decisions: true }} />
    </FeedProvider>,
    { path: '/dashboard', at },
  )

beforeEach(() => {
  const quote = { price: 24_541.35, change: 1, change_percent: 0.1 }
  answer('get', '/live_indices', { nifty50: quote, banknifty: quote, as_of: new Date(OPEN_AT).toISOString() })
  answer('get', '/index_candles', risingCandles(24_500))
})

it('is drawn from the day that the address names, with its minutes without a trade', async () => {
  const skipped = answer('get', '/no_trade_minutes', [
    {
      code: 'score_low',
      text: 'Too low.',
      message: { code: 'legacy.text', params: { text: 'Too low.' } },
      first: '2026-11-19T10:34:00+05:30',
      last: '2026-11-19T10:36:00+05:30',
      minutes: 3,
    },
  ])
  const asked = answer('get', '/index_day', dayBody('2026-11-19', '2026-11-18', null))
  await panel('/dashboard?chart=2026-11-19')
  const words = /Nifty 50, 1 min · 19 Nov 2026, closed at 23,010\.00 · H 23,011\.00 \(10:42\)/
  expect(await screen.findByRole('img', { name: words })).toBeTruthy()
  expect(await screen.findByText('no trade 10:33 to 10:35')).toBeTruthy()
  expect(asked.queries[0]!.get('date')).toBe('2026-11-19')
  expect(skipped.queries[0]!.get('date')).toBe('2026-11-19')
})

it('goes to the sessions before and after it, to any date, and back to today, and the address follows', async () => {
  const asked = answer('get', '/index_day', dayBody('2026-11-19', '2026-11-17', null))
  const { user, address } = await panel('/dashboard?success=true')
  await user.click(await screen.findByRole('button', { name: 'Past days' }))
  expect(address()).toBe('/dashboard?success=true&chart=2026-11-19')
  await screen.findByRole('img', { name: /19 Nov 2026/ })
  answer('get', '/index_day', dayBody('2026-11-17', null, '2026-11-19'))
  await user.click(screen.getByRole('button', { name: 'Previous session' }))
  expect(await screen.findByRole('img', { name: /17 Nov 2026/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Previous session' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Next session' }))
  expect(address()).toBe('/dashboard?success=true&chart=2026-11-19')
  fireEvent.change(screen.getByLabelText('Day of the chart'), { target: { value: '2026-11-05' } })
  expect(await screen.findByRole('img', { name: /5 Nov 2026/ })).toBeTruthy()
  // The newest stored session has none after it but the present one.
  await user.click(screen.getByRole('button', { name: 'Back to today' }))
  expect(address()).toBe('/dashboard?success=true')
  expect(await screen.findByRole('img', { name: /24,541\.35/ })).toBeTruthy()
  expect(asked.queries).toHaveLength(1)
})

it('begins with the session before today', async () => {
  const friday = risingCandles(23_000).map((bar) => ({ ...bar, time: bar.time - 3 * DAY_MS }))
  answer('get', '/index_candles_before', friday)
  answer('get', '/index_day', dayBody('2026-11-17', null, null))
  const { user, address } = await panel()
  await screen.findByText('20 bars')
  await user.click(screen.getByRole('button', { name: 'Past days' }))
  expect(address()).toBe('/dashboard?chart=2026-11-17')
})

it('leads to the present session after the newest stored one', async () => {
  answer('get', '/index_day', dayBody('2026-11-19', '2026-11-18', null))
  const { user, address } = await panel('/dashboard?chart=2026-11-19')
  await screen.findByRole('img', { name: /19 Nov 2026/ })
  await user.click(screen.getByRole('button', { name: 'Next session' }))
  expect(address()).toBe('/dashboard')
})

it('distinguishes a day without candles from one that failed to load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  refuse('get', '/index_day', 503, { message: 'No.' })
  const { user } = await panel('/dashboard?chart=2026-11-15')
  expect(await screen.findByText('Couldn’t load the chart')).toBeTruthy()
  answer('get', '/index_day', { ...dayBody('2026-11-15', '2026-11-13', '2026-11-16'), candles: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No candles of 15 Nov 2026')).toBeTruthy()
})
