import { describe, expect, it } from 'vitest'
import { COMPARISON, type ComparisonCell } from './comparison.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'

/** A cell in short: what stands behind its code, with its figures. */
const short = (cell: ComparisonCell | boolean) => {
  if (typeof cell === 'boolean') return cell
  const { code, ...values } = cell
  return [code.replace('comparison_cell.', ''), ...Object.values(values)].join(' ')
}
const row = (feature: string) =>
  PLANS.map((plan) => short(COMPARISON.find((r) => r.feature.code === `comparison.${feature}`)!.cells[plan]))

describe('the comparison table', () => {
  it.each([
    ['dashboard_market', [true, true, true, true]],
    ['signals', ['delayed 1', 'live', 'live', 'live']],
    ['signal_refresh', ['refresh 2', 'refresh 2', 'refresh 1', 'refresh 1']],
    ['agents', ['number 2', 'number 4', 'all', 'all']],
    ['core_signals', [false, false, true, true]],
    ['basic_signals', [true, true, true, true]],
    ['option_chain', [false, true, true, true]],
    ['flow_analysis', ['none', 'basic', 'full', 'full']],
    ['telegram_alerts', [false, true, true, true]],
    ['live_pnl', [false, true, true, true]],
    ['broker_connect', [false, false, true, true]],
    ['trade_settings', [false, false, 'symbols NIFTY', 'symbols NIFTY,BANKNIFTY']],
    ['auto_execution', [false, false, 'symbols NIFTY', 'symbols NIFTY,BANKNIFTY']],
    ['manual_trades', [false, true, true, true]],
    ['paper_trading', ['symbols NIFTY', 'symbols NIFTY', 'symbols NIFTY', 'symbols NIFTY,BANKNIFTY']],
    ['trailing_stop', [false, false, true, true]],
    ['loss_recovery', [false, false, true, true]],
    ['time_filter', [false, false, true, true]],
    ['capital_allocation', [false, false, 'basic', 'advanced']],
    ['active_trades', [false, false, 'number 1', 'unlimited']],
    ['parallel_trades', [false, false, false, true]],
    ['trade_sync', [false, false, false, true]],
    ['today_trade_log', [false, false, true, true]],
    ['trade_log', ['read_only', 'none', 'full', 'full_tracker']],
    ['support', ['support community', 'support email', 'support priority', 'support premium']],
  ])('%s: %j', (feature, cells) => expect(row(feature)).toEqual(cells))

  it('has no other line', () => expect(COMPARISON).toHaveLength(25))
})
