// @invariant payment-booked-once A payment is booked once, only as the provider itself reports it paid, for our
//   amount; late money is not lost.
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { paise, rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { OperatorText } from '@strikewise/messages/families/operator.ts'
import { split } from '@strikewise/messages/split.ts'
import { FEE_CAP } from '@strikewise/plans/fee-cap.ts'
import type { CheckoutReply } from '@strikewise/wire/billing.ts'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import { DomainError } from '../domain-error.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import type { BillingTables } from '../store/tables/billing-tables.ts'
import { PaymentError, type CheckoutStatus, type HostedProvider } from './payment-provider.ts'
import { feeCapFor } from './fee-cap.ts'
import { recordPurchase, type SalesService } from './payments.ts'

export interface CheckoutService extends SalesService {
  readonly provider: HostedProvider
  readonly db: Kysely<Database>
  /** The product's address, for the way back from the provider's page. */
  readonly publicUrl: string
  readonly clock: Clock
  readonly bus: Bus
  readonly logger: Logger
}

type Checkout = Selectable<BillingTables['checkouts']>

/**
 * The page on which a checkout is paid, opened at the provider if it is not yet: asked again after a lost answer it is the
 * same one. What else this user has open is cancelled. Throws ApiFailure while the provider does not answer.
 */
export async function openCheckout(service: CheckoutService, id: string): Promise<string> {
  const { db, provider, publicUrl } = service
  const checkout = await db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { plan, billing } = checkout
  if (checkout.status === 'open' && checkout.url !== null) return checkout.url
  if (checkout.status !== 'opening') throw new DomainError({ code: 'problem.checkout_over' })
  const back = new URLSearchParams({ billing, checkout: id }).toString()
  const { reference, url } = await answered(
    service,
    provider.createCheckout({
      key: id,
      amount: checkout.amount_paise as Paise,
      description: rendererOf('en').text({ code: 'operator.payment_description', plan, billing }),
      returnUrl: `${publicUrl}/payment/${plan}?${back}`,
    }),
  )
  await db
    .updateTable('checkouts')
    .set({ status: 'open', reference, url })
    .where('id', '=', id)
    .where('status', '=', 'opening')
    .execute()
  await callOffEarlier(service, checkout)
  return url
}

/** One checkout a buyer: of two that are both paid the second would be a surprise, though nothing of it is lost. */
async function callOffEarlier(
  service: CheckoutService,
  { id, user_id: userId, created_at: at }: Checkout,
): Promise<void> {
  const { db, provider, logger } = service
  const earlier = await db
    .selectFrom('checkouts')
    .select(['id', 'reference'])
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    // Only earlier ones: of two that are opened at once not both may go.
    .where((is) => is(is.refTuple('created_at', 'id'), '<', is.tuple(at, id)))
    .execute()
  for (const other of earlier)
    try {
      await provider.cancel(other.reference!)
      await settleCheckout(service, other.id)
    } catch (error) {
      // It runs out by itself, and is checked until then.
      logger.warn({ err: error, checkout: other.id }, 'a checkout was not called off')
    }
}

/**
 * Looks at the provider what became of a checkout, and books it once when it was paid: also one that was thought to be over,
 * for a bank may be late. However often it is asked, nothing is booked twice. Throws PaymentTrouble.
 */
export async function settleCheckout(service: CheckoutService, id: string): Promise<void> {
  const { db, provider } = service
  const checkout = await db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst()
  if (checkout?.reference == null || (checkout.status !== 'open' && checkout.status !== 'void')) return
  const sight = await provider.fetchStatus(checkout.reference)
  await db
    .updateTable('checkouts')
    .set({ checked_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  if (sight.state === 'gone') await move(db, id, 'void', null)
  if (sight.state === 'paid') await recordCheckout(service, checkout, sight)
}

/** As `settleCheckout`, by the provider's name of it. One we do not know is another merchant's, and is left alone. */
export async function settleByReference(service: CheckoutService, reference: string): Promise<void> {
  const row = await service.db
    .selectFrom('checkouts')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (row !== undefined) await settleCheckout(service, row.id)
}

async function recordCheckout(
  service: CheckoutService,
  checkout: Checkout,
  sight: Extract<CheckoutStatus, { state: 'paid' }>,
): Promise<void> {
  const { db, clock, bus, logger } = service
  const { id, user_id: userId, plan, billing, state, quoted_at: quotedAt } = checkout
  const doubt = (await doubtOf(db, checkout, sight)) ?? (await feeCapDoubt(service, checkout, sight))
  if (doubt !== undefined) {
    if (await move(db, id, 'disputed', doubt))
      logger.error(
        { code: 'payment_disputed', checkout: id, payment: sight.payment, doubt },
        'a payment needs a person',
      )
    return
  }
  const booked = await db.transaction().execute(async (tx) => {
    // Of two that look at once the second waits here, and finds it done.
    if (!(await move(tx, id, 'paid', null))) return undefined
    const money = {
      paid: sight.amount as Paise,
      reference: sight.payment,
      quotedAt: quotedAt.getTime() as EpochMs,
      checkoutId: id,
    }
    return recordPurchase(tx, service, { userId, plan, billing, state }, money, clock.now())
  })
  if (booked === undefined) return
  logger.info({ user: userId, plan, until: booked.plan_expiry, receipt: booked.receipt_number }, 'paid')
  bus.publish(`account.${userId}`, null)
  bus.publish('outbox', null)
}

/** Why money that came cannot be booked without a person looking at it; undefined: it can. */
async function doubtOf(
  db: Kysely<Database>,
  checkout: Checkout,
  sight: Extract<CheckoutStatus, { state: 'paid' }>,
): Promise<OperatorText | undefined> {
  const { payment, currency } = sight
  if (sight.key !== checkout.id) return { code: 'operator.doubt.other_checkout', payment }
  if (currency !== 'INR') return { code: 'operator.doubt.currency', currency, payment }
  if (sight.amount !== checkout.amount_paise)
    return { code: 'operator.doubt.amount', paid: paise(sight.amount), asked: checkout.amount_paise as Paise, payment }
  const erased = await db
    .selectFrom('erasures')
    .select('user_id')
    .where('user_id', '=', checkout.user_id)
    .where('done_at', 'is not', null)
    .executeTakeFirst()
  return erased === undefined ? undefined : { code: 'operator.doubt.erased', payment }
}

/** Two checkouts that were both within the cap may both be paid: the second is an operator's to refund. */
async function feeCapDoubt(
  { db, seller, clock }: CheckoutService,
  { user_id: userId }: Checkout,
  { amount, payment }: Extract<CheckoutStatus, { state: 'paid' }>,
): Promise<OperatorText | undefined> {
  const { within } = await feeCapFor(db, seller, { userId, amount: paise(amount) }, clock.now())
  return within ? undefined : { code: 'operator.doubt.fee_cap', cap: FEE_CAP, payment }
}

/** Moves a checkout that is not settled yet; false when it was. */
async function move(
  db: Kysely<Database>,
  id: string,
  status: 'paid' | 'void' | 'disputed',
  note: OperatorText | null,
): Promise<boolean> {
  const moved = await db
    .updateTable('checkouts')
    .set({ status, note_message: note && split(note) })
    .where('id', '=', id)
    .where('status', 'in', status === 'void' ? ['open'] : ['open', 'void'])
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** A checkout as its buyer may see it; undefined when it is not the user's. */
export async function checkoutOf(db: UserScopedRow, userId: string, id: string): Promise<CheckoutReply | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .leftJoin('payments', 'payments.checkout_id', 'checkouts.id')
    .select(['checkouts.status', 'checkouts.plan', 'checkouts.billing', 'checkouts.amount_paise'])
    .select(['payments.id as payment_id', 'payments.plan_expiry'])
    .where('checkouts.id', '=', id)
    .where('checkouts.user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { status, plan, billing, amount_paise: amount, payment_id, plan_expiry: expiry } = row
  return {
    status: status === 'opening' ? 'open' : status,
    plan,
    billing,
    amount: rupeesFromPaise(amount as Paise),
    payment_id,
    plan_expiry: expiry === null ? null : istIso(expiry.getTime() as EpochMs),
  }
}

/** The provider's answer, or a failure with a text the buyer can act on. */
export async function answered<T>({ logger }: Pick<CheckoutService, 'logger'>, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    logger.error({ err: error }, 'the payment provider did not do as asked')
    throw new DomainError(
      error.answered ? { code: 'problem.payment_unavailable.refused' } : { code: 'problem.payment_unavailable' },
    )
  }
}
