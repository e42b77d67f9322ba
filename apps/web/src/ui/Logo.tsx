import { cx } from './cx.ts'

/**
 * The mark: a call's and a put's payoff, mirrored at the strike (the dot). Together they read as an S.
 * Decorative beside the wordmark, so it is hidden from assistive technology.
 */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cx('shrink-0', className)}>
      <g className="stroke-brand-mark" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M20.2 4.8h-8.6L5 11.4" />
        <path d="M3.8 19.2h8.6l6.6-6.6" />
      </g>
      <circle cx="12" cy="12" r="2" className="fill-brand-spot" />
    </svg>
  )
}

/** Mark and wordmark. `compact` keeps the mark alone on narrow screens. */
export function Logo({ compact = false, className }: { compact?: boolean; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <LogoMark className="size-6" />
      <span
        className={cx(
          'text-[1.0625rem] leading-6 font-semibold tracking-[-0.025em] text-ink',
          compact && 'max-sm:sr-only',
        )}
      >
        Strikewise
      </span>
    </span>
  )
}
