import type { Registration, TestResult } from '@strikewise/signals/learning/registered-trial.ts'
import { BadFile } from '../backtest/input/bad-file.ts'
import { readTrialsLog } from '../backtest/trials-log/trials-file.ts'
import { registrationIn } from './run-registered.ts'

/** A registration with its result, as an operator files it; without a result while it has not been tested. Throws BadFile. */
export function exportedTrial(
  log: string,
  named: string,
): { readonly registration: Registration; readonly result: TestResult | null } {
  const entries = readTrialsLog(log)
  const registration = registrationIn(entries, named)
  if (registration === undefined) throw new BadFile(log, undefined, `there is no registration ${named}`)
  const results = entries.flatMap((entry) => (entry.kind === 'result' ? [entry.result] : []))
  return { registration, result: results.find((result) => result.registration === registration.hash) ?? null }
}
