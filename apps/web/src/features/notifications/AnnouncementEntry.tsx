import { Trans, useLingui } from '@lingui/react/macro'
import type { ListedAnnouncement } from '@strikewise/wire/announcements.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EntryFrame } from './EntryFrame.tsx'

interface AnnouncementEntryProps {
  announcement: ListedAnnouncement
  /** Today in India, `20 Nov 2026`. */
  today: string
  onRead: (announcement: ListedAnnouncement) => void
}

/** An announcement of the operators in the list of the bell, where it stays after its banner was dismissed. */
export function AnnouncementEntry({ announcement, today, onRead }: AnnouncementEntryProps) {
  const { t } = useLingui()
  const { level, title, body, language, at, read } = announcement
  const lang = language === 'hi' ? 'hi-IN' : 'en-IN'
  return (
    <EntryFrame
      read={read}
      at={at}
      today={today}
      title={
        <span className="min-w-0 font-medium break-words text-ink">
          <span lang={lang}>{title}</span>
          {!read && <span className="sr-only"> {t`(unread)`}</span>}
        </span>
      }
    >
      <p className="mt-1 flex flex-wrap gap-1.5">
        <Badge tone="accent">
          <Trans>Announcement</Trans>
        </Badge>
        {level === 'warning' ? (
          <Badge tone="warn">
            <Trans>Warning</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans>Information</Trans>
          </Badge>
        )}
      </p>
      <p lang={lang} className="mt-1 break-words whitespace-pre-line text-ink-2">
        {body}
      </p>
      {!read && (
        <button
          type="button"
          aria-label={t`Mark as read: ${title}`}
          onClick={() => onRead(announcement)}
          className="mt-1 rounded-sm text-xs font-medium text-accent-text hover:underline touch:min-h-11"
        >
          <Trans>Mark as read</Trans>
        </button>
      )}
    </EntryFrame>
  )
}
