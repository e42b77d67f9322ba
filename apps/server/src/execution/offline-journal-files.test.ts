// @invariant one-bad-row
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import { appendFileSync, mkdtempSync, readdirSync, renameSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { offlineJournalFiles } from './offline-journal-files.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'strikewise-offline-journal-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const batch = (id: string, epoch = 1) => ({
  id,
  at: 1 as EpochMs,
  epoch,
  changes: [{ type: 'alarm', code: 'c', tradeId: null, message: legacyText(`of ${id}`) }] as const,
})

const epochsOf = (batches: { epoch: number }[]) => [...new Set(batches.map(({ epoch }) => epoch))]
const undamaged = (batches: { epoch: number }[]) => ({ batches, damagedLines: 0, epochs: epochsOf(batches) })
const folder = () => join(dir, 'offline-journal')
const onlyFile = () =>
  join(
    folder(),
    readdirSync(folder()).find((name) => name.endsWith('.jsonl'))!,
  )
const damagedFiles = () => readdirSync(folder()).filter((name) => name.endsWith('.damaged'))

it('gives batches back in order, an account each, until they are cleared', async () => {
  const offlineJournal = offlineJournalFiles(dir)
  await offlineJournal.append('u/1', batch('a'))
  await offlineJournal.append('u/1', batch('b'))
  await offlineJournal.append('../u2', batch('c'))
  expect(await offlineJournalFiles(dir).read('u/1')).toEqual(undamaged([batch('a'), batch('b')]))
  expect(await offlineJournal.read('../u2')).toEqual(undamaged([batch('c')]))
  await offlineJournal.clear('u/1', 1)
  expect(await offlineJournal.read('u/1')).toEqual(undamaged([]))
  expect(await offlineJournal.read('no-such-account')).toEqual(undamaged([]))
})

it('keeps the epochs apart: an executor clears nothing that another has written', async () => {
  const [old, young] = [offlineJournalFiles(dir), offlineJournalFiles(dir)]
  await young.append('u1', batch('of ten', 10))
  await old.append('u1', batch('of nine', 9))
  expect(await young.read('u1')).toEqual(undamaged([batch('of nine', 9), batch('of ten', 10)]))
  await old.clear('u1', 9)
  expect(await young.read('u1')).toEqual(undamaged([batch('of ten', 10)]))
  await old.append('u1', batch('of nine, late', 9))
  await young.clear('u1', 10)
  expect(await young.read('u1')).toEqual(undamaged([batch('of nine, late', 9)]))
  await young.clear('u1', 9)
  expect(readdirSync(join(dir, 'offline-journal'))).toEqual([])
})

describe('files in the folder of an earlier version', () => {
  const earlier = () => join(dir, 'spool')
  /** Two accounts' files, written before the folder had its current name. */
  const moved = async () => {
    await offlineJournalFiles(dir).append('u1', batch('a'))
    await offlineJournalFiles(dir).append('u2', batch('b'))
    renameSync(folder(), earlier())
    return offlineJournalFiles(dir)
  }

  it('are read with those of the current one, and removed once they are cleared', async () => {
    const offlineJournal = await moved()
    expect(await offlineJournal.read('u1')).toEqual(undamaged([batch('a')]))
    await offlineJournal.append('u1', batch('c', 2))
    expect(await offlineJournal.read('u1')).toEqual(undamaged([batch('a'), batch('c', 2)]))
    await offlineJournal.clear('u1', 1)
    expect(await offlineJournal.read('u1')).toEqual(undamaged([batch('c', 2)]))
    expect(await offlineJournal.read('u2')).toEqual(undamaged([batch('b')]))
    expect(readdirSync(earlier())).toHaveLength(1)
  })

  it('are kept as damaged where they lie when a line cannot be read', async () => {
    const offlineJournal = await moved()
    for (const name of readdirSync(earlier())) appendFileSync(join(earlier(), name), 'no batch\n')
    expect(await offlineJournal.read('u1')).toEqual({ ...undamaged([batch('a')]), damagedLines: 1 })
    await offlineJournal.clear('u1', 1)
    expect(await offlineJournal.read('u1')).toEqual(undamaged([]))
    expect(readdirSync(earlier()).filter((name) => name.endsWith('.damaged'))).toHaveLength(1)
  })
})

it('leaves out a last line that a crash or a full disk cut off, and goes on behind the one before', async () => {
  const offlineJournal = offlineJournalFiles(dir)
  await offlineJournal.append('u1', batch('a'))
  const [file] = readdirSync(join(dir, 'offline-journal'))
  const cut = () => appendFileSync(join(dir, 'offline-journal', file!), '{"id":"b","at":1,"chan')
  cut()
  expect(await offlineJournal.read('u1')).toEqual(undamaged([batch('a')]))
  await offlineJournal.append('u1', batch('c'))
  expect(await offlineJournal.read('u1')).toEqual(undamaged([batch('a'), batch('c')]))
  await offlineJournal.clear('u1', 1)
  cut()
  await offlineJournal.append('u1', batch('d'))
  expect(await offlineJournal.read('u1')).toEqual(undamaged([batch('d')]))
})

describe('a damaged file (B3)', () => {
  const three = async () => {
    const offlineJournal = offlineJournalFiles(dir)
    for (const id of ['a', 'b', 'c']) await offlineJournal.append('u1', batch(id))
    return offlineJournal
  }
  /** Where line `n` (from 0) begins. */
  const startOf = (bytes: Buffer, n: number) => {
    let at = 0
    for (let line = 0; line < n; line += 1) at = bytes.indexOf(10, at) + 1
    return at
  }
  const change = (work: (bytes: Buffer) => Buffer) => writeFileSync(onlyFile(), work(readFileSync(onlyFile())))

  it.each<[what: string, line: number, offset: number, value: number]>([
    ['a zero byte in the first line', 0, 30, 0],
    ['a zero byte in the checksum of the middle line', 1, 3, 0],
    ['a digit of the middle line that still is JSON', 1, 17 + '{"id":"b","at":'.length, 0x32],
    ['a line feed inside the last line', 2, 40, 10],
  ])(
    'with %s loses that line alone, reports it until it is cleared, and keeps the file aside',
    async (_what, line, offset, value) => {
      const offlineJournal = await three()
      let before = Buffer.alloc(0)
      change((bytes) => {
        bytes[startOf(bytes, line) + offset] = value
        before = Buffer.from(bytes)
        return bytes
      })
      const { batches, damagedLines } = await offlineJournal.read('u1')
      expect(batches).toEqual(['a', 'b', 'c'].filter((_, index) => index !== line).map((id) => batch(id)))
      expect(damagedLines).toBe(value === 10 ? 2 : 1)
      // A reader that ends before it has reported the damage leaves it to the next one.
      expect(await offlineJournalFiles(dir).read('u1')).toEqual({ batches, damagedLines, epochs: [1] })
      await offlineJournal.clear('u1', 1)
      expect(damagedFiles().map((name) => readFileSync(join(folder(), name)))).toEqual([before])
      expect(readdirSync(folder())).toEqual(damagedFiles())
      expect(await offlineJournal.read('u1')).toEqual(undamaged([]))
      await offlineJournal.append('u1', batch('d'))
      expect(await offlineJournal.read('u1')).toEqual(undamaged([batch('d')]))
    },
  )

  it('whose last block is zeros loses what stood there, and reports it', async () => {
    const offlineJournal = await three()
    change((bytes) => Buffer.concat([bytes.subarray(0, startOf(bytes, 2)), Buffer.alloc(64)]))
    expect(await offlineJournal.read('u1')).toEqual({ batches: [batch('a'), batch('b')], damagedLines: 1, epochs: [1] })
  })

  it('of zeros alone is empty', async () => {
    const offlineJournal = await three()
    change((bytes) => Buffer.alloc(bytes.length))
    expect(await offlineJournal.read('u1')).toEqual({ batches: [], damagedLines: 1, epochs: [1] })
    await offlineJournal.clear('u1', 1)
    expect(await offlineJournal.read('u1')).toEqual(undamaged([]))
    expect(damagedFiles()).toHaveLength(1)
  })

  it('is kept aside beside an earlier one', async () => {
    const offlineJournal = await three()
    for (let n = 1; n <= 3; n += 1) {
      appendFileSync(onlyFile(), 'damaged\n')
      expect((await offlineJournal.read('u1')).damagedLines).toBe(1)
      await offlineJournal.clear('u1', 1)
      expect(damagedFiles()).toHaveLength(n)
      await offlineJournal.append('u1', batch('next'))
    }
  })

  it('never gives back a batch that was not appended, whatever one byte becomes', async () => {
    await three()
    const bytes = readFileSync(onlyFile())
    const file = onlyFile()
    const whole = ['a', 'b', 'c'].map((id) => JSON.stringify(batch(id)))
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
        const changed = Buffer.from(bytes)
        changed[at] = value
        writeFileSync(file, changed)
        const { batches } = await offlineJournalFiles(dir).read('u1')
        expect(batches.length).toBeGreaterThanOrEqual(1)
        for (const one of batches) expect(whole).toContain(JSON.stringify(one))
      }),
    )
  })
})

it('reads the lines of an earlier version, which had no checksum, beside its own', async () => {
  const offlineJournal = offlineJournalFiles(dir)
  await offlineJournal.append('u1', batch('new'))
  const own = readFileSync(onlyFile(), 'utf8')
  const older = `${JSON.stringify(batch('old'))}\n`
  writeFileSync(onlyFile(), `${older}${own}`)
  expect(await offlineJournal.read('u1')).toEqual(undamaged([batch('old'), batch('new')]))
  writeFileSync(onlyFile(), `${older.replace('"at":1', '"at":x')}${own}`)
  expect(await offlineJournal.read('u1')).toEqual({ batches: [batch('new')], damagedLines: 1, epochs: [1] })
})
