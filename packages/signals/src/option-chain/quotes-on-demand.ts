import type { IstDate } from '@strikewise/domain/time/ist.ts'

/** A market that works a contract's quote out when it is read. */
export interface QuotesOnDemand {
  /** Brings the calls and puts of strikes number `low` to `high` of an expiry, ascending, up to date in the quote table. */
  quoteStrikes(expiry: IstDate, low: number, high: number): void
}
