import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { Executor } from '@strikewise/execution/executor.ts'
import type { ClockPort } from '@strikewise/execution/ports.ts'
import type { BenchAccount } from './bench-account.ts'
import { benchPorts, LOTS } from './bench-ports.ts'
import { measureBurst, type BurstMeasured } from './burst.ts'
import { buyDecision, limitOf } from './decision.ts'
import { coldThenWarm } from './stage.ts'

/** What the made-up market and its broker need to come to rest after the accounts were opened. */
const SETTLE_MS = 500

/** The product's way: the execution core with gate, intents and journal in its store, then whatever the trades need. */
export async function executorSide(http: string): Promise<BurstMeasured[]> {
  return coldThenWarm(http, async (stage) => {
    const { accounts, clock, contract, feed, name, urls } = stage
    const alarms: string[] = []
    const executor = new Executor(
      benchPorts(stage, (text) => alarms.push(text)),
      DEFAULT_CONFIG,
      'bench',
    )
    executor.start()
    executor.want(accounts.map(({ session }) => session.userId))
    await allHaveRead(accounts, clock)
    await clock.sleep(SETTLE_MS)
    const quote = await feed.ready()
    const measured = await measureBurst(urls, accounts, () =>
      executor.decide(buyDecision(`decision-${name}`, contract, quote, clock.now())),
    )
    await executor.close()
    if (alarms.length > 0) throw new Error(`the execution core raised alarms: ${alarms.slice(0, 3).join('; ')}`)
    return measured
  })
}

/** The bare loop: the same requests by the same clients, nothing written down before and nothing done after. */
export async function bareSide(http: string): Promise<BurstMeasured[]> {
  return coldThenWarm(http, async ({ urls, accounts, clock, contract, feed, name }) => {
    await clock.sleep(SETTLE_MS)
    const price = limitOf(contract, await feed.ready())
    const terms = { kind: 'LIMIT', quantity: LOTS * contract.lotSize, price, validity: 'IOC' } as const
    const { tradingsymbol } = contract
    return measureBurst(urls, accounts, () => {
      for (const [n, { port }] of accounts.entries())
        void port.place({ tag: `${name}${n}`, tradingsymbol, side: 'BUY', product: 'MIS', terms }, () => true)
    })
  })
}

/** The core enters nothing before it has read an account's books and funds. */
async function allHaveRead(accounts: readonly BenchAccount[], clock: ClockPort): Promise<void> {
  while (accounts.some(({ seen }) => seen.size < 4)) await clock.sleep(20)
}
