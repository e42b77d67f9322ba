import { endingTables } from '@strikewise/signals/agents/event-tables.ts'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istDateAt, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { messageOf, type StoredMessage } from '@strikewise/messages/split.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import type { Kysely } from 'kysely'
import { openExceptionCount } from '../exceptions/exception-inbox.ts'
import { openApprovalCount } from './approval-requests.ts'
import { openIncidentCount } from '../status/incidents.ts'
import { GLOBAL_SCOPE, loadKillSwitches } from '../kill-switch/kill-switch.ts'
import type { Database } from '../store/database.ts'
import { ticketsOf } from '../support/tickets.ts'

const MAX_SHOWN = 50

/** What waits for an operator at `now`. */
export async function overviewOf(
  db: Kysely<Database>,
  now: EpochMs,
  language: Language,
): Promise<CallReply<'operatorOverview'>> {
  const { text } = rendererOf(language)
  const noteOf = (row: { note: string | null; note_message: StoredMessage | null }): string | null =>
    row.note === null && row.note_message === null
      ? null
      : text(messageOf({ message: row.note_message, text: row.note }))
  const [stops, openIncidents, openApprovals, openExceptions, tickets, disputed, refunds] = await Promise.all([
    loadKillSwitches(db, GLOBAL_SCOPE),
    openIncidentCount(db),
    openApprovalCount(db, now),
    openExceptionCount(db),
    ticketsOf(db, 'waiting'),
    db
      .selectFrom('checkouts')
      .selectAll()
      .where('status', '=', 'disputed')
      .orderBy('created_at', 'desc')
      .limit(MAX_SHOWN)
      .execute(),
    db
      .selectFrom('refunds')
      .selectAll()
      .where('status', '!=', 'done')
      .orderBy('asked_at', 'desc')
      .limit(MAX_SHOWN)
      .execute(),
  ])
  return {
    stopped: stops.global,
    open_incidents: openIncidents,
    open_approvals: openApprovals,
    open_exceptions: openExceptions,
    waiting_tickets: tickets.length,
    ending_tables: endingTables(istDateAt(now)).map(({ id, endsOn }) => ({ table: id, ends_on: endsOn })),
    disputed: disputed.map(({ id, user_id, plan, amount_paise, created_at, ...row }) => ({
      checkout_id: id,
      user_id,
      plan,
      amount: rupeesFromPaise(amount_paise as Paise),
      note: noteOf(row) ?? '',
      at: istIso(created_at.getTime() as EpochMs),
    })),
    refunds: refunds.map(({ id, payment_id, amount_paise, status, asked_at, ...row }) => ({
      refund_id: id,
      payment_id,
      amount: rupeesFromPaise(amount_paise as Paise),
      status,
      note: noteOf(row),
      asked_at: istIso(asked_at.getTime() as EpochMs),
    })),
  }
}
