import type { RouteName } from '@strikewise/wire/routes.ts'
import { openApiOf } from '@strikewise/wire/openapi.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'

/**
 * What a field of an input names. `own`: something of one user, which for another user is as unknown as what never was.
 * `anyone`: something of a user that an operator acts on. `shared`: something every user may see. Else it is a value, or a
 * secret that proves by itself who may use it, such as the token of a mailed link.
 */
export type Naming = 'own' | 'anyone' | 'shared' | 'value'

/** Of each route the fields of its path, query, body and headers, as the OpenAPI document has them. */
export const FIELDS: Readonly<Record<RouteName, Readonly<Record<string, Naming>>>> = {
  signals: { 'query symbol': 'value' },
  liveIndices: {},
  optionChainTable: { 'query symbol': 'value', 'query strikes': 'value' },
  optionChainDetails: { 'query symbol': 'value', 'query strikes': 'value' },
  optionChainWalls: { 'query symbol': 'value' },
  news: {},
  indexCandles: { 'query symbol': 'value', 'query tf': 'value' },
  indexCandlesBefore: { 'query symbol': 'value' },
  indicatorValues: { 'query symbol': 'value' },
  decisions: { 'query symbol': 'value', 'query date': 'value', 'query limit': 'value' },
  noTradeMinutes: { 'query symbol': 'value', 'query date': 'value' },
  decision: { 'path id': 'shared' },
  userTradeLogs: { 'query uid': 'own', 'query date': 'value', 'query closed_only': 'value' },
  userActiveTrades: { 'query uid': 'own', 'query date': 'value' },
  livePnl: { 'query uid': 'own', 'query date': 'value' },
  tradeTracker: { 'query uid': 'own', 'query date': 'value' },
  entryRefusals: { 'query uid': 'own', 'query date': 'value', 'query limit': 'value', 'query before': 'value' },
  tradeChart: { 'query uid': 'own', 'query trade_id': 'own', 'query from': 'value' },
  raiseStop: { 'path trade_id': 'own', 'body trigger_price': 'value', 'body to': 'value' },
  lowerTarget: { 'path trade_id': 'own', 'body target_price': 'value' },
  exitTrade: { 'path trade_id': 'own' },
  reduceTrade: { 'path trade_id': 'own', 'body keep_lots': 'value' },
  exitAll: { 'body pause': 'value' },
  ticketQuote: {
    'query symbol': 'value',
    'query strike': 'value',
    'query side': 'value',
    'query expiry': 'value',
    'query lots': 'value',
    'query limit_price': 'value',
    'query stop_price': 'value',
  },
  sendTicket: {
    'header Idempotency-Key': 'value',
    'body symbol': 'value',
    'body strike': 'value',
    'body side': 'value',
    'body expiry': 'value',
    'body lots': 'value',
    'body limit_price': 'value',
    'body stop_price': 'value',
  },
  entryApprovals: {},
  answerApproval: { 'path decision_id': 'own', 'body answer': 'value' },
  entryTicket: { 'path ticket_id': 'own' },
  record: {},
  recordDay: { 'path day': 'shared' },
  why: { 'query symbol': 'value', 'query minute': 'value' },
  whyDecision: { 'path id': 'shared' },
  report: { 'query mode': 'value', 'query from': 'value', 'query to': 'value', 'query lang': 'value' },
  reportCsv: { 'query mode': 'value', 'query from': 'value', 'query to': 'value', 'query lang': 'value' },
  reportPdf: { 'query mode': 'value', 'query from': 'value', 'query to': 'value', 'query lang': 'value' },
  edge: {},
  me: {},
  saveLanguage: { 'body language': 'value' },
  signup: {
    'body name': 'value',
    'body email': 'own',
    'body password': 'value',
    'body adult': 'value',
    'body terms': 'value',
    'body language': 'value',
  },
  confirmSignup: { 'body token': 'value', 'body password': 'value', 'body replace': 'value' },
  agreeToTerms: { 'body adult': 'value', 'body terms': 'value' },
  tradeSettings: {},
  saveTradeSettings: {
    'body strategies[].symbol': 'value',
    'body strategies[].lots': 'value',
    'body strategies[].auto_execute': 'value',
    'body strategies[].approval_seconds': 'value',
    'body strategies[].tsl_enabled': 'value',
    'body strategies[].sl_buffer': 'value',
    'body consentGiven': 'value',
    'body edge_acknowledgement': 'value',
  },
  saveRiskSettings: {
    'body capital': 'value',
    'body daily_loss_cap_pct': 'value',
    'body max_entries_per_symbol': 'value',
    'body max_positions_per_symbol': 'value',
    'body cover_manual_shorts': 'value',
    'body entry_hours.days[]': 'value',
    'body entry_hours.from': 'value',
    'body entry_hours.to': 'value',
    'body max_trades_per_day': 'value',
    'body pause_after_loss_minutes': 'value',
    'body max_losses_in_row': 'value',
    'body profit_lock.from': 'value',
    'body profit_lock.keep_pct': 'value',
    'body weekly_loss_limit': 'value',
    'body drawdown_limit': 'value',
  },
  readiness: {},
  withdrawPendingSetting: { 'body setting': 'value', 'body symbol': 'value' },
  setStop: { 'body on': 'value' },
  notices: { 'query limit': 'value', 'query before': 'own' },
  readNotices: { 'body id': 'own', 'body and_older': 'value' },
  alertSettings: {},
  customAlerts: {},
  addCustomAlert: {
    'body type': 'value',
    'body symbol': 'value',
    'body side': 'value',
    'body level': 'value',
    'body agent': 'value',
    'body flip_to': 'value',
    'body repeat': 'value',
  },
  pauseCustomAlert: { 'body id': 'own', 'body paused': 'value' },
  removeCustomAlert: { 'body id': 'own' },
  saveQuietHours: {
    'body hours.days[]': 'value',
    'body hours.from': 'value',
    'body hours.to': 'value',
  },
  saveAlertSwitch: { 'body kind': 'value', 'body channel': 'value', 'body on': 'value' },
  saveTelegram: { 'body telegramChatId': 'own' },
  telegramLink: {},
  telegramTest: {},
  pushDevices: {},
  addPushDevice: { 'body endpoint': 'own', 'body p256dh': 'value', 'body auth': 'value' },
  testPush: {},
  removePushDevice: { 'body id': 'own' },
  purchaseQuote: { 'query plan': 'value', 'query billing': 'value' },
  pay: {
    'header Idempotency-Key': 'own',
    'body plan': 'value',
    'body billing': 'value',
    'body state': 'value',
    'body terms': 'value',
  },
  payments: {},
  checkout: { 'path id': 'own' },
  paymentEvent: {},
  receipt: { 'path id': 'own' },
  saveBrokerKeys: { 'body api_key': 'value', 'body api_secret': 'value' },
  acceptBrokerDisclosure: { 'body accepted': 'value' },
  brokerLoginLink: {},
  brokerCallback: { 'body uid': 'own', 'body request_token': 'value', 'body full_url': 'own' },
  connectPaper: {},
  brokerDisconnect: { 'body user_id': 'own' },
  operatorFeedSession: {},
  startFeedSession: { 'body request_token': 'value' },
  saveFeedKeys: { 'body api_key': 'value', 'body api_secret': 'value' },
  operatorLoginLink: {},
  operatorStop: { 'body on': 'value', 'body reason': 'value' },
  operatorOverview: {},
  operatorUser: { 'query email': 'anyone' },
  setEgressAddress: { 'body user_id': 'anyone', 'body address': 'value', 'body same_family': 'value' },
  refundPayment: {
    'header Idempotency-Key': 'value',
    'body payment_id': 'anyone',
    'body basis': 'value',
    'body reason': 'value',
  },
  postIncident: { 'body text': 'value' },
  operatorTickets: { 'query show': 'value' },
  operatorTicket: { 'path id': 'anyone' },
  answerTicket: { 'path id': 'anyone', 'header Idempotency-Key': 'value', 'body text': 'value' },
  operatorActions: {},
  flattenRequests: {},
  requestFlatten: { 'body user_id': 'anyone', 'body reason': 'value' },
  confirmFlatten: { 'path id': 'anyone', 'body code': 'value' },
  weightsStory: {},
  operatorWeights: {},
  operatorShadowAgents: {},
  operatorWeightsVersion: { 'path version': 'shared' },
  fileWeightsEvidence: {
    'body version': 'shared',
    'body configHash': 'value',
    'body period.from': 'value',
    'body period.to': 'value',
    'body trades': 'value',
    'body daily.count': 'value',
    'body daily.mean': 'value',
    'body daily.deviation': 'value',
    'body daily.skewness': 'value',
    'body daily.kurtosis': 'value',
    'body tried.trials': 'value',
    'body tried.deviation': 'value',
    'body tried.inRun': 'value',
    'body overfitting': 'value',
    'body baselines[].name': 'value',
    'body baselines[].result': 'value',
    'body baselines[].p95': 'value',
  },
  promoteWeights: { 'body version': 'shared', 'body reason': 'value' },
  withdrawWeights: { 'body reason': 'value' },
  security: {},
  programKeys: {},
  createProgramKey: {
    'body name': 'value',
    'body scopes[]': 'value',
    'body expires_in_days': 'value',
    'body addresses[]': 'value',
  },
  revokeProgramKey: { 'body id': 'own' },
  endSession: { 'body id': 'own' },
  endOtherSessions: {},
  config: {},
  clock: {},
  askSupport: { 'body name': 'value', 'body email': 'value', 'body topic': 'value', 'body text': 'value' },
  status: {},
  showcaseLog: { 'query date': 'value' },
  topTraders: {},
  listing: {},
  saveListing: { 'body listed': 'value', 'body name': 'value' },
  supportChat: {},
  sayToSupport: { 'header Idempotency-Key': 'value', 'body text': 'value' },
  myData: {},
  exportMyData: {},
  withdrawConsent: { 'body kind': 'value' },
  saveNominee: { 'body nominee.name': 'value', 'body nominee.email': 'value', 'body nominee.relation': 'value' },
  setErasure: { 'body wanted': 'value' },
  sendGrievance: { 'body text': 'value' },
}

