import assert from 'node:assert/strict'
import type { OrderPhase } from '@strikewise/execution/order/order.ts'
import type { BrokerPort } from '@strikewise/execution/ports.ts'
import { BOOKS, READ_FAULTS, type BrokerCase, type ReadFault } from './broker-bench.ts'
import { valueOf } from './steps.ts'

const READINGS = ['orders', 'trades', 'positions', 'funds'] as const satisfies readonly (keyof BrokerPort)[]

/** A reading shows the book as it is, or shows that it could not: it is never empty by accident. */
export const READING_CASES: readonly BrokerCase[] = [
  {
    name: 'reads prices, fills and positions to the paisa, and nothing that is not there',
    needs: [],
    async run(bench) {
      const { port } = bench
      await bench.stock()
      const [orders, fills, positions] = [await port.orders(), await port.trades(), await port.positions()]
      const record = await bench.record()
      assert.ok(record.orders.length > 0 && record.fills.length > 0 && record.positions.length > 0)
      assert.deepEqual(
        sorted(valueOf(orders).map((row) => [row.orderId, row.price, row.trigger])),
        sorted(record.orders.map((row) => [row.orderId, paiseOf(row.price), paiseOf(row.trigger)])),
      )
      for (const row of valueOf(orders)) {
        const { average } = record.orders.find((one) => one.orderId === row.orderId)!
        assert.ok(Math.abs(row.averagePrice - average * 100) < 1e-6, `average of ${row.orderId}`)
        assert.equal(row.averagePrice > 0, row.filled > 0)
      }
      assert.deepEqual(
        sorted(valueOf(fills).map((row) => [row.fillId, row.price, row.quantity])),
        sorted(record.fills.map((row) => [row.fillId, paiseOf(row.price), row.quantity])),
      )
      assert.deepEqual(
        sorted(valueOf(positions).map((row) => [row.tradingsymbol, row.quantity])),
        sorted(record.positions.map((row) => [row.tradingsymbol, row.quantity])),
      )
      assert.ok([orders, fills, positions].every((read) => read.ok && read.partial !== true))
    },
  },
  ...(Object.keys(READ_FAULTS) as ReadFault[]).map((fault): BrokerCase => ({
    name: `a reading that fails is told as ${READ_FAULTS[fault]}, never as an empty book: ${fault.replaceAll('_', ' ')}`,
    needs: [`read:${fault}`],
    async run(bench) {
      await bench.failReads(fault)
      const reads = await Promise.all(READINGS.map((snapshot) => bench.port[snapshot]()))
      assert.deepEqual(
        reads.map((read) => !read.ok && read.code),
        READINGS.map(() => READ_FAULTS[fault]),
        JSON.stringify(reads),
      )
    },
  })),
  ...BOOKS.map((book): BrokerCase => ({
    name: `says that ${book} are partial when a row had to be left out, and shows the others`,
    needs: [`row:${book}`],
    async run(bench) {
      await bench.stock()
      const before = valueOf<readonly unknown[]>(await bench.port[book]())
      await bench.addBadRow(book)
      const read = await bench.port[book]()
      assert.equal(read.ok && read.partial, true)
      assert.deepEqual(valueOf<readonly unknown[]>(read), before)
    },
  })),
  {
    name: 'a row of another exchange that it cannot represent leaves the books whole',
    needs: ['row:other_exchange'],
    async run(bench) {
      await bench.stock()
      await bench.addBadRow('other_exchange')
      for (const book of BOOKS) {
        const read = await bench.port[book]()
        assert.ok(read.ok && read.partial !== true, `${book}: ${JSON.stringify(read)}`)
      }
    },
  },
  {
    name: 'a fill without a price is left out, and the fills are partial',
    needs: ['row:unpriced_fill'],
    async run(bench) {
      await bench.stock()
      await bench.addBadRow('unpriced_fill')
      const read = await bench.port.trades()
      assert.equal(read.ok && read.partial, true)
      assert.ok(valueOf(read).every(({ price }) => price > 0))
    },
  },
  ...(['cash', 'collateral_only', 'cash_shown_zero'] as const).map((story): BrokerCase => ({
    name: `reads what can buy options, in whole paise: ${story.replaceAll('_', ' ')}`,
    needs: [`funds:${story}`],
    async run(bench) {
      const expected = await bench.funds(story)
      assert.deepEqual(valueOf(await bench.port.funds()), expected)
    },
  })),
]

/** Each status of the book is read as its phase. */
export function statusCases(statuses: Readonly<Record<string, OrderPhase>>): readonly BrokerCase[] {
  return Object.entries(statuses).map(([status, phase]): BrokerCase => ({
    name: `reads ${status} as ${phase}`,
    needs: [`status:${status}`],
    async run(bench) {
      const orderId = await bench.accountView(status)
      const row = valueOf(await bench.port.orders()).find((order) => order.orderId === orderId)
      assert.equal(row?.phase, phase)
    },
  }))
}

/** Decimal rupees → paise by their digits, so that no rounding can hide a difference. */
function paiseOf(rupees: number): number {
  const [whole = '', fraction = ''] = String(rupees).split('.')
  assert.ok(fraction.length <= 2, `${rupees} is no whole amount of paise`)
  return Number(whole + fraction.padEnd(2, '0'))
}

function sorted(rows: readonly (readonly [string, ...number[]])[]): (readonly [string, ...number[]])[] {
  return rows.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
}
