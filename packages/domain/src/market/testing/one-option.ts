import { LegGreeks } from '../leg-greeks.ts'
import { CALL, PUT } from '../option-legs.ts'

export interface OneOption {
  readonly sign: 1 | -1
  readonly price: number
  readonly forward: number
  readonly strike: number
  readonly years: number
  readonly rate: number
}

/** Volatility and greeks of a single option by the column solver; `guess`: where the search begins. */
export function fitOption({ sign, price, forward, strike, years, rate }: OneOption, guess = Number.NaN) {
  const leg = sign === 1 ? CALL : PUT
  const greeks = new LegGreeks(Float64Array.of(strike))
  const prices = new Float64Array(2).fill(Number.NaN)
  prices[leg] = price
  greeks.iv[leg] = guess
  greeks.solve(prices, forward, years, rate)
  const of = (column: 'iv' | 'delta' | 'gamma' | 'vega' | 'theta') => greeks[column][leg]!
  return { iv: of('iv'), delta: of('delta'), gamma: of('gamma'), vega: of('vega'), theta: of('theta') }
}
