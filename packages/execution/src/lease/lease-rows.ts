/** What a renewal showed. */
export interface Renewal {
  /** The leases that are still the holder's, now extended. */
  readonly held: ReadonlySet<string>
  /** Every executor that has announced itself and is live, the holder itself perhaps too. */
  readonly executors: readonly LiveExecutor[]
}

export interface LiveExecutor {
  /** As holder of leases. */
  readonly holder: string
  /** After how many milliseconds it counts as gone unless it renews. */
  readonly leftMs: number
}

/** The leases as the store keeps them, one row a name, by its own clock. A call rejects when the store cannot be asked. */
export interface LeaseRows {
  /**
   * Takes those of the leases for `leaseMs` that are free, have expired, or whose holder is known to have ended. Returns
   * the new epoch of each that was taken.
   */
  take(names: readonly string[], holder: string, leaseMs: number): Promise<ReadonlyMap<string, number>>
  /** Extends those of the leases that are still `holder`'s by `leaseMs` from the store's present, in one statement. */
  renew(names: readonly string[], holder: string, leaseMs: number): Promise<Renewal>
  /**
   * Ends those of the leases now that are still `holder`'s under the given epoch. They are no holder's from then on: a renewal
   * that was asked before and arrives later extends none of them.
   */
  release(epochs: ReadonlyMap<string, number>, holder: string): Promise<void>
}

/** How the names of executors' announcements begin. */
export const ANNOUNCEMENTS = 'executor/'

/** An executor announces itself by a lease of its own. */
export function announcementOf(holder: string): string {
  return `${ANNOUNCEMENTS}${holder}`
}

/** Whether the name is that of an executor's announcement. */
export function isAnnouncement(name: string): boolean {
  return name.startsWith(ANNOUNCEMENTS)
}
