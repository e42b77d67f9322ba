import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { Exchange } from '@strikewise/exchange/exchange.ts'
import type { PricePath, ScenarioCommand } from '@strikewise/exchange/price-path.ts'
import { istDateAt, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { CallClock } from './broker/call-clock.ts'
import { STEP_MS, type ClockReading, type MarketTime } from './clock/simulated-clock.ts'

/** The timer's period in real time: short enough that even at ×600 the market moves in small pieces. */
const TICK_MS = 20

export interface MarketListener {
  /** After each sub-step of 500 ms of market time. */
  afterStep?(now: EpochMs): void
  /** After each batch of sub-steps: about every 20 ms of real time, whether or not the market moved. */
  afterBatch?(now: EpochMs): void
}

/**
 * The simulated market as one ordered sequence: the clock gives the time, the price path moves, the exchange works on
 * the new prices, then all other parts read them. Order calls come in between, never inside a step.
 */
export class Market {
  readonly path: PricePath
  readonly exchange: Exchange
  readonly #clock: MarketTime
  readonly #calls: CallClock
  readonly #realMs: () => number
  readonly #listeners: MarketListener[] = []
  #stepped: EpochMs
  #timer: NodeJS.Timeout | undefined
  #jumping = false
  #tokens: { day: IstDate; bySymbol: Map<string, number> } | undefined

  constructor(clock: MarketTime, path: PricePath, exchange: Exchange, calls: CallClock, realMs: () => number) {
    this.#clock = clock
    this.path = path
    this.exchange = exchange
    this.#calls = calls
    this.#realMs = realMs
    this.#stepped = stepAtOrBefore(clock.now(realMs()))
  }

  listen(listener: MarketListener): void {
    this.#listeners.push(listener)
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.catchUp()
      for (const listener of this.#listeners) listener.afterBatch?.(this.#stepped)
    }, TICK_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** The instant the market has been moved to, or a little after it. */
  now(): EpochMs {
    return this.#jumping ? this.#stepped : this.#clock.now(this.#realMs())
  }

  /** The instant at which a call that comes now is counted. */
  countedAt(): EpochMs {
    return this.#calls.at(this.now(), this.#realMs())
  }

  clock(): ClockReading {
    const reading = this.#clock.read(this.#realMs())
    return this.#jumping ? { ...reading, now: this.#stepped, day: istDateAt(this.#stepped) } : reading
  }

  /** Runs every sub-step that is due and returns the time now. */
  catchUp(): EpochMs {
    if (this.#jumping) return this.#stepped
    const now = this.#clock.advance(this.#realMs())
    if (istDateAt(now) !== istDateAt(this.#stepped)) this.#skipTo(stepAtOrBefore(now))
    while (this.#stepped + STEP_MS <= now) this.#step((this.#stepped + STEP_MS) as EpochMs)
    return now
  }

  setSpeed(speed: number): void {
    this.catchUp()
    this.#clock.setSpeed(speed, this.#realMs())
  }

  pause(): void {
    this.catchUp()
    this.#clock.pause(this.#realMs())
  }

  resume(): void {
    this.#clock.resume(this.#realMs())
  }

  /** Moves the market forward to `to`, minute by minute, so that stops and closes on the way happen. */
  async jump(to: EpochMs): Promise<void> {
    if (this.#jumping) throw new RangeError('a jump is under way: wait for its end')
    this.catchUp()
    const wasRunning = this.clock().running
    const target = this.#clock.jump(to, this.#realMs())
    this.#clock.pause(this.#realMs())
    this.#jumping = true
    try {
      while (this.#stepped < stepAtOrBefore(target)) {
        this.#skipTo(stepAtOrBefore(this.#clock.openInstant(Math.min(this.#stepped + MINUTE_MS, target) as EpochMs)))
        // Hours of market take a moment: calls are answered in between.
        await letOthersRun()
      }
    } finally {
      this.#jumping = false
      if (wasRunning) this.#clock.resume(this.#realMs())
    }
  }

  command(command: ScenarioCommand): void {
    this.catchUp()
    this.path.command(command)
  }

  /** The token of a contract of the day, options and futures. */
  tokenOf(tradingsymbol: string): number | undefined {
    if (this.#tokens?.day !== this.path.day) {
      const { options, futures } = this.path.instruments
      const bySymbol = new Map([...options, ...futures].map((contract) => [contract.tradingsymbol, contract.token]))
      this.#tokens = { day: this.path.day, bySymbol }
    }
    return this.#tokens.bySymbol.get(tradingsymbol)
  }

  #step(to: EpochMs): void {
    this.path.step(to)
    this.#after(to)
  }

  #skipTo(to: EpochMs): void {
    this.path.skipTo(to)
    this.#after(to)
  }

  #after(to: EpochMs): void {
    this.exchange.advance(to)
    this.#stepped = to
    for (const listener of this.#listeners) listener.afterStep?.(to)
  }
}

function stepAtOrBefore(at: EpochMs): EpochMs {
  return (Math.floor(at / STEP_MS) * STEP_MS) as EpochMs
}
