import type { Pattern } from '@strikewise/signals/agents/candle-patterns.ts'
import type { Bias } from '@strikewise/signals/agents/signal.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'

/** How often an agent showed what, in evaluations. */
export type DirectionCounts = Readonly<Record<Extract<Bias, 'bullish' | 'bearish' | 'neutral'>, number>>

/** A pattern as TA-Lib sees it, or with the product's gap tolerance (signals reference §1.2). */
export type Observation = `${Pattern} ${'strict' | 'variant'}`

/** What one session of an index's bars holds, by the product's own indicators and agents. */
export interface IndexFacts {
  readonly day: IstDate
  /** One-minute log returns inside the session, basis points. */
  readonly returns: readonly number[]
  /** Log return from the last close of the session before, basis points; NaN after a hole of the records. */
  readonly gap: number
  /** Minutes that moved over eight local deviations. */
  readonly jumps: number
  /** High less low over open, per cent. */
  readonly rangePct: number
  /** At the closes of five-minute bars. */
  readonly adx: readonly number[]
  readonly choppiness: readonly number[]
  /** Range of the last twelve five-minute bars over ATR 14. */
  readonly rangeToAtr: readonly number[]
  readonly fives: number
  readonly patterns: ReadonlyMap<Observation, number>
  readonly candle: DirectionCounts
  readonly indicator: DirectionCounts
  readonly indicatorChanges: number
  /** Five-minute bars the sideways agent calls a range. */
  readonly ranges: number
  readonly spikes: number
}

/** What one session of a near option chain holds. Empty rows where the chain did not show it. */
export interface ChainFacts {
  /** Contract snapshots a minute apart, and those in which open interest had changed. */
  readonly interestSeen: number
  readonly interestChanged: number
  /** Gross change of open interest over its sum, ATM ± 10 strikes, each 15 minutes (not overlapping). */
  readonly turnover: readonly number[]
  /** Median spread over mid at ATM ± 2 strikes, a minute. */
  readonly spreads: readonly number[]
  /** Median |IV of call − IV of put| at ATM ± 2 strikes on the parity forward, volatility points, a minute. */
  readonly parityGaps: readonly number[]
  /** Root mean square distance of the smile from a parabola in moneyness, volatility points, a minute. */
  readonly smileErrors: readonly number[]
  /** Of 15 minutes, two days or more before the expiry: log return of the forward, per cent, and change of ATM volatility, points. */
  readonly reactions: readonly (readonly [movePct: number, ivPoints: number])[]
  /** Put-call ratio of all strikes at 09:30. */
  readonly openingRatio: number
  /** Best ask quantity at the money, units, a minute. */
  readonly topQuantities: readonly number[]
  /** Most contracts (lots) any strike near the money had traded by noon, and contracts open at the money at 09:30 (mean of call and put). */
  readonly volumeByNoon: number
  readonly interestAtMoney: number
  /** Undefined for a recorded chain: its index bars are not recorded, and no agent voted. */
  readonly chain: DirectionCounts | undefined
}

/** Everything a session of one index is judged by. */
export interface SessionFacts {
  readonly index: IndexFacts
  /** NIFTY's returns of the same minutes; its own for NIFTY. */
  readonly partner: readonly number[]
  readonly chain: ChainFacts | undefined
  /** Net results of entries without a reason, in units of the planned risk, call and put alike. */
  readonly entriesR: readonly number[]
}
