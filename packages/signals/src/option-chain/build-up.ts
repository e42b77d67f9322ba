import type { BuildUp } from '../registry/definitions/option-chain-agent.ts'
import type { SignalParams } from '../registry/params.ts'
import type { OptionSide } from '@strikewise/domain/instruments/contract.ts'

/** What a strike's price and open interest did over the window, and who seems to lead. */
export interface BuildUpReading {
  readonly kind: BuildUp
  /** What it means for the index: a call bought is bullish, a put bought bearish. */
  readonly meaning: 'bullish' | 'bearish'
  /** Open interest rose with volatility: buyers lead; fell with it: writers lead; null: neither. */
  readonly ivDriven: 'buyers' | 'writers' | null
}

/** A leg at two moments: price in rupees, open interest in units, volatility as a fraction. */
export interface LegMoment {
  readonly price: number
  readonly openInterest: number
  readonly iv: number
}

/**
 * Build-up class of one leg (signals reference §1.4). Undefined inside the dead band (price max(0.5 %, ₹0.50), open
 * interest 1 %) or when a value is missing. Prices also fall by time decay: read it with `ivDriven`.
 */
export function buildUpOf(
  side: OptionSide,
  before: LegMoment,
  now: LegMoment,
  params: SignalParams['chain']['buildUp'],
): BuildUpReading | undefined {
  const priceMove = now.price - before.price
  const interestMove = now.openInterest - before.openInterest
  const priceBand = Math.max(params.priceShare * before.price, params.priceRupees)
  if (!(Math.abs(priceMove) >= priceBand)) return undefined
  if (!(before.openInterest > 0) || Math.abs(interestMove) < params.openInterestShare * before.openInterest)
    return undefined
  const up = priceMove > 0
  const more = interestMove > 0
  const kind: BuildUp = more ? (up ? 'long_build_up' : 'short_build_up') : up ? 'short_covering' : 'long_unwinding'
  const ivPoints = 100 * (now.iv - before.iv)
  const ivMoved = more && Math.abs(ivPoints) >= params.ivPoints
  return {
    kind,
    meaning: up === (side === 'CE') ? 'bullish' : 'bearish',
    ivDriven: ivMoved ? (ivPoints > 0 ? 'buyers' : 'writers') : null,
  }
}
