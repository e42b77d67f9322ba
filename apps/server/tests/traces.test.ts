// @invariant no-secret-leaves
import { fileURLToPath } from 'node:url'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { HEARTBEAT } from '@strikewise/wire/socket.ts'
import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ManagedProcess } from '../../../scripts/child-process.ts'
import { startServer } from '../../../scripts/dev-stack.ts'
import { DEFAULT_SEED } from '../../sandbox/src/options.ts'
import { saveFeedKeys, startFeedSession } from '../src/operator/feed-session.ts'
import { Canaries } from './every-route/canaries.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { newUser, type TestUser } from './harness.ts'
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from './tracing/otlp-receiver.ts'
import { armUser, logIn, until } from './trading-stack.ts'

// The whole server program with an SDK preloaded, from the ticks of the sandbox's morning in which the engine decides for a
// call (apps/sandbox/src/demo-start.test.ts) to the frame that shows the bought option.

const DAY = '2026-09-17' as IstDate
const SPEED = 4
const BROKER_USER = 'SW1001'
const PATIENCE_MS = 150_000
const PRELOAD = fileURLToPath(new URL('../../../deploy/opentelemetry/preload.ts', import.meta.url))

let fixture: Fixture
let receiver: OtlpReceiver
let server: { url: string; program: ManagedProcess }
let user: TestUser
let socket: WebSocket
const canaries = new Canaries()
const problems: string[] = []
const frames: string[] = []

