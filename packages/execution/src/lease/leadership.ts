import type { Lease } from '../ports.ts'
import type { EntryClaimBatcher } from '../entry/entry-claim-batcher.ts'
import type { EntryThrottle } from '../entry/entry-throttle.ts'
import type { HighWaterMarks } from '../high-water-marks.ts'
import type { WritingBatcher } from '../persist/writing-batcher.ts'

/**
 * What all actors of one process share, whatever shards they are of: connections to the store and sockets to the broker
 * are the process's, and 64 shards must not have 64 times as many.
 */
export interface SharedByActors {
  readonly entryClaims: EntryClaimBatcher
  readonly throttle: EntryThrottle
  readonly writings: WritingBatcher
  readonly highWaterMarks: HighWaterMarks
}

/** What the actors of one shard share while its lease is held. Only entries meet in it. */
export interface Leadership extends SharedByActors {
  readonly lease: Lease
}
