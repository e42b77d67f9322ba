import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { ClockPort } from '@strikewise/execution/ports.ts'
import { BenchAccount } from './bench-account.ts'
import { fixedClock } from './fixed-clock.ts'
import { optionFeed, type OptionFeed } from './option-feed.ts'
import {
  CONCURRENCY,
  callNextToTheMoney,
  forEach,
  openAccounts,
  openReadyMade,
  sandboxUrls,
  type SandboxUrls,
} from './sandbox-calls.ts'

/** What a burst stands on: fresh accounts with their connections, one contract, its live quotes. */
export interface ExecutorFixture {
  /** Two small letters: part of every id that is made here. */
  readonly name: string
  readonly urls: SandboxUrls
  readonly clock: ClockPort
  readonly accounts: readonly BenchAccount[]
  readonly contract: OptionContract
  readonly feed: OptionFeed
}

export interface ExecutorFixtureOptions {
  readonly name: string
  readonly accounts: number
  /** Where the nth account finds its broker; the sandbox by default. */
  readonly brokerOf?: (nth: number) => Partial<SandboxUrls>
}

/** Opens fresh accounts on the sandbox, connects them, hands them to `use` and lets them go. */
export async function withExecutorFixture<T>(
  http: string,
  { name, accounts: count, brokerOf }: ExecutorFixtureOptions,
  use: (fixture: ExecutorFixture) => Promise<T>,
): Promise<T> {
  const urls = sandboxUrls(http)
  const contract = await callNextToTheMoney(urls)
  const sessions = await openAccounts(urls, name.toUpperCase(), count)
  const clock = await fixedClock(http)
  const feed = optionFeed(urls, await openReadyMade(urls, 'SWFEED'), clock, contract.token)
  const accounts = sessions.map((session, nth) => new BenchAccount({ ...urls, ...brokerOf?.(nth) }, session, clock))
  try {
    await forEach(accounts, CONCURRENCY, (account) => account.connect())
    return await use({ name, urls, clock, accounts, contract, feed })
  } finally {
    await Promise.all([feed.close(), ...accounts.map((account) => account.close())])
  }
}
