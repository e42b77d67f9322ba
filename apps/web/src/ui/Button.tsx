import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet' | 'warn'
export type ButtonSize = 'sm' | 'md' | 'lg'

const TONES = {
  primary: 'bg-accent text-accent-ink shadow-sm hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface text-ink shadow-sm hover:bg-hover',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink',
  danger: 'bg-[oklch(0.53_0.2_26)] text-white shadow-sm hover:bg-[oklch(0.48_0.19_26)]',
  'danger-quiet': 'border border-down-line bg-down-soft text-down hover:border-down-fill',
  warn: 'border border-warn-line bg-warn-soft text-warn hover:border-warn-fill',
} satisfies Record<ButtonTone, string>

const SIZES = {
  sm: 'h-8 gap-1.5 rounded-sm px-2.5 text-sm',
  md: 'h-10 gap-2 rounded-md px-4 text-base',
  lg: 'h-12 gap-2 rounded-md px-6 text-md',
} satisfies Record<ButtonSize, string>

/** The look of a button, for links that act as one: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(tone: ButtonTone = 'primary', size: ButtonSize = 'md', className?: string): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center font-medium whitespace-nowrap transition-colors select-none touch:min-h-11',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    TONES[tone],
    SIZES[size],
    className,
  )
}

interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone
  size?: ButtonSize
  /** Shows a spinner and refuses further presses; the label stays the caller's. */
  busy?: boolean
}

export function Button({ tone, size, busy = false, className, children, disabled, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={buttonClass(tone, size, className)}
    >
      {busy && <LoaderCircle aria-hidden="true" className="animate-spin" />}
      {children}
    </button>
  )
}

/** A square button that holds one icon. `label` is its name for those who cannot see the icon. */
export function IconButton({
  label,
  className,
  children,
  type,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-9 touch:size-11 shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink disabled:opacity-55 [&_svg]:size-[1.125rem]',
        className,
      )}
    >
      {children}
    </button>
  )
}
