import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROMTOOL } from '../../../scripts/alert-rules.ts'
import { LATENCY_BUCKETS_S, LatencyHistogram } from './latency/latency-histogram.ts'
import { openMetrics } from './metrics.ts'

it('leaves out what is not known of the service', async () => {
  const metrics = openMetrics()
  const known = await metrics.text([
    { name: 'intents_in_doubt', value: 2 },
    { name: 'lease_held', labels: { lease: 'trader' }, value: 1 },
  ])
  expect(known).toContain('\nstrikewise_intents_in_doubt 2\n')
  expect(known).toContain('\nstrikewise_lease_held{lease="trader"} 1\n')
  const unknown = await metrics.text([{ name: 'store_up', value: 0 }])
  expect(unknown).toContain('\nstrikewise_store_up 0\n')
  expect(unknown).not.toMatch(/^strikewise_(intents_in_doubt|lease_held)\b/m)
  expect(unknown).toContain('# TYPE strikewise_lease_held gauge')
})

it('sets what a role that started again does not count any more to 0', async () => {
  const metrics = openMetrics()
  metrics.counted('recorder', [{ name: 'frames', labels: {}, value: 7 }])
  metrics.counted('trader', [{ name: 'alarms', labels: { code: 'short' }, value: 3 }])
  metrics.counted('trader', [{ name: 'alarms', labels: { code: 'unprotected' }, value: 1 }])
  const text = await metrics.text([])
  expect(text).toContain('strikewise_trader_alarms{code="short"} 0\n')
  expect(text).toContain('strikewise_trader_alarms{code="unprotected"} 1\n')
  expect(text).toContain('strikewise_recorder_frames 7\n')
})

/** What a trader publishes of the latencies of order calls. */
function answered(...seconds: readonly number[]) {
  const histogram = new LatencyHistogram()
  for (const one of seconds) histogram.observe(one, { call: 'place', answer: 'accepted' })
  return histogram
    .read()
    .map(({ labels, ...latencies }) => ({ name: 'order_answer_seconds', labels, value: seconds.length, latencies }))
}

it('adds up the buckets of the latencies that traders measured', async () => {
  const metrics = openMetrics()
  expect(await metrics.text([])).toContain('\n# TYPE strikewise_trader_order_answer_seconds histogram\n')
  metrics.counted('trader', answered(0.02, 0.02, 0.07, 60))
  const text = await metrics.text([])
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
  expect(await metrics.text([])).toMatch(/^strikewise_trader_order_answer_seconds_count\{.*\} 2$/m)
  metrics.counted('trader', answered(60))
  expect(await metrics.text([])).toMatch(/^strikewise_trader_order_answer_seconds_count\{.*\} 1$/m)
})

it('shows by socket how long changes of trades took to their screens', async () => {
  const metrics = openMetrics()
  metrics.shown('live_stream', 0.3, undefined)
  metrics.shown('active_trades', 0.3, undefined)
  metrics.shown('live_stream', 0.7, undefined)
  const text = await metrics.text([])
  expect(text).toContain('\nstrikewise_event_to_screen_seconds_bucket{socket="live_stream",le="0.5"} 1\n')
  expect(text).toContain('\nstrikewise_event_to_screen_seconds_sum{socket="live_stream"} 1\n')
  expect(text).toContain('\nstrikewise_event_to_screen_seconds_count{socket="active_trades"} 1\n')
})

describe.skipIf(!existsSync(PROMTOOL))('checked by promtool', () => {
  it('is text that parses', async () => {
    const metrics = openMetrics()
    metrics.counted('trader', answered(0.02))
    metrics.shown('live_stream', 0.3, undefined)
    metrics.observe('GET /me', 200, 12)
    const check = (input: string) => spawnSync(PROMTOOL, ['check', 'metrics'], { input, encoding: 'utf8' })
    const { status, stderr } = check(await metrics.text([]))
    // Status 3: it parses, and promtool would give other names to some metrics of the library.
    expect(status, stderr).toBe(3)
    expect(stderr.match(/^(?!nodejs_).+$/gm)).toBeNull()
    expect(check('strikewise_x{a="b} 1\n').status).toBe(1)
  })
})
