// Where a reader who knows trading and has never seen the code would look for a term, from the names of folders and
// files alone. One place claims a term: a second one of the same name would send half of the readers there.
import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './command.ts'

/**
 * A reader looks for the rule first, then for the broker's protocol, then for what the server stores and serves. The
 * server's folders carry the names of the packages they serve, as the app's, the sandbox's and the tests' do.
 */
const LAYERS = [
  'packages/{domain,signals,execution,plans,legal,public-log}',
  'packages/{brokers,kite,exchange}',
  'apps/server',
].map((packages) => ({
  folders: globSync([packages, `${packages}/src/**/`], { cwd: ROOT, exclude: isOfTests }).map(trimmed),
  files: globSync(`${packages}/src/**/*.ts`, { cwd: ROOT, exclude: isOfTests }),
}))

/** A term, the folder of it, and the names by which a folder or a file is recognised as the term's. */
const TERMS: readonly (readonly [term: string, folder: string, ...names: string[]])[] = [
  ['stop-loss', 'packages/domain/src/stop-loss', 'stop-loss'],
  ['trailing stop', 'packages/domain/src/stop-loss', 'trailing-stop'],
  ['option chain', 'packages/signals/src/option-chain', 'option-chain'],
  ['kill switch', 'apps/server/src/kill-switch', 'kill-switch'],
  ['daily loss limit', 'packages/domain/src/trading', 'daily-loss-limit'],
  ['day lock', 'packages/domain/src/trading', 'day-lock'],
  ['position sizing', 'packages/domain/src/trading', 'sizing', 'position-sizing'],
  ['Kelly fraction', 'packages/domain/src/trading', 'kelly'],
  ['payoff', 'packages/domain/src/trading', 'payoff'],
  ['P&L', 'packages/domain/src/trading', 'pnl'],
  ['consent', 'apps/server/src/consents', 'consent', 'consents'],
  ['receipt, invoice', 'apps/server/src/payments', 'receipts', 'invoices', 'invoice'],
  ['payment', 'apps/server/src/payments', 'payment', 'payments'],
  ['refund', 'packages/plans/src', 'refund', 'refunds'],
  ['GST', 'packages/plans/src', 'gst'],
  ['public log', 'packages/public-log', 'public-log'],
  ['leader lease', 'packages/execution/src/lease', 'lease'],
  ['offline journal', 'packages/execution/src/store', 'offline-journal'],
  ['order reconciliation', 'packages/execution/src/broker-view', 'reconcile-order', 'order-reconciliation'],
  ['order in doubt', 'packages/execution/src/intent', 'doubt', 'in-doubt'],
  ['order tag', 'packages/execution/src/intent', 'tag', 'order-tag'],
  ['fill', 'packages/execution/src/trade', 'fill', 'fills'],
  ['pre-trade check', 'packages/execution/src/pre-trade', 'pre-trade', 'pre-trade-check'],
  ['exit rules', 'packages/execution/src/plan', 'exit-rules', 'exits'],
  ['charges', 'packages/domain/src/charges', 'charges'],
  ['STT', 'packages/domain/src/charges', 'stt'],
  ['contract note', 'packages/domain/src/charges', 'contract-note'],
  ['Greeks', 'packages/domain/src/market', 'greeks', 'leg-greeks'],
  ['implied volatility', 'packages/domain/src/market', 'implied-volatility', 'iv'],
  ['max pain', 'packages/domain/src/market', 'max-pain'],
  ['PCR', 'packages/domain/src/market', 'pcr', 'put-call-ratio'],
  ['OI wall', 'packages/domain/src/market', 'oi-walls', 'open-interest-walls'],
  ['IV rank', 'packages/domain/src/market', 'iv-rank'],
  ['Black-76', 'packages/domain/src/market', 'black76'],
  ['candle', 'packages/domain/src/market', 'candle', 'candles'],
  ['expiry', 'packages/domain/src/instruments', 'expiry', 'expiries'],
  ['strike', 'packages/domain/src/instruments', 'strike', 'strikes'],
  ['lot size', 'packages/domain/src/instruments', 'lots', 'lot-size'],
  ['freeze quantity', 'packages/domain/src/instruments', 'freeze', 'freeze-quantity'],
  ['trading calendar', 'packages/domain/src/time', 'calendar', 'trading-calendar'],
  ['holiday', 'packages/domain/src/time', 'holiday', 'holidays'],
  ['special session', 'packages/domain/src/time', 'special-sessions'],
  ['square-off', 'packages/domain/src/time', 'square-off'],
  ['entry window', 'packages/domain/src/time', 'entry-window'],
  ['drawdown', 'packages/domain/src/statistics', 'drawdown'],
  ['Sharpe ratio', 'packages/domain/src/statistics', 'sharpe-ratio'],
  ['RSI', 'packages/signals/src/indicators', 'rsi'],
  ['MACD', 'packages/signals/src/indicators', 'macd'],
  ['VWAP', 'packages/signals/src/indicators', 'vwap'],
  ['ATR', 'packages/signals/src/indicators', 'atr'],
  ['Supertrend', 'packages/signals/src/indicators', 'supertrend'],
  ['agent', 'packages/signals/src/agents', 'agent', 'agents'],
  ['learned weights', 'packages/signals/src/learning', 'learning', 'learned-weights'],
  ['risk disclosure', 'packages/legal/src', 'disclosure', 'risk-disclosure'],
  ['ticker', 'packages/kite/src/ticker', 'ticker'],
  ['FII/DII flows', 'apps/server/src/fii-dii', 'fii-dii'],
  ['margin', 'packages/exchange/src/accounts', 'margin', 'margins', 'margin-calculator'],
  ['funds', 'packages/kite/src/rows', 'funds'],
  ['GTT', 'packages/exchange/src/gtt', 'gtt'],
  ['daily report', 'apps/server/src/reports', 'daily-report', 'daily-reports'],
  ['support ticket', 'apps/server/src/support', 'support', 'tickets'],
  ['grievance', 'apps/server/src/support', 'grievance', 'grievances'],
  ['Telegram', 'apps/server/src/alerts/telegram', 'telegram'],
  ['market-wide circuit breaker', 'packages/signals/src/agents', 'circuit-breaker', 'market-circuit-breaker'],
  ['re-entry', 'packages/execution/src/pre-trade', 're-entry'],
  ['audit', 'apps/server/src/audit', 'audit'],
  ['erasure', 'apps/server/src/data-rights', 'erasure'],
  ['egress address', 'apps/server/src/operator', 'egress-address'],
]

