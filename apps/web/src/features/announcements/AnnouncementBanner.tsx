import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '@strikewise/wire/api-error.ts'
import type { ShownAnnouncement } from '@strikewise/wire/announcements.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { announcementsQuery } from './queries.ts'

/** What the operators announce, until the user dismisses it. The layout reads it; nothing is shown while there is none. */
export function AnnouncementBanner() {
  const queries = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  // Read once, by the layout, however many screens show it.
  const { data } = useQuery({ ...announcementsQuery, enabled: false })
  const dismiss = useMutation({
    mutationFn: (id: number) => api.call('dismissAnnouncement', { params: { id: String(id) }, body: {} }),
    onMutate: async (id) => {
      // A reading from before the dismissal would bring it back.
      await queries.cancelQueries(announcementsQuery)
      queries.setQueryData(announcementsQuery.queryKey, (shown) => without(shown, id))
    },
    onError: (error) => {
      // It has ended in the meantime: there is nothing to dismiss.
      if (!(error instanceof ApiError && error.status === 404)) toast.error(errorDetail(error))
    },
    onSettled: () => {
      // In the list of the bell it counts as read from now on.
      void queries.invalidateQueries({ queryKey: ['notices'] })
      return queries.invalidateQueries(announcementsQuery)
    },
  })
  if (data === undefined || data.announcements.length === 0) return null
  return (
    <div ref={list} className="flex flex-col gap-2">
      {data.announcements.map((announcement) => (
        <Announcement
          key={announcement.id}
          announcement={announcement}
          onDismiss={(button) => {
            moveFocus(list.current, button)
            dismiss.mutate(announcement.id)
          }}
        />
      ))}
    </div>
  )
}

interface AnnouncementProps {
  readonly announcement: ShownAnnouncement
  readonly onDismiss: (button: HTMLButtonElement) => void
}

function Announcement({ announcement: { level, title, body, language }, onDismiss }: AnnouncementProps) {
  const { t } = useLingui()
  const lang = language === 'hi' ? 'hi-IN' : 'en-IN'
  return (
    <Notice
      tone={level === 'warning' ? 'warn' : 'info'}
      role="status"
      title={
        <>
          {level === 'warning' && <Trans>Warning:</Trans>}{' '}
          <span lang={lang} className="break-words">
            {title}
          </span>
        </>
      }
      action={
        <button
          type="button"
          aria-label={t`Dismiss: ${title}`}
          onClick={({ currentTarget }) => onDismiss(currentTarget)}
          className="-my-2.5 -mr-2.5 inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-hover hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      }
    >
      <p lang={lang} className="break-words whitespace-pre-line">
        {body}
      </p>
    </Notice>
  )
}

/** Where the focus goes from a button that is about to leave: to the next announcement, the one before, or the page itself. */
function moveFocus(list: HTMLElement | null, button: HTMLButtonElement): void {
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  const at = buttons.indexOf(button)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? document.querySelector('main')
  if (next === null) return
  // Focusable by a script alone: the order of the Tab key stays as it is.
  if (next.localName === 'main' && !next.hasAttribute('tabindex')) next.tabIndex = -1
  next.focus({ preventScroll: true })
}

function without(shown: CallReply<'announcements'> | undefined, id: number): CallReply<'announcements'> | undefined {
  return shown && { announcements: shown.announcements.filter((one) => one.id !== id) }
}
