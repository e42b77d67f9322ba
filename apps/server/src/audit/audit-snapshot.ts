import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { BrokerOrder, OrderRecord } from '@strikewise/execution/order/order.ts'
import type { BrokerPosition } from '@strikewise/execution/ports.ts'
import type { BrokerFill, Fill } from '@strikewise/execution/trade/fill.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { AuditReason } from '@strikewise/messages/families/audit.ts'
import type { FindingCode } from '../store/tables/audit-tables.ts'

/** One disagreement. Reason and subject name it: the same one found again is not a new one. */
export interface AuditFinding {
  /** The order, fill, trade or row it is about. */
  readonly subject: string
  readonly message: AuditReason
}

/** The short code of a finding, as its row has it. */
export function findingCode({ message }: AuditFinding): FindingCode {
  return reasonOf(message.code)
}

/** One account as the store had it at one instant: the trades of the day and all that are not over, with what belongs to them. */
export interface StoredAccountSnapshot {
  readonly on: IstDate
  readonly trades: readonly Trade[]
  readonly intents: readonly Intent[]
  readonly orders: readonly OrderRecord[]
  readonly fills: readonly Fill[]
  /** Disagreements between the account's journal and the rows beside it, or inside the journal. */
  readonly journalFindings: readonly AuditFinding[]
}

/** The same account as the broker's books had it, a little earlier. */
export interface BrokerAccountSnapshot {
  /** When the first of the readings began. */
  readonly readAt: EpochMs
  readonly orders: readonly BrokerOrder[]
  readonly fills: readonly BrokerFill[]
  readonly positions: readonly BrokerPosition[]
}
