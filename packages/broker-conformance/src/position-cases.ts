import assert from 'node:assert/strict'
import { floorToTick } from '@strikewise/domain/money/ticks.ts'
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerCase } from './broker-bench.ts'
import { acceptedId, bought, heldUnits, orderIn, restingOrder, throughPrice, valueOf, yes } from './steps.ts'

/** What the core compares with its own books: units by contract and product, and when an order came to stand as it does. */
export const POSITION_CASES: readonly BrokerCase[] = [
  {
    name: 'positions and fills of two products in one contract stand apart, each with its own units',
    needs: ['trading'],
    async run(bench) {
      const { tradingsymbol, lotSize } = bench.contract
      await bought(bench, 'e1', 2)
      const price = await throughPrice(bench, 'BUY')
      const terms: OrderTerms = { kind: 'LIMIT', quantity: lotSize, price, validity: 'DAY' }
      const request = await restingOrder(bench, 'e2', { product: 'MIS', terms })
      await orderIn(bench, acceptedId(await bench.port.place(request, yes)), 'complete')
      const rows = valueOf(await bench.port.positions()).filter((row) => row.tradingsymbol === tradingsymbol)
      const units = new Map(rows.map(({ product, quantity }) => [product, quantity]))
      const expected = new Map([
        ['NRML', 2 * lotSize],
        ['MIS', lotSize],
      ])
      assert.deepEqual(units, expected)
      const byProduct = Map.groupBy(valueOf(await bench.port.trades()), ({ product }) => product)
      for (const [product, fills] of byProduct)
        assert.equal(
          fills.reduce((sum, { quantity }) => sum + quantity, 0),
          units.get(product),
        )
    },
  },
  {
    name: 'a position that is short is shown below zero',
    needs: ['trading', 'manual_orders'],
    async run(bench) {
      const orderId = await bench.tradeManually('SELL')
      assert.equal((await orderIn(bench, orderId, 'complete')).side, 'SELL')
      assert.equal(await heldUnits(bench), -bench.contract.lotSize)
    },
  },
  {
    name: 'an order is dated by the exchange, and not earlier once it was changed',
    needs: ['trading'],
    async run(bench) {
      const orderId = await bench.resting()
      const row = await orderIn(bench, orderId, 'open')
      assert.ok(row.updatedAt !== null && row.updatedAt > 0)
      const price = floorToTick(row.price * 0.9)
      acceptedId(
        await bench.port.modify(orderId, { kind: 'LIMIT', quantity: row.quantity, price, validity: 'DAY' }, yes),
      )
      const changed = await bench.until('the change to show', async () => {
        const now = await orderIn(bench, orderId, 'open')
        return now.price === price ? now : undefined
      })
      assert.ok(changed.updatedAt !== null && changed.updatedAt >= row.updatedAt)
    },
  },
]
