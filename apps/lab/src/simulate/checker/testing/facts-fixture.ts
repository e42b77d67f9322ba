import type { Paise } from '@strikewise/domain/money/paise.ts'
import { REGISTERED_LOGIC } from '../../environment/initial-account-facts.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'
import { NO_ACCOUNT_LIMITS } from '@strikewise/domain/trading/account-limits.ts'
import type { AccountFacts } from '@strikewise/execution/account-facts.ts'
import { CONTRACTS, ORDINARY_DAY } from '../../session/contracts.ts'
import type { PriceSeen } from '../../environment/sim-feed.ts'

export const ACCOUNT = 'u1'
export const CONTRACT = CONTRACTS[0]!
export const UNITS = CONTRACT.lotSize
export const MID = 15_000 as Paise
export const FUNDS_AGE_MS = 180_000

export const RISK: AccountFacts['risk'] = {
  capital: 50_000_000 as Paise,
  dailyLossCapPct: 3,
  maxEntriesPerSymbol: 3,
  maxPositionsPerSymbol: 1,
  account: NO_ACCOUNT_LIMITS,
}

export const FACTS: AccountFacts = {
  userId: ACCOUNT,
  plan: 'elite',
  planExpiresAt: istInstant(ORDINARY_DAY, 23),
  consentGiven: true,
  strategies: [
    { symbol: 'NIFTY', lots: 1, autoExecute: true, approvalSeconds: null, trailing: true, slBuffer: 100 as Paise },
  ],
  risk: RISK,
  coverManualShorts: false,
  entryHours: null,
  link: { mode: 'paper', connected: true, loginAt: istInstant(ORDINARY_DAY, 8, 30), egressAddress: null },
  registeredLogic: [REGISTERED_LOGIC],
  killSwitch: { user: false, global: false },
}

/** A price of the contract as the feed shows it. */
export function priceOf(at: number, bid: number, last: number): PriceSeen {
  return { at, token: CONTRACT.token, bid, last, askQuantity: 10_000, freak: false, published: true }
}

/** A record with the fields that the checker reads, and no others. */
export function recordOf<T>(row: Partial<T>): T {
  return row as T
}
