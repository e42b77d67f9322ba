import type { BlackoutDay, BlockedSpan } from '../agents/market-block-signal.ts'
import type { SignalParams } from '../registry/params.ts'
import type { Session } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { isMorningAfterFed, scheduledEvents } from './scheduled-events.ts'
import type { SymbolPipelineOptions } from './symbol-pipeline-options.ts'

/** The market block's facts of the day; events are widened by the minutes before and after in which nothing is entered. */
export function blackoutDayOf(
  options: SymbolPipelineOptions,
  session: Session | undefined,
  params: SignalParams['block'],
): BlackoutDay {
  const { calendar, day, contracts, warmUp } = options
  const events: BlockedSpan[] = []
  for (const { name, start, end } of options.events ?? scheduledEvents(day)) {
    const from = (start - params.eventBeforeMs) as EpochMs
    if (end !== undefined) events.push({ event: name, from, to: (end + params.eventAfterMs) as EpochMs })
    else if (session !== undefined && istDateAt(start) === day)
      events.push({ event: name, from: session.preOpenAt, to: session.closesAt })
  }
  return {
    day,
    session,
    holiday: calendar.holidayOn(day),
    nearExpiry: contracts.near[0]?.expiry,
    events,
    morningAfterFed: warmUp.morningAfterFed ?? isMorningAfterFed(day, calendar),
  }
}
