import type { Answer, CallOptions } from '../../harness.ts'
import { call } from '../../harness.ts'
import type { LoadBalancer } from './load-balancer.ts'

/** Answers that a user of a service that is being upgraded must never see: refusals of what was right before count too. */
const FAILED: ReadonlySet<number> = new Set([401, 403, 404, 429])

/** Requests by way of the load balancer, none of them sent again, and what became of them. */
export class RequestLog {
  readonly #balancer: LoadBalancer
  /** What a user would have seen as a failure. */
  readonly failures: string[] = []
  total = 0
  slowestMs = 0

  constructor(balancer: LoadBalancer) {
    this.#balancer = balancer
  }

  /** Undefined: it failed. */
  async send(method: string, path: string, options: CallOptions): Promise<Answer | undefined> {
    const url = await this.#balancer.pick()
    const startedAt = performance.now()
    this.total += 1
    try {
      const answer = await call({ url }, method, path, options)
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt)
      if (answer.status < 500 && !FAILED.has(answer.status)) return answer
      this.failures.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    } catch (error) {
      const { message, cause } = error as Error
      this.failures.push(`${method} ${path} at ${url}: ${message} (${String((cause as Error | undefined)?.message)})`)
    }
    return undefined
  }
}
