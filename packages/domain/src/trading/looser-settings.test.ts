// @invariant loosening-waits
import fc, { type Arbitrary } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paise } from '../money/paise.ts'
import type { IstDate } from '../time/ist.ts'
import { FIRST_ENTRY_MINUTE, LAST_ENTRY_MINUTE } from '../time/entry-window.ts'
import { WEEKDAYS, type EntryHours } from './entry-hours.ts'
import { LOSING_STREAK } from './account-limits.ts'
import { limitSettingsOf, limitsOf, type LimitSettings } from './limit-settings.ts'
import { LIMIT_ORDERS, splitLimits, splitStrategy, STRATEGY_ORDERS } from './looser-settings.ts'
import { defaultStrategy, type Strategy } from './trade-settings.ts'
import { riskLimitsFrom, type RiskLimits } from './user-limits.ts'

const hours: Arbitrary<EntryHours> = fc
  .tuple(
    fc.subarray([...WEEKDAYS], { minLength: 1 }),
    fc.integer({ min: FIRST_ENTRY_MINUTE, max: LAST_ENTRY_MINUTE - 1 }),
    fc.integer({ min: FIRST_ENTRY_MINUTE + 1, max: LAST_ENTRY_MINUTE }),
  )
  .filter(([, from, to]) => from < to)
  .map(([days, fromMinute, toMinute]) => ({ days, fromMinute, toMinute }))
/** Few values of each, so that equal ones meet. */
const number = fc.integer({ min: 1, max: 6 })
const [MONDAY, TUESDAY] = ['2026-11-23' as IstDate, '2026-11-24' as IstDate]

const LIMITS: { readonly [K in keyof LimitSettings]: Arbitrary<LimitSettings[K]> } = {
  capital: fc.option(number.map((paise) => paise as Paise)),
  dailyLossCapPct: number,
  maxEntriesPerSymbol: number,
  maxPositionsPerSymbol: number,
  coverManualShorts: fc.boolean(),
  entryHours: fc.option(hours),
  tradesPerDay: fc.option(number),
  lossPauseMinutes: fc.option(number),
  lossesInRow: fc.option(fc.integer({ min: 1, max: LOSING_STREAK })),
  profitLock: fc.option(fc.record({ from: number as Arbitrary<Paise>, keepPct: number })),
  weeklyLoss: fc.option(number as Arbitrary<Paise>),
  drawdown: fc.option(
    fc.record({
      limit: number as Arbitrary<Paise>,
      since: fc.constantFrom(MONDAY, TUESDAY),
    }),
  ),
}
const STRATEGY: { readonly [K in keyof typeof STRATEGY_ORDERS]: Arbitrary<Strategy[K]> } = {
  lots: number,
  autoExecute: fc.boolean(),
  approvalSeconds: fc.option(fc.integer({ min: 20, max: 60 })),
  trailing: fc.boolean(),
  slBuffer: number,
}
const limits = (fc.record(LIMITS) as Arbitrary<LimitSettings>).map(limitsOf)
const strategy = fc.record({ symbol: fc.constant('NIFTY' as const), ...STRATEGY }) as Arbitrary<Strategy>

