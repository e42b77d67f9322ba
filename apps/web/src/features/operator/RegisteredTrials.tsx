import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RegisteredTrial } from '@strikewise/wire/learning.ts'
import type { CallInput } from '@strikewise/wire/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { signedDecimalText } from '../../lib/format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { TextField } from '../../ui/Field.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { trialsQuery } from './queries.ts'
import { useAct } from './useAct.ts'

type Filing = CallInput<'fileTrial'>['body']

/** Digits of a result in R, and of a hash; the hash's title has all. */
const R_DIGITS = 3
const HASH_DIGITS = 12

const STATES = {
  waiting: { tone: 'info', text: msg`Registered, waiting` },
  due: { tone: 'warn', text: msg`Ready to be tested` },
  succeeded: { tone: 'up', text: msg`Test succeeded` },
  failed: { tone: 'quiet', text: msg`Nothing was found` },
} as const satisfies Record<RegisteredTrial['state'], { tone: Tone; text: MessageDescriptor }>

const TESTS = {
  mean_r: msg`lower end of the mean result in R a session`,
  gain_r: msg`lower end of the gain over the present rules in R a session`,
  deflated_sharpe: msg`deflated Sharpe ratio`,
} as const satisfies Record<RegisteredTrial['test'], MessageDescriptor>

/** Candidates that were registered before their test, what each waits for or found, and where an operator files one. */
export function RegisteredTrials() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(trialsQuery)
  return (
    <Card aria-labelledby="trials-title">
      <CardHeader
        id="trials-title"
        title={t`Registered trials`}
        note={t`A candidate is filed before the sessions of its test begin, and tested on them once.`}
      />
      {isPending && <LoadingState label={t`Loading...`} className="min-h-20" />}
      {!isPending && data === undefined && (
        <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      {data?.trials.length === 0 && <EmptyState title={t`No trial is registered.`} />}
      <ul className="divide-y">
        {data?.trials.map((trial) => (
          <li key={trial.hash} className="space-y-1 px-4 py-3 text-sm">
            <Trial trial={trial} />
          </li>
        ))}
      </ul>
      {data !== undefined && <TrialForm />}
    </Card>
  )
}

function Trial({ trial }: { trial: RegisteredTrial }) {
  const { i18n } = useLingui()
  const { name, author, filed, hash, state, parameters, test, threshold, result, version } = trial
  const { test_from: from, test_to: to, sessions_left: left } = trial
  const changes = Object.entries(parameters).map(([path, value]) => `${path} = ${String(value)}`)
  const statistic = i18n._(TESTS[test])
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{name}</span>
        <Badge tone={STATES[state].tone}>{i18n._(STATES[state].text)}</Badge>
        <span className="font-mono text-ink-3" title={hash}>
          {hash.slice(0, HASH_DIGITS)}
        </span>
        {version !== null && <span className="text-ink-3">{version}</span>}
      </p>
      <p className="text-ink-2">
        <Trans>
          By {author}, filed {filed}. Success: {statistic} above {threshold}, on the sessions from {from} to {to}.
        </Trans>{' '}
        {state === 'waiting' && <Plural value={left} one="Waiting for # session." other="Waiting for # sessions." />}
      </p>
      {changes.length > 0 && <p className="font-mono text-xs break-words text-ink-3">{changes.join(', ')}</p>}
      {result !== null && <Result of={result} />}
    </>
  )
}

function Result({ of: { sessions, trades, mean_r, interval, gain } }: { of: NonNullable<RegisteredTrial['result']> }) {
  const { t } = useLingui()
  const inR = (value: number) => signedDecimalText(value, R_DIGITS)
  const range = (of: { low: number; high: number } | null) =>
    of === null ? t`too few sessions for an interval` : `${inR(of.low)} … ${inR(of.high)}`
  const [mean, meanRange, gainRange] = [inR(mean_r), range(interval), range(gain)]
  return (
    <p className="text-ink-2 tabular-nums">
      <Trans>
        Simulated: {sessions} sessions, {trades} trades, mean {mean} R a session (95%: {meanRange}); gain over the
        present rules (95%): {gainRange}.
      </Trans>
    </p>
  )
}

function TrialForm() {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [isUnreadable, setUnreadable] = useState(false)
  const file = useAct(
    (body: Filing) => api.call('fileTrial', { body }),
    () => setText(''),
  )
  const submit = () => {
    const body = objectIn(text)
    setUnreadable(body === undefined)
    if (body !== undefined) file.mutate(body)
  }
  return (
    <div className="space-y-3 border-t px-4 py-4">
      <TextField
        label={t`Registration or result`}
        hint={t`The output of npm run trial -- export, unchanged.`}
        error={isUnreadable ? t`This is not the output of npm run trial -- export.` : undefined}
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="sm" busy={file.isPending} disabled={text.trim() === ''} onClick={submit}>
        <Trans>File it</Trans>
      </Button>
    </div>
  )
}

/** What was pasted; the server checks every field of it. */
function objectIn(text: string): Filing | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && 'registration' in read ? (read as Filing) : undefined
  } catch {
    return undefined
  }
}
