// @invariant report-sums
import { chargesOf } from '@strikewise/domain/charges/charges.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { periodReport } from '@strikewise/domain/reports/period-report.ts'
import { addDays, istDate, istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Fill } from './fill.ts'
import { executedOrders, tradePnlOf } from './trade-pnl.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

const FIRST = istDate('2026-03-27')
const price = fc.integer({ min: 1, max: 200_000 }).map((ticks) => (ticks * 5) as Paise)
/** Some fills of a purchase, and the sale of as much, each in parts of its own. */
const anyTrade = fc.record({
  day: fc.integer({ min: 0, max: 40 }),
  symbol: fc.constantFrom('NIFTY' as const, 'BANKNIFTY' as const),
  parts: fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), price, price, fc.boolean()), {
    minLength: 1,
    maxLength: 6,
  }),
})

function fillsOf(
  id: string,
  on: IstDate,
  parts: readonly [units: number, buy: Paise, sell: Paise, isManual: boolean][],
) {
  return parts.flatMap(([quantity, buy, sell, isManual], i): Fill[] => {
    const common = {
      tradingsymbol: 'X',
      product: 'MIS',
      quantity,
      at: istInstant(on, 10, i),
      accountId: 'u',
      tradeId: id,
    }
    return [
      { ...common, fillId: `${2 * i}`, orderId: `${id}-buy`, side: 'BUY', price: buy, isManual: false },
      { ...common, fillId: `${2 * i + 1}`, orderId: `${id}-sell-${isManual}`, side: 'SELL', price: sell, isManual },
    ]
  })
}

it('what a report sums is what its trades earned, and that is the fills less their charges, to the paisa', () =>
  fc.assert(
    fc.property(fc.array(anyTrade, { maxLength: 25 }), (drawn) => {
      const trades = drawn.map(({ day, symbol, parts }, i) => {
        const on = addDays(FIRST, day)
        const fills = fillsOf(`t${i}`, on, parts)
        return {
          on,
          symbol,
          fills,
          result: tradePnlOf(fills, on, TEST_BROKER.brokerage),
          charges: chargesOf(executedOrders(fills, on), TEST_BROKER.brokerage),
        }
      })
      const report = periodReport(
        trades.map(({ result, ...trade }) => ({ ...trade, ...result, charges: trade.charges })),
      )
      const fills = trades.flatMap((trade) => trade.fills)
      const traded = fills.reduce(
        (sum, { side, quantity, price: at }) => sum + (side === 'SELL' ? 1 : -1) * quantity * at,
        0,
      )
      const { charges } = report.total
      expect(report.total.gross).toBe(traded)
      const { rounding } = report.total
      expect(report.total.net).toBe(trades.reduce((sum, { result }) => sum + result.net, 0) - rounding)
      expect(report.total.net).toBe(report.total.gross - charges.total - rounding)
      expect(charges.total).toBe(
        charges.brokerage + charges.stt + charges.exchange + charges.sebi + charges.stamp + charges.gst,
      )
      for (const groups of [report.byDay, report.bySymbol]) {
        expect(groups.reduce((sum, group) => sum + group.net + group.rounding, 0)).toBe(report.total.net + rounding)
        expect(groups.reduce((sum, group) => sum + group.charges.total, 0)).toBe(charges.total)
        expect(groups.reduce((sum, group) => sum + group.trades, 0)).toBe(trades.length)
      }
      // Each day's net is what its contract note comes to: whole rupees of STT and stamp duty, the rest to the paisa.
      for (const day of report.byDay) {
        const note = day.charges.total + day.rounding
        const exact = day.charges.brokerage + day.charges.exchange + day.charges.sebi + day.charges.gst
        expect((note - exact) % 100).toBe(0)
        expect(day.net).toBe(day.gross - note)
      }
      expect(report.byDay.at(-1)?.running ?? 0).toBe(report.total.net)
    }),
  ))
