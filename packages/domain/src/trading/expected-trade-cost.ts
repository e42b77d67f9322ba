import { chargesOf } from '../charges/charges.ts'
import type { Paise } from '../money/paise.ts'
import type { Session } from '../time/calendar.ts'
import { MINUTE_MS, type EpochMs, type IstDate } from '../time/ist.ts'
import { squareOffAt } from '../time/square-off.ts'

/** The longest that a position is held, in minutes: signals reference §3.4, "90 min in trade". */
export const LONGEST_HOLDING_MINUTES = 90

/** What the cost of buying an option and selling it again depends on. Undefined: not known. */
export interface TradeCostInputs {
  /** The trading day whose charges count. */
  readonly on: IstDate
  readonly bid: Paise | undefined
  readonly ask: Paise | undefined
  readonly lotSize: number
  readonly lots: number
  /** What the broker takes for one executed order. */
  readonly brokerage: Paise
  /** Black-76 delta of the contract, of either sign. */
  readonly delta: number | undefined
  /** Rupees a unit and calendar day; negative where the option loses value. */
  readonly theta: number | undefined
  /** How long the position is planned to be held, in minutes of the session, and how many the session has. */
  readonly holdingMinutes: number
  readonly sessionMinutes: number
  /** The index, in paise of points (× 100). */
  readonly spot: Paise | undefined
  /** What the trade loses between its entry and the trigger of its stop, without charges: 1 R. */
  readonly risk: Paise | undefined
}

/** What it costs to buy an option at the ask and sell it at the bid after the planned holding time, if nothing else moves. */
export interface TradeCost {
  /** Ask less bid, for all units. */
  readonly spread: Paise
  /** Of both orders. */
  readonly charges: Paise
  /** Time value lost while the position is held; undefined: theta is not known. */
  readonly decay: Paise | undefined
  /** Sum of the parts that are known. */
  readonly total: Paise
  /** `total` a unit, in paise and a fraction of one. */
  readonly perUnit: number
  /** `total` in multiples of the planned risk; undefined: the risk is not known. */
  readonly r: number | undefined
  /** How far the index has to move in favour to pay `total`; undefined: delta is not known. */
  readonly breakEven: BreakEven | undefined
}

export interface BreakEven {
  /** Index points. */
  readonly points: number
  /** The same as a fraction of the index; undefined: the index is not known. */
  readonly ratio: number | undefined
}

/**
 * The expected cost of a trade before it is made; undefined: a side of the quote is missing, or the two are crossed. Charges are
 * those of market fact sheet §7 for a purchase at the ask and a sale at the bid. One calendar day of theta is counted over the
 * minutes of one session (signals reference §1.4 gives theta a calendar day), and decay takes no more than the bid. The break-even
 * move keeps delta and implied volatility as they are: gamma makes the move that is really needed a little smaller.
 */
export function expectedTradeCost(inputs: TradeCostInputs): TradeCost | undefined {
  const { on, bid, ask, lotSize, lots, brokerage, risk, theta } = inputs
  const units = lotSize * lots
  if (bid === undefined || ask === undefined || bid <= 0 || ask < bid || units <= 0) return undefined
  const [paid, sold] = [(ask * units) as Paise, (bid * units) as Paise]
  const spread = (paid - sold) as Paise
  const orders = [
    { side: 'BUY', value: paid, on },
    { side: 'SELL', value: sold, on },
  ] as const
  const charges = chargesOf(orders, brokerage).total
  const decay = theta === undefined ? undefined : decayOf(theta, units, sold, inputs)
  const total = (spread + charges + (decay ?? 0)) as Paise
  const perUnit = total / units
  return {
    spread,
    charges,
    decay,
    total,
    perUnit,
    r: risk === undefined || risk <= 0 ? undefined : total / risk,
    breakEven: breakEvenOf(perUnit, inputs),
  }
}

/** Minutes that an entry at `now` is planned to be held at most: until the time limit, or the square-off if that is sooner. */
export function plannedHoldingMinutes(now: EpochMs, session: Session | undefined, expiry: IstDate): number {
  if (session === undefined) return LONGEST_HOLDING_MINUTES
  return Math.max(0, Math.min(LONGEST_HOLDING_MINUTES, (squareOffAt(session, expiry) - now) / MINUTE_MS))
}

function decayOf(
  theta: number,
  units: number,
  sold: Paise,
  { holdingMinutes, sessionMinutes }: Pick<TradeCostInputs, 'holdingMinutes' | 'sessionMinutes'>,
): Paise {
  const share = sessionMinutes > 0 ? Math.min(1, Math.max(0, holdingMinutes) / sessionMinutes) : 1
  return Math.min(sold, Math.round(Math.max(0, -theta) * 100 * units * share)) as Paise
}

function breakEvenOf(perUnit: number, { delta, spot }: Pick<TradeCostInputs, 'delta' | 'spot'>): BreakEven | undefined {
  if (delta === undefined || delta === 0 || Number.isNaN(delta)) return undefined
  const points = perUnit / Math.abs(delta) / 100
  return { points, ratio: spot === undefined || spot <= 0 ? undefined : (points * 100) / spot }
}
