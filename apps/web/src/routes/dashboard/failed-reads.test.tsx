import { screen } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as news from '../../features/news/NewsMarquee.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { answerQuietDashboard } from '../../testing/dashboard-answers.ts'
import { OpeningSocket } from '../../testing/opening-socket.ts'
import { activeTrade, closedTrade, meBody, refusalBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { DashboardPage } from './DashboardPage.tsx'

// Loaded when it is first shown; a busy machine takes longer for that than a test waits by itself.
await import('./Market.tsx')

/* What the panels of the dashboard show when an answer cannot be read: never what they show of an empty one. */

beforeEach(() => {
  vi.stubGlobal('WebSocket', OpeningSocket)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(news, 'NewsMarquee').mockReturnValue(null)
  answerQuietDashboard()
})

const page = () => show(<DashboardPage />, { path: '/dashboard', at: '/dashboard' })
const asStarter = () => answer('get', '/me', meBody({ plan: 'starter', plan_expiry: null }))

interface Line {
  readonly call: string
  /** What an empty answer shows. */
  readonly empty: string
  readonly refused: string
  readonly before?: () => void
}

const LINES: readonly Line[] = [
  { call: '/user_active_trades', empty: 'No Active Trades', refused: 'Couldn’t load your open trades' },
  { call: '/user_trade_logs', empty: 'No Closed Trades Yet Today', refused: 'Couldn’t load today’s trades' },
  { call: '/entry_refusals', empty: 'No entry was refused today', refused: 'Couldn’t load the reasons' },
  {
    call: '/decisions',
    empty: 'No decision yet today. One is made each minute while the market is open.',
    refused: 'Couldn’t load the last decision.',
  },
  {
    call: '/indicator_values',
    empty: 'MACD, VWAP and RSI appear once enough bars have closed.',
    refused: 'Couldn’t load MACD, VWAP and RSI.',
    before: asStarter,
  },
  {
    call: '/trade_chart',
    empty: 'No minutes of this option yet',
    refused: 'Couldn’t load the chart',
    before: () => answer('get', '/user_active_trades', [activeTrade()]),
  },
  { call: '/index_candles', empty: 'No bars of Nifty 50 yet', refused: 'Couldn’t load the chart' },
  {
    call: '/live_pnl',
    empty: 'no price yet',
    refused: 'Couldn’t load the open P&L.',
    before: () => answer('get', '/user_active_trades', [activeTrade()]),
  },
]

describe.each(LINES)('$call', ({ call, empty, refused, before }) => {
  it('that failed is not shown as an empty one', async () => {
    before?.()
    refuse('get', call, 503, { message: 'No.' })
    await page()
    expect((await screen.findAllByText(refused)).length).toBeGreaterThan(0)
    expect(screen.queryByText(empty)).toBeNull()
  })
})

describe('a newer answer that fails leaves the last one in place and reports it', () => {
  it.each([
    ['/user_trade_logs', ['user_trade_logs'], [closedTrade()], 'NIFTY 24450 CE'],
    ['/entry_refusals', ['entry_refusals'], { refusals: [refusalBody()], next: null }, 'Connect again.'],
  ] as const)('%s', async (call, queryKey, reply, shown) => {
    answer('get', call, reply as never)
    const { user } = await page()
    await user.click(await screen.findByRole('button', { name: /^Missed entries/ }))
    expect((await screen.findAllByText(shown, { exact: false })).length).toBeGreaterThan(0)
    refuse('get', call, 503, { message: 'No.' })
    await act(async () => queryClient.refetchQueries({ queryKey: [...queryKey] }))
    expect(await screen.findByText('Couldn’t refresh this. You see the last answer.')).toBeTruthy()
    expect(screen.getAllByText(shown, { exact: false }).length).toBeGreaterThan(0)
  })
})
