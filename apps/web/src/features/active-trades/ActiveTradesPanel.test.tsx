import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setClock } from '../../lib/server-clock.ts'
import { activeTrade, meBody, OPEN_AT } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { StreamSocket } from '../../testing/stream-socket.ts'
import { ActiveTradesPanel } from './ActiveTradesPanel.tsx'
import { useActiveTrades } from './useActiveTrades.ts'

const happens = (event: () => void) => {
  act(event)
}
/** The whole list over the stream. */
const receives = (trades: unknown) => happens(() => StreamSocket.newest.brings('userActiveTrades.2026-11-20', trades))

/** The panel and the connection it shows, as the dashboard puts them together. */
function Panel({ livePnl }: { livePnl: boolean }) {
  return <ActiveTradesPanel uid="u1" live={useActiveTrades('u1')} livePnl={livePnl} />
}

beforeEach(() => vi.stubGlobal('WebSocket', StreamSocket))
// Time that passed in a test is not that of the next: a clock that lags a little would not be set back.
afterEach(() => setClock(OPEN_AT - 3_600_000, 1))

it('goes from connecting to live and asks for the list once', async () => {
  const seen = answer('get', '/user_active_trades', [activeTrade()])
  await show(<Panel livePnl={false} />)
  expect(await screen.findByText('Connecting')).toBeTruthy()
  happens(() => StreamSocket.newest.opens())
  expect(StreamSocket.newest.request).toEqual({ topics: ['userActiveTrades.2026-11-20'] })
  expect(screen.getByText('Live', { selector: 'span span' })).toBeTruthy()
  expect(await screen.findByText('NIFTY 24500 CE')).toBeTruthy()
  expect(seen.queries).toHaveLength(1)
})

it('shows error and reconnecting', async () => {
  await show(<Panel livePnl={false} />)
  await screen.findByText('Connecting')
  happens(() => StreamSocket.newest.fails())
  expect(screen.getByText('Error')).toBeTruthy()
  happens(() => StreamSocket.newest.close())
  expect(screen.getByText('Reconnecting...')).toBeTruthy()
})

it('shows when there is no trade', async () => {
  await show(<Panel livePnl={false} />)
  await screen.findByText('Connecting')
  receives([])
  expect(screen.getByText('No Active Trades')).toBeTruthy()
  expect(screen.getByText('Awaiting trade entry...')).toBeTruthy()
})

it('lists a trade with price, quantity, stop, mode and status', async () => {
  await show(<Panel livePnl={false} />)
  await screen.findByText('Connecting')
  receives([
    activeTrade(),
    activeTrade({ trade_id: 't2', mode: 'live', stop_price: null, status: 'exiting', side: 'PE' }),
  ])
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Entry Time',
    'Strike',
    'Entry Price',
    'Quantity',
    'Status',
  ])
  const [, first, second] = screen.getAllByRole('row')
  for (const text of ['10:35:33', 'NIFTY 24500 CE', '₹164.30', '65', 'Open', 'Paper', 'stop ₹140.10'])
    expect(within(first!).getByText(text)).toBeTruthy()
  for (const text of ['Exiting', 'Live', 'Placing stop…']) expect(within(second!).getByText(text)).toBeTruthy()
})

it.each([
  ['risk_budget', 'Your risk budget allows no more.'],
  ['day_cap', 'Your daily loss limit leaves no more.'],
  ['cash', 'One entry uses at most half of your free cash.'],
  ['liquidity', 'Too few units were on offer for more.'],
  ['freeze', 'The exchange accepts no larger order.'],
  ['earlier_loss', 'After a loss today, no trade is larger than the one before.'],
  ['second_attempt', 'A second attempt uses half the lots.'],
  ['offers', 'The order was filled in part.'],
] as const)('says at a trade of fewer lots than were armed why: %s', async (reason, words) => {
  await show(<Panel livePnl={false} />)
  await screen.findByText('Connecting')
  receives([activeTrade({ quantity: 35, fewer_lots: { armed: 2, bought: 1, reason } })])
  expect(screen.getByText(/of 2 lots/).closest('td')!.textContent).toBe(`351 of 2 lots. ${words}`)
})

