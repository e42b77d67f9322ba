import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { istDateAt, istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { DevStack } from '../dev-stack.ts'
import { shareOrdered, sum, tallyOf, type EntryDecision, type Tally } from './tally.ts'
import { Trader } from './traders.ts'

const CHECK_INTERVAL_MS = 5_000
/** Each course lasts this long, market time; then the market turns. */
const COURSE_MS = 12 * MINUTE_MS
/** Strong enough for the engine to decide on most bars. */
const SIGMAS = 2.5
/** From here on (IST) entries soon end: the next morning is waited for without the hours between. */
const LAST_HOUR = 14
/** The first hour of the next day that is measured; the sandbox's days begin at 08:14. */
const MORNING = { hour: 9, minute: 16 }
/** A decision is left out while it may still be answered, market time. */
const SETTLING_MS = 60_000

export interface Watch {
  readonly traders: number
  /** Ends after this many decisions that could trade, or after `minutes` of real time. */
  readonly decisions: number
  readonly minutes: number
  readonly onProgress: (tally: Tally) => void
}

export interface LatenessResult {
  readonly tally: Tally
  /** Decisions to enter in the log; each counts once an account. */
  readonly decisions: number
  readonly marketMinutes: number
  /** The machine's load over the last minute, read at each look: the mean, and the highest. */
  readonly load: { readonly mean: number; readonly highest: number }
}

/** Lets traders trade on a market that trends and turns, and counts what became of each decision. */
export async function watchLateness(stack: DevStack, { traders: count, ...ends }: Watch): Promise<LatenessResult> {
  const traders: Trader[] = []
  for (let n = 0; n < count; n += 1) traders.push(await Trader.open(stack, n))
  const decisions = new Map<string, EntryDecision>()
  const loads: number[] = []
  const endsAt = performance.now() + ends.minutes * MINUTE_MS
  let [armed, turns, marketMs] = [0, 0, 0]
  let now = await timeOf(stack)
  let [day, turnAt] = [istDateAt(now), now]
  for (;;) {
    if (now >= turnAt) {
      const direction = turns++ % 2 === 0 ? 'up' : 'down'
      await stack.sandbox('/scenario', { kind: 'trend', direction, durationMs: COURSE_MS, sigmasPer15Min: SIGMAS })
      turnAt = (now + COURSE_MS) as EpochMs
      // One more at each turn, so that not all hold a position at the same time.
      if (armed < traders.length) await traders[armed++]!.arm()
    }
    await delay(CHECK_INTERVAL_MS)
    loads.push(loadavg()[0]!)
    for (const one of await traders[0]!.decisions(day)) decisions.set(one.id, one)
    for (const trader of traders) await trader.refresh(day)
    const then = now
    now = await timeOf(stack)
    marketMs += now - then
    const tally = settled(decisions, traders, now)
    ends.onProgress(tally)
    if (performance.now() > endsAt || tally.ordered + sum(tally.late) >= ends.decisions)
      return { tally, decisions: decisions.size, marketMinutes: marketMs / MINUTE_MS, load: summary(loads) }
    if (now > istInstant(day, LAST_HOUR)) {
      now = await nextMorning(stack, now)
      ;[day, turnAt] = [istDateAt(now), now]
      for (const trader of traders) await trader.connect()
    }
  }
}

/** Whether nine of ten decisions that could trade led to an order; false while there is none. */
export function isInTime(tally: Tally): boolean {
  return (shareOrdered(tally) ?? 0) >= 0.9
}

function settled(decisions: ReadonlyMap<string, EntryDecision>, traders: readonly Trader[], now: EpochMs): Tally {
  const old = [...decisions.values()].filter(({ barEnd }) => barEnd + SETTLING_MS < now)
  return tallyOf(
    old,
    traders.flatMap((trader) => trader.sight() ?? []),
  )
}

async function timeOf(stack: DevStack): Promise<EpochMs> {
  return (await stack.sandbox<{ clock: { now: EpochMs } }>('/market')).clock.now
}

/** Goes to the next trading day, shortly after its open. Returns the market's time. */
async function nextMorning(stack: DevStack, from: EpochMs): Promise<EpochMs> {
  const today = istDateAt(from)
  await stack.sandbox('/clock/jump', { minutes: (istInstant(today, 16) - from) / MINUTE_MS })
  for (;;) {
    const now = await timeOf(stack)
    const day = istDateAt(now)
    if (day !== today) {
      const opens = istInstant(day, MORNING.hour, MORNING.minute)
      if (now < opens) await stack.sandbox('/clock/jump', { minutes: (opens - now) / MINUTE_MS })
      return timeOf(stack)
    }
    await delay(CHECK_INTERVAL_MS)
  }
}

function summary(loads: readonly number[]): LatenessResult['load'] {
  return { mean: loads.reduce((total, one) => total + one, 0) / loads.length, highest: Math.max(...loads) }
}
