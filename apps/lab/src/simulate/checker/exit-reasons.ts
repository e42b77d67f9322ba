// @invariant I9
import { istInstant, MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { CheckerContext } from './checker-context.ts'
import { bookedManually } from './rejected-rows.ts'
import { unitsOfTrade } from './trade-units.ts'

/** The earliest that a position is sold for the hour: 14:45 in India, where its contract expires today. */
const SQUARE_OFF_MS = (14 * 60 + 45) * MINUTE_MS
const CLOCK_MS = 5_500

/** I13, I9: a position is not closed as sold manually when the user did not sell, nor for the hour before it strikes. */
export function checkExitReasons(context: CheckerContext): void {
  const { observations, exchangeOrders, findings } = context
  // What an order of one trade sold beyond its own took the units of another, which sold none itself.
  const wasOversold = (account: string, tradingsymbol: string, but: string) =>
    observations.store
      .tradesOf(account)
      .some(
        ({ id, contract }) =>
          id !== but &&
          contract.tradingsymbol === tradingsymbol &&
          unitsOfTrade(context, exchangeOrders.holding(account, tradingsymbol), id) < 0,
      )
  const squareOff = istInstant(observations.shape.day, 0) + SQUARE_OFF_MS
  for (const account of observations.accounts)
    for (const trade of observations.store.tradesOf(account)) {
      if (trade.state !== 'closed') continue
      const { id, exitReason, closedAt, contract } = trade
      const holding = exchangeOrders.holding(account, contract.tradingsymbol)
      const wasForgotten = bookedManually(context, holding).length > 0
      const wasCut = holding.foreignSales.length > 0 || holding.convertedInAll > 0 || wasForgotten
      if (exitReason === 'manual' && !wasCut && !wasOversold(account, contract.tradingsymbol, id))
        findings.add('I13', account, id, `trade ${id} was closed as sold manually, which no sale shows`)
      if (exitReason === 'square_off' && closedAt < squareOff - CLOCK_MS)
        findings.add('I9', account, id, `trade ${id} was squared off before its time`)
    }
}
