import { Trans } from '@lingui/react/macro'
import { ADVISED_BUFFER_PCT, estimateTotal } from '@strikewise/domain/trading/fund-estimate.ts'
import { wholeRupeesText } from '../../lib/format.ts'
import type { DraftRow } from './draft.ts'

/** The funds that the lots of all rows need together, and the buffer advised on top. */
export function GrandTotal({ rows }: { rows: readonly DraftRow[] }) {
  const total = estimateTotal(rows.map((row) => ({ symbol: row.symbol, lots: Number(row.lots) }))) / 100
  const { from, to } = ADVISED_BUFFER_PCT
  const least = wholeRupeesText(total * (1 + from / 100))
  const most = wholeRupeesText(total * (1 + to / 100))
  return (
    <div>
      <p className="text-sm text-ink-3">
        <Trans>Funds needed</Trans>{' '}
        <span className="ml-1 text-lg font-semibold text-ink">{wholeRupeesText(total)}</span>
      </p>
      <p className="text-sm text-ink-3">
        <Trans>
          plus {from}–{to}% buffer: {least} to {most}.
        </Trans>
      </p>
    </div>
  )
}
