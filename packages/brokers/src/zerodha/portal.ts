import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { BrokerPortal } from '../broker-portal.ts'

/** Minute of the day, IST, at which all tokens end (fact sheet §3). */
export const TOKEN_ENDS_AT = 360

export const ZERODHA_PORTAL: BrokerPortal = {
  names: { broker: 'Zerodha', portal: 'Kite' },
  api: 'Kite Connect',
  console: { name: 'Kite developer console', url: 'https://developers.kite.trade' },
  fundsUrl: 'https://kite.zerodha.com/funds',
  redirectParameter: 'request_token',
  tokenEndsAt: TOKEN_ENDS_AT,
  // Market fact sheet §7.
  brokerage: 2_000 as Paise,
}
