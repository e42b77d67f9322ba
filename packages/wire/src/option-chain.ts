import { BUILD_UPS } from '@strikewise/signals/registry/definitions/option-chain-agent.ts'
import * as z from 'zod'
import { route } from './route.ts'
import { indexSymbol } from './scalars.ts'

/** How many more one-minute closes the average needs before its flag is known; absent when it has enough of them. */
const emaMinutesLeft = z.number().int().positive().optional()

/** One strike. Open interest in units; `…_above_ema` null: not known, without enough minutes or a trade in the last two. */
export const optionChainRow = z
  .object({
    strike: z.number(),
    ce_oi: z.number(),
    ce_ltp: z.number(),
    ce_above_ema: z.boolean().nullable(),
    ce_ema_minutes_left: emaMinutesLeft,
    pe_oi: z.number(),
    pe_ltp: z.number(),
    pe_above_ema: z.boolean().nullable(),
    pe_ema_minutes_left: emaMinutesLeft,
  })
  .meta({ id: 'OptionChainRow' })
export type OptionChainRow = z.infer<typeof optionChainRow>

const buildUp = z
  .object({
    kind: z.enum(BUILD_UPS),
    /** What it means for the index. */
    meaning: z.enum(['bullish', 'bearish']),
    /** Who leads, measured by volatility; null: neither. */
    led_by: z.enum(['buyers', 'writers']).nullable(),
  })
  .nullable()

/** One option of a strike. Null: not known. */
const optionDetails = z.object({
  /** Implied volatility, per cent a year. */
  iv: z.number().nullable(),
  delta: z.number().nullable(),
  gamma: z.number().nullable(),
  /** Rupees a point of volatility. */
  vega: z.number().nullable(),
  /** Rupees a calendar day. */
  theta: z.number().nullable(),
  /** Rupees: the last price of the session before, while the market runs. */
  prev_close: z.number().nullable(),
  /** Units traded today. */
  volume: z.number(),
  /** Open interest, in units, since the session's first minute ended (09:16); null when it was not observed. */
  oi_change: z.number().nullable(),
  /** What was built up or unwound in the last 15 minutes. */
  build_up: buildUp,
})

/** The extra columns of one strike. */
const optionChainDetails = z
  .object({ strike: z.number(), ce: optionDetails, pe: optionDetails })
  .meta({ id: 'OptionChainDetails' })
export type OptionChainDetails = z.infer<typeof optionChainDetails>

/** How the volatility at the money compares with that of past sessions. */
export const volatilityStanding = z
  .object({
    /** Per cent of the sessions with a lower volatility; null: too few sessions are stored, or there is none now. */
    percentile: z.number().nullable(),
    /** Stored sessions before today that count. */
    sessions: z.number(),
  })
  .meta({ id: 'VolatilityStanding' })
export type VolatilityStanding = z.infer<typeof volatilityStanding>

/** What the open interest of a whole chain shows; null where it shows nothing. Strikes in index points, interest in units. */
export const optionChainWalls = z
  .object({
    /** Puts over calls, by open interest, among the strikes around the money that the agent reads too. */
    put_call_ratio: z.number().nullable(),
    /** Settlement at which holders of all options would be paid least. */
    max_pain: z.number().nullable(),
    /** Strike at or over the money with the most calls, and at or under it with the most puts. */
    call_wall: z.number().nullable(),
    put_wall: z.number().nullable(),
    /** Of all strikes watched. */
    ce_oi: z.number(),
    pe_oi: z.number(),
    /** Left out until the market of the day has been read. */
    volatility: volatilityStanding.optional(),
  })
  .meta({ id: 'OptionChainWalls' })
export type OptionChainWalls = z.infer<typeof optionChainWalls>

const POLLED_PER_MINUTE = 240

/** `near`: seven strikes on each side of the money, which is what the stream carries. */
const chainQuery = z.strictObject({
  symbol: indexSymbol.default('NIFTY'),
  strikes: z.enum(['all', 'near']).default('all'),
})

export const optionChainRoutes = {
  optionChainTable: route({
    method: 'GET',
    kind: 'polled',
    path: '/option_chain_table',
    root: true,
    auth: 'user',
    keyScope: 'read',
    feature: 'option_chain',
    perMinute: POLLED_PER_MINUTE,
    summary: 'Option chain around the money; the first row is the at-the-money strike',
    query: chainQuery,
    reply: z.array(optionChainRow),
  }),
  optionChainDetails: route({
    method: 'GET',
    kind: 'polled',
    path: '/option_chain_details',
    auth: 'user',
    keyScope: 'read',
    feature: 'option_chain',
    perMinute: POLLED_PER_MINUTE,
    summary:
      'Volatility, greeks, volume, change of open interest and build-up of every strike, ascending; renewed once a second',
    query: chainQuery,
    reply: z.array(optionChainDetails),
  }),
  optionChainWalls: route({
    method: 'GET',
    kind: 'polled',
    path: '/option_chain_walls',
    auth: 'user',
    keyScope: 'read',
    feature: 'option_chain',
    perMinute: POLLED_PER_MINUTE,
    summary: 'Put-call ratio, max pain, walls and totals of the whole chain, and its IV percentile with its sessions',
    query: z.strictObject({ symbol: indexSymbol.default('NIFTY') }),
    reply: optionChainWalls,
  }),
}
