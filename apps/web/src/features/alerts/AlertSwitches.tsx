import { useLingui } from '@lingui/react/macro'
import type { AlertSettings, AlertSwitch } from '@strikewise/wire/alerts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.tsx'
import { CHANNEL_LABELS } from './channel-labels.ts'
import { alertSettingsQuery } from './queries.ts'

/** One row a kind of alert, with a switch for each way it may take. */
export function AlertSwitches({ switches }: { switches: AlertSettings['switches'] }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (choice: Pick<AlertSwitch, 'kind' | 'channel' | 'on'>) => api.call('saveAlertSwitch', { body: choice }),
    onSuccess: (reply) => queries.setQueryData(alertSettingsQuery.queryKey, reply),
    onError: (error) => toast.error(errorDetail(error)),
  })
  const kinds = [...Map.groupBy(switches, (one) => one.kind).values()]
  return (
    <ul aria-label={t`Kinds of alerts`} className="divide-y">
      {kinds.map((ways) => (
        <li key={ways[0]!.kind} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
          <div className="min-w-48 flex-1">
            <p className="font-medium text-ink">{ways[0]!.title}</p>
            <p className="text-sm text-ink-3">{ways[0]!.about}</p>
          </div>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {ways.map(({ kind, channel, title, on }) => {
              const [alert, way] = [title, t(CHANNEL_LABELS[channel])]
              return (
                <span key={channel} className="inline-flex items-center gap-2 text-sm text-ink-2">
                  {way}
                  <Switch
                    label={t`${alert} by ${way}`}
                    checked={on}
                    disabled={save.isPending}
                    onChange={(next) => save.mutate({ kind, channel, on: next })}
                  />
                </span>
              )
            })}
          </div>
        </li>
      ))}
    </ul>
  )
}
