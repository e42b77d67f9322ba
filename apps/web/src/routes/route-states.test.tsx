import { configure, screen } from '@testing-library/react'
import { http } from 'msw'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setClock } from '../lib/market-clock.ts'
import { queryClient } from '../lib/query-client.ts'
import { OPEN_AT } from '../testing/bodies.ts'
import { answer, refuse, server } from '../testing/server.ts'
import { visit, type RoutePath } from '../testing/visit.tsx'

/*
 * What a screen says while an answer is on its way, when it is refused, and when a newer one does not come. One line for
 * each call without whose answer something of the screen is missing; locked screens are in screen-gates.test.tsx, empty
 * ones and the panels of the dashboard beside their parts.
 */
vi.mock('../features/indices/IndexChart.tsx', () => ({ IndexChart: () => null }))

// A busy machine is no failure.
configure({ asyncUtilTimeout: 15_000 })

class Silent extends EventTarget {
  close() {}
}

/** `skeleton`: grey blocks in the size of what will stand there. */
const SKELETON = 'skeleton'

interface Line {
  readonly path: RoutePath
  readonly call: string
  readonly loading: string
  readonly refused: string
}

const LINES: readonly Line[] = [
  { path: '/dashboard', call: '/me', loading: 'Loading...', refused: 'Your account could not be read' },
  { path: '/profile', call: '/me', loading: SKELETON, refused: 'Failed to load user profile.' },
  { path: '/profile', call: '/payments', loading: SKELETON, refused: 'Your payments could not be loaded.' },
  { path: '/profile', call: '/top-traders/listing', loading: SKELETON, refused: 'The switch could not be read' },
  {
    path: '/receipts/$id',
    call: '/payments/d1/receipt',
    loading: SKELETON,
    refused: 'This receipt could not be loaded.',
  },
  { path: '/security', call: '/security', loading: SKELETON, refused: 'Your security settings could not be loaded.' },
  {
    path: '/telegram-setup',
    call: '/alert-settings',
    loading: 'Loading...',
    refused: 'Your settings could not be read',
  },
  {
    path: '/trade-settings',
    call: '/trade-settings',
    loading: 'Loading...',
    refused: 'Your trade settings could not be read',
  },
  { path: '/trade-settings', call: '/edge', loading: 'Loading...', refused: 'The measured edge could not be read' },
  { path: '/reports', call: '/me', loading: 'Loading...', refused: 'Your account could not be read' },
  { path: '/reports', call: '/reports', loading: 'Loading...', refused: 'The report could not be read' },
  {
    path: '/why/$symbol/$minute',
    call: '/me',
    loading: 'Checking your plan...',
    refused: 'Your account could not be read',
  },
  {
    path: '/why/$symbol/$minute',
    call: '/why',
    loading: 'Reading the record...',
    refused: 'The decision could not be read',
  },
  {
    path: '/why/decision/$id',
    call: '/why/d1',
    loading: 'Reading the record...',
    refused: 'The decision could not be read',
  },
  { path: '/record', call: '/record', loading: 'Reading the record...', refused: 'The record could not be read' },
  { path: '/status', call: '/status', loading: 'Asking...', refused: 'The server does not answer' },
  { path: '/trade-logs', call: '/house-log', loading: 'Reading the log...', refused: 'The log could not be read' },
  {
    path: '/community/top-traders',
    call: '/top-traders',
    loading: 'Reading the list...',
    refused: 'The list could not be read',
  },
  {
    path: '/api',
    call: '/openapi.json',
    loading: 'Reading the reference...',
    refused: 'The reference could not be read',
  },
  { path: '/dpdp', call: '/my-data', loading: 'Reading your data...', refused: 'Your data could not be read' },
  {
    path: '/payment/$plan',
    call: '/payments/quote',
    loading: SKELETON,
    refused: 'Could not be read; the receipt will say them.',
  },
]

beforeEach(() => {
  vi.stubGlobal('WebSocket', Silent)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  setClock(OPEN_AT, 1)
  // Nothing else answers, so that what stands there is about the one call.
  server.use(
    http.all('/api/*', async ({ request }) =>
      /\/(me|config|clock)$/.test(new URL(request.url).pathname) ? undefined : new Promise<never>(() => {}),
    ),
  )
})
afterEach(() => vi.unstubAllGlobals())

const isShown = async (text: string) =>
  text === SKELETON
    ? vi.waitFor(() => expect(document.querySelector('.animate-pulse-dot')).not.toBeNull(), 15_000)
    : expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)

const isLoading = (call: string) => server.use(http.get(`/api${call}`, async () => new Promise<never>(() => {})))

describe.each(LINES)('$path without $call', ({ path, call, loading, refused }) => {
  it('says that it is loading', async () => {
    isLoading(call)
    await visit(path, 'user')
    await isShown(loading)
    expect(screen.queryByText(refused)).toBeNull()
  })

  it('says that it could not be read', async () => {
    refuse('get', call, 403, { message: 'No.' })
    await visit(path, 'user')
    await isShown(refused)
  })
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
      await vi.waitFor(() => expect(pathname()).toBe('/plans'), 15_000)
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
    await isShown('Nothing was paid yet.')
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

  it('the status says that it is of before', async () => {
    answer('get', '/status', { incident: null, looked_at: '2026-11-20T10:40:00+05:30', parts: [] })
    await visit('/status', 'user')
    await isShown('Last look 10:40:00 IST')
    await refuseFromNowOn('/status', ['status'])
    await isShown('The server does not answer at present: what stands below is of the last look.')
  })
})

async function refuseFromNowOn(call: string, queryKey: readonly string[]): Promise<void> {
  refuse('get', call, 403, { message: 'No.' })
  await act(async () => queryClient.refetchQueries({ queryKey }))
  expect(queryClient.getQueryState([...queryKey])?.status).toBe('error')
}
