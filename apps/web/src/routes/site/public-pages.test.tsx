import type { IncidentRow } from '@strikewise/wire/incidents.ts'
import { STATUS_COMPONENTS, type StatusReply, type StatusState } from '@strikewise/wire/public.ts'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ListingCard } from '../../features/top-traders/ListingCard.tsx'
import { session } from '../../lib/session.ts'
import { answer, refuse } from '../../testing/server.ts'
import { show } from '../../testing/render.tsx'
import { configBody } from '../../testing/response-bodies.ts'
import { ComplaintsPage } from './ComplaintsPage.tsx'
import { DpdpPage } from './DpdpPage.tsx'
import { ForumPage } from './ForumPage.tsx'
import { StatusPage } from './StatusPage.tsx'
import { SupportPage } from './SupportPage.tsx'
import { TopTradersPage } from './TopTradersPage.tsx'
import { TradeLogsPage } from './TradeLogsPage.tsx'

const signedIn = () =>
  session.set({ status: 'in', user: { id: 'u1', name: 'Asha Rao', email: 'asha@example.com', language: 'en' } })

describe('status', () => {
  const status = (now: StatusState): StatusReply => ({
    incident: null,
    checked_at: '2026-11-20T10:42:00+05:30',
    parts: STATUS_COMPONENTS.map((part) => ({ part, now: part === 'feed' ? now : 'up', days: [] })),
  })

  it.each<[StatusState, RegExp]>([
    ['up', /^All systems operational$/],
    ['idle', /^All systems operational$/],
    ['down', /^Down: Market data$/],
    ['unknown', /^Some checks are missing$/],
  ])('with a feed that is %s says so', async (now, words) => {
    answer('get', '/status', status(now))
    await show(<StatusPage />)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByText('Last check 10:42:00 IST')).toBeTruthy()
  })

  it('shows what a server that does not answer means', async () => {
    refuse('get', '/status', 404, { message: 'gone' })
    await show(<StatusPage />)
    expect(await screen.findByText('Can’t reach Strikewise')).toBeTruthy()
  })
})

