import enAgent from './catalogue/en/agent.json' with { type: 'json' }
import enAlarm from './catalogue/en/alarm.json' with { type: 'json' }
import enAlert from './catalogue/en/alert.json' with { type: 'json' }
import enAudit from './catalogue/en/audit.json' with { type: 'json' }
import enCandle from './catalogue/en/candle.json' with { type: 'json' }
import enChat from './catalogue/en/chat.json' with { type: 'json' }
import enClientProblem from './catalogue/en/client-problem.json' with { type: 'json' }
import enDelivery from './catalogue/en/delivery.json' with { type: 'json' }
import enField from './catalogue/en/field.json' with { type: 'json' }
import enFlip from './catalogue/en/flip.json' with { type: 'json' }
import enFlows from './catalogue/en/flows.json' with { type: 'json' }
import enIndicator from './catalogue/en/indicator.json' with { type: 'json' }
import enLabelsAccount from './catalogue/en/labels-account.json' with { type: 'json' }
import enLabelsAgents from './catalogue/en/labels-agents.json' with { type: 'json' }
import enLabelsAlarms from './catalogue/en/labels-alarms.json' with { type: 'json' }
import enLabelsOperator from './catalogue/en/labels-operator.json' with { type: 'json' }
import enLabelsPlans from './catalogue/en/labels-plans.json' with { type: 'json' }
import enLabelsReport from './catalogue/en/labels-report.json' with { type: 'json' }
import enLabelsSite from './catalogue/en/labels-site.json' with { type: 'json' }
import enLabelsTrading from './catalogue/en/labels-trading.json' with { type: 'json' }
import enLegal from './catalogue/en/legal.json' with { type: 'json' }
import enLegacy from './catalogue/en/legacy.json' with { type: 'json' }
import enMail from './catalogue/en/mail.json' with { type: 'json' }
import enNoTrade from './catalogue/en/no-trade.json' with { type: 'json' }
import enNotice from './catalogue/en/notice.json' with { type: 'json' }
import enOperator from './catalogue/en/operator.json' with { type: 'json' }
import enOptionChain from './catalogue/en/option-chain.json' with { type: 'json' }
import enPlans from './catalogue/en/plans.json' with { type: 'json' }
import enProblem from './catalogue/en/problem.json' with { type: 'json' }
import enPromotion from './catalogue/en/promotion.json' with { type: 'json' }
import enPublicLog from './catalogue/en/public-log.json' with { type: 'json' }
import enPush from './catalogue/en/push.json' with { type: 'json' }
import enRangeFilter from './catalogue/en/range-filter.json' with { type: 'json' }
import enReadiness from './catalogue/en/readiness.json' with { type: 'json' }
import enRefusal from './catalogue/en/refusal.json' with { type: 'json' }
import enReport from './catalogue/en/report.json' with { type: 'json' }
import enRetention from './catalogue/en/retention.json' with { type: 'json' }
import enSpike from './catalogue/en/spike.json' with { type: 'json' }
import hiAgent from './catalogue/hi/agent.json' with { type: 'json' }
import hiAlarm from './catalogue/hi/alarm.json' with { type: 'json' }
import hiAlert from './catalogue/hi/alert.json' with { type: 'json' }
import hiAudit from './catalogue/hi/audit.json' with { type: 'json' }
import hiCandle from './catalogue/hi/candle.json' with { type: 'json' }
import hiChat from './catalogue/hi/chat.json' with { type: 'json' }
import hiClientProblem from './catalogue/hi/client-problem.json' with { type: 'json' }
import hiDelivery from './catalogue/hi/delivery.json' with { type: 'json' }
import hiField from './catalogue/hi/field.json' with { type: 'json' }
import hiFlip from './catalogue/hi/flip.json' with { type: 'json' }
import hiFlows from './catalogue/hi/flows.json' with { type: 'json' }
import hiIndicator from './catalogue/hi/indicator.json' with { type: 'json' }
import hiLabelsAccount from './catalogue/hi/labels-account.json' with { type: 'json' }
import hiLabelsAgents from './catalogue/hi/labels-agents.json' with { type: 'json' }
import hiLabelsAlarms from './catalogue/hi/labels-alarms.json' with { type: 'json' }
import hiLabelsOperator from './catalogue/hi/labels-operator.json' with { type: 'json' }
import hiLabelsPlans from './catalogue/hi/labels-plans.json' with { type: 'json' }
import hiLabelsReport from './catalogue/hi/labels-report.json' with { type: 'json' }
import hiLabelsSite from './catalogue/hi/labels-site.json' with { type: 'json' }
import hiLabelsTrading from './catalogue/hi/labels-trading.json' with { type: 'json' }
import hiLegal from './catalogue/hi/legal.json' with { type: 'json' }
import hiLegacy from './catalogue/hi/legacy.json' with { type: 'json' }
import hiMail from './catalogue/hi/mail.json' with { type: 'json' }
import hiNoTrade from './catalogue/hi/no-trade.json' with { type: 'json' }
import hiNotice from './catalogue/hi/notice.json' with { type: 'json' }
import hiOperator from './catalogue/hi/operator.json' with { type: 'json' }
import hiOptionChain from './catalogue/hi/option-chain.json' with { type: 'json' }
import hiPlans from './catalogue/hi/plans.json' with { type: 'json' }
import hiProblem from './catalogue/hi/problem.json' with { type: 'json' }
import hiPromotion from './catalogue/hi/promotion.json' with { type: 'json' }
import hiPublicLog from './catalogue/hi/public-log.json' with { type: 'json' }
import hiPush from './catalogue/hi/push.json' with { type: 'json' }
import hiRangeFilter from './catalogue/hi/range-filter.json' with { type: 'json' }
import hiReadiness from './catalogue/hi/readiness.json' with { type: 'json' }
import hiRefusal from './catalogue/hi/refusal.json' with { type: 'json' }
import hiReport from './catalogue/hi/report.json' with { type: 'json' }
import hiRetention from './catalogue/hi/retention.json' with { type: 'json' }
import hiSpike from './catalogue/hi/spike.json' with { type: 'json' }
import { AGENTS, type AgentName } from '@strikewise/signals/registry/registry.ts'
import type { LabelKey } from './labels.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { MessageCode } from './message.ts'

