import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../config.ts'
import { CALL, DAY, decisionAt, goodFacts, rs } from '../testing/scenario.ts'
import type { Trade } from '../trade/trade.ts'
import { entryLimit } from './entry-price.ts'
import type { AccountFacts } from './facts.ts'
import { gate, type GateInput } from './gate.ts'
import { refusalText } from './refusal.ts'

const now = istInstant(DAY, 10)
const decision = decisionAt(now)

const inOrder: GateInput = {
  now,
  on: DAY,
  config: DEFAULT_CONFIG,
  session: DEFAULT_CONFIG.calendar.sessionOn(DAY),
  facts: goodFacts(now),
  decision,
  entry: decision.entry!,
  again: undefined,
  trades: [],
  lock: null,
  quote: { bid: rs(149.9), ask: rs(150.1), last: rs(150), receivedAt: now },
  funds: { usable: rs(500_000), opening: rs(500_000), readAt: now },
  standing: { realised: rs(0), openAtBid: rs(0), exitCharges: rs(0) },
  openWorstLoss: rs(0),
  history: { dailyResults: [], record: { wins: 0, losses: 0, payoff: 0 } },
  inDoubt: false,
  budgetLeft: true,
}
const facts = (change: Partial<AccountFacts>): Partial<GateInput> => ({ facts: { ...inOrder.facts!, ...change } })
const link = (change: Partial<AccountFacts['link']>) => facts({ link: { ...inOrder.facts!.link, ...change } })
const livePlan = (plan: Plan, expiresAt: number | null): Partial<GateInput> => ({
  facts: {
    ...inOrder.facts!,
    plan,
    planExpiresAt: expiresAt as EpochMs | null,
    link: { ...inOrder.facts!.link, mode: 'live', egressAddress: '10.0.0.1' },
  },
  config: { ...DEFAULT_CONFIG, liveTrading: true },
})
const strategy = (change: Partial<AccountFacts['strategies'][number]>) =>
  facts({ strategies: inOrder.facts!.strategies.map((one) => ({ ...one, ...change })) })
const entering: Trade = {
  state: 'entering',
  id: 't0',
  accountId: 'u1',
  userId: 'u1',
  mode: 'paper',
  on: DAY,
  decisionId: 'd0',
  direction: 'up',
  contract: CALL,
  product: 'MIS',
  lots: 1,
  quantity: 65,
  frozen: { slBuffer: rs(10), trailing: true, stopDistance: rs(30), firstMid: rs(150) },
  createdAt: now,
  soldByHand: 0,
}
const closed = (minutesAgo: number, exitReason: 'stop' | 'target', direction: 'up' | 'down' = 'up'): Trade => ({
  ...entering,
  state: 'closed',
  direction,
  enteredAt: now,
  entryPrice: rs(150),
  risk: rs(30),
  trigger: rs(120),
  bestBid: rs(150),
  exitReason,
  closedAt: (now - minutesAgo * 60_000) as EpochMs,
  traded: 65,
  result: null,
})
const banknifty = { ...CALL, symbol: 'BANKNIFTY' as const }
const yesterday = istInstant(DAY, 8, 30) - 86_400_000

