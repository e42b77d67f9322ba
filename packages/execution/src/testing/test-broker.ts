import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { dailyTokenExpiry } from '@strikewise/domain/time/token-life.ts'
import type { BrokerProfile } from '../broker-profile.ts'
import { DEFAULT_CONFIG, type ExecutionConfig } from '../config.ts'

/** The broker of the core's own tests. Its tokens end at six in the morning. */
export const TEST_BROKER: BrokerProfile = {
  names: { broker: 'the broker', portal: 'the broker’s app' },
  immediateOrCancel: true,
  brokerage: 2_000 as Paise,
  orderLimits: {
    perSecond: 10,
    perMinute: 400,
    perDay: 5_000,
    modifications: 25,
    cautious: { perMinute: 200, perDay: 3_000 },
  },
  tokenExpiresAt: dailyTokenExpiry(6 * 60),
  optionIndexOf: (tradingsymbol) =>
    /^(NIFTY|BANKNIFTY).*(?:CE|PE)$/.exec(tradingsymbol)?.[1] as IndexSymbol | undefined,
}

export const TEST_CONFIG: ExecutionConfig = { ...DEFAULT_CONFIG, broker: TEST_BROKER }
