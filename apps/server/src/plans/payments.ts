import { randomUUID } from 'node:crypto'
import { planExpiryAfter, PRICES } from '@strikewise/domain/plans/billing.ts'
import type { BillingPeriod, Plan } from '@strikewise/domain/plans/plan.ts'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

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

/**
 * Charges and then sets plan and expiry, in one transaction with the payment's row. The new term starts now and
 * replaces what was left of the old one (specification §7).
 */
export async function pay(
  db: Kysely<Database>,
  provider: PaymentProvider,
  purchase: Purchase,
  key: string,
  now: EpochMs,
) {
  const { userId, plan, billing } = purchase
  const amount = PRICES[plan][billing]
  const { reference } = await provider.charge({ key: `${userId}:${key}`, userId, amount })
  const expiry = planExpiryAfter(now, billing)
  const id = randomUUID()
  await db
    .insertInto('payments')
    .values({
      id,
      user_id: userId,
      plan,
      billing,
      amount_paise: amount,
      provider: provider.name,
      provider_reference: reference,
      plan_expiry: new Date(expiry),
      paid_at: new Date(now),
    })
    .execute()
  await db
    .updateTable('profiles')
    .set({ plan, plan_expiry: new Date(expiry) })
    .where('user_id', '=', userId)
    .execute()
  return {
    payment_id: id,
    status: 'confirmed' as const,
    plan,
    billing,
    amount: rupeesFromPaise(amount),
    plan_expiry: istIso(expiry),
  }
}
