import { setImmediate } from 'node:timers/promises'

/** How long one slice of long work may hold the event loop, in ms. The market ticks every 500 ms at speed 1. */
const SLICE_MS = 5

/** A pause between slices of long work: lets timers, ticks and other calls run once 5 ms have been worked since the last. */
export function betweenSlices(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < SLICE_MS) return
    await setImmediate()
    since = now()
  }
}
