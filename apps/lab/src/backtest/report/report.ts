import { SIGNALS_VERSION } from '@strikewise/signals/registry/params.ts'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { LEARNING } from '@strikewise/signals/learning/learning-params.ts'
import { BASELINES } from '@strikewise/signals/learning/baselines.ts'
import { momentsOf, type Moments } from '@strikewise/domain/statistics/moments.ts'
import {
  deflatedSharpe,
  probabilisticSharpe,
  sharpeOf,
  type TrialStatistics,
} from '@strikewise/domain/statistics/sharpe-ratio.ts'
import { hash } from 'node:crypto'
import type { ExplainedTrade } from '../day/day-result.ts'
import type { TradeSettings } from '../day/trade-settings.ts'
import { baselinesOf, type Baselines } from '../measure/baselines.ts'
import { calibrationOf, type AgentCalibration } from '../measure/calibration.ts'
import { overfittingProbability, trialStatisticsOf } from '../measure/overfitting.ts'
import { dailyResults, performanceOf, type DailyResult, type Performance } from '../measure/performance.ts'
import { walkForward, WALK_FORWARD, type WalkForward } from '../measure/walk-forward.ts'
import type { TrialResults } from '../run/run-trials.ts'
import type { BacktestTrial } from '../run/trial.ts'
import { alternativesOn, type LoggedTrial } from '../trials-log/logged-trial.ts'
import { premiumCells, type PremiumCell } from '../premiums/premium-cells.ts'
import { reducedCoverageOf, type ReducedCoverage } from './reduced-coverage.ts'
import { assumptionsOf } from './assumptions.ts'

/** One set of parameters that was tried. */
interface TrialLine {
  readonly name: string
  readonly configHash: string
  readonly trades: number
  readonly net: number
  readonly totalR: number
  /** Daily, in R, × √252. */
  readonly sharpe: number
}

interface Overfitting {
  /** Of this run. */
  readonly trials: number
  /** Those the log knows from earlier runs, repeats too: who looks again has another chance to like what is there. */
  readonly earlier: number
  /** All of them. */
  readonly tried: TrialStatistics
  /** The first trial's daily results in R. */
  readonly daily: Moments
  /** Chance that the true Sharpe is above 0; null without enough days. */
  readonly probabilistic: number | null
  /** The same against the luckiest of as many useless trials. */
  readonly deflated: number | null
  /** Null under two trials. */
  readonly overfitting: number | null
  /** Whether the rules of §4 for promoting a rule are met, each with its figure. */
  readonly gate: readonly { readonly rule: string; readonly met: boolean }[]
}

/** Everything a run found out. The same input gives the same report to the byte: it holds no clock and no machine. */
export interface Report {
  readonly simulated: true
  readonly version: string
  readonly configHash: string
  readonly seed: string
  readonly settings: TradeSettings
  readonly files: readonly string[]
  readonly leftOut: Readonly<Record<string, number>>
  readonly period: { readonly from: string; readonly to: string }
  /** Sessions by where their option prices came from. */
  readonly pricing: Readonly<Record<'modelled' | 'recorded', number>>
  /** Null: the rule's own coverage floor holds in every session. */
  readonly coverage: ReducedCoverage | null
  /** Model over recorded premium on the sessions with a recorded chain; empty without one. */
  readonly premiums: readonly PremiumCell[]
  readonly assumptions: readonly string[]
  readonly performance: Performance
  readonly bySymbol: Readonly<Partial<Record<IndexSymbol, Performance>>>
  /** What the walk-forward's chosen trials brought on the sessions they were tested on. */
  readonly walkForward: Omit<WalkForward, 'tested'> & {
    readonly rules: typeof WALK_FORWARD
    readonly sharpe: number
    readonly meanR: number
    readonly trades: number
  }
  readonly baselines: Baselines
  readonly overfitting: Overfitting
  readonly trials: readonly TrialLine[]
  readonly calibration: readonly AgentCalibration[]
  /** Entries that were decided on and not made, by the code of the pre-trade check. */
  readonly refused: Readonly<Record<string, number>>
  readonly decisions: number
  readonly events: number
  /** Over the digests of all sessions' decisions. */
  readonly digest: string
  readonly daily: readonly DailyResult[]
  readonly trades: readonly ExplainedTrade[]
}

export interface ReportInput {
  readonly results: TrialResults
  readonly trials: readonly BacktestTrial[]
  /** Daily results of each trial, the same days. */
  readonly rows: readonly (readonly DailyResult[])[]
  /** The trials of this run as the log keeps them. */
  readonly logged: readonly LoggedTrial[]
  readonly seed: string
  readonly files: readonly string[]
  readonly leftOut: Readonly<Record<string, number>>
  /** Trials of earlier runs; none without a log. */
  readonly earlier: readonly LoggedTrial[]
}

