// @invariant flags-enforced A call of an optional feature is refused by the server where the feature is switched off for its caller.
// @invariant flags-never-hold-exits No call that exits, pauses or shows what a user has depends on a feature flag.
import type { Clock } from '@strikewise/domain/time/clock.ts'
import type { FeatureFlag } from '@strikewise/wire/feature-flags.ts'
import type { RouteAccess } from '@strikewise/wire/route.ts'
import { DomainError } from '../domain-error.ts'
import { flagUser } from '../feature-flags/evaluate-flag.ts'
import type { FeatureFlags } from '../feature-flags/feature-flags.ts'
import type { Principal } from './principals.ts'

/**
 * Lets a call through, or throws DomainError `feature_off` where an optional feature that it takes is switched off for its
 * caller: that of the route, and of a read with a program key the keys. A key still pauses and exits.
 */
export async function requireFeatures(
  route: Pick<RouteAccess, 'flag' | 'keyScope'>,
  principal: Principal | undefined,
  { flags, clock }: { readonly flags: FeatureFlags; readonly clock: Clock },
): Promise<void> {
  if (principal === undefined) return
  const needed: FeatureFlag[] = []
  if (route.flag !== undefined) needed.push(route.flag)
  if (principal.key !== undefined && route.keyScope === 'read') needed.push('program_keys')
  if (needed.length === 0) return
  const user = flagUser(principal.caller.userId, principal.profile.plan, clock.now())
  const current = await flags.current()
  if (needed.some((flag) => !current.isOn(flag, user))) throw new DomainError({ code: 'problem.feature_off.caller' })
}
