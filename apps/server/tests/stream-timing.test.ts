import { setTimeout as delay } from 'node:timers/promises'
import type { StreamTimers } from '../src/http/stream-timers.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newUser, NoRateLimits, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { listenToStream, type StreamListener } from './stream-listener.ts'

const INDICES = 'liveIndices'
const NEWS = 'news'
const CHAIN = 'optionChainTable.NIFTY'
/** Real time in which a frame that was sent has arrived. */
const ARRIVAL_MS = 60

/** Time that stands until a test moves it. */
class StandingTimers implements StreamTimers {
  #now = 0
  #pending: { at: number; work: () => void }[] = []

  now(): number {
    return this.#now
  }

  after(ms: number, work: () => void): () => void {
    const one = { at: this.#now + ms, work }
    this.#pending.push(one)
    return () => {
      this.#pending = this.#pending.filter((other) => other !== one)
    }
  }

  advance(ms: number): void {
    const until = this.#now + ms
    for (;;) {
      const [next] = this.#pending.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
      if (next === undefined) break
      this.#pending = this.#pending.filter((other) => other !== next)
      this.#now = next.at
      next.work()
    }
    this.#now = until
  }
}

const timers = new StandingTimers()
let web: TestWeb
let user: TestUser
let listener: StreamListener
let n = 0
beforeAll(async () => {
  web = await startTestWeb({}, { rates: new NoRateLimits(), streamTimers: timers })
  user = await newUser(web, 'elite')
})
afterAll(() => web.stop())

/** Everything was sent and nothing for so long that every pace is over. */
beforeEach(async () => {
  publish('indices')
  publish('news')
  publish('chain.NIFTY')
  listener = listenToStream(web, user)
  await listener.opened
  listener.follow(...TOPICS)
  await expect.poll(() => listener.value(INDICES)).toBeDefined()
  timers.advance(4_500)
  await delay(ARRIVAL_MS)
  listener.frames.length = 0
})
afterEach(() => listener.socket.terminate())

const TOPICS = [INDICES, NEWS, CHAIN]

/** Publishes another value of a snapshot. */
function publish(name: 'indices' | 'news' | 'chain.NIFTY'): void {
  n += 1
  const price = { price: 24_500 + n, change: n, change_percent: 0.01 }
  const row = {
    strike: 24_500,
    ce_oi: 75 * n,
    ce_ltp: 100,
    ce_above_ema: null,
    pe_oi: 150,
    pe_ltp: 90,
    pe_above_ema: null,
  }
  const value = {
    indices: { nifty50: price, banknifty: price, as_of: '2026-11-20T10:00:00+05:30' },
    news: { headlines: [`Headline ${n}`] },
    'chain.NIFTY': [row],
  }[name]
  web.bus.publish(`snapshot.${name}`, { version: n, json: JSON.stringify(value) })
}

/** Frames without heartbeats that have come since the last call, after `ms` of standing time. */
async function framesAfter(ms: number): Promise<number> {
  await delay(5)
  timers.advance(ms)
  await delay(ARRIVAL_MS)
  return listener.frames.splice(0).filter((frame) => !frame.includes('"clock"')).length
}

describe('a change of a shared topic', () => {
  it('leaves at once after a quiet time', async () => {
    publish('indices')
    expect(await framesAfter(10)).toBe(1)
    expect(listener.value(INDICES)).toMatchObject({ nifty50: { change: n } })
  })

  it('is one frame with all that one publication of the market brings', async () => {
    publish('indices')
    publish('news')
    publish('chain.NIFTY')
    expect(await framesAfter(10)).toBe(1)
  })

  it('leaves 250 ms after the one before, the newest alone', async () => {
    publish('indices')
    await framesAfter(10)
    for (let change = 0; change < 5; change += 1) {
      publish('indices')
      expect(await framesAfter(40)).toBe(0)
    }
    expect(await framesAfter(49)).toBe(0)
    expect(await framesAfter(1)).toBe(1)
    expect(listener.value(INDICES)).toMatchObject({ nifty50: { change: n } })
    expect(await framesAfter(1_000)).toBe(0)
  })

  it('does not wait for another topic, nor hold one back', async () => {
    publish('indices')
    expect(await framesAfter(10)).toBe(1)
    publish('indices')
    publish('news')
    expect(await framesAfter(10)).toBe(1)
    expect(listener.value(NEWS)).toEqual({ headlines: [`Headline ${n}`] })
    expect(await framesAfter(239)).toBe(0)
    expect(await framesAfter(1)).toBe(1)
    expect(listener.value(INDICES)).toMatchObject({ nifty50: { change: n - 1 } })
  })

  it('of the option chain leaves at once, and then once a second', async () => {
    publish('chain.NIFTY')
    expect(await framesAfter(10)).toBe(1)
    publish('chain.NIFTY')
    expect(await framesAfter(999)).toBe(0)
    expect(await framesAfter(1)).toBe(1)
  })

  it('leaves four times a second at most, however many there are', async () => {
    for (let change = 0; change < 200; change += 1) {
      publish('indices')
      await delay(0)
      timers.advance(20)
    }
    const sent = await framesAfter(250)
    expect(sent).toBeGreaterThanOrEqual(15)
    expect(sent).toBeLessThanOrEqual(17)
  })

  it('is followed by heartbeats every five seconds', async () => {
    await delay(5)
    timers.advance(10_000)
    await expect.poll(() => listener.frames.filter((frame) => frame.includes('"clock"')).length).toBe(2)
  })
})