/** For each setting a tighter and a looser value. */
const LOOSER: {
  readonly [K in keyof LimitSettings]: readonly (readonly [tight: LimitSettings[K], loose: LimitSettings[K]])[]
} = {
  capital: [[1 as Paise, 2 as Paise]],
  dailyLossCapPct: [[3, 3.1]],
  maxEntriesPerSymbol: [[3, 4]],
  maxPositionsPerSymbol: [[1, 2]],
  coverManualShorts: [[false, true]],
  tradesPerDay: [
    [4, 5],
    [4, null],
  ],
  lossPauseMinutes: [
    [30, 29],
    [30, null],
  ],
  lossesInRow: [
    [2, 3],
    [2, null],
  ],
  profitLock: [
    [
      { from: 20 as Paise, keepPct: 50 },
      { from: 21 as Paise, keepPct: 50 },
    ],
    [
      { from: 20 as Paise, keepPct: 50 },
      { from: 20 as Paise, keepPct: 49 },
    ],
    [{ from: 20 as Paise, keepPct: 50 }, null],
  ],
  weeklyLoss: [
    [50 as Paise, 51 as Paise],
    [50 as Paise, null],
  ],
  drawdown: [
    [
      { limit: 80 as Paise, since: MONDAY },
      { limit: 81 as Paise, since: MONDAY },
    ],
    // From a later day on, what was lost before is forgotten.
    [
      { limit: 80 as Paise, since: MONDAY },
      { limit: 80 as Paise, since: TUESDAY },
    ],
    [{ limit: 80 as Paise, since: MONDAY }, null],
  ],
  entryHours: [
    [{ days: ['mon'], fromMinute: 600, toMinute: 720 }, null],
    [
      { days: ['mon'], fromMinute: 600, toMinute: 720 },
      { days: ['mon', 'tue'], fromMinute: 600, toMinute: 720 },
    ],
    [
      { days: ['mon'], fromMinute: 600, toMinute: 720 },
      { days: ['mon'], fromMinute: 599, toMinute: 720 },
    ],
    [
      { days: ['mon'], fromMinute: 600, toMinute: 720 },
      { days: ['mon'], fromMinute: 600, toMinute: 721 },
    ],
  ],
}
const LOOSER_STRATEGY: { readonly [K in keyof typeof STRATEGY_ORDERS]: readonly [Strategy[K], Strategy[K]] } = {
  lots: [2, 3],
  autoExecute: [false, true],
  approvalSeconds: [60, null],
  trailing: [true, false],
  slBuffer: [10, 11],
}

/** Settings of which two values may mean one: no hours and all hours, no streak and the one of everyone. */
const SAME_MEANING = ['entryHours', 'lossesInRow']

interface Compared<V> {
  readonly isWithin: (a: V, b: V) => boolean
}
const rows = Object.entries({ ...LIMIT_ORDERS, ...STRATEGY_ORDERS }) as [string, Compared<unknown>][]
const valuesOf = (name: string) => ({ ...LIMITS, ...STRATEGY })[name as keyof typeof LIMITS] as Arbitrary<unknown>

describe('the table of what is looser', () => {
  it('has a row for every limit and every setting of an index', () => {
    expect(Object.keys(LIMIT_ORDERS).toSorted()).toEqual(
      Object.keys(limitSettingsOf(riskLimitsFrom(undefined))).toSorted(),
    )
    expect(['symbol', ...Object.keys(STRATEGY_ORDERS)].toSorted()).toEqual(
      Object.keys(defaultStrategy('NIFTY')).toSorted(),
    )
  })

  it.each(rows)('%s: every value is within itself', (name, { isWithin }) => {
    fc.assert(
      fc.property(valuesOf(name), (a) => {
        expect(isWithin(a, a)).toBe(true)
      }),
    )
  })

  it.each(rows)('%s: what is within a value that is within a third is within that', (name, { isWithin }) => {
    const values = valuesOf(name)
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        fc.pre(isWithin(a, b) && isWithin(b, c))
        expect(isWithin(a, c)).toBe(true)
      }),
    )
  })

  it.each(rows.filter(([name]) => !SAME_MEANING.includes(name)))(
    '%s: two values within each other are one',
    (name, { isWithin }) => {
      const values = valuesOf(name)
      fc.assert(
        fc.property(values, values, (a, b) => {
          fc.pre(isWithin(a, b) && isWithin(b, a))
          expect(a).toEqual(b)
        }),
      )
    },
  )

  const pairs = [
    ...Object.entries(LOOSER).flatMap(([name, both]) => both.map(([tight, loose]) => ({ name, tight, loose }))),
    ...Object.entries(LOOSER_STRATEGY).map(([name, [tight, loose]]) => ({ name, tight, loose })),
  ]
  it.each(pairs)('$name $loose is looser than $tight, and not the other way round', ({ name, tight, loose }) => {
    const { isWithin } = Object.fromEntries(rows)[name]!
    expect([isWithin(loose, tight), isWithin(tight, loose)]).toEqual([false, true])
  })

  it('counts a capital that becomes or was the opening balance as looser', () => {
    const { isWithin } = LIMIT_ORDERS.capital
    expect([isWithin(null, 1 as Paise), isWithin(1 as Paise, null)]).toEqual([false, false])
  })
})

const within = (a: RiskLimits, b: RiskLimits) =>
  (Object.entries(LIMIT_ORDERS) as [keyof LimitSettings, Compared<unknown>][]).every(([name, { isWithin }]) =>
    isWithin(limitSettingsOf(a)[name], limitSettingsOf(b)[name]),
  )

