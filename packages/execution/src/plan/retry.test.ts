import { describe, expect, it } from 'vitest'
import type { BrokerRejectionCode } from '../order/order-ack.ts'
import { ago, accepted, envOf, intent, modify, NOW, refused } from '../testing/trade-fixture.ts'
import { hasMissedDeadline, isTransient, backoffAfter, refusalsInARow, retryAt } from './retry-backoff.ts'

describe('a refused call', () => {
  it.each<[code: BrokerRejectionCode, inARow: number, again: number]>([
    ['not_sent', 1, 500],
    ['rate_limited', 1, 1_000],
    ['not_permitted', 1, 2_000],
    ['session_closed', 1, 30_000],
    ['price_band', 1, 700],
    ['price_band', 59, 700],
    ['price_band', 60, 2_100],
    ['price_band', 199, 2_100],
    ['price_band', 200, 7_000],
  ])('for %s, %d in a row, may be tried again after %d ms', (code, inARow, again) => {
    expect(retryAt(refused(code, 0), inARow, envOf(), 700) - NOW).toBe(again)
  })

  it.each([
    ['no reading has succeeded', undefined, 1, 5_000],
    ['none has since', ago(100), 1, 5_000],
    ['one has since', ago(99), 1, 0],
    ['one has since, and it went on for long', ago(99), 59, 0],
    ['one has since, and it went on for too long', ago(99), 60, 15_000],
  ])('for an expired token, when %s', (_when, snapshotsReadAt, inARow, again) => {
    const env = envOf({ snapshotsReadAt })
    expect(retryAt(refused('token_expired', 100), inARow, env, 700)).toBe(ago(100) + again)
    expect(retryAt(refused('rate_limited', 100), 1, env, 700)).toBe(ago(100) + 1_000)
  })
})

it.each<[code: BrokerRejectionCode, notNow: boolean]>([
  ['not_sent', true],
  ['rate_limited', true],
  ['token_expired', true],
  ['not_permitted', true],
  ['session_closed', true],
  ['trigger_through', false],
  ['processing', false],
  ['other', false],
])('%s says "not now": %j', (code, notNow) => expect(isTransient(code)).toBe(notNow))

it('the pace falls after sixty in a row, and again after two hundred', () =>
  expect([0, 59, 60, 199, 200].map(backoffAfter)).toEqual([1, 1, 3, 3, 10]))

it('refusals in a row are those after the last call that was not refused', () => {
  const no = intent('move', modify('s1'), refused('processing', 1))
  const yes = intent('move', modify('s1'), accepted('s1', 1))
  expect([[], [no, no], [no, yes, no, no], [no, yes]].map(refusalsInARow)).toEqual([0, 2, 2, 0])
})

describe('a call that was withheld has missed its deadline', () => {
  const call = intent('protect', modify('s1'), refused('not_sent', 0))
  const at = call.createdAt
  it.each<[what: string, deadlineMs: number, afterMs: number, code: BrokerRejectionCode, missed: boolean]>([
    ['after it', 2_000, 2_001, 'not_sent', true],
    ['not as it ends', 2_000, 2_000, 'not_sent', false],
    ['not where the session ended before', 1_999, 2_001, 'not_sent', false],
    ['not where the broker refused it', 2_000, 2_001, 'rate_limited', false],
  ])('%s', (_what, deadlineMs, afterMs, code, missed) => {
    const outcome = { state: 'refused', at: (at + afterMs) as typeof at, code, text: '' } as const
    expect(hasMissedDeadline({ ...call, deadline: (at + deadlineMs) as typeof at, outcome }, envOf())).toBe(missed)
  })

  it('not where it was not refused', () =>
    expect(hasMissedDeadline(intent('protect', modify('s1'), accepted('s1', 1)), envOf())).toBe(false))
})
