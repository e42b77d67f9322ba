// A thread of a backtest: takes one piece and trial a message, answers with the sessions' results.
import { parentPort } from 'node:worker_threads'
import type { DayResult } from '../day/day-result.ts'
import type { Piece } from './piece.ts'
import { runPiece } from './run-piece.ts'
import { trialDayOf, type TrialDay } from './trial-day.ts'
import type { Trial } from './trial.ts'

export interface PieceJob {
  readonly piece: Piece
  /** Index among the trials; the first is kept with everything that explains it. */
  readonly number: number
  readonly trial: Trial
  readonly seed: string
}

/** Full results of the first trial, or the bare ones of another. */
export type PieceAnswer = { readonly days: DayResult[] } | { readonly trialDays: TrialDay[] }

parentPort!.on('message', ({ piece, number, trial, seed }: PieceJob) => {
  const days = runPiece(piece, trial, seed)
  const answer: PieceAnswer = number === 0 ? { days } : { trialDays: days.map(trialDayOf) }
  parentPort!.postMessage(answer)
})
