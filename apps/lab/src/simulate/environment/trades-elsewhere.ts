import { netQuantity } from '@strikewise/exchange/state/account-state.ts'
import { CONTRACTS } from '../session/contracts.ts'
import type { Environment } from './environment.ts'
import { placeManually } from './manual-order.ts'

/** How long the user holds it. */
const HELD_MS = 4_000
/** A few lots lose the spread and charges; so many come near the limit of a day. */
const LOTS = [2, 40] as const

/**
 * The user buys in the broker's own app in a contract that no signal of the session names, and sells again. Way 1: little;
 * 2: much.
 */
export function tradeElsewhere(environment: Environment, account: string, way: number): void {
  const { exchange, shape, time } = environment
  const free = CONTRACTS.find((_, i) => !shape.signals.some((signal) => signal.contract === i))
  if (free === undefined) return
  const { tradingsymbol, lotSize } = free
  const held = { tradingsymbol, product: 'NRML', quantity: LOTS[way === 1 ? 0 : 1] * lotSize } as const
  const net = () =>
    exchange.state.accounts
      .get(account)!
      .positions.values()
      .filter(({ contract, product }) => contract.tradingsymbol === tradingsymbol && product === 'NRML')
      .reduce((sum, position) => sum + netQuantity(position), 0)
  if (net() !== 0) return
  placeManually(environment, account, held, { side: 'BUY', orderType: 'MARKET', quantity: held.quantity })
  time.after(HELD_MS, () => {
    const quantity = net()
    if (quantity > 0) placeManually(environment, account, held, { side: 'SELL', orderType: 'MARKET', quantity })
  })
}
