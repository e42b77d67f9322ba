import { describe, expect, it } from 'vitest'
import type { OrderTerms } from '@strikewise/execution/order/order.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { MID, StagedDay, UNITS } from '../testing/staged-day.ts'

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
