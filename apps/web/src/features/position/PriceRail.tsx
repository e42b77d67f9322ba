import { Trans } from '@lingui/react/macro'
import { rupeesText } from '../../lib/format.ts'
import { railOf, type RailPrices } from './rail.ts'

/** Stop, entry, price and target on one scale. What is drawn stands under it as text. */
export function PriceRail(prices: RailPrices) {
  const { stop, target } = prices
  const { entry, last } = railOf(prices)
  const [stopText, targetText] = [price(stop), price(target)]
  return (
    <div>
      <div aria-hidden="true" className="relative h-4">
        <span className="absolute inset-x-0 top-1.5 h-1 rounded-full bg-quiet-soft" />
        <span className="absolute top-0 left-0 h-4 w-1 rounded-sm bg-down-fill" />
        {target !== undefined && <span className="absolute top-0 right-0 h-4 w-1 rounded-sm bg-up-fill" />}
        <span className="absolute top-0.5 h-3 w-0.5 -translate-x-1/2 bg-ink-3" style={{ left: `${entry}%` }} />
        {last !== undefined && (
          <span
            className="absolute top-0.5 size-3 -translate-x-1/2 rounded-full border-2 border-surface bg-ink"
            style={{ left: `${last}%` }}
          />
        )}
      </div>
      <p className="mt-0.5 flex justify-between gap-3 text-xs text-ink-2">
        <span>
          {stopText === undefined ? (
            <Trans>Placing stop…</Trans>
          ) : (
            <Trans>
              Stop <b className="font-semibold text-ink">{stopText}</b>
            </Trans>
          )}
        </span>
        {targetText !== undefined && (
          <span>
            <Trans>
              Target <b className="font-semibold text-ink">{targetText}</b>
            </Trans>
          </span>
        )}
      </p>
    </div>
  )
}

const price = (value: number | undefined) => (value === undefined ? undefined : rupeesText(value))
