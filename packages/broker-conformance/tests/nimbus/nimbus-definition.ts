import { defineBroker } from '@strikewise/brokers/broker-definition.ts'
import { NimbusBroker } from './nimbus-broker.ts'
import { NIMBUS_LOGIN } from './nimbus-login.ts'
import { NIMBUS_PORTAL, NIMBUS_PROFILE } from './nimbus-profile.ts'

const noMarketData = () => {
  throw new Error('the broker serves no market data')
}

/** A broker that does not exist, with other answers than the product's: nothing of the product knows it. */
export const NIMBUS = defineBroker({
  id: 'nimbus',
  profile: NIMBUS_PROFILE,
  portal: NIMBUS_PORTAL,
  login: NIMBUS_LOGIN,
  orders: {
    reference: { kind: 'client_order_id', maxLength: 36, letters: /^[a-z0-9-]+$/ },
    stops: ['SL'],
  },
  market: { historyCallsPerSecond: 1, openReader: noMarketData, openFeed: noMarketData },
  orderPage: undefined,
  sandboxUrls: undefined,
  openAccount: (options) => new NimbusBroker(options),
})
