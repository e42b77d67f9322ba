import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs `work` at once and again `everyMs` real milliseconds after it ended, until closed; closing waits for a run under way,
 * whose signal is aborted. `work` handles its own errors: one that rejects ends the repetition, unhandled.
 */
export function startPollingLoop(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
): { close(): Promise<void> } {
  const ended = new AbortController()
  const run = async () => {
    while (!ended.signal.aborted) {
      await work(ended.signal)
      await delay(everyMs, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  }
  const done = run()
  return {
    async close() {
      ended.abort()
      await done
    },
  }
}
