// @invariant paper-apart-from-live
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { EDGE_MIN_TRADES, edgeCeiling, type TradeRecord } from '@strikewise/domain/trading/kelly.ts'
import { ofMode } from '../trade/trade.ts'
import type { AccountHistory } from './account-changes.ts'

/** Net result of one closed trade. */
export interface PastResult {
  readonly mode: LinkMode
  readonly on: IstDate
  readonly net: Paise
}

/**
 * Sums past trades up for the capital engine, for an entry by a link of kind `mode`. Money is summed within that kind
 * alone. A trade that ended at exactly 0 counts as neither win nor loss.
 */
export function historyFrom(results: readonly PastResult[], mode: LinkMode): AccountHistory {
  const days = Map.groupBy(
    ofMode(results, mode).toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)),
    (result) => result.on,
  )
  return {
    dailyResults: [...days.values()].map((day) => sum(day) as Paise),
    record: mode === 'paper' ? recordOf(ofMode(results, 'paper')) : recordForLive(results),
  }
}

/**
 * The record a live entry is sized by: the live trades. Paper trades are the forward test before and after them (signals
 * reference §3.5), never a part of them: they speak while the live ones are too few to count, and those made since the
 * last live day speak where the live ones show no edge, or no user could ever come back from paper. A record that is too
 * short does not speak.
 */
function recordForLive(results: readonly PastResult[]): TradeRecord {
  const [live, paper] = [ofMode(results, 'live'), ofMode(results, 'paper')]
  const record = recordOf(live)
  const ceiling = edgeCeiling(record)
  if (ceiling !== undefined && ceiling > 0) return record
  const lastLive = live.reduce((latest, { on }) => (on > latest ? on : latest), '')
  const forwardTest = recordOf(ceiling === undefined ? paper : paper.filter(({ on }) => on > lastLive))
  return forwardTest.wins + forwardTest.losses >= EDGE_MIN_TRADES ? forwardTest : record
}

function recordOf(results: readonly PastResult[]): TradeRecord {
  const wins = results.filter((result) => result.net > 0)
  const losses = results.filter((result) => result.net < 0)
  const average = (some: readonly PastResult[]) => (some.length === 0 ? 0 : Math.abs(sum(some)) / some.length)
  return {
    wins: wins.length,
    losses: losses.length,
    payoff: losses.length === 0 ? 0 : average(wins) / average(losses),
  }
}

function sum(results: readonly PastResult[]): number {
  return results.reduce((total, result) => total + result.net, 0)
}
