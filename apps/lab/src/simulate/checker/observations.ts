import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { LogEntry } from '@strikewise/exchange/exchange-log.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { OrderRecord } from '@strikewise/execution/order/order.ts'
import type { HighWaterMarkName } from '@strikewise/execution/high-water-marks.ts'
import type { Notification } from '@strikewise/execution/store/notification.ts'
import type { Batch, Change } from '@strikewise/execution/store/account-changes.ts'
import type { PastResult } from '@strikewise/execution/store/history.ts'
import type { JournalRow } from '@strikewise/execution/store/journal.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { FaultDecision } from '../chance/chooser.ts'
import type { BookRead, CallRecord, FundsRead, OrdersRead } from '../environment/broker-records.ts'
import type { PriceSeen } from '../environment/sim-feed.ts'
import type {
  AlarmRecord,
  FactsRecord,
  InstructionRecord,
  StaleCall,
  TicketRecord,
} from '../environment/environment.ts'

/** A process that has the lease. */
interface Holder {
  readonly name: string
  readonly hasExited: boolean
  /** Until when it stands still; in the past: it runs. */
  readonly stalledUntil: number
  /** When it was asked to end. */
  readonly closingAt: number
  /** How far its wall clock is off, in ms. */
  readonly clockOffset: number
  /** For how long its machine was suspended: its monotonic clock stood still. */
  readonly suspendedMs: number
}

/** The lease of an account's shard. */
export interface ObservedLease {
  readonly holder: Holder | undefined
  /** Until when the holder may place by the answers about its lease that have reached it. */
  readonly knownUntil: number
  /** Whether the lease of `name` has run out, no other process has it, and neither clock of its machine can show that. */
  isUnknowinglyOver(name: string): boolean
}

/**
 * All that the checker sees of a session: what the exchange logged, what left the processes, what went wrong, and
 * what the store and the alarms show. Nothing here comes from inside a process.
 */
export interface Observations {
  readonly time: { readonly now: EpochMs }
  readonly startAt: EpochMs
  readonly shape: {
    readonly seed: number
    readonly day: IstDate
    readonly executors: number
    readonly cooldownMs: number
    readonly liveTrading?: true
  }
  readonly accounts: readonly string[]
  readonly exchange: { readonly exchangeLog: readonly LogEntry[] }
  readonly calls: readonly CallRecord[]
  readonly alarms: readonly AlarmRecord[]
  readonly counts: ReadonlyMap<string, number>
  readonly facts: ReadonlyMap<string, readonly FactsRecord[]>
  /** Net results of the accounts on days before this one. */
  readonly past: ReadonlyMap<string, readonly PastResult[]>
  /** What users asked for their trades, oldest first. */
  readonly instructions: readonly InstructionRecord[]
  /** The entries that users asked for, oldest first. */
  readonly tickets: readonly TicketRecord[]
  readonly decisions: readonly Decision[]
  /** Every price the feed was shown, oldest first. */
  readonly prices: readonly PriceSeen[]
  /** Every reading of funds that a process received. */
  readonly fundsRead: readonly FundsRead[]
  /** Every reading of positions or trades that a process received, oldest first. */
  readonly booksRead: readonly BookRead[]
  /** Every reading of the order book that a process received, oldest first. */
  readonly ordersRead: readonly OrdersRead[]
  /** How old the funds may be by which an entry goes. */
  readonly fundsMaxAgeMs: number
  /** What waits in local files, by account. */
  readonly offlineJournals: {
    get(account: string): readonly Batch[] | undefined
    /** The epoch of a batch that ever lay in one. */
    epochOf(batchId: string): number | undefined
    /** Batches that a damaged disk does not give back. */
    readonly lost: readonly { readonly account: string; readonly batches: readonly Batch[] }[]
  }
  /** How full everything was that can pile up, in each process that ever ran: the one thing asked of a process itself. */
  readonly levels: readonly { readonly max: Readonly<Record<HighWaterMarkName, number>> }[]
  readonly chooser: { readonly fired: readonly FaultDecision[] }
  readonly processes: readonly {
    readonly name: string
    readonly clockOffset: number
    /** How far its wall clock has stepped from its machine's, which dates the prices it sees. */
    readonly clockStep: number
    /** What its machine's two clocks show, in ms. */
    readonly clocks: { wall(): number; mono(): number }
  }[]
  /** The processes that have the leases of the shards now, and those that gave them back. */
  readonly lease: {
    of(account: string): ObservedLease
    readonly releases: readonly {
      readonly holder: { readonly name: string; readonly closingAt: number }
      readonly at: number
      /** Of the lease. */
      readonly name: string
      /** Since when its holder led the shard without another in between. */
      readonly ledSince: number
      /** When its holder was first shown that the shard falls to another executor. */
      readonly passOnAt: number | undefined
    }[]
  }
  readonly store: {
    /** Accounts whose rows may have changed since this was last asked; its one reader is the checker itself. */
    takeCommitted(): ReadonlySet<string>
    tradesOf(account: string): readonly Trade[]
    intentsOf(account: string): readonly Intent[]
    fillsOf(account: string): readonly Fill[]
    /** The journal without its hashes, which cost more than a session. */
    account(account: string): {
      readonly epoch: number
      readonly journal: readonly {
        readonly at: number
        readonly batchId: string
        /** The lease it was written under. */
        readonly epoch: number
        readonly change: Change
      }[]
      readonly orders: ReadonlyMap<string, { readonly order: OrderRecord }>
    }
    journalOf(account: string): readonly JournalRow[]
    /** What users are notified of. */
    readonly notifications: readonly Notification[]
  }
  /** Calls and readings that came with a login which had been replaced. */
  readonly staleCalls: readonly StaleCall[]
  /** Rows that the store will never take. */
  readonly rejectedRows: { readonly rejected: readonly { readonly account: string; readonly change: Change }[] }
  /** What was committed and got lost, as the store's standby took over that lacked it. */
  readonly lostTail: {
    readonly rows: readonly { readonly account: string; readonly change: Change }[]
    readonly notifications: readonly Notification[]
  }
  /** Names of rare paths, filled in by the checker. */
  readonly reached: Set<string>
}
