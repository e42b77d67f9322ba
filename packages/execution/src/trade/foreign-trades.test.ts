// @invariant foreign-trades-count
import { chargesOf, type ExecutedOrder } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BrokerFill } from './fill.ts'
import { foreignResult, foreignTradesOf, hasOpenForeignTrades, type ContractMark } from './foreign-trades.ts'

const ON = istDate('2026-11-26')
const OPEN = istInstant(ON, 9, 15)
const BROKERAGE = 2_000 as Paise
const NAME = 'NIFTY26D0124000CE'

type Traded = readonly [side: 'B' | 'S', units: number, rupees: number]

const fillsOf = (traded: readonly Traded[], tradingsymbol = NAME): BrokerFill[] =>
  traded.map(([side, quantity, rupees], i) => ({
    fillId: String(100 + i),
    orderId: `o${i}`,
    tradingsymbol,
    side: side === 'B' ? 'BUY' : 'SELL',
    product: i % 2 === 0 ? 'MIS' : 'NRML',
    quantity,
    price: (rupees * 100) as Paise,
    at: (OPEN + i * 1_000) as EpochMs,
  }))

const of = (traded: readonly Traded[], { carried = 0, last }: Partial<ContractMark> = {}) =>
  foreignTradesOf(fillsOf(traded), () => ({ carried, last }), ON, BROKERAGE)

const charges = (...orders: readonly Traded[]) =>
  chargesOf(
    orders.map(([side, units, rupees]): ExecutedOrder => ({
      side: side === 'B' ? 'BUY' : 'SELL',
      value: (units * rupees * 100) as Paise,
      on: ON,
    })),
    BROKERAGE,
  ).total

describe('what the user trades without the product', () => {
  it.each<[name: string, traded: readonly Traded[], begun: number, nets: readonly number[]]>([
    ['nothing', [], 0, []],
    ['a purchase that is open', [['B', 65, 100]], 1, []],
    [
      'bought and sold',
      [
        ['B', 65, 100],
        ['S', 65, 90],
      ],
      1,
      [-65_000 - charges(['B', 65, 100], ['S', 65, 90])],
    ],
    [
      'sold short and bought back',
      [
        ['S', 65, 100],
        ['B', 65, 80],
      ],
      1,
      [130_000 - charges(['S', 65, 100], ['B', 65, 80])],
    ],
    [
      'sold in parts',
      [
        ['B', 130, 100],
        ['S', 65, 90],
        ['S', 65, 120],
      ],
      1,
      [65_000 - charges(['B', 130, 100], ['S', 65, 90], ['S', 65, 120])],
    ],
    [
      'turned over in one sale',
      [
        ['B', 65, 100],
        ['S', 130, 110],
        ['B', 65, 100],
      ],
      2,
      [65_000 - charges(['B', 65, 100], ['S', 65, 110]), 65_000 - charges(['S', 65, 110], ['B', 65, 100])],
    ],
  ])('%s', (_name, traded, begun, nets) => {
    const trades = of(traded, { last: 10_000 as Paise })
    expect(trades.begun).toBe(begun)
    expect(trades.closed.map(({ net }) => net)).toEqual(nets)
    expect(hasOpenForeignTrades(trades)).toBe(begun > nets.length)
  })

  it('values what is open at the broker’s last price, and where there is none at its last fill', () => {
    const bought: Traded[] = [['B', 65, 100]]
    expect(of(bought, { last: 9_000 as Paise })).toMatchObject({
      openAtLast: -65_000,
      exitCharges: charges(['B', 65, 100], ['S', 65, 90]),
    })
    expect(of(bought)).toMatchObject({ openAtLast: 0, exitCharges: charges(['B', 65, 100], ['S', 65, 100]) })
    expect(of([['S', 65, 100]], { last: 9_000 as Paise })).toMatchObject({ openAtLast: 65_000 })
  })

  it.each<[name: string, carried: number, traded: readonly Traded[], begun: number, closed: number]>([
    ['sold off', 65, [['S', 65, 90]], 0, 0],
    ['bought back', -65, [['B', 65, 90]], 0, 0],
    ['sold beyond it', 65, [['S', 130, 90]], 1, 0],
    [
      'added to, and that sold again',
      65,
      [
        ['B', 65, 100],
        ['S', 65, 90],
      ],
      1,
      1,
    ],
    [
      'added to, and all sold',
      65,
      [
        ['B', 65, 100],
        ['S', 130, 90],
      ],
      1,
      1,
    ],
  ])('leaves a position of earlier days out: %s', (_name, carried, traded, begun, closed) => {
    const trades = of(traded, { carried, last: 5_000 as Paise })
    expect([trades.begun, trades.closed.length]).toEqual([begun, closed])
  })

  it('sums contracts up, the closed ones by time', () => {
    const other = fillsOf([['B', 30, 50]], 'BANKNIFTY26D0150000PE')
    const first = fillsOf([
      ['B', 65, 100],
      ['S', 65, 90],
    ])
    const trades = foreignTradesOf([...other, ...first], () => ({ carried: 0, last: 6_000 as Paise }), ON, BROKERAGE)
    expect(trades).toMatchObject({ begun: 2, closed: [{ closedAt: OPEN + 1_000 }], openAtLast: 30_000 })
  })

  it('comes to what was sold less what was bought, less charges, once all is flat', () => {
    const lots = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 10, max: 300 })), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(lots, (drawn) => {
        const traded = drawn.map(([isBuy, n, rupees]): Traded => [isBuy ? 'B' : 'S', n * 65, rupees])
        const net = traded.reduce((sum, [side, units]) => sum + (side === 'B' ? units : -units), 0)
        if (net !== 0) traded.push([net > 0 ? 'S' : 'B', Math.abs(net), 100])
        const trades = of(traded)
        const cash = traded.reduce(
          (sum, [side, units, rupees]) => sum + (side === 'B' ? -1 : 1) * units * rupees * 100,
          0,
        )
        const fees = cash - foreignResult(trades)
        expect(trades.openAtLast).toBe(0)
        expect(trades.begun).toBe(trades.closed.length)
        // An order that turns a position over pays for each of its sides.
        expect(fees).toBeGreaterThanOrEqual(traded.length * BROKERAGE)
        expect(fees).toBeLessThanOrEqual(charges(...traded) + traded.length * 2 * BROKERAGE)
      }),
    )
  })
})
