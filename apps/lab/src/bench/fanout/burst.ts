import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '../statistics.ts'
import type { BenchAccount } from './bench-account.ts'
import { ordersTaken, type SandboxUrls } from './sandbox-calls.ts'

/** Accounts a burst goes out to. */
export const ACCOUNTS = 1000

/** One decision sent to many accounts. Milliseconds count from the decision, on the clock of the process that sent. */
export interface BurstMeasured {
  readonly accounts: number
  /** The first byte of the last account's order request left. */
  readonly lastSentMs: number
  /** The last account's order request was answered, so the sandbox has received and taken all of them. */
  readonly lastAnsweredMs: number
  /** Time to the answer, over the accounts. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuUsPerOrder: number
  /** By the exchange's own log: requests it took beyond one a tag, and accounts it took no entry from. */
  readonly duplicates: number
  readonly lost: number
}

const LONGEST_MS = 20_000
/** How often the end is looked for; times are taken by the calls themselves. */
const LOOK_MS = 5
/** Long enough for fills, stops, entries priced again and, were there any, requests sent twice to be in the log. */
const AFTERMATH_MS = 1000

/**
 * Sends with `decide` and waits until every account's entry was answered; later orders of the same burst are only
 * checked, not timed. Throws when an account's entry is not taken within 20 s.
 */
export async function measureBurst(
  urls: SandboxUrls,
  accounts: readonly BenchAccount[],
  decide: () => void,
): Promise<BurstMeasured> {
  const usage = process.cpuUsage()
  const decidedAt = performance.now()
  decide()
  await allAnswered(accounts, decidedAt)
  const { user, system } = process.cpuUsage(usage)
  const entries = accounts.map(({ entry }) => entry!)
  const sent = entries.map((entry) => entry.sentAt! - decidedAt)
  const answers = entries.map((entry) => entry.answeredAt! - decidedAt)
  await delay(AFTERMATH_MS)
  return {
    accounts: accounts.length,
    lastSentMs: Math.max(...sent),
    lastAnsweredMs: Math.max(...answers),
    p50Ms: percentile(answers, 0.5),
    p99Ms: percentile(answers, 0.99),
    cpuUsPerOrder: (user + system) / accounts.length,
    ...(await checked(urls, accounts)),
  }
}

async function allAnswered(accounts: readonly BenchAccount[], since: number): Promise<void> {
  for (;;) {
    const missing = accounts.filter(({ entry }) => entry === undefined)
    if (missing.length === 0) return
    if (performance.now() - since > LONGEST_MS) {
      const [{ session, calls }] = missing as [BenchAccount]
      const said = JSON.stringify(calls.map(({ kind, order, answer }) => [kind, order?.side, order?.terms, answer]))
      throw new Error(`${missing.length} entries were not taken; ${session.userId} sent ${said}`)
    }
    await delay(LOOK_MS)
  }
}

async function checked(urls: SandboxUrls, accounts: readonly BenchAccount[]) {
  const mine = new Set(accounts.map(({ session }) => session.userId))
  const taken = (await ordersTaken(urls)).filter(({ accountId }) => accountId !== null && mine.has(accountId))
  const tags = new Set(taken.map(({ accountId, request }) => `${accountId} ${request?.tag}`))
  const bought = new Set(taken.filter(({ request }) => request?.side === 'BUY').map(({ accountId }) => accountId))
  return { duplicates: taken.length - tags.size, lost: mine.size - bought.size }
}
