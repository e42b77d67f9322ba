import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { EDGE_MIN_TRADES } from '@strikewise/domain/trading/kelly.ts'
import { EDGE_MIN_DAYS, type MeasuredEdge } from '@strikewise/domain/trading/measured-edge.ts'
import type { EdgeReply, MeasuredEdgeRow } from '@strikewise/wire/reports.ts'
import type { UserScopedRow } from '../store/user-scoped-db.ts'
import { userEdges } from '../settings/user-edge.ts'

/** What all of a user's closed trades brought, as the wire has it. */
export async function edgeReplyOf(db: UserScopedRow, userId: string): Promise<EdgeReply> {
  const { paper, live } = await userEdges(db, userId)
  return {
    paper: paper === undefined ? null : edgeRow(paper),
    live: live === undefined ? null : edgeRow(live),
    min_trades: EDGE_MIN_TRADES,
    min_days: EDGE_MIN_DAYS,
  }
}

function edgeRow(edge: MeasuredEdge): MeasuredEdgeRow {
  return {
    trades: edge.trades,
    days: edge.days,
    from: edge.from,
    to: edge.to,
    gross: rupeesFromPaise(edge.gross),
    charges: rupeesFromPaise(edge.charges),
    net: rupeesFromPaise(edge.net),
    wins: edge.wins,
    win_rate: edge.winRate,
    win_rate_interval: edge.winRateInterval,
    expectancy: nearest(edge.expectancy),
    expectancy_interval: edge.expectancyInterval && {
      low: nearest(edge.expectancyInterval.low),
      high: nearest(edge.expectancyInterval.high),
    },
    expectancy_r: edge.expectancyR,
    expectancy_r_interval: edge.expectancyIntervalR,
    profit_factor: edge.profitFactor,
    drawdown: rupeesFromPaise(edge.drawdown.most as Paise),
    drawdown_days: edge.drawdown.longestDays,
    verdict: edge.verdict,
  }
}

/** A mean in paise as rupees, to the paisa. */
function nearest(paise: number): number {
  return rupeesFromPaise(Math.round(paise) as Paise)
}
