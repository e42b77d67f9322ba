// @invariant protected-position
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { CALL, rs, Scenario } from '../testing/scenario.ts'

describe('an armed stop that does not fire, for nothing trades (B1, P7)', () => {
  it('becomes the exit three seconds after the bid has left its limit', async () => {
    const s = await opened()
    s.broker.quote(10_500, 10_520, 15_000)
    s.feedOnly(105, 105.2)
    await s.run(2_900)
    expect(s.trade.state).toBe('open')
    await s.run(1_500)
    expect(s.broker.net()).toBe(0)
    expect(s.placed('SELL')).toHaveLength(1)
  })

  it.each([
    ['has taken', 'lose_reply'],
    ['has not taken', 'lose_request'],
  ] as const)(
    'becomes the exit once the bid has left the limit of a raise that the broker %s and whose answer is lost',
    async (_what, type) => {
      const s = await opened()
      s.broker.pushes = false
      s.broker.failNext('modify', { type })
      // Nothing settles the doubt meanwhile.
      const before = s.broker.book()
      s.broker.orders = async () => ({ ok: true, value: before })
      s.broker.history = async () => ({ ok: false, code: 'unavailable', text: '' })
      s.price(220, 220.2)
      await s.run(1_000)
      const { trade } = s
      expect(trade.state === 'open' && trade.trigger).toBeGreaterThan(rs(180))
      // Under the limit of the raise, over that of the stop as it was; nothing trades there.
      s.broker.quote(15_000, 15_020, 22_000)
      s.feedOnly(150, 150.2)
      await s.run(2_900)
      expect(s.trade.state).toBe('open')
      await s.run(1_500)
      expect(s.trade).toMatchObject({ exitReason: 'stop_through' })
    },
  )

  it('becomes the exit though the bid is so far under the last price that it is doubted (P7)', async () => {
    const s = await opened()
    s.price(60, 60.2, 150)
    await s.run(2_900)
    expect(s.trade.state).toBe('open')
    await s.run(2_500)
    expect(s.broker.net()).toBe(0)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_through' })
  })

  it('becomes the exit though doubted bids fell under its limit only after a while', async () => {
    const s = await opened()
    s.price(115, 115.2, 250)
    await s.run(3_000)
    s.price(60, 60.2, 250)
    await s.run(2_900)
    expect(s.trade.state).toBe('open')
    await s.run(2_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_through' })
  })

  it.each([
    ['is doubted', 115, 250],
    ['is believed', 115, 150],
  ])(
    'is sold beside within five seconds of a time exit that stays pending, when the bid under its trigger %s',
    async (_how, bid, last) => {
      const s = await opened()
      s.broker.failNext('modify', { type: 'stick' })
      s.price(bid, bid + 0.2, last)
      while (s.trade.state === 'open') await s.run(1_000)
      expect(s.trade).toMatchObject({ state: 'exiting', exitReason: 'time' })
      await s.run(5_500)
      expect(s.broker.net()).toBe(0)
    },
  )

  it('stays while a low bid stands under a high ask, for no trade happens there (P7)', async () => {
    const s = await opened()
    s.price(60, 150.2, 150)
    await s.run(60_000)
    expect([s.trade.state, s.sells.length]).toEqual(['open', 1])
  })

  it('stays for a single message with a bid far under the last price', async () => {
    const s = await opened()
    const { feed } = s
    const before = feed.quote(CALL.token)!
    const set = feed.set.bind(feed)
    // Whatever the scenario repeats, the feed has one freak message and then silence.
    feed.set = () => undefined
    set(CALL.token, { ...before, bid: rs(60), ask: rs(60.2), receivedAt: s.clock.now() })
    await s.run(60_000)
    expect([s.trade.state, s.sells.length]).toEqual(['open', 1])
  })

  it.each([
    ['becomes the exit', 2, 'closed'],
    ['stays for a single message', 1, 'open'],
  ] as const)(
    '%s when the feed fell silent with a doubted bid before the purchase was known, shown %d times (P7)',
    async (_what, times, state) => {
      const s = await new Scenario().start()
      s.broker.pushes = false
      // No book shows the purchase at first.
      const shown = { orders: s.broker.orders.bind(s.broker), trades: s.broker.trades.bind(s.broker) }
      s.broker.orders = async () => ({ ok: true, value: [] })
      s.broker.trades = async () => ({ ok: true, value: [] })
      s.decide()
      await s.run(1_000)
      expect(s.trade.state).toBe('entering')
      const { feed } = s
      const before = feed.quote(CALL.token)!
      const set = feed.set.bind(feed)
      feed.set = () => undefined
      s.broker.quote(rs(60), rs(60.2), rs(150))
      for (let time = 0; time < times; time += 1) {
        set(CALL.token, { ...before, bid: rs(60), ask: rs(60.2), last: rs(150), receivedAt: s.clock.now() })
        await s.run(200)
      }
      Object.assign(s.broker, shown)
      await s.run(7_000)
      expect(s.trade.state).toBe(state)
    },
  )

  it('stays while doubted bids go back over its limit', async () => {
    const s = await opened()
    for (let second = 0; second < 20; second += 1) {
      s.price(second % 2 === 0 ? 60 : 150, second % 2 === 0 ? 60.2 : 150.2, 150)
      await s.run(1_000)
    }
    expect([s.trade.state, s.sells.length]).toEqual(['open', 1])
  })

  it('rests while the bid is between its trigger and its limit', async () => {
    const s = await opened()
    s.broker.quote(11_500, 11_520, 15_000)
    s.feedOnly(115, 115.2)
    await s.run(60_000)
    expect(s.trade.state).toBe('open')
    expect(s.sells).toHaveLength(1)
  })
})
