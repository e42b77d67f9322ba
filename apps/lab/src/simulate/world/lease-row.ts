import type { Lease } from '@strikewise/execution/ports.ts'
import type { Owner, VirtualTime } from '../engine/virtual-time.ts'

const LEASE_MS = 10_000
const RENEW_MS = 2_500
const RETRY_MS = 1_000

interface Holder extends Owner {
  readonly name: string
  readonly closingAt: number
}

/** The row in the store that says who leads: taken when it has run out, renewed while its holder lives and reaches it. */
export class LeaseRow {
  readonly #time: VirtualTime
  readonly #isReachable: () => boolean
  epoch = 0
  #holder: Holder | undefined
  /** Who gave it back of their own will, and when. */
  readonly releases: { readonly holder: Holder; readonly at: number }[] = []
  #expiresAt = 0

  constructor(time: VirtualTime, isReachable: () => boolean) {
    this.#time = time
    this.#isReachable = isReachable
  }

  /** Who holds it and may place. */
  get holder(): Holder | undefined {
    return this.#time.now < this.#expiresAt ? this.#holder : undefined
  }

  /** Resolves when the lease is the owner's; never when it dies before, rejects when aborted. */
  hold(owner: Holder, signal: AbortSignal): Promise<Lease> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        if (signal.aborted) {
          reject(signal.reason as Error)
          return
        }
        const isFree = this.#holder === undefined || this.#holder.dead || this.#time.now >= this.#expiresAt
        if (this.#isReachable() && isFree) resolve(this.#take(owner))
        else this.#time.after(RETRY_MS, attempt, owner)
      }
      attempt()
    })
  }

  #take(owner: Holder): Lease {
    const time = this.#time
    this.epoch += 1
    this.#holder = owner
    this.#expiresAt = time.now + LEASE_MS
    let heldUntil = this.#expiresAt
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
    const { epoch } = this
    let passed = false
    const pass = () => {
      passed = true
      lose()
    }
    const renew = () => {
      if (passed) return
      // A store that is away says nothing: the lease may run out, but nobody else can take it meanwhile.
      if (this.#isReachable()) {
        const isOurs = this.#holder === owner && this.epoch === epoch
        if (!isOurs) {
          pass()
          return
        }
        this.#expiresAt = time.now + LEASE_MS
        heldUntil = this.#expiresAt
      }
      time.after(RENEW_MS, renew, owner)
    }
    time.after(RENEW_MS, renew, owner)
    return {
      epoch,
      held: () => !passed && time.now < heldUntil,
      mayChange: () => !passed,
      lost,
      release: async () => {
        pass()
        if (this.#holder !== owner || this.epoch !== epoch) return
        this.#holder = undefined
        this.releases.push({ holder: owner, at: time.now })
      },
    }
  }
}
