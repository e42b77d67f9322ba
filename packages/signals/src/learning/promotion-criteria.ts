import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { deflatedSharpe, type TrialStatistics } from '@strikewise/domain/statistics/sharpe-ratio.ts'
import type { Moments } from '@strikewise/domain/statistics/moments.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { BASELINE_PERCENTILE, BASELINES, type BaselineName } from './baselines.ts'
import { LEARNING } from './learning-params.ts'
import type { Registration, TestResult } from './registered-trial.ts'
import type { WeightsArtefact } from './weights-artefact.ts'

/** What a backtest found of a version, on sessions it was not made from. */
export interface BacktestEvidence {
  readonly version: IstDate
  /** Hash of the parameters it was run with: these weights in this code. */
  readonly configHash: string
  readonly period: { readonly from: IstDate; readonly to: IstDate }
  readonly trades: number
  /** Net results of its sessions in R. */
  readonly daily: Moments
  /** What was tried on the way to it. */
  readonly tried: TrialStatistics & {
    /** In the run this was found in; `trials` counts those of the runs before it too, as far as they were logged. */
    readonly inRun: number
  }
  /** Null: nothing else was tried, so nothing is known. */
  readonly overfitting: number | null
  /**
   * In net rupees a session, each baseline as large as makes its sessions vary as much as the version's: what the version
   * brought on the same terms, and what the baseline stays under in 95 of 100 draws.
   */
  readonly baselines: readonly { readonly name: BaselineName; readonly result: number; readonly p95: number }[]
}

/** Evidence and what it is held against. */
export interface PromotionTerms {
  readonly evidence: BacktestEvidence
  /** Of the version's weights under the code that runs now. */
  readonly configHash: string
  /** The first session the version may be tested on. */
  readonly firstSession: IstDate
  /** Everything that was ever tried. */
  readonly tried: TrialStatistics
}

/** The first session a version may be tested on: one lies between it and those the version was made from. */
export function firstTestSession({ data }: Pick<WeightsArtefact, 'data'>, calendar: TradingCalendar): IstDate {
  return calendar.nextTradingDay(calendar.nextTradingDay(data.to))
}

/** A condition of promotion with its figures, as a message. */
export type PromotionReason =
  | { readonly code: 'promotion.evidence'; readonly version: IstDate }
  | { readonly code: 'promotion.code' }
  | { readonly code: 'promotion.registered'; readonly from: IstDate; readonly to: IstDate }
  | { readonly code: 'promotion.registered.missing'; readonly version: IstDate; readonly firstSession: IstDate }
  | { readonly code: 'promotion.registered.waiting'; readonly from: IstDate; readonly to: IstDate }
  | { readonly code: 'promotion.registered.failed'; readonly from: IstDate; readonly to: IstDate }
  | {
      readonly code: 'promotion.out_of_sample'
      readonly from: IstDate
      readonly to: IstDate
      readonly firstSession: IstDate
    }
  | {
      readonly code: 'promotion.deflated_sharpe'
      readonly value: number
      readonly trials: number
      readonly needed: number
    }
  | { readonly code: 'promotion.deflated_sharpe.unknown'; readonly trials: number; readonly needed: number }
  | { readonly code: 'promotion.overfitting'; readonly value: number; readonly limit: number }
  | { readonly code: 'promotion.overfitting.unknown'; readonly limit: number }
  | { readonly code: 'promotion.trades'; readonly trades: number; readonly needed: number }
  | { readonly code: 'promotion.baselines'; readonly percentile: number }
  | { readonly code: 'promotion.baselines.missing'; readonly baselines: readonly BaselineName[] }
  | {
      readonly code: 'promotion.baselines.behind'
      readonly percentile: number
      readonly behind: readonly BaselineAhead[]
    }
  | {
      readonly code: 'promotion.baselines.both'
      readonly percentile: number
      readonly baselines: readonly BaselineName[]
      readonly behind: readonly BaselineAhead[]
    }

/** A baseline that was not exceeded: what the version brought a session, and the percentile of the baseline. */
export type BaselineAhead = {
  readonly code: 'promotion_baseline.behind'
  readonly baseline: BaselineName
  readonly result: Paise
  readonly against: Paise
}

