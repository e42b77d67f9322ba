import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { SavedStateError, JournalFile, readJournal } from './journal-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-books-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let file: string
let count = 0
beforeEach(() => {
  count += 1
  file = join(folder, String(count), 'books')
})

/** A file of three writes; answers how long it was after each. */
async function written(): Promise<number[]> {
  const journal = new JournalFile(file)
  const sizes: number[] = []
  const took = () => sizes.push(journal.size)
  await journal.replace(
    new Map<string, unknown>([
      ['a', { cash: 1 }],
      ['b', new Map([['x', new Set([1])]])],
    ]),
  )
  took()
  await journal.append(new Map([['a', { cash: 2 }]]))
  took()
  await journal.append(
    new Map<string, unknown>([
      ['b', undefined],
      ['c', 3],
    ]),
  )
  took()
  await journal.close()
  return sizes
}

describe('a journal of pieces', () => {
  it('gives back the newest of each piece', async () => {
    const sizes = await written()
    expect(readJournal(file)).toEqual(
      new Map<string, unknown>([
        ['a', { cash: 2 }],
        ['c', 3],
      ]),
    )
    expect(sizes.at(-1)).toBe(statSync(file).size)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is nothing where none was ever written', () => expect(readJournal(file)).toBeUndefined())

  it('starts over in one step', async () => {
    await written()
    const journal = new JournalFile(file)
    await journal.replace(new Map([['z', 1]]))
    await journal.append(new Map([['y', 2]]))
    await journal.close()
    expect(readJournal(file)).toEqual(
      new Map([
        ['z', 1],
        ['y', 2],
      ]),
    )
  })

  it('copies what it is handed before it waits for anything', async () => {
    const journal = new JournalFile(file)
    const account = { cash: 1 }
    const begun = journal.replace(new Map([['a', account]]))
    account.cash = 2
    await begun
    expect(readJournal(file)).toEqual(new Map([['a', { cash: 1 }]]))
    await journal.close()
  })

  it('leaves out a last write that was cut short at any byte', async () => {
    const [first, second] = await written()
    const whole = readFileSync(file)
    for (let end = second!; end < whole.length; end += 1) {
      writeFileSync(file, whole)
      truncateSync(file, end)
      expect(readJournal(file)!.get('a')).toEqual({ cash: 2 })
      expect(readJournal(file)!.has('c')).toBe(false)
    }
    truncateSync(file, first! + 1)
    expect(readJournal(file)!.get('a')).toEqual({ cash: 1 })
  })

  it('refuses a file with a byte that changed, and leaves it as it is', async () => {
    await written()
    const whole = readFileSync(file)
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bytes = Buffer.from(whole)
        bytes[at]! ^= flip
        writeFileSync(file, bytes)
        expect(() => readJournal(file)).toThrow(SavedStateError)
        expect(readFileSync(file).equals(bytes)).toBe(true)
      }),
    )
  })
})
