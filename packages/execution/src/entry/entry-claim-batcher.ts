// @invariant batch-isolation In a batch of claims an account can only fail itself.
import type { HighWaterMarks } from '../high-water-marks.ts'
import type { AccountId, Ports } from '../ports.ts'
import { claimEntry, claimEntries, type EntryClaim, type EntryClaimRequest } from './claim-entry.ts'

interface QueuedClaim {
  readonly candidate: EntryClaimRequest
  readonly resolve: (claim: EntryClaim | Promise<EntryClaim>) => void
  readonly reject: (why: unknown) => void
}

/** Accounts in one transaction. */
const BATCH_SIZE = 100
/** Batches under way at once. */
const BATCHES_AT_ONCE = 4

/**
 * Where the accounts of one executor claim their entries together: one transaction for up to a hundred of them costs
 * little more than one for a single account, whatever shards they are of: each is claimed under its own epoch. A batch starts when it is full, or else once everyone woken by the same
 * decision has had a turn; while four are under way the next one gathers. An account can only fail itself: those that the
 * batch leaves out, and everyone whose batch failed before its commit, claims alone. A commit that ends unknown is
 * unknown to all of its batch.
 */
export class EntryClaimBatcher {
  readonly #ports: Ports
  readonly #highWaterMarks: HighWaterMarks
  #waiting: QueuedClaim[] = []
  #underWay = 0
  #batchScheduled = false

  constructor(ports: Ports, highWaterMarks: HighWaterMarks) {
    this.#ports = ports
    this.#highWaterMarks = highWaterMarks
  }

  /**
   * What came of a candidate, committed. An account claims one entry at a time. `alone`: in a transaction of its own, now.
   * Rejects when the store fails or ends unknown; StaleEpoch when another executor has the account.
   */
  claim(candidate: EntryClaimRequest, alone: boolean): Promise<EntryClaim> {
    const { account } = candidate.context
    // One that waits still is of an earlier lease of the account's shard.
    const isWaiting = this.#waiting.some((one) => one.candidate.context.account === account)
    if (alone || isWaiting) return claimEntry(this.#ports, candidate)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ candidate, resolve, reject })
      this.#highWaterMarks.record('claims_waiting', this.#waiting.length)
      if (this.#waiting.length >= BATCH_SIZE) this.#start()
      else this.#scheduleBatch()
    })
  }

  /** Gives the others of the same moment their turn, then starts with those present. */
  #scheduleBatch(): void {
    if (this.#batchScheduled) return
    this.#batchScheduled = true
    void this.#ports.clock.sleep(0).then(() => {
      this.#batchScheduled = false
      this.#start()
    })
  }

  #start(): void {
    while (this.#waiting.length > 0 && this.#underWay < BATCHES_AT_ONCE) {
      this.#underWay += 1
      void this.#run(this.#waiting.splice(0, BATCH_SIZE)).finally(() => {
        this.#underWay -= 1
        this.#start()
      })
    }
  }

  /** Settles everyone of the batch, or hands them on to a transaction of their own. Never rejects. */
  async #run(batch: readonly QueuedClaim[]): Promise<void> {
    const alone = ({ candidate, resolve }: QueuedClaim) => resolve(claimEntry(this.#ports, candidate))
    if (batch.length === 1) {
      alone(batch[0]!)
      return
    }
    let claims: ReadonlyMap<AccountId, EntryClaim> | undefined
    try {
      const candidates = batch.map(({ candidate }) => candidate)
      await this.#ports.store.transaction(async (t) => {
        claims = await claimEntries(this.#ports, t, candidates)
      }, 'entries')
    } catch (error) {
      // Once the claims were there the commit was under way, and may have happened. Before it, nothing was written.
      for (const one of batch)
        if (claims === undefined) alone(one)
        else one.reject(error)
      return
    }
    for (const one of batch) {
      const claim = claims?.get(one.candidate.context.account)
      if (claim === undefined) alone(one)
      else one.resolve(claim)
    }
  }
}