beforeAll(async () => {
  receiver = await startOtlpReceiver()
  fixture = new Fixture(await startSurroundings(SPEED, DEFAULT_SEED, `${DAY}T09:40`))
  const { clock, bus, db, sandbox, vault, config, postgres, dataDir, env } = fixture
  const feed = await sandbox.get<{ api_key: string; api_secret: string }>('/accounts/SWFEED')
  const { request_token } = await sandbox.post<{ request_token: string }>('/accounts/SWFEED/login', {})
  const session = { config, db, vault, clock, bus }
  await saveFeedKeys(session, { api_key: feed.api_key, api_secret: feed.api_secret })
  await startFeedSession(session, request_token)
  server = await startServer(
    { data: dataDir, onProblem: (line) => problems.push(line) },
    {
      ...env,
      PORT: '0',
      NODE_OPTIONS: `--import ${PRELOAD}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '1',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
  )
  user = await newUser({ url: server.url, store: postgres.store, bus, clock }, 'elite')
  const login = await logIn(sandbox, BROKER_USER)
  await armUser(db, vault, clock, user.id, BROKER_USER, login)
  for (const [name, secret] of Object.entries({
    'access token': login.accessToken,
    'feed secret': feed.api_secret,
    'master key': env.MASTER_KEY,
    'database password': new URL(env.DATABASE_URL).password,
    email: user.email,
    cookie: user.cookie,
  }))
    canaries.plant(name, secret)
  const query = new URLSearchParams({ uid: user.id, date: DAY }).toString()
  socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/user_active_trades?${query}`, {
    headers: { cookie: user.cookie },
  })
  socket.on('message', (data: Buffer) => frames.push(data.toString()))
  await until('the first frame', PATIENCE_MS, async () => (frames.length > 0 ? true : undefined))
  await sandbox.post('/clock/jump', { to: `${DAY}T09:49:05` })
}, PATIENCE_MS)
afterAll(async () => {
  socket?.terminate()
  await server?.program.stop()
  await fixture?.close()
  receiver?.close()
})

/** A span's ancestors by name, itself first. */
function path(span: ReceivedSpan): string[] {
  const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [span.name, ...(parent === undefined ? [] : path(parent))]
}

const named = (name: string) => receiver.spans.filter((span) => span.name === name)

it(
  'a tick leads to a decision, a claim, an order, its answer, a fill and a frame in one trace',
  { timeout: 2 * PATIENCE_MS },
  async () => {
    const frame = await until('a frame that shows a fill', PATIENCE_MS, async () =>
      named('strikewise.frame').find((span) => path(span)[1] === 'strikewise.fill'),
    ).catch((error: unknown) => {
      throw new Error(`${JSON.stringify(receiver.spans.map(path))}\n${problems.slice(-10).join('\n')}`, {
        cause: error,
      })
    })
    const toOrder = ['strikewise.order', 'strikewise.claim', 'strikewise.decision', 'strikewise.tick']
    expect(path(frame)).toEqual(['strikewise.frame', 'strikewise.fill', ...toOrder])
    const ofTrace = receiver.spans.filter(({ traceId }) => traceId === frame.traceId)
    const order = ofTrace.find(
      ({ attributes, name }) => name === 'strikewise.order' && attributes['strikewise.intent.kind'] === 'enter',
    )!
    expect(order.events).toEqual(['sent'])
    const answers = ofTrace.filter(
      ({ name, parentSpanId }) => name === 'strikewise.answer' && parentSpanId === order.spanId,
    )
    expect(answers.map(({ attributes }) => attributes['strikewise.answer'])).toEqual(['accepted'])
    expect(order.attributes['strikewise.order.id']).toBe(answers[0]!.attributes['strikewise.order.id'])
    // The stop that protects what was filled is of the same trace.
    expect(ofTrace.some(({ attributes }) => attributes['strikewise.intent.kind'] === 'protect')).toBe(true)
    for (const span of ofTrace) {
      const parent = ofTrace.find(({ spanId }) => spanId === span.parentSpanId)
      expect([span.name, span.end >= span.start, span.start >= (parent?.start ?? 0n)]).toEqual([span.name, true, true])
    }
  },
)

it('the latencies of the order and of the screen are in the metrics', { timeout: PATIENCE_MS }, async () => {
  const counted = async (metric: string) => {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const count = new RegExp(`^strikewise_${metric}_count(?:\\{.*\\})? (\\d+)$`, 'm').exec(text)?.[1]
    return Number(count ?? 0) > 0 ? true : undefined
  }
  for (const metric of ['trader_decision_to_order_seconds', 'trader_order_answer_seconds', 'event_to_screen_seconds'])
    await until(metric, PATIENCE_MS, () => counted(metric))
})

it('the exemplars of the latencies are traces that were exported', { timeout: PATIENCE_MS }, async () => {
  /** Traces of the metric's exemplars, once it has some and the spans named so of each have come. */
  const exported = (metric: string, span: string) =>
    until(`spans of the exemplars of ${metric}`, PATIENCE_MS, async () => {
      const headers = { accept: 'application/openmetrics-text' }
      const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
      const lines = new RegExp(`^strikewise_${metric}_bucket\\{.*\\} \\d+ # \\{trace_id="([0-9a-f]{32})"\\}`, 'gm')
      const traces = [...text.matchAll(lines)].map(([, traceId]) => traceId)
      const received = new Set(named(span).map(({ traceId }) => traceId))
      return traces.length > 0 && traces.every((traceId) => received.has(traceId!)) ? traces : undefined
    })
  await exported('trader_decision_to_order_seconds', 'strikewise.order')
  await exported('trader_order_answer_seconds', 'strikewise.order')
  await exported('event_to_screen_seconds', 'strikewise.decision')
})

it('the ids in the spans are those of the rows', async () => {
  const claim = named('strikewise.claim').find(({ attributes }) => attributes['strikewise.claim.result'] === 'trade')!
  const { id, decision_id } = await fixture.db
    .selectFrom('trades')
    .select(['id', 'decision_id'])
    .where('id', '=', String(claim.attributes['strikewise.trade.id']))
    .executeTakeFirstOrThrow()
  expect(claim.attributes).toEqual({
    'strikewise.symbol': 'NIFTY',
    'strikewise.decision.id': decision_id,
    'strikewise.account': user.id,
    'strikewise.trade.id': id,
    'strikewise.claim.result': 'trade',
  })
})

it('only decisions make spans, and ticks make none by themselves', () => {
  const ticks = named('strikewise.tick')
  const decisions = named('strikewise.decision')
  expect(decisions.length).toBeGreaterThan(0)
  expect(new Set(decisions.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set(ticks.map(({ spanId }) => spanId)))
  expect([...receiver.services]).toEqual(['strikewise'])
})

it('no secret, no address and no name at the broker is in a span', () => {
  expect(receiver.text().length).toBeGreaterThan(1000)
  expect(canaries.foundIn(receiver.text())).toEqual([])
  expect(receiver.text()).not.toContain(BROKER_USER)
  expect(frames.some((frame) => frame !== HEARTBEAT)).toBe(true)
})
