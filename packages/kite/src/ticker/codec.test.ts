import { DEPTH_LEVELS, QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureBytes, fixtureJson, fixtureText } from '../../tests/fixtures/load.ts'
import { decodeFrame, newDecodeCounts } from './decode.ts'
import { FrameEncoder, HEARTBEAT_FRAME, encodeFrame } from './encode.ts'
import type { TickMode } from './layout.ts'

const now = 1_795_579_265_000 as EpochMs
const NIFTY = 256265
const OPTION = 10498306
const USDINR = 412675

interface ExpectedPacket {
  mode: TickMode
  instrument_token: number
  last_price: number
  last_quantity?: number
  average_price?: number
  volume?: number
  buy_quantity?: number
  sell_quantity?: number
  ohlc?: { open: number; high: number; low: number; close: number }
  change_points?: number
  last_trade_time?: number
  oi?: number
  oi_day_high?: number
  oi_day_low?: number
  exchange_timestamp?: number
  depth?: Record<'buy' | 'sell', { quantity: number; price: number; orders: number }[]>
}
interface Vectors {
  vectors: { name: string; hex: string; expect: { packets: ExpectedPacket[] } | { error: string } }[]
}

const paise = (rupees: number) => Math.round(rupees * 100)

function tableOf(...tokens: number[]): QuoteTable {
  const table = new QuoteTable(Math.max(tokens.length, 1))
  for (const token of tokens) table.add(token)
  return table
}

/** Checks every column that `expected` names. */
function expectSlot(table: QuoteTable, expected: ExpectedPacket): void {
  const slot = table.slotOf(expected.instrument_token)
  const columns: Partial<Record<keyof QuoteTable, number>> = { lastPrice: paise(expected.last_price), receivedAt: now }
  if (expected.last_quantity !== undefined) columns.lastQuantity = expected.last_quantity
  if (expected.average_price !== undefined) columns.averagePrice = paise(expected.average_price)
  if (expected.volume !== undefined) columns.volume = expected.volume
  if (expected.buy_quantity !== undefined) columns.buyQuantity = expected.buy_quantity
  if (expected.sell_quantity !== undefined) columns.sellQuantity = expected.sell_quantity
  if (expected.oi !== undefined) columns.openInterest = expected.oi
  if (expected.oi_day_high !== undefined) columns.openInterestHigh = expected.oi_day_high
  if (expected.oi_day_low !== undefined) columns.openInterestLow = expected.oi_day_low
  if (expected.last_trade_time !== undefined) columns.lastTradeAt = expected.last_trade_time * 1000
  if (expected.exchange_timestamp !== undefined) columns.exchangeAt = expected.exchange_timestamp * 1000
  for (const name of ['open', 'high', 'low', 'close'] as const)
    if (expected.ohlc) columns[name] = paise(expected.ohlc[name])
  for (const [name, value] of Object.entries(columns)) expect(column(table, name)[slot], name).toBe(value)
  if (expected.change_points !== undefined)
    expect(table.lastPrice[slot]! - table.close[slot]!).toBe(paise(expected.change_points))
  for (const [side, quantities, prices] of [
    ['buy', table.bidQuantity, table.bidPrice],
    ['sell', table.askQuantity, table.askPrice],
  ] as const)
    expected.depth?.[side].forEach((level, i) => {
      expect(quantities[slot * DEPTH_LEVELS + i]).toBe(level.quantity)
      expect(prices[slot * DEPTH_LEVELS + i]).toBe(paise(level.price))
    })
}

