import { defineBroker } from '../broker-definition.ts'
import { KiteBroker } from './kite-broker.ts'
import { ZERODHA_LOGIN } from './login.ts'
import { ZERODHA_MARKET } from './market.ts'
import { zerodhaOrderPage } from './order-page.ts'
import { ZERODHA_PORTAL } from './portal.ts'
import { ZERODHA_PROFILE } from './profile.ts'

/** Zerodha, through Kite Connect v3. */
export const ZERODHA = defineBroker({
  id: 'zerodha',
  profile: ZERODHA_PROFILE,
  portal: ZERODHA_PORTAL,
  login: ZERODHA_LOGIN,
  orders: {
    // Fact sheet §6.2.
    reference: { kind: 'tag', maxLength: 20, letters: /^[A-Za-z0-9]+$/ },
    stops: ['SL'],
  },
  market: ZERODHA_MARKET,
  orderPage: zerodhaOrderPage,
  sandboxUrls: (url) => ({
    apiUrl: `${url}/kite`,
    tickerUrl: `${url.replace(/^http/, 'ws')}/ticker`,
    loginUrl: `${url}/connect/login`,
  }),
  openAccount: (options) => new KiteBroker(options),
})
