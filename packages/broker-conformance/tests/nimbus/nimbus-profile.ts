import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import type { BrokerPortal } from '@strikewise/brokers/broker-portal.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { HOUR_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerProfile } from '@strikewise/execution/broker-profile.ts'

/** A session lasts eight hours from its login. */
const SESSION_MS = 8 * HOUR_MS

export const NIMBUS_PORTAL: BrokerPortal = {
  names: { broker: 'Nimbus', portal: 'Nimbus Desk' },
  api: 'Nimbus API',
  console: { name: 'Nimbus developers', url: 'https://developers.nimbus.example' },
  fundsUrl: 'https://nimbus.example/funds',
  redirectParameter: 'code',
  tokenEndsAt: null,
  brokerage: 500 as Paise,
}

export const NIMBUS_PROFILE: BrokerProfile = {
  names: NIMBUS_PORTAL.names,
  immediateOrCancel: false,
  brokerage: NIMBUS_PORTAL.brokerage,
  orderLimits: { perSecond: 3, perMinute: 30, perDay: 200, modifications: 8 },
  tokenExpiresAt: (loginAt) => (loginAt + SESSION_MS) as EpochMs,
  optionIndexOf: (name) => INDEX_SYMBOLS.find((symbol) => name.startsWith(`${symbol}:`) && !name.endsWith(':FUT')),
}
