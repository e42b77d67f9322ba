// @invariant entry-checks-in-claim
// @invariant no-martingale
// @invariant one-position-per-index
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { istDate, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { TEST_CONFIG } from '../testing/test-broker.ts'
import { CALL, DAY, decisionAt, goodFacts, rs } from '../testing/scenario.ts'
import { banknifty, closed, decision, entering, inOrder, now } from '../testing/pre-trade-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import type { AccountFacts } from '../account-facts.ts'
import { preTradeCheck, type PreTradeCheckInput } from './pre-trade-check.ts'
import type { EntryRefusalReason } from '../refusal.ts'

const facts = (change: Partial<AccountFacts>): Partial<PreTradeCheckInput> => ({
  facts: { ...inOrder.facts!, ...change },
})
const link = (change: Partial<AccountFacts['link']>) => facts({ link: { ...inOrder.facts!.link, ...change } })
const livePlan = (plan: Plan, expiresAt: number | null): Partial<PreTradeCheckInput> => ({
  facts: {
    ...inOrder.facts!,
    plan,
    planExpiresAt: expiresAt as EpochMs | null,
    link: { ...inOrder.facts!.link, mode: 'live', egressAddress: '10.0.0.1' },
  },
  config: { ...TEST_CONFIG, liveTrading: true },
})
/** A user of the largest plan who lets `positions` be open in an index. */
const master = (change: Partial<PreTradeCheckInput>, positions = 1): Partial<PreTradeCheckInput> => ({
  ...facts({ plan: 'master', risk: { ...inOrder.facts!.risk, maxPositionsPerSymbol: positions } }),
  ...change,
})
const strategy = (change: Partial<AccountFacts['strategies'][number]>) =>
  facts({ strategies: inOrder.facts!.strategies.map((one) => ({ ...one, ...change })) })
const risk = (change: Partial<AccountFacts['risk']>) => facts({ risk: { ...inOrder.facts!.risk, ...change } })
/** Wednesday, ten in the morning, is the instant of the check. */
const hours = (change: Partial<NonNullable<AccountFacts['entryHours']>>, plan: Plan = 'elite') =>
  facts({ plan, entryHours: { days: ['wed'], fromMinute: 600, toMinute: 660, ...change } })
const marketBlock = (bias: 'blocked' | 'neutral'): PreTradeCheckInput['decision']['contributions'][number] => ({
  agent: 'market_block_signal',
  bias,
  weight: 0,
  signed: 0,
  stale: false,
  asOf: '',
})
const gaveUp: Trade = { ...entering, state: 'abandoned', abandonedAt: now, why: 'missed' }
const leaving: Trade = {
  ...entering,
  state: 'exiting',
  enteredAt: now,
  entryPrice: rs(150),
  risk: rs(30),
  trigger: rs(120),
  bestBid: rs(150),
  exitReason: 'target',
  exitSince: now,
}
const yesterdaysDate = istDate('2026-11-24')
const expired = { ...CALL, expiry: yesterdaysDate }
const yesterday = istInstant(DAY, 8, 30) - 86_400_000

describe('the pre-trade check', () => {
  it('lets one lot out at the price rule', () =>
    expect(preTradeCheck(inOrder)).toMatchObject({ ok: true, lots: 1, quantity: 65, limit: rs(150.2) }))

  it.each<[when: string, change: Partial<PreTradeCheckInput>, code: string | undefined]>([
    ['the account cannot be read', { facts: null }, 'facts_unreadable'],
    ['the operator stops', facts({ killSwitch: { user: false, global: true } }), 'global_stop'],
    ['the operator’s switch cannot be read', facts({ killSwitch: { user: false, global: null } }), 'global_stop'],
    ['the user’s switch cannot be read', facts({ killSwitch: { user: null, global: false } }), 'user_stop'],
    ['the user stops', facts({ killSwitch: { user: true, global: false } }), 'user_stop'],
    ['the link is live and live trading is off', link({ mode: 'live', egressAddress: '10.0.0.1' }), 'live_trading_off'],
    [
      'the link is live and has no address',
      { ...link({ mode: 'live' }), config: { ...TEST_CONFIG, liveTrading: true } },
      'no_egress_address',
    ],
    ['the plan is pro and the link live', livePlan('pro', now + 1), 'plan_without_auto'],
    ['the plan is starter and the link live', livePlan('starter', null), 'plan_without_auto'],
    ['the plan is elite and the link live', livePlan('elite', now + 1), undefined],
    [
      'the link is live and the logic of the decision is not registered',
      { ...livePlan('elite', now + 1), decision: { ...inOrder.decision, configHash: 'another' } },
      'logic_not_registered',
    ],
    [
      'the link is on paper and the logic of the decision is not registered',
      { decision: { ...inOrder.decision, configHash: 'another' } },
      undefined,
    ],
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
    ['the broker was never connected', link({ loginAt: null }), 'not_connected'],
    ['the token is yesterday’s', link({ loginAt: yesterday as EpochMs }), 'token_stale'],
    ['the token was made before 06:00', link({ loginAt: istInstant(DAY, 5) }), 'token_stale'],
    ['the broker’s clock is two seconds ahead', { clockSkewMs: 2_000 }, undefined],
    ['the broker’s clock is more than two seconds ahead', { clockSkewMs: 2_001 }, 'clock_skew'],
    ['the broker’s clock is more than two seconds behind', { clockSkewMs: -2_001 }, 'clock_skew'],
    ['the broker’s clock reads nonsense', { clockSkewMs: Number.NaN }, 'clock_skew'],
    [
      'a wrong clock makes the token look old',
      { clockSkewMs: -86_400_000, ...link({ loginAt: yesterday as EpochMs }) },
      'clock_skew',
    ],
    ['no answer has shown the broker’s clock', { clockSkewMs: undefined }, undefined],
    ['the contract expired yesterday', { entry: { ...decision.entry!, contract: expired } }, 'contract_expired'],
    ['the market is closed', { session: undefined }, 'outside_window'],
    ['it is before 09:30', { now: istInstant(DAY, 9, 29) }, 'outside_window'],
    ['it is 14:45', { now: istInstant(DAY, 14, 45) }, 'outside_window'],
    ['the user’s entry hours begin this minute', hours({}), undefined],
    ['the user’s entry hours begin in a minute', hours({ fromMinute: 601 }), 'outside_entry_hours'],
    ['the user’s entry hours end in a minute', hours({ fromMinute: 570, toMinute: 601 }), undefined],
    ['the user’s entry hours end this minute', hours({ fromMinute: 570, toMinute: 600 }), 'outside_entry_hours'],
    ['the user allows entries on another weekday', hours({ days: ['tue', 'thu'] }), 'outside_entry_hours'],
    ['the user of the largest plan allows none today', hours({ days: ['tue'] }, 'master'), 'outside_entry_hours'],
    ['the plan has no entry hours any more', hours({ days: ['tue'] }, 'pro'), undefined],
    ['it is 14:45 and outside the user’s hours', { ...hours({}), now: istInstant(DAY, 14, 45) }, 'outside_window'],
    [
      'the market block forbids',
      { decision: { ...decision, contributions: [marketBlock('blocked')] } },
      'market_blocked',
    ],
    [
      'the market block has no objection',
      { decision: { ...decision, contributions: [marketBlock('neutral')] } },
      undefined,
    ],
    ['the decision is none', { decision: { ...decision, action: 'none' } }, 'market_blocked'],
    ['the decision is 20 s old', { decision: { ...decision, barEnd: (now - 20_001) as EpochMs } }, 'decision_stale'],
    [
      'the decision comes from the future',
      { decision: { ...decision, barEnd: (now + 2_001) as EpochMs } },
      'decision_stale',
    ],
    ['the decision was acted on', { trades: [{ ...entering, decisionId: decision.id }] }, 'already_decided'],
    [
      'an invariant broke today',
      { lock: { on: DAY, mode: 'paper', reason: 'invariant_broken', at: now } },
      'invariant_broken',
    ],
    ['the day is locked', { lock: { on: DAY, mode: 'paper', reason: 'loss_cap', at: now } }, 'day_locked'],
    [
      'an invariant broke yesterday',
      { lock: { on: yesterdaysDate, mode: 'paper', reason: 'invariant_broken', at: now } },
      undefined,
    ],
    [
      'three losses ended the day',
      { lock: { on: DAY, mode: 'paper', reason: 'losing_streak', at: now } },
      'day_locked',
    ],
    ['yesterday was locked', { lock: { on: yesterdaysDate, mode: 'paper', reason: 'loss_cap', at: now } }, undefined],
    ['an old order is in doubt', { inDoubt: true }, 'account_in_doubt'],
    ['the account is short of the contract', { isContractShort: true }, 'contract_short'],
    ['elite has a trade pending', { trades: [entering] }, 'active_trade_limit'],
    ['elite has one in another index', { trades: [{ ...entering, contract: banknifty }] }, 'active_trade_limit'],
    ['master has one in the index', master({ trades: [entering] }), 'position_in_symbol'],
    ['master lets two be', master({ trades: [entering] }, 2), undefined],
    [
      'master lets two be and has two',
      master({ trades: [entering, { ...entering, id: 't1' }] }, 2),
      'position_in_symbol',
    ],
    ['master lets two be and one is being left', master({ trades: [leaving] }, 2), 'cooldown'],
    ['master has one in another index', master({ trades: [{ ...entering, contract: banknifty }] }), undefined],
    [
      'an elite once a master lets five be',
      { ...facts({ risk: { ...inOrder.facts!.risk, maxPositionsPerSymbol: 5 } }), trades: [entering] },
      'active_trade_limit',
    ],
    [
      'three entries were made',
      { trades: [0, 1, 2].map((n) => ({ ...closed(60, 'target'), id: `t${n}` })) },
      'entries_per_symbol',
    ],
    [
      'three entries bought nothing',
      { trades: [0, 1, 2].map((n) => ({ ...gaveUp, id: `t${n}`, decisionId: `d${n}` })) },
      undefined,
    ],
    [
      'three entries were made yesterday',
      { trades: [0, 1, 2].map((n) => ({ ...closed(60, 'target'), id: `t${n}`, on: yesterdaysDate })) },
      undefined,
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
    [
      'the price and the decision are too old',
      { decision: { ...decision, barEnd: (now - 20_001) as EpochMs }, quote: undefined },
      'price_stale',
    ],
    ['the decision had no price', { entry: { ...inOrder.entry, mid: rs(0) } }, 'price_stale'],
    ['the book is crossed', { quote: { ...inOrder.quote!, bid: rs(151) } }, 'price_stale'],
    [
      'the price ran away',
      { quote: { ...inOrder.quote!, bid: rs(152), ask: rs(152.2), last: rs(152) } },
      'price_moved',
    ],
    ['the capital is unknown', { ...risk({ capital: null }), funds: undefined }, 'capital_unknown'],
    ['the capital is nothing', risk({ capital: rs(0) }), 'capital_unknown'],
    ['the day’s opening balance is the capital', risk({ capital: null }), undefined],
    ['funds were never read', { funds: undefined }, 'funds_unknown'],
    ['funds are old', { funds: { ...inOrder.funds!, readAt: (now - 180_001) as EpochMs } }, 'funds_unknown'],
    ['the budget is used up', { budgetLeft: false }, 'budget_used_up'],
    ['no lots are set', strategy({ lots: 0 }), 'lots_not_set'],
    ['the offers are less than three times the order', { quote: { ...inOrder.quote!, askQuantity: 194 } }, 'liquidity'],
    ['the offers are three times the order', { quote: { ...inOrder.quote!, askQuantity: 195 } }, undefined],
    ['the lots exceed the freeze quantity', strategy({ lots: 28 }), 'day_cap'],
    ['the cash is short', { funds: { ...inOrder.funds!, usable: rs(10_000) } }, 'cash'],
    ['most of the cap is lost', { dayPnl: { ...inOrder.dayPnl, realised: rs(-13_000) } }, 'day_cap'],
    ['open trades could lose the rest', { openWorstLoss: rs(13_000) }, 'day_cap'],
    [
      'stop and plan both fail',
      { facts: { ...inOrder.facts!, plan: 'pro', killSwitch: { user: true, global: false } } },
      'user_stop',
    ],
  ])('when %s', (_when, change, code) => {
    const answer = preTradeCheck({ ...inOrder, ...change })
    expect(answer.ok ? undefined : reasonOf(answer.refusal.code)).toBe(code)
  })

  it.each<[refusal: EntryRefusalReason, change: Partial<PreTradeCheckInput>]>([
    [
      { code: 'refusal.decision_stale', ageMs: 21_500, maxAgeMs: 20_000 },
      { decision: { ...decision, barEnd: (now - 21_500) as EpochMs } },
    ],
    [
      { code: 'refusal.decision_stale.ahead', aheadMs: 3_000, maxAheadMs: 2_000 },
      { decision: { ...decision, barEnd: (now + 3_000) as EpochMs } },
    ],
    [
      { code: 'refusal.price_stale', ageMs: 2_400, maxAgeMs: 2_000 },
      { quote: { ...inOrder.quote!, receivedAt: (now - 2_400) as EpochMs } },
    ],
    [{ code: 'refusal.price_stale.none' }, { quote: undefined }],
    [{ code: 'refusal.price_stale.none' }, { entry: { ...inOrder.entry, mid: rs(0) } }],
    [{ code: 'refusal.price_stale.none' }, { quote: { ...inOrder.quote!, bid: rs(151) } }],
    [
      { code: 'refusal.price_moved', moved: 152.2 / 150 - 1, limit: 0.01 },
      { quote: { ...inOrder.quote!, bid: rs(152), ask: rs(152.2), last: rs(152) } },
    ],
    [{ code: 'refusal.clock_skew', maxSkewMs: 2_000 }, { clockSkewMs: -2_001 }],
    [
      { code: 'refusal.outside_window', from: istInstant(DAY, 9, 30), to: istInstant(DAY, 14, 45) },
      { now: istInstant(DAY, 14, 45) },
    ],
    [{ code: 'refusal.outside_window.no_session' }, { session: undefined }],
    [
      { code: 'refusal.outside_entry_hours', from: istInstant(DAY, 10, 30), to: istInstant(DAY, 11) },
      hours({ fromMinute: 630 }),
    ],
    [{ code: 'refusal.outside_entry_hours.day' }, hours({ days: ['tue'] })],
    [
      { code: 'refusal.day_locked.losing_streak', losses: 3 },
      { lock: { on: DAY, mode: 'paper', reason: 'losing_streak', at: now } },
    ],
    [{ code: 'refusal.lots_not_set', symbol: 'NIFTY' }, strategy({ lots: 0 })],
  ])('names the figures of %j', (refusal, change) => {
    expect(preTradeCheck({ ...inOrder, ...change })).toEqual({ ok: false, refusal })
  })

  describe("on the index's expiry day, with a contract of the next expiry", () => {
    const on = istDate('2026-12-01')
    const next = { ...inOrder.entry, contract: { ...CALL, expiry: istDate('2026-12-08') } }
    const cutAt = istInstant(on, 13, 30)
    const at = (now: number): PreTradeCheckInput => {
      const at = now as EpochMs
      const facts = goodFacts(at)
      return {
        ...inOrder,
        now: at,
        on,
        session: TEST_CONFIG.calendar.sessionOn(on),
        facts: { ...facts, link: { ...facts.link, loginAt: istInstant(on, 8, 30) } },
        decision: decisionAt(at),
        entry: next,
        quote: { ...inOrder.quote!, receivedAt: at },
        funds: { ...inOrder.funds!, readAt: at },
      }
    }

    it('lets nothing out from 13:30', () =>
      expect(preTradeCheck(at(cutAt))).toMatchObject({
        ok: false,
        refusal: { code: 'refusal.outside_window', to: cutAt },
      }))

    it('lets entries out before it, none of which may still leave at 13:30', () =>
      expect(preTradeCheck(at(cutAt - 500))).toMatchObject({ ok: true, until: cutAt - 1 }))
  })

  it('lets no entry leave at the end of the user’s entry hours', () => {
    const at = (istInstant(DAY, 11) - 500) as EpochMs
    const late = { now: at, decision: decisionAt(at), quote: { ...inOrder.quote!, receivedAt: at } }
    const funds = { ...inOrder.funds!, readAt: at }
    expect(preTradeCheck({ ...inOrder, ...late, funds, ...hours({}) })).toMatchObject({
      ok: true,
      until: istInstant(DAY, 11) - 1,
    })
  })

  it('does not count the trade whose entry is priced again against itself', () => {
    const again = { ...entering, decisionId: decision.id }
    expect(preTradeCheck({ ...inOrder, reEntryOf: again, trades: [again] })).toMatchObject({ ok: true })
  })

  it('sizes the master plan by its risk budget, within the user’s lots', () => {
    const master = {
      ...inOrder.facts!,
      plan: 'master' as const,
      strategies: [{ ...inOrder.facts!.strategies[0]!, lots: 10 }],
    }
    const answer = preTradeCheck({ ...inOrder, facts: master })
    // 1.5 % of ₹5 lakh is ₹7,500; a lot can lose about ₹2,660.
    expect(answer).toMatchObject({ ok: true, lots: 2, sizing: { armedLots: 10, boundBy: 'risk_budget' } })
  })

  it.each<[what: string, other: Partial<Trade>]>([
    ['in the same contract', {}],
    ['the other way in the same index', { direction: 'down' }],
    ['in the same direction of another index', { contract: banknifty }],
  ])('sizes a position beside one %s by half the budget', (_what, other) => {
    const strategies = [{ ...inOrder.facts!.strategies[0]!, lots: 10 }]
    const risk = { ...inOrder.facts!.risk, capital: rs(1_000_000), dailyLossCapPct: 20, maxPositionsPerSymbol: 2 }
    const roomy = { ...inOrder, ...facts({ plan: 'master', strategies, risk }) }
    // 1.5 % of ₹10 lakh is ₹15,000; a lot can lose about ₹2,660.
    expect(preTradeCheck(roomy)).toMatchObject({ ok: true, lots: 5 })
    expect(preTradeCheck({ ...roomy, trades: [{ ...entering, ...other } as Trade] })).toMatchObject({
      ok: true,
      lots: 2,
    })
  })

  it('leaves a position the other way in another index out of that', () => {
    const strategies = [{ ...inOrder.facts!.strategies[0]!, lots: 10 }]
    const risk = { ...inOrder.facts!.risk, capital: rs(1_000_000), dailyLossCapPct: 20 }
    const trades: Trade[] = [{ ...entering, direction: 'down', contract: banknifty }]
    expect(preTradeCheck({ ...inOrder, ...facts({ plan: 'master', strategies, risk }), trades })).toMatchObject({
      lots: 5,
    })
  })

  it('offers a live account whose record shows no edge nothing, a paper one its usual size', () => {
    const history = { dailyResults: [], record: { wins: 10, losses: 90, payoff: 1 } }
    const master = { ...inOrder.facts!, plan: 'master' as const }
    const live = { ...master, link: { ...master.link, mode: 'live' as const, egressAddress: '10.0.0.1' } }
    const config = { ...TEST_CONFIG, liveTrading: true }
    expect(preTradeCheck({ ...inOrder, config, facts: live, history })).toMatchObject({
      ok: false,
      refusal: { code: 'refusal.edge_gate' },
    })
    expect(preTradeCheck({ ...inOrder, facts: master, history })).toMatchObject({ ok: true })
  })
})

it('an entry may leave as long as everything stays true, two seconds at the most', () => {
  const untilOf = (change: Partial<PreTradeCheckInput>) => {
    const answer = preTradeCheck({ ...inOrder, ...change })
    return answer.ok && answer.until
  }
  expect(untilOf({})).toBe(now + TEST_CONFIG.claimMs)
  expect(untilOf(facts({ planExpiresAt: (now + 500) as EpochMs }))).toBe(now + 499)
  const last = (istInstant(DAY, 14, 45) - 300) as EpochMs
  const late = { now: last, decision: { ...decision, barEnd: last }, quote: { ...inOrder.quote!, receivedAt: last } }
  expect(untilOf({ ...late, funds: { ...inOrder.funds!, readAt: last } })).toBe(istInstant(DAY, 14, 45) - 1)
})
