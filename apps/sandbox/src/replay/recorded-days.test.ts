import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { readRecordedDays } from './recorded-days.ts'
import { ReplayError } from './replay-error.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-replay-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HEAD = 'symbol,ts,open,high,low,close,volume,oi'
const bar = (time: string, prices = '100,110,90,105', symbol = 'NIFTY', day = '2024-01-15') =>
  `${symbol},${day}T${time}:00+05:30,${prices},,`

function file(name: string, ...lines: string[]): string {
  const target = path.join(folder, name)
  const text = `${[HEAD, ...lines].join('\n')}\n`
  writeFileSync(target, name.endsWith('.gz') ? gzipSync(text) : text)
  return target
}

it('reads bars, gzipped or not, into paise', () => {
  const days = readRecordedDays(file('good.csv.gz', bar('09:15'), bar('09:16', '105,106.05,104,104')), null)
  expect([...days.keys()]).toEqual(['2024-01-15'])
  expect(days.get(istDate('2024-01-15'))).toMatchObject({
    barMinutes: 1,
    NIFTY: [{ open: 10000, high: 11000, low: 9000, close: 10500 }, { high: 10605 }],
  })
})

it('starts at the day asked for', () => {
  const two = [bar('09:15'), bar('09:20'), bar('09:15', '100,110,90,105', 'NIFTY', '2024-01-16')]
  const source = file('two-days.csv', ...two, bar('09:20', '100,110,90,105', 'NIFTY', '2024-01-16'))
  const days = readRecordedDays(source, istDate('2024-01-16'))
  expect([...days.keys()]).toEqual(['2024-01-16'])
  expect(days.get(istDate('2024-01-16'))?.barMinutes).toBe(5)
  expect(() => readRecordedDays(source, istDate('2025-01-01'))).toThrow(
    'no bars of an ordinary trading day from 2025-01-01 on',
  )
})

it.each([
  [
    'a wrong symbol',
    [bar('09:15', '1,1,1,1', 'FINNIFTY')],
    'line 2: symbol must be NIFTY or BANKNIFTY, not "FINNIFTY"',
  ],
  ['a word for a price', [bar('09:15'), bar('09:16', '1,x,1,1')], 'line 3: high must be a price above 0, not "x"'],
  ['a price of nothing', [bar('09:15', '0,1,0,1')], 'line 2: open must be a price above 0'],
  ['a high below the close', [bar('09:15', '100,101,99,102')], 'line 2: low and high do not hold open and close'],
  ['a date that is none', ['NIFTY,2024-02-30T09:15:00+05:30,1,1,1,1,,'], 'line 2: ts is not a real instant'],
  ['a time of another zone', ['NIFTY,2024-01-15T09:15:00Z,1,1,1,1,,'], 'line 2: ts must be an IST instant'],
  [
    'a line cut short',
    [bar('09:15'), 'NIFTY,2024-01-15T09:16:00+05:30,100'],
    'line 3: high must be a price above 0, not ""',
  ],
  ['the same bar twice', [bar('09:15'), bar('09:15')], 'line 3: bars of a day must be in order of time'],
  ['bars before the session', [bar('09:07'), bar('09:08')], 'line 2: a 1-minute bar cannot start at this time'],
  ['bars at odd lengths', [bar('09:15'), bar('09:22')], 'must be 1, 3, 5, 15 minutes apart'],
])('refuses %s with file, line and reason', (what, lines, reason) => {
  const source = file(`${what.replaceAll(' ', '-')}.csv`, ...lines)
  expect(() => readRecordedDays(source, null)).toThrow(ReplayError)
  expect(() => readRecordedDays(source, null)).toThrow(`${source}, line`)
  expect(() => readRecordedDays(source, null)).toThrow(reason)
})

it('refuses a file that is not there, not gzip, or not bars', () => {
  expect(() => readRecordedDays(path.join(folder, 'none.csv'), null)).toThrow('no such file or folder')
  const fake = path.join(folder, 'fake.csv.gz')
  writeFileSync(fake, 'not gzip')
  expect(() => readRecordedDays(fake, null)).toThrow('not readable')
  const daily = path.join(folder, 'daily.txt')
  writeFileSync(daily, 'symbol,date,open,high,low,close\nNIFTY,2024-01-15,1,1,1,1\n')
  expect(() => readRecordedDays(daily, null)).toThrow(
    'line 1: the columns must begin with symbol,ts,open,high,low,close',
  )
})

const BARS = path.resolve(import.meta.dirname, '../../../../../shared/data/bars')
describe.skipIf(!existsSync(BARS))('with the recorded bars (skipped: ../shared/data is not here)', () => {
  it('takes the finest bars of each day from a folder', () => {
    // Without the years up to 2022: what lies before the day asked for is read all the same, and 2023 does.
    const some = mkdtempSync(path.join(folder, 'bars-'))
    for (const name of readdirSync(BARS))
      if (!/_20(1\d|2[0-2])\./.test(name)) symlinkSync(path.join(BARS, name), path.join(some, name))
    const days = readRecordedDays(some, istDate('2024-01-01'))
    expect(days.get(istDate('2024-01-15'))).toMatchObject({ barMinutes: 1 })
    expect(days.get(istDate('2024-01-15'))?.NIFTY).toHaveLength(375)
    expect(days.get(istDate('2024-01-15'))?.BANKNIFTY).toHaveLength(375)
    expect(days.get(istDate('2026-06-15'))).toMatchObject({ barMinutes: 5 })
  })
})
