import type { Lease } from '../ports.ts'
import type { EntryClaimBatcher } from '../entry/entry-claim-batcher.ts'
import type { EntryThrottle } from '../entry/entry-throttle.ts'
import type { HighWaterMarks } from '../high-water-marks.ts'

/** What the actors of one executor share while it holds one lease. Only entries meet in it. */
export interface Leadership {
  readonly lease: Lease
  readonly entryClaims: EntryClaimBatcher
  readonly throttle: EntryThrottle
  readonly highWaterMarks: HighWaterMarks
}
