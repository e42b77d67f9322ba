// @invariant batch-isolation
import type { HighWaterMarks } from '../high-water-marks.ts'
import { AccountBatcher, BATCH_SIZE } from '../persist/account-batcher.ts'
import type { Ports } from '../ports.ts'
import { claimEntry, claimEntries, type EntryClaim, type EntryClaimRequest } from './claim-entry.ts'

/**
 * Where the accounts of one executor claim their entries together, whatever shards they are of: each is claimed under its own
 * epoch. A batch starts when it is full, or else once everyone woken by the same decision has had a turn.
 */
export class EntryClaimBatcher {
  readonly #ports: Ports
  readonly #highWaterMarks: HighWaterMarks
  readonly #batches: AccountBatcher<EntryClaimRequest, EntryClaim>
  #batchScheduled = false

  constructor(ports: Ports, highWaterMarks: HighWaterMarks) {
    this.#ports = ports
    this.#highWaterMarks = highWaterMarks
    this.#batches = new AccountBatcher(ports.store, {
      account: ({ context }) => context.account,
      together: (t, candidates) => claimEntries(ports, t, candidates),
      alone: (candidate) => claimEntry(ports, candidate),
      lane: 'entries',
      isSoleAlone: true,
    })
  }

  /**
   * What came of a candidate, committed. An account claims one entry at a time. `alone`: in a transaction of its own, now.
   * Rejects when the store fails or ends unknown; StaleEpoch when another executor has the account.
   */
  claim(candidate: EntryClaimRequest, alone: boolean): Promise<EntryClaim> {
    // One that waits still is of an earlier lease of the account's shard.
    if (alone || this.#batches.isWaiting(candidate.context.account)) return claimEntry(this.#ports, candidate)
    const claim = this.#batches.add(candidate)
    this.#highWaterMarks.record('claims_waiting', this.#batches.waiting)
    if (this.#batches.waiting >= BATCH_SIZE) this.#batches.start()
    else this.#scheduleBatch()
    return claim
  }

  /** Gives the others of the same moment their turn, then starts with those present. */
  #scheduleBatch(): void {
    if (this.#batchScheduled) return
    this.#batchScheduled = true
    void this.#ports.clock.sleep(0).then(() => {
      this.#batchScheduled = false
      this.#batches.start()
    })
  }
}
