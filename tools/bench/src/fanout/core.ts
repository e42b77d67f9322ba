import { DEFAULT_CONFIG } from '@strikewise/execution/config.ts'
import { Executor } from '@strikewise/execution/executor.ts'
import type { FeedPort } from '@strikewise/execution/ports.ts'
import { benchPorts, type ReceivedEvents } from './bench-ports.ts'
import { openBenchStore, type BenchStore } from './bench-store.ts'
import type { ExecutorFixture } from './executor-fixture.ts'
import type { TraderObservers } from './trader-observers.ts'

/** What the made-up market and its broker need to come to rest after the accounts were opened. */
const SETTLE_MS = 500
/** How often a condition of the preparation is checked. */
const POLL_MS = 20

/** The execution core at work for every account of a stage. */
export interface Core {
  readonly executor: Executor
  readonly store: BenchStore
  readonly received: ReceivedEvents
}

interface CoreOptions {
  /** The stage's own by default. */
  readonly feed?: FeedPort
  /** None by default. */
  readonly observers?: TraderObservers | undefined
}

/** Starts the core, waits until it has read every account's books and funds (before, it enters nothing), and ends it. */
export async function withCore<T>(
  fixture: ExecutorFixture,
  addressFile: string,
  use: (core: Core) => Promise<T>,
  { feed = fixture.feed, observers }: CoreOptions = {},
): Promise<T> {
  const { accounts, clock } = fixture
  const users = accounts.map(({ session }) => session)
  const received: ReceivedEvents = { alarms: [], counts: new Map() }
  const store = await openBenchStore(addressFile, users, observers)
  try {
    const executor = new Executor(benchPorts({ ...fixture, feed, observers }, store, received), DEFAULT_CONFIG)
    executor.start()
    executor.setAccounts(users.map(({ userId }) => userId))
    while (accounts.some(({ hasRead }) => !hasRead)) await clock.sleep(POLL_MS)
    await clock.sleep(SETTLE_MS)
    const result = await use({ executor, store, received })
    await executor.close()
    return result
  } catch (error) {
    throw new Error(`${String(error)}; the core counted ${JSON.stringify([...received.counts])}`, { cause: error })
  } finally {
    await store.close()
  }
}
