import type { Evidence } from '@strikewise/domain/learning/promotion-gate.ts'
import type { WeightsArtefact } from '@strikewise/domain/learning/weights-artefact.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import type { Report } from './report.ts'

/** What the promotion gate asks of a backtest of learned weights: filed by an operator as it is. */
export function evidenceOf(report: Report, { version }: Pick<WeightsArtefact, 'version'>): Evidence {
  const { baselines, overfitting, period } = report
  const { random, inverted, opening } = baselines
  const measured = { 'random direction': random, 'inverted signal': inverted, 'first 15 minutes': opening }
  return {
    version,
    configHash: report.configHash,
    period: { from: istDate(period.from), to: istDate(period.to) },
    trades: report.trades.length,
    deflatedSharpe: overfitting.deflated,
    overfitting: overfitting.overfitting,
    result: baselines.strategy?.meanR ?? null,
    baselines: Object.entries(measured).flatMap(([name, baseline]) =>
      baseline === null ? [] : [{ name, p95: baseline.p95 }],
    ),
  }
}
