import { Trans } from '@lingui/react/macro'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { LivePnlRow } from '@strikewise/wire/trades.ts'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { epochOf, istTime, wireTime } from '../../lib/ist-format.ts'
import { useIsOld } from '../../lib/feed.tsx'
import { ModeBadge } from '../../ui/ModeBadge.tsx'
import { cx } from '../../ui/cx.ts'

const MODES = ['live', 'paper'] as const

interface OpenPnlProps {
  standing: LivePnlRow | undefined
  /** In place of a price that is not there; left out: there is none yet. */
  withoutPrice?: string | undefined
}

/** What one open trade would bring if it were sold now, after charges, and at what price. */
export function OpenPnl({ standing, withoutPrice }: OpenPnlProps) {
  const isOld = useIsOld(epochOf(standing?.as_of))
  if (standing === undefined || standing.net === null || standing.last_price === null)
    return <span className="mt-0.5 block text-xs text-ink-3">{withoutPrice ?? <Trans>no price yet</Trans>}</span>
  const price = rupeesText(standing.last_price)
  const time = wireTime(standing.as_of)
  return (
    <span className="mt-0.5 block text-xs text-ink-3">
      <span className="sr-only">
        {isOld ? (
          <Trans>If sold at the last price, after charges:</Trans>
        ) : (
          <Trans>If sold now, after charges:</Trans>
        )}{' '}
      </span>
      <span className={cx('font-semibold', isOld ? 'text-ink-3' : standing.net >= 0 ? 'text-up' : 'text-down')}>
        {signedRupeesText(standing.net)}
      </span>{' '}
      {isOld ? (
        <Trans>
          at {price} of {time}
        </Trans>
      ) : (
        <Trans>at {price}</Trans>
      )}
    </span>
  )
}

/**
 * What all open trades of one kind of account would bring, where there are several: live money and paper money are never one
 * sum.
 */
export function OpenTotals({ standings }: { standings: readonly LivePnlRow[] }) {
  return MODES.map((mode) => {
    const known = standings.filter((row) => row.mode === mode && row.net !== null)
    if (known.length < 2) return null
    // Summed in whole paise, where it is exact.
    const net = known.reduce((sum, row) => sum + Math.round((row.net ?? 0) * 100), 0) / 100
    const pricedAt = Math.min(...known.map(({ as_of }) => epochOf(as_of) ?? Number.POSITIVE_INFINITY))
    return (
      <Total
        key={mode}
        mode={mode}
        net={net}
        pricedAt={Number.isFinite(pricedAt) ? (pricedAt as EpochMs) : undefined}
      />
    )
  })
}

interface TotalProps {
  mode: LivePnlRow['mode']
  /** Rupees, after charges. */
  net: number
  /** The oldest price in the sum. */
  pricedAt: EpochMs | undefined
}

function Total({ mode, net, pricedAt }: TotalProps) {
  const isOld = useIsOld(pricedAt)
  const time = pricedAt === undefined ? '–' : istTime(pricedAt)
  return (
    <dl className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 px-4 py-3 text-sm">
      <dt className="flex items-center gap-2 text-ink-3">
        {isOld ? (
          <Trans>Open P&L at the prices of {time}, net of charges</Trans>
        ) : (
          <Trans>Open P&L, net of charges</Trans>
        )}{' '}
        <ModeBadge mode={mode} />
      </dt>
      <dd className={cx('text-lg font-semibold', isOld ? 'text-ink-3' : net >= 0 ? 'text-up' : 'text-down')}>
        {signedRupeesText(net)}
      </dd>
    </dl>
  )
}
