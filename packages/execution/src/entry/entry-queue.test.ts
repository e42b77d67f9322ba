// @invariant no-entry-over-a-cover
import { NO_FOREIGN_TRADES } from '../trade/foreign-trades.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { TEST_BROKER, TEST_CONFIG } from '../testing/test-broker.ts'
import { HighWaterMarks } from '../high-water-marks.ts'
import { StaleEpoch, type MonoMs } from '../ports.ts'
import { ACCOUNT, CALL, DAY, decisionAt, goodFacts, rs } from '../testing/scenario.ts'
import type { Outcome } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import type { Change } from '../store/account-changes.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import {
  accepted,
  bidOf,
  BOUGHT,
  ENTERING,
  EXITING,
  inDoubt,
  intent,
  NOW,
  OPEN,
  order,
  place,
} from '../testing/trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import { OrderBudget } from '../order/order-budget.ts'
import { ordinaryLimits } from '../order/order-limits.ts'
import { EntryClaimBatcher } from './entry-claim-batcher.ts'
import { EntryQueue, type EntryQueueInput, type EntryQueueResult } from './entry-queue.ts'
import type { AccountUnitOfWork } from '../persist/account-unit-of-work.ts'
import { QuoteFilter } from '../quotes/quote-filter.ts'
import { DisciplinedClock } from '../clock/disciplined-clock.ts'

let account: StagedAccount
let budget: OrderBudget
let unitOfWork: AccountUnitOfWork
let queue: EntryQueue
/** Whether each claim was made in a transaction of its own. */
let alone: boolean[]
beforeEach(async () => {
  account = new StagedAccount()
  account.quote = quoteNow()
  budget = new OrderBudget(TEST_BROKER.orderLimits)
  unitOfWork = await account.unitOfWork()
  const claims = new EntryClaimBatcher(account.ports, new HighWaterMarks())
  const claim = claims.claim.bind(claims)
  alone = []
  claims.claim = (candidate, isAlone) => {
    alone.push(isAlone)
    return claim(candidate, true)
  }
  queue = new EntryQueue(account.ports, new DisciplinedClock(account.clock), TEST_CONFIG, account.lease, budget, claims)
  queue.funds = { usable: rs(500_000), opening: rs(400_000), readAt: NOW }
})

const quoteNow = () => ({ ...bidOf(149.9)!, ask: rs(150.1), last: rs(150), askQuantity: 10_000 })

function add(change: Partial<Decision> = {}): Decision {
  const decision = decisionAt(NOW, change)
  queue.add(decision, decision.entry!)
  return decision
}

const work = (change: Partial<EntryQueueInput> = {}): Promise<EntryQueueResult> =>
  queue.process({
    unitOfWork,
    market: new QuoteFilter(account.ports.feed, account.clock, () => undefined),
    session: TEST_CONFIG.calendar.sessionOn(DAY),
    reEntryAfter: [],
    ready: true,
    inDoubt: false,
    isShort: () => false,
    foreignTrades: () => NO_FOREIGN_TRADES,
    clockSkewMs: () => undefined,
    ...change,
  })
let calls = 0
const takeCall = () => budget.take('entry', `c${(calls += 1)}`, account.clock.mono(), NOW)
const refusals = () => account.store.refusalsOf(ACCOUNT).map(({ code }) => code)

/** A trade of the day that is over, sold twice, and the order that buys back. */
function coverOf(cover: Partial<OrderRecord> | undefined, outcome: Outcome, contract: Trade['contract']): Change[] {
  const trade: Trade = { ...EXITING, contract, state: 'closed', closedAt: NOW, traded: 65, result: null }
  const placed = { ...intent('cover', place('BUY'), outcome), id: 'c1' }
  const [bought, row] = [
    order('b1', { side: 'BUY', phase: 'complete', filled: 65 }),
    { intentId: 'c1', side: 'BUY' } as const,
  ]
  const covers = cover === undefined ? [] : [order('c1', { ...row, ...cover })]
  return changesOf({ trades: [trade], intents: [placed], orders: [bought, ...covers] })
}

