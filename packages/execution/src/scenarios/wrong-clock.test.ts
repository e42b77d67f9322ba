import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/opened.ts'
import { ACCOUNT, DAY, Scenario } from '../testing/scenario.ts'

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
