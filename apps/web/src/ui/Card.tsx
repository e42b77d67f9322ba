import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx('rounded-lg border bg-surface shadow-sm', className)} />
}

interface CardHeaderProps {
  title: string
  /** Id of the heading, so that the card can be labelled by it. */
  id?: string
  /** One line under the title, or what stands beside it. */
  note?: ReactNode
  /** Badges and controls at the far end. */
  actions?: ReactNode
  /** On a phone the controls take the row: the title is for screen readers. */
  tight?: boolean
}

/** Title row of a panel: one height whatever it holds, so panels side by side line up. */
export function CardHeader({ title, id, note, actions, tight = false }: CardHeaderProps) {
  return (
    <header
      className={cx(
        'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-1.5',
        tight && 'max-sm:px-2',
      )}
    >
      <h2 id={id} className={cx('scroll-mt-16 text-base font-semibold text-ink', tight && 'max-sm:sr-only')}>
        {title}
      </h2>
      {note !== undefined && <div className="text-sm text-ink-3">{note}</div>}
      {actions !== undefined && (
        <div
          className={cx('ml-auto flex flex-wrap items-center gap-2', tight && 'max-sm:w-full max-sm:justify-between')}
        >
          {actions}
        </div>
      )}
    </header>
  )
}
