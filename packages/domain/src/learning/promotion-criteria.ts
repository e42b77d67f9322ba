import { fixed } from '../agents/number-text.ts'
import type { TradingCalendar } from '../time/calendar.ts'
import { deflatedSharpe, type TrialStatistics } from '../statistics/sharpe-ratio.ts'
import type { Moments } from '../statistics/moments.ts'
import type { IstDate } from '../time/ist.ts'
import { BASELINES, type BaselineName } from './baselines.ts'
import { LEARNING } from './learning-params.ts'
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
  /** Null: nothing else was tried, so nothing can be said. */
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

/** One condition of the gate with its figures. */
export interface PromotionCondition {
  readonly code: 'evidence' | 'code' | 'out_of_sample' | 'deflated_sharpe' | 'overfitting' | 'trades' | 'baselines'
  readonly text: string
  readonly met: boolean
}

/** Whether a version may decide (signals reference §4): every condition, met or not, in words with figures. Without terms no evidence was filed. */
export function promotionConditions(
  { version }: Pick<WeightsArtefact, 'version'>,
  terms?: PromotionTerms,
): PromotionCondition[] {
  if (terms === undefined)
    return [{ code: 'evidence', text: `No backtest of version ${version} was filed.`, met: false }]
  const { evidence, configHash, firstSession, tried } = terms
  const { daily, overfitting, trades, baselines, period } = evidence
  const deflated = deflatedSharpe(daily, tried) ?? null
  const { gate } = LEARNING
  return [
    {
      code: 'code',
      text: 'The backtest ran these weights in the code that runs now.',
      met: evidence.version === version && evidence.configHash === configHash,
    },
    {
      code: 'out_of_sample',
      text: `Tested from ${period.from} to ${period.to}; nothing before ${firstSession} counts.`,
      met: period.from >= firstSession,
    },
    {
      code: 'deflated_sharpe',
      text: `Deflated Sharpe ratio ${figure(deflated)} among ${tried.trials} trials, at least ${gate.deflatedSharpe} is needed.`,
      met: deflated !== null && deflated >= gate.deflatedSharpe,
    },
    {
      code: 'overfitting',
      text: `Probability of overfitting ${figure(overfitting)}, at most ${gate.overfitting} is allowed.`,
      met: overfitting !== null && overfitting <= gate.overfitting,
    },
    {
      code: 'trades',
      text: `${trades} trades on sessions it was not made from, at least ${gate.trades} are needed.`,
      met: trades >= gate.trades,
    },
    baselineCondition(baselines),
  ]
}

function baselineCondition(baselines: BacktestEvidence['baselines']): PromotionCondition {
  const missing = BASELINES.filter((name) => !baselines.some((baseline) => baseline.name === name))
  const ahead = baselines.filter(({ result, p95 }) => !(result > p95))
  const against = ahead.map(
    ({ name, result, p95 }) => `${name} (${fixed(result, 0)} rupees a session against ${fixed(p95, 0)})`,
  )
  const text = [
    ...(missing.length === 0 ? [] : [`Not measured: ${missing.join(', ')}.`]),
    ...(ahead.length === 0 ? [] : [`Not better, at equal risk, than the 95th percentile of: ${against.join(', ')}.`]),
  ].join(' ')
  return {
    code: 'baselines',
    text: text === '' ? 'Better, at equal risk, than the 95th percentile of every baseline.' : text,
    met: text === '',
  }
}

function figure(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(3)
}
