import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import { sql } from 'kysely'
import { PaymentError } from './payment-provider.ts'
import { settleCheckout, type CheckoutService } from './checkouts.ts'
import { settleRefund, type RefundService } from './refunds.ts'

const EVERY_MS = 15_000
const BATCH_SIZE = 50

export type PaymentsService = RefundService & Omit<CheckoutService, 'provider'>

/**
 * Looks after what waits for the payment provider, whose events may get lost: open checkouts are looked up, refunds that
 * were asked for are paid. Now and every quarter of a minute until closed.
 */
export function startPaymentsWorker(service: PaymentsService): { close(): Promise<void> } {
  return startPollingLoop(EVERY_MS, async (signal) => {
    try {
      await reconcilePending(service, () => signal.aborted)
    } catch (error) {
      service.logger.error({ err: error }, 'payments could not be looked after')
    }
  })
}

/** One round: the checkouts that were checked longest ago, and every refund. */
export async function reconcilePending(service: PaymentsService, isClosed = () => false): Promise<void> {
  const { db, provider, logger } = service
  const refunds = await db.selectFrom('refunds').select('id').where('status', '=', 'asked').limit(BATCH_SIZE).execute()
  for (const { id } of refunds) if (!isClosed()) await settleRefund(service, id)
  if (provider.kind !== 'hosted') return
  const checkouts = await db
    .selectFrom('checkouts')
    .select('id')
    .where('status', '=', 'open')
    .where('provider', '=', provider.name)
    .orderBy('checked_at', (by) => by.asc().nullsFirst())
    .limit(BATCH_SIZE)
    .execute()
  for (const { id } of checkouts) {
    if (isClosed()) return
    try {
      await settleCheckout({ ...service, provider }, id)
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error
      logger.warn({ err: error, checkout: id }, 'a checkout was not looked up')
      // One that is refused must not keep the others from their turn.
      await db
        .updateTable('checkouts')
        .set({ checked_at: sql`now()` })
        .where('id', '=', id)
        .execute()
    }
  }
}
