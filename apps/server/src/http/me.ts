import { istIso } from '@strikewise/domain/time/ist.ts'
import type { Me } from '@strikewise/wire/account.ts'
import type { Caller } from '../identity/caller.ts'
import { entitlementsOf } from '../plans/entitlements.ts'
import { loadPendingSettings } from '../settings/pending-settings.ts'
import { loadTradeSettings } from '../settings/trade-settings.ts'
import { loadKillSwitches } from '../kill-switch/kill-switch.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { linkState, type BrokerLinkDeps } from '../accounts/broker-link.ts'
import { newestConsent } from '../consents/consents.ts'
import { dayLockOf } from '../accounts/day-lock.ts'
import { tradedSymbols, type Profile } from '../accounts/profiles.ts'

/** The user document of specification §3 without its secrets, put together field by field. */
export async function meOf(
  deps: Pick<BrokerLinkDeps, 'config' | 'clock'> & { readonly db: UserScopedRow },
  caller: Caller,
  profile: Profile,
  { operator, features }: Pick<Me, 'operator' | 'features'>,
): Promise<Me> {
  const { db, clock } = deps
  const now = clock.now()
  const { plan, next } = profile
  const expiry = plan.expiresAt === null ? null : istIso(plan.expiresAt)
  const allowed = tradedSymbols(profile, now)
  const [zerodha, disclosure, settings, stop] = await Promise.all([
    linkState(deps, caller.userId),
    newestConsent(db, caller.userId, 'zerodha_disclosure'),
    loadPendingSettings(db, caller.userId, now).then(({ due }) => loadTradeSettings(db, caller.userId, allowed, due)),
    loadKillSwitches(db, caller.userId),
  ])
  const accepted = disclosure?.given === true
  return {
    uid: caller.userId,
    name: caller.name,
    email: caller.email,
    emailVerified: caller.emailVerified,
    language: caller.language,
    plan: plan.plan,
    plan_expiry: expiry,
    planExpiry: expiry,
    expiry,
    next_plan:
      next === undefined
        ? null
        : { plan: next.plan, starts_at: istIso(next.startsAt), plan_expiry: istIso(next.expiresAt) },
    joinedAt: istIso(profile.joinedAt),
    telegramChatId: profile.telegramChatId,
    zerodha,
    legal: {
      zerodhaDisclosureAccepted: accepted,
      zerodhaDisclosureAcceptedAt: accepted ? istIso(disclosure.at) : null,
      terms: profile.terms,
    },
    trade_settings: settings,
    stop,
    day_lock: await dayLockOf(db, caller.userId, zerodha.mode, now),
    operator,
    entitlements: entitlementsOf(profile, now),
    features,
  }
}
