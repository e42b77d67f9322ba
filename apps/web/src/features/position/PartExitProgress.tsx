import { useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { rupeesText } from '../../lib/format.ts'

/** How far the sale of a part of the position is, and what was sold of it. */
export function PartExitProgress({ trade }: { trade: ShownTradeRow }) {
  const { t } = useLingui()
  const { instructions = [], part_exit, quantity } = trade
  const asked = instructions.find(({ kind }) => kind === 'reduce')
  const isUnderWay = asked !== undefined && asked.state !== 'done'
  if (!isUnderWay && part_exit == null) return null
  const text = (): string => {
    if (isUnderWay) {
      const remaining = asked.keep_quantity ?? 0
      if (asked.state === 'received') return t`Part exit received. ${remaining} units will stay under the stop.`
      return t`Selling a part. ${remaining} units stay under the stop.`
    }
    const { quantity: sold, average_price } = part_exit!
    const price = rupeesText(average_price)
    return t`${sold} units sold at ${price}. ${quantity} stay under the stop.`
  }
  return (
    <p role="status" className={`text-sm ${isUnderWay ? 'font-semibold text-warn' : 'text-ink-2'}`}>
      {text()}
    </p>
  )
}
