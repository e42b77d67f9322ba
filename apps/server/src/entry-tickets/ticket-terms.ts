import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { ceilToTick, floorToTick, isTickPrice } from '@strikewise/domain/money/ticks.ts'
import { RISK_SHARE, riskPerUnit, stopTrigger, targetPrice } from '@strikewise/domain/stop-loss/stop-levels.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { worstLoss } from '@strikewise/domain/trading/worst-loss.ts'
import { DomainError, fieldFailure } from '../domain-error.ts'

/** Where a limit is suggested: this far above the ask, so that the order fills although the ask moves a little. */
const LIMIT_OVER_ASK = 1.01
/** The stop lies two average ranges of the index away (signals reference §3.3). */
const STOP_RANGES = 2
/** Share of the index's move an at-the-money option follows, where the contract's own delta is not known. */
const AT_THE_MONEY_DELTA = 0.5

/** Prices of a ticket, in paise a unit. */
export interface TicketPrices {
  readonly limit: Paise
  /** Trigger of the stop if the order fills at the limit. */
  readonly stop: Paise
}

/** A limit at which an order would fill now; by the last price alone, that price. Undefined: no price is known. */
export function suggestedLimit(
  { ask, last }: { readonly ask: Paise | undefined; readonly last: Paise | undefined },
  { tickSize }: OptionContract,
): Paise | undefined {
  if (ask !== undefined) return Math.max(ask, floorToTick(ask * LIMIT_OVER_ASK, tickSize)) as Paise
  return last === undefined ? undefined : floorToTick(last, tickSize)
}

/** The stop that the engine would set for an entry at `limit`. `atr5`: average range of the index; undefined: not known. */
export function suggestedStop(
  limit: Paise,
  contract: OptionContract,
  { atr5, delta }: { readonly atr5: Paise | undefined; readonly delta: number | undefined },
): Paise {
  const distance =
    atr5 === undefined ? RISK_SHARE.most * limit : Math.abs(delta ?? AT_THE_MONEY_DELTA) * STOP_RANGES * atr5
  return stopTrigger(limit, riskPerUnit(distance, limit), contract.tickSize)
}

/** The stops that an entry at `limit` may have: 15 to 30 % below it, on the tick. */
export function stopRange(limit: Paise, { tickSize }: OptionContract): { readonly from: Paise; readonly to: Paise } {
  const from = ceilToTick(limit * (1 - RISK_SHARE.most), tickSize)
  const to = floorToTick(limit * (1 - RISK_SHARE.least), tickSize)
  return { from: Math.max(tickSize, from) as Paise, to: Math.max(tickSize, to) as Paise }
}

/** Throws DomainError: what a price must be. */
export function requirePrices(contract: OptionContract, { limit, stop }: TicketPrices): void {
  requireTick(contract, 'limit_price', limit)
  requireTick(contract, 'stop_price', stop)
  const { from, to } = stopRange(limit, contract)
  if (stop < from || stop > to)
    throw new DomainError({ code: 'problem.stop_out_of_range.between', field: 'stop_price', from, to })
}

function requireTick({ tickSize }: OptionContract, field: string, price: Paise): void {
  if (!isTickPrice(price, tickSize))
    throw fieldFailure(field, { code: 'field.multiple_of', step: rupeesFromPaise(tickSize) })
}

/** What a ticket pays, loses and aims for, by the rules that its trade goes by. */
export function ticketFigures(
  on: IstDate,
  contract: OptionContract,
  { limit, stop }: TicketPrices,
  { lots, slBuffer, trailing }: { readonly lots: number; readonly slBuffer: Paise; readonly trailing: boolean },
) {
  const { lotSize, tickSize } = contract
  const stopDistance = (limit - stop) as Paise
  const planned = {
    on,
    entryPrice: limit,
    stopDistance,
    slBuffer,
    brokerage: BROKER.profile.brokerage,
    lotSize,
    tickSize,
  }
  return {
    outlay: (limit * lots * lotSize) as Paise,
    worstLoss: worstLoss(planned, lots),
    target: targetPrice(limit, riskPerUnit(stopDistance, limit), trailing, tickSize),
  }
}
