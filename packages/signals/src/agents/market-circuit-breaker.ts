import { istInstant, msOfIstDay, MINUTE_MS, istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { SignalParams } from '../registry/params.ts'

/** A market-wide halt and when entries may resume; `until` undefined: not again in this session. */
export interface BreakerHalt {
  /** 0.10, 0.15 or 0.20. */
  readonly level: number
  readonly at: EpochMs
  readonly until: EpochMs | undefined
}

const at = (hour: number, minute: number): number => (hour * 60 + minute) * MINUTE_MS

/** Length of the halt by level and time of the breach (NSE); null: none; undefined: rest of the day. */
function haltMs(level: 0 | 1 | 2, timeOfDay: number): number | null | undefined {
  if (level === 2) return undefined
  if (level === 1) {
    if (timeOfDay < at(13, 0)) return 105 * MINUTE_MS
    return timeOfDay < at(14, 0) ? 45 * MINUTE_MS : undefined
  }
  if (timeOfDay < at(13, 0)) return 45 * MINUTE_MS
  return timeOfDay < at(14, 30) ? 15 * MINUTE_MS : null
}

/**
 * The market-wide circuit breaker (signals reference §1.6): a move of 10, 15 or 20 % from the previous close of the
 * broad index halts the market, each level once a day. Entries resume 15 minutes after the call auction that follows
 * the halt, and none after a breach from 14:30. Feed it every reading of the broad index.
 */
export class CircuitBreaker {
  /** The halt that binds now or bound last; undefined: none today. */
  halt: BreakerHalt | undefined
  readonly #params: SignalParams['block']
  #reached = -1

  constructor(params: SignalParams['block']) {
    this.#params = params
  }

  /** `move`: last / previous close - 1. */
  read(move: number, now: EpochMs): void {
    const levels = this.#params.breakerLevels
    for (const level of [2, 1, 0] as const) {
      if (level <= this.#reached || !(Math.abs(move) >= levels[level])) continue
      this.#reached = level
      this.halt = { level: levels[level], at: now, until: this.#resumesAt(level, now) }
      return
    }
  }

  /** True while no entry may be made because of a halt. */
  blocks(now: EpochMs): boolean {
    return this.halt !== undefined && (this.halt.until === undefined || now < this.halt.until)
  }

  #resumesAt(level: 0 | 1 | 2, now: EpochMs): EpochMs | undefined {
    const { breakerNoReturn, breakerAuctionMs, breakerPauseMs } = this.#params
    if (now >= istInstant(istDateAt(now), 0, breakerNoReturn)) return undefined
    const halt = haltMs(level, msOfIstDay(now))
    // A breach without a halt (10 % from 14:30) is caught above, so null cannot come here.
    if (halt === undefined || halt === null) return undefined
    return (now + halt + breakerAuctionMs + breakerPauseMs) as EpochMs
  }
}
