import type { OrderCall } from '@strikewise/domain/instruments/order-terms.ts'
import assert from 'node:assert/strict'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import type { SendGuard } from '@strikewise/execution/ports.ts'
import { DOUBTS, OTHER_ORDER, REFUSALS, type BrokerBench, type BrokerCase } from './broker-bench.ts'
import { acceptedId, bookOf, no, orderIn, restingOrder, yes } from './steps.ts'

type Call = (bench: BrokerBench, orderId: string, guard: SendGuard) => Promise<OrderAck>

/** The three order calls, on an order that rests. */
const CALLS: Readonly<Record<OrderCall, Call>> = {
  place: async (bench, _orderId, guard) => bench.port.place(await restingOrder(bench, 'e2'), guard),
  modify: async (bench, orderId, guard) => bench.port.modify(orderId, await otherTerms(bench), guard),
  cancel: async ({ port }, orderId, guard) => port.cancel(orderId, guard),
}

/** Terms of a resting order one lot larger. */
async function otherTerms(bench: Pick<BrokerBench, 'contract' | 'quote'>): Promise<OrderTerms> {
  const { terms } = await restingOrder(bench, 'e2')
  return { ...terms, quantity: 2 * bench.contract.lotSize }
}

/** Each call must answer `accepted`, `refused` with proof, or `in_doubt`: never a fourth thing, never a guess. */
export const ANSWER_CASES: readonly BrokerCase[] = [
  {
    name: 'answers a placed order with its id, a change and a cancel with the same',
    needs: [],
    async run(bench) {
      const orderId = await bench.resting()
      assert.match(orderId, /^[\w-]+$/)
      assert.deepEqual(await CALLS.modify(bench, orderId, yes), { type: 'accepted', orderId })
      const cancelled = await bench.until('the change to be over', async () => {
        const answer = await CALLS.cancel(bench, orderId, yes)
        return answer.type === 'refused' && answer.code === 'processing' ? undefined : answer
      })
      assert.deepEqual(cancelled, { type: 'accepted', orderId })
      assert.deepEqual(
        (await bench.arrived()).map(({ call }) => call).filter((call, i, all) => call !== all[i - 1]),
        ['place', 'modify', 'cancel'],
      )
    },
  },
  {
    name: 'carries the tag',
    needs: [],
    async run(bench) {
      const tag = 'e0123456789abcdefghi'
      acceptedId(await bench.port.place(await restingOrder(bench, tag), yes))
      assert.equal((await bench.arrived()).at(-1)?.tag, tag)
    },
  },
  ...REFUSALS.map((code): BrokerCase => ({
    name: `reads the refusal ${code}`,
    needs: [`refusal:${code}`],
    async run(bench) {
      const orderId = await bench.resting()
      for (const [name, call] of Object.entries(CALLS)) {
        await bench.refuse(code)
        const answer = await call(bench, orderId, yes)
        assert.equal(answer.type === 'refused' && answer.code, code, `${name}: ${JSON.stringify(answer)}`)
      }
    },
  })),
  ...DOUBTS.map((doubt): BrokerCase => ({
    name: `is in doubt, no more and no less: ${doubt.replaceAll('_', ' ')}`,
    needs: [`doubt:${doubt}`],
    async run(bench) {
      for (const name of Object.keys(CALLS) as OrderCall[]) {
        const orderId = await bench.resting()
        await bench.meet(doubt, name)
        const answer = await CALLS[name](bench, orderId, yes)
        assert.equal(answer.type, 'in_doubt', `${name}: ${JSON.stringify(answer)}`)
      }
    },
  })),
  {
    name: 'is in doubt where the answer to a change or a cancel names another order',
    needs: [`doubt:${OTHER_ORDER}`],
    async run(bench) {
      for (const name of ['modify', 'cancel'] as const) {
        const orderId = await bench.resting()
        await bench.meet(OTHER_ORDER, name)
        const answer = await CALLS[name](bench, orderId, yes)
        assert.equal(answer.type, 'in_doubt', `${name}: ${JSON.stringify(answer)}`)
      }
    },
  },
  {
    name: 'a 429 of the edge, without a word of the broker, is a refusal: rate_limited',
    needs: ['edge_refusal'],
    async run(bench) {
      const orderId = await bench.resting()
      for (const [name, call] of Object.entries(CALLS)) {
        await bench.refuseAtEdge()
        const answer = await call(bench, orderId, yes)
        assert.equal(answer.type === 'refused' && answer.code, 'rate_limited', `${name}: ${JSON.stringify(answer)}`)
      }
    },
  },
  {
    name: 'finds an order whose answer was lost, by its tag, once',
    needs: ['trading', 'doubt:reply_lost'],
    async run(bench) {
      await bench.meet('reply_lost', 'place')
      assert.equal((await bench.port.place(await restingOrder(bench, 'e1'), yes)).type, 'in_doubt')
      await bench.until('the order to show', async () => (await tagged(bench, 'e1')).at(0))
      assert.equal((await tagged(bench, 'e1')).length, 1)
    },
  },
  {
    name: 'shows no order whose request was lost',
    needs: ['trading', 'doubt:request_lost'],
    async run(bench) {
      await bench.meet('request_lost', 'place')
      assert.equal((await bench.port.place(await restingOrder(bench, 'e1'), yes)).type, 'in_doubt')
      // A later order that shows proves the book fresh.
      const later = acceptedId(await bench.port.place(await restingOrder(bench, 'e2'), yes))
      await orderIn(bench, later, 'open')
      assert.deepEqual(await tagged(bench, 'e1'), [])
    },
  },
  {
    name: 'finds an order that went live after the words "timed out"',
    needs: ['trading', 'doubt:timed_out_words'],
    async run(bench) {
      await bench.meet('timed_out_words', 'place')
      assert.equal((await bench.port.place(await restingOrder(bench, 'e1'), yes)).type, 'in_doubt')
      await bench.until('the order to show', async () => (await tagged(bench, 'e1')).at(0))
    },
  },
  ...(['place', 'modify', 'cancel'] as const).map((name): BrokerCase => ({
    name: `${name}: asks the guard before anything has arrived, and sends nothing when it says no`,
    needs: [],
    async run(bench) {
      const orderId = await bench.resting()
      const before = (await bench.arrived()).length
      const held = await CALLS[name](bench, orderId, no)
      assert.equal(held.type === 'refused' && held.code, 'not_sent')
      assert.equal((await bench.arrived()).length, before, 'a call arrived that was held back')

      let asked = 0
      const answer = await CALLS[name](bench, orderId, () => {
        asked += 1
        return true
      })
      assert.equal(answer.type, 'accepted')
      assert.ok(asked > 0, 'the guard was not asked')
      assert.equal((await bench.arrived()).length, before + 1)
    },
  })),
  {
    name: 'asks the guard when the bytes are about to leave, not when the call is made',
    needs: ['occupied'],
    async run(bench) {
      const request = await restingOrder(bench, 'e9')
      const release = await bench.occupy()
      let canSend = true
      const answer = bench.port.place(request, () => canSend)
      canSend = false
      await release()
      const held = await answer
      assert.equal(held.type === 'refused' && held.code, 'not_sent')
      assert.ok((await bench.arrived()).every(({ tag }) => tag !== 'e9'))
    },
  },
  {
    name: 'refuses what no exchange takes, and never throws',
    needs: [],
    async run(bench) {
      const orderId = await bench.resting()
      const before = (await bench.record()).orders.length
      const request = await restingOrder(bench, 'e2')
      const senseless = { ...request.terms, price: Number.NaN as Paise }
      const answers = [
        await bench.port.place({ ...request, tag: 'e23456789012345678901' }, yes),
        await bench.port.place({ ...request, tag: '' }, yes),
        await bench.port.place({ ...request, terms: senseless }, yes),
        await bench.port.modify(orderId, senseless, yes),
        await bench.port.modify('', request.terms, yes),
        await bench.port.cancel('', yes),
      ]
      assert.deepEqual(
        answers.map(({ type }) => type),
        answers.map(() => 'refused'),
        JSON.stringify(answers),
      )
      assert.equal((await bench.record()).orders.length, before)
    },
  },
]

async function tagged(bench: BrokerBench, tag: string): Promise<string[]> {
  return (await bookOf(bench.port))?.filter((order) => order.tag === tag).map((order) => order.orderId) ?? []
}
