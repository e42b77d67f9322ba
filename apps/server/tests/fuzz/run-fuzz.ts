import { Agent, request as open } from 'node:http'
import type { FuzzRequest, RequestSource } from './requests.ts'

const HANG_MS = 20_000
const MAX_STORED = 20

interface Failure {
  readonly n: number
  readonly status: number
  readonly request: FuzzRequest
  readonly answer: string
}

export interface FuzzResult {
  readonly requests: number
  readonly statuses: ReadonlyMap<number, number>
  /** Answers of 500 and above that are our own fault, the first twenty. */
  readonly failures: readonly Failure[]
  readonly fiveHundreds: number
  /** Requests without an answer within 20 s. */
  readonly hangs: number
  /** Connections the server closed without an answer, as it may on a request line or header it cannot parse. */
  readonly closed: number
  /** Share of answers that are neither 404, 415 nor 429. */
  readonly reached: number
  readonly seconds: number
}

interface RunOptions {
  readonly requests: number
  readonly parallel: number
  /** After each answer; may sign a person in again whose session a request has ended. */
  readonly answered?: (n: number, status: number) => Promise<void> | void
}

/** Sends requests 0 to `requests` of `source` to `url` and counts what comes back. */
export async function runFuzz(url: string, source: RequestSource, options: RunOptions): Promise<FuzzResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.parallel })
  const statuses = new Map<number, number>()
  const failures: Failure[] = []
  let [next, hangs, closed, fiveHundreds] = [0, 0, 0, 0]
  const startedAt = performance.now()
  const work = async () => {
    while (next < options.requests) {
      const n = next
      next += 1
      const request = source.request(n)
      const { status, text } = await send(url, request, agent)
      if (status === 'hang') hangs += 1
      else if (status === 'closed') closed += 1
      else {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status >= 500 && !isOfAnother(status, text)) {
          fiveHundreds += 1
          if (failures.length < MAX_STORED) failures.push({ n, status, request, answer: text.slice(0, 300) })
        }
        await options.answered?.(n, status)
      }
    }
  }
  await Promise.all(Array.from({ length: options.parallel }, work))
  agent.destroy()
  const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  const missed = [404, 415, 429].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0)
  const reached = answers === 0 ? 0 : (answers - missed) / answers
  const seconds = (performance.now() - startedAt) / 1000
  return { requests: options.requests, statuses, failures, fiveHundreds, hangs, closed, reached, seconds }
}

/** A problem of a service we call (the broker, the bot, the payment provider), which is none of ours. */
function isOfAnother(status: number, text: string): boolean {
  return (status === 502 || status === 503) && /"code":"\w+_unavailable"/.test(text)
}

function send(
  url: string,
  { method, path, headers, body }: FuzzRequest,
  agent: Agent,
): Promise<{ status: number | 'hang' | 'closed'; text: string }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const length = body === undefined ? {} : { 'content-length': String(body.length) }
    const outgoing = open(
      { hostname, port, method, path: encoded(path), headers: { ...headers, ...length }, agent },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('end', () => resolve({ status: answer.statusCode!, text: Buffer.concat(chunks).toString() }))
        answer.once('error', () => resolve({ status: 'closed', text: '' }))
      },
    )
    outgoing.setTimeout(HANG_MS, () => {
      resolve({ status: 'hang', text: '' })
      outgoing.destroy()
    })
    outgoing.once('error', () => resolve({ status: 'closed', text: '' }))
    outgoing.end(body)
  })
}

/** The client refuses raw bytes a path may not hold; the server gets them percent-encoded. */
function encoded(path: string): string {
  return path.replaceAll(/[^!-~]/g, (char) => encodeURIComponent(char.toWellFormed()))
}

/** What is printed of a run. */
export function fuzzReport(result: FuzzResult): string {
  const table = [...result.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  return [
    `${result.requests} requests in ${result.seconds.toFixed(0)} s: ${result.fiveHundreds} 5xx, ${result.hangs} hangs, ${result.closed} closed without an answer`,
    `${(100 * result.reached).toFixed(1)} % reached a handler (not 404, 415, 429)`,
    table.join('  '),
    ...result.failures.map(
      ({ n, status, request, answer }) =>
        `${n}: ${status} ${request.method} ${request.path.slice(0, 200)} ${request.body?.toString().slice(0, 300) ?? ''} → ${answer}`,
    ),
  ].join('\n')
}
