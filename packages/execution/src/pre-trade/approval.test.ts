// @invariant approval-fresh-claim
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { CALL, rs } from '../testing/scenario.ts'
import { inOrder, now } from '../testing/pre-trade-fixture.ts'
import { approvalTicketId, approvedTicket, type EntryOffer } from './approval.ts'
import { preTradeCheck, type PreTradeCheckInput } from './pre-trade-check.ts'
import { candidateOf } from './entry-ticket.ts'

const asking = (approvalSeconds: number | null): PreTradeCheckInput['facts'] => ({
  ...inOrder.facts!,
  strategies: inOrder.facts!.strategies.map((one) => ({ ...one, approvalSeconds })),
})

function offered(approvalSeconds: number, change: Partial<PreTradeCheckInput> = {}): EntryOffer {
  const answer = preTradeCheck({ ...inOrder, facts: asking(approvalSeconds), ...change })
  if (answer.ok || answer.refusal.code !== 'refusal.approval_needed') throw new Error(JSON.stringify(answer))
  return answer.refusal
}

const context = {
  account: 'u1',
  decisionId: 'd1',
  contract: CALL,
  slBuffer: rs(10),
  trailing: true,
  spot: rs(24_500),
  channel: 'web',
} as const
const take = (offer: EntryOffer, afterMs: number) =>
  approvedTicket(offer, { ...context, now: (now + afterMs) as EpochMs })

describe('an entry whose user wants to approve it', () => {
  it('is offered with all that it would have bought, for as long as was set', () => {
    const made = preTradeCheck({ ...inOrder, facts: asking(null) })
    if (!made.ok) throw new Error(made.refusal.code)
    const { lots, limit, worstLoss } = made
    expect(offered(20)).toMatchObject({ lots, limit, worstLoss, mode: 'paper', until: now + 20_000 })
    expect(offered(60).until).toBe(now + 60_000)
    const { stop } = offered(20)
    expect(stop).toBeLessThan(limit)
    expect(stop).toBeGreaterThanOrEqual(limit * 0.69)
  })

  it('is offered no longer than the engine may enter, which a ticket outlasts', () => {
    const end = istInstant(inOrder.on, 14, 45)
    const late = { now: (end - 5_000) as EpochMs }
    const decision = { ...inOrder.decision, barEnd: late.now }
    const quote = { ...inOrder.quote!, receivedAt: late.now }
    const funds = { ...inOrder.funds!, readAt: late.now }
    expect(offered(60, { ...late, decision, quote, funds }).until).toBe(end - 1)
  })

  it('is refused for a reason of its own before it is offered', () => {
    const answer = preTradeCheck({ ...inOrder, facts: { ...asking(20)!, consentGiven: false } })
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'refusal.consent_missing' } })
  })

  it('is bought as a ticket with every check again, and asks no second time', () => {
    const ticket = take(offered(20), 1_000)!
    const later = (now + 1_000) as EpochMs
    const again = { ...inOrder, facts: asking(20), ...candidateOf(ticket), now: later }
    const fresh = { ...inOrder.quote!, receivedAt: later }
    expect(preTradeCheck({ ...again, quote: fresh })).toMatchObject({ ok: true, lots: ticket.lots })
    const code = (change: Partial<PreTradeCheckInput>) => {
      const answer = preTradeCheck({ ...again, quote: fresh, ...change })
      return answer.ok ? undefined : answer.refusal.code
    }
    expect(code({ quote: { ...fresh, receivedAt: (later - 2_001) as EpochMs } })).toBe('refusal.price_stale')
    expect(code({ quote: { ...fresh, bid: rs(179.9), ask: rs(180) } })).toBe('refusal.price_above_limit')
    expect(code({ facts: { ...asking(20)!, killSwitch: { user: true, global: false } } })).toBe('refusal.user_stop')
    expect(code({ now: (ticket.validUntil + 1) as EpochMs })).toBe('refusal.ticket_expired')
  })
})

describe('the ticket of an approval', () => {
  it('pays no more than was shown, with the stop that was shown', () => {
    const offer = offered(20)
    const { limit, lots, stopDistance, mode } = take(offer, 10)!
    expect({ limit, lots, stop: limit - stopDistance, mode }).toEqual({
      limit: offer.limit,
      lots: offer.lots,
      stop: offer.stop,
      mode: offer.mode,
    })
  })

  it.each([
    [0, 15_000],
    [4_999, 19_999],
    [5_001, 20_000],
    [20_000, 20_000],
  ])('that is sent after %i ms may trade until %i ms, never beyond the deadline', (afterMs, until) => {
    expect(take(offered(20), afterMs)!.validUntil - now).toBe(until)
  })

  it('is not made after the deadline', () => expect(take(offered(20), 20_001)).toBeUndefined())

  it('is one, whichever device takes it and however often', () => {
    const offer = offered(60)
    const ids = [take(offer, 10), take(offer, 17), take(offer, 900)].map((ticket) => ticket!.id)
    expect(new Set(ids)).toEqual(new Set([approvalTicketId('u1', 'd1')]))
    expect(approvalTicketId('u2', 'd1')).not.toBe(approvalTicketId('u1', 'd1'))
  })
})
