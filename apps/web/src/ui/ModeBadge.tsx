import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { Trans } from '@lingui/react/macro'
import { cx } from './cx.ts'

/** Paper or live, as text and colour: the two are never to be confused. */
export function ModeBadge({ mode, className }: { mode: LinkMode; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center rounded-[5px] border px-1.5 text-2xs font-semibold tracking-[0.04em] uppercase',
        mode === 'live' ? 'border-down-line bg-down-soft text-down' : 'border-info-line bg-info-soft text-info',
        className,
      )}
    >
      {mode === 'live' ? <Trans>Live</Trans> : <Trans>Paper</Trans>}
    </span>
  )
}