describe('decoding known frames', () => {
  const { vectors } = fixtureJson('synthetic/ticker_vectors.json') as Vectors

  it.each(vectors.map((v) => [v.name, v] as const))('%s', (_name, vector) => {
    const frame = Buffer.from(vector.hex, 'hex')
    if ('error' in vector.expect) {
      const table = tableOf(OPTION)
      const counts = newDecodeCounts()
      expect(decodeFrame(frame, table, now, undefined, counts)).toBe('truncated')
      expect(counts.truncatedFrames).toBe(1)
      expect(table.receivedAt[0]).toBe(0)
      return
    }
    const { packets } = vector.expect
    const table = tableOf(...packets.map((p) => p.instrument_token))
    const slots: number[] = []
    const kind = decodeFrame(frame, table, now, (slot) => slots.push(slot))
    expect(kind).toBe(packets.length === 0 ? 'heartbeat' : 'ticks')
    expect(slots).toEqual(packets.map((p) => table.slotOf(p.instrument_token)))
    for (const packet of packets) expectSlot(table, packet)
  })

  it.each<[file: string, expected: ExpectedPacket]>([
    ['ltpMode_frame.bin', { mode: 'ltp', instrument_token: 884737, last_price: 392.95 }],
    ['quoteMode_frame.bin', { ...quote884737(), mode: 'quote' }],
    [
      'fullMode_frame.bin',
      {
        ...quote884737(),
        mode: 'full',
        last_trade_time: 1655375264,
        oi: 0,
        oi_day_high: 0,
        oi_day_low: 0,
        exchange_timestamp: 1655378328,
        depth: { buy: [{ quantity: 5617, price: 392.95, orders: 30 }], sell: [] },
      },
    ],
  ])('recorded %s', (file, expected) => {
    const table = tableOf(expected.instrument_token)
    expect(decodeFrame(fixtureBytes(`ticker/${file}`), table, now)).toBe('ticks')
    expectSlot(table, expected)
  })

  it.each<[file: string, expected: ExpectedPacket]>([
    [
      'ticker_quote.base64.packet',
      {
        mode: 'quote',
        instrument_token: 408065,
        last_price: 1573.15,
        ohlc: { open: 1569.15, high: 1575, low: 1561.05, close: 1567.8 },
      },
    ],
    [
      'ticker_full.base64.packet',
      {
        mode: 'full',
        instrument_token: 408065,
        last_price: 1573.7,
        last_trade_time: 1625461887,
        exchange_timestamp: 1625461887,
        depth: {
          buy: [{ quantity: 5, price: 1573.4, orders: 1 }],
          sell: [{ quantity: 172, price: 1573.7, orders: 3 }],
        },
      },
    ],
  ])('recorded packet %s', (file, expected) => {
    const packet = Buffer.from(fixtureText(`ticker/${file}`), 'base64')
    const header = Buffer.from([0, 1, 0, packet.length])
    const table = tableOf(expected.instrument_token)
    decodeFrame(Buffer.concat([header, packet]), table, now)
    expectSlot(table, expected)
  })

  function quote884737() {
    return {
      instrument_token: 884737,
      last_price: 392.95,
      last_quantity: 2,
      average_price: 403.07,
      volume: 22261032,
      buy_quantity: 5617,
      sell_quantity: 0,
      ohlc: { open: 420, high: 420.9, low: 390.1, close: 414.1 },
    }
  }
})

