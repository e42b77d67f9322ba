import { gzipSync } from 'node:zlib'
import { DAY_INTERVAL, type HistoryBar } from '@strikewise/exchange/price-path.ts'
import { DAY_MS, epochFromIstText, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { booleanOf } from '@strikewise/exchange/orders/order-form.ts'
import { betweenSlices } from '../../http/between-slices.ts'
import { kiteErrors } from '../kite-error.ts'
import { pathParam, type Call, type Route } from './call.ts'

/** Minutes of each interval, and the longest span of one call in days (kite-connect fact sheet §18.4). */
const INTERVALS: Readonly<Record<string, { minutes: number; days: number }>> = {
  minute: { minutes: 1, days: 60 },
  '3minute': { minutes: 3, days: 100 },
  '5minute': { minutes: 5, days: 100 },
  '10minute': { minutes: 10, days: 100 },
  '15minute': { minutes: 15, days: 200 },
  '30minute': { minutes: 30, days: 200 },
  '60minute': { minutes: 60, days: 400 },
  day: { minutes: DAY_INTERVAL, days: 2000 },
}

/** Candles written between two looks at the clock. */
const ROWS_A_SLICE = 500

/** The day's dump as CSV, of all exchanges or one; gzipped for those who take it. */
function dump(call: Call, exchange: string | undefined): Response {
  const rows = call.deps.market.path.instrumentsCsv().trimEnd().split('\n')
  const head = rows[0]!
  const chosen = exchange === undefined ? rows.slice(1) : rows.slice(1).filter((row) => row.endsWith(`,${exchange}`))
  const csv = `${[head, ...chosen].join('\n')}\n`
  const takesGzip = call.c.req.header('accept-encoding')?.includes('gzip') === true
  return new Response(takesGzip ? gzipSync(csv) : csv, {
    headers: {
      'content-type': 'text/csv',
      ...(takesGzip ? { 'content-encoding': 'gzip' } : {}),
      vary: 'accept-encoding',
    },
  })
}

async function candles(call: Call): Promise<object> {
  const interval = INTERVALS[pathParam(call, 'interval')]
  if (interval === undefined) throw kiteErrors.input('Invalid `interval`.')
  const token = Number(pathParam(call, 'token'))
  const { path } = call.deps.market
  if (!Number.isInteger(token) || path.quotes.slotOf(token) < 0) throw kiteErrors.input('invalid token')
  const from = instantOf(call, 'from', '00:00:00')
  const to = instantOf(call, 'to', '23:59:59')
  if (from > to) throw kiteErrors.input('invalid from date')
  if (to - from > interval.days * DAY_MS) throw kiteErrors.input(`interval exceeds max limit: ${interval.days} days`)
  const withOi = booleanOf(call.c.req.query('oi') ?? '0') === true
  const continuous = booleanOf(call.c.req.query('continuous') ?? '0') === true
  const pause = betweenSlices()
  const bars = await path.historyInSlices(pause, token, interval.minutes, from, to, continuous)
  const rows: unknown[][] = []
  for (const bar of bars) {
    if (rows.push(candleOf(bar, withOi)) % ROWS_A_SLICE === 0) await pause()
  }
  return { candles: rows }
}

function instantOf(call: Call, name: 'from' | 'to', timeOfDay: string): EpochMs {
  const text = call.c.req.query(name) ?? ''
  try {
    return epochFromIstText(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} ${timeOfDay}` : text)
  } catch {
    throw kiteErrors.input(`invalid ${name} date`)
  }
}

function candleOf(bar: HistoryBar, withOi: boolean): unknown[] {
  const prices = [bar.open, bar.high, bar.low, bar.close].map((price) => price / 100)
  // The one place where the broker writes an offset, without its colon.
  const start = istIso(bar.start).replace('+05:30', '+0530')
  return [start, ...prices, bar.volume, ...(withOi ? [bar.openInterest] : [])]
}

export const instrumentRoutes: readonly Route[] = [
  { method: 'GET', path: '/instruments', group: 'other', answer: (call) => dump(call, undefined) },
  {
    method: 'GET',
    path: '/instruments/:exchange',
    group: 'other',
    answer: (call) => dump(call, pathParam(call, 'exchange')),
  },
  { method: 'GET', path: '/instruments/historical/:token/:interval', group: 'historical', paid: true, answer: candles },
]