type Json = Readonly<Record<string, unknown>>

/** The fields of each route's input as the OpenAPI document has them, in the form of `FIELDS`. */
export function documentedFields(): Record<string, string[]> {
  const document = openApiOf(ROUTES, { title: '', version: '' })
  const { schemas } = document['components'] as { schemas: Readonly<Record<string, Json>> }
  const leaves = (given: Json, at: string): string[] => {
    const target = given['$ref']
    const schema = typeof target === 'string' ? schemas[target.split('/').at(-1)!]! : given
    const inner = [
      ...Object.entries((schema['properties'] ?? {}) as Record<string, Json>).flatMap(([name, field]) =>
        leaves(field, at === '' ? name : `${at}.${name}`),
      ),
      ...(schema['items'] === undefined ? [] : leaves(schema['items'] as Json, `${at}[]`)),
      ...((schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[]).flatMap((one) =>
        one['properties'] === undefined && one['$ref'] === undefined ? [] : leaves(one, at),
      ),
    ]
    if (inner.length > 0) return inner
    return at === '' ? [] : [at]
  }
  const fields: Record<string, string[]> = {}
  for (const methods of Object.values(document['paths'] as Record<string, Record<string, Json>>))
    for (const operation of Object.values(methods)) {
      const parameters = (operation['parameters'] ?? []) as { in: string; name: string }[]
      const body = operation['requestBody'] as { content: { 'application/json': { schema: Json } } } | undefined
      fields[operation['operationId'] as string] = [
        ...parameters.map((one) => `${one.in} ${one.name}`),
        ...(body === undefined ? [] : leaves(body.content['application/json'].schema, '')).map((at) => `body ${at}`),
      ]
    }
  return fields
}
