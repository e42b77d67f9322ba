import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { Exchange } from '@strikewise/exchange/exchange.ts'
import type { PricePath } from '@strikewise/exchange/price-path.ts'
import { AccountStore, accountFor } from '../src/broker/account.ts'
import { CallClock } from '../src/broker/call-clock.ts'
import { kiteApp } from '../src/broker/kite-app.ts'
import { RateLimiter } from '../src/broker/rate-limit.ts'
import { SessionStore } from '../src/broker/sessions.ts'
import { TickerHub } from '../src/broker/ticker/ticker-hub.ts'
import { SimulatedClock, STEP_MS } from '../src/clock/simulated-clock.ts'
import { FaultRegistry } from '../src/faults/fault-registry.ts'
import { Market } from '../src/market.ts'

/** Options and futures go out this often: a frame of them is most of the work. */
const OPTIONS_INTERVAL_MS = 5000
/** The server's half of an empty ping (RFC 6455 §5.5.2). */
const PING = Buffer.from([0x89, 0x00])

/**
 * The sandbox's broker with its real REST and ticker, and time that passes only on request: no step is taken
 * before the one before has been received. What is received, and when by the market's clock, is then the same in every
 * run, however busy the machine.
 */
export class LockstepBroker {
  readonly apiKey: string
  readonly accessToken: string
  readonly loginAt: EpochMs
  readonly #market: Market
  readonly #hub: TickerHub
  readonly #server: Server
  /** Real time, as the sandbox sees it. */
  #realMs = 0
  #hasStepped = false
  #feed: Socket | undefined

  private constructor(seed: string, path: PricePath) {
    const realMs = () => this.#realMs
    const clock = new SimulatedClock(path.now, 1, 0, nseCalendar)
    const exchange = new Exchange({ seed, market: path, now: path.now, logCapacity: 1000 })
    this.#market = new Market(clock, path, exchange, new CallClock(path.now, 0), realMs)
    const now = () => this.#market.now()
    const accounts = new AccountStore()
    const account = accountFor('SWFEED')
    accounts.add(account)
    const sessions = new SessionStore()
    const session = sessions.open(account, now())
    this.apiKey = session.apiKey
    this.accessToken = session.accessToken
    this.loginAt = session.loginAt
    const faults = new FaultRegistry(now)
    this.#hub = new TickerHub({
      quotes: () => path.quotes,
      authorise: (apiKey, accessToken) => sessions.find(apiKey, accessToken, now())?.userId,
      faults,
      realMs,
    })
    this.#market.listen({
      afterStep: (at) => {
        this.#hasStepped = true
        this.#hub.afterStep()
        if (at % OPTIONS_INTERVAL_MS === 0) this.#hub.afterBatch()
      },
    })
    const durable = async () => undefined
    const deps = { market: this.#market, accounts, sessions, limiter: new RateLimiter(), faults, realMs, durable }
    const answer = getRequestListener(kiteApp(deps).fetch)
    this.#server = createServer((request, response) => void answer(request, response))
    this.#server.on('upgrade', (request, socket: Socket, head) => {
      this.#feed = socket
      this.#hub.accept(request, socket, head)
    })
  }

  /** Opens a broker on free ports of this machine, its market where `path` stands. */
  static async open(seed: string, path: PricePath): Promise<LockstepBroker> {
    const broker = new LockstepBroker(seed, path)
    broker.#server.listen(0, '127.0.0.1')
    await once(broker.#server, 'listening')
    return broker
  }

  get urls(): { apiUrl: string; tickerUrl: string } {
    const { port } = this.#server.address() as AddressInfo
    return { apiUrl: `http://127.0.0.1:${port}`, tickerUrl: `ws://127.0.0.1:${port}/ticker` }
  }

  now(): EpochMs {
    return this.#market.now()
  }

  /** Lets `ms` of market time pass; returns when everything sent on the way has been received. */
  async pass(ms: number): Promise<void> {
    const until = this.#realMs + ms
    while (this.#realMs < until) {
      const toNextStep = STEP_MS / 2 - (this.#realMs % (STEP_MS / 2))
      this.#realMs += Math.min(toNextStep, until - this.#realMs)
      this.#hasStepped = false
      this.#market.catchUp()
      if (this.#hasStepped) await this.#received()
    }
  }

  /** Returns when a client has connected to the ticker and subscribed. */
  async listenedTo(): Promise<void> {
    while ((this.#hub.connections()[0]?.instruments ?? 0) === 0) await nextTurn()
    await this.#received()
  }

  async close(): Promise<void> {
    this.#hub.close()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** A WebSocket answers a ping after what came before it, and its own messages come before the answer. */
  async #received(): Promise<void> {
    const feed = this.#feed
    if (feed === undefined || feed.destroyed || (this.#hub.connections()[0]?.instruments ?? 0) === 0) return
    const answered = once(feed, 'data')
    feed.write(PING)
    await answered
  }
}
