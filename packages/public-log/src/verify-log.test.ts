// @invariant public-log
import { createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { canonicalJson } from '@strikewise/domain/hashing/canonical-json.ts'
import { rootLine, rootStatement, type DayRoot } from './day-root.ts'
import type { TamperKind } from './tamper-report.ts'
import { DAMAGES } from './testing/damages.ts'
import { entryLine, hashedText, LOG_START_HASH, type LogEntry } from './log-entry.ts'
import { verifyLog, type VerifyOptions } from './verify-log.ts'

const sha256 = (text: string) => hash('sha256', text, 'hex')
const keys = generateKeyPairSync('ed25519')
const publicKey = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
/** Signatures that were checked: ten thousand damaged records carry the same few thousand roots. */
const checked = new Map<string, boolean>()
const options: VerifyOptions = {
  sha256,
  verifies({ key, signature }, text) {
    const name = `${key} ${signature} ${text}`
    const known = checked.get(name)
    if (known !== undefined) return known
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'hex').toString('base64url') }
    const expectedKey = createPublicKey({ key: jwk, format: 'jwk' })
    const fits = verify(null, Buffer.from(text), expectedKey, Buffer.from(signature, 'hex'))
    checked.set(name, fits)
    return fits
  },
}

/** Entries of the given bodies, chained after `before`. */
function chain(bodies: readonly unknown[], before: { seq: number; hash: string }): LogEntry[] {
  let { seq, hash: prev } = before
  return bodies.map((body) => {
    seq += 1
    const unhashed = { seq, prev, body: canonicalJson(body) }
    const entry = { ...unhashed, hash: sha256(hashedText(unhashed)) }
    prev = entry.hash
    return entry
  })
}

/** Days of `sizes` entries, as lines: each begins with its root. */
function record(sizes: readonly number[], bodyOf = (seq: number): unknown => ({ at: seq, said: `entry "${seq}"` })) {
  const lines: string[] = []
  let before = { seq: 0, hash: LOG_START_HASH }
  let previous = LOG_START_HASH
  for (const [i, size] of sizes.entries()) {
    const start = before
    const entries = chain(
      Array.from({ length: size }, (_, n) => bodyOf(start.seq + n + 1)),
      before,
    )
    const last = entries.at(-1)!
    const root: DayRoot = {
      day: `2026-11-${16 + i}` as IstDate,
      first_seq: before.seq + 1,
      last_seq: last.seq,
      count: size,
      start_hash: before.hash,
      last_hash: last.hash,
      previous_root: previous,
    }
    lines.push(signedLine(root), ...entries.map(entryLine))
    before = last
    previous = sha256(rootStatement(root))
  }
  return lines
}

function signedLine(root: DayRoot): string {
  const signature = sign(null, Buffer.from(rootStatement(root)), keys.privateKey).toString('hex')
  return rootLine({ root, key: publicKey, signature })
}

async function damage(lines: readonly string[], change: Partial<VerifyOptions> = {}) {
  const verdict = await verifyLog(lines, { ...options, ...change })
  return verdict.ok ? undefined : verdict.damage
}

describe('a record as it was written', () => {
  it('holds, day by day, and names who signed', async () =>
    expect(await verifyLog(record([3, 1, 5]), { ...options, key: publicKey })).toEqual({
      ok: true,
      entries: 9,
      days: ['2026-11-16', '2026-11-17', '2026-11-18'],
      keys: [publicKey],
      attested: true,
    }))

  it('holds from any day on', async () =>
    expect(await verifyLog(record([3, 4]).slice(4), options)).toMatchObject({ ok: true, entries: 4 }))

  it('holds in any range; only a range to the end is what the root attests', async () => {
    const lines = record([5, 5])
    expect(await verifyLog(lines, { ...options, from: 3, to: 7 })).toMatchObject({ entries: 5, attested: false })
    expect(await verifyLog(lines, { ...options, from: 3, to: 10 })).toMatchObject({ entries: 8, attested: true })
    expect(await verifyLog(lines, { ...options, to: 5 })).toMatchObject({ entries: 5, attested: true })
  })
})

