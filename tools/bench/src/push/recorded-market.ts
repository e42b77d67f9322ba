import { INDEX_SYMBOLS, INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { ChartBars } from '@strikewise/domain/market/chart-bars.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { chainDetails } from '@strikewise/signals/option-chain/chain-details.ts'
import {
  chainDetailsSnapshot,
  chainSnapshot,
  indexQuote,
  indicesSnapshot,
} from '../../../../apps/server/src/market/snapshots.ts'
import type { MarketMoment } from '../../../../apps/server/tests/push/page-server.ts'
import { LivePath } from '../live/live-path.ts'
import { benchSession } from '../market/bench-session.ts'

/** `minutes` of the made-up market from 10:00, two moments a second, through the pipelines of the market role. */
export function recordMarket(minutes: number): MarketMoment[] {
  const session = benchSession(minutes)
  const path = new LivePath(session)
  const { table } = path
  const charts = path.pipelines.map((pipeline) => new ChartBars(pipeline))
  const quoteOf = (token: number) => {
    const slot = table.slotOf(token)
    return indexQuote(table.last(slot), table.close[slot] as Paise)
  }
  return session.frames.map((frame) => {
    path.take(frame)
    const now = frame.receivedAt
    const snapshots: Record<string, string> = {}
    const put = (name: string, value: unknown) => {
      if (value !== undefined) snapshots[name] = JSON.stringify(value)
    }
    put(
      'indices',
      indicesSnapshot({ NIFTY: quoteOf(INDEX_TOKENS.NIFTY), BANKNIFTY: quoteOf(INDEX_TOKENS.BANKNIFTY) }, now),
    )
    for (const [i, symbol] of INDEX_SYMBOLS.entries()) {
      const pipeline = path.pipelines[i]!
      put(`signals.${symbol}`, pipeline.signals(now))
      put(`chain.${symbol}`, chainSnapshot(pipeline.chainRows()))
      put(`candles.${symbol}`, charts[i]!.closed())
      put(`forming.${symbol}`, charts[i]!.forming())
      put(`chain_details.${symbol}`, chainDetailsSnapshot(chainDetails(pipeline.chain, table, SIGNAL_PARAMS.chain)))
    }
    const [row] = path.pipelines[0]!.chainRows()
    const last = row?.callLtp ?? 10_000
    return { at: now, snapshots, option: [last - 5, last + 5, last] }
  })
}
