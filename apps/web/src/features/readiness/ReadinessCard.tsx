import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import type { ReadinessCheck, ReadinessLine, ReadinessReply, ReadinessState } from '@strikewise/wire/readiness.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { epochOf, istMinute } from '../../lib/ist-format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { ServerText } from '../../ui/ServerText.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { readinessQuery } from './queries.ts'
import { RemedyAction } from './RemedyAction.tsx'

const TITLES: Readonly<Record<ReadinessCheck, MessageDescriptor>> = {
  login: msg`Broker login`,
  egress: msg`IP address`,
  funds: msg`Funds`,
  feed: msg`Feed`,
  clock: msg`Clock`,
  contracts: msg`Contracts`,
  limits: msg`Limits`,
  plan: msg`Plan`,
  events: msg`Events today`,
}

const STATES: Readonly<Record<ReadinessState, { label: MessageDescriptor; Icon: typeof CircleCheck; colour: string }>> =
  {
    pass: { label: msg`Ready`, Icon: CircleCheck, colour: 'text-up' },
    wait: { label: msg`Not known yet`, Icon: CircleDashed, colour: 'text-ink-3' },
    warn: { label: msg`Note`, Icon: TriangleAlert, colour: 'text-warn' },
    fail: { label: msg`Not ready`, Icon: CircleAlert, colour: 'text-down' },
  }

/** Check by check whether the account is ready, each with what mends it. */
export function ReadinessCard({ me, isOpenAtFirst }: { me: Me; isOpenAtFirst: boolean }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <Card aria-labelledby="readiness">
      <CardHeader
        id="readiness"
        title={t`Morning readiness`}
        actions={
          <Button
            tone="quiet"
            size="sm"
            className="pointer-coarse:min-h-11"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
          </Button>
        }
      />
      {isOpen && <Checks me={me} />}
    </Card>
  )
}

function Checks({ me }: { me: Me }) {
  const { t } = useLingui()
  const readiness = useQuery(readinessQuery(me))
  const { data, isError, error, refetch } = readiness
  if (data === undefined && isError)
    return (
      <ErrorState
        title={t`Couldn’t load the readiness check`}
        hint={errorDetail(error)}
        onRetry={() => void refetch()}
      />
    )
  if (data === undefined) return <LoadingState label={t`Loading...`} className="min-h-40" />
  return (
    <>
      <NotRefreshed query={readiness} />
      <Summary reply={data} />
      <ul aria-label={t`Checks`} className="grid gap-x-6 px-4 pb-3 lg:grid-cols-2">
        {data.checks.map((line) => (
          <Line key={line.check} line={line} me={me} />
        ))}
      </ul>
    </>
  )
}

function Summary({ reply: { state, opens_at } }: { reply: ReadinessReply }) {
  const at = epochOf(opens_at)
  const opens = at === undefined ? undefined : istMinute(at)
  return (
    <p role="status" className={cx('px-4 pt-3 pb-1 text-sm font-semibold', STATES[state].colour)}>
      {state === 'fail' ? (
        <Trans>Not ready: fix what is marked below.</Trans>
      ) : state === 'warn' ? (
        <Trans>Ready, with notes.</Trans>
      ) : (
        <Trans>Ready for today’s session.</Trans>
      )}{' '}
      {opens !== undefined && (
        <span className="font-normal text-ink-3">
          <Trans>The market opens at {opens}.</Trans>
        </span>
      )}
    </p>
  )
}

function Line({ line, me }: { line: ReadinessLine; me: Me }) {
  const { t } = useLingui()
  const { label, Icon, colour } = STATES[line.state]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b py-2 text-sm last:border-b-0">
      <Icon aria-hidden="true" className={cx('size-4 shrink-0', colour)} />
      <div className="min-w-0 flex-1 basis-48">
        <span className="font-medium">{t(TITLES[line.check])}</span>
        <span className="sr-only">: {t(label)}.</span>{' '}
        <span className="text-ink-2">
          <ServerText of={line} />
        </span>
      </div>
      {line.remedy !== null && <RemedyAction remedy={line.remedy} me={me} />}
    </li>
  )
}
