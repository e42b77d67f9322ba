import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paise } from '../money/paise.ts'
import { disciplineOf, type DisciplineTrade } from './discipline.ts'

const trade = (change: Partial<DisciplineTrade> = {}): DisciplineTrade => ({
  day: '2026-11-20',
  manualExitQuantity: 0,
  net: 100 as Paise,
  plannedLoss: 1000 as Paise,
  ...change,
})

describe('discipline', () => {
  it.each<[what: string, trades: DisciplineTrade[], locked: string[], expected: object]>([
    ['nothing traded', [], [], { days: 0, stopsRespected: 1, limitsRespected: 1, planFollowed: 1 }],
    ['all left alone', [trade(), trade({ net: -1000 as Paise })], [], { days: 1, total: 1 }],
    [
      'one of two losses beyond its stop',
      [trade({ net: -1000 as Paise }), trade({ net: -1001 as Paise })],
      [],
      { stopsRespected: 0.5 },
    ],
    [
      'a loss without a plan on record',
      [trade({ net: -9 as Paise, plannedLoss: undefined })],
      [],
      { stopsRespected: 1 },
    ],
    [
      'one of four sold manually',
      [trade(), trade(), trade(), trade({ manualExitQuantity: 65 })],
      [],
      { planFollowed: 0.75 },
    ],
    [
      'one of two days ended by a limit',
      [trade(), trade({ day: '2026-11-19' })],
      ['2026-11-19'],
      { limitsRespected: 0.5 },
    ],
    ['a limit on a day without trades', [trade()], ['2026-11-18'], { limitsRespected: 1 }],
  ])('with %s', (_what, trades, locked, expected) => {
    expect(disciplineOf(trades, new Set(locked))).toMatchObject(expected)
  })

  it('does not ask how much was earned', () => {
    const won = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(won, won), { minLength: 1 }), (pairs) => {
        const of = (at: 0 | 1) =>
          disciplineOf(
            pairs.map((pair) => trade({ net: pair[at] as Paise })),
            new Set(),
          )
        expect(of(0)).toEqual(of(1))
      }),
    )
  })
})
