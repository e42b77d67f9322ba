import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { BadFile } from '../input/bad-file.ts'
import type { LoggedTrial } from './logged-trial.ts'

/**
 * What was tried before, oldest first: the log has a JSON line for every trial of every run, and what was tried before
 * counts in what a result is worth (signals reference §4, "log every trial"). None where there is no log yet. Throws
 * BadFile with the line that is no trial.
 */
export function readTrials(name: string): readonly LoggedTrial[] {
  return existsSync(name) ? trialsIn(name) : []
}

/** Adds a run's trials behind the others, all in one write, and waits until the disk has them. Throws BadFile. */
export function appendTrials(name: string, trials: readonly LoggedTrial[]): void {
  try {
    mkdirSync(path.dirname(name), { recursive: true })
    const file = openSync(name, 'a')
    try {
      writeSync(file, trials.map((trial) => `${JSON.stringify(trial)}\n`).join(''))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw new BadFile(name, undefined, `not writable: ${(error as Error).message}`, { cause: error })
  }
}

function trialsIn(name: string): LoggedTrial[] {
  let text: string
  try {
    text = readFileSync(name, 'utf8')
  } catch (error) {
    throw new BadFile(name, undefined, `not readable: ${(error as Error).message}`, { cause: error })
  }
  const lines = text.split('\n')
  // A line without its end was torn by a crash: the next one would be glued to it.
  if (lines.pop() !== '') throw new BadFile(name, lines.length + 1, 'the line has no end')
  return lines.map((line, i) => trialIn(line) ?? fail(name, i + 1))
}

function fail(name: string, line: number): never {
  throw new BadFile(name, line, 'not a trial as this program logs it')
}

/** Undefined: something else stands in the line. */
function trialIn(line: string): LoggedTrial | undefined {
  let read: unknown
  try {
    read = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof read !== 'object' || read === null) return undefined
  const { name, configHash, seed, sessions, daily, period } = read as Partial<Record<keyof LoggedTrial, unknown>>
  const isTrial =
    [name, configHash, seed, sessions].every((text) => typeof text === 'string') &&
    Array.isArray(daily) &&
    daily.every((r) => Number.isFinite(r)) &&
    typeof period === 'object' &&
    period !== null
  // Every field that is read has just been checked.
  return isTrial ? (read as LoggedTrial) : undefined
}
