import type { SandboxStack } from '../../trading-stack.ts'
import type { FaultConditions } from './fault-plan.ts'
import { startHttpFaultProxy, type HttpFaultProxy } from './http-fault-proxy.ts'
import { startTcpFaultProxy, type TcpFaultProxy } from './tcp-fault-proxy.ts'

/** A fault proxy before each service that servers call: the broker (REST and ticker), the store and the mail server. */
export class FaultProxies {
  readonly broker: HttpFaultProxy
  readonly database: TcpFaultProxy
  readonly mail: TcpFaultProxy
  readonly #sandbox: SandboxStack
  /** Further ways to the broker, each some server's own. */
  readonly #brokers: HttpFaultProxy[] = []

  /** All clear, between servers that are to be started and the services. */
  static async over(sandbox: SandboxStack, store: URL): Promise<FaultProxies> {
    return new FaultProxies(
      sandbox,
      await startBrokerProxy(sandbox),
      await startTcpFaultProxy({ host: store.hostname, port: Number(store.port) }),
      await startTcpFaultProxy({ host: '127.0.0.1', port: sandbox.smtpPort }),
    )
  }

  private constructor(sandbox: SandboxStack, broker: HttpFaultProxy, database: TcpFaultProxy, mail: TcpFaultProxy) {
    this.#sandbox = sandbox
    this.broker = broker
    this.database = database
    this.mail = mail
  }

  /** One more way to the broker, for a server of its own. `aheadMs`: by how much that server's clock goes wrong. */
  async newBroker(aheadMs?: () => number): Promise<HttpFaultProxy> {
    const proxy = await startBrokerProxy(this.#sandbox, aheadMs)
    this.#brokers.push(proxy)
    return proxy
  }

  /** The fault conditions of each service; every server's own way to the broker is one. */
  get weathers(): Record<'requests' | 'frames' | 'database' | 'mail', readonly FaultConditions[]> {
    const brokers = [this.broker, ...this.#brokers]
    return {
      requests: brokers.map((proxy) => proxy.requests),
      frames: brokers.map((proxy) => proxy.frames),
      database: [this.database.faultConditions],
      mail: [this.mail.faultConditions],
    }
  }

  /** How often each kind of fault has struck, by where. */
  get struck(): Record<keyof FaultProxies['weathers'], FaultConditions['fired']> {
    const { requests, frames, database, mail } = this.weathers
    return { requests: sumOf(requests), frames: sumOf(frames), database: sumOf(database), mail: sumOf(mail) }
  }

  /** Ends every storm. */
  clear(): void {
    for (const faultConditions of Object.values(this.weathers).flat()) faultConditions.clear()
    this.database.answerInstead = undefined
  }

  async close(): Promise<void> {
    await Promise.all([this.broker, ...this.#brokers, this.database, this.mail].map((proxy) => proxy.close()))
  }
}

function sumOf(weathers: readonly FaultConditions[]): FaultConditions['fired'] {
  const total: Record<string, number> = {}
  for (const { fired } of weathers)
    for (const [kind, times] of Object.entries(fired)) total[kind] = (total[kind] ?? 0) + times
  return total
}

/**
 * The clock, the login and the controls are the test's own equipment: no fault touches them. A server's own clock may be
 * set to run ahead of the market's by so many milliseconds.
 */
function startBrokerProxy(sandbox: SandboxStack, aheadMs?: () => number): Promise<HttpFaultProxy> {
  const skewed = (path: string, body: Buffer) => {
    if (path !== '/clock' || aheadMs === undefined) return undefined
    const reading = JSON.parse(body.toString()) as { now: number }
    return JSON.stringify({ ...reading, now: reading.now + aheadMs() })
  }
  return startHttpFaultProxy({ target: sandbox.url, prefixes: ['/kite/', '/ticker'], alter: skewed })
}
