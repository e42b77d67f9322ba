import type { Candle } from '@strikewise/domain/market/candle.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import {
  VOLATILITY_GAP_AGENT,
  type VolatilityGapCode as Code,
  type VolatilityGapParams,
  type VolatilityGapReason as Message,
} from '../registry/definitions/volatility-gap-agent.ts'
import { absentInput } from './absent-input.ts'
import { clip, type AgentExplanation, type AgentOutput } from './agent-output.ts'
import type { ChainMinute, ChainMinuteAgent } from './chain-minute-agent.ts'
import { hasChainQuotes } from './chain-quotes.ts'
import type { RunningAgent } from './guarded-agent.ts'
import type { Bias, Reason } from './signal.ts'

/** Minutes of a session and sessions of a year: what makes a volatility of some minutes one of a year. */
const SESSION_MINUTES = 375
const YEAR_SESSIONS = 252

/**
 * Realised against implied volatility. With d1 … d60 the moves from close to close of the last 60 one-minute bars of
 * this session, C the last close (index points) and σI the implied volatility at the money (a year, as a fraction):
 *
 *     σR = √(Σd² / C² × 375 / 60 × 252 / share)     z = Σd / (C × σI × √(60 / 375 × share / 252))
 *     score = clamp(z / 1, -1, 1) × clamp(ln(σR / σI) / ln 2, -1, 1)
 *
 * Where the index moves more than its options are priced for, the move of the hour is expected to go on; where it moves
 * less, to come back. `share` is the part of a day's variance that falls into trading hours (0.5; the records of 2022
 * give 0.47 for NIFTY and 0.57 for BANKNIFTY), since implied volatility covers nights too. Reads the chain and closed
 * bars when a minute closes: 60 additions, nothing between. Stale without quotes, without bars, and in the first hour.
 *
 * Source: G. Baltussen, Z. Da, S. Lammers, M. Martens, "Hedging demand and market intraday momentum", Journal of
 * Financial Economics 142 (2021): hedgers of sold options trade with the move, of bought ones against it. That realised
 * above implied volatility stands for the first case is this product's assumption, and on trial.
 */
export class VolatilityGapSignal implements RunningAgent, AgentOutput {
  bias: Bias = 'neutral'
  strength = 0
  asOf = 0 as EpochMs
  /** Signed, -1 … 1. */
  score = 0
  readonly #params: VolatilityGapParams
  readonly #chainMs: number
  /** Why there is no reading; undefined: there is one. */
  #absent: 'bars_missing' | 'chain_missing' | 'warm_up' | undefined = 'bars_missing'
  #known = 0
  /** Paise. */
  #move = 0
  /** A year, as fractions. */
  #realised = Number.NaN
  #implied = Number.NaN

  /** `chainMs`: age at which quotes are too old. */
  constructor(params: VolatilityGapParams, chainMs: number) {
    this.#params = params
    this.#chainMs = chainMs
  }

  push({ end, minutes, poorBars, chain }: ChainMinute): void {
    this.asOf = end
    const last = minutes.at(-1)
    const from = firstTraded(minutes)
    this.#known = minutes.length - from
    this.#implied = chain.atmIv
    this.#absent =
      poorBars || last === undefined || last.start + MINUTE_MS !== end
        ? 'bars_missing'
        : this.#known < this.#params.minutes
          ? 'warm_up'
          : hasChainQuotes(chain, this.#chainMs) && chain.atmIv > 0
            ? undefined
            : 'chain_missing'
    this.score = this.#absent === undefined ? this.#weigh(minutes, from, last!.close) : 0
    this.strength = Math.abs(this.score)
    this.bias = this.score > 0 ? 'bullish' : this.score < 0 ? 'bearish' : 'neutral'
  }

  /** Undefined: as long as a minute speaks. */
  get span(): RunningAgent['span'] {
    return this.#absent === undefined ? undefined : absentInput(this.asOf)
  }

  explanation(): AgentExplanation<Code, Message> {
    const inputs = [{ input: 'one_minute_bars' as const, asOf: this.asOf, count: this.#known }]
    const components =
      this.#absent === undefined ? { realised: this.#realised, implied: this.#implied, move: this.#move / 100 } : {}
    return { inputs, reasons: [this.#reason()], components }
  }

  #weigh(minutes: readonly Candle[], from: number, close: number): number {
    const { minutes: count, sessionShare, fullDeviations, fullRatio } = this.#params
    let squares = 0
    this.#move = 0
    for (let i = minutes.length - count; i < minutes.length; i += 1) {
      const { open, close: level } = minutes[i]!
      const move = level - (i === from ? open : minutes[i - 1]!.close)
      this.#move += move
      squares += move * move
    }
    const windowsOfYear = ((SESSION_MINUTES / count) * YEAR_SESSIONS) / sessionShare
    this.#realised = Math.sqrt(squares * windowsOfYear) / close
    if (squares === 0) return 0
    const deviation = (close * this.#implied) / Math.sqrt(windowsOfYear)
    const gap = Math.log(this.#realised / this.#implied) / Math.log(fullRatio)
    return clip(this.#move / deviation / fullDeviations) * clip(gap)
  }

  #reason(): Reason<Code, Message> {
    const { minutes } = this.#params
    if (this.#absent === 'bars_missing')
      return { code: 'bars_missing', message: { code: 'volatility.bars_missing' }, effect: 0 }
    if (this.#absent === 'chain_missing')
      return { code: 'chain_missing', message: { code: 'volatility.chain_missing' }, effect: 0 }
    if (this.#absent === 'warm_up')
      return {
        code: 'warm_up',
        message: { code: 'volatility.warm_up', known: this.#known, needed: minutes },
        value: this.#known,
        threshold: minutes,
        effect: 0,
      }
    const [realised, implied, move] = [this.#realised, this.#implied, this.#move / 100]
    if (move === 0) return { code: 'no_move', message: { code: 'volatility.no_move', minutes }, effect: 0 }
    if (realised === implied) return { code: 'no_gap', message: { code: 'volatility.equal', implied }, effect: 0 }
    const direction = move > 0 ? 'up' : 'down'
    const continues = realised > implied
    return {
      code: `${continues ? 'continue' : 'revert'}_${direction}`,
      message: {
        code: continues ? 'volatility.continues' : 'volatility.reverts',
        direction,
        move: Math.abs(move),
        minutes,
        realised,
        implied,
      },
      value: realised / implied,
      threshold: 1,
      effect: this.score,
    }
  }
}

/** Where the session's first tick is: before it, bars hold yesterday's close. */
function firstTraded(minutes: readonly Candle[]): number {
  let from = 0
  while (from < minutes.length && minutes[from]!.synthetic) from += 1
  return from
}

export const VOLATILITY_GAP = {
  make: ({ ttl }) => new VolatilityGapSignal(VOLATILITY_GAP_AGENT.params, ttl.chainMs),
  onMinute: (agent, minute) => agent.push(minute),
} satisfies ChainMinuteAgent<VolatilityGapSignal>
