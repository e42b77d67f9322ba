import { setTimeout as delay } from 'node:timers/promises'
import type { BurstMeasured } from '../fanout/burst.ts'
import { measureBurst } from '../fanout/burst.ts'
import { withCore } from '../fanout/core.ts'
import { buyDecision } from '../fanout/decision.ts'
import { withExecutorFixture } from '../fanout/executor-fixture.ts'

/** What a number of accounts costs one trader. */
export interface AccountsMeasured {
  readonly accounts: number
  /** From the decision to the answer to the last entry. */
  readonly cpuUsPerOrder: number
  /** With a trade open each, for each account and second. */
  readonly cpuUsEach: number
  /** Of the process, collected, for each account. */
  readonly bytesEach: number
}

/** How long the accounts are left alone with their trades. */
const STRETCH_MS = 5_000

/** Bursts of fresh accounts, with code that never ran before and then with code that is warm, which is measured. */
export async function accountsCompetitor(
  http: string,
  addressFile: string,
  accounts: number,
): Promise<AccountsMeasured> {
  await withAccounts(http, addressFile, { name: 'co', accounts }, async () => {})
  const before = collectedBytes()
  return withAccounts(http, addressFile, { name: 'wa', accounts }, async ({ cpuUsPerOrder }) => {
    const [used, from] = [process.cpuUsage(), performance.now()]
    await delay(STRETCH_MS)
    const { user, system } = process.cpuUsage(used)
    const seconds = (performance.now() - from) / 1000
    return {
      accounts,
      cpuUsPerOrder,
      cpuUsEach: (user + system) / accounts / seconds,
      bytesEach: (collectedBytes() - before) / accounts,
    }
  })
}

/** Hands `use` what the burst of so many fresh accounts was, while their trades are open. */
function withAccounts<T>(
  http: string,
  addressFile: string,
  options: { readonly name: string; readonly accounts: number },
  use: (burst: BurstMeasured) => Promise<T>,
): Promise<T> {
  return withExecutorFixture(http, options, (fixture) =>
    withCore(fixture, addressFile, async ({ executor }) => {
      const { accounts, clock, contract, feed, name, urls } = fixture
      const quote = await feed.ready()
      const decision = buyDecision(`decision-${name}`, contract, quote, clock.now())
      return use(await measureBurst(urls, accounts, () => executor.decide(decision)))
    }),
  )
}

function collectedBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().rss
}
