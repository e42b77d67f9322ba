import { istDate } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderRecord } from '../order/order.ts'
import { DAY, rs } from '../testing/scenario.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import { BOUGHT, ENTERING, EXITING, fillOf, NOW, OPEN, order } from '../testing/trade-fixture.ts'
import type { Fill } from '../trade/fill.ts'
import type { Trade } from '../trade/trade.ts'
import { Alarms } from './alarms.ts'
import { closeOldDays } from './close-past-days.ts'

let account: StagedAccount
beforeEach(() => {
  account = new StagedAccount()
})

const SOLD = order('s1', { phase: 'complete', filled: 65 })
const fills = [fillOf(BOUGHT, rs(150)), fillOf(SOLD, rs(160))]
const CLOSED: Trade = { ...EXITING, state: 'closed', closedAt: NOW, traded: 65, result: null }

async function closed(trade: Trade, orders: OrderRecord[] = [BOUGHT, SOLD], read: Fill[] = fills) {
  const unitOfWork = await account.unitOfWork(...changesOf({ trades: [trade], orders, fills: read }))
  closeOldDays(unitOfWork, new Alarms(account.ports.observer), NOW)
  const written = await account.written(unitOfWork)
  return {
    states: written.flatMap((change) => (change.type === 'trade' ? [change.trade.state] : [])),
    trade: unitOfWork.state.trade('t1'),
    alarms: account.alarms.map((alarm) => alarm.split(':')[0]),
    notes: account.store.notifications.map(({ kind }) => kind),
  }
}

describe('a trade of an earlier day', () => {
  const yesterday = { on: istDate('2026-11-24') }

  it('that never filled is abandoned', async () => {
    expect(await closed({ ...ENTERING, ...yesterday }, [], [])).toMatchObject({
      states: ['abandoned'],
      trade: { why: 'day_over' },
      alarms: [],
      notes: [],
    })
  })

  it.each<[what: string, trade: Trade, reason: string]>([
    ['was open', { ...OPEN, ...yesterday }, 'square_off'],
    ['was leaving', { ...EXITING, ...yesterday }, 'target'],
  ])('that %s and was seen sold is closed with its result', async (_what, trade, exitReason) => {
    expect(await closed(trade)).toMatchObject({
      states: ['closed'],
      trade: { exitReason, traded: 65, result: { gross: rs(650) } },
      alarms: [],
      notes: ['trade_closed'],
    })
  })

  it.each<[what: string, orders: OrderRecord[], read: Fill[]]>([
    ['was not seen sold', [BOUGHT], fills.slice(0, 1)],
    ['has its entry in no row', [], []],
    ['was seen sold without the broker’s trades', [BOUGHT, SOLD], fills.slice(0, 1)],
  ])('that %s is closed without a result, and notified', async (_what, orders, read) => {
    expect(await closed({ ...OPEN, ...yesterday }, orders, read)).toMatchObject({
      states: ['closed'],
      trade: { result: null },
      alarms: ['not_reconciled'],
      notes: ['trade_closed', 'alarm'],
    })
  })

  it('that is closed stays as it is', async () => {
    expect(await closed({ ...CLOSED, ...yesterday })).toMatchObject({ states: [], alarms: [] })
    expect(await closed({ ...CLOSED, ...yesterday }, [BOUGHT], [])).toMatchObject({ states: [], alarms: [] })
  })
})

it('one of today’s trades is left alone', async () => {
  expect(OPEN.on).toBe(DAY)
  expect(await closed(OPEN)).toMatchObject({ states: [], alarms: [] })
})