/** The ICU text of each message and label. A code or label without its text in a language is a compile error here. */
type Catalogue = Readonly<Record<MessageCode | LabelKey, string>>

type AgentLabels = Readonly<Record<`label.agent.${AgentName}` | `label.agent_about.${AgentName}`, string>>

/** English names of the agents are those of their definitions. */
const agentLabels = Object.fromEntries(
  AGENTS.flatMap(({ name, title, about }) => [
    [`label.agent.${name}`, title],
    [`label.agent_about.${name}`, about],
  ]),
  // The keys are those of the registry, which fromEntries forgets.
) as AgentLabels

const en = {
  ...agentLabels,
  ...enAgent,
  ...enAlarm,
  ...enAlert,
  ...enAudit,
  ...enCandle,
  ...enChat,
  ...enClientProblem,
  ...enDelivery,
  ...enField,
  ...enFlip,
  ...enFlows,
  ...enIndicator,
  ...enLabelsAccount,
  ...enLabelsAgents,
  ...enLabelsAlarms,
  ...enLabelsOperator,
  ...enLabelsPlans,
  ...enLabelsReport,
  ...enLabelsSite,
  ...enLabelsTrading,
  ...enLegal,
  ...enLegacy,
  ...enMail,
  ...enNoTrade,
  ...enNotice,
  ...enOperator,
  ...enOptionChain,
  ...enPlans,
  ...enProblem,
  ...enPromotion,
  ...enPublicLog,
  ...enPush,
  ...enRangeFilter,
  ...enReadiness,
  ...enRefusal,
  ...enReport,
  ...enRetention,
  ...enSpike,
}

const hi = {
  ...hiAgent,
  ...hiAlarm,
  ...hiAlert,
  ...hiAudit,
  ...hiCandle,
  ...hiChat,
  ...hiClientProblem,
  ...hiDelivery,
  ...hiField,
  ...hiFlip,
  ...hiFlows,
  ...hiIndicator,
  ...hiLabelsAccount,
  ...hiLabelsAgents,
  ...hiLabelsAlarms,
  ...hiLabelsOperator,
  ...hiLabelsPlans,
  ...hiLabelsReport,
  ...hiLabelsSite,
  ...hiLabelsTrading,
  ...hiLegal,
  ...hiLegacy,
  ...hiMail,
  ...hiNoTrade,
  ...hiNotice,
  ...hiOperator,
  ...hiOptionChain,
  ...hiPlans,
  ...hiProblem,
  ...hiPromotion,
  ...hiPublicLog,
  ...hiPush,
  ...hiRangeFilter,
  ...hiReadiness,
  ...hiRefusal,
  ...hiReport,
  ...hiRetention,
  ...hiSpike,
}

export const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, hi }

type None<Key extends never> = Key
type Superfluous<C> = Exclude<keyof C, MessageCode | LabelKey>
/** A text that no message and no label has is a compile error here. */
export type NoSuperfluous = [None<Superfluous<typeof en>>, None<Superfluous<typeof hi>>]
