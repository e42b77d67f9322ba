import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CustomAlertRow, CustomAlerts as CustomAlertsShown } from '@strikewise/wire/custom-alerts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellRing, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { api } from '../../lib/api.ts'
import { epochOf, istDay, istMinute } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { customAlertsQuery } from './queries.ts'

interface CustomAlertListProps {
  alerts: readonly CustomAlertRow[]
  /** Absent: alerts cannot be changed now. */
  onChange?: ((alert: CustomAlertRow) => void) | undefined
}

/** The alerts a user has defined, each with its state and ways to change, pause and delete it. */
export function CustomAlertList({ alerts, onChange }: CustomAlertListProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (call: () => Promise<CustomAlertsShown>) => call(),
    onSuccess: (reply) => queries.setQueryData(customAlertsQuery.queryKey, reply),
    onError: (error) => toast.error(errorDetail(error)),
  })
  if (alerts.length === 0)
    return (
      <EmptyState
        icon={<BellRing />}
        title={t`No alerts yet`}
        hint={t`Add one above: a price, an IV percentile, an agent that flips or the day’s loss.`}
      />
    )
  return (
    <ul aria-label={t`Your alerts`} className="divide-y">
      {alerts.map((alert) => {
        const { id, text, state } = alert
        const isPaused = state === 'paused'
        const pause = () => api.call('pauseCustomAlert', { body: { id, paused: !isPaused } })
        const remove = () => api.call('removeCustomAlert', { body: { id } })
        return (
          <li key={id} className="flex items-center gap-3 px-5 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words text-ink">{text}</p>
              <p className="text-sm text-ink-3">
                <State alert={alert} />
              </p>
            </div>
            {onChange !== undefined && (
              <IconButton label={t`Change: ${text}`} disabled={change.isPending} onClick={() => onChange(alert)}>
                <Pencil aria-hidden="true" />
              </IconButton>
            )}
            <IconButton
              label={isPaused ? t`Resume: ${text}` : t`Pause: ${text}`}
              disabled={change.isPending}
              onClick={() => change.mutate(pause)}
            >
              {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
            </IconButton>
            <IconButton label={t`Delete: ${text}`} disabled={change.isPending} onClick={() => change.mutate(remove)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}

function State({ alert: { repeat, state, fired, last_fired_at } }: { alert: CustomAlertRow }) {
  const { t } = useLingui()
  const at = last_fired_at === null ? undefined : epochOf(last_fired_at)
  const often = repeat === 'daily' ? t`Once a day` : t`Each time`
  const states = {
    watching: t`watching`,
    paused: t`paused`,
    not_in_plan: t`not watched: beyond your plan`,
    switched_off: t`not watched: switched off at the moment`,
  }
  if (at === undefined) return `${often} · ${states[state]}`
  const last = `${istDay(at)}, ${istMinute(at)} IST`
  const times = plural(fired, { one: `sent once, on ${last}`, other: `sent # times, last on ${last}` })
  return `${often} · ${states[state]} · ${times}`
}
