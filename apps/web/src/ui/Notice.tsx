import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type NoticeTone = 'up' | 'down' | 'warn' | 'info'

const BADGE_STYLES = {
  up: { box: 'border-up-line bg-up-soft', mark: 'text-up', Icon: CircleCheck },
  down: { box: 'border-down-line bg-down-soft', mark: 'text-down', Icon: CircleAlert },
  warn: { box: 'border-warn-line bg-warn-soft', mark: 'text-warn', Icon: TriangleAlert },
  info: { box: 'border-info-line bg-info-soft', mark: 'text-info', Icon: Info },
} satisfies Record<NoticeTone, { box: string; mark: string; Icon: typeof Info }>

interface NoticeProps {
  tone: NoticeTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** `alert` interrupts a screen reader: only for what the user must know at once. */
  role?: 'alert' | 'status'
  className?: string
}

/** A banner inside a page: what is so, what it means, what to do. */
export function Notice({ tone, title, children, action, role, className }: NoticeProps) {
  const { box, mark, Icon } = BADGE_STYLES[tone]
  return (
    <div role={role} className={cx('flex items-start gap-3 rounded-md border px-3.5 py-3 text-sm', box, className)}>
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', mark)} />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className={cx('font-semibold', mark)}>{title}</p>}
        {children !== undefined && <div className="text-ink-2">{children}</div>}
      </div>
      {action}
    </div>
  )
}
