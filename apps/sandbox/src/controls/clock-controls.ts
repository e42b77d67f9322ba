import * as z from 'zod'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { ScenarioCommand } from '@strikewise/exchange/price-path.ts'
import { MAX_SPEED, MIN_SPEED } from '../clock/simulated-clock.ts'
import type { Market } from '../market.ts'
import { istInstantText } from '../options.ts'
import { bodyOf, type Control } from './control.ts'

const speed = z.strictObject({ speed: z.number().min(MIN_SPEED).max(MAX_SPEED) })
const jump = z.union([
  z.strictObject({ to: istInstantText }),
  z.strictObject({ minutes: z.number().positive().max(100_000) }),
])

const durationMs = z
  .number()
  .positive()
  .max(86_400_000)
  .default(15 * 60_000)
const scenario = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('trend'),
    direction: z.enum(['up', 'down']).default('up'),
    durationMs,
    sigmasPer15Min: z.number().positive().max(20).default(1.5),
  }),
  z.strictObject({ kind: z.literal('chop'), durationMs }),
  z.strictObject({ kind: z.literal('gap'), pct: z.number().min(-20).max(20) }),
  z.strictObject({
    kind: z.literal('spike'),
    pct: z.number().min(-20).max(20),
    overMs: z.number().positive().max(3_600_000).default(20_000),
  }),
  z.strictObject({ kind: z.literal('volatility'), factor: z.number().positive().max(20), durationMs }),
  z.strictObject({ kind: z.literal('halt'), durationMs }),
  z.strictObject({ kind: z.literal('freeze_feed'), durationMs }),
  z.strictObject({ kind: z.literal('silent_index'), durationMs }),
  z.strictObject({ kind: z.literal('wide_spread'), durationMs, factor: z.number().min(1).max(100).default(5) }),
  z.strictObject({ kind: z.literal('thin_book'), durationMs, factor: z.number().positive().max(1).default(0.05) }),
  z.strictObject({ kind: z.literal('crossed_chain'), durationMs }),
  z.strictObject({ kind: z.literal('normal') }),
]) satisfies z.ZodType<ScenarioCommand>

/** Controls of the market's clock and course. */
export function clockControls(market: Market): Control[] {
  const reading = () => {
    const { now, ...rest } = market.clock()
    return { now, at: istIso(now), ...rest }
  }
  return [
    {
      method: 'POST',
      path: '/clock/speed',
      text: 'Sets how many market seconds pass in a real one: { "speed": 1 to 600 }.',
      answer: async (c) => {
        market.setSpeed((await bodyOf(c, speed)).speed)
        return reading()
      },
    },
    {
      method: 'POST',
      path: '/clock/jump',
      text: 'Moves the clock forward: { "to": "2026-09-16T14:00+05:30" } or { "minutes": 30 }. Never back.',
      answer: async (c) => {
        const request = await bodyOf(c, jump)
        await market.jump('to' in request ? request.to : ((market.now() + request.minutes * 60_000) as EpochMs))
        return reading()
      },
    },
    {
      method: 'POST',
      path: '/clock/pause',
      text: 'Stops the clock.',
      answer: () => {
        market.pause()
        return reading()
      },
    },
    {
      method: 'POST',
      path: '/clock/resume',
      text: 'Lets the clock run on.',
      answer: () => {
        market.resume()
        return reading()
      },
    },
    {
      method: 'POST',
      path: '/scenario',
      text:
        'Changes the course of the market: { "kind": "trend", "direction": "up", "durationMs": 900000 }, chop, gap { "pct" }, ' +
        'spike { "pct", "overMs" }, volatility { "factor" }, halt, freeze_feed, silent_index, wide_spread, thin_book, crossed_chain, normal. ' +
        'Durations are market time, 15 minutes unless told.',
      answer: async (c) => {
        const command = await bodyOf(c, scenario)
        market.command(command)
        return { ok: true, command }
      },
    },
  ]
}
