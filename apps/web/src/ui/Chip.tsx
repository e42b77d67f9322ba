import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** `fine`: nothing to do. `idle`: off, and in order. `late`: soon to need a person. `broken`: needs one now. */
export type ChipCondition = 'fine' | 'idle' | 'late' | 'broken'

const INKS = {
  fine: 'text-ink-2',
  idle: 'text-ink-3',
  late: 'text-warn',
  broken: 'text-down',
} satisfies Record<ChipCondition, string>

const DOTS = {
  fine: 'bg-up-fill',
  idle: 'bg-quiet-fill',
  late: 'bg-warn-fill',
  broken: 'bg-down-fill',
} satisfies Record<ChipCondition, string>

/** Style of one part of the system's state: a link to the place that mends it, or a plain text. */
export function chipClass(condition: ChipCondition, className?: string): string {
  return cx(
    'inline-flex h-8 touch:min-h-11 items-center gap-1.5 rounded-md px-2 text-xs font-medium whitespace-nowrap hover:bg-hover hover:text-ink',
    INKS[condition],
    condition === 'broken' && 'bg-down-soft',
    className,
  )
}

/** Colour is never the only sign: the text beside the dot says what it shows. */
export function ChipDot({ condition }: { condition: ChipCondition }) {
  return <span aria-hidden="true" className={cx('size-1.5 shrink-0 rounded-full', DOTS[condition])} />
}

/** A chip without a place to go. */
export function Chip({ condition, children }: { condition: ChipCondition; children: ReactNode }) {
  return (
    <span className={chipClass(condition, 'hover:bg-transparent')}>
      <ChipDot condition={condition} />
      {children}
    </span>
  )
}
