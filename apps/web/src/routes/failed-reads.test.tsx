import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { cleanup } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { setClock } from '../lib/server-clock.ts'
import { emptyReply } from '../testing/empty-reply.ts'
import { OPEN_AT } from '../testing/response-bodies.ts'
import { readAt, readsSettled, SCREEN_VISITS, SEES_EVERY_SCREEN, type Who } from '../testing/screen-visits.ts'
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
  // No screen claims that nothing is announced; the next reading brings what is.
  'announcements',
])
/** Addresses whose screens show nothing of the record of the account. */
const WITHOUT_ACCOUNT = /^\/(?:alerts|change-password|receipts|security|telegram-setup)\b/

const VISITS = SCREEN_VISITS.filter(({ path }) => path !== '/dashboard')

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
      const name = readAt(pathname)
      if (name === undefined) return HttpResponse.json({}, { status: 404 })
      reads.add(name)
      if (name === refused) return HttpResponse.json({ code: 'refused', message: 'No.' }, { status: 403 })
      if (HEALTHY.has(name)) return undefined
      return HttpResponse.json((name === 'me' ? SEES_EVERY_SCREEN : emptyReply(ROUTES[name].reply)) as JsonBodyType)
    }),
  )
  const pathname = await visit(address, who)
  await readsSettled()
  const text = `${pathname()} ${document.body.textContent}`.replaceAll(/\d+/g, '0')
  cleanup()
  queryClient.clear()
  return { text, reads }
}

const isShown = (name: RouteName, address: string) =>
  !NOTHING_SHOWN.has(name) &&
  !(name === 'me' && WITHOUT_ACCOUNT.test(address)) &&
  // Without today's login, as in the empty answer, the operator reads that none can come.
  !(name === 'liveIndices' && address === '/operator')

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
