import { describe, expect, it } from 'vitest'
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { MID, protectedDay, sold, StagedDay, UNITS } from '../testing/staged-day.ts'

const ENTRY: OrderTerms = { kind: 'LIMIT', quantity: UNITS, price: (MID + 20) as Paise, validity: 'IOC' }
const stop = (trigger: number, price: number): OrderTerms => ({
  kind: 'SL',
  quantity: UNITS,
  trigger: trigger as Paise,
  price: price as Paise,
})
const entered = () =>
  new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY).taken('e1', 'BUY', ENTRY).filled('e1', UNITS, MID)
const texts = (day: StagedDay) => day.checker.violations.map(({ text }) => text)

describe('the second opinion', () => {
  it.each<[what: string, terms: OrderTerms, says: RegExp | undefined]>([
    ['a stop where it belongs', stop(12_000, 11_900), undefined],
    ['a stop under its first trigger', stop(11_500, 11_400), /trigger at 11500, under/],
    ['a stop over what the best bid earned', stop(13_000, 12_900), /trigger at 13000, over/],
    ['a stop without the slack of its user', stop(12_000, 12_000), /limit at 12000, not 11900/],
  ])('on %s', (_what, terms, says) => {
    const found = texts(entered().wait(100).place('s1', 'SELL', terms))
    if (says === undefined) expect(found).toEqual([])
    else expect(found).toEqual([expect.stringMatching(says)])
  })

  it('lets no stop fall that was raised by hand, unless the broker hid the order meanwhile', () => {
    const raised = (day: StagedDay) =>
      texts(
        day
          .changed('s1', { orderType: 'SL', quantity: UNITS, triggerPrice: 13_000 as Paise, price: 12_900 as Paise })
          .wait(1_000)
          .modify('s1', stop(12_500, 12_400)),
      )
    const lowered = 'the stop s1 is lowered from 13000 to 12500'
    expect(raised(protectedDay())).toContain(lowered)
    expect(raised(protectedDay().fault('book_stale', 2))).toContain(lowered)
    expect(raised(protectedDay().fault('orders_hidden', 2))).not.toContain(lowered)
  })

  it('wants a position of which nothing comes given up after half an hour, or once a process runs again', () => {
    const held = (day: StagedDay) => {
      sold(day).end()
      return texts(day)
    }
    const late = 'trade t1 was held for more than half an hour though nothing came of it'
    const HALF_AN_HOUR = 30 * 60_000
    expect(held(protectedDay().wait(HALF_AN_HOUR + 20_000))).toContain(late)
    expect(held(protectedDay().down(HALF_AN_HOUR + 20_000))).not.toContain(late)
    expect(
      held(
        protectedDay()
          .down(HALF_AN_HOUR + 20_000)
          .wait(20_000),
      ),
    ).toContain(late)
  })

  it('believes no freak price, not even of a program that has just begun', () => {
    const day = entered().wait(100).fault('crash', 1, 'slot0').fault('freak_price', 5, '1001')
    day.freak(900_000).wait(100).bid(MID).wait(100)
    day.trade('t1', 'exiting', 'd1', { exitReason: 'target', direction: 'up' }).end()
    expect(texts(day)).toContainEqual(expect.stringMatching(/given up for target: the best bid was 15000/))
  })

  it('wants funds that were read lately', () => {
    const day = new StagedDay().wait(190_000).decide('d2').trade('t1', 'entering', 'd2').place('e1', 'BUY', ENTRY)
    expect(texts(day)).toContain('entry e1: the funds it goes by were read too long ago')
    expect(texts(new StagedDay().trade('t1', 'entering').place('e1', 'BUY', ENTRY))).toEqual([])
  })

  it('lets an entry lay out half of the free cash and no more', () => {
    const day = (cash: number) => {
      const staged = new StagedDay()
      staged.fundsRead.length = 0
      return staged.readsFunds(cash).trade('t1', 'entering').place('e1', 'BUY', ENTRY)
    }
    const cost = UNITS * (MID + 20)
    expect(texts(day(2 * cost))).toEqual([])
    expect(texts(day(2 * cost - 2))).toEqual([expect.stringMatching(/half of the free cash/)])
  })
})
