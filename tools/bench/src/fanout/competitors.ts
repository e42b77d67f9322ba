import { join } from 'node:path'
import { startManagedProcess } from '../../../../scripts/child-process.ts'
import type { Size } from '../bench.ts'
import { whileRunning } from '../while-running.ts'
import { LOTS } from './bench-store.ts'
import { ACCOUNTS, measureBurst, type BurstMeasured } from './burst.ts'
import { withCore } from './core.ts'
import { buyDecision, limitOf } from './decision.ts'
import { withExecutorFixture, type ExecutorFixture } from './executor-fixture.ts'

/** Two bursts of fresh accounts, their connections open: with code that never ran before, then with code that is warm. */
async function coldThenWarm(
  http: string,
  size: Size,
  burst: (fixture: ExecutorFixture) => Promise<BurstMeasured>,
): Promise<BurstMeasured[]> {
  const measured: BurstMeasured[] = []
  for (const name of ['co', 'wa'])
    measured.push(await withExecutorFixture(http, { name, accounts: ACCOUNTS[size] }, burst))
  return measured
}

/**
 * The product's way: the execution core with pre-trade check, intents and journal in its store, then whatever the trades need.
 * The store is the PostgreSQL whose address stands in `addressFile`, or memory without one.
 */
export function executorCompetitor(http: string, addressFile: string, size: Size): Promise<BurstMeasured[]> {
  return coldThenWarm(http, size, (fixture) =>
    withCore(fixture, addressFile, async ({ executor, received }) => {
      const { accounts, clock, contract, feed, name, urls } = fixture
      const quote = await feed.ready()
      const measured = await measureBurst(urls, accounts, () =>
        executor.decide(buyDecision(`decision-${name}`, contract, quote, clock.now())),
      )
      // On a machine that is busy with other things a stop may come late; the reader of the figures should know.
      if (received.alarms.length > 0)
        console.error(`${received.alarms.length} alarms: ${received.alarms.slice(0, 3).join('; ')}`)
      return measured
    }),
  )
}

/** The bare loop: the same requests by the same clients, nothing stored before and nothing done after. */
export function baselineCompetitor(http: string, size: Size): Promise<BurstMeasured[]> {
  return coldThenWarm(http, size, baselineBurst)
}

/** The bare loop again, at a broker that answers at once: what the sandbox itself takes. */
export function instantCompetitor(http: string, size: Size): Promise<BurstMeasured[]> {
  const start = () =>
    startManagedProcess<{ url: string }>({
      name: 'instant broker',
      args: [join(import.meta.dirname, 'instant-broker.ts')],
      logFile: join(import.meta.dirname, '../../../../.data/bench/logs/instant-broker.log'),
    })
  return whileRunning(
    start,
    ({ program }) => program,
    async ({ ready }) => {
      const measured: BurstMeasured[] = []
      for (const name of ['co', 'wa']) {
        const options = { name, accounts: ACCOUNTS[size], brokerOf: () => ({ kite: ready.url }) }
        measured.push(await withExecutorFixture(http, options, baselineBurst))
      }
      return measured
    },
  )
}

async function baselineBurst({ urls, accounts, contract, feed, name }: ExecutorFixture): Promise<BurstMeasured> {
  const price = limitOf(contract, await feed.ready())
  const terms = { kind: 'LIMIT', quantity: LOTS * contract.lotSize, price, validity: 'IOC' } as const
  const { tradingsymbol } = contract
  return measureBurst(urls, accounts, () => {
    for (const [n, { port }] of accounts.entries())
      void port.place({ tag: `${name}${n}`, tradingsymbol, side: 'BUY', product: 'MIS', terms }, () => true)
  })
}
