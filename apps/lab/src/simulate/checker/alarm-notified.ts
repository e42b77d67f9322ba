import type { Notification } from '@strikewise/execution/store/notification.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import type { Observations } from './observations.ts'
import type { CheckerContext } from './checker-context.ts'

/**
 * Whether the outbox holds an alarm with one of these codes for the user of `account`: about `tradingsymbol`, where one is
 * given. What only the observer was called about does not count.
 */
export function isNotified(
  { observations }: Pick<CheckerContext, 'observations'>,
  account: string,
  codes: ReadonlySet<string>,
  tradingsymbol?: string,
): boolean {
  const trades = [...observations.store.tradesOf(account), ...tradesLostOf(observations, account)]
  return notificationsOf(observations).some(({ key }) => {
    const [kind, of, , code, tradeId] = key.split('/')
    if (kind !== 'alarm' || of !== account || !codes.has(code!)) return false
    if (tradingsymbol === undefined || !tradeId) return true
    return trades.some(({ id, contract }) => id === tradeId && contract.tradingsymbol === tradingsymbol)
  })
}

/** Trades whose rows the store has lost: the alarms about them reached the user before. */
const tradesLostOf = ({ lostTail }: Observations, account: string): readonly Trade[] =>
  lostTail.rows.flatMap(({ account: of, change }) => (of === account && change.type === 'trade' ? [change.trade] : []))

/** Every note that was stored. One that got lost with the rows beside it counts: it is not put there a second time. */
export function notificationsOf({ store, lostTail }: Observations): readonly Notification[] {
  return lostTail.notifications.length === 0 ? store.notifications : [...store.notifications, ...lostTail.notifications]
}
