import { Trans, useLingui } from '@lingui/react/macro'
import type { CustomAlerts } from '@strikewise/wire/custom-alerts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { CustomAlertForm } from '../features/custom-alerts/CustomAlertForm.tsx'
import { CustomAlertList } from '../features/custom-alerts/CustomAlertList.tsx'
import { customAlertsQuery } from '../features/custom-alerts/queries.ts'
import { useFeature } from '../lib/use-feature.ts'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Card, CardHeader } from '../ui/Card.tsx'
import { FeatureOff } from '../ui/FeatureOff.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'

/** The alerts a user defines: on a price, a volatility, an agent or the loss of the day. */
export function AlertsPage() {
  const { t } = useLingui()
  const alerts = useQuery(customAlertsQuery)
  return (
    <SettingsPage
      title={t`Alerts`}
      lead={t`Get notified when a price, an agent or your day’s loss meets a condition you set.`}
    >
      {alerts.isPending && <LoadingState label={t`Loading alerts...`} />}
      {alerts.isError && alerts.data === undefined && (
        <ErrorState title={t`Couldn’t load your alerts`} onRetry={() => void alerts.refetch()} />
      )}
      {alerts.data !== undefined && <Builder reply={alerts.data} />}
    </SettingsPage>
  )
}

function Builder({ reply }: { reply: CustomAlerts }) {
  const { t } = useLingui()
  const { alerts, max, types, agents, delay_seconds, leaves_app } = reply
  const isOn = useFeature('custom_alerts')
  const used = alerts.length
  const [changedId, setChangedId] = useState<number>()
  const changed = alerts.find(({ id }) => id === changedId)
  const done = () => setChangedId(undefined)
  return (
    <div className="space-y-5">
      {!leaves_app && (
        <Notice
          tone="info"
          title={t`Your alerts are listed in the app`}
          action={
            <Link to="/plans" className={buttonClass('primary', 'sm')}>
              <Trans>Upgrade Plan</Trans>
            </Link>
          }
        >
          {delay_seconds > 0 ? (
            <Trans>
              Your plan sees the market {delay_seconds} seconds late, and sends nothing to Telegram or browsers.
            </Trans>
          ) : (
            <Trans>Your plan sends nothing to Telegram or browsers.</Trans>
          )}
        </Notice>
      )}
      <Card aria-labelledby="new-alert">
        <CardHeader id="new-alert" title={changed === undefined || !isOn ? t`New alert` : t`Change alert`} />
        {!isOn ? (
          <FeatureOff className="m-5" title={t`New alerts are switched off at the moment`}>
            <Trans>
              Alerts on your loss are still watched. Others are watched again once this is switched on; you can delete
              them meanwhile.
            </Trans>
          </FeatureOff>
        ) : changed !== undefined ? (
          <CustomAlertForm key={changed.id} types={types} agents={agents} alert={changed} onDone={done} />
        ) : used < max ? (
          <CustomAlertForm types={types} agents={agents} />
        ) : (
          <p className="p-5 text-sm text-ink-2">
            <Trans>Your plan allows {max} alerts. Delete one to add another.</Trans>
          </p>
        )}
      </Card>
      <Card aria-labelledby="own-alerts">
        <CardHeader id="own-alerts" title={t`Your alerts`} note={t`${used} of ${max}`} />
        <CustomAlertList alerts={alerts} onChange={isOn ? ({ id }) => setChangedId(id) : undefined} />
      </Card>
      <p className="text-sm text-ink-3">
        <Trans>
          You are notified when the value crosses the level, and again only after it has moved away from it. Where
          alerts are sent is set under{' '}
          <Link to="/telegram-setup" className="text-accent-text underline underline-offset-2">
            Telegram Integration
          </Link>
          .
        </Trans>
      </p>
    </div>
  )
}
