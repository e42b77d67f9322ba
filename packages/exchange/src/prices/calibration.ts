import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
/**
 * The numbers of the simulated market. Sources: signals reference §6 ("§6") and the calibration to recorded data
 * (data/calibration.md, "cal" with its section). Volatilities are per year of 252 sessions unless stated otherwise.
 */

/** Sub-step of the market: the index prints every half second (cal §12). */
export const TICK_MS = 500

/**
 * Step of the index model (§6: 1 to 5 s), walked evenly between its ends. With half-second steps minutes are too volatile
 * inside (mean range over mean |move| 1.88; recorded minutes of 2021-24 have 1.70), and Choppiness, which counts ranges,
 * comes out three points too high. With five seconds and the noise of the prints it is 1.66.
 */
export const STEP_MS = 5_000

/** Session volatility of the indices, overnight excluded (§6). */
export const SESSION_VOLATILITY = { NIFTY: 0.125, BANKNIFTY: 0.18 } as const
export const SESSIONS_A_YEAR = 252

/** BANKNIFTY against NIFTY (§6; recorded: correlation 0.80-0.87, beta 1.10-1.29, cal §5). */
export const CORRELATION = 0.88
export const BETA = 1.25
/** Of the noise alone: trends and jumps are common to both, and bring the whole to `CORRELATION`. */
export const NOISE_CORRELATION = 0.86

/**
 * Logarithm of a day's volatility level: AR(1) from day to day. §6 gives 0.9 and 0.12; the recorded days (cal §2) ask for
 * a wider spread, 0.80 with innovations of 0.24, and §6's own prototype shows too little memory in |r|. Between the two.
 */
export const DAY_LEVEL = { memory: 0.85, innovation: 0.19 } as const

/** Intraday volatility: Ornstein-Uhlenbeck in the logarithm (§6). */
export const INTRADAY = { minutes: 45, deviation: 0.32 } as const

/** Overnight gap, standard deviation of the log return (§6; recorded 60 bp with fat tails, cal §4). */
export const OVERNIGHT_DEVIATION = 0.0045

/** Regimes (§6): half range, a quarter each trend; pull to the anchor and drift in local sigmas a quarter of an hour. */
export const REGIME = { shortestMinutes: 10, meanMinutes: 50, pullMinutes: 25, driftSigmas: 0.35 } as const

/** Jumps (§6): a day, size in one-minute base sigmas (smallest + exponential), share downward, aftershock. */
export const JUMP = {
  aDay: 1.2,
  smallest: 4,
  meanExcess: 3,
  downShare: 0.55,
  overMs: 10_000,
  aftershock: 0.8,
  fadeMinutes: 10,
} as const

/**
 * What jumps and their aftershocks add to a session's variance: 1.2 × E[(4 + exp 3)²] and 1.2 × (1.6 × 10 + 0.64 × 5)
 * minutes' worth on 375. Option prices count it, else buyers of options would be paid by the model.
 */
export const JUMP_VARIANCE = 1 + (1.2 * (16 + 24 + 18) + 1.2 * 19.2) / 375

/** Noise of the printed index around its course, in log units: printed changes lean back (cal §12). */
export const PRINT_NOISE = 0.12e-4

/** Minutes from the open → movement relative to the day's mean (§6). `minutes`: length of the session. */
function uShapeAt(minute: number, minutes: number): number {
  const lunch = (minute - (minutes * 195) / 375) / 55
  return (
    0.8 +
    1.05 * Math.exp(-minute / 14) +
    0.25 * Math.exp(-Math.max(0, minutes - minute) / 60) -
    0.12 * Math.exp(-lunch * lunch)
  )
}

/** One value a minute of the session, scaled to mean square 1. */
export function uShape(minutes: number): Float64Array {
  const shape = Float64Array.from({ length: minutes }, (_, minute) => uShapeAt(minute + 0.5, minutes))
  const meanSquare = shape.reduce((sum, u) => sum + u * u, 0) / minutes
  return shape.map((u) => u / Math.sqrt(meanSquare))
}

