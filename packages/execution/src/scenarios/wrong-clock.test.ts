// @invariant no-single-clock
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, DAY, Scenario } from '../testing/scenario.ts'

const SECOND = 1_000
const HOUR = 3_600_000

const codes = (s: Scenario) => s.alarms.map((alarm) => alarm.split(':')[0])

describe('a wall clock that jumps for one second (B4)', () => {
  it.each([1, 2, 5, 5.5, 6, 24, -1, -6])(
    'by %d hours: the position keeps its stop and leaves at its target',
    async (hours) => {
      const s = await opened()
      s.clock.step(hours * HOUR)
      await s.run(SECOND)
      s.clock.step(-hours * HOUR)
      await s.run(3 * SECOND)
      expect([s.trade.state, s.broker.net(), s.broker.liveSellUnits()]).toEqual(['open', 65, 65])
      s.price(400, 400.2)
      await s.run(60 * SECOND)
      expect([s.trade.state, s.broker.net(), codes(s)]).toEqual(['closed', 0, []])
      expect(s.trade).toMatchObject({ exitReason: 'target' })
    },
  )

  it.each([5.5, 6, 24, -6])(
    'by %d hours, and the process starts in that second: its successor and itself go on',
    async (hours) => {
      const s = await opened()
      s.kill()
      s.clock.step(hours * HOUR)
      await s.start()
      s.clock.step(-hours * HOUR)
      await s.run(3 * SECOND)
      expect([s.trade.state, s.broker.liveSellUnits()]).toEqual(['open', 65])
      s.kill()
      await s.start()
      s.price(400, 400.2)
      await s.run(60 * SECOND)
      expect([s.trade.state, s.broker.net()]).toEqual(['closed', 0])
      expect(s.trade).toMatchObject({ exitReason: 'target' })
    },
  )
})

it('begins after the close where funds cannot be read: the order book shows the time, and no call leaves (I5)', async () => {
  const s = await opened()
  // There is no buyer, and at the close the order ends.
  s.broker.fillLimit = 0
  s.price(290, 290.2)
  await s.run(5 * SECOND)
  expect(s.trade.state).toBe('exiting')
  s.kill()
  for (const { orderId } of s.sells) s.broker.endOrder(orderId, null)
  await s.clock.advance(6 * HOUR)
  const before = s.broker.calls.length
  s.broker.funds = () => Promise.resolve({ ok: false, code: 'unavailable', text: '' })
  await s.start()
  await s.run(5 * SECOND)
  expect(s.broker.calls.slice(before)).toEqual([])
})

it.each([0.6, 2, 5.5, 24, 48, -6])(
  'that jumps by %d hours while a process starts that the broker does not answer: no trade is exited for the time',
  async (hours) => {
    const s = await opened()
    s.kill()
    s.broker.readFault = 'unavailable'
    s.clock.step(hours * HOUR)
    await s.start()
    await s.run(10 * SECOND)
    s.clock.step(-hours * HOUR)
    s.broker.readFault = undefined
    await s.run(10 * SECOND)
    expect([s.trade.state, s.broker.net(), s.broker.liveSellUnits()]).toEqual(['open', 65, 65])
    expect(codes(s)).not.toContain('not_flat')
  },
)

it.each([2, 5.5, 24, 48])(
  'that is %d hours ahead as a process starts and right again before its rows are there: no trade is exited for the time',
  async (hours) => {
    const s = await opened()
    s.kill()
    s.broker.readFault = 'unavailable'
    s.clock.step(hours * HOUR)
    const tx: typeof s.store.transaction = s.store.transaction.bind(s.store)
    s.store.transaction = async (work) => {
      s.store.transaction = tx
      s.clock.step(-hours * HOUR)
      s.broker.readFault = undefined
      await s.broker.funds()
      return tx(work)
    }
    await s.start()
    await s.run(10 * SECOND)
    expect([s.trade.state, s.broker.net(), s.broker.liveSellUnits(), codes(s)]).toEqual(['open', 65, 65, []])
  },
)

it('a process takes an account up though its first question for the broker’s time hangs', async () => {
  const s = await opened()
  s.kill()
  s.broker.pushes = false
  s.broker.endOrder(s.sells[0]!.orderId, null)
  const funds = s.broker.funds.bind(s.broker)
  s.broker.funds = () => {
    s.broker.funds = funds
    return new Promise(() => undefined)
  }
  await s.start()
  await s.run(2_500)
  expect(s.broker.liveSellUnits()).toBe(65)
})

