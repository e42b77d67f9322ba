import { backoffMs } from '@strikewise/concurrency/backoff.ts'
import type { TestUser } from '../../harness.ts'
import { listenToStream, type StreamListener } from '../../stream-listener.ts'
import type { LoadBalancer } from './load-balancer.ts'

/** As the app reconnects. */
const RECONNECT = { firstMs: 1000, factor: 1.6, maxMs: 15_000, jitter: 0.25 }
/** The server asked the client to connect elsewhere. */
const GOING_AWAY = 1001
const CHECK_MS = 50

/** A page that stays open: it follows the decisions of the day, and connects again whenever its connection ends. */
export class StreamFollower {
  readonly #balancer: LoadBalancer
  readonly #user: TestUser
  readonly #topics: readonly string[]
  readonly #timer: NodeJS.Timeout
  #listener: StreamListener | undefined
  #lostAt: number | undefined
  #attempt = 0
  #isClosed = false
  /** Ids of the decisions that the page has shown. */
  readonly decisions = new Set<string>()
  /** Connections that ended in another way than asked to reconnect. */
  readonly cuts: number[] = []
  reconnects = 0
  longestGapMs = 0

  constructor(balancer: LoadBalancer, user: TestUser, topics: readonly string[]) {
    this.#balancer = balancer
    this.#user = user
    this.#topics = topics
    this.#timer = setInterval(() => this.#check(), CHECK_MS)
    void this.#connect()
  }

  /** Every topic has a value on the connection that is open now. */
  get isComplete(): boolean {
    return this.#topics.every((topic) => this.#listener?.value(topic) !== undefined)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#listener?.socket.close()
  }

  #check(): void {
    if (this.#lostAt !== undefined && this.isComplete) {
      this.longestGapMs = Math.max(this.longestGapMs, performance.now() - this.#lostAt)
      this.#lostAt = undefined
    }
    for (const topic of this.#topics)
      if (topic.startsWith('decisions.'))
        for (const { id } of (this.#listener?.value(topic) ?? []) as unknown as readonly { id: string }[])
          this.decisions.add(id)
  }

  async #connect(): Promise<void> {
    const listener = listenToStream({ url: await this.#balancer.pick() }, this.#user, {
      headers: { 'x-test-address': `10.0.0.${this.#user.id.length}` },
    })
    this.#listener = listener
    void listener.opened.then(() => {
      this.#attempt = 0
      listener.follow(...this.#topics)
    })
    const code = await listener.closed
    if (this.#isClosed) return
    this.#check()
    this.#listener = undefined
    this.#lostAt ??= performance.now()
    this.reconnects += 1
    if (code !== GOING_AWAY) this.cuts.push(code)
    setTimeout(() => void this.#connect(), backoffMs(RECONNECT, this.#attempt, Math.random()))
    this.#attempt += 1
  }
}
