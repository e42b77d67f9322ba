// @invariant trials-counted Every trial is counted: nights, saved backtests, repeats.
import { momentsOf } from '@strikewise/domain/statistics/moments.ts'
import { sharpeOf, type TrialStatistics } from '@strikewise/domain/statistics/sharpe-ratio.ts'
import type { BacktestEvidence } from '@strikewise/signals/learning/promotion-criteria.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../store/database.ts'

/**
 * Everything that was tried before a version is promoted on `evidence`. The log of it are the insert-only tables of
 * versions and evidence: each version without a filed backtest is a trial, each backtest as many as its run had;
 * where the backtests' own log knows of more, that counts. Deviation: the larger of the one filed and that of all filed
 * results. So a promotion gets harder with every night, every sweep and every repeat.
 */
export async function trialsBefore(db: Kysely<Database>, evidence: BacktestEvidence): Promise<TrialStatistics> {
  const filed = await db.selectFrom('weights_evidence').select('evidence').distinct().where(trialCount).execute()
  const versions = await db
    .selectFrom('weights_artefacts')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('version', 'not in', (of) => of.selectFrom('weights_evidence').select('version'))
    .executeTakeFirstOrThrow()
  const inRuns = filed.reduce((sum, row) => sum + row.evidence.tried.inRun, 0)
  const sharpes = filed.map((row) => sharpeOf(row.evidence.daily))
  return {
    trials: Math.max(evidence.tried.trials, inRuns) + versions.count,
    deviation: Math.max(evidence.tried.deviation, momentsOf(sharpes).deviation),
  }
}

/** Evidence of before trials were counted cannot report what it was chosen among: it is kept, and counts as none. */
export const trialCount = sql<boolean>`evidence ? 'tried'`
