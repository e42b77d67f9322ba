// @invariant fee-cap
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { FEE_CAP, feeYearBegan, isWithinFeeCap } from '@strikewise/plans/fee-cap.ts'
import { gstIncludedIn } from '@strikewise/plans/gst.ts'
import type { Seller } from '@strikewise/plans/seller.ts'
import { sql, type Kysely } from 'kysely'
import { DomainError } from '../domain-error.ts'
import type { Database } from '../store/database.ts'

/** What a user paid in the year before `now` and was not refunded, without taxes. */
async function feesOfYear(db: Kysely<Database>, userId: string, now: EpochMs): Promise<Paise> {
  const { fees } = await db
    .selectFrom('payments')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select(
      sql<string>`coalesce(sum(coalesce(receipts.taxable_paise, payments.amount_paise) - coalesce((
        select sum(refunds.taxable_paise) from refunds
        where refunds.payment_id = payments.id and refunds.status <> 'refused'
      ), 0)), 0)`.as('fees'),
    )
    .where('payments.user_id', '=', userId)
    .where('payments.paid_at', '>', new Date(feeYearBegan(now)))
    .executeTakeFirstOrThrow()
  return Number(fees) as Paise
}

/** Whether `amount`, as it is charged, keeps the fees of the user's year within the cap, and what was paid of it before. */
export async function feeCapFor(
  db: Kysely<Database>,
  seller: Seller,
  { userId, amount }: { readonly userId: string; readonly amount: Paise },
  now: EpochMs,
): Promise<{ readonly within: boolean; readonly paid: Paise }> {
  const paid = await feesOfYear(db, userId, now)
  const fee = seller.gstin === null ? amount : gstIncludedIn(amount).taxable
  return { within: isWithinFeeCap(paid, fee), paid }
}

/** Throws DomainError `fee_cap` where the charge would take the user's fees above the cap. */
export async function refuseAboveFeeCap(...charge: Parameters<typeof feeCapFor>): Promise<void> {
  const { within, paid } = await feeCapFor(...charge)
  if (!within) throw new DomainError({ code: 'problem.fee_cap.year', cap: FEE_CAP, paid })
}