describe('a decision', () => {
  it('becomes a trade, once, and takes its call from the budget', async () => {
    const decision = add()
    expect((await work()).intents).toMatchObject([{ kind: 'enter' }])
    expect(unitOfWork.state.trades()).toMatchObject([{ decisionId: decision.id }])
    expect(account.tradesNotified).toBe(1)
    expect(queue.hasCandidates).toBe(false)
    add()
    expect((await work()).intents).toEqual([])
    expect([queue.hasCandidates, refusals(), account.store.tradesOf(ACCOUNT).length]).toEqual([false, [], 1])
    for (let calls = 0; calls < 3; calls += 1) takeCall()
    expect(takeCall()).toBe(false)
  })

  it('that is refused is over, and takes no call', async () => {
    account.store.factsOf.set(ACCOUNT, { ...goodFacts(NOW), consentGiven: false })
    add()
    expect(await work()).toEqual({ intents: [], wakeAt: undefined, reload: false })
    expect([queue.hasCandidates, refusals()]).toEqual([false, ['consent_missing']])
    expect(account.counts.get('entries_refused')).toBe(1)
    for (let calls = 0; calls < 4; calls += 1) takeCall()
    expect(budget.wait('entry', account.clock.mono(), NOW)).toBe(1_000)
  })

  it.each<[lack: string, change: () => Partial<EntryQueueInput>]>([
    ['the books are not known', () => ({ ready: false })],
    ['there is no price', () => ((account.quote = undefined), {})],
    ['the price is old', () => ((account.quote = { ...quoteNow(), receivedAt: (NOW - 2_001) as EpochMs }), {})],
    ['the funds are not known', () => ((queue.funds = undefined), {})],
    [
      'the budget is used up for the moment',
      () => {
        for (let nth = 0; nth < 4; nth += 1) budget.take('entry', `c${nth}`, 0 as MonoMs, NOW)
        return {}
      },
    ],
  ])('waits while %s, until shortly before it is too old', async (_lack, change) => {
    add()
    const input = change()
    expect(await work(input)).toEqual({ intents: [], wakeAt: NOW + 19_000, reload: false })
    expect([queue.hasCandidates, queue.tokens(), account.transactions]).toEqual([true, [10_498_306], 1])
  })

  it('waits while the account is short of its contract, and is refused then (I11)', async () => {
    add()
    const short = { isShort: (key: string) => key === `${CALL.tradingsymbol}/MIS` }
    expect(await work(short)).toMatchObject({ intents: [], wakeAt: NOW + 19_000 })
    await account.clock.advance(19_000)
    account.quote = quoteNow()
    expect((await work(short)).intents).toEqual([])
    expect(refusals()).toEqual(['contract_short'])
  })

  it('goes to the pre-trade check as it is when it can wait no longer', async () => {
    add()
    account.quote = undefined
    await account.clock.advance(19_000)
    expect((await work()).wakeAt).toBeUndefined()
    expect([queue.hasCandidates, refusals()]).toEqual([false, ['price_stale']])
  })

  it('is refused while the books are not known or something is in doubt', async () => {
    add()
    await work({ inDoubt: true })
    expect(refusals()).toEqual(['account_in_doubt'])
  })

  it.each<[what: string, cover: Partial<OrderRecord> | undefined, outcome: Outcome, contract: Trade['contract']]>([
    ['works', { phase: 'pending' }, accepted('c1', 1_000), CALL],
    ['is in doubt', undefined, inDoubt(1_000), CALL],
  ])('waits while an order that buys back in its contract %s, and is refused then (I4)', async (...row) => {
    const [, cover, outcome, contract] = row
    unitOfWork = await account.unitOfWork(...coverOf(cover, outcome, contract))
    add()
    expect(await work()).toMatchObject({ intents: [], wakeAt: NOW + 19_000 })
    await account.clock.advance(19_000)
    account.quote = quoteNow()
    expect((await work()).intents).toEqual([])
    expect(refusals()).toEqual(['account_in_doubt'])
  })

  it.each<[what: string, cover: Partial<OrderRecord>, contract: Trade['contract']]>([
    ['is over', { phase: 'complete', filled: 65 }, CALL],
    ['is in another contract', { phase: 'pending' }, { ...CALL, tradingsymbol: 'NIFTY26D0124100CE' }],
  ])('does not wait for an order that buys back and %s', async (_what, cover, contract) => {
    unitOfWork = await account.unitOfWork(...coverOf(cover, accepted('c1', 1_000), contract))
    add()
    expect((await work()).wakeAt).toBeUndefined()
    expect(refusals()).not.toContain('account_in_doubt')
  })

  it('that is stronger goes first, and of too many the oldest is dropped', async () => {
    for (const score of [0.9, 0.3, -0.6, 0.4, 0.5]) add({ id: `d${score}`, score })
    await work()
    expect(account.store.refusalsOf(ACCOUNT).map(({ decisionId }) => decisionId)).toEqual(['d0.5', 'd0.4', 'd0.3'])
    expect(unitOfWork.state.trades()).toMatchObject([{ decisionId: 'd-0.6' }])
  })

  it.each<[what: string, trades: Trade[], isAlone: boolean]>([
    ['with the others of the moment', [], false],
    [
      'with them when what was abandoned is over',
      [{ ...ENTERING, state: 'abandoned', abandonedAt: NOW, why: 'missed' }],
      false,
    ],
    ['by itself while something is live', [OPEN], true],
  ])('is claimed %s', async (_what, trades, isAlone) => {
    for (const change of changesOf({ trades, orders: trades.includes(OPEN) ? [BOUGHT] : [] }))
      unitOfWork.state.apply(change)
    add()
    await work()
    expect(alone).toEqual([isAlone])
  })
})

