import { pause } from './pause.ts'

export interface PollingLoop {
  /** Ends the pause: `work` runs at once, or once more when a run is under way, however often it is called meanwhile. */
  wake(): void
  /** Begins no further run and waits for the one under way, whose signal is aborted. */
  close(): Promise<void>
}

/**
 * Runs `work` at once (after `firstMs` where that is given) and again `everyMs` after it ended, one run at a time, until
 * closed. Times are real milliseconds. `work` handles its own errors: one that rejects ends the loop, unhandled.
 */
export function startPollingLoop(
  everyMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  firstMs = 0,
): PollingLoop {
  const closing = new AbortController()
  let wakeUp = new AbortController()
  const rest = async (ms: number) => {
    // A call that came during the run has aborted the signal already: then there is no pause.
    await pause(ms, wakeUp.signal)
    wakeUp = new AbortController()
  }
  const run = async () => {
    if (firstMs > 0) await rest(firstMs)
    while (!closing.signal.aborted) {
      await work(closing.signal)
      if (!closing.signal.aborted) await rest(everyMs)
    }
  }
  const done = run()
  return {
    wake: () => wakeUp.abort(),
    async close() {
      closing.abort()
      wakeUp.abort()
      await done
    },
  }
}
