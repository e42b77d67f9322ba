// @invariant public-log
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import {
  continues,
  tamperedAt,
  tamperedAtStart,
  rewritten,
  type TamperFinding,
  type TamperReason,
  type EntryLine,
  type LogLine,
  type RootLine,
  type ChainHead,
} from './tamper-report.ts'
import { readRootLine, rootStatement, type DayRoot, type SignedRoot } from './day-root.ts'
import { hashedText, readEntryLine, type Sha256 } from './log-entry.ts'

export interface VerifyOptions {
  readonly sha256: Sha256
  /** Checks an Ed25519 signature of `text`; undefined: this platform cannot, and signatures are left unchecked. */
  readonly verifies: ((signed: SignedRoot, text: string) => boolean | Promise<boolean>) | undefined
  /** The only key accepted, 64 hex digits; undefined: whichever the roots name. */
  readonly key?: string | undefined
  /** First and last entry asked about; undefined: from the start, to the end. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Called for every line that was read. */
  readonly onLine?: (line: number) => void
}

export type VerificationResult =
  | { readonly ok: false; readonly damage: TamperFinding }
  | {
      readonly ok: true
      /** Entries that were asked about and hold. */
      readonly entries: number
      readonly days: readonly IstDate[]
      /** Keys the roots were signed with. */
      readonly keys: readonly string[]
      /** False when reading stopped before the end the root names: what was read fits together, and no more is known. */
      readonly attested: boolean
    }

/**
 * Follows a record, lines of one or more days each beginning with its signed root, and reports whether it is what was
 * written, or the first place where it is not. Reads each line once and keeps none.
 */
export async function verifyLog(
  lines: AsyncIterable<string> | Iterable<string>,
  options: VerifyOptions,
): Promise<VerificationResult> {
  const reading = readLines(lines, options)
  const { value: first } = await reading.next()
  if (first?.type !== 'root') return { ok: false, damage: await tamperedAtStart(first, reading) }
  const walk = new LogVerifier(options, reading)
  let verdict = await walk.root(first)
  while (verdict === undefined) {
    const { value: line } = await reading.next()
    if (line === undefined) return walk.end()
    verdict = await (line.type === 'root' ? walk.root(line) : walk.entry(line))
  }
  return verdict
}

/** One reading of a record. Each step reports the verdict, or undefined when there is more to read. */
class LogVerifier {
  readonly #options: VerifyOptions
  /** What has not been read yet: checked only once something does not fit. */
  readonly #rest: AsyncIterable<LogLine>
  readonly #from: number
  readonly #to: number
  readonly #days: IstDate[] = []
  readonly #keys = new Set<string>()
  #entries = 0
  #lines = 0
  #head: ChainHead | undefined

  constructor(options: VerifyOptions, rest: AsyncIterable<LogLine>) {
    this.#options = options
    this.#rest = rest
    this.#from = options.from ?? 0
    this.#to = options.to ?? Number.POSITIVE_INFINITY
  }

