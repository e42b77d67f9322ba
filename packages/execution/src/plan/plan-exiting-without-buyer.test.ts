import type { Paise } from '@strikewise/domain/money/paise.ts'
import { expect, it } from 'vitest'
import type { Intent, Outcome } from '../intent/intent.ts'
import type { OrderRecord, OrderTerms } from '../order/order.ts'
import { rs } from '../testing/scenario.ts'
import {
  ago,
  accepted,
  bidOf,
  BOUGHT,
  envOf,
  EXITING,
  inDoubt,
  intent,
  modify,
  notified,
  order,
  place,
  refused,
  viewOf,
} from '../testing/trade-fixture.ts'
import { planTrade } from './plan.ts'
import type { PlanEnv } from './steps.ts'

const MARKET: OrderTerms = { kind: 'MARKET', quantity: 65 }
const limit = (price: Paise): OrderTerms => ({ kind: 'LIMIT', quantity: 65, price, validity: 'DAY' })
const AGAIN = 'modify s1 MARKET 65 (target)'
/** The exit rests at ₹145 at the exchange. */
const RESTING = order('s1', { kind: 'LIMIT', phase: 'open', price: rs(145), updatedAt: ago(0) })
const CHANGING = { ...RESTING, phase: 'pending', phaseSince: ago(100) } as const
const NO_BID = { quote: undefined, hasNoBid: true } satisfies Partial<PlanEnv>

/** A step that asked for `terms`, `agoMs` ago. */
const step = (agoMs: number, terms: OrderTerms = MARKET, outcome: Outcome = accepted('s1', agoMs)): Intent =>
  intent('exit', modify('s1', terms), outcome)
/** All prices, and after them `times` orders of `terms`, the newest `agoMs` ago. */
const chased = (times: number, agoMs: number, terms: OrderTerms = MARKET): Intent[] => [
  ...[1, 2, 3].map((one) => step(900_000 - one, limit(rs(150 - one)))),
  ...Array.from({ length: times }, (_, i) => step(agoMs + (times - 1 - i) * 30_000, terms)),
]

/** New sales at the market while the exit was stuck, each of them taken by the broker and then rejected. */
const rejectedSales = (...agoMs: number[]): Intent[] =>
  agoMs.map((ms, i) => intent('exit', place('SELL', MARKET), accepted(`rejected${i}`, ms)))

function plan(steps: readonly Intent[], env: Partial<PlanEnv>, sell: OrderRecord = RESTING): string[] {
  const fixture = {
    trade: EXITING,
    orders: [BOUGHT, sell],
    intents: [intent('protect', place('SELL'), accepted('s1', 999_000)), ...steps],
  }
  return notified(planTrade(viewOf(fixture), envOf(env)))
}

it.each<[times: number, pauseMs: number]>([
  [1, 3_000],
  [2, 6_000],
  [3, 12_000],
  [4, 24_000],
  [5, 30_000],
  [20, 30_000],
])(
  'an exit for which no one bids, asked for %d times at the market, is asked for again after %d ms',
  (times, pauseMs) => {
    expect(plan(chased(times, pauseMs - 1), NO_BID)).toEqual(['in 1'])
    expect(plan(chased(times, pauseMs), NO_BID)[0]).toBe(AGAIN)
  },
)

it('is waited for with the order that the exchange changed in the second of the last step', () =>
  expect(plan(chased(5, 3_000), NO_BID, { ...RESTING, updatedAt: ago(3_999) })).toEqual(['in 27000']))

it('takes its four steps three seconds apart where no one bids from the start', () => {
  const steps = [9_000, 6_000, 3_000].map((agoMs) => step(agoMs))
  expect(plan(steps, NO_BID)).toEqual([AGAIN])
  expect(plan([step(12_000), ...steps], NO_BID)).toEqual([AGAIN, 'alarm chase_exhausted'])
})

