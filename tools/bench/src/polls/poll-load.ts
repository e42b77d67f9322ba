// The dashboards of `polls`: requests at their times, however late the answers are.
// `node poll-load.ts <file>`: reads what to ask of whom (`PollOrder`), prints what it cost (`PollLoad`).
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'
import { cpuMsOf } from '../rest/processes.ts'
import { percentile } from '../statistics.ts'
import { EVERY_MS, PATHS, type PollPath } from './poll-paths.ts'

/** What is asked of a server. */
export interface PollOrder {
  readonly url: string
  /** Whose processor time is counted. */
  readonly pid: number
  /** Of the signed-in users, in turns; none: no user is known there. */
  readonly cookies: readonly string[]
  /** Dashboards, each with the requests of `EVERY_MS`. */
  readonly users: number
  readonly chain: 'near' | 'all'
  /** Whether each request carries the newest tag that was answered. */
  readonly isConditional: boolean
  /** Before the count: until code and connections are warm, and each session was recognised as often as it takes. */
  readonly warmMs: number
  readonly seconds: number
  /** Whether each latency is reported by itself. */
  readonly isEachReported: boolean
}

/** What came of it. */
export interface PollLoad {
  readonly requests: number
  readonly failures: number
  readonly notModified: number
  readonly serverCpuMs: number
  /** From the time a request was due to the end of its answer. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** The newest answer of each path. */
  readonly bodies: Readonly<Partial<Record<PollPath, string>>>
  /** When each request was due, in milliseconds since the epoch, and how long after that its answer had come; where asked for. */
  readonly latencies: readonly (readonly [due: number, ms: number])[]
}

/** As many as a server would see of as many users behind a proxy. */
const CONNECTIONS = 256
const TURN_MS = 2

const order = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as PollOrder
const pool = new Pool(order.url, { connections: CONNECTIONS, pipelining: 1 })
const etags = new Map<string, string>()
const bodies: Partial<Record<PollPath, string>> = {}
const count = { requests: 0, failures: 0, notModified: 0, isCounting: false }
const latencies: (readonly [due: number, ms: number])[] = []

async function ask(path: PollPath, user: number, due: number): Promise<void> {
  const url = PATHS[path]
  const cookie = order.cookies[user % Math.max(1, order.cookies.length)]
  const etag = order.isConditional ? etags.get(url) : undefined
  const isCounted = count.isCounting
  try {
    const { statusCode, headers, body } = await pool.request({
      path: url,
      method: 'GET',
      headers: {
        ...(cookie === undefined ? {} : { cookie, 'x-test-address': `10.${user % 200}.${(user >> 8) % 250}.7` }),
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      },
    })
    const text = await body.text()
    if (typeof headers.etag === 'string') etags.set(url, headers.etag)
    if (statusCode === 200) bodies[path] = text
    if (!isCounted) return
    if (statusCode === 304) count.notModified += 1
    else if (statusCode !== 200) count.failures += 1
  } catch {
    if (isCounted) count.failures += 1
  }
  if (isCounted) latencies.push([performance.timeOrigin + due, performance.now() - due])
}

/** Makes the requests that are due until `until`, spread evenly over the users of each path. */
async function run(until: number): Promise<void> {
  const paths = (['indices', 'signals', order.chain] as const).map((path) => ({
    path,
    gapMs: EVERY_MS[path] / order.users,
    next: performance.now(),
    user: 0,
  }))
  const asked: Promise<void>[] = []
  while (performance.now() < until) {
    const now = performance.now()
    for (const one of paths)
      for (; one.next <= now; one.next += one.gapMs, one.user += 1) {
        if (count.isCounting) count.requests += 1
        asked.push(ask(one.path, one.user, one.next))
      }
    await delay(TURN_MS)
  }
  await Promise.all(asked)
}

await run(performance.now() + order.warmMs)
count.isCounting = true
const before = cpuMsOf(order.pid)
await run(performance.now() + order.seconds * 1000)
const load: PollLoad = {
  requests: count.requests,
  failures: count.failures,
  notModified: count.notModified,
  serverCpuMs: cpuMsOf(order.pid) - before,
  p50Ms: percentile(
    latencies.map(([, ms]) => ms),
    0.5,
  ),
  p99Ms: percentile(
    latencies.map(([, ms]) => ms),
    0.99,
  ),
  bodies,
  latencies: order.isEachReported ? latencies : [],
}
console.log(JSON.stringify({ ready: true, ...load }))
await pool.close()
