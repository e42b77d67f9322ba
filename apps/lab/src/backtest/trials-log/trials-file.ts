import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { BadFile } from '../input/bad-file.ts'
import type { LoggedTrial } from './logged-trial.ts'

/**
 * The file that remembers every trial of every run, a JSON line each. It is read before a run and only ever appended to
 * after it: what was tried before counts in what a result is worth (signals reference §4, "log every trial").
 */
export class TrialsFile {
  readonly #name: string
  readonly #file: number
  /** What was tried before this run, oldest first. */
  readonly earlier: readonly LoggedTrial[]

  /** Opens the log, a new one where there is none. Throws BadFile when it cannot be appended to, or with the line that is no trial. */
  constructor(name: string) {
    this.#name = name
    this.earlier = existsSync(name) ? trialsIn(name) : []
    try {
      mkdirSync(path.dirname(name), { recursive: true })
      this.#file = openSync(name, 'a')
    } catch (error) {
      throw notWritable(name, error)
    }
  }

  /** Adds a run's trials, all in one write, and waits until the disk has them. Throws BadFile. */
  append(trials: readonly LoggedTrial[]): void {
    try {
      writeSync(this.#file, trials.map((trial) => `${JSON.stringify(trial)}\n`).join(''))
      fsyncSync(this.#file)
    } catch (error) {
      throw notWritable(this.#name, error)
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}

function notWritable(name: string, error: unknown): BadFile {
  return new BadFile(name, undefined, `not writable: ${(error as Error).message}`, { cause: error })
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
  // Every field that is read has just been looked at.
  return isTrial ? (read as LoggedTrial) : undefined
}
