import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { Me, TradeSettingsReply } from '@strikewise/wire/account.ts'
import { FEATURE_FLAGS } from '@strikewise/wire/feature-flags.ts'
import type { DecisionRow, SignalsReply } from '@strikewise/wire/market.ts'
import type { OptionChainRow, OptionChainWalls } from '@strikewise/wire/option-chain.ts'
import type { ConfigReply } from '@strikewise/wire/service.ts'
import type { ActiveTradeRow, EntryRefusalRow, TradeLogRow } from '@strikewise/wire/trades.ts'

/** Friday 20 November 2026, 10:42:13 IST: the market is open. */
export const OPEN_AT = Date.parse('2026-11-20T10:42:13+05:30') as EpochMs

export const FUTURE = '2026-12-08T10:00:00Z'
export const PAST = '2026-11-01T10:00:00Z'

/** The record of an elite user in good order. */
export function meBody(change: Partial<Me> = {}): Me {
  const expiry = change.plan_expiry === undefined ? FUTURE : change.plan_expiry
  return {
    uid: 'u1',
    name: 'Asha Rao',
    email: 'asha@example.com',
    emailVerified: true,
    language: 'en',
    plan: 'elite',
    plan_expiry: expiry,
    planExpiry: expiry,
    expiry,
    next_plan: null,
    joinedAt: '2026-10-01T10:00:00Z',
    telegramChatId: null,
    zerodha: {
      connected: true,
      last_updated: '2026-11-20T02:00:00Z',
      api_key_set: true,
      api_key_last4: 'x7Qa',
      api_secret_set: true,
      broker_user_id: 'SW1003',
      mode: 'paper',
      opened_for_user: false,
      token_stale: false,
      token_expires_at: '2026-11-21T00:30:00Z',
      exits_only: false,
    },
    legal: { zerodhaDisclosureAccepted: true, zerodhaDisclosureAcceptedAt: null, terms: 'agreed' },
    trade_settings: { strategies: [], consentGiven: false, updatedAt: null },
    stop: { user: false, global: false },
    day_lock: null,
    operator: false,
    entitlements: {
      plan: 'elite',
      plan_active: true,
      expired_plan: null,
      agents: [],
      delay_seconds: 0,
      core_signals: true,
      option_chain: true,
      trade_log: true,
      broker_connect: true,
      trade_settings: true,
      entry_refusals: true,
      telegram_alerts: true,
      support_chat: false,
      auto_symbols: ['NIFTY'],
      max_active_trades: 1,
      paper_symbols: ['NIFTY'],
    },
    features: [...FEATURE_FLAGS],
    ...change,
  }
}

export const configBody: ConfigReply = {
  brand: 'Strikewise',
  support: { email: 'support@example.com', phone: '1800' },
  social: {},
  forum_url: null,
  demo_video_url: null,
  seller: 'Strikewise',
  registration: null,
  payment: { provider: 'mock', mock: true, note: 'Nothing is charged.' },
  providers: ['google'],
  sandbox: true,
  sandbox_console_url: null,
  broker_login_origin: 'http://127.0.0.1:8090',
  broker_redirect_url: 'http://127.0.0.1:8080/zerodha-connect',
  live_trading: false,
  paper_data: 'simulated',
  paper_trading: true,
  terms_version: '1',
}

/** A text as a record of an earlier version holds it. */
export const written = (text: string) => ({ text, message: { code: 'legacy.text', params: { text } } })

export function signalBody(bias: SignalsReply[string]['bias'], change: Partial<SignalsReply[string]> = {}) {
  return {
    bias,
    strength: 0.5,
    asOf: '2026-11-20T10:42:00+05:30',
    validUntil: '2026-11-20T10:47:00+05:30',
    stale: false,
    reasons: [{ code: 'rsi', ...written('RSI 62 is over 50'), effect: 0.3 }],
    inputs: [],
    version: '1',
    configHash: 'c',
    meta: { bias, symbol: 'NIFTY' },
    ...change,
  } satisfies SignalsReply[string]
}

export function chainRow(strike: number, change: Partial<OptionChainRow> = {}): OptionChainRow {
  return {
    strike,
    ce_oi: 1_234_567,
    ce_ltp: 165,
    ce_above_ema: true,
    pe_oi: 100_000,
    pe_ltp: 150.05,
    pe_above_ema: null,
    ...change,
  }
}

