import { istDateAt, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { createStore, useStore } from './store.ts'

/*
 * The product's time. In production it runs with the wall's; on a sandbox it is the market clock, which may run faster.
 * Between two readings it is carried on by the page's own monotonic clock, so a wrong device clock does not matter.
 */
interface ClockReading {
  /** Product time when it was read. */
  readonly now: EpochMs
  /** Product milliseconds a real one; 1 in production. */
  readonly speed: number
  /** `performance.now()` at that moment. */
  readonly readAt: number
}

const reading = createStore<ClockReading | undefined>(undefined)
const second = createStore<EpochMs>(Date.now() as EpochMs)
/** The device's time is a guess that any reading replaces. */
let shownFrom: 'device' | 'server' = 'device'

/** Takes a reading of the server's clock. What runs on this clock moves with it at once. */
export function setClock(now: number, speed: number): void {
  reading.set({ now: now as EpochMs, speed, readAt: performance.now() })
  second.set(wholeSecond())
  shownFrom = 'server'
}

/** As `setClock`, for a clock that was moved on purpose: what is shown follows it back as well. */
export function moveClock(now: number, speed: number): void {
  shownFrom = 'device'
  setClock(now, speed)
}

/** Forgets every reading: time is the device's until the next one. */
export function forgetClock(): void {
  reading.set(undefined)
  shownFrom = 'device'
  second.set(wholeSecond())
}

/** Product time now; the device's until the first reading. */
export function marketNow(): EpochMs {
  const last = reading.get()
  if (last === undefined) return Date.now() as EpochMs
  return Math.round(last.now + (performance.now() - last.readAt) * last.speed) as EpochMs
}

/** A clock this far behind what is shown was set back; one that is less so was read late, and time stands until it comes. */
const SET_BACK_MS = 10 * 60_000

/** The second to show: a reading that lags a little must not make the shown time go back. */
function wholeSecond(): EpochMs {
  const now = Math.floor(marketNow() / 1000) * 1000
  const shown = shownFrom === 'server' ? second.get() : 0
  return (now < shown && shown - now < SET_BACK_MS ? shown : now) as EpochMs
}

/** How fast product time runs; 1 until known. */
export function marketSpeed(): number {
  return reading.get()?.speed ?? 1
}

let ticking: ReturnType<typeof setInterval> | undefined
let readers = 0

const ticks = {
  ...second,
  subscribe(listener: () => void) {
    if (readers++ === 0) {
      second.set(wholeSecond())
      ticking = setInterval(() => second.set(wholeSecond()), 1000)
    }
    const stop = second.subscribe(listener)
    return () => {
      stop()
      if (--readers === 0) clearInterval(ticking)
    }
  },
}

/** Product time, once a real second. Only for what shows a running clock. */
export const useMarketSecond = (): EpochMs => useStore(ticks)

/** A value derived from the running clock; re-renders only when it changes. */
export function useMarketTime<P extends string | number | boolean>(select: (now: EpochMs) => P): P {
  return useStore(ticks, select)
}

/** The day in India; re-renders at midnight. */
export const useMarketToday = (): IstDate => useMarketTime(istDateAt)
