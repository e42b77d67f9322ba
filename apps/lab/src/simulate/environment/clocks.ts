import { HOUR_MS } from '@strikewise/domain/time/ist.ts'
import type { Chooser } from '../chance/chooser.ts'
import type { VirtualTime } from '../engine/virtual-time.ts'
/** A clock that jumps stands wrong for so long. */
const JUMP_LASTS_MS = 1_500
const JUMPS_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, -HOUR_MS] as const
/** A hardware clock in local time, one that is past midnight, one a day ahead, and two that are behind. */
const WRONG_MS = [5.5 * HOUR_MS, 10 * HOUR_MS, 24 * HOUR_MS, -5.5 * HOUR_MS, -10 * HOUR_MS] as const

/** How far each machine's wall clock is off; what runs there, and what dates its quotes, goes by it. */
export class Clocks {
  readonly #offsets = new Map<number, number>()

  /** In ms; positive: ahead. */
  offsetOf(machine: number): number {
    return this.#offsets.get(machine) ?? 0
  }

  /** The machine's clock is off by so much from now on. */
  set(machine: number, offsetMs: number): void {
    this.#offsets.set(machine, offsetMs)
  }

  /** Every clock is right. */
  clear(): void {
    this.#offsets.clear()
  }
}

interface ClockFaultContext {
  readonly chooser: Chooser
  readonly clocks: Clocks
  readonly time: VirtualTime
}

/** A machine's clock may jump by hours for a moment, as something is about to be written by it. */
export function jumpClock({ chooser, clocks, time }: ClockFaultContext, machine: number, entity: string): void {
  const jump = chooser.choose('clock_jumps', entity)
  if (jump === 0) return
  const before = clocks.offsetOf(machine)
  const ms = JUMPS_MS[jump - 1]!
  clocks.set(machine, before + ms)
  time.after(JUMP_LASTS_MS, () => {
    if (clocks.offsetOf(machine) === before + ms) clocks.set(machine, before)
  })
}

/** A machine's clock may be wrong by hours until all heals, also for what starts there meanwhile. */
export function injectClockFault(
  { chooser, clocks }: Omit<ClockFaultContext, 'time'>,
  machine: number,
  entity: string,
): void {
  const wrong = chooser.choose('clock_wrong', entity)
  if (wrong > 0) clocks.set(machine, WRONG_MS[wrong - 1]!)
}
