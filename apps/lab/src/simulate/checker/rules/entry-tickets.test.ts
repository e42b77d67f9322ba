// @invariant ticket-answered-once
import { expect, it } from 'vitest'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { TICKET_VALID_MS } from '@strikewise/execution/pre-trade/entry-ticket.ts'
import { ACCOUNT, CONTRACT, MID } from '../testing/facts-fixture.ts'
import { StagedDay } from '../testing/day-fixture.ts'

/** A user has sent a ticket, of which the processes are notified `lateMs` later, and its deadline is over. */
function sent(meanwhile = (day: StagedDay) => day.wait(TICKET_VALID_MS), lateMs = 0): StagedDay {
  const day = new StagedDay()
  const ticket = {
    id: 'k1',
    mode: 'paper',
    contract: CONTRACT,
    lots: 1,
    limit: MID,
    stopDistance: 3_000 as Paise,
    slBuffer: 500 as Paise,
    trailing: false,
    spot: 2_400_000 as Paise,
    askedAt: day.now,
    validUntil: (day.now + TICKET_VALID_MS) as EpochMs,
    channel: 'web',
  } as const
  const notifiedAt = (day.now + lateMs) as EpochMs
  day.tickets.push({ account: ACCOUNT, ticket, notifiedAt, offer: undefined })
  return meanwhile(day)
}

const isUnanswered = (day: StagedDay) => {
  day.end()
  return day.checker.violations.some(({ text }) => text === 'the ticket k1 was left without an answer')
}

it('a ticket has two seconds after its deadline to be answered, by a trade or by a refusal', () => {
  expect(isUnanswered(sent().wait(1_900))).toBe(false)
  expect(isUnanswered(sent().wait(2_100))).toBe(true)
  expect(isUnanswered(sent().trade('t1', 'abandoned', 'k1').wait(9_000))).toBe(false)
  const refusal = { decisionId: 'k1', symbol: 'NIFTY', code: 'ticket_expired' } as const
  const refused = sent().refused({ ...refusal, message: { code: 'refusal.ticket_expired' } })
  expect(isUnanswered(refused.wait(9_000))).toBe(false)
})

it('a ticket waits while the store takes no row, and for its next process, and no longer', () => {
  const away = () => sent((day) => day.fault('store_down', 3, 'store').wait(TICKET_VALID_MS))
  expect(isUnanswered(away().wait(11_500))).toBe(false)
  expect(isUnanswered(away().wait(12_500))).toBe(true)
  // The store fails again as soon as the next process has taken over.
  const again = () =>
    sent((day) => day.down(TICKET_VALID_MS))
      .wait(4_500)
      .fault('store_slow', 2, 'slot0')
  expect(isUnanswered(again().wait(7_500))).toBe(false)
  expect(isUnanswered(again().wait(9_000))).toBe(true)
  expect(isUnanswered(sent().fault('broker_down', 1, 'broker').wait(4_000))).toBe(true)
})

it('a ticket of which no process was notified before its deadline waits for the store from then on, and no longer', () => {
  const lateMs = TICKET_VALID_MS + 1_500
  const day = (notifiedMs: number) => sent(undefined, notifiedMs).wait(1_000).fault('pool_exhausted', 2, 'slot0')
  expect(isUnanswered(day(lateMs).wait(7_000))).toBe(false)
  expect(isUnanswered(day(lateMs).wait(20_000))).toBe(true)
  const sentInTime = sent(undefined, 0).wait(2_100).fault('pool_exhausted', 2, 'slot0')
  expect(isUnanswered(sentInTime.wait(7_000))).toBe(true)
  // As well where the store goes away as the answer is about to be written.
  const asAnswered = sent(undefined, lateMs).wait(2_500).fault('pool_exhausted', 2, 'slot0')
  expect(isUnanswered(asAnswered.wait(7_000))).toBe(false)
  // Nothing kept it from being answered.
  expect(isUnanswered(sent(undefined, lateMs).wait(7_000))).toBe(true)
})
