import { describe, expect, it } from 'vitest'
import { TEST_CONFIG } from '../testing/test-broker.ts'
import type { OrderRecord } from '../order/order.ts'
import {
  ago,
  accepted,
  BOUGHT,
  cancel,
  inDoubt,
  intent,
  modify,
  OPEN,
  order,
  place,
  refused,
  sending,
  STOP,
  viewOf,
} from '../testing/trade-fixture.ts'
import { believedTerms, lastSell, liveSells, seenSince, unresolvedSells } from './sell-orders.ts'

const sells = (...orders: OrderRecord[]) => viewOf({ trade: OPEN, orders: [BOUGHT, ...orders] })

describe('of several sell orders that work', () => {
  it.each([
    [
      'the one that has filled most',
      order('keep', { filled: 5 }),
      order('late', { filled: 2, acknowledgedAt: ago(90_000) }),
    ],
    ['then one that was seen to work', order('keep', { acknowledgedAt: ago(10) }), order('late', { phase: 'pending' })],
    ['then the oldest', order('keep', { acknowledgedAt: ago(20) }), order('late', { acknowledgedAt: ago(10) })],
  ])('is kept %s', (_which, keep, late) => {
    expect(liveSells(sells(keep, late)).map(({ orderId }) => orderId)).toEqual(['keep', 'late'])
    expect(liveSells(sells(late, keep)).map(({ orderId }) => orderId)).toEqual(['keep', 'late'])
  })

  it.each([
    ['accepted, though a book from before still shows it at work', accepted('goes', 1_000), 'armed'],
    ['in doubt', inDoubt(1_000), 'armed'],
    ['carried out', refused('processing', 1_000), 'cancelling'],
    ['refused for now, though its history still shows it at work', refused('processing', 1_000), 'armed'],
  ] as const)('is kept none whose cancel is %s', (_what, outcome, phase) => {
    const goes = order('goes', { acknowledgedAt: ago(9_000), phase, filled: 1 })
    const stays = order('stays', { phase: 'pending' })
    const asked = intent('cancel', cancel('goes'), outcome)
    const view = viewOf({ trade: OPEN, orders: [BOUGHT, goes, stays], intents: [asked] })
    expect(liveSells(view).map(({ orderId }) => orderId)).toEqual(['stays', 'goes'])
  })

  it('is kept the one whose cancel never left', () => {
    const keep = order('keep', { acknowledgedAt: ago(9_000) })
    const asked = intent('cancel', cancel('keep'), refused('not_sent', 1_000))
    const view = viewOf({
      trade: OPEN,
      orders: [BOUGHT, keep, order('late', { acknowledgedAt: ago(2_000) })],
      intents: [asked],
    })
    expect(liveSells(view).map(({ orderId }) => orderId)).toEqual(['keep', 'late'])
  })

  it('are those that are over, and what buys, left out', () => {
    const buy = order('b2', { side: 'BUY', phase: 'open' })
    const over = (['complete', 'cancelled', 'rejected'] as const).map((phase) => order(phase, { phase }))
    expect(liveSells(sells(buy, ...over))).toEqual([])
  })
})

it('the last sell order is the one acknowledged last, of two at once the one reported last', () => {
  const older = order('s1', { acknowledgedAt: ago(20) })
  const newer = order('s2', { acknowledgedAt: ago(10) })
  expect(lastSell(sells(newer, older))?.orderId).toBe('s2')
  expect(lastSell(sells(older, { ...newer, acknowledgedAt: older.acknowledgedAt }))?.orderId).toBe('s2')
  expect(lastSell(sells(older, order('b2', { side: 'BUY', acknowledgedAt: ago(0) })))?.orderId).toBe('s1')
})

it('a sale whose fate is unknown was placed, sells, and has no answer', () => {
  const sale = intent('protect', place('SELL'), sending)
  const others = [
    intent('enter', place('BUY'), sending),
    intent('protect', place('SELL'), refused('funds', 0)),
    intent('move', modify('s1'), inDoubt(0)),
    intent('cancel', cancel('s1'), sending),
  ]
  expect(unresolvedSells(viewOf({ trade: OPEN, intents: [sale, ...others] }))).toEqual([sale])
})

describe('what an order is believed to ask for', () => {
  const asked = { ...STOP, quantity: 130 }
  const limit = { kind: 'LIMIT', quantity: 65, price: order('s1').price, validity: 'DAY' }

  it.each([
    ['is what the book shows', [], {}, STOP],
    ['is a limit as the book shows it', [], { kind: 'LIMIT' }, limit],
    [
      'is an accepted change that no reading shows',
      [intent('move', modify('s1', asked), accepted('s1', 2_999))],
      {},
      asked,
    ],
    [
      'is an accepted change while it was never seen',
      [intent('move', modify('s1', asked), accepted('s1', 9_000))],
      { seenAt: null },
      asked,
    ],
    ['is what a late reading shows', [intent('move', modify('s1', asked), accepted('s1', 3_000))], {}, STOP],
    ['is not a refused change', [intent('move', modify('s1', asked), refused('processing', 1_000))], {}, STOP],
    [
      'is an accepted change, whatever was cancelled since',
      [intent('move', modify('s1', asked), accepted('s1', 1_000)), intent('cancel', cancel('s1'), accepted('s1', 500))],
      {},
      asked,
    ],
    ['is not a change of another order', [intent('move', modify('s2', asked), accepted('s2', 1_000))], {}, STOP],
    [
      'is the change before a refused one',
      [
        intent('move', modify('s1', asked), accepted('s1', 2_000)),
        intent('move', modify('s1', STOP), refused('processing', 1_500)),
      ],
      {},
      asked,
    ],
  ] as const)('%s', (_what, intents, change, terms) => {
    const sell = order('s1', change)
    expect(believedTerms(viewOf({ trade: OPEN, orders: [sell], intents }), sell, TEST_CONFIG)).toEqual(terms)
  })
})

it.each([
  ['in the moment of the answer', ago(1_000), accepted('s1', 1_000), true],
  ['before it', ago(1_001), accepted('s1', 1_000), false],
  ['never', null, accepted('s1', 1_000), false],
  ['while there is no answer', ago(0), inDoubt(1_000), false],
] as const)('an order that was seen %s', (_when, seenAt, outcome, since) =>
  expect(seenSince(order('s1', { seenAt }), intent('move', modify('s1'), outcome))).toBe(since),
)
