import { Trans, useLingui } from '@lingui/react/macro'
import type { TradeCostReply } from '@strikewise/wire/trade-cost.ts'
import { decimalText, rupeesText } from '../../lib/format.ts'

/** What a trade is expected to cost and the move of the index that pays it, in one line that opens to its parts. */
export function TradeCost({ cost }: { cost: TradeCostReply | null }) {
  if (cost === null)
    return (
      <p className="mt-2 text-sm text-ink-3">
        <Trans>Expected cost: not available without a bid and an ask.</Trans>
      </p>
    )
  return (
    <details className="mt-2 text-sm">
      <summary className="text-ink-2 tabular-nums">
        <Total cost={cost} /> <BreakEven cost={cost} />
      </summary>
      <Parts cost={cost} />
      <p className="mt-2 text-xs text-ink-3">
        <Trans>
          Bought at the ask and sold at the bid while the index and implied volatility stay where they are. A day’s time
          decay is spread over one session. The breakeven move assumes that delta does not change.
        </Trans>
      </p>
    </details>
  )
}

function Total({ cost: { total, r, decay, lots } }: { cost: TradeCostReply }) {
  const amount = rupeesText(total)
  const multiple = r === null ? '–' : decimalText(r, 2)
  if (decay === null)
    return lots === 1 ? (
      <Trans>
        Expected cost of 1 lot without time decay, which is not available: {amount} ({multiple} R).
      </Trans>
    ) : (
      <Trans>
        Expected cost of {lots} lots without time decay, which is not available: {amount} ({multiple} R).
      </Trans>
    )
  return lots === 1 ? (
    <Trans>
      Expected cost of 1 lot: {amount} ({multiple} R).
    </Trans>
  ) : (
    <Trans>
      Expected cost of {lots} lots: {amount} ({multiple} R).
    </Trans>
  )
}

function BreakEven({ cost: { break_even } }: { cost: TradeCostReply }) {
  if (break_even === null) return <Trans>Breakeven move not available: delta is not known.</Trans>
  const points = decimalText(break_even.points, 1)
  if (break_even.percent === null) return <Trans>Breakeven: index moves {points} points.</Trans>
  const percent = decimalText(break_even.percent, 2)
  return (
    <Trans>
      Breakeven: index moves {points} points ({percent} %).
    </Trans>
  )
}

function Parts({ cost }: { cost: TradeCostReply }) {
  const { t } = useLingui()
  const { spread, charges, decay, per_unit, holding_minutes: minutes } = cost
  const parts: readonly (readonly [string, string])[] = [
    [t`Spread`, rupeesText(spread)],
    [t`Charges of both orders`, rupeesText(charges)],
    [t`Time decay in ${minutes} min`, decay === null ? t`Not available` : rupeesText(decay)],
    [t`Per unit`, rupeesText(per_unit)],
  ]
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {parts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="text-right text-ink tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
