import type { Intent } from '@strikewise/execution/intent/intent.ts'
import type { BrokerOrder } from '@strikewise/execution/order/order.ts'
import type { BrokerFill } from '@strikewise/execution/trade/fill.ts'
import type { AuditReason } from '@strikewise/messages/families/audit.ts'

/** Adds a disagreement about an order, fill, trade or row to what the audit found. */
export type ReportFinding = (subject: string, message: AuditReason) => void

/** An order of the broker's book that carries the tag of one of our intents. */
export interface ProductOrder {
  readonly order: BrokerOrder
  readonly intent: Intent
  readonly fills: readonly BrokerFill[]
}
