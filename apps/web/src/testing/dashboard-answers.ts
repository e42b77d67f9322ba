import { chainWallsBody, decisionBody, OPEN_AT } from './response-bodies.ts'
import { answer } from './server.ts'

/** Answers what the dashboard asks for on an open day without a trade, a signal or a refused entry. */
export function answerQuietDashboard(): void {
  answer('get', '/live_indices', {
    nifty50: { price: 24512.35, change: 1, change_percent: 0.1 },
    as_of: new Date(OPEN_AT).toISOString(),
  })
  answer('get', '/index_candles', [])
  answer('get', '/signals', {})
  answer('get', '/indicator_values', { as_of: null, stale: false, delayed_by: 60, values: {} })
  answer('get', '/option_chain_table', [])
  answer('get', '/option_chain_walls', chainWallsBody())
  answer('get', '/user_trade_logs', [])
  answer('get', '/user_active_trades', [])
  answer('get', '/trade_chart', {}, 404)
  answer('get', '/live_pnl', [])
  answer('get', '/entry_refusals', { refusals: [], next: null })
  answer('get', '/decisions', [decisionBody()])
}
