import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { FeedProvider } from '../../lib/feed.tsx'
import { OPEN_AT } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { risingCandles } from '../../testing/trade-chart-body.ts'
import { MarketChartPanel } from './MarketChartPanel.tsx'

const panel = (decisions = true) =>
  show(
    <FeedProvider delayMs={0}>
      <MarketChartPanel uid="u1" trades={[]} delaySeconds={0} shows={{ chain: false, decisions }} />
    </FeedProvider>,
  )

const run = (first: string, last: string, minutes: number, text: string) => ({
  code: 'score_low',
  text,
  message: { code: 'legacy.text', params: { text } },
  first: `2026-11-20T${first}:00+05:30`,
  last: `2026-11-20T${last}:00+05:30`,
  minutes,
})

const opensList = async (user: Awaited<ReturnType<typeof panel>>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Why no trade', expanded: false }))

beforeEach(() => {
  const quote = { price: 24_541.35, change: 1, change_percent: 0.1 }
  answer('get', '/live_indices', { nifty50: quote, banknifty: quote, as_of: new Date(OPEN_AT).toISOString() })
  answer('get', '/index_candles', risingCandles(24_500))
  answer('get', '/no_trade_minutes', [run('10:34', '10:36', 3, 'Too low.'), run('10:38', '10:38', 1, 'A range.')])
})

it('marks the bars of each run under the candles', async () => {
  const { user } = await panel()
  expect(await screen.findByText('no trade 10:33 to 10:35')).toBeTruthy()
  expect(screen.getByText('no trade 10:37 to 10:37')).toBeTruthy()
  expect(screen.getByText(/Grey marks below: no trade\./)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '5m' }))
  expect(await screen.findByText('no trade 10:30 to 10:35')).toBeTruthy()
})

it('lists the same with its reasons, newest first, each with the way to its decision', async () => {
  const { user, address } = await panel()
  await opensList(user)
  const table = screen.getByRole('region', { name: 'Minutes without a trade, newest first' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual(['10:381A range.', '10:34–10:363Too low.'])
  within(table).getByRole('link', { name: '10:34–10:36' }).focus()
  await user.keyboard('{Enter}')
  expect(decodeURIComponent(address())).toBe('/why/NIFTY/2026-11-20T10:36')
})

it('gives way to the table of the candles, and closes', async () => {
  const { user } = await panel()
  await opensList(user)
  await user.click(screen.getByRole('button', { name: 'Show as a table' }))
  expect(screen.queryByRole('region', { name: /^Minutes without/ })).toBeNull()
  await opensList(user)
  expect(screen.queryByRole('region', { name: /^The newest bars/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Why no trade', expanded: true }))
  expect(screen.queryByRole('region', { name: /^Minutes without/ })).toBeNull()
})

it('distinguishes a day without such minutes from one that failed to load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  refuse('get', '/no_trade_minutes', 503, { message: 'No.' })
  const { user } = await panel()
  await opensList(user)
  expect(await screen.findByText('Couldn’t load the minutes without a trade')).toBeTruthy()
  expect(screen.queryByText('No minute without a trade')).toBeNull()
  answer('get', '/no_trade_minutes', [])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No minute without a trade')).toBeTruthy()
})

it('is not asked for on a plan without decisions', async () => {
  const seen = answer('get', '/no_trade_minutes', [])
  await panel(false)
  await screen.findByText('10 bars')
  expect(seen.queries).toEqual([])
  expect(screen.queryByRole('button', { name: 'Why no trade' })).toBeNull()
})
