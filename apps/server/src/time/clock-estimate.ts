/** What a served clock answered, and when by this machine's monotonic clock (ms) it was asked and had answered. */
export interface ClockReading {
  readonly now: number
  readonly speed: number
  readonly running: boolean
  readonly askedAt: number
  readonly answeredAt: number
}

/** How fast the certainty of a reading is lost, in ms a ms: the served clock may run slower than it shows on a busy machine. */
const DRIFT = 0.02

/**
 * Estimates a served clock from readings of unequal delay. A reading was taken at an unknown moment of its round trip, so it
 * is certain to half of that only: on a busy machine a round trip of 400 ms puts a clock of speed 10 two seconds out. So the
 * sharpest reading holds until one as sharp comes, or one that contradicts it: a jump, another speed, a pause
 * (the clock filter of NTP, RFC 5905 §10).
 */
export class ClockEstimate {
  #anchor: ClockReading

  constructor(first: ClockReading) {
    this.#anchor = first
  }

  get speed(): number {
    return this.#anchor.speed
  }

  get running(): boolean {
    return this.#anchor.running
  }

  /** The served clock's time at `monotonic` ms of this machine. */
  at(monotonic: number): number {
    const { now, speed, running } = this.#anchor
    return running ? now + (monotonic - middleOf(this.#anchor)) * speed : now
  }

  /** Takes a newer reading in. */
  add(reading: ClockReading): void {
    const known = this.#anchor
    const middle = middleOf(reading)
    const lost = uncertaintyOf(known) + DRIFT * (middle - middleOf(known))
    const isSharper = uncertaintyOf(reading) <= lost
    const changed = reading.speed !== known.speed || reading.running !== known.running
    const apart = Math.abs(reading.now - this.at(middle))
    if (isSharper || changed || apart > (uncertaintyOf(reading) + lost) * reading.speed) this.#anchor = reading
  }
}

function middleOf({ askedAt, answeredAt }: ClockReading): number {
  return (askedAt + answeredAt) / 2
}

/** Real ms. */
function uncertaintyOf({ askedAt, answeredAt }: ClockReading): number {
  return (answeredAt - askedAt) / 2
}
