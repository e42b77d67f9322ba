import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'
import { price, quantity } from './scalars.ts'

/** Bar lengths the broker serves, and the longest span of one call in days (fact sheet §18.4). */
export const MAX_CANDLE_DAYS = {
  minute: 60,
  '3minute': 100,
  '5minute': 100,
  '10minute': 100,
  '15minute': 200,
  '30minute': 200,
  '60minute': 400,
  day: 2000,
} as const

export type CandleInterval = keyof typeof MAX_CANDLE_DAYS

/** `2017-12-15T09:15:00+0530`: the only timestamps of the API that carry an offset, and without its colon. */
const candleStart = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0530$/, 'not a candle start (yyyy-mm-ddThh:mm:ss+0530)')
  .transform((text) => Date.parse(`${text.slice(0, -2)}:30`) as EpochMs)
  .refine((at) => !Number.isNaN(at), 'not a real date')

/** One bar. `startAt` is its start; the last one of a running session is still growing. */
export const kiteCandle = z
  .tuple([candleStart, price, price, price, price, quantity], z.unknown())
  .transform(([startAt, open, high, low, close, volume, openInterest], context) => {
    const oi = openInterest === undefined ? undefined : quantity.safeParse(openInterest)
    if (oi?.success === false)
      context.issues.push({ code: 'custom', message: 'open interest: not units', input: openInterest })
    return { startAt, open, high, low, close, volume, openInterest: oi?.data ?? null }
  })
export type KiteCandle = Readonly<z.output<typeof kiteCandle>>
