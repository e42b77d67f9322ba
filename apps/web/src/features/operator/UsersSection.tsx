import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FailedRead } from '../../ui/FailedRead.tsx'
import { Field } from '../../ui/Field.tsx'
import { LoadingState } from '../../ui/states.tsx'
import { userQuery, type UserKey } from './queries.ts'
import { UserCards } from './UserCards.tsx'
import { UserList } from './UserList.tsx'

/** Users by the whole address or out of the list, and one of them. Each look is logged. */
export function UsersSection() {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState<UserKey>()
  return (
    <div className="space-y-6">
      <form
        noValidate
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          setShown({ email: typed.trim() })
        }}
      >
        <Field
          className="min-w-60 flex-1"
          label={t`Exact account email`}
          type="email"
          value={typed}
          autoComplete="off"
          hint={t`Lookups are logged.`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" className="mt-6.5" disabled={typed.trim() === ''}>
          <Trans>Find</Trans>
        </Button>
      </form>
      {shown === undefined ? (
        <UserList onOpen={(id) => setShown({ id })} />
      ) : (
        <>
          <Button tone="secondary" size="sm" onClick={() => setShown(undefined)}>
            <Trans>Back to the list</Trans>
          </Button>
          <OneUser key={JSON.stringify(shown)} by={shown} />
        </>
      )}
    </div>
  )
}

function OneUser({ by }: { by: UserKey }) {
  const { t } = useLingui()
  const found = useQuery(userQuery(by))
  if (found.data !== undefined) return <UserCards user={found.data} />
  if (found.isPending) return <LoadingState label={t`Loading...`} className="min-h-40" />
  return (
    <FailedRead
      error={found.error}
      title={t`This could not be loaded`}
      missing={{ title: t`No account found`, hint: t`The address may be mistyped, or the account deleted.` }}
      onRetry={() => void found.refetch()}
    />
  )
}
