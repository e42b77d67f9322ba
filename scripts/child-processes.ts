import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Processes this one has started and that have not ended, oldest first. */
const running = new Set<ChildProcess>()
let handled = false

/** Registers a child process until it ends, so that `stopChildren` includes it. Returns the same child. */
export function trackChildProcess(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  child.once('error', () => running.delete(child))
  return child
}

/** Long enough for a task that has programs of its own to stop. */
const GRACE_MS = 60_000

/** Ends every child that still runs, ready or only starting, as `stopChild` does. Resolves when all have ended. */
export async function stopChildren(graceMs = GRACE_MS): Promise<void> {
  while (running.size > 0) await Promise.all([...running].map((child) => stopChild(child, graceMs)))
}

/** Ends a child: SIGTERM, and SIGKILL when it is still there after `graceMs`. Resolves when it has ended. */
export async function stopChild(child: ChildProcess, graceMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    running.delete(child)
    return
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await ended
  clearTimeout(timer)
}

/**
 * On SIGINT, SIGTERM, SIGHUP, or when the process that started this one is gone, ends the children and then this process,
 * with `status` or, without one, 128 plus the signal's number. The first caller decides how; a second signal does not interrupt it.
 */
export function shutdownOnSignals(stop: () => Promise<void> = stopChildren, status?: number): void {
  if (handled) return
  handled = true
  let ending = false
  const end = (code: number) => {
    if (ending) return
    ending = true
    void stop().finally(() => process.exit(status ?? code))
  }
  for (const signal of SIGNALS) process.on(signal, () => end(128 + constants.signals[signal]))
  // launch.mjs holds the other end of this channel: it closes however launch.mjs ends, kill -9 included.
  if (!process.connected) return
  process.once('disconnect', () => end(1))
  // A listener keeps the channel, and so this process, alive: a task that has done its work would never end.
  process.channel?.unref()
}
