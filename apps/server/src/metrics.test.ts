import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROMTOOL } from '../../../scripts/alert-rules.ts'
import { LATENCY_BUCKETS_S, LatencyHistogram } from './latency/latency-histogram.ts'
import { openMetrics, type Metrics } from './metrics.ts'
import type { MetricsFormat } from './metrics-format.ts'
import type { StateValue } from './service-state/state-gauges.ts'

async function textOf(metrics: Metrics, state: readonly StateValue[] = [], format: MetricsFormat = 'text/plain') {
  return (await metrics.scrape(state, format)).text
}

it('leaves out what is not known of the service', async () => {
  const metrics = openMetrics()
  const known = await textOf(metrics, [
    { name: 'intents_in_doubt', value: 2 },
    { name: 'lease_held', labels: { lease: 'trader' }, value: 1 },
  ])
  expect(known).toContain('\nstrikewise_intents_in_doubt 2\n')
  expect(known).toContain('\nstrikewise_lease_held{lease="trader"} 1\n')
  const unknown = await textOf(metrics, [{ name: 'store_up', value: 0 }])
  expect(unknown).toContain('\nstrikewise_store_up 0\n')
  expect(unknown).not.toMatch(/^strikewise_(intents_in_doubt|lease_held)\b/m)
  expect(unknown).toContain('# TYPE strikewise_lease_held gauge')
})

it('sets what a role that started again does not count any more to 0', async () => {
  const metrics = openMetrics()
  metrics.counted('recorder', [{ name: 'frames', labels: {}, value: 7 }])
  metrics.counted('trader', [{ name: 'alarms', labels: { code: 'short' }, value: 3 }])
  metrics.counted('trader', [{ name: 'alarms', labels: { code: 'unprotected' }, value: 1 }])
  const text = await textOf(metrics)
  expect(text).toContain('strikewise_trader_alarms{code="short"} 0\n')
  expect(text).toContain('strikewise_trader_alarms{code="unprotected"} 1\n')
  expect(text).toContain('strikewise_recorder_frames 7\n')
})

/** Of what took `seconds`; what took less than 50 ms is not sampled. */
const traceOf = (seconds: number) => (seconds < 0.05 ? undefined : String(seconds * 1000).padStart(32, '0'))

/** What a trader publishes of the latencies of order calls. */
function answered(...seconds: readonly number[]) {
  const histogram = new LatencyHistogram()
  for (const one of seconds) histogram.observe(one, { call: 'place', answer: 'accepted' }, traceOf(one))
  return histogram
    .read()
    .map(({ labels, ...latencies }) => ({ name: 'order_answer_seconds', labels, value: seconds.length, latencies }))
}

it('adds up the buckets of the latencies that traders measured', async () => {
  const metrics = openMetrics()
  expect(await textOf(metrics)).toContain('\n# TYPE strikewise_trader_order_answer_seconds histogram\n')
  metrics.counted('trader', answered(0.02, 0.02, 0.07, 60))
  const text = await textOf(metrics)
  const lines = text.split('\n').filter((line) => line.startsWith('strikewise_trader_order_answer_seconds'))
  const labels = 'call="place",answer="accepted"'
  const upTo = (bound: number) => [0, 2, 3][Number(bound >= 0.02) + Number(bound >= 0.07)]
  expect(lines).toEqual([
    ...LATENCY_BUCKETS_S.map(
      (bound) => `strikewise_trader_order_answer_seconds_bucket{${labels},le="${bound}"} ${upTo(bound)}`,
    ),
    `strikewise_trader_order_answer_seconds_bucket{${labels},le="+Inf"} 4`,
    `strikewise_trader_order_answer_seconds_sum{${labels}} 60.11`,
    `strikewise_trader_order_answer_seconds_count{${labels}} 4`,
  ])
})

it('replaces the latencies of traders that started again', async () => {
  const metrics = openMetrics()
  metrics.counted('trader', answered(0.02, 0.02))
  metrics.counted('recorder', [])
  expect(await textOf(metrics)).toMatch(/^strikewise_trader_order_answer_seconds_count\{.*\} 2$/m)
  metrics.counted('trader', answered(60))
  expect(await textOf(metrics)).toMatch(/^strikewise_trader_order_answer_seconds_count\{.*\} 1$/m)
})

