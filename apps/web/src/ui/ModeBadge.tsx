import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import { Trans } from '@lingui/react/macro'
import { createContext, use } from 'react'
import { cx } from './cx.ts'

/** True where every figure is of a simulated market: paper is then called what it is there. */
export const SimulatedFigures = createContext(false)

interface ModeBadgeProps {
  mode: LinkMode
  /** Live as a filled red chip: where it is the state of the whole screen. */
  filled?: boolean
  className?: string
}

/** Paper or live, as text and colour: the two are never to be confused. */
export function ModeBadge({ mode, filled = false, className }: ModeBadgeProps) {
  const isSimulated = use(SimulatedFigures)
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center rounded-[5px] border px-1.5 text-2xs font-semibold tracking-[0.04em] uppercase',
        mode === 'paper'
          ? 'border-info-line bg-info-soft text-info'
          : filled
            ? 'border-transparent bg-[oklch(0.53_0.2_26)] text-white'
            : 'border-down-line bg-down-soft text-down',
        className,
      )}
    >
      {mode === 'live' ? <Trans>Live</Trans> : isSimulated ? <Trans>Simulated</Trans> : <Trans>Paper</Trans>}
    </span>
  )
}
