// @invariant plan-gates
// @invariant caller-only A call acts for its caller alone, and only as far as the plan goes.
// @invariant operator-second-factor Operators act with a second factor only, and a code signs in once.
// @invariant terms-first A user who never agreed to the terms reaches their own record, data rights and stop button
//   only.
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { Route } from '@strikewise/wire/route.ts'
import { featureRefusal } from '../plans/feature-gate.ts'
import { ApiFailure } from './api-failure.ts'
import { addressBlock } from './client-address.ts'
import type { RateWindows } from './rate-windows.ts'
import type { SessionEnd } from '../identity/ended-sessions.ts'
import type { Recognised, Visitor } from './visitors.ts'

const DEFAULT_PER_MINUTE = 120

/** Lets a call through or throws why not: not too often, signed in, terms, operator, plan. Deny unless the route allows. */
export function admit(
  name: string,
  route: Route,
  { visitor, ended }: Pick<Recognised, 'visitor' | 'ended'>,
  address: string,
  { rates, clock }: { rates: RateWindows; clock: Clock },
): void {
  const who = visitor?.caller.userId ?? addressBlock(address)
  if (!rates.allows(`${name} ${who}`, route.perMinute ?? DEFAULT_PER_MINUTE))
    throw new ApiFailure({ code: 'problem.too_many_requests', minutes: 1 })
  if (route.auth === 'public') return
  if (visitor === undefined) throw notSignedIn(ended)
  if (route.beforeTerms !== true) requireTerms(visitor)
  if (route.auth === 'operator' && !visitor.operator) throw new ApiFailure({ code: 'problem.forbidden' })
  if (route.auth === 'operator' && !visitor.caller.secondFactor)
    throw new ApiFailure({ code: 'problem.second_factor_required' })
  const refusal = route.feature === undefined ? undefined : featureRefusal(visitor.profile, route.feature, clock.now())
  if (refusal !== undefined) throw refusal
}

/** The refusal of a call without a session, with the reason why there is none where that is known. */
export function notSignedIn(ended?: SessionEnd): ApiFailure {
  switch (ended) {
    case 'expired':
      return new ApiFailure({ code: 'problem.session_expired' })
    case 'signed_out':
      return new ApiFailure({ code: 'problem.session_ended' })
    case 'password_changed':
      return new ApiFailure({ code: 'problem.password_changed' })
    case undefined:
      return new ApiFailure({ code: 'problem.not_signed_in' })
  }
}

/** Throws ApiFailure `terms_required` for a user who never agreed to the terms. */
export function requireTerms({ profile }: Visitor): void {
  if (profile.terms === 'never') throw new ApiFailure({ code: 'problem.terms_required' })
}
