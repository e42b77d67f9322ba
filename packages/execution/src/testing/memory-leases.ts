import { isAnnouncement, type LeaseRows, type LiveExecutor } from '../lease/lease-rows.ts'

interface Row {
  readonly holder: string
  readonly epoch: number
  readonly expiresAt: number
}

/** Of a lease that was released. */
const NO_HOLDER = ''

/** The leases of a store in memory, by the given clock of the store. */
export class MemoryLeases {
  readonly #now: () => number
  readonly #rows = new Map<string, Row>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Who holds the lease, until it expires or is released. */
  holderOf(name: string): string | undefined {
    const row = this.#rows.get(name)
    return row !== undefined && this.#isOver(row) ? undefined : row?.holder
  }

  /** Who was granted the lease last, and has not released it. */
  lastHolderOf(name: string): string | undefined {
    return this.#rows.get(name)?.holder || undefined
  }

  /** The rows as a holder reaches them. Each call is carried out at once. */
  rowsFor(hasEnded: (holder: string) => boolean = () => false): LeaseRows {
    return {
      take: async (names, holder, leaseMs) => this.#take(names, holder, leaseMs, hasEnded),
      renew: async (names, holder, leaseMs) => {
        const held = new Set(names.filter((name) => this.#rows.get(name)?.holder === holder))
        for (const name of held) this.#rows.set(name, { ...this.#rows.get(name)!, expiresAt: this.#now() + leaseMs })
        return { held, executors: this.#executors(hasEnded) }
      },
      release: async (epochs, holder) => {
        for (const [name, epoch] of epochs) {
          const row = this.#rows.get(name)
          if (row?.holder !== holder || row.epoch !== epoch) continue
          // A renewal that was asked before may arrive after this.
          this.#rows.set(name, { epoch, holder: NO_HOLDER, expiresAt: this.#now() })
        }
      },
    }
  }

  #take(
    names: readonly string[],
    holder: string,
    leaseMs: number,
    hasEnded: (holder: string) => boolean,
  ): ReadonlyMap<string, number> {
    const taken = new Map<string, number>()
    for (const name of names) {
      const row = this.#rows.get(name)
      if (row !== undefined && !this.#isOver(row) && !hasEnded(row.holder)) continue
      const epoch = (row?.epoch ?? 0) + 1
      this.#rows.set(name, { holder, epoch, expiresAt: this.#now() + leaseMs })
      taken.set(name, epoch)
    }
    return taken
  }

  #executors(hasEnded: (holder: string) => boolean): readonly LiveExecutor[] {
    return [...this.#rows]
      .filter(([name, row]) => isAnnouncement(name) && !this.#isOver(row) && !hasEnded(row.holder))
      .map(([, { holder, expiresAt }]) => ({ holder, leftMs: expiresAt - this.#now() }))
  }

  #isOver({ expiresAt }: Row): boolean {
    return this.#now() >= expiresAt
  }
}
