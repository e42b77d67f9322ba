import { hash } from 'node:crypto'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { TestStatistic } from './test-statistics.ts'

/** Days, both included. */
export interface DayRange {
  readonly from: IstDate
  readonly to: IstDate
}

/** A candidate as its file states it, before anything of the test data has been seen. */
export interface Candidate {
  readonly name: string
  readonly author: string
  /** The day the file was written. */
  readonly date: IstDate
  /** What differs from the product's own figures, by the names of `--sweep`. */
  readonly parameters: Readonly<Record<string, number | boolean>>
  /** A learned weights artefact; absent: the weights as written. */
  readonly weights?: Readonly<Record<string, unknown>> | undefined
  readonly data: { readonly seen: readonly DayRange[]; readonly test: DayRange }
  readonly test: TestStatistic
  /** The test succeeds where its statistic is above this. */
  readonly threshold: number
}

/** A candidate that was registered: its file may not change any more, nor the code that it names by hash. */
export interface Registration {
  /** `candidateHash` of the candidate. */
  readonly hash: string
  /** The day in India it was registered: test data are sessions after it. */
  readonly day: IstDate
  readonly candidate: Candidate
  /** `configHash` of the parameters under the code of that day. */
  readonly config: string
}

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

/** SHA-256 (hex) of a candidate's canonical JSON: its name among the registrations. */
export function candidateHash(candidate: Candidate): string {
  return hash('sha256', canonicalJson(candidate))
}

/** Whether a result is one of this registration, and its success what its own figures give. */
export function isResultOf(result: TestResult, { hash: own, candidate, config }: Registration): boolean {
  const { test, threshold } = { test: candidate.data.test, threshold: candidate.threshold }
  const figure = {
    mean_r: result.interval?.low,
    gain_r: result.gainInterval?.low,
    deflated_sharpe: result.deflatedSharpe,
  }[candidate.test]
  return (
    result.registration === own &&
    result.config === config &&
    result.period.from === test.from &&
    result.period.to === test.to &&
    result.threshold === threshold &&
    result.statistic === (figure ?? null) &&
    result.success === (result.statistic !== null && result.statistic > threshold)
  )
}
