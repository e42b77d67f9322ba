import type { BrokerSession } from '@strikewise/brokers/broker-login.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Vault } from '../secrets/vault.ts'

/** What a row stores of a login at the broker: the token sealed for `owner`, whose account it is, and how long it is valid. */
export async function loginColumns(
  vault: Pick<Vault, 'seal'>,
  owner: string,
  { accessToken, userId, loginAt }: Pick<BrokerSession, 'accessToken' | 'userId' | 'loginAt'>,
  now: EpochMs,
) {
  // The broker's whole seconds may lie a moment ahead of a clock that follows it.
  const startedAt = Math.min(loginAt, now) as EpochMs
  return {
    access_token: await vault.seal(owner, 'access_token', accessToken.reveal()),
    broker_user_id: userId,
    login_at: new Date(startedAt),
    token_expires_at: new Date(BROKER.profile.tokenExpiresAt(startedAt)),
  }
}
