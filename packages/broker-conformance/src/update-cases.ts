import assert from 'node:assert/strict'
import type { BrokerUpdate } from '@strikewise/execution/ports.ts'
import type { BrokerBench, BrokerCase } from './broker-bench.ts'
import { acceptedId, orderIn, restingOrder, yes } from './steps.ts'

/** Updates are hints: they make us look sooner, and after a break they make us look at everything. */
export const UPDATE_CASES: readonly BrokerCase[] = [
  {
    name: 'tells of an order that moved, as the book shows it',
    needs: ['trading', 'updates'],
    async run(bench) {
      const received = listen(bench)
      const orderId = await bench.resting()
      const reported = await bench.until('an update of the order', async () =>
        received.find((update) => update.type === 'order' && update.order.orderId === orderId),
      )
      const row = await orderIn(bench, orderId, 'open')
      assert.ok(reported.type === 'order')
      assert.deepEqual({ ...reported.order, phase: 'open', updatedAt: null }, { ...row, updatedAt: null })
    },
  },
  {
    name: 'says to look at everything once its connection is back',
    needs: ['updates'],
    async run(bench) {
      const received = listen(bench)
      await bench.cutUpdates()
      await bench.until('the call to look', async () => received.find((update) => update.type === 'look'))
    },
  },
  {
    name: 'says nothing more to who has stopped listening',
    needs: ['trading', 'updates'],
    async run(bench) {
      const afterStop: BrokerUpdate[] = []
      const stop = bench.port.updates((update) => afterStop.push(update))
      const received = listen(bench)
      stop()
      const orderId = acceptedId(await bench.port.place(await restingOrder(bench, 'e1'), yes))
      await bench.until('an update for the other', async () =>
        received.find((update) => update.type === 'order' && update.order.orderId === orderId),
      )
      assert.deepEqual(afterStop, [])
    },
  },
]

function listen(bench: BrokerBench): BrokerUpdate[] {
  const received: BrokerUpdate[] = []
  bench.port.updates((update) => received.push(update))
  return received
}
