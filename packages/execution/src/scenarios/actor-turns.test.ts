import { alarmLine } from '../testing/alarm-line.ts'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../config.ts'
import { opened, openedTwice } from '../testing/open-trade.ts'
import { ACCOUNT, DAY, Scenario } from '../testing/scenario.ts'

const cancels = (s: Scenario) => s.broker.calls.filter(({ kind }) => kind === 'cancel')

it('an account takes the port to its broker once, for all its turns, calls and readings', async () => {
  const s = await opened()
  s.executor.accountChanged(ACCOUNT)
  s.price(290, 290.2)
  await s.run(60_000)
  expect(s.trade.state).toBe('closed')
  expect(s.brokerPortsTaken).toBe(1)
})

describe('while the store is away', () => {
  it('an order that will not change is not taken away, for its successor could not be placed: it is asked again', async () => {
    const s = await opened()
    s.store.fault = () => 'fail'
    s.broker.failNext('modify', { type: 'refuse', code: 'processing' })
    s.price(290, 290.2)
    await s.run(10_000)
    expect(cancels(s)).toEqual([])
    expect(s.broker.net()).toBe(0)
  })

  it('what leaves by the local file is not taken for what had to wait beside it', async () => {
    const s = await openedTwice()
    const [first, second] = s.sells
    s.store.fault = () => 'fail'
    s.broker.endOrder(second!.orderId, null)
    s.broker.fillLimit = 0
    s.price(290, 290.2)
    await s.run(2_000)
    s.store.fault = () => undefined
    await s.run(500)
    const exits = s.store.intentsOf(ACCOUNT).filter(({ kind }) => kind === 'exit')
    const ofFirst = exits.filter(({ call }) => call.type === 'modify' && call.orderId === first!.orderId)
    expect(ofFirst.length).toBeGreaterThan(0)
    for (const { outcome } of ofFirst) expect(outcome.state).toBe('accepted')
    s.broker.fillLimit = Number.POSITIVE_INFINITY
    await s.run(20_000)
    expect(s.broker.net()).toBe(0)
  })
})

describe('an entry that was claimed', () => {
  /** Does something right before the claim of the next entry is committed. */
  function atClaim(s: Scenario, what: () => void): void {
    let isDone = false
    s.store.fault = () => {
      if (!isDone) {
        isDone = true
        what()
      }
      return undefined
    }
  }

  it.each(['user', 'global'] as const)('does not leave once a kill switch of the %s was received', async (whose) => {
    const s = await new Scenario().start()
    s.decide()
    atClaim(s, () => {
      s.facts((facts) => ({ ...facts, killSwitch: { ...facts.killSwitch, [whose]: true } }))
      s.executor.accountChanged(ACCOUNT)
    })
    await s.run(5_000)
    expect(s.store.intentsOf(ACCOUNT)).toMatchObject([
      { kind: 'enter', outcome: { state: 'refused', code: 'not_sent' } },
    ])
    expect(s.placed('BUY')).toEqual([])
  })

  it('does not leave once the clocks disagree', async () => {
    const s = await new Scenario().start()
    s.decide()
    atClaim(s, () => {
      s.broker.skewMs = 4_000
      void s.broker.orders()
    })
    await s.run(5_000)
    expect(s.placed('BUY')).toEqual([])
    expect(s.store.intentsOf(ACCOUNT)).toHaveLength(1)
  })

  it('leaves by the wall clock, which dated it, after that was put back', async () => {
    const s = await new Scenario().start()
    s.clock.step(-1_900)
    await s.run(1_000)
    s.decide()
    await s.run(5_000)
    expect(s.trade.state).toBe('open')
  })
})

describe('a claim that ends unknown', () => {
  it('is not made again before the rows were read', async () => {
    const s = await new Scenario().start()
    const faults = ['commit_then_fail', 'fail'] as const
    let at = 0
    s.decide()
    s.store.fault = () => faults[at++]
    await s.run(10_000)
    expect(s.store.refusalsOf(ACCOUNT)).toEqual([])
    expect(s.store.intentsOf(ACCOUNT).filter(({ kind }) => kind === 'enter')).toHaveLength(1)
  })

  it('ends the actor when another executor has taken the account meanwhile', async () => {
    const s = await new Scenario().start()
    s.decide()
    let isDone = false
    s.store.fault = () => {
      if (isDone) return undefined
      isDone = true
      void s.store.transaction((t) => t.lock(ACCOUNT, 99))
      return 'commit_then_fail'
    }
    await s.run(1_000)
    expect(s.alarms).toEqual([alarmLine({ code: 'alarm.taken_over' })])
  })
})

describe('an executor that closes', () => {
  /** An entry that has reached the broker; its answer takes half a second more. */
  async function entering(): Promise<Scenario> {
    const s = await new Scenario().start()
    const place = s.broker.place.bind(s.broker)
    s.broker.place = async (order, guard) => {
      const answer = await place(order, guard)
      await s.clock.sleep(500)
      return answer
    }
    s.decide()
    await s.clock.advance(100)
    expect(s.placed('BUY')).toHaveLength(1)
    return s
  }

  it('ends with the last answer', async () => {
    const s = await entering()
    let isClosed = false
    void s.executor.close().then(() => (isClosed = true))
    await s.clock.advance(500)
    expect(isClosed).toBe(true)
  })

  it('writes the last answer down before it ends', async () => {
    const s = await entering()
    s.broker.pushes = false
    s.store.fault = () => 'fail'
    void s.executor.close()
    await s.clock.advance(500)
    s.store.fault = () => undefined
    await s.clock.advance(1_200)
    for (const { outcome } of s.store.intentsOf(ACCOUNT)) expect(outcome.state).toBe('accepted')
  })
})

describe('an account in which nothing is live', () => {
  const { opensAt, closesAt } = DEFAULT_CONFIG.calendar.sessionOn(DAY)!
  const MINUTE = 60_000

  it.each<[when: string, at: EpochMs, reads: boolean]>([
    ['at night', istInstant(DAY, 3), false],
    ['eleven minutes before the open', (opensAt - 12 * MINUTE) as EpochMs, false],
    ['nine minutes before the open', (opensAt - 9 * MINUTE) as EpochMs, true],
    ['nine minutes after the close', (closesAt + 8 * MINUTE) as EpochMs, true],
    ['eleven minutes after the close', (closesAt + 11 * MINUTE) as EpochMs, false],
  ])('reads its books: %s', async (_when, at, reads) => {
    const s = new Scenario()
    s.clock.stand(at - s.clock.now())
    await s.start()
    let snapshots = 0
    const orders = s.broker.orders.bind(s.broker)
    s.broker.orders = () => {
      snapshots += 1
      return orders()
    }
    await s.clock.advance(30_000)
    expect(snapshots > 0).toBe(reads)
  })

  it('begins to read in time for the open', async () => {
    const s = new Scenario()
    s.clock.stand(opensAt - 30 * MINUTE - s.clock.now())
    await s.start()
    let readAt: number | undefined
    const orders = s.broker.orders.bind(s.broker)
    s.broker.orders = () => {
      readAt ??= s.clock.now()
      return orders()
    }
    await s.clock.advance(25 * MINUTE)
    expect(readAt).toBeGreaterThanOrEqual(opensAt - 10 * MINUTE)
    expect(readAt).toBeLessThanOrEqual(opensAt - 9 * MINUTE)
  })
})
