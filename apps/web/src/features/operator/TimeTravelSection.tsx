import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FailedRead } from '../../ui/FailedRead.tsx'
import { Field } from '../../ui/Field.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { PastScreens } from './PastScreens.tsx'
import { pastStateQuery, type PastQuestion } from './queries.ts'

const MIN_REASON = 3
const MAX_REASON = 200
/** Of a browser's field for date and time, which leaves out seconds that are 0. */
const WITHOUT_SECONDS = 16

/** The screens of a user at a past second, read only. A user's card leads here with the user's id. */
export function TimeTravelSection() {
  const { t } = useLingui()
  const { user: given = '' } = useSearch({ strict: false }) as { user?: string }
  const [userId, setUserId] = useState(given)
  const [moment, setMoment] = useState('')
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState<PastQuestion>()
  const isComplete = userId.trim() !== '' && moment !== '' && reason.trim().length >= MIN_REASON
  return (
    <div className="space-y-6">
      <Card aria-labelledby="past-title" className="p-5">
        <h3 id="past-title" className="font-semibold">
          <Trans>What a user saw at a second</Trans>
        </h3>
        <form
          noValidate
          className="mt-3 grid gap-4 md:grid-cols-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (isComplete) setAsked({ userId: userId.trim(), at: instantOf(moment), reason: reason.trim() })
          }}
        >
          <Field
            label={t`User id`}
            value={userId}
            autoComplete="off"
            maxLength={64}
            hint={t`Each user’s card under Users leads here.`}
            onChange={({ target }) => setUserId(target.value)}
          />
          <Field
            label={t`Date and time (IST)`}
            type="datetime-local"
            step={1}
            value={moment}
            hint={t`To the second, by the market’s clock.`}
            onChange={({ target }) => setMoment(target.value)}
          />
          <Field
            className="md:col-span-2"
            label={t`Reason`}
            value={reason}
            maxLength={MAX_REASON}
            autoComplete="off"
            required
            hint={t`It is logged, and the user can read it under “Your data”.`}
            onChange={({ target }) => setReason(target.value)}
          />
          <Button type="submit" className="min-h-11 justify-self-start" disabled={!isComplete}>
            <Trans>Show past state</Trans>
          </Button>
        </form>
      </Card>
      {asked !== undefined && <Result key={JSON.stringify(asked)} question={asked} />}
    </div>
  )
}

function Result({ question }: { question: PastQuestion }) {
  const { t } = useLingui()
  const past = useQuery(pastStateQuery(question))
  if (past.data !== undefined) return <PastScreens state={past.data} />
  if (past.isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  return (
    <FailedRead
      error={past.error}
      title={t`This could not be loaded`}
      missing={{ title: t`No account found`, hint: t`The id may be mistyped, or the account deleted.` }}
      onRetry={() => void past.refetch()}
    />
  )
}

const instantOf = (moment: string) => `${moment}${moment.length === WITHOUT_SECONDS ? ':00' : ''}+05:30`
