import type { SessionContracts } from '@strikewise/signals/decision/symbol-pipeline-options.ts'
import type { ContractIndex } from '@strikewise/domain/instruments/contract-index.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { STRIKE_STEP } from '@strikewise/domain/instruments/strikes.ts'

/**
 * Strikes watched on each side of the index level: ±6 % of NIFTY, ±5 % of BANKNIFTY. More than the agents read
 * (10 each side) so that a day's move does not leave the band, less than the broker's 3,000 instruments a connection.
 */
const STRIKES_EACH_SIDE = 30

/** The contracts of `symbol` one session is watched with: two expiries around `level` (index points) and the near future. */
export function sessionContracts(index: ContractIndex, symbol: IndexSymbol, level: number): SessionContracts {
  const reach = STRIKES_EACH_SIDE * STRIKE_STEP[symbol]
  const [near, next] = index
    .expiries(symbol)
    .slice(0, 2)
    .map((expiry) => index.optionsOf(symbol, expiry).filter((option) => Math.abs(option.strike - level) <= reach))
  return { near: near ?? [], next: next ?? [], future: index.nearFuture(symbol) }
}