describe('a wall clock that is put forward or back while a decision waits', () => {
  it.each([-1, -24, 1, 24])('by %d h does not change when it goes to the pre-trade check', async (hours) => {
    add()
    account.quote = undefined
    expect((await work()).wakeAt).toBe(NOW + 19_000)
    account.clock.step(hours * 3_600_000)
    account.clock.stand(18_999)
    expect(await work()).toMatchObject({ wakeAt: NOW + 19_000 })
    expect(queue.hasCandidates).toBe(true)
    account.clock.stand(1)
    expect((await work()).wakeAt).toBeUndefined()
    expect(queue.hasCandidates).toBe(false)
  })

  it('does not begin another day of order calls', async () => {
    budget.restore(DAY, ordinaryLimits(TEST_BROKER.orderLimits).day, [])
    add()
    account.clock.step(24 * 3_600_000)
    await work()
    expect(budget.wait('other', account.clock.mono(), NOW)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('a claim that ends unknown', () => {
  it('is no entry: the rows are read again, and the candidate stays', async () => {
    account.store.fault = () => 'commit_then_fail'
    add()
    expect(await work()).toEqual({ intents: [], wakeAt: NOW, reload: true })
    expect([queue.hasCandidates, account.counts.get('entry_claim_failed')]).toEqual([true, 1])
  })

  it('because another executor has the account ends the actor', async () => {
    await account.store.transaction((t) => t.lock(ACCOUNT, 2))
    add()
    await expect(work()).rejects.toThrow(StaleEpoch)
  })
})

describe('an entry that wants to be priced again', () => {
  it('is, with the decision that it came from, in its share of the batch', async () => {
    add()
    const [first] = (await work()).intents
    const again = await work({ reEntryAfter: [first!.tradeId] })
    expect(again.intents).toMatchObject([{ tradeId: first!.tradeId, attempt: 2, reason: 'reprice' }])
    expect(alone).toEqual([false, false])
  })

  it('is abandoned when its decision is no longer known', async () => {
    add()
    const [first] = (await work()).intents
    const mine: Trade = { ...ENTERING, id: 't9', decisionId: 'd-gone' }
    unitOfWork.state.apply({ type: 'trade', trade: mine })
    const { intents, wakeAt } = await work({ reEntryAfter: [mine.id] })
    expect([intents, wakeAt]).toEqual([[], NOW])
    expect(unitOfWork.state.trade('t9')).toMatchObject({ state: 'abandoned', why: 'missed' })
    expect(unitOfWork.state.trade(first!.tradeId)).toMatchObject({ state: 'entering' })
  })

  it('is nothing when there is no such trade', async () =>
    expect(await work({ reEntryAfter: ['t-none'] })).toEqual({ intents: [], wakeAt: undefined, reload: false }))

  it('whose claim ends unknown has the rows read again', async () => {
    add()
    const [first] = (await work()).intents
    account.store.fault = () => 'fail'
    expect(await work({ reEntryAfter: [first!.tradeId] })).toEqual({ intents: [], wakeAt: NOW, reload: true })
  })
})

describe('the most that may be lost in the day', () => {
  it.each<[what: string, capital: number | null, opening: number | undefined, cap: number | undefined]>([
    ['is a share of the declared capital', 100_000, 400_000, 3_000],
    ['is a share of what the day began with when none is declared', null, 400_000, 12_000],
    ['is unknown without either', null, undefined, undefined],
    ['is unknown for a capital of nothing', 0, 400_000, undefined],
  ])('%s', (_what, capital, opening, cap) => {
    const { risk, ...facts } = goodFacts(NOW)
    queue.facts = { ...facts, risk: { ...risk, capital: capital === null ? null : rs(capital) } }
    queue.funds = opening === undefined ? undefined : { usable: rs(1), opening: rs(opening), readAt: NOW }
    expect(queue.planSettings.dailyLossLimit).toBe(cap === undefined ? undefined : rs(cap))
  })

  it('goes by what a claim has read of the account, though no hint of the change has come', async () => {
    const { risk, ...facts } = goodFacts(NOW)
    queue.facts = { ...facts, risk, coverManualShorts: false }
    const changed = { ...facts, coverManualShorts: true, risk: { ...risk, capital: rs(100_000) } }
    account.store.factsOf.set(ACCOUNT, changed)
    add()
    await work()
    expect([queue.planSettings.dailyLossLimit, queue.facts]).toEqual([rs(3_000), changed])
  })

  it('is unknown while the facts are', () => expect(queue.planSettings.dailyLossLimit).toBeUndefined())
})
