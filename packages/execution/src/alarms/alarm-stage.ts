import type { Alarm } from './alarm.ts'

/**
 * What sets the stages of an alarm apart that grows: the newest order that it names, or how many units it is about. Undefined
 * for one that does not grow.
 */
export function stageOf(alarm: Alarm): string | undefined {
  if (alarm.code === 'alarm.in_the_way' || alarm.code === 'alarm.open_sale_over_nothing') return newestOf(alarm.orders)
  if (alarm.code === 'alarm.converted' || alarm.code === 'alarm.token_expired.unprotected') return String(alarm.units)
  const growing = growingUnitsOf(alarm)
  return growing === undefined ? undefined : String(growing)
}

/**
 * The units of an alarm that calls for another act only when they become more: what the user is to buy back, or is short.
 * Undefined for all others.
 */
export function growingUnitsOf(alarm: Alarm): number | undefined {
  if (alarm.code === 'alarm.manual_short.theirs' || alarm.code === 'alarm.manual_short.theirs_cancel')
    return alarm.manualUnits
  if (alarm.code === 'alarm.manual_short.ours' || alarm.code === 'alarm.manual_short.ours_cancel') return alarm.units
  return undefined
}

/** The order the broker has taken last: its ids are digits of one length on a day, and grow. */
function newestOf(orderIds: readonly string[]): string {
  return orderIds.reduce((newest, id) => (id > newest ? id : newest), '')
}
