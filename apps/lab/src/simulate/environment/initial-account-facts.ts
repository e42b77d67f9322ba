import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import { istInstant, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import type { AccountShape } from '../session/shape.ts'

/** `configHash` of the simulated decisions. */
export const REGISTERED_LOGIC = { configHash: 'simulated', identifier: 'ALGO-1' }
const USUAL_LOGIN_MS = 8.5 * 3_600_000

/** What the product knows of an account as its session begins. `place`: which of the accounts it is, from 0. */
export function openingFacts(account: AccountShape, place: number, day: IstDate, startAt: EpochMs): AccountFacts {
  const symbols: readonly IndexSymbol[] =
    account.plan === 'elite' && account.everyIndex !== true ? ['NIFTY'] : ['NIFTY', 'BANKNIFTY']
  return {
    userId: account.id,
    plan: account.plan,
    planExpiresAt: (startAt + 86_400_000) as EpochMs,
    consentGiven: true,
    strategies: symbols.map((symbol) => ({
      symbol,
      lots: account.lots,
      autoExecute: true,
      approvalSeconds: null,
      trailing: account.trailing,
      slBuffer: account.slBuffer as Paise,
    })),
    risk: {
      capital: account.capital as Paise,
      dailyLossCapPct: 3,
      maxEntriesPerSymbol: account.maxEntriesPerSymbol,
      maxPositionsPerSymbol: account.plan === 'master' && place % 2 === 0 ? 2 : 1,
      account: { ...NO_ACCOUNT_LIMITS, ...account.limits },
    },
    coverManualShorts: account.coverManualShorts === true,
    entryHours: null,
    link: {
      mode: account.mode,
      connected: true,
      loginAt: (istInstant(day, 0) + (account.loginAtMs ?? USUAL_LOGIN_MS)) as EpochMs,
      egressAddress: account.mode === 'live' ? '192.0.2.1' : null,
    },
    registeredLogic: [REGISTERED_LOGIC],
    killSwitch: { user: false, global: false },
  }
}
