import type { CrossingSide, FlipDirection } from '@strikewise/domain/alerts/custom-alert.ts'
import type { DecidingAgentName } from '@strikewise/signals/registry/registry.ts'
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { PlanLabel } from '../labels.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'
import type { MinuteOfDay, Points, Ratio } from '@strikewise/domain/text/message-parameters.ts'
import type { LegacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { EntryOffer } from '@strikewise/execution/pre-trade/approval.ts'
import type { EntryRefusalReason } from '@strikewise/execution/refusal.ts'
import type { ReadinessLine } from './readiness.ts'
import type { Remedy } from './remedy.ts'

/** What a user's own alert watches, as its list shows it. */
export type CustomAlertText =
  | {
      readonly code: 'custom_alert.price'
      readonly symbol: IndexSymbol
      readonly side: CrossingSide
      readonly level: Points
    }
  | {
      readonly code: 'custom_alert.iv'
      readonly symbol: IndexSymbol
      readonly side: CrossingSide
      readonly level: Ratio
    }
  | { readonly code: 'custom_alert.flip'; readonly symbol: IndexSymbol; readonly agent: DecidingAgentName }
  | {
      readonly code: 'custom_alert.flip.to'
      readonly symbol: IndexSymbol
      readonly agent: DecidingAgentName
      readonly to: FlipDirection
    }
  | { readonly code: 'custom_alert.loss'; readonly share: Ratio }
  | { readonly code: 'custom_alert.agent'; readonly agent: DecidingAgentName }

/** Alerts of the server. */
export type Alert =
  | {
      readonly code: 'alert.custom_price'
      readonly symbol: IndexSymbol
      readonly side: CrossingSide
      readonly level: Points
      readonly value: Points
    }
  | {
      readonly code: 'alert.custom_iv'
      readonly symbol: IndexSymbol
      readonly side: CrossingSide
      readonly level: Ratio
      readonly value: Ratio
    }
  | {
      readonly code: 'alert.custom_flip'
      readonly symbol: IndexSymbol
      readonly agent: DecidingAgentName
      readonly to: FlipDirection
      /** End of the minute whose decision shows it. */
      readonly minute: EpochMs
    }
  | {
      readonly code: 'alert.custom_loss'
      readonly mode: LinkMode
      readonly share: Ratio
      readonly loss: Paise
      readonly limit: Paise
    }
  | {
      readonly code: 'alert.signal'
      readonly contract: ContractRef
      readonly price: Paise
      readonly stop: Paise
      readonly score: Ratio
      readonly needed: Ratio
    }
  /** Notices from before their cost was shown are `alert.signal`. */
  | {
      readonly code: 'alert.signal.cost'
      readonly contract: ContractRef
      readonly price: Paise
      readonly stop: Paise
      readonly score: Ratio
      readonly needed: Ratio
      readonly cost: TradeCostText
    }
  | {
      readonly code: 'alert.refused'
      readonly symbol: IndexSymbol
      readonly refusal: EntryRefusalReason | LegacyText
      readonly remedy: Remedy
    }
  /** A refusal of another version, for which no remedy is known. */
  | {
      readonly code: 'alert.refused.no_remedy'
      readonly symbol: IndexSymbol
      readonly refusal: EntryRefusalReason | LegacyText
    }
  | {
      readonly code: 'alert.stop_moved'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly stop: Paise
    }
  /** An entry that waits for its user. */
  | ({ readonly code: 'alert.approval' } & EntryOffer)
  | ({ readonly code: 'alert.approval.cost'; readonly cost: TradeCostText } & EntryOffer)
  | { readonly code: 'alert.token_needed.broker'; readonly broker: string; readonly before: MinuteOfDay }
  | { readonly code: 'alert.token_needed.broker_late'; readonly broker: string }
  | { readonly code: 'alert.token_needed.paper'; readonly before: MinuteOfDay }
  | { readonly code: 'alert.token_needed.paper_late' }
  | {
      readonly code: 'alert.readiness'
      readonly state: 'pass' | 'warn' | 'fail'
      readonly lines: readonly ReadinessLine[]
    }
  | { readonly code: 'alert.feed_stopped'; readonly since: EpochMs }
  | { readonly code: 'alert.feed_back'; readonly since: EpochMs }
  | { readonly code: 'alert.pause_over' }
  | { readonly code: 'alert.support_answered' }
  | { readonly code: 'alert.test' }
  | { readonly code: 'alert.plan_ends'; readonly plan: PlanLabel; readonly on: IstDate; readonly price: Paise }
  | { readonly code: 'alert.plan_begun'; readonly plan: PlanLabel }
  | { readonly code: 'alert.plan_ended'; readonly plan: PlanLabel; readonly price: Paise }
  | { readonly code: 'alert.new_login'; readonly device: DeviceName; readonly address: string }
  | { readonly code: 'alert.new_login.no_address'; readonly device: DeviceName }
  | { readonly code: 'alert.password_changed' }
  | { readonly code: 'alert.broker_linked'; readonly mode: LinkMode; readonly account: string }
  | { readonly code: 'alert.factor_on' }
  | { readonly code: 'alert.factor_off' }
  | { readonly code: 'alert.backup_codes' }
  | { readonly code: 'alert.external_linked'; readonly provider: string }
  | { readonly code: 'alert.broker_key_replaced'; readonly broker: string }
  | { readonly code: 'alert.limits_raised' }
  | { readonly code: 'alert.push_device_added'; readonly device: DeviceName }
  | { readonly code: 'alert.program_key_created' }
  | { readonly code: 'alert.chat_paired' }
  | { readonly code: 'alert.chat_taken' }
  | { readonly code: 'alert.chat_unlinked' }
  | { readonly code: 'alert.chat_gone' }

/** What a trade is expected to cost, and the points that the index has to move to pay it. */
interface CostFigures {
  readonly lots: number
  readonly cost: Paise
  /** Multiples of what the stop risks. */
  readonly r: Ratio
  readonly points: Points
}
export type TradeCostText =
  | ({ readonly code: 'trade_cost.expected' } & CostFigures)
  | ({ readonly code: 'trade_cost.without_decay' } & CostFigures)
  | { readonly code: 'trade_cost.unknown' }

/** Name of a signed-in device. */
export type DeviceName =
  | { readonly code: 'device.browser'; readonly browser: string; readonly system: string }
  | { readonly code: 'device.browser.no_system'; readonly browser: string }
  | { readonly code: 'device.program' }
  | { readonly code: 'device.unknown' }

/** Title of each kind of alert: bell, Telegram headline, mail subject. */
export type AlertTitle =
  | { readonly code: 'alert_title.signal' }
  | { readonly code: 'alert_title.entry' }
  | { readonly code: 'alert_title.stop_moved' }
  | { readonly code: 'alert_title.exit' }
  | { readonly code: 'alert_title.refused' }
  | { readonly code: 'alert_title.custom' }
  | { readonly code: 'alert_title.loss_warning' }
  | { readonly code: 'alert_title.approval' }
  | { readonly code: 'alert_title.attention' }
  | { readonly code: 'alert_title.token_needed' }
  | { readonly code: 'alert_title.readiness' }
  | { readonly code: 'alert_title.feed_trouble' }
  | { readonly code: 'alert_title.daily_report' }
  | { readonly code: 'alert_title.test' }
  | { readonly code: 'alert_title.new_login' }
  | { readonly code: 'alert_title.plan' }
  | { readonly code: 'alert_title.support' }
  | { readonly code: 'alert_title.account_changed' }

/** Description of each kind of alert in the alert settings. */
export type AlertAbout =
  | { readonly code: 'alert_about.signal' }
  | { readonly code: 'alert_about.entry' }
  | { readonly code: 'alert_about.stop_moved' }
  | { readonly code: 'alert_about.exit' }
  | { readonly code: 'alert_about.refused' }
  | { readonly code: 'alert_about.custom' }
  | { readonly code: 'alert_about.loss_warning' }
  | { readonly code: 'alert_about.approval' }
  | { readonly code: 'alert_about.attention' }
  | { readonly code: 'alert_about.token_needed'; readonly at: MinuteOfDay }
  | { readonly code: 'alert_about.readiness'; readonly at: MinuteOfDay; readonly by: MinuteOfDay }
  | { readonly code: 'alert_about.feed_trouble' }
  | { readonly code: 'alert_about.daily_report' }
  | { readonly code: 'alert_about.test' }
  | { readonly code: 'alert_about.new_login' }
  | { readonly code: 'alert_about.plan' }
  | { readonly code: 'alert_about.support' }
  | { readonly code: 'alert_about.account_changed' }
