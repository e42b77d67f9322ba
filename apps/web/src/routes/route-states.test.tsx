import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { ReportReply } from '@strikewise/wire/reports.ts'
import { screen, waitFor } from '@testing-library/react'
import { http, type JsonBodyType } from 'msw'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setClock } from '../lib/server-clock.ts'
import { queryClient } from '../lib/query-client.ts'
import { meBody, OPEN_AT } from '../testing/response-bodies.ts'
import { answer, refuse, server } from '../testing/server.ts'
import { visit, type RoutePath } from '../testing/visit.tsx'

/*
 * What a screen shows while an answer is on its way, when it is refused, when there is nothing in it, and when a newer one
 * does not come. One line for each call without whose answer something of the screen is missing; locked screens are in
 * screen-gates.test.tsx, the panels of the dashboard beside their parts.
 */

class Silent extends EventTarget {
  close() {}
}

/** `skeleton`: grey blocks in the size of what will stand there. */
const SKELETON = 'skeleton'

interface Line {
  readonly call: string
  readonly loading: string
  readonly refused: string
  /** An answer with nothing in it, and what is shown then. */
  readonly empty?: readonly [reply: JsonBodyType, text: string]
  /** Where the screen is, if the route's own address does not lead to it. */
  readonly at?: string
}

/** A form, a text, or a minute that comes with the page: nothing is asked before it stands there. */
const ASKS_NOTHING: readonly Line[] = []
/** /me, under the expiry guard below. */
const GUARDED: readonly Line[] = []

const dashboard = { call: '/me', loading: 'Loading...', refused: 'Couldn’t load your account' }
const decision = { loading: 'Reading the record...', refused: 'Couldn’t load the decision' }
const operatorPage = { loading: 'Loading...', refused: 'This could not be loaded' }
const NO_REVENUE = { payments: 0, received: 0, gst: 0, refunds: 0, refunded: 0, refunded_gst: 0, net: 0 }
const NO_TRADES: ReportReply = {
  mode: 'paper',
  from: '2026-11-01' as IstDate,
  to: '2026-11-30' as IstDate,
  as_of: '2026-11-20T10:42:00+05:30',
  total: {
    trades: 0,
    wins: 0,
    gross: 0,
    charges: { brokerage: 0, stt: 0, exchange: 0, sebi: 0, stamp: 0, gst: 0, total: 0 },
    rounding: 0,
    net: 0,
  },
  by_symbol: [],
  by_day: [],
  drawdown: 0,
  trades: [],
  unsettled: 0,
  refusals: [],
  entry_fill: null,
}

