import type { Size } from '../bench.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '../statistics.ts'
import type { BenchAccount } from './bench-account.ts'
import { ordersTaken, type SandboxUrls } from './sandbox-calls.ts'

/** Accounts that one decision reaches. */
export const ACCOUNTS: Readonly<Record<Size, number>> = { full: 1000, smallest: 20 }

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
  /** Accounts whose entry was held back: its price had grown too old, or had moved, on a machine too slow for the burst. */
  readonly heldBack: number
  /** By the exchange's own log: requests it took beyond one a tag, and entries reported to us that it never took. */
  readonly duplicates: number
  readonly lost: number
}

/** An entry that has not left by then was abandoned, or repriced until it was. */
const LONGEST_MS = 12_000
/** Less than this share of the accounts makes no measurement. */
const MIN_ENTERED = 0.9
/** How often the end is looked for; times are taken by the calls themselves. */
const POLL_MS = 5
/** Long enough for fills, stops, entries priced again and, were there any, requests sent twice to be in the log. */
const AFTERMATH_MS = 1000

/**
 * Sends with `decide` and waits until every account's entry was answered, 12 s at most; later orders of the same burst are
 * only checked, not timed. Throws when a tenth of the accounts did not enter.
 */
export async function measureBurst(
  urls: SandboxUrls,
  accounts: readonly BenchAccount[],
  decide: () => void,
): Promise<BurstMeasured> {
  const usage = process.cpuUsage()
  const decidedAt = performance.now()
  decide()
  while (accounts.some(({ entry }) => entry === undefined) && performance.now() - decidedAt < LONGEST_MS)
    await delay(POLL_MS)
  const { user, system } = process.cpuUsage(usage)
  const entered = accounts.filter(({ entry }) => entry !== undefined)
  const heldBack = accounts.length - entered.length
  if (entered.length < MIN_ENTERED * accounts.length) throw new Error(`${heldBack} accounts did not enter`)
  const sent = entered.map(({ entry }) => entry!.sentAt! - decidedAt)
  const answers = entered.map(({ entry }) => entry!.answeredAt! - decidedAt)
  await delay(AFTERMATH_MS)
  return {
    accounts: accounts.length,
    lastSentMs: Math.max(...sent),
    lastAnsweredMs: Math.max(...answers),
    p50Ms: percentile(answers, 0.5),
    p99Ms: percentile(answers, 0.99),
    cpuUsPerOrder: (user + system) / accounts.length,
    heldBack,
    ...(await checked(urls, entered)),
  }
}

async function checked(urls: SandboxUrls, accounts: readonly BenchAccount[]) {
  const mine = new Set(accounts.map(({ session }) => session.userId))
  const taken = (await ordersTaken(urls)).filter(({ accountId }) => accountId !== null && mine.has(accountId))
  const tags = new Set(taken.map(({ accountId, request }) => `${accountId} ${request?.tag}`))
  const bought = new Set(taken.filter(({ request }) => request?.side === 'BUY').map(({ accountId }) => accountId))
  return { duplicates: taken.length - tags.size, lost: mine.size - bought.size }
}
