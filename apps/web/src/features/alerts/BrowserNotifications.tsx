import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PushDevice, PushDevices } from '@strikewise/wire/push.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send, Trash2 } from 'lucide-react'
import { api } from '../../lib/api.ts'
import { epochOf, istDay, istMinute } from '../../lib/ist-format.ts'
import { unsubscribeBrowser } from '../../lib/push-subscription.ts'
import { useFeature } from '../../lib/use-feature.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { FeatureOff } from '../../ui/FeatureOff.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { PushError, pushSupport, subscribeBrowser } from './browser-push.ts'
import { ownDigestQuery, pushDevicesQuery } from './queries.ts'

const REASONS = {
  refused: msg`Notifications are blocked in this browser`,
  dismissed: msg`Notifications stay off until you allow them when the browser asks.`,
  no_service: msg`This browser could not reach its push service. Turn on push messages in its settings, or use another browser.`,
} satisfies Record<PushError['code'], MessageDescriptor>

/** Alerts as notifications of this browser, on and off, and all browsers that show them. */
export function BrowserNotifications({ inPlan }: { inPlan: boolean }) {
  const { t } = useLingui()
  const push = useQuery(pushDevicesQuery)
  return (
    <Card aria-labelledby="push">
      <CardHeader id="push" title={t`Browser notifications`} />
      <div className="space-y-4 p-5">
        {push.isPending && <LoadingState label={t`Loading browsers...`} />}
        {push.isError && push.data === undefined && (
          <ErrorState title={t`Couldn’t load your browsers`} onRetry={() => void push.refetch()} />
        )}
        {push.data !== undefined && <Browsers push={push.data} inPlan={inPlan} />}
      </div>
    </Card>
  )
}

function Browsers({ push: { public_key, devices }, inPlan }: { push: PushDevices; inPlan: boolean }) {
  const { t } = useLingui()
  const { data: own } = useQuery(ownDigestQuery)
  const isOn = useFeature('browser_notifications')
  if (public_key === null)
    return (
      <Notice tone="info" title={t`Browser notifications are not set up here`}>
        <Trans>This service sends nothing to browsers. The bell of the dashboard lists your alerts.</Trans>
      </Notice>
    )
  return (
    <>
      {isOn ? (
        <ThisBrowser publicKey={public_key} device={devices.find(({ digest }) => digest === own)} />
      ) : (
        <FeatureOff title={t`Browser notifications are switched off at the moment`}>
          <Trans>Your alerts are in the bell, and on the other channels you have chosen.</Trans>
        </FeatureOff>
      )}
      {!inPlan && (
        <p className="text-sm text-ink-3">
          <Trans>Your plan has no alerts about trading: notifications about your account are sent.</Trans>
        </p>
      )}
      {devices.length > 0 && (
        <>
          <ul aria-label={t`Browsers with notifications`} className="divide-y border-t">
            {devices.map((device) => (
              <Device key={device.id} device={device} isOwn={device.digest === own} />
            ))}
          </ul>
          {isOn && <TestButton />}
        </>
      )}
    </>
  )
}

/** The switch of this browser, or what keeps it from showing notifications. */
function ThisBrowser({ publicKey, device }: { publicKey: string; device: PushDevice | undefined }) {
  const { t } = useLingui()
  const change = useDevices(async (on: boolean) => {
    if (!on) {
      await unsubscribeBrowser()
      return device === undefined ? api.call('pushDevices') : api.call('removePushDevice', { body: { id: device.id } })
    }
    const body = await subscribeBrowser(publicKey)
    try {
      return await api.call('addPushDevice', { body })
    } catch (error) {
      // Not registered: the browser must not stay subscribed to nothing.
      await unsubscribeBrowser()
      throw error
    }
  })
  switch (pushSupport()) {
    case 'unsupported':
      return (
        <Notice tone="info" title={t`This browser cannot show notifications`}>
          <Trans>Open this page in a current Chrome, Edge, Firefox or Safari, and not in a private window.</Trans>
        </Notice>
      )
    case 'install_first':
      return (
        <Notice tone="info" title={t`Add Strikewise to your home screen first`}>
          <Trans>
            On iPhone and iPad only an installed app shows notifications: tap Share, then ‘Add to Home Screen’, and open
            it from there.
          </Trans>
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="warn" role="status" title={t`Notifications are blocked in this browser`}>
          <Trans>Allow notifications for this site in the browser’s site settings, then reload this page.</Trans>
        </Notice>
      )
    case 'supported':
      return (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-48 flex-1">
            <p className="font-medium text-ink">
              <Trans>Browser notifications on this device</Trans>
            </p>
            <p className="text-sm text-ink-3">
              <Trans>Alerts appear even when Strikewise is closed. Logging out turns them off here.</Trans>
            </p>
          </div>
          <Switch
            label={t`Browser notifications on this device`}
            checked={device !== undefined}
            disabled={change.isPending}
            onChange={(on) => change.mutate(on)}
          />
        </div>
      )
  }
}

function Device({ device, isOwn }: { device: PushDevice; isOwn: boolean }) {
  const { t } = useLingui()
  const remove = useDevices(async () => {
    if (isOwn) await unsubscribeBrowser()
    return api.call('removePushDevice', { body: { id: device.id } })
  })
  const name = device.device
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-48 flex-1">
        <p className="font-medium text-ink">
          {name} {isOwn && <span className="font-normal text-ink-3">({t`this browser`})</span>}
        </p>
        <p className="text-sm text-ink-3">
          <DeliveryState device={device} />
        </p>
      </div>
      <Button
        tone="danger-quiet"
        size="sm"
        aria-label={t`Remove ${name}`}
        busy={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        <Trash2 aria-hidden="true" />
        <Trans>Remove</Trans>
      </Button>
    </li>
  )
}

function DeliveryState({ device: { delivered_at, problem } }: { device: PushDevice }) {
  const at = epochOf(delivered_at)
  const when = at === undefined ? '' : `${istDay(at)}, ${istMinute(at)} IST`
  if (problem !== null) return <Trans>The last notification was not delivered: {problem}.</Trans>
  return at === undefined ? <Trans>Nothing sent yet.</Trans> : <Trans>Last delivered {when}.</Trans>
}

function TestButton() {
  const { t } = useLingui()
  const test = useDevices(async () => {
    const reply = await api.call('testPush', { body: {} })
    toast.success(t`Test message sent.`)
    return reply
  })
  return (
    <Button tone="secondary" size="sm" busy={test.isPending} onClick={() => test.mutate(undefined)}>
      <Send aria-hidden="true" />
      <Trans>Send test notification</Trans>
    </Button>
  )
}

/** A change whose reply is the browsers as they are after it. */
function useDevices<T>(mutationFn: (input: T) => Promise<PushDevices>) {
  const { t } = useLingui()
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (reply) => queries.setQueryData(pushDevicesQuery.queryKey, reply),
    onError: (error) => toast.error(error instanceof PushError ? t(REASONS[error.code]) : errorDetail(error)),
    // Also after a failure: the browser itself may have changed.
    onSettled: () => queries.invalidateQueries({ queryKey: ownDigestQuery.queryKey }),
  })
}
