import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import fitted from './fitted-market.json' with { type: 'json' }

/**
 * The numbers of the simulated market. Sources: signals reference §6 ("§6"), the calibration to recorded data
 * (data/calibration.md, "cal" with its section), and what `npm run market-checks -- --fit` prints
 * (`fitted-market.json`). Volatilities are per year of 252 sessions unless stated otherwise.
 */

/** Sub-step of the market: the index prints every half second (cal §12). */
export const TICK_MS = 500

/**
 * Step of the index model (§6: 1 to 5 s), walked evenly between its ends. With half-second steps minutes are too volatile
 * inside (mean range over mean |move| 1.88; recorded minutes of 2021-24 have 1.70), and Choppiness, which counts ranges,
 * comes out three points too high. With five seconds and the noise of the prints it is 1.66.
 */
export const STEP_MS = 5_000

/**
 * The unit of volatility levels: at level 1 NIFTY's session has a volatility of 14 % a year (`SESSION_VARIANCE`),
 * overnight excluded, and a minute of it, without jumps, that of `SESSION_VOLATILITY` a year. Levels of recorded days are given in it, too.
 */
export const SESSION_VOLATILITY = { NIFTY: 0.125, BANKNIFTY: 0.18 } as const
export const SESSIONS_A_YEAR = 252

/** Variance of NIFTY's session at level 1. */
export const SESSION_VARIANCE = 7.73214e-5

/**
 * BANKNIFTY's volatility over NIFTY's and how far it goes with NIFTY's jumps and gaps, as in the winter of 2025/26 (in 2024
 * the ratio was 1.38); the correlation of the noise alone, which jumps and gaps bring to the whole.
 */
export const BANK = {
  ratio: fitted.bank.ratio,
  beta: fitted.bank.ratio * fitted.bank.correlation,
  noiseCorrelation: 0.86,
} as const
/** BANKNIFTY against NIFTY where a recording holds one of them alone (§6; correlation 0.80-0.87, beta 1.10-1.29, cal §5). */
export const CORRELATION = 0.88
export const BETA = 1.25

/**
 * A day's volatility level: its logarithm is a moving average of one normal innovation a day whose weights fade on two
 * time scales, weeks and days (the log-normal volatility of two components of Engle and Lee 1999). `rms`: root mean
 * square of the level; `deviation`: of its logarithm; `slowShare`: of the newest innovation's weight.
 */
export const DAY_LEVEL: Readonly<Record<'rms' | 'deviation' | 'slow' | 'fast' | 'slowShare', number>> = fitted.level

/** Volatility inside the day: Ornstein-Uhlenbeck in the logarithm. */
export const INTRADAY = { minutes: 50, deviation: 0.32 } as const

/**
 * Overnight gap: Student's t, its scale at level 1, and how much it leans against the level's innovation of the day (a
 * fall raises volatility). Drawn with four degrees of freedom, which have a closed form.
 */
export const OVERNIGHT = { scale: fitted.overnight.scale, lean: 0.9 } as const
/** Variance of a t variable of four degrees of freedom. */
const T4_VARIANCE = 2
export const OVERNIGHT_VARIANCE: number = OVERNIGHT.scale * OVERNIGHT.scale * T4_VARIANCE

/** Jumps, a compound Poisson process: a day, size in base sigmas of a minute (smallest + exponential), share downward, aftershock. */
export const JUMP = {
  aDay: 0.3,
  smallest: 4,
  meanExcess: 2,
  downShare: 0.55,
  overMs: 10_000,
  aftershock: 0.8,
  fadeMinutes: 10,
} as const

/**
 * Noise of the printed index around its course, in log units: printed changes lean back (cal §12). BANKNIFTY has twelve
 * constituents: its recorded bars have longer shadows (more dojis, fewer marubozus) than NIFTY's.
 */
export const PRINT_NOISE = { NIFTY: 0.12e-4, BANKNIFTY: 0.22e-4 } as const

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
export const LEVERAGE = -5.6
export const LEVERAGE_FADE_MINUTES = 300

/**
 * Smile by days to expiry: 1 + a x + b x², x = ln(K/F) / (ATM √T). Medians of the recorded chains: NIFTY's weeklies up to
 * a week, BANKNIFTY's monthlies from two weeks on.
 */
export const SMILE: readonly { readonly days: number; readonly a: number; readonly b: number }[] = fitted.smile
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
  /** Lots of open interest at the money, mean of all strikes. */
  readonly interestLots: number
  /** Gross change of open interest in 15 minutes (§6). */
  readonly interestTurnover: number
}

export const CHAIN: Readonly<Record<IndexSymbol, readonly [near: ChainTraits, next: ChainTraits]>> = {
  NIFTY: [
    { spread: 1, topLots: 17.5, lotsAMinute: 6_000, interestLots: 150_000, interestTurnover: 0.03 },
    { spread: 1.5, topLots: 3, lotsAMinute: 600, interestLots: 32_000, interestTurnover: 0.03 },
  ],
  BANKNIFTY: [
    { spread: 1.1, topLots: 2, lotsAMinute: 250, interestLots: 14_000, interestTurnover: 0.013 },
    { spread: 4, topLots: 1.5, lotsAMinute: 12, interestLots: 2_400, interestTurnover: 0.013 },
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

/** Open interest of round strikes over that of all strikes as far from the money, the roundest first. */
export const ROUND_STRIKES: Readonly<
  Record<IndexSymbol, readonly { readonly multiple: number; readonly share: number }[]>
> = fitted.roundStrikes

/** Futures: half spread in paise, lots at the best level, lots a minute, open interest in lots. Ticks differ from options'. */
export const FUTURE = {
  NIFTY: { tick: 10, halfSpread: 50, topLots: 6, lotsAMinute: 260, interestLots: 230_000 },
  BANKNIFTY: { tick: 20, halfSpread: 150, topLots: 4, lotsAMinute: 130, interestLots: 70_000 },
} as const

/** Levels of the first day when nothing else is given (index points). */
export const FIRST_CLOSE = { NIFTY: 24_450, BANKNIFTY: 54_600 } as const
