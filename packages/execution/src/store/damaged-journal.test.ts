import { beforeEach, expect, it } from 'vitest'
import { offlineJournal } from './offline-journal.ts'

const NAME = `${Buffer.from('u1').toString('hex')}.3.jsonl`
const DAMAGED = 'damaged\n'

/** The files of an account, on a disk that may not let them be renamed. */
let files: Map<string, string>
let isReadOnly: boolean
const folder = {
  names: async () => [...files.keys()],
  read: async (name: string) => (files.has(name) ? Buffer.from(files.get(name)!) : undefined),
  append: async () => {},
  async rename(from: string, to: string) {
    if (isReadOnly) throw new Error('EROFS: read-only file system')
    files.set(to, files.get(from)!)
    files.delete(from)
  },
  remove: async (name: string) => void files.delete(name),
}
const damagedOf = async (journal: ReturnType<typeof offlineJournal>) => (await journal.read('u1')).damagedLines

beforeEach(() => {
  files = new Map([[NAME, DAMAGED + DAMAGED]])
  isReadOnly = false
})

it('counts damaged lines at each reading until they were cleared: the report of a reading may not have been stored', async () => {
  const journal = offlineJournal(folder)
  expect([await damagedOf(journal), await damagedOf(journal)]).toEqual([2, 2])
  await journal.clear('u1', 3)
  expect(await damagedOf(journal)).toBe(0)
  expect([...files.keys()]).toEqual([`${NAME}.damaged`])
})

it('counts what it counted before no second time where the disk keeps the file', async () => {
  isReadOnly = true
  const journal = offlineJournal(folder)
  expect(await damagedOf(journal)).toBe(2)
  await journal.clear('u1', 3)
  expect(await damagedOf(journal)).toBe(0)
  files.set(NAME, DAMAGED + DAMAGED + DAMAGED)
  expect(await damagedOf(journal)).toBe(1)
  await journal.clear('u1', 3)
  expect(await damagedOf(journal)).toBe(0)
})

it('counts what was damaged since its last reading, though the file was to be cleared meanwhile', async () => {
  isReadOnly = true
  const journal = offlineJournal(folder)
  await journal.clear('u1', 3)
  expect(await damagedOf(journal)).toBe(2)
})

it('counts the lines of a new file once the damaged one could be renamed', async () => {
  isReadOnly = true
  const journal = offlineJournal(folder)
  await damagedOf(journal)
  await journal.clear('u1', 3)
  isReadOnly = false
  await damagedOf(journal)
  await journal.clear('u1', 3)
  files.set(NAME, DAMAGED)
  expect(await damagedOf(journal)).toBe(1)
})
