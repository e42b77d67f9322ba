import type { Levels } from '../levels.ts'
import type { ClockPort } from '../ports.ts'
import { Pulse } from './pulse.ts'

/** Entries on their way to the broker at once. A thousand connections written to in one moment only queue elsewhere. */
const MOST_YOUNG = 256
/** An entry unanswered for longer does not count: a broker that hangs for some accounts takes nobody else's place. */
const YOUNG_MS = 250

/**
 * Lets the entries of one executor start a few hundred at a time, first come first served, and none while the thread has
 * just stood still. Nothing else passes here.
 */
export class EntryPace {
  readonly #clock: Pick<ClockPort, 'alarm' | 'mono'>
  readonly #pulse: Pulse
  readonly #levels: Levels
  #young = 0
  #waiting: (() => void)[] = []

  constructor(clock: Pick<ClockPort, 'alarm' | 'mono'>, levels: Levels) {
    this.#clock = clock
    this.#pulse = new Pulse(clock)
    this.#levels = levels
  }

  /** False when the thread stood still while an entry was on its way: a stop may lie unheard. */
  get isSteady(): boolean {
    return this.#pulse.isSteady
  }

  /** Makes the call when there is room, and answers with its result. */
  async start<T>(call: () => Promise<T>): Promise<T> {
    const endWatch = this.#pulse.watch()
    try {
      return await this.#startInTurn(call)
    } finally {
      endWatch()
    }
  }

  async #startInTurn<T>(call: () => Promise<T>): Promise<T> {
    if (this.#young < MOST_YOUNG) this.#young += 1
    else await this.#room()
    this.#levels.reached('entries_leaving', this.#young)
    await this.#pulse.steady()
    let isYoung = true
    const giveWay = () => {
      if (!isYoung) return
      isYoung = false
      const next = this.#waiting.shift()
      if (next === undefined) this.#young -= 1
      else next()
    }
    const silence = this.#clock.alarm(YOUNG_MS, giveWay)
    try {
      return await call()
    } finally {
      silence()
      giveWay()
    }
  }

  #room(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#levels.reached('entries_waiting', this.#waiting.length)
    })
  }
}
