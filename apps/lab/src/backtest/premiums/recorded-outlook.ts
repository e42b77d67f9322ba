import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { BANK_RATIO, sessionVariance, type VarianceOutlook } from '@strikewise/exchange/prices/volatility-surface.ts'
import { PREMIUM_PARAMETERS, type PremiumParameters } from './premium-parameters.ts'

/** Index contracts settled at the mean of the index's last half hour until the closing auction replaced it. */
const AVERAGED_MINUTES = 30

/** What options of a recorded day expect of the sessions after it: see `PremiumParameters`. The premium is in the level. */
export function recordedOutlook(
  symbol: IndexSymbol,
  session: Pick<Session, 'indexUntil' | 'closesAt'>,
  parameters: PremiumParameters = PREMIUM_PARAMETERS,
): VarianceOutlook {
  const { memory, longRun, nightShare, smile } = parameters
  return {
    squareAhead: (square, sessions) => longRun[symbol] + (square - longRun[symbol]) * memory ** sessions,
    bankRatio: BANK_RATIO,
    night: (sessionVariance(1) * nightShare) / (1 - nightShare),
    premium: 0,
    averagedMinutes: session.indexUntil < session.closesAt ? 0 : AVERAGED_MINUTES,
    smile,
  }
}
