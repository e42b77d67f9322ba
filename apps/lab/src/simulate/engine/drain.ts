import { setFlagsFromString } from 'node:v8'

/**
 * Runs every microtask that is due, and those they cause, before it returns. The engine's native checkpoint: it does
 * nothing while microtasks are being run already, so the loop that calls it must come from a timer, not from an `await`.
 */
export const drain: () => void = (() => {
  setFlagsFromString('--allow-natives-syntax')
  // The text is ours and fixed; the syntax is allowed for this one compilation only.
  // oxlint-disable-next-line no-new-func, no-implied-eval
  const checkpoint = new Function('%PerformMicrotaskCheckpoint()') as () => void
  // Compiled lazily: once before the syntax is forbidden again.
  checkpoint()
  setFlagsFromString('--no-allow-natives-syntax')
  return checkpoint
})()
