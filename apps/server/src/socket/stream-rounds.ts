import type { StreamTimers } from '../http/stream-timers.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'
import { frameOf } from './stream-channel.ts'
import type { StreamConnection } from './stream-connection.ts'
import { PACE_MS, type StreamGroups } from './stream-groups.ts'

/** One publication of the market is several messages: what comes within is one frame. */
const MERGE_MS = 10
/** A page that gets nothing for longer than two heartbeats takes the stream for broken. */
const HEARTBEAT_MS = 5000
/** A user's record is read again this often without a hint. */
const RECHECK_MS = 60_000

type RoundDependencies = Pick<WebDependencies, 'bus' | 'clock' | 'logger'> & { readonly streamTimers: StreamTimers }

interface ServedConnections {
  readonly all: () => Iterable<StreamConnection>
  readonly recheck: (connection: StreamConnection, isHinted: boolean) => Promise<void>
}

export interface StreamRounds {
  /** A shared topic may have another value. */
  changed(): void
  close(): void
}

/**
 * Brings all connections up to date in one pass: as soon as a topic that was quiet changes, and for one that was sent less
 * than its pace ago when that is over. A pass without news of the market is made four times a second, for what changes by
 * time alone: delayed plans, how the trades stand, heartbeats, and listeners that were too slow.
 */
export function startRounds(
  { bus, clock, logger, streamTimers: timers }: RoundDependencies,
  groups: StreamGroups,
  connections: ServedConnections,
): StreamRounds {
  const startedAt = timers.now()
  let servedAt = startedAt
  let standingAt = startedAt
  let [heartbeats, rechecks] = [0, 0]
  let hasChanged = false
  let dueAt = Number.POSITIVE_INFINITY
  let cancel = () => {}

  const schedule = (at: number) => {
    if (at >= dueAt) return
    cancel()
    dueAt = at
    cancel = timers.after(Math.max(0, at - timers.now()), round)
  }
  const round = () => {
    dueAt = Number.POSITIVE_INFINITY
    const now = timers.now()
    const { isNew, pacedUntil } = groups.advance(now)
    if (isNew || now - servedAt >= PACE_MS) serve(now)
    schedule(servedAt + PACE_MS)
    // A topic that was not read for its pace may have changed as well.
    hasChanged &&= pacedUntil !== undefined
    if (hasChanged && pacedUntil !== undefined) schedule(pacedUntil)
  }
  const serve = (now: number) => {
    servedAt = now
    const elapsed = now - startedAt
    const isBeat = Math.floor(elapsed / HEARTBEAT_MS) > heartbeats
    const isRecheck = Math.floor(elapsed / RECHECK_MS) > rechecks
    if (isBeat) heartbeats = Math.floor(elapsed / HEARTBEAT_MS)
    if (isRecheck) rechecks = Math.floor(elapsed / RECHECK_MS)
    const hasStanding = now - standingAt >= PACE_MS
    if (hasStanding) standingAt = now
    const reading = { now: clock.now(), speed: clock.running() ? clock.speed() : 0 }
    const heartbeat = isBeat ? frameOf([JSON.stringify({ clock: reading })]) : undefined
    for (const connection of connections.all()) {
      try {
        connection.round({ heartbeat, hasStanding })
        if (isRecheck) void connections.recheck(connection, false)
      } catch (error) {
        // One connection must not end those of all others.
        logger.error({ err: error, user: connection.owner.userId }, 'a connection of the stream could not be served')
      }
    }
  }
  const changed = () => {
    hasChanged = true
    schedule(timers.now() + MERGE_MS)
  }
  schedule(startedAt + PACE_MS)
  const unsubscribe = [bus.subscribe('snapshot.*', changed), bus.subscribe('decision', changed)]
  return {
    changed,
    close() {
      for (const end of unsubscribe) end()
      cancel()
      dueAt = Number.NEGATIVE_INFINITY
    },
  }
}