/** A day of six entries on lines 2 to 7, then one of three on lines 9 to 11. */
const days = record([6, 3])
const entries = chain(
  [...Array(9).keys()].map((n) => ({ at: n + 1, said: `entry "${n + 1}"` })),
  {
    seq: 0,
    hash: LOG_START_HASH,
  },
)
const forged = (seq: number) => {
  const unhashed = { seq, prev: entries[seq - 2]?.hash ?? LOG_START_HASH, body: '{"forged":true}' }
  return entryLine({ ...unhashed, hash: sha256(hashedText(unhashed)) })
}
const later = record([6, 3]).slice(7)

describe('the first bad entry', () => {
  it.each<[what: string, lines: readonly string[], kind: TamperKind, line: number, seq: number | null, reason: string]>(
    [
      ['a letter of an entry', days.with(3, days[3]!.replace('said', 'sbid')), 'flipped', 4, 3, 'entry_changed'],
      ['a space in an entry', days.with(3, days[3]!.replace(',', ', ')), 'flipped', 4, 3, 'entry_changed'],
      ['an entry forged with a hash that fits', days.with(3, forged(3)), 'flipped', 4, 3, 'rewritten'],
      ['the last entry forged so', days.with(6, forged(6)), 'flipped', 7, 6, 'rewritten'],
      ['the first entry forged to begin elsewhere', days.with(1, later[1]!), 'inserted', 2, 7, 'copied_ahead'],
      [
        'an entry cut in two lines',
        days.toSpliced(3, 1, days[3]!.slice(0, 40), days[3]!.slice(40)),
        'flipped',
        4,
        3,
        'entry_changed',
      ],
      ['two lines run into one', days.toSpliced(3, 2, days[3]! + days[4]!), 'flipped', 4, 3, 'entry_changed'],
      ['an empty line', days.toSpliced(3, 0, ''), 'inserted', 4, null, 'foreign_line'],
      ['a forged entry before the true one', days.toSpliced(3, 0, forged(3)), 'inserted', 4, 3, 'twins'],
      ['a forged entry after the true one', days.toSpliced(4, 0, forged(3)), 'inserted', 5, 3, 'repeated'],
      ['a forged entry after the last', days.toSpliced(7, 0, forged(6)), 'inserted', 8, 6, 'beyond_root'],
      ['a copy of an earlier entry', days.toSpliced(5, 0, days[2]!), 'inserted', 6, 2, 'repeated'],
      ['a copy of a later entry', days.toSpliced(2, 0, days[5]!), 'inserted', 3, 5, 'copied_ahead'],
      ['an entry more than the root counts', days.slice(0, 7).concat(later[1]!), 'inserted', 8, 7, 'beyond_root'],
      ['a line after the end', [...days, 'x'], 'inserted', 12, null, 'foreign_line'],
      ['a missing entry', days.toSpliced(3, 1), 'deleted', 4, 3, 'missing'],
      ['two entries missing', days.toSpliced(3, 2), 'deleted', 4, 3, 'missing_range'],
      ['the first entry missing', days.toSpliced(1, 1), 'deleted', 2, 1, 'missing'],
      ['two neighbours exchanged', days.with(3, days[4]!).with(4, days[3]!), 'reordered', 4, 3, 'out_of_place'],
      ['an entry moved back', days.toSpliced(2, 1).toSpliced(5, 0, days[2]!), 'reordered', 3, 2, 'out_of_place'],
      ['the end of a day cut off', days.toSpliced(5, 2), 'cut', 6, 5, 'day_cut'],
      ['the end of the last day cut off', days.slice(0, 10), 'cut', 11, 9, 'cut'],
      ['all of the last day cut off but its root', days.slice(0, 8), 'cut', 9, 7, 'cut'],
      ['nothing left', [], 'cut', 1, null, 'empty'],
      ['the root missing', days.slice(1), 'deleted', 1, 1, 'root_missing'],
      [
        'the root behind the first entry',
        days.with(0, days[1]!).with(1, days[0]!),
        'reordered',
        1,
        1,
        'entry_before_root',
      ],
      ['a line before the root', ['x', ...days], 'inserted', 1, null, 'before_root'],
      ['an entry before the root', [days[3]!, ...days], 'inserted', 1, 3, 'entry_before_root_twice'],
      [
        'a root that cannot be read',
        days.with(0, days[0]!.replace('"root"', '"toor"')),
        'flipped',
        1,
        null,
        'first_line',
      ],
      [
        'the second root unreadable',
        days.with(7, days[7]!.replace('"root"', '"toor"')),
        'flipped',
        8,
        7,
        'root_changed',
      ],
      [
        'another count in a root',
        days.with(0, days[0]!.replace('"count":6', '"count":7')),
        'signature',
        1,
        null,
        'bad_signature',
      ],
      [
        'a day missing',
        [...record([2, 2, 2]).slice(0, 3), ...record([2, 2, 2]).slice(6)],
        'deleted',
        4,
        null,
        'day_missing',
      ],
      ['the same day twice', [...days.slice(0, 7), ...days.slice(0, 7)], 'inserted', 8, null, 'day_repeated'],
      ['the days exchanged', [...later, ...days.slice(0, 7)], 'reordered', 5, null, 'days_out_of_order'],
    ],
  )('%s', async (_what, lines, kind, line, seq, reason) =>
    expect(await damage(lines)).toMatchObject({ kind, line, seq, reason: { code: `tamper.${reason}` } }),
  )

  it('is the root when another key signed it', async () => {
    expect(await damage(days, { key: 'a'.repeat(64) })).toMatchObject({ kind: 'signature', line: 1, day: '2026-11-16' })
    // Ed25519 keys differ from run to run, so the first byte may already be 00.
    const signedOtherwise = days[0]!.replace(/(?<="signature":")../, (byte) => (byte === '00' ? 'ff' : '00'))
    expect(await damage(days.with(0, signedOtherwise))).toMatchObject({ kind: 'signature', line: 1 })
  })

  it('is the root of a day whose past was signed again', async () => {
    const other = record([6, 3], (seq) => ({ at: seq, said: 'something else' }))
    expect(await damage([...days.slice(0, 7), ...other.slice(7)])).toMatchObject({ kind: 'signature', line: 8 })
  })

  it('is not looked for outside the range that was asked about', async () => {
    const flipped = days.with(3, days[3]!.replace('said', 'sbid'))
    expect(await damage(flipped, { from: 4 })).toBeUndefined()
    expect(await damage(flipped, { to: 2 })).toBeUndefined()
    expect(await damage(flipped, { from: 2, to: 5 })).toMatchObject({ kind: 'flipped', line: 4 })
    expect(await damage(days.toSpliced(3, 1), { from: 3, to: 5 })).toMatchObject({ kind: 'deleted', seq: 3 })
    expect(await damage(days.slice(0, 4), { to: 6 })).toMatchObject({ kind: 'cut', seq: 4 })
    expect(await damage(days.slice(0, 4), { to: 3 })).toBeUndefined()
    expect(await damage(days.with(2, 'x'), { from: 4 })).toBeUndefined()
    expect(await damage(days.with(8, days[8]!.replace('"seq":7', '"seq":2')), { from: 4 })).toMatchObject({ line: 9 })
    expect(await damage(days, { from: 7 })).toBeUndefined()
    expect(await damage(days.with(3, forged(3)), { to: 3 })).toMatchObject({ kind: 'flipped', line: 4 })
    expect(await damage(days.with(6, forged(6)), { to: 6 })).toMatchObject({ kind: 'flipped', line: 7 })
  })
})

describe('ten thousand entries', () => {
  const bodyOf = (seq: number) => ({ agent: `agent ${seq % 5}`, at: seq, score: Math.sin(seq), text: '₹ "\\' })
  const perDay = 10
  const byDay = record(Array<number>(1000).fill(perDay), bodyOf)
  const inOne = record([10_000], bodyOf)
  const way = fc.constantFrom(...Object.keys(DAMAGES))
  const letter = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 })

  const law = (rows: number, dayOf: (at: number) => readonly string[], numRuns: number) =>
    fc.assert(
      fc.asyncProperty(way, fc.integer({ min: 1, max: rows }), fc.nat(), letter, async (name, row, other, put) => {
        const day = dayOf(row)
        const [changed, expected] = DAMAGES[name]!(day, 1 + ((row - 1) % (day.length - 1)), other, put)
        expect(await damage(changed)).toMatchObject(expected)
      }),
      { numRuns },
    )

  it('hold', async () => expect(await verifyLog(inOne, options)).toMatchObject({ ok: true, entries: 10_000 }))

  it('give away a flip, an insertion, a deletion, a new order and a cut, ten thousand times', () => {
    const dayAt = (row: number) => Math.floor((row - 1) / perDay) * (perDay + 1)
    return law(10_000, (row) => byDay.slice(dayAt(row), dayAt(row) + perDay + 1), 10_000)
  }, 120_000)

  it('give it away in a file of all of them', () => law(10_000, () => inOne, 10))
})
