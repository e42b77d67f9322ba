import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AlertSettings } from '@strikewise/wire/alerts.ts'
import { Link } from '@tanstack/react-router'
import { AlertSwitches } from '../features/alerts/AlertSwitches.tsx'
import { BrowserNotifications } from '../features/alerts/BrowserNotifications.tsx'
import { ChatIdForm } from '../features/alerts/ChatIdForm.tsx'
import { ChatPairing } from '../features/alerts/ChatPairing.tsx'
import { QuietHours } from '../features/alerts/QuietHours.tsx'
import { alertSettingsQuery } from '../features/alerts/queries.ts'
import { saveChatId } from '../features/alerts/save-chat-id.ts'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Card, CardHeader } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ErrorState, LoadingState } from '../ui/states.tsx'

const STEPS = [
  msg`In Telegram, open an info bot such as @userinfobot and send it any message. It answers with your chat ID, a number.`,
  msg`Enter the number here and save.`,
  msg`Start the alert bot with /start, so that it may write to you, and agree there.`,
]

export function TelegramSetupPage() {
  const { t } = useLingui()
  const settings = useQuery(alertSettingsQuery)
  return (
    <SettingsPage title={t`Telegram Integration`} lead={t`Trade alerts and the daily report, in your own chat.`}>
      {settings.isPending && <LoadingState label={t`Loading...`} />}
      {settings.isError && settings.data === undefined && (
        <ErrorState title={t`Couldn’t load your settings`} onRetry={() => void settings.refetch()} />
      )}
      {settings.data && <Setup settings={settings.data} />}
      {/* A read of its own: browsers can be removed while the settings cannot be read. */}
      <div className="mt-5">
        <BrowserNotifications inPlan={settings.data?.in_plan ?? false} />
      </div>
    </SettingsPage>
  )
}

function Setup({ settings }: { settings: AlertSettings }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return (
    <div className="space-y-5">
      {!settings.in_plan && (
        <Notice
          tone="info"
          title={t`Your plan has no Telegram alerts`}
          action={
            <Link to="/plans" className={buttonClass('primary', 'sm')}>
              <Trans>Upgrade Plan</Trans>
            </Link>
          }
        >
          <Trans>You can pair a chat now; alerts are sent once your plan supports them.</Trans>
        </Notice>
      )}
      {!settings.offered && (
        <Notice tone="warn" title={t`Telegram is not set up here`}>
          <Trans>This service sends nothing to Telegram. The bell of the dashboard lists your alerts.</Trans>
        </Notice>
      )}
      {settings.offered && (
        <Card aria-labelledby="chat">
          <CardHeader id="chat" title={t`Your chat`} />
          <div className="p-5">
            <ChatPairing settings={settings} onUnlink={() => saveChatId(queries, '')} />
            <h3 className="mt-6 mb-3 border-t pt-5 text-base font-semibold">
              <Trans>Or enter your chat ID</Trans>
            </h3>
            <Steps />
            {/* A new form where the stored id is another: what was typed belongs to the old one. */}
            <ChatIdForm key={settings.chat?.id ?? ''} stored={settings.chat?.id ?? ''} />
            <p className="mt-5 border-t pt-4 text-xs text-ink-3">
              <Trans>Alerts are sent only if your plan supports them: Pro, Elite and Master do.</Trans>
            </p>
          </div>
        </Card>
      )}
      <Card aria-labelledby="kinds">
        <CardHeader
          id="kinds"
          title={t`What is sent`}
          note={t`Everything is in the app. Urgent alerts are always sent.`}
        />
        <AlertSwitches switches={settings.switches} />
      </Card>
      <QuietHours quiet={settings.quiet} />
    </div>
  )
}

function Steps() {
  const { t } = useLingui()
  return (
    <ol className="mb-5 space-y-3">
      {STEPS.map((step, i) => (
        <li key={step.id} className="flex gap-3 text-sm text-ink-2">
          <span
            aria-hidden="true"
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-full border bg-sunken text-xs font-semibold"
          >
            {i + 1}
          </span>
          <span className="pt-0.5">{t(step)}</span>
        </li>
      ))}
    </ol>
  )
}
