import { existsSync } from 'node:fs'
import path from 'node:path'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { DayRange, Registration } from '@strikewise/signals/learning/registered-trial.ts'
import type { DayGuard } from '../input/day-guard.ts'
import { appendEntries, readTrialsLog } from './trials-file.ts'
import type { TrialsLogEntry } from './trials-log-entry.ts'

/** The log of the trials on the recordings of a folder. It lies among them: a reader of a recording finds it. */
export function trialsLogOf(recordings: string): string {
  return path.join(recordings, 'trials.jsonl')
}

/** The right to read the test data of one registration. Only a look that has been logged gives one. */
export class TestToken {
  readonly #registration: Registration

  private constructor(registration: Registration) {
    this.#registration = registration
  }

  /** Logs the look, waits until the disk has it, and only then hands the token out. Throws BadFile. */
  static afterLogging(log: string, registration: Registration, at: string): TestToken {
    appendEntries(log, [{ kind: 'look', at, registration: registration.hash }])
    return new TestToken(registration)
  }

  allows(day: IstDate): boolean {
    return isWithin(day, this.#registration.candidate.data.test)
  }
}

/**
 * Withholds what the logs' registrations are to be tested on: every day of the range of one that has no result yet. With
 * a token the days of its own range may be read. Throws BadFile where a log does not hold.
 */
export function testDataGuard(logs: readonly string[], token?: TestToken): DayGuard {
  const open = [...new Set(logs.map((log) => path.resolve(log)))]
    .filter((log) => existsSync(log))
    .flatMap((log) => openRegistrations(readTrialsLog(log)))
  return {
    withholds: open.length > 0,
    refusalOf(day) {
      if (token?.allows(day)) return undefined
      const holder = open.find(({ candidate }) => isWithin(day, candidate.data.test))
      if (holder === undefined) return undefined
      return `${day} is test data of the registered trial ${holder.hash.slice(0, 12)} (${holder.candidate.name}) and is not read before its test`
    },
  }
}

/** Registrations whose test has no result yet. */
function openRegistrations(entries: readonly TrialsLogEntry[]): Registration[] {
  const tested = new Set(entries.flatMap((entry) => (entry.kind === 'result' ? [entry.result.registration] : [])))
  return entries.flatMap((entry) =>
    entry.kind === 'registration' && !tested.has(entry.registration.hash) ? [entry.registration] : [],
  )
}

export function isWithin(day: IstDate, { from, to }: DayRange): boolean {
  return from <= day && day <= to
}
