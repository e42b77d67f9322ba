import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import * as news from '../../features/news/NewsMarquee.tsx'
import { activeTrade, chainWallsBody, decisionBody, OPEN_AT } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { DashboardPage } from './DashboardPage.tsx'

// Loaded when it is first shown; a busy machine takes longer for that than a test waits by itself.
await import('./Market.tsx')

/* A panel that cannot be rendered takes neither the positions nor their acts away. */

/** Opens on the first subscription, so the list of trades is asked for. */
class Opening extends EventTarget {
  constructor() {
    super()
    setTimeout(() => this.dispatchEvent(new Event('open')))
  }
  send() {}
  close() {}
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', Opening)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(news, 'NewsMarquee').mockImplementation(() => {
    throw new Error('no headline for you')
  })
  answer('get', '/live_indices', {
    nifty50: { price: 24512.35, change: 1, change_percent: 0.1 },
    as_of: new Date(OPEN_AT).toISOString(),
  })
  answer('get', '/index_candles', [])
  answer('get', '/signals', {})
  answer('get', '/option_chain_table', [])
  answer('get', '/option_chain_walls', chainWallsBody())
  answer('get', '/user_trade_logs', [])
  answer('get', '/user_active_trades', [activeTrade()])
  answer('get', '/trade_chart', {}, 404)
  answer('get', '/live_pnl', [])
  answer('get', '/entry_refusals', { refusals: [], next: null })
  answer('get', '/decisions', [decisionBody()])
})

const page = () => show(<DashboardPage />, { path: '/dashboard', at: '/dashboard' })

it('leaves an open trade and its exit working when a panel breaks', async () => {
  const { user } = await page()
  expect(await screen.findByText('Something broke in Dashboard.')).toBeTruthy()
  expect(screen.getByText('no headline for you')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Nifty Option Chain' })).toBeNull()
  const sent = answer('post', '/trades/:trade_id/exit', {
    instruction: { id: 'i1', at: '2026-11-20T05:12:13.000Z' },
  })
  await user.click(screen.getByRole('button', { name: 'Exit now' }))
  const dialog = await screen.findByRole('dialog', { name: 'Exit NIFTY 24500 CE?' })
  await user.click(within(dialog).getByRole('button', { name: 'Exit now' }))
  await vi.waitFor(() => expect(sent.bodies).toHaveLength(1))
  // The header as well: entries can be paused.
  expect(screen.getByRole('button', { name: 'Pause entries' })).toBeTruthy()
})

it('shows the panels again once they can be rendered', async () => {
  const { user } = await page()
  await screen.findByText('Something broke in Dashboard.')
  vi.mocked(news.NewsMarquee).mockReturnValue(null)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Nifty Option Chain' })).toBeTruthy()
  expect(screen.queryByText('Something broke in Dashboard.')).toBeNull()
})
