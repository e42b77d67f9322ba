// @invariant batch-isolation In a batch of claims an account can only fail itself.
import type { Levels } from '../levels.ts'
import type { AccountId, Lease, Ports } from '../ports.ts'
import { claimEntry, claimFree, type EntryClaim, type EntryWish } from './entry.ts'

interface Waiting {
  readonly wish: EntryWish
  readonly resolve: (claim: EntryClaim | Promise<EntryClaim>) => void
  readonly reject: (why: unknown) => void
}

/** Accounts in one transaction. */
const BATCH_SIZE = 100
/** Batches under way at once. */
const BATCHES_AT_ONCE = 4

/**
 * Where the accounts of one executor claim their entries together: one transaction for up to a hundred of them costs
 * little more than one for a single account. A batch starts when it is full, or else once everyone woken by the same
 * decision has had a turn; while four are under way the next one gathers. An account can only fail itself: whoever the
 * batch leaves out, and everyone whose batch failed before its commit, claims alone. A commit that ends unknown is
 * unknown to all of its batch.
 */
export class ClaimDesk {
  readonly #ports: Ports
  readonly #lease: Lease
  readonly #levels: Levels
  #waiting: Waiting[] = []
  #underWay = 0
  #gathering = false

  constructor(ports: Ports, lease: Lease, levels: Levels) {
    this.#ports = ports
    this.#lease = lease
    this.#levels = levels
  }

  /**
   * What came of a wish, committed. An account claims one entry at a time. `alone`: in a transaction of its own, now.
   * Rejects when the store fails or ends unknown; StaleEpoch when another executor has the account.
   */
  claim(wish: EntryWish, alone: boolean): Promise<EntryClaim> {
    if (alone) return claimEntry(this.#ports, wish)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ wish, resolve, reject })
      this.#levels.reached('claims_waiting', this.#waiting.length)
      if (this.#waiting.length >= BATCH_SIZE) this.#start()
      else this.#gather()
    })
  }

  /** Gives the others of the same moment their turn, then starts with whoever is there. */
  #gather(): void {
    if (this.#gathering) return
    this.#gathering = true
    void this.#ports.clock.sleep(0).then(() => {
      this.#gathering = false
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
  async #run(batch: readonly Waiting[]): Promise<void> {
    const alone = ({ wish, resolve }: Waiting) => resolve(claimEntry(this.#ports, wish))
    if (batch.length === 1) {
      alone(batch[0]!)
      return
    }
    let claims: ReadonlyMap<AccountId, EntryClaim> | undefined
    try {
      const wishes = batch.map(({ wish }) => wish)
      await this.#ports.store.tx(async (t) => {
        claims = await claimFree(this.#ports, t, this.#lease.epoch, wishes)
      }, 'entries')
    } catch (error) {
      // Once the claims were there the commit was under way, and may have happened. Before it, nothing was written.
      for (const one of batch)
        if (claims === undefined) alone(one)
        else one.reject(error)
      return
    }
    for (const one of batch) {
      const claim = claims?.get(one.wish.context.account)
      if (claim === undefined) alone(one)
      else one.resolve(claim)
    }
  }
}
