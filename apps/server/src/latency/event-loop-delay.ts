import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How often a thread is woken to measure: a tenth of the bound on its delay. At 20 ms four idle threads cost twice as much. */
export const EVENT_LOOP_RESOLUTION_MS = 50
/** Readings that a figure covers: a minute at one in 5 s. */
const READINGS = 12

/** By how much this thread's timers were late. */
export class EventLoopDelay {
  readonly #monitor = monitorEventLoopDelay({ resolution: EVENT_LOOP_RESOLUTION_MS })
  #readings: number[] = []

  constructor() {
    this.#monitor.enable()
  }

  /** Takes a reading. Returns the largest 99th percentile, in milliseconds, of the last twelve; null before the first timer. */
  read(): number | null {
    if (this.#monitor.count > 0) {
      // What is measured includes the timer's own interval.
      const late = Math.max(0, this.#monitor.percentile(99) / 1e6 - EVENT_LOOP_RESOLUTION_MS)
      this.#readings = [...this.#readings, Math.round(late * 10) / 10].slice(-READINGS)
      this.#monitor.reset()
    }
    return this.#readings.length === 0 ? null : Math.max(...this.#readings)
  }

  close(): void {
    this.#monitor.disable()
  }
}
