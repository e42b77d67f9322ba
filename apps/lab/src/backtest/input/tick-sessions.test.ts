import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istText } from '@strikewise/domain/time/ist.ts'
import { STEP_MS } from '../session-steps.ts'
import { ModelledMarket } from '../day/modelled-market.ts'
import { barFolder } from '../testing/bar-file.ts'
import { filesOf, mergedSessions } from './bar-files.ts'

const { remove, write } = barFolder()
afterAll(remove)

const RECORDED = path.join(import.meta.dirname, '../../../../../../shared/data/ticks/index_ticks_2021-04-01.csv.gz')
const tick = (time: string, price: string, symbol = 'NIFTY') => `2021-04-08T${time}+05:30,${symbol},${price}`

async function read(...names: string[]) {
  const leftOut: Record<string, number> = {}
  const reading = {
    leftOut: (what: string, count: number) => void (leftOut[what] = (leftOut[what] ?? 0) + count),
    took: () => undefined,
  }
  const sessions = await Array.fromAsync(mergedSessions(filesOf(names, '1m'), nseCalendar, reading))
  return { sessions, leftOut }
}

const GOOD = [
  'ts,symbol,ltp',
  tick('09:08:00', '14800'),
  tick('09:15:01', '14890.65'),
  tick('09:15:30.250', '14900', 'NIFTY 50'),
  tick('09:15:30.250', '33000', 'NIFTY BANK'),
  tick('09:15:40', '120.5', 'NIFTY2140814900CE'),
  tick('09:15:59.700', '14880'),
  tick('09:17:00', '14885.5'),
]

it('makes the minutes of a file of ticks, and keeps the ticks', async () => {
  const { sessions, leftOut } = await read(write('ticks.csv', GOOD))
  expect(sessions.map(({ symbol, day }) => `${symbol} ${day}`)).toEqual(['NIFTY 2021-04-08', 'BANKNIFTY 2021-04-08'])
  const [nifty] = sessions
  expect(
    nifty!.bars.map(({ start, open, high, low, close }) => [istText(start).slice(11, 16), open, high, low, close]),
  ).toEqual([
    ['09:15', 1_489_065, 1_490_000, 1_489_065, 1_490_000],
    // Seen at the next half second, which is the next minute's first.
    ['09:16', 1_488_000, 1_488_000, 1_488_000, 1_488_000],
    ['09:17', 1_488_550, 1_488_550, 1_488_550, 1_488_550],
  ])
  expect(nifty!.ticks).toHaveLength(8)
  expect(leftOut).toEqual({ 'ticks of other instruments': 1, 'ticks before the open or after the close': 1 })
})

it('plays every tick at its half second', async () => {
  const { sessions } = await read(write('ticks.csv', GOOD))
  const { symbol, day, bars, ticks } = sessions[0]!
  const session = nseCalendar.sessionOn(day)!
  const market = new ModelledMarket({
    seed: 'ticks',
    symbol,
    session,
    calendar: nseCalendar,
    bars,
    previousClose: bars[0]!.open,
    level: 1,
    ticks,
  })
  const slot = market.quotes.slotOf(INDEX_TOKENS.NIFTY)
  const seen = new Map<string, number>()
  for (let step = 0; step * STEP_MS <= 120_000; step += 1) {
    market.play(step, false)
    seen.set((step / 2).toFixed(1), market.quotes.last(slot))
  }
  expect(['0.0', '1.0', '30.0', '30.5', '59.5', '60.0', '120.0'].map((at) => seen.get(at))).toEqual([
    1_489_065, 1_489_065, 1_489_065, 1_490_000, 1_490_000, 1_488_000, 1_488_550,
  ])
})

describe('a bad tick is refused with line and reason', () => {
  it.each([
    ['a word for a price', tick('09:15:01', 'x'), 'line 3: ltp must be a price above 0, not "x"'],
    ['no price', tick('09:15:01', ''), 'line 3: ltp must be a price above 0, not ""'],
    ['a time that steps back', tick('09:14:00', '1'), 'line 3: its time is before that of the tick above'],
    ['a time that is none', 'yesterday,NIFTY,1', 'line 3: "yesterday" is not a time'],
  ])('%s', async (_what, line, reason) => {
    const file = write('bad.csv', ['ts,symbol,ltp', tick('09:15:00', '14890'), line])
    await expect(read(file)).rejects.toThrow(`${file}, ${reason}`)
  })
})

it.skipIf(!existsSync(RECORDED))('reads a recorded day (skipped without ../shared/data)', async () => {
  const { sessions, leftOut } = await read(RECORDED)
  expect(sessions.map(({ symbol, bars }) => [symbol, bars.length])).toEqual([
    ['NIFTY', 375],
    ['BANKNIFTY', 375],
  ])
  expect(Object.keys(leftOut)).toEqual(['ticks before the open or after the close'])
})
