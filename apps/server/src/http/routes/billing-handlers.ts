import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import type { Transaction } from 'kysely'
import { answered, checkoutOf, openCheckout, settleCheckout } from '../../plans/checkouts.ts'
import { checkoutDesk, paymentsDesk } from '../../plans/desks.ts'
import { beginPurchase, quoteOf } from '../../plans/payments.ts'
import { paymentsOf, receiptOf } from '../../plans/receipts.ts'
import type { Database } from '../../store/database.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import { once } from '../idempotency.ts'
import type { WebParts } from '../web-parts.ts'

type Names = 'purchaseQuote' | 'pay' | 'checkout' | 'payments' | 'receipt'

export function billingHandlers(parts: WebParts): Handlers<Names> {
  const { db, clock, bus, publicAddress, logger } = parts
  const desk = paymentsDesk(parts, publicAddress.url)
  const hosted = checkoutDesk(parts)
  /** Money and plans are booked by the service: a user's door has no right to them. */
  const transaction = <T>(work: (tx: Transaction<Database>) => Promise<T>) => db.transaction().execute(work)
  return {
    async purchaseQuote({ caller, own, query }) {
      const wanted = { userId: caller.userId, ...query }
      const { kind, price, credit, due, startsAt, expiresAt } = await own.read((rows) =>
        quoteOf(rows, wanted, clock.now()),
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
      const begun = await once(transaction, call, (tx, key) =>
        beginPurchase(tx, desk, { userId, plan, billing, state }, key, clock.now()),
      )
      if (begun.status === 'checkout') {
        if (hosted === undefined) throw new ApiFailure({ code: 'problem.checkout_over' })
        return { ...begun, url: await openCheckout(hosted, begun.checkout_id) }
      }
      logger.info({ user: userId, plan, until: begun.plan_expiry, receipt: begun.receipt_number }, 'paid')
      bus.publish(`account.${userId}`, null)
      bus.publish('outbox', null)
      return begun
    },

    async checkout({ caller, own, params }) {
      const look = () => own.read((rows) => checkoutOf(rows, caller.userId, params.id))
      const known = await look()
      if (known === undefined) throw new ApiFailure({ code: 'problem.not_found.checkout' })
      if (known.status !== 'open' || hosted === undefined) return known
      await answered(hosted, settleCheckout(hosted, params.id))
      return (await look()) ?? known
    },

    payments: async ({ caller, own }) => ({ payments: await own.read((rows) => paymentsOf(rows, caller.userId)) }),

    async receipt({ caller, own, params }) {
      const receipt = await own.read((rows) => receiptOf(rows, caller.userId, params.id))
      if (receipt === undefined) throw new ApiFailure({ code: 'problem.not_found.receipt' })
      return receipt
    },
  }
}