export function chainWallsBody(change: Partial<OptionChainWalls> = {}): OptionChainWalls {
  return {
    put_call_ratio: null,
    max_pain: null,
    call_wall: null,
    put_wall: null,
    ce_oi: 0,
    pe_oi: 0,
    ...change,
  }
}

export function activeTrade(change: Partial<ActiveTradeRow> = {}): ActiveTradeRow {
  return {
    trade_id: 't1',
    entry_time: '2026-11-20T10:35:33+05:30',
    strike: 24500,
    entry_price: 164.3,
    quantity: 65,
    status: 'open',
    symbol: 'NIFTY',
    side: 'CE',
    tradingsymbol: 'NIFTY26N2424500CE',
    mode: 'paper',
    stop_price: 140.1,
    target_price: null,
    decision_id: 'd1',
    state: 'open',
    expiry: '2026-11-24' as IstDate,
    lots: 1,
    lot_size: 65,
    tick_size: 0.05,
    open_quantity: 65,
    part_exit: null,
    entered_at: '2026-11-20T10:35:33+05:30',
    time_limit_at: '2026-11-20T12:05:33+05:30',
    planned_loss: 1_650,
    r: 24.2,
    trailing: false,
    initial_stop: 140.1,
    stop_limit_price: 130.1,
    loss_at_stop: -1_620.4,
    instructions: [],
    exit: null,
    ...change,
  }
}

export function refusalBody(change: Partial<EntryRefusalRow> = {}): EntryRefusalRow {
  return {
    at: '2026-11-20T10:12:04+05:30',
    symbol: 'NIFTY',
    decision_id: 'd1',
    contract: { strike: 24500, side: 'CE' },
    code: 'token_stale',
    text: "The broker's access token is not of today.",
    message: { code: 'refusal.token_stale', params: { broker: 'Zerodha' } },
    remedy: {
      place: 'connect_broker',
      text: 'Connect again.',
      message: { code: 'remedy.log_in_again', params: { until: 360 } },
    },
    ...change,
  }
}

export function closedTrade(change: Partial<TradeLogRow> = {}): TradeLogRow {
  return {
    trade_id: 't1',
    entry_time: '2026-11-20T09:31:00+05:30',
    exit_time: '2026-11-20T09:44:10+05:30',
    strike: 24450,
    entry_price: 150,
    exit_price: 180,
    quantity: 65,
    pnl: 1950,
    gross_pnl: 1950,
    net_pnl: 1875.94,
    symbol: 'NIFTY',
    side: 'CE',
    tradingsymbol: 'NIFTY26N2424450CE',
    status: 'closed',
    mode: 'paper',
    exit_reason: 'target',
    charges: 74.06,
    stt: 18,
    stamp: 0,
    decision_id: 'd1',
    ...change,
  }
}

export function decisionBody(change: Partial<DecisionRow> = {}): DecisionRow {
  return {
    seq: 7,
    id: 'd7',
    symbol: 'NIFTY',
    bar_end: '2026-11-20T10:42:00+05:30',
    action: 'none',
    direction: 'up',
    score: 0.22,
    coverage: 1,
    contributions: [],
    no_trade: [
      { code: 'range', ...written('The market moves sideways.') },
      { code: 'score', ...written('Score 0.22 is under 0.40.') },
    ],
    entry: null,
    spot: 24512,
    atr5: 22,
    flips: [written('ADX over 20')],
    version: '1',
    config_hash: 'c',
    hash: 'h',
    prev_hash: 'p',
    ...change,
  }
}

export function settingsBody(change: Partial<TradeSettingsReply> = {}): TradeSettingsReply {
  return {
    strategies: [
      {
        symbol: 'NIFTY',
        lots: 2,
        auto_execute: false,
        tsl_enabled: false,
        sl_buffer: 10,
        contract_lot: 65,
        present_premium: 182.35,
        premium_at: '2026-11-20T10:42:10+05:30',
        one_lot_risk: 2271.45,
      },
    ],
    consentGiven: false,
    updatedAt: null,
    parallel_trades: false,
    time_filter: false,
    live_edge: 'not_live',
    own_trades: null,
    risk: {
      capital: 300_000,
      daily_loss_cap_pct: 3,
      max_entries_per_symbol: 3,
      max_positions_per_symbol: 1,
      cover_manual_shorts: false,
      entry_hours: null,
      max_trades_per_day: null,
      pause_after_loss_minutes: null,
      max_losses_in_row: null,
      profit_lock: null,
      weekly_loss_limit: null,
      drawdown_limit: null,
    },
    pending: [],
    ...change,
  }
}
