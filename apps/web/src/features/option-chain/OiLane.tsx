import { useLingui } from '@lingui/react/macro'
import { formatLakh } from '@strikewise/domain/money/format.ts'
import { cx } from '../../ui/cx.ts'
import type { Side } from './DetailCells.tsx'

interface OiLaneProps {
  /** Units. */
  openInterest: number
  side: Side
  isWall: boolean
}

/**
 * Open interest as a figure and, in a lane of its own beside it, as a bar; on a phone the lane is below. Walls are outlined.
 * A bar changes without a transition: one of every strike, each second, would be a layer of the browser each.
 */
export function OiLane({ openInterest, side, isWall }: OiLaneProps) {
  const { t } = useLingui()
  return (
    <div
      className={cx(
        'flex w-full items-center gap-1.5 max-sm:flex-col max-sm:items-stretch max-sm:gap-0.5',
        side === 'call' && 'sm:flex-row-reverse',
      )}
    >
      <span className="shrink-0 sm:w-14">
        {formatLakh(openInterest)}
        {isWall && <span className="sr-only"> ({side === 'call' ? t`call wall` : t`put wall`})</span>}
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'flex h-3 flex-1 rounded-[2px] max-sm:h-1.5 max-sm:flex-none',
          isWall && (side === 'call' ? 'ring-1 ring-call-fill' : 'ring-1 ring-put-fill'),
        )}
      >
        <span
          className={cx('max-w-full rounded-[2px]', side === 'call' ? 'ml-auto bg-call-line' : 'bg-put-line')}
          style={{ width: `calc(100% * ${openInterest} / var(--full-bar))` }}
        />
      </span>
    </div>
  )
}
