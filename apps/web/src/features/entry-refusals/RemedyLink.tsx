import { useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { RefusalActionTarget } from '@strikewise/wire/trades.ts'
import { Link } from '@tanstack/react-router'

const PLACES = {
  connect_broker: { label: msg`Connect`, to: '/connect-zerodha' },
  plans: { label: msg`See plans`, to: '/plans' },
  trade_settings: { label: msg`Trade settings`, to: '/trade-settings' },
  support: { label: msg`Support`, to: '/support' },
} as const satisfies Record<Exclude<RefusalActionTarget, 'kill_switch'>, { label: MessageDescriptor; to: string }>

/** The way to where something can be done about a refusal. The kill switch is at the top of the same page. */
export function RemedyLink({ place }: { place: RefusalActionTarget }) {
  const { t } = useLingui()
  if (place === 'kill_switch') return null
  const { label, to } = PLACES[place]
  // The support page is one of those that share a route, which has no name of its own.
  return (
    <Link to={to} className="font-medium whitespace-nowrap text-accent-text underline underline-offset-2">
      {t(label)}
    </Link>
  )
}
