// @invariant loosening-waits
import { expect, it } from 'vitest'
import type { Paise } from '../money/paise.ts'
import { limitsInForce, strategyInForce, type PendingValue } from './pending-settings.ts'
import { defaultStrategy } from './trade-settings.ts'
import { riskLimitsFrom } from './user-limits.ts'

const stored = riskLimitsFrom(undefined)
const due: readonly PendingValue[] = [
  { setting: 'capital', symbol: null, value: 100 as Paise },
  { setting: 'coverManualShorts', symbol: null, value: true },
  { setting: 'tradesPerDay', symbol: null, value: 4 },
  { setting: 'lots', symbol: 'NIFTY', value: 3 },
  { setting: 'trailing', symbol: 'BANKNIFTY', value: true },
]

it('the limits in force have what is due of the account, and nothing of an index', () => {
  expect(limitsInForce(stored, due)).toEqual({
    ...stored,
    capital: 100,
    coverManualShorts: true,
    account: { ...stored.account, tradesPerDay: 4 },
  })
  expect(limitsInForce(stored, [])).toEqual(stored)
})

it('the settings of an index in force have what is due of that index alone', () => {
  const [nifty, bank] = [defaultStrategy('NIFTY'), defaultStrategy('BANKNIFTY')]
  expect(strategyInForce(nifty, due)).toEqual({ ...nifty, lots: 3 })
  expect(strategyInForce(bank, due)).toEqual({ ...bank, trailing: true })
})

it('a setting of another release is left out', () => {
  const unknown = [{ setting: 'former', symbol: null, value: 1 } as unknown as PendingValue]
  expect(limitsInForce(stored, unknown)).toEqual(stored)
})
