import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import { medianSpreadShare } from '@strikewise/signals/agents/chain-health.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { OptionChain } from '@strikewise/signals/option-chain/chain.ts'
import { median } from '@strikewise/domain/market/median.ts'
import { putCallRatio } from '@strikewise/domain/market/pcr.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'
import { DEPTH_LEVELS, type QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { MINUTE_MS, msOfIstDay, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { smileError } from './smile-error.ts'
import type { ChainFacts, DirectionCounts } from './session-facts.ts'

const WINDOW = SIGNAL_PARAMS.chain.windowMinutes
const NEAR = SIGNAL_PARAMS.chain.nearStrikes
/** Snapshots further apart than this are not a minute apart. */
const MINUTE_AT_MOST_MS = 75_000
const FROM_MS = 9.5 * 60 * MINUTE_MS
const NOON = 12
/** Interest gathers at round strikes: the one nearest the money is read. */
const ROUND_STRIKE = 100
/** Nearer to the expiry a volatility of the rest of the day shows nothing about the level. */
const LEVEL_DAYS = 2

interface Moment {
  readonly at: number
  readonly forward: number
  readonly atmIv: number
  readonly interest: Float64Array
}

/** Notes one session's chain minute by minute, right after each snapshot of it. */
export class ChainWatch {
  readonly #chain: OptionChain
  readonly #table: QuoteTable
  readonly #contracts: readonly (OptionContract | undefined)[]
  readonly #windows: Moment[] = []
  #last: Moment | undefined
  #interestSeen = 0
  #interestChanged = 0
  readonly #turnover: number[] = []
  readonly #spreads: number[] = []
  readonly #parityGaps: number[] = []
  readonly #smileErrors: number[] = []
  readonly #reactions: [number, number][] = []
  readonly #topQuantities: number[] = []
  #openingRatio = Number.NaN
  #interestAtMoney = Number.NaN
  #volumeByNoon = Number.NaN

  constructor(chain: OptionChain, table: QuoteTable) {
    this.#chain = chain
    this.#table = table
    this.#contracts = chain.legs.contracts
  }

  /** The chain holds the snapshot taken at `at`. Before 09:30 spreads are wide and nothing is noted. */
  observe(at: EpochMs): void {
    const chain = this.#chain
    if (msOfIstDay(at) < FROM_MS || chain.atm < 0) return
    const moment = { at, forward: chain.forward, atmIv: 100 * chain.atmIv, interest: chain.openInterest.slice() }
    this.#countChanges(moment)
    this.#last = moment
    if (Number.isNaN(this.#openingRatio)) this.#open()
    if (Number.isNaN(this.#volumeByNoon) && msOfIstDay(at) >= NOON * 60 * MINUTE_MS) this.#noon()
    this.#spreads.push(medianSpreadShare(chain, this.#table, NEAR))
    this.#topQuantities.push(this.#table.askQuantity[this.#cellAtMoney()]!)
    if (chain.years * 365 >= SIGNAL_PARAMS.chain.skewMinDays) {
      this.#parityGaps.push(this.#parityGap())
      this.#smileErrors.push(smileError(chain))
    }
    this.#window(moment)
  }

  facts(chain: DirectionCounts | undefined): ChainFacts {
    const known = (values: readonly number[]) => values.filter((value) => Number.isFinite(value))
    return {
      interestSeen: this.#interestSeen,
      interestChanged: this.#interestChanged,
      turnover: known(this.#turnover),
      spreads: known(this.#spreads),
      parityGaps: known(this.#parityGaps),
      smileErrors: known(this.#smileErrors),
      reactions: this.#reactions.filter((pair) => pair.every(Number.isFinite)),
      openingRatio: this.#openingRatio,
      topQuantities: known(this.#topQuantities),
      volumeByNoon: this.#volumeByNoon,
      interestAtMoney: this.#interestAtMoney,
      chain,
    }
  }

  #countChanges({ at, interest }: Moment): void {
    const before = this.#last
    if (before === undefined || at - before.at > MINUTE_AT_MOST_MS) return
    for (const [leg, units] of interest.entries()) {
      if (this.#contracts[leg] === undefined || !(before.interest[leg]! > 0)) continue
      this.#interestSeen += 1
      if (units !== before.interest[leg]) this.#interestChanged += 1
    }
  }

  #cellAtMoney(): number {
    return this.#chain.legs.slots[2 * this.#chain.atm]! * DEPTH_LEVELS
  }

  #open(): void {
    const { atm, openInterest, legs, forward } = this.#chain
    this.#openingRatio = putCallRatio(openInterest, 0, legs.strikes.length - 1)
    const lot = this.#contracts[2 * atm]?.lotSize ?? Number.NaN
    const round = legs.strikes.indexOf(Math.round(forward / ROUND_STRIKE) * ROUND_STRIKE)
    this.#interestAtMoney =
      round < 0 ? Number.NaN : (openInterest[2 * round]! + openInterest[2 * round + PUT]!) / 2 / lot
  }

  #noon(): void {
    const { atm, volume } = this.#chain
    const near = volume.subarray(2 * Math.max(0, atm - NEAR), 2 * (atm + NEAR + 1))
    this.#volumeByNoon = Math.max(...near) / (this.#contracts[2 * atm]?.lotSize ?? Number.NaN)
  }

  /** Call and put of a strike have one volatility; what they differ by is the error of the forward and of the quotes. */
  #parityGap(): number {
    const { atm, iv, legs } = this.#chain
    const gaps: number[] = []
    for (let i = Math.max(0, atm - NEAR); i <= Math.min(legs.strikes.length - 1, atm + NEAR); i += 1) {
      const gap = 100 * Math.abs(iv[2 * i]! - iv[2 * i + PUT]!)
      if (Number.isFinite(gap)) gaps.push(gap)
    }
    return median(Float64Array.from(gaps), gaps.length)
  }

  #window(moment: Moment): void {
    const before = this.#windows.at(-1)
    if (before !== undefined && moment.at - before.at < WINDOW * MINUTE_MS) return
    this.#windows.push(moment)
    if (before === undefined || moment.at - before.at > (WINDOW + 2) * MINUTE_MS) return
    let [gross, total] = [0, 0]
    for (let leg = 2 * this.#chain.bandLow; leg <= 2 * this.#chain.bandHigh + PUT; leg += 1) {
      gross += Math.abs(moment.interest[leg]! - before.interest[leg]!)
      total += moment.interest[leg]!
    }
    this.#turnover.push(gross / total)
    if (this.#chain.years * 365 >= LEVEL_DAYS)
      this.#reactions.push([100 * Math.log(moment.forward / before.forward), moment.atmIv - before.atmIv])
  }
}
