/** What a broker allows one account, order calls counted together. */
export interface OrderLimits {
  readonly perSecond: number
  readonly perMinute: number
  readonly perDay: number
  /** Changes of one order. */
  readonly modifications: number
  /** Lower limits that some of the broker's sources name: only exits go beyond them. Left out: there are none. */
  readonly cautious?: { readonly perMinute: number; readonly perDay: number } | undefined
}

/** Calls that protect a position once its entry has left: the cancel of what rests of it, the stop, and a fit of the stop. */
export const PROTECTION_CALLS = 3
/** Calls that end it: the change of the stop into the exit, one more price, a cancel, and buying back what was sold too much. */
const EXIT_CALLS = 4
/** Calls that one position may need after its entry. */
export const CALLS_AFTER_ENTRY = PROTECTION_CALLS + EXIT_CALLS

/** Order calls that may leave within one of each. */
export interface CallLimits {
  readonly second: number
  readonly minute: number
  readonly day: number
}

/** Changes of its order that trailing leaves for the exit of a trade. */
const EXIT_MODIFICATIONS = 5

/** One in so many calls stays unused, so that a call counted by the broker alone breaks no limit. */
const EXIT_RESERVE: CallLimits = { second: 10, minute: 40, day: 50 }
const RESERVE: CallLimits = { second: 5, minute: 10, day: 15 }

/** What exits stay inside: almost all that the broker allows, for an exit held back is a failure. */
export function exitLimits({ perSecond, perMinute, perDay }: OrderLimits): CallLimits {
  return lessReserve({ second: perSecond, minute: perMinute, day: perDay }, EXIT_RESERVE)
}

/** What all calls but exits stay inside. */
export function ordinaryLimits({ perSecond, perMinute, perDay, cautious }: OrderLimits): CallLimits {
  const limits = { second: perSecond, minute: cautious?.perMinute ?? perMinute, day: cautious?.perDay ?? perDay }
  return lessReserve(limits, RESERVE)
}

/** How often one order may be changed; one change of those that the broker allows is kept back. */
export function maxModifications({ modifications }: OrderLimits): number {
  return Math.max(0, modifications - 1)
}

/** How often the stop of a trade may be trailed: `moves`, or less where the exit needs the changes. */
export function maxTrailMoves(moves: number, { modifications }: OrderLimits): number {
  return Math.max(0, Math.min(moves, modifications - EXIT_MODIFICATIONS))
}

function lessReserve(limits: CallLimits, reserve: CallLimits): CallLimits {
  const less = (limit: number, oneIn: number) => Math.max(1, Math.floor(limit - limit / oneIn))
  return {
    second: less(limits.second, reserve.second),
    minute: less(limits.minute, reserve.minute),
    day: less(limits.day, reserve.day),
  }
}
