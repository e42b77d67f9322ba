import type { BrokerPortal } from '@strikewise/brokers/broker-portal.ts'
import type { BrokerProfile } from '@strikewise/execution/broker-profile.ts'

export const NIMBUS_PORTAL: BrokerPortal = {
  names: { broker: 'Nimbus', portal: 'Nimbus Desk' },
  api: 'Nimbus API',
  console: { name: 'Nimbus developers', url: 'https://developers.nimbus.example' },
}

export const NIMBUS_PROFILE: BrokerProfile = {
  names: NIMBUS_PORTAL.names,
  immediateOrCancel: false,
}
