import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { istDate, MINUTE_MS } from '@strikewise/domain/time/ist.ts'
import type { RecordedBar } from '@strikewise/exchange/price-path.ts'
import { readRecordedDays } from '../src/replay/recorded-days.ts'
import { TickerListener } from './ticker-client.ts'
import { SandboxFixture, type BrokerClient } from './sandbox-fixture.ts'

const BARS = path.resolve(import.meta.dirname, '../../../../shared/data/bars')
const DAY = istDate('2024-01-17')
/** At ×600 each takes a tenth of a second. */
const WATCHED_BARS = 90

describe.skipIf(!existsSync(BARS))('a recorded day (skipped: ../shared/data is not here)', () => {
  it('reaches a ticker client with every bar’s open, high, low and close', { timeout: 120_000 }, async () => {
    const file = path.join(BARS, 'NIFTY_1m_2024.csv.gz')
    const recorded = readRecordedDays(file, DAY).get(DAY)!.NIFTY!
    await using sandbox = await SandboxFixture.start({ speed: 1, replay: file, replayFrom: DAY })
    const client = await sandbox.login('SWFEED')
    const listener = new TickerListener(sandbox, client, [INDEX_TOKENS.NIFTY])
    const seen = new Map<number, number[]>()
    listener.onPacket(() => {
      const minute = Math.floor(listener.table.exchangeAt[0]! / MINUTE_MS) * MINUTE_MS
      const prices = seen.get(minute) ?? []
      prices.push(listener.table.lastPrice[0]!)
      seen.set(minute, prices)
    })
    await listener.until(() => listener.ticks > 0)
    await sandbox.control('POST', '/clock/speed', { speed: 600 })
    // One bar more, so that the last one is complete.
    await listener.until(() => seen.size > WATCHED_BARS + 1)
    for (const bar of recorded.slice(0, WATCHED_BARS))
      expect(ohlcOf(seen.get(bar.start)), `bar at ${bar.start}`).toEqual(pricesOf(bar))

    // The broker's own candles show the same of the whole day.
    await sandbox.control('POST', '/clock/jump', { to: `${DAY}T15:31+05:30` })
    const candles = await candlesOf(client)
    expect(candles.map((candle) => candle.slice(1, 5))).toEqual(
      recorded.map((bar) => pricesOf(bar).map((price) => price / 100)),
    )
  })
})

function ohlcOf(prices: readonly number[] | undefined): number[] {
  if (prices === undefined) return []
  return [prices[0]!, Math.max(...prices), Math.min(...prices), prices.at(-1)!]
}

function pricesOf(bar: RecordedBar): number[] {
  return [bar.open, bar.high, bar.low, bar.close]
}

async function candlesOf(client: BrokerClient): Promise<number[][]> {
  const query = `from=${DAY}+09:15:00&to=${DAY}+15:29:00`
  const path = `/instruments/historical/${INDEX_TOKENS.NIFTY}/minute?${query}`
  return (await client.data<{ candles: number[][] }>('GET', path)).candles
}
