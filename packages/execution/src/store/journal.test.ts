import { alarmRow } from '../testing/alarm-line.ts'
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { CHAIN_START, firstBreak, journalRow, type JournalRow } from './journal.ts'

const at = 1_000 as EpochMs
const rows: JournalRow[] = []
for (const code of ['a', 'b', 'c', 'd'])
  rows.push(journalRow('u1', rows.at(-1) ?? { seq: 0, hash: CHAIN_START }, at, 'batch', alarmRow(code)))

/** The rows with the third one changed. */
const changed = (change: Partial<JournalRow>) => rows.map((row) => (row.seq === 3 ? { ...row, ...change } : row))

describe('a journal', () => {
  it.each<[what: string, read: readonly JournalRow[], breaks: number | undefined]>([
    ['as it was written', rows, undefined],
    ['without a row', [], undefined],
    ['of which a row is missing', rows.filter(({ seq }) => seq !== 2), 3],
    ['of which the first row is missing', rows.slice(1), 2],
    ['in another order', [rows[0]!, rows[2]!, rows[1]!], 3],
    ['of which a change was changed', changed({ change: alarmRow('x') }), 3],
    ['of which a time was changed', changed({ at: 1 as EpochMs }), 3],
    ['of which a row was renumbered', changed({ seq: 5 }), 5],
    ['of which a row names another before it', changed({ prevHash: rows[0]!.hash }), 3],
    ['of which a hash was changed', changed({ hash: CHAIN_START }), 3],
  ])('%s breaks at %s', (_what, read, breaks) => expect(firstBreak(read)).toBe(breaks))

  it('of which a row and its hash were changed breaks at the next', () => {
    const forged = journalRow('u1', rows[1]!, at, 'batch', alarmRow('x'))
    expect(firstBreak([rows[0]!, rows[1]!, forged, rows[3]!])).toBe(4)
  })

  it('whose rows skip a number breaks though their hashes hold', () => {
    const skipping = journalRow('u1', { seq: 2, hash: rows[0]!.hash }, at, 'batch', rows[1]!.change)
    expect(firstBreak([rows[0]!, skipping])).toBe(3)
  })
})
