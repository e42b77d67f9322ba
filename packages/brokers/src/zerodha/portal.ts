import type { BrokerPortal } from '../broker-portal.ts'

export const ZERODHA_PORTAL: BrokerPortal = {
  names: { broker: 'Zerodha', portal: 'Kite' },
  api: 'Kite Connect',
  console: { name: 'Kite developer console', url: 'https://developers.kite.trade' },
}
