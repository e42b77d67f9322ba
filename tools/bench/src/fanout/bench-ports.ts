import type { Lease, Ports } from '@strikewise/execution/ports.ts'
import type { Batch } from '@strikewise/execution/store/account-changes.ts'
import type { BenchStore } from './bench-store.ts'
import type { ExecutorFixture } from './executor-fixture.ts'
import type { TraderObservers } from './trader-observers.ts'
import { heldShards } from '@strikewise/execution/testing/held-shards.ts'
import { epochsOf } from '@strikewise/execution/testing/epochs-of.ts'

/** What the core showed while it ran. */
export interface ReceivedEvents {
  readonly alarms: string[]
  readonly counts: Map<string, number>
}

interface BenchPortsOptions extends Pick<ExecutorFixture, 'accounts' | 'clock' | 'name'>, Pick<Ports, 'feed'> {
  readonly observers?: TraderObservers | undefined
}

/** The execution core's ports on a stage: the real broker clients, the given store, the rest in memory. */
export function benchPorts(
  { accounts, clock, feed, name, observers }: BenchPortsOptions,
  store: BenchStore,
  received: ReceivedEvents,
): Ports {
  const brokers = new Map(
    accounts.map(({ session: { userId }, port }) => [
      userId,
      observers === undefined ? port : observers.spans.account(userId, observers.orders.account(userId, port)),
    ]),
  )
  const journal = new Map<string, Batch[]>()
  let ids = 0
  return {
    clock,
    // Of all the places that a tag has room for, as the product's are.
    ids: { next: (kind) => `${kind[0]}${name}${(ids += 1).toString(36).padStart(14, '0')}` },
    broker: (account) => brokers.get(account)!,
    store: store.port,
    feed,
    lease: heldShards(lease),
    outbox: store.outbox,
    offlineJournal: {
      append: async (account, batch) => void journal.set(account, [...(journal.get(account) ?? []), batch]),
      read: async (account) => ({
        batches: journal.get(account) ?? [],
        damagedLines: 0,
        epochs: epochsOf(journal.get(account) ?? []),
      }),
      clear: async (account) => void journal.delete(account),
    },
    observer: {
      tradesChanged: (userId) => void observers?.spans.hintFor(userId),
      count(what, labels = {}) {
        const name = [what, ...Object.values(labels)].join(' ')
        received.counts.set(name, (received.counts.get(name) ?? 0) + 1)
      },
      alarm: (account, alarm) => void received.alarms.push(`${account} ${JSON.stringify(alarm)}`),
    },
  }
}

/** No other process takes the accounts of a bench. */
function lease(): Lease {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { epoch: 1, held: () => true, lost: promise, release: async () => resolve() }
}
