import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import { pay, quoteOf } from '../../plans/payments.ts'
import { paymentsOf, receiptOf } from '../../plans/receipts.ts'
import { ApiFailure } from '../api-failure.ts'
import type { Handlers } from '../handler.ts'
import { once } from '../idempotency.ts'
import type { WebParts } from '../web-parts.ts'

type Names = 'purchaseQuote' | 'pay' | 'payments' | 'receipt'

export function billingHandlers(parts: WebParts): Handlers<Names> {
  const { config, db, clock, bus, payments: provider, publicAddress, logger } = parts
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
      const { userId, name, email } = caller
      const { plan, billing, state } = body
      const buyer = { name, email, state: state ?? null }
      const desk = { provider, seller: config.seller, receiptsUrl: `${publicAddress.url}/receipts` }
      const reply = await once(db, { userId, route: 'payments', key: idempotencyKey, body }, (tx, key) =>
        pay(tx, desk, { userId, plan, billing, buyer }, key, clock.now()),
      )
      logger.info({ user: userId, plan, until: reply.plan_expiry, receipt: reply.receipt_number }, 'paid')
      bus.publish(`account.${userId}`, null)
      bus.publish('outbox', null)
      return reply
    },

    payments: async ({ caller }) => ({ payments: await paymentsOf(db, caller.userId) }),

    async receipt({ caller, params }) {
      const receipt = await receiptOf(db, caller.userId, params.id)
      if (receipt === undefined) throw new ApiFailure('not_found', 'There is no such receipt.')
      return receipt
    },
  }
}