describe('decoding what should not be there', () => {
  it.each<[what: string, hex: string, counted: Partial<ReturnType<typeof newDecodeCounts>>]>([
    ['an empty frame', '', { heartbeats: 1 }],
    ['a frame of no packets', '0000', { frames: 1 }],
    ['an instrument that was not subscribed', '0001000800000b010000ffff', { frames: 1, unknownTokens: 1 }],
    ['a packet of unknown length', '0001000900a0310200002f5d00', { frames: 1, unknownPackets: 1 }],
    ['a packet too short for a token', '000100020102', { frames: 1, unknownPackets: 1 }],
    ['an index packet for an option', `0001001c00a03102${'00'.repeat(24)}`, { frames: 1, unknownPackets: 1 }],
    ['an option packet for an index', `0001002c0003e909${'00'.repeat(40)}`, { frames: 1, unknownPackets: 1 }],
    ['a count larger than the frame', '0002000800a0310200002f5d', { truncatedFrames: 1 }],
    ['a currency price of four decimals', '0001000800064c030000002b', { frames: 1, unrepresentable: 1 }],
  ])('%s', (_what, hex, counted) => {
    const table = tableOf(OPTION, NIFTY, USDINR)
    const counts = newDecodeCounts()
    decodeFrame(Buffer.from(hex, 'hex'), table, now, undefined, counts)
    expect(counts).toEqual({ ...newDecodeCounts(), ...counted })
    expect(table.receivedAt.every((at) => at === 0)).toBe(true)
  })

  it('a currency price of whole paise is scaled by its own divisor', () => {
    const table = tableOf(USDINR)
    const frame = Buffer.from('0001000800064c0300000000', 'hex')
    frame.writeInt32BE(727_500_000, 8) // ₹72.75
    decodeFrame(frame, table, now)
    expect(table.lastPrice[0]).toBe(7275)
  })

  it('a good packet after a strange one is still read', () => {
    const table = tableOf(OPTION)
    decodeFrame(Buffer.from('0002000300000000080 0a0310200002f5d'.replace(' ', ''), 'hex'), table, now)
    expect(table.lastPrice[0]).toBe(12125)
  })

  it('random bytes never throw, and never touch a table without that instrument', () => {
    const table = tableOf(OPTION)
    const kinds = new Set(['ticks', 'heartbeat', 'truncated'])
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        expect(kinds.has(decodeFrame(bytes, table, now))).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  it('a good frame cut anywhere or with bytes changed never throws', () => {
    const full = Buffer.from(encodeFrame(filled(), [0, 1, 2], 'full'))
    fc.assert(
      fc.property(
        fc.nat(full.length),
        fc.array(fc.tuple(fc.nat(full.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 5 }),
        (cut, changes) => {
          const frame = Buffer.from(full)
          for (const [at, byte] of changes) frame[at] = byte
          const table = tableOf(OPTION, NIFTY, USDINR)
          decodeFrame(frame.subarray(0, cut), table, now)
          if (changes.length === 0 && cut < full.length) expect(table.receivedAt.every((at) => at === 0)).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

const price = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const quantity = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const instant = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((seconds) => seconds * 1000)
const DAY_COLUMNS = [
  'averagePrice',
  'open',
  'high',
  'low',
  'close',
  'lastQuantity',
  'volume',
  'buyQuantity',
  'sellQuantity',
]
const FULL_COLUMNS = ['lastTradeAt', 'openInterest', 'openInterestHigh', 'openInterestLow', 'exchangeAt']
const DEPTH_COLUMNS = ['bidPrice', 'bidQuantity', 'askPrice', 'askQuantity']
const INDEX_COLUMNS = ['open', 'high', 'low', 'close']

type Column = { [index: number]: number; length: number }
// Columns are of several array types, and beside them are methods: the names above are all of columns.
const column = (table: QuoteTable, name: string): Column => table[name as keyof QuoteTable] as unknown as Column

/** Values for every column of one slot, and where they must arrive. */
const slotValues = fc.record({
  price: fc.array(price, { minLength: 16, maxLength: 16 }),
  quantity: fc.array(quantity, { minLength: 20, maxLength: 20 }),
  instant: fc.array(instant, { minLength: 2, maxLength: 2 }),
})

function fill(
  table: QuoteTable,
  slot: number,
  values: { price: number[]; quantity: number[]; instant: number[] },
): void {
  let p = 0
  let q = 0
  let t = 0
  table.lastPrice[slot] = values.price[p++]!
  for (const name of [...DAY_COLUMNS, ...FULL_COLUMNS]) {
    const isPrice = name === 'averagePrice' || INDEX_COLUMNS.includes(name)
    const isTime = name.endsWith('At')
    column(table, name)[slot] = isPrice ? values.price[p++]! : isTime ? values.instant[t++]! : values.quantity[q++]!
  }
  for (let i = slot * DEPTH_LEVELS; i < (slot + 1) * DEPTH_LEVELS; i++) {
    table.bidPrice[i] = values.price[p++ % 16]!
    table.askPrice[i] = values.price[p++ % 16]!
    table.bidQuantity[i] = values.quantity[q++ % 20]!
    table.askQuantity[i] = values.quantity[q++ % 20]!
  }
}

function filled(): QuoteTable {
  const table = tableOf(OPTION, NIFTY, USDINR)
  for (let slot = 0; slot < 3; slot++)
    fill(table, slot, { price: Array(16).fill(100), quantity: Array(20).fill(7), instant: [1000, 2000] })
  return table
}

describe('the codec both ways', () => {
  it.each<[mode: TickMode, token: number, retained: string[]]>([
    ['ltp', OPTION, []],
    ['quote', OPTION, DAY_COLUMNS],
    ['full', OPTION, [...DAY_COLUMNS, ...FULL_COLUMNS, ...DEPTH_COLUMNS]],
    ['ltp', NIFTY, []],
    ['quote', NIFTY, INDEX_COLUMNS],
    ['full', NIFTY, [...INDEX_COLUMNS, 'exchangeAt']],
  ])('%s of %i keeps what the mode carries and touches nothing else', (mode, token, retained) => {
    fc.assert(
      fc.property(slotValues, (values) => {
        const from = tableOf(token)
        fill(from, 0, values)
        const to = tableOf(token)
        expect(decodeFrame(encodeFrame(from, [0], mode), to, now)).toBe('ticks')
        expect(to.lastPrice[0]).toBe(from.lastPrice[0])
        expect(to.receivedAt[0]).toBe(now)
        for (const name of [...DAY_COLUMNS, ...FULL_COLUMNS, ...DEPTH_COLUMNS]) {
          const expected = retained.includes(name) ? column(from, name) : { length: column(to, name).length }
          for (let i = 0; i < column(to, name).length; i++) expect(column(to, name)[i]).toBe(expected[i] ?? 0)
        }
      }),
    )
  })

  it('one encoder makes any number of frames of any size', () => {
    const from = new QuoteTable(50)
    for (let slot = 0; slot < 50; slot++) fillSlot(from, slot)
    const encoder = new FrameEncoder(from, 2)
    const modes = ['ltp', 'quote', 'full'] as const
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(49), fc.constantFrom(...modes)), { maxLength: 60 }), (packets) => {
        encoder.begin()
        for (const [slot, mode] of packets) encoder.add(slot, mode)
        expect(encoder.packets).toBe(packets.length)
        const counts = newDecodeCounts()
        const to = new QuoteTable(50)
        for (let slot = 0; slot < 50; slot++) to.add(from.tokens[slot]!)
        expect(decodeFrame(encoder.end(), to, now, undefined, counts)).toBe('ticks')
        expect(counts).toEqual({ ...newDecodeCounts(), frames: 1, packets: packets.length })
        for (const [slot] of packets) expect(to.lastPrice[slot]).toBe(from.lastPrice[slot])
      }),
    )
  })

  it('refuses a frame of more packets than the wire can count', () => {
    const encoder = new FrameEncoder(tableOf(OPTION))
    encoder.begin()
    for (let i = 0; i < 32_767; i++) encoder.add(0, 'ltp')
    expect(() => encoder.add(0, 'ltp')).toThrow(RangeError)
  })

  it('the heartbeat is one byte', () => {
    expect(decodeFrame(HEARTBEAT_FRAME, tableOf(OPTION), now)).toBe('heartbeat')
  })

  it('gives the official index frame back byte for byte', () => {
    const frame = Buffer.from('0001001c0003e9090024a3d30024b2880024702a002479e400248bb40000181f', 'hex')
    const table = tableOf(NIFTY)
    decodeFrame(frame, table, now)
    expect(encodeFrame(table, [0], 'quote')).toEqual(frame)
  })

  function fillSlot(table: QuoteTable, slot: number): void {
    const index = slot % 10 === 0
    table.add(slot * 256 + (index ? 9 : 2))
    table.lastPrice[slot] = 100 + slot
  }
})
