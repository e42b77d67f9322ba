import type { DayRoot, SignedRoot } from './day-root.ts'
import type { LogEntry } from './log-entry.ts'

/** What was done to a record. */
export type TamperKind = 'flipped' | 'inserted' | 'deleted' | 'reordered' | 'cut' | 'signature'

/** What was done, as a message; entries by their number. */
export type TamperReason =
  | { readonly code: 'tamper.after_next_root'; readonly entry: number }
  | { readonly code: 'tamper.day_cut'; readonly entry: number; readonly last: number }
  | { readonly code: 'tamper.foreign_line' }
  | { readonly code: 'tamper.root_changed' }
  | { readonly code: 'tamper.entry_changed' }
  | { readonly code: 'tamper.beyond_root'; readonly last: number }
  | { readonly code: 'tamper.copied_ahead'; readonly entry: number }
  | { readonly code: 'tamper.out_of_place'; readonly entry: number; readonly expected: number }
  | { readonly code: 'tamper.missing'; readonly entry: number }
  | { readonly code: 'tamper.missing_range'; readonly from: number; readonly to: number }
  | { readonly code: 'tamper.no_continuation' }
  | { readonly code: 'tamper.other_day'; readonly entry: number }
  | { readonly code: 'tamper.twins'; readonly entry: number }
  | { readonly code: 'tamper.repeated'; readonly entry: number }
  | { readonly code: 'tamper.rewritten' }
  | { readonly code: 'tamper.empty' }
  | { readonly code: 'tamper.before_root' }
  | { readonly code: 'tamper.first_line' }
  | { readonly code: 'tamper.root_missing' }
  | { readonly code: 'tamper.entry_before_root_twice' }
  | { readonly code: 'tamper.entry_before_root' }
  | { readonly code: 'tamper.other_key'; readonly key: string }
  | { readonly code: 'tamper.bad_signature' }
  | { readonly code: 'tamper.root_count' }
  | { readonly code: 'tamper.day_missing'; readonly from: number; readonly to: number }
  | { readonly code: 'tamper.day_repeated' }
  | { readonly code: 'tamper.days_out_of_order' }
  | { readonly code: 'tamper.root_chain' }
  | { readonly code: 'tamper.cut'; readonly entry: number; readonly last: number }

/** The first place where a record is not what was written. */
export interface TamperFinding {
  readonly kind: TamperKind
  /** Of the file, from 1. */
  readonly line: number
  /** Of the entry that is wrong or missing; null where a line is none. */
  readonly seq: number | null
  readonly day: string | null
  readonly reason: TamperReason
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
  /** Number and hash the next entry continues from; no hash after entries that were not asked for. */
  readonly seq: number
  readonly hash: string | undefined
  /** The last line that fitted; undefined before the first entry of the day. */
  readonly last: EntryLine | undefined
}

/**
 * Names what was done to a record where `found` does not continue it. What comes after distinguishes a line that was put in from
 * one that was changed, and one that is gone from one that stands elsewhere.
 */
export async function tamperedAt(
  found: LogLine,
  { root, seq, hash, last }: ChainHead,
  rest: AsyncIterable<LogLine>,
): Promise<TamperFinding> {
  const expected = seq + 1
  const complete = seq >= root.last_seq
  const at = (
    kind: TamperKind,
    reason: TamperReason,
    line = found.line,
    of: number | null = expected,
  ): TamperFinding => ({ kind, line, seq: of, day: root.day, reason })
  const entryOf = (line: LogLine) => (line.type === 'entry' && line.whole ? line.entry : undefined)

  if (found.type === 'root') {
    return (await some(rest, (line) => entryOf(line)?.seq === expected))
      ? at('reordered', { code: 'tamper.after_next_root', entry: expected })
      : at('cut', { code: 'tamper.day_cut', entry: expected, last: root.last_seq })
  }
  const entry = entryOf(found)
  if (entry === undefined) {
    const next = await first(rest, (line) => line.type === 'root' || entryOf(line) !== undefined)
    const goesOn = next?.type === 'entry' && next.entry.seq === expected && continues(next.entry, hash)
    // Between two days a line that cannot be read, with entries after it, is what is left of a root.
    if (goesOn !== complete) return at('inserted', { code: 'tamper.foreign_line' }, found.line, null)
    return at('flipped', { code: complete ? 'tamper.root_changed' : 'tamper.entry_changed' })
  }
  if (complete) return at('inserted', { code: 'tamper.beyond_root', last: root.last_seq }, found.line, entry.seq)
  if (entry.seq > expected) {
    const [again, later] = await both(
      rest,
      (line) => entryOf(line)?.seq === entry.seq,
      (line) => entryOf(line)?.seq === expected,
    )
    if (again) return at('inserted', { code: 'tamper.copied_ahead', entry: entry.seq }, found.line, entry.seq)
    if (later) return at('reordered', { code: 'tamper.out_of_place', entry: entry.seq, expected })
    const upTo = entry.seq - 1
    return at(
      'deleted',
      upTo === expected
        ? { code: 'tamper.missing', entry: expected }
        : { code: 'tamper.missing_range', from: expected, to: upTo },
    )
  }
  if (last === undefined)
    return entry.seq === expected
      ? at('flipped', { code: 'tamper.no_continuation' })
      : at('inserted', { code: 'tamper.other_day', entry: entry.seq }, found.line, entry.seq)
  if (entry.seq === expected) return rewritten(last, root)
  const twin = entry.seq === last.entry.seq && entry.prev === last.entry.prev && entry.hash !== last.entry.hash
  if (
    twin &&
    last.entry.hash !== root.last_hash &&
    !(await some(rest, (line) => entryOf(line)?.prev === last.entry.hash))
  )
    return at('inserted', { code: 'tamper.twins', entry: entry.seq }, last.line, entry.seq)
  return at('inserted', { code: 'tamper.repeated', entry: entry.seq }, found.line, entry.seq)
}

/** Whether an entry was written right after the one with `hash`; undefined: it is not known, and it is taken to be. */
export function continues({ prev }: LogEntry, hash: string | undefined): boolean {
  return hash === undefined || prev === hash
}

/** An entry that fits itself and the one before, but that what was written after it does not continue. */
export function rewritten(last: EntryLine, root: DayRoot): TamperFinding {
  return {
    kind: 'flipped',
    line: last.line,
    seq: last.entry.seq,
    day: root.day,
    reason: { code: 'tamper.rewritten' },
  }
}

/** What is wrong with a record that does not begin with the signed root of a day. */
export async function tamperedAtStart(
  found: LogLine | undefined,
  rest: AsyncIterable<LogLine>,
): Promise<TamperFinding> {
  const at = (kind: TamperKind, reason: TamperReason, seq: number | null = null): TamperFinding => ({
    kind,
    line: 1,
    seq,
    day: null,
    reason,
  })
  if (found === undefined) return at('cut', { code: 'tamper.empty' })
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
      ? at('inserted', { code: 'tamper.before_root' })
      : at('flipped', { code: 'tamper.first_line' })
  if (root === undefined || (seq < root.first_seq && !again)) return at('deleted', { code: 'tamper.root_missing' }, seq)
  return again
    ? at('inserted', { code: 'tamper.entry_before_root_twice' }, seq)
    : at('reordered', { code: 'tamper.entry_before_root' }, seq)
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
