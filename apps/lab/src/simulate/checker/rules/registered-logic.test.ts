// @invariant registered-logic
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { describe, expect, it } from 'vitest'
import { REGISTERED_LOGIC } from '../../environment/initial-account-facts.ts'
import { StagedDay } from '../testing/day-fixture.ts'
import { FACTS, UNITS } from '../testing/facts-fixture.ts'
import { ENTRY } from '../testing/fixtures.ts'

const { identifier } = REGISTERED_LOGIC
const STOP = { kind: 'SL', quantity: UNITS, price: 11_000 as Paise, trigger: 12_000 as Paise } as const

/** A trade of this kind of link whose entry and stop carry these identifiers, with what is registered. */
function tradeWith(
  mode: 'live' | 'paper',
  entry?: string,
  stop?: string,
  registeredLogic = [REGISTERED_LOGIC],
): StagedDay {
  return new StagedDay()
    .becomes({ link: { ...FACTS.link, mode }, registeredLogic })
    .wait(3_000)
    .trade('t1', 'entering', 'd1', { mode })
    .place('e1', 'BUY', ENTRY, entry === undefined ? {} : { algoId: entry })
    .place('s1', 'SELL', STOP, stop === undefined ? {} : { algoId: stop })
}

const found = (day: StagedDay): string[] =>
  day.checker.violations.map(({ text }) => text).filter((text) => text.includes('identifier'))

describe('orders and the register of logic', () => {
  it('a live trade whose orders carry its identifier, and a paper trade whose orders carry none, are in order', () => {
    expect(found(tradeWith('live', identifier, identifier))).toEqual([])
    expect(found(tradeWith('paper'))).toEqual([])
  })

  it.each<[string, StagedDay, string]>([
    [
      'a logic that is not registered',
      tradeWith('live', identifier, identifier, []),
      'e1: carries the identifier ALGO-1; registered: none',
    ],
    ['no identifier', tradeWith('live'), 'e1: carries the identifier undefined; registered: ALGO-1'],
    ['another identifier on the stop', tradeWith('live', identifier, 'ALGO-2'), 's1: carries the identifier ALGO-2'],
    ['an identifier on paper', tradeWith('paper', identifier), 'e1: carries the identifier ALGO-1 of a logic'],
  ])('%s is seen', (_what, day, text) => {
    expect(found(day)).toEqual([expect.stringContaining(text)])
  })
})
