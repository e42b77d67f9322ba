import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as news from '../../features/news/NewsMarquee.tsx'
import { session } from '../../lib/session.ts'
import { answerQuietDashboard } from '../../testing/dashboard-answers.ts'
import { activeTrade, meBody, OPEN_AT, signalBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { StreamSocket } from '../../testing/stream-socket.ts'
import { answer, hang, refuse } from '../../testing/server.ts'
import { DashboardPage } from './DashboardPage.tsx'

// Loaded when it is first shown; a busy machine takes longer for that than a test waits by itself.
await import('./Market.tsx')

class Silent extends EventTarget {
  close() {}
}

const price = { price: 24512.35, change: 1, change_percent: 0.1 }
const asOf = (at: number) => new Date(at).toISOString()

beforeEach(() => {
  vi.stubGlobal('WebSocket', Silent)
  vi.spyOn(news, 'NewsMarquee').mockReturnValue(null)
  answerQuietDashboard()
  answer('get', '/live_indices', { nifty50: price, banknifty: price, as_of: asOf(OPEN_AT) })
})

const page = (at = '/dashboard') => show(<DashboardPage />, { path: '/dashboard', at })

it('shows that it is loading', async () => {
  hang('get', '/me')
  await page()
  expect(await screen.findByText('Loading...')).toBeTruthy()
})

it('offers another try when the account cannot be read', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  refuse('get', '/me', 403, { message: 'No.' })
  await page()
  expect(await screen.findByText('Couldn’t load your account')).toBeTruthy()
})

it('shows the header, the market, the mode and every panel to elite', async () => {
  await page()
  for (const title of ['Core Agent Signals', 'Live Active Trades', 'Today Trade Log', 'Nifty Option Chain'])
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText('Market open')).toBeTruthy()
  expect(screen.getByText('Simulated')).toBeTruthy()
  expect(screen.getByText('no real money')).toBeTruthy()
  const login = screen.getByRole('link', { name: 'Connect Zerodha (Zerodha until 06:00)' })
  expect(login.getAttribute('href')).toBe('/connect-zerodha')
  expect(screen.getByRole('button', { name: 'Pause entries' })).toBeTruthy()
  expect(screen.getAllByText('8 Dec 2026').length).toBeGreaterThan(0)
  expect(await screen.findByText('BLOCKED')).toBeTruthy()
  expect(screen.queryByText(/Upgrade/)).toBeNull()
})

describe('who comes from a payment', () => {
  it('shows until when the plan is active, and where the receipt is', async () => {
    await page('/dashboard?success=true')
    expect(await screen.findByText('Your Elite plan is active until 8 Dec 2026')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'your profile' }).getAttribute('href')).toBe('/profile')
  })

  it.each([
    ['the address shows nothing', '/dashboard', '2026-12-08T10:00:00Z'],
    ['the plan has ended', '/dashboard?success=true', '2026-11-01T10:00:00Z'],
  ])('gets no notice when %s', async (_when, at, plan_expiry) => {
    answer('get', '/me', meBody({ plan_expiry }))
    await page(at)
    await screen.findByText('Market open')
    expect(screen.queryByText(/plan is active until/)).toBeNull()
  })
})

it('shows live as text', async () => {
  answer('get', '/me', meBody({ zerodha: { ...meBody().zerodha, mode: 'live' } }))
  await page()
  expect(await screen.findByText('real money')).toBeTruthy()
})

it('gives starter the restricted views, without a pause button', async () => {
  const { zerodha, entitlements } = meBody()
  answer(
    'get',
    '/me',
    meBody({
      plan: 'starter',
      plan_expiry: null,
      zerodha: { ...zerodha, connected: false, api_key_set: false },
      entitlements: { ...entitlements, entry_refusals: false },
    }),
  )
  await page()
  expect(await screen.findByText('Option Chain Access Restricted')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Upgrade Plan' })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Pause entries' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Missed entries/ })).toBeNull()
})

