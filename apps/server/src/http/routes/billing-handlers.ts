import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import type { Transaction } from 'kysely'
import { answered, checkoutOf, openCheckout, settleByReference, settleCheckout } from '../../payments/checkouts.ts'
import { PaymentError, type HostedProvider } from '../../payments/payment-provider.ts'
import { checkoutService, paymentsService } from '../../payments/payment-services.ts'
import { beginPurchase, quoteOf } from '../../payments/payments.ts'
import { paymentsOf, receiptOf } from '../../payments/receipts.ts'
import type { Database } from '../../store/database.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import { runIdempotent } from '../idempotency.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'purchaseQuote' | 'pay' | 'checkout' | 'paymentEvent' | 'payments' | 'receipt'

export function billingHandlers(parts: WebDependencies): Handlers<Names> {
  const { db, clock, bus, publicAddress, logger } = parts
  const payments = paymentsService(parts, publicAddress.url)
  const hosted = checkoutService(parts)
  /** Money and plans are booked by the service: a user's session has no right to them. */
  const transaction = <T>(work: (tx: Transaction<Database>) => Promise<T>) => db.transaction().execute(work)
  return {
    async purchaseQuote({ caller, userDb, query }) {
      const request = { userId: caller.userId, ...query }
      const { kind, price, credit, due, startsAt, expiresAt } = await userDb.read((rows) =>
        quoteOf(rows, request, clock.now()),
      )
      return {
        kind,
        price: rupeesFromPaise(price),
        credit: rupeesFromPaise(credit),
        due: rupeesFromPaise(due),
        starts_at: istIso(startsAt),
        plan_expiry: istIso(expiresAt),
      }
    },

    async pay({ caller, body, idempotencyKey }) {
      const { userId } = caller
      const { plan, billing, state = null } = body
      const call = { userId, route: 'payments', key: idempotencyKey, body }
      const begun = await runIdempotent(transaction, call, (tx, key) =>
        beginPurchase(tx, payments, { userId, plan, billing, state }, key, clock.now()),
      )
      if (begun.status === 'checkout') {
        if (hosted === undefined) throw new DomainError({ code: 'problem.checkout_over' })
        return { ...begun, url: await openCheckout(hosted, begun.checkout_id) }
      }
      logger.info({ user: userId, plan, until: begun.plan_expiry, receipt: begun.receipt_number }, 'paid')
      bus.publish(`account.${userId}`, null)
      bus.publish('outbox', null)
      return begun
    },

    async checkout({ caller, userDb, params }) {
      const read = () => userDb.read((rows) => checkoutOf(rows, caller.userId, params.id))
      const known = await read()
      if (known === undefined) throw new DomainError({ code: 'problem.not_found.checkout' })
      if (known.status !== 'open' || hosted === undefined) return known
      await answered(hosted, settleCheckout(hosted, params.id))
      return (await read()) ?? known
    },

    // What happened is looked up at the provider, so an event that comes twice, late or out of order changes nothing.
    async paymentEvent({ body, headers }) {
      // Where no provider sends events no signature can fit.
      if (hosted === undefined) throw new DomainError({ code: 'problem.bad_request.signature' })
      const reference = checkoutNamedBy(hosted.provider, body, headers['x-razorpay-signature'])
      // A failure makes the provider send it again.
      if (reference !== undefined) await answered(hosted, settleByReference(hosted, reference))
      return { ok: true }
    },

    payments: async ({ caller, userDb }) => ({
      payments: await userDb.read((rows) => paymentsOf(rows, caller.userId)),
    }),

    async receipt({ caller, userDb, params }) {
      const receipt = await userDb.read((rows) => receiptOf(rows, caller.userId, params.id))
      if (receipt === undefined) throw new DomainError({ code: 'problem.not_found.receipt' })
      return receipt
    },
  }
}

/** The checkout an event is about; undefined: none of ours. Throws DomainError `bad_request` where the signature is wrong. */
function checkoutNamedBy(
  provider: HostedProvider,
  body: string,
  signature: string | string[] | undefined,
): string | undefined {
  try {
    return provider.checkoutOf({ body, signature: String(signature ?? '') })
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    throw new DomainError({ code: 'problem.bad_request.signature' })
  }
}
