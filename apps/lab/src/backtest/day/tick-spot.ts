import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import { BETA } from '@strikewise/exchange/prices/calibration.ts'
import type { Spots, SpotSource } from '@strikewise/exchange/prices/spot-source.ts'
import type { VarianceOutlook } from '@strikewise/exchange/prices/volatility-surface.ts'
import type { RecordedVolatility } from './trailing-spot.ts'

/**
 * One index's recorded ticks as the market's spot: at each step the newest of them. The other index, which no order of
 * the day depends on, moves along with it.
 */
export class TickSpot implements SpotSource {
  readonly isRecorded = true
  readonly aftershock = 0
  readonly outlook: VarianceOutlook
  readonly level: number
  readonly latent: Spots = { nifty: 0, bank: 0 }
  lastReturn = 0
  readonly #own: keyof Spots
  readonly #ticks: Float64Array
  #opensAt = 0
  #next = 0

  /** `ticks`: instant (epoch ms) and price (paise) in turn, in order of time, one at the least. */
  constructor(symbol: IndexSymbol, ticks: Float64Array, { level, outlook }: RecordedVolatility) {
    this.#own = symbol === 'NIFTY' ? 'nifty' : 'bank'
    this.#ticks = ticks
    this.level = level
    this.outlook = outlook
  }

  beginSession(session: Session, _ordinal: number, previous: Readonly<Spots>): void {
    this.#opensAt = session.opensAt
    this.#next = 0
    Object.assign(this.latent, previous)
    // Until its first tick the day has that tick's price: the close of the day before is no price of this day.
    this.latent[this.#own] = this.#ticks[1]! / 100
  }

  tick(minute: number): void {
    const at = this.#opensAt + minute * MINUTE_MS
    const own = this.#own
    const before = { ...this.latent }
    for (; this.#next < this.#ticks.length && this.#ticks[this.#next]! <= at; this.#next += 2)
      this.latent[own] = this.#ticks[this.#next + 1]! / 100
    const move = Math.log(this.latent[own] / before[own])
    if (own === 'nifty') this.latent.bank = before.bank * Math.exp(BETA * move)
    else this.latent.nifty = before.nifty * Math.exp(move / BETA)
    this.lastReturn = Math.log(this.latent.nifty / before.nifty)
  }
}
