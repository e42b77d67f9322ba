import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { OperatorUser } from '@strikewise/wire/operator.ts'
import type { Kysely } from 'kysely'
import { paymentsOf } from '../payments/receipts.ts'
import { loadKillSwitches } from '../kill-switch/kill-switch.ts'
import type { Database } from '../store/database.ts'

/** One user by id or by the whole address, field by field: what support needs, nothing that opens anything. Undefined: no user. */
export async function findUser(
  db: Kysely<Database>,
  by: { readonly id: string } | { readonly email: string },
): Promise<OperatorUser | undefined> {
  const row = await db
    .selectFrom('identity_users')
    .innerJoin('profiles', 'profiles.user_id', 'identity_users.id')
    .leftJoin('broker_links', 'broker_links.user_id', 'identity_users.id')
    .select(['id', 'name', 'email', 'emailVerified', 'joined_at', 'plan', 'plan_expiry', 'next_plan'])
    .select(['mode', 'connected', 'broker_user_id', 'token_expires_at', 'egress_address'])
    .where('id' in by ? 'id' : 'email', '=', 'id' in by ? by.id : by.email.toLowerCase())
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [stops, payments] = await Promise.all([loadKillSwitches(db, row.id), paymentsOf(db, row.id)])
  return {
    user_id: row.id,
    name: row.name,
    email: row.email,
    email_verified: row.emailVerified,
    joined_at: textOf(row.joined_at),
    plan: row.plan,
    plan_expiry: textOrNull(row.plan_expiry),
    next_plan: row.next_plan,
    stopped: stops.user,
    link:
      row.mode === null
        ? null
        : {
            mode: row.mode,
            connected: row.connected === true,
            broker_user_id: row.broker_user_id,
            token_expires_at: textOrNull(row.token_expires_at),
            egress_address: row.egress_address,
          },
    payments,
  }
}

const textOf = (at: Date): string => istIso(at.getTime() as EpochMs)
const textOrNull = (at: Date | null): string | null => (at === null ? null : textOf(at))
