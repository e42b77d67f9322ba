import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { VOLATILITY_SESSIONS } from '@strikewise/domain/market/volatility-sessions.ts'
import { MAX_KEEP_DAYS, type ChainHistory } from '@strikewise/wire/chain-history.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { decimalText } from '../../lib/format.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { chainHistoryQuery } from './queries.ts'
import { useAct } from './useAct.ts'

const MEGABYTE = 1e6

/** The days whose option chains are stored a minute, what could not be stored, and how long days are kept. */
export function ChainHistorySection() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(chainHistoryQuery)
  return (
    <Card aria-labelledby="history-title">
      <CardHeader
        id="history-title"
        title={t`Option chain history`}
        note={t`After each session its recorded chains are stored, one snapshot a minute.`}
      />
      {isPending && <LoadingState label={t`Loading...`} className="min-h-20" />}
      {!isPending && data === undefined && (
        <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <History of={data} />}
    </Card>
  )
}

function History({ of: { on, keep_days, symbols, volatility, failures } }: { of: ChainHistory }) {
  const { t } = useLingui()
  return (
    <>
      {!on && (
        <Notice className="mx-5 mb-4" tone="info" title={t`New sessions are not stored`}>
          <Trans>Set RECORD and HISTORY to on in the settings of the server.</Trans>
        </Notice>
      )}
      {failures.length > 0 && (
        <Notice className="mx-5 mb-4" tone="down" role="alert" title={t`Sessions that could not be stored`}>
          <ul className="space-y-1">
            {failures.map(({ day, reason, attempts, failed_at }) => (
              <li key={day} className="break-words">
                {day}: {reason}.{' '}
                <Trans>
                  <Plural value={attempts} one="Tried once" other="Tried # times" />, last at {wireTime(failed_at)}.
                </Trans>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {symbols.length === 0 && <EmptyState title={t`No session is stored yet.`} />}
      <ul className="divide-y">
        {symbols.map((one) => (
          <Stored key={one.symbol} {...one} />
        ))}
      </ul>
      <ul className="space-y-1 border-t px-4 py-3 text-sm text-ink-2 tabular-nums">
        {volatility.map((one) => (
          <Percentile key={one.symbol} {...one} />
        ))}
      </ul>
      <Retention key={keep_days} days={keep_days} />
    </>
  )
}

function Stored({ symbol, days, from, to, bytes, stored_at }: ChainHistory['symbols'][number]) {
  const size = decimalText(bytes / MEGABYTE, 1)
  return (
    <li className="px-4 py-3 text-sm tabular-nums">
      <p className="font-medium">{symbol}</p>
      <p className="text-ink-2">
        <Plural value={days} one="# session" other="# sessions" />,{' '}
        <Trans>
          {from} to {to}, {size} MB.
        </Trans>{' '}
        <Trans>
          Last stored {stored_at.slice(0, 10)} {wireTime(stored_at)}.
        </Trans>
      </p>
    </li>
  )
}

function Percentile({ symbol, sessions }: ChainHistory['volatility'][number]) {
  const { least, most } = VOLATILITY_SESSIONS
  return (
    <li>
      {sessions < least ? (
        <Trans>
          {symbol}: no IV percentile yet, {sessions} of {least} sessions.
        </Trans>
      ) : (
        <Trans>
          {symbol}: IV percentile from {sessions} sessions, at most {most}.
        </Trans>
      )}
    </li>
  )
}

function Retention({ days }: { days: number }) {
  const { t } = useLingui()
  const [text, setText] = useState(String(days))
  const save = useAct((keepDays: number) => api.call('setChainHistoryRetention', { body: { keep_days: keepDays } }))
  const asked = Number(text)
  const isValid = Number.isInteger(asked) && asked >= 1 && asked <= MAX_KEEP_DAYS
  return (
    <div className="space-y-3 border-t px-4 py-4">
      <Field
        label={t`Days to keep`}
        hint={t`Calendar days. Older sessions are deleted each night and cannot be restored.`}
        error={isValid ? undefined : t`Enter a whole number from 1 to ${MAX_KEEP_DAYS}.`}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="sm" busy={save.isPending} disabled={!isValid || asked === days} onClick={() => save.mutate(asked)}>
        <Trans>Save</Trans>
      </Button>
    </div>
  )
}
