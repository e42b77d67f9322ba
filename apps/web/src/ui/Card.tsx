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
}

/** Title row of a panel: one height whatever it holds, so panels side by side line up. */
export function CardHeader({ title, id, note, actions }: CardHeaderProps) {
  return (
    <header className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-4 py-2.5">
      <h2 id={id} className="scroll-mt-16 text-md font-semibold tracking-[-0.01em] text-ink">
        {title}
      </h2>
      {note !== undefined && <div className="text-sm text-ink-3">{note}</div>}
      {actions !== undefined && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
