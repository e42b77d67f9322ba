// @invariant manual-sale-seen
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { opened, openedTwice } from '../testing/open-trade.ts'
import { ACCOUNT, CALL, Scenario } from '../testing/scenario.ts'
import { TEST_BROKER } from '../testing/test-broker.ts'

/** The broker refuses a stop so late that the positions are read while it is under way. */
const REFUSED_AFTER_MS = 300
/** A reading takes so long that its result comes after the next try of the stop when it begins a moment too late. */
const READING_MS = 200
/** A trade book comes so late, asked for as the entry filled, that the positions of two seconds later are there before it. */
const LATE_BOOK_MS = 2_600
/** Positions have been read, and the trade book that is asked for then has not. */
const READING_TWO_MS = 25

/** A call to the broker that leaves `ms` late. */
const slowly =
  <A extends unknown[], T>(s: Scenario, ms: number, call: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    await s.clock.sleep(ms)
    return call(...args)
  }

it('positions read while a stop was under way that the broker then refuses are read again as soon as they can show it (B9b)', async () => {
  const s = await opened(new Scenario(), 500)
  s.broker.place = slowly(s, REFUSED_AFTER_MS, s.broker.place.bind(s.broker))
  s.broker.positions = slowly(s, READING_MS, s.broker.positions.bind(s.broker))
  s.broker.trades = slowly(s, READING_MS, s.broker.trades.bind(s.broker))
  s.broker.failNext('sell', { type: 'refuse', code: 'not_permitted' })
  s.broker.endOrder(s.sells[0]!.orderId, null)
  s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
  s.broker.say({ ...s.broker.book()[0]!, orderId: '9', tag: null, side: 'SELL', product: 'NRML', filled: 0 })
  await s.run(10_000)
  expect(s.trade).toMatchObject({ state: 'closed', converted: 65 })
  expect(s.placed('SELL')).toHaveLength(1)
})

it('a trade book asked for before the positions does not end the search for what they lack (B9b)', async () => {
  const s = await new Scenario().start()
  const trades = s.broker.trades.bind(s.broker)
  s.broker.trades = async () => {
    s.broker.trades = trades
    const book = await trades()
    await s.clock.sleep(LATE_BOOK_MS)
    return book
  }
  s.decide()
  await s.run(500)
  s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
  // The positions are read meanwhile, and the trade book of before comes after them.
  await s.run(LATE_BOOK_MS)
  expect(s.trade).toMatchObject({ converted: 65 })
})

it('a conversion is booked once though a sale is in doubt, where the user has converted units of their own too (B9b, I1)', async () => {
  const s = await openedTwice()
  s.broker.failNext('sell', { type: 'lose_request' })
  s.broker.endOrder(s.sells[0]!.orderId, null)
  s.broker.tradeManually('BUY', CALL.tradingsymbol, 'MIS', 65)
  // Of three purchases of 65 units two are converted: 65 of ours, and the user's own.
  s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML', 2)
  await s.run(60_000)
  const converted = s.store.tradesOf(ACCOUNT).flatMap((trade) => trade.converted ?? [])
  expect(converted).toEqual([65])
  expect(s.broker.liveSellUnits()).toBe(65)
})

it('positions that come after the trade book that was asked for with them are judged before the next stop is placed (B9b)', async () => {
  const s = await opened(new Scenario(), 500)
  s.broker.pushes = false
  s.broker.readFault = 'unavailable'
  s.broker.endOrder(s.sells[0]!.orderId, null)
  s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
  await s.run(3_000)
  const positions = s.broker.positions.bind(s.broker)
  const orders = s.broker.orders.bind(s.broker)
  const trades = s.broker.trades.bind(s.broker)
  s.broker.positions = async () => {
    await s.clock.sleep(READING_MS)
    return positions()
  }
  // After the positions the book shows the stop that the user took away; the next trade book comes later still.
  s.broker.orders = async () => {
    await s.clock.sleep(READING_MS + 1)
    return orders()
  }
  s.broker.trades = async () => {
    s.broker.trades = async () => {
      await s.clock.sleep(LATE_BOOK_MS)
      return trades()
    }
    return trades()
  }
  s.broker.readFault = undefined
  s.executor.accountChanged(ACCOUNT)
  await s.run(10_000)
  expect(s.trade).toMatchObject({ state: 'closed', converted: 65 })
  expect(s.placed('SELL')).toHaveLength(1)
})

