import { ORDER_SIDES, PRODUCTS } from '@strikewise/domain/instruments/order-terms.ts'
import * as z from 'zod'
import { kiteErrors } from '../kite-error.ts'
import type { Call, Route } from './call.ts'
import { formOf } from './form.ts'
import { rejectedAs } from './refusal.ts'

export const portfolioRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/portfolio/positions',
    group: 'other',
    answer: ({ account, deps, now }) => deps.market.exchange.positions(account.userId, now),
  },
  { method: 'PUT', path: '/portfolio/positions', group: 'other', answer: convert },
  // Options are never in the holdings, and the sandbox has no shares.
  { method: 'GET', path: '/portfolio/holdings', group: 'other', answer: () => [] },
  { method: 'GET', path: '/portfolio/holdings/compact', group: 'other', answer: () => [] },
  { method: 'GET', path: '/portfolio/holdings/auctions', group: 'other', answer: () => [] },
  {
    method: 'GET',
    path: '/portfolio/holdings/summary',
    group: 'other',
    answer: () => ({
      total_pnl: 0,
      total_pnl_percent: 0,
      today_pnl: 0,
      today_pnl_percent: 0,
      invested_amount: 0,
      current_value: 0,
    }),
  },
]

const conversion = z.object({
  exchange: z.string(),
  tradingsymbol: z.string().min(1),
  transaction_type: z.enum(ORDER_SIDES),
  position_type: z.enum(['day', 'overnight']),
  quantity: z.coerce.number().int().positive(),
  old_product: z.enum(PRODUCTS),
  new_product: z.enum(PRODUCTS),
})

async function convert(call: Call): Promise<true> {
  const form = conversion.safeParse(await formOf(call))
  if (!form.success) throw kiteErrors.missingInput(form.error.issues[0]?.path.join('.') ?? 'tradingsymbol')
  const { tradingsymbol, transaction_type: side, quantity, old_product: from, new_product: to } = form.data
  const now = call.deps.market.catchUp()
  const refusal = call.deps.market.exchange.convert(
    call.account.userId,
    { tradingsymbol, side, quantity, from, to },
    now,
  )
  if (refusal !== undefined) throw rejectedAs(refusal)
  return true
}
