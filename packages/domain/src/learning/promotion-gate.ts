import type { TradingCalendar } from '../time/calendar.ts'
import type { IstDate } from '../time/ist.ts'
import { LEARNING } from './learning-params.ts'
import type { WeightsArtefact } from './weights-artefact.ts'

/** What a backtest found of a version, on sessions it was not made from. Results in R an entry, net. */
export interface Evidence {
  readonly version: IstDate
  /** Hash of the parameters it was run with: these weights in this code. */
  readonly configHash: string
  readonly period: { readonly from: IstDate; readonly to: IstDate }
  readonly trades: number
  /** Null: too few days to tell. */
  readonly deflatedSharpe: number | null
  /** Null: nothing else was tried, so nothing can be said. */
  readonly overfitting: number | null
  /** Mean of the entries that every baseline could take too; null: none. */
  readonly result: number | null
  /** The 95th percentile of each baseline on the same entries. */
  readonly baselines: readonly { readonly name: string; readonly p95: number }[]
}

/** The first session a version may be tested on: one lies between it and those the version was made from. */
export function firstTestSession({ data }: Pick<WeightsArtefact, 'data'>, calendar: TradingCalendar): IstDate {
  return calendar.nextTradingDay(calendar.nextTradingDay(data.to))
}

/** One condition of the gate with its figures. */
export interface GateCondition {
  readonly code: 'evidence' | 'code' | 'out_of_sample' | 'deflated_sharpe' | 'overfitting' | 'trades' | 'baselines'
  readonly text: string
  readonly met: boolean
}

/**
 * Whether a version may decide (signals reference §4): every condition, met or not, in words with figures. `configHash`
 * is that of its weights under the code that runs now; `firstSession` the first it may be tested on.
 */
export function promotionGate(
  { version }: Pick<WeightsArtefact, 'version'>,
  evidence: Evidence | undefined,
  { configHash, firstSession }: { readonly configHash: string; readonly firstSession: IstDate },
): GateCondition[] {
  if (evidence === undefined)
    return [{ code: 'evidence', text: `No backtest of version ${version} was filed.`, met: false }]
  const { deflatedSharpe, overfitting, trades, result, baselines, period } = evidence
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
      text: `Deflated Sharpe ratio ${figure(deflatedSharpe)}, at least ${gate.deflatedSharpe} is needed.`,
      met: deflatedSharpe !== null && deflatedSharpe >= gate.deflatedSharpe,
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
    baselineCondition(result, baselines),
  ]
}

function baselineCondition(result: Evidence['result'], baselines: Evidence['baselines']): GateCondition {
  const ahead = baselines.filter(({ p95 }) => result === null || !(result > p95))
  const against = ahead.map(({ name, p95 }) => `${name} ${p95.toFixed(3)} R`).join(', ')
  const text =
    baselines.length === 0
      ? 'No baseline was measured.'
      : ahead.length === 0
        ? `${figure(result)} R an entry, better than the 95th percentile of every baseline.`
        : `${figure(result)} R an entry is not better than the 95th percentile of: ${against}.`
  return { code: 'baselines', text, met: baselines.length > 0 && ahead.length === 0 }
}

function figure(value: number | null): string {
  return value === null ? 'unknown' : value.toFixed(3)
}
