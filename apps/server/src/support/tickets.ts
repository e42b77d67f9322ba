import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import type { TicketRow } from '@strikewise/wire/operator.ts'
import type { SupportMessage } from '@strikewise/wire/support.ts'
import { sql, type Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

const MAX_SHOWN = 200
const MAX_MESSAGES = 500

/** Conversations as operators list them. One waits while the last word is not ours. */
export async function ticketsOf(db: Kysely<Database>, show: 'waiting' | 'all'): Promise<TicketRow[]> {
  const isWaiting = sql<boolean>`coalesce((
    select author = 'user' from support_messages where ticket_id = support_tickets.id order by id desc limit 1
  ), true)`
  let rows = db
    .selectFrom('support_tickets')
    .select(['id', 'topic', 'kind', 'name', 'email', 'user_id', 'at'])
    .select(isWaiting.as('waiting'))
  rows = show === 'waiting' ? rows.where(isWaiting, '=', true).orderBy('at', 'asc') : rows.orderBy('at', 'desc')
  const found = await rows.limit(MAX_SHOWN).execute()
  return found.map(({ at, ...row }) => ({ ...row, last_at: istIso(at.getTime() as EpochMs) }))
}

/** One conversation, oldest message first; what was written into the form is its first. Undefined: there is none. */
export async function ticketOf(db: Kysely<Database>, id: string): Promise<CallReply<'operatorTicket'> | undefined> {
  const ticket = await db.selectFrom('support_tickets').selectAll().where('id', '=', id).executeTakeFirst()
  if (ticket === undefined) return undefined
  const { topic, kind, name, email, user_id, text, at } = ticket
  const messages = await messagesOf(db, id)
  const last_at = istIso(at.getTime() as EpochMs)
  const first: SupportMessage[] = kind === 'form' ? [{ id: 0, from: 'user', text, at: last_at }] : []
  const all = [...first, ...messages]
  return { id, topic, kind, name, email, user_id, last_at, waiting: all.at(-1)?.from !== 'operator', messages: all }
}

/** The newest messages of a conversation, oldest first. */
export async function messagesOf(db: Kysely<Database>, ticketId: string): Promise<SupportMessage[]> {
  const rows = await db
    .selectFrom('support_messages')
    .select(['id', 'author', 'text', 'at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(MAX_MESSAGES)
    .execute()
  return rows.toReversed().map(messageOf)
}

export function messageOf(row: { id: number; author: 'user' | 'operator'; text: string; at: Date }): SupportMessage {
  return { id: row.id, from: row.author, text: row.text, at: istIso(row.at.getTime() as EpochMs) }
}
