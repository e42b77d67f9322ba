import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SIGNAL_PARAMS, SIGNALS_VERSION } from '@strikewise/signals/registry/params.ts'
import { INDEX_SYMBOLS, INDEX_TOKENS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { candle } from '@strikewise/domain/market/candle.ts'
import {
  ENTRY_KINDS,
  FRAME,
  newRecordBatch,
  type RecordBatch,
  type EntryKind,
} from '@strikewise/signals/session-recording/record-batch.ts'
import { BlockEncoder } from '@strikewise/signals/session-recording/block-codec.ts'
import {
  headerText,
  type RecordingHeader,
  type RecordedPipeline,
} from '@strikewise/signals/session-recording/recording-header.ts'
import { QuoteColumns, ROW_COLUMNS } from '@strikewise/signals/session-recording/quote-row.ts'
import { framedBlock, SEGMENT_MAGIC } from '@strikewise/signals/session-recording/segment.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { PricePath } from '@strikewise/exchange/price-path.ts'
import { syntheticPath } from '@strikewise/exchange/prices/market-path.ts'

/** Strikes of the near expiry that are recorded. */
const STRIKES = 5

export interface WrittenDay {
  readonly opening: RecordingHeader
  /** The index's price at each whole second of the record, paise. */
  readonly prices: ReadonlyMap<EpochMs, number>
}

/** Writes `minutes` minutes of a made-up market from 09:15 of `day` on as the server would record them, a frame a second. */
export function writeRecording(folder: string, day: IstDate, minutes: number): WrittenDay {
  const opensAt = istInstant(day, 9, 15)
  const market = syntheticPath({ seed: 'recorded', now: (opensAt - 60_000) as EpochMs })
  const opening = openingOf(market, day)
  const blocks: Uint8Array[] = []
  const encoder = new BlockEncoder()
  const put = (batch: RecordBatch) => blocks.push(framedBlock(blocks.length, encoder.encode(batch)))
  put(note('opening', (opensAt - 60_000) as EpochMs, headerText(opening)))
  const columns = new QuoteColumns(market.quotes)
  const slots = opening.tokens.map((token) => market.quotes.slotOf(token))
  const prices = new Map<EpochMs, number>()
  for (let second = 1; second <= minutes * 60; second += 1) {
    const at = (opensAt + second * 1000) as EpochMs
    market.step(at)
    const batch = newRecordBatch(1, slots.length)
    batch.kinds[0] = FRAME
    batch.at[0] = at
    batch.counts[0] = batch.rows = slots.length
    batch.entries = 1
    for (const [row, slot] of slots.entries()) {
      batch.slots[row] = row
      columns.copy(slot, batch.values, row * ROW_COLUMNS)
    }
    prices.set(at, market.quotes.last(slots[0]!))
    put(batch)
  }
  put(note('headlines', (opensAt + 60_000) as EpochMs, JSON.stringify([{ title: 'Nifty opens flat', at: opensAt }])))
  mkdirSync(path.join(folder, day), { recursive: true })
  writeFileSync(path.join(folder, day, '0001.swr'), Buffer.concat([SEGMENT_MAGIC, ...blocks]))
  return { opening, prices }
}

function openingOf(market: PricePath, day: IstDate): RecordingHeader {
  const { NIFTY, BANKNIFTY, INDIAVIX } = INDEX_TOKENS
  const pipelines = Object.fromEntries(INDEX_SYMBOLS.map((symbol) => [symbol, pipelineOf(market, symbol)])) as Record<
    IndexSymbol,
    RecordedPipeline
  >
  const contracts = INDEX_SYMBOLS.flatMap((symbol) => {
    const { near, future } = pipelines[symbol].contracts
    return [...near, ...(future === undefined ? [] : [future])]
  })
  const tokens = [NIFTY, BANKNIFTY, INDIAVIX, ...contracts.map(({ token }) => token)]
  return { day, speed: 1, source: 'simulated', version: SIGNALS_VERSION, params: SIGNAL_PARAMS, tokens, pipelines }
}

function pipelineOf(market: PricePath, symbol: IndexSymbol): RecordedPipeline {
  const { options, futures } = market.instruments
  const ofSymbol = options.filter((option) => option.symbol === symbol)
  const expiry = ofSymbol.map((option) => option.expiry).toSorted()[0]
  const near = ofSymbol.filter((option) => option.expiry === expiry)
  const middle = Math.floor(near.length / 2)
  const future = futures.find((one) => one.symbol === symbol)
  const bars = (token: number) =>
    market
      .history(token, 1, (market.now - 4 * 86_400_000) as EpochMs, market.now)
      .map((bar) => candle(bar.start, bar.open, bar.high, bar.low, bar.close, bar.volume))
  return {
    contracts: { near: near.slice(middle - STRIKES, middle + STRIKES), next: [], future },
    warmUp: { index: bars(INDEX_TOKENS[symbol]), future: future === undefined ? [] : bars(future.token), flows: [] },
    startsAt: market.now,
  }
}

function note(kind: EntryKind, at: EpochMs, text: string): RecordBatch {
  const batch = newRecordBatch(1, 0)
  batch.kinds[0] = ENTRY_KINDS.indexOf(kind)
  batch.at[0] = at
  batch.entries = 1
  batch.notes.push(text)
  return batch
}