it('a process takes a position without a stop up within five seconds though the broker shows it no time', async () => {
  const s = await opened()
  s.kill()
  s.broker.pushes = false
  s.broker.endOrder(s.sells[0]!.orderId, null)
  s.store.seed(
    ACCOUNT,
    [...s.store.account(ACCOUNT).orders.values()].map(({ order, on }) => ({
      type: 'order',
      order: order.side === 'SELL' ? { ...order, phase: 'cancelled' } : order,
      on,
    })),
  )
  s.broker.funds = () => new Promise(() => undefined)
  await s.start()
  await s.run(3_500)
  expect(s.broker.liveSellUnits()).toBe(65)
})

describe('a price far from the last one that comes as the wall clock steps', () => {
  it.each([1, 6, 24])('is not believed for a step of %d hours ahead: what is held stays (I9)', async (hours) => {
    const s = await opened()
    s.feedOnly(9_000, 9_000.2)
    await s.run(500)
    s.clock.step(hours * HOUR)
    await s.run(500)
    s.clock.step(-hours * HOUR)
    s.feedOnly(150, 150.2)
    await s.run(3 * SECOND)
    expect([s.trade.state, s.broker.liveSellUnits()]).toEqual(['open', 65])
  })

  it.each([-6, -1, 1, 6])('is believed two seconds later though it stepped by %d hours', async (hours) => {
    const s = await opened()
    s.price(400, 400.2)
    await s.run(500)
    s.clock.step(hours * HOUR)
    await s.run(4 * SECOND)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
  })

  it.each([-6, 6])(
    'ends a stop whose limit it has left after three seconds, on a clock off by %d hours (B1, P7)',
    async (hours) => {
      const s = await opened()
      s.clock.step(hours * HOUR)
      await s.run(5 * SECOND)
      s.price(60, 60.2, 150)
      await s.run(2_900)
      expect(s.trade.state).toBe('open')
      await s.run(2_500)
      expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop_through' })
    },
  )
})

describe('a wall clock that is wrong all day (a hardware clock in local time)', () => {
  it.each([5.5, -3])('by %d hours: nothing enters, what is held leaves at its target', async (hours) => {
    const s = await opened()
    s.kill()
    s.clock.step(hours * HOUR)
    s.broker.skewMs = 0
    await s.start()
    await s.run(120 * SECOND)
    expect([s.trade.state, s.broker.liveSellUnits()]).toEqual(['open', 65])
    s.price(400, 400.2)
    await s.run(60 * SECOND)
    expect([s.trade.state, s.broker.net()]).toEqual(['closed', 0])
  })

  it('is squared off by the broker’s time', async () => {
    const s = await opened()
    s.clock.step(-4 * HOUR)
    const left = istInstant(DAY, 15, 20) - s.clock.trueNow()
    await s.run(left)
    expect([s.trade.state, s.broker.net()]).toEqual(['closed', 0])
  })
})

it.each([-6 * HOUR, -4 * SECOND, 4 * SECOND, 6 * HOUR])(
  'that steps by %d ms before a decision: no entry, and the clock is the reason given',
  async (ms) => {
    const s = await new Scenario().start()
    s.clock.step(ms)
    s.price(150, 150.2)
    s.decide()
    await s.run(500)
    expect(s.placed('BUY')).toEqual([])
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'clock_skew' }])
  },
)

it('after a machine was suspended for two hours the account follows, once the broker has shown its time', async () => {
  const s = await opened()
  s.clock.suspend(2 * HOUR)
  await s.run(5 * SECOND)
  // Held for longer than any trade may be: the time exit was due meanwhile.
  await s.run(10 * SECOND)
  expect([s.trade.state, s.broker.net()]).toEqual(['closed', 0])
})

it('rows that a process with a wrong clock wrote ahead of time keep no order from being followed', async () => {
  const s = await opened()
  s.kill()
  const ahead = (s.clock.now() + 6 * HOUR) as EpochMs
  for (const intent of s.store.intentsOf(ACCOUNT))
    s.store.seed(ACCOUNT, [
      {
        type: 'intent',
        intent: { ...intent, createdAt: ahead, deadline: ahead, outcome: { ...intent.outcome, at: ahead } as never },
      },
    ])
  for (const { order, on } of s.store.account(ACCOUNT).orders.values())
    s.store.seed(ACCOUNT, [{ type: 'order', order: { ...order, acknowledgedAt: ahead, seenAt: ahead }, on }])
  await s.start()
  expect(s.counts.get('rows_ahead_of_time')).toBe(1)
  s.price(400, 400.2)
  await s.run(60 * SECOND)
  expect([s.trade.state, s.broker.net()]).toEqual(['closed', 0])
})

it('a day that truly ends ends: the trade of yesterday is closed and reported', async () => {
  const s = await opened()
  await s.run(istInstant(DAY, 24) - s.clock.now() + 60 * SECOND)
  expect(s.trade.state).toBe('closed')
})