/** What each screen waits for. A new route does not compile until it has its line here. */
const LINES: Readonly<Record<RoutePath, readonly Line[]>> = {
  '/': ASKS_NOTHING,
  '/plans': ASKS_NOTHING,
  '/pricing': ASKS_NOTHING,
  '/terms': ASKS_NOTHING,
  '/privacy': ASKS_NOTHING,
  '/disclosure': ASKS_NOTHING,
  '/subscribe/starter': ASKS_NOTHING,
  '/subscribe/$plan': ASKS_NOTHING,
  '/features': ASKS_NOTHING,
  '/integrations': ASKS_NOTHING,
  '/careers': ASKS_NOTHING,
  '/docs': ASKS_NOTHING,
  '/faqs': ASKS_NOTHING,
  '/disclaimer': ASKS_NOTHING,
  '/investor-charter': ASKS_NOTHING,
  '/community/forum': ASKS_NOTHING,
  '/support': ASKS_NOTHING,
  '/demo': ASKS_NOTHING,
  '/demo/day': ASKS_NOTHING,
  '/login': ASKS_NOTHING,
  '/signup': ASKS_NOTHING,
  '/confirm-email': ASKS_NOTHING,
  '/reset-password': ASKS_NOTHING,
  '/change-password': ASKS_NOTHING,
  '/api': [{ call: '/openapi.json', loading: 'Reading the reference...', refused: 'Couldn’t load the reference' }],
  '/status': [
    { call: '/status', loading: 'Loading...', refused: 'Can’t reach Strikewise' },
    {
      call: '/incidents',
      loading: 'Loading incidents...',
      refused: 'Couldn’t load the incidents',
      empty: [{ open: [], past: [] }, 'No incidents in the last 90 days.'],
    },
  ],
  '/complaints': [{ call: '/complaints', loading: 'Loading...', refused: 'Couldn’t load the table' }],
  '/trade-logs': [
    {
      call: '/showcase-log',
      loading: 'Reading the log...',
      refused: 'Couldn’t load the log',
      empty: [{ offered: true, mode: null, day: null, days: [], trades: [] }, 'No closed day yet'],
    },
  ],
  '/community/top-traders': [
    {
      call: '/top-traders',
      loading: 'Reading the list...',
      refused: 'Couldn’t load the list',
      empty: [{ least_days: 5, least_trades: 10, traders: [] }, 'The list is empty'],
    },
  ],
  '/dpdp': [{ call: '/my-data', loading: 'Reading your data...', refused: 'Couldn’t load your data' }],
  '/record': [
    {
      call: '/record',
      loading: 'Reading the record...',
      refused: 'Couldn’t load the record',
      empty: [{ days: [] }, 'No signed day yet'],
    },
  ],
  '/payment/$plan': [
    {
      call: '/payments/quote',
      loading: SKELETON,
      refused: 'Couldn’t load. Details will be on your receipt.',
    },
  ],
  '/dashboard': [dashboard],
  '/profile': [
    { call: '/me', loading: SKELETON, refused: 'Failed to load user profile.' },
    {
      call: '/payments',
      loading: SKELETON,
      refused: 'Your payments could not be loaded.',
      empty: [{ payments: [] }, 'No payments yet.'],
    },
    { call: '/top-traders/listing', loading: SKELETON, refused: 'Couldn’t load the switch' },
  ],
  '/receipts/$id': [{ call: '/payments/d1/receipt', loading: SKELETON, refused: 'This receipt could not be loaded.' }],
  '/security': [{ call: '/security', loading: SKELETON, refused: 'Your security settings could not be loaded.' }],
  '/support-chat': [
    { call: '/me', loading: 'Loading...', refused: 'Couldn’t load your plan' },
    {
      call: '/support/chat',
      loading: 'Loading...',
      refused: 'Couldn’t load the chat',
      empty: [{ hours: null, messages: [] }, 'Nothing was said yet'],
    },
  ],
  '/operator': [
    dashboard,
    { ...operatorPage, call: '/operator/overview' },
    { ...operatorPage, call: '/operator/feed-session' },
    { ...operatorPage, call: '/operator/flatten', empty: [{ requests: [] }, 'No requests in the last 24 hours.'] },
  ],
  '/operator/$section': [
    {
      ...operatorPage,
      at: '/operator/support',
      call: '/operator/tickets',
      empty: [{ tickets: [] }, 'Inbox zero'],
    },
    {
      ...operatorPage,
      at: '/operator/approvals',
      call: '/operator/approvals',
      empty: [{ requests: [] }, 'No open requests.'],
    },
    {
      ...operatorPage,
      at: '/operator/exceptions',
      call: '/operator/exceptions',
      empty: [{ exceptions: [] }, 'No open exceptions.'],
    },
    {
      ...operatorPage,
      at: '/operator/health',
      call: '/operator/health',
      empty: [
        {
          as_of: '2026-11-20T10:00:00+05:30',
          problems: [],
          reports: [],
          figures: [],
          shards: { total: 64, executors: [], unheld: [] },
        },
        'No process has reported in the last day.',
      ],
    },
    {
      ...operatorPage,
      at: '/operator/revenue',
      call: '/operator/revenue',
      empty: [{ months: [], total: NO_REVENUE, plans: [] }, 'No payments yet.'],
    },
    {
      ...operatorPage,
      at: '/operator/incidents',
      call: '/operator/incidents',
      empty: [{ open: [], past: [] }, 'No open incidents.'],
    },
    {
      ...operatorPage,
      at: '/operator/announcements',
      call: '/operator/announcements',
      empty: [{ announcements: [] }, 'No announcements in the last 30 days.'],
    },
    { ...operatorPage, at: '/operator/flags', call: '/operator/flags' },
    {
      ...operatorPage,
      at: '/operator/complaints',
      call: '/operator/complaints',
      empty: [{ complaints: [] }, 'No complaints yet.'],
    },
    {
      ...operatorPage,
      at: '/operator/users',
      call: '/operator/users',
      empty: [{ users: [], next: null }, 'No such users.'],
    },
    { ...operatorPage, at: '/operator/weights', call: '/operator/weights' },
    {
      ...operatorPage,
      at: '/operator/actions',
      call: '/operator/actions',
      empty: [{ actions: [] }, 'No activity yet.'],
    },
  ],
  '/alerts': [
    {
      call: '/custom-alerts',
      loading: 'Loading alerts...',
      refused: 'Couldn’t load your alerts',
      empty: [
        { alerts: [], max: 2, types: ['price'], agents: [], delay_seconds: 60, leaves_app: false },
        'No alerts yet',
      ],
    },
  ],
  '/telegram-setup': [
    { call: '/alert-settings', loading: 'Loading...', refused: 'Couldn’t load your settings' },
    { call: '/push-devices', loading: 'Loading browsers...', refused: 'Couldn’t load your browsers' },
  ],
  '/trade-settings': [
    { call: '/trade-settings', loading: 'Loading...', refused: 'Couldn’t load your trade settings' },
    { call: '/edge', loading: 'Loading...', refused: 'Couldn’t load the measured edge' },
  ],
  '/option-chain': [
    { call: '/me', loading: 'Checking your plan...', refused: 'Couldn’t load your account' },
    {
      call: '/option_chain_table',
      loading: 'Loading...',
      refused: 'Couldn’t load the option chain',
      empty: [[], 'Option chain data unavailable'],
    },
  ],
  '/reports': [
    dashboard,
    {
      call: '/reports',
      loading: 'Loading...',
      refused: 'Couldn’t load the report',
      empty: [NO_TRADES, 'No closed trades in this period'],
    },
  ],
  '/why/$symbol/$minute': [
    { call: '/me', loading: 'Checking your plan...', refused: 'Couldn’t load your account' },
    { ...decision, call: '/why' },
  ],
  '/why/decision/$id': [{ ...decision, call: '/why/d1' }],
  '/connect-zerodha': GUARDED,
  '/zerodha-connect': GUARDED,
}

