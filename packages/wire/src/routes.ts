import { accountRoutes } from './account.ts'
import { programKeyRoutes } from './program-keys.ts'
import { billingRoutes } from './billing.ts'
import { alertRoutes } from './alerts.ts'
import { announcementRoutes } from './announcements.ts'
import { customAlertRoutes } from './custom-alerts.ts'
import { chainHistoryRoutes } from './chain-history.ts'
import { brokerRoutes } from './broker.ts'
import { complaintRoutes } from './complaints.ts'
import { incidentRoutes } from './incidents.ts'
import { operatorAnnouncementRoutes } from './operator-announcements.ts'
import { operatorFlagRoutes } from './operator-flags.ts'
import { operatorUserRoutes } from './operator-users.ts'
import { learningRoutes } from './learning.ts'
import { dataRightsRoutes } from './data-rights.ts'
import { marketRoutes } from './market.ts'
import { contractChartRoutes } from './contract-chart.ts'
import { contractHistoryRoutes } from './contract-history.ts'
import { optionChainRoutes } from './option-chain.ts'
import { flattenRoutes } from './flatten.ts'
import { exceptionRoutes } from './exceptions.ts'
import { revenueRoutes } from './revenue.ts'
import { serviceHealthRoutes } from './service-health.ts'
import { operatorApprovalRoutes } from './operator-approvals.ts'
import { operatorRoutes } from './operator.ts'
import { publicRoutes } from './public.ts'
import { publicLogRoutes } from './public-log.ts'
import { pushRoutes } from './push.ts'
import { readinessRoutes } from './readiness.ts'
import { reportRoutes } from './reports.ts'
import type { Route } from './route.ts'
import { entryApprovalRoutes } from './entry-approvals.ts'
import { entryTicketRoutes } from './entry-tickets.ts'
import { securityRoutes } from './security.ts'
import { serviceRoutes } from './service.ts'
import { supportRoutes } from './support.ts'
import { timeTravelRoutes } from './time-travel.ts'
import { tradeChartRoutes } from './trade-chart.ts'
import { tradeInstructionRoutes } from './trade-instructions.ts'
import { tradeRoutes } from './trades.ts'

/** Every call of the API by name. Identity has its own under `/api/auth/*`. */
export const ROUTES = {
  ...marketRoutes,
  ...optionChainRoutes,
  ...contractChartRoutes,
  ...contractHistoryRoutes,
  ...tradeRoutes,
  ...tradeChartRoutes,
  ...tradeInstructionRoutes,
  ...entryTicketRoutes,
  ...entryApprovalRoutes,
  ...publicLogRoutes,
  ...reportRoutes,
  ...accountRoutes,
  ...readinessRoutes,
  ...alertRoutes,
  ...customAlertRoutes,
  ...pushRoutes,
  ...billingRoutes,
  ...brokerRoutes,
  ...operatorRoutes,
  ...flattenRoutes,
  ...operatorApprovalRoutes,
  ...revenueRoutes,
  ...exceptionRoutes,
  ...announcementRoutes,
  ...operatorAnnouncementRoutes,
  ...operatorFlagRoutes,
  ...serviceHealthRoutes,
  ...learningRoutes,
  ...chainHistoryRoutes,
  ...securityRoutes,
  ...programKeyRoutes,
  ...serviceRoutes,
  ...publicRoutes,
  ...complaintRoutes,
  ...incidentRoutes,
  ...operatorUserRoutes,
  ...timeTravelRoutes,
  ...supportRoutes,
  ...dataRightsRoutes,
} satisfies Record<string, Route>

export type Routes = typeof ROUTES
export type RouteName = keyof Routes
