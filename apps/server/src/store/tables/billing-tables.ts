import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import type { GstState } from '@strikewise/plans/gst-states.ts'
import type { RefundBasis } from '@strikewise/plans/refund.ts'
import type { StoredMessage } from '@strikewise/messages/split.ts'
import type { Generated } from 'kysely'

export interface BillingTables {
  /** A purchase that is paid on a page of the provider. */
  checkouts: {
    id: string
    user_id: string
    plan: Exclude<Plan, 'starter'>
    billing: BillingPeriod
    state: GstState | null
    amount_paise: number
    provider: string
    /** The provider's name of it, and its page; null until it is opened there. */
    reference: Generated<string | null>
    url: Generated<string | null>
    /** `void`: it expired or was cancelled. `disputed`: money came that an operator has to check; `note` shows why. */
    status: 'opening' | 'open' | 'paid' | 'void' | 'disputed'
    note: Generated<string | null>
    /** What `note` shows, in rows from when messages were data. */
    note_message: Generated<StoredMessage | null>
    /** On the product's clock. */
    quoted_at: Date
    created_at: Generated<Date>
    checked_at: Generated<Date | null>
  }
  /** What is refunded of a payment; its series and serial are the credit note's. */
  refunds: {
    id: string
    payment_id: string
    user_id: string
    basis: RefundBasis
    amount_paise: number
    taxable_paise: number
    gst_paise: number
    reason: string
    asked_by: string
    /** On the product's clock. */
    asked_at: Date
    /** `asked`: the provider has not confirmed it yet. `refused`: it never will; `note` shows why. */
    status: 'asked' | 'done' | 'refused'
    note: Generated<string | null>
    /** What `note` shows, in rows from when messages were data. */
    note_message: Generated<StoredMessage | null>
    reference: Generated<string | null>
    series: Generated<string | null>
    serial: Generated<number | null>
    done_at: Generated<Date | null>
  }
}
