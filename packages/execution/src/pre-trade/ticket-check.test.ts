// @invariant ticket-answered-once
// @invariant entry-checks-in-claim
// @invariant no-martingale
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { candidateOf, type EntryTicket } from './entry-ticket.ts'
import { DAY, rs } from '../testing/scenario.ts'
import { closed, entering, inOrder, now } from '../testing/pre-trade-fixture.ts'
import { TEST_CONFIG } from '../testing/test-broker.ts'
import { ticketAt } from '../testing/ticket-fixture.ts'
import type { Trade } from '../trade/trade.ts'
import { preTradeCheck, preTradeChecks, type PreTradeCheckInput } from './pre-trade-check.ts'

/** Of the plan that is sold manual trades alone; nothing is armed, nothing is agreed to. */
const facts: PreTradeCheckInput['facts'] = { ...inOrder.facts!, plan: 'pro', consentGiven: false, strategies: [] }
const live = { ...facts, plan: 'elite', link: { ...facts.link, mode: 'live', egressAddress: '192.0.2.1' } } as const
const config = { ...TEST_CONFIG, liveTrading: true }
const of = (change: Partial<EntryTicket>, more: Partial<PreTradeCheckInput> = {}): PreTradeCheckInput => ({
  ...inOrder,
  facts,
  ...candidateOf(ticketAt(now, change)),
  ...more,
})
const at = (instant: EpochMs): PreTradeCheckInput =>
  of(
    { askedAt: instant, validUntil: (instant + 15_000) as EpochMs },
    {
      now: instant,
      quote: { ...inOrder.quote!, receivedAt: instant },
      funds: { ...inOrder.funds!, readAt: instant },
      facts: { ...facts, planExpiresAt: (instant + 86_400_000) as EpochMs },
    },
  )
/** One lot, an hour ago. */
const lost: Trade = closed(60, 'target')

function expectRefused(input: PreTradeCheckInput, code: string | undefined): void {
  const answer = preTradeCheck(input)
  expect(answer.ok ? undefined : reasonOf(answer.refusal.code)).toBe(code)
}

describe('a ticket', () => {
  it('is bought as it was sent, whatever is armed', () => {
    expect(preTradeCheck(of({ lots: 2, slBuffer: rs(3), trailing: false }))).toMatchObject({
      ok: true,
      lots: 2,
      quantity: 130,
      limit: rs(150.2),
      strategy: { slBuffer: rs(3), trailing: false },
      sizing: { armedLots: 2, boundBy: 'user_lots' },
    })
  })

  it('is good until its deadline at the latest', () => {
    const answer = preTradeCheck(of({ validUntil: (now + 700) as EpochMs }))
    expect(answer.ok && answer.until).toBe(now + 700)
  })

  it('is sized as it was sent on the largest plan too, and needs no record of an edge', () => {
    const history = { dailyResults: [], record: { wins: 1, losses: 99, payoff: 0.1 } }
    const input = of({ mode: 'live', lots: 3 }, { facts: { ...live, plan: 'master' }, config, history })
    expect(preTradeCheck(input)).toMatchObject({ ok: true, lots: 3 })
  })

  it.each<[string, PreTradeCheckInput, string | undefined]>([
    ['at its deadline', of({ validUntil: now }), undefined],
    ['after its deadline', of({ validUntil: (now - 1) as EpochMs }), 'ticket_expired'],
    ['dated ahead of our clock', of({ askedAt: (now + 2_001) as EpochMs }), 'ticket_expired'],
    [
      'on the starter plan',
      of({}, { facts: { ...facts, plan: 'starter', planExpiresAt: null } }),
      'plan_without_manual',
    ],
    [
      'on a live link of the plan pro',
      of({ mode: 'live' }, { facts: { ...live, plan: 'pro' }, config }),
      'plan_without_manual',
    ],
    ['on a live link of the plan elite', of({ mode: 'live' }, { facts: live, config }), undefined],
    ['sent for paper, on a live link', of({}, { facts: live, config }), 'account_changed'],
    ['above the ask', of({ limit: rs(150.05) }), 'price_above_limit'],
    ['in a wide market', of({}, { quote: { ...inOrder.quote!, bid: rs(141) } }), 'spread_too_wide'],
    ['for more than a third of the offers', of({}, { quote: { ...inOrder.quote!, askQuantity: 100 } }), 'liquidity'],
    ['with more lots than the last loss', of({ lots: 2 }, { trades: [lost] }), 'larger_after_loss'],
    ['with as many lots as the last loss', of({ lots: 1 }, { trades: [lost] }), undefined],
    ['beside an entry of the engine', of({}, { trades: [entering] }), 'active_trade_limit'],
    ['soon after a stop in the same direction', of({}, { trades: [closed(29, 'stop')] }), 'cooldown'],
    [
      'after the pause that follows a stop, without a score for it',
      of({}, { trades: [closed(31, 'stop')] }),
      undefined,
    ],
    ['at the open', at(istInstant(DAY, 9, 15)), undefined],
    ['before the open', at(istInstant(DAY, 9, 14)), 'outside_window'],
    ['after the last signal entry of the day', at(istInstant(DAY, 14, 49)), undefined],
    ['in the last minutes before the square-off', at(istInstant(DAY, 14, 50)), 'outside_window'],
  ])('%s', (_when, input, code) => expectRefused(input, code))
})

describe('the parts of the check', () => {
  it('all pass where nothing speaks against the ticket', () => {
    expect([...preTradeChecks(of({}))]).toEqual(
      ['account', 'market', 'limits', 'price', 'size'].map((part) => [part, undefined]),
    )
  })

  it('each show what they refuse, and nothing of what depends on them', () => {
    const paused = { ...facts, killSwitch: { user: true, global: false } }
    const checks = preTradeChecks(of({ limit: rs(150.05) }, { facts: paused, trades: [entering] }))
    expect([...checks].map(([part, refusal]) => [part, refusal?.code])).toEqual([
      ['account', 'refusal.user_stop'],
      ['market', undefined],
      ['limits', 'refusal.active_trade_limit'],
      ['price', 'refusal.price_above_limit'],
    ])
  })

  it('end with the account that cannot be read', () => {
    expect([...preTradeChecks(of({}, { facts: null })).keys()]).toEqual(['account'])
  })
})
