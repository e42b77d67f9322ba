import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import { ENTERING, NOW } from '@strikewise/execution/testing/trade-fixture.ts'
import type { EntryPlan } from '@strikewise/signals/decision/decision.ts'
import { expect, it } from 'vitest'
import { brokerWith, committed, ENTRY_ORDER, entryIntent } from '../tracing/testing/entry-commits.ts'
import { continuedTrace } from '../tracing/traceparent.ts'
import { TradeSpans } from '../tracing/trade-spans.ts'
import { OrderLatencies } from './order-latencies.ts'

const DECISION = { id: ENTERING.decisionId, barEnd: (NOW - 9000) as EpochMs, entry: {} as EntryPlan }
const TRACE_ID = 'a'.repeat(32)
const TRACE = continuedTrace({ traceparent: `00-${TRACE_ID}-${'b'.repeat(16)}-01` })
const ACCEPTED: OrderAck = { type: 'accepted', orderId: 'o1' }
const leaves = () => true

/** A trader that has read a decision and claimed it for one account; the clock passes twice as fast as real time. */
function claimed(decidedAt: EpochMs | undefined, isSampled = true) {
  let now = NOW
  const spans = new TradeSpans()
  const latencies = new OrderLatencies({ now: () => now, speed: () => 2 }, spans)
  spans.decided(DECISION, isSampled ? TRACE : undefined)
  latencies.decided(DECISION, decidedAt)
  const claim = committed({ type: 'trade', trade: ENTERING }, entryIntent({ state: 'sending' }))
  spans.committed(claim)
  latencies.committed(claim)
  return { latencies, spans, to: (at: number) => void (now = at as EpochMs) }
}

/** The row of an intent to change an order of the same trade. */
function changeOf(orderId: string): Change {
  const entry = entryIntent({ state: 'sending' }) as Extract<Change, { type: 'intent' }>
  const call = { type: 'modify', orderId, terms: ENTRY_ORDER.terms } as const
  return { type: 'intent', intent: { ...entry.intent, id: 'move0000000000001', kind: 'move', call } }
}

/** Count, sum and exemplars of each series. */
function read(latencies: OrderLatencies) {
  return latencies.read().map(({ name, labels, value, latencies: counted }) => ({
    name,
    labels: Object.values(labels).join(' '),
    value,
    seconds: counted!.seconds,
    traces: counted!.exemplars.flatMap((one) => (one === null ? [] : [one.traceId])),
  }))
}

const toOrder = (latencies: OrderLatencies) =>
  read(latencies).filter(({ name }) => name === 'decision_to_order_seconds')
const answers = (latencies: OrderLatencies) => read(latencies).filter(({ name }) => name === 'order_answer_seconds')

it('measures from the decision to the first byte of its order in real seconds, with the sampled trace', async () => {
  const { latencies, to } = claimed((NOW - 3000) as EpochMs)
  const account = latencies.account(ENTERING.accountId, brokerWith(ACCEPTED))
  await account.place(ENTRY_ORDER, () => {
    to(NOW + 1000)
    return true
  })
  expect(toOrder(latencies)).toEqual([
    { name: 'decision_to_order_seconds', labels: '', value: 1, seconds: 2, traces: [TRACE_ID] },
  ])
})

it('counts from the end of the bar where the hint of the decision was lost', async () => {
  const { latencies } = claimed(undefined)
  await latencies.account(ENTERING.accountId, brokerWith(ACCEPTED)).place(ENTRY_ORDER, leaves)
  expect(toOrder(latencies)).toMatchObject([{ value: 1, seconds: 4.5 }])
})

it('has no negative latency where the clock of the machine that decided is ahead', async () => {
  const { latencies } = claimed((NOW + 500) as EpochMs)
  await latencies.account(ENTERING.accountId, brokerWith(ACCEPTED)).place(ENTRY_ORDER, leaves)
  expect(toOrder(latencies)).toMatchObject([{ value: 1, seconds: 0 }])
})

it('measures the entry of a decision once, and no order that was not decided', async () => {
  const { latencies } = claimed(NOW)
  const account = latencies.account(ENTERING.accountId, brokerWith(ACCEPTED))
  await account.place(ENTRY_ORDER, leaves)
  await account.place(ENTRY_ORDER, leaves)
  await account.place({ ...ENTRY_ORDER, tag: 'sintent000000000020 1' }, leaves)
  expect(toOrder(latencies)).toMatchObject([{ value: 1 }])
  expect(answers(latencies)).toMatchObject([{ labels: 'place accepted', value: 3 }])
})

it('measures the answer to each order call by call and answer, with the trace of its trade', async () => {
  const { latencies, spans } = claimed(NOW)
  const inDoubt: OrderAck = { type: 'in_doubt', why: 'time' }
  spans.committed(committed(changeOf('o1')))
  await latencies.account(ENTERING.accountId, brokerWith(ACCEPTED)).place(ENTRY_ORDER, leaves)
  await latencies.account(ENTERING.accountId, brokerWith(inDoubt)).modify('o1', {} as OrderTerms, leaves)
  await latencies
    .account(ENTERING.accountId, brokerWith({ type: 'refused', code: 'funds', text: '' }))
    .cancel('o2', leaves)
  expect(answers(latencies).map(({ labels, value, traces }) => [labels, value, traces])).toEqual([
    ['place accepted', 1, [TRACE_ID]],
    ['modify in_doubt', 1, [TRACE_ID]],
    ['cancel refused', 1, []],
  ])
})

it('counts no call that was held back', async () => {
  const { latencies } = claimed(NOW)
  await latencies.account(ENTERING.accountId, brokerWith(ACCEPTED)).place(ENTRY_ORDER, () => false)
  expect(latencies.read()).toEqual([])
})

it('has no exemplar where the decision was not sampled', async () => {
  const { latencies } = claimed(NOW, false)
  await latencies.account(ENTERING.accountId, brokerWith(ACCEPTED)).place(ENTRY_ORDER, leaves)
  expect(read(latencies).map(({ value, traces }) => [value, traces])).toEqual([
    [1, []],
    [1, []],
  ])
})
