// @invariant account-limits
// @invariant paper-apart-from-live
import { addDays, istDate } from '@strikewise/domain/time/ist.ts'
import type { AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import { describe, expect, it } from 'vitest'
import { banknifty, closed, decision, entering, inOrder, now } from '../testing/pre-trade-fixture.ts'
import { ACCOUNT, DAY, rs, Scenario } from '../testing/scenario.ts'
import type { ClosedTrade, Trade } from '../trade/trade.ts'
import { resultsFrom } from './account-limits.ts'
import { preTradeCheck, type PreTradeCheckInput } from './pre-trade-check.ts'

const MINUTE = 60_000
const yesterday = istDate('2026-11-24')

const refusalOf = (change: Partial<PreTradeCheckInput>) => {
  const result = preTradeCheck({ ...inOrder, ...change })
  return result.ok ? undefined : result.refusal
}
/** A user of the largest plan with these limits over all indices. */
const limited = (account: Partial<AccountLimits>): Pick<PreTradeCheckInput, 'facts'> => {
  const { risk } = inOrder.facts!
  return { facts: { ...inOrder.facts!, plan: 'master', risk: { ...risk, account: { ...risk.account, ...account } } } }
}
/** Two trades of the day, one of each index, that ended an hour ago. */
const twoTrades = (change: Partial<Trade> = {}): Trade[] =>
  [closed(60, 'target'), { ...closed(60, 'target'), contract: banknifty }].map(
    (trade, n) => ({ ...trade, id: `t${n}`, decisionId: `d${n}`, ...change }) as Trade,
  )

/** A trade of the day that ended `minutesAgo` with this net result in rupees. */
const ended = (minutesAgo: number, net: number, change: Partial<Trade> = {}): Trade => ({
  ...(closed(minutesAgo, 'target') as ClosedTrade),
  id: `e${minutesAgo}`,
  decisionId: `e${minutesAgo}`,
  contract: banknifty,
  result: { entryValue: rs(0), exitValue: rs(0), gross: rs(net), charges: rs(0), net: rs(net) },
  ...(change as object),
})

describe('the pause after a losing trade', () => {
  it.each<[what: string, trades: Trade[], minutes: number | undefined]>([
    ['holds until its minutes are over', [ended(19, -1)], 1],
    ['is over after them', [ended(20, -1)], undefined],
    ['counts from the newest loss', [ended(40, -1), ended(12, -1)], 8],
    ['counts a trade whose result was not read', [{ ...closed(15, 'target'), contract: banknifty }], 5],
    ['does not follow a trade that won', [ended(1, 1)], undefined],
    ['does not follow a loss of the other kind of link', [ended(1, -1, { mode: 'live' })], undefined],
    ['does not follow a loss of yesterday', [ended(1, -1, { on: yesterday })], undefined],
  ])('%s', (_what, trades, minutes) => {
    const refusal = minutes === undefined ? undefined : { code: 'refusal.loss_pause', minutes }
    expect(refusalOf({ ...limited({ lossPauseMinutes: 20 }), trades })).toEqual(refusal)
    expect(refusalOf({ ...limited({}), trades })).toBeUndefined()
  })

  it('counts from now while a position is being left at a loss', () => {
    expect(refusalOf({ ...limited({ lossPauseMinutes: 20 }), isLosingExit: true })).toEqual({
      code: 'refusal.loss_pause',
      minutes: 20,
    })
    expect(refusalOf({ ...limited({}), isLosingExit: true })).toBeUndefined()
  })
})

describe('losing trades in a row', () => {
  const losses = [ended(50, -1), ended(40, -1)]

  it('end the day before its lock is written, where fewer were set a moment ago', () => {
    const refusal = { code: 'refusal.day_locked.losing_streak', losses: 2 }
    expect(refusalOf({ ...limited({ lossesInRow: 2 }), trades: losses })).toEqual(refusal)
    expect(refusalOf({ ...limited({ lossesInRow: 2 }), trades: [...losses, ended(30, 1)] })).toBeUndefined()
    expect(refusalOf({ ...limited({}), trades: losses })).toBeUndefined()
  })

  it('are named as many as they were when the day was locked', () => {
    const lock = { on: DAY, mode: 'paper', reason: 'losing_streak', at: now, figures: { losses: 2 } } as const
    expect(refusalOf({ ...limited({ lossesInRow: 1 }), lock })).toEqual({
      code: 'refusal.day_locked.losing_streak',
      losses: 2,
    })
  })

  it('lock the day at the number that its user set, with a notification of it', async () => {
    const s = await new Scenario().start()
    s.facts((facts) => ({ ...facts, risk: { ...facts.risk, account: { ...facts.risk.account, lossesInRow: 1 } } }))
    s.executor.accountChanged(ACCOUNT)
    s.decide()
    await s.run(3_000)
    s.price(119, 119.2)
    await s.run(10_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'stop' })
    expect(s.store.notifications.map(({ message }) => message)).toContainEqual({
      code: 'notice.day_locked.losing_streak',
      mode: 'paper',
      losses: 1,
    })
    await s.run(40 * MINUTE)
    s.price(149.9, 150.1)
    s.decide({ direction: 'down' })
    await s.run(3_000)
    expect(s.placed('BUY')).toHaveLength(1)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'day_locked' }])
  })
})

