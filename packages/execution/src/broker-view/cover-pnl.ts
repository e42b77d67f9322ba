// @invariant books-equal
import { chargesOf, type Charges, type ExecutedOrder } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import { inTradeOrder, saleKey, unitsOf, valueOf, type BrokerFill } from '../trade/fill.ts'
import { countedFills } from '../trade/trade-pnl.ts'
import type { CoverPnl } from '../trade/trade.ts'
import type { SalesToCover } from './sale-attribution.ts'
import type { TradeSnapshot } from '../trade/trade-aggregate.ts'

/**
 * What buying back came to in one contract: its purchases against the sales that are in no trade's result, oldest first, so
 * that both together are all fills. `byOthers`: the user's own sales of units that our orders held, as far as they took
 * them. `closedByUser`: what the user bought back comes last. Undefined while nothing was bought back, or no such sale is known.
 */
export function coverPnlOf(
  views: readonly TradeSnapshot[],
  { byOthers, closedByUser }: SalesToCover,
  on: IstDate,
  brokerage: Paise,
): CoverPnl | undefined {
  const purchases = views.flatMap(({ coverFills }) => coverFills).toSorted(inTradeOrder)
  const counted = views.flatMap(({ fills }) => countedFills(fills).filter(({ side }) => side === 'SELL'))
  const own = views.flatMap(({ fills }) => fills.filter(({ side, isManual }) => side === 'SELL' && !isManual))
  // A cover that came after the user had bought back stands against that sale: its cost is left out nowhere.
  const short = [...notCounted([...own, ...byOthers], [...counted, ...closedByUser]), ...closedByUser]
  const units = Math.min(unitsOf(purchases, 'BUY'), unitsOf(short, 'SELL'))
  if (units === 0) return undefined
  const [bought, sold] = [upTo(purchases, units), upTo(short, units)]
  const [boughtValue, soldValue] = [valueOf(bought, 'BUY'), valueOf(sold, 'SELL')]
  const charges = chargesOfBoth(bought, sold, counted, on, brokerage)
  const gross = (soldValue - boughtValue) as Paise
  return {
    units,
    soldValue,
    boughtValue,
    gross,
    charges,
    net: (gross - charges.total) as Paise,
    soldAt: sold[0]!.at,
    boughtAt: bought.reduce((last, { at }) => Math.max(last, at), 0) as EpochMs,
  }
}

/** `total` without `part`: what of a contract's covers is not booked yet. */
export function subtractCover(total: CoverPnl, part: CoverPnl): CoverPnl {
  const charges = lessCharges(total.charges, part.charges)
  return {
    ...total,
    units: total.units - part.units,
    soldValue: (total.soldValue - part.soldValue) as Paise,
    boughtValue: (total.boughtValue - part.boughtValue) as Paise,
    gross: (total.gross - part.gross) as Paise,
    charges,
    net: (total.net - part.net) as Paise,
    soldAt: Math.max(total.soldAt, part.boughtAt) as EpochMs,
  }
}

/** The units of `sales` that are in none of `counted`, oldest first. */
function notCounted(sales: readonly BrokerFill[], counted: readonly BrokerFill[]): BrokerFill[] {
  const used = new Map<string, number>()
  for (const fill of counted) used.set(saleKey(fill), (used.get(saleKey(fill)) ?? 0) + fill.quantity)
  return sales.toSorted(inTradeOrder).flatMap((fill) => {
    const taken = Math.min(used.get(saleKey(fill)) ?? 0, fill.quantity)
    used.set(saleKey(fill), (used.get(saleKey(fill)) ?? 0) - taken)
    return taken < fill.quantity ? [{ ...fill, quantity: fill.quantity - taken }] : []
  })
}

function upTo(fills: readonly BrokerFill[], units: number): BrokerFill[] {
  let left = units
  return fills.flatMap((fill) => {
    const quantity = Math.min(left, fill.quantity)
    left -= quantity
    return quantity > 0 ? [{ ...fill, quantity }] : []
  })
}

/** An order of which a trade's result has counted a part pays here only what the whole costs more than that part. */
function chargesOfBoth(
  bought: readonly BrokerFill[],
  sold: readonly BrokerFill[],
  counted: readonly BrokerFill[],
  on: IstDate,
  brokerage: Paise,
): Charges {
  const ids = new Set(sold.map(({ orderId }) => orderId))
  const shared = counted.filter(({ orderId }) => ids.has(orderId))
  const whole = chargesOf(ordersOf([...bought, ...sold, ...shared], on), brokerage)
  return shared.length === 0 ? whole : lessCharges(whole, chargesOf(ordersOf(shared, on), brokerage))
}

function ordersOf(fills: readonly BrokerFill[], on: IstDate): ExecutedOrder[] {
  return [...Map.groupBy(fills, ({ orderId }) => orderId).values()].map((part) => {
    const { side } = part[0]!
    return { side, value: valueOf(part, side), on }
  })
}

function lessCharges(all: Charges, part: Charges): Charges {
  const less = (kind: keyof Charges) => (all[kind] - part[kind]) as Paise
  return {
    brokerage: less('brokerage'),
    stt: less('stt'),
    exchange: less('exchange'),
    sebi: less('sebi'),
    stamp: less('stamp'),
    gst: less('gst'),
    total: less('total'),
  }
}
