// @invariant loosening-waits
import type { IndexSymbol } from '../instruments/contract.ts'
import type { Strategy } from './trade-settings.ts'
import { limitSettingsOf, limitsOf, type LimitSettings } from './limit-settings.ts'
import type { RiskLimits } from './user-limits.ts'

/** The settings of an index that a user chooses. */
export type StrategySetting = Exclude<keyof Strategy, 'symbol'>

/** A value that a setting takes later: a limit of the account, or a setting of one index. */
export type PendingValue =
  | { readonly [K in keyof LimitSettings]: PendingLimit<K> }[keyof LimitSettings]
  | { readonly [K in StrategySetting]: PendingStrategySetting<K> }[StrategySetting]

interface PendingLimit<K extends keyof LimitSettings> {
  readonly setting: K
  readonly symbol: null
  readonly value: LimitSettings[K]
}

interface PendingStrategySetting<K extends StrategySetting> {
  readonly setting: K
  readonly symbol: IndexSymbol
  readonly value: Strategy[K]
}

/** The limits in force where the values `due` have taken effect. */
export function limitsInForce(stored: RiskLimits, due: readonly PendingValue[]): RiskLimits {
  const settings = due.reduce((limits, { setting, symbol, value }) => {
    // What an earlier release knew and this one does not changes nothing.
    return symbol === null && setting in limits ? { ...limits, [setting]: value } : limits
  }, limitSettingsOf(stored))
  return limitsOf(settings)
}

/** The settings of an index in force where the values `due` have taken effect. */
export function strategyInForce(stored: Strategy, due: readonly PendingValue[]): Strategy {
  return due.reduce((strategy, { setting, symbol, value }) => {
    return symbol === strategy.symbol && setting in strategy ? { ...strategy, [setting]: value } : strategy
  }, stored)
}
