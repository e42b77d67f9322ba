import type { DayRange, Registration } from './registration.ts'
import type { LoggedTrial } from './logged-trial.ts'

/** What one test found: figures in R a session, net. */
export interface TestResult {
  readonly registration: string
  /** `configHash` of the parameters that were tested. */
  readonly config: string
  /** SHA-256 of the settings that it traded with. */
  readonly settings: string
  readonly period: DayRange
  readonly sessions: number
  /** Trading days of the range without a recording: results chosen by leaving days out show here. */
  readonly missing: number
  readonly trades: number
  readonly meanR: number
  /** Confidence sequence of the mean, and of the gain over the product's own rule; null under about ten sessions. */
  readonly interval: { readonly low: number; readonly high: number } | null
  readonly gainInterval: { readonly low: number; readonly high: number } | null
  /** Trials in the log, those of this run included: what the deflated Sharpe ratio is deflated by. */
  readonly trials: number
  readonly deflatedSharpe: number | null
  /** Probability of over-fitting among the trials on the same sessions; null where it cannot be computed. */
  readonly overfitting: number | null
  /** The registered statistic; null: too few sessions for it, which is no success. */
  readonly statistic: number | null
  readonly threshold: number
  readonly success: boolean
}

/** An entry of the trials log; `at` is the instant in ISO 8601. */
export type TrialsLogEntry =
  | { readonly kind: 'trial'; readonly trial: LoggedTrial }
  | { readonly kind: 'registration'; readonly at: string; readonly registration: Registration }
  /** Test data are about to be read for a registration. */
  | { readonly kind: 'look'; readonly at: string; readonly registration: string }
  | { readonly kind: 'result'; readonly at: string; readonly result: TestResult }
  | { readonly kind: 'refusal'; readonly at: string; readonly registration: string; readonly reason: string }

/** The entry's kind, if it is one; the chain of hashes has shown that this program wrote it. */
export function isTrialsLogEntry(read: Readonly<Record<string, unknown>>): boolean {
  const kinds: readonly unknown[] = [
    'trial',
    'registration',
    'look',
    'result',
    'refusal',
  ] satisfies TrialsLogEntry['kind'][]
  return kinds.includes(read['kind'])
}
