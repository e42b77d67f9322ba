import { alarmLine, alarmRow } from '../testing/alarm-line.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { MonoMs } from '../ports.ts'
import { OTHER } from '../testing/bought-trade.ts'
import { DAY, rs } from '../testing/scenario.ts'
import {
  ago,
  accepted,
  bidOf,
  BOUGHT,
  ENTERING,
  EXITING,
  intent,
  NOW,
  OPEN,
  order,
  place,
  refused,
  type Fixture,
} from '../testing/trade-fixture.ts'
import type { AccountInput } from './account-input.ts'
import { type AccountPlan } from './plan-account.ts'
import {
  PlanAccountFixture,
  paid,
  resting,
  bare,
  leaving,
  toCancel,
  as,
  CLOSED,
} from '../testing/plan-account-fixture.ts'

let setup: PlanAccountFixture
beforeEach(() => {
  setup = new PlanAccountFixture()
})

describe('a sale of what is held', () => {
  const kindsOf = async (change: Partial<AccountInput>) =>
    setup.plan(await setup.ledgerOf({ ...bare, trade: EXITING }), change).intents.map(({ kind }) => kind)

  it('waits for the trade book since units are missing, and no longer than two seconds', async () => {
    expect(await kindsOf({ unjudgedSince: () => ago(1_999) })).toEqual([])
    expect(await kindsOf({ unjudgedSince: () => ago(2_000), snapshotsRequestedSince: ago(2_000) })).toEqual(['exit'])
  })

  it('waits for it from the end of a standstill of the process, in which no answer could arrive (I11)', async () => {
    expect(await kindsOf({ unjudgedSince: () => ago(4_400), snapshotsRequestedSince: NOW })).toEqual([])
  })

  it('waits for positions that were under way at a standstill of the process (I11)', async () => {
    const late = { positionsPendingSince: ago(4_400), positions: { readAt: ago(9_000), value: [] } }
    expect(await kindsOf({ ...late, snapshotsRequestedSince: NOW })).toEqual([])
    expect(await kindsOf(late)).toEqual(['exit'])
  })

  describe('beside a trade of the contract whose stop was sent twice, and sold twice', () => {
    const SOLD = { phase: 'complete', filled: 65, acknowledgedAt: ago(20_000), phaseSince: ago(9_000) } as const
    const soldTwice: Fixture = { trade: CLOSED, orders: [BOUGHT, order('s1', SOLD), order('s2', SOLD)], fills: paid }
    const planned = async (other: Fixture, readAt: EpochMs | undefined) => {
      const unitOfWork = await setup.ledgerOf(as('t1', { ...bare, trade: EXITING }), as('t2', other))
      const { intents, reads } = setup.plan(unitOfWork, {
        positions: readAt === undefined ? undefined : { readAt, value: [] },
      })
      return { kinds: intents.map(({ kind }) => kind), reads }
    }

    it.each([
      ['before any', undefined],
      ['before any that show what the orders sold', ago(7_001)],
    ])('waits for positions, %s', async (_what, readAt) => {
      expect(await planned(soldTwice, readAt)).toMatchObject({
        kinds: [],
        reads: expect.arrayContaining(['positions']) as unknown,
      })
    })

    it('leaves once they show what is held', async () => {
      expect((await planned(soldTwice, ago(7_000))).kinds).toEqual(['exit'])
    })

    it('leaves where the other trade sold what it held', async () => {
      const soldOnce = { ...soldTwice, orders: [BOUGHT, order('s1', SOLD)] }
      expect((await planned(soldOnce, undefined)).kinds).toEqual(['exit'])
    })

    it('leaves where it was another contract', async () => {
      const contract = { ...CLOSED.contract, tradingsymbol: OTHER }
      expect((await planned({ ...soldTwice, trade: { ...CLOSED, contract } }, undefined)).kinds).toEqual(['exit'])
    })
  })
})

