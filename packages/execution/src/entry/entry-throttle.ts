import type { HighWaterMarks } from '../high-water-marks.ts'
import type { ClockPort } from '../ports.ts'
import { EventLoopWatchdog } from '../clock/event-loop-watchdog.ts'

/** Entries on their way to the broker at once. A thousand connections written to in one moment only queue elsewhere. */
const MAX_RECENTLY_STARTED = 256
/** An entry unanswered for longer does not count: a broker that hangs for some accounts takes no other account's place. */
const RECENTLY_STARTED_MS = 250

/**
 * Lets the entries of one executor start a few hundred at a time, first come first served, and none while the thread has
 * just stood still. Nothing else passes here.
 */
export class EntryThrottle {
  readonly #clock: Pick<ClockPort, 'alarm' | 'mono'>
  readonly #watchdog: EventLoopWatchdog
  readonly #highWaterMarks: HighWaterMarks
  #recentlyStarted = 0
  #waiting: (() => void)[] = []

  constructor(clock: Pick<ClockPort, 'alarm' | 'mono'>, highWaterMarks: HighWaterMarks) {
    this.#clock = clock
    this.#watchdog = new EventLoopWatchdog(clock)
    this.#highWaterMarks = highWaterMarks
  }

  /** False when the thread stood still while an entry was on its way: a stop may lie unheard. */
  get isResponsive(): boolean {
    return this.#watchdog.isResponsive
  }

  /** Makes the call when there is room, and answers with its result. */
  async start<T>(call: () => Promise<T>): Promise<T> {
    const endWatch = this.#watchdog.watch()
    try {
      return await this.#startQueued(call)
    } finally {
      endWatch()
    }
  }

  async #startQueued<T>(call: () => Promise<T>): Promise<T> {
    if (this.#recentlyStarted < MAX_RECENTLY_STARTED) this.#recentlyStarted += 1
    else await this.#permit()
    this.#highWaterMarks.record('entries_leaving', this.#recentlyStarted)
    await this.#watchdog.whenResponsive()
    let isRecentlyStarted = true
    const giveWay = () => {
      if (!isRecentlyStarted) return
      isRecentlyStarted = false
      const next = this.#waiting.shift()
      if (next === undefined) this.#recentlyStarted -= 1
      else next()
    }
    const silence = this.#clock.alarm(RECENTLY_STARTED_MS, giveWay)
    try {
      return await call()
    } finally {
      silence()
      giveWay()
    }
  }

  #permit(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#highWaterMarks.record('entries_waiting', this.#waiting.length)
    })
  }
}