it('positions read while a sale was under way that was then cancelled unfilled count before another sale leaves (I11)', async () => {
  // Each sale is taken away and replaced instead of changed.
  const s = await opened(unchangeable())
  const positions = s.broker.positions.bind(s.broker)
  s.broker.positions = () => {
    s.broker.positions = positions
    // The target is reached as the positions are there and the trade book is not.
    s.clock.at((s.clock.now() + READING_TWO_MS) as EpochMs, () => s.price(290, 290.2))
    return positions()
  }
  s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
  await s.run(10_000)
  expect(s.broker.calls.filter(({ kind }) => kind === 'cancel')).toHaveLength(1)
  expect(s.placed('SELL')).toHaveLength(1)
  expect(s.trade).toMatchObject({ state: 'closed', converted: 65 })
  expect(s.broker.net()).toBe(65)
})

/** At a broker whose orders cannot be changed. */
function unchangeable(): Scenario {
  const s = new Scenario()
  s.broker.profile = { ...TEST_BROKER, orderLimits: { ...TEST_BROKER.orderLimits, modifications: 0 } }
  return s
}

/**
 * The user has converted all, positions and one trade book have shown it while a sale was being taken away, and of its end
 * unfilled the executor learns only after newer positions, which have no trade book yet. `meanwhile`: what comes before those.
 */
async function convertedAsASaleEnds(meanwhile: (s: Scenario) => void = () => undefined): Promise<Scenario> {
  // Each sale is taken away and replaced instead of changed.
  const s = await opened(unchangeable())
  s.broker.pushes = false
  const positions = s.broker.positions.bind(s.broker)
  const trades = s.broker.trades.bind(s.broker)
  s.broker.positions = () => {
    s.broker.positions = positions
    s.clock.at((s.clock.now() + READING_TWO_MS) as EpochMs, () => {
      s.price(290, 290.2)
      s.broker.orders = slowly(s, LATE_BOOK_MS, s.broker.orders.bind(s.broker))
      s.broker.history = slowly(s, LATE_BOOK_MS, s.broker.history.bind(s.broker))
    })
    s.clock.at((s.clock.now() + 1_000) as EpochMs, () => meanwhile(s))
    return positions()
  }
  s.broker.trades = () => {
    s.broker.trades = slowly(s, 2 * LATE_BOOK_MS, trades)
    return trades()
  }
  s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
  await s.run(10_000)
  return s
}

it('older positions with the trade book read after them count while the newest have none as an order has ended unfilled (I11)', async () => {
  const s = await convertedAsASaleEnds()
  expect(s.placed('SELL')).toHaveLength(1)
  expect(s.trade).toMatchObject({ state: 'closed', converted: 65 })
  expect(s.broker.net()).toBe(65)
})

it('units that the newest positions show again are not missing by older ones (I11)', async () => {
  // The fills of MIS stand under MIS again.
  const s = await convertedAsASaleEnds(({ broker }) => broker.convert(CALL.tradingsymbol, 'MIS', 'MIS'))
  expect(s.placed('SELL')).toHaveLength(2)
  expect(s.trade.state).toBe('closed')
  expect(s.trade.converted ?? 0).toBe(0)
  expect(s.broker.net()).toBe(0)
})

it('a trade book that comes after newer positions shows a conversion by those read before it was asked for (I11)', async () => {
  const s = await opened()
  s.broker.trades = slowly(s, LATE_BOOK_MS, s.broker.trades.bind(s.broker))
  s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
  // Positions are read each two seconds, and only one trade book has come.
  await s.run(5_000)
  expect(s.trade).toMatchObject({ state: 'closed', converted: 65 })
})

it('a trade book that was under way as the broker refused a stop shows a conversion before another leaves (I11)', async () => {
  const s = await opened()
  const positions = s.broker.positions.bind(s.broker)
  const trades = s.broker.trades.bind(s.broker)
  s.broker.place = slowly(s, REFUSED_AFTER_MS, s.broker.place.bind(s.broker))
  s.broker.positions = () => {
    s.broker.positions = slowly(s, LATE_BOOK_MS, positions)
    return positions()
  }
  s.broker.trades = () => {
    s.broker.trades = slowly(s, LATE_BOOK_MS, trades)
    return slowly(s, REFUSED_AFTER_MS, trades)()
  }
  s.broker.failNext('sell', { type: 'refuse', code: 'not_permitted' })
  s.broker.endOrder(s.sells[0]!.orderId, null)
  s.broker.convert(CALL.tradingsymbol, 'MIS', 'NRML')
  s.broker.say({ ...s.broker.book()[0]!, orderId: '9', tag: null, side: 'SELL', product: 'NRML', filled: 0 })
  await s.run(10_000)
  expect(s.placed('SELL')).toHaveLength(1)
  expect(s.trade).toMatchObject({ state: 'closed', converted: 65 })
})
