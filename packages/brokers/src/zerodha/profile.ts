import { dailyTokenExpiry } from '@strikewise/domain/time/token-life.ts'
import type { BrokerProfile } from '@strikewise/execution/broker-profile.ts'
import { kiteOptionIndex } from './option-names.ts'
import { TOKEN_ENDS_AT, ZERODHA_PORTAL } from './portal.ts'

export const ZERODHA_PROFILE: BrokerProfile = {
  names: ZERODHA_PORTAL.names,
  immediateOrCancel: true,
  brokerage: ZERODHA_PORTAL.brokerage,
  // Fact sheet §5; a day's orders by the reliability guide (I14). Older sources name the lower ones.
  orderLimits: {
    perSecond: 10,
    perMinute: 400,
    perDay: 5_000,
    modifications: 25,
    cautious: { perMinute: 200, perDay: 3_000 },
  },
  // Fact sheet §3.2. It may end sooner: a login between about 05:20 and 06:35 can be cut, and so can one replaced by a new one.
  tokenExpiresAt: dailyTokenExpiry(TOKEN_ENDS_AT),
  optionIndexOf: kiteOptionIndex,
}
