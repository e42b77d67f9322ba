import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import { istDay } from '../../lib/ist-format.ts'
import { marketNow } from '../../lib/server-clock.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { NoticeList } from './NoticeList.tsx'
import type { useNotices } from './useNotices.ts'

interface NoticesPanelProps {
  trigger: ReactElement
  read: ReturnType<typeof useNotices>
}

/** The notices that hang from the bell: open at first. */
export function NoticesPanel({ trigger, read }: NoticesPanelProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(true)
  const navigate = useNavigate()
  const { query, entries, unread, isMarking, markRead, markAnnouncementRead, markAllRead } = read
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const onOpen = (path: string) => {
    setOpen(false)
    void navigate({ href: path })
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={t`Notifications`}
      trigger={trigger}
      actions={
        <>
          {entries.length > 0 && unread > 0 && (
            <Button tone="quiet" size="sm" busy={isMarking} onClick={markAllRead}>
              <Trans>Mark all as read</Trans>
            </Button>
          )}
          <Link to="/telegram-setup" aria-label={t`Alert settings`} className={buttonClass('quiet', 'sm')}>
            <Settings aria-hidden="true" />
          </Link>
        </>
      }
    >
      {isPending && <LoadingState label={t`Loading...`} className="min-h-32" />}
      {isError && data === undefined && (
        <ErrorState
          title={t`Couldn’t load your notifications`}
          hint={errorDetail(error)}
          onRetry={() => void refetch()}
        />
      )}
      <NotRefreshed query={query} />
      {data !== undefined && (
        <NoticeList
          entries={entries}
          today={istDay(marketNow())}
          onRead={markRead}
          onAnnouncementRead={markAnnouncementRead}
          onOpen={onOpen}
        />
      )}
      {hasNextPage && (
        <div className="border-t px-4 py-3">
          <Button tone="secondary" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show earlier</Trans>
          </Button>
        </div>
      )}
    </Popover>
  )
}
