import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { meBody, OPEN_AT } from '../testing/response-bodies.ts'
import { show, toasted } from '../testing/render.tsx'
import { answer, refuse, server } from '../testing/server.ts'
import { OperatorPage } from './OperatorPage.tsx'

const overview = (change: object = {}) => ({
  stopped: false,
  open_incidents: 0,
  open_approvals: 0,
  open_exceptions: 0,
  waiting_tickets: 0,
  ending_tables: [],
  disputed: [],
  refunds: [],
  ...change,
})
const feed = (change: object = {}) => ({
  api_key_set: true,
  api_key_last4: 'x7Qa',
  api_secret_set: true,
  connected: false,
  broker_user_id: null,
  last_updated: null,
  token_expires_at: null,
  token_stale: false,
  ...change,
})
const pricedAt = (at: number) => ({
  nifty50: { price: 24_512.35, change: 81.2, change_percent: 0.33 },
  as_of: new Date(at).toISOString(),
})
const page = (section: string) => show(<OperatorPage />, { path: '/operator/$section', at: `/operator/${section}` })

beforeEach(() => {
  answer('get', '/me', meBody({ operator: true }))
  answer('get', '/operator/overview', overview())
  answer('get', '/operator/feed-session', feed())
  answer('get', '/operator/flatten', { requests: [] })
  answer('get', '/operator/chain-history', { on: true, keep_days: 400, symbols: [], volatility: [], failures: [] })
  answer('get', '/live_indices', pricedAt(OPEN_AT))
})

it('is not there for other users', async () => {
  answer('get', '/me', meBody())
  await page('today')
  expect(await screen.findByText('This page does not exist')).toBeTruthy()
})

describe('today', () => {
  it('stops all new entries with a reason, and releases them', async () => {
    const seen = answer('post', '/operator/stop', { global: true })
    const { user } = await page('today')
    await user.type(await screen.findByLabelText('Reason'), 'a drill')
    answer('get', '/operator/overview', overview({ stopped: true }))
    await user.click(screen.getByRole('button', { name: 'Stop all new entries' }))
    expect(await screen.findByText('All new entries are stopped')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Release the stop' }))
    await waitFor(() =>
      expect(seen.bodies).toEqual([
        { on: true, reason: 'a drill' },
        { on: false, reason: 'a drill' },
      ]),
    )
  })

  it('warns of dates that run out, and is quiet while none do', async () => {
    const ending_tables = [
      { table: 'rbi', ends_on: '2026-03-31' },
      { table: 'charges', ends_on: '2027-03-31' },
    ]
    answer('get', '/operator/overview', overview({ ending_tables }))
    await page('today')
    expect(await screen.findByText('Tables must be updated')).toBeTruthy()
    expect(screen.getByText(/RBI policy decisions.*Complete until 2026-03-31\./)).toBeTruthy()
    expect(screen.getByText(/STT and exchange charges.*Complete until 2027-03-31\./)).toBeTruthy()
  })

  it('logs the feed in with a pasted address', async () => {
    const seen = answer('post', '/operator/feed-session', feed({ connected: true, broker_user_id: 'SWFEED' }))
    const { user } = await page('today')
    const field = await screen.findByLabelText(/^Redirect URL or request_token/)
    await user.click(field)
    await user.paste('http://127.0.0.1/?status=success&request_token=abc123')
    answer('get', '/operator/feed-session', feed({ connected: true, broker_user_id: 'SWFEED' }))
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByText('Broker account SWFEED.')).toBeTruthy()
    expect(seen.bodies).toEqual([{ request_token: 'abc123' }])
  })

  it.each([
    ['prices stopped', () => answer('get', '/live_indices', pricedAt(OPEN_AT - 60_000)), 'Prices stopped at 10:41:13'],
    ['no price has come', () => answer('get', '/live_indices', {}), 'No prices yet'],
    ['prices cannot be read', () => refuse('get', '/live_indices', 403, { message: 'No.' }), 'Couldn’t load prices'],
  ])('calls a feed that is logged in good only while prices arrive: %s', async (_what, before, title) => {
    answer('get', '/operator/feed-session', feed({ connected: true, broker_user_id: 'SWFEED' }))
    before()
    await page('today')
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(/^Logged in for today with broker account SWFEED, but no prices arrive\./)).toBeTruthy()
    expect(screen.queryByText('Broker account SWFEED.')).toBeNull()
  })

  it('shows that no money needs a person', async () => {
    await page('today')
    expect(await screen.findByText('None.')).toBeTruthy()
  })

  it('shows the money that needs a person', async () => {
    const disputed = { checkout_id: 'c1', user_id: 'u9', plan: 'pro', amount: 2000, note: '1 paise came', at: FUTURE }
    answer('get', '/operator/overview', overview({ disputed: [disputed] }))
    await page('today')
    expect(await screen.findByText(/1 paise came.*User u9/)).toBeTruthy()
  })

  it('shows what the server refused', async () => {
    refuse('post', '/operator/stop', 403, { message: 'Please confirm that it is you.' })
    const { user } = await page('today')
    await user.click(await screen.findByRole('button', { name: 'Stop all new entries' }))
    await toasted('Please confirm that it is you.')
  })
})

