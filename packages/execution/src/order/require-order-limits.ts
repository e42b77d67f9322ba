import { CALLS_AFTER_ENTRY, exitLimits, ordinaryLimits, PROTECTION_CALLS, type OrderLimits } from './order-limits.ts'

/** No broker's limit that is too small for one position is larger. */
const SEARCHED = 1_000

/** A limit, the figures it is one of, and what it must leave room for. */
interface Requirement {
  readonly field: string
  readonly value: number | undefined
  readonly isEnough: (value: number) => boolean
}

/**
 * Throws RangeError, which names the field and the least it may be, where a broker's limits cannot carry one position: its
 * entry, the calls that protect it, and those that end it. An account that could buy and then has no call left for the stop
 * or the exit would hold a position that nothing ends.
 */
export function requireOrderLimits(limits: OrderLimits): void {
  for (const { field, value, isEnough } of requirementsOf(limits)) {
    if (value === undefined || (Number.isSafeInteger(value) && isEnough(value))) continue
    let least = 1
    while (least < SEARCHED && !isEnough(least)) least += 1
    throw new RangeError(
      `orderLimits.${field}: ${value} leaves no call for the stop or the exit of a position; at least ${least} are needed`,
    )
  }
}

function requirementsOf(limits: OrderLimits): readonly Requirement[] {
  const { perSecond, perMinute, perDay, modifications, cautious } = limits
  const protects = (ordinary: number) => ordinary >= 1 + PROTECTION_CALLS
  const ends = (exit: number) => exit >= 1 + CALLS_AFTER_ENTRY
  const minute = (value: number) => ordinaryLimits({ ...limits, perMinute: value, cautious: undefined }).minute
  const day = (value: number) => ordinaryLimits({ ...limits, perDay: value, cautious: undefined }).day
  return [
    { field: 'perSecond', value: perSecond, isEnough: (value) => value >= 1 },
    {
      field: 'perMinute',
      value: perMinute,
      isEnough: (value) => protects(minute(value)) && ends(exitLimits({ ...limits, perMinute: value }).minute),
    },
    {
      field: 'perDay',
      value: perDay,
      isEnough: (value) => protects(day(value)) && ends(exitLimits({ ...limits, perDay: value }).day),
    },
    { field: 'cautious.perMinute', value: cautious?.perMinute, isEnough: (value) => protects(minute(value)) },
    { field: 'cautious.perDay', value: cautious?.perDay, isEnough: (value) => protects(day(value)) },
    { field: 'modifications', value: modifications, isEnough: (value) => value >= 0 },
  ]
}
