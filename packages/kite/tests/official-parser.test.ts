import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { KiteTicker } from 'kiteconnect'
import { describe, expect, it } from 'vitest'
import { decodeFrame } from '../src/ticker/decode.ts'
import { encodeFrame } from '../src/ticker/encode.ts'
import type { TickMode } from '../src/ticker/layout.ts'
import { fixtureBytes, fixtureJson } from './fixtures/load.ts'

/** What the official client's parser gives for one packet, in rupees. Its own types leave fields out. */
interface OfficialTick {
  mode: TickMode
  instrument_token: number
  last_price: number
  last_traded_quantity?: number
  average_traded_price?: number
  volume_traded?: number
  total_buy_quantity?: number
  total_sell_quantity?: number
  ohlc?: { open: number; high: number; low: number; close: number }
  oi?: number
  oi_day_high?: number
  oi_day_low?: number
  last_trade_time?: Date | null
  exchange_timestamp?: Date | null
  depth?: Record<'buy' | 'sell', { quantity: number; price: number }[]>
}

// The parser is there and works; the package's types keep it to themselves.
const official = new KiteTicker({ api_key: 'k', access_token: 't' }) as unknown as {
  parseBinary(frame: ArrayBufferLike): OfficialTick[]
}
const now = 1_795_579_265_000 as EpochMs

/** The official parser reads a whole ArrayBuffer: a Buffer is a window of a shared one. */
const officialTicks = (frame: Uint8Array) => official.parseBinary(new Uint8Array(frame).buffer)

/** Compares every field the official parser gives with the columns of `table`. */
function expectSame(table: QuoteTable, ticks: readonly OfficialTick[]): void {
  for (const tick of ticks) {
    const slot = table.slotOf(tick.instrument_token)
    const actual: Record<string, number> = {}
    const theirs: Record<string, number> = {}
    const compare = (name: string, our: number | undefined, their: number | undefined, scale = 1) => {
      if (their === undefined) return
      actual[name] = our!
      theirs[name] = scale === 1 ? their : Math.round(their * scale)
    }
    compare('last', table.lastPrice[slot], tick.last_price, 100)
    compare('last quantity', table.lastQuantity[slot], tick.last_traded_quantity)
    compare('average', table.averagePrice[slot], tick.average_traded_price, 100)
    compare('volume', table.volume[slot], tick.volume_traded)
    compare('buy', table.buyQuantity[slot], tick.total_buy_quantity)
    compare('sell', table.sellQuantity[slot], tick.total_sell_quantity)
    compare('open', table.open[slot], tick.ohlc?.open, 100)
    compare('high', table.high[slot], tick.ohlc?.high, 100)
    compare('low', table.low[slot], tick.ohlc?.low, 100)
    compare('close', table.close[slot], tick.ohlc?.close, 100)
    compare('oi', table.openInterest[slot], tick.oi)
    compare('oi high', table.openInterestHigh[slot], tick.oi_day_high)
    compare('oi low', table.openInterestLow[slot], tick.oi_day_low)
    compare('traded at', table.lastTradeAt[slot], tick.last_trade_time?.getTime())
    compare('exchange at', table.exchangeAt[slot], tick.exchange_timestamp?.getTime())
    tick.depth?.buy.forEach((level, i) => {
      compare(`bid ${i}`, table.bidPrice[slot * DEPTH_LEVELS + i], level.price, 100)
      compare(`bid quantity ${i}`, table.bidQuantity[slot * DEPTH_LEVELS + i], level.quantity)
    })
    tick.depth?.sell.forEach((level, i) => {
      compare(`ask ${i}`, table.askPrice[slot * DEPTH_LEVELS + i], level.price, 100)
      compare(`ask quantity ${i}`, table.askQuantity[slot * DEPTH_LEVELS + i], level.quantity)
    })
    expect(actual).toEqual(theirs)
  }
}

function decoded(frame: Uint8Array, tokens: readonly number[]): QuoteTable {
  const table = new QuoteTable(Math.max(1, tokens.length))
  for (const token of tokens) table.add(token)
  decodeFrame(frame, table, now)
  return table
}

