import { addDays, istDate, type IstDate } from '@strikewise/domain/time/ist.ts'
import { COMPLAINT_SOURCES } from '@strikewise/wire/complaints.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { complaintTable, type CountedComplaint } from './complaint-table.ts'

const day = (text: string) => istDate(text)
const complaint = (receivedOn: string, resolvedOn: string | null, source: CountedComplaint['source'] = 'direct') => ({
  source,
  receivedOn: day(receivedOn),
  resolvedOn: resolvedOn === null ? null : day(resolvedOn),
})
const NONE = { pending_before: 0, received: 0, resolved: 0, pending: 0, pending_over_3_months: 0, average_days: null }

describe('the table of complaints', () => {
  it('is of the last month that is complete', () => {
    expect(complaintTable([], day('2026-11-30'))).toMatchObject({ month: '2026-10', month_end: '2026-10-31' })
    expect(complaintTable([], day('2026-12-01'))).toMatchObject({ month: '2026-11', month_end: '2026-11-30' })
    expect(complaintTable([], day('2027-01-01'))).toMatchObject({ month: '2026-12', month_end: '2026-12-31' })
  })

  it.each<[what: string, rows: CountedComplaint[], counts: object]>([
    ['nothing', [], {}],
    ['received and pending', [complaint('2026-10-05', null)], { received: 1, pending: 1 }],
    ['received and resolved', [complaint('2026-10-05', '2026-10-09')], { received: 1, resolved: 1, average_days: 4 }],
    [
      'resolved on the day it came',
      [complaint('2026-10-31', '2026-10-31')],
      { received: 1, resolved: 1, average_days: 0 },
    ],
    [
      'of before, resolved',
      [complaint('2026-09-30', '2026-10-01')],
      { pending_before: 1, resolved: 1, average_days: 1 },
    ],
    ['of before, resolved later', [complaint('2026-09-30', '2026-11-01')], { pending_before: 1, pending: 1 }],
    ['of the next month', [complaint('2026-11-01', null)], {}],
    ['resolved before', [complaint('2026-08-01', '2026-09-30')], {}],
    ['three months old to the day', [complaint('2026-07-31', null)], { pending_before: 1, pending: 1 }],
    ['a day older', [complaint('2026-07-30', null)], { pending_before: 1, pending: 1, pending_over_3_months: 1 }],
    [
      'two of different length',
      [complaint('2026-10-01', '2026-10-04'), complaint('2026-10-01', '2026-10-09')],
      { received: 2, resolved: 2, average_days: 5.5 },
    ],
  ])('counts of October what is %s', (_what, rows, counts) => {
    expect(complaintTable(rows, day('2026-11-27')).total).toEqual({ ...NONE, ...counts })
  })

  it('counts what is older than three months where the month before had fewer days', () => {
    const rows = [complaint('2026-02-28', null), complaint('2026-02-27', null)]
    expect(complaintTable(rows, day('2026-06-01')).total).toMatchObject({ pending: 2, pending_over_3_months: 1 })
  })

  it('lists twelve months and five financial years, the last up to the month shown', () => {
    const rows = [
      complaint('2021-04-01', '2022-03-31'),
      complaint('2026-03-31', '2026-04-01'),
      complaint('2026-11-02', null),
    ]
    const { months, years } = complaintTable(rows, day('2026-11-27'))
    expect(months.map(({ month }) => month)).toEqual([
      '2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04',
      '2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10',
    ]) // prettier-ignore
    expect(months[4]).toEqual({ month: '2026-03', carried_forward: 0, received: 1, resolved: 0, pending: 1 })
    expect(months[5]).toEqual({ month: '2026-04', carried_forward: 1, received: 0, resolved: 1, pending: 0 })
    expect(years.map(({ from_year }) => from_year)).toEqual([2022, 2023, 2024, 2025, 2026])
    expect(years[3]).toEqual({ from_year: 2025, carried_forward: 0, received: 1, resolved: 0, pending: 1 })
    expect(years[4]).toEqual({ from_year: 2026, carried_forward: 1, received: 0, resolved: 1, pending: 0 })
  })

  it('adds up: carried and received are resolved and pending, by source, month and year', () => {
    const received = fc.integer({ min: 0, max: 2200 }).map((n) => addDays('2021-01-01' as IstDate, n))
    const one = fc
      .record({ source: fc.constantFrom(...COMPLAINT_SOURCES), receivedOn: received, days: fc.option(fc.nat(400)) })
      .map(({ source, receivedOn, days }) => ({
        source,
        receivedOn,
        resolvedOn: days === null ? null : addDays(receivedOn, days),
      }))
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), received, (rows, today) => {
        const table = complaintTable(rows, today)
        for (const row of [...table.sources, table.total]) {
          expect(row.pending_before + row.received - row.resolved).toBe(row.pending)
          expect(row.pending_over_3_months).toBeLessThanOrEqual(row.pending)
        }
        for (const field of ['pending_before', 'received', 'resolved', 'pending', 'pending_over_3_months'] as const)
          expect(table.sources.reduce((sum, row) => sum + row[field], 0)).toBe(table.total[field])
        for (const rows_ of [table.months, table.years])
          rows_.forEach((row, n) => {
            expect(row.carried_forward + row.received - row.resolved).toBe(row.pending)
            if (n > 0) expect(row.carried_forward).toBe(rows_[n - 1]!.pending)
          })
        expect(table.months.at(-1)).toMatchObject({ pending: table.total.pending, received: table.total.received })
        expect(table.months_total).toMatchObject({ pending: table.total.pending })
        expect(table.years_total.received).toBe(table.years.reduce((sum, row) => sum + row.received, 0))
      }),
    )
  })
})
