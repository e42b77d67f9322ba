import { HOUR_MS, istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { randomInt } from 'node:crypto'
import type { SupportBody } from '@strikewise/wire/public.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import { DomainError } from '../domain-error.ts'
import { addressBlock } from '../rate-limits/client-address.ts'
import { takeFromBucket } from '../rate-limits/rate-buckets.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Database } from '../store/database.ts'
const TICKETS_AN_HOUR = 5
const TICKETS_AN_HOUR_IN_ALL = 200
/** Without letters and digits that look alike: a ticket is read out on the phone. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const TICKET_LETTERS = 8

/**
 * Stores a message and mails it to the operator, both or neither. Nothing goes to the address that was typed in: it may be
 * another user's. A grievance is entered as a complaint at `now`. Returns the ticket's name. Throws DomainError when too many come.
 */
export async function createTicket(
  tx: Kysely<Database>,
  config: Pick<Config, 'support'>,
  body: SupportBody,
  address: string,
  { userId = null, now }: { readonly userId?: string | null; readonly now: EpochMs },
): Promise<string> {
  const canRequest =
    (await takeFromBucket(tx, `support ${addressBlock(address)}`, TICKETS_AN_HOUR, HOUR_MS)) &&
    // The law gives every person a way to complain: no flood of other messages may close it.
    (body.topic === 'grievance' || (await takeFromBucket(tx, 'support', TICKETS_AN_HOUR_IN_ALL, HOUR_MS)))
  if (!canRequest) throw new DomainError({ code: 'problem.too_many_requests.messages', minutes: 60 })
  const id = ticketName()
  await tx
    .insertInto('support_tickets')
    .values({ id, user_id: userId, ...body })
    .execute()
  if (body.topic === 'grievance')
    await tx
      .insertInto('complaints')
      .values({ reference: id, received_on: istDateAt(now) })
      .execute()
  await enqueueMail(tx, {
    recipient: config.support.email,
    subject: `[${id}] ${body.topic}`,
    body: [`From: ${`${oneLine(body.name)} <${body.email}>`.trimStart()}`, `About: ${body.topic}`, '', body.text].join(
      '\n',
    ),
  })
  return id
}

/** A name for a conversation that is known on the phone. */
export function ticketName(): string {
  const letters = Array.from({ length: TICKET_LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `SW-${letters.join('')}`
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
