import type { Message } from './message.ts'
import type { UnitsOf } from './unit.ts'
import { agentUnits } from './units/agent.ts'
import { alarmUnits } from './units/alarm.ts'
import { alertUnits } from './units/alert.ts'
import { auditUnits } from './units/audit.ts'
import { candleUnits } from './units/candle.ts'
import { chatUnits } from './units/chat.ts'
import { clientProblemUnits } from './units/client-problem.ts'
import { deliveryUnits } from './units/delivery.ts'
import { fieldUnits } from './units/field.ts'
import { flipUnits } from './units/flip.ts'
import { flowsUnits } from './units/flows.ts'
import { indicatorUnits } from './units/indicator.ts'
import { legalUnits } from './units/legal.ts'
import { legacyUnits } from './units/legacy.ts'
import { mailUnits } from './units/mail.ts'
import { noTradeUnits } from './units/no-trade.ts'
import { noticeUnits } from './units/notice.ts'
import { operatorUnits } from './units/operator.ts'
import { optionChainUnits } from './units/option-chain.ts'
import { plansUnits } from './units/plans.ts'
import { problemUnits } from './units/problem.ts'
import { promotionUnits } from './units/promotion.ts'
import { publicLogUnits } from './units/public-log.ts'
import { pushUnits } from './units/push.ts'
import { rangeFilterUnits } from './units/range-filter.ts'
import { readinessUnits } from './units/readiness.ts'
import { refusalUnits } from './units/refusal.ts'
import { reportUnits } from './units/report.ts'
import { retentionUnits } from './units/retention.ts'
import { spikeUnits } from './units/spike.ts'

/** The unit of each parameter of each message: how the renderer formats it. */
export const UNITS: UnitsOf<Message> = {
  ...agentUnits,
  ...alarmUnits,
  ...alertUnits,
  ...auditUnits,
  ...candleUnits,
  ...chatUnits,
  ...clientProblemUnits,
  ...deliveryUnits,
  ...fieldUnits,
  ...flipUnits,
  ...flowsUnits,
  ...indicatorUnits,
  ...legalUnits,
  ...legacyUnits,
  ...mailUnits,
  ...noTradeUnits,
  ...noticeUnits,
  ...operatorUnits,
  ...optionChainUnits,
  ...plansUnits,
  ...problemUnits,
  ...promotionUnits,
  ...publicLogUnits,
  ...pushUnits,
  ...rangeFilterUnits,
  ...readinessUnits,
  ...refusalUnits,
  ...reportUnits,
  ...retentionUnits,
  ...spikeUnits,
}
