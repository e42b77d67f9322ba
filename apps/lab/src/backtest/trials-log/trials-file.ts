// @invariant registered-trials Test data are opened for a registered trial alone, once, and the log of it only grows.
import { hash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { canonicalJson, readCanonical } from '@strikewise/domain/hashing/canonical-json.ts'
import { entryLine, hashedText, LOG_START_HASH, readEntryLine } from '@strikewise/public-log/log-entry.ts'
import { BadFile } from '../input/bad-file.ts'
import type { LoggedTrial } from './logged-trial.ts'
import { isTrialsLogEntry, type TrialsLogEntry } from './trials-log-entry.ts'

interface ReadLog {
  readonly entries: readonly TrialsLogEntry[]
  /** Number and hash of the last chained entry: what the next one is chained to. */
  readonly seq: number
  readonly hash: string
}

/**
 * The log, oldest entry first: a line an entry, each chained to the one before by its hash as in the public log, so that
 * no entry can be changed, removed or inserted without a trace. Lines of before entries were chained are trials without a
 * hash; the first chained entry covers them. Empty where there is no log yet. Throws BadFile with the line that does not
 * belong there.
 */
export function readTrialsLog(name: string): readonly TrialsLogEntry[] {
  return existsSync(name) ? logIn(name).entries : []
}

/** The trials of the log: what was tried before counts in what a result is worth (signals reference §4). Throws BadFile. */
export function readTrials(name: string): readonly LoggedTrial[] {
  return readTrialsLog(name).flatMap((entry) => (entry.kind === 'trial' ? [entry.trial] : []))
}

/** Appends a run's trials. Throws BadFile. */
export function appendTrials(name: string, trials: readonly LoggedTrial[]): void {
  appendEntries(
    name,
    trials.map((trial) => ({ kind: 'trial', trial })),
  )
}

/**
 * Appends entries, all in one write, and waits until the disk has them. Two runs that append at once would both continue
 * the same entry: a lock file lets one of them alone in. Throws BadFile where the log does not hold or cannot be written.
 */
export function appendEntries(name: string, entries: readonly TrialsLogEntry[]): void {
  try {
    mkdirSync(path.dirname(name), { recursive: true })
  } catch (error) {
    throw notWritable(name, error)
  }
  locked(name, () => {
    let { seq, hash: prev } = existsSync(name) ? logIn(name) : { seq: 0, hash: LOG_START_HASH }
    const lines = entries.map((entry) => {
      seq += 1
      const body = canonicalJson(entry)
      const chained = { seq, prev, body }
      prev = hash('sha256', hashedText(chained))
      return `${entryLine({ ...chained, hash: prev })}\n`
    })
    try {
      const file = openSync(name, 'a')
      try {
        writeSync(file, lines.join(''))
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    } catch (error) {
      throw notWritable(name, error)
    }
  })
}

function locked(name: string, append: () => void): void {
  const lock = `${name}.lock`
  try {
    closeSync(openSync(lock, 'wx'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritable(name, error)
    throw new BadFile(name, undefined, `another run is writing to it; where none is, delete ${lock}`, { cause: error })
  }
  try {
    append()
  } finally {
    rmSync(lock)
  }
}

function notWritable(name: string, error: unknown): BadFile {
  return new BadFile(name, undefined, `not writable: ${(error as Error).message}`, { cause: error })
}

function logIn(name: string): ReadLog {
  let text: string
  try {
    text = readFileSync(name, 'utf8')
  } catch (error) {
    throw new BadFile(name, undefined, `not readable: ${(error as Error).message}`, { cause: error })
  }
  const lines = text.split('\n')
  // A line without its end was torn by a crash: the next one would be glued to it.
  if (lines.pop() !== '') throw new BadFile(name, lines.length + 1, 'the line has no end')
  const entries: TrialsLogEntry[] = []
  let unchained = 0
  for (const line of lines) {
    const trial = unchainedTrialIn(line)
    if (trial === undefined) break
    entries.push({ kind: 'trial', trial })
    unchained += 1
  }
  const before = lines.slice(0, unchained).map((line) => `${line}\n`)
  let head = { seq: 0, hash: unchained === 0 ? LOG_START_HASH : hash('sha256', before.join('')) }
  for (const [i, line] of lines.entries()) {
    if (i < unchained) continue
    const read = readEntryLine(line)
    const body = read && readCanonical(read.body)
    if (read === undefined || body === undefined || !isTrialsLogEntry(body))
      throw new BadFile(name, i + 1, 'not a trial or another entry as this program logs it')
    if (read.seq !== head.seq + 1 || read.prev !== head.hash || read.hash !== hash('sha256', hashedText(read)))
      throw new BadFile(name, i + 1, 'the chain of hashes breaks here: the log was changed')
    // The hash has shown that the text is what this program wrote.
    entries.push(body as unknown as TrialsLogEntry)
    head = { seq: read.seq, hash: read.hash }
  }
  return { entries, ...head }
}

/** A trial as it was logged before entries were chained; undefined: something else stands in the line. */
function unchainedTrialIn(line: string): LoggedTrial | undefined {
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
