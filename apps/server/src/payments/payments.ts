// @invariant consent-before-purchase No purchase without consent to the current terms, kept with it.
import { randomUUID } from 'node:crypto'
import type { PaidTerm } from '@strikewise/plans/billing.ts'
import type { GstState } from '@strikewise/plans/gst-states.ts'
import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import { quotePurchase, settlePurchase, type Quote, type CurrentPlan } from '@strikewise/plans/purchase.ts'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ConfirmedPayment } from '@strikewise/wire/billing.ts'
import type { Kysely } from 'kysely'
import { recordConsent } from '../consents/consents.ts'
import type { Seller } from '@strikewise/plans/seller.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'
import { refuseAboveFeeCap } from './fee-cap.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { receiptMail } from './receipt-mail.ts'
import { receiptOf, writeReceipt } from './receipts.ts'

export interface Purchase {
  readonly userId: string
  readonly plan: Exclude<Plan, 'starter'>
  readonly billing: BillingPeriod
  /** Where the buyer is, if known. */
  readonly state: GstState | null
}

/** Who sells, by which provider, and where receipts are shown. */
export interface SalesService {
  readonly provider: PaymentProvider
  readonly seller: Seller
  readonly receiptsUrl: string
}

/** Money of a purchase that is confirmed. */
export interface ProviderPayment {
  readonly paid: Paise
  /** The provider's name of it. */
  readonly reference: string
  readonly quotedAt: EpochMs
  /** The checkout it came by; null: in one call. */
  readonly checkoutId: string | null
}

/** What the user runs now, and what of it was paid; undefined without an active plan. */
async function runningOf(db: Kysely<Database>, userId: string, now: EpochMs): Promise<CurrentPlan | undefined> {
  const profile = await db
    .selectFrom('profiles')
    .select(['plan', 'plan_expiry', 'next_plan', 'next_plan_expiry'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const { plan, plan_expiry: expiry, next_plan: next, next_plan_expiry: nextExpiry } = profile
  if (plan === null || plan === 'starter' || expiry === null || expiry.getTime() <= now) return undefined
  const paid = await db
    .selectFrom('payments')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select(['plan', 'plan_expiry', 'amount_paise', 'paid_at', 'credit_paise', 'starts_at'])
    .where('user_id', '=', userId)
    .orderBy('paid_at', 'desc')
    .execute()
  const termOf = (bought: Plan | null, until: Date | null): PaidTerm[] => {
    const row = paid.find((one) => one.plan === bought && one.plan_expiry.getTime() === until?.getTime())
    if (row === undefined) return []
    const worth = (row.amount_paise + (row.credit_paise ?? 0)) as Paise
    return [{ paid: worth, startsAt: epochOf(row.starts_at ?? row.paid_at), expiresAt: epochOf(row.plan_expiry) }]
  }
  return { plan, expiresAt: epochOf(expiry), terms: [...termOf(plan, expiry), ...termOf(next, nextExpiry)] }
}

/** What a purchase costs now, with the credit for the unused days. */
export async function quoteOf(
  db: Kysely<Database>,
  { userId, plan, billing }: Pick<Purchase, 'userId' | 'plan' | 'billing'>,
  now: EpochMs,
): Promise<Quote> {
  return quotePurchase(await runningOf(db, userId, now), plan, billing, now)
}

/** Two purchases at once would both be given the credit of one term. */
async function lockBuyer(tx: Kysely<Database>, userId: string): Promise<void> {
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow()
}

/** What `begin` leads to: the plan at once, or a page of the provider that has to be opened for this checkout. */
export type BegunPurchase = ConfirmedPayment | { readonly status: 'checkout'; readonly checkout_id: string }

/**
 * Begins a purchase at today's price and by the current terms: the buyer's consent to them is stored in the same
 * transaction. One that costs nothing, or whose provider charges at once, is done with it; for any other a checkout is
 * stored, to be opened at the provider once it is committed.
 */
export async function beginPurchase(
  tx: Kysely<Database>,
  service: SalesService,
  purchase: Purchase,
  key: string,
  now: EpochMs,
): Promise<BegunPurchase> {
  const { userId, plan, billing, state } = purchase
  const { provider } = service
  await lockBuyer(tx, userId)
  // What the call shows was ticked: proof of the texts this purchase was made by.
  await recordConsent(tx, userId, ['terms', 'privacy'], true, now)
  const { due } = await quoteOf(tx, purchase, now)
  await refuseAboveFeeCap(tx, service.seller, { userId, amount: due }, now)
  if (due > 0 && provider.kind === 'hosted') {
    const id = randomUUID()
    await tx
      .insertInto('checkouts')
      .values({
        id,
        user_id: userId,
        plan,
        billing,
        state,
        amount_paise: due,
        provider: provider.name,
        status: 'opening',
        quoted_at: new Date(now),
      })
      .execute()
    return { status: 'checkout', checkout_id: id }
  }
  const reference =
    due === 0 || provider.kind === 'hosted'
      ? `credit-${key}`
      : (await provider.charge({ key: `${userId}:${key}`, userId, amount: due })).reference
  return recordPurchase(tx, service, purchase, { paid: due, reference, quotedAt: now, checkoutId: null }, now)
}

/**
 * Sets plan and expiry for money that has come, in one transaction with the payment's row, its receipt and the mail that
 * brings it. A downgrade is paid now and begins when the running plan ends.
 */
export async function recordPurchase(
  tx: Kysely<Database>,
  { provider, seller, receiptsUrl }: SalesService,
  { userId, plan, billing, state }: Purchase,
  { paid, reference, quotedAt, checkoutId }: ProviderPayment,
  now: EpochMs,
): Promise<ConfirmedPayment> {
  await lockBuyer(tx, userId)
  const quote = settlePurchase(await runningOf(tx, userId, now), plan, billing, { paid, quotedAt, now })
  const id = randomUUID()
  await tx
    .insertInto('payments')
    .values({
      id,
      user_id: userId,
      plan,
      billing,
      amount_paise: paid,
      provider: provider.name,
      provider_reference: reference,
      plan_expiry: new Date(quote.expiresAt),
      paid_at: new Date(now),
      checkout_id: checkoutId,
    })
    .execute()
  const buyer = await tx
    .selectFrom('identity_users')
    .select(['name', 'email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const number = await writeReceipt(tx, id, {
    quote,
    seller,
    buyer: { name: buyer.name, email: buyer.email, state },
    paidAt: now,
  })
  const expiry = new Date(quote.expiresAt)
  await tx
    .updateTable('profiles')
    .set(
      quote.kind === 'downgrade'
        ? { next_plan: plan, next_plan_expiry: expiry }
        : { plan, plan_expiry: expiry, next_plan: null, next_plan_expiry: null },
    )
    .where('user_id', '=', userId)
    .execute()
  const receipt = await receiptOf(tx, userId, id)
  if (receipt !== undefined) await enqueueMail(tx, receiptMail(receipt, buyer.language, `${receiptsUrl}/${id}`))
  return {
    payment_id: id,
    status: 'confirmed',
    plan,
    billing,
    amount: rupeesFromPaise(paid),
    starts_at: istIso(quote.startsAt),
    plan_expiry: istIso(quote.expiresAt),
    receipt_number: number,
  }
}

const epochOf = (date: Date): EpochMs => date.getTime() as EpochMs
