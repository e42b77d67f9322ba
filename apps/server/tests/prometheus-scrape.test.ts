import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { PROMETHEUS } from '../../../scripts/alert-rules.ts'
import { LatencyHistogram } from '../src/latency/latency-histogram.ts'
import { freePort } from '../src/store/postgres/free-port.ts'
import { startTestWeb, type TestWeb } from './harness.ts'
import { until } from './trading-stack.ts'

const PATIENCE_MS = 60_000
const TRACE_ID = 'c'.repeat(32)

let web: TestWeb
beforeAll(async () => {
  web = await startTestWeb()
})
afterAll(() => web.stop())

/** A trader publishes one answer of the broker, of a sampled trace. */
function publishAnswer(): void {
  const histogram = new LatencyHistogram()
  histogram.observe(0.07, { call: 'place', answer: 'accepted' }, TRACE_ID)
  const published = histogram
    .read()
    .map(({ labels, ...latencies }) => ({ name: 'order_answer_seconds', labels, value: 1, latencies }))
  web.bus.publish('metrics.trader.a', published)
}

it.each([
  ['no header', undefined, 'text/plain'],
  ['a browser', 'text/html,application/xhtml+xml,*/*;q=0.8', 'text/plain'],
  ['everything', '*/*', 'text/plain'],
  ['OpenMetrics', 'application/openmetrics-text; version=1.0.0', 'application/openmetrics-text'],
  [
    'OpenMetrics before text',
    'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;q=0.3',
    'application/openmetrics-text',
  ],
  ['text before OpenMetrics', 'application/openmetrics-text;q=0.3,text/plain;version=0.0.4;q=0.5', 'text/plain'],
])('a scrape with %s is answered in the format it prefers', async (_, accept, expected) => {
  const { headers, status } = await fetch(`${web.url}/metrics`, { headers: accept === undefined ? {} : { accept } })
  expect([status, headers.get('content-type')?.split(';', 1)[0], headers.get('vary')]).toEqual([
    200,
    expected,
    'Accept',
  ])
})

// Debian's package `prometheus`; `npm test` installs it where apt is there.
describe.skipIf(!existsSync(PROMETHEUS))('scraped by Prometheus', () => {
  /** A Prometheus that scrapes the server; returns what asks it. */
  async function startPrometheus(): Promise<<T>(path: string, query: Record<string, string>) => Promise<T>> {
    const folder = mkdtempSync(join(tmpdir(), 'prometheus-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const config = join(folder, 'prometheus.yaml')
    const scrape = { job_name: 'strikewise', static_configs: [{ targets: [new URL(web.url).host] }] }
    // JSON is YAML too.
    writeFileSync(config, JSON.stringify({ global: { scrape_interval: '2s' }, scrape_configs: [scrape] }))
    const address = `127.0.0.1:${await freePort()}`
    const program = spawn(
      PROMETHEUS,
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${address}`,
        '--enable-feature=exemplar-storage',
      ],
      { stdio: 'ignore' },
    )
    const ended = once(program, 'exit')
    onTestFinished(async () => {
      program.kill()
      await ended
    })
    return async <T>(path: string, query: Record<string, string>) => {
      const answer = await fetch(`http://${address}/api/v1/${path}?${new URLSearchParams(query).toString()}`)
      return ((await answer.json()) as { data: T }).data
    }
  }

  it('has its series under the names of the alerts, and the exemplars', { timeout: 2 * PATIENCE_MS }, async () => {
    publishAnswer()
    const prometheus = await startPrometheus()
    const exemplars = await until('an exemplar', PATIENCE_MS, async () => {
      publishAnswer()
      const found = await prometheus<{ exemplars: { labels: Record<string, string>; value: string }[] }[]>(
        'query_exemplars',
        {
          query: 'strikewise_trader_order_answer_seconds_bucket',
          start: new Date(Date.now() - 3_600_000).toISOString(),
          end: new Date(Date.now() + 3_600_000).toISOString(),
        },
      ).catch(() => [])
      return found.length > 0 ? found : undefined
    })
    expect(exemplars[0]!.exemplars[0]).toMatchObject({ labels: { trace_id: TRACE_ID }, value: '0.07' })
    const names = await prometheus<string[]>('label/__name__/values', {})
    expect(names).toEqual(
      expect.arrayContaining([
        'process_cpu_seconds_total',
        'strikewise_slow_sockets_total',
        'strikewise_trader_order_answer_seconds_bucket',
        'strikewise_http_seconds_count',
      ]),
    )
  })
})
