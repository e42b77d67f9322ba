import type { RouteName } from '@strikewise/wire/routes.ts'
import type { Handlers } from './handler.ts'
import { accountHandlers } from './routes/account-handlers.ts'
import { alertHandlers } from './routes/alert-handlers.ts'
import { announcementHandlers } from './routes/announcement-handlers.ts'
import { customAlertHandlers } from './routes/custom-alert-handlers.ts'
import { programKeyHandlers } from './routes/program-key-handlers.ts'
import { billingHandlers } from './routes/billing-handlers.ts'
import { brokerHandlers } from './routes/broker-handlers.ts'
import { complaintHandlers } from './routes/complaint-handlers.ts'
import { chainHistoryHandlers } from './routes/chain-history-handlers.ts'
import { contractHistoryHandlers } from './routes/contract-history-handlers.ts'
import { incidentHandlers } from './routes/incident-handlers.ts'
import { operatorUserHandlers } from './routes/operator-user-handlers.ts'
import { learningHandlers } from './routes/learning-handlers.ts'
import { entryApprovalHandlers } from './routes/entry-approval-handlers.ts'
import { entryTicketHandlers } from './routes/entry-ticket-handlers.ts'
import { marketHandlers } from './routes/market-handlers.ts'
import { dataRightsHandlers } from './routes/data-rights-handlers.ts'
import { publicHandlers } from './routes/public-handlers.ts'
import { publicLogHandlers } from './routes/public-log-handlers.ts'
import { pushHandlers } from './routes/push-handlers.ts'
import { readinessHandlers } from './routes/readiness-handlers.ts'
import { reportHandlers } from './routes/report-handlers.ts'
import { exceptionHandlers } from './routes/exception-handlers.ts'
import { operatorAnnouncementHandlers } from './routes/operator-announcement-handlers.ts'
import { operatorFlagHandlers } from './routes/operator-flag-handlers.ts'
import { revenueHandlers } from './routes/revenue-handlers.ts'
import { serviceHealthHandlers } from './routes/service-health-handlers.ts'
import { operatorApprovalHandlers } from './routes/operator-approval-handlers.ts'
import { operatorFlattenHandlers } from './routes/operator-flatten-handlers.ts'
import { operatorSupportHandlers } from './routes/operator-support-handlers.ts'
import { operatorTicketHandlers } from './routes/operator-ticket-handlers.ts'
import { operatorHandlers } from './routes/operator-handlers.ts'
import { securityHandlers } from './routes/security-handlers.ts'
import { serviceHandlers } from './routes/service-handlers.ts'
import { supportHandlers } from './routes/support-handlers.ts'
import { telegramHandlers } from './routes/telegram-handlers.ts'
import { termsHandlers } from './routes/terms-handlers.ts'
import { timeTravelHandlers } from './routes/time-travel-handlers.ts'
import { tradeInstructionHandlers } from './routes/trade-instruction-handlers.ts'
import { tradeSettingsHandlers } from './routes/trade-settings-handlers.ts'
import { tradeHandlers } from './routes/trade-handlers.ts'
import type { WebDependencies } from './web-dependencies.ts'

/** The handler of each route. A route without one does not compile. */
export function handlersOf(parts: WebDependencies): Handlers<RouteName> {
  return {
    ...accountHandlers(parts),
    ...alertHandlers(parts),
    ...customAlertHandlers(parts),
    ...programKeyHandlers(parts),
    ...telegramHandlers(parts),
    ...pushHandlers(parts),
    ...billingHandlers(parts),
    ...brokerHandlers(parts),
    ...learningHandlers(parts),
    ...chainHistoryHandlers(parts),
    ...marketHandlers(parts),
    ...contractHistoryHandlers(parts),
    ...operatorHandlers(parts),
    ...operatorApprovalHandlers(parts),
    ...revenueHandlers(parts),
    ...exceptionHandlers(parts),
    ...announcementHandlers(parts),
    ...operatorAnnouncementHandlers(parts),
    ...operatorFlagHandlers(parts),
    ...serviceHealthHandlers(parts),
    ...operatorFlattenHandlers(parts),
    ...operatorSupportHandlers(parts),
    ...operatorTicketHandlers(parts),
    ...dataRightsHandlers(parts),
    ...publicHandlers(parts),
    ...complaintHandlers(parts),
    ...incidentHandlers(parts),
    ...operatorUserHandlers(parts),
    ...timeTravelHandlers(parts),
    ...publicLogHandlers(parts),
    ...readinessHandlers(parts),
    ...reportHandlers(parts),
    ...securityHandlers(parts),
    ...serviceHandlers(parts),
    ...supportHandlers(parts),
    ...termsHandlers(parts),
    ...tradeHandlers(parts),
    ...tradeInstructionHandlers(parts),
    ...entryTicketHandlers(parts),
    ...entryApprovalHandlers(parts),
    ...tradeSettingsHandlers(parts),
  }
}
