// @invariant key-scopes A key for programs does what its scopes name, from where it is bound to: it never buys, and
//   never changes a setting.
import type { RouteAccess } from '@strikewise/wire/route.ts'
import { isBoundTo } from '../program-keys/address-binding.ts'
import type { KeyGrant, KeyProblem } from '../program-keys/find-key.ts'
import { DomainError } from '../domain-error.ts'
import type { RateWindows } from '../rate-limits/rate-windows.ts'

/** Calls a minute of one key, all routes together. */
const KEY_CALLS_A_MINUTE = 300

/** Lets a call of a key through or throws why not. A route without a scope takes no key. */
export function authorizeKey(
  route: Pick<RouteAccess, 'keyScope'>,
  key: KeyGrant,
  address: string,
  rates: RateWindows,
): void {
  if (!rates.allows(`key ${key.id}`, KEY_CALLS_A_MINUTE))
    throw new DomainError({ code: 'problem.too_many_requests', minutes: 1 })
  if (!isBoundTo(key.addresses, address)) throw new DomainError({ code: 'problem.key_address' })
  if (route.keyScope === undefined || !key.scopes.includes(route.keyScope))
    throw new DomainError({ code: 'problem.key_scope' })
}

/** The refusal of a key that opens nothing. */
export function keyRefusal(problem: KeyProblem): DomainError {
  switch (problem) {
    case 'unknown':
      return new DomainError({ code: 'problem.key_unknown' })
    case 'expired':
      return new DomainError({ code: 'problem.key_expired' })
    case 'revoked':
      return new DomainError({ code: 'problem.key_revoked' })
  }
}
