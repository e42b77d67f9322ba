import type { BacktestEvidence } from '@strikewise/signals/learning/promotion-criteria.ts'
import type { WeightsArtefact } from '@strikewise/signals/learning/weights-artefact.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import type { Report } from './report.ts'

/** What the promotion gate asks of a backtest of learned weights: filed by an operator as it is. */
export function promotionEvidenceOf(report: Report, { version }: Pick<WeightsArtefact, 'version'>): BacktestEvidence {
  const { baselines, overfitting, period } = report
  return {
    version,
    configHash: report.configHash,
    period: { from: istDate(period.from), to: istDate(period.to) },
    trades: report.trades.length,
    daily: overfitting.daily,
    tried: { ...overfitting.tried, inRun: overfitting.trials },
    overfitting: overfitting.overfitting,
    baselines: baselines.compared.map(({ name, own, p95 }) => ({ name, result: rupees(own), p95: rupees(p95) })),
  }
}

function rupees(paise: number): number {
  return Math.round(paise) / 100
}
