import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import type { UsersQuery } from '@strikewise/wire/operator-users.ts'
import type { Kysely } from 'kysely'
import { maskedEmail } from '../identity/masked-email.ts'
import type { Database } from '../store/database.ts'

const PAGE = 50

/** A page of users, the newest first, of a plan, a term and a link where they are given. `now` decides which plans have ended. */
export async function listUsers(
  db: Kysely<Database>,
  { plan, term, link, before }: UsersQuery,
  now: EpochMs,
): Promise<CallReply<'operatorUsers'>> {
  const at = new Date(now)
  let users = db
    .selectFrom('profiles')
    .innerJoin('identity_users', 'identity_users.id', 'profiles.user_id')
    .leftJoin('broker_links', 'broker_links.user_id', 'profiles.user_id')
    .select(['profiles.user_id', 'name', 'email', 'joined_at', 'plan', 'plan_expiry', 'mode', 'connected'])
    .orderBy('joined_at', 'desc')
    .orderBy('profiles.user_id', 'desc')
    .limit(PAGE + 1)
  if (plan !== undefined) users = users.where('plan', '=', plan)
  if (term === 'ended') users = users.where('plan_expiry', '<=', at)
  if (term === 'running')
    users = users.where((is) => is.or([is('plan_expiry', 'is', null), is('plan_expiry', '>', at)]))
  if (link === 'none') users = users.where('mode', 'is', null)
  else if (link !== undefined) users = users.where('mode', '=', link)
  if (before !== undefined) {
    const [joinedAt, id] = partsOf(before)
    users = users.where((is) => is(is.refTuple('joined_at', 'profiles.user_id'), '<', is.tuple(joinedAt, id)))
  }
  const rows = await users.execute()
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return {
    users: shown.map((row) => ({
      user_id: row.user_id,
      name: row.name,
      masked_email: maskedEmail(row.email),
      joined_at: istIso(row.joined_at.getTime() as EpochMs),
      plan: row.plan,
      plan_expiry: row.plan_expiry === null ? null : istIso(row.plan_expiry.getTime() as EpochMs),
      link: row.mode ?? 'none',
      connected: row.connected === true,
    })),
    next: rows.length > PAGE && last !== undefined ? `${last.joined_at.getTime()}.${last.user_id}` : null,
  }
}

/** A cursor: when the last user of a page joined, in ms, and the id. */
function partsOf(cursor: string): readonly [Date, string] {
  const dot = cursor.indexOf('.')
  return [new Date(Number(cursor.slice(0, dot))), cursor.slice(dot + 1)]
}
