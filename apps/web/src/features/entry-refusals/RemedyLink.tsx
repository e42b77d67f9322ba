import type { RemedyPlace } from '@strikewise/wire/trades.ts'
import { Link } from '@tanstack/react-router'

const PLACES = {
  connect_broker: { label: 'Connect', to: '/connect-zerodha' },
  plans: { label: 'See plans', to: '/plans' },
  trade_settings: { label: 'Trade settings', to: '/trade-settings' },
  support: { label: 'Support', to: '/support' },
} as const satisfies Record<Exclude<RemedyPlace, 'stop_button'>, { label: string; to: string }>

/** The way to where something can be done about a refusal. The stop button stands on the same page, at the top. */
export function RemedyLink({ place }: { place: RemedyPlace }) {
  if (place === 'stop_button') return null
  const { label, to } = PLACES[place]
  // The support page is one of those that share a route, which has no name of its own.
  return (
    <Link to={to} className="font-medium whitespace-nowrap text-accent-text underline underline-offset-2">
      {label}
    </Link>
  )
}
