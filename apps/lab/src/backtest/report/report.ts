import { SIGNALS_VERSION } from '@strikewise/domain/agents/params.ts'
import { configHash } from '@strikewise/domain/agents/config-hash.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { LEARNING } from '@strikewise/domain/learning/learning-params.ts'
import { hash } from 'node:crypto'
import type { ExplainedTrade } from '../day/day-result.ts'
import type { TradeSettings } from '../day/trade-settings.ts'
import { baselinesOf, type Baselines } from '../measure/baselines.ts'
import { calibrationOf, type AgentCalibration } from '../measure/calibration.ts'
import { momentsOf } from '../measure/moments.ts'
import { deflatedSharpe, overfittingProbability, probabilisticSharpe, sharpeOf } from '../measure/overfitting.ts'
import { dailyResults, performanceOf, type DailyResult, type Performance } from '../measure/performance.ts'
import { walkForward, WALK_FORWARD, type WalkForward } from '../measure/walk-forward.ts'
import type { TrialDay } from '../run/trial-day.ts'
import type { TrialResults } from '../run/run-trials.ts'
import type { Trial } from '../run/trial.ts'
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
  readonly trials: number
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
  /** Entries that were decided on and not made, by the gate's code. */
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
  readonly trials: readonly Trial[]
  readonly seed: string
  readonly files: readonly string[]
  readonly leftOut: Readonly<Record<string, number>>
}

export function reportOf({ results, trials, seed, files, leftOut }: ReportInput): Report {
  const { days } = results
  const daily = dailyResults(days)
  const rows = results.trialDays.map(dailyOfTrial)
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
    overfitting: overfittingOf(rows, baselines, testedTrades),
    trials: trials.map(({ name, params }, i) => ({
      name: name === '' ? "the product's own" : name,
      configHash: configHash(params),
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

function dailyOfTrial(days: readonly TrialDay[]): DailyResult[] {
  return [...Map.groupBy(days, ({ day }) => day)].map(([day, of]) => ({
    day,
    net: of.reduce((sum, { net }) => sum + net, 0),
    r: of.reduce((sum, { r }) => sum + r, 0),
    trades: of.reduce((sum, { trades }) => sum + trades, 0),
  }))
}

function overfittingOf(
  rows: readonly (readonly DailyResult[])[],
  baselines: Baselines,
  testedTrades: number,
): Overfitting {
  const results = rows.map((row) => row.map(({ r }) => r))
  const own = results[0] ?? []
  const moments = momentsOf(own)
  const sharpes = results.map((row) => sharpeOf(momentsOf(row)))
  const deflated = deflatedSharpe(own, sharpes) ?? null
  const overfitting = overfittingProbability(results) ?? null
  const { strategy, random, inverted, opening } = baselines
  const { gate } = LEARNING
  const best = Math.max(random?.p95 ?? Number.NaN, inverted?.p95 ?? -Infinity, opening?.p95 ?? -Infinity)
  return {
    trials: rows.length,
    probabilistic: probabilisticSharpe(sharpeOf(moments), 0, moments) ?? null,
    deflated,
    overfitting,
    gate: [
      { rule: `deflated Sharpe of at least ${gate.deflatedSharpe}`, met: (deflated ?? 0) >= gate.deflatedSharpe },
      {
        rule: `probability of overfitting of at most ${gate.overfitting}`,
        met: overfitting !== null && overfitting <= gate.overfitting,
      },
      { rule: `at least ${gate.trades} trades in test sessions`, met: testedTrades >= gate.trades },
      { rule: 'better than every baseline’s 95th percentile', met: (strategy?.meanR ?? Number.NaN) > best },
    ],
  }
}

function summed(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {}
  for (const count of counts) for (const [code, many] of Object.entries(count)) total[code] = (total[code] ?? 0) + many
  return Object.fromEntries(Object.entries(total).sort(([, a], [, b]) => b - a))
}