export function reportOf({ results, trials, rows, logged, seed, files, leftOut, earlier }: ReportInput): Report {
  const { days } = results
  const daily = dailyResults(days)
  const walk = walkForward(rows)
  const tested = momentsOf(walk.tested.map(({ r }) => r))
  const testedTrades = walk.tested.reduce((sum, { trades }) => sum + trades, 0)
  const baselines = baselinesOf(days, seed)
  const own = trials[0]!
  const performance = performanceOf(days, seed)
  const { steps } = walk
  const period = { from: daily[0]?.day ?? '', to: daily.at(-1)?.day ?? '' }
  return {
    simulated: true,
    version: SIGNALS_VERSION,
    configHash: configHash(own.params),
    seed,
    settings: own.settings,
    files,
    leftOut,
    period,
    pricing: {
      modelled: days.filter(({ pricing }) => pricing === 'modelled').length,
      recorded: days.filter(({ pricing }) => pricing === 'recorded').length,
    },
    coverage: reducedCoverageOf(days, own.params.engine),
    premiums: premiumCells(days.flatMap((day) => day.premiums)),
    assumptions: assumptionsOf(period),
    performance,
    bySymbol: Object.fromEntries(
      INDEX_SYMBOLS.map((symbol) => [symbol, days.filter((day) => day.symbol === symbol)] as const)
        .filter(([, of]) => of.length > 0)
        .map(([symbol, of]) => [symbol, performanceOf(of, seed)]),
    ),
    walkForward: {
      rules: WALK_FORWARD,
      steps,
      sharpe: sharpeOf(tested) * Math.sqrt(252),
      meanR: tested.mean,
      trades: testedTrades,
    },
    baselines,
    overfitting: overfittingOf(logged, earlier, baselines, testedTrades),
    trials: logged.map(({ name, configHash: hash }, i) => ({
      name,
      configHash: hash,
      trades: rows[i]!.reduce((sum, { trades }) => sum + trades, 0),
      net: rows[i]!.reduce((sum, { net }) => sum + net, 0),
      totalR: rows[i]!.reduce((sum, { r }) => sum + r, 0),
      sharpe: sharpeOf(momentsOf(rows[i]!.map(({ r }) => r))) * Math.sqrt(252),
    })),
    calibration: calibrationOf(days),
    refused: summed(days.map(({ refused }) => refused)),
    decisions: days.reduce((sum, { decisions }) => sum + decisions, 0),
    events: results.trialDays.flat().reduce((sum, { events }) => sum + events, 0),
    digest: hash('sha256', days.map(({ digest }) => digest).join('')),
    daily,
    trades: days.flatMap(({ entries }) => entries.map(({ trade }) => trade)),
  }
}

function overfittingOf(
  logged: readonly LoggedTrial[],
  earlier: readonly LoggedTrial[],
  baselines: Baselines,
  testedTrades: number,
): Overfitting {
  const all = [...earlier, ...logged]
  const daily = momentsOf(logged[0]!.daily)
  const tried = trialStatisticsOf(all.map((trial) => trial.daily))
  const deflated = deflatedSharpe(daily, tried) ?? null
  const overfitting = overfittingProbability(alternativesOn(logged[0]!.sessions, all)) ?? null
  const { gate } = LEARNING
  return {
    trials: logged.length,
    earlier: earlier.length,
    tried,
    daily,
    probabilistic: probabilisticSharpe(sharpeOf(daily), 0, daily) ?? null,
    deflated,
    overfitting,
    gate: [
      { rule: `deflated Sharpe of at least ${gate.deflatedSharpe}`, met: (deflated ?? 0) >= gate.deflatedSharpe },
      {
        rule: `probability of overfitting of at most ${gate.overfitting}`,
        met: overfitting !== null && overfitting <= gate.overfitting,
      },
      { rule: `at least ${gate.trades} trades in test sessions`, met: testedTrades >= gate.trades },
      { rule: 'better than every baseline’s 95th percentile, at equal risk', met: beatsAll(baselines) },
    ],
  }
}

function beatsAll({ compared }: Baselines): boolean {
  return BASELINES.every((name) => compared.some((one) => one.name === name && one.own > one.p95))
}

function summed(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const count of counts) for (const [code, many] of Object.entries(count)) total[code] = (total[code] ?? 0) + many
  return Object.fromEntries(Object.entries(total).sort(([, a], [, b]) => b - a))
}