describe('the calls of a turn', () => {
  const kinds = ({ intents }: AccountPlan) => intents.map(({ kind }) => kind)
  const all = () => setup.ledgerOf(as('t1', toCancel), as('t2', bare), as('t3', leaving))
  /** As many calls as leave room for `left` more in this second. */
  const spend = (lane: 'exit' | 'other', left: number) => {
    const limit = lane === 'exit' ? 9 : 8
    for (let nth = 0; nth < limit - left; nth += 1) setup.budget.take(lane, `c${nth}`, 0 as MonoMs, NOW)
  }

  it('leave in the order of what they are for', async () => {
    expect(kinds(setup.plan(await all()))).toEqual(['exit', 'protect', 'cancel'])
  })

  it.each([
    [2, ['exit', 'protect']],
    [1, ['exit']],
    [0, ['exit']],
  ])('with room for %j leave exits first', async (left, leave) => {
    spend('other', left)
    const result = setup.plan(await all())
    expect(kinds(result)).toEqual(leave)
    expect(result.wakeAt).toBe(NOW + 1_000)
    expect(setup.account.alarms.filter((alarm) => alarm.startsWith('budget'))).toEqual([])
  })

  it('leave no exit when nothing has room', async () => {
    spend('exit', 0)
    expect(kinds(setup.plan(await all()))).toEqual([])
  })

  it('are reported as used up for the day, once for each position', async () => {
    setup.budget.restore(DAY, 4_900, [])
    const result = setup.plan(await setup.ledgerOf(leaving))
    expect(result.intents).toEqual([])
    expect(setup.account.alarms).toEqual([alarmLine({ code: 'alarm.budget_used_up' })])
    expect(result.wakeAt).not.toBe(Number.POSITIVE_INFINITY)
  })

  it('are none while the program ends, and nothing is written as if there were', async () => {
    const trails: Fixture = { ...resting, trade: { ...OPEN, entrySettings: { ...OPEN.entrySettings, trailing: true } } }
    setup.account.quote = bidOf(200)
    const unitOfWork = await setup.ledgerOf(trails)
    expect(setup.plan(unitOfWork, { canCallBroker: false }).intents).toEqual([])
    expect(unitOfWork.state.trade('t1')).toMatchObject({ trigger: rs(120) })
    expect(kinds(setup.plan(unitOfWork))).toEqual(['move'])
    expect(unitOfWork.state.trade('t1')).toMatchObject({ trigger: rs(165), bestBid: rs(200) })
  })

  it.each<[what: string, stage: Fixture, isLate: boolean, patienceMs: number]>([
    ['a sale', bare, false, 2_000],
    ['a sale while the store is late', bare, true, 6_000],
    ['a change while the store is late', leaving, true, 2_000],
  ])('may wait to leave: %s', async (_what, fixture, isLate, patienceMs) => {
    const unitOfWork = await setup.ledgerOf(fixture)
    if (isLate) {
      setup.account.store.fault = () => 'fail'
      unitOfWork.put(alarmRow('staged'))
      await unitOfWork.commit(false)
    }
    expect(setup.plan(unitOfWork).intents).toMatchObject([{ deadline: NOW + patienceMs }])
  })

  it.each([
    [1_000, 59_000, 2_000],
    [1_500, 59_000, 6_000],
    [3_000, 59_000, 8_000],
    [9_000, 51_000, 15_000],
    [3_000, 61_000, 2_000],
  ])('may wait for twice a writing of %d ms that ended %d ms ago: %d ms in all', async (ms, agoMs, inAllMs) => {
    const unitOfWork = await setup.ledgerOf(bare)
    setup.account.storeMs = ms
    unitOfWork.put(alarmRow('staged'))
    const writing = unitOfWork.commit(false)
    await setup.account.clock.advance(ms)
    await writing
    await setup.account.clock.advance(agoMs)
    const [intent] = setup.plan(unitOfWork).intents
    expect(intent!.deadline - intent!.createdAt).toBe(inAllMs)
  })

  it('count their tries by what they are for', async () => {
    const earlier = [
      intent('enter', place('BUY'), accepted('t1b1', 60_000)),
      intent('protect', place('SELL'), refused('rate_limited', 2_000)),
    ]
    expect(setup.plan(await setup.ledgerOf({ ...bare, intents: earlier })).intents).toMatchObject([
      { kind: 'protect', attempt: 2 },
    ])
  })
})

describe('the books of a trade', () => {
  it.each<[what: string, stage: Fixture, reads: string[]]>([
    ['are read while a fill of a position is missing', { ...resting, fills: [] }, ['trades']],
    ['are not read while all is there', resting, []],
    ['are not read for what is not held', { ...toCancel, fills: paid }, []],
  ])('%s', async (_what, fixture, reads) => expect(setup.plan(await setup.ledgerOf(fixture)).reads).toEqual(reads))
})

describe('the best bid', () => {
  it.each([
    [200, 200],
    [140, 150],
  ])('of a position after %j is %j', async (bid, best) => {
    setup.account.quote = bidOf(bid)
    const unitOfWork = await setup.ledgerOf(resting)
    setup.plan(unitOfWork)
    expect(unitOfWork.state.trade('t1')).toMatchObject({ bestBid: rs(best) })
    expect(unitOfWork.isDirty).toBe(false)
  })
})

describe('the notifications of a trade', () => {
  it('is its purchase, once', async () => {
    const unitOfWork = await setup.ledgerOf({ trade: ENTERING, orders: [BOUGHT], fills: [{ ...paid[0]!, at: NOW }] })
    setup.plan(unitOfWork)
    await unitOfWork.commit(false)
    expect(setup.account.store.notifications.map(({ kind }) => kind)).toEqual(['trade_opened'])
  })

  it('is nothing when its stop moves', async () => {
    setup.account.quote = bidOf(200)
    const unitOfWork = await setup.ledgerOf({
      ...resting,
      trade: { ...OPEN, entrySettings: { ...OPEN.entrySettings, trailing: true } },
    })
    setup.plan(unitOfWork)
    await unitOfWork.commit(false)
    expect(setup.account.store.notifications).toEqual([])
  })
})

describe('an account in order', () => {
  it('asks for nothing, and knows when it must look again', async () => {
    const { intents, reads, wakeAt } = setup.plan(await setup.ledgerOf(resting, as('t2', toCancel)), {
      canCallBroker: false,
    })
    expect([intents, reads]).toEqual([[], []])
    expect(wakeAt).toBe(OPEN.enteredAt + 30 * 60_000)
  })
})
