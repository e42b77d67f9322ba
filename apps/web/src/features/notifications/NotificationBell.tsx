import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { Bell, Settings } from 'lucide-react'
import { useState } from 'react'
import { istDay } from '../../lib/ist-format.ts'
import { marketNow } from '../../lib/server-clock.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button, buttonClass, IconButton } from '../../ui/Button.tsx'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { NoticeList } from './NoticeList.tsx'
import { useNotices } from './useNotices.ts'

const MAX_SHOWN = 99

/**
 * The bell with the number of unread notices that ask for something, `!` while it is not available, and the list that hangs
 * from it.
 */
export function NotificationBell() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const { query, notices, unread, needsYou, isMarking, markRead, markAllRead } = useNotices()
  const { data, isPending, isError, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const onOpen = (path: string) => {
    setOpen(false)
    void navigate({ href: path })
  }
  const newest = notices[0]
  const hasFailed = isError && data === undefined
  const needsYouText = t`Notifications, ${plural(needsYou, { one: '# needs you', other: '# need you' })}`
  return (
    <>
      <span role="status" className="sr-only">
        {needsYou > 0 && needsYouText}
      </span>
      <Popover
        open={open}
        onOpenChange={setOpen}
        title={t`Notifications`}
        trigger={
          <IconButton
            label={hasFailed ? t`Couldn’t load your notifications` : needsYou > 0 ? needsYouText : t`Notifications`}
            className="relative"
          >
            <Bell aria-hidden="true" />
            {(hasFailed || needsYou > 0) && (
              <span
                aria-hidden="true"
                className="absolute -top-0.5 -right-0.5 touch:top-0.5 touch:right-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.625rem] font-semibold text-accent-ink"
              >
                {hasFailed ? '!' : needsYou > MAX_SHOWN ? `${MAX_SHOWN}+` : needsYou}
              </span>
            )}
          </IconButton>
        }
        actions={
          <>
            {newest !== undefined && unread > 0 && (
              <Button tone="quiet" size="sm" busy={isMarking} onClick={() => markAllRead(newest)}>
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
        {hasFailed && (
          <ErrorState
            title={t`Couldn’t load your notifications`}
            hint={errorDetail(error)}
            onRetry={() => void refetch()}
          />
        )}
        <NotRefreshed query={query} />
        {data !== undefined && (
          <NoticeList notices={notices} today={istDay(marketNow())} onRead={markRead} onOpen={onOpen} />
        )}
        {hasNextPage && (
          <div className="border-t px-4 py-3">
            <Button tone="secondary" size="sm" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              <Trans>Show earlier</Trans>
            </Button>
          </div>
        )}
      </Popover>
    </>
  )
}
