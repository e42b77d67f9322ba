import type { FiiDiiRow } from '@strikewise/signals/agents/fii-dii-row.ts'
import type { Headline } from '@strikewise/signals/agents/sentiment.ts'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { storeFiiDiiRows } from '../src/fii-dii/fii-dii-rows.ts'
import { openLowFrequencyInputs } from '../src/market/low-frequency-inputs.ts'
import { NO_SESSION_SINK } from '../src/session-recorder/session-sink.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'

const day = istDate('2026-11-19')
const next = istDate('2026-11-20')
const row: FiiDiiRow = {
  day,
  fiiNet: -1000,
  diiNet: 800,
  cashPublishedAt: istInstant(day, 19),
  futureLong: 90_000,
  futureShort: 210_000,
  positionsPublishedAt: istInstant(day, 20),
}

let postgres: TestPostgres
let bus: ThreadBus
beforeAll(async () => {
  postgres = await startTestPostgres()
  bus = openThreadBus('low-frequency-inputs-test', 'low-frequency-inputs-test')
})
afterAll(async () => {
  bus.close()
  await postgres.stop()
})

function opened() {
  const slow = openLowFrequencyInputs(postgres.store.db, bus, pino({ level: 'silent' }))
  const learnt: FiiDiiRow[][] = []
  const addedHeadlines: Headline[][] = []
  const taken: [string, unknown][] = []
  const tape = {
    ...NO_SESSION_SINK,
    flows: (_at: number, rows: readonly FiiDiiRow[]) => void taken.push(['flows', rows]),
    headlines: (_at: number, headlines: readonly Headline[]) => void taken.push(['headlines', headlines]),
  }
  const chain = { symbol: 'NIFTY' as const, snapshotAt: 0, atmIv: Number.NaN }
  const NIFTY = {
    chain,
    addFiiDiiFlows: (rows: readonly FiiDiiRow[]) => void learnt.push([...rows]),
    addHeadlines: (headlines: readonly Headline[]) => void addedHeadlines.push([...headlines]),
  }
  const refresh = (hour: number, minute = 0) => slow.refresh(istInstant(day, hour, minute), { NIFTY }, tape)
  return { slow, refresh, learnt, addedHeadlines, taken, chain }
}

it('hands over figures that are kept while a day runs, and starts the next day with them', async () => {
  const { slow, refresh, learnt, taken } = opened()
  refresh(10)
  await storeFiiDiiRows(postgres.store.db, [row])
  bus.publish('flows', {})
  await expect
    .poll(() => {
      refresh(10, 1)
      return learnt
    })
    .toEqual([[row]])
  expect(taken).toEqual([['flows', [row]]])
  expect(await slow.warmUp('NIFTY', next)).toMatchObject({ flows: [row] })
  await slow.close()
})

it('passes headlines on once, also those received before a day opened', async () => {
  const { slow, refresh, addedHeadlines, taken } = opened()
  const headlines = [{ title: 'Nifty climbs', at: istInstant(day, 9) }]
  bus.publish('headlines', headlines)
  await expect.poll(async () => (await slow.warmUp('NIFTY', day)).headlines).toEqual(headlines)
  refresh(10)
  refresh(10, 1)
  expect(addedHeadlines).toEqual([headlines])
  expect(taken).toEqual([['headlines', headlines]])
  await slow.close()
})

it('keeps the volatility of 15:00 once a day, for the days after it', async () => {
  const { slow, refresh, chain } = opened()
  const reads = (on = next) => slow.warmUp('NIFTY', on).then(({ dailyVolatility }) => dailyVolatility)
  const at = (hour: number, minute: number, atmIv: number) => {
    chain.snapshotAt = istInstant(day, hour, minute)
    chain.atmIv = atmIv
    refresh(hour, minute)
  }
  at(14, 59, 0.11)
  at(15, 0, Number.NaN)
  at(15, 1, 0.12)
  at(15, 2, 0.13)
  await slow.close()
  expect([await reads(), await reads(day)]).toEqual([[0.12], []])
  const again = opened()
  again.chain.atmIv = 0.14
  again.chain.snapshotAt = istInstant(day, 15, 3)
  again.refresh(15, 3)
  await again.slow.close()
  expect(await reads()).toEqual([0.12])
})
