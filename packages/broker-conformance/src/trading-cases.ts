import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import assert from 'node:assert/strict'
import { floorToTick } from '@strikewise/domain/money/ticks.ts'
import { isTriggered, type BrokerOrder, type OrderTerms } from '@strikewise/execution/order/order.ts'
import type { BrokerBench, BrokerCase } from './broker-bench.ts'
import { acceptedId, bookOf, bought, heldUnits, orderIn, restingOrder, throughPrice, valueOf, yes } from './steps.ts'

/** What becomes of orders the broker took, as the execution core relies on it. */
export const TRADING_CASES: readonly BrokerCase[] = [
  {
    name: 'a buy that meets the book is complete, with its fills and its position',
    needs: ['trading'],
    async run(bench) {
      const row = await bought(bench, 'e1', 2)
      const units = 2 * bench.contract.lotSize
      assert.deepEqual([row.tag, row.filled, row.quantity], ['e1', units, units])
      const fills = valueOf(await bench.port.trades()).filter((fill) => fill.orderId === row.orderId)
      assert.equal(
        fills.reduce((sum, fill) => sum + fill.quantity, 0),
        units,
      )
      const value = fills.reduce((sum, fill) => sum + fill.quantity * fill.price, 0)
      assert.ok(Math.abs(value / units - row.averagePrice) < 1e-6)
      assert.ok(fills.every((fill) => Number.isSafeInteger(fill.price) && fill.price <= row.price))
      assert.equal(await heldUnits(bench), units)
    },
  },
  {
    name: 'what is sold leaves a position of nothing, and what remains the sum of the fills',
    needs: ['trading'],
    async run(bench) {
      await bought(bench, 'e1')
      await sold(bench)
      assert.equal(await heldUnits(bench), 0)
      const fills = valueOf(await bench.port.trades())
      assert.deepEqual(new Set(fills.map(({ side }) => side)), new Set(['BUY', 'SELL']))
    },
  },
  {
    name: 'an order away from the book rests, takes a change, and is cancelled',
    needs: ['trading'],
    async run(bench) {
      const orderId = await bench.resting()
      const row = await orderIn(bench, orderId, 'open')
      const price = floorToTick(row.price * 0.9)
      const terms: OrderTerms = { kind: 'LIMIT', quantity: 2 * row.quantity, price, validity: 'DAY' }
      acceptedId(await bench.port.modify(orderId, terms, yes))
      await bench.until('the change to show', async () => {
        const now = await orderIn(bench, orderId, 'open')
        return now.price === price && now.quantity === 2 * row.quantity ? now : undefined
      })
      acceptedId(await bench.port.cancel(orderId, yes))
      const ended = await orderIn(bench, orderId, 'cancelled')
      assert.deepEqual([ended.filled, ended.averagePrice], [0, 0])
    },
  },
  {
    name: 'the history of an order ends with what the book shows of it, and of no order there is none',
    needs: ['trading'],
    async run(bench) {
      const orderId = await bench.resting()
      const row = await orderIn(bench, orderId, 'open')
      const steps = valueOf(await bench.port.history(orderId))
      assert.deepEqual(steps.at(-1), row)
      assert.ok(steps.every((step) => step.orderId === orderId))
      const none = await bench.port.history(`9${orderId.slice(1)}`)
      assert.ok(!none.ok || none.value.length === 0)
    },
  },
  {
    name: 'an immediate order that meets nothing is cancelled, and never rests',
    needs: ['trading', 'immediate'],
    async run(bench) {
      const resting = await restingOrder(bench, 'e1')
      const request = { ...resting, terms: { ...resting.terms, validity: 'IOC' } as OrderTerms }
      const orderId = acceptedId(await bench.port.place(request, yes))
      const ended = await orderIn(bench, orderId, 'cancelled', 'open')
      assert.deepEqual([ended.phase, ended.filled], ['cancelled', 0])
    },
  },
  {
    name: 'an immediate order that meets too little keeps what it got',
    needs: ['trading', 'immediate', 'fault:part_fills'],
    async run(bench) {
      await bench.cause('part_fills')
      const { lotSize } = bench.contract
      const price = await throughPrice(bench, 'BUY')
      const terms: OrderTerms = { kind: 'LIMIT', quantity: 3 * lotSize, price, validity: 'IOC' }
      const orderId = acceptedId(await bench.port.place(await restingOrder(bench, 'e1', { terms }), yes))
      const ended = await orderIn(bench, orderId, 'cancelled')
      assert.equal(ended.filled, lotSize)
      assert.equal(await heldUnits(bench), lotSize)
    },
  },
  {
    name: 'an immediate order is refused unsent where the broker has none, and the port says so',
    needs: ['no_immediate'],
    async run(bench) {
      assert.equal(bench.port.profile?.immediateOrCancel, false)
      const before = (await bench.arrived()).length
      const resting = await restingOrder(bench, 'e1')
      const request = { ...resting, terms: { ...resting.terms, validity: 'IOC' } as OrderTerms }
      const answer = await bench.port.place(request, yes)
      assert.equal(answer.type === 'refused' && answer.code, 'bad_request', JSON.stringify(answer))
      assert.equal((await bench.arrived()).length, before)
    },
  },
  {
    name: 'a change keeps what has filled, and its quantity is the new total',
    needs: ['trading', 'fault:part_fills'],
    async run(bench) {
      await bench.cause('part_fills')
      const { lotSize } = bench.contract
      const terms: OrderTerms = {
        kind: 'LIMIT',
        quantity: 20 * lotSize,
        price: await throughPrice(bench, 'BUY'),
        validity: 'DAY',
      }
      const orderId = acceptedId(await bench.port.place(await restingOrder(bench, 'e1', { terms }), yes))
      await bench.until('a part fill', async () => {
        const row = await orderIn(bench, orderId, 'open', 'complete')
        return row.filled > 0 ? row : undefined
      })
      const away: OrderTerms = { ...terms, quantity: 21 * lotSize, price: (await restingPrice(bench)).price }
      const changed = await untilTaken(bench, () => bench.port.modify(orderId, away, yes))
      acceptedId(changed)
      const row = await bench.until('the change to show', async () => {
        const now = await orderIn(bench, orderId, 'open')
        return now.quantity === 21 * lotSize ? now : undefined
      })
      assert.ok(row.filled >= lotSize && row.filled < 20 * lotSize)
      assert.equal(await heldUnits(bench), row.filled)
      acceptedId(await bench.port.cancel(orderId, yes))
      assert.equal((await orderIn(bench, orderId, 'cancelled')).filled, row.filled)
    },
  },
  {
    name: 'refuses to change or cancel what is over',
    needs: ['trading'],
    async run(bench) {
      const { orderId } = await bought(bench, 'e1')
      const { terms } = await restingOrder(bench, 'e1')
      for (const answer of [
        await bench.port.cancel(orderId, yes),
        await bench.port.modify(orderId, { ...terms, quantity: 3 * bench.contract.lotSize }, yes),
      ])
        assert.equal(answer.type === 'refused' && answer.code, 'processing', JSON.stringify(answer))
      assert.equal((await orderIn(bench, orderId, 'complete', 'cancelled')).phase, 'complete')
    },
  },
  {
    name: 'a cancel that comes too late is accepted, and the order complete all the same',
    needs: ['trading', 'fault:cancel_loses'],
    async run(bench) {
      const orderId = await bench.resting()
      await bench.cause('cancel_loses')
      acceptedId(await bench.port.cancel(orderId, yes))
      const ended = await orderIn(bench, orderId, 'complete', 'cancelled')
      assert.deepEqual([ended.phase, ended.filled], ['complete', ended.quantity])
    },
  },
  {
    name: 'refuses by name what the broker never takes',
    needs: ['trading'],
    async run(bench) {
      const { port } = bench
      const { lotSize } = bench.contract
      const { last } = await bench.quote()
      const request = await restingOrder(bench, 'e1')
      const limit = request.terms as Extract<OrderTerms, { kind: 'LIMIT' }>
      const place = (terms: OrderTerms, side: OrderSide = 'BUY') => port.place({ ...request, side, terms }, yes)
      const far = floorToTick(last * 2)
      const answers = {
        freeze: await place({ ...limit, quantity: 1_000 * lotSize }),
        bad_request: await place({ ...limit, quantity: lotSize - 1 }),
        unknown_order: await port.cancel('1000000000000000001', yes),
        trigger_through: await place({ kind: 'SL', quantity: lotSize, price: limit.price, trigger: far }, 'SELL'),
      }
      for (const [code, answer] of Object.entries(answers))
        assert.equal(answer.type === 'refused' && answer.code, code, JSON.stringify(answer))
      assert.deepEqual(valueOf(await port.orders()), [])
    },
  },
  {
    name: 'an order that is taken and rejected later says why',
    needs: ['trading', 'fault:rejected_later'],
    async run(bench) {
      await bench.cause('rejected_later')
      const orderId = acceptedId(await bench.port.place(await restingOrder(bench, 'e1'), yes))
      const row = await orderIn(bench, orderId, 'rejected')
      assert.ok(row.message !== null && row.message.length > 0)
      assert.equal(row.filled, 0)
    },
  },
  {
    name: 'an order the book does not show yet is found by its tag when it does',
    needs: ['trading', 'fault:hidden'],
    async run(bench) {
      await bench.cause('hidden')
      const orderId = acceptedId(await bench.port.place(await restingOrder(bench, 'e1'), yes))
      const row = await orderIn(bench, orderId, 'open')
      assert.equal(row.tag, 'e1')
    },
  },
  {
    name: 'a stop is armed with its trigger, and takes a new one',
    needs: ['trading'],
    async run(bench) {
      const stop = await armed(bench)
      assert.equal(stop.kind, 'SL')
      const raised = floorToTick(stop.trigger * 1.05)
      const terms: OrderTerms = { kind: 'SL', quantity: stop.quantity, price: stop.price, trigger: raised }
      acceptedId(await bench.port.modify(stop.orderId, terms, yes))
      const row = await bench.until('the new trigger to show', async () => {
        const now = await orderIn(bench, stop.orderId, 'armed')
        return now.trigger === raised ? now : undefined
      })
      assert.deepEqual([row.kind, row.price, row.quantity], ['SL', stop.price, stop.quantity])
    },
  },
  {
    name: 'an armed stop is turned into the exit by a change',
    needs: ['trading'],
    async run(bench) {
      const stop = await armed(bench)
      const price = await throughPrice(bench, 'SELL')
      const terms: OrderTerms = { kind: 'LIMIT', quantity: stop.quantity, price, validity: 'DAY' }
      acceptedId(await bench.port.modify(stop.orderId, terms, yes))
      assert.equal((await orderIn(bench, stop.orderId, 'complete')).kind, 'LIMIT')
      assert.equal(await heldUnits(bench), 0)
    },
  },
  {
    name: 'a stop the price has jumped over is triggered and works as a limit order',
    needs: ['trading'],
    async run(bench) {
      const stop = await armed(bench)
      // Its limit is its trigger, and the bids fall below it: it fires and fills nothing.
      await bench.fallThrough(stop.trigger)
      const row = await orderIn(bench, stop.orderId, 'open')
      assert.ok(isTriggered(row))
      assert.deepEqual([row.filled, row.price, row.trigger], [0, stop.price, stop.trigger])
    },
  },
  {
    name: 'a protected market order shows as a limit order with its price',
    needs: ['trading'],
    async run(bench) {
      await bought(bench, 'e1')
      const request = await restingOrder(bench, 'x1', { side: 'SELL' })
      const terms: OrderTerms = { kind: 'MARKET', quantity: bench.contract.lotSize }
      const orderId = acceptedId(await bench.port.place({ ...request, terms }, yes))
      // A market that moved fast may leave the broker's price outside the exchange's band: rejected, it reads the same.
      const row = await orderIn(bench, orderId, 'open', 'complete', 'rejected')
      assert.equal(row.kind, 'LIMIT')
      assert.ok(row.price > 0)
      assert.equal(row.tag, 'x1')
    },
  },
  {
    name: 'an order the owner placed elsewhere is in the book, without a tag',
    needs: ['trading', 'manual_orders'],
    async run(bench) {
      const orderId = await bench.tradeManually('BUY')
      assert.equal((await orderIn(bench, orderId, 'complete')).tag, null)
      assert.equal(await heldUnits(bench), bench.contract.lotSize)
      assert.equal((await bookOf(bench.port))?.length, 1)
    },
  },
]

