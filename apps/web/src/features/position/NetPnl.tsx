import { Trans } from '@lingui/react/macro'
import { signedRupeesText, signedText } from '../../lib/format.ts'
import { useIsOld } from '../../lib/feed.tsx'
import { istTime } from '../../lib/ist-format.ts'
import { useMarketTime } from '../../lib/server-clock.ts'
import { cx } from '../../ui/cx.ts'
import { rMultiple, type Standing } from './position.ts'

/** ▲ or ▼ beside the sign, so that neither colour nor a small character is the only mark of direction. */
export function Direction({ of }: { of: number }) {
  if (of === 0) return null
  return (
    <span aria-hidden="true" className="mr-1">
      {of > 0 ? '▲' : '▼'}
    </span>
  )
}

interface NetPnlProps {
  standing: Standing
  /** Rupees the trade could have lost by its plan; the result is shown as a multiple of it. */
  plannedLoss?: number | null | undefined
  /** In a line of text instead of as the largest figure of the screen. */
  small?: boolean
}

/** Profit or loss if the position were sold at the last price, after charges: grey once that price is old. */
export function NetPnl({ standing: { net, at }, plannedLoss, small = false }: NetPnlProps) {
  const isOld = useIsOld(at)
  if (net === undefined)
    return (
      <p className={small ? 'text-sm text-ink-3' : 'flex h-10 items-center text-sm text-ink-3'}>
        <Trans>no price yet</Trans>
      </p>
    )
  const multiple = rMultiple(net, plannedLoss)
  const tone = isOld || net === 0 ? 'text-ink-3' : net > 0 ? 'text-up' : 'text-down'
  return (
    <p className={cx('flex flex-wrap items-baseline gap-x-1.5 sm:gap-x-2.5', tone)}>
      <span
        className={cx(
          'font-semibold whitespace-nowrap',
          small ? 'text-md' : 'text-[2rem] leading-10 tracking-[-0.02em]',
        )}
      >
        <span className={small ? 'text-xs' : 'text-lg'}>
          <Direction of={net} />
        </span>
        {signedRupeesText(net)}
      </span>
      {multiple !== undefined && (
        <span className="text-sm font-semibold whitespace-nowrap sm:text-md">{signedText(multiple)} R</span>
      )}
      {!small && (
        <span className="text-xs text-ink-3">
          <Trans>net of charges</Trans>
        </span>
      )}
    </p>
  )
}

/** How old the last price is, once it is too old to be called current. */
export function PriceAge({ at }: Pick<Standing, 'at'>) {
  const isOld = useIsOld(at)
  const seconds = useMarketTime((now) => (at === undefined ? 0 : Math.max(0, Math.floor((now - at) / 1000))))
  if (!isOld || at === undefined) return null
  const time = istTime(at)
  return (
    <span className="text-xs font-medium text-warn">
      <Trans>
        {seconds} s old, as of {time}
      </Trans>
    </span>
  )
}
