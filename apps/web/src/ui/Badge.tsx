import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'up' | 'down' | 'warn' | 'info' | 'quiet' | 'accent'

const TONES = {
  up: 'border-up-line bg-up-soft text-up',
  down: 'border-down-line bg-down-soft text-down',
  warn: 'border-warn-line bg-warn-soft text-warn',
  info: 'border-info-line bg-info-soft text-info',
  quiet: 'border-quiet-line bg-quiet-soft text-quiet',
  accent: 'border-accent-line bg-accent-soft text-accent-text',
} satisfies Record<Tone, string>

const DOTS = {
  up: 'bg-up-fill',
  down: 'bg-down-fill',
  warn: 'bg-warn-fill',
  info: 'bg-info-fill',
  quiet: 'bg-quiet-fill',
  accent: 'bg-accent',
} satisfies Record<Tone, string>

interface BadgeProps {
  tone?: Tone
  /** A dot before the text; `pulse` for something live. */
  dot?: boolean | 'pulse'
  icon?: ReactNode
  className?: string
  children: ReactNode
}

/** A small labelled state. The text shows what the colour shows: colour is never the only sign. */
export function Badge({ tone = 'quiet', dot = false, icon, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5',
        TONES[tone],
        className,
      )}
    >
      {dot !== false && (
        <span
          aria-hidden="true"
          className={cx('size-1.5 rounded-full', DOTS[tone], dot === 'pulse' && 'animate-pulse-dot')}
        />
      )}
      {icon}
      {children}
    </span>
  )
}
