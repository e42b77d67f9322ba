import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvFields } from './csv-row.ts'
import { DROPPED_SHOWN, parseInstruments } from './parse-instruments.ts'
import { istDate, type EpochMs } from '../time/ist.ts'

const HEADER =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange'
const GOOD = '9779458,38201,NIFTY26D0124000CE,NIFTY,0,2026-12-01,24000,0.05,65,CE,NFO-OPT,NFO'
const on = istDate('2026-11-20')
const at = 1_795_000_000_000 as EpochMs
const parse = (...rows: string[]) => parseInstruments([HEADER, ...rows].join('\n'), on, at)

describe('the instrument list', () => {
  it('reads options and futures of both indices and passes the rest over', () => {
    const { list, droppedCount } = parse(
      GOOD,
      '12073986,47164,BANKNIFTY26NOVFUT,"BANKNIFTY",0,2026-11-23,0,0.2,30,FUT,NFO-FUT,NFO',
      '256265,1001,NIFTY 50,NIFTY 50,0,,0,0,0,EQ,INDICES,NSE',
      '14000002,54687,FINNIFTY26N2424000CE,FINNIFTY,0,2026-11-24,24000,0.05,60,CE,NFO-OPT,NFO',
    )
    expect(droppedCount).toBe(0)
    expect(list).toEqual({
      on,
      fetchedAt: at,
      options: [
        {
          token: 9_779_458,
          tradingsymbol: 'NIFTY26D0124000CE',
          symbol: 'NIFTY',
          expiry: '2026-12-01',
          strike: 24_000,
          side: 'CE',
          tickSize: 5,
          lotSize: 65,
        },
      ],
      futures: [
        {
          token: 12_073_986,
          tradingsymbol: 'BANKNIFTY26NOVFUT',
          symbol: 'BANKNIFTY',
          expiry: '2026-11-23',
          tickSize: 20,
          lotSize: 30,
        },
      ],
    })
  })

  it.each<[what: string, row: string, reason: string]>([
    ['no token', GOOD.replace('9779458', ''), 'instrument_token: not a number above 0: ""'],
    ['a negative token', GOOD.replace('9779458', '-1'), 'instrument_token'],
    ['half a token', GOOD.replace('9779458', '1.5'), 'instrument_token: not a whole number'],
    ['a strange name', GOOD.replace('NIFTY26D0124000CE', 'XYZ'), 'tradingsymbol: not one of NIFTY'],
    ['no real expiry', GOOD.replace('2026-12-01', '2026-02-30'), 'not a date'],
    ['a past expiry', GOOD.replace('2026-12-01', '2026-11-17'), "is before the list's day"],
    ['a strike of 0', GOOD.replace(',24000,', ',0,'), 'strike: not a number above 0'],
    ['a strike as text', GOOD.replace(',24000,', ',many,'), 'strike'],
    ['an endless strike', GOOD.replace(',24000,', `,${'9'.repeat(400)},`), 'strike'],
    ['a tick of part of a paisa', GOOD.replace('0.05', '0.055'), 'not whole paise'],
    ['no lot', GOOD.replace(',65,', ',0,'), 'lot_size'],
    ['a strange type', GOOD.replace(',CE,', ',XX,'), 'instrument_type'],
    ['a cut line', GOOD.slice(0, 40), ''],
    ['an open quote', GOOD.replace('NIFTY,0', '"NIFTY,0'), 'a quote is not closed'],
  ])('drops a row with %s', (what, row, reason) => {
    const good = GOOD.replace('9779458', '7').replaceAll('24000', '25000')
    const { list, dropped, droppedCount } = parse(good, row)
    expect(list.options).toHaveLength(1)
    // A line cut before its exchange names nothing of ours.
    if (what === 'a cut line') return
    expect(droppedCount).toBe(1)
    expect(dropped[0]!.line).toBe(3)
    expect(dropped[0]!.reason).toContain(reason)
    expect(dropped[0]!.reason.length).toBeLessThan(120)
  })

  it.each<[what: string, row: string]>([
    ['token', GOOD.replaceAll('24000', '25000')],
    ['name', GOOD.replace('9779458', '7').replace(',24000,', ',25000,')],
    ['terms', GOOD.replace('9779458', '7').replace('NIFTY26D0124000CE', 'NIFTY26D01X')],
  ])('drops a row whose %s was there before', (_what, row) => {
    const { list, dropped } = parse(GOOD, row)
    expect(list.options).toHaveLength(1)
    expect(dropped[0]!.reason).toMatch(/^doubled: /)
  })

  it('takes Windows line ends, a byte order mark, other columns in another order', () => {
    const text =
      '\uFEFFexchange,name,extra,instrument_type,lot_size,tick_size,strike,expiry,tradingsymbol,instrument_token\r\n'
    const row = 'NFO,NIFTY,?,PE,65,0.05,24000,2026-12-01,NIFTY26D0124000PE,42\r\n'
    expect(parseInstruments(text + row, on, at).list.options).toMatchObject([{ token: 42, side: 'PE', strike: 24_000 }])
  })

  it('refuses a file that is no list', () => {
    expect(() => parseInstruments('<html>', on, at)).toThrow('header lacks instrument_token')
    expect(() => parseInstruments('', on, at)).toThrow(RangeError)
    expect(() => parse()).toThrow('no usable index option')
  })

  it('shows the first dropped rows and counts all', () => {
    const { dropped, droppedCount } = parse(GOOD, ...Array.from({ length: 200 }, () => GOOD))
    expect(droppedCount).toBe(200)
    expect(dropped).toHaveLength(DROPPED_SHOWN)
  })

  it('answers any text with a list or a RangeError', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constant(GOOD),
            fc.string().map((s) => GOOD.replace('24000', s)),
          ),
        ),
        (rows) => {
          try {
            for (const option of parse(...rows).list.options) expect(option.strike).toBeGreaterThan(0)
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError)
          }
        },
      ),
    ))
})

describe('a CSV line', () => {
  it.each<[line: string, fields: string[] | undefined]>([
    ['', ['']],
    ['a,,b', ['a', '', 'b']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi""",x', ['say "hi"', 'x']],
    ['"",a', ['', 'a']],
    ['a,"b"', ['a', 'b']],
    ['a,"b",', ['a', 'b', '']],
    ['"open', undefined],
    ['"a"b,c', undefined],
  ])('%j is %j', (line, fields) => expect(csvFields(line)).toEqual(fields))

  it('comes back as written', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.string().filter((text) => !/[\r\n]/.test(text)),
          { minLength: 1 },
        ),
        (fields) => {
          const line = fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')
          expect(csvFields(line)).toEqual(fields)
        },
      ),
    ))
})

const real = fileURLToPath(
  new URL('../../../../../shared/data/instruments/kite_instruments_NIFTY_2025-10-06.csv.gz', import.meta.url),
)
describe.skipIf(!existsSync(real))('a recorded list (skipped without ../shared/data)', () => {
  it('is read whole', () => {
    const text = gunzipSync(readFileSync(real)).toString('utf8')
    const { list, droppedCount } = parseInstruments(text, istDate('2025-10-06'), at)
    expect(droppedCount).toBe(0)
    expect(list.options).toHaveLength(1_534)
    expect(list.options.every((option) => option.lotSize === 75 && option.tickSize === 5)).toBe(true)
  })
})
