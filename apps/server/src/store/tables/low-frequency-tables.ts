import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'

/** What the agents read that comes once a day. A row is written once and stands. */
export interface LowFrequencyTables {
  /** Crore rupees, bought less sold. */
  flow_cash: { day: IstDate; fii_net: number | null; dii_net: number | null; published_at: EpochMs }
  /** Contracts of index futures held by foreign institutions. */
  flow_positions: { day: IstDate; future_long: number; future_short: number; published_at: EpochMs }
  /** At-the-money volatility at 15:00, as a fraction. */
  daily_volatility: { symbol: IndexSymbol; day: IstDate; sigma: number; taken_at: EpochMs }
}
