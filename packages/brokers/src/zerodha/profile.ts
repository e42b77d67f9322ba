import type { BrokerProfile } from '@strikewise/execution/broker-profile.ts'
import { ZERODHA_PORTAL } from './portal.ts'

export const ZERODHA_PROFILE: BrokerProfile = {
  names: ZERODHA_PORTAL.names,
  immediateOrCancel: true,
}
