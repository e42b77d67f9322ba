import type { SignalParams } from '../registry/params.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import { median } from '@strikewise/domain/market/median.ts'

/**
 * What is usual at each time of day, one value a slot of 15 minutes counted from the open: how volatile the index is,
 * and how much of the future is traded in a minute. NaN where it is not known. Plain data: a consumer of bars computes
 * it once a day and hands it to the pipeline.
 */
export interface SpikeProfile {
  /** Seasonal factor of one-minute returns: median |r|, scaled to mean square 1. */
  readonly factor: readonly number[]
  /** Median and median absolute deviation of the logarithm of the future's volume a minute. */
  readonly logVolume: readonly number[]
  readonly logVolumeMad: readonly number[]
}

/** Slot of an instant of the session that opened at `opensAt`. */
export function slotOf(at: EpochMs, opensAt: EpochMs, slotMinutes: number): number {
  return Math.floor((at - opensAt) / (slotMinutes * MINUTE_MS))
}

/**
 * The profile of the last `params.sessions` sessions before `day`, from one-minute bars in time order. Undefined with
 * fewer sessions of index bars: a factor of a few days would be their own jumps.
 */
export function spikeProfile(
  calendar: TradingCalendar,
  day: IstDate,
  index: readonly Candle[],
  future: readonly Candle[],
  params: SignalParams['spike'],
): SpikeProfile | undefined {
  const returns = bySlot(calendar, sessionsBefore(day, index, params.sessions), params, sizeOfReturn)
  if (returns === undefined) return undefined
  const volumes =
    bySlot(calendar, sessionsBefore(day, future, params.sessions), params, ({ volume }) => Math.log(volume)) ?? []
  const logVolume = Array.from(volumes, medianOf)
  return {
    factor: scaled(Array.from(returns, medianOf)),
    logVolume,
    logVolumeMad: Array.from(volumes, (values, slot) =>
      medianOf(values?.map((value) => Math.abs(value - logVolume[slot]!))),
    ),
  }
}

/** Bars of the last `count` days before `day`, day by day; undefined when there are fewer. */
function sessionsBefore(day: IstDate, bars: readonly Candle[], count: number): Candle[][] | undefined {
  const sessions: Candle[][] = []
  let open: Candle[] = []
  let openDay = ''
  for (const bar of bars) {
    const of = istDateAt(bar.start)
    if (of >= day) break
    if (of !== openDay) {
      open = []
      openDay = of
      sessions.push(open)
    }
    open.push(bar)
  }
  return sessions.length < count ? undefined : sessions.slice(-count)
}

/** What `read` finds in each minute, collected by slot; figures that are not finite are left out. */
function bySlot(
  calendar: TradingCalendar,
  sessions: readonly (readonly Candle[])[] | undefined,
  params: SignalParams['spike'],
  read: (bar: Candle, before: Candle | undefined) => number,
): (number[] | undefined)[] | undefined {
  if (sessions === undefined) return undefined
  const slots: (number[] | undefined)[] = []
  for (const bars of sessions) {
    const session = calendar.sessionOn(istDateAt(bars[0]!.start))
    if (session === undefined) continue
    for (const [i, bar] of bars.entries()) {
      // Outside continuous trading the index has no price of its own; a made-up bar has neither move nor volume.
      if (bar.start < session.opensAt || bar.start >= session.indexUntil || bar.synthetic) continue
      const value = read(bar, bars[i - 1])
      if (Number.isFinite(value)) (slots[slotOf(bar.start, session.opensAt, params.slotMinutes)] ??= []).push(value)
    }
  }
  return slots
}

/** |log return|; NaN without the minute right before it in the session. */
function sizeOfReturn(bar: Candle, before: Candle | undefined): number {
  return before?.start === bar.start - MINUTE_MS ? Math.abs(Math.log(bar.close / before.close)) : Number.NaN
}

function medianOf(values: readonly number[] | undefined): number {
  return values === undefined ? Number.NaN : median(Float64Array.from(values), values.length)
}

/** Scaled so that the mean of the squares is 1; a slot in which nothing moved is as good as not known. */
function scaled(factors: readonly number[]): number[] {
  const known = factors.filter((factor) => factor > 0)
  const root = Math.sqrt(known.reduce((sum, factor) => sum + factor * factor, 0) / known.length)
  return factors.map((factor) => (factor > 0 ? factor / root : Number.NaN))
}
