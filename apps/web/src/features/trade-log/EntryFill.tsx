import { Trans } from '@lingui/react/macro'
import type { EntryFillRow } from '@strikewise/wire/entry-fill.ts'
import { rupeesText, signedRupeesText, signedText } from '../../lib/format.ts'

/** The price that an entry was decided at, and what its fills came to against it. */
export function EntryFill({ fill }: { fill: EntryFillRow | undefined }) {
  if (fill === undefined) return null
  const intended = rupeesText(fill.intended_price)
  const amount = signedRupeesText(fill.difference)
  const multiple = fill.r === null ? '–' : signedText(fill.r)
  return (
    <span className="block text-xs text-ink-3">
      {fill.against === 'limit' ? (
        <Trans>
          limit {intended}: {amount} ({multiple} R)
        </Trans>
      ) : (
        <Trans>
          mid {intended}: {amount} ({multiple} R)
        </Trans>
      )}
    </span>
  )
}
