// A thread of a backtest: takes one piece or recorded day and a trial a message, answers with the sessions' results.
import { parentPort } from 'node:worker_threads'
import { readRecordedDay } from '@strikewise/domain/recording/recorded-day.ts'
import type { DayResult } from '../day/day-result.ts'
import { runRecordedDay, type RecordedResult } from '../day/run-recorded-day.ts'
import { segmentsOf, type Recording } from '../input/recordings.ts'
import type { Piece } from './piece.ts'
import { runPiece } from './run-piece.ts'
import { trialDayOf, type TrialDay } from './trial-day.ts'
import type { Trial } from './trial.ts'

export interface PieceJob {
  readonly work: Piece | Recording
  /** Index among the trials; the first is kept with everything that explains it. */
  readonly number: number
  readonly trial: Trial
  readonly seed: string
}

/** Full results of the first trial, or the bare ones of another, and what of a recorded day is missing. */
export type PieceAnswer = ({ readonly days: readonly DayResult[] } | { readonly trialDays: TrialDay[] }) &
  Pick<RecordedResult, 'leftOut'>

parentPort!.on('message', ({ work, number, trial, seed }: PieceJob) => {
  const { days, leftOut } =
    'folder' in work
      ? runRecordedDay(readRecordedDay(segmentsOf(work.folder)), trial)
      : { days: runPiece(work, trial, seed), leftOut: {} }
  const answer: PieceAnswer = { ...(number === 0 ? { days } : { trialDays: days.map(trialDayOf) }), leftOut }
  parentPort!.postMessage(answer)
})
