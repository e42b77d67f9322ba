import type { CandleNote } from '@strikewise/signals/registry/definitions/candle-agent.ts'
import type { ChainLeg } from '@strikewise/signals/registry/definitions/option-chain-agent.ts'
import type { AgentReason } from '@strikewise/signals/agents/implementations.ts'
import type { Flip } from '@strikewise/signals/decision/flip.ts'
import type { NoTradeReason, StrikeRefusal } from '@strikewise/signals/agents/no-trade-reason.ts'
import type { BaselineAhead, PromotionReason } from '@strikewise/signals/learning/promotion-criteria.ts'
import type { LegalUpdate } from '@strikewise/legal/legal-text.ts'
import type { RetentionText } from '@strikewise/legal/retention.ts'
import type { TamperReason } from '@strikewise/public-log/tamper-report.ts'
import type { PlanCardText } from '@strikewise/plans/catalogue.ts'
import type { ComparisonCell, ComparisonFeature } from '@strikewise/plans/comparison.ts'
import type { LegacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { Alarm, JournalRowName } from '@strikewise/execution/alarms/alarm.ts'
import type { FewerLotsReason, TradeNotice } from '@strikewise/execution/trade/trade-notice.ts'
import type { EntryRefusalReason } from '@strikewise/execution/refusal.ts'
import type { FieldProblem } from '@strikewise/wire/field-problem.ts'
import type { Alert, AlertAbout, AlertTitle, CustomAlertText, DeviceName, TradeCostText } from './families/alert.ts'
import type { AuditFill, AuditReason } from './families/audit.ts'
import type { ChatAccount, ChatEntries, ChatProblem, ChatReply } from './families/chat.ts'
import type { ClientProblem } from './families/client-problem.ts'
import type { NotSent } from './families/delivery.ts'
import type { MailText } from './families/mail.ts'
import type { DecidingWeights, OperatorText } from './families/operator.ts'
import type { Problem } from './families/problem.ts'
import type { PushProblem } from './families/push.ts'
import type { ReadinessText } from './families/readiness.ts'
import type { Remedy } from './families/remedy.ts'
import type { ColumnName, ReportText } from './families/report.ts'

/**
 * A text the product shows: its code and the numbers and names the text fills in, thresholds included, in the domain's units.
 * A code is `family.reason` or `family.reason.variant`.
 */
export type Message =
  | EntryRefusalReason
  | Remedy
  | NoTradeReason
  | StrikeRefusal
  | Flip
  | AgentReason
  | CandleNote
  | ChainLeg
  | TradeNotice
  | FewerLotsReason
  | Alarm
  | JournalRowName
  | Alert
  | DeviceName
  | TradeCostText
  | AlertTitle
  | AlertAbout
  | CustomAlertText
  | ChatReply
  | ChatEntries
  | ChatAccount
  | ChatProblem
  | PushProblem
  | NotSent
  | MailText
  | OperatorText
  | DecidingWeights
  | ReportText
  | ColumnName
  | LegacyText
  | Problem
  | ClientProblem
  | FieldProblem
  | TamperReason
  | PromotionReason
  | BaselineAhead
  | AuditReason
  | AuditFill
  | PlanCardText
  | ComparisonFeature
  | ComparisonCell
  | RetentionText
  | LegalUpdate
  | ReadinessText

export type MessageCode = Message['code']

/** A map instead of `Extract`: with 800 codes the compiler would compare each code with each message. */
type ByCode = { readonly [M in Message as M['code']]: M }
export type MessageOf<C extends MessageCode> = ByCode[C]
