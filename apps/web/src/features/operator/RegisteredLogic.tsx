import { Trans, useLingui } from '@lingui/react/macro'
import type { RegisteredLogic as Logic } from '@strikewise/wire/learning.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { logicQuery } from './queries.ts'
import { useAct } from './useAct.ts'

/** Digits of a hash that are shown; its title has all. */
const HASH_DIGITS = 12

/** Which signal logic may trade live, under which identifier, and registrations that wait for an operator. */
export function RegisteredLogic() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(logicQuery)
  return (
    <Card aria-labelledby="logic-title">
      <CardHeader
        id="logic-title"
        title={t`Registered logic`}
        note={t`Live entries are made only by registered signal logic. Paper trading needs no registration.`}
      />
      {isPending && <LoadingState label={t`Loading...`} className="min-h-20" />}
      {!isPending && data === undefined && (
        <ErrorState title={t`This could not be loaded`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      )}
      {data?.logic.length === 0 && (
        <EmptyState title={t`The logic of this release is registered when the next market day opens.`} />
      )}
      <ul className="divide-y">
        {data?.logic.map((logic) => (
          <li key={logic.config_hash} className="space-y-2 px-4 py-3 text-sm">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">{logic.weights_version ?? t`the default weights`}</span>
              {logic.identifier === null ? (
                <Badge tone="warn">
                  <Trans>Not registered</Trans>
                </Badge>
              ) : (
                <span>{logic.identifier}</span>
              )}
              <span className="font-mono text-ink-3" title={logic.config_hash}>
                {logic.config_hash.slice(0, HASH_DIGITS)}
              </span>
              <Days from={logic.from} to={logic.to} />
            </p>
            {logic.disclosure !== null && <p className="text-ink-2">{logic.disclosure}</p>}
            {logic.identifier === null && <RegistrationForm logic={logic} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Days({ from, to }: Pick<Logic, 'from' | 'to'>) {
  return (
    <span className="text-ink-3">
      {from !== null && <Trans>from {from}</Trans>} {to !== null && <Trans>to {to}</Trans>}
    </span>
  )
}

function RegistrationForm({ logic }: { logic: Logic }) {
  const { t } = useLingui()
  const [identifier, setIdentifier] = useState('')
  const [disclosure, setDisclosure] = useState('')
  const [from, setFrom] = useState('')
  const register = useAct(() =>
    api.call('registerLogic', {
      body: { config_hash: logic.config_hash, identifier, disclosure, from, to: null },
    }),
  )
  const isComplete = identifier.trim() !== '' && disclosure.trim().length >= 20 && from !== ''
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field
        label={t`Exchange algo ID`}
        value={identifier}
        maxLength={64}
        onChange={(event) => setIdentifier(event.target.value)}
      />
      <Field label={t`First day`} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      <Field
        className="min-w-60 flex-1"
        label={t`Disclosure`}
        value={disclosure}
        maxLength={2000}
        onChange={(event) => setDisclosure(event.target.value)}
      />
      <Button size="sm" busy={register.isPending} disabled={!isComplete} onClick={() => register.mutate()}>
        <Trans>Register</Trans>
      </Button>
    </div>
  )
}
