import { expect, it } from 'vitest'
import type { FiiDiiRow } from '@strikewise/signals/agents/fii-dii-row.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { candle } from '@strikewise/domain/market/candle.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import {
  addDays,
  epochFromIstText,
  istDateAt,
  istInstant,
  MINUTE_MS,
  type EpochMs,
} from '@strikewise/domain/time/ist.ts'
import { syntheticPath } from '@strikewise/exchange/prices/market-path.ts'
import { fiiDiiApp } from './fii-dii/fii-dii-app.ts'
import type { FiiDiiRow as ServedRow } from './fii-dii/fii-dii-model.ts'
import { DEFAULT_SEED, DEFAULT_START } from './options.ts'

/** Minutes after the start a newcomer's first trade is decided: late enough to be armed by then, early enough to wait for. */
const SOON = { least: 8, most: 20 }
const PERSISTS_MINUTES = 4

type MarketPath = ReturnType<typeof syntheticPath>

/** The figures of institutions the sandbox serves at `now`, as the product reads them. */
async function flowsOf(path: MarketPath, now: EpochMs): Promise<FiiDiiRow[]> {
  const app = fiiDiiApp(DEFAULT_SEED, { now: () => now, path }, () => false)
  const { rows } = (await (await app.request('/fii-dii.json')).json()) as { rows: ServedRow[] }
  return rows.map((row) => ({
    day: row.date,
    fiiNet: row.fii_net,
    diiNet: row.dii_net,
    cashPublishedAt: Date.parse(row.cash_published_at) as EpochMs,
    futureLong: row.fii_idx_fut_long,
    futureShort: row.fii_idx_fut_short,
    positionsPublishedAt:
      row.positions_published_at === null ? null : (Date.parse(row.positions_published_at) as EpochMs),
  }))
}

/** At least the twenty sessions a product reads before the first one it watches. */
const WARM_UP_DAYS = 35

/** NIFTY's decisions of a product that connects `connectedAfterMs` after a market began at `start`. */
async function decisionsFrom(start: EpochMs, connectedAfterMs: number): Promise<Decision[]> {
  const path = syntheticPath({ seed: DEFAULT_SEED, now: start, quotesEveryMs: 5_000 })
  const startsAt = (start + connectedAfterMs) as EpochMs
  path.step(startsAt)
  return decisionsOn(path, start, startsAt)
}

/** Those of a product that connects at `startsAt` to a market that began at `start` and stands there. */
async function decisionsOn(path: MarketPath, start: EpochMs, startsAt: EpochMs): Promise<Decision[]> {
  const { quotes: table, instruments } = path
  const options = instruments.options.filter((option) => option.symbol === 'NIFTY')
  const [near, next] = [...new Set(options.map((option) => option.expiry))].sort()
  const future = instruments.futures.find((contract) => contract.symbol === 'NIFTY')
  const bars = (token: number) =>
    path
      .history(token, 1, istInstant(addDays(istDateAt(start), -WARM_UP_DAYS), 0), startsAt)
      .filter((bar) => bar.start + MINUTE_MS <= startsAt)
      .map((bar) => candle(bar.start, bar.open, bar.high, bar.low, bar.close, bar.volume))
  const decisions: Decision[] = []
  const pipeline = new SymbolPipeline({
    symbol: 'NIFTY',
    day: istDateAt(start),
    calendar: nseCalendar,
    contracts: {
      near: options.filter((option) => option.expiry === near),
      next: options.filter((option) => option.expiry === next),
      future,
    },
    table,
    warmUp: {
      index: bars(INDEX_TOKENS.NIFTY),
      future: future === undefined ? [] : bars(future.token),
      flows: await flowsOf(path, start),
    },
    startsAt,
    source: 'simulated',
    onDecision: (decision) => decisions.push(decision),
  })
  const seen = new Float64Array(table.capacity)
  for (let now = startsAt; now <= start + (SOON.most + PERSISTS_MINUTES) * MINUTE_MS; now = (now + 1_000) as EpochMs) {
    pipeline.onTimer(now)
    path.step(now)
    for (let slot = 0; slot < table.size; slot += 1) {
      if (table.receivedAt[slot] === seen[slot]) continue
      seen[slot] = table.receivedAt[slot]!
      pipeline.onTick(slot, now, now)
    }
  }
  return decisions
}

it.each([
  ['a quick start', -2, 20_000],
  ['an ordinary start', 0, MINUTE_MS],
  ['a slow start', 0, 5 * MINUTE_MS],
  ['a market started later', 2, MINUTE_MS],
])('decides for a trade soon after %s, and stays with it', async (_name, shiftMinutes, connectedAfterMs) => {
  const start = (DEFAULT_START + shiftMinutes * MINUTE_MS) as EpochMs
  const decisions = await decisionsFrom(start, connectedAfterMs)
  const first = decisions.findIndex(({ action }) => action !== 'none')
  const minutes = (decisions[first]!.barEnd - start) / MINUTE_MS
  expect(minutes).toBeGreaterThanOrEqual(SOON.least)
  expect(minutes).toBeLessThanOrEqual(SOON.most)
  const { action } = decisions[first]!
  const stretch = decisions.slice(first, first + PERSISTS_MINUTES)
  expect(stretch.map((decision) => decision.action)).toEqual(Array<string>(PERSISTS_MINUTES).fill(action))
})

it.each(['09:16:30', '09:18:10', '09:27:45', '09:41:20'])(
  'decides in the morning of the browser tests (e2e/market-open.ts), skipped from %s',
  async (from) => {
    const at = (time: string) => epochFromIstText(`2026-09-17 ${time}`)
    const path = syntheticPath({ seed: DEFAULT_SEED, now: at('09:16:00'), quotesEveryMs: 5_000 })
    path.step(at(from))
    path.skipTo(at('09:50:40'))
    const decisions = await decisionsOn(path, DEFAULT_START, at('09:50:40'))
    const calls = decisions.filter(({ action }) => action === 'buy_call')
    const end = (minute: number) => istInstant(istDateAt(DEFAULT_START), 9, minute)
    expect(calls.map(({ barEnd }) => barEnd)).toEqual([52, 53, 54].map(end))
    for (const { score, threshold } of calls) expect(score).toBeGreaterThan(threshold + 0.04)
  },
)
