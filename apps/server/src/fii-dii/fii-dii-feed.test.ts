import { expect, it } from 'vitest'
import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { fiiDiiRowsOf } from './fii-dii-feed.ts'

const day = istDate('2026-11-19')
const wire = {
  date: day,
  fii_buy: 12_000,
  fii_sell: 13_000.5,
  fii_net: -1000.5,
  dii_net: 800,
  fii_idx_fut_long: 90_000,
  fii_idx_fut_short: 210_000,
  cash_published_at: '2026-11-19T19:00:00+05:30',
  positions_published_at: '2026-11-19T20:00:00+05:30',
}
const read = (...rows: unknown[]) => fiiDiiRowsOf(JSON.stringify({ source: 'x', rows }))

it('reads both halves of a row with the instants they were published', () =>
  expect(read(wire).rows).toEqual([
    {
      day,
      fiiNet: -1000.5,
      diiNet: 800,
      cashPublishedAt: istInstant(day, 19),
      futureLong: 90_000,
      futureShort: 210_000,
      positionsPublishedAt: istInstant(day, 20),
    },
  ]))

it.each([
  ['zeros', { fii_idx_fut_long: 0, fii_idx_fut_short: 0 }],
  ['nothing yet', { fii_idx_fut_long: null, fii_idx_fut_short: null, positions_published_at: null }],
])('takes %s for positions that are not known', (_what, change) =>
  expect(read({ ...wire, ...change }).rows[0]).toMatchObject({
    fiiNet: -1000.5,
    futureLong: null,
    futureShort: null,
    positionsPublishedAt: null,
  }),
)

it('drops a row it cannot read and keeps the others', () =>
  expect(read({ ...wire, fii_net: '12' }, wire)).toMatchObject({ rows: [{ day }], dropped: 1 }))

it.each(['', '<html></html>', '[]', '{"rows":3}'])('refuses %j', (text) => expect(() => fiiDiiRowsOf(text)).toThrow())
