import { readFileSync } from 'node:fs'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Registration } from '@strikewise/signals/learning/registered-trial.ts'
import { BadFile } from '../backtest/input/bad-file.ts'
import { readCandidate, registrationOf } from '../backtest/trials-log/registration.ts'
import { trialsLogOf } from '../backtest/trials-log/test-data.ts'
import { appendEntries, readTrialsLog } from '../backtest/trials-log/trials-file.ts'

/**
 * Reads a candidate's file and appends its registration to the log of the recordings. Throws BadFile where the file is no
 * candidate, could have seen its test data, or is registered.
 */
export function registerCandidate(file: string, recordings: string, now: EpochMs): Registration {
  let registration: Registration
  try {
    registration = registrationOf(readCandidate(readFileSync(file, 'utf8')), istDateAt(now))
  } catch (error) {
    throw new BadFile(file, undefined, (error as Error).message, { cause: error })
  }
  const log = trialsLogOf(recordings)
  const known = readTrialsLog(log).some(
    (entry) => entry.kind === 'registration' && entry.registration.hash === registration.hash,
  )
  if (known) throw new BadFile(file, undefined, `is registered as ${registration.hash}`)
  appendEntries(log, [{ kind: 'registration', at: new Date(now).toISOString(), registration }])
  return registration
}
