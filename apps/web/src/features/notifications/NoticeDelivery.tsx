import { Trans, useLingui } from '@lingui/react/macro'
import type { Delivery, NotificationRow } from '@strikewise/wire/alerts.ts'
import { CHANNEL_LABELS } from '../alerts/channel-labels.ts'
import { epochOf, istDay, istMinute } from '../../lib/ist-format.ts'

/** Where a notice was delivered; opened, when on each way, or why not. */
export function NoticeDelivery({ notice: { at, deliveries } }: { notice: NotificationRow }) {
  const { t } = useLingui()
  const namesOf = (state: Delivery['state']) =>
    deliveries.filter((one) => one.state === state).map(({ channel }) => t(CHANNEL_LABELS[channel]))
  const [delivered, failed] = [[t`Bell`, ...namesOf('sent')].join(', '), namesOf('failed').join(', ')]
  const listed = timeOf(at)
  return (
    <details className="mt-1 text-xs text-ink-3">
      <summary className="w-fit cursor-pointer rounded-sm hover:underline touch:py-2">
        {failed === '' ? t`Delivered: ${delivered}` : t`Delivered: ${delivered}. Not delivered: ${failed}`}
      </summary>
      <ul className="mt-1 space-y-0.5 pl-3">
        <li>
          <Trans>Bell: {listed}</Trans>
        </li>
        {deliveries.map((delivery) => (
          <li key={delivery.channel}>
            <Outcome delivery={delivery} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Outcome({ delivery: { channel, state, at, reason } }: { delivery: Delivery }) {
  const { t } = useLingui()
  const way = t(CHANNEL_LABELS[channel])
  const [time, why] = [at === null ? '' : timeOf(at), reason ?? t`reason unknown`]
  switch (state) {
    case 'sent':
      return t`${way}: sent ${time}`
    case 'held':
      return t`${way}: held until ${time}, ${why}`
    case 'waiting':
      return reason === null ? t`${way}: on its way` : t`${way}: not yet delivered, ${why}`
    case 'failed':
      return t`${way}: not delivered, ${why}`
    case 'not_sent':
      return t`${way}: not sent, ${why}`
  }
}

/** `20 Nov 2026, 10:42 IST`. */
function timeOf(iso: string): string {
  const at = epochOf(iso)
  return at === undefined ? iso : `${istDay(at)}, ${istMinute(at)} IST`
}