describe('a trade that was closed today over a position that is held', () => {
  /** Another process, by its wrong clock, wrote the trade down as closed. */
  async function closedWrongly(): Promise<Scenario> {
    const s = await opened()
    s.kill()
    const { trade } = s
    if (trade.state !== 'open') throw new Error('it is open')
    const closed = { ...trade, state: 'closed', exitReason: 'square_off', closedAt: s.clock.now() } as const
    s.store.seed(ACCOUNT, [{ type: 'trade', trade: { ...closed, traded: 65, result: null } }])
    await s.start()
    return s
  }

  it('keeps the stop that rests, and reports the position', async () => {
    const s = await closedWrongly()
    await s.run(60 * SECOND)
    expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([65, 65])
    expect(codes(s)).toContain('held_after_close')
  })

  it('keeps it while the positions cannot be read', async () => {
    const s = await opened()
    s.kill()
    s.broker.positions = () => Promise.resolve({ ok: false, code: 'unavailable', text: '' })
    const { trade } = s
    if (trade.state !== 'open') throw new Error('it is open')
    const closed = { ...trade, state: 'closed', exitReason: 'square_off', closedAt: s.clock.now() } as const
    s.store.seed(ACCOUNT, [{ type: 'trade', trade: { ...closed, traded: 65, result: null } }])
    await s.start()
    await s.run(60 * SECOND)
    expect(s.broker.liveSellUnits()).toBe(65)
  })

  it('loses the stop once the user has sold the position', async () => {
    const s = await closedWrongly()
    await s.run(5 * SECOND)
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    await s.run(15 * SECOND)
    expect([s.broker.net(), s.broker.liveSellUnits()]).toEqual([0, 0])
  })
})

describe('an account that is short after a sale of the user’s own and ours, while a wall clock is wrong (I11)', () => {
  /** The process is gone; the user sells the position manually, and the stop sells it again. */
  async function shortUnseen(): Promise<Scenario> {
    const s = await opened()
    s.facts((facts) => ({ ...facts, coverManualShorts: true }))
    s.kill()
    s.broker.pushes = false
    s.broker.tradeManually('SELL', CALL.tradingsymbol, 'MIS', 65)
    s.price(115, 115.2)
    expect(s.broker.net()).toBe(-65)
    return s
  }

  it.each([0.1, 1, 5])('by %d hours as its readings leave: is bought back once the clock is right', async (hours) => {
    const s = await shortUnseen()
    const funds = s.broker.funds.bind(s.broker)
    s.clock.step(hours * HOUR)
    s.broker.funds = () => Promise.resolve({ ok: false, code: 'unavailable', text: '' })
    const orders = s.broker.orders.bind(s.broker)
    // Its answer is the first to show the broker's time.
    s.broker.orders = () => {
      Object.assign(s.broker, { orders, funds })
      s.clock.step(-hours * HOUR)
      return orders()
    }
    await s.start()
    await s.run(7 * SECOND)
    expect(s.broker.net()).toBe(0)
    expect(codes(s)).toContain('manual_short')
  })

  it('by hours when its trade was closed: is bought back by a successor', async () => {
    const s = await shortUnseen()
    const ahead = (s.clock.now() + 6 * HOUR) as EpochMs
    const [stop] = s.broker.book().filter(({ kind }) => kind === 'SL')
    const { trade } = s
    if (trade.state !== 'open') throw new Error('it is open')
    s.store.seed(ACCOUNT, [
      ...[...s.store.account(ACCOUNT).orders.values()]
        .filter(({ order }) => order.orderId === stop!.orderId)
        .map(
          ({ order, on }) =>
            ({ type: 'order', order: { ...order, ...stop, phaseSince: ahead, seenAt: ahead }, on }) as const,
        ),
      {
        type: 'trade',
        trade: { ...trade, state: 'closed', exitReason: 'stop', closedAt: ahead, traded: 65, result: null },
      },
    ])
    await s.start()
    await s.run(7 * SECOND)
    expect(s.broker.net()).toBe(0)
  })
})

it.each([
  [0, 1],
  [-3, 0],
])(
  'stepped by %d s while the feed is silent and the broker has not answered since: %d entries leave by the last price (I3)',
  async (seconds, entries) => {
    const s = await new Scenario().start()
    const { mono, earliest, latest } = s.broker.brokerTime()!
    // The last answer was three seconds old as it came, so it hardly bounds the broker's time.
    const shown = { mono, earliest: (earliest - 3 * SECOND) as EpochMs, latest }
    s.broker.brokerTime = () => shown
    s.feed.set = () => {}
    await s.clock.advance(1_500 - seconds * SECOND)
    s.clock.step(seconds * SECOND)
    s.decide()
    await s.run(500)
    expect(s.placed('BUY')).toHaveLength(entries)
  },
)
