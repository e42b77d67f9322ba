import type { ReactNode } from 'react'
import { epochOf, istDay, istMinute } from '../../lib/ist-format.ts'
import { cx } from '../../ui/cx.ts'

interface EntryFrameProps {
  read: boolean
  at: string
  /** Today in India, `20 Nov 2026`: what happened today shows its time alone. */
  today: string
  title: ReactNode
  children: ReactNode
}

/** One entry of the bell's list: whether it is read, its title, its time, and what it says. */
export function EntryFrame({ read, at, today, title, children }: EntryFrameProps) {
  return (
    <li className={cx('flex gap-3 px-4 py-3', !read && 'bg-accent-soft/40')}>
      <span
        aria-hidden="true"
        className={cx('mt-1.5 size-2 shrink-0 rounded-full', read ? 'bg-transparent' : 'bg-accent')}
      />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex items-baseline justify-between gap-2">
          {title}
          <time dateTime={at} className="shrink-0 text-xs text-ink-3">
            {when(at, today)}
          </time>
        </p>
        {children}
      </div>
    </li>
  )
}

/** '10:42' today, '19 Nov, 10:42' before. */
export function when(iso: string, today: string): string {
  const at = epochOf(iso)
  if (at === undefined) return iso
  const day = istDay(at)
  return day === today ? istMinute(at) : `${day.slice(0, -5)}, ${istMinute(at)}`
}
