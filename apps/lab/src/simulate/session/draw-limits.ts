import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import { Rng } from '@strikewise/exchange/random/rng.ts'
import { between, pick } from './draw.ts'
import type { AccountShape } from './shape.ts'

/** Share of the accounts whose users limit the trades of a day over all indices. */
const LIMIT_TRADES = 0.1
/** Share of those who pause after a loss, and of those for whom fewer losses in a row end the day. */
const PAUSE = 0.1
const FEWER_LOSSES = 0.1
const LOCK_PROFIT = 0.08

/** The accounts with what their users limit over all indices, drawn apart from the rest of the seed. */
export function withLimits(accounts: readonly AccountShape[], seed: number): AccountShape[] {
  const rng = new Rng('limits', seed)
  return accounts.map((account) => {
    const limits: Partial<AccountLimits> = {
      ...(rng.unit() < LIMIT_TRADES && { tradesPerDay: between(rng, 1, 2) }),
      ...(rng.unit() < PAUSE && { lossPauseMinutes: between(rng, 1, 60) }),
      ...(rng.unit() < FEWER_LOSSES && { lossesInRow: between(rng, 1, 2) }),
      ...(rng.unit() < LOCK_PROFIT && { profitLock: drawProfitLock(rng) }),
    }
    return Object.keys(limits).length === 0 ? account : { ...account, limits }
  })
}

/** An amount that a lot or two may make in the minutes of a session. */
function drawProfitLock(rng: Rng): NonNullable<AccountLimits['profitLock']> {
  return { from: between(rng, 30_000, 150_000) as Paise, keepPct: pick(rng, [30, 50, 80]) }
}
