import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import type { AgentSignal } from '@strikewise/signals/agents/signal.ts'
import { optionLadder, walkDay } from '@strikewise/signals/decision/testing/modelled-day.ts'
import { candle, type Candle } from '@strikewise/domain/market/candle.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { PublishedSignals } from '@strikewise/public-log/published-signals.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { join } from '@strikewise/messages/split.ts'
import { expect, it } from 'vitest'
import { sharedText, signalRow } from './signal-texts.ts'

const day = istDate('2026-11-19')

/** A made-up session: waves on a slope, in paise. */
function wave(on: IstDate, count: number, base: number, slope: number): Candle[] {
  const start = istInstant(on, 9, 15)
  let open = base
  return Array.from({ length: count }, (_, i) => {
    const close = Math.round(base + slope * i + 1500 * Math.sin(i / 17) + 600 * Math.sin(i / 3.1))
    const [high, low] = [Math.max(open, close) + 250, Math.min(open, close) - 250]
    const bar = candle((start + i * MINUTE_MS) as EpochMs, open as Paise, high as Paise, low as Paise, close as Paise)
    open = close
    return bar
  })
}

/** What version 1 of the public log compared: English sentences without their figures. */
const sentencesOf = ({ bias, strength, stale, reasons, meta }: AgentSignal): string =>
  JSON.stringify([
    bias,
    Math.round(100 * strength),
    stale,
    meta.regime,
    meta.until,
    reasons.map(({ code, message, effect }) => [
      code,
      sharedText(message).text.replaceAll(/\d[\d.,:]*/g, '#'),
      Math.round(100 * effect),
    ]),
  ])

it('records an agent of a session as often as the comparison of sentences did, within one in a hundred', () => {
  const yesterday = wave(istDate('2026-11-18'), 375, 2_490_000, 12)
  const table = new QuoteTable(200)
  const contracts = optionLadder('NIFTY', istDate('2026-11-23'), 25000, 50, 15)
  const published = new PublishedSignals('NIFTY')
  const sentences = new Map<string, string>()
  let [byMessage, bySentence] = [0, 0]
  const observe = (pipeline: SymbolPipeline, now: EpochMs) => {
    const signals = pipeline.signals(now)
    const entries = published.newIn(signals, now)
    published.recorded(entries)
    byMessage += entries.length
    for (const [agent, signal] of Object.entries(signals)) {
      if (sentences.get(agent) === sentencesOf(signal)) continue
      sentences.set(agent, sentencesOf(signal))
      bySentence += 1
    }
    for (const { signal } of entries)
      for (const { text, message } of signalRow(signal).reasons)
        expect([text.length > 0, join(message)?.code]).toEqual([true, message.code])
  }
  const pipeline = new SymbolPipeline({
    symbol: 'NIFTY',
    day,
    calendar: nseCalendar,
    contracts: { near: contracts, next: [], future: undefined },
    table,
    warmUp: { index: yesterday, future: [], previousClose: yesterday.at(-1)!.close },
    source: 'simulated',
    onDecision: ({ barEnd }) => observe(pipeline, barEnd),
  })
  const onTimer = pipeline.onTimer.bind(pipeline)
  pipeline.onTimer = (now) => {
    onTimer(now)
    observe(pipeline, now)
  }
  const openInterest = (contract: { side: string }, minute: number) =>
    65 * (20_000 + (contract.side === 'PE' ? 60 : -10) * minute)
  const market = { contracts, sigma: 0.12, openInterest }
  walkDay(pipeline, table, 'NIFTY', wave(day, 45, 2_496_000, 45), yesterday.at(-1)!.close, market, 5)
  expect(bySentence).toBeGreaterThan(100)
  expect(Math.abs(byMessage - bySentence)).toBeLessThanOrEqual(0.01 * bySentence)
})
