// @invariant refund-once What is refunded is credited nowhere, and is refunded once.
import { randomUUID } from 'node:crypto'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { gstIncludedIn } from '@strikewise/plans/gst.ts'
import { refundFor, type RefundBasis } from '@strikewise/plans/refund.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OperatorText } from '@strikewise/messages/families/operator.ts'
import { split } from '@strikewise/messages/split.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import { DomainError } from '../domain-error.ts'
import type { Logger } from '../logging/logger.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'
import { PaymentError, type PaymentProvider } from './payment-provider.ts'
import { lockNumbers, numberOf, seriesOf } from './receipts.ts'

export interface RefundService {
  readonly provider: PaymentProvider
  readonly receiptsUrl: string
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly bus: Bus
  readonly logger: Logger
}

interface RefundTerms {
  readonly paymentId: string
  readonly basis: RefundBasis
}

export interface RefundOrder extends RefundTerms {
  readonly reason: string
  /** The operator who decided it. */
  readonly by: string
}

/**
 * Returns whose payment it is, and what would be refunded of it at `now`. Locks the buyer's profile. Throws DomainError
 * `not_found.payment` and `not_refundable`.
 */
export async function refundable(tx: Kysely<Database>, { paymentId, basis }: RefundTerms, now: EpochMs) {
  const payment = await tx.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst()
  if (payment === undefined) throw new DomainError({ code: 'problem.not_found.payment' })
  const { user_id: userId, plan } = payment
  const profile = await tx
    .selectFrom('profiles')
    .select(['plan', 'plan_expiry', 'next_plan', 'next_plan_expiry'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isOf = (held: string | null, until: Date | null) =>
    held === plan && until?.getTime() === payment.plan_expiry.getTime()
  const waits = isOf(profile.next_plan, profile.next_plan_expiry)
  if (!waits && !isOf(profile.plan, profile.plan_expiry)) throw new DomainError({ code: 'problem.not_refundable.used' })
  if (!waits && profile.next_plan !== null) throw new DomainError({ code: 'problem.not_refundable.next_plan' })
  const receipt = await tx.selectFrom('receipts').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()
  const amount = refundFor(
    basis,
    {
      amount: payment.amount_paise as Paise,
      paidAt: payment.paid_at.getTime() as EpochMs,
      term: {
        paid: (payment.amount_paise + (receipt?.credit_paise ?? 0)) as Paise,
        startsAt: (receipt?.starts_at ?? payment.paid_at).getTime() as EpochMs,
        expiresAt: payment.plan_expiry.getTime() as EpochMs,
      },
    },
    now,
  )
  if (amount === 0) throw new DomainError({ code: 'problem.not_refundable.nothing_left' })
  return { userId, amount, waits, isTaxed: (receipt?.gst_paise ?? 0) > 0 }
}

/**
 * Records that a payment is to be refunded, and ends the term it bought in the same transaction: what is refunded can
 * be credited to no other purchase. Answers the refund's id; `settleRefund` then moves the money. Throws what
 * `refundable` throws, and DomainError `not_refundable` when it was refunded before.
 */
export async function requestRefund(tx: Kysely<Database>, order: RefundOrder, now: EpochMs): Promise<string> {
  const { paymentId, basis, reason, by } = order
  const { userId, amount, waits, isTaxed } = await refundable(tx, order, now)
  // Taxed as its receipt was, whatever the seller is by now.
  const { taxable, gst } = isTaxed ? gstIncludedIn(amount) : { taxable: amount, gst: 0 }
  const id = randomUUID()
  const asked = await tx
    .insertInto('refunds')
    .values({
      id,
      payment_id: paymentId,
      user_id: userId,
      basis,
      amount_paise: amount,
      taxable_paise: taxable,
      gst_paise: gst,
      reason,
      asked_by: by,
      asked_at: new Date(now),
      status: 'asked',
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (asked.numInsertedOrUpdatedRows !== 1n) throw new DomainError({ code: 'problem.not_refundable.pending' })
  await tx
    .updateTable('profiles')
    .set(waits ? { next_plan: null, next_plan_expiry: null } : { plan_expiry: new Date(now) })
    .where('user_id', '=', userId)
    .execute()
  return id
}

/**
 * Has the provider pay back what was asked for, once however often this is called, and writes the credit note. What the
 * provider refuses finally restores its term and is reported; while it is away the refund stays requested.
 */
export async function settleRefund(service: RefundService, id: string): Promise<void> {
  const { db, provider, bus, logger } = service
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.user_id', 'refunds.amount_paise', 'payments.provider', 'payments.provider_reference'])
    .where('refunds.id', '=', id)
    .where('status', '=', 'asked')
    .executeTakeFirst()
  if (refund === undefined) return
  const isOtherProvider = refund.provider !== provider.name
  try {
    if (isOtherProvider)
      throw new PaymentError(`it was paid by ${refund.provider}, and payments are ${provider.name} now`, true)
    const { reference } = await provider.refund({
      key: id,
      payment: refund.provider_reference,
      amount: refund.amount_paise as Paise,
    })
    await db.transaction().execute((tx) => finish(tx, service, id, reference))
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    logger.error({ err: error, code: 'refund_failed', refund: id, final: error.final }, 'a refund did not go through')
    const note: OperatorText = isOtherProvider
      ? { code: 'operator.refund_other_provider', paidBy: refund.provider, now: provider.name }
      : { code: 'operator.refund_refused', reason: error.message }
    if (error.final) await db.transaction().execute((tx) => giveBack(tx, id, note))
  }
  bus.publish(`account.${refund.user_id}`, null)
  bus.publish('outbox', null)
}

async function finish(tx: Kysely<Database>, { clock, receiptsUrl }: RefundService, id: string, reference: string) {
  await lockNumbers(tx, 'credit notes')
  const now = clock.now()
  const series = seriesOf(now, 'CN')
  const { last } = await tx
    .selectFrom('refunds')
    .select((is) => is.fn.coalesce(is.fn.max('serial'), is.val(0)).as('last'))
    .where('series', '=', series)
    .executeTakeFirstOrThrow()
  const done = await tx
    .updateTable('refunds')
    .set({ status: 'done', reference, series, serial: (last ?? 0) + 1, done_at: new Date(now) })
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .returningAll()
    .executeTakeFirst()
  if (done === undefined) return
  const buyer = await tx
    .selectFrom('identity_users')
    .select(['name', 'email', 'language'])
    .where('id', '=', done.user_id)
    .executeTakeFirstOrThrow()
  const mail = composeMail(buyer, {
    subject: { code: 'mail.credit_note.subject', number: numberOf(series, done.serial!) },
    paragraphs: [
      { code: 'mail.credit_note.refunded', amount: done.amount_paise as Paise },
      { href: `${receiptsUrl}/${done.payment_id}` },
    ],
  })
  await enqueueMail(tx, mail)
}

/** Gives the term back that was ended for a refund which will not be. */
async function giveBack(tx: Kysely<Database>, id: string, note: OperatorText): Promise<void> {
  const refund = await tx
    .updateTable('refunds')
    .set({ status: 'refused', note_message: split(note) })
    .where('id', '=', id)
    .where('status', '=', 'asked')
    .returning(['payment_id', 'user_id', 'asked_at'])
    .executeTakeFirst()
  if (refund === undefined) return
  const { plan, plan_expiry: expiry } = await tx
    .selectFrom('payments')
    .select(['plan', 'plan_expiry'])
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  const ran = await tx
    .updateTable('profiles')
    .set({ plan_expiry: expiry })
    .where('user_id', '=', refund.user_id)
    .where('plan', '=', plan)
    .where('plan_expiry', '=', refund.asked_at)
    .executeTakeFirst()
  if (ran.numUpdatedRows === 0n)
    await tx
      .updateTable('profiles')
      .set({ next_plan: plan, next_plan_expiry: expiry })
      .where('user_id', '=', refund.user_id)
      .where('next_plan', 'is', null)
      .execute()
}
