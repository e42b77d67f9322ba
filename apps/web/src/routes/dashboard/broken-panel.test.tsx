import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import * as news from '../../features/news/NewsMarquee.tsx'
import { answerQuietDashboard } from '../../testing/dashboard-answers.ts'
import { OpeningSocket } from '../../testing/opening-socket.ts'
import { activeTrade } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { DashboardPage } from './DashboardPage.tsx'

// Loaded when it is first shown; a busy machine takes longer for that than a test waits by itself.
await import('./Market.tsx')

/* A panel that cannot be rendered takes neither the positions nor their acts away. */

beforeEach(() => {
  vi.stubGlobal('WebSocket', OpeningSocket)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(news, 'NewsMarquee').mockImplementation(() => {
    throw new Error('no headline for you')
  })
  answerQuietDashboard()
  answer('get', '/user_active_trades', [activeTrade()])
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
  await waitFor(() => expect(sent.bodies).toHaveLength(1))
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
