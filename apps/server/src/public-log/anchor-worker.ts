// @invariant record-anchored The newest root of the public record is sent to each configured address outside once.
import { startPollingLoop } from '@strikewise/concurrency/polling-loop.ts'
import type { Kysely } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Logger } from '../logging/logger.ts'
import type { Database } from '../store/database.ts'
import { mailNewest } from './mail-anchor.ts'
import { isTimeStampAuthority } from './time-stamp-authorities.ts'
import { stampNewest } from './time-stamp-anchor.ts'

const INTERVAL_MS = 60_000
/** Longest pause of an anchor that fails, in intervals. */
const MAX_PAUSE = 60

interface AnchorWorker {
  readonly db: Kysely<Database>
  /** `mailto:` addresses and addresses of time-stamp authorities. */
  readonly anchors: readonly string[]
  /** Files with the certificates (PEM) that time stamps must lead to; of a sandbox their address. */
  readonly certificates: readonly string[]
  readonly bus: Pick<Bus, 'publish'>
  readonly logger: Pick<Logger, 'error' | 'info'>
  /** Pause between two attempts and limit of a request to an authority, in real milliseconds. */
  readonly intervalMs?: number
  readonly timeoutMs?: number
}

/**
 * Sends each new root to the addresses outside, now and every minute until closed. Each has a loop of its own, so that one
 * that fails or hangs does not delay the others; it is tried again after 1, 2, 4, … and at most 60 intervals.
 */
export function startAnchorWorker(parts: AnchorWorker): { close(): Promise<void> } {
  const loops = parts.anchors.map((anchor) => startAnchor(anchor, parts))
  return {
    async close() {
      await Promise.all(loops.map((loop) => loop.close()))
    },
  }
}

function startAnchor(anchor: string, parts: AnchorWorker) {
  let failures = 0
  let pause = 0
  return startPollingLoop(parts.intervalMs ?? INTERVAL_MS, async (signal) => {
    if (pause > 0) {
      pause -= 1
      return
    }
    try {
      if (await sendNewest(anchor, parts, signal)) parts.logger.info({ anchor }, 'record anchored')
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      pause = Math.min(2 ** failures, MAX_PAUSE) - 1
      failures += 1
      parts.logger.error({ anchor, failures, err: error }, 'the record could not be anchored; trying again')
    }
  })
}

async function sendNewest(anchor: string, parts: AnchorWorker, signal: AbortSignal): Promise<boolean> {
  if (isTimeStampAuthority(anchor)) return stampNewest(anchor, { ...parts, signal })
  const isQueued = await mailNewest(parts.db, anchor)
  if (isQueued) parts.bus.publish('outbox', null)
  return isQueued
}
