import type { Decision } from '@strikewise/domain/decision/decision.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../config.ts'
import { Levels } from '../levels.ts'
import { StaleEpoch, type MonoMs } from '../ports.ts'
import { ACCOUNT, DAY, decisionAt, goodFacts, rs } from '../testing/scenario.ts'
import { changesOf, StagedAccount } from '../testing/staged-account.ts'
import { bidOf, BOUGHT, ENTERING, NOW, OPEN } from '../testing/staged-trade.ts'
import type { Trade } from '../trade/trade.ts'
import { ORDER_LIMITS, OrderBudget } from './budget.ts'
import { ClaimDesk } from './claim-desk.ts'
import { EntryDesk, type DeskInput, type DeskResult } from './entry-desk.ts'
import type { Ledger } from './ledger.ts'
import { MarketView } from './market-view.ts'
import { SteadyClock } from './steady-clock.ts'

let account: StagedAccount
let budget: OrderBudget
let ledger: Ledger
let desk: EntryDesk
/** Whether each claim was made in a transaction of its own. */
let alone: boolean[]
beforeEach(async () => {
  account = new StagedAccount()
  account.quote = quoteNow()
  budget = new OrderBudget()
  ledger = await account.ledger()
  const claims = new ClaimDesk(account.ports, account.lease, new Levels())
  const claim = claims.claim.bind(claims)
  alone = []
  claims.claim = (wish, isAlone) => {
    alone.push(isAlone)
    return claim(wish, true)
  }
  desk = new EntryDesk(account.ports, new SteadyClock(account.clock), DEFAULT_CONFIG, account.lease, budget, claims)
  desk.funds = { usable: rs(500_000), opening: rs(400_000), readAt: NOW }
})

const quoteNow = () => ({ ...bidOf(149.9)!, ask: rs(150.1), last: rs(150), askQuantity: 10_000 })

function add(change: Partial<Decision> = {}): Decision {
  const decision = decisionAt(NOW, change)
  desk.add(decision, decision.entry!)
  return decision
}

const work = (change: Partial<DeskInput> = {}): Promise<DeskResult> =>
  desk.work({
    ledger,
    market: new MarketView(account.ports.feed, account.clock, () => undefined),
    session: DEFAULT_CONFIG.calendar.sessionOn(DAY),
    again: [],
    ready: true,
    inDoubt: false,
    clockSkewMs: () => undefined,
    ...change,
  })
let calls = 0
const takeCall = () => budget.take('entry', `c${(calls += 1)}`, account.clock.mono(), NOW)
const refusals = () => account.store.refusalsOf(ACCOUNT).map(({ code }) => code)

describe('a decision', () => {
  it('becomes a trade, once, and takes its call from the budget', async () => {
    const decision = add()
    expect((await work()).intents).toMatchObject([{ kind: 'enter' }])
    expect(ledger.state.trades()).toMatchObject([{ decisionId: decision.id }])
    expect(account.tradesTold).toBe(1)
    expect(desk.hasWishes).toBe(false)
    add()
    expect((await work()).intents).toEqual([])
    expect([desk.hasWishes, refusals(), account.store.tradesOf(ACCOUNT).length]).toEqual([false, [], 1])
    for (let calls = 0; calls < 3; calls += 1) takeCall()
    expect(takeCall()).toBe(false)
  })

  it('that is refused is over, and takes no call', async () => {
    account.store.factsOf.set(ACCOUNT, { ...goodFacts(NOW), consentGiven: false })
    add()
    expect(await work()).toEqual({ intents: [], wakeAt: undefined, reload: false })
    expect([desk.hasWishes, refusals()]).toEqual([false, ['consent_missing']])
    expect(account.counts.get('entries_refused')).toBe(1)
    for (let calls = 0; calls < 4; calls += 1) takeCall()
    expect(budget.wait('entry', account.clock.mono(), NOW)).toBe(1_000)
  })

  it.each<[lack: string, change: () => Partial<DeskInput>]>([
    ['the books are not known', () => ({ ready: false })],
    ['there is no price', () => ((account.quote = undefined), {})],
    ['the price is old', () => ((account.quote = { ...quoteNow(), receivedAt: (NOW - 2_001) as EpochMs }), {})],
    ['the funds are not known', () => ((desk.funds = undefined), {})],
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
    expect([desk.hasWishes, desk.tokens(), account.transactions]).toEqual([true, [10_498_306], 1])
  })

  it('goes to the gate as it is when it can wait no longer', async () => {
    add()
    account.quote = undefined
    await account.clock.advance(19_000)
    expect((await work()).wakeAt).toBeUndefined()
    expect([desk.hasWishes, refusals()]).toEqual([false, ['price_stale']])
  })

  it('is refused while the books are not known or something is in doubt', async () => {
    add()
    await work({ inDoubt: true })
    expect(refusals()).toEqual(['account_in_doubt'])
  })

  it('that is stronger goes first, and of too many the oldest is dropped', async () => {
    for (const score of [0.9, 0.3, -0.6, 0.4, 0.5]) add({ id: `d${score}`, score })
    await work()
    expect(account.store.refusalsOf(ACCOUNT).map(({ decisionId }) => decisionId)).toEqual(['d0.5', 'd0.4', 'd0.3'])
    expect(ledger.state.trades()).toMatchObject([{ decisionId: 'd-0.6' }])
  })

  it.each<[what: string, trades: Trade[], isAlone: boolean]>([
    ['with the others of the moment', [], false],
    [
      'with them when what was given up is over',
      [{ ...ENTERING, state: 'abandoned', abandonedAt: NOW, why: 'missed' }],
      false,
    ],
    ['by itself while something is live', [OPEN], true],
  ])('is claimed %s', async (_what, trades, isAlone) => {
    for (const change of changesOf({ trades, orders: trades.includes(OPEN) ? [BOUGHT] : [] }))
      ledger.state.apply(change)
    add()
    await work()
    expect(alone).toEqual([isAlone])
  })
})

