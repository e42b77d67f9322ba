import type { LeasePort, Membership, ShardListener } from '@strikewise/execution/ports.ts'
import type { Bus } from '../bus/bus.ts'

/** The subject of the hint that shards have come free, or an executor has left. */
export const EXECUTORS = 'executors'

/**
 * Notifies the other executors when this one leaves, and when it has released shards: they take them in the next moment. Without
 * the hint they find the first within a renewal, and ask for the second twice a second.
 */
export function notifyingOthers(lease: LeasePort, bus: Pick<Bus, 'publish'>): LeasePort {
  let isDue = false
  // The shards of one moment are released in one statement, and hinted at once.
  const notify = () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      bus.publish(EXECUTORS, null)
    })
  }
  const notifyingOfReleases = (listener: ShardListener): ShardListener => ({
    failed: () => listener.failed(),
    took: (leases) =>
      listener.took(
        new Map([...leases].map(([shard, one]) => [shard, { ...one, release: () => one.release().finally(notify) }])),
      ),
  })
  return {
    join(listener): Membership {
      const membership = lease.join(notifyingOfReleases(listener))
      return {
        leave: () => membership.leave().finally(notify),
        recheck: () => membership.recheck(),
      }
    },
  }
}
