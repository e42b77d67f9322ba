import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { barFolder } from '../testing/bar-file.ts'
import type { DayGuard } from './day-guard.ts'
import { recordingsAmong } from './recordings.ts'

const { folder, remove, write } = barFolder()
afterAll(remove)

const everything = (): DayGuard => ({ withholds: false, refusalOf: () => undefined })

/** A folder with one recorded file of these bytes; what sound ones hold is tried with the server that writes them. */
function recorded(name: string, bytes: string): string {
  const target = path.join(folder, name)
  mkdirSync(target, { recursive: true })
  writeFileSync(path.join(target, '0001.swr'), bytes)
  return target
}

describe('recorded days among what was given', () => {
  it('leaves bars, other folders and names that do not exist to others', () => {
    const names = [write('NIFTY.csv', ['ts']), folder, 'nowhere']
    expect(recordingsAmong(names, everything)).toEqual({ recordings: [], withheld: [], rest: names })
  })

  it.each([
    ['of another program', 'no recording', '0001.swr: block 0: is no recording of this version'],
    ['cut off at once', 'SW', '0001.swr: block 0: the file ends in its first bytes'],
    ['without a day in it', 'SWREC001', ': there is no recorded day in it'],
  ])('refuses a recording %s with file and reason', (what, bytes, reason) => {
    const target = recorded(what.replaceAll(' ', '-'), bytes)
    expect(() => recordingsAmong([target], everything)).toThrow(reason)
    expect(() => recordingsAmong([target], everything)).toThrow(target)
  })
})
