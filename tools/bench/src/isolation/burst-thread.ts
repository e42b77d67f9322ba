// The trader's thread of `isolation`: an execution core for many accounts beside a web role. Opens the accounts, waits, and sends
// one decision to all of them.
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { measureBurst, type BurstMeasured } from '../fanout/burst.ts'
import { withCore } from '../fanout/core.ts'
import { buyDecision } from '../fanout/decision.ts'
import { withExecutorFixture } from '../fanout/executor-fixture.ts'

export interface BurstOrder {
  /** The sandbox. */
  readonly http: string
  /** File with the address of a PostgreSQL of the core's own. */
  readonly addressFile: string
  readonly accounts: number
  /** How long everything rests between the accounts' preparation and the decision. */
  readonly quietMs: number
}

/** What the thread reports; times in milliseconds since the epoch, by the machine's clock. */
export type BurstReport =
  | { readonly burst: 'prepared'; readonly at: number }
  | { readonly burst: 'over'; readonly from: number; readonly until: number; readonly measured: BurstMeasured }

const { http, addressFile, accounts, quietMs } = workerData as BurstOrder
const report = (what: BurstReport) => parentPort!.postMessage(what)
const epochNow = () => performance.timeOrigin + performance.now()

await withExecutorFixture(http, { name: 'is', accounts }, (fixture) =>
  withCore(fixture, addressFile, async ({ executor }) => {
    const { clock, contract, feed, name, urls } = fixture
    report({ burst: 'prepared', at: epochNow() })
    await delay(quietMs)
    const quote = await feed.ready()
    const from = epochNow()
    const measured = await measureBurst(urls, fixture.accounts, () =>
      executor.decide(buyDecision(`decision-${name}`, contract, quote, clock.now())),
    )
    report({ burst: 'over', from, until: from + measured.lastAnsweredMs, measured })
  }),
)
