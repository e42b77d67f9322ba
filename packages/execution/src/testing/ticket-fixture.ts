import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { TICKET_VALID_MS, type EntryTicket } from '../pre-trade/entry-ticket.ts'
import { CALL, rs } from './scenario.ts'

/** A ticket sent at `askedAt` for a lot of the call, at ₹150.50 at the most, its stop ₹30 below the fill. */
export function ticketAt(askedAt: EpochMs, change: Partial<EntryTicket> = {}): EntryTicket {
  return {
    id: `k${askedAt}`,
    mode: 'paper',
    contract: CALL,
    lots: 1,
    limit: rs(150.5),
    stopDistance: rs(30),
    slBuffer: rs(10),
    trailing: true,
    spot: rs(24_000),
    askedAt,
    validUntil: (askedAt + TICKET_VALID_MS) as EpochMs,
    channel: 'web',
    ...change,
  }
}