it.each<[when: string, steps: Intent[], env: Partial<PlanEnv>, sell: OrderRecord]>([
  ['the feed shows no quote, so that a buyer may bid less', chased(5, 3_000), { quote: undefined }, RESTING],
  ['the exchange does not show the order to work', chased(5, 3_000), NO_BID, CHANGING],
  ['the exchange shows the order as it was before', chased(5, 3_000), NO_BID, { ...RESTING, updatedAt: ago(4_000) }],
  ['the exchange has dated the order never', chased(5, 3_000), NO_BID, { ...RESTING, updatedAt: null }],
  [
    'only other sales were asked for at the market',
    [...chased(0, 0), ...rejectedSales(15_000, 9_000, 3_000)],
    NO_BID,
    RESTING,
  ],
  ['it followed a buyer who is gone', [...chased(5, 9_000), step(3_000, limit(rs(145)))], NO_BID, RESTING],
  ['fewer units are left than were asked for', chased(5, 3_000, { kind: 'MARKET', quantity: 130 }), NO_BID, RESTING],
  [
    'nothing shows that it was asked before',
    [...chased(1, 60_000), step(9_000, MARKET, inDoubt(9_000)), step(3_000, MARKET, inDoubt(3_000))],
    NO_BID,
    RESTING,
  ],
])('waits no longer than a step when %s', (_when, steps, env, sell) =>
  expect(plan(steps, env, sell)[0]).toMatch(/^modify s1 MARKET/),
)

it('follows a buyer who bids less than the market order asks, three seconds after the last step', () => {
  const back = { quote: { ...bidOf(100)!, last: rs(140) }, hasNoBid: false }
  expect(plan(chased(5, 3_000), back)).toEqual(['modify s1 LIMIT 65 @ 98 (target)'])
  expect(plan(chased(5, 2_999), back)).toEqual(['in 1'])
})

/** The lowest price that the band of a contract at ₹150 lets a sale ask, under which every buyer bids. */
const LOWEST = limit(rs(105))
const AT_LOWEST = { ...RESTING, price: rs(105) }
const BID_UNDER = { quote: { ...bidOf(90)!, last: rs(150) } }
/** All prices, the market, and after it the lowest price so many times, the newest `agoMs` ago. */
const followed = (times: number, agoMs: number): Intent[] => [
  ...chased(1, 800_000),
  ...Array.from({ length: times }, (_, i) => step(agoMs + (times - 1 - i) * 30_000, LOWEST)),
]

it.each<[times: number, pauseMs: number]>([
  [1, 3_000],
  [2, 6_000],
  [3, 12_000],
  [6, 30_000],
])(
  'an exit that asks for the lowest price that the band lets it, %d times, asks for it again after %d ms, not for the market',
  (times, pauseMs) => {
    expect(plan(followed(times, pauseMs - 1), BID_UNDER, AT_LOWEST)).toEqual(['in 1'])
    expect(plan(followed(times, pauseMs), BID_UNDER, AT_LOWEST)).toEqual(['modify s1 LIMIT 65 @ 105 (target)'])
  },
)

it.each<[when: string, last: number, sell: OrderRecord, does: string]>([
  ['the band has fallen', 140, AT_LOWEST, 'modify s1 LIMIT 65 @ 98 (target)'],
  ['the band has risen, and the order stands under it', 160, AT_LOWEST, 'modify s1 LIMIT 65 @ 105 (target)'],
  ['the exchange shows it higher', 150, RESTING, 'modify s1 LIMIT 65 @ 105 (target)'],
])('an exit at the lowest price goes on from there when %s', (_when, last, sell, does) => {
  const env = { quote: { ...bidOf(90)!, last: rs(last) } }
  expect(plan(followed(1, 3_000), env, sell)).toEqual([does])
})

it('an exit at the lowest price waits no longer than a step where the exchange has not carried out the last', () =>
  expect(plan(followed(5, 3_000), BID_UNDER, { ...AT_LOWEST, updatedAt: ago(4_000) })).toEqual([
    'modify s1 LIMIT 65 @ 105 (target)',
  ]))

it.each<[when: string, bid: number, last: number, steps: Intent[], sell: OrderRecord]>([
  ['the buyer bids what it asks', 145, 145, chased(5, 3_000), RESTING],
  ['it has not followed the buyer as low as the price band lets it', 90, 150, chased(5, 3_000), AT_LOWEST],
  ['the buyer bids what the lowest price asks', 105, 150, followed(1, 3_000), AT_LOWEST],
  [
    'the exchange has just refused the lower price',
    100,
    140,
    [...chased(5, 9_000), step(1, limit(rs(98)), refused('price_band', 1))],
    RESTING,
  ],
  ['the exchange does not show it to work', 100, 140, chased(5, 3_000), CHANGING],
  ['not all steps were taken', 100, 140, chased(0, 0), { ...RESTING, price: rs(110) }],
])('asks for the market again when %s', (_when, bid, last, steps, sell) =>
  expect(plan(steps, { quote: { ...bidOf(bid)!, last: rs(last) } }, sell)[0]).toBe(AGAIN),
)