async function sold(bench: BrokerBench): Promise<BrokerOrder> {
  const price = await throughPrice(bench, 'SELL')
  const terms: OrderTerms = { kind: 'LIMIT', quantity: bench.contract.lotSize, price, validity: 'DAY' }
  const request = await restingOrder(bench, 'x1', { side: 'SELL', terms })
  return orderIn(bench, acceptedId(await bench.port.place(request, yes)), 'complete')
}

/** Buys a lot and rests a stop for it, with its limit at its trigger. */
async function armed(bench: BrokerBench): Promise<BrokerOrder> {
  await bought(bench, 'e1')
  const { last } = await bench.quote()
  const trigger = floorToTick(last * 0.7)
  const terms: OrderTerms = { kind: 'SL', quantity: bench.contract.lotSize, price: trigger, trigger }
  const request = await restingOrder(bench, 's1', { side: 'SELL', terms })
  const row = await orderIn(bench, acceptedId(await bench.port.place(request, yes)), 'armed')
  assert.deepEqual([row.trigger, row.price, row.filled], [trigger, trigger, 0])
  return row
}

async function restingPrice(bench: BrokerBench): Promise<Extract<OrderTerms, { kind: 'LIMIT' }>> {
  return (await restingOrder(bench, 'e1')).terms as Extract<OrderTerms, { kind: 'LIMIT' }>
}

/** Asks again while an earlier step of the order is under way. */
function untilTaken<T extends { readonly type: string; readonly code?: string }>(
  bench: BrokerBench,
  call: () => Promise<T>,
): Promise<T> {
  return bench.until('the call to be taken', async () => {
    const answer = await call()
    return answer.type === 'refused' && answer.code === 'processing' ? undefined : answer
  })
}
