import type { EntryRefusalsReply, ShownTradeRow } from '@strikewise/wire/trades.ts'
import type { DemoDay } from '@strikewise/wire/demo-day.ts'
import type { RecordedCalls } from './recorded-calls.ts'

export const EVENT_KINDS = ['entry', 'stop_raised', 'exit', 'refused'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** Something that happened on the recorded day. */
export interface DayEvent {
  readonly kind: EventKind
  /** Seconds since the recording began. */
  readonly second: number
}

/** What happened on the day, oldest first, read from the answers about open trades and refused entries. */
export function eventsOf(calls: RecordedCalls, { day, uid }: DemoDay): DayEvent[] {
  const events: DayEvent[] = []
  const trades = calls.find('userActiveTrades', { uid, date: day })
  let open = new Map<string, ShownTradeRow>()
  for (const { second, value } of trades?.changes ?? []) {
    // The test of the recording reads each value with the schema of its call.
    const rows = new Map((value as unknown as ShownTradeRow[]).map((row) => [row.trade_id, row]))
    for (const [id, row] of rows) {
      const before = open.get(id)
      if (before === undefined) events.push({ kind: 'entry', second })
      else if ((row.stop_price ?? 0) > (before.stop_price ?? Infinity)) events.push({ kind: 'stop_raised', second })
    }
    for (const id of open.keys()) if (!rows.has(id)) events.push({ kind: 'exit', second })
    open = rows
  }
  const refusals = calls.find('entryRefusals', { uid, date: day, limit: 100 })
  const known = new Set<string>()
  for (const { second, value } of refusals?.changes ?? [])
    for (const { decision_id } of (value as unknown as EntryRefusalsReply).refusals) {
      if (!known.has(decision_id)) events.push({ kind: 'refused', second })
      known.add(decision_id)
    }
  return events.toSorted((a, b) => a.second - b.second)
}

/** The event of a kind that follows `second`; after the last the first again. Undefined without any. */
export function eventAfter(events: readonly DayEvent[], kind: EventKind, second: number): DayEvent | undefined {
  const ofKind = events.filter((event) => event.kind === kind)
  return ofKind.find((event) => event.second > second + 1) ?? ofKind[0]
}
