import { trace } from '@opentelemetry/api'
import {
  AlwaysOnSampler,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { Outcome } from '@strikewise/execution/intent/intent.ts'
import type { OrderAck } from '@strikewise/execution/order/order-ack.ts'
import type { Change } from '@strikewise/execution/store/account-changes.ts'
import { rs } from '@strikewise/execution/testing/scenario.ts'
import { ENTERING, NOW, OPEN } from '@strikewise/execution/testing/trade-fixture.ts'
import type { Fill } from '@strikewise/execution/trade/fill.ts'
import type { EntryPlan } from '@strikewise/signals/decision/decision.ts'
import { afterEach, describe, expect, it } from 'vitest'
import serverPackage from '../../package.json' with { type: 'json' }
import preloadPackage from '../../../../deploy/opentelemetry/package.json' with { type: 'json' }
import { systemClock } from '../time/system-clock.ts'
import { DecisionSpans } from './decision-spans.ts'
import { originOf } from './change-hint.ts'
import { FrameTiming } from './frame-timing.ts'
import { brokerWith, committed, ENTRY_ORDER, entryIntent } from './testing/entry-commits.ts'
import { continuedTrace, traceHint } from './traceparent.ts'
import { TradeSpans } from './trade-spans.ts'

const DECISION = { id: ENTERING.decisionId, symbol: 'NIFTY', action: 'buy_call', entry: {} as EntryPlan } as const
const FILL: Fill = {
  fillId: '1',
  orderId: 'o1',
  tradingsymbol: ENTRY_ORDER.tradingsymbol,
  side: 'BUY',
  product: 'MIS',
  quantity: 65,
  price: rs(150),
  at: NOW,
  accountId: ENTERING.accountId,
  tradeId: ENTERING.id,
  isManual: false,
}
const REFUSED: OrderAck = { type: 'refused', code: 'funds', text: 'Insufficient funds of AB1234, token s3cr3t' }

let exporter = new InMemorySpanExporter()
afterEach(() => trace.disable())

function preload(sampler: Sampler = new AlwaysOnSampler()): void {
  exporter = new InMemorySpanExporter()
  trace.setGlobalTracerProvider(
    new TracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  )
}

/** One decision's way through the roles, as they pass it on; returns what the bus carried. */
async function lifeOfDecision(ack: OrderAck, outcome: Outcome) {
  const span = new DecisionSpans().decided(DECISION)
  const decisionHint = { seq: 7, ...traceHint(span) }
  span.end()
  const spans = new TradeSpans()
  spans.decided(DECISION, continuedTrace(decisionHint))
  spans.committed(committed({ type: 'trade', trade: ENTERING }, entryIntent({ state: 'sending' })))
  const claimHint = spans.hintFor(ENTERING.userId)
  const answered = await spans.account(ENTERING.accountId, brokerWith(ack)).place(ENTRY_ORDER, () => true)
  spans.committed(committed(entryIntent(outcome)))
  const fill: Change = { type: 'fill', fill: FILL, on: ENTERING.on }
  spans.committed(committed(fill, { type: 'trade', trade: OPEN }))
  const fillHint = spans.hintFor(ENTERING.userId)
  const frames = new FrameTiming({
    socket: 'live_stream',
    userId: ENTERING.userId,
    clock: systemClock,
    metrics: { shown: () => undefined },
  })
  frames.changed(originOf(fillHint))
  frames.sent(frames.due())
  return { decisionHint, claimHint, fillHint, answered, after: spans.hintFor(ENTERING.userId) }
}

const ACCEPTED: OrderAck = { type: 'accepted', orderId: 'o1' }
const ACCEPTED_ROW: Outcome = { state: 'accepted', at: NOW, orderId: 'o1' }

describe('without an SDK', () => {
  it('nothing is added to messages, and orders are made as ever', async () => {
    const { answered, ...hints } = await lifeOfDecision(ACCEPTED, ACCEPTED_ROW)
    expect(hints).toEqual({ decisionHint: { seq: 7 }, claimHint: null, fillHint: null, after: null })
    expect(answered).toEqual(ACCEPTED)
    expect(new DecisionSpans().decided(DECISION).isRecording()).toBe(false)
  })
})

describe('with an SDK', () => {
  it('each step is a span below the one before, and a hint carries a trace once', async () => {
    preload()
    const { decisionHint, after } = await lifeOfDecision(ACCEPTED, ACCEPTED_ROW)
    const spans = exporter.getFinishedSpans()
    const nameOf = (spanId: string | undefined) => spans.find((span) => span.spanContext().spanId === spanId)?.name
    expect(Object.fromEntries(spans.map((span) => [span.name, nameOf(span.parentSpanContext?.spanId)]))).toEqual({
      'strikewise.tick': undefined,
      'strikewise.decision': 'strikewise.tick',
      'strikewise.claim': 'strikewise.decision',
      'strikewise.order': 'strikewise.claim',
      'strikewise.answer': 'strikewise.order',
      'strikewise.fill': 'strikewise.order',
      'strikewise.frame': 'strikewise.fill',
    })
    expect(decisionHint.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    expect(after).toBeNull()
  })

  it('a trace that is not sampled is not continued', async () => {
    preload({ shouldSample: () => ({ decision: 0 }), toString: () => 'none' })
    const { decisionHint, claimHint, fillHint } = await lifeOfDecision(ACCEPTED, ACCEPTED_ROW)
    expect([decisionHint, claimHint, fillHint]).toEqual([{ seq: 7 }, null, null])
    expect(exporter.getFinishedSpans()).toEqual([])
  })

  it('a refusal leaves its code, and never the text of the broker', async () => {
    preload()
    const { answered } = await lifeOfDecision(REFUSED, { state: 'refused', at: NOW, code: 'funds', text: 'AB1234' })
    expect(answered).toBe(REFUSED)
    const attributes = exporter.getFinishedSpans().map((span) => span.attributes)
    expect(attributes).toContainEqual(
      expect.objectContaining({ 'strikewise.answer': 'refused', 'strikewise.refusal': 'funds' }),
    )
    expect(JSON.stringify(attributes)).not.toMatch(/AB1234|s3cr3t|Insufficient/)
  })

  it('an account that is refused the entry leaves a claim with the code, and is not followed', () => {
    preload()
    const spans = new TradeSpans()
    const root = new DecisionSpans().decided(DECISION)
    spans.decided(DECISION, continuedTrace(traceHint(root)))
    const { accountId, userId, on } = ENTERING
    const refusal = {
      accountId,
      userId,
      decisionId: DECISION.id,
      symbol: 'NIFTY',
      on,
      at: NOW,
      code: 'no_funds',
    } as const
    spans.committed(committed({ type: 'refusal', refusal: { ...refusal, message: { code: 'no_funds' } as never } }))
    const claim = exporter.getFinishedSpans().find(({ name }) => name === 'strikewise.claim')
    expect(claim?.attributes).toMatchObject({ 'strikewise.claim.result': 'refused', 'strikewise.refusal': 'no_funds' })
    expect(spans.hintFor(userId)).toBeNull()
  })

  it('a trade that is over is followed no more', async () => {
    preload()
    const spans = new TradeSpans()
    spans.decided(DECISION, continuedTrace(traceHint(new DecisionSpans().decided(DECISION))))
    spans.committed(committed({ type: 'trade', trade: ENTERING }))
    spans.hintFor(ENTERING.userId)
    const abandoned = { ...ENTERING, state: 'abandoned', abandonedAt: NOW, why: 'lapsed' } as const
    spans.committed(committed({ type: 'trade', trade: abandoned }))
    spans.committed(committed({ type: 'fill', fill: FILL, on: ENTERING.on }))
    expect(exporter.getFinishedSpans().map(({ name }) => name)).not.toContain('strikewise.fill')
    expect(spans.hintFor(ENTERING.userId)).toBeNull()
  })

  it('one that throws disturbs no order', async () => {
    preload({
      shouldSample: () => {
        throw new Error('a sampler that fails')
      },
      toString: () => 'broken',
    })
    const { answered } = await lifeOfDecision(ACCEPTED, ACCEPTED_ROW)
    expect(answered).toEqual(ACCEPTED)
  })
})

it.each([
  null,
  undefined,
  7,
  {},
  { traceparent: null },
  { traceparent: '' },
  // Not sampled, without a trace, without a span, of an unknown version.
  { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` },
  { traceparent: `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01` },
  { traceparent: `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01` },
  { traceparent: `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
])('the message %j continues no trace', (message) => {
  expect(continuedTrace(message)).toBeUndefined()
})

it('the packages that an operator preloads are those of the tests', () => {
  const { dependencies, devDependencies } = serverPackage
  expect({ ...dependencies, ...devDependencies }).toMatchObject(preloadPackage.dependencies)
})
