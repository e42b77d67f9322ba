import type { BrokerDefinition } from '@strikewise/brokers/broker-definition.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { NimbusBroker } from './nimbus-broker.ts'
import { NIMBUS_PORTAL, NIMBUS_PROFILE } from './nimbus-profile.ts'

const noMarketData = () => {
  throw new Error('the broker serves no market data')
}

/** A broker that does not exist, with other answers than the product's: nothing of the product knows it. */
export const NIMBUS: BrokerDefinition = {
  id: 'nimbus',
  profile: NIMBUS_PROFILE,
  portal: NIMBUS_PORTAL,
  login: {
    pageUrl: (loginUrl, apiKey, state) => `${loginUrl}?${new URLSearchParams({ app: apiKey, state }).toString()}`,
    parseRedirect(address) {
      const url = URL.parse(address)
      const code = url?.searchParams.get('code')
      if (code == null) return { ok: false, failed: url?.searchParams.has('denied') === true }
      return { ok: true, requestToken: new Secret(code), state: url!.searchParams.get('state') }
    },
    openSession: async () => ({ ok: false, code: 'unavailable', message: 'the login is not part of these cases' }),
  },
  orders: {
    reference: { kind: 'client_order_id', maxLength: 36, letters: /^[a-z0-9-]+$/ },
    stops: ['SL'],
  },
  market: { historyCallsPerSecond: 1, openReader: noMarketData, openFeed: noMarketData },
  sandboxUrls: undefined,
  openAccount: (options) => new NimbusBroker(options),
}
