import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES, type Routes } from '@strikewise/wire/routes.ts'
import { describe, expect, it } from 'vitest'

/*
 * A failed read never looks like an empty answer. Each call that reads has its line here: the test that refuses it, or why
 * there is none. A new call does not compile without one.
 */

type ReadCall = { [Name in keyof Routes]: Routes[Name]['method'] extends 'GET' ? Name : never }[keyof Routes]

/** A test file below `src` in which the call is refused. */
interface Refused {
  readonly in: string
}

/** No screen reads it by this client: it is a link to a file, or for programs. */
const FOR_PROGRAMS = 'for programs'
/** Nothing on a screen is a list or a figure of its answer. */
interface NothingShown {
  readonly because: string
}

const ROUTE_STATES: Refused = { in: 'routes/route-states.test.tsx' }
const DASHBOARD: Refused = { in: 'routes/dashboard/failed-reads.test.tsx' }

const LINES: Readonly<Record<ReadCall, Refused | typeof FOR_PROGRAMS | NothingShown>> = {
  signals: { in: 'features/signals/SignalsPanel.test.tsx' },
  liveIndices: { in: 'features/indices/IndexCard.test.tsx' },
  optionChainTable: { in: 'features/option-chain/OptionChainPanel.test.tsx' },
  optionChainDetails: { in: 'features/option-chain/OptionChainPanel.test.tsx' },
  optionChainWalls: { in: 'features/option-chain/OptionChainPanel.test.tsx' },
  contractChart: { in: 'routes/OptionChainPage.test.tsx' },
  contractHistory: { in: 'features/contract-panel/ContractHistory.test.tsx' },
  contractHistoryMinutes: { in: 'features/contract-panel/ContractHistory.test.tsx' },
  news: { in: 'features/news/NewsMarquee.test.tsx' },
  indexCandles: DASHBOARD,
  indexCandlesBefore: { because: 'the chart begins with the bars of today, as on a day without a session before' },
  indexDay: { in: 'features/market-chart/PastDayView.test.tsx' },
  indicatorValues: DASHBOARD,
  decisions: DASHBOARD,
  noTradeMinutes: { in: 'features/market-chart/NoTradeMinutes.test.tsx' },
  decision: FOR_PROGRAMS,
  userTradeLogs: DASHBOARD,
  userActiveTrades: DASHBOARD,
  livePnl: DASHBOARD,
  ticketQuote: { in: 'features/ticket/TicketDialog.test.tsx' },
  entryApprovals: { in: 'features/entry-approval/EntryOffers.test.tsx' },
  entryTicket: { in: 'features/ticket/TicketDialog.test.tsx' },
  tradeTracker: { in: 'features/trade-log/TradeLogPanel.test.tsx' },
  entryRefusals: DASHBOARD,
  tradeChart: DASHBOARD,
  record: ROUTE_STATES,
  recordDay: { in: 'features/public-log/PublicLogPanels.test.tsx' },
  recordTimeStamps: FOR_PROGRAMS,
  why: ROUTE_STATES,
  whyDecision: ROUTE_STATES,
  report: ROUTE_STATES,
  reportCsv: FOR_PROGRAMS,
  reportPdf: FOR_PROGRAMS,
  edge: ROUTE_STATES,
  me: ROUTE_STATES,
  readiness: { in: 'features/readiness/MorningReadiness.test.tsx' },
  tradeSettings: ROUTE_STATES,
  notices: { in: 'features/notifications/NotificationBell.test.tsx' },
  alertSettings: ROUTE_STATES,
  customAlerts: ROUTE_STATES,
  pushDevices: ROUTE_STATES,
  purchaseQuote: ROUTE_STATES,
  checkout: { because: 'the page goes on waiting for the payment service until an answer comes' },
  payments: ROUTE_STATES,
  receipt: ROUTE_STATES,
  operatorFeedSession: ROUTE_STATES,
  operatorOverview: ROUTE_STATES,
  operatorUser: { in: 'routes/OperatorPage.test.tsx' },
  operatorUserById: { in: 'features/operator/UserList.test.tsx' },
  operatorPastState: { in: 'features/operator/TimeTravelSection.test.tsx' },
  operatorUsers: ROUTE_STATES,
  operatorTickets: ROUTE_STATES,
  operatorTicket: { in: 'routes/OperatorPage.test.tsx' },
  operatorActions: ROUTE_STATES,
  operatorRevenue: ROUTE_STATES,
  operatorExceptions: ROUTE_STATES,
  announcements: { because: 'they stand above a screen that shows itself, and are read again within five minutes' },
  operatorAnnouncements: ROUTE_STATES,
  operatorFlags: ROUTE_STATES,
  operatorHealth: ROUTE_STATES,
  gstDocuments: FOR_PROGRAMS,
  operatorApprovals: ROUTE_STATES,
  flattenRequests: { in: 'features/operator/FlattenRequests.test.tsx' },
  weightsStory: { in: 'features/why/WhyPanel.test.tsx' },
  operatorWeights: ROUTE_STATES,
  operatorChainHistory: { in: 'features/operator/ChainHistorySection.test.tsx' },
  operatorTrials: { in: 'features/operator/RegisteredTrials.test.tsx' },
  operatorLogic: { in: 'features/operator/RegisteredLogic.test.tsx' },
  operatorShadowAgents: { in: 'features/operator/ShadowAgents.test.tsx' },
  operatorAgentEvidence: { in: 'features/operator/AgentEvidence.test.tsx' },
  operatorWeightsVersion: FOR_PROGRAMS,
  security: ROUTE_STATES,
  programKeys: { in: 'features/security/ProgramKeys.test.tsx' },
  config: { because: 'what an installation offers is left out until it is known' },
  clock: { because: 'the page carries the time of the last answer on' },
  status: ROUTE_STATES,
  showcaseLog: ROUTE_STATES,
  topTraders: ROUTE_STATES,
  incidents: ROUTE_STATES,
  operatorIncidents: ROUTE_STATES,
  complaintTable: ROUTE_STATES,
  operatorComplaints: ROUTE_STATES,
  listing: ROUTE_STATES,
  supportChat: ROUTE_STATES,
  myData: ROUTE_STATES,
  exportMyData: { in: 'features/data-rights/MyDataPanels.test.tsx' },
}

const SRC = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(SRC, file), 'utf8')

/** A refusal of `path` in a test: a line of a table, or a call that answers with an error. */
function refusalOf(path: string): RegExp {
  const address = path.replaceAll('/', String.raw`\/`).replaceAll(/:\w+/g, String.raw`[\w-]+`)
  const quoted = `'${address}'`
  return new RegExp(
    String.raw`call: ${quoted}|refuse\(\s*'get',\s*${quoted}|answer\(\s*'get',\s*${quoted},\s*[^;]*?\b(?:[45]\d\d|status)\b`,
  )
}

describe.each(Object.entries(LINES) as [ReadCall, (typeof LINES)[ReadCall]][])('%s', (name, line) => {
  it('has a test that refuses it, or no screen that shows its answer', () => {
    if (line === FOR_PROGRAMS) {
      const sources = globSync('**/*.{ts,tsx}', { cwd: SRC }).filter((file) => !/\.test\.tsx?$/.test(file))
      expect(sources.filter((file) => read(file).includes(`call('${name}'`))).toEqual([])
    } else if ('in' in line) expect(read(line.in)).toMatch(refusalOf(ROUTES[name].path))
    else expect(line.because.length).toBeGreaterThan(20)
  })
})
