import type { RouteName } from '@strikewise/wire/routes.ts'
import { DAY, DAY_BEFORE, REQUEST_TOKEN, SUBSCRIPTION_KEYS, type Owned } from './owned-ids.ts'

/** What a call takes: parameters of its path by name, query, body, headers. */
export interface Given {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

const EMPTY: Given = {}
const ofSymbol = () => ({ query: { symbol: 'NIFTY' } })
const ofDay = ({ user }: Owned) => ({ query: { uid: user.id, date: DAY } })
const ofPeriod = () => ({ query: { mode: 'paper', from: '2026-11-01', to: DAY } })
let keys = 0
const fresh = () => ({ 'idempotency-key': `fresh-${++keys}` })
const nothing = () => EMPTY

/** An input each route takes from its owner: every route has a line here, or this does not compile. */
export const GOOD_INPUTS: Readonly<Record<RouteName, (my: Owned) => Given>> = {
  signals: ofSymbol,
  liveIndices: nothing,
  optionChainTable: ofSymbol,
  optionChainDetails: ofSymbol,
  news: nothing,
  indexCandles: () => ({ query: { symbol: 'NIFTY', tf: '5m' } }),
  indexCandlesBefore: ofSymbol,
  indicatorValues: ofSymbol,
  decisions: () => ({ query: { date: DAY_BEFORE } }),
  decision: ({ decisionId }) => ({ params: { id: decisionId } }),
  userTradeLogs: ({ user }) => ({ query: { uid: user.id, date: DAY, closed_only: 'true' } }),
  userActiveTrades: ofDay,
  livePnl: ofDay,
  tradeTracker: ofDay,
  entryRefusals: ofDay,
  tradeChart: ({ user, tradeId }) => ({ query: { uid: user.id, trade_id: tradeId } }),
  raiseStop: ({ tradeId }) => ({ params: { trade_id: tradeId }, body: { trigger_price: 85 } }),
  lowerTarget: ({ tradeId }) => ({ params: { trade_id: tradeId }, body: { target_price: 120 } }),
  reduceTrade: ({ tradeId }) => ({ params: { trade_id: tradeId }, body: { keep_lots: 1 } }),
  exitTrade: ({ tradeId }) => ({ params: { trade_id: tradeId }, body: {} }),
  exitAll: () => ({ body: { pause: true } }),
  record: nothing,
  recordDay: () => ({ params: { day: DAY_BEFORE } }),
  why: ({ decisionMinute }) => ({ query: { symbol: 'NIFTY', minute: decisionMinute } }),
  whyDecision: ({ decisionId }) => ({ params: { id: decisionId } }),
  report: ofPeriod,
  reportCsv: ofPeriod,
  reportPdf: ofPeriod,
  edge: nothing,
  me: nothing,
  saveLanguage: () => ({ body: { language: 'hi' } }),
  signup: ({ user }) => ({
    body: { name: 'Somebody', email: user.email, password: 'a long pass phrase', adult: true, terms: true },
  }),
  confirmSignup: () => ({ body: { token: 'a-token-that-was-never-mailed', password: 'a long pass phrase' } }),
  agreeToTerms: () => ({ body: { adult: true, terms: true } }),
  tradeSettings: nothing,
  saveTradeSettings: () => ({
    body: {
      strategies: [{ symbol: 'NIFTY', lots: 1, auto_execute: false, tsl_enabled: false, sl_buffer: 10 }],
      consentGiven: false,
    },
  }),
  saveRiskSettings: () => ({
    body: {
      capital: null,
      daily_loss_cap_pct: 1,
      max_entries_per_symbol: 1,
      max_positions_per_symbol: 1,
      cover_manual_shorts: false,
      entry_hours: null,
      max_trades_per_day: null,
      pause_after_loss_minutes: null,
      max_losses_in_row: null,
    },
  }),
  readiness: nothing,
  setStop: () => ({ body: { on: true } }),
  notices: ({ noticeId }) => ({ query: { before: String(noticeId) } }),
  readNotices: ({ noticeId }) => ({ body: { id: noticeId, and_older: false } }),
  alertSettings: nothing,
  saveAlertSwitch: () => ({ body: { kind: 'signal', channel: 'telegram', on: true } }),
  saveTelegram: ({ chatId }) => ({ body: { telegramChatId: chatId } }),
  telegramLink: () => ({ body: {} }),
  telegramTest: () => ({ body: {} }),
  pushDevices: nothing,
  addPushDevice: ({ endpoint }) => ({ body: { endpoint, ...SUBSCRIPTION_KEYS } }),
  testPush: () => ({ body: {} }),
  removePushDevice: ({ deviceId }) => ({ body: { id: deviceId } }),
  purchaseQuote: () => ({ query: { plan: 'master', billing: 'monthly' } }),
  pay: ({ idempotencyKey }) => ({
    headers: { 'idempotency-key': idempotencyKey },
    body: { plan: 'master', billing: 'monthly', terms: true },
  }),
  payments: nothing,
  checkout: ({ checkoutId }) => ({ params: { id: checkoutId } }),
  paymentEvent: () => ({ body: { event: 'payment_link.paid' } }),
  receipt: ({ paymentId }) => ({ params: { id: paymentId } }),
  saveBrokerKeys: () => ({ body: { api_key: 'anotherapikey', api_secret: 'anotherapisecret' } }),
  acceptBrokerDisclosure: () => ({ body: { accepted: true } }),
  brokerLoginLink: () => ({ body: {} }),
  brokerCallback: ({ user, redirect }) => ({
    body: { uid: user.id, request_token: REQUEST_TOKEN, full_url: redirect },
  }),
  connectPaper: () => ({ body: {} }),
  brokerDisconnect: ({ user }) => ({ body: { user_id: user.id } }),
  operatorFeedSession: nothing,
  startFeedSession: () => ({ body: { request_token: REQUEST_TOKEN } }),
  saveFeedKeys: () => ({ body: { api_key: 'afeedapikey', api_secret: 'afeedapisecret' } }),
  operatorLoginLink: () => ({ body: {} }),
  operatorStop: () => ({ body: { on: true, reason: 'a test of every route' } }),
  operatorOverview: nothing,
  operatorUser: ({ user }) => ({ query: { email: user.email } }),
  setEgressAddress: ({ user }) => ({ body: { user_id: user.id, address: '203.0.113.7' } }),
  refundPayment: ({ paymentId }) => ({
    headers: fresh(),
    body: { payment_id: paymentId, basis: 'full', reason: 'a test of every route' },
  }),
  postIncident: () => ({ body: { text: 'A test of every route.' } }),
  operatorTickets: () => ({ query: { show: 'all' } }),
  operatorTicket: ({ ticketId }) => ({ params: { id: ticketId } }),
  answerTicket: ({ ticketId }) => ({ params: { id: ticketId }, headers: fresh(), body: { text: 'An answer.' } }),
  operatorActions: nothing,
  flattenRequests: nothing,
  requestFlatten: ({ user }) => ({ body: { user_id: user.id, reason: 'a test of every route' } }),
  confirmFlatten: ({ flattenId }) => ({ params: { id: flattenId }, body: {} }),
  weightsStory: nothing,
  operatorWeights: nothing,
  operatorShadowAgents: nothing,
  operatorWeightsVersion: () => ({ params: { version: DAY_BEFORE } }),
  fileWeightsEvidence: () => ({
    body: {
      version: DAY_BEFORE,
      configHash: 'a'.repeat(64),
      period: { from: '2026-01-01', to: DAY_BEFORE },
      trades: 1,
      daily: { count: 1, mean: 0, deviation: 0, skewness: 0, kurtosis: 0 },
      tried: { trials: 1, deviation: 0, inRun: 1 },
      overfitting: null,
      baselines: [],
    },
  }),
  promoteWeights: () => ({ body: { version: DAY_BEFORE, reason: 'It is good enough.' } }),
  withdrawWeights: () => ({ body: { reason: 'It is not good enough.' } }),
  security: nothing,
  endSession: ({ sessionId }) => ({ body: { id: sessionId } }),
  endOtherSessions: () => ({ body: {} }),
  config: nothing,
  clock: nothing,
  askSupport: () => ({
    body: { name: 'A Visitor', email: 'visitor@example.com', topic: 'account', text: 'A question about my account.' },
  }),
  status: nothing,
  showcaseLog: () => ({ query: { date: DAY_BEFORE } }),
  topTraders: nothing,
  listing: nothing,
  saveListing: () => ({ body: { listed: true, name: 'A name' } }),
  supportChat: nothing,
  sayToSupport: () => ({ headers: fresh(), body: { text: 'A question.' } }),
  myData: nothing,
  exportMyData: nothing,
  withdrawConsent: () => ({ body: { kind: 'auto_execute' } }),
  saveNominee: () => ({ body: { nominee: { name: 'Asha', email: 'asha@example.com', relation: 'sister' } } }),
  setErasure: () => ({ body: { wanted: true } }),
  sendGrievance: () => ({ body: { text: 'A grievance about my data.' } }),
}