it('gives starter with a paper account the pause button and the reasons, and no decisions', async () => {
  const { zerodha } = meBody()
  answer('get', '/me', meBody({ plan: 'starter', plan_expiry: null, zerodha: { ...zerodha, opened_for_user: true } }))
  await page()
  expect(await screen.findByRole('button', { name: 'Pause entries' })).toBeTruthy()
  expect(await screen.findByText('No entry was refused today')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Verdict' })).toBeNull()
})

it('falls back to what starter sees when the plan has expired', async () => {
  answer('get', '/me', meBody({ plan: 'master', plan_expiry: '2026-11-01T10:00:00Z' }))
  await page()
  expect(await screen.findByText('Your Master plan has expired')).toBeTruthy()
  expect(await screen.findByText('Option Chain Access Restricted')).toBeTruthy()
})

describe('a day whose entries are locked', () => {
  beforeEach(() => {
    answer('get', '/signals', { market_block_signal: signalBody('unblocked') })
  })

  it.each([
    ['loss_cap', 'Daily loss limit reached: no more entries today'],
    ['losing_streak', 'Three losing trades in a row: no more entries today'],
    ['invariant_broken', 'Your account and the broker’s books differ: no more entries today'],
  ] as const)('by %s says so in place of everything that promises entries', async (reason, title) => {
    answer('get', '/me', meBody({ day_lock: { reason, at: '2026-11-20T10:31:00+05:30' } }))
    await page()
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(/10:31:00/)).toBeTruthy()
    expect(await screen.findByText('Locked today')).toBeTruthy()
    expect(screen.queryByText('Unblocked')).toBeNull()
    expect(screen.getByText('No more entries today')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pause entries' })).toBeNull()
  })

  it('shows what the day had come to and what is kept of it', async () => {
    const day_lock = { reason: 'profit_lock', at: '2026-11-20T10:31:00+05:30', peak: 4_200, floor: 2_100 } as const
    answer('get', '/me', meBody({ day_lock }))
    await page()
    expect(await screen.findByText('Profit lock reached: no more entries today')).toBeTruthy()
    expect(screen.getByText(/The day’s profit reached ₹4,200 and fell back to ₹2,100/)).toBeTruthy()
  })

  it.each([
    [1, '1 losing trade: no more entries today'],
    [2, '2 losing trades in a row: no more entries today'],
  ])('says after how many losses in a row: %s', async (losses, title) => {
    answer('get', '/me', meBody({ day_lock: { reason: 'losing_streak', at: '2026-11-20T10:31:00+05:30', losses } }))
    await page()
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('is read as soon as a trade ends, not with the next poll', async () => {
    vi.stubGlobal('WebSocket', StreamSocket)
    answer('get', '/trade_chart', {}, 404)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await page()
    expect(await screen.findByText('Unblocked')).toBeTruthy()
    const receives = (trades: unknown) =>
      act(() => {
        StreamSocket.newest.brings('userActiveTrades.2026-11-20', trades)
      })
    receives([activeTrade()])
    answer('get', '/me', meBody({ day_lock: { reason: 'loss_cap', at: '2026-11-20T10:42:10+05:30' } }))
    receives([])
    expect(await screen.findByText('Daily loss limit reached: no more entries today')).toBeTruthy()
  })
})

describe('the feed', () => {
  it('is shown to be late when prices stand still in session', async () => {
    answer('get', '/live_indices', { nifty50: price, as_of: asOf(OPEN_AT - 60_000) })
    await page()
    expect(await screen.findByText('Prices stopped at 10:41:13')).toBeTruthy()
    expect(screen.getByText(/Your stop is at the exchange and still works/)).toBeTruthy()
  })

  it.each([
    ['a minute late as the plan has it', 60_000, 0],
    ['later than that', 80_000, 1],
  ])('of a delayed plan: %s', async (_, late, expected) => {
    answer('get', '/me', meBody({ entitlements: { ...meBody().entitlements, delay_seconds: 60 } }))
    answer('get', '/live_indices', { nifty50: price, as_of: asOf(OPEN_AT - late) })
    await page()
    expect(await screen.findByText('24,512.35')).toBeTruthy()
    await waitFor(() => expect(screen.queryAllByText(/^Prices stopped at/)).toHaveLength(expected))
  })

  it('is shown to be gone when the server does not answer', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    refuse('get', '/live_indices', 503, { message: 'No.' })
    await page()
    expect(await screen.findByText('Can’t reach Strikewise')).toBeTruthy()
  })
})

it('catches a render error and shows its text', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(news, 'NewsMarquee').mockImplementation(() => {
    throw new Error('no headline for you')
  })
  await page()
  expect(await screen.findByText('Something broke in Dashboard.')).toBeTruthy()
  expect(screen.getByText('no headline for you')).toBeTruthy()
})

describe('the user menu', () => {
  it('shows the plan and leads to the account screens', async () => {
    const { user } = await page()
    await user.click(await screen.findByRole('button', { name: 'User menu' }))
    expect(await screen.findByText('Elite plan')).toBeTruthy()
    expect(screen.getByText('until 8 Dec 2026')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/plans')
    for (const [name, to] of [
      ['Profile', '/profile'],
      ['Trade Settings', '/trade-settings'],
      ['Telegram Integration', '/telegram-setup'],
    ] as const)
      expect(screen.getByRole('menuitem', { name }).getAttribute('href')).toBe(to)
  })

  it('logs out: signs out, clears local storage, goes to the start page', async () => {
    session.set({ status: 'in', user: { id: 'u1', name: '', email: '', language: 'en' } })
    const seen = answer('post', '/auth/sign-out', { success: true })
    localStorage.setItem('theme', 'dark')
    localStorage.setItem('subscription', '{}')
    const { user, address } = await page()
    await user.click(await screen.findByRole('button', { name: 'User menu' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(seen.bodies).toHaveLength(1)
    expect(localStorage).toHaveLength(0)
    expect(session.get().status).toBe('out')
  })
})

it('names a session that ended elsewhere', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  session.set({ status: 'in', user: { id: 'u1', name: '', email: '', language: 'en' } })
  await page()
  await screen.findByText('BLOCKED')
  refuse('get', '/signals', 401, { message: 'Sign in.' })
  const { queryClient } = await import('../../lib/query-client.ts')
  await act(async () => queryClient.invalidateQueries({ queryKey: ['signals'] }))
  await waitFor(() => expect(session.get().status).toBe('out'))
})
