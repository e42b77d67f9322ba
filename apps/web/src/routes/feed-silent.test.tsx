import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { cleanup } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { istTime } from '../lib/ist-format.ts'
import { setClock } from '../lib/server-clock.ts'
import { emptyReply } from '../testing/empty-reply.ts'
import { OpeningSocket } from '../testing/opening-socket.ts'
import {
  activeTrade,
  chainRow,
  closedTrade,
  configBody,
  decisionBody,
  OPEN_AT,
  settingsBody,
  signalBody,
} from '../testing/response-bodies.ts'
import { readAt, readsSettled, SCREEN_VISITS, SEES_EVERY_SCREEN, type Who } from '../testing/screen-visits.ts'
import { server } from '../testing/server.ts'
import { tradeChart } from '../testing/trade-chart-body.ts'
import { visit } from '../testing/visit.tsx'

// Loaded when it is first shown; a busy machine takes longer for that than its screen is waited for.
await import('./dashboard/Market.tsx')

/*
 * With the feed silent no screen claims to be live: every screen at each of its addresses, with prices that stopped a minute
 * ago. A new screen is included automatically. How the panels of the dashboard show it: dashboard/feed-silent.test.tsx.
 */

const SILENT_SINCE = (OPEN_AT - 60_000) as EpochMs
const iso = (at: number) => new Date(at).toISOString()

type Answers = { readonly [Name in RouteName]?: CallReply<Name> }

/** Answers of a day with a trade open, priced `at`; `feed`: what the server's own check found. */
function answersOf(at: number, feed: 'up' | 'down'): Answers {
  const quote = { price: 24_512.35, change: 81.2, change_percent: 0.33 }
  const [strategy] = settingsBody().strategies
  return {
    me: SEES_EVERY_SCREEN,
    config: configBody,
    clock: { now: OPEN_AT, speed: 1 },
    notices: { notices: [], announcements: [], unread: 0, needs_you: 0, next: null },
    liveIndices: { nifty50: quote, banknifty: quote, as_of: iso(at) },
    indexCandles: [{ time: at - (at % 60_000), open: 1, high: 3, low: 1, close: 2 }],
    indexCandlesBefore: [],
    signals: { candle_signal: signalBody('bullish'), market_block_signal: signalBody('unblocked') },
    optionChainTable: [chainRow(24_500)],
    optionChainWalls: { put_call_ratio: 1, max_pain: 24_500, call_wall: null, put_wall: null, ce_oi: 5, pe_oi: 5 },
    userTradeLogs: [closedTrade()],
    userActiveTrades: [activeTrade()],
    tradeChart: tradeChart(),
    livePnl: [
      { trade_id: activeTrade().trade_id, mode: 'paper', last_price: 151, as_of: iso(at), gross: 400, net: 320.5 },
    ],
    entryRefusals: { refusals: [], next: null },
    decisions: [decisionBody()],
    indicatorValues: { as_of: iso(at), stale: false, delayed_by: 0, values: { rsi: 51 } },
    tradeSettings: settingsBody({ strategies: [{ ...strategy!, premium_at: iso(at) }] }),
    status: { incident: null, checked_at: iso(OPEN_AT), parts: [{ part: 'feed', now: feed, days: [] }] },
    operatorFeedSession: {
      connected: true,
      token_stale: false,
      api_key_set: true,
      api_key_last4: 'x7Qa',
      api_secret_set: true,
      broker_user_id: 'SW1003',
      last_updated: iso(OPEN_AT),
      token_expires_at: iso(OPEN_AT + 3_600_000),
    },
  }
}

/** Figures of the market in these answers, as screens write them. */
const FIGURES = /24,512\.35|81\.20|320\.50|151\.00|182\.35|11,853/
/** A state that reads as live or in good order. */
const LIVE = /^(?:live|connected|open|market open|working|logged in for today|all systems operational)$/i
/** Where such words stand for something else than market data. */
const OTHERWISE: readonly { readonly at: string; readonly because: string }[] = [
  { at: '[role=radio], [role=radiogroup], option', because: 'a choice of the kind of account' },
  { at: 'a', because: 'the name of a page' },
  { at: '[aria-labelledby="active-trades"] tbody', because: 'a trade is open whether or not prices arrive' },
]

/** What on the screen claims to be current. */
function claims(): string[] {
  const found: string[] = []
  for (const dot of document.querySelectorAll('.animate-pulse-dot.rounded-full'))
    found.push(`pulses: ${dot.parentElement!.textContent}`)
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const text = ownTextOf(element)
    if (text === '' || element.closest('script, style') !== null) continue
    if (LIVE.test(text) && isGood(element) && OTHERWISE.every(({ at }) => element.closest(at) === null))
      found.push(`is called ${text}`)
    if (FIGURES.test(text) && !isDated(element)) found.push(`has no age: ${text}`)
  }
  return found
}

/** The text of an element without that of the elements in it. */
const ownTextOf = (element: Element): string =>
  [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent)
    .join('')
    .trim()

/** Whether it is shown as of before, or the nearest part of the page around it names the time of the last price. */
function isDated(element: Element): boolean {
  if (element.closest('[data-prices="stopped"]') !== null) return true
  const part = element.closest('section, article, table, main')
  return part?.textContent.includes(istTime(SILENT_SINCE)) === true
}

/** Whether its colour is that of good order. */
const isGood = (element: Element): boolean =>
  element.closest('[class*="bg-up-soft"], [class*="text-up"], [class*="border-up-line"]') !== null

/** Opens a screen with prices of `at` and returns its claims. */
async function claimsAt(address: string, who: Who, answers: Answers): Promise<string[]> {
  server.resetHandlers()
  server.use(
    http.get('/api/*', ({ request }) => {
      const name = readAt(new URL(request.url).pathname)
      if (name === undefined) return HttpResponse.json({}, { status: 404 })
      return HttpResponse.json((answers[name] ?? emptyReply(ROUTES[name].reply)) as JsonBodyType)
    }),
  )
  await visit(address, who)
  await readsSettled()
  const found = claims()
  cleanup()
  queryClient.clear()
  return found
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', OpeningSocket)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  setClock(OPEN_AT, 1)
})

it.each(SCREEN_VISITS)(
  '$address, $who: claims nothing live while no prices arrive',
  { timeout: 60_000 },
  async ({ address, who }) => {
    expect(await claimsAt(address, who, answersOf(SILENT_SINCE, 'down'))).toEqual([])
  },
)

it.each([
  ['/dashboard', ['pulses: Live', 'is called Live', 'has no age: 24,512.35', 'has no age: +₹320.50']],
  ['/status', ['is called Working', 'is called All systems operational']],
  ['/operator', ['is called Logged in for today']],
])('%s: is seen to claim it while they do', async (address, expected) => {
  expect(await claimsAt(address, 'user', answersOf(OPEN_AT, 'up'))).toEqual(expect.arrayContaining(expected))
})