function isOfTests(path: string): boolean {
  return /(?:^|\/)(?:testing|scenarios|migrations|node_modules)(?:\/|$)|\.test\.ts$/.test(path)
}

function trimmed(path: string): string {
  return path.replace(/\/$/, '')
}

/** Folders that a reader would open: named as the term in the first layer that has such a name, else with such a file. */
function claimsOf(names: readonly string[]): string[] {
  const isNamed = (path: string) => names.includes(basename(path, '.ts'))
  for (const { folders, files } of LAYERS) {
    const claims = folders.filter(isNamed)
    const found = claims.length > 0 ? claims : files.filter(isNamed).map((file) => dirname(file))
    if (found.length > 0) return [...new Set(found)].toSorted()
  }
  return []
}

it('two folders that claim a term are both found, and a name of neither finds none', () => {
  expect(claimsOf(['gst', 'rsi'])).toEqual(['packages/plans/src', 'packages/signals/src/indicators'])
  expect(claimsOf(['no-such-term'])).toEqual([])
})

describe('the tree has one folder for', () => {
  it('at least thirty terms', () => expect(new Set(TERMS.map(([term]) => term)).size).toBeGreaterThanOrEqual(30))

  it.each(TERMS)('%s', (_term, folder, ...names) => expect(claimsOf(names)).toEqual([folder]))
})
