import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Security } from '@strikewise/wire/security.ts'
import { api } from '../../lib/api.ts'
import { epochOf, istDay, istMinute } from '../../lib/ist-format.ts'
import { securityQuery } from '../../lib/queries.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts.tsx'

/** The devices that are signed in, each with the button that ends it. */
export function Devices({ sessions }: Pick<Security, 'sessions'>) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const onSuccess = (left: Security) => queries.setQueryData(securityQuery.queryKey, left)
  const onError = () => {
    toast.error(t`The device is still signed in. Try again.`)
    void queries.invalidateQueries({ queryKey: securityQuery.queryKey })
  }
  const one = useMutation({ mutationFn: (id: string) => api.call('endSession', { body: { id } }), onSuccess, onError })
  const others = useMutation({ mutationFn: () => api.call('endOtherSessions', { body: {} }), onSuccess, onError })
  return (
    <>
      <ul className="divide-y">
        {sessions.map(({ id, current, device, address, last_used_at }) => {
          const [name, when] = [device, whenText(last_used_at)]
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {name}
                  {current && (
                    <Badge tone="up">
                      <Trans>This device</Trans>
                    </Badge>
                  )}
                </p>
                <p className="text-sm text-ink-3">
                  {address === null ? '' : `${address} · `}
                  <Trans>last used {when}</Trans>
                </p>
              </div>
              {!current && (
                <Button
                  tone="secondary"
                  size="sm"
                  aria-label={t`Sign out ${name}`}
                  busy={one.isPending && one.variables === id}
                  onClick={() => one.mutate(id)}
                >
                  <Trans>Sign out</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <div className="border-t px-4 py-3">
          <Button tone="danger-quiet" size="sm" busy={others.isPending} onClick={() => others.mutate()}>
            <Trans>Sign out all other devices</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function whenText(instant: string): string {
  const at = epochOf(instant)
  return at === undefined ? instant : `${istDay(at)}, ${istMinute(at)} IST`
}
