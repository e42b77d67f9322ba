import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { ZERODHA_PROFILE } from '@strikewise/brokers/zerodha/profile.ts'
import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { claimEntries, claimEntry, type EntryClaimRequest } from '@strikewise/execution/entry/claim-entry.ts'
import type { ClockPort, FeedQuote, Lease, MonoMs, Ports } from '@strikewise/execution/ports.ts'
import { NO_FOREIGN_TRADES } from '@strikewise/execution/trade/foreign-trades.ts'
import type { Size } from '../bench.ts'
import { benchPorts } from '../fanout/bench-ports.ts'
import { openBenchStore } from '../fanout/bench-store.ts'
import { buyDecision } from '../fanout/decision.ts'
import { CONCURRENCY, forEach } from '../fanout/sandbox-calls.ts'
import { BENCH_DAY } from '../market/bench-session.ts'

/** Accounts of a run: ten thousand, and fewer where each takes a transaction of its own or ten share one. */
export const CLAIMS: Readonly<Record<Size, Readonly<Record<number, number>>>> = {
  full: { 1: 2000, 10: 5000, 100: 10_000, 1000: 10_000 },
  smallest: { 1: 20, 10: 20, 100: 100, 1000: 1000 },
}
/** Claimed before the clock starts, by accounts of their own: connections, statements and code are warm then. */
const WARM_SHARE = 0.1

export interface ClaimsMeasured {
  readonly intents: number
  readonly usPerIntent: number
  readonly cpuUsPerIntent: number
  readonly worstBatchMs: number
}

/** Time stands still: a price and funds are as fresh for the last account as for the first. */
const NOW = istInstant(BENCH_DAY, 10, 30)
const CLOCK: ClockPort = {
  now: () => NOW,
  mono: () => performance.now() as MonoMs,
  sleep: () => Promise.reject(new Error('a claim waits for no time')),
  alarm: () => () => undefined,
}
const CALL: OptionContract = {
  token: 1,
  tradingsymbol: 'NIFTY26SEP24000CE',
  symbol: 'NIFTY',
  expiry: istDate('2026-09-29'),
  strike: 24_000,
  side: 'CE',
  tickSize: 5 as Paise,
  lotSize: 75,
}
const QUOTE: FeedQuote = {
  bid: 14_990 as Paise,
  ask: 15_010 as Paise,
  last: 15_000 as Paise,
  askQuantity: 10_000,
  receivedAt: NOW,
}
const FUNDS = { usable: 50_000_000 as Paise, opening: 50_000_000 as Paise, readAt: NOW }
const LEASE: Lease = {
  epoch: 1,
  held: () => true,
  lost: new Promise(() => undefined),
  release: async () => undefined,
}

/**
 * Claims one entry for each of many accounts, `batch` accounts a transaction, one transaction after another, as the entry
 * queue does. Throws when an account got no intent: then sides would not have done the same work.
 */
export async function claimsCompetitor(batch: number, addressFile: string, size: Size): Promise<ClaimsMeasured> {
  const count = CLAIMS[size][batch]!
  const warm = Math.max(batch, Math.round(count * WARM_SHARE))
  const users = Array.from({ length: warm + count }, (_, n) => userOf(n))
  const store = await openBenchStore(addressFile, users)
  try {
    const feed = { quote: () => QUOTE, watch: () => () => undefined }
    const ports = benchPorts({ accounts: [], clock: CLOCK, feed, name: 'in' }, store, { alarms: [], counts: new Map() })
    const decision = buyDecision('intents', CALL, QUOTE, NOW)
    const requests = users.map(({ userId }) => requestOf(userId, decision))
    // As an executor does when it takes the account over: the row that its claims lock is there from then on.
    await forEach(users, CONCURRENCY, async ({ userId }) => {
      await ports.store.transaction((t) => t.lock(userId, LEASE.epoch))
    })
    for (const part of partsOf(requests.slice(0, warm), batch)) await claimPart(ports, part)
    const usage = process.cpuUsage()
    const from = performance.now()
    let worstBatchMs = 0
    for (const part of partsOf(requests.slice(warm), batch)) {
      const begun = performance.now()
      await claimPart(ports, part)
      worstBatchMs = Math.max(worstBatchMs, performance.now() - begun)
    }
    const ms = performance.now() - from
    const { user, system } = process.cpuUsage(usage)
    return { intents: count, usPerIntent: (ms * 1000) / count, cpuUsPerIntent: (user + system) / count, worstBatchMs }
  } finally {
    await store.close()
  }
}

function userOf(n: number) {
  const userId = `IN${String(n).padStart(5, '0')}`
  return { userId, apiKey: '', accessToken: new Secret(''), loginAt: istInstant(BENCH_DAY, 8, 30) }
}

function requestOf(account: string, decision: ReturnType<typeof buyDecision>): EntryClaimRequest {
  return {
    context: {
      account,
      lease: LEASE,
      config: { ...DEFAULT_CONFIG, broker: ZERODHA_PROFILE },
      session: nseCalendar.sessionOn(BENCH_DAY),
      funds: FUNDS,
      open: [],
      inDoubt: false,
      isContractShort: false,
      foreignTrades: NO_FOREIGN_TRADES,
      clockSkewMs: () => undefined,
      budgetLeft: true,
      reEntryOf: undefined,
      attempt: 1,
      journalSeq: 0,
    },
    decision,
    entry: decision.entry!,
  }
}

function partsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
}

async function claimPart(ports: Ports, part: readonly EntryClaimRequest[]): Promise<void> {
  const [only] = part
  const claims =
    part.length === 1
      ? [await claimEntry(ports, only!)]
      : [...(await ports.store.transaction((t) => claimEntries(ports, t, part), 'entries')).values()]
  const intents = claims.filter(({ intent }) => intent !== undefined).length
  const [refused] = claims.filter(({ refusal }) => refusal !== undefined)
  if (intents < part.length)
    throw new Error(`${part.length - intents} of ${part.length} accounts got no intent: ${refused?.refusal?.code}`)
}
