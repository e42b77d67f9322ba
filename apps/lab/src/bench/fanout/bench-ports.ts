import type { Paise } from '@strikewise/domain/money/paise.ts'
import { DAY_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { AccountFacts } from '@strikewise/execution/gate/facts.ts'
import type { Lease, Ports } from '@strikewise/execution/ports.ts'
import type { Batch } from '@strikewise/execution/store/change.ts'
import { MemoryStore, memoryOutbox } from '@strikewise/execution/testing/memory-store.ts'
import type { Stage } from './stage.ts'

/** Lots each account buys. */
export const LOTS = 1
const SL_BUFFER = 200 as Paise
const CAPITAL = 50_000_000 as Paise

/** The execution core's ports on a stage: the real broker clients, everything else in memory. `onAlarm` hears its alarms. */
export function benchPorts({ accounts, clock, feed, name }: Stage, onAlarm: (text: string) => void): Ports {
  const store = new MemoryStore()
  for (const { session } of accounts) store.addAccount(session.userId, session.userId, armed(session))
  const brokers = new Map(accounts.map(({ session, port }) => [session.userId, port]))
  const spool: Batch[] = []
  let ids = 0
  return {
    clock,
    ids: { next: (kind) => `${kind[0]}${name}${(ids += 1).toString(36)}` },
    broker: (account) => brokers.get(account)!,
    store,
    feed,
    lease: { hold: async () => lease() },
    outbox: memoryOutbox,
    spool: {
      append: async (_account, batch) => void spool.push(batch),
      read: async () => [...spool],
      clear: async () => void spool.splice(0),
    },
    observer: {
      tradesChanged: () => undefined,
      count: () => undefined,
      alarm: (account, code, text) => onAlarm(`${account} ${code}: ${text}`),
    },
  }
}

/** Nobody else wants the accounts of a bench. */
function lease(): Lease {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { epoch: 1, held: () => true, lost: promise, release: async () => resolve() }
}

/** A paying user in good order who wants NIFTY traded. */
function armed({ userId, loginAt }: { userId: string; loginAt: EpochMs }): AccountFacts {
  return {
    userId,
    plan: 'elite',
    planExpiresAt: (loginAt + DAY_MS) as EpochMs,
    consentGiven: true,
    strategies: [{ symbol: 'NIFTY', lots: LOTS, autoExecute: true, trailing: true, slBuffer: SL_BUFFER }],
    risk: { capital: CAPITAL, dailyLossCapPct: 3, maxEntriesPerSymbol: 3 },
    link: { mode: 'paper', connected: true, loginAt, egressAddress: null },
    stop: { user: false, global: false },
  }
}
