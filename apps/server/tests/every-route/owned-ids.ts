import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { DAY_MS, istDate, istIso, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Security } from '@strikewise/wire/security.ts'
import { call, connectBroker, logIn, stateIn, type TestUser, type TestWeb } from '../harness.ts'
import { writeEntryOffer, writeEntryTicket, writeTrade } from '../trade-rows.ts'

/** The day of the test server's clock, and the session before it. */
export const DAY = istDate('2026-11-20')
export const DAY_BEFORE = '2026-11-19' as IstDate

/** One of each thing that belongs to one user and has a name of its own. */
export interface Owned {
  readonly user: TestUser
  readonly paymentId: string
  readonly checkoutId: string
  readonly ticketId: string
  /** Of a session beside the one the user calls with. */
  readonly sessionId: string
  readonly noticeId: number
  readonly customAlertId: number
  /** Another one, which a change replaces. */
  readonly changedAlertId: number
  readonly keyId: string
  readonly tradeId: string
  readonly entryTicketId: string
  /** Decision of an entry that waits for the user's approval. */
  readonly offerId: string
  readonly chatId: string
  /** A browser that shows notifications, and the address of its subscription. */
  readonly deviceId: number
  readonly endpoint: string
  /** An open request, of an operator who is none of the users, to exit the user's trades. */
  readonly flattenId: string
  /** An open request of that operator for another egress address of the user. */
  readonly approvalId: string
  /** An alarm about the user's account. */
  readonly exceptionId: number
  /** A pending complaint: of no user, for operators to close. */
  readonly complaintId: number
  /** An open incident: of no user, for operators to update. */
  readonly incidentId: number
  /** An announcement that is shown to all plans: of no user, for operators to withdraw. */
  readonly announcementId: number
  /** The key of a purchase that was made. */
  readonly idempotencyKey: string
  /** Of the session before: common to all users. */
  readonly decisionId: string
  readonly decisionMinute: string
  /** Where the broker would lead back to from a login the user began. */
  readonly redirect: string
}

