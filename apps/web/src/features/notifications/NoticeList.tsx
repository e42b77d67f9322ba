import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { NotificationRow } from '@strikewise/wire/alerts.ts'
import { Bell } from 'lucide-react'
import type { MouseEvent } from 'react'
import { epochOf, istDay, istMinute } from '../../lib/ist-format.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/states.tsx'
import { NoticeDelivery } from './NoticeDelivery.tsx'

interface NoticeListProps {
  notices: readonly NotificationRow[]
  /** Today in India, `20 Nov 2026`: what happened today shows its time alone. */
  today: string
  /** The reader is done with one: it was opened or marked. */
  onRead: (notice: NotificationRow) => void
  onOpen: (path: string) => void
}

/** The user's notifications, newest first. One with more about it is a link there; another can be marked as read. */
export function NoticeList({ notices, today, onRead, onOpen }: NoticeListProps) {
  const { t } = useLingui()
  if (notices.length === 0)
    return (
      <EmptyState
        icon={<Bell />}
        title={t`Nothing yet`}
        hint={t`Entries, exits and whatever needs you are listed here as they happen.`}
      />
    )
  return (
    <ul aria-label={t`Notifications`} className="divide-y">
      {notices.map((notice) => (
        <li key={notice.id} className={cx('flex gap-3 px-4 py-3', !notice.read && 'bg-accent-soft/40')}>
          <span
            aria-hidden="true"
            className={cx('mt-1.5 size-2 shrink-0 rounded-full', notice.read ? 'bg-transparent' : 'bg-accent')}
          />
          <div className="min-w-0 flex-1 text-sm">
            <p className="flex items-baseline justify-between gap-2">
              <Title notice={notice} onRead={onRead} onOpen={onOpen} />
              <time dateTime={notice.at} className="shrink-0 text-xs text-ink-3">
                {when(notice.at, today)}
              </time>
            </p>
            <p className="mt-0.5 break-words whitespace-pre-line text-ink-2">
              {notice.message.code === 'legacy.text' ? <span lang="en">{notice.text}</span> : notice.text}
            </p>
            <Earlier earlier={notice.earlier} today={today} />
            <NoticeDelivery notice={notice} />
            {!notice.read && notice.link === null && (
              <button
                type="button"
                onClick={() => onRead(notice)}
                className="mt-1 rounded-sm text-xs font-medium text-accent-text hover:underline"
              >
                <Trans>Mark as read</Trans>
              </button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What happened before about the same contract, closed at first. */
function Earlier({ earlier, today }: Pick<NotificationRow, 'earlier'> & { today: string }) {
  if (earlier.length === 0) return null
  return (
    <details className="mt-1 text-xs text-ink-3">
      <summary className="w-fit cursor-pointer rounded-sm hover:underline touch:py-2">
        <Plural value={earlier.length} one="# step before" other="# steps before" />
      </summary>
      <ol className="mt-1 space-y-1 pl-3">
        {earlier.map(({ id, at, title, text }) => (
          <li key={id} className="break-words whitespace-pre-line">
            <time dateTime={at}>{when(at, today)}</time> <span className="font-medium text-ink-2">{title}</span> {text}
          </li>
        ))}
      </ol>
    </details>
  )
}

function Title({ notice, onRead, onOpen }: Omit<NoticeListProps, 'notices' | 'today'> & { notice: NotificationRow }) {
  const { t } = useLingui()
  const { link, title, read } = notice
  const words = (
    <>
      {title}
      {!read && <span className="sr-only"> {t`(unread)`}</span>}
    </>
  )
  if (link === null) return <span className="font-medium text-ink">{words}</span>
  const open = (event: MouseEvent) => {
    onRead(notice)
    // With a key held the browser opens it elsewhere, as with every link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(link)
  }
  return (
    <a href={link} onClick={open} className="rounded-sm font-medium text-ink underline-offset-2 hover:underline">
      {words}
    </a>
  )
}

/** '10:42' today, '19 Nov, 10:42' before. */
function when(iso: string, today: string): string {
  const at = epochOf(iso)
  if (at === undefined) return iso
  const day = istDay(at)
  return day === today ? istMinute(at) : `${day.slice(0, -5)}, ${istMinute(at)}`
}
