import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Me } from '@strikewise/wire/account.ts'
import type { ReadinessLine, ReadinessReply } from '@strikewise/wire/readiness.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setClock } from '../../lib/server-clock.ts'
import { createStore } from '../../lib/store.ts'
import { activeTrade, meBody, PAST } from '../../testing/response-bodies.ts'
import { show, toasted } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import type { LiveTrades } from '../active-trades/trade-connection.ts'
import { actRequest, endRequest } from '../position/act-request.ts'
import { MorningReadiness } from './MorningReadiness.tsx'
import { readinessView } from './readiness-hours.ts'

const DAY = '2026-11-20' as IstDate
const NO_TRADES: LiveTrades = { status: 'open', trades: [], unread: false, crowded: false }

const line = (change: Partial<ReadinessLine>): ReadinessLine => ({
  check: 'login',
  state: 'pass',
  text: 'Logged in to Zerodha until 06:00.',
  message: { code: 'readiness.login.done', params: {} },
  remedy: null,
  ...change,
})

const reply = (checks: ReadinessLine[], state: ReadinessReply['state'] = 'fail'): ReadinessReply => ({
  day: DAY,
  opens_at: '2026-11-20T09:15:00+05:30',
  state,
  checks,
})

async function card(at: EpochMs, { me = meBody(), live = NO_TRADES }: { me?: Me; live?: LiveTrades } = {}) {
  const store = createStore(live)
  const view = await show(<MorningReadiness me={me} live={store} />, { path: '/dashboard' })
  // The renderer begins with the open market.
  act(() => setClock(at, 1))
  return { ...view, store }
}
const MORNING = istInstant(DAY, 8, 20)

beforeEach(endRequest)

it.each([
  ['before the morning', istInstant(DAY, 8, 14), 'none'],
  ['from 08:15', istInstant(DAY, 8, 15), 'open'],
  ['until the open', istInstant(DAY, 9, 14), 'open'],
  ['during the session', istInstant(DAY, 9, 15), 'closed'],
  ['after the close', istInstant(DAY, 15, 40), 'none'],
  ['on a Saturday', istInstant('2026-11-21' as IstDate, 8, 30), 'none'],
])('%s it is shown as it should be', (_when, now, view) => {
  expect(readinessView(now)).toBe(view)
})

describe('before the open', () => {
  it('shows every check with its state as text, and what mends it', async () => {
    answer(
      'get',
      '/readiness',
      reply([line({}), line({ check: 'plan', state: 'fail', text: 'Elite has ended.', remedy: 'plans' })]),
    )
    await card(MORNING)
    const [login, plan] = within(await screen.findByRole('list', { name: 'Checks' })).getAllByRole('listitem')
    expect(login!.textContent).toBe('Broker login: Ready. Logged in to Zerodha until 06:00.')
    expect(within(login!).queryByRole('link')).toBeNull()
    expect(plan!.textContent).toContain('Plan: Not ready. Elite has ended.')
    expect(within(plan!).getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/plans')
    expect(screen.getByRole('status').textContent).toBe(
      'Not ready: fix what is marked below. The market opens at 09:15.',
    )
  })

  it.each([
    ['pass', 'Ready for today’s session.'],
    ['warn', 'Ready, with notes.'],
  ] as const)('sums up %s', async (state, text) => {
    answer('get', '/readiness', reply([line({})], state))
    await card(MORNING)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it.each([
    ['connect_account', 'Connect an account', '/connect-zerodha'],
    ['trade_settings', 'Trade settings', '/trade-settings'],
    ['status', 'System status', '/status'],
    ['support', 'Contact support', '/support'],
    ['add_funds', 'Add cash at Zerodha', 'https://kite.zerodha.com/funds'],
  ] as const)('leads to %s', async (remedy, name, href) => {
    answer('get', '/readiness', reply([line({ state: 'warn', remedy })]))
    await card(MORNING)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
  })

  it("opens the broker's login with one press, and shows why it could not", async () => {
    answer('get', '/readiness', reply([line({ state: 'fail', remedy: 'log_in' })]))
    refuse('post', '/broker/login-link', 409, { message: 'No keys are stored.' })
    const tab = { opener: null, location: { replace: vi.fn<(url: string) => void>() }, close: vi.fn<() => void>() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    const { user } = await card(MORNING)
    const button = await screen.findByRole('button', { name: 'Log in to Zerodha' })
    await user.click(button)
    expect(await screen.findByText('No keys are stored.')).toBeTruthy()
    answer('post', '/broker/login-link', { url: 'http://127.0.0.1:8090/connect/login?v=3' })
    await user.click(button)
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('http://127.0.0.1:8090/connect/login?v=3'))
  })

  it('connects the paper account with one press', async () => {
    answer('get', '/readiness', reply([line({ state: 'fail', remedy: 'connect_paper' })]))
    const seen = answer('post', '/broker/paper', meBody().zerodha)
    const { user } = await card(MORNING)
    await user.click(await screen.findByRole('button', { name: 'Connect for today' }))
    expect(await toasted('Paper account connected.')).toBeTruthy()
    expect(seen.bodies).toEqual([{}])
  })

  it('asks to resume entries that are paused', async () => {
    answer('get', '/readiness', reply([line({ check: 'limits', state: 'warn', remedy: 'resume_entries' })]))
    const { user } = await card(MORNING)
    await user.click(await screen.findByRole('button', { name: 'Resume entries' }))
    expect(actRequest.get()).toBe('resume')
  })

  it('shows that it is loading, and offers another try when it cannot be read', async () => {
    hang('get', '/readiness')
    const { unmount } = await card(MORNING)
    expect(await screen.findByText('Loading...')).toBeTruthy()
    unmount()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    refuse('get', '/readiness', 503, { message: 'Busy.' })
    const { user } = await card(MORNING, { me: meBody({ stop: { user: true, global: false } }) })
    await screen.findByText('Couldn’t load the readiness check')
    answer('get', '/readiness', reply([line({})]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('list', { name: 'Checks' })).toBeTruthy()
  })
})

it('is one line during the session, and asks the server only once it is opened', async () => {
  const seen = answer('get', '/readiness', reply([line({})], 'pass'))
  const { user } = await card(istInstant(DAY, 10))
  const button = await screen.findByRole('button', { name: 'Show' })
  expect(seen.queries).toHaveLength(0)
  await user.click(button)
  expect(await screen.findByRole('list', { name: 'Checks' })).toBeTruthy()
})

it.each([
  ['while a trade is open', MORNING, { live: { ...NO_TRADES, trades: [activeTrade()] } }],
  ['in the evening', istInstant(DAY, 18), {}],
  [
    'to an account that trades nothing',
    MORNING,
    { me: meBody({ plan: 'starter', plan_expiry: null, zerodha: { ...meBody().zerodha, api_key_set: false } }) },
  ],
])('is not shown %s', async (_when, at, given) => {
  const seen = answer('get', '/readiness', reply([]))
  await card(at, given)
  expect(screen.queryByText('Morning readiness')).toBeNull()
  expect(seen.queries).toHaveLength(0)
})

it('is shown to a user whose plan has ended', async () => {
  answer(
    'get',
    '/readiness',
    reply([line({ check: 'plan', state: 'fail', text: 'Elite has ended.', remedy: 'plans' })]),
  )
  await card(MORNING, { me: meBody({ plan_expiry: PAST }) })
  expect(await screen.findByText('Elite has ended.')).toBeTruthy()
})