/** Interest and carry of the near forwards per year: carry 6-13 % near term (§6). */
export const DISCOUNT_RATE = 0.065
export const CARRY = { mean: 0.08, spread: 0.015 } as const
/** Noise of the basis in index points, and its memory (§6: 3 points). */
export const BASIS_NOISE = { NIFTY: 3, BANKNIFTY: 6, minutes: 5 } as const

/** Implied volatility above the path's own, in volatility points as a fraction (§6: 1 to 2). */
export const VOLATILITY_PREMIUM = 0.0125
/** Log change of implied volatility per log return of the index (§6: 0.5-1 point per -1 %), and how fast it fades. */
export const LEVERAGE = -4.5
export const LEVERAGE_FADE_MINUTES = 180

/** Smile by days to expiry: 1 + a x + b x², x = ln(K/F) / (ATM √T) (§6; four days: cal §8). */
export const SMILE: readonly { readonly days: number; readonly a: number; readonly b: number }[] = [
  { days: 4, a: -0.026, b: 0.053 },
  { days: 6, a: -0.013, b: 0.048 },
  { days: 13, a: -0.04, b: 0.039 },
  { days: 20, a: -0.059, b: 0.031 },
  { days: 27, a: -0.08, b: 0.049 },
  { days: 32, a: -0.061, b: 0.044 },
]
/** Beyond this many deviations the smile goes on in a straight line (cal §8: the wings rise linearly). */
export const SMILE_BOUND = 3

/** What differs between the indices and between the near expiry and the next one. */
export interface ChainTraits {
  /** Factor on the spread (cal §10). */
  readonly spread: number
  /** Lots at the best level at the money (§6, cal §10). */
  readonly topLots: number
  /** Lots traded a minute at the money (§6: one million by noon; cal §10). */
  readonly lotsAMinute: number
  /** Lots of open interest at the money. */
  readonly interestLots: number
  /** Gross change of open interest in 15 minutes (§6). */
  readonly interestTurnover: number
}

export const CHAIN: Readonly<Record<IndexSymbol, readonly [near: ChainTraits, next: ChainTraits]>> = {
  NIFTY: [
    { spread: 1, topLots: 17.5, lotsAMinute: 6_000, interestLots: 190_000, interestTurnover: 0.03 },
    { spread: 1.5, topLots: 3, lotsAMinute: 600, interestLots: 40_000, interestTurnover: 0.03 },
  ],
  BANKNIFTY: [
    { spread: 1.1, topLots: 2, lotsAMinute: 250, interestLots: 18_000, interestTurnover: 0.013 },
    { spread: 4, topLots: 1.5, lotsAMinute: 12, interestLots: 3_000, interestTurnover: 0.013 },
  ],
}

/**
 * How open interest moves, in shares of `interestTurnover` a turn of a contract: scatter of single contracts, steady
 * writing out of the money and covering in it, and two pressures common to the chain (puts one way, calls the other):
 * what followed the index's last minutes, and writers' own mind. Sized so that gross change in 15 minutes is the
 * turnover and the direction of the whole fits recorded chains (see `OpenInterest`).
 */
export const INTEREST = {
  everyMinutes: 3,
  scatter: 0.46,
  /** A contract whose own scatter is smaller does not change: 26-31 % differ from one minute to the next (§1.4). */
  idle: 0.12,
  written: 0.05,
  covered: 0.07,
  following: 0.14,
  ownMind: 0.096,
  trendMinutes: 12,
  moodMinutes: 20,
  usualMinutes: 45,
  /** Largest move of a minute that counts, in usual sigmas: a jump is answered, not followed to the point. */
  largestMove: 5,
} as const

/** Futures: half spread in paise, lots at the best level, lots a minute, open interest in lots. Ticks differ from options'. */
export const FUTURE = {
  NIFTY: { tick: 10, halfSpread: 50, topLots: 6, lotsAMinute: 260, interestLots: 230_000 },
  BANKNIFTY: { tick: 20, halfSpread: 150, topLots: 4, lotsAMinute: 130, interestLots: 70_000 },
} as const

/** Levels of the first day when nothing else is given (index points). */
export const FIRST_CLOSE = { NIFTY: 24_450, BANKNIFTY: 54_600 } as const