describe('our decoder and the official parser agree', () => {
  const { vectors } = fixtureJson('synthetic/ticker_vectors.json') as { vectors: { name: string; hex: string }[] }
  const frames: [string, Uint8Array][] = [
    ...vectors
      // A one-byte frame never reaches the official parser, a cut one makes it throw, and the last one has its own test.
      .filter(({ name }) => !['heartbeat', 'truncated_frame', 'quote_option_volume_above_2p31'].includes(name))
      .map(({ name, hex }): [string, Uint8Array] => [name, Buffer.from(hex, 'hex')]),
    ...['ltpMode_frame.bin', 'quoteMode_frame.bin', 'fullMode_frame.bin'].map((file): [string, Uint8Array] => [
      file,
      fixtureBytes(`ticker/${file}`),
    ]),
  ]

  it.each(frames)('on %s', (_name, frame) => {
    const ticks = officialTicks(frame)
    expect(ticks.length).toBeGreaterThan(0)
    expectSame(
      decoded(
        frame,
        ticks.map((tick) => tick.instrument_token),
      ),
      ticks,
    )
  })
})

it('above 2^31 they part by its overflow, and ours is the unsigned value', () => {
  const { vectors } = fixtureJson('synthetic/ticker_vectors.json') as { vectors: { name: string; hex: string }[] }
  const frame = Buffer.from(vectors.find(({ name }) => name === 'quote_option_volume_above_2p31')!.hex, 'hex')
  const [tick] = officialTicks(frame)
  expect(decoded(frame, [tick!.instrument_token]).volume[0]).toBe(tick!.volume_traded! + 2 ** 32)
})

describe('the official parser reads what our encoder writes', () => {
  // Below 2^31: beyond, the official parser's shifts turn negative (seen in its own source), which ours must not copy.
  const price = fc.integer({ min: 0, max: 2 ** 31 - 1 })
  const seconds = fc.integer({ min: 1, max: 2 ** 31 - 1 })
  const columns = [
    'lastPrice',
    'averagePrice',
    'open',
    'high',
    'low',
    'close',
    'lastQuantity',
    'volume',
    'buyQuantity',
    'sellQuantity',
    'openInterest',
    'openInterestHigh',
    'openInterestLow',
  ] as const
  const levels = ['bidPrice', 'askPrice', 'bidQuantity', 'askQuantity'] as const
  const instrument = fc.record({
    values: fc.array(price, { minLength: columns.length, maxLength: columns.length }),
    depth: fc.array(price, { minLength: 4 * DEPTH_LEVELS, maxLength: 4 * DEPTH_LEVELS }),
    tradedAt: seconds,
    exchangeAt: seconds,
    index: fc.boolean(),
  })

  it.each<TickMode>(['ltp', 'quote', 'full'])('in mode %s', (mode) => {
    fc.assert(
      fc.property(fc.array(instrument, { minLength: 1, maxLength: 8 }), (instruments) => {
        const table = new QuoteTable(instruments.length)
        instruments.forEach(({ values, depth, tradedAt, exchangeAt, index }, n) => {
          const slot = table.add((n + 1) * 256 + (index ? 9 : 2))
          columns.forEach((name, i) => (table[name][slot] = values[i]!))
          levels.forEach((name, i) => {
            for (let level = 0; level < DEPTH_LEVELS; level++)
              table[name][slot * DEPTH_LEVELS + level] = depth[i * DEPTH_LEVELS + level]!
          })
          table.lastTradeAt[slot] = tradedAt * 1000
          table.exchangeAt[slot] = exchangeAt * 1000
        })
        const ticks = officialTicks(encodeFrame(table, instruments.keys(), mode))
        expect(ticks.map((tick) => [tick.instrument_token, tick.mode])).toEqual(
          instruments.map((_one, slot) => [table.tokens[slot], mode]),
        )
        expectSame(table, ticks)
      }),
    )
  })
})
