import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CallReply } from '@strikewise/wire/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { rupeesText } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { ChainHistorySection } from './ChainHistorySection.tsx'
import { FeedSession } from './FeedSession.tsx'
import { FlattenRequests } from './FlattenRequests.tsx'
import { overviewQuery } from './queries.ts'
import { RequestFlatten } from './RequestFlatten.tsx'
import { useAct } from './useAct.ts'

/** The morning's duties and what must not wait: the stop, the feed, the notice for all users, money that needs an operator. */
export function TodaySection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(overviewQuery)
  if (isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  if (data === undefined)
    return <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
  return (
    <div className="space-y-6">
      <EndingTables tables={data.ending_tables} />
      <GlobalStop stopped={data.stopped} />
      <RequestFlatten userId={null} />
      <FlattenRequests />
      <FeedSession />
      <Card aria-labelledby="money-title">
        <CardHeader id="money-title" title={t`Payments to review`} />
        {data.disputed.length + data.refunds.length === 0 ? (
          <EmptyState title={t`None.`} />
        ) : (
          <ul className="divide-y text-sm">
            {data.disputed.map((one) => (
              <li key={one.checkout_id} className="px-4 py-3">
                <p>
                  <Trans>
                    {rupeesText(one.amount)} for {one.plan}: {one.note}. User {one.user_id}. Pay it back at the payment
                    provider.
                  </Trans>
                </p>
                <p className="mt-1 text-ink-3">
                  <Trans>
                    This page cannot refund it: nothing was booked for it, so there is no plan to end and no receipt to
                    credit. Find the payment named in brackets at the provider, refund it there, and notify the buyer.
                  </Trans>
                </p>
              </li>
            ))}
            {data.refunds.map((one) => (
              <li key={one.refund_id} className="px-4 py-3">
                {one.status === 'asked' ? (
                  <Trans>
                    Refund of {rupeesText(one.amount)} waits for the payment provider; it is asked again by itself.
                  </Trans>
                ) : (
                  <Trans>
                    Refund of {rupeesText(one.amount)} was refused: {one.note}. The plan was given back.
                  </Trans>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <ChainHistorySection />
    </div>
  )
}

const TABLES = {
  rbi: msg`Days of RBI policy decisions: entries are not blocked around decisions that are missing.`,
  fed: msg`Days of US Federal Reserve decisions: entries do not wait on mornings after decisions that are missing.`,
  whole_days: msg`Union Budget and election counts: entries are not blocked on days that are missing.`,
  holidays: msg`NSE holidays: later weekdays are taken for trading days.`,
  charges: msg`Rates of STT and exchange charges: costs are estimated with the last rates known.`,
  lot_sizes: msg`Lot sizes: estimates use the last ones known. Orders use the broker's list of the day.`,
  freeze: msg`Freeze quantities of the exchange: estimated from the level of the index.`,
} satisfies Record<Ending['table'], MessageDescriptor>

type Ending = CallReply<'operatorOverview'>['ending_tables'][number]

/** Facts by date that run out: the market opens without them, so a person has to know. */
function EndingTables({ tables }: { tables: readonly Ending[] }) {
  const { t } = useLingui()
  if (tables.length === 0) return null
  return (
    <Notice tone="warn" role="status" title={t`Tables must be updated`}>
      <ul className="space-y-1">
        {tables.map(({ table, ends_on }) => (
          <li key={table}>
            {t(TABLES[table])} <Trans>Complete until {ends_on}.</Trans>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function GlobalStop({ stopped }: { stopped: boolean }) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const move = useAct((on: boolean) =>
    api.call('operatorStop', { body: { on, ...(reason.trim() === '' ? {} : { reason }) } }),
  )
  return (
    <Card aria-labelledby="stop-title" className="p-5">
      <h2 id="stop-title" className="font-semibold">
        <Trans>Pause all accounts</Trans>
      </h2>
      <Notice
        className="mt-3"
        tone={stopped ? 'down' : 'up'}
        role="status"
        title={stopped ? t`All new entries are stopped` : t`Entries are allowed`}
      >
        <Trans>Exits and stops of open positions always go on.</Trans>
      </Notice>
      <Field
        className="mt-4"
        label={t`Reason`}
        value={reason}
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button
        className="mt-3"
        tone={stopped ? 'secondary' : 'danger'}
        busy={move.isPending}
        onClick={() => move.mutate(!stopped)}
      >
        {stopped ? <Trans>Release the stop</Trans> : <Trans>Stop all new entries</Trans>}
      </Button>
    </Card>
  )
}
