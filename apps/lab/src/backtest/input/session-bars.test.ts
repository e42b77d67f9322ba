import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, istText } from '@strikewise/domain/time/ist.ts'
import { barFolder, HEAD } from '../testing/bar-file.ts'
import { filesOf, mergedSessions } from './bar-files.ts'

const { folder, remove, write } = barFolder()
afterAll(remove)

const bar = (time: string, prices = '100,110,90,105', day = '2024-01-15') => `NIFTY,${day}T${time}:00+05:30,${prices},,`

async function read(...names: string[]) {
  const leftOut: Record<string, number> = {}
  const reading = {
    leftOut: (what: string, count: number) => (leftOut[what] = (leftOut[what] ?? 0) + count),
    took: () => undefined,
  }
  const sessions = await Array.fromAsync(mergedSessions(filesOf(names, '1m'), nseCalendar, reading))
  return { sessions, leftOut }
}

const shown = ({ sessions }: Awaited<ReturnType<typeof read>>) =>
  sessions.map(
    ({ symbol, day, bars }) => `${symbol} ${day} ${bars.map(({ start }) => istText(start).slice(11, 16)).join(' ')}`,
  )

it('reads plain and gzipped files into paise, float noise dropped', async () => {
  const { sessions } = await read(
    write('good.csv.gz', [HEAD, bar('09:15'), bar('09:16', '105,106.05,104,104.0500000001')]),
  )
  expect(sessions[0]!.bars.map(({ open, high, low, close }) => [open, high, low, close])).toEqual([
    [10000, 11000, 9000, 10500],
    [10500, 10605, 10400, 10405],
  ])
})

it.each([
  [
    'other names and order',
    ['Close,Low,High,Open,DateTime', '2,1,3,2,2024-01-15 09:15:00', '2,1,3,2,2024-01-15 09:16:00'],
  ],
  ['another zone', ['ts,open,high,low,close', '2024-01-15T03:45:00Z,2,3,1,2', '2024-01-15T03:46:00+00:00,2,3,1,2']],
  ['epoch seconds', ['timestamp,open,high,low,close', '1705290300,2,3,1,2', '1705290360,2,3,1,2']],
  [
    'a mark at the start and ends of two characters',
    ['\uFEFFts,open,high,low,close\r', '2024-01-15T09:15:00,2,3,1,2\r', '2024-01-15T09:16,2,3,1,2\r'],
  ],
])('reads a file with %s', async (_what, lines) => {
  expect(shown(await read(write('NIFTY_other.csv', lines)))).toEqual(['NIFTY 2024-01-15 09:15 09:16'])
})

it('puts labels of the end to the start, and drops pre-open and repeated rows', async () => {
  const rows = [bar('09:08'), bar('09:16'), bar('09:17'), bar('09:17'), bar('15:30')]
  const result = await read(write('ends.csv', [HEAD, ...rows]))
  expect(shown(result)).toEqual(['NIFTY 2024-01-15 09:15 09:16 15:29'])
  expect(result.leftOut).toEqual({ 'rows before the open, after the close, or repeated': 2 })
})

it('merges files by time, and leaves out a session that is there twice and days without one', async () => {
  const later = write('b.csv', [HEAD, bar('09:15', '1,1,1,1', '2024-01-16'), bar('09:15', '1,1,1,1', '2024-01-20')])
  const earlier = write('c.csv', [HEAD, bar('09:15'), bar('09:15', '2,2,2,2', '2024-01-16')])
  const result = await read(later, earlier)
  expect(shown(result)).toEqual(['NIFTY 2024-01-15 09:15', 'NIFTY 2024-01-16 09:15', 'NIFTY 2024-01-20 09:15'])
  expect(result.leftOut).toEqual({ 'sessions that another file brought already': 1 })
})