describe('a wall clock that is put forward or back while a decision waits', () => {
  it.each([-1, -24, 1, 24])('by %d h does not change when it goes to the gate', async (hours) => {
    add()
    account.quote = undefined
    expect((await work()).wakeAt).toBe(NOW + 19_000)
    account.clock.step(hours * 3_600_000)
    account.clock.stand(18_999)
    expect(await work()).toMatchObject({ wakeAt: NOW + 19_000 })
    expect(desk.hasWishes).toBe(true)
    account.clock.stand(1)
    expect((await work()).wakeAt).toBeUndefined()
    expect(desk.hasWishes).toBe(false)
  })

  it('does not begin another day of order calls', async () => {
    budget.restore(DAY, ORDER_LIMITS.day, [])
    add()
    account.clock.step(24 * 3_600_000)
    await work()
    expect(budget.wait('other', account.clock.mono(), NOW)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('a claim that ends unknown', () => {
  it('is no entry: the rows are read again, and the wish stays', async () => {
    account.store.fault = () => 'commit_then_fail'
    add()
    expect(await work()).toEqual({ intents: [], wakeAt: NOW, reload: true })
    expect([desk.hasWishes, account.counts.get('entry_claim_failed')]).toEqual([true, 1])
  })

  it('because another executor has the account ends the actor', async () => {
    await account.store.tx((t) => t.lock(ACCOUNT, 2))
    add()
    await expect(work()).rejects.toThrow(StaleEpoch)
  })
})

describe('an entry that wants to be priced again', () => {
  it('is, with the decision that it came from, in its share of the batch', async () => {
    add()
    const [first] = (await work()).intents
    const again = await work({ again: [first!.tradeId] })
    expect(again.intents).toMatchObject([{ tradeId: first!.tradeId, attempt: 2, reason: 'reprice' }])
    expect(alone).toEqual([false, false])
  })

  it('is given up when its decision is not known any more', async () => {
    add()
    const [first] = (await work()).intents
    const mine: Trade = { ...ENTERING, id: 't9', decisionId: 'd-gone' }
    ledger.state.apply({ type: 'trade', trade: mine })
    const { intents, wakeAt } = await work({ again: [mine.id] })
    expect([intents, wakeAt]).toEqual([[], NOW])
    expect(ledger.state.trade('t9')).toMatchObject({ state: 'abandoned', why: 'missed' })
    expect(ledger.state.trade(first!.tradeId)).toMatchObject({ state: 'entering' })
  })

  it('is nothing when there is no such trade', async () =>
    expect(await work({ again: ['t-none'] })).toEqual({ intents: [], wakeAt: undefined, reload: false }))

  it('whose claim ends unknown has the rows read again', async () => {
    add()
    const [first] = (await work()).intents
    account.store.fault = () => 'fail'
    expect(await work({ again: [first!.tradeId] })).toEqual({ intents: [], wakeAt: NOW, reload: true })
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
    desk.facts = { ...facts, risk: { ...risk, capital: capital === null ? null : rs(capital) } }
    desk.funds = opening === undefined ? undefined : { usable: rs(1), opening: rs(opening), readAt: NOW }
    expect(desk.dayCap).toBe(cap === undefined ? undefined : rs(cap))
  })

  it('goes by what a claim has read of the account, though no hint of the change has come', async () => {
    const { risk, ...facts } = goodFacts(NOW)
    desk.facts = { ...facts, risk, coverManualShorts: false }
    const changed = { ...facts, coverManualShorts: true, risk: { ...risk, capital: rs(100_000) } }
    account.store.factsOf.set(ACCOUNT, changed)
    add()
    await work()
    expect([desk.dayCap, desk.facts]).toEqual([rs(3_000), changed])
  })

  it('is unknown while the facts are', () => expect(desk.dayCap).toBeUndefined())
})
