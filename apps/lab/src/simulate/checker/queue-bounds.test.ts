import type { EpochMs } from '@strikewise/domain/time/ist.ts'
// @invariant bounded-queues
// @invariant I7
// @invariant I9
// @invariant I14
// @invariant I16
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IntentKind } from '@strikewise/execution/intent/intent.ts'
import type { HighWaterMarkName } from '@strikewise/execution/high-water-marks.ts'
import { describe, expect, it } from 'vitest'
import { StagedDay } from './testing/day-fixture.ts'
import { UNITS } from './testing/facts-fixture.ts'
import { protectedDay, sold, STOP } from './testing/fixtures.ts'

const API_KEY = 'canary-api-key-u1'
const ACCESS_TOKEN = 'canary-access-token-u1'

/** We raise the stop, and the exchange does so. */
function trail(day: StagedDay, trigger: number): StagedDay {
  const terms = { ...STOP, trigger: trigger as Paise }
  day.modify('s1', terms).wait(1_000)
  return day.changed('s1', { orderType: 'SL', quantity: UNITS, triggerPrice: terms.trigger, price: terms.price })
}

/** Its owner puts the stop back to where it was. */
function lowered(day: StagedDay, isKnown: boolean): StagedDay {
  day.wait(1_000).changed('s1', { orderType: 'SL', quantity: UNITS, triggerPrice: 11_000 as Paise, price: STOP.price })
  return isKnown ? day.known('s1', 'armed', 11_000).rowOf('s1', { price: STOP.price }) : day
}

it('counts changes that the owner of the stop made towards ours as far as the rows show them, and no others', () => {
  const isTrailing = (isKnown: boolean) => {
    const day = protectedDay()
    for (let i = 1; i <= 11; i += 1) trail(lowered(day, isKnown), 12_000 + i)
    return day.end().includes('I14')
  }
  expect(isTrailing(true)).toBe(true)
  expect(isTrailing(false)).toBe(false)
})

it('counts no change of the owner’s that left the stop as it was: no row can show it', () => {
  const day = protectedDay()
  for (let i = 0; i < 5; i += 1) {
    const triggerPrice = (11_500 + i) as Paise
    const change = { orderType: 'SL', quantity: UNITS, triggerPrice, price: STOP.price } as const
    day.wait(1_000).changed('s1', change).known('s1', 'armed', triggerPrice).rowOf('s1', { price: STOP.price })
    for (let again = 0; again < 3; again += 1) day.changed('s1', change)
    trail(day, 12_001 + i)
  }
  expect(day.end()).not.toContain('I14')
})

describe('a secret in a notification, a full queue and a failure are violations', () => {
  it.each<[string, string, () => StagedDay]>([
    ['I9', 'held late in the day without an alarm', () => protectedDay().wait(4.6 * 3_600_000)],
    [
      'I9',
      'held late in the day, and only the observer knows',
      () =>
        protectedDay()
          .observed('not_flat')
          .wait(4.6 * 3_600_000),
    ],
    [
      'I14',
      'eleven calls in a second',
      () => {
        const day = protectedDay()
        for (let i = 0; i < 11; i += 1) day.modify('s1', STOP)
        return day
      },
    ],
    [
      'I14',
      'trailing without end',
      () => {
        const day = protectedDay()
        for (let i = 1; i <= 21; i += 1) trail(day, 12_000 + i)
        return day
      },
    ],
    [
      'I7',
      'an API key in the words of a refusal that is written down',
      () => {
        const refused = { state: 'refused', at: 0 as EpochMs, code: 'other', text: `No, ${API_KEY}.` } as const
        return new StagedDay().intent('i1', 'enter', { type: 'cancel', orderId: 'x' }, 't1', refused)
      },
    ],
    ['I7', 'an access token in a notification', () => new StagedDay().notification(`The broker says: ${ACCESS_TOKEN}`)],
    [
      'I7',
      'an access token in an alarm',
      () => new StagedDay().alarm({ code: 'alarm.token_expired.order', reason: ACCESS_TOKEN }),
    ],
    ['I7', 'an API key in the name of a count', () => new StagedDay().count(`refused ${API_KEY}`)],
    ['I16', 'a queue fuller than it may be', () => full('entry_candidates', 5)],
    ['I16', 'a mailbox that turns nothing away', () => full('mail', 300)],
    ['I16', 'an entry priced again and again', () => repeated('enter', 4)],
    ['I16', 'a stop tried again without end', () => repeated('protect', 101)],
    [
      'error',
      'a day not begun though the store was there',
      () => new StagedDay().alarm({ code: 'alarm.turn_failed', reason: 'the store has not taken what is known yet' }),
    ],
    [
      'error',
      'a turn that failed by itself',
      () => new StagedDay().alarm({ code: 'alarm.turn_failed', reason: 'x is not a function' }),
    ],
    ['error', 'an event no trade can take', () => new StagedDay().count('illegal_trade_event flat open')],
    ['error', 'taken over without a successor', () => new StagedDay().alarm('taken_over')],
    ['error', 'short without a hand', () => sold(protectedDay()).alarm('short')],
  ])('%s: %s', (invariant, _name, notify) => {
    expect(notify().end()).toContain(invariant)
  })
})

it('allows sixty alarms of a code, and one more of each trade for every process that began again (I16)', () => {
  const bounded = (alarms: number, day = new StagedDay()) => {
    for (let i = 0; i < alarms; i += 1) day.observed('unprotected')
    return !day.end().includes('I16')
  }
  expect(bounded(60)).toBe(true)
  expect(bounded(61)).toBe(false)
  const begunAgain = () => new StagedDay().trade('t1', 'abandoned').trade('t2', 'abandoned').down(1_000)
  expect(bounded(62, begunAgain())).toBe(true)
  expect(bounded(63, begunAgain())).toBe(false)
  expect(bounded(61, new StagedDay().down(1_000))).toBe(false)
})

it('allows a hundred tries with each order of a trade that hangs, and no more (I16)', () => {
  expect(repeated('cancel', 100).end()).not.toContain('I16')
  expect(repeated('cancel', 101).end()).toContain('I16')
  expect(repeated('cancel', 101, 2).end()).not.toContain('I16')
})

it('allows three entries of a signal, and of a ticket as many as its fifteen seconds have room for (I16)', () => {
  const bounded = (times: number, origin?: 'manual') =>
    !repeated('enter', times).trade('t1', 'abandoned', 'd1', { origin }).end().includes('I16')
  expect([3, 4].map((times) => bounded(times))).toEqual([true, false])
  expect([8, 9].map((times) => bounded(times, 'manual'))).toEqual([true, false])
})

function full(name: HighWaterMarkName, count: number): StagedDay {
  const day = new StagedDay()
  day.levels.record(name, count)
  return day
}

/** Calls of one kind in one trade with so many orders in turn, none of which came to anything. */
function repeated(kind: IntentKind, times: number, orders = 1): StagedDay {
  const day = new StagedDay()
  const refused = { state: 'refused', at: day.now, code: 'not_sent', text: 'held back' } as const
  for (let time = 0; time < times; time += 1)
    day.intent(`i${time}`, kind, { type: 'cancel', orderId: `x${time % orders}` }, 't1', refused)
  return day
}
