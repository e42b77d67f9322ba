import type { DayRoot, SignedRoot } from './day-root.ts'
import type { LogEntry } from './log-entry.ts'

/** What was done to a record. */
export type TamperKind = 'flipped' | 'inserted' | 'deleted' | 'reordered' | 'cut' | 'signature'

/** The first place where a record is not what was written. */
export interface TamperFinding {
  readonly kind: TamperKind
  /** Of the file, from 1. */
  readonly line: number
  /** Of the entry that is wrong or missing; null where a line is none. */
  readonly seq: number | null
  readonly day: string | null
  readonly text: string
}

/** A line of a record, as far as it can be read. `whole`: its hash is the one of its content. */
export type LogLine = { readonly line: number } & (
  | { readonly type: 'root'; readonly signed: SignedRoot }
  | { readonly type: 'entry'; readonly entry: LogEntry; readonly whole: boolean }
  | { readonly type: 'junk' }
)
export type EntryLine = Extract<LogLine, { type: 'entry' }>
export type RootLine = Extract<LogLine, { type: 'root' }>

/** Where reading stood when something did not fit. */
export interface ChainHead {
  readonly root: DayRoot
  /** Number and hash the next entry continues from; no hash after entries nobody asked about. */
  readonly seq: number
  readonly hash: string | undefined
  /** The last line that fitted; undefined before the first entry of the day. */
  readonly last: EntryLine | undefined
}

/**
 * Names what was done to a record where `found` does not continue it. What comes after tells a line that was put in from
 * one that was changed, and one that is gone from one that stands elsewhere.
 */
export async function tamperedAt(
  found: LogLine,
  { root, seq, hash, last }: ChainHead,
  rest: AsyncIterable<LogLine>,
): Promise<TamperFinding> {
  const expected = seq + 1
  const complete = seq >= root.last_seq
  const at = (kind: TamperKind, text: string, line = found.line, of: number | null = expected): TamperFinding => ({
    kind,
    line,
    seq: of,
    day: root.day,
    text,
  })
  const entryOf = (line: LogLine) => (line.type === 'entry' && line.whole ? line.entry : undefined)

  if (found.type === 'root') {
    return (await some(rest, (line) => entryOf(line)?.seq === expected))
      ? at('reordered', `Entry ${expected} comes after the root of the next day.`)
      : at('cut', `The day ends before entry ${expected}; its root counts up to ${root.last_seq}.`)
  }
  const entry = entryOf(found)
  if (entry === undefined) {
    const next = await first(rest, (line) => line.type === 'root' || entryOf(line) !== undefined)
    const goesOn = next?.type === 'entry' && next.entry.seq === expected && continues(next.entry, hash)
    // Between two days a line that cannot be read, with entries after it, is what is left of a root.
    if (goesOn !== complete) return at('inserted', 'This line does not belong here.', found.line, null)
    return at(
      'flipped',
      complete ? 'This root is not what was written.' : 'What this entry says does not fit its hash.',
    )
  }
  if (complete)
    return at('inserted', `The root counts up to entry ${root.last_seq}; this is more.`, found.line, entry.seq)
  if (entry.seq > expected) {
    const [again, later] = await both(
      rest,
      (line) => entryOf(line)?.seq === entry.seq,
      (line) => entryOf(line)?.seq === expected,
    )
    if (again)
      return at('inserted', `Entry ${entry.seq} stands here and again where it belongs.`, found.line, entry.seq)
    if (later) return at('reordered', `Entry ${entry.seq} stands where entry ${expected} belongs.`)
    const upTo = entry.seq - 1
    return at(
      'deleted',
      upTo === expected ? `Entry ${expected} is missing.` : `Entries ${expected} to ${upTo} are missing.`,
    )
  }
  if (last === undefined)
    return entry.seq === expected
      ? at('flipped', 'This entry does not continue the day before.')
      : at('inserted', `Entry ${entry.seq} is not of this day.`, found.line, entry.seq)
  if (entry.seq === expected) return rewritten(last, root)
  const twin = entry.seq === last.entry.seq && entry.prev === last.entry.prev && entry.hash !== last.entry.hash
  if (
    twin &&
    last.entry.hash !== root.last_hash &&
    !(await some(rest, (line) => entryOf(line)?.prev === last.entry.hash))
  )
    return at(
      'inserted',
      `There are two entries ${entry.seq}; what follows continues the second.`,
      last.line,
      entry.seq,
    )
  return at('inserted', `There was an entry ${entry.seq} already.`, found.line, entry.seq)
}

/** Whether an entry was written right after the one with `hash`; undefined: nobody knows, and it is taken to be. */
export function continues({ prev }: LogEntry, hash: string | undefined): boolean {
  return hash === undefined || prev === hash
}

/** An entry that fits itself and the one before, but that what was written after it does not continue. */
export function rewritten(last: EntryLine, root: DayRoot): TamperFinding {
  const text = 'This entry was rewritten: what follows continues another one.'
  return { kind: 'flipped', line: last.line, seq: last.entry.seq, day: root.day, text }
}

/** What is wrong with a record that does not begin with the signed root of a day. */
export async function tamperedAtStart(
  found: LogLine | undefined,
  rest: AsyncIterable<LogLine>,
): Promise<TamperFinding> {
  const at = (kind: TamperKind, text: string, seq: number | null = null): TamperFinding => ({
    kind,
    line: 1,
    seq,
    day: null,
    text,
  })
  if (found === undefined) return at('cut', 'There is nothing in it.')
  const seq = found.type === 'entry' ? found.entry.seq : null
  let again = false
  let entriesBefore = 0
  let root: DayRoot | undefined
  for await (const line of rest) {
    if (line.type === 'root') root ??= line.signed.root
    if (line.type !== 'entry') continue
    if (root === undefined) entriesBefore += 1
    again ||= line.entry.seq === seq
  }
  if (seq === null)
    return root !== undefined && entriesBefore === 0
      ? at('inserted', 'This line stands before the root of the day and is no part of the record.')
      : at('flipped', 'The first line is not the signed root of a day.')
  if (root === undefined || (seq < root.first_seq && !again))
    return at('deleted', 'The signed root of the day, its first line, is missing.', seq)
  return again
    ? at('inserted', 'This entry stands before the root of the day, and again after it.', seq)
    : at('reordered', 'This entry stands before the root of the day.', seq)
}

async function some(lines: AsyncIterable<LogLine>, fits: (line: LogLine) => boolean): Promise<boolean> {
  return (await first(lines, fits)) !== undefined
}

async function first(lines: AsyncIterable<LogLine>, fits: (line: LogLine) => boolean): Promise<LogLine | undefined> {
  for await (const line of lines) if (fits(line)) return line
  return undefined
}

/** Whether any line fits the one, and any the other. */
async function both(
  lines: AsyncIterable<LogLine>,
  one: (line: LogLine) => boolean,
  other: (line: LogLine) => boolean,
): Promise<[boolean, boolean]> {
  let [foundOne, foundOther] = [false, false]
  for await (const line of lines) {
    foundOne ||= one(line)
    foundOther ||= other(line)
  }
  return [foundOne, foundOther]
}
