import { setTimeout as delay } from 'node:timers/promises'
import { INDEX_SYMBOLS, type IndexSymbol, type OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { ApiError } from '@strikewise/wire/api-error.ts'
import type { NotificationsReply } from '@strikewise/wire/alerts.ts'
import type { Client } from '@strikewise/wire/client.ts'
import type { ConfigReply } from '@strikewise/wire/service.ts'
import type { DemoDay } from '@strikewise/wire/demo-day.ts'
import type { OptionChainDetails, OptionChainRow } from '@strikewise/wire/option-chain.ts'
import type { RouteName } from '@strikewise/wire/routes.ts'
import { sandboxUrls } from '../../apps/demo/src/sandbox-urls.ts'
import type { DevStack } from '../dev-stack.ts'
import { openPaperTrader } from './paper-trader.ts'
import { ReplyLog } from './reply-log.ts'

export interface DemoDayOptions {
  /** How fast the market runs while it is recorded. */
  readonly speed: number
  /** Market time of the last reading. */
  readonly until: EpochMs
  /** Seconds of market time between two readings of prices, open trades and their P&L. */
  readonly step: number
  readonly onProgress: (line: string) => void
}

/** Seconds of market time between two readings of what changes with a minute, of what is large, of what seldom changes, and of what is
 * looked up now and then. */
const MINUTE_S = 60
const LARGE_S = 120
const SELDOM_S = 300
const RARE_S = 600

/**
 * The market follows its own course, but for one trend in favour of the first trade: without it the stop of a quiet day may
 * never be raised, and that is one of the things to be shown.
 */
const TREND_AFTER_S = 600
const TREND = { kind: 'trend', durationMs: 1_800_000, sigmasPer15Min: 2.5 }

const READY_POLL_MS = 500

/** Notices about the account and this machine's login to it: no part of a trading day. */
const ACCOUNT_NOTICES: ReadonlySet<string> = new Set(['account_changed', 'new_login'])

/** Strikes of the chain on each side of the money that the dashboard shows. */
const STRIKES_EACH_SIDE = 7

/** Lets a paper account trade through a day of the simulated market, and records what its dashboard reads meanwhile. */
export async function recordDemoDay(stack: DevStack, options: DemoDayOptions): Promise<DemoDay> {
  const { api } = await openPaperTrader(stack)
  const outside = sandboxUrls(stack.sandboxUrl)
  const { uid } = await api.call('me')
  await stack.sandbox('/clock/speed', { speed: options.speed })
  // The feed of a product that has just been started is not connected yet, nor is its clock set.
  while ((await api.call('readiness')).state === 'fail') await delay(READY_POLL_MS)
  const from = (await outside.clock()).now
  const log = new ReplyLog()
  const day = new RecordedCalls(api, log, { uid, date: istDateAt(from as EpochMs), from })
  const due = { prices: 0, minute: 0, large: 0, seldom: 0, rare: 0 }
  let second = 0
  let isSteered = false
  for (let now = from; now < options.until; now = (await outside.clock()).now) {
    second = Math.round((now - from) / 1000)
    if (second < due.prices) {
      await delay(20)
      continue
    }
    due.prices = second + options.step
    const reads = [day.prices(second)]
    if (second >= due.minute) {
      due.minute = second + MINUTE_S
      reads.push(day.minute(second))
    }
    if (second >= due.large) {
      due.large = second + LARGE_S
      reads.push(day.large(second))
    }
    if (second >= due.rare) {
      due.rare = second + RARE_S
      reads.push(day.rare(second))
    }
    if (second >= due.seldom) {
      due.seldom = second + SELDOM_S
      reads.push(day.seldom(second))
      options.onProgress(`${new Date(now + 19_800_000).toISOString().slice(11, 19)} ${day.summary()}`)
    }
    await Promise.all(reads)
    const side = day.firstSide(second - TREND_AFTER_S)
    if (side !== undefined && !isSteered) {
      isSteered = true
      await stack.sandbox('/scenario', { ...TREND, direction: side === 'CE' ? 'up' : 'down' })
    }
  }
  return {
    recorded_on: istDateAt(Date.now() as EpochMs),
    day: istDateAt(from as EpochMs),
    uid,
    from,
    to: from + second * 1000,
    replies: log.replies(),
  }
}

/** The calls of the dashboard, as it makes them. */
class RecordedCalls {
  readonly #api: Client
  readonly #log: ReplyLog
  readonly #uid: string
  readonly #date: IstDate
  readonly #from: number
  readonly #trades = new Set<string>()
  #first: { readonly second: number; readonly side: OptionSide | undefined } | undefined
  #open: readonly string[] = []
  #closed = 0
  #refused = 0

  constructor(api: Client, log: ReplyLog, { uid, date, from }: { uid: string; date: IstDate; from: number }) {
    this.#api = api
    this.#log = log
    this.#uid = uid
    this.#date = date
    this.#from = from
  }

  /** What the first trade bought, when that was recorded at `second` or before. */
  firstSide(second: number): OptionSide | undefined {
    return this.#first !== undefined && this.#first.second <= second ? this.#first.side : undefined
  }

  summary(): string {
    return `${this.#open.length} open, ${this.#closed} closed, ${this.#refused} refused`
  }

  async prices(second: number): Promise<void> {
    const own = { uid: this.#uid, date: this.#date }
    const [trades] = await Promise.all([
      this.#read(second, 'userActiveTrades', own, async (query) => this.#api.call('userActiveTrades', { query })),
      this.#read(
        second,
        'liveIndices',
        {},
        async () => this.#api.call('liveIndices'),
        ({ as_of }) => as_of,
      ),
      this.#read(
        second,
        'livePnl',
        own,
        async (query) => this.#api.call('livePnl', { query }),
        ([row]) => row?.as_of,
      ),
    ])
    this.#open = trades?.map(({ trade_id }) => trade_id) ?? this.#open
    for (const id of this.#open) this.#trades.add(id)
    if (trades?.[0] !== undefined) this.#first ??= { second, side: trades[0].side }
  }

  async minute(second: number): Promise<void> {
    const own = { uid: this.#uid, date: this.#date }
    const [closed, refused] = await Promise.all([
      this.#read(second, 'userTradeLogs', { ...own, closed_only: 'true' as const }, async (query) =>
        this.#api.call('userTradeLogs', { query }),
      ),
      this.#read(second, 'entryRefusals', { ...own, limit: 100 }, async (query) =>
        this.#api.call('entryRefusals', { query }),
      ),
      this.#read(second, 'tradeTracker', own, async (query) => this.#api.call('tradeTracker', { query })),
      this.#read(second, 'me', {}, async () => this.#api.call('me')),
      this.#read(second, 'notices', {}, async () => ofTheDay(await this.#api.call('notices', { query: {} }))),
      ...INDEX_SYMBOLS.map(async (symbol) => this.#minuteOf(second, symbol)),
    ])
    await this.#charts(second, this.#open)
    this.#closed = closed?.length ?? this.#closed
    this.#refused = refused?.refusals.length ?? this.#refused
  }

  async large(second: number): Promise<void> {
    await Promise.all([
      this.#read(second, 'optionChainTable', {}, async () => nearStrikes(await this.#api.call('optionChainTable'))),
      this.#read(second, 'optionChainWalls', {}, async () => this.#api.call('optionChainWalls')),
      ...INDEX_SYMBOLS.map(async (symbol) =>
        this.#read(second, 'signals', { symbol }, async (query) => this.#api.call('signals', { query })),
      ),
    ])
  }

  async seldom(second: number): Promise<void> {
    await Promise.all([
      ...INDEX_SYMBOLS.map(async (symbol) => this.#seldomOf(second, symbol)),
      this.#charts(second, [...this.#trades]),
    ])
  }

  async rare(second: number): Promise<void> {
    await Promise.all([
      this.#read(second, 'config', {}, async () => withoutAddresses(await this.#api.call('config'))),
      this.#read(second, 'news', {}, async () => this.#api.call('news')),
      this.#read(second, 'readiness', {}, async () => this.#api.call('readiness')),
      this.#read(second, 'optionChainDetails', {}, async () => this.#nearDetails()),
    ])
  }

  async #nearDetails(): Promise<OptionChainDetails[]> {
    const [rows, details] = await Promise.all([
      this.#api.call('optionChainTable'),
      this.#api.call('optionChainDetails'),
    ])
    const near = new Set(nearStrikes(rows).map(({ strike }) => strike))
    return details.filter(({ strike }) => near.has(strike))
  }

  async #minuteOf(second: number, symbol: IndexSymbol): Promise<void> {
    await Promise.all([
      this.#read(second, 'indexCandles', { symbol, tf: '1m' as const }, async (query) =>
        this.#api.call('indexCandles', { query }),
      ),
      this.#read(second, 'decisions', { symbol, date: this.#date, limit: 1 }, async (query) =>
        this.#api.call('decisions', { query }),
      ),
    ])
  }

  async #seldomOf(second: number, symbol: IndexSymbol): Promise<void> {
    await Promise.all([
      this.#read(second, 'indexCandlesBefore', { symbol }, async (query) =>
        this.#api.call('indexCandlesBefore', { query }),
      ),
      this.#read(second, 'noTradeMinutes', { symbol, date: this.#date }, async (query) =>
        this.#api.call('noTradeMinutes', { query }),
      ),
      this.#read(second, 'indicatorValues', { symbol }, async (query) => this.#api.call('indicatorValues', { query })),
    ])
  }

  async #charts(second: number, trades: readonly string[]): Promise<void> {
    const read = async (trade_id: string) =>
      this.#read(second, 'tradeChart', { uid: this.#uid, trade_id }, async (query) =>
        this.#api.call('tradeChart', { query }),
      )
    await Promise.all(trades.map(read))
  }

  /**
   * Makes a call and records its answer, prices at the time they are of. One that fails leaves what is recorded.
   */
  async #read<Query extends object, Reply>(
    second: number,
    route: RouteName,
    query: Query,
    call: (query: Query) => Promise<Reply>,
    asOf: (reply: Reply) => string | null | undefined = () => undefined,
  ): Promise<Reply | undefined> {
    try {
      const reply = await call(query)
      const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))
      const at = Date.parse(asOf(reply) ?? '')
      this.#log.add({ route, query: texts }, Number.isNaN(at) ? second : Math.round((at - this.#from) / 1000), reply)
      return reply
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      console.error(`${route}: ${error.code}`)
      return undefined
    }
  }
}

function ofTheDay(page: NotificationsReply): NotificationsReply {
  const notices = page.notices.filter(({ kind }) => !ACCOUNT_NOTICES.has(kind))
  const unread = notices.filter(({ read }) => !read).length
  // Announcements are the operators' of this machine.
  return { ...page, notices, announcements: [], unread, needs_you: Math.min(page.needs_you, unread) }
}

/** The addresses of this machine lead a visitor nowhere. */
const withoutAddresses = (config: ConfigReply): ConfigReply => ({
  ...config,
  sandbox_console_url: null,
  broker_login_origin: 'https://broker.example',
  broker_redirect_url: 'https://strikewise.example/connect-zerodha',
})

/** The strikes around the money: the first row is the one at it. */
function nearStrikes(rows: readonly OptionChainRow[]): OptionChainRow[] {
  const strikes = rows.map(({ strike }) => strike).toSorted((a, b) => a - b)
  const at = strikes.indexOf(rows[0]?.strike ?? Number.NaN)
  const near = new Set(strikes.slice(Math.max(0, at - STRIKES_EACH_SIDE), at + STRIKES_EACH_SIDE + 1))
  return rows.filter(({ strike }) => near.has(strike))
}
