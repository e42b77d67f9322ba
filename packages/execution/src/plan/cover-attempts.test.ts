// @invariant short-bought-back
import { describe, expect, it } from 'vitest'
import type { Intent, Outcome } from '../intent/intent.ts'
import type { OrderRecord } from '../order/order.ts'
import type { BrokerRejectionCode } from '../order/order-ack.ts'
import { accepted, ago, envOf, intent, NOW, order, place, refused } from '../testing/trade-fixture.ts'
import { nextCoverAt } from './cover-attempts.ts'

/** An attempt to buy back, the `nth` of the day, that came to this now. */
const attempt = (nth: number, outcome: Outcome): Intent =>
  intent('cover', place('BUY'), outcome, { id: `c${nth}`, createdAt: NOW })
const refusedTimes = (times: number, code: BrokerRejectionCode): Intent[] =>
  Array.from({ length: times }, (_, nth) => attempt(nth, refused(code, 0)))
/** Attempts that the broker took, and what became of their orders. */
const taken = (...phases: OrderRecord['phase'][]) => ({
  attempts: phases.map((_, nth) => attempt(nth, accepted(`o${nth}`, 0))),
  covers: phases.map((phase, nth) => order(`o${nth}`, { side: 'BUY', phase, intentId: `c${nth}` })),
})
const pauseAfter = (attempts: readonly Intent[], covers: readonly OrderRecord[] = []) =>
  nextCoverAt(attempts, covers, envOf()) - NOW
const rejectedTimes = (times: number) => taken(...Array.from({ length: times }, () => 'rejected' as const))

describe('the next attempt to buy back', () => {
  it('is due at once when none was made', () => expect(pauseAfter([])).toBe(0))

  it.each([
    [1, 1_000],
    [3, 1_000],
    [4, 3_000],
    [5, 6_000],
    [6, 9_000],
    [59, 9_000],
    [199, 9_000],
    [200, 10_000],
  ])('after %d refusals for lack of funds in a row waits %d ms', (times, pauseMs) =>
    expect(pauseAfter(refusedTimes(times, 'funds'))).toBe(pauseMs),
  )

  it.each([
    [1, 3_000],
    [4, 3_000],
    [5, 6_000],
    [6, 9_000],
    [199, 9_000],
    [200, 30_000],
  ])('after %d orders that were taken and rejected in a row waits %d ms', (times, pauseMs) => {
    const { attempts, covers } = rejectedTimes(times)
    expect(pauseAfter(attempts, covers)).toBe(pauseMs)
  })

  it('waits as long as the moment lasts where the broker refused the last for that, however many failed before', () =>
    expect(pauseAfter([...refusedTimes(6, 'funds'), attempt(6, refused('rate_limited', 0))])).toBe(1_000))

  it('counts no refusal for the moment, which may lie between', () =>
    expect(
      pauseAfter([
        ...refusedTimes(5, 'funds'),
        attempt(5, refused('rate_limited', 0)),
        attempt(6, refused('funds', 0)),
      ]),
    ).toBe(9_000))

  it('waits one step after an order that found no seller, however many were rejected before', () => {
    const { attempts, covers } = taken(...Array.from({ length: 9 }, () => 'rejected' as const), 'cancelled')
    expect(pauseAfter(attempts, covers)).toBe(3_000)
  })

  it('counts the pause from the attempt, and waits a moment after its refusal at least', () => {
    const late = (agoMs: number) => intent('cover', place('BUY'), refused('funds', 100), { createdAt: ago(agoMs) })
    expect(pauseAfter([...refusedTimes(4, 'funds'), late(5_500)])).toBe(900)
    expect(pauseAfter([...refusedTimes(4, 'funds'), late(1_500)])).toBe(4_500)
  })
})
