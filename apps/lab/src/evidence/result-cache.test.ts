import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HEAD, swingingSessions } from '../backtest/testing/bar-file.ts'
import { barRecords } from './bar-records.ts'
import { ResultCache } from './result-cache.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'evidence-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('finds what an earlier run made, and nothing after a change of the inputs or of the code', async () => {
  const make = (value: unknown) => () => value
  const first = new ResultCache(folder, 'code')
  const { key } = await first.of(['a'], make({ bins: [Number.NaN, 1] }))
  const second = new ResultCache(folder, 'code')
  expect(await second.of(['a'], make('other'))).toEqual({ key, value: { bins: [Number.NaN, 1] } })
  expect((await second.of(['b'], make('other'))).value).toBe('other')
  expect((await new ResultCache(folder, 'newer code').of(['a'], make('newer'))).value).toBe('newer')
  expect([second.found, second.made]).toEqual([1, 1])
})

it('makes a result again whose file was cut off', async () => {
  const { key } = await new ResultCache(folder, 'code').of(['a'], () => 1)
  writeFileSync(path.join(folder, key), 'x')
  expect((await new ResultCache(folder, 'code').of(['a'], () => 2)).value).toBe(2)
})

it('goes on where a run was killed, with the observations of a run that was not', async () => {
  const file = path.join(folder, 'NIFTY_1m.csv')
  writeFileSync(file, [HEAD, ...swingingSessions('2022-02-01', 45)].join('\n'))
  const read = (cache: ResultCache) => barRecords([file], cache, { leftOut: () => undefined, took: () => undefined })
  const [whole, interrupted] = [path.join(folder, 'whole'), path.join(folder, 'interrupted')]
  const expected = await read(new ResultCache(whole, 'code'))
  expect(new Set(expected.observations.map(({ day }) => day.slice(0, 7))).size).toBe(3)
  const killed = new KilledCache(interrupted, 'code')
  await expect(read(killed)).rejects.toThrow('killed')
  const again = new ResultCache(interrupted, 'code')
  expect(await read(again)).toEqual(expected)
  expect([again.found, again.made]).toEqual([2, 1])
})

/** A run that is killed while it makes its third result. */
class KilledCache extends ResultCache {
  override async of<T>(inputs: readonly string[], make: () => T | Promise<T>) {
    if (this.made === 2) throw new Error('killed')
    return super.of(inputs, make)
  }
}
