import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import type { Secret } from '../secret.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Database } from '../store/database.ts'

/** What the execution role needs to call the broker for one account. */
export interface BrokerCredentials {
  readonly mode: LinkMode
  readonly brokerUserId: string
  readonly apiKey: Secret
  readonly accessToken: Secret
  /** The user disconnected: the token may end positions and move stops, never enter. */
  readonly exitsOnly: boolean
  readonly loginAt: EpochMs
  readonly tokenExpiresAt: EpochMs
  readonly egressAddress: string | null
}

/** Opens the credentials of a user's link; undefined while there is no usable token. Called by the trader role only. */
export async function brokerCredentials(
  db: Kysely<Database>,
  vault: Vault,
  userId: string,
): Promise<BrokerCredentials | undefined> {
  const row = await db.selectFrom('broker_links').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const token = row?.access_token ?? row?.exit_token
  if (row?.api_key == null || token == null) return undefined
  if (row.broker_user_id === null || row.login_at === null || row.token_expires_at === null) return undefined
  return {
    mode: row.mode,
    brokerUserId: row.broker_user_id,
    apiKey: await vault.open(userId, 'api_key', row.api_key),
    accessToken: await vault.open(userId, 'access_token', token),
    exitsOnly: row.access_token === null,
    loginAt: row.login_at.getTime() as EpochMs,
    tokenExpiresAt: row.token_expires_at.getTime() as EpochMs,
    egressAddress: row.egress_address,
  }
}

/** Forgets the token kept for exits: the trader calls this once a disconnected account is flat. */
export async function dropExitToken(db: Kysely<Database>, userId: string): Promise<void> {
  await db.updateTable('broker_links').set({ exit_token: null }).where('user_id', '=', userId).execute()
}
