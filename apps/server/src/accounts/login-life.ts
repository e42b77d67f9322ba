import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { isTokenStale } from '@strikewise/domain/time/token-life.ts'

/** Whether the token of a login at `loginAt` may not be used any more, by the rule of the product's broker. */
export function isLoginOver(loginAt: EpochMs, now: EpochMs): boolean {
  return isTokenStale(loginAt, now, BROKER.profile.tokenExpiresAt)
}