describe('the limit of a week', () => {
  // Wednesday is the day of the check.
  const week = (...nets: readonly (readonly [daysAgo: number, rupees: number])[]) => ({
    ...limited({ weeklyLoss: rs(9_000) }),
    dailyResults: nets.map(([daysAgo, net]) => ({ on: addDays(DAY, -daysAgo), net: rs(net) })),
  })

  it('refuses an entry by the figure the week has lost, open positions at the bid included', () => {
    const dayPnl = { realised: rs(-500), openAtBid: rs(-1_400), exitCharges: rs(100) }
    expect(refusalOf({ ...week([2, -4_000], [1, -3_000]), dayPnl })).toEqual({
      code: 'refusal.weekly_loss',
      lost: rs(9_000),
      limit: rs(9_000),
    })
  })

  it('does not count what was lost before its Monday', () => {
    expect(refusalOf(week([3, -20_000], [1, -3_000]))).toBeUndefined()
  })

  it('refuses an entry whose planned loss does not fit into what is left', () => {
    // A lot can lose about ₹2,660.
    const refusal = { code: 'refusal.weekly_loss.remaining', left: rs(2_000), limit: rs(9_000) }
    expect(refusalOf(week([1, -6_000]))).toBeUndefined()
    expect(refusalOf(week([1, -7_000]))).toMatchObject(refusal)
    expect(refusalOf({ ...week([1, -6_000]), openWorstLoss: rs(1_000) })).toMatchObject(refusal)
  })

  it('gives an open profit no room, which may be given back up to the stop', () => {
    const dayPnl = { realised: rs(-1_000), openAtBid: rs(1_500), exitCharges: rs(100) }
    const refusal = { code: 'refusal.weekly_loss.remaining', left: rs(2_000) }
    expect(refusalOf({ ...week([1, -6_000]), dayPnl })).toMatchObject(refusal)
  })
})

describe('the limit of a drawdown', () => {
  const fall = (since: number, ...nets: readonly (readonly [daysAgo: number, rupees: number])[]) => ({
    ...limited({ drawdown: { limit: rs(9_000), since: addDays(DAY, -since) } }),
    dailyResults: nets.map(([daysAgo, net]) => ({ on: addDays(DAY, -daysAgo), net: rs(net) })),
  })

  it('refuses an entry by the fall from the peak since it was set', () => {
    const nets = [
      [30, 20_000],
      [20, -5_000],
      [10, -4_000],
    ] as const
    expect(refusalOf(fall(40, ...nets))).toEqual({ code: 'refusal.drawdown', fallen: rs(9_000), limit: rs(9_000) })
    expect(refusalOf(fall(15, ...nets))).toBeUndefined()
  })

  it('refuses an entry whose planned loss does not fit into what is left', () => {
    expect(refusalOf(fall(40, [10, -7_000]))).toMatchObject({ code: 'refusal.drawdown.remaining', left: rs(2_000) })
  })
})

