import { hash } from 'node:crypto'
import { configHash } from '@strikewise/signals/registry/config-hash.ts'
import type { DailyResult } from '../measure/performance.ts'
import type { BacktestTrial } from '../run/trial.ts'

/** One trial of one run, as the log keeps it. */
export interface LoggedTrial {
  readonly name: string
  readonly configHash: string
  readonly seed: string
  readonly period: { readonly from: string; readonly to: string }
  /** SHA-256 (hex) over the days: trials with the same can be laid side by side, day by day. */
  readonly sessions: string
  /** Net result of each session in R, in order. */
  readonly daily: readonly number[]
}

/** `rows`: daily results of each trial, the same days. */
export function loggedTrials(
  trials: readonly BacktestTrial[],
  rows: readonly (readonly DailyResult[])[],
  seed: string,
): LoggedTrial[] {
  return trials.map(({ name, params }, i) => {
    const row = rows[i]!
    return {
      name: name === '' ? "the product's own" : name,
      configHash: configHash(params),
      seed,
      period: { from: row[0]?.day ?? '', to: row.at(-1)?.day ?? '' },
      sessions: sessionsHash(row),
      daily: row.map(({ r }) => r),
    }
  })
}

/** Names the sessions of a row of results. */
function sessionsHash(row: readonly Pick<DailyResult, 'day'>[]): string {
  return hash('sha256', row.map(({ day }) => day).join(' '))
}

/**
 * Daily results of the trials on these sessions, which can be laid side by side; one that was only repeated is no other
 * way to choose.
 */
export function alternativesOn(sessions: string, all: readonly LoggedTrial[]): (readonly number[])[] {
  const same = all.filter((trial) => trial.sessions === sessions)
  return [...new Map(same.map(({ daily }) => [daily.join(' '), daily])).values()]
}
