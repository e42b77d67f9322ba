import { istIso, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { topicText, type StreamTopic } from '@strikewise/wire/live-stream.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bullishSignal } from './bullish-signal.ts'
import { call, FRIDAY_TEN, newUser, NoRateLimits, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { listenToStream, type StreamListener } from './stream-listener.ts'
import { writeTrade } from './trade-rows.ts'

const TODAY = '2026-11-20' as IstDate

/** In which every topic is read once at least. */
const LONGER_THAN_A_SECOND_MS = 1_300

let web: TestWeb
const open: StreamListener[] = []
beforeAll(async () => {
  web = await startTestWeb({}, { rates: new NoRateLimits() })
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate()
})
afterAll(() => web.stop())

function listen(...[user, change]: [TestUser | undefined, Parameters<typeof listenToStream>[2]?]): StreamListener {
  const listener = listenToStream(web, user, change)
  open.push(listener)
  return listener
}

async function following(user: TestUser, ...topics: string[]): Promise<StreamListener> {
  const listener = listen(user)
  await listener.opened
  listener.follow(...topics)
  return listener
}

function publish(name: string, value: unknown): void {
  web.bus.publish(`snapshot.${name}`, { version: 1, json: JSON.stringify(value) })
}

const signal = (strength: number) =>
  bullishSignal({ at: web.clock.now(), strength, mark: strength, components: { macd: strength, rsi: 50 } })

/** Everything the market role publishes in one fifth of a second; `n` makes it another. */
function publishMarket(n: number): void {
  const price = { price: 24_500 + n / 100, change: n / 100, change_percent: 0.01 }
  publish('indices', { nifty50: price, banknifty: price, as_of: istIso((web.clock.now() + n) as EpochMs) })
  const row = (strike: number) => ({
    strike,
    ce_oi: 75 * n,
    ce_ltp: 100 + n / 20,
    ce_above_ema: n % 3 === 0 ? null : true,
    ...(n % 4 === 0 ? { ce_ema_minutes_left: 5 } : {}),
    pe_oi: 150,
    pe_ltp: 90,
    pe_above_ema: false,
  })
  // The money moves: the first row is another one, and rows come and go, of which the stream carries those near the money.
  const money = 24_500 + 50 * (n % 3)
  const others = Array.from({ length: 30 + (n % 2) }, (_, i) => 23_700 + 50 * i).filter((strike) => strike !== money)
  const strikes = [money, ...others]
  publish('chain.NIFTY', strikes.map(row))
  const leg = {
    iv: 11 + n / 100,
    delta: 0.5,
    gamma: null,
    vega: 1,
    theta: -2,
    prev_close: 120,
    volume: n,
    oi_change: null,
    build_up: null,
  }
  publish(
    'chain_details.NIFTY',
    strikes.toSorted((a, b) => a - b).map((strike) => ({ strike, ce: leg, pe: leg })),
  )
  publish('signals.NIFTY', {
    candle_signal: signal(n / 100),
    option_chain_signal: signal(0.5),
    ...(n % 2 === 0 ? { indicator_signal: signal(0.25) } : {}),
  })
  publish('news', { headlines: [`Headline ${Math.floor(n / 7)}`] })
  const bar = { time: FRIDAY_TEN + Math.floor(n / 5) * MINUTE_MS, open: 1, high: 2, low: 1, close: 1 + n / 100 }
  publish('forming.NIFTY', bar)
  if (n % 5 === 0) publish('candles.NIFTY', { '1m': [bar], '3m': [bar], '5m': [bar], '15m': [bar] })
  web.bus.publish('quotes', Float64Array.of(1, 10_990 + n, 11_010 + n, 11_000 + n, FRIDAY_TEN + n, 0, 0, 75))
}

const TOPICS: readonly StreamTopic[] = [
  { route: 'liveIndices' },
  { route: 'news' },
  { route: 'signals', symbol: 'NIFTY' },
  { route: 'indicatorValues', symbol: 'NIFTY' },
  { route: 'optionChainTable', symbol: 'NIFTY' },
  { route: 'optionChainDetails', symbol: 'NIFTY' },
  { route: 'optionChainTable', symbol: 'NIFTY', strikes: 'all' },
  { route: 'optionChainDetails', symbol: 'NIFTY', strikes: 'all' },
  { route: 'optionChainWalls', symbol: 'NIFTY' },
  { route: 'indexCandles', symbol: 'NIFTY' },
  { route: 'decisions', symbol: 'NIFTY', date: TODAY },
  { route: 'userActiveTrades', date: TODAY },
  { route: 'livePnl', date: TODAY },
]

/** What of an answer the stream carries. */
const STREAMED_PART: Partial<Record<StreamTopic['route'], Record<string, string>>> = {
  decisions: { limit: '1' },
  optionChainTable: { strikes: 'near' },
  optionChainDetails: { strikes: 'near' },
}

/** What the call of a topic answers the user. */
async function routeAnswer(user: TestUser, { route, ...parameters }: StreamTopic) {
  const own = route === 'userActiveTrades' || route === 'livePnl' ? { uid: user.id } : {}
  const query = { ...own, ...STREAMED_PART[route], ...parameters }
  return call(web, 'GET', `/api${ROUTES[route].path}`, { cookie: user.cookie, query })
}

describe('a topic', () => {
  it.each(PLANS)('is what its call answers a user of %s, after any number of deltas', async (plan: Plan) => {
    const user = await newUser(web, plan)
    await writeTrade(web.store.db, user.id, TODAY, `stream-${user.id}`, 'open')
    publishMarket(1)
    // A starter sees it once it is a minute old.
    web.clock.advance(61_000)
    const listener = await following(user, ...TOPICS.map((topic) => topicText(topic)))
    for (let n = 2; n <= 24; n += 1) {
      publishMarket(n)
      web.clock.advance(61_000)
      await new Promise((resolve) => void setTimeout(resolve, n % 3 === 0 ? 20 : 260))
    }
    for (const topic of TOPICS) {
      const text = topicText(topic)
      const answer = await routeAnswer(user, topic)
      // Details of every strike are read each third second.
      if (answer.status === 200)
        await expect.poll(() => JSON.stringify(listener.value(text)), { timeout: 10_000 }).toBe(answer.text)
      else {
        const { code } = answer.json as { code: string }
        expect(listener.entries).toContainEqual({ type: 'refusal', topic: text, code })
        expect(listener.value(text)).toBeUndefined()
      }
    }
    expect(listener.gaps).toEqual([])
    const sent = listener.entries.filter(({ type }) => type === 'delta')
    expect(sent.length).toBeGreaterThan(20)
  })

  it('is sent when it changes, and at no other time', async () => {
    const user = await newUser(web, 'elite')
    publishMarket(1)
    const listener = await following(user, 'liveIndices', 'optionChainTable.NIFTY')
    await expect.poll(() => listener.news().length).toBe(2)
    publishMarket(1)
    await new Promise((resolve) => void setTimeout(resolve, LONGER_THAN_A_SECOND_MS))
    expect(listener.news()).toHaveLength(2)
    publishMarket(2)
    await expect.poll(() => listener.news().length).toBe(4)
  })

  it('keeps its last value while what the bus brings is no JSON, and the others go on', async () => {
    const user = await newUser(web, 'elite')
    publishMarket(1)
    const listener = await following(user, 'liveIndices', 'optionChainTable.NIFTY')
    await expect.poll(() => listener.news().length).toBe(2)
    web.bus.publish('snapshot.chain.NIFTY', { version: 9, json: '[{' })
    publish('indices', { as_of: istIso(web.clock.now()) })
    await expect.poll(() => listener.value('liveIndices')).toEqual({ as_of: istIso(web.clock.now()) })
    // The chain is read once a second, the indices in each round.
    await new Promise((resolve) => void setTimeout(resolve, LONGER_THAN_A_SECOND_MS))
    expect(web.logs.filter((line) => line.includes('snapshot.chain.NIFTY'))).toHaveLength(1)
    expect(listener.news()).toHaveLength(3)
    publishMarket(4)
    const { text } = await routeAnswer(user, { route: 'optionChainTable', symbol: 'NIFTY' })
    await expect.poll(() => JSON.stringify(listener.value('optionChainTable.NIFTY'))).toBe(text)
  })

  it('ends when it is asked for no more, and begins with its whole value when it is again', async () => {
    const user = await newUser(web, 'elite')
    publishMarket(1)
    const listener = await following(user, 'liveIndices', 'optionChainTable.NIFTY')
    await expect.poll(() => listener.news().length).toBe(2)
    listener.follow('optionChainTable.NIFTY')
    await new Promise((resolve) => void setTimeout(resolve, 50))
    publishMarket(3)
    await expect.poll(() => listener.news().length).toBe(3)
    listener.follow('optionChainTable.NIFTY', 'liveIndices')
    await expect.poll(() => listener.news().slice(3)).toMatchObject([{ type: 'keyframe', topic: 'liveIndices' }])
  })

  it('is sent whole to a page that has missed something', async () => {
    const user = await newUser(web, 'elite')
    publishMarket(1)
    const listener = await following(user, 'liveIndices', 'optionChainTable.NIFTY')
    await expect.poll(() => listener.news().length).toBe(2)
    listener.socket.send(JSON.stringify({ topics: ['liveIndices', 'optionChainTable.NIFTY'], again: ['liveIndices'] }))
    await expect.poll(() => listener.news().slice(2)).toMatchObject([{ type: 'keyframe', topic: 'liveIndices' }])
    publishMarket(2)
    await expect.poll(() => listener.value('liveIndices')).toMatchObject({ nifty50: { price: 24_500.02 } })
    expect(listener.gaps).toEqual([])
  })

  it('is the same bytes for every user of a plan', async () => {
    const users = [await newUser(web, 'elite'), await newUser(web, 'elite')]
    publishMarket(1)
    const listeners = await Promise.all(users.map((user) => following(user, 'liveIndices', 'signals.NIFTY')))
    for (const listener of listeners) await expect.poll(() => listener.news().length).toBe(2)
    publishMarket(2)
    for (const listener of listeners) await expect.poll(() => listener.news().length).toBe(4)
    const changes = listeners.map(({ frames }) => frames.filter((frame) => !frame.includes('"clock"')))
    expect(changes[0]![1]).toBe(changes[1]![1])
  })

  it.each(['me', 'signals', 'decisions.NIFTY.2026-11-19', '__proto__'])(
    '%s is none that a page can follow',
    async (topic) => {
      const listener = await following(await newUser(web, 'elite'), topic)
      await expect.poll(() => listener.news()).toEqual([{ type: 'refusal', topic, code: 'not_found' }])
    },
  )
})

describe('the plan', () => {
  it('that ends takes its topics along, at that instant, and starter sees the rest a minute late', async () => {
    const user = await newUser(web, 'pro')
    publishMarket(1)
    web.clock.advance(61_000)
    publishMarket(2)
    const listener = await following(user, 'liveIndices', 'optionChainTable.NIFTY')
    const early = (await routeAnswer(user, { route: 'liveIndices' })).text
    await expect.poll(() => JSON.stringify(listener.value('liveIndices'))).toBe(early)
    await web.store.db
      .updateTable('profiles')
      .set({ plan_expiry: new Date(web.clock.now() + 1000) })
      .where('user_id', '=', user.id)
      .execute()
    web.bus.publish(`account.${user.id}`, null)
    await expect.poll(() => listener.entries).toContainEqual({ type: 'hint', changed: 'account' })
    await new Promise((resolve) => void setTimeout(resolve, 300))
    web.clock.advance(2000)
    await expect
      .poll(() => listener.entries)
      .toContainEqual({ type: 'refusal', topic: 'optionChainTable.NIFTY', code: 'plan_expired' })
    const late = (await routeAnswer(user, { route: 'liveIndices' })).text
    expect(late).not.toBe(early)
    await expect.poll(() => JSON.stringify(listener.value('liveIndices'))).toBe(late)
    const known = listener.news().length
    publishMarket(9)
    await new Promise((resolve) => void setTimeout(resolve, 600))
    expect(listener.news().slice(known)).toEqual([])
  })
})

describe('a user', () => {
  it('is sent the open trades when they change, and how they stand when a price comes', async () => {
    const user = await newUser(web, 'elite')
    const [trades, pnl] = [`userActiveTrades.${TODAY}`, `livePnl.${TODAY}`]
    const listener = await following(user, trades, pnl)
    await expect.poll(() => listener.value(trades)).toEqual([])
    await writeTrade(web.store.db, user.id, TODAY, `own-${user.id}`, 'open')
    web.bus.publish(`trades.${user.id}`, null)
    await expect.poll(() => listener.value(trades)).toMatchObject([{ trade_id: `own-${user.id}`, status: 'Open' }])
    expect(listener.entries).toContainEqual({ type: 'hint', changed: 'trades' })
    web.bus.publish('quotes', Float64Array.of(1, 11_990, 12_010, 12_000, FRIDAY_TEN, 0, 0, 75))
    await expect.poll(() => listener.value(pnl)).toMatchObject([{ last_price: 120 }])
    web.bus.publish('quotes', Float64Array.of(1, 12_990, 13_010, 13_000, FRIDAY_TEN, 0, 0, 75))
    await expect.poll(() => listener.value(pnl)).toMatchObject([{ last_price: 130 }])
  })

  it('is sent nothing of another user', async () => {
    const [user, other] = [await newUser(web, 'elite'), await newUser(web, 'elite')]
    const listener = await following(user, `userActiveTrades.${TODAY}`)
    await expect.poll(() => listener.news().length).toBe(1)
    await writeTrade(web.store.db, other.id, TODAY, `other-${other.id}`, 'open')
    web.bus.publish(`trades.${other.id}`, null)
    web.bus.publish(`account.${other.id}`, null)
    await new Promise((resolve) => void setTimeout(resolve, 600))
    expect(listener.news()).toHaveLength(1)
  })

  it('is notified of a notice, and of a trade that changed while its hint was lost', { timeout: 40_000 }, async () => {
    const user = await newUser(web, 'elite')
    const trades = `userActiveTrades.${TODAY}`
    const listener = await following(user, trades)
    await expect.poll(() => listener.value(trades)).toEqual([])
    // The first reading shows what there was before.
    await new Promise((resolve) => void setTimeout(resolve, 6500))
    await writeTrade(web.store.db, user.id, TODAY, `lost-${user.id}`, 'open')
    await web.store.db
      .insertInto('notices')
      .values({ user_id: user.id, kind: 'signal', key: 'n1', at: FRIDAY_TEN, text: 'words', link: null })
      .execute()
    await expect.poll(() => listener.value(trades), { timeout: 15_000 }).toMatchObject([{ status: 'Open' }])
    await web.store.pool.query(
      `insert into entry_refusals values ($1, 'NIFTY', 'refused-1', $2, $3, 'symbol_not_in_plan', 'words')`,
      [user.id, TODAY, FRIDAY_TEN],
    )
    await expect.poll(() => listener.entries).toContainEqual({ type: 'hint', changed: 'notices' })
    await expect.poll(() => listener.entries, { timeout: 15_000 }).toContainEqual({ type: 'hint', changed: 'refusals' })
  })

  it('is cut off when the session ends, within two seconds', async () => {
    const user = await newUser(web)
    const listener = await following(user, 'liveIndices')
    await expect.poll(() => listener.news().length).toBe(1)
    const from = performance.now()
    await call(web, 'POST', '/api/auth/sign-out', { cookie: user.cookie, body: {} })
    expect(await listener.closed).toBe(1008)
    expect(performance.now() - from).toBeLessThan(2000)
    expect(listener.entries.at(-1)).toEqual({ type: 'error', code: 'not_signed_in', error: 'Please log in.' })
  })
})

describe('a page', () => {
  it('that reads too slowly is sent the newest values once it reads again, and none of those between', async () => {
    const user = await newUser(web, 'elite')
    publishMarket(1)
    const listener = await following(user, 'optionChainDetails.NIFTY', 'liveIndices')
    await expect.poll(() => listener.news().length).toBe(2)
    listener.socket.pause()
    const strikes = Array.from({ length: 2000 }, (_, i) => 20_000 + 50 * i)
    const leg = (n: number) => ({
      iv: n,
      delta: n,
      gamma: n,
      vega: n,
      theta: n,
      prev_close: n,
      volume: n,
      oi_change: n,
      build_up: null,
    })
    // Megabytes: more than the network between holds.
    for (let n = 1; n <= 16; n += 1) {
      publish(
        'chain_details.NIFTY',
        strikes.map((strike) => ({ strike: strike + n, ce: leg(n / 7), pe: leg(n / 3) })),
      )
      await new Promise((resolve) => void setTimeout(resolve, 260))
    }
    publishMarket(4)
    await new Promise((resolve) => void setTimeout(resolve, 300))
    listener.socket.resume()
    const last = await routeAnswer(user, { route: 'optionChainDetails', symbol: 'NIFTY' })
    await expect.poll(() => JSON.stringify(listener.value('optionChainDetails.NIFTY'))).toBe(last.text)
    expect(listener.gaps).toEqual([])
    expect(
      listener.entries.filter((entry) => entry.type === 'keyframe' && entry.topic.startsWith('optionChain')).length,
    ).toBeLessThan(14)
    publishMarket(5)
    await expect.poll(() => listener.value('liveIndices')).toMatchObject({ nifty50: { price: 24_500.05 } })
  })

  it('is sent the product’s clock every few seconds', { timeout: 20_000 }, async () => {
    const listener = await following(await newUser(web))
    await expect
      .poll(() => listener.entries, { timeout: 10_000 })
      .toContainEqual({ type: 'clock', now: web.clock.now(), speed: 10 })
  })
})