describe('the gate', () => {
  it('lets one lot out at the price rule', () =>
    expect(gate(inOrder)).toMatchObject({ ok: true, lots: 1, quantity: 65, limit: rs(150.2) }))

  it.each<[when: string, change: Partial<GateInput>, code: string | undefined]>([
    ['the account cannot be read', { facts: null }, 'facts_unreadable'],
    ['the operator stops', facts({ stop: { user: false, global: true } }), 'global_stop'],
    ['the operator’s switch cannot be read', facts({ stop: { user: false, global: null } }), 'global_stop'],
    ['the user stops', facts({ stop: { user: true, global: false } }), 'user_stop'],
    ['the link is live and live trading is off', link({ mode: 'live', egressAddress: '10.0.0.1' }), 'live_trading_off'],
    [
      'the link is live and has no address',
      { ...link({ mode: 'live' }), config: { ...DEFAULT_CONFIG, liveTrading: true } },
      'no_egress_address',
    ],
    ['the plan is pro and the link live', livePlan('pro', now + 1), 'plan_without_auto'],
    ['the plan is starter and the link live', livePlan('starter', null), 'plan_without_auto'],
    ['the plan is elite and the link live', livePlan('elite', now + 1), undefined],
    ['the plan is pro and the link paper', facts({ plan: 'pro' }), undefined],
    ['the plan is starter and the link paper', facts({ plan: 'starter', planExpiresAt: null }), undefined],
    ['pro has ended, on paper', facts({ plan: 'pro', planExpiresAt: now }), 'plan_expired'],
    [
      'starter meets BANKNIFTY on paper',
      { ...facts({ plan: 'starter' }), decision: { ...decision, symbol: 'BANKNIFTY' } },
      'symbol_not_allowed',
    ],
    ['starter has a paper trade pending', { ...facts({ plan: 'starter' }), trades: [entering] }, 'active_trade_limit'],
    ['the plan ends this instant', facts({ planExpiresAt: now }), 'plan_expired'],
    ['elite meets BANKNIFTY', { decision: { ...decision, symbol: 'BANKNIFTY' } }, 'symbol_not_allowed'],
    ['consent is missing', facts({ consentGiven: false }), 'consent_missing'],
    ['auto execute is off', strategy({ autoExecute: false }), 'auto_execute_off'],
    ['nothing was ever saved', facts({ strategies: [] }), 'auto_execute_off'],
    ['the broker is not connected', link({ connected: false }), 'not_connected'],
    ['the token is yesterday’s', link({ loginAt: yesterday as EpochMs }), 'token_stale'],
    ['the token was made before 06:00', link({ loginAt: istInstant(DAY, 5) }), 'token_stale'],
    ['the market is closed', { session: undefined }, 'outside_window'],
    ['it is before 09:30', { now: istInstant(DAY, 9, 29) }, 'outside_window'],
    ['it is 14:45', { now: istInstant(DAY, 14, 45) }, 'outside_window'],
    ['the decision is none', { decision: { ...decision, action: 'none' } }, 'market_blocked'],
    ['the decision is 20 s old', { decision: { ...decision, barEnd: (now - 20_001) as EpochMs } }, 'decision_stale'],
    [
      'the decision comes from the future',
      { decision: { ...decision, barEnd: (now + 2_001) as EpochMs } },
      'decision_stale',
    ],
    ['the decision was acted on', { trades: [{ ...entering, decisionId: decision.id }] }, 'already_decided'],
    ['the day is locked', { lock: { on: DAY, reason: 'loss_cap', at: now } }, 'day_locked'],
    ['an old order is in doubt', { inDoubt: true }, 'account_in_doubt'],
    ['elite has a trade pending', { trades: [entering] }, 'active_trade_limit'],
    ['elite has one in another index', { trades: [{ ...entering, contract: banknifty }] }, 'active_trade_limit'],
    [
      'three entries were made',
      { trades: [0, 1, 2].map((n) => ({ ...closed(60, 'target'), id: `t${n}` })) },
      'entries_per_symbol',
    ],
    ['an exit was nine minutes ago', { trades: [closed(9, 'target')] }, 'cooldown'],
    ['an exit was ten minutes ago', { trades: [closed(10, 'target')] }, undefined],
    ['a stop was 29 minutes ago', { trades: [closed(29, 'stop')] }, 'cooldown'],
    ['a stop the other way was 29 minutes ago', { trades: [closed(29, 'stop', 'down')] }, undefined],
    ['there is no price', { quote: undefined }, 'price_stale'],
    [
      'the price is older than 2 s',
      { quote: { ...inOrder.quote!, receivedAt: (now - 2_001) as EpochMs } },
      'price_stale',
    ],
    ['the book is crossed', { quote: { ...inOrder.quote!, bid: rs(151) } }, 'price_stale'],
    ['the price ran away', { quote: { bid: rs(152), ask: rs(152.2), last: rs(152), receivedAt: now } }, 'price_moved'],
    ['funds were never read', { funds: undefined }, 'funds_unknown'],
    ['funds are old', { funds: { ...inOrder.funds!, readAt: (now - 180_001) as EpochMs } }, 'funds_unknown'],
    ['the budget is used up', { budgetLeft: false }, 'budget_used_up'],
    ['no lots are set', strategy({ lots: 0 }), 'lots_not_set'],
    ['the lots exceed the freeze quantity', strategy({ lots: 28 }), 'day_cap'],
    ['the cash is short', { funds: { ...inOrder.funds!, usable: rs(10_000) } }, 'cash'],
    ['most of the cap is lost', { standing: { ...inOrder.standing, realised: rs(-13_000) } }, 'day_cap'],
    ['open trades could lose the rest', { openWorstLoss: rs(13_000) }, 'day_cap'],
    [
      'stop and plan both fail',
      { facts: { ...inOrder.facts!, plan: 'pro', stop: { user: true, global: false } } },
      'user_stop',
    ],
  ])('when %s', (_when, change, code) => {
    const answer = gate({ ...inOrder, ...change })
    expect(answer.ok ? undefined : answer.refusal.code).toBe(code)
    if (!answer.ok) expect(refusalText(answer.refusal)).toMatch(/\.$/)
  })

  it('does not count the trade whose entry is priced again against itself', () => {
    const again = { ...entering, decisionId: decision.id }
    expect(gate({ ...inOrder, again, trades: [again] })).toMatchObject({ ok: true })
  })

  it('sizes the master plan by its risk budget, within the user’s lots', () => {
    const master = {
      ...inOrder.facts!,
      plan: 'master' as const,
      strategies: [{ ...inOrder.facts!.strategies[0]!, lots: 10 }],
    }
    const answer = gate({ ...inOrder, facts: master })
    // 1.5 % of ₹5 lakh is ₹7,500; a lot can lose about ₹2,660.
    expect(answer).toMatchObject({ ok: true, lots: 2 })
  })

  it('offers a live account whose record shows no edge nothing, a paper one its usual size', () => {
    const history = { dailyResults: [], record: { wins: 10, losses: 90, payoff: 1 } }
    const master = { ...inOrder.facts!, plan: 'master' as const }
    const live = { ...master, link: { ...master.link, mode: 'live' as const, egressAddress: '10.0.0.1' } }
    const config = { ...DEFAULT_CONFIG, liveTrading: true }
    expect(gate({ ...inOrder, config, facts: live, history })).toMatchObject({
      ok: false,
      refusal: { code: 'edge_gate' },
    })
    expect(gate({ ...inOrder, facts: master, history })).toMatchObject({ ok: true })
  })
})

describe('the limit of an entry', () => {
  const tick = 5 as Paise
  it.each([
    ['the ask and two ticks', rs(149.9), rs(150.1), rs(150), rs(150.2)],
    ['half a percent over the mid in a wide book', rs(148), rs(152), rs(150), undefined],
    ['one percent over the first mid', rs(151), rs(151.45), rs(150), rs(151.5)],
    ['nothing beyond it', rs(152), rs(152.2), rs(150), undefined],
  ])('is %s', (_what, bid, ask, firstMid, limit) => expect(entryLimit({ bid, ask }, firstMid, tick)).toBe(limit))
})
