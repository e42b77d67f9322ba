import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { SCREENS } from '@strikewise/wire/screens.ts'
import { cleanup } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { setClock } from '../lib/server-clock.ts'
import { emptyReply } from '../testing/empty-reply.ts'
import { meBody, OPEN_AT } from '../testing/response-bodies.ts'
import { server } from '../testing/server.ts'
import { visit } from '../testing/visit.tsx'

/*
 * A failed read never looks like an empty answer: every screen at each of its addresses, first with answers that have
 * nothing in them, then with each of the calls that it made refused. A new screen or call is included automatically; which
 * texts it shows is in route-states.test.tsx. The panels of the dashboard are in dashboard/failed-reads.test.tsx.
 */

class Silent extends EventTarget {
  close() {}
}

/** Calls of which a screen shows nothing that could be empty. */
const NOTHING_SHOWN: ReadonlySet<RouteName> = new Set([
  // What an installation offers is left out until it is known.
  'config',
  // The page carries the time of the last answer on.
  'clock',
])
/** Addresses whose screens show nothing of the record of the account. */
const WITHOUT_ACCOUNT = /^\/(?:change-password|receipts|security|telegram-setup)\b/

const VISITS = [
  ...new Map(
    SCREENS.filter(({ path }) => path !== '/dashboard').flatMap(({ addressesByViewer }) =>
      Object.entries(addressesByViewer).flatMap(([viewer, addresses]) =>
        addresses.map((address) => {
          const who: Who = viewer === 'signed out' ? 'signed out' : 'user'
          return [`${address} ${who}`, { address, who }] as const
        }),
      ),
    ),
  ).values(),
]
type Who = Parameters<typeof visit>[1]

const READS = (Object.keys(ROUTES) as RouteName[])
  .filter((name) => ROUTES[name].method === 'GET')
  .map((name) => ({ name, shape: new RegExp(`^/api${ROUTES[name].path.replaceAll(/:\w+/g, '[^/]+')}$`) }))

// Who may see every one of these screens.
const { entitlements } = meBody()
const ME = meBody({ operator: true, entitlements: { ...entitlements, support_chat: true } })
/** Answered as by a healthy server. */
const HEALTHY: ReadonlySet<RouteName> = new Set(['config', 'clock', 'notices'])

beforeEach(() => {
  vi.stubGlobal('WebSocket', Silent)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  setClock(OPEN_AT, 1)
})

interface ScreenReads {
  /** Everything shown, without digits: clocks go on. */
  readonly text: string
  readonly reads: ReadonlySet<RouteName>
}

/** What an address shows when nothing is in any answer, and `refused` is refused. */
async function seenAt(address: string, who: Who, refused?: RouteName): Promise<ScreenReads> {
  const reads = new Set<RouteName>()
  server.resetHandlers()
  server.use(
    http.get('/api/*', ({ request }) => {
      const { pathname } = new URL(request.url)
      const name = READS.find(({ shape }) => shape.test(pathname))?.name
      if (name === undefined) return HttpResponse.json({}, { status: 404 })
      reads.add(name)
      if (name === refused) return HttpResponse.json({ code: 'refused', message: 'No.' }, { status: 403 })
      if (HEALTHY.has(name)) return undefined
      return HttpResponse.json((name === 'me' ? ME : emptyReply(ROUTES[name].reply)) as JsonBodyType)
    }),
  )
  const pathname = await visit(address, who)
  await settled()
  const text = `${pathname()} ${document.body.textContent}`.replaceAll(/\d+/g, '0')
  cleanup()
  queryClient.clear()
  return { text, reads }
}

/** Resolves once no read has been under way for a while. */
async function settled(): Promise<void> {
  for (let still = 0, steps = 0; still < QUIET_STEPS && steps < MAX_STEPS; steps++) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, STEP_MS)))
    still = queryClient.isFetching() === 0 ? still + 1 : 0
  }
}
const STEP_MS = 20
const QUIET_STEPS = 5
const MAX_STEPS = 100

const isShown = (name: RouteName, address: string) =>
  !NOTHING_SHOWN.has(name) && !(name === 'me' && WITHOUT_ACCOUNT.test(address))

it.each(VISITS)(
  '$address, $who: no failed read looks like an empty answer',
  { timeout: 60_000 },
  async ({ address, who }) => {
    const empty = await seenAt(address, who)
    const alike: RouteName[] = []
    for (const name of empty.reads)
      if (isShown(name, address) && (await seenAt(address, who, name)).text === empty.text) alike.push(name)
    expect(alike).toEqual([])
  },
)
