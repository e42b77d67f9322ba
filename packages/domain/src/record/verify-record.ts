import type { IstDate } from '../time/ist.ts'
import { continues, damageAt, damageAtStart, rewritten, type Damage, type RecordLine, type Standing } from './damage.ts'
import { readRootLine, rootStatement, type DayRoot, type SignedRoot } from './day-root.ts'
import { hashedText, readEntryLine, type Sha256 } from './record-entry.ts'

export interface VerifyOptions {
  readonly sha256: Sha256
  /** Checks an Ed25519 signature of `text`; undefined: this platform cannot, and signatures are left unchecked. */
  readonly verifies: ((signed: SignedRoot, text: string) => boolean | Promise<boolean>) | undefined
  /** The only key accepted, 64 hex digits; undefined: whichever the roots name. */
  readonly key?: string | undefined
  /** First and last entry asked about; undefined: from the start, to the end. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Told of every line that was read. */
  readonly onLine?: (line: number) => void
}

export type Verdict =
  | { readonly ok: false; readonly damage: Damage }
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
 * Follows a record, lines of one or more days each beginning with its signed root, and tells whether it is what was
 * written, or the first place where it is not. Reads each line once and keeps none.
 */
export async function verifyRecord(
  lines: AsyncIterable<string> | Iterable<string>,
  options: VerifyOptions,
): Promise<Verdict> {
  const { from = 0, to = Number.POSITIVE_INFINITY } = options
  const reading = readLines(lines, options)
  const found: { entries: number; days: IstDate[]; keys: Set<string> } = { entries: 0, days: [], keys: new Set() }
  const bad = (damage: Damage): Verdict => ({ ok: false, damage })
  const good = (attested: boolean): Verdict => ({
    ok: true,
    entries: found.entries,
    days: found.days,
    keys: [...found.keys],
    attested,
  })
  let standing: Standing | undefined
  let lineNumber = 0
  for (;;) {
    const { value: line } = await reading.next()
    lineNumber = line?.line ?? lineNumber + 1
    if (standing === undefined) {
      if (line?.type !== 'root') return bad(await damageAtStart(line, reading))
    } else {
      const { root, last } = standing
      const isAsked = Math.max(standing.seq + 1, from) <= Math.min(root.last_seq, to)
      if (standing.seq === root.last_seq && last !== undefined && last.entry.hash !== root.last_hash)
        if (line?.type !== 'entry' || line.entry.seq > standing.seq) return bad(rewritten(last, root))
      if (line === undefined) return isAsked ? bad(cutAt(lineNumber, standing)) : good(standing.seq >= root.last_seq)
      if (line.type !== 'root') {
        if (line.type === 'junk' && !isAsked && standing.seq < root.last_seq) continue
        if (line.type === 'entry' && line.entry.seq < from) {
          standing = { root, seq: line.entry.seq, hash: undefined, last: undefined }
          continue
        }
        if (standing.seq < from - 1) standing = { root, seq: from - 1, hash: undefined, last: undefined }
        const fits = line.type === 'entry' && line.whole && line.entry.seq === standing.seq + 1
        if (standing.seq >= to && (!fits || continues(line.entry, standing.hash))) return good(false)
        if (!fits || !continues(line.entry, standing.hash) || line.entry.seq > root.last_seq)
          return bad(await damageAt(line, standing, reading))
        found.entries += 1
        standing = { root, seq: line.entry.seq, hash: line.entry.hash, last: line }
        continue
      }
      if (isAsked) return bad(await damageAt(line, { ...standing, seq: Math.max(standing.seq, from - 1) }, reading))
      if (standing.seq >= to) return good(true)
    }
    const wrong = await rootDamage(line.signed, line.line, standing?.root, options)
    if (wrong !== undefined) return bad(wrong)
    const { root, key } = line.signed
    found.days.push(root.day)
    found.keys.add(key)
    standing = { root, seq: root.first_seq - 1, hash: root.start_hash, last: undefined }
  }
}

async function* readLines(
  lines: AsyncIterable<string> | Iterable<string>,
  { sha256, onLine }: VerifyOptions,
): AsyncGenerator<RecordLine, undefined> {
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
): Promise<Damage | undefined> {
  const { root } = signed
  const at = (kind: Damage['kind'], text: string): Damage => ({ kind, line, seq: null, day: root.day, text })
  if (key !== undefined && signed.key !== key)
    return at('signature', `This root is signed with another key, ${signed.key}.`)
  if (verifies !== undefined && !(await verifies(signed, rootStatement(root))))
    return at('signature', 'The signature of this root is not one of what it says.')
  if (root.count !== root.last_seq - root.first_seq + 1)
    return at('flipped', 'This root does not count its own entries.')
  if (before === undefined) return undefined
  if (root.first_seq > before.last_seq + 1)
    return at('deleted', `A day is missing: entries ${before.last_seq + 1} to ${root.first_seq - 1}.`)
  if (root.first_seq <= before.last_seq)
    return root.day === before.day
      ? at('inserted', 'This day was there already.')
      : at('reordered', 'The days are not in order.')
  if (root.previous_root !== (await sha256(rootStatement(before))) || root.start_hash !== before.last_hash)
    return at('signature', 'This root does not continue the one before it.')
  return undefined
}

function cutAt(line: number, { root, seq }: Standing): Damage {
  const text = `The record ends after entry ${seq}; the root of the day counts up to ${root.last_seq}.`
  return { kind: 'cut', line, seq: seq + 1, day: root.day, text }
}
