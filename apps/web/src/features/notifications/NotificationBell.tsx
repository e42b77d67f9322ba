import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Bell } from 'lucide-react'
import { later } from '../../lib/later.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Pressed } from '../../ui/Pressed.tsx'
import { useNotices } from './useNotices.ts'

const MAX_SHOWN = 99

const panel = later(async () => (await import('./NoticesPanel.tsx')).NoticesPanel)

/**
 * The bell with the number of unread notices that ask for something, `!` while it is not available, and the list that hangs
 * from it.
 */
export function NotificationBell() {
  const { t } = useLingui()
  const read = useNotices()
  const { needsYou, query } = read
  const hasFailed = query.isError && query.data === undefined
  const needsYouText = t`Notifications, ${plural(needsYou, { one: '# needs you', other: '# need you' })}`
  const trigger = (
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
  )
  return (
    <>
      <span role="status" className="sr-only">
        {needsYou > 0 && needsYouText}
      </span>
      <Pressed trigger={trigger} popup="dialog" opens={panel}>
        {(Panel) => <Panel trigger={trigger} read={read} />}
      </Pressed>
    </>
  )
}