describe('limits over weeks and longer', () => {
  it('look back as far as they need, and to no day where none is set', () => {
    const since = addDays(DAY, -30)
    const drawdown = { limit: rs(1), since }
    const { account } = inOrder.facts!.risk
    expect(resultsFrom(account, DAY)).toBeUndefined()
    expect(resultsFrom({ ...account, weeklyLoss: rs(1) }, DAY)).toBe('2026-11-23')
    expect(resultsFrom({ ...account, drawdown }, DAY)).toBe(since)
    expect(resultsFrom({ ...account, weeklyLoss: rs(1), drawdown: { ...drawdown, since: DAY } }, DAY)).toBe(
      '2026-11-23',
    )
  })

  it('count the results of the link’s kind alone, and leave exits alone', async () => {
    const s = new Scenario()
    s.facts((facts) => ({
      ...facts,
      risk: { ...facts.risk, account: { ...facts.risk.account, weeklyLoss: rs(9_000) } },
    }))
    s.store.addPast(ACCOUNT, [{ mode: 'live', on: addDays(DAY, -1), net: rs(-50_000) }])
    await s.start()
    s.decide()
    await s.run(3_000)
    expect(s.trade.state).toBe('open')
    s.store.addPast(ACCOUNT, [{ mode: 'paper', on: addDays(DAY, -1), net: rs(-50_000) }])
    s.price(290, 290.2)
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
    await s.run(40 * MINUTE)
    s.price(149.9, 150.1)
    s.decide()
    await s.run(3_000)
    expect(s.placed('BUY')).toHaveLength(1)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ message: { code: 'refusal.weekly_loss', limit: rs(9_000) } }])
  })
})

describe('the trades of a day over all indices', () => {
  it('are refused from the limit on, by its figure', () => {
    expect(refusalOf({ ...limited({ tradesPerDay: 2 }), trades: twoTrades() })).toEqual({
      code: 'refusal.trades_per_day',
      limit: 2,
    })
    expect(refusalOf({ ...limited({ tradesPerDay: 3 }), trades: twoTrades() })).toBeUndefined()
    expect(refusalOf({ ...limited({ tradesPerDay: null }), trades: twoTrades() })).toBeUndefined()
  })

  it('count one under way', () => {
    const trades = [closed(60, 'target'), { ...entering, id: 't1', decisionId: 'd1', contract: banknifty }]
    expect(refusalOf({ ...limited({ tradesPerDay: 2 }), trades })).toMatchObject({ code: 'refusal.trades_per_day' })
  })

  it.each<[what: string, trades: Trade[]]>([
    ['trades of the other kind of link', twoTrades({ mode: 'live' })],
    ['those of yesterday', twoTrades({ on: yesterday })],
    [
      'entries that bought nothing',
      [0, 1].map((n) => ({
        ...entering,
        state: 'abandoned',
        id: `t${n}`,
        decisionId: `d${n}`,
        abandonedAt: now,
        why: 'missed',
      })),
    ],
  ])('do not count %s', (_what, trades) => {
    expect(refusalOf({ ...limited({ tradesPerDay: 2 }), trades })).toBeUndefined()
  })

  it('do not count the trade whose entry is priced again', () => {
    const again = { ...entering, decisionId: decision.id }
    expect(refusalOf({ ...limited({ tradesPerDay: 1 }), reEntryOf: again, trades: [again] })).toBeUndefined()
  })

  it('hold entries back and nothing else', async () => {
    const s = await new Scenario().start()
    s.facts((facts) => ({ ...facts, risk: { ...facts.risk, account: { ...facts.risk.account, tradesPerDay: 1 } } }))
    s.decide()
    await s.run(3_000)
    s.price(290, 290.2)
    await s.run(3_000)
    expect(s.trade).toMatchObject({ state: 'closed', exitReason: 'target' })
    await s.run(40 * MINUTE)
    s.price(149.9, 150.1)
    s.decide()
    await s.run(3_000)
    expect(s.placed('BUY')).toHaveLength(1)
    expect(s.store.refusalsOf(ACCOUNT)).toMatchObject([{ code: 'trades_per_day' }])
  })
})
