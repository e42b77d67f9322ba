import type { Clock } from '@strikewise/domain/time/clock.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import type { Kysely } from 'kysely'
import { exchangeRequestToken } from '../accounts/broker-session.ts'
import { loginColumns } from '../accounts/login-columns.ts'
import { isLoginOver } from '../accounts/login-life.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { DomainError } from '../domain-error.ts'
import { Secret } from '../secret.ts'
import { OPERATOR, type Vault } from '../secrets/vault.ts'
import type { Database } from '../store/database.ts'

export interface FeedSessionDeps {
  readonly config: Pick<Config, 'marketUrls'>
  readonly db: Kysely<Database>
  readonly vault: Vault
  readonly clock: Clock
  readonly bus: Bus
}

/** What the market role needs to open the feed. */
export interface FeedCredentials {
  readonly apiKey: Secret
  readonly accessToken: Secret
  readonly loginAt: EpochMs
}

const ROW = 'feed'
const NO_LOGIN = { access_token: null, login_at: null, token_expires_at: null } as const

/** The market data session as the operator may see it. */
export async function feedSessionState({ db, clock }: FeedSessionDeps): Promise<CallReply<'operatorFeedSession'>> {
  const row = await feedRow(db)
  const loginAt = row?.login_at == null ? null : (row.login_at.getTime() as EpochMs)
  return {
    api_key_set: row?.api_key != null,
    api_key_last4: row?.api_key_last4 ?? null,
    api_secret_set: row?.api_secret != null,
    connected: row?.access_token != null,
    broker_user_id: row?.broker_user_id ?? null,
    last_updated: loginAt === null ? null : istIso(loginAt),
    token_expires_at: row?.token_expires_at == null ? null : istIso(row.token_expires_at.getTime() as EpochMs),
    token_stale: loginAt !== null && isLoginOver(loginAt, clock.now()),
  }
}

export async function saveFeedKeys(deps: FeedSessionDeps, keys: { api_key: string; api_secret: string }) {
  const { db, vault } = deps
  const known = await feedRow(db)
  const sameKey =
    known?.api_key != null && (await vault.open(OPERATOR, 'api_key', known.api_key)).reveal() === keys.api_key
  const values = {
    api_key: await vault.seal(OPERATOR, 'api_key', keys.api_key),
    api_key_last4: new Secret(keys.api_key).lastFour(),
    api_secret: await vault.seal(OPERATOR, 'api_secret', keys.api_secret),
  }
  await db
    .insertInto('feed_session')
    .values({ id: ROW, ...values, ...NO_LOGIN, broker_user_id: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...values, ...(sameKey ? {} : NO_LOGIN) }))
    .execute()
  return feedSessionState(deps)
}

export async function feedLoginLink(deps: FeedSessionDeps): Promise<string> {
  const { apiKey } = await keysOf(deps)
  return BROKER.login.pageUrl(deps.config.marketUrls.loginUrl, apiKey.reveal(), 'feed')
}

/** Exchanges a request token for the day's market data token and notifies the market role. */
export async function startFeedSession(deps: FeedSessionDeps, requestToken: string) {
  const { db, vault, clock, bus, config } = deps
  const { apiKey, apiSecret } = await keysOf(deps)
  const session = await exchangeRequestToken(config.marketUrls.apiUrl, apiKey, apiSecret, new Secret(requestToken))
  await db
    .updateTable('feed_session')
    .set(await loginColumns(vault, OPERATOR, session, clock.now()))
    .execute()
  bus.publish('feed.session', null)
  return feedSessionState(deps)
}

/** The feed's credentials; undefined while there is no valid token. Called by the market role. */
export async function feedCredentials(
  db: Kysely<Database>,
  vault: Vault,
  now: EpochMs,
): Promise<FeedCredentials | undefined> {
  const row = await feedRow(db)
  if (row?.api_key == null || row.access_token === null || row.login_at === null) return undefined
  const loginAt = row.login_at.getTime() as EpochMs
  if (isLoginOver(loginAt, now)) return undefined
  return {
    apiKey: await vault.open(OPERATOR, 'api_key', row.api_key),
    accessToken: await vault.open(OPERATOR, 'access_token', row.access_token),
    loginAt,
  }
}

function feedRow(db: Kysely<Database>) {
  return db.selectFrom('feed_session').selectAll().executeTakeFirst()
}

async function keysOf({ db, vault }: FeedSessionDeps): Promise<{ apiKey: Secret; apiSecret: Secret }> {
  const row = await feedRow(db)
  if (row?.api_key == null || row.api_secret === null) throw new DomainError({ code: 'problem.keys_missing.feed' })
  return {
    apiKey: await vault.open(OPERATOR, 'api_key', row.api_key),
    apiSecret: await vault.open(OPERATOR, 'api_secret', row.api_secret),
  }
}
