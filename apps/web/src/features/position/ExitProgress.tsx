import { useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { rupeesText } from '../../lib/format.ts'

/** What the broker has answered to the exit of a trade. The trade stays here until the broker's books show that it is flat. */
export function ExitProgress({ trade }: { trade: ShownTradeRow }) {
  const { t } = useLingui()
  const order = trade.exit?.orders.at(-1)
  const text = (): string => {
    if (order === undefined) return t`Exit received. The order is being sent.`
    const { answer, filled_quantity: filled, average_price: average } = order
    if (filled > 0 && average !== null) {
      const price = rupeesText(average)
      return t`${filled} units sold at ${price}. Confirming with the broker.`
    }
    if (answer === 'accepted') return t`Exit order is at the exchange, not filled yet.`
    if (answer === 'refused') return t`The broker refused the exit order. Trying again.`
    if (answer === 'in_doubt') return t`The broker has not answered. Checking its order book.`
    return t`Exit order sent. Waiting for the broker.`
  }
  return (
    <p role="status" className="flex min-h-11 items-center text-sm font-semibold text-warn">
      {text()}
    </p>
  )
}