it('shows with the live P&L view what each trade would bring now, and never sums live with paper', async () => {
  const standing = (trade_id: string, mode: LinkMode, net: number | null, as_of = '2026-11-20T10:42:10+05:30') => ({
    trade_id,
    mode,
    last_price: net === null ? null : 182.35,
    as_of: net === null ? null : as_of,
    gross: net,
    net,
  })
  const seen = answer('get', '/live_pnl', [
    standing('t1', 'paper', 1100.25),
    standing('t2', 'live', -320.1, '2026-11-20T10:40:00+05:30'),
    standing('t3', 'live', null),
    standing('t4', 'live', -10),
  ])
  await show(<Panel livePnl />)
  await screen.findByText('Connecting')
  expect(seen.queries).toHaveLength(0)
  receives([
    activeTrade(),
    activeTrade({ trade_id: 't2', mode: 'live' }),
    activeTrade({ trade_id: 't3', mode: 'live' }),
    activeTrade({ trade_id: 't4', mode: 'live' }),
  ])
  const [, first, second, third] = screen.getAllByRole('row')
  expect(await within(first!).findByText('+₹1,100.25')).toBeTruthy()
  expect(within(first!).getByText(/at ₹182\.35$/)).toBeTruthy()
  expect(within(second!).getByText(/at ₹182\.35 of 10:40:00/)).toBeTruthy()
  expect(within(third!).getByText('no price yet')).toBeTruthy()
  const totals = screen
    .getAllByText(/^Open P&L(, net| at the prices of)/)
    .map((term) => term.parentElement!.textContent)
  // One trade of a kind is its own total.
  expect(totals).toEqual([expect.stringMatching(/Live−₹330\.10/)])
  expect(Object.fromEntries(seen.queries[0]!)).toEqual({ uid: 'u1', date: '2026-11-20' })
})

it('shows above open trades of a disconnected account what still happens to them', async () => {
  answer('get', '/me', meBody({ zerodha: { ...meBody().zerodha, connected: false, exits_only: true } }))
  await show(<Panel livePnl={false} />)
  await screen.findByText('Connecting')
  receives([activeTrade()])
  expect(
    await screen.findByText(/^Your trading account is disconnected\. The stop-loss order stays active/),
  ).toBeTruthy()
})

it('shows a row of the six specified fields alone', async () => {
  await show(<Panel livePnl={false} />)
  await screen.findByText('Connecting')
  const { trade_id, entry_time, strike, entry_price, quantity, status } = activeTrade()
  receives([{ trade_id, entry_time, strike, entry_price, quantity, status }])
  const [, row] = screen.getAllByRole('row')
  expect(within(row!).getByText('24500')).toBeTruthy()
  expect(within(row!).getByText('₹164.30')).toBeTruthy()
  expect(within(row!).queryByRole('link')).toBeNull()
})

it('shows what is the matter when the user has as many live dashboards as there may be', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answer('get', '/user_active_trades', [activeTrade()])
  await show(<Panel livePnl={false} />)
  await screen.findByText('Connecting')
  happens(() => StreamSocket.newest.opens())
  happens(() =>
    StreamSocket.newest.receives({ error: 'At most 5 connections at a time.', code: 'too_many_connections' }),
  )
  happens(() => StreamSocket.newest.close())
  expect(await screen.findByText('Every 3 seconds')).toBeTruthy()
  expect(screen.getByText(/open in five other places/)).toBeTruthy()
  expect(screen.queryByText('Reconnecting...')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  happens(() => StreamSocket.newest.opens())
  receives([activeTrade()])
  expect(screen.queryByText(/open in five other places/)).toBeNull()
})