describe('a change of limits', () => {
  it('never lets more through at once than before', () => {
    fc.assert(
      fc.property(limits, limits, (requested, inForce) => {
        expect(within(splitLimits(requested, inForce).atOnce, inForce)).toBe(true)
      }),
    )
  })

  it('holds at once as a whole when nothing in it is looser, and then nothing waits', () => {
    fc.assert(
      fc.property(limits, limits, (requested, inForce) => {
        const { atOnce, looser } = splitLimits(requested, inForce)
        expect(Object.keys(looser).length === 0).toBe(within(requested, inForce))
        if (within(requested, inForce)) expect(atOnce).toEqual(requested)
      }),
    )
  })

  it('is what was asked for once the looser settings hold too', () => {
    fc.assert(
      fc.property(limits, limits, (requested, inForce) => {
        const { atOnce, looser, changed } = splitLimits(requested, inForce)
        expect({ ...limitSettingsOf(atOnce), ...looser }).toEqual(limitSettingsOf(requested))
        expect(changed).toEqual(expect.arrayContaining(Object.keys(looser)))
      }),
    )
  })

  it('changes nothing when it is made again', () => {
    fc.assert(
      fc.property(limits, (same) => {
        expect(splitLimits(same, same)).toEqual({ atOnce: same, looser: {}, changed: [] })
      }),
    )
  })

  it('to other entry hours leaves at once the hours that both allow, and those in force where none are', () => {
    const inForce = {
      ...riskLimitsFrom(undefined),
      entryHours: { days: ['mon', 'tue'], fromMinute: 600, toMinute: 720 },
    } as const
    const to = (entryHours: EntryHours) => splitLimits({ ...inForce, entryHours }, inForce).atOnce.entryHours
    expect(to({ days: ['tue', 'wed'], fromMinute: 660, toMinute: 800 })).toEqual({
      days: ['tue'],
      fromMinute: 660,
      toMinute: 720,
    })
    expect(to({ days: ['fri'], fromMinute: 600, toMinute: 720 })).toEqual(inForce.entryHours)
    expect(to({ days: ['mon'], fromMinute: 720, toMinute: 800 })).toEqual(inForce.entryHours)
  })

  it('to a profit lock that is looser in one part keeps at once the tighter part of each', () => {
    const inForce = riskLimitsFrom(undefined)
    const locked = (from: number, keepPct: number) => ({
      ...inForce,
      account: { ...inForce.account, profitLock: { from: from as Paise, keepPct } },
    })
    const { atOnce, looser } = splitLimits(locked(10, 40), locked(20, 50))
    expect(atOnce.account.profitLock).toEqual({ from: 10, keepPct: 50 })
    expect(looser).toEqual({ profitLock: { from: 10, keepPct: 40 } })
  })
})

describe('a change of an index', () => {
  it('that is armed lets the looser settings wait', () => {
    fc.assert(
      fc.property(strategy, strategy, fc.boolean(), (requested, inForce, armedLater) => {
        fc.pre(requested.autoExecute)
        const { atOnce, looser } = splitStrategy(requested, inForce, armedLater)
        expect({ ...atOnce, ...looser }).toEqual(requested)
        expect(atOnce.autoExecute).toBe(inForce.autoExecute)
        expect(atOnce.lots).toBe(Math.min(requested.lots, inForce.lots))
        expect(atOnce.slBuffer).toBe(Math.min(requested.slBuffer, inForce.slBuffer))
        expect(atOnce.trailing).toBe(requested.trailing || inForce.trailing)
      }),
    )
  })

  it('that is not armed and will not be trades nothing, so all of it holds at once', () => {
    fc.assert(
      fc.property(strategy, strategy, (other, inForce) => {
        const requested = { ...other, autoExecute: false }
        expect(splitStrategy(requested, inForce, false)).toMatchObject({ atOnce: requested, looser: {} })
      }),
    )
  })

  it('that will be armed at the close is one of an armed index', () => {
    const inForce = { ...defaultStrategy('NIFTY'), lots: 1 }
    expect(splitStrategy({ ...inForce, lots: 9 }, inForce, true)).toMatchObject({
      atOnce: { lots: 1 },
      looser: { lots: 9 },
    })
  })
})
