import type { OutboxPort, StorePort } from '../ports.ts'
import type { JournalRow } from '../store/journal.ts'
import type { EntryTicket } from '../pre-trade/entry-ticket.ts'
import type { TradeInstruction } from '../trade/trade-instruction.ts'

/** One store under test, with a few accounts that are users and have no rows yet. */
export interface StoreHarness {
  readonly store: StorePort
  readonly outbox: OutboxPort
  /** The one most cases are about. */
  readonly account: string
  /** Three more, in the order of their ids and after `account`. */
  readonly neighbours: readonly [string, string, string]
  journal(account?: string): Promise<readonly JournalRow[]>
  /** Writes what the user of an account asks for a trade, as another process does. */
  instruct(account: string, instruction: TradeInstruction): Promise<void>
  /** Writes an entry that the user of an account asks for, as another process does. */
  ask(account: string, ticket: EntryTicket): Promise<void>
  notificationKeys(): Promise<readonly string[]>
}

export interface StoreCase {
  readonly name: string
  readonly run: (harness: StoreHarness) => Promise<void>
}
