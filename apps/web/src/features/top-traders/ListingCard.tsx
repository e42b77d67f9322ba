import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { Skeleton } from '../../ui/states.tsx'

const listingQuery = {
  queryKey: ['listing'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.call('listing', { signal }),
}

/** The switch by which a user joins the list of top traders, or leaves it, with the name that is shown there. */
export function ListingCard() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const listing = useQuery(listingQuery)
  const [typed, setTyped] = useState<string>()
  const save = useMutation({
    mutationFn: (body: { listed: boolean; name: string }) => api.call('saveListing', { body }),
    onSuccess: (saved) => queries.setQueryData(listingQuery.queryKey, saved),
  })
  const name = typed ?? listing.data?.name ?? ''
  const listed = listing.data?.listed ?? false
  return (
    <Card aria-labelledby="listing">
      <CardHeader
        id="listing"
        title={t`Top traders`}
        actions={
          listing.data === undefined ? (
            !listing.isError && <Skeleton className="h-5 w-16" />
          ) : (
            <Switch
              label={t`Show my paper account on the list of top traders`}
              checked={listed}
              disabled={save.isPending || name.trim() === ''}
              onChange={(isListed) => save.mutate({ listed: isListed, name })}
            />
          )
        }
      />
      <div className="space-y-3 p-4 text-sm text-ink-2">
        <p>
          <Trans>
            Off unless you switch it on.{' '}
            <a href="/community/top-traders" className="text-accent-text underline underline-offset-2">
              The list
            </a>{' '}
            shows every visitor the name below and how well your paper account kept stops, limits and plan. No profit,
            no loss, no trade.
          </Trans>
        </p>
        {listing.isError && listing.data === undefined && (
          <Notice
            tone="down"
            role="alert"
            title={t`Couldn’t load the switch`}
            action={
              <Button tone="secondary" size="sm" onClick={() => void listing.refetch()}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            {errorDetail(listing.error)}
          </Notice>
        )}
        <NameForm
          name={name}
          listed={listed}
          changed={name !== listing.data?.name}
          busy={save.isPending}
          onType={setTyped}
          onSave={() => save.mutate({ listed, name })}
        />
        {save.isError && (
          <Notice tone="down" role="alert">
            {errorDetail(save.error)}
          </Notice>
        )}
      </div>
    </Card>
  )
}

interface NameFormProps {
  name: string
  listed: boolean
  /** The name typed is another one than the list shows. */
  changed: boolean
  busy: boolean
  onType: (name: string) => void
  onSave: () => void
}

/** The name shown to others. It is saved with the switch, or, for a listed user, by its own button. */
function NameForm({ name, listed, changed, busy, onType, onSave }: NameFormProps) {
  const { t } = useLingui()
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <Field
        label={t`Name shown to others`}
        value={name}
        maxLength={24}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
        className="min-w-48 flex-1"
      />
      {listed && (
        <Button type="submit" tone="secondary" busy={busy} disabled={!changed}>
          <Trans>Change the name</Trans>
        </Button>
      )}
    </form>
  )
}
