import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { BrokerSession, LoginRedirect } from '@strikewise/brokers/broker-login.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { BrokerLinkState } from '@strikewise/wire/account.ts'
import type { Kysely } from 'kysely'
import { recordAccountChange } from './record-account-change.ts'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config.ts'
import { DomainError } from '../domain-error.ts'
import type { Caller } from '../identity/caller.ts'
import { requireFreshSignIn } from '../identity/fresh-sign-in.ts'
import { Secret } from '../secret.ts'
import type { Vault } from '../secrets/vault.ts'
import type { Database } from '../store/database.ts'
import { exchangeRequestToken } from './broker-session.ts'
import { newestConsent } from '../consents/consents.ts'
import { brokerLinkStateOf, type LinkRow } from './link-state.ts'
import { loginColumns } from './login-columns.ts'
import { newLoginState, useLoginState } from './login-states.ts'
import { paperAccountId } from './paper-exchange.ts'
import { isInTrade, removeLink, requireFlat } from './replace-link.ts'

const UNIQUE_VIOLATION = '23505'

export interface BrokerLinkDeps {
  readonly config: Pick<Config, 'sandbox' | 'marketUrls' | 'brokers'>
  readonly db: Kysely<Database>
  readonly vault: Vault
  readonly clock: Clock
  readonly bus: Bus
}

/** Which kind of account a user's own keys lead to: at the sandbox a paper one, at the real broker a live one. */
function keyedMode(config: Pick<Config, 'sandbox'>): LinkMode {
  return config.sandbox ? 'paper' : 'live'
}

export async function linkState(
  deps: Pick<BrokerLinkDeps, 'config' | 'db' | 'clock'>,
  userId: string,
): Promise<BrokerLinkState> {
  const row = await linkRow(deps.db, userId)
  // A link of a kind that leads nowhere any more counts as none.
  const link = row !== undefined && deps.config.brokers[row.mode] !== undefined ? row : undefined
  const exitsMatter = link !== undefined && !link.connected && link.exit_token !== null
  const hasOpenTrade = exitsMatter && (await isInTrade(deps.db, userId))
  return brokerLinkStateOf(link, link?.mode ?? keyedMode(deps.config), deps.clock.now(), hasOpenTrade)
}

/**
 * Stores key and secret of the user's broker app, sealed. A new key ends the old login: its token belongs to the old
 * key, so while a trade is open it is refused (`link_in_use`): exits need that token. A link of another kind, or to the
 * account that was opened for the user, must go first.
 */
export async function saveBrokerKeys(
  deps: BrokerLinkDeps,
  userId: string,
  keys: { api_key: string; api_secret: string },
): Promise<BrokerLinkState> {
  await requireDisclosure(deps, userId)
  const { db, vault, clock } = deps
  const mode = keyedMode(deps.config)
  const values = {
    api_key: await vault.seal(userId, 'api_key', keys.api_key),
    api_key_last4: new Secret(keys.api_key).lastFour(),
    api_secret: await vault.seal(userId, 'api_secret', keys.api_secret),
  }
  // Opened before the transaction: the vault takes a connection of its own.
  const sealed = (await linkRow(db, userId))?.api_key ?? null
  const isStored = sealed !== null && (await vault.open(userId, 'api_key', sealed)).reveal() === keys.api_key
  await db.transaction().execute(async (tx) => {
    const known = await linkRow(tx, userId)
    const another = known !== undefined && (known.mode !== mode || known.broker_user_id === paperAccountId(userId))
    if (another) await removeLink(tx, userId, clock.now())
    const sameKey = !another && isStored && known?.api_key?.equals(sealed) === true
    if (known !== undefined && !another && !sameKey) await requireFlat(tx, userId, known.mode)
    const none = { exit_token: null, broker_user_id: null, egress_address: null }
    await tx
      .insertInto('broker_links')
      .values({ user_id: userId, mode, ...values, ...NO_LOGIN, ...none })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, ...(sameKey ? {} : NO_LOGIN) }))
      .execute()
    if (known?.api_key != null && !sameKey) await recordAccountChange(tx, userId, 'broker_key_replaced')
  })
  deps.bus.publish(`account.${userId}`, null)
  return linkState(deps, userId)
}

/**
 * The broker's login page for the user's app, with a state only this session can use, once. The first login decides for
 * good whose broker account it is, so that one asks who is there.
 */