/** One condition of promotion, met or not. */
export interface PromotionCondition {
  readonly message: PromotionReason
  readonly met: boolean
}

/** Whether a version may decide (signals reference §4): every condition, met or not, with its figures. Without terms no evidence was filed. */
export function promotionConditions(
  { version }: Pick<WeightsArtefact, 'version'>,
  terms?: PromotionTerms,
): PromotionCondition[] {
  if (terms === undefined) return [{ message: { code: 'promotion.evidence', version }, met: false }]
  const { evidence, configHash, firstSession, tried } = terms
  const { daily, overfitting, trades, baselines, period } = evidence
  const deflated = deflatedSharpe(daily, tried) ?? null
  const { gate } = LEARNING
  return [
    {
      message: { code: 'promotion.code' },
      met: evidence.version === version && evidence.configHash === configHash,
    },
    {
      message: { code: 'promotion.out_of_sample', from: period.from, to: period.to, firstSession },
      met: period.from >= firstSession,
    },
    {
      message:
        deflated === null
          ? { code: 'promotion.deflated_sharpe.unknown', trials: tried.trials, needed: gate.deflatedSharpe }
          : { code: 'promotion.deflated_sharpe', value: deflated, trials: tried.trials, needed: gate.deflatedSharpe },
      met: deflated !== null && deflated >= gate.deflatedSharpe,
    },
    {
      message:
        overfitting === null
          ? { code: 'promotion.overfitting.unknown', limit: gate.overfitting }
          : { code: 'promotion.overfitting', value: overfitting, limit: gate.overfitting },
      met: overfitting !== null && overfitting <= gate.overfitting,
    },
    {
      message: { code: 'promotion.trades', trades, needed: gate.trades },
      met: trades >= gate.trades,
    },
    baselineCondition(baselines),
  ]
}

/** A trial as it was filed: registered before the first session of its test, which has a result or waits for one. */
export interface FiledTrial {
  readonly registration: Registration
  readonly result: TestResult | null
}

/**
 * Whether a version was registered before its trial, and the registered test succeeded. `trials` are those of this version
 * under the code that runs now, oldest first; only tests that begin at `firstSession` or later count, and the newest
 * result decides.
 */
export function registeredCondition(
  { version }: Pick<WeightsArtefact, 'version'>,
  trials: readonly FiledTrial[],
  firstSession: IstDate,
): PromotionCondition {
  const counted = trials.filter(({ registration }) => registration.candidate.data.test.from >= firstSession)
  const deciding = counted.findLast(({ result }) => result !== null) ?? counted.at(-1)
  if (deciding === undefined)
    return { message: { code: 'promotion.registered.missing', version, firstSession }, met: false }
  const { from, to } = deciding.registration.candidate.data.test
  if (deciding.result === null) return { message: { code: 'promotion.registered.waiting', from, to }, met: false }
  return deciding.result.success
    ? { message: { code: 'promotion.registered', from, to }, met: true }
    : { message: { code: 'promotion.registered.failed', from, to }, met: false }
}

function baselineCondition(baselines: BacktestEvidence['baselines']): PromotionCondition {
  const missing = BASELINES.filter((name) => !baselines.some((baseline) => baseline.name === name))
  const behind: BaselineAhead[] = baselines
    .filter(({ result, p95 }) => !(result > p95))
    .map(({ name, result, p95 }) => ({
      code: 'promotion_baseline.behind',
      baseline: name,
      result: wholeRupees(result),
      against: wholeRupees(p95),
    }))
  return { message: baselineReason(missing, behind), met: missing.length === 0 && behind.length === 0 }
}

function baselineReason(baselines: readonly BaselineName[], behind: readonly BaselineAhead[]): PromotionReason {
  const percentile = BASELINE_PERCENTILE
  if (baselines.length > 0 && behind.length > 0)
    return { code: 'promotion.baselines.both', percentile, baselines, behind }
  if (baselines.length > 0) return { code: 'promotion.baselines.missing', baselines }
  if (behind.length > 0) return { code: 'promotion.baselines.behind', percentile, behind }
  return { code: 'promotion.baselines', percentile }
}

/** Results of sessions are rupees with fractions; a text shows whole rupees. */
function wholeRupees(amount: number): Paise {
  return paiseFromRupees(Math.round(amount))
}
