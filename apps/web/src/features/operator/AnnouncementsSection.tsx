import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AnnouncementRow } from '@strikewise/wire/operator-announcements.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { wireDayMinute } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { planLabel } from '../../messages/plan-labels.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { NewAnnouncementForm } from './NewAnnouncementForm.tsx'
import { operatorAnnouncementsQuery } from './queries.ts'
import { useAct } from './useAct.ts'

/** Announcements to users: make one, see where each is, withdraw one. */
export function AnnouncementsSection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(operatorAnnouncementsQuery)
  return (
    <div className="space-y-6">
      <Card aria-labelledby="new-announcement-title">
        <CardHeader
          id="new-announcement-title"
          title={t`New announcement`}
          note={t`Users of the chosen plans see it above each screen, within five minutes, until they dismiss it.`}
        />
        <NewAnnouncementForm />
      </Card>
      <Card aria-labelledby="announcements-title">
        <CardHeader
          id="announcements-title"
          title={t`Announcements`}
          note={t`Open, scheduled, and of the last 30 days`}
        />
        {isPending && <LoadingState label={t`Loading...`} className="min-h-20" />}
        {data === undefined && !isPending && (
          <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
        )}
        {data?.announcements.length === 0 && <EmptyState title={t`No announcements in the last 30 days.`} />}
        {data !== undefined && data.announcements.length > 0 && (
          <ul aria-label={t`Announcements`} className="divide-y text-sm">
            {data.announcements.map((announcement) => (
              <Announcement key={announcement.id} announcement={announcement} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

const STATE_TONES = {
  scheduled: 'accent',
  shown: 'up',
  ended: 'quiet',
  withdrawn: 'quiet',
} satisfies Record<AnnouncementRow['state'], Tone>

function Announcement({ announcement }: { announcement: AnnouncementRow }) {
  const { t } = useLingui()
  const { title, body, level, plans, state, dismissals, created_by: author } = announcement
  const [from, until] = [wireDayMinute(announcement.from), wireDayMinute(announcement.until)]
  const stateNames = { scheduled: t`Scheduled`, shown: t`Shown`, ended: t`Ended`, withdrawn: t`Withdrawn` }
  const forPlans = plans.map(planLabel).join(', ')
  return (
    <li className="space-y-2 px-4 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium break-words">{title}</span>
        <Badge tone={STATE_TONES[state]}>{stateNames[state]}</Badge>
        {level === 'warning' && <Badge tone="warn">{t`Warning`}</Badge>}
      </p>
      <p className="break-words whitespace-pre-line">{body}</p>
      {announcement.title_hi !== null && (
        <div lang="hi-IN" className="border-l pl-3 text-ink-2">
          <p className="font-medium break-words">{announcement.title_hi}</p>
          <p className="break-words whitespace-pre-line">{announcement.body_hi}</p>
        </div>
      )}
      <p className="break-words text-ink-3">
        <Trans>For {forPlans}.</Trans>{' '}
        <Trans>
          From {from} until {until}, by {author}.
        </Trans>{' '}
        <Plural value={dismissals} one="# user has dismissed it." other="# users have dismissed it." />
      </p>
      <Withdrawal announcement={announcement} />
    </li>
  )
}

function Withdrawal({ announcement: { id, title, state, ...row } }: { announcement: AnnouncementRow }) {
  const { t } = useLingui()
  const withdraw = useAct(() => api.call('withdrawAnnouncement', { params: { id: String(id) }, body: {} }))
  if (row.withdrawn_at !== null) {
    const [at, by] = [wireDayMinute(row.withdrawn_at), row.withdrawn_by ?? '–']
    return (
      <p className="break-words text-ink-3">
        <Trans>
          Withdrawn at {at} by {by}.
        </Trans>
      </p>
    )
  }
  if (state === 'ended') return null
  return (
    <Button
      tone="secondary"
      className="min-h-11"
      aria-label={t`Withdraw: ${title}`}
      busy={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      <Trans>Withdraw</Trans>
    </Button>
  )
}
