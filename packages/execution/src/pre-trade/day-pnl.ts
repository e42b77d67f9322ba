import { chargesOf, type ExecutedOrder } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { DayPnl } from '@strikewise/domain/trading/daily-loss-limit.ts'
import { stopLimit } from '@strikewise/domain/stop-loss/stop-levels.ts'
import { worstLoss } from '@strikewise/domain/trading/worst-loss.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { isHeld, type HeldTrade, type Trade } from '../trade/trade.ts'
import type { ClosedForeignTrade, ForeignTrades } from '../trade/foreign-trades.ts'

/** A held trade with what is left of it. */
export interface OpenPosition {
  readonly trade: HeldTrade
  readonly units: number
  /** Bid if there is a believable one; else, for entries, the stop's trigger stands in, which is where it would be sold. */
  readonly bid: Paise | undefined
  /** What has been sold of it so far. */
  readonly sold: { readonly units: number; readonly value: Paise }
}

/**
 * How the day stands: what is closed, and what the open positions would end with if sold at the bid now. All of one kind
 * of link: paper money is never added to live money.
 */
export function dayPnlOf(
  trades: readonly Trade[],
  open: readonly OpenPosition[],
  on: IstDate,
  brokerage: Paise,
): DayPnl {
  return dayPnlFrom([...closedNets(trades, on), ...coverNets(trades, on)], open, on, brokerage)
}

/** The day with what its user traded without the product. */
export function withForeignTrades(day: DayPnl, { closed, openAtLast, exitCharges }: ForeignTrades): DayPnl {
  return {
    realised: closed.reduce((sum, { net }) => sum + net, day.realised as number) as Paise,
    openAtBid: (day.openAtBid + openAtLast) as Paise,
    exitCharges: (day.exitCharges + exitCharges) as Paise,
  }
}

/** As `dayPnlOf`, from the net results of the closed trades and of what was bought back. */
export function dayPnlFrom(
  nets: readonly Paise[],
  open: readonly OpenPosition[],
  on: IstDate,
  brokerage: Paise,
): DayPnl {
  let realised = 0
  for (const net of nets) realised += net
  let openAtBid = 0
  let exitCharges = 0
  for (const position of open) {
    const { profit, charges } = endingAtBid(position, on, brokerage)
    openAtBid += profit
    exitCharges += charges
  }
  return { realised: realised as Paise, openAtBid: openAtBid as Paise, exitCharges: exitCharges as Paise }
}

/**
 * Net results of positions that are sold out and whose trades are not closed yet, for an order of theirs is still to be seen
 * over: what they lost is known, so the next entry does not wait for that.
 */
export function soldOutNets(open: readonly OpenPosition[], on: IstDate, brokerage: Paise): Paise[] {
  return open
    .filter(({ units, sold }) => units === 0 && sold.units > 0)
    .map((position) => {
      const { profit, charges } = endingAtBid(position, on, brokerage)
      return (profit - charges) as Paise
    })
}

/** Whether a position is being exited and would end with a loss if the rest were sold at the bid. */
export function isLeftAtLoss(position: OpenPosition, on: IstDate, brokerage: Paise): boolean {
  if (position.trade.state !== 'exiting') return false
  const { profit, charges } = endingAtBid(position, on, brokerage)
  return profit - charges < 0
}

/** What a position comes to before charges if the rest is sold at the bid now, and the charges of both sides. */
function endingAtBid(
  { trade, units, bid, sold }: OpenPosition,
  on: IstDate,
  brokerage: Paise,
): { profit: number; charges: number } {
  const paid = (units + sold.units) * trade.entryPrice
  const got = units * (bid ?? trade.trigger) + sold.value
  const orders: ExecutedOrder[] = [
    { side: 'BUY', value: paid as Paise, on },
    { side: 'SELL', value: got as Paise, on },
  ]
  const { total } = chargesOf(orders, brokerage)
  return { profit: got - paid, charges: total }
}

/** Net results of the day's closed trades, oldest first; with those of the user's that are given. */
export function closedNets(
  trades: readonly Trade[],
  on: IstDate,
  foreign: readonly ClosedForeignTrade[] = [],
): Paise[] {
  const closed = trades.flatMap((trade) =>
    trade.state === 'closed' && trade.on === on && trade.result !== null
      ? [{ closedAt: trade.closedAt, net: trade.result.net }]
      : [],
  )
  return [...closed, ...foreign].toSorted((a, b) => a.closedAt - b.closedAt).map(({ net }) => net)
}

/** Net results of buying back what was sold short on the day. */
export function coverNets(trades: readonly Trade[], on: IstDate): Paise[] {
  return trades.flatMap((trade) =>
    trade.state === 'closed' && trade.on === on && trade.cover !== undefined ? [trade.cover.net] : [],
  )
}

/** What all live trades lose if every stop fills at its limit, charges included; entries count with what they may still buy. */
export function openWorstLoss(trades: readonly Trade[], brokerage: Paise): Paise {
  let sum = 0
  for (const trade of trades) {
    const { tickSize, lotSize } = trade.contract
    const { slBuffer, stopDistance, firstMid } = trade.entrySettings
    if (isHeld(trade)) {
      const { entryPrice, quantity, on } = trade
      const floor = stopLimit(trade.trigger, slBuffer, tickSize)
      const orders: ExecutedOrder[] = [
        { side: 'BUY', value: (entryPrice * quantity) as Paise, on },
        { side: 'SELL', value: (floor * quantity) as Paise, on },
      ]
      sum += Math.max(0, (entryPrice - floor) * quantity + chargesOf(orders, brokerage).total)
    } else if (trade.state === 'entering') {
      const { on, lots } = trade
      sum += worstLoss({ on, entryPrice: firstMid, stopDistance, slBuffer, brokerage, lotSize, tickSize }, lots)
    }
  }
  return sum as Paise
}