const FUTURE = '2026-12-08T10:00:00+05:30'

describe('support', () => {
  it('names a person without a name by the address', async () => {
    const ticket = {
      id: 'SW-ABCD2345',
      topic: 'account',
      kind: 'chat',
      name: '',
      email: 'asha@example.com',
      user_id: 'u1',
      last_at: '2026-11-20T10:00:00+05:30',
      waiting: true,
    }
    answer('get', '/operator/tickets', { tickets: [ticket] })
    const asked = { id: 1, from: 'user', text: 'Are you there?', at: ticket.last_at }
    answer('get', '/operator/tickets/SW-ABCD2345', { ...ticket, messages: [asked] })
    const { user } = await page('support')
    await user.click(await screen.findByRole('button', { name: /asha@example.com/ }))
    expect(await screen.findByText('Are you there?')).toBeTruthy()
    expect(screen.queryByText(/^, /)).toBeNull()
  })

  it('lists who waits and answers', async () => {
    const ticket = {
      id: 'SW-ABCD2345',
      topic: 'broker',
      kind: 'chat',
      name: 'Asha Rao',
      email: 'asha@example.com',
      user_id: 'u1',
      last_at: '2026-11-20T10:00:00+05:30',
      waiting: true,
    }
    answer('get', '/operator/tickets', { tickets: [ticket] })
    const asked = { id: 1, from: 'user', text: 'Are you there?', at: ticket.last_at }
    answer('get', '/operator/tickets/SW-ABCD2345', { ...ticket, messages: [asked] })
    const reply = { id: 2, from: 'operator', text: 'Yes.', at: ticket.last_at }
    const seen = answer('post', '/operator/tickets/SW-ABCD2345/answer', { message: reply })
    const { user } = await page('support')
    await user.click(await screen.findByRole('button', { name: /Asha Rao/ }))
    expect(await screen.findByText('Are you there?')).toBeTruthy()
    answer('get', '/operator/tickets/SW-ABCD2345', { ...ticket, waiting: false, messages: [asked, reply] })
    await user.type(screen.getByLabelText('Answer'), 'Yes.')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(await within(screen.getByRole('log')).findByText('Yes.')).toBeTruthy()
    expect(seen.bodies).toEqual([{ text: 'Yes.' }])
  })

  it('states that a conversation is gone, offers no other try, and leads back to the list', async () => {
    const ticket = { id: 'SW-ABCD2345', topic: 'broker', kind: 'chat', name: 'Asha Rao', email: 'asha@example.com' }
    const at = '2026-11-20T10:00:00+05:30'
    answer('get', '/operator/tickets', { tickets: [{ ...ticket, user_id: 'u1', last_at: at, waiting: true }] })
    refuse('get', '/operator/tickets/SW-ABCD2345', 404, { message: 'No such conversation.' })
    const { user } = await page('support')
    await user.click(await screen.findByRole('button', { name: /Asha Rao/ }))
    expect(await screen.findByText('No such conversation')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to the list' }))
    expect(screen.queryByText('No such conversation')).toBeNull()
  })

  it('shows that no user waits', async () => {
    answer('get', '/operator/tickets', { tickets: [] })
    await page('support')
    expect(await screen.findByText('Inbox zero')).toBeTruthy()
  })
})

describe('users', () => {
  const found = {
    user_id: 'u9',
    name: 'Ravi',
    email: 'ravi@example.com',
    email_verified: true,
    joined_at: FUTURE,
    plan: 'elite',
    plan_expiry: FUTURE,
    next_plan: null,
    stopped: false,
    link: { mode: 'live', connected: true, broker_user_id: 'AB1234', token_expires_at: FUTURE, egress_address: null },
    payments: [
      {
        payment_id: 'p1',
        receipt_number: 'SW/26-27/000001',
        plan: 'elite',
        billing: 'monthly',
        amount: 4000,
        refunded: 0,
        paid_at: FUTURE,
        plan_expiry: FUTURE,
      },
    ],
  }
  const find = async () => {
    answer('get', '/operator/users', { users: [], next: null })
    const { user } = await page('users')
    await user.type(await screen.findByLabelText('Exact account email'), 'ravi@example.com')
    await user.click(screen.getByRole('button', { name: 'Find' }))
    return user
  }

  it('are given an address and refunded', async () => {
    answer('get', '/operator/user', found)
    const egress = answer('post', '/operator/egress-address', { approval_id: 'a1' })
    const refund = answer('post', '/operator/refunds', { refund_id: 'r1', status: 'done', amount: 2000 })
    const user = await find()
    await user.type(await screen.findByLabelText('IP address'), '203.0.113.7')
    await user.click(screen.getByRole('button', { name: 'Request this address' }))
    await toasted('Nothing is changed yet: a second operator decides it under Approvals.')
    await waitFor(() => expect(egress.bodies).toEqual([{ user_id: 'u9', address: '203.0.113.7', same_family: false }]))
    await user.click(screen.getByRole('button', { name: 'Pay back…' }))
    await user.type(screen.getByLabelText('Reason'), 'asked by mail')
    await user.click(screen.getByRole('button', { name: 'Pay back and end what it bought' }))
    await waitFor(() => expect(refund.bodies).toEqual([{ payment_id: 'p1', basis: 'unused', reason: 'asked by mail' }]))
  })

  it('are shown to wait where a refund takes a second operator', async () => {
    answer('get', '/operator/user', found)
    const keys = new Set<string | null>()
    server.use(
      http.post('/api/operator/refunds', ({ request }) => {
        keys.add(request.headers.get('idempotency-key'))
        return HttpResponse.json({ status: 'needs_approval', approval_id: 'a1', amount: 8000 })
      }),
    )
    const user = await find()
    await user.click(await screen.findByRole('button', { name: 'Pay back…' }))
    await user.type(screen.getByLabelText('Reason'), 'asked by mail')
    await user.click(screen.getByRole('button', { name: 'Pay back and end what it bought' }))
    await toasted('Nothing is refunded yet: a second operator decides it under Approvals.')
    // One that was rejected is another request when it is made again.
    await user.click(await screen.findByRole('button', { name: 'Pay back…' }))
    await user.click(screen.getByRole('button', { name: 'Pay back and end what it bought' }))
    await waitFor(() => expect(keys.size).toBe(2))
  })

  it('are shown not to be there', async () => {
    refuse('get', '/operator/user', 404, { message: 'No account has this address.' })
    const user = await find()
    expect(within(await screen.findByRole('alert')).getByText('No account found')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to the list' }))
    expect(await screen.findByRole('group', { name: 'Filter' })).toBeTruthy()
  })

  it('are not shown to be missing where the question failed', async () => {
    refuse('get', '/operator/user', 403, { message: 'No.' })
    await find()
    expect(await screen.findByText('This could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(screen.queryByText('No account found')).toBeNull()
  })
})

describe('what was done', () => {
  it('is listed', async () => {
    answer('get', '/operator/actions', {
      actions: [
        {
          at: FUTURE,
          operator: 'op@example.com',
          action: 'stop_engaged',
          user_id: null,
          details: { reason: 'a drill' },
        },
      ],
    })
    await page('actions')
    expect(await screen.findByText('Kill switch engaged')).toBeTruthy()
    expect(screen.getByText('Reason: a drill')).toBeTruthy()
  })
})