  async root(line: RootLine): Promise<VerificationResult | undefined> {
    this.#lines = line.line
    const before = this.#head
    if (before !== undefined) {
      if (endsOtherwise(before)) return bad(rewritten(before.last, before.root))
      if (this.#isInRange(before)) return this.#mismatch(line, { ...before, seq: Math.max(before.seq, this.#from - 1) })
      if (before.seq >= this.#to) return this.#valid(true)
    }
    const damage = await rootDamage(line.signed, line.line, before?.root, this.#options)
    if (damage !== undefined) return bad(damage)
    const { root, key } = line.signed
    this.#days.push(root.day)
    this.#keys.add(key)
    this.#head = { root, seq: root.first_seq - 1, hash: root.start_hash, last: undefined }
    return undefined
  }

  async entry(line: Exclude<LogLine, RootLine>): Promise<VerificationResult | undefined> {
    this.#lines = line.line
    const at = this.#head!
    if (at.seq + 1 < this.#from && this.#skips(line, at)) return undefined
    const head = at.seq + 1 < this.#from ? { ...at, seq: this.#from - 1, hash: undefined } : at
    const { root, seq, hash } = head
    const isNext = line.type === 'entry' && line.whole && line.entry.seq === seq + 1
    // The entry after the range only shows whether the last of it was the one that was continued.
    if (seq >= this.#to && seq < root.last_seq && (!isNext || continues(line.entry, hash))) return this.#valid(false)
    if (endsOtherwise(head) && (line.type === 'junk' || line.entry.seq > seq)) return bad(rewritten(head.last, root))
    if (!isNext || !continues(line.entry, hash) || line.entry.seq > root.last_seq) return this.#mismatch(line, head)
    this.#entries += 1
    this.#head = { root, seq: line.entry.seq, hash: line.entry.hash, last: line }
    return undefined
  }

  end(): VerificationResult {
    const head = this.#head!
    const { root, seq } = head
    if (endsOtherwise(head)) return bad(rewritten(head.last, root))
    return this.#isInRange(head) ? bad(cutAt(this.#lines + 1, head)) : this.#valid(seq >= root.last_seq)
  }

  /** Goes past a line before the range. False: the line is in it. */
  #skips(line: Exclude<LogLine, RootLine>, { root }: ChainHead): boolean {
    if (line.type === 'junk') return true
    if (line.entry.seq >= this.#from) return false
    this.#head = { root, seq: line.entry.seq, hash: undefined, last: undefined }
    return true
  }

  /** Whether more entries of this day belong to the range. */
  #isInRange({ root, seq }: ChainHead): boolean {
    return Math.max(seq + 1, this.#from) <= Math.min(root.last_seq, this.#to)
  }

  async #mismatch(line: LogLine, head: ChainHead): Promise<VerificationResult> {
    return bad(await tamperedAt(line, head, this.#rest))
  }

  #valid(attested: boolean): VerificationResult {
    return { ok: true, entries: this.#entries, days: this.#days, keys: [...this.#keys], attested }
  }
}

function bad(damage: TamperFinding): VerificationResult {
  return { ok: false, damage }
}

/** Whether a day's last entry fits the ones before and is still not the one its root names. */
function endsOtherwise(head: ChainHead): head is ChainHead & { last: EntryLine } {
  const { root, seq, last } = head
  return seq === root.last_seq && last !== undefined && last.entry.hash !== root.last_hash
}

async function* readLines(
  lines: AsyncIterable<string> | Iterable<string>,
  { sha256, onLine }: VerifyOptions,
): AsyncGenerator<LogLine, undefined> {
  let line = 0
  for await (const text of lines) {
    line += 1
    onLine?.(line)
    const signed = readRootLine(text)
    const entry = signed === undefined ? readEntryLine(text) : undefined
    if (signed !== undefined) yield { line, type: 'root', signed }
    else if (entry === undefined) yield { line, type: 'junk' }
    else yield { line, type: 'entry', entry, whole: (await sha256(hashedText(entry))) === entry.hash }
  }
  return undefined
}

/** What is wrong with a root: its signature, its own figures, or its place after the one before. */
async function rootDamage(
  signed: SignedRoot,
  line: number,
  before: DayRoot | undefined,
  { sha256, verifies, key }: VerifyOptions,
): Promise<TamperFinding | undefined> {
  const { root } = signed
  const at = (kind: TamperFinding['kind'], reason: TamperReason): TamperFinding => ({
    kind,
    line,
    seq: null,
    day: root.day,
    reason,
  })
  if (key !== undefined && signed.key !== key) return at('signature', { code: 'tamper.other_key', key: signed.key })
  if (verifies !== undefined && !(await verifies(signed, rootStatement(root))))
    return at('signature', { code: 'tamper.bad_signature' })
  if (root.count !== root.last_seq - root.first_seq + 1) return at('flipped', { code: 'tamper.root_count' })
  if (before === undefined) return undefined
  if (root.first_seq > before.last_seq + 1)
    return at('deleted', { code: 'tamper.day_missing', from: before.last_seq + 1, to: root.first_seq - 1 })
  if (root.first_seq <= before.last_seq)
    return root.day === before.day
      ? at('inserted', { code: 'tamper.day_repeated' })
      : at('reordered', { code: 'tamper.days_out_of_order' })
  if (root.previous_root !== (await sha256(rootStatement(before))) || root.start_hash !== before.last_hash)
    return at('signature', { code: 'tamper.root_chain' })
  return undefined
}

function cutAt(line: number, { root, seq }: ChainHead): TamperFinding {
  return {
    kind: 'cut',
    line,
    seq: seq + 1,
    day: root.day,
    reason: { code: 'tamper.cut', entry: seq, last: root.last_seq },
  }
}