it('reads Parquet as it reads CSV', async () => {
  const file = path.join(folder, 'NIFTY_1m.parquet')
  const at = istInstant(istDate('2024-01-15'), 9, 15)
  const prices = (name: string, data: number[]) => ({ name, data, type: 'DOUBLE' as const })
  const columnData = [
    { name: 'timestamp', data: [new Date(at), new Date(at + 60_000)], type: 'TIMESTAMP' as const },
    prices('open', [100, 105]),
    prices('high', [110, 106.05]),
    prices('low', [90, 104]),
    prices('close', [105, 104]),
  ]
  writeFileSync(file, new Uint8Array(parquetWriteBuffer({ columnData })))
  const parquet = await read(file)
  const csv = await read(write('same.csv', [HEAD, bar('09:15'), bar('09:16', '105,106.05,104,104')]))
  expect(parquet.sessions).toEqual(csv.sessions)
})

describe('a bad file is refused with line and reason', () => {
  it.each([
    ['no column of prices', ['ts,open,high,low', '2024-01-15T09:15:00,1,1,1'], 'line 1: no column close'],
    ['no column of times', ['open,high,low,close'], 'line 1: no column of times'],
    [
      'a word for a price',
      [HEAD, bar('09:15'), bar('09:16', '1,x,1,1')],
      'line 3: high must be a price above 0, not "x"',
    ],
    ['an empty price', [HEAD, bar('09:15', '1,,1,1')], 'line 2: high must be a price above 0, not ""'],
    ['a price of nothing', [HEAD, bar('09:15', '0,1,0,1')], 'line 2: open must be a price above 0, not "0"'],
    [
      'a high below the close',
      [HEAD, bar('09:15', '100,101,99,102')],
      'line 2: low and high do not hold open and close',
    ],
    ['a date that is none', [HEAD, 'NIFTY,2024-02-30T09:15:00,1,1,1,1'], 'line 2: not a date (YYYY-MM-DD): 2024-02-30'],
    ['times that step back', [HEAD, bar('09:16'), bar('09:15')], 'line 3: its time is before that of the row above'],
    [
      'a minute with two prices',
      [HEAD, bar('09:15'), bar('09:15', '1,1,1,1')],
      'line 3: the same minute as the row above, with other prices',
    ],
    [
      'another index',
      [HEAD, bar('09:15').replace('NIFTY', 'FINNIFTY')],
      'line 2: symbol must be NIFTY or BANKNIFTY, not "FINNIFTY"',
    ],
    [
      'a line cut short',
      [HEAD, bar('09:15'), 'NIFTY,2024-01-15T09:16:00,100'],
      'line 3: high must be a price above 0, not ""',
    ],
    ['nothing but its header', [HEAD], 'there is no bar in it'],
    [
      'bars of five minutes',
      [HEAD, ...Array.from({ length: 12 }, (_, i) => bar(`10:${String(5 * i).padStart(2, '0')}`))],
      'line 3: these are bars of 5 minutes; one minute is needed',
    ],
  ])('%s', async (_what, lines, reason) => {
    const file = write('bad.csv', lines)
    await expect(read(file)).rejects.toThrow(`${file}${reason.startsWith('line') ? ', ' : ': '}${reason}`)
  })

  it('damaged compression, a missing file, a file of another kind', async () => {
    const damaged = path.join(folder, 'NIFTY_cut.csv.gz')
    writeFileSync(damaged, 'no gzip')
    await expect(read(damaged)).rejects.toThrow(`${damaged}: not readable: incorrect header check`)
    await expect(read('nowhere.csv')).rejects.toThrow('nowhere.csv: there is no such file or folder')
    await expect(read(import.meta.filename)).rejects.toThrow('not a .csv, .csv.gz, .parquet file')
    const parquet = path.join(folder, 'NIFTY_bad.parquet')
    writeFileSync(parquet, 'not parquet at all')
    await expect(read(parquet)).rejects.toThrow(`${parquet}: not readable as Parquet`)
  })
})