async function writeCustomAlert(db: TestWeb['store']['db'], userId: string): Promise<number> {
  const level = { type: 'price', symbol: 'NIFTY', side: 'above', level: 2_500_000, agent: null, flip_to: null } as const
  const { id } = await db
    .insertInto('custom_alerts')
    .values({ user_id: userId, ...level, repeat: 'daily' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function writeFlattenRequest(web: TestWeb, userId: string, mark: string): Promise<string> {
  const request = {
    id: `flatten-${mark}`,
    user_id: userId,
    reason: mark,
    asked_by: 'another',
    asked_at: web.clock.now(),
  }
  await web.store.db.insertInto('flatten_requests').values(request).execute()
  return request.id
}

async function writeApprovalRequest(web: TestWeb, userId: string, mark: string): Promise<string> {
  const request = {
    id: `approval-${mark}`,
    kind: 'egress_address',
    user_id: userId,
    details: JSON.stringify({ address: '203.0.113.7', same_family: false }),
    asked_by: 'another',
    asked_at: web.clock.now(),
  } as const
  await web.store.db.insertInto('operator_approval_requests').values(request).execute()
  return request.id
}

async function writeException(web: TestWeb, userId: string, mark: string): Promise<number> {
  const now = web.clock.now()
  const { id } = await web.store.db
    .insertInto('exceptions')
    .values({
      account_id: userId,
      on_day: DAY,
      code: 'turn_failed',
      subject: mark,
      message: JSON.stringify({ code: 'alarm.turn_failed', params: { reason: mark } }),
      first_at: now,
      last_at: now,
      occurrences: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function writeComplaint(db: TestWeb['store']['db']): Promise<number> {
  const { id } = await db
    .insertInto('complaints')
    .values({ source: 'other', reference: randomBytes(8).toString('hex'), received_on: DAY_BEFORE })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function writeIncident({ store: { db }, clock }: TestWeb): Promise<number> {
  const at = new Date(clock.now())
  const { id } = await db
    .insertInto('incidents')
    .values({ title: 'An incident', severity: 'minor', components: ['feed'], opened_by: 'another', opened_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('incident_updates')
    .values({ incident_id: id, state: 'investigating', text: 'It began.', written_by: 'another', at })
    .execute()
  return id
}

async function writeAnnouncement({ store: { db }, clock }: TestWeb): Promise<number> {
  const now = clock.now()
  const { id } = await db
    .insertInto('announcements')
    .values({
      level: 'info',
      title: 'An announcement',
      body: 'Of no user.',
      title_hi: null,
      body_hi: null,
      plans: [...PLANS],
      shown_from: now,
      shown_until: now + DAY_MS,
      created_by: 'another',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives a user on master one of each. `mark` stands in all of them; `keys` are those of the user's app at the broker. */
export async function ownOneOfEach(
  web: TestWeb,
  user: TestUser,
  mark: string,
  keys = { apiKey: `key${mark}`, apiSecret: `secret${mark}` },
): Promise<Owned> {
  const { db } = web.store
  const as = { cookie: user.cookie }
  const done = async (method: 'POST' | 'PUT', path: string, body: object, key?: string) => {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const answer = await call(web, method, `/api${path}`, { ...as, body, headers })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
    return answer.json
  }
  for (const fixture of ['open', 'closed'] as const) await writeTrade(db, user.id, DAY, `${mark}-${fixture}`, fixture)
  // Several lots, of which a part can be sold.
  await sql`update trades set body = jsonb_set(body, '{contract,lotSize}', '25') where id = ${`${mark}-open`}`.execute(
    db,
  )
  const linked = await connectBroker(web, user, keys)
  if (linked.status !== 200) throw new Error(`broker: ${linked.text}`)
  const idempotencyKey = `${mark}-key`
  const bought = await done('POST', '/payments', { plan: 'master', billing: 'monthly', terms: true }, idempotencyKey)
  await done('POST', '/support/chat', { text: mark }, `${mark}-said`)
  await done('PUT', '/my-data/nominee', { nominee: { name: mark, email: 'nominee@example.com', relation: 'sister' } })
  await done('PUT', '/top-traders/listing', { listed: true, name: mark.slice(0, 20) })
  const checkoutId = await ownCheckout(web, user.id, mark)
  const chatId = String(700_000_000 + randomBytes(3).readUIntBE(0, 3))
  await db
    .updateTable('profiles')
    .set({ telegram_chat_id: chatId, telegram_paired_at: new Date(web.clock.now()) })
    .where('user_id', '=', user.id)
    .execute()
  const { endpoint, deviceId } = await ownDevice(web, user.id, mark)
  const notice = await db
    .insertInto('notices')
    .values({ user_id: user.id, kind: 'support', key: 'mark', at: 0, text: mark, link: null, read_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ticket = await db
    .selectFrom('support_tickets')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const keyId = await writeProgramKey(db, user.id, mark)
  const entryTicketId = `entry-ticket-${mark}`
  await writeEntryTicket(db, user.id, DAY, entryTicketId)
  const offerId = await writeEntryOffer(db, user.id, `offer-${mark}`, web.clock.now())
  await addPendingSetting(web, user.id)
  const decision = await db.selectFrom('decisions').select(['id', 'bar_end']).executeTakeFirst()
  await logIn(web, user)
  const security = (await call(web, 'GET', '/api/security', as)).json as Security
  const state = stateIn(await call(web, 'POST', '/api/broker/login-link', { ...as, body: {} }))
  return {
    user,
    paymentId: (bought as { payment_id: string }).payment_id,
    checkoutId,
    ticketId: ticket.id,
    sessionId: security.sessions.find(({ current }) => !current)!.id,
    noticeId: notice.id,
    customAlertId: await writeCustomAlert(db, user.id),
    changedAlertId: await writeCustomAlert(db, user.id),
    keyId,
    tradeId: `${mark}-open`,
    entryTicketId,
    offerId,
    chatId,
    deviceId,
    endpoint,
    flattenId: await writeFlattenRequest(web, user.id, mark),
    approvalId: await writeApprovalRequest(web, user.id, mark),
    exceptionId: await writeException(web, user.id, mark),
    complaintId: await writeComplaint(db),
    incidentId: await writeIncident(web),
    announcementId: await writeAnnouncement(web),
    idempotencyKey,
    decisionId: decision?.id ?? 'decision-of-no-account',
    decisionMinute: decision === undefined ? `${DAY_BEFORE}T09:31` : istIso(decision.bar_end as EpochMs).slice(0, 16),
    redirect: redirectOf(state),
  }
}

async function ownCheckout(web: TestWeb, userId: string, mark: string): Promise<string> {
  const id = `checkout-${mark}`
  await web.store.db
    .insertInto('checkouts')
    .values({
      id,
      user_id: userId,
      plan: 'master',
      billing: 'monthly',
      state: null,
      amount_paise: 200_000,
      provider: 'razorpay',
      reference: `plink_${mark}`,
      url: `http://127.0.0.1/pay/${mark}`,
      status: 'void',
      quoted_at: new Date(web.clock.now()),
    })
    .execute()
  return id
}

async function ownDevice(web: TestWeb, userId: string, mark: string) {
  const endpoint = `${web.config.sandboxUrl}/push/send/${mark}`
  const { id } = await web.store.db
    .insertInto('push_subscriptions')
    .values({ user_id: userId, endpoint, ...SUBSCRIPTION_KEYS, user_agent: mark })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { endpoint, deviceId: id }
}

/** Keys of a browser's subscription: those of RFC 8291, appendix A. */
export const SUBSCRIPTION_KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** Writes a key for programs. Returns its id. */
async function writeProgramKey(db: TestWeb['store']['db'], userId: string, mark: string): Promise<string> {
  const id = `program-key-${mark}`
  await db
    .insertInto('program_keys')
    .values({
      id,
      user_id: userId,
      name: mark,
      scopes: ['read'],
      digest: randomBytes(32),
      last4: mark.slice(-4),
      expires_at: new Date(Date.now() + 86_400_000),
      addresses: [],
    })
    .execute()
  return id
}

/** Where the broker leads back to from a login that was begun with `state`. */
export function redirectOf(state: string): string {
  return `http://127.0.0.1/?state=${state}&status=success&request_token=${REQUEST_TOKEN}&action=login`
}

export const REQUEST_TOKEN = 'requesttokenofnoaccount'

/** A looser setting that waits for long. */
async function addPendingSetting(web: TestWeb, userId: string): Promise<void> {
  const now = web.clock.now()
  await web.store.db
    .insertInto('pending_settings')
    .values({
      user_id: userId,
      setting: 'coverManualShorts',
      symbol: null,
      value: 'true',
      effective_at: now + 365 * DAY_MS,
      asked_at: now,
    })
    .execute()
}
