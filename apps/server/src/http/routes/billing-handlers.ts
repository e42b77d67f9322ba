import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import { answered, checkoutOf, openCheckout, settleCheckout } from '../../plans/checkouts.ts'
import { checkoutDesk, paymentsDesk } from '../../plans/desks.ts'
import { beginPurchase, quoteOf } from '../../plans/payments.ts'
import { paymentsOf, receiptOf } from '../../plans/receipts.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import { once } from '../idempotency.ts'
import type { WebParts } from '../web-parts.ts'

type Names = 'purchaseQuote' | 'pay' | 'checkout' | 'payments' | 'receipt'

export function billingHandlers(parts: WebParts): Handlers<Names> {
  const { db, clock, bus, publicAddress, logger } = parts
  const desk = paymentsDesk(parts, publicAddress.url)
  const hosted = checkoutDesk(parts)
  return {
    async purchaseQuote({ caller, query }) {
      const { kind, price, credit, due, startsAt, expiresAt } = await quoteOf(
        db,
        { userId: caller.userId, ...query },
        clock.now(),
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
      const begun = await once(db, { userId, route: 'payments', key: idempotencyKey, body }, (tx, key) =>
        beginPurchase(tx, desk, { userId, plan, billing, state }, key, clock.now()),
      )
      if (begun.status === 'checkout') {
        if (hosted === undefined) throw new ApiFailure('checkout_over', 'This checkout is over. Begin a new one.')
        return { ...begun, url: await openCheckout(hosted, begun.checkout_id) }
      }
      logger.info({ user: userId, plan, until: begun.plan_expiry, receipt: begun.receipt_number }, 'paid')
      bus.publish(`account.${userId}`, null)
      bus.publish('outbox', null)
      return begun
    },

    async checkout({ caller, params }) {
      const known = await checkoutOf(db, caller.userId, params.id)
      if (known === undefined) throw new ApiFailure('not_found', 'There is no such checkout.')
      if (known.status !== 'open' || hosted === undefined) return known
      await answered(hosted, settleCheckout(hosted, params.id))
      return (await checkoutOf(db, caller.userId, params.id)) ?? known
    },

    payments: async ({ caller }) => ({ payments: await paymentsOf(db, caller.userId) }),

    async receipt({ caller, params }) {
      const receipt = await receiptOf(db, caller.userId, params.id)
      if (receipt === undefined) throw new ApiFailure('not_found', 'There is no such receipt.')
      return receipt
    },
  }
}
