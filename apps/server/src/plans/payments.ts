import { randomUUID } from 'node:crypto'
import type { PaidTerm } from '@strikewise/domain/plans/billing.ts'
import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import { quotePurchase, type Quote, type RunningPlan } from '@strikewise/domain/plans/purchase.ts'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Seller } from '../config.ts'
import { putMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'
import { receiptMail } from './receipt-mail.ts'
import { receiptOf, writeReceipt, type Buyer } from './receipts.ts'

/** A way to take money. A charge with the same key is made once, however often it is asked for. */
export interface PaymentProvider {
  readonly name: string
  /** Shown on the payment page. */
  readonly note: string
  /** Resolves with the provider's reference once the money is confirmed; rejects when it is not. */
  charge(request: { key: string; userId: string; amount: Paise }): Promise<{ reference: string }>
}

/** The provider of test systems: confirms everything and charges nothing (specification §1). */
export const mockPayments: PaymentProvider = {
  name: 'mock',
  note: 'This is a mock payment gateway for testing. Nothing is charged.',
  charge: async ({ key }) => ({ reference: `mock-${key}` }),
}

export interface Purchase {
  readonly userId: string
  readonly plan: Exclude<Plan, 'starter'>
  readonly billing: BillingPeriod
}

/** What the user runs now, and what of it was paid; undefined without an active plan. */
async function runningOf(db: Kysely<Database>, userId: string, now: EpochMs): Promise<RunningPlan | undefined> {
  const profile = await db
    .selectFrom('profiles')
    .select(['plan', 'plan_expiry', 'next_plan', 'next_plan_expiry'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const { plan, plan_expiry: expiry, next_plan: next, next_plan_expiry: nextExpiry } = profile
  if (plan === 'starter' || expiry === null || expiry.getTime() <= now) return undefined
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

/** What a purchase costs now, with the credit for what is given up. */
export async function quoteOf(db: Kysely<Database>, { userId, plan, billing }: Purchase, now: EpochMs): Promise<Quote> {
  return quotePurchase(await runningOf(db, userId, now), plan, billing, now)
}

/**
 * Charges and then sets plan and expiry, in one transaction with the payment's row, its receipt and the mail that brings
 * it. A downgrade is paid now and begins when the running plan ends.
 */
export async function pay(
  tx: Kysely<Database>,
  { provider, seller, receiptsUrl }: { provider: PaymentProvider; seller: Seller; receiptsUrl: string },
  purchase: Purchase & { readonly buyer: Buyer },
  key: string,
  now: EpochMs,
) {
  const { userId, plan, billing, buyer } = purchase
  // Two purchases at once would both be given the credit of one term.
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  const quote = await quoteOf(tx, purchase, now)
  const reference =
    quote.due === 0
      ? `credit-${key}`
      : (await provider.charge({ key: `${userId}:${key}`, userId, amount: quote.due })).reference
  const id = randomUUID()
  await tx
    .insertInto('payments')
    .values({
      id,
      user_id: userId,
      plan,
      billing,
      amount_paise: quote.due,
      provider: provider.name,
      provider_reference: reference,
      plan_expiry: new Date(quote.expiresAt),
      paid_at: new Date(now),
    })
    .execute()
  const number = await writeReceipt(tx, id, { quote, seller, buyer, paidAt: now })
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
  if (receipt !== undefined) await putMail(tx, receiptMail(receipt, `${receiptsUrl}/${id}`))
  return {
    payment_id: id,
    status: 'confirmed' as const,
    plan,
    billing,
    amount: rupeesFromPaise(quote.due),
    starts_at: istIso(quote.startsAt),
    plan_expiry: istIso(quote.expiresAt),
    receipt_number: number,
  }
}

const epochOf = (date: Date): EpochMs => date.getTime() as EpochMs
