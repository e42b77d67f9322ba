import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { ClockPort } from '@strikewise/execution/ports.ts'
import { BenchAccount } from './bench-account.ts'
import { ACCOUNTS, type BurstMeasured } from './burst.ts'
import { marketClock } from './market-clock.ts'
import { optionFeed, type OptionFeed } from './option-feed.ts'
import { callNextToTheMoney, openAccounts, openReadyMade, sandboxUrls, type SandboxUrls } from './sandbox-calls.ts'

/** What a burst stands on: fresh accounts with their connections, one contract, its live quotes. */
export interface Stage {
  readonly name: 'cold' | 'warm'
  readonly urls: SandboxUrls
  readonly clock: ClockPort
  readonly accounts: readonly BenchAccount[]
  readonly contract: OptionContract
  readonly feed: OptionFeed
}

/** Two bursts of fresh accounts: with code and order connections never used before, then with both warm. */
export async function coldThenWarm(
  http: string,
  burst: (stage: Stage) => Promise<BurstMeasured>,
): Promise<BurstMeasured[]> {
  const urls = sandboxUrls(http)
  const contract = await callNextToTheMoney(urls)
  const measured: BurstMeasured[] = []
  for (const name of ['cold', 'warm'] as const) {
    const sessions = await openAccounts(urls, name === 'cold' ? 'CO' : 'WA', ACCOUNTS)
    const clock = await marketClock(http)
    const feed = optionFeed(urls, await openReadyMade(urls, 'SWFEED'), clock, contract.token)
    const accounts = sessions.map((session) => new BenchAccount(urls, session, clock))
    try {
      await Promise.all(accounts.map((account) => account.connect()))
      if (name === 'warm') await Promise.all(accounts.map(({ client }) => client.warm()))
      measured.push(await burst({ name, urls, clock, accounts, contract, feed }))
    } finally {
      await Promise.all([feed.close(), ...accounts.map((account) => account.close())])
    }
  }
  return measured
}
