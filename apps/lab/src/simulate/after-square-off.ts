import { nseCalendar, type Session } from '@strikewise/domain/time/calendar.ts'
import { squareOffDeadline } from '@strikewise/domain/time/square-off.ts'
import { istDateAt, istInstant, type EpochMs, type IstDate, DAY_MS } from '@strikewise/domain/time/ist.ts'
import { EXPIRY_DAY } from './session/contracts.ts'
import { isQuiescent } from './environment/quiescence.ts'
import type { Simulation } from './environment/simulation.ts'

/** The broker squares positions off by itself so long before the close, and settles what has expired so long after it. */
const BROKERS_OWN_MS = 5 * 60_000
const SETTLED_MS = 21 * 60_000
/** How long the program is observed where something of the day is due. */
const RESUMED_MS = 25_000
const CLOSING_MS = 12_000
/** The program is up again so long before something is due. */
export const RESTART_BEFORE_MS = 15_000

/** A quiet stretch is not worth its simulated cost: the program is put down and started again after it. */
export function shutDownUntil(simulation: Simulation, until: number, after: () => void, slot = 0): void {
  const { time } = simulation
  for (const process of simulation.processes) simulation.close(process, false)
  time.runUntil(time.now + CLOSING_MS, after)
  for (const process of simulation.processes) simulation.end(process)
  time.runUntil(until, after)
  simulation.launch(slot)
}

/** When positions are squared off: on an expiry day those of the contracts that end on it first. */
export function squareOffsOf(day: IstDate): readonly EpochMs[] {
  const ordinary = istInstant(day, 15, 5)
  return day === EXPIRY_DAY ? [istInstant(day, 14, 45), ordinary] : [ordinary]
}

/** A contract without a bid is held when the market closes; the program runs at the moments of the day that matter to it. */
export function holdOverTheClose(simulation: Simulation, after: () => void): void {
  const { time, shape } = simulation
  const session = nseCalendar.sessionOn(shape.day)!
  const moments = [
    ...squareOffsOf(shape.day).slice(0, 1),
    squareOffDeadline(session),
    session.closesAt - BROKERS_OWN_MS,
  ]
  for (const at of [...moments, session.closesAt, session.closesAt + SETTLED_MS]) {
    if (isQuiescent(simulation)) return
    if (at < time.now) continue
    shutDownUntil(simulation, at - RESTART_BEFORE_MS, after)
    time.runUntil(at + RESUMED_MS, after)
  }
}

/**
 * Nothing heals before the market has closed: things go wrong again around the square-off, its deadline and the close. What
 * lasts goes on in between, where the program is down.
 */
export function faultsOverTheClose(simulation: Simulation, after: () => void): void {
  const { time, shape, chooser } = simulation
  const session = nseCalendar.sessionOn(shape.day)!
  for (const at of [...squareOffsOf(shape.day).slice(0, 1), squareOffDeadline(session), session.closesAt]) {
    chooser.active = false
    if (isQuiescent(simulation)) return
    shutDownUntil(simulation, at - RESTART_BEFORE_MS, after)
    chooser.active = true
    time.runUntil(at + RESUMED_MS, after)
  }
}

/** The program begins the day after: nothing of the day before may move it. */
export function nextMorning(simulation: Simulation, after: () => void): void {
  const { time, shape } = simulation
  let at = nseCalendar.sessionOn(shape.day)!.opensAt
  let session: Session | undefined
  while (session === undefined) {
    at = (at + DAY_MS) as EpochMs
    session = nseCalendar.sessionOn(istDateAt(at))
  }
  shutDownUntil(simulation, session.opensAt - RESTART_BEFORE_MS, after)
  time.runUntil(session.opensAt + RESUMED_MS, after)
}