const CASES = Object.entries(LINES).flatMap(([route, lines]) =>
  lines.map((line) => ({ path: line.at ?? route, ...line })),
)

beforeEach(() => {
  vi.stubGlobal('WebSocket', Silent)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  setClock(OPEN_AT, 1)
  // Who may see every one of these screens.
  const { entitlements } = meBody()
  answer('get', '/me', meBody({ operator: true, entitlements: { ...entitlements, support_chat: true } }))
  // Nothing else answers, so that what stands there is about the one call.
  server.use(
    http.all('/api/*', async ({ request }) =>
      /\/(me|config|clock)$/.test(new URL(request.url).pathname) ? undefined : new Promise<never>(() => {}),
    ),
  )
  // The feed's session stands below it.
  answer('get', '/operator/overview', {
    stopped: false,
    open_incidents: 0,
    open_approvals: 0,
    open_exceptions: 0,
    waiting_tickets: 0,
    ending_tables: [],
    disputed: [],
    refunds: [],
  })
})

const isShown = async (text: string) =>
  text === SKELETON
    ? waitFor(() => expect(document.querySelector('.animate-pulse-dot')).not.toBeNull())
    : expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)

const isLoading = (call: string) => server.use(http.get(`/api${call}`, async () => new Promise<never>(() => {})))

describe.each(CASES)('$path without $call', ({ path, call, loading, refused }) => {
  it('shows that it is loading', async () => {
    isLoading(call)
    await visit(path, 'user')
    await isShown(loading)
    expect(screen.queryByText(refused)).toBeNull()
  })

  it('shows that it could not be read', async () => {
    refuse('get', call, 403, { message: 'No.' })
    await visit(path, 'user')
    await isShown(refused)
  })
})

it.each(
  CASES.flatMap(({ path, call, empty }) =>
    empty === undefined ? [] : [{ path, call, reply: empty[0], text: empty[1] }],
  ),
)('$path says that there is nothing in $call', async ({ path, call, reply, text }) => {
  answer('get', call, reply)
  await visit(path, 'user')
  await isShown(text)
})

describe('the expiry guard', () => {
  it.each(['/trade-settings', '/connect-zerodha', '/zerodha-connect'] as const)(
    'of %s checks, and a record that cannot be read counts as not allowed',
    async (path) => {
      isLoading('/me')
      await visit(path, 'user')
      await isShown('Checking your plan...')
      refuse('get', '/me', 403, { message: 'No.' })
      queryClient.clear()
      const pathname = await visit(path, 'user')
      await waitFor(() => expect(pathname()).toBe('/plans'))
    },
  )
})

describe('when a newer answer does not come', () => {
  it('the profile keeps what it knows', async () => {
    await visit('/profile', 'user')
    await isShown('asha@example.com')
    await refuseFromNowOn('/me', ['me'])
    await isShown('asha@example.com')
    expect(screen.queryByText('Failed to load user profile.')).toBeNull()
  })

  it('the payments stay', async () => {
    answer('get', '/payments', { payments: [] })
    await visit('/profile', 'user')
    await isShown('No payments yet.')
    await refuseFromNowOn('/payments', ['payments'])
    expect(screen.queryByText('Your payments could not be loaded.')).toBeNull()
  })

  it('the devices stay', async () => {
    answer('get', '/security', { two_factor: false, password: true, sessions: [] })
    await visit('/security', 'user')
    await isShown('Set up')
    await refuseFromNowOn('/security', ['security'])
    expect(screen.getByText('Set up')).toBeTruthy()
  })

  it('the status shows that it is of before', async () => {
    answer('get', '/status', { incident: null, checked_at: '2026-11-20T10:40:00+05:30', parts: [] })
    await visit('/status', 'user')
    await isShown('Last check 10:40:00 IST')
    await refuseFromNowOn('/status', ['status'])
    await isShown('Can’t reach Strikewise. Below is the result of the last check.')
  })
})

async function refuseFromNowOn(call: string, queryKey: readonly string[]): Promise<void> {
  refuse('get', call, 403, { message: 'No.' })
  await act(async () => queryClient.refetchQueries({ queryKey }))
  expect(queryClient.getQueryState([...queryKey])?.status).toBe('error')
}
