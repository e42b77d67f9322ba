import { Trans, useLingui } from '@lingui/react/macro'
import type { ProgramKey } from '@strikewise/wire/program-keys.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { epochOf, istDay, istMinute } from '../../lib/ist-format.ts'
import { useFeature } from '../../lib/use-feature.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { FeatureOff } from '../../ui/FeatureOff.tsx'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ProgramKeyForm } from './ProgramKeyForm.tsx'
import { programKeysQuery, SCOPES } from './program-keys.ts'

/** Keys for programs: what each may do, until when, from where, when it was used last, and the button that ends it. */
export function ProgramKeys() {
  const { t } = useLingui()
  const keys = useQuery(programKeysQuery)
  const { data, isError, error, refetch } = keys
  const [made, setMade] = useState<string>()
  const isOn = useFeature('program_keys')
  return (
    <Card aria-labelledby="keys-title">
      <CardHeader id="keys-title" title={t`Keys for programs`} />
      {data === undefined && isError ? (
        <ErrorState title={t`Couldn’t load your keys`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState label={t`Loading your keys…`} className="min-h-24" />
      ) : (
        <>
          <NotRefreshed query={keys} />
          <p className="px-4 pt-4 text-sm text-ink-2">
            <Trans>
              A key lets a program call the API without your password. No key can buy or change settings. The API page
              lists what each scope may call.
            </Trans>
          </p>
          {data.keys.length === 0 ? (
            <EmptyState title={t`No keys yet`} />
          ) : (
            <ul aria-label={t`Your keys`} className="divide-y px-4 py-2">
              {data.keys.map((key) => (
                <KeyRow key={key.id} of={key} />
              ))}
            </ul>
          )}
          {made !== undefined && <MadeKey value={made} />}
          {isOn ? (
            <ProgramKeyForm onMade={setMade} />
          ) : (
            <FeatureOff className="m-4" title={t`Keys for programs are switched off at the moment`}>
              <Trans>No key is made, and none reads. Keys that may pause or exit still do; you can revoke any.</Trans>
            </FeatureOff>
          )}
        </>
      )}
    </Card>
  )
}

/** The only time the whole key is shown. */
function MadeKey({ value }: { value: string }) {
  const { t } = useLingui()
  return (
    <Notice
      tone="warn"
      role="status"
      className="mx-4 mb-2"
      title={t`Copy the key now: it is not shown again`}
      action={
        <Button
          tone="secondary"
          size="sm"
          onClick={() => {
            navigator.clipboard.writeText(value).then(
              () => toast.success(t`Key copied.`),
              () => toast.error(t`Not copied. Select the key and copy it.`),
            )
          }}
        >
          <Trans>Copy</Trans>
        </Button>
      }
    >
      <code className="font-mono text-xs break-all text-ink select-all">{value}</code>
    </Notice>
  )
}

function KeyRow({ of }: { of: ProgramKey }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  const revoke = useMutation({
    mutationFn: () => api.call('revokeProgramKey', { body: { id: of.id } }),
    onSuccess: (left) => queries.setQueryData(programKeysQuery.queryKey, left),
    onError: () => {
      toast.error(t`The key still works. Try again.`)
      void queries.invalidateQueries({ queryKey: programKeysQuery.queryKey })
    },
  })
  const { name, last4 } = of
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-all">{name}</span>
          <span className="font-mono text-xs text-ink-3">…{last4}</span>
          {of.scopes.map((scope) => (
            <Badge key={scope}>{t(SCOPES[scope].name)}</Badge>
          ))}
          {of.state !== 'active' && <Badge tone="down">{of.state === 'expired' ? t`Expired` : t`Revoked`}</Badge>}
        </p>
        <p className="text-sm text-ink-3">
          <KeyTerms of={of} />
        </p>
      </div>
      {of.state === 'active' && (
        <Button
          tone="danger-quiet"
          size="sm"
          aria-label={t`Revoke ${name}`}
          busy={revoke.isPending}
          onClick={() => setAsked(true)}
        >
          <Trans>Revoke</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={asked}
        title={t`Revoke ${name}?`}
        confirmLabel={t`Revoke`}
        cancelLabel={t`Keep it`}
        tone="danger"
        onCancel={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false)
          revoke.mutate()
        }}
      >
        <Trans>Programs that use it are refused at once. A revoked key cannot be restored.</Trans>
      </ConfirmDialog>
    </li>
  )
}

function KeyTerms({ of }: { of: ProgramKey }) {
  const until = whenText(of.expires_at)
  const used = of.last_used_at === null ? undefined : whenText(of.last_used_at)
  const address = of.last_used_address ?? ''
  const from = of.addresses.join(', ')
  return (
    <>
      <Trans>Expires {until}.</Trans>{' '}
      {used === undefined ? (
        <Trans>Never used.</Trans>
      ) : (
        <Trans>
          Last used {used} from {address}.
        </Trans>
      )}{' '}
      {from !== '' && <Trans>Only from {from}.</Trans>}
    </>
  )
}

function whenText(instant: string): string {
  const at = epochOf(instant)
  return at === undefined ? instant : `${istDay(at)}, ${istMinute(at)} IST`
}