describe('incidents on the status page', () => {
  const incident = (change: Partial<IncidentRow>): IncidentRow => ({
    id: 1,
    title: 'Mail is late',
    severity: 'minor',
    components: ['notifier'],
    opened_at: '2026-11-20T10:05:00+05:30',
    resolved_at: null,
    updates: [{ state: 'investigating', text: 'Alerts by Telegram are not late.', at: '2026-11-20T10:05:00+05:30' }],
    ...change,
  })
  const resolved = (id: number, title: string, opened_at: string) =>
    incident({ id, title, opened_at, resolved_at: '2026-11-19T12:00:00+05:30' })

  it('stand above the checks while they are open, with their updates in IST', async () => {
    answer('get', '/status', { incident: null, checked_at: null, parts: [] })
    const found = { state: 'identified', text: 'The queue was full.', at: '2026-11-20T10:20:00+05:30' } as const
    const open = incident({})
    answer('get', '/incidents', { open: [{ ...open, updates: [found, ...open.updates] }], past: [] })
    await show(<StatusPage />)
    const block = (await screen.findByRole('heading', { name: 'Open incidents' })).closest('section')!
    expect(within(block).getByText('Minor')).toBeTruthy()
    expect(block.textContent).toContain('Affects: Email and messages')
    expect(block.textContent).toContain('Since 20 Nov 2026, 10:05 IST')
    const updates = within(within(block).getByRole('list', { name: 'Updates: Mail is late' })).getAllByRole('listitem')
    expect(updates.map(({ textContent }) => textContent)).toEqual([
      'Identified20 Nov 2026, 10:20 ISTThe queue was full.',
      'Investigating20 Nov 2026, 10:05 ISTAlerts by Telegram are not late.',
    ])
    const summary = await screen.findByText('All systems operational')
    expect(block.compareDocumentPosition(summary) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  it('stand under the day each began on when they are resolved', async () => {
    answer('get', '/status', { incident: null, checked_at: null, parts: [] })
    const past = [
      resolved(3, 'Prices were late', '2026-11-19T11:00:00+05:30'),
      resolved(2, 'Logins failed', '2026-11-19T00:10:00+05:30'),
      resolved(1, 'The record was late', '2026-11-18T23:50:00+05:30'),
    ]
    answer('get', '/incidents', { open: [], past })
    await show(<StatusPage />)
    const block = within((await screen.findByRole('heading', { name: 'Past incidents' })).closest('section')!)
    await block.findByText('Prices were late')
    const order = block.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(order).toEqual([
      'Past incidents',
      '19 Nov 2026',
      'Prices were late',
      'Logins failed',
      '18 Nov 2026',
      'The record was late',
    ])
    expect(screen.queryByRole('heading', { name: 'Open incidents' })).toBeNull()
  })
})

describe('trade logs', () => {
  const nothing = { offered: true, mode: null, day: null, days: [], trades: [] }
  it.each([
    ['no account', { ...nothing, offered: false }, 'No showcase account on this installation'],
    ['no closed day', nothing, 'No closed day yet'],
  ])('with %s say so', async (_what, body, words) => {
    answer('get', '/showcase-log', body)
    await show(<TradeLogsPage />)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it('show a day, and another when asked, without a result', async () => {
    const trade = {
      entry_time: '2026-11-19T09:31:00+05:30',
      exit_time: '2026-11-19T09:44:10+05:30',
      symbol: 'NIFTY',
      strike: 24450,
      side: 'CE',
      quantity: 65,
      entry_price: 150,
      exit_price: 180,
      exit_reason: 'target',
    }
    const days = ['2026-11-19', '2026-11-18']
    const seen = answer('get', '/showcase-log', { offered: true, mode: 'paper', day: days[0]!, days, trades: [trade] })
    const { user } = await show(<TradeLogsPage />)
    const table = await screen.findByRole('region', { name: 'Trades of the showcase account' })
    expect(within(table).getByText('Target')).toBeTruthy()
    expect(within(table).queryByText(/P&L|profit/i)).toBeNull()
    await user.selectOptions(screen.getByLabelText('Day'), '2026-11-18')
    await expect.poll(() => seen.queries.at(-1)?.get('date')).toBe('2026-11-18')
  })
})

it('top traders shows shares rounded down, and how they are measured', async () => {
  const trader = {
    name: 'Steady One',
    days: 5,
    stops_kept: 1,
    limits_kept: 0.999,
    plan_followed: 0.9,
    discipline: 0.966,
  }
  answer('get', '/top-traders', { least_days: 5, least_trades: 10, traders: [trader] })
  await show(<TopTradersPage />)
  const row = (await screen.findByText('Steady One')).closest('tr')!
  expect([...row.cells].map((cell) => cell.textContent)).toEqual(['1', 'Steady One', '5', '100%', '99%', '90%', '96%'])
  expect(screen.getByText(/It takes 5 days/)).toBeTruthy()
})

describe('the switch of the list', () => {
  it('is dead without a name, and sends the one that was typed', async () => {
    answer('get', '/top-traders/listing', { listed: false, name: null })
    const seen = answer('put', '/top-traders/listing', { listed: true, name: 'Steady One' })
    const { user } = await show(<ListingCard />)
    const toggle = await screen.findByRole('switch')
    expect(toggle.getAttribute('aria-disabled')).toBe('true')
    await user.type(screen.getByLabelText('Name shown to others'), 'Steady One')
    await user.click(toggle)
    await expect.poll(() => seen.bodies).toEqual([{ listed: true, name: 'Steady One' }])
    expect(await screen.findByRole('button', { name: 'Change the name' })).toBeTruthy()
  })

  it('shows when another user has the name', async () => {
    answer('get', '/top-traders/listing', { listed: false, name: 'Steady One' })
    refuse('put', '/top-traders/listing', 400, { message: 'no', detail: 'This name is already taken.' })
    const { user } = await show(<ListingCard />)
    await user.click(await screen.findByRole('switch'))
    expect(await screen.findByText('This name is already taken.')).toBeTruthy()
  })
})

it('support sends what was written and shows the ticket', async () => {
  signedIn()
  const seen = answer('post', '/support', { ticket: 'SW-ABCDEFGH' })
  const { user } = await show(<SupportPage />)
  await user.selectOptions(await screen.findByLabelText(/^About/), 'fault')
  await user.type(screen.getByLabelText(/^Message/), 'A fault that takes twenty letters')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Received as SW-ABCDEFGH')).toBeTruthy()
  expect(seen.bodies).toEqual([
    { name: 'Asha Rao', email: 'asha@example.com', topic: 'fault', text: 'A fault that takes twenty letters' },
  ])
})

it('support keeps what was written when it was not taken, and shows why', async () => {
  signedIn()
  refuse('post', '/support', 429, { message: 'Too many messages came from here.' })
  const { user } = await show(<SupportPage />)
  const message = await screen.findByLabelText<HTMLTextAreaElement>(/^Message/)
  await user.type(message, 'A fault that takes twenty letters')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Too many messages came from here.')).toBeTruthy()
  expect(message.value).toBe('A fault that takes twenty letters')
})

it('support shows how each plan is supported, and which channels are official', async () => {
  answer('get', '/config', { ...configBody, social: { x: 'https://x.example/strikewise' } })
  await show(<SupportPage />)
  const itemsOf = async (title: string) => {
    const part = within((await screen.findByRole('heading', { name: title })).closest('section')!)
    return () => part.getAllByRole('listitem').map((item) => item.textContent)
  }
  const plans = await itemsOf('What comes with each plan')
  expect(plans().slice(0, 4)).toEqual([
    'Starter: Community',
    'Pro: Email',
    'Elite: Priority',
    'Master: Premium plus Live Chat',
  ])
  const channels = await itemsOf('Official channels')
  await expect.poll(channels).toContain('X: x.example/strikewise')
  expect(channels()).toContain('YouTube: none')
})

it('the forum has its rules, and a link where the operator has set one', async () => {
  answer('get', '/config', { ...configBody, forum_url: 'https://forum.example/strikewise' })
  await show(<ForumPage />)
  const link = await screen.findByRole('link', { name: 'Open the forum' })
  expect(link.getAttribute('href')).toBe('https://forum.example/strikewise')
  expect(screen.queryByText(/There is no forum yet/)).toBeNull()
  const rules = within(screen.getByRole('heading', { name: 'Rules' }).closest('section')!)
  expect(rules.getAllByRole('listitem')).toHaveLength(6)
})

it('the forum shows that there is none', async () => {
  answer('get', '/config', configBody)
  await show(<ForumPage />)
  expect(await screen.findByText(/There is no forum yet/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Open the forum' })).toBeNull()
})

describe('your data', () => {
  const mine = { consents: [], nominee: null, erasure: null, reads: [] }

  it('asks who is not signed in to log in', async () => {
    session.set({ status: 'out' })
    await show(<DpdpPage />)
    expect(await screen.findByText('Log in to use your rights here')).toBeTruthy()
  })

  it('offers to withdraw what stands, and only that', async () => {
    signedIn()
    const consent = (kind: string, given: boolean) => ({
      kind,
      version: '2025-08-08',
      text_hash: 'ab'.repeat(32),
      given,
      at: '2026-11-20T10:00:00+05:30',
    })
    const consents = [consent('auto_execute', true), consent('zerodha_disclosure', false), consent('terms', true)]
    answer('get', '/my-data', { ...mine, consents })
    const seen = answer('post', '/my-data/withdraw-consent', mine)
    const { user } = await show(<DpdpPage />)
    const buttons = await screen.findAllByRole('button', { name: 'Withdraw' })
    expect(buttons).toHaveLength(1)
    await user.click(buttons[0]!)
    await expect.poll(() => seen.bodies).toEqual([{ kind: 'auto_execute' }])
  })

  it('erases only after a tick, then shows what it waits for', async () => {
    signedIn()
    answer('get', '/my-data', mine)
    const waiting = { ...mine, erasure: { asked_at: '2026-11-20T10:42:00+05:30', open_trades: 1 } }
    const seen = answer('post', '/my-data/erasure', waiting)
    const { user } = await show(<DpdpPage />)
    const erase = await screen.findByRole<HTMLButtonElement>('button', { name: 'Erase my account' })
    expect(erase.disabled).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: /Erase my account/ }))
    await user.click(erase)
    expect(await screen.findByText(/waits for 1 open trade to end/)).toBeTruthy()
    expect(seen.bodies).toEqual([{ wanted: true }])

    answer('post', '/my-data/erasure', mine)
    await user.click(screen.getByRole('button', { name: 'Keep my account' }))
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Erase my account' })
    expect(button.disabled).toBe(true)
  })
})

describe('complaints', () => {
  const period = (carried_forward: number, received: number, resolved: number) => ({
    carried_forward,
    received,
    resolved,
    pending: carried_forward + received - resolved,
  })
  const counts = {
    pending_before: 1,
    received: 3,
    resolved: 2,
    pending: 2,
    pending_over_3_months: 1,
    average_days: 8.25,
  }
  const none = { pending_before: 0, received: 0, resolved: 0, pending: 0, pending_over_3_months: 0, average_days: null }

  it('show the month by source, the trends, and no mean where nothing was resolved', async () => {
    answer('get', '/complaints', {
      month: '2026-10',
      month_end: '2026-10-31',
      sources: [
        { source: 'direct', ...counts },
        { source: 'scores', ...none },
        { source: 'other', ...none },
      ],
      total: counts,
      months: [{ month: '2026-10', ...period(1, 3, 2) }],
      months_total: period(1, 3, 2),
      years: [{ from_year: 2026, ...period(0, 4, 2) }],
      years_total: period(0, 4, 2),
    })
    await show(<ComplaintsPage />)
    expect(await screen.findByText('Data for the month ending 31 Oct 2026')).toBeTruthy()
    const cellsOf = (table: string, row: string) =>
      within(within(screen.getByRole('region', { name: table })).getByRole('row', { name: new RegExp(`^${row}`) }))
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent)
    expect(cellsOf('Complaints by source', 'Directly from investors')).toEqual(['1', '3', '2', '2', '1', '8.3'])
    expect(cellsOf('Complaints by source', 'SEBI')).toEqual(['0', '0', '0', '0', '0', '–'])
    expect(cellsOf('Complaints by source', 'Grand total')).toEqual(['1', '3', '2', '2', '1', '8.3'])
    expect(cellsOf('Complaints by month', 'Oct 2026')).toEqual(['1', '3', '2', '2'])
    expect(cellsOf('Complaints by financial year', '2026-27')).toEqual(['0', '4', '2', '2'])
  })
})
