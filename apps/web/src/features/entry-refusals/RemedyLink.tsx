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
} as const satisfies Record<Exclude<RefusalActionTarget, 'stop_button'>, { label: MessageDescriptor; to: string }>

/** The way to where something can be done about a refusal. The stop button stands on the same page, at the top. */
export function RemedyLink({ place }: { place: RefusalActionTarget }) {
  const { t } = useLingui()
  if (place === 'stop_button') return null
  const { label, to } = PLACES[place]
  // The support page is one of those that share a route, which has no name of its own.
  return (
    <Link to={to} className="font-medium whitespace-nowrap text-accent-text underline underline-offset-2">
      {t(label)}
    </Link>
  )
}
