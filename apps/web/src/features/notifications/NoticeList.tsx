import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { NotificationRow } from '@strikewise/wire/alerts.ts'
import type { ListedAnnouncement } from '@strikewise/wire/announcements.ts'
import { Bell } from 'lucide-react'
import type { MouseEvent } from 'react'
import { EmptyState } from '../../ui/states.tsx'
import { AnnouncementEntry } from './AnnouncementEntry.tsx'
import type { BellEntry } from './bell-entries.ts'
import { EntryFrame, when } from './EntryFrame.tsx'
import { NoticeDelivery } from './NoticeDelivery.tsx'

interface NoticeListProps {
  entries: readonly BellEntry[]
  /** Today in India, `20 Nov 2026`: what happened today shows its time alone. */
  today: string
  /** The reader is done with one: it was opened or marked. */
  onRead: (notice: NotificationRow) => void
  onAnnouncementRead: (announcement: ListedAnnouncement) => void
  onOpen: (path: string) => void
}

/** The user's notifications and announcements, newest first. A notification with more about it is a link there; another can be marked as read. */
export function NoticeList({ entries, today, onRead, onAnnouncementRead, onOpen }: NoticeListProps) {
  const { t } = useLingui()
  if (entries.length === 0)
    return (
      <EmptyState
        icon={<Bell />}
        title={t`Nothing yet`}
        hint={t`Entries, exits and whatever needs you are listed here as they happen.`}
      />
    )
  return (
    <ul aria-label={t`Notifications`} className="divide-y">
      {entries.map((entry) =>
        entry.type === 'notice' ? (
          <NoticeEntry
            key={`notice ${entry.notice.id}`}
            notice={entry.notice}
            today={today}
            onRead={onRead}
            onOpen={onOpen}
          />
        ) : (
          <AnnouncementEntry
            key={`announcement ${entry.announcement.id}`}
            announcement={entry.announcement}
            today={today}
            onRead={onAnnouncementRead}
          />
        ),
      )}
    </ul>
  )
}

type NoticeEntryProps = Pick<NoticeListProps, 'today' | 'onRead' | 'onOpen'> & { notice: NotificationRow }

function NoticeEntry({ notice, today, onRead, onOpen }: NoticeEntryProps) {
  const { at, read, text, message, earlier, link } = notice
  return (
    <EntryFrame read={read} at={at} today={today} title={<Title notice={notice} onRead={onRead} onOpen={onOpen} />}>
      <p className="mt-0.5 break-words whitespace-pre-line text-ink-2">
        {message.code === 'legacy.text' ? <span lang="en">{text}</span> : text}
      </p>
      <Earlier earlier={earlier} today={today} />
      <NoticeDelivery notice={notice} />
      {!read && link === null && (
        <button
          type="button"
          onClick={() => onRead(notice)}
          className="mt-1 rounded-sm text-xs font-medium text-accent-text hover:underline"
        >
          <Trans>Mark as read</Trans>
        </button>
      )}
    </EntryFrame>
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

function Title({ notice, onRead, onOpen }: Omit<NoticeEntryProps, 'today'>) {
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
