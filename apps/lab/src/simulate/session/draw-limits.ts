import { specialOf } from '../chance/chooser.ts'
import { addDays, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { AccountLimits } from '@strikewise/domain/trading/account-limits.ts'
import { Rng } from '@strikewise/exchange/random/rng.ts'
import { between, pick } from './draw.ts'
import type { AccountShape, SessionShape } from './shape.ts'

/** Share of the accounts whose users limit the trades of a day over all indices. */
const LIMIT_TRADES = 0.1
/** Share of those who pause after a loss, and of those for whom fewer losses in a row end the day. */
const PAUSE = 0.1
const FEWER_LOSSES = 0.1
const LOCK_PROFIT = 0.08
/** Share of those who limit what a week may lose, or the fall from their peak; each has days behind them. */
const LIMIT_PERIOD = 0.1

/** The accounts with what their users limit over all indices, drawn apart from the rest of the seed. */
export function withLimits({ accounts, seed, day }: Pick<SessionShape, 'accounts' | 'seed' | 'day'>): AccountShape[] {
  const rng = new Rng('limits', seed)
  const isElsewhere = specialOf(seed) === 'elsewhere'
  return accounts.map((drawn) => {
    const account = isElsewhere ? ({ ...drawn, mode: 'live' } as const) : drawn
    const limits: Partial<AccountLimits> = {
      ...((rng.unit() < LIMIT_TRADES || isElsewhere) && { tradesPerDay: between(rng, 1, 2) }),
      ...(rng.unit() < PAUSE && { lossPauseMinutes: between(rng, 1, 60) }),
      ...(rng.unit() < FEWER_LOSSES && { lossesInRow: between(rng, 1, 2) }),
      ...(rng.unit() < LOCK_PROFIT && { profitLock: drawProfitLock(rng) }),
    }
    const period = rng.unit() < LIMIT_PERIOD ? drawPeriod(rng, day) : undefined
    if (period !== undefined) return { ...account, limits: { ...limits, ...period.limits }, past: period.past }
    return Object.keys(limits).length === 0 ? account : { ...account, limits }
  })
}

/** An amount that a lot or two may make in the minutes of a session. */
function drawProfitLock(rng: Rng): NonNullable<AccountLimits['profitLock']> {
  return { from: between(rng, 30_000, 150_000) as Paise, keepPct: pick(rng, [30, 50, 80]) }
}

/** A limit over a week or longer, and days of both kinds of link before this one, of which some are before it counts. */
function drawPeriod(
  rng: Rng,
  day: IstDate,
): { limits: Partial<AccountLimits>; past: NonNullable<AccountShape['past']> } {
  const limit = between(rng, 500_000, 2_000_000) as Paise
  const isWeek = rng.unit() < 0.5
  const since = addDays(day, -between(rng, 1, 20))
  const past = Array.from({ length: between(rng, 1, 6) }, () => ({
    mode: rng.unit() < 0.6 ? ('paper' as const) : ('live' as const),
    daysAgo: between(rng, 1, 24),
    net: between(rng, -1_500_000, 800_000),
  }))
  return { limits: isWeek ? { weeklyLoss: limit } : { drawdown: { limit, since } }, past }
}