it('shows by socket how long changes of trades took to their screens', async () => {
  const metrics = openMetrics()
  metrics.shown('live_stream', 0.3, undefined)
  metrics.shown('active_trades', 0.3, undefined)
  metrics.shown('live_stream', 0.7, undefined)
  const text = await textOf(metrics)
  expect(text).toContain('\nstrikewise_event_to_screen_seconds_bucket{socket="live_stream",le="0.5"} 1\n')
  expect(text).toContain('\nstrikewise_event_to_screen_seconds_sum{socket="live_stream"} 1\n')
  expect(text).toContain('\nstrikewise_event_to_screen_seconds_count{socket="active_trades"} 1\n')
})

describe('in OpenMetrics', () => {
  const OPENMETRICS = 'application/openmetrics-text'

  it('has the newest sampled latency of each bucket as its exemplar, and the plain text has none', async () => {
    const metrics = openMetrics()
    metrics.counted('trader', answered(0.02, 0.07, 60))
    metrics.shown('live_stream', 0.3, traceOf(0.3))
    const text = await textOf(metrics, [], OPENMETRICS)
    const exemplars = [...text.matchAll(/^(\w+)_bucket\{.*le="(.*)"\} \d+ # \{trace_id="(\d+)"\} (\S+) \d+\.\d+$/gm)]
    expect(exemplars.map(([, ...parts]) => parts)).toEqual([
      ['strikewise_event_to_screen_seconds', '0.5', traceOf(0.3), '0.3'],
      ['strikewise_trader_order_answer_seconds', '0.1', traceOf(0.07), '0.07'],
      ['strikewise_trader_order_answer_seconds', '+Inf', traceOf(60), '60'],
    ])
    expect(text.match(/ # /g)).toHaveLength(3)
    expect(text).toMatch(/\n# EOF\n$/)
    expect(await textOf(metrics)).not.toContain(' # ')
  })

  it('has the same series as the plain text, and leaves the names of the counters there as they were', async () => {
    const metrics = openMetrics()
    metrics.slowSocket()
    metrics.observe('GET /me', 200, 12)
    metrics.counted('trader', [{ name: 'alarms', labels: { code: 'short' }, value: 3 }])
    const series = async (format: MetricsFormat) =>
      [...(await textOf(metrics, [], format)).matchAll(/^[a-z]\w*(?:\{[^}]*\})?/gm)].map(String)
    const first = await textOf(metrics, [], OPENMETRICS)
    const plain = await series('text/plain')
    expect(plain).toContain('strikewise_slow_sockets_total')
    // What the process does meanwhile (collections, handles) may add series.
    const own = (names: readonly string[]) => names.filter((name) => !name.startsWith('nodejs_'))
    expect(own(await series(OPENMETRICS))).toEqual(own(plain))
    expect(first).toContain('\n# TYPE strikewise_slow_sockets counter\nstrikewise_slow_sockets_total 1\n')
    metrics.slowSocket()
    expect(await textOf(metrics)).toContain(
      '\n# TYPE strikewise_slow_sockets_total counter\nstrikewise_slow_sockets_total 2\n',
    )
    expect(await textOf(metrics, [], OPENMETRICS)).toContain('\nstrikewise_slow_sockets_total 2\n')
  })

  it('is labelled as what it is', async () => {
    const metrics = openMetrics()
    const contentType = async (format: MetricsFormat) => (await metrics.scrape([], format)).contentType
    expect(await contentType(OPENMETRICS)).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    expect(await contentType('text/plain')).toBe('text/plain; version=0.0.4; charset=utf-8')
  })
})

describe.skipIf(!existsSync(PROMTOOL))('checked by promtool', () => {
  it('is text that parses', async () => {
    const metrics = openMetrics()
    metrics.counted('trader', answered(0.02))
    metrics.shown('live_stream', 0.3, undefined)
    metrics.observe('GET /me', 200, 12)
    const check = (input: string) => spawnSync(PROMTOOL, ['check', 'metrics'], { input, encoding: 'utf8' })
    const { status, stderr } = check(await textOf(metrics))
    // Status 3: it parses, and promtool would give other names to some metrics of the library.
    expect(status, stderr).toBe(3)
    expect(stderr.match(/^(?!nodejs_).+$/gm)).toBeNull()
    expect(check('strikewise_x{a="b} 1\n').status).toBe(1)
  })
})
