import type { BrokerLinkState } from '@strikewise/wire/account.ts'
import { DomainError } from '../domain-error.ts'
import { linkState, type BrokerLinkDeps } from './broker-link.ts'
import { exchangeRequestToken } from './broker-session.ts'
import { loginColumns } from './login-columns.ts'
import { logInToPaper, paperAccountId } from './paper-exchange.ts'
import { removeLink, requireReplaceable } from './replace-link.ts'

/**
 * Connects the user's account at the paper exchange for the day, opening it the first time. The rest is as with a
 * broker's own login: key and token are sealed, and the token ends when the broker's do.
 */
export async function connectPaper(deps: BrokerLinkDeps, userId: string): Promise<BrokerLinkState> {
  const { config, db, vault, clock, bus } = deps
  const exchange = config.brokers.paper
  if (exchange === undefined) throw new DomainError({ code: 'problem.paper_not_offered.no_exchange' })
  // A link in use is reported before anything is asked outside.
  await db.transaction().execute(async (tx) => {
    const known = await userLink(tx, userId)
    if (known === 'another') await requireReplaceable(tx, userId, clock.now())
  })
  const { apiKey, apiSecret, requestToken } = await logInToPaper(exchange, userId)
  const session = await exchangeRequestToken(exchange.apiUrl, apiKey, apiSecret, requestToken)
  const values = {
    api_key: await vault.seal(userId, 'api_key', apiKey.reveal()),
    api_key_last4: apiKey.lastFour(),
    api_secret: await vault.seal(userId, 'api_secret', apiSecret.reveal()),
    ...(await loginColumns(vault, userId, session, clock.now())),
    exit_token: null,
    connected: true,
  }
  await db.transaction().execute(async (tx) => {
    const known = await userLink(tx, userId)
    if (known === 'another') await removeLink(tx, userId, clock.now())
    await tx
      .insertInto('broker_links')
      .values({ user_id: userId, mode: 'paper', egress_address: null, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
  })
  bus.publish(`account.${userId}`, null)
  return linkState(deps, userId)
}

/** Whether the user's link is the one to their own paper account, one to another account, or not there. */
async function userLink(db: BrokerLinkDeps['db'], userId: string): Promise<'own' | 'another' | undefined> {
  const link = await db
    .selectFrom('broker_links')
    .select(['mode', 'broker_user_id'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (link === undefined) return undefined
  return link.mode === 'paper' && link.broker_user_id === paperAccountId(userId) ? 'own' : 'another'
}
