import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A table that scrolls sideways inside its own frame, never the page. Focusable, so that keys can scroll it; positioned,
 * so that its text for screen readers is clipped with it.
 */
export function TableFrame({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={cx('relative overflow-x-auto focus-visible:-outline-offset-2', className)}
    >
      {children}
    </div>
  )
}

type Align = 'start' | 'end' | 'center'
const ALIGN = { start: 'text-left', end: 'text-right', center: 'text-center' } satisfies Record<Align, string>

/** With `cards` each row is a card on a phone: its `head` cells first, then the others with their column's name. */
export function Table({ cards = false, className, ...rest }: ComponentProps<'table'> & { cards?: boolean }) {
  return <table {...rest} className={cx('w-full border-collapse text-sm', cards && 'table-cards', className)} />
}

interface CellProps {
  align?: Align
  /**
   * Whether the text may go on in another line. A class could not: of two utilities that set the same, the later one in the
   * style sheet wins, and `whitespace-nowrap` comes after `whitespace-normal`.
   */
  wrap?: boolean
}

const wrapping = (wrap: boolean) => (wrap ? 'whitespace-normal' : 'whitespace-nowrap')

export function Th({
  align = 'start',
  wrap = false,
  className,
  ...rest
}: Omit<ComponentProps<'th'>, 'align'> & CellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'h-9 border-b bg-sunken px-2 sm:px-3 text-xs font-medium text-ink-3 first:pl-4 last:pr-4',
        wrapping(wrap),
        ALIGN[align],
        className,
      )}
    />
  )
}

interface TdProps extends Omit<ComponentProps<'td'>, 'align'>, CellProps {
  /** The column's name, shown beside the value in a card; its header is not seen there. */
  label?: string
  /** What a card begins with, and what stands at the end of its first line. */
  head?: 'start' | 'end'
}

export function Td({ align = 'start', wrap = false, label, head, className, ...rest }: TdProps) {
  return (
    <td
      {...rest}
      data-label={label}
      data-head={head}
      className={cx(
        'h-10 border-b px-2 sm:px-3 text-ink first:pl-4 last:pr-4',
        wrapping(wrap),
        ALIGN[align],
        className,
      )}
    />
  )
}
