// @invariant plan-gates
// @invariant caller-only A call acts for its caller alone, and only as far as the plan goes.
// @invariant operator-second-factor Operators act with a second factor only, and a code signs in once.
// @invariant terms-first A user who never agreed to the terms reaches their own record, data rights and stop button
//   only.
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { RouteAccess } from '@strikewise/wire/route.ts'
import { featureRefusal } from '../plans/feature-access.ts'
import { DomainError } from '../domain-error.ts'
import { authorizeKey, keyRefusal } from './authorize-key.ts'
import { addressBlock } from '../rate-limits/client-address.ts'
import type { RateWindows } from '../rate-limits/rate-windows.ts'
import type { SessionEnd } from '../store/tables/identity-tables.ts'
import type { Authentication, Principal } from './principals.ts'

/** Lets a call through or throws why not: not too often, key, signed in, terms, operator, plan. Deny unless the route allows. */
export function authorize(
  name: string,
  route: RouteAccess,
  { principal, ended, keyProblem }: Pick<Authentication, 'principal' | 'ended' | 'keyProblem'>,
  address: string,
  { rates, clock }: { rates: RateWindows; clock: Clock },
): void {
  const key = principal?.key
  const who = key === undefined ? (principal?.caller.userId ?? addressBlock(address)) : `key ${key.id}`
  if (!rates.allows(`${name} ${who}`, route.perMinute))
    throw new DomainError({ code: 'problem.too_many_requests', minutes: 1 })
  if (keyProblem !== undefined) throw keyRefusal(keyProblem)
  if (key !== undefined) authorizeKey(route, key, address, rates)
  if (route.auth === 'public') return
  if (principal === undefined) throw unauthenticated(ended)
  if (route.beforeTerms !== true) requireConsent(principal)
  if (route.auth === 'operator' && !principal.operator) throw new DomainError({ code: 'problem.forbidden' })
  if (route.auth === 'operator' && !principal.caller.secondFactor)
    throw new DomainError({ code: 'problem.second_factor_required' })
  const refusal =
    route.feature === undefined ? undefined : featureRefusal(principal.profile, route.feature, clock.now())
  if (refusal !== undefined) throw refusal
}

/** The refusal of a call without a session, with the reason why there is none where that is known. */
export function unauthenticated(ended?: SessionEnd): DomainError {
  switch (ended) {
    case 'expired':
      return new DomainError({ code: 'problem.session_expired' })
    case 'signed_out':
      return new DomainError({ code: 'problem.session_ended' })
    case 'password_changed':
      return new DomainError({ code: 'problem.password_changed' })
    case undefined:
      return new DomainError({ code: 'problem.not_signed_in' })
  }
}

/** Throws DomainError `terms_required` for a user who never agreed to the terms. */
export function requireConsent({ profile }: Principal): void {
  if (profile.terms === 'never') throw new DomainError({ code: 'problem.terms_required' })
}