export async function brokerLoginLink(deps: BrokerLinkDeps, caller: Caller): Promise<string> {
  await requireDisclosure(deps, caller.userId)
  const { apiKey, row } = await keysOf(deps, caller.userId)
  if (row.broker_user_id === null) requireFreshSignIn(caller)
  const state = await newLoginState(deps.db, caller.userId, caller.sessionId)
  return BROKER.login.pageUrl(deps.config.marketUrls.loginUrl, apiKey.reveal(), state)
}

/** Completes a login with the address the broker redirected to. Throws ApiFailure with the words the user is shown. */
export async function connectBroker(
  deps: BrokerLinkDeps,
  caller: Caller,
  submitted: { request_token: string; full_url: string },
): Promise<BrokerLinkState> {
  const { db, vault, clock, config } = deps
  const { userId } = caller
  await requireDisclosure(deps, userId)
  const { apiKey, apiSecret, row } = await keysOf(deps, userId)
  const redirect = BROKER.login.parseRedirect(submitted.full_url)
  if (!redirect.ok || redirect.requestToken.reveal() !== submitted.request_token) throw badRedirect(redirect)
  if (redirect.state === null || !(await useLoginState(db, userId, caller.sessionId, redirect.state)))
    throw new DomainError({ code: 'problem.login_state_invalid' })
  const session = await exchangeRequestToken(config.marketUrls.apiUrl, apiKey, apiSecret, redirect.requestToken)
  refuseForeignAccount(session, row)
  let connected: bigint
  try {
    const written = await db
      .updateTable('broker_links')
      .set({
        ...(await loginColumns(vault, userId, session, clock.now())),
        exit_token: null,
        connected: true,
      })
      .where('user_id', '=', userId)
      // Not onto other keys, or another account, that took the place of those this login was for.
      .where('api_key', '=', row.api_key)
      .executeTakeFirst()
    connected = written.numUpdatedRows
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
    throw new DomainError({ code: 'problem.broker_account_taken', broker: BROKER.profile.names.broker })
  }
  if (connected === 0n) throw new DomainError({ code: 'problem.login_state_invalid.key_replaced' })
  deps.bus.publish(`account.${userId}`, null)
  return linkState(deps, userId)
}

/**
 * Ends the link for new entries. Exits of open trades still need the token, so it moves aside for them; it is
 * dropped with the next login, when all is flat, or when it dies.
 */
export async function disconnectBroker(deps: BrokerLinkDeps, userId: string): Promise<BrokerLinkState> {
  await deps.db
    .updateTable('broker_links')
    .set((columns) => ({ exit_token: columns.ref('access_token'), access_token: null, connected: false }))
    .where('user_id', '=', userId)
    .where('connected', '=', true)
    .execute()
  deps.bus.publish(`account.${userId}`, null)
  return linkState(deps, userId)
}

const NO_LOGIN = { access_token: null, connected: false, login_at: null, token_expires_at: null } as const

function linkRow(db: Kysely<Database>, userId: string): Promise<LinkRow | undefined> {
  return db.selectFrom('broker_links').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

async function keysOf({ db, vault, config }: BrokerLinkDeps, userId: string) {
  const row = await linkRow(db, userId)
  if (row?.mode !== keyedMode(config) || row.api_key === null || row.api_secret === null)
    throw new DomainError({ code: 'problem.keys_missing' })
  return {
    row,
    apiKey: await vault.open(userId, 'api_key', row.api_key),
    apiSecret: await vault.open(userId, 'api_secret', row.api_secret),
  }
}

async function requireDisclosure({ db }: BrokerLinkDeps, userId: string): Promise<void> {
  const consent = await newestConsent(db, userId, 'zerodha_disclosure')
  if (consent?.given !== true) throw new DomainError({ code: 'problem.disclosure_required' })
}

function badRedirect(redirect: LoginRedirect): DomainError {
  const isFailed = !redirect.ok && redirect.failed
  return new DomainError(
    isFailed
      ? { code: 'problem.request_token_missing.login' }
      : { code: 'problem.request_token_missing', parameter: BROKER.portal.redirectParameter },
  )
}

function refuseForeignAccount(session: BrokerSession, row: LinkRow): void {
  if (row.broker_user_id !== null && row.broker_user_id !== session.userId)
    throw new DomainError({ code: 'problem.other_broker_account', given: session.userId, expected: row.broker_user_id })
  if (!session.tradesOptions)
    throw new DomainError({ code: 'problem.options_not_enabled', broker: BROKER.profile.names.broker })
}
